"""Values of arenas: held against naive recursions with fractions that share nothing with the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.solve import kernels as loops
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.arena_values import solve_arena
from queensbench.engines.solve.cycle_kernels import StateOrder, Sweeping, ValueBounds, ValueTable, narrow
from queensbench.engines.solve.fractions import LOST, NO_MOVE
from queensbench.engines.solve.outcome_distribution import spread_of
from queensbench.engines.solve.values import order_of

Moves = list[list[tuple[int, int]]]
"""For each state its moves: where they lead, and their weights."""


class Drawn:
    """An arena drawn at random, in plain lists."""

    def __init__(self, seed: int, states: int, *, forward: bool, heavy: int = 5) -> None:
        random = Random(seed)
        self.roles: list[int] = []
        self.moves: Moves = []
        self.payoff: list[int] = []
        self.side: list[int] = []
        for state in range(states):
            last = state >= states - 2
            role = k.OVER if last else random.choice((k.CHOICE, k.CHOICE, k.CHANCE, k.CHANCE, k.OVER))
            self.roles.append(role)
            self.payoff.append(random.randint(-5, 9))
            self.side.append(random.randint(0, 1))
            low = state + 1 if forward else 0
            width = random.randint(1, 3) if role != k.OVER else 0
            weights = [random.randint(1, heavy) for _ in range(width)]
            self.moves.append([(random.randint(low, states - 1), w) for w in weights])

    def arena(self) -> Arena:
        off = np.cumsum([0, *(len(m) for m in self.moves)])
        flat = [move for mine in self.moves for move in mine]
        succ, weight = [t for t, _ in flat], [w for _, w in flat]
        return Arena(
            np.array(self.roles, np.uint8), off, np.array(succ, np.uint32), np.array(weight, np.uint32)
        )

    @property
    def worst(self) -> int:
        return min(p for p, role in zip(self.payoff, self.roles, strict=True) if role == k.OVER)


def naive(drawn: Drawn) -> list[Fraction]:
    """The values of an arena whose moves all lead on, from the last state to the first."""
    values = [Fraction(0)] * len(drawn.roles)
    for state in reversed(range(len(drawn.roles))):
        after = [values[t] for t, _ in drawn.moves[state]]
        if drawn.roles[state] == k.OVER:
            values[state] = Fraction(drawn.payoff[state])
        elif drawn.roles[state] == k.CHOICE:
            values[state] = max(after) if drawn.side[state] else min(after)
        else:
            whole = sum(w for _, w in drawn.moves[state])
            values[state] = sum((Fraction(w, whole) * values[t] for t, w in drawn.moves[state]), Fraction(0))
    return values


@pytest.mark.parametrize("seed", range(60))
def test_values_without_cycles_are_those_of_a_naive_recursion(seed: int) -> None:
    drawn = Drawn(seed, 30, forward=True)
    found = solve_arena(drawn.arena(), np.array(drawn.payoff), np.array(drawn.side))
    assert found.order.acyclic
    assert found.lost == 0
    assert found.low is None
    assert [found.exact(s) for s in range(30)] == naive(drawn)


@pytest.mark.parametrize("seed", range(20))
def test_what_does_not_fit_is_computed_with_pythons_fractions(seed: int) -> None:
    drawn = Drawn(seed, 60, forward=True, heavy=1_000_003)
    exact = naive(drawn)
    found = solve_arena(drawn.arena(), np.array(drawn.payoff), np.array(drawn.side))
    assert [found.exact(s) for s in range(60)] == exact
    assert found.low is None


def test_overflow_does_occur_there() -> None:
    lost = 0
    for seed in range(20):
        drawn = Drawn(seed, 60, forward=True, heavy=1_000_003)
        found = solve_arena(drawn.arena(), np.array(drawn.payoff), np.array(drawn.side))
        lost += found.lost
        assert all(v.denominator >= 2**63 for v in found.big.values())
    assert lost > 20


@pytest.mark.parametrize("seed", range(20))
def test_without_leave_to_use_them_what_does_not_fit_stays_between_bounds(seed: int) -> None:
    drawn = Drawn(seed, 60, forward=True, heavy=1_000_003)
    found = solve_arena(drawn.arena(), np.array(drawn.payoff), np.array(drawn.side), most_python=0)
    for state, value in enumerate(naive(drawn)):
        low, up = found.bounds(state)
        assert low <= value <= up
        assert up - low < Fraction(1, 10**6)
        assert found.exact(state) in (None, value)


# ---------------------------------------------------------------------------------------- cycles


def strategies(drawn: Drawn, side: int) -> Iterator[dict[int, int]]:
    """All ways of one side to make one move in each of its states."""
    mine = [s for s, role in enumerate(drawn.roles) if role == k.CHOICE and drawn.side[s] == side]
    for picks in product(*([t for t, _ in drawn.moves[s]] for s in mine)):
        yield dict(zip(mine, picks, strict=True))


def chain(drawn: Drawn, picks: dict[int, int]) -> list[Fraction]:
    """The value of play once all choices are fixed; endless play has the worst payoff."""
    count = len(drawn.roles)
    ways: list[dict[int, Fraction]] = []
    for state, role in enumerate(drawn.roles):
        if role == k.CHANCE:
            whole = sum(w for _, w in drawn.moves[state])
            mine: dict[int, Fraction] = {}
            for target, weight in drawn.moves[state]:
                mine[target] = mine.get(target, Fraction(0)) + Fraction(weight, whole)
            ways.append(mine)
        else:
            ways.append({picks[state]: Fraction(1)} if role == k.CHOICE else {})
    ending = {s for s, role in enumerate(drawn.roles) if role == k.OVER}
    before = -1
    while before != len(ending):
        before = len(ending)
        ending |= {s for s in range(count) if any(t in ending for t in ways[s])}
    values = {s: Fraction(drawn.worst) for s in range(count) if s not in ending}
    values |= {s: Fraction(p) for s, p in enumerate(drawn.payoff) if drawn.roles[s] == k.OVER}
    unknown = [s for s in range(count) if s not in values]
    rows = []
    for state in unknown:
        row = [Fraction(int(state == t)) - ways[state].get(t, Fraction(0)) for t in unknown]
        known = sum((p * values[t] for t, p in ways[state].items() if t in values), Fraction(0))
        rows.append([*row, known])
    for place in range(len(rows)):  # by elimination
        pivot = next(r for r in range(place, len(rows)) if rows[r][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [x / rows[place][place] for x in rows[place]]
        for other in range(len(rows)):
            if other != place and rows[other][place]:
                rows[other] = [
                    a - rows[other][place] * b for a, b in zip(rows[other], rows[place], strict=True)
                ]
    values |= {state: row[-1] for state, row in zip(unknown, rows, strict=True)}
    return [values[s] for s in range(count)]


def by_strategies(drawn: Drawn) -> list[Fraction]:
    """The value of every state: the best strategy against the best answer to it."""
    best: list[Fraction] | None = None
    for mine in strategies(drawn, 1):
        answers = [chain(drawn, mine | theirs) for theirs in strategies(drawn, 0)]
        worst = [min(column) for column in zip(*answers, strict=True)]
        best = worst if best is None else [max(a, b) for a, b in zip(best, worst, strict=True)]
    assert best is not None
    return best


@pytest.mark.parametrize("seed", range(150))
def test_with_cycles_the_value_lies_between_the_bounds_and_they_meet_nearly(seed: int) -> None:
    drawn = Drawn(seed, 8, forward=False)
    found = solve_arena(drawn.arena(), np.array(drawn.payoff), np.array(drawn.side))
    for state, value in enumerate(by_strategies(drawn)):
        low, up = found.bounds(state)
        assert low <= value <= up
        assert up - low < Fraction(1, 10**6)
        assert found.exact(state) in (None, value)


def test_cycles_do_occur_there() -> None:
    found = [order_of(Drawn(seed, 8, forward=False).arena()) for seed in range(150)]
    assert sum(not order.acyclic for order in found) > 40


def test_whoever_can_go_round_for_ever_gains_nothing_by_it() -> None:
    """Two states that lead to each other and each to an end: their upper bounds alone would stay at the top."""
    roles = np.array([k.CHOICE, k.CHOICE, k.OVER, k.OVER, k.CHANCE, k.OVER], np.uint8)
    arena = Arena(
        roles,
        np.array([0, 2, 4, 4, 4, 6, 6]),
        np.array([1, 2, 0, 3, 0, 5], np.uint32),
        np.array([1, 1, 1, 1, 1, 1], np.uint32),
        starts=(4,),
    )
    found = solve_arena(arena, np.array([0, 0, 3, 4, 0, 9]), np.ones(6, np.uint8))
    assert [found.bounds(s) for s in (0, 1)] == [(Fraction(4), Fraction(4))] * 2
    assert found.bounds(4) == (Fraction(13, 2), Fraction(13, 2))


# --------------------------------------------------------------------------------------- kernels


def run(loop: Callable[..., int], *arguments: Any) -> int:
    return loop(*arguments)


@pytest.mark.parametrize("seed", range(10))
def test_the_loops_do_the_same_in_python(seed: int) -> None:
    drawn = Drawn(seed, 20, forward=True, heavy=2**31 if seed % 2 else 5)
    arena = drawn.arena()
    found = solve_arena(arena, np.array(drawn.payoff), np.array(drawn.side), most_python=0)
    stops = arena.role == k.OVER
    num = np.where(stops, np.array(drawn.payoff), 0).astype(np.int64)
    den = stops.astype(np.int64)
    best = np.full(20, NO_MOVE, np.uint32)
    sides = np.array(drawn.side, np.uint8)
    queue = found.order.queue
    table = ValueTable(View(num), View(den), View(best))
    lost = run(loops.induct, 19, -1, View(queue), arena.taken, View(sides), table, found.endless)
    assert lost == found.lost
    assert [num.tolist(), den.tolist()] == [found.num.tolist(), found.den.tolist()]
    if found.low is None or found.up is None:
        assert best.tolist() == found.best.tolist()
        return
    low, up = np.full(20, found.endless * found.unit, np.int64), np.full(20, 9 * found.unit, np.int64)
    low[stops] = up[stops] = num[stops] * found.unit
    comp = np.arange(20, dtype=np.uint32)
    order, bounds = StateOrder(View(queue), View(comp)), ValueBounds(View(low), View(up))
    sweeping = Sweeping(found.endless * found.unit, 5, 1)
    run(narrow, 19, -1, order, arena.taken, View(sides), bounds, View(best), sweeping)
    assert [low.tolist(), up.tolist()] == [found.low.tolist(), found.up.tolist()]


@pytest.mark.parametrize("x", [0, 1, -1, 3, 2**31, -(2**31), 2**62, -(2**62), 2**63 - 1, -(2**63) + 1])
@pytest.mark.parametrize("y", [0, 1, -1, 2, -2, 2**32, 2**62, 2**63 - 1])
def test_products_and_sums_are_exact_or_lost(x: int, y: int) -> None:
    library = loops.library()
    for name, exact in (("product", x * y), ("total", x + y)):
        fits = -(2**63) < exact < 2**63
        assert library[name](x, y) == (exact if fits else LOST)


def test_fractions_compare_beyond_64_bits() -> None:
    above = loops.library()["above"]
    big = 2**61
    assert above(big + 1, big, big + 2, big + 1) == 1
    assert above(big + 2, big + 1, big + 1, big) == 0
    assert above(-big + 1, big, -big, big + 1) == 1
    assert above(-big, big + 1, -big + 1, big) == 0
    assert above(1, 3, 1, 3) == 0


# ---------------------------------------------------------------------------------------- shares


@pytest.mark.parametrize("seed", range(30))
def test_how_best_play_ends_gives_the_value_back(seed: int) -> None:
    drawn = Drawn(seed, 30, forward=True)
    arena = drawn.arena()
    found = solve_arena(arena, np.array(drawn.payoff), np.array(drawn.side))
    spread = spread_of(arena, found, 0)
    assert spread is not None
    ends = spread.by(np.array(drawn.payoff))
    assert all(end.way == "over" and end.low == end.up for end in ends)
    assert sum(end.low for end in ends) == 1
    assert sum(end.low * end.label for end in ends) == naive(drawn)[0]


def test_probabilities_of_many_states_are_bounds_around_the_fractions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = Drawn(4, 200, forward=True)
    arena = drawn.arena()
    found = solve_arena(arena, np.array(drawn.payoff), np.array(drawn.side))
    exact = spread_of(arena, found, 0)
    monkeypatch.setattr("queensbench.engines.solve.outcome_distribution.MOST_EXACT", 0)
    near = spread_of(arena, found, 0)
    assert exact is not None
    assert near is not None
    both = list(zip(exact.by(np.array(drawn.payoff)), near.by(np.array(drawn.payoff)), strict=True))
    assert len(both) > 3
    for one, other in both:
        assert (one.way, one.label) == (other.way, other.label)
        assert other.low <= one.low <= other.up < other.low + Fraction(1, 10**15)


# ---------------------------------------------------------------------------- exact in spite of cycles


def test_a_way_round_that_best_play_need_not_take_leaves_the_values_exact() -> None:
    """State 0 may draw (1: back to 0, or an end of 3 or 8) or take 4; state 2, above it, ends at 1 or goes to 0."""
    roles = np.array([k.CHOICE, k.CHANCE, k.CHANCE, k.OVER, k.OVER, k.OVER], np.uint8)
    succ = np.array([1, 4, 0, 3, 3, 0, 5], np.uint32)
    arena = Arena(
        roles, np.array([0, 2, 5, 7, 7, 7, 7]), succ, np.array([1, 1, 1, 1, 1, 1, 2], np.uint32), starts=(2,)
    )
    payoff = np.array([0, 0, 0, 3, 4, 1])
    found = solve_arena(arena, payoff, np.ones(6, np.uint8))
    assert not found.order.acyclic
    assert found.certified
    assert [found.exact(s) for s in range(3)] == [Fraction(4), Fraction(10, 3), Fraction(2)]
    best = found.best[0]
    assert best == 1
    payoff[3] = 5  # now it is best to draw until an end comes
    found = solve_arena(arena, payoff, np.ones(6, np.uint8))
    assert not found.certified
    low, up = found.bounds(0)
    assert low <= 5 <= up
    assert up - low < Fraction(1, 10**9)


def test_some_drawn_arenas_with_cycles_are_solved_exactly() -> None:
    """The fractions agree with the naive values above."""
    certified = 0
    for seed in range(150):
        drawn = Drawn(seed, 8, forward=False)
        certified += solve_arena(drawn.arena(), np.array(drawn.payoff), np.array(drawn.side)).certified
    assert 10 < certified < 140


@pytest.mark.parametrize("seed", range(20))
def test_exact_values_in_spite_of_cycles_also_beyond_64_bits(seed: int) -> None:
    drawn = Drawn(seed, 40, forward=True, heavy=1_000_003)
    exact = naive(drawn)
    # A way back from a late choice to the start, which is worth no more: nobody who maximises need take it.
    late = [s for s in range(20, 38) if drawn.roles[s] == k.CHOICE and drawn.side[s] and exact[s] >= exact[0]]
    for state in late:
        drawn.moves[state].append((0, 1))
    found = solve_arena(drawn.arena(), np.array(drawn.payoff), np.array(drawn.side))
    if not found.order.acyclic:
        assert found.certified
    assert [found.exact(s) for s in range(40)] == exact
