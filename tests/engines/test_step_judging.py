"""Judging steps: code that is made anew is told how long the whole of what is left will take."""

from __future__ import annotations

import time
from itertools import accumulate, count
from typing import Any

import pytest

from queensbench.engines.runtime.box import Box
from queensbench.engines.simulate.playouts import PlaySettings
from queensbench.engines.steps import judging
from queensbench.engines.steps.judging import StepCode, StepGames, pairs_of
from queensbench.rules.system import build
from queensbench.rules.transforms.previous_states import build_stepping
from tests.engine_box import EngineBox
from tests.reference import hanoi

Told = list[tuple[float, float]]
MAKING = 1_000
"""The seconds that it takes to make code anew."""


@pytest.fixture(scope="module")
def box() -> EngineBox:
    found = next(one for one in hanoi.mode.all_instances() if one.name == "3 discs")
    return EngineBox("reference", hanoi.mode, found, build(hanoi.mode, found))


@pytest.fixture(scope="module")
def code(box: Box) -> StepCode:
    return StepCode(build_stepping(box.mode, box.instance))


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[Any, Told]:
    """By machine code the seconds and what is left, as they are told to it; a clock that goes on by one when asked."""
    clock, found = count(), dict[Any, Told]()

    def renewed(native: Any, seconds: float, left: float) -> bool:
        found.setdefault(id(native), []).append((seconds, left))
        for _ in range(MAKING):
            next(clock)
        return False

    monkeypatch.setattr(judging, "renewed", renewed)
    monkeypatch.setattr(judging, "LOOKING", 0)
    monkeypatch.setattr(judging, "PIECE", 2)
    monkeypatch.setattr(time, "thread_time", lambda: float(next(clock)))
    return found


def left(told: Told, more: list[float]) -> bool:
    """Whether what is left is each time all seconds until then, times the share of them that is to come.

    Those in which code was made are not among them.
    """
    assert all(seconds < MAKING for seconds, _ in told)
    spent = accumulate(seconds for seconds, _ in told)
    return [after for _, after in told] == [
        pytest.approx(all_ * part) for all_, part in zip(spent, more, strict=True)
    ]


def test_the_time_left_of_pairs_is_that_of_all_states_to_come(
    box: EngineBox, code: StepCode, told: dict[Any, Told]
) -> None:
    found = box.explored()
    shards = [shard.count for shard in found._store.shards]
    assert pairs_of(found, code, threads=1) is not None
    done = [sum(min(one, 2 * turn) for one in shards) for turn in range(1, (max(shards) + 1) // 2 + 1)]
    more = [found.states / one - 1 for one in done]
    assert len(more) > 3
    assert left(told[id(found._store.native)], more)
    assert left(told[id(code.native)], more)


def test_the_time_left_of_games_is_that_of_all_games_to_come(
    box: EngineBox, code: StepCode, told: dict[Any, Told]
) -> None:
    run = PlaySettings(box.raw(), box.parameters(), seed=1, max_steps=20)
    assert StepGames(box.native, box.system, code, run).play(5).games == 5
    more = [5 / done - 1 for done in range(1, 6)]
    assert left(told[id(box.native)], more)
    assert left(told[id(code.native)], more)
