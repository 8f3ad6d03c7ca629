"""Weights and scores beyond 32 bits: exact shares, likely draws, and a score that is no status."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from queensbench.analyses.best_play import number
from queensbench.engines.coupled.playouts import Luck
from queensbench.engines.explore.explorer import explore
from queensbench.engines.runtime import kernels as k
from queensbench.engines.simulate.playouts import PlaySettings, playouts
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.arena_values import solve_arena
from queensbench.engines.solve.objectives import aims_of
from queensbench.engines.solve.outcome_distribution import spread_of
from queensbench.engines.solve.solver import Solved, solve
from queensbench.errors import BadInput, ModelError
from queensbench.language import Mode
from queensbench.rendering.best_play_tables import share_text, value_text
from queensbench.rules.system import build
from tests.engine_box import EngineBox
from tests.engines.models import heavy


def session(mode: Mode) -> EngineBox:
    return EngineBox("heavy", mode, mode.full, build(mode, mode.full, ruleset="heavy"))


def solved(mode: Mode) -> Solved:
    made = session(mode)
    return solve(made, aims_of(made.system))


def value(found: Solved) -> Fraction | None:
    return found.answers[0].worst.exact(found.start)


def test_weights_beyond_32_bits_are_shares() -> None:
    found = solved(heavy.apart_mode)
    assert value(found) == Fraction(2**32, 2**32 + 1)
    assert found.arena.weights(found.start) == [1, 2**32]


def test_weights_that_come_to_more_than_64_bits_are_shares_in_lowest_terms() -> None:
    found = solved(heavy.large)
    assert value(found) == Fraction(2, 61)
    assert found.arena.weights(found.start) == [1] * 59 + [2]
    assert found.answers[0].worst.lost == 0


def test_weights_that_are_too_large_in_lowest_terms_are_told() -> None:
    with pytest.raises(ModelError) as error:
        solved(heavy.too_large)
    assert str(error.value) == (
        "heavy/too-large: the weights of the chance events come to 2**62 or more, even in lowest terms, after 0 moves"
    )
    assert error.value.remedy == "give smaller weights in the same proportions"


def share(mode: Mode, games: int = 30_000) -> float:
    made = session(mode)
    found = playouts(made.native, made.system, PlaySettings(seed=1), games=games)
    assert found.games == games
    return found.scores[0].sum / games


def test_what_is_twice_as_likely_is_drawn_twice_as_often() -> None:
    """It was never drawn: the sum of the weights had wrapped."""
    assert share(heavy.large) == pytest.approx(2 / 61, rel=0.1)
    assert share(heavy.too_large) == pytest.approx(1 / 60, rel=0.1)
    assert share(heavy.apart_mode) == 1


def test_games_of_the_same_luck_draw_alike() -> None:
    system = build(heavy.large, heavy.large.full, ruleset="heavy")
    luck = Luck(system)
    scores = [luck.play([], seed=3, game=game)[1][-1] for game in range(3_000)]
    assert sum(scores) / len(scores) == pytest.approx(2 / 61, rel=0.3)


def test_a_score_below_every_status_is_a_score() -> None:
    worth = -(2**43) - 1
    found = solved(heavy.in_debt)
    assert value(found) == worth
    made = session(heavy.in_debt)
    explored = explore(made.native, made.system)
    assert (explored.states, explored.scores[0].least, explored.scores[0].greatest) == (4, worth, worth)
    played = playouts(made.native, made.system, PlaySettings(seed=1), games=5000)
    assert (played.scores[0].sum, played.scores[0].least) == (5_000 * worth, worth)


def test_the_sum_of_scores_is_exact_beyond_64_bits() -> None:
    made = session(heavy.in_debt)
    games = 2**21 + 3  # 2**64 and more together
    found = playouts(made.native, made.system, PlaySettings(seed=1, check=False), games=games)
    assert found.scores[0].sum == -(2**43 + 1) * games < -(2**64)


def test_an_end_that_needs_a_weight_says_so() -> None:
    with pytest.raises(BadInput) as error:
        solved(heavy.weightless)
    assert str(error.value) == (
        "heavy/weightless full: no outcome of draw_nothing has a weight after turn_on(): all are 0; "
        "give at least one outcome a weight from 1 up"
    )


def arena(roles: list[int], moves: list[list[tuple[int, int]]]) -> Arena:
    off = np.cumsum([0, *(len(mine) for mine in moves)])
    flat = [move for mine in moves for move in mine]
    return Arena(
        np.array(roles, np.uint8),
        off,
        np.array([t for t, _ in flat], np.uint32),
        np.array([w for _, w in flat], np.int64),
    )


def test_a_value_that_fits_is_not_counted_as_one_that_does_not() -> None:
    """1/p and 1/q, weighted p and q, come to 2 / (p + q), though p * q is beyond 64 bits on the way."""
    p, q = 2**33 + 17, 2**33 + 29
    drawn: list[list[tuple[int, int]]] = [
        [(1, p), (2, q)],
        [(3, 1), (4, p - 1)],
        [(3, 1), (4, q - 1)],
        [],
        [],
    ]
    made = arena([k.CHANCE] * 3 + [k.OVER] * 2, drawn)
    found = solve_arena(made, np.array([0, 0, 0, 1, 0]), np.zeros(5, np.uint8))
    assert found.exact(0) == Fraction(2, p + q)
    assert (found.lost, found.big) == (0, {})
    spread = spread_of(made, found, 0)
    assert spread is not None
    (zero, one) = spread.by(np.array([0, 0, 0, 1, 0]))
    assert (one.low, one.up) == (Fraction(2, p + q),) * 2
    assert zero.low == 1 - one.low


def test_shares_of_heavy_draws_lie_between_their_bounds() -> None:
    """Without fractions, what weighs too much for products of 64 bits is rounded outwards."""
    drawn: list[list[tuple[int, int]]] = [[(1, 2**61 - 1), (2, 3)], [(2, 2**59 + 1), (3, 2**60)], [], []]
    made = arena([k.CHANCE] * 2 + [k.OVER] * 2, drawn)
    found = solve_arena(made, np.array([0, 0, 5, 7]), np.zeros(4, np.uint8))
    spread = spread_of(made, found, 0)
    assert spread is not None
    for state, exact in spread.exact.items():
        if state > 1:
            low, up = (
                Fraction(int(spread.low[state]), spread.unit),
                Fraction(int(spread.up[state]), spread.unit),
            )
            assert low <= exact <= up
            assert up - low < Fraction(1, 10**8)


@pytest.mark.parametrize(
    ("fraction", "text", "percent"),
    [
        (Fraction(1, 4294967297), "1/4294967297 = 2.33e-10", "2.33e-08 %"),
        (Fraction(0), "0", "0.0000 %"),
        (Fraction(1, 3), "1/3 = 0.333333", "33.3333 %"),
        (Fraction(-1, 10**6), "-1/1000000 = -1e-06", ""),
    ],
)
def test_a_small_value_is_not_told_as_nought(fraction: Fraction, text: str, percent: str) -> None:
    data: dict[str, Any] = number(fraction, fraction)
    assert value_text(data) == text
    assert not percent or share_text(data) == percent
