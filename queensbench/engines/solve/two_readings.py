"""Best play of one instance under two readings: the positions and the deals whose value differs.

A position is common if both readings reach it, the same cell by cell; both tables store it alike.  Its value is that of
best play from there on, under each reading by players who know that reading.

What this cannot see is what :mod:`queensbench.engines.solve.solver` cannot: everybody plays with open cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.solve.solver import Solved
from queensbench.engines.solve.values import Values


@dataclass(frozen=True)
class TwoValues:
    """The values of the start under two readings, the number of common positions, and of how many the value differs.

    ``deals``: the positions in which the first choice is made, by the probability of those that both readings reach
    (``dealt``) and of those with another value (``changed``); None where the set-up can go round.
    """

    first: Fraction
    second: Fraction
    common: int
    differ: int
    deals: int | None
    dealt: Fraction
    changed: Fraction


def held_together(one: Solved, two: Solved) -> TwoValues | None:
    """The values of two solutions of one instance for the first aim of each; None unless all of them are exact."""
    mine, yours = one.answers[0].worst, two.answers[0].worst
    if one.answers[0].best is not mine or two.answers[0].best is not yours:
        return None  # play without a score counts as its worst or its best, so that values are bounds
    if not (one.complete and two.complete and mine.complete and yours.complete):
        return None
    sign = one.answers[0].aim.sign
    first, second = mine.exact(one.start), yours.exact(two.start)
    assert first is not None
    assert second is not None
    places = common_positions(one, two)
    changed = _unlike(mine, yours, places)
    differ = dict(zip(places[:, 0].tolist(), changed.tolist(), strict=True))
    deals = _deals(one)
    known = [(share, differ[state]) for state, share in (deals or {}).items() if state in differ]
    return TwoValues(
        sign * first,
        sign * second,
        len(places),
        int(changed.sum()),
        None if deals is None else len(deals),
        sum((share for share, _ in known), Fraction(0)),
        sum((share for share, other in known if other), Fraction(0)),
    )


def _packed(solved: Solved) -> Array:
    """The states as they are stored, one string of bytes each, in the order of their numbers."""
    shards = solved.arena.store.shards
    rows = [np.asarray(s.words[: s.count * s.width]).reshape(s.count, s.width) for s in shards]
    whole = np.ascontiguousarray(np.concatenate(rows))
    packed: Array = whole.view(np.dtype((np.void, whole.dtype.itemsize * whole.shape[1]))).reshape(-1)
    return packed


def common_positions(one: Solved, two: Solved) -> Array:
    """The positions that both reach: rows of their two numbers."""
    _, mine, yours = np.intersect1d(_packed(one), _packed(two), assume_unique=True, return_indices=True)
    return np.stack([mine, yours], axis=1)


def _unlike(one: Values, two: Values, places: Array) -> Array:
    """For each common position whether its values differ (bool)."""
    mine, yours = places[:, 0], places[:, 1]
    unlike: Array = (one.num[mine] != two.num[yours]) | (one.den[mine] != two.den[yours])
    for row in np.flatnonzero((one.den[mine] == 0) | (two.den[yours] == 0)).tolist():  # too large for 64 bits
        unlike[row] = one.exact(int(mine[row])) != two.exact(int(yours[row]))
    return unlike


def _deals(solved: Solved) -> dict[int, Fraction] | None:
    """The positions in which a choice is made or play ends first, with their probabilities.

    An event that leads back to its own position is drawn again: the others share the whole.  A position that no event
    leaves is one in which play stays.  None where chance events before that can go round in other ways.
    """
    arena, order = solved.arena, solved.order
    if arena.role[solved.start] != k.CHANCE:
        return {solved.start: Fraction(1)}
    mass = {solved.start: Fraction(1)}
    for state in order.queue.tolist():
        if state not in mass or arena.role[state] != k.CHANCE:
            continue
        if not order.acyclic and order.cyclic[state]:
            return None
        events = zip(arena.successors(state), arena.weights(state), strict=True)
        leaving = [(target, weight) for target, weight in events if target != state]
        if not leaving:
            continue
        share, whole = mass.pop(state), sum(weight for _, weight in leaving)
        for target, weight in leaving:
            mass[target] = mass.get(target, Fraction(0)) + share * Fraction(weight, whole)
    return mass
