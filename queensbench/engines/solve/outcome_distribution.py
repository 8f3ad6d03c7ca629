"""The ends of play if everybody makes the best moves: the probability of each score and of each set of winners.

Where several moves are equally good the first is made, so that the probabilities are of one best play among perhaps
many; the expected value is the same for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.solve import kernels as loops
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.cycle_kernels import ValueBounds
from queensbench.engines.solve.fractions import NO_MOVE
from queensbench.engines.solve.values import Values, components

MOST_EXACT = 40_000
"""The most states that best play may reach for the probabilities to be fractions."""
STRIDE = 1 << 18
ENDLESS = "endless"
WAYS = {0: "unknown", k.OVER: "over", k.SILENT_STATE: "silent", k.DEADLOCK: "deadlock"}


@dataclass(frozen=True)
class End:
    """One way to end: ``over`` with a label (the score, or the winners), or another way of ``WAYS``, or endless.

    Its probability lies between ``low`` and ``up``.
    """

    way: str
    label: int
    low: Fraction
    up: Fraction


@dataclass(frozen=True)
class Spread:
    """The probability of each way to end.

    ``met``: how many states best play can reach.  ``low``, ``up``: bounds of each state's probability (int64), in units
    of ``1 / unit``.  ``exact``: the same as fractions; empty if more than :data:`MOST_EXACT` states are met.
    ``states``, ``ways``: where play ends, and how.
    """

    met: int
    low: Array
    up: Array
    unit: int
    exact: dict[int, Fraction]
    states: Array
    ways: list[str]

    def by(self, labels: Array) -> list[End]:
        """The ends by way and label (int64, per state), in ascending order."""
        found: dict[tuple[str, int], list[Fraction]] = {}
        rows: list[tuple[str, int, Fraction, Fraction]] = []
        if self.exact:
            for state, way in zip(self.states.tolist(), self.ways, strict=True):
                share = self.exact[state]
                rows.append((way, int(labels[state]) if way == "over" else 0, share, share))
        else:
            sums: dict[tuple[str, int], list[int]] = {}
            for state, way in zip(self.states.tolist(), self.ways, strict=True):
                mine = sums.setdefault((way, int(labels[state]) if way == "over" else 0), [0, 0])
                mine[0] += int(self.low[state])
                mine[1] += int(self.up[state])
            rows = [(*key, Fraction(a, self.unit), Fraction(b, self.unit)) for key, (a, b) in sums.items()]
        for way, label, low, up in rows:
            both = found.setdefault((way, label), [Fraction(0), Fraction(0)])
            both[0] += low
            both[1] += up
        return [
            End(way, label, low, min(up, Fraction(1))) for (way, label), (low, up) in sorted(found.items())
        ]


def spread_of(arena: Arena, values: Values, start: int) -> Spread | None:
    """The distribution of the ends of best play from a state; None if best play may go round."""
    call = loops.library()
    count = arena.states
    order = values.order
    queue, cyclic = order.queue, None
    if not order.acyclic:
        comp = components(arena.off, _best_only(arena, values), np.ones(count, np.uint8))
        queue = np.argsort(-comp.astype(np.int64), kind="stable").astype(np.uint32)
        cyclic = np.bincount(comp)[comp] > 1
    heaviest = call["heaviest"](count, arena.taken)
    unit = 1 << min(60, 61 - min(heaviest, loops.MOST_WHOLE).bit_length())
    low, up = np.zeros(count, np.int64), np.zeros(count, np.int64)
    low[start] = up[start] = unit
    shares = ValueBounds(View(low), View(up))
    met = 0
    for first in range(0, count, STRIDE):
        last = min(count, first + STRIDE)
        met += call["share"](first, last, queue, arena.taken, values.best, shares)
    if cyclic is not None and bool((cyclic & (up > 0)).any()):
        return None
    stops = (up > 0) & ((arena.role != k.CHOICE) & (arena.role != k.CHANCE))
    stops |= (up > 0) & (arena.role == k.CHOICE) & (values.best == NO_MOVE)
    states = np.flatnonzero(stops | ((up > 0) & _stuck(arena)))
    ways = [WAYS.get(int(arena.role[s]), ENDLESS) for s in states]
    exact: dict[int, Fraction] = {}
    if met <= MOST_EXACT:
        exact = _exactly(arena, values, queue[up[queue[:count]] > 0], start)
    return Spread(met, low, up, unit, exact, states, ways)


def _best_only(arena: Arena, values: Values) -> Array:
    """The successors, with all moves but the best led back to their own state."""
    source = np.repeat(np.arange(arena.states, dtype=np.uint32), np.diff(arena.off))
    place = np.arange(arena.moves) - arena.off[source]
    kept = (arena.role[source] == k.CHANCE) | (place == values.best[source])
    return np.where(kept, arena.succ, source)


def _stuck(arena: Arena) -> Array:
    """The chance states of which every event leads back to them."""
    source = np.repeat(np.arange(arena.states), np.diff(arena.off))
    leaving = np.zeros(arena.states, bool)
    leaving[source[arena.succ != source]] = True
    stuck: Array = (arena.role == k.CHANCE) & ~leaving
    return stuck


def _exactly(arena: Arena, values: Values, met: Array, start: int) -> dict[int, Fraction]:
    """The probability of each state that is met, in the order given."""
    share: dict[int, Fraction] = {start: Fraction(1)}
    for state in map(int, met):
        mine = share.get(state)
        if mine is None:
            continue
        targets = arena.successors(state)
        if arena.role[state] == k.CHANCE:
            pairs = [(t, w) for t, w in zip(targets, arena.weights(state), strict=True) if t != state]
            whole = sum(w for _, w in pairs)
            for target, weight in pairs:
                share[target] = share.get(target, Fraction(0)) + mine * Fraction(weight, whole)
        elif arena.role[state] == k.CHOICE and values.best[state] != NO_MOVE:
            target = targets[int(values.best[state])]
            share[target] = share.get(target, Fraction(0)) + mine
    return share
