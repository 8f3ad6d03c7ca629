"""Engines that are Python objects."""

from __future__ import annotations

import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from queensbench.conformance.engine import EngineAdapter, EngineFault
from queensbench.conformance.python_host import InProcess, load
from queensbench.errors import BadInput


class Counter(EngineAdapter):
    """It counts."""

    version = "1"

    def reset(self, seats: list[str]) -> None:
        self.seats, self.n = seats, 0

    def do(self, moves: list[dict[str, Any]]) -> dict[str, Any] | None:
        if self.n > 2:
            return {"refused": "full"}
        self.n += moves[0]["args"]["k"]
        moves[0]["args"].clear()  # what it does with a request is its own affair
        return None

    def state(self, seat: str | None) -> dict[str, Any]:
        return {"state": {"n": self.n, "seats": self.seats}}

    def moves(self) -> dict[str, Any]:
        return {"moves": [{"move": "up", "args": {"k": 1}}]}


RESET: dict[str, Any] = {"instance": {"name": "full", "parameters": {}}, "seats": ["ANN"], "seed": 7}
UP: dict[str, Any] = {"moves": [{"seat": "ANN", "move": "up", "args": {"k": 2}}]}


def test_an_object_answers_as_a_program_would() -> None:
    with InProcess(Counter, "counter/count") as engine:
        assert (engine.name, engine.version, engine.can) == ("Counter", "1", frozenset({"state", "moves"}))
        assert engine.ask("reset", **RESET) == {}
        assert engine.ask("do", **UP) == {}
        assert UP["moves"][0]["args"] == {"k": 2}
        assert engine.ask("state", seat=None) == {"state": {"n": 2, "seats": ["ANN"]}}
        assert engine.ask("do", **UP) == {}
        assert engine.ask("do", **UP) == {"refused": "full"}
        assert engine.ask("quit") == {}


def test_what_an_engine_keeps_of_an_answer_it_cannot_change_later() -> None:
    class Shared(Counter):
        def reset(self) -> None:  # type: ignore[override]
            self.held: dict[str, Any] = {"n": 0}

        def do(self, moves: Any) -> None:
            self.held["n"] += 1

        def state(self, seat: Any) -> dict[str, Any]:
            return {"state": self.held}

    with InProcess(Shared(), "counter/count") as engine:
        engine.ask("reset", **RESET)
        found = engine.ask("state", seat=None)
        engine.ask("do", **UP)
        assert found == {"state": {"n": 0}}


def told(state: Any, *, seconds: float = 30.0, **more: Any) -> str:
    """The line with which an engine is given up whose `state` is this."""
    kind = type("Wrong", (Counter,), {"state": state, **more})
    engine = InProcess(kind, "counter/count", seconds=seconds)
    engine.ask("reset", **RESET)
    try:
        with pytest.raises(EngineFault) as raised:
            engine.ask("state", seat=None)
    finally:
        engine.close()
    text = str(raised.value)
    assert "\n" not in text
    return text


def raises(error: BaseException) -> Any:
    def state(self: Any) -> Any:
        raise error

    return state


HEAD = 'engine Wrong: asked {"ask": "state", "seat": null}, answered '
MEND = "; mend the engine or its adapter"


def test_what_an_engine_raises_is_told_with_its_place() -> None:
    line = raises(ValueError()).__code__.co_firstlineno + 1
    place = f" (test_python_host.py:{line})"
    assert (
        told(raises(ValueError("no\ncards"))) == f"{HEAD}nothing: it raised ValueError: no cards{place}{MEND}"
    )
    assert told(raises(SystemExit(3))) == f"{HEAD}nothing: it raised SystemExit: 3{place}{MEND}"
    assert told(raises(MemoryError())) == f"{HEAD}nothing: it raised MemoryError{place}{MEND}"
    with pytest.raises(KeyboardInterrupt):
        told(raises(KeyboardInterrupt()))


def test_what_is_no_answer_is_told() -> None:
    circle: list[Any] = []
    circle.append(circle)
    plain = "; use dicts with texts as keys, lists, texts, whole numbers, truth values and None"
    assert told(lambda self: 3) == f'{HEAD}"3": that is no dict; return a dict, or None for an empty one'
    assert (
        told(lambda self: None)
        == f"{HEAD}{{}}: the answer to `state` lacks `state`; give an object of fields"
    )
    assert (
        told(lambda self: {"state": {"n": {1, 2}}})
        == f"""{HEAD}"{{'state': {{'n': {{1, 2}}}}}}": that is no JSON: Object of type set is not JSON serializable{plain}"""
    )
    assert told(lambda self: {"state": circle}).endswith(
        f"that is no JSON: Circular reference detected{plain}"
    )
    assert told(lambda self: {"state": {"n": float("nan")}}).endswith(
        f"that is no JSON: Out of range float values are not JSON compliant{plain}"
    ) or sys.version_info >= (3, 12)
    assert told(lambda self: {"state": {"n": "x" * 4_000_001}}).endswith(
        "...: that has more than 4,000,000 bytes; answer less"
    )


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms here")
def test_an_object_that_hangs_is_given_up_at_its_deadline() -> None:
    before = signal.getsignal(signal.SIGALRM)

    def hang(self: Any) -> Any:
        while True:
            try:
                time.sleep(60)
            except Exception:  # noqa: BLE001 - which does not help it
                continue

    assert (
        told(hang, seconds=0.3)
        == f"{HEAD}nothing: its 0.3 seconds are over; answer in time, or give it more with --seconds"
    )
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_outside_the_main_thread_there_is_no_deadline_and_all_else_works() -> None:
    found: list[Any] = []

    def run() -> None:
        with InProcess(Counter, "counter/count", seconds=0.001) as engine:
            found.extend((engine.ask("reset", **RESET), engine.ask("state", seat=None)))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == [{}, {"state": {"n": 0, "seats": ["ANN"]}}]


def test_what_an_engine_prints_goes_to_the_error_stream(capsys: pytest.CaptureFixture[str]) -> None:
    class Loud(Counter):
        def state(self, seat: Any) -> dict[str, Any]:
            print("aloud")
            return {"state": {}}

    with InProcess(Loud, "counter/count") as engine:
        engine.ask("reset", **RESET)
        engine.ask("state", seat=None)
    assert capsys.readouterr() == ("", "aloud\naloud\n")  # asked twice: the first observation


def test_a_method_takes_what_the_request_has() -> None:
    class Wants(Counter):
        def state(self, player: Any) -> dict[str, Any]:
            return {"state": {}}

    with pytest.raises(EngineFault) as raised:
        InProcess(Wants, "counter/count")
    assert (
        str(raised.value)
        == "engine Wants: its method `state` takes `player`, which the request does not have; use seat"
    )


def test_an_engine_without_its_methods_and_one_that_cannot_be_made() -> None:
    class Lazy:
        def reset(self) -> None: ...

    class Shy(EngineAdapter):
        def reset(self) -> None: ...

        def do(self, moves: Any) -> None: ...

    class Broken(Counter):
        def __init__(self) -> None:
            raise RuntimeError("no board")

    with pytest.raises(EngineFault) as raised:
        InProcess(Lazy, "counter/count")
    assert str(raised.value) == "engine Lazy: it has no method `do`; write `def do(self, ...)`"
    with pytest.raises(EngineFault) as raised:
        InProcess(Shy(), "counter/count")
    assert str(raised.value) == (
        'engine Shy: asked {"ask": "hello", "protocol": 1, "mode": "counter/count"}, answered {"name": "Shy", "version": "", '
        '"protocol": 1, "can": []}: it can say neither `state` nor `result`; answer one of them, and name it in `can`'
    )
    with pytest.raises(EngineFault) as raised:
        InProcess(Broken, "counter/count")
    line = Broken.__init__.__code__.co_firstlineno + 1
    assert (
        str(raised.value)
        == f'engine Broken: asked {{"ask": "hello"}}, answered nothing: it raised RuntimeError: no board '
        f"(test_python_host.py:{line}){MEND}"
    )


def test_an_object_that_changes_its_mind_about_a_position_it_came_back_to() -> None:
    class Moody(Counter):
        def snapshot(self) -> dict[str, Any]:
            return {"snapshot": {"n": self.n}}

        def undo(self, snapshot: Any) -> None:
            self.n = snapshot["n"] + 1

    with InProcess(Moody, "counter/count") as engine:
        engine.ask("reset", **RESET)
        engine.ask("state", seat=None)
        here = engine.ask("snapshot")["snapshot"]
        engine.ask("do", **UP)
        engine.ask("state", seat=None)
        engine.ask("undo", snapshot=here)
        with pytest.raises(EngineFault) as raised:
            engine.ask("state", seat=None)
    assert str(raised.value) == (
        'engine Moody: asked {"ask": "state", "seat": null}, answered {"state": {"n": 1}}: in the same position it has '
        'answered {"state": {"n": 0}} before; answer the same question in the same position alike'
    )


def test_the_order_of_moves_is_no_change_of_mind() -> None:
    class Shuffled(Counter):
        way = 1

        def moves(self) -> dict[str, Any]:
            self.way = -self.way
            return {"moves": [{"move": "up", "args": {"k": k}} for k in (1, 2)][:: self.way]}

    with InProcess(Shuffled, "counter/count") as engine:
        engine.ask("reset", **RESET)
        assert engine.ask("moves") == {"moves": [{"move": "up", "args": {"k": k}} for k in (1, 2)]}
        assert engine.ask("moves") == {"moves": [{"move": "up", "args": {"k": k}} for k in (2, 1)]}


BAD = {
    "engine": "engine names no engine; write `--python module:Class`",
    "engine:": "engine: names no engine; write `--python module:Class`",
    "nowhere_at_all:Engine": "nowhere_at_all cannot be imported: ModuleNotFoundError: No module named 'nowhere_at_all'; mend it, "
    "or name a module that is there",
    "engine_that_ends:Engine": "engine_that_ends cannot be imported: SystemExit: 4 (engine_that_ends.py:2); mend it, or name a "
    "module that is there",
    "engine_of_mine:Engin": "engine_of_mine has no Engin; use Engine",
}


@pytest.mark.parametrize("target", BAD)
def test_an_engine_that_cannot_be_loaded_is_bad_input(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "engine_of_mine.py").write_text("class Engine: ...\n")
    (tmp_path / "engine_that_ends.py").write_text("import sys\nsys.exit(4)\n")
    with pytest.raises(BadInput) as raised:
        load(target, tmp_path)
    assert str(raised.value) == f"--python: {BAD[target]}"
    for name in ("engine_of_mine", "engine_that_ends"):
        sys.modules.pop(name, None)


def test_an_engine_is_loaded_from_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may import from there later, too."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "engine_of_yours.py").write_text("class Outer:\n    class Engine:\n        own = 5\n")
    found: Any = load("engine_of_yours:Outer.Engine", tmp_path)
    assert found.own == 5
    assert sys.path[0] == str(tmp_path)
    del sys.modules["engine_of_yours"]
