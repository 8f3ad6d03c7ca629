"""Stored choices attain the values: held against all answers, by brute force, and by the solver's own check."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from queensbench.engines.runtime import kernels as k
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.arena_values import solve_arena
from queensbench.engines.solve.attainment import BOUND, NOT_SHOWN, VALUE, Attained, attained
from queensbench.engines.solve.fractions import NO_MOVE
from queensbench.engines.solve.objectives import aims_of
from queensbench.engines.solve.solver import solve
from queensbench.engines.solve.values import Values
from tests.engines.models import wishes
from tests.engines.test_solve_values import Drawn, by_strategies, chain, strategies
from tests.reference.walks import session

SEEDS = 150


@cache
def drawn(seed: int) -> Drawn:
    return Drawn(seed, 8, forward=False)


def solved(one: Drawn, *, most_python: int = 2_000_000) -> Values:
    return solve_arena(one.arena(), np.array(one.payoff), np.array(one.side), most_python=most_python)


def ensured(one: Drawn, values: Values, side: int) -> list[Fraction]:
    """The value that the stored choices of a side keep against the best answer, found by trying all answers."""
    picks = {}
    for state, role in enumerate(one.roles):
        if role == k.CHOICE and one.side[state] == side:
            place = int(values.best[state])
            picks[state] = state if place == NO_MOVE else one.moves[state][place][0]
    answers = [chain(one, picks | theirs) for theirs in strategies(one, 1 - side)]
    return [(min if side else max)(column) for column in zip(*answers, strict=True)]


def first_of_equals(one: Drawn, values: Values) -> None:
    """Store the first of the moves of equal value, as the solver once did."""
    exact = [values.exact(s) for s in range(len(one.roles))]
    for state, role in enumerate(one.roles):
        if role == k.CHOICE:
            after = [values.endless if t == state else exact[t] for t, _ in one.moves[state]]
            values.best[state] = after.index(exact[state])


@pytest.mark.parametrize("seed", range(SEEDS))
def test_values_are_exact_and_both_sides_attain_them(seed: int) -> None:
    one = drawn(seed)
    values = solved(one)
    exact = by_strategies(one)
    assert [values.exact(s) for s in range(8)] == exact
    assert ensured(one, values, 1) == exact
    assert ensured(one, values, 0) == exact
    assert attained(one.arena(), np.array(one.side), values) == Attained(VALUE, VALUE)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_where_values_are_bounds_the_choices_ensure_those(seed: int) -> None:
    one = drawn(seed)
    values = solved(one, most_python=0)
    found = attained(one.arena(), np.array(one.side), values)
    assert found == (Attained(VALUE, VALUE) if values.low is None else Attained(BOUND, BOUND))
    mine, theirs = ensured(one, values, 1), ensured(one, values, 0)
    for state in range(8):
        low, up = values.bounds(state)
        assert mine[state] >= low
        assert theirs[state] <= up


def test_the_first_of_equal_choices_does_not_attain_and_is_not_shown() -> None:
    """The fault put back: the check says so exactly where brute force does."""
    lost = 0
    for seed in range(SEEDS):
        one = drawn(seed)
        values = solved(one)
        first_of_equals(one, values)
        right = ensured(one, values, 1) == by_strategies(one)
        shown = attained(one.arena(), np.array(one.side), values)
        assert shown == Attained(VALUE if right else NOT_SHOWN, VALUE)
        lost += not right
    assert lost == 4


@pytest.mark.parametrize("side", [0, 1])
def test_any_other_choice_is_not_shown_unless_it_attains(side: int) -> None:
    """Every stored choice changed to every other move, one at a time."""
    right = wrong = 0
    for seed in range(60):
        one = drawn(seed)
        values, exact = solved(one), by_strategies(one)
        for state, role in enumerate(one.roles):
            if role != k.CHOICE or one.side[state] != side or values.best[state] == NO_MOVE:
                continue
            stored = int(values.best[state])
            for place in set(range(len(one.moves[state]))) - {stored}:
                values.best[state] = place
                found = attained(one.arena(), np.array(one.side), values)
                attains = ensured(one, values, side) == exact
                assert (found.most if side else found.least) == (VALUE if attains else NOT_SHOWN)
                right, wrong = right + attains, wrong + (not attains)
            values.best[state] = stored
    assert right > 10
    assert wrong > 20


def test_a_value_that_is_wrong_is_not_shown() -> None:
    for seed in range(60):
        one = drawn(seed)
        values = solved(one)
        play = [s for s, role in enumerate(one.roles) if role != k.OVER]
        if values.order.acyclic or not play:
            continue
        values.num[play[0]] += values.den[play[0]]
        assert NOT_SHOWN in vars(attained(one.arena(), np.array(one.side), values)).values()


def test_values_beyond_64_bits_on_a_cycle() -> None:
    """A player throws until it comes well: 40 throws in a row, each of which may lead back to the start."""
    count, big = 40, 1_000_003
    roles = [k.CHANCE] * count + [k.OVER, k.OVER]
    off, succ, weight = [0], [], []
    for state in range(count):
        succ += [state + 1, 0, count + 1]
        weight += [big + 37 * state, 1, 1]
        off.append(len(succ))
    arena = Arena(
        np.array(roles, np.uint8),
        np.array([*off, len(succ), len(succ)]),
        np.array(succ, np.uint32),
        np.array(weight, np.uint32),
    )
    values = solve_arena(arena, np.array([0] * count + [1, 0]), np.ones(count + 2, np.uint8))
    # By hand: x = a + b x, where a is the product of all steps on, b the sum of the ways back.
    on, back = Fraction(1), Fraction(0)
    for state in range(count):
        back += on * Fraction(1, big + 37 * state + 2)
        on *= Fraction(big + 37 * state, big + 37 * state + 2)
    assert values.exact(0) == on / (1 - back)
    assert 0 in values.big
    assert attained(arena, np.ones(count + 2, np.uint8), values) == Attained(VALUE, VALUE)


@cache
def waiting() -> Arena:
    """State 0 may wait in 1, which leads back, or end with 1 now; both choices promise the same."""
    roles = np.array([k.CHOICE, k.CHOICE, k.OVER, k.OVER], np.uint8)
    return Arena(
        roles, np.array([0, 2, 3, 3, 3]), np.array([1, 2, 0], np.uint32), np.ones(3, np.uint32), starts=(0,)
    )


def test_who_waits_for_ever_gets_nothing() -> None:
    arena, payoff, side = waiting(), np.array([0, 0, 1, 0]), np.ones(4, np.uint8)
    values = solve_arena(arena, payoff, side)
    assert [values.exact(s) for s in (0, 1)] == [1, 1]
    assert values.best.tolist()[:2] == [1, 0]
    assert attained(arena, side, values) == Attained(VALUE, VALUE)
    values.best[0] = 0
    assert attained(arena, side, values) == Attained(NOT_SHOWN, VALUE)


def test_who_minimises_may_wait_for_ever() -> None:
    """The same for the other side: an end that costs 1, or none at all."""
    arena, payoff, side = waiting(), np.array([0, 0, 1, 0]), np.zeros(4, np.uint8)
    values = solve_arena(arena, payoff, side)
    assert [values.exact(s) for s in (0, 1)] == [0, 0]
    assert values.best.tolist()[:2] == [0, 0]
    assert attained(arena, side, values) == Attained(VALUE, VALUE)


def test_solve_gives_no_strategy_that_was_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the check fails, no choice is marked, and how best play ends is not said."""
    made = session(wishes.mode, "again")
    aims = aims_of(made.system)
    found = solve(made, aims)
    answer = found.answers[0]
    assert answer.mine == VALUE
    assert [o.stored for o in found.options(answer, found.start)].count(True) == 1
    monkeypatch.setattr(
        "queensbench.engines.solve.solver.attained", lambda *_: Attained(NOT_SHOWN, NOT_SHOWN)
    )
    found = solve(made, aims)
    answer = found.answers[0]
    assert answer.mine == NOT_SHOWN
    assert not any(o.stored for o in found.options(answer, found.start))
    assert found.spread(answer) is None


def test_what_rests_on_a_cycle_is_not_told_as_too_large() -> None:
    """A chance state above a round: its value is 1/6, and nothing here is beyond 64 bits."""
    roles = np.array([k.CHANCE, k.CHOICE, k.CHANCE, k.OVER, k.OVER], np.uint8)
    arena = Arena(
        roles,
        np.array([0, 2, 3, 5, 5, 5]),
        np.array([1, 4, 2, 1, 3], np.uint32),
        np.array([1, 5, 1, 1, 1], np.uint32),
    )
    for most_python in (0, 100):
        values = solve_arena(arena, np.array([0, 0, 0, 1, 0]), np.ones(5, np.uint8), most_python=most_python)
        assert values.lost == 0
        assert values.exact(0) in (None, Fraction(1, 6))
    assert values.exact(0) == Fraction(1, 6)


def test_where_play_without_a_score_may_count_as_either_strategies_ensure_bounds() -> None:
    """The rules may be silent: then the answer is two bounds, and each side ensures one; not so once it is said."""
    made = session(wishes.mode, "doubt")
    aims = aims_of(made.system)
    either, said = (solve(made, aims, silent=silent).answers[0] for silent in ("", 2))
    assert (either.mine, either.theirs) == (BOUND, BOUND)
    assert (said.mine, said.theirs) == (VALUE, VALUE)
    part = solve(made, aims, max_states=4).answers[0]
    assert (part.mine, part.theirs) == (BOUND, BOUND)
