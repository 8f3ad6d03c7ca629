"""Exact values where best play itself goes round: policies, systems of equations, and improvements, all in fractions.

A pair of policies, one move for each state of choice, makes a Markov chain.  Its values solve a system of linear
equations, one for each of its strongly connected components, which are small even where the game's are not.  From the
policies that the bounds suggest the solver goes on as Hoffman and Karp do: the minimising side improves its policy
until it is a best answer, then the maximising side changes its own where a move promises strictly more, and so on until
nobody can change.  Two things need care, since play without end is worth the least of all:

* Equal values are no reason to change, for a move of equal value need not lead on; the maximising side keeps its moves.
* A minimising player may hold play for ever by moves of equal value; that is looked for as well (:func:`ranked`).

What comes out is a solution only if :mod:`queensbench.engines.solve.attainment` confirms it, which does not ask how it
was found.  Where the tries or the moves are too many nothing is said, and the bounds stay.

Sources: Hoffman and Karp, *On nonterminating stochastic games* (1966); Condon, *The complexity of stochastic games*
(1992); Filar and Vrieze, *Competitive Markov decision processes* (1997), on why proper policies are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import pairwise

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.solve import kernels as loops
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.cycle_kernels import Exits, ValueBounds
from queensbench.engines.solve.fractions import NO_MOVE
from queensbench.engines.solve.values import SolvingOrder, Tick, Values, components

TRIES = 200
"""The most policies that are valued."""

MOST_EQUATIONS = 4_000
"""The most states of one component of a chain."""

NO_BOUNDS = ValueBounds(View(np.zeros(1, np.int64)), View(np.zeros(1, np.int64)))


def iterate(arena: Arena, side: Array, values: Values, *, most_python: int, tick: Tick) -> bool:
    """Make the values exact, if the moves of states without exact values are few enough; say whether they are now.

    ``values`` holds bounds, and the policies that they suggest; after success it holds fractions and no bounds.
    """
    play = (arena.role == k.CHOICE) | (arena.role == k.CHANCE)
    missing = (values.den == 0) & play
    missing[list(values.big)] = False
    if int(np.diff(arena.off)[missing].sum()) > most_python:
        return False
    found = _Policies(arena, side, values, missing, tick).search()
    if found is None:
        return False
    _store(values, found, np.flatnonzero(missing))
    return True


def _store(values: Values, found: _Found, states: Array) -> None:
    for state in states.tolist():
        value = found.values[state]
        if -(2**63) < value.numerator < 2**63 and value.denominator < 2**63:
            values.num[state], values.den[state] = value.numerator, value.denominator
        else:
            values.big[state] = value
    values.best = found.best
    values.lost = len(values.big)
    values.low = values.up = None
    values.iterated = True


@dataclass
class _Found:
    """The values of all states, as fractions, and the policies of both sides."""

    values: dict[int, Fraction]
    best: Array


class _Policies:
    """The policies of both sides while they are improved.  Only the states without exact values are looked at."""

    def __init__(self, arena: Arena, side: Array, values: Values, missing: Array, tick: Tick) -> None:
        self.arena, self.side, self.values, self.tick = arena, side, values, tick
        self.missing = missing
        self.states = np.flatnonzero(missing)
        self.best = values.best.copy()
        self.endless = Fraction(values.endless)
        sizes = np.diff(arena.off)[self.states]
        self.source = np.repeat(self.states, sizes)
        firsts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        self.place = np.arange(len(self.source)) - np.repeat(firsts[:-1], sizes)
        self.edges = arena.off[self.source] + self.place
        self.target = arena.succ[self.edges].astype(np.int64)
        self.choice = arena.role[self.source] == k.CHOICE
        known = np.unique(np.concatenate([self.states, self.target]))
        self.known = known[~missing[known]].tolist()
        self.fixed: dict[int, Fraction] = {}
        for state in self.known:
            value = values.exact(state)
            assert value is not None
            self.fixed[state] = value

    def search(self) -> _Found | None:
        """Improve until nobody can; None after too many tries."""
        for _ in range(TRIES):
            self.tick()
            found = self.valued()
            if found is None:
                return None
            here = ordinals(found, self.arena.states, self.endless)
            there = np.where(self.target == self.source, here[-1], here[self.target])
            own = here[self.source]
            least = self.choice & (self.side[self.source] == 0)
            if self.take(least & (there < own), there, lowest=True):
                continue
            tight = np.zeros(self.arena.moves, np.uint8)
            tight[self.edges] = there == own
            left = ranked(self.arena, self.side, self.values.order, self.stops(here), tight, self.best)
            stay = least & (there == own) & (left[self.source] == 0)
            stay &= (left[self.target] == 0) | (self.target == self.source)
            if self.take(stay, there, lowest=True):
                continue
            most = self.choice & (self.side[self.source] != 0)
            if self.take(most & (there > own), there, lowest=False):
                continue
            return _Found(found, self.best)
        return None

    def stops(self, here: Array) -> Array:
        """The states that are ends for progress (uint8): where play stops, and where nothing can be lost."""
        stops: Array = (~self.missing | (here[:-1] <= here[-1])).astype(np.uint8)
        return stops

    def take(self, edges: Array, there: Array, *, lowest: bool) -> bool:
        """Change the policy to the best of these edges, per state; say whether there is any."""
        chosen = np.flatnonzero(edges)
        if not len(chosen):
            return False
        key = there[chosen] if lowest else -there[chosen]
        order = np.lexsort((key, self.source[chosen]))
        chosen = chosen[order]
        first = np.ones(len(chosen), bool)
        first[1:] = self.source[chosen[1:]] != self.source[chosen[:-1]]
        picked = chosen[first]
        self.best[self.source[picked]] = self.place[picked]
        return True

    def valued(self) -> dict[int, Fraction] | None:
        """The values of the chain that the policies make; None if a component is too large."""
        arena = self.arena
        kept = ~self.choice | (self.place == self.best[self.source])
        succ = np.repeat(np.arange(arena.states, dtype=np.uint32), np.diff(arena.off))
        succ[self.edges[kept]] = self.target[kept]
        comp = components(arena.off, succ, self.missing.astype(np.uint8))[self.states]
        order = np.argsort(comp, kind="stable")
        states, numbers = self.states[order].tolist(), comp[order]
        cuts = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(states)]
        found = dict(self.fixed)
        for begin, end in pairwise(cuts):
            if begin % 4096 == 0:
                self.tick()
            if end - begin > MOST_EQUATIONS:
                return None
            group = states[begin:end]
            rows = {state: self.ways(state) for state in group}
            found |= _equations(rows, found, self.endless)
        return found

    def ways(self, state: int) -> dict[int, Fraction]:
        """The successors of a state under the policies, with their probabilities; empty if play stays for ever."""
        arena = self.arena
        targets = arena.successors(state)
        if arena.role[state] == k.CHOICE:
            place = int(self.best[state])
            stays = place == NO_MOVE or targets[place] == state
            return {} if stays else {targets[place]: Fraction(1)}
        pairs = [(t, w) for t, w in zip(targets, arena.weights(state), strict=True) if t != state]
        whole = sum(w for _, w in pairs)
        row: dict[int, Fraction] = {}
        for target, weight in pairs:
            row[target] = row.get(target, Fraction(0)) + Fraction(weight, whole)
        return row


def _equations(
    rows: dict[int, dict[int, Fraction]], known: dict[int, Fraction], endless: Fraction
) -> dict[int, Fraction]:
    """Solve the equations of a component, ``x = sum p x'``, by eliminating one state after the other."""
    if len(rows) == 1:
        ((state, row),) = rows.items()
        value = sum((p * known[t] for t, p in row.items()), Fraction(0)) if row else endless
        return {state: value}
    if all(row and all(t in rows for t in row) for row in rows.values()):
        return dict.fromkeys(rows, endless)
    open_ = {s: {t: p for t, p in row.items() if t in rows} for s, row in rows.items()}
    free = {
        s: sum((p * known[t] for t, p in row.items() if t not in rows), Fraction(0))
        for s, row in rows.items()
    }
    users: dict[int, set[int]] = {s: set() for s in rows}
    for state, row in open_.items():
        for target in row:
            users[target].add(state)
    done: list[int] = []
    waiting = set(rows)
    queue = [(len(open_[s]) * len(users[s]), s) for s in rows]
    heapify(queue)
    while waiting:
        cost, state = heappop(queue)
        if state not in waiting:
            continue
        now = len(open_[state]) * len(users[state] & waiting)
        if now > cost:
            heappush(queue, (now, state))
            continue
        waiting.discard(state)
        done.append(state)
        row = open_[state]
        again = row.pop(state, Fraction(0))
        if again:
            factor = 1 / (1 - again)
            free[state] *= factor
            open_[state] = row = {t: p * factor for t, p in row.items()}
        for user in users[state] & waiting:
            share = open_[user].pop(state, None)
            if share is None:
                continue
            free[user] += share * free[state]
            for target, p in row.items():
                open_[user][target] = open_[user].get(target, Fraction(0)) + share * p
                users[target].add(user)
    found: dict[int, Fraction] = {}
    for state in reversed(done):
        found[state] = free[state] + sum((p * found[t] for t, p in open_[state].items()), Fraction(0))
    return found


def ordinals(found: dict[int, Fraction], states: int, endless: Fraction) -> Array:
    """Rank the values by whole numbers (int64, -1 for states without one); the rank of ``endless`` comes last."""
    pairs = {(v.numerator, v.denominator) for v in found.values()} | {
        (endless.numerator, endless.denominator)
    }
    place = {pair: number for number, pair in enumerate(sorted(pairs, key=lambda pair: Fraction(*pair)))}
    here = np.full(states + 1, -1, np.int64)
    here[-1] = place[endless.numerator, endless.denominator]
    for state, value in found.items():
        here[state] = place[value.numerator, value.denominator]
    return here


def ranked(
    arena: Arena,
    side: Array,
    order: SolvingOrder,
    stops: Array,
    tight: Array,
    best: Array,
) -> Array:
    """1 for each state that play leaves for ``stops`` almost surely, by tight moves (``cycle_kernels.rank_states``)."""
    marks = stops.copy()
    exits = Exits(0, NO_BOUNDS, View(tight))
    loops.library()["rank_states"](arena.states, order.taken, arena.taken, side, exits, marks, best)
    return marks
