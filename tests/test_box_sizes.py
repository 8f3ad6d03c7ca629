"""How many states a model says a box has: what the explorer finds (of the smaller boxes; an audit shows all)."""

from __future__ import annotations

import pytest

from queensbench.language.modes import Instance, Mode
from queensbench.project.projects import Ruleset, load, system
from tests.engine_box import EngineBox

MOST = 12_000


def boxes() -> list[tuple[Ruleset, Mode, Instance]]:
    return [
        (ruleset, mode, instance)
        for ruleset in load().rulesets.values()
        for mode in ruleset.modes.values()
        for instance in mode.all_instances()
        if instance.explore and instance is not mode.full
    ]


SMALL = [box for box in boxes() if 0 < box[2].states <= MOST]


def test_every_box_that_is_exhausted_says_how_many_states_it_has() -> None:
    assert [(mode.name, box.name) for _, mode, box in boxes() if not box.states] == []


@pytest.mark.parametrize("box", SMALL, ids=[f"{r.name}-{m.name}-{i.name}" for r, m, i in SMALL])
def test_a_box_has_as_many_states_as_it_says(box: tuple[Ruleset, Mode, Instance]) -> None:
    ruleset, mode, instance = box
    found = EngineBox(ruleset.name, mode, instance, system(ruleset, mode, instance)).explored()
    assert found.complete
    assert found.states == instance.states
