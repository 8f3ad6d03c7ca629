"""The server of the page: one process, on this machine alone unless it is told otherwise."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from queensbench.engines.runtime import ctrl_c
from queensbench.errors import BadInput
from queensbench.surfaces.page.app import application
from queensbench.surfaces.page.connections import MOST_CONNECTIONS, Connection
from queensbench.surfaces.page.desk import Desk
from queensbench.surfaces.page.guard import LOCAL


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any that is free.  Raises BadInput if it cannot be had, and for no host."""
    if not host.strip():  # the system would take it for every address that there is
        raise BadInput("no host is named", where="--host", remedy="name one, such as 127.0.0.1")
    try:
        kind = socket.AF_INET6 if ":" in host else socket.AF_INET
        found = socket.socket(kind, socket.SOCK_STREAM)
        if sys.platform != "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(128)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = (getattr(error, "strerror", "") or str(error)).lower()
        raise BadInput(
            f"cannot be listened at: {reason}",
            where=f"{host}:{port}",
            remedy="choose another `--port` or `--host`",
        ) from None
    return found


def address_of(found: socket.socket, host: str) -> str:
    """The address of a page, as one types it into a browser."""
    port = found.getsockname()[1]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{name}:{port}/"


def serve(desk: Desk, found: socket.socket, host: str, ready: Callable[[], None]) -> None:
    """Serve the page of a desk until Ctrl-C, which is raised again when all is closed; ``ready`` is called first."""
    names = {*LOCAL, host.lower()}
    if host in ("0.0.0.0", "::"):  # noqa: S104 - asked for with `--host`, and warned of
        names |= {socket.gethostname().lower(), *_addresses()}
    config = uvicorn.Config(
        application(desk, names),
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="none",
        http=Connection,
        loop="asyncio",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=80_000,
    )
    server = uvicorn.Server(config)
    ready()
    with _ended_by_a_closed_terminal(server):
        server.run(sockets=[found])


@contextmanager
def _ended_by_a_closed_terminal(server: uvicorn.Server) -> Iterator[None]:
    """Let SIGHUP end the server, which itself heeds only Ctrl-C and SIGTERM, and raise the signal again afterwards.

    What is raised within an answer is dropped with that answer.
    """
    number = getattr(signal, "SIGHUP", None)
    before = ctrl_c.taken()
    if number not in before:
        yield
        return
    came: list[int] = []

    def end(number: int, _: FrameType | None) -> None:
        came.append(number)
        server.should_exit = True

    ctrl_c.handle({number: end})
    try:
        yield
    finally:
        ctrl_c.handle({number: before[number]})
        if came:
            signal.raise_signal(number)


def _addresses() -> set[str]:
    """The numbers by which this machine may be asked for."""
    try:
        return {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)}
    except OSError:
        return set()
