"""Engines that are programs, and all that they may do wrong."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queensbench.conformance import processes, warden
from queensbench.conformance.engine import EngineFault
from queensbench.conformance.processes import Program
from queensbench.conformance.protocol import ASKS, LONGEST
from queensbench.errors import BadInput
from tests.processes import environment

ROGUE = Path(__file__).with_name("rogue.py")
RUNS = 1_000
SHORT, LONG = 0.5, 120.0
"""Seconds for an answer that does not come, and for all others."""
UP = {"seat": "ANN", "move": "up", "args": {"k": 1}}
REQUESTS: dict[str, dict[str, Any]] = {
    "reset": {"instance": {"name": "full", "parameters": {}}, "seats": ["ANN"], "seed": 7},
    "to_move": {},
    "moves": {},
    "do": {"moves": [UP]},
    "chance": {"outcome": None},
    "state": {"seat": None},
    "result": {},
    "set": {"state": {"n": 3}},
    "snapshot": {},
    "undo": {"snapshot": 3},
}


def rogue(fault: str, at: str = "state") -> Program:
    command = [sys.executable, "-I", "-S", str(ROGUE), fault, at]
    return Program(command, "counter/count", seconds=LONG, starting=LONG)


def asked_all(engine: Program, at: str = "", seconds: float = LONG) -> None:
    """Ask everything once, and a little more; one request has a shorter time."""
    for ask, request in [*REQUESTS.items(), ("moves", {})]:
        engine._deadline = seconds if ask == at else LONG
        engine.ask(ask, **request)


@pytest.fixture(autouse=True)
def short_label(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of tests are called alike on every machine."""
    monkeypatch.setattr("queensbench.conformance.processes.shlex.join", lambda command: "rogue")


@pytest.fixture
def token(monkeypatch: pytest.MonkeyPatch) -> str:
    """What stands in the environment of every process that this test starts."""
    found = f"rogue-{os.getpid()}-{time.monotonic_ns()}"
    monkeypatch.setenv("ROGUE_TOKEN", found)
    return found


def alive(token: str) -> list[int]:
    """The processes with a token in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            held = (path / "environ").read_bytes()
        except OSError:
            continue
        if token.encode() in held and int(path.name) != os.getpid():
            found.append(int(path.name))
    return found


def fault_of(fault: str, at: str = "state", seconds: float = LONG) -> str:
    """The one line with which a program that misbehaves is given up."""
    engine = rogue(fault, at)
    with pytest.raises(EngineFault) as raised:
        asked_all(engine, at, seconds)
    text = str(raised.value)
    assert "\n" not in text
    with pytest.raises(EngineFault) as again:  # it is not asked any more
        engine.ask("moves")
    assert str(again.value) == text
    return text


def fault_at_start(fault: str, at: str = "hello") -> str:
    """The one line with which a program is given up that does not greet as it should."""
    with pytest.raises(EngineFault) as raised:
        rogue(fault, at)
    return str(raised.value)


ASKED = 'engine rogue: asked {"ask": "state", "seat": null}, answered '
JSON = "; answer by one JSON object in one line; what is for people belongs on the error stream"
ONCE = "; answer each request once, in time, and repeat its `id`"
ENDS = "; see why the engine ends"
STATE = '{"state": {"n": 1}}'
LINES = {
    "exit": ASKED
    + 'nothing: it has ended with exit code 3 (its error stream ends with "no memory left on the moon")'
    + ENDS,
    "kill": ASKED + "nothing: it was ended by SIGSEGV" + ENDS,
    "raise": ASKED
    + 'nothing: it has ended with exit code 1 (its error stream ends with "ZeroDivisionError: of nothing")'
    + ENDS,
    "close": ASKED + "nothing: it has closed its output" + ENDS,
    "garbage": ASKED + '"thinking ...": that is no JSON' + JSON,
    "bytes": ASKED + r'"\ufffd\ufffd\u0000": that is no UTF-8' + JSON,
    "number": ASKED + '"17": that is no JSON object' + JSON,
    "nan": ASKED + r'"{\"id\": 10, \"state\": {\"n\": NaN}}": that is no JSON' + JSON,
    "flood": ASKED + f'"{"x" * 196}...: that line goes on beyond 4,000,000 bytes; answer in one shorter line',
    "old": ASKED + '{"id": 9, "state": {"n": 1}}: its `id` is not 10, that of the request' + ONCE,
    "no-id": ASKED + STATE + ": its `id` is not 10, that of the request" + ONCE,
    "text-id": ASKED + '{"id": "10", "state": {"n": 1}}: its `id` is not 10, that of the request' + ONCE,
    "true-id": ASKED + '{"id": true, "state": {"n": 1}}: its `id` is not 10, that of the request' + ONCE,
    "error": ASKED + '{"error": "out of cards"}: it reports an error; mend the engine or its adapter',
    "stderr-exit": ASKED
    + 'nothing: it has ended with exit code 0 (its error stream ends with "noise")'
    + ENDS,
    '={"stat": {}}': ASKED + '{"stat": {}}: the answer to `state` has no `stat`; use state',
    '={"state": [1]}': ASKED
    + '{"state": [1]}: `state` is not an object of fields; give an object of fields, such as {"turn": "RED"}',
    "={}": ASKED + "{}: the answer to `state` lacks `state`; give an object of fields",
}
HUNG = {"hang", "spin", "late", "fork", "daemon"}


@pytest.mark.parametrize("fault", LINES)
def test_a_program_that_misbehaves_is_given_up_in_one_line(fault: str, token: str) -> None:
    assert fault_of(fault) == LINES[fault]
    assert alive(token) == []


@pytest.mark.parametrize("fault", sorted(HUNG))
def test_a_program_that_does_not_answer_is_given_up_at_its_deadline(fault: str, token: str) -> None:
    assert (
        fault_of(fault, seconds=SHORT)
        == f"{ASKED}nothing: its 0.5 seconds are over; answer in time, or give it more with --seconds"
    )
    assert alive(token) == []


def test_a_program_that_has_failed_is_not_waited_for(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What behaves may end by itself after ``quit``; what was given up is ended at once."""
    asked: list[Program] = []

    def note(program: Program) -> None:
        asked.append(program)

    monkeypatch.setattr(Program, "_quit", note)
    assert fault_of("hang", seconds=SHORT).startswith(ASKED)
    assert (asked, alive(token)) == ([], [])
    sound = rogue("none", "never")
    sound.close()
    assert (asked, alive(token)) == ([sound], [])


def test_a_program_whose_children_hold_its_output_has_ended_all_the_same(token: str) -> None:
    assert fault_of("fork-exit") == f"{ASKED}nothing: it has ended with exit code 1{ENDS}"
    assert alive(token) == []


@pytest.mark.parametrize("fault", ["lines", "twice"])
def test_a_program_that_goes_on_after_its_answer_is_given_up(fault: str, token: str) -> None:
    more = '"and on"' if fault == "lines" else json.dumps('{"id": 10, "state": {"n": 1}}')
    remedy = "answer each request by one line; what is for people belongs on the error stream"
    at_once = f'{ASKED}{{"id": 10, "state": {{"n": 1}}}}: it went on unasked with {more}; {remedy}'
    said = fault_of(fault)
    # What comes a moment after the answer is read as the next one, which is no answer either.
    late = 'engine rogue: asked {"ask": "result"}, answered ' + more
    assert said == at_once or said.startswith(late), said
    assert alive(token) == []


def test_a_program_that_talks_at_its_start_is_given_up() -> None:
    assert fault_at_start("garbage", "start") == f'{HELLO}"thinking ...": that is no JSON{JSON}'


def test_a_deeply_nested_answer_is_no_json() -> None:
    text = fault_of("deep")
    assert text.startswith(ASKED + r'"{\"id\": 10, \"state\": [[[[')
    assert text.endswith("...: that is no JSON" + JSON)


def test_what_is_written_to_the_error_stream_is_no_fault(token: str) -> None:
    with rogue("stderr") as engine:
        asked_all(engine)
        assert len(engine._said) <= processes.MOST_SAID
        assert engine.said() == "noise"
    assert alive(token) == []


HELLO = 'engine rogue: asked {"ask": "hello", "protocol": 1, "mode": "counter/count"}, answered '
GREETING = {
    '{"protocol": 2}': '"protocol": 2, "can": ["to_move", "moves", "state", "result", "chance", "set", "snapshot", "undo"]}: '
    "it speaks protocol 2, and this is protocol 1; answer by protocol 1, which `queensbench conform --schema` prints",
    '{"can": ["state", "undone"]}': '"protocol": 1, "can": ["state", "undone"]}: `can` names undone, which is no optional '
    "request; use undo",
    '{"can": ["moves"]}': '"protocol": 1, "can": ["moves"]}: it can say neither `state` nor `result`; answer one of them, and '
    "name it in `can`",
    '{"protocol": true, "can": []}': '"protocol": true, "can": []}: `protocol` is not a whole number; give a whole number, such '
    "as 1",
}


@pytest.mark.parametrize("fault", GREETING)
def test_a_program_that_lies_about_its_version_or_its_powers_is_given_up(fault: str, token: str) -> None:
    assert fault_at_start(fault) == HELLO + '{"name": "rogue", "version": "1", ' + GREETING[fault]
    assert alive(token) == []


def test_a_program_that_changes_its_mind_is_given_up(token: str) -> None:
    with rogue("moody") as engine:
        engine.ask("reset", **REQUESTS["reset"])
        with pytest.raises(EngineFault) as raised:
            engine.ask("state", seat=None)
    assert str(raised.value) == (
        ASKED
        + '{"state": {"n": 4}}: in the same position it has answered {"state": {"n": 3}} before; answer the same '
        "question in the same position alike"
    )
    assert alive(token) == []


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["no-such-program", "x"], "no such file or directory"),
        ([str(ROGUE)], "permission denied"),
        (["/"], "permission denied"),
    ],
)
def test_a_program_that_is_not_there_is_told(command: list[str], why: str) -> None:
    with pytest.raises(EngineFault) as raised:
        Program(command, "counter/count")
    assert (
        str(raised.value)
        == f"{HELLO}nothing: there is no such program to run ({why}); name a program that is there and may be run"
    )


def test_a_folder_that_is_not_there_and_no_command_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as raised:
        Program(["true"], "counter/count", folder=tmp_path / "nowhere")
    assert str(raised.value) == (
        f"{tmp_path / 'nowhere'}: cannot be started: no such file or directory; name a folder to run in, and a command "
        "that may be run"
    )
    with pytest.raises(BadInput) as raised:
        Program(["true", "x" * 10_000_000], "counter/count")
    assert str(raised.value) == (
        "rogue: cannot be started: argument list too long; name a folder to run in, and a command that may be run"
    )
    with pytest.raises(BadInput) as raised:
        Program([], "counter/count")
    assert str(raised.value) == "conform: no command is given; write it after `--`"


def test_a_program_that_behaves_answers_everything_and_ends_by_itself(token: str) -> None:
    engine = rogue("none", "never")
    assert (engine.name, engine.version, sorted(engine.can)) == (
        "rogue",
        "1",
        ["chance", "moves", "result", "set", "snapshot", "state", "to_move", "undo"],
    )
    assert [engine.ask(ask, **request) for ask, request in REQUESTS.items()] == [
        {},
        {"to_move": ["ANN"]},
        {"moves": [{"move": "up", "args": {"k": 1}}, {"move": "up", "args": {"k": 2}}]},
        {},
        {"drew": None},
        {"state": {"n": 1}},
        {"over": False},
        {},
        {"snapshot": 1},
        {},
    ]
    assert len(alive(token)) == 2  # it, and its warden
    engine.close()
    engine.close()
    assert alive(token) == []
    assert set(REQUESTS) == set(ASKS) - {"hello", "quit"}


def test_observations_are_asked_ahead_and_answers_are_those_to_what_is_asked() -> None:
    """What was asked after the last move is sent with the next one; what is asked instead has its own answer."""
    with rogue("none", "never") as engine:
        engine.ask("reset", **REQUESTS["reset"])
        for n in range(1, 4):
            engine.ask("do", **REQUESTS["do"])
            assert engine.ask("state", seat=None) == {"state": {"n": n}}
            assert engine.ask("result") == {"over": False}
        before = engine._number
        engine.ask("do", **REQUESTS["do"])
        assert engine._number == before + 3
        assert engine.ask("state", seat=None) == {"state": {"n": 4}}
        assert engine.ask("state", seat="ANN") == {"state": {"n": 4}}  # not what was sent ahead
        assert engine.ask("result") == {"over": False}
        assert engine._number == before + 5
        engine.ask("do", **REQUESTS["do"])
        engine.ask("do", **REQUESTS["do"])  # three answers ahead are dropped
        assert engine.ask("state", seat=None) == {"state": {"n": 6}}


def test_a_long_answer_and_a_long_request_pass(token: str) -> None:
    long = "x" * 1_000_000
    with rogue("long", "snapshot") as engine:
        engine.ask("reset", **REQUESTS["reset"])
        found = engine.ask("snapshot")["snapshot"]
        assert found == long
        assert engine.ask("undo", snapshot=found) == {}
    assert len(long) < LONGEST
    assert alive(token) == []


def test_a_program_is_not_told_how_many_threads_the_command_allows_itself(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("queensbench.engines.runtime.blas_threads._ours", True)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    engine = rogue("none")
    found = [Path(f"/proc/{number}/environ").read_bytes() for number in alive(token)]
    engine.close()
    assert len(found) >= 2
    assert not [one for one in found if b"OPENBLAS" in one]


KILLED = """
import sys, time
from queensbench.conformance.processes import Program
engine = Program([sys.executable, "-I", "-S", sys.argv[1], "daemon", "reset"], "m", seconds=60)
print("started", flush=True)
engine.ask("reset", instance={"name": "full", "parameters": {}}, seats=[], seed=1)
"""


def test_nothing_is_left_when_the_process_that_tests_is_killed(token: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(ROGUE)],
        env=environment(ROGUE_TOKEN=token),
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"started\n"
    until = time.monotonic() + 60
    while len(alive(token)) < 5:  # the process, the warden, the engine, its child and its grandchild
        assert time.monotonic() < until
        time.sleep(0.05)
    process.kill()
    process.wait()
    process.stdout.close()
    while alive(token):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_ctrl_c_does_not_reach_an_engine() -> None:
    with rogue("none", "never") as engine:
        assert os.getsid(engine._warden.pid) == engine._warden.pid
        assert os.getpgid(engine._warden.pid) != os.getpgid(0)


def test_where_nothing_can_be_supervised_a_program_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("queensbench.conformance.processes.select.poll")
    with pytest.raises(BadInput) as raised:
        Program(["true"], "counter/count")
    assert str(raised.value) == "conform: this system cannot supervise programs; use Linux or macOS"


def seeded(seed: int) -> tuple[str, str]:
    """A fault, and the request at which it shows."""
    dice = random.Random(seed)
    faults = [*LINES, *(HUNG - {"spin"}), "twice", "lines", "deep", "stderr", "fork-exit", "moody", "never"]
    return dice.choice(faults), dice.choice([*REQUESTS])


def play(engine: Program, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Requests and answers of a random game."""
    dice = random.Random(seed + 1_000)
    yield "reset", engine.ask("reset", **REQUESTS["reset"])
    for _ in range(12):
        ask = dice.choice([*REQUESTS][1:])
        yield ask, engine.ask(ask, **REQUESTS[ask])


@pytest.mark.slow
def test_a_thousand_engines_that_misbehave(token: str) -> None:
    """Each either plays to its end or is given up in one line; what was found before is there, and nothing is left."""
    given_up = 0
    before = {int(path.name) for path in Path("/proc").glob("[0-9]*")}
    for seed in range(RUNS):
        fault, at = seeded(seed)
        found: list[tuple[str, dict[str, Any]]] = []
        engine = None
        told = ""
        try:
            engine = rogue(fault, at)
            engine._deadline = 0.5 if fault in HUNG else LONG
            for one in play(engine, seed):
                found += [one]
        except EngineFault as error:
            given_up += 1
            told = str(error)
        finally:
            if engine is not None:
                engine.close()
        assert told.startswith("engine rogue: asked {") if told else len(found) == 13
        assert "\n" not in told
        assert alive(token) == [], (seed, fault, at)
    own = [pid for pid in {int(path.name) for path in Path("/proc").glob("[0-9]*")} - before if child(pid)]
    assert own == []
    assert given_up > RUNS // 2


def child(pid: int) -> bool:
    """Whether a process is a child of this one, be it ended."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]) == os.getpid()
    except OSError:
        return False


def test_the_warden_kills_what_left_the_session(token: str) -> None:
    """By itself: with a command that forks into another session and ends at once."""
    import socket

    own, control = socket.socketpair()
    code = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    os.fork()\n    time.sleep(60)"
    words = [sys.executable, "-I", "-S", warden.__file__, str(control.fileno())]
    process = subprocess.Popen(
        [*words, sys.executable, "-I", "-S", "-c", code],
        pass_fds=(control.fileno(),),
        stdin=subprocess.DEVNULL,
    )
    control.close()
    assert own.recv(100) == b"ended 0\n"
    until = time.monotonic() + 60
    while len(alive(token)) < 3:
        assert time.monotonic() < until
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)  # which it does not heed
    own.close()
    assert process.wait(30) == 0
    assert alive(token) == []
