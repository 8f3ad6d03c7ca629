"""The model checker Storm, on what the interpreter walks, agrees with the explorer and the solver, in exact fractions.

Storm shares nothing with this toolkit; the walk shares nothing with native code.  Storm's own default is iteration in
floating point that need not end near the value: all its answers here are in rational arithmetic.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from queensbench.analyses import export
from queensbench.engines.export.drn import drn
from queensbench.engines.runtime.kernels import CHOICE
from queensbench.engines.solve.attainment import NOT_SHOWN, VALUE, Attained, attained
from queensbench.engines.solve.objectives import aims_of, players_of
from queensbench.engines.solve.solver import solve
from queensbench.language import Mode
from tests.engine_box import EngineBox
from tests.engines.models import wager, well, wishes
from tests.engines.storming import agrees, both_attain, read
from tests.reference import kuhn_poker, push_your_luck
from tests.reference.walks import session


def box(path: str, instance: str) -> EngineBox:
    return EngineBox.at(path, instance)


# ------------------------------------------------------------------------------- reference games


@pytest.mark.parametrize(
    ("mode", "instance", "states", "answers"),
    [
        (push_your_luck.mode, "full", 89, 8),
        (push_your_luck.mode, "once", 17, 8),
        (push_your_luck.mode, "coin", 8, 8),
        (kuhn_poker.mode, "full", 58, 18),
        (wishes.mode, "full", 9, 12),
        (wishes.mode, "once", 6, 8),
        (wishes.mode, "again", 5, 8),
        (wishes.mode, "doubt", 9, 10),
        (wishes.mode, "trap", 9, 10),
    ],
    ids=lambda value: value.name if isinstance(value, Mode) else str(value),
)
def test_reference_games_with_chance(
    mode: Mode, instance: str, states: int, answers: int, tmp_path: Path
) -> None:
    walked, found = agrees(session(mode, instance), tmp_path)
    assert (len(walked.places), found) == (states, answers)


@pytest.mark.parametrize("mode", [kuhn_poker.mode, wager.mode, well.mode], ids=lambda mode: mode.name)
def test_both_players_attain_the_value(mode: Mode, tmp_path: Path) -> None:
    made = session(mode, "full")
    for player in players_of(made.system):
        both_attain(made, player, tmp_path)


MODELS = {
    "attic": 7,
    "bell": 4,
    "ferry": 24,
    "gap": 2,
    "ladder": 3,
    "lock": 2,
    "lots": 13,
    "mill": 4,
    "narrow": 8,
    "purse": 17,
    "quarrel": 6,
    "quay": 4,
    "quiet": 2,
    "race": 176,
    "row": 5,
    "shelf": 1,
    "shop": 6,
    "tale": 6,
    "twins": 19,
    "urn": 3,
    "wager": 87,
    "well": 23,
    "yard": 20,
}


@pytest.mark.parametrize("name", MODELS)
def test_storm_agrees_on_every_small_model(name: str, tmp_path: Path) -> None:
    """Every model of the tests but one, whose rules break, and one that is too large."""
    mode = import_module(f"tests.engines.models.{name}").mode
    walked, _ = agrees(session(mode), tmp_path)
    assert len(walked.places) == MODELS[name]


# ------------------------------------------------------------------------------------- the boxes

QUICK = [
    ("queen-of-scots", "short", 23),
    ("queue4/campaign", "two_games", 1_554),
    ("queue4/standard", "six", 4_911),
]
SLOW = [
    ("queens-collection/solo", "young", 3_298),
    ("queen-of-scots", "match", 5_247),
    ("queue4/ball-and-bouquets", "twins", 5_895),
    ("queen-of-scots", "jewels", 5_911),
    ("queen-of-scots", "duel", 8_643),
    ("queen-of-scots", "twins", 9_261),
    ("queen-of-scots", "people", 10_825),
    ("queens-collection/cooperative", "young", 11_953),
    ("queens-collection/cooperative", "harder", 19_619),
    ("queen-of-scots", "family", 35_455),
    ("queue4/ball-and-bouquets", "jacks", 41_496),
    ("queue4/ball-and-bouquets", "flowers", 56_348),
    ("queue4/standard", "eight", 61_730),
    ("queue4/bouquets", "nosegay", 64_016),
    ("queue4/royal-ball", "pairs", 68_036),
    ("queen-of-scots", "trio", 68_806),
    ("queen-is-dead", "blades", 71_599),
    ("queue4/campaign-bouquets", "two_bouquets", 99_867),
    ("queen-is-dead", "stage", 99_935),
]


@pytest.mark.parametrize(("path", "instance", "states"), QUICK)
def test_storm_agrees_on_small_boxes(path: str, instance: str, states: int, tmp_path: Path) -> None:
    walked, _ = agrees(box(path, instance), tmp_path)
    assert len(walked.places) == states


@pytest.mark.slow
@pytest.mark.parametrize(("path", "instance", "states"), SLOW)
def test_storm_agrees_on_larger_boxes(path: str, instance: str, states: int, tmp_path: Path) -> None:
    walked, _ = agrees(box(path, instance), tmp_path)
    assert len(walked.places) == states


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "instance", "player", "value"),
    [
        ("queen-is-dead", "blades", "WHITE", "7809161749619/16374562816000"),
        ("queen-is-dead", "stage", "WHITE", "29112747/65536000"),
    ],
)
def test_the_best_answers_to_both_strategies_come_to_the_value(
    path: str, instance: str, player: str, value: str, tmp_path: Path
) -> None:
    assert both_attain(box(path, instance), player, tmp_path) == Fraction(value)


@pytest.mark.slow
def test_the_first_of_equal_choices_comes_to_less_and_is_not_shown(tmp_path: Path) -> None:
    """The fault put back: of moves of the same exact value the first, in `blades`.  Storm says what that ensures."""
    made = box("queen-is-dead", "blades")
    solved = solve(made, [aims_of(made.system, "win", "WHITE")[0]])
    answer, arena = solved.answers[0], solved.arena
    side = answer.aim.maximising(arena)
    values = answer.worst
    assert values.exact(solved.start) == Fraction(7809161749619, 16374562816000)
    changed = 0
    for state in np.flatnonzero((arena.role == CHOICE) & (side != 0)).tolist():
        after = [values.exact(target) for target in arena.successors(state)]
        first = after.index(values.exact(state))
        changed += first != values.best[state]
        values.best[state] = first
    assert changed == 228
    assert attained(arena, side, values) == Attained(NOT_SHOWN, VALUE)
    walked = export.walked(made, {}, choose=export.strategy(made, solved, answer, "WHITE"))
    storm = read(drn(walked, players_of(made.system)), tmp_path)
    assert storm('Pmin=? [F "wins_WHITE"]') == Fraction(161139647, 399769600)
