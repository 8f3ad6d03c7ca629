"""Players who look at nobody: one who always makes the first possible move of an order that is fixed beforehand.

An order lists the kinds of actions, and of one kind the arguments, the least or the greatest first.  Which move is
*possible* may depend on anything; which of the possible ones is made depends on the order alone.  What an order comes
to is exact: against players who choose at random, every move with equal chance, and against the best answer of all
others together, who know the whole state and the order.

What this engine cannot see: other ways to ignore the others, such as an order that changes as the game goes on.  Play
without end, or without a winner, counts as not won.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, permutations

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.solve.arena import Arena, Explored
from queensbench.engines.solve.arena_values import solve_arena
from queensbench.rules.typed.move_codes import Coding

MOST_ORDERS = 24
"""The most orders of a player that are tried."""


@dataclass(frozen=True)
class FixedOrder:
    """An order of moves: kinds of actions, by the places of their transitions; ``greatest``: arguments descend."""

    kinds: tuple[int, ...]
    greatest: bool


@dataclass(frozen=True)
class Outcome:
    """The probability that an order wins, against random players and against the best answer, each between bounds."""

    order: FixedOrder
    random: tuple[Fraction, Fraction]
    answer: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class TriedOrders:
    """The orders of one player: the best of those tried, by the best answer to it, and how many choose differently."""

    best: Outcome
    orders: int


def orders_of(kinds: Sequence[int]) -> Iterator[FixedOrder]:
    """At most MOST_ORDERS orders of kinds of actions: all of up to 3 kinds; else each first, the rest as declared."""
    every = list(permutations(kinds)) if len(kinds) <= 3 else []
    for first in kinds if not every else ():
        every.append((first, *(kind for kind in kinds if kind != first)))
    yield from [FixedOrder(one, greatest) for one in every for greatest in (False, True)][:MOST_ORDERS]


class FixedOrders:
    """An arena in which one player keeps to an order; ``coding``: of the moves of its system."""

    def __init__(self, arena: Explored, coding: Coding) -> None:
        self.arena, self.coding = arena, coding
        self.winners = arena.measured("winners")

    def tried(self, player: int) -> TriedOrders | None:
        """Try the orders of a raw player; None for one who never chooses."""
        arena = self.arena
        mine = np.flatnonzero((arena.role == k.CHOICE) & (arena.owner == player))
        codes = {int(state): arena.options(int(state)) for state in mine}
        kinds = sorted({self._kind(code) for code in chain.from_iterable(codes.values())})
        if not kinds:
            return None
        found: dict[bytes, Outcome] = {}
        for order in orders_of(kinds):
            chosen = np.full(arena.states, -1, np.int64)
            for state, options in codes.items():
                chosen[state] = self._first(options, order)
            key = chosen.tobytes()
            if key not in found:
                found[key] = self._outcome(player, order, chosen)
        best = max(found.values(), key=lambda one: (one.answer[0], one.random[0]))
        return TriedOrders(best, len(found))

    def _kind(self, code: int) -> int:
        return self.coding.decode(code).transition

    def _first(self, options: Sequence[int], order: FixedOrder) -> int:
        """The place of the move that an order makes."""
        sign = -1 if order.greatest else 1
        keys = [(order.kinds.index(self._kind(code)), sign * code) for code in options]
        return keys.index(min(keys))

    def _outcome(self, player: int, order: FixedOrder, chosen: Array) -> Outcome:
        payoff = np.where(self.arena.role == k.OVER, self.winners >> player & 1, 0).astype(np.int64)
        kept = _kept(self.arena, chosen)
        nobody = np.zeros(kept.states, np.uint8)
        start = self.arena.starts[0]
        answer = solve_arena(kept, payoff, nobody, endless=0)
        random = solve_arena(_at_random(kept), payoff, nobody, endless=0)
        return Outcome(order, random.bounds(start), answer.bounds(start))


def _kept(arena: Arena, chosen: Array) -> Arena:
    """The arena with one move left where one is chosen, by its place; -1: all are left."""
    source = np.repeat(np.arange(arena.states), np.diff(arena.off))
    place = np.arange(arena.moves) - arena.off[source]
    left = (chosen[source] < 0) | (chosen[source] == place)
    counts = np.bincount(source[left], minlength=arena.states)
    off = np.concatenate([[0], np.cumsum(counts)])
    return Arena(
        arena.role, off, arena.succ[left], arena.weight[left], owner=arena.owner, starts=arena.starts
    )


def _at_random(arena: Arena) -> Arena:
    """The arena in which every choice is made by chance, all moves alike."""
    choice = arena.role == k.CHOICE
    source = np.repeat(np.arange(arena.states), np.diff(arena.off))
    weight = np.where(choice[source], 1, arena.weight)
    role = np.where(choice, k.CHANCE, arena.role)
    return Arena(role, arena.off, arena.succ, weight, owner=arena.owner, starts=arena.starts)
