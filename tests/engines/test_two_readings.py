"""Best play under two readings of a ruling: values and positions of a wager, worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from queensbench.engines.boxes import LOOPS
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.solve import two_readings
from queensbench.engines.solve.best_players import best_games
from queensbench.engines.solve.objectives import aims_of
from queensbench.engines.solve.solver import Solved, solve
from queensbench.engines.solve.two_readings import TwoValues, held_together
from queensbench.rules.system import build
from tests.engines.models import reroll, wager, wishes
from tests.reference.walks import session

DECLS = {decl.name: decl for decl in wager.r.declared()}
ONE, NONE = Fraction(1), Fraction(0)


@cache
def solved(**readings: Any) -> Solved:
    mode = wager.mode
    system = build(mode, mode.full, ruleset="wager")
    box = Box("wager", mode, mode.full, system, LOOPS)
    return solve(box, aims_of(system)[:1], readings)


@pytest.mark.parametrize(
    ("name", "second", "common", "differ"),
    [
        # Red wins with a die of 4 and more, or else by the coin: 3 of 4 games, and 2 of 3 if only 5 is high.
        # Another value have the start, each of two marks, each then with a 4, and from there, where the coin is for
        # Blue, the call and its two ends: 1 + 2 + 2 + 2 * 3.
        ("high", Fraction(1, 3), 87, 11),
        ("again", Fraction(1, 2), 3, 0),  # a die that was thrown once is not seen before the coin
        ("marks", Fraction(1, 2), 87, 0),  # a third mark changes who wins nowhere
        ("called", Fraction(1, 2), 39, 0),
        ("six", Fraction(1, 2), 87, 0),  # of the score alone
    ],
)
def test_values_under_two_readings(name: str, second: Fraction, common: int, differ: int) -> None:
    (other,) = (one for one in DECLS[name].readings if one is not DECLS[name].house)
    found = held_together(solved(), solved(**{name: other}))
    # Red chooses first, so there is one deal: the start.
    changed = ONE if second != Fraction(1, 2) else NONE
    assert found == TwoValues(Fraction(1, 2), second, common, differ, 1, ONE, changed)


def test_a_die_that_is_thrown_again_on_0_is_no_deal_of_its_own() -> None:
    """Two deals of the same probability, of which one is worth another number; chance that stays is no event."""
    system = build(reroll.mode, reroll.mode.full, ruleset="reroll")
    box = Box("reroll", reroll.mode, reroll.mode.full, system, LOOPS)
    (other,) = (one for one in reroll.Pay if one is not reroll.Pay.TWO)
    two, three = (solve(box, aims_of(system)[:1], readings) for readings in ({}, {"pay": other}))
    # Another value have the start, a 2, and its end; the same a 1 and its end.
    assert held_together(two, three) == TwoValues(Fraction(3, 2), Fraction(2), 5, 3, 2, ONE, Fraction(1, 2))


def test_a_set_up_that_chance_never_leaves_is_where_play_stays() -> None:
    """Half of the deals go there; no event leads out of it, and its share stays with it."""
    ways = {0: [(1, 3), (2, 2), (0, 5), (2, 1)], 1: [(1, 7)]}
    arena = SimpleNamespace(
        role=np.array([k.CHANCE, k.CHANCE, k.CHOICE]),
        successors=lambda state: [target for target, _ in ways[state]],
        weights=lambda state: [weight for _, weight in ways[state]],
    )
    order = SimpleNamespace(queue=np.array([0, 1, 2]), acyclic=True)
    solved: Any = SimpleNamespace(arena=arena, order=order, start=0)
    assert two_readings._deals(solved) == {1: Fraction(1, 2), 2: Fraction(1, 2)}


def test_nothing_is_said_where_values_are_bounds() -> None:
    box = session(wishes.mode, "doubt")
    aims = aims_of(box.system)
    bounds, sure = (solve(box, aims, silent=silent) for silent in ("", 2))
    assert held_together(bounds, sure) is None
    told = held_together(sure, sure)
    assert told is not None
    assert told.first == told.second
    assert (told.common, told.differ) == (sure.exploration.states, 0)


@pytest.mark.parametrize(
    ("name", "classes"),
    [
        # Red has won by a four, one die in six, where one coin of two says otherwise: one game in twelve.
        ("high", {"winner": 85}),
        # The second throw takes the coin's random number: of two low throws and the coin, one game in four.
        ("again", {"winner": 251, "length": 749}),
        ("marks", {}),  # a third mark is no better than two
        ("called", {"length": 1_000}),
        ("six", {"score": 164}),
    ],
)
def test_best_players_under_two_readings(name: str, classes: dict[str, int]) -> None:
    (other,) = (one for one in DECLS[name].readings if one is not DECLS[name].house)
    found = best_games(solved(), solved(**{name: other}), games=1_000, seed=3)
    assert found is not None
    told = {name: number for name, number in found.classes.items() if number}
    assert (found.parted, told, found.cut) == (sum(classes.values()), classes, 0)


def test_games_that_meet_the_limit_are_in_no_class() -> None:
    (other,) = (one for one in DECLS["again"].readings if one is not DECLS["again"].house)
    found = best_games(solved(), solved(again=other), games=50, seed=3, most=3)
    assert found is not None
    assert found.parted == found.cut == 50
    assert sum(found.classes.values()) == 0
