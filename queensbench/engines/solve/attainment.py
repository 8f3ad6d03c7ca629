"""A check that the stored best choices attain the values, against all answers of the other side.

A strategy of the maximising side ensures numbers ``x`` against everybody, if no step under it, whatever the other side
and chance do, loses any of them in the mean, *and* if play under it cannot stay for ever among states worth more than
play without end.  The second is shown by a ranking: from every such state play comes almost surely to where it stops,
unless the other side gives value away; and that side can do so only finitely often.  A strategy of the minimising side
ensures ``x`` if no step under it gains anything; no ranking is needed: play without end is worth the least of all.

Each check amounts to the best answer to a fixed strategy, in exact arithmetic: where ``x`` are the values themselves,
the strategy attains them; where they are bounds, it ensures its bound.  Both together also show that the values are
right.  They do not ask how values and strategies were found: a fault there makes the answer *not shown*.

What it cannot see: an arena that is not that of the rules.  Where play cannot go round, it takes for granted that
backward induction compared and mixed the values rightly, and looks only whether each choice has the value of its state.

Source: the conditions are those for maximal reachability in turn-based stochastic games, see Condon, *The complexity of
stochastic games* (1992), and Chatterjee and Henzinger, *A survey of stochastic omega-regular games* (2012); payoffs
scaled into 0 to 1, with 0 for play without end, are probabilities of reaching one more state.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.fractions import NO_MOVE
from queensbench.engines.solve.policy_iteration import ranked
from queensbench.engines.solve.values import Tick, Values

VALUE, BOUND, NOT_SHOWN = "value", "bound", ""


@dataclass(frozen=True)
class Attained:
    """The worth that the stored choices of each side ensure from every state on.

    ``VALUE``: the values.  ``BOUND``: the lower, or the upper bounds.  ``NOT_SHOWN``: neither could be shown.
    """

    most: str
    least: str


def attained(arena: Arena, side: Array, values: Values, tick: Tick = lambda: None) -> Attained:
    """Check the stored choices; ``side``: 1 where a choice is the maximising side's (uint8)."""
    return _StrategyCheck(arena, side, values, tick).run()


class _StrategyCheck:
    """The moves as arrays: per move its state, where it leads, and whether it is the stored one."""

    def __init__(self, arena: Arena, side: Array, values: Values, tick: Tick) -> None:
        self.arena, self.values, self.tick = arena, values, tick
        self.side = np.ascontiguousarray(side, np.uint8)
        self.known = values.den != 0
        self.known[list(values.big)] = True

    def run(self) -> Attained:
        """Judge both sides."""
        values, choice = self.values, self.arena.role == k.CHOICE
        same = self.same()
        mine = choice & (self.side != 0)
        broken = self.known & choice & ~same
        if values.low is None and values.order.acyclic:
            return Attained(
                NOT_SHOWN if (broken & mine).any() else VALUE,
                NOT_SHOWN if (broken & choice & ~mine).any() else VALUE,
            )
        self.tick()
        self.source = np.repeat(np.arange(self.arena.states), np.diff(self.arena.off))
        self.target = self.arena.succ.astype(np.int64)
        self.self_ = self.target == self.source
        place = np.arange(self.arena.moves) - self.arena.off[self.source]
        self.stored = place == values.best[self.source]
        if values.low is None:
            here, endless = self.ordered()
            mixed = self.chances_agree()
            self.tick()
            stops = ~choice & (self.arena.role != k.CHANCE)
            most = mixed and self.most(here, endless, stops, np.zeros(self.arena.states, bool))
            least = mixed and self.least(here, endless, stops)
            return Attained(VALUE if most else NOT_SHOWN, VALUE if least else NOT_SHOWN)
        assert values.up is not None
        stops = self.known | (~choice & (self.arena.role != k.CHANCE))
        endless = values.endless * values.unit
        lows, ups = self.means(values.low), self.means(values.up)
        most = not (broken & mine).any() and not (lows < 0).any()
        most = most and self.most(values.low, endless, stops, lows > 0)
        least = not (broken & choice & ~mine).any() and not (ups > 0).any()
        least = least and self.least(values.up, endless, stops)
        return Attained(BOUND if most else NOT_SHOWN, BOUND if least else NOT_SHOWN)

    def same(self) -> Array:
        """Say whether the stored choice of each state has its exact value (bool); True where there is no choice."""
        arena, values = self.arena, self.values
        choice = arena.role == k.CHOICE
        moving = choice & (values.best != NO_MOVE)
        states = np.flatnonzero(moving)
        targets = np.arange(arena.states)
        targets[states] = arena.succ[arena.off[states] + values.best[states]]
        same = (values.num == values.num[targets]) & (values.den == values.den[targets])
        staying = choice & (~moving | (targets == np.arange(arena.states)))
        same[staying] = (values.num[staying] == values.endless) & (values.den[staying] == 1)
        # Who minimises can stay for ever only where a move leads back; for who maximises any other move is as good.
        for state in np.flatnonzero(staying & (self.side == 0)).tolist():
            same[state] &= state in arena.successors(state)
        for state in values.big:
            same[state] = (
                arena.role[state] != k.CHOICE or values.exact(int(targets[state])) == values.big[state]
            )
        found: Array = same
        return found

    def ordered(self) -> tuple[Array, int]:
        """Rank the values by whole numbers (int64); return the rank of play without end, too."""
        values = self.values
        pairs = np.stack([values.num, values.den], axis=1)
        found, inverse = np.unique(pairs, axis=0, return_inverse=True)
        exact = [Fraction(n, d) if d else None for n, d in found.tolist()]
        near = np.argsort(found[:, 0] / np.maximum(found[:, 1], 1), kind="stable")
        endless = Fraction(values.endless)
        every = [value for number in near.tolist() if (value := exact[number]) is not None]
        every = sorted({endless, *values.big.values(), *every}, key=lambda value: value)
        place = {value: number for number, value in enumerate(every)}
        here = np.array([-1 if v is None else place[v] for v in exact], np.int64)[inverse.reshape(-1)]
        for state, value in values.big.items():
            here[state] = place[value]
        return here, place[endless]

    def chances_agree(self) -> bool:
        """Say whether every chance state has exactly the mean of its successors."""
        arena, values = self.arena, self.values
        for number, state in enumerate(np.flatnonzero(arena.role == k.CHANCE).tolist()):
            if number % 4096 == 0:
                self.tick()
            mean, whole = Fraction(0), 0
            for target, weight in zip(arena.successors(state), arena.weights(state), strict=True):
                if target != state:
                    value = values.exact(target)
                    assert value is not None
                    mean += weight * value
                    whole += weight
            if values.exact(state) != (mean / whole if whole else values.endless):
                return False
        return True

    def means(self, bounds: Array) -> Array:
        """The sign of the mean of a chance state's successors less its own bound (int64, 0 for other states)."""
        arena = self.arena
        weight = np.where(self.self_, 0, arena.weight.astype(np.int64))
        gain = np.zeros(arena.states, np.int64)
        np.add.at(gain, self.source, weight * bounds[self.target])
        whole = np.zeros(arena.states, np.int64)
        np.add.at(whole, self.source, weight)
        endless = self.values.endless * self.values.unit
        gain = np.where(whole > 0, gain, endless)
        gain = np.sign(gain - np.maximum(whole, 1) * bounds)
        return np.where((arena.role == k.CHANCE) & ~self.known, gain, 0)

    def most(self, here: Array, endless: int, stops: Array, strict: Array) -> bool:
        """Say whether the maximising side's choices lose nothing of ``here``, and play under them ends.

        ``stops``: states whose worth needs no showing.  ``strict``: chance states whose successors are worth more.
        """
        there = np.where(self.self_, endless, here[self.target])
        own = here[self.source]
        free = ~stops[self.source] & (self.arena.role[self.source] == k.CHOICE)
        mine = free & (self.side[self.source] != 0)
        if (mine & self.stored & (there < own)).any() or (free & ~mine & (there < own)).any():
            return False
        lost = ~stops & (self.arena.role == k.CHOICE) & (self.side != 0) & (self.values.best == NO_MOVE)
        if (here[lost] > endless).any() or (here < endless).any():
            return False
        gaining = strict.copy()
        gaining[self.source[mine & self.stored & (there > own)]] = True
        ends = (stops | (here <= endless) | gaining).astype(np.uint8)
        tight = (there == own).astype(np.uint8)
        left = ranked(self.arena, self.side, self.values.order, ends, tight, self.values.best.copy())
        return bool(left.all())

    def least(self, here: Array, endless: int, stops: Array) -> bool:
        """Say whether the minimising side's choices, and all moves of the other side, gain nothing on ``here``."""
        there = np.where(self.self_, endless, here[self.target])
        own = here[self.source]
        free = ~stops[self.source] & (self.arena.role[self.source] == k.CHOICE)
        theirs = free & (self.side[self.source] == 0)
        if (free & ~theirs & (there > own)).any() or (theirs & self.stored & (there > own)).any():
            return False
        lost = ~stops & (self.arena.role == k.CHOICE) & (self.side == 0) & (self.values.best == NO_MOVE)
        stays = np.zeros(self.arena.states, bool)
        stays[self.source[self.self_]] = True
        return not (lost & ~stays).any() and not (here < endless).any()
