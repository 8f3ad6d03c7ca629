"""A question to z3 that Ctrl-C ends: whoever asked goes on only after z3 has stopped."""

from __future__ import annotations

import re
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import z3

import queensbench
from queensbench.engines.runtime import asking as asking_z3
from queensbench.engines.runtime.asking import Asking, asking
from queensbench.engines.search.encoding import solver_for

PACKAGE = Path(queensbench.__file__).parent


def test_ctrl_c_waits_until_z3_has_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    told: list[str] = []

    def search(self: Asking, *assumptions: Any) -> Any:
        assert stop.wait(60)
        time.sleep(0.2)
        told.append("stopped")
        return z3.unknown

    monkeypatch.setattr(z3.Solver, "check", search)
    monkeypatch.setattr(Asking, "interrupt", lambda self: stop.set())
    main = threading.main_thread().ident
    assert main is not None
    threading.Timer(0.2, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        solver_for("integers").check()
    assert told == ["stopped"]


def test_what_z3_raises_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Asking, *assumptions: Any) -> Any:
        raise z3.Z3Exception(b"out of memory")

    monkeypatch.setattr(z3.Solver, "check", refuse)
    with pytest.raises(z3.Z3Exception, match="out of memory"):
        solver_for("integers").check()


@pytest.mark.parametrize("error", [MemoryError(), ZeroDivisionError("of ours"), SystemExit(4)])
def test_whatever_ends_the_thread_of_z3_is_raised_by_who_waits(
    monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def broken(self: Asking, *assumptions: Any) -> Any:
        raise error

    monkeypatch.setattr(z3.Solver, "check", broken)
    with pytest.raises(type(error)) as raised:
        solver_for("integers").check()
    assert raised.value is error


def test_ctrl_c_while_the_thread_of_z3_starts_waits_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """z3 already works then, and whoever was interrupted would free its terms meanwhile."""
    begun = threading.Thread.start
    told: list[str] = []

    def start(self: threading.Thread) -> None:
        begun(self)
        signal.raise_signal(signal.SIGINT)

    def search(self: Asking, *assumptions: Any) -> Any:
        time.sleep(0.3)
        told.append("stopped")
        return z3.unknown

    monkeypatch.setattr(z3.Solver, "check", search)
    monkeypatch.setattr(Asking, "interrupt", lambda self: None)
    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(KeyboardInterrupt):
        solver_for("integers").check()
    assert told == ["stopped"]


def test_a_second_ctrl_c_does_not_leave_z3_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def search(self: Asking, *assumptions: Any) -> Any:
        time.sleep(0.5)
        told.append("stopped")
        return z3.unknown

    monkeypatch.setattr(z3.Solver, "check", search)
    monkeypatch.setattr(Asking, "interrupt", lambda self: signal.raise_signal(signal.SIGINT))
    main = threading.main_thread().ident
    assert main is not None
    threading.Timer(0.1, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        solver_for("integers").check()
    assert told == ["stopped"]


PROVERS = {
    "engines/prove/obligation_context.py",
    "engines/prove/questions.py",
    "engines/runtime/asking.py",
    "readers/differential/symbolic_answers.py",
}
"""Who makes solvers of z3's own: processes that a signal ends at once, what asks nothing, and what only tests run."""


def test_whoever_asks_z3_in_a_command_hears_signals_meanwhile() -> None:
    own = re.compile(r"z3\.(?:SimpleSolver|Solver|SolverFor|Optimize|Fixedpoint)\(|\)\.solver\(\)")
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if own.search(path.read_text(encoding="utf-8"))
    }
    assert found == PROVERS


def test_where_no_signal_is_taken_z3_needs_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process of a pool, which its parent ends."""
    asked: list[str] = []

    def search(self: Asking, *assumptions: Any) -> Any:
        asked.append(threading.current_thread().name)
        return z3.unsat

    monkeypatch.setattr(z3.Solver, "check", search)
    monkeypatch.setattr(asking_z3, "taken", dict)
    assert asking("QF_LIA").check() == z3.unsat
    assert asked == ["MainThread"]


def test_the_thread_of_z3_has_ended_and_holds_no_term_when_the_answer_is_there() -> None:
    term = z3.Bool("b")
    for _ in range(50):
        assert solver_for("one-hot").check(term) == z3.sat
        assert not [one.name for one in threading.enumerate() if "ask" in one.name]
