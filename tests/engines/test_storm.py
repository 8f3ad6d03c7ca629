"""The model checker Storm, on what the interpreter walks, agrees with the explorer and the solver, in exact fractions.

Storm shares nothing with this toolkit; the walk shares nothing with native code.  Storm's own default is iteration in
floating point that need not end near the value: all its answers here are in rational arithmetic.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from queensbench import exporting
from queensbench.engines.drn import drn
from queensbench.engines.kernels import CHOICE
from queensbench.engines.solve import solve
from queensbench.engines.solve_aims import aims_of, players_of
from queensbench.engines.solve_attain import NOT_SHOWN, VALUE, Attained, attained
from queensbench.engines.workshop import Workshop
from queensbench.language import Mode
from tests.engines.models import wishes
from tests.engines.storming import agrees, both_attain, read
from tests.reference import kuhn_poker, push_your_luck
from tests.reference.walks import workshop


def box(path: str, instance: str) -> Workshop:
    return exporting.opened(path, instance, (), ())[0]


# ------------------------------------------------------------------------------- reference games


@pytest.mark.parametrize(
    ("mode", "instance", "states", "answers"),
    [
        (push_your_luck.mode, "full", 89, 10),
        (push_your_luck.mode, "once", 17, 10),
        (push_your_luck.mode, "coin", 8, 10),
        (kuhn_poker.mode, "full", 58, 18),
        (wishes.mode, "full", 9, 14),
        (wishes.mode, "once", 6, 10),
        (wishes.mode, "again", 5, 10),
        (wishes.mode, "doubt", 9, 12),
        (wishes.mode, "trap", 9, 12),
    ],
    ids=lambda value: value.name if isinstance(value, Mode) else str(value),
)
def test_reference_games_with_chance(
    mode: Mode, instance: str, states: int, answers: int, tmp_path: Path
) -> None:
    walked, found = agrees(workshop(mode, instance), tmp_path)
    assert (len(walked.places), found) == (states, answers)


@pytest.mark.parametrize("mode", [kuhn_poker.mode], ids=lambda mode: mode.name)
def test_both_players_attain_the_value(mode: Mode, tmp_path: Path) -> None:
    made = workshop(mode, "full")
    for player in players_of(made.system):
        both_attain(made, player, tmp_path)


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
def test_small_boxes(path: str, instance: str, states: int, tmp_path: Path) -> None:
    walked, _ = agrees(box(path, instance), tmp_path)
    assert len(walked.places) == states


@pytest.mark.slow
@pytest.mark.parametrize(("path", "instance", "states"), SLOW)
def test_boxes(path: str, instance: str, states: int, tmp_path: Path) -> None:
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
    walked = exporting.walked(made, {}, choose=exporting.strategy(made, solved, answer, "WHITE"))
    storm = read(drn(walked, players_of(made.system)), tmp_path)
    assert storm('Pmin=? [F "wins_WHITE"]') == Fraction(161139647, 399769600)
