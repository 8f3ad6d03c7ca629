"""The local page over sockets: garbage as bytes, silent connections, and many who play all the while."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the local page is not installed")

import uvicorn

from queensbench.api.game import selected
from queensbench.surfaces.page import connections, server
from queensbench.surfaces.page.app import application
from queensbench.surfaces.page.desk import Desk
from tests.surfaces.page.browsing import Reader
from tests.surfaces.page.siege import FULL, besieged

HELLO = b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def held(told: dict[str, Any], pieces: int) -> None:
    """Everybody has played on, and nothing was the page's fault."""
    assert (told["wrong"], told["said"], told["alive"], told["in the end"]) == ([], [], True, "200")
    assert sum(told["codes"].values()) == pieces
    assert [code for code in told["codes"] if code.startswith("5")] == []
    assert {"200", "400", "404", "405", "421", "closed"} <= set(told["codes"])
    assert told["moves"] > 0
    assert told["peak"] < 1_000_000_000


def test_a_siege_keeps_nobody_from_playing() -> None:
    held(besieged(250, 8, ("queue4/standard",), moves=5, seed=5), 250)


@pytest.mark.slow
def test_ten_thousand_pieces_while_32_play_whole_games() -> None:
    held(besieged(10_000, 32, FULL, moves=40, seed=23), 10_000)


@pytest.fixture
def where(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """A server in this process whose patience is short."""
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    found = server.listening("127.0.0.1", 0)
    app = application(Desk(selected(["queue4/standard"]), seed=7, report=repr))
    served = uvicorn.Server(
        uvicorn.Config(app, http=connections.Connection, ws="none", lifespan="off", log_level="critical")
    )
    thread = threading.Thread(target=served.run, args=([found],))
    thread.start()
    yield found.getsockname()
    served.should_exit = True
    thread.join()


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HT", b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nhalf"]
)
@pytest.mark.parametrize("before", [b"", HELLO], ids=["at once", "after an answer"])
def test_a_connection_that_never_asks_is_closed(where: tuple[str, int], before: bytes, begun: bytes) -> None:
    with socket.create_connection(where, timeout=60) as line:
        got = b""
        if before:
            line.sendall(before)
            while b"</svg>" not in got:
                got += line.recv(4_096)
        line.sendall(begun)
        try:
            rest = line.recv(4_096)
        except ConnectionResetError:
            rest = b""
    assert rest == b""
    assert got.startswith(b"HTTP/1.1 200 OK" if before else b"")


def test_a_large_form_without_a_file_is_refused_before_it_is_taken_apart() -> None:
    reader = Reader(Desk(selected(["queue4/standard"]), seed=7, report=repr))
    kind = {"content-type": "application/x-www-form-urlencoded"}
    found = reader.ask("POST", "/open", content=b"%5B" * 1_300_000, headers=kind)
    assert found.code == 400
    assert found.said("alert") == [
        "the form: 3,900,000 bytes without a file; send 100,000 at the most, or a file"
    ]


def test_what_is_sent_at_once_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    from queensbench.surfaces.page import guard

    monkeypatch.setattr(guard, "MOST_HELD", 1_000)
    reader = Reader(Desk(selected(["queue4/standard"]), seed=7, report=repr))
    found = reader.ask("POST", "/open", content=b"x" * 2_000)
    assert (found.code, found.text) == (503, "too much is sent at once; try again\n")
    assert reader.app.held == 0
    assert reader.ask("POST", "/open", content=b"x" * 900).code == 400
