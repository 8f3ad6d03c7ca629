"""The command in forks of one process that has imported what commands import, which is the greater part of a short one.

Each process of the tests has one that forks.  A fork is a process as any other: streams, folder, environment and end are
its own.  What a process is made of, its start, its signals and its memory, is tested with processes that are no forks.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import io
import json
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

IMPORTED = (
    "llvmlite.binding",
    "numpy",
    "pydantic",
    "queensbench.analyses.audit.all_modes",
    "queensbench.analyses.audit.one_mode",
    "queensbench.api.asking",
    "queensbench.api.auditing",
    "queensbench.api.proving",
    "queensbench.api.results",
    "queensbench.api.solving",
    "queensbench.api.strength",
    "queensbench.readers.native.entry_points",
    "queensbench.rendering.seed_tables",
    "queensbench.surfaces.command.app",
    "queensbench.surfaces.command.audit",
    "queensbench.surfaces.command.book",
    "queensbench.surfaces.command.explore",
    "rich.console",
    "typer._adapters",
    "z3",
)
"""What commands import, the engines with it: each fork would import its part anew."""
READ_AT_START = ("PYTHON", "LANG", "LC_", "LD_", "TZ", "TYPER", "_TYPER", "PYDANTIC", "OMP_", "OPENBLAS")
"""How variables begin which Python and libraries read once: forks have those of the process that they come from."""


class _Request(NamedTuple):
    """What a fork is to do, and where: the arguments of Python."""

    folder: str
    arguments: list[str]
    env: dict[str, str]


def make_commands() -> None:
    """Have the commands of the whole program made once, of which forks would each make all for one."""
    import typer.main

    from queensbench.surfaces.command.app import app

    typer.main.get_command = functools.cache(typer.main.get_command)
    typer.main.get_command(app)


def _at_start(env: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in env.items() if name.startswith(READ_AT_START)}


def fit(arguments: Sequence[str], env: Mapping[str, str], code: bool = False) -> bool:
    """Whether a fork does the same as a process of its own: the command, with what was read at the start.

    ``code``: so does code that is given by ``-c``, which changes nothing of what is imported already.
    """
    return (
        sys.platform == "linux"
        and (arguments[:2] == ("-m", "queensbench") or (code and arguments[:1] == ("-c",)))
        and _at_start(env) == _at_start(_forking().env)
    )


class _Forking:
    """The process that forks, as those see it that ask it."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self.env = env
        self.owner = os.getpid()
        self._mine, its = socket.socketpair()
        with its:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.forks", str(its.fileno())],
                cwd=Path(__file__).resolve().parents[1],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[its.fileno()],
            )
        atexit.register(self.close)

    def close(self) -> None:
        """End it: it ends when nobody can ask it any more."""
        if os.getpid() == self.owner:
            self._mine.close()
            self._process.wait()

    def ask(self, request: _Request, *streams: int) -> socket.socket:
        """Have a request carried out; what comes back tells the number of the process, and in the end its status."""
        here, there = socket.socketpair()
        with there:
            socket.send_fds(self._mine, [b"?"], [there.fileno(), *streams])
        here.sendall(json.dumps(request).encode() + b"\n")
        return here


@functools.cache
def _forking_of(owner: int) -> _Forking:
    from tests.processes import environment

    return _Forking(environment())


def _forking() -> _Forking:
    return _forking_of(os.getpid())


def run(
    folder: Path, arguments: Sequence[str], env: Mapping[str, str], timeout: float, given: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in a fork to its end, as `subprocess.run` does with all that it prints captured as text.

    ``given``: what stands on its standard input; else that is the one of this process.
    """
    ends = [os.pipe(), os.pipe()]
    with tempfile.TemporaryFile() as asked:
        asked.write((given or "").encode())
        asked.seek(0)
        reply = _forking().ask(
            _Request(str(folder), list(arguments), dict(env)),
            0 if given is None else asked.fileno(),
            *(write for _, write in ends),
        )
    for _, write in ends:
        os.close(write)
    texts = {read: b"" for read, _ in ends}
    until = time.monotonic() + timeout
    with reply, reply.makefile("r") as told, contextlib.ExitStack() as opened:
        for read in texts:
            opened.callback(os.close, read)
        number = int(told.readline())
        if not _read(texts, until):
            os.kill(number, signal.SIGKILL)
            raise subprocess.TimeoutExpired([*arguments], timeout)
        code = os.waitstatus_to_exitcode(int(told.readline()))
    out, err = (text.decode().replace("\r\n", "\n") for text in texts.values())
    return subprocess.CompletedProcess([sys.executable, *arguments], code, out, err)


def _read(texts: dict[int, bytes], until: float) -> bool:
    """Read pipes to their ends; whether that was done in time."""
    with selectors.DefaultSelector() as ready:
        for read in texts:
            ready.register(read, selectors.EVENT_READ)
        while ready.get_map():
            for key, _ in ready.select(until - time.monotonic()):
                piece = os.read(key.fd, 1 << 16)
                texts[key.fd] += piece
                if not piece:
                    ready.unregister(key.fd)
            if time.monotonic() > until:
                return False
    return True


# ------------------------------------------------------------------------------- in the process that forks


def _served(control: socket.socket) -> _Request | None:
    """Fork for each request: the request in a process that is to carry it out, none when nobody asks any more."""
    while True:
        said, given, _, _ = socket.recv_fds(control, 1, 4)
        if not said:
            return None
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if os.fork() == 0:
            control.close()
            return _watched(given)
        for handle in given:
            os.close(handle)


def _watched(given: list[int]) -> _Request:
    """Fork once more and tell of that process; returns in it."""
    reply, *streams = given
    with socket.socket(fileno=reply) as back:
        with back.makefile("r") as asked:
            request = _Request(*json.loads(asked.readline()))
        number = os.fork()
        if number == 0:
            back.close()
            for handle, stream in enumerate(streams):
                os.dup2(stream, handle)
                os.close(stream)
            return request
        for stream in streams:
            os.close(stream)
        with contextlib.suppress(BrokenPipeError):  # who has waited too long waits no more
            back.sendall(f"{number}\n".encode())
            back.sendall(f"{os.waitpid(number, 0)[1]}\n".encode())
    os._exit(0)


def _stream(handle: int, old: Any) -> Any:
    """A standard stream as Python makes it at its start, of what the handle is by now."""
    raw = io.FileIO(handle, "rb" if handle == 0 else "wb", closefd=False)
    buffered = io.BufferedReader(raw) if handle == 0 else io.BufferedWriter(raw)
    return io.TextIOWrapper(
        buffered,
        encoding=old.encoding,
        errors=old.errors,
        line_buffering=old.line_buffering,
        write_through=old.write_through,
    )


def _carried_out(request: _Request) -> Any:
    """Be the command, as Python starts a module, or the code."""
    for handle, name in enumerate(("stdin", "stdout", "stderr")):
        stream = _stream(handle, getattr(sys, name))
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    os.environ.clear()
    os.environ.update(request.env)
    os.chdir(request.folder)
    first, text, *words = request.arguments
    sys.argv = [first, *words]
    if first == "-c":
        sys.path[0] = ""
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        return exec(compile(text, "<string>", "exec"), vars(main))
    sys.path[0] = request.folder
    return runpy.run_module("queensbench", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    for _name in IMPORTED:
        import_module(_name)
    make_commands()
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as _control:
        _request = _served(_control)
    if _request is not None:
        _carried_out(_request)
