"""The command ``queensbench serve``: what it prints, what ends it, and what it refuses."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.processes import ROOT, environment, python

pytest.importorskip("starlette", reason="the local page is not installed")


AT_A_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "queensbench", "serve", "queue4/standard", "--port", "0"])
"""


def started(said: Path, *options: str) -> tuple[subprocess.Popen[bytes], str]:
    """The command, running, and the first line that it has printed."""
    with said.open("w") as out:
        command = [sys.executable, "-m", "queensbench", "serve", "queue4/standard", "--port", "0", *options]
        process = subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=out, stderr=out)
    for _ in range(600):
        if "\n" in said.read_text() or process.poll() is not None:
            break
        time.sleep(0.1)
    return process, said.read_text()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_ctrl_c_and_a_closed_terminal_end_it(tmp_path: Path, number: int, code: int) -> None:
    process, said = started(tmp_path / "said")
    address = said.split()[0]
    assert said == f"{address}  (Ctrl-C ends it)\n"
    assert address.startswith("http://127.0.0.1:")
    assert address.endswith("/choose?game=queue4/standard")
    with urllib.request.urlopen(address, timeout=30) as page:
        assert b"Begin</button>" in page.read()
    process.send_signal(number)
    assert process.wait(30) == code
    assert (tmp_path / "said").read_text() == said


WITHIN_AN_ANSWER = """
import signal
import threading
import urllib.request
from queensbench.engines.runtime.ctrl_c import exit_code, insisting
from queensbench.surfaces.page import server

async def answer(scope, receive, send):
    signal.raise_signal(signal.{name})
    await send({{"type": "http.response.start", "status": 200, "headers": []}})
    await send({{"type": "http.response.body", "body": b"yes"}})

def ask():
    with urllib.request.urlopen(server.address_of(found, "127.0.0.1"), timeout=30) as page:
        print(page.read().decode())

server.application = lambda desk, names: answer
found = server.listening("127.0.0.1", 0)
signal.signal(signal.SIGTERM, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.default_int_handler)
asking = threading.Thread(target=ask)
try:
    with insisting():
        server.serve(None, found, "127.0.0.1", asking.start)
except KeyboardInterrupt:
    asking.join()
    print(exit_code())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="these signals are not sent there")
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_within_an_answer_ends_it(name: str, code: int) -> None:
    script = WITHIN_AN_ANSWER.format(name=name)
    ran = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"yes\n{code}\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
@pytest.mark.parametrize("closed", [False, True], ids=["Ctrl-C", "closed"])
def test_at_a_terminal_ctrl_c_and_closing_it_end_it(closed: bool) -> None:
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", AT_A_TERMINAL], cwd=ROOT, env=environment(), stdin=theirs, stdout=theirs,
        stderr=theirs, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    try:
        said = b""
        while b"ends it)" not in said:
            said += os.read(ours, 1000)
        if not closed:
            os.write(ours, b"\x03")
            assert process.wait(30) == 130
    finally:
        os.close(ours)
    if closed:
        assert process.wait(30) == 129


def test_a_host_without_a_name_is_told_in_a_line() -> None:
    done = python(ROOT, "-m", "queensbench", "serve", "queue4/standard", "--host", "", "--port", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "queensbench: --host: no host is named; name one, such as 127.0.0.1\n"


def test_a_port_that_is_taken_is_told_in_a_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = python(ROOT, "-m", "queensbench", "serve", "queue4/standard", "--port", str(port))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"queensbench: 127.0.0.1:{port}: cannot be listened at: address already in use; "
        "choose another `--port` or `--host`\n"
    )


def test_without_what_it_needs_it_says_how_to_have_it() -> None:
    code = (
        "import sys; sys.modules['uvicorn'] = None; from queensbench.surfaces.command.app import main; "
        "sys.exit(main(['serve']))"
    )
    done = python(ROOT, "-c", code)
    assert done.returncode == 2
    assert (
        done.stderr
        == "queensbench: the page needs uvicorn, which is not installed; `pip install 'queensbench[web]'`\n"
    )


def test_other_hosts_are_warned_of(tmp_path: Path) -> None:
    process, said = started(tmp_path / "said", "--host", "0.0.0.0")
    process.terminate()
    process.wait(30)
    assert said.splitlines()[0] == (
        "queensbench: warning: 0.0.0.0 is open to other machines, and the page asks nobody who they are"
    )


def test_findings_about_an_engine_are_shown(tmp_path: Path) -> None:
    report = {
        "format": "queensbench conformance 1",
        "mode": "queue4/standard",
        "engine": {"name": "an <engine>"},
        "rulings": [
            {"ruling": "stop_when", "verdict": "plays", "reading": "until_placed", "house": "unseen"}
        ],
        "differences": [
            {
                "kind": "state",
                "instance": "six",
                "ask": "state",
                "field": "held",
                "expected": [1],
                "got": 2,
                "moves": ["begin_queue(queue=FIRST)", "reveal(card=1)"],
                "clauses": ["turn.draw"],
                "boards": {"rules": "in hand: A", "engine": "in hand: 2"},
                "points": "fault of the engine",
            }
        ],
    }
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report))
    process, said = started(tmp_path / "said", "--conformance", str(path))
    try:
        address = said.split()[0].partition("choose")[0]
        with urllib.request.urlopen(f"{address}engine", timeout=30) as page:
            text = page.read().decode()
    finally:
        process.terminate()
        process.wait(30)
    assert "an &lt;engine&gt; at queue4/standard" in text
    assert "It plays stop_when=until_placed." in text
    assert "in hand: A" in text
    assert "in hand: 2" in text
    assert (
        '<a class="button" href="/at?game=queue4/standard&amp;instance=six&amp;r=stop_when=until_placed'
        '&amp;play=begin_queue:FIRST~reveal:1">Play on from there</a>'
    ) in text


def test_a_report_that_is_none_is_told_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text("{}")
    done = python(ROOT, "-m", "queensbench", "serve", "queue4/standard", "--conformance", str(path))
    assert done.returncode == 2
    assert done.stderr == (
        f"queensbench: {path}: is no report of this toolkit; name what `--save` has written\n"
    )
