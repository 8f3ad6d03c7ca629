"""Lower and upper bounds of values where they cannot be exact: on cycles, above them, and beyond 64 bits.

Both bounds are whole numbers of a small unit, and every operation rounds outwards.  The lower bound begins at the
payoff of a play without end, which is the least of all, and the upper one at the greatest; each sweep narrows them by
those of the successors.  A lower bound that is true stays true, and so does an upper one: whenever the sweeps are
broken off, the value lies between.

Upper bounds need one thing more.  Where a maximising player can keep play going round, the upper bounds of all states
of the round would rest on each other, too high for ever.  A *trap* is a set of states that play leaves only by a
maximising player's move: chance cannot, and the other side has a way to stay.  Whoever minimises keeps to that way;
then play ends in an exit of the maximising player, or never ends.  So no state of a trap is worth more than the best
exit, or the value of going on for ever.  The traps are the end components, the minimising side keeping to the moves
that its lower bounds prefer.

Source: Kelmendi, Krämer, Křetínský and Weininger, *Value iteration for simple stochastic games: stopping criterion and
learning algorithm* (2018), who call the use of traps deflating.
"""

from __future__ import annotations

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.solve import kernels as loops
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.cycle_kernels import Sweeping, ValueBounds
from queensbench.engines.solve.values import Tick, Values, components
from queensbench.errors import BadInput

MOST_BITS = 50
LEAST_BITS = 16
FEWEST, MOST = 16, 256
"""Sweeps of one component between two looks at the traps: few while those still lower bounds."""
REUSED = 8
"""Traps are used so often before they are looked for anew."""
ROUNDS = 2_000
"""The most looks at the traps."""
STRIDE = 1 << 18


def bound(arena: Arena, values: Values, side: Array, tick: Tick) -> None:
    """Compute bounds of all states, into ``values``.  Raises BadInput for payoffs and weights that are too large."""
    call = loops.library()
    count = arena.states
    stops = (arena.role != k.CHOICE) & (arena.role != k.CHANCE)
    top = int(values.num[stops].max()) if stops.any() else values.endless
    most = max(abs(top), abs(values.endless), 1)
    heaviest = call["heaviest"](count, arena.taken)
    bits = min(MOST_BITS, 61 - (most * heaviest).bit_length())
    if bits < LEAST_BITS:
        raise BadInput(
            "payoffs and weights are too large for bounds in 64 bits",
            remedy="take a smaller instance, or smaller weights",
        )
    values.unit = unit = 1 << bits
    endless = values.endless * unit
    low = np.full(count, endless, np.int64)
    up = np.full(count, top * unit, np.int64)
    low[stops] = up[stops] = values.num[stops] * unit
    values.low, values.up = low, up
    order = values.order
    taken = order.taken
    traps = _Traps(arena, values, side) if values.cyclic else None
    known, moves = values.den != 0, values.best.copy()
    known[list(values.big)] = True
    enough = max(1, unit >> 42)
    sweeps = FEWEST
    moves_of = arena.taken
    bounds, best = ValueBounds(View(low), View(up)), View(values.best)
    for _ in range(ROUNDS):
        gained = 0
        for first, last in _spans(order.queue, taken.comp.array, count):
            tick()
            sweeping = Sweeping(endless, sweeps, enough)
            gain = call["narrow"](first, last, taken, moves_of, side, bounds, best, sweeping)
            gained = max(gained, gain)
        values.rounds += 1
        if traps is None or int((up - low).max()) <= enough:
            break
        if traps.deflate(tick) >= enough:
            sweeps = FEWEST
        elif gained < enough:
            break
        else:
            sweeps = min(2 * sweeps, MOST)
    values.best[known] = moves[known]


def _spans(queue: Array, comp: Array, count: int) -> list[tuple[int, int]]:
    """Cut the order, from its end on, into spans that keep components whole."""
    out = []
    first = count - 1
    while first >= 0:
        last = max(-1, first - STRIDE)
        while last >= 0 and comp[queue[last]] == comp[queue[last + 1]]:
            last -= 1
        out.append((first, last))
        first = last
    return out


class _Traps:
    """The cyclic part of an arena, in which traps are looked for."""

    def __init__(self, arena: Arena, values: Values, side: Array) -> None:
        self.values = values
        assert values.low is not None
        assert values.up is not None
        self.low, self.up = values.low, values.up
        self.states = np.flatnonzero(values.order.cyclic)
        self.chance = arena.role[self.states] == k.CHANCE
        self.least = ~self.chance & (side[self.states] == 0)
        self.most = ~self.chance & ~self.least
        begin, end = arena.off[self.states], arena.off[self.states + 1]
        sizes = end - begin
        self.off = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        edges = np.repeat(begin - self.off[:-1], sizes) + np.arange(self.off[-1])
        self.target = arena.succ[edges].astype(np.int64)
        self.source = np.repeat(np.arange(len(self.states)), sizes)
        local = np.full(arena.states, -1, np.int64)
        local[self.states] = np.arange(len(self.states))
        self.inner = local[self.target]
        self.found: tuple[Array, Array] | None = None
        self.used = 0

    def deflate(self, tick: Tick) -> int:
        """Lower the upper bounds in traps to their best exits; return the greatest change.

        A trap stays one, so those found are used again, and looked for anew when they no longer lower anything, or
        have been used often.
        """
        if self.found is not None and self.used < REUSED:
            self.used += 1
            lowered = self._lower(*self.found)
            if lowered:
                return lowered
        # Those who minimise keep to the moves whose lower bound is least.
        first = np.where(self.least[self.source], self.low[self.target], 0)
        kept = np.ones(len(self.source), bool)
        if self.least.any():
            lowest = np.minimum.reduceat(first, self.off[:-1])
            kept = ~self.least[self.source] | (first == lowest[self.source])
        self.found, self.used = self._components(kept, tick), 0
        return self._lower(*self.found)

    def _lower(self, within: Array, comp: Array) -> int:
        """Do the same for given traps."""
        if not within.any():
            return 0
        count = int(comp[within].max()) + 1
        exits = np.full(count, self.values.endless * self.values.unit, np.int64)
        mine = within[self.source] & self.most[self.source]
        leaving = mine & ((self.inner < 0) | (comp[self.inner] != comp[self.source]))
        np.maximum.at(exits, comp[self.source[leaving]], self.up[self.target[leaving]])
        states = self.states[within]
        better = np.minimum(self.up[states], exits[comp[within]])
        lowered = int((self.up[states] - better).max())
        self.up[states] = better
        return lowered

    def _components(self, kept: Array, tick: Tick) -> tuple[Array, Array]:
        """Find the maximal end components: the states that are in one, and its number."""
        within = np.ones(len(self.states), bool)
        while True:
            tick()
            # A move that is not there is led back to its own state, where it joins nothing.
            stays = kept & (self.inner >= 0)
            stays[stays] = within[self.inner[stays]]
            succ = np.where(stays, self.inner, self.source).astype(np.uint32)
            comp = components(self.off, succ, within.astype(np.uint8))
            inside = stays & (comp[self.inner] == comp[self.source]) & within[self.source]
            held = np.zeros(len(self.states), np.int64)
            np.add.at(held, self.source[inside], 1)
            # Every chance event has to stay; of a player's moves one that leads on.
            sizes = np.diff(self.off)
            onward = np.zeros(len(self.states), bool)
            onward[self.source[inside & (self.inner != self.source)]] = True
            own = np.where(self.chance, held == sizes, onward)
            if not (within & ~own).any():
                return within, comp
            within &= own
