"""Proofs that are cut short: by Ctrl-C, or where two processes in a row are lost at a goal."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic

import pytest

from queensbench.analyses.verdicts import proofs
from queensbench.engines.prove import worker_pool
from queensbench.engines.prove.worker_pool import INTERRUPTED, LOST, Job, Share
from queensbench.engines.runtime.ctrl_c import heeded
from queensbench.engines.runtime.pool import Question, Said
from queensbench.errors import ProcessLost
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engine_box import EngineBox
from tests.engines.models import purse

PURSE = EngineBox("purse", purse.mode, purse.mode.full, build(purse.mode, purse.mode.full, ruleset="purse"))
EVERY = {"conserved", "typed", "six-and-nothing-taken"}
"""What is proved of the purse under every reading; ``three`` is under the house reading."""


class Here(Generic[Question]):
    """A pool of one process, which is this one, and is lost at the jobs that ``losing`` names."""

    losing: Callable[[Job], bool] = staticmethod(lambda job: False)

    def __init__(self, answering: Any, system: ir.System, **_: object) -> None:
        self.answer = answering(system)
        self.begun = 1
        self.asked: Job | None = None

    def start(self, count: int) -> None:
        pass

    def close(self) -> None:
        self.asked = None

    def idle(self, count: int) -> list[int]:
        return [] if self.asked else [0]

    def submit(self, place: int, job: Job) -> None:
        self.asked = job

    def results(self, seconds: float) -> Iterator[Said[Job]]:
        job, self.asked = self.asked, None
        assert job is not None
        lost = self.losing(job)
        yield Said(0, job, ProcessLost("it was ended") if lost else self.answer(job, print), last=True)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "Pool", Here)


def interrupting(begin: str) -> Callable[[str], None]:
    """A listener to progress that sends Ctrl-C when it begins so, once."""
    told: list[str] = []

    def listen(text: str) -> None:
        if text.startswith(begin) and not told:
            told.append(text)
            signal.raise_signal(signal.SIGINT)

    return listen


def rows(found: proofs.Attempted) -> dict[str, tuple[str, str]]:
    return {row["name"]: (row["verdict"], row["why"]) for row in proofs.as_data(PURSE, found)["properties"]}


def test_ctrl_c_keeps_what_is_proved_by_then() -> None:
    found = proofs.attempted(PURSE, steps=0, share=Share(keep=True), progress=interrupting("house"))
    assert found.interrupted
    assert found.left > 0
    known = rows(found)
    assert {name for name, (verdict, _) in known.items() if verdict == "holds"} == EVERY
    assert known["three"] == ("unknown", "unknown: the proof was interrupted")
    assert proofs.as_data(PURSE, found)["interrupted"] is True
    assert {a.reason for _, claim in found.claims.values() for a in claim.open} >= {INTERRUPTED}


def test_ctrl_c_before_anything_is_proved_is_not_kept_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as lost:
        lost.setattr(Here, "losing", staticmethod(lambda job: True))
        with pytest.raises(KeyboardInterrupt):
            proofs.attempted(PURSE, steps=0, share=Share(keep=True), progress=interrupting("every reading"))
    with pytest.raises(KeyboardInterrupt):  # nor where nobody wants the part
        proofs.attempted(PURSE, steps=0, progress=interrupting("house"))


def test_without_ctrl_c_nothing_is_called_interrupted() -> None:
    found = proofs.attempted(PURSE, steps=0, share=Share(keep=True))
    assert not found.interrupted
    assert found.left == 0
    assert {name for name, (verdict, _) in rows(found).items() if verdict == "holds"} == {*EVERY, "three"}
    assert "interrupted" not in proofs.as_data(PURSE, found)


def test_what_processes_are_lost_at_stays_open_and_the_rest_is_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take = [one.name for one in PURSE.system.transitions].index("take")
    judge = [one.name for one in PURSE.system.judges].index("conserved")
    asked: list[bool] = []

    def losing(job: Job) -> bool:
        _, goals, is_hard, *_ = job
        lost = any(goal.transition == take and goal.judge == judge for goal in goals)
        asked.append(is_hard and lost)
        return lost

    monkeypatch.setattr(Here, "losing", staticmethod(losing))
    with pytest.raises(ProcessLost):
        proofs.attempted(PURSE, steps=0)
    found = proofs.attempted(PURSE, steps=0, share=Share(keep=True))
    known = rows(found)
    assert known["conserved"] == ("unknown", "unknown: processes were lost")
    assert known["typed"][0] == "holds"
    assert known["starts-wrong"][0] == "fails"
    assert not any(asked)  # it is not asked once more with more time
    assert not found.interrupted
    assert found.left == 0
    assert LOST in {a.reason for _, claim in found.claims.values() for a in claim.open}


@contextmanager
def handler() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_is_not_kept_back() -> None:
    with handler(), heeded() as found:
        signal.raise_signal(signal.SIGINT)
        assert found == [signal.SIGINT]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    with handler(), heeded() as found:
        pass
    assert found == []
