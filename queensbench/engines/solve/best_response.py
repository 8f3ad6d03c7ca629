"""The best response to fixed strategies, by a player who sees only the observations that the rules allow.

A player's *information set* holds the states that look alike to that player (:mod:`queensbench.rules.observations`);
the player makes the same move in all of them.  The value of a move there is the mean over those states, each weighed by
how likely chance and the others are to bring play there; so the sets are taken from the last one of a play to the
first, and in each the move with the greatest mean is best.  All numbers are fractions.

What this engine cannot see: the memory of players.  A set must tell what the player has seen and done before (*perfect
recall*; Kuhn, *Extensive games and the problem of information*, 1953), which the record has to keep; a record that does
not is refused.  The others play as they are said to: this is no equilibrium, but it tells how far a pair of strategies
is from one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.solve.arena import Explored
from queensbench.engines.solve.values import order_of
from queensbench.errors import BadInput
from queensbench.rules.observations import View, Views

MOST_STATES = 200_000

Last = tuple[View, int]
"""The last view and move of a player."""

FORGOTTEN: Last = ((), -1)
"""The same, where plays come together in which the player did different things."""

Strategy = Callable[[int, View, Sequence[int]], Mapping[int, int]]
"""The weights with which a player makes each move: from the raw player, the view and the codes of the possible moves to
whole weights by code.  A code that is left out has weight 0."""


@dataclass(frozen=True)
class Response:
    """The value of the best answer, at the start, and the move that it makes in each information set."""

    value: Fraction
    moves: Mapping[View, int]


def uniform(player: int, view: View, codes: Sequence[int]) -> Mapping[int, int]:
    """The strategy that makes every possible move equally often."""
    return dict.fromkeys(codes, 1)


def best_response(
    arena: Explored, views: Views, player: int, others: Strategy, payoff: Array, *, most: int = MOST_STATES
) -> Response:
    """The best answer of a raw player to the others' strategy.

    ``payoff``: the worth to the player of each state at which play stops (int64), states where the rules are silent or
    nobody can move among them.

    Raises BadInput for an arena that is incomplete, has cycles (a move back to the same state is one) or more than
    ``most`` states; for information sets that do not tell what the player did before, or may do; and for a strategy
    without a positive weight.
    """
    where = f"{arena.system.ruleset}/{arena.system.mode}"
    if not arena.complete or arena.states > most:
        raise BadInput(
            f"best responses are computed for at most {most:,} states, all of them explored",
            where=where,
            remedy="take a smaller instance",
        )
    order = order_of(arena)
    source = np.repeat(np.arange(arena.states), np.diff(arena.off))
    if not order.acyclic or bool((arena.succ == source).any()):
        raise BadInput("best responses are computed where play cannot go round", where=where)
    return _Answering(arena, views, player, others, payoff, where).answer(
        order.queue[: arena.states].tolist()
    )


class _Answering:
    """The computation of one best response."""

    def __init__(
        self, arena: Explored, views: Views, player: int, others: Strategy, payoff: Array, where: str
    ) -> None:
        self.arena, self.views, self.player, self.others = arena, views, player, others
        self.payoff, self.where = payoff, where
        self.shares: dict[int, list[Fraction]] = {}
        self.seen: dict[int, View] = {}
        self.codes: dict[int, list[int]] = {}

    def answer(self, queue: list[int]) -> Response:
        """Compute the best response; ``queue``: every state before its successors."""
        reach = [Fraction(0)] * self.arena.states
        reach[self.arena.starts[0]] = Fraction(1)
        sets: dict[View, list[int]] = {}
        before: dict[int, Last | None] = {self.arena.starts[0]: None}
        for state in queue:
            if state in before:
                self._pass_on(state, reach, before, sets)
        moves: dict[View, int] = {}
        self._decide(reach, sets, moves)
        return Response(self.values[self.arena.starts[0]], moves)

    def _pass_on(
        self,
        state: int,
        reach: list[Fraction],
        before: dict[int, Last | None],
        sets: dict[View, list[int]],
    ) -> None:
        """Add up how likely chance and the others bring play to the successors, whatever the player does."""
        arena = self.arena
        targets = arena.successors(state)
        if not targets:
            return
        if arena.role[state] == k.CHANCE:
            whole = sum(arena.weights(state))
            self.shares[state] = [Fraction(w, whole) for w in arena.weights(state)]
        else:
            cells = arena.exploration.cells(arena.id(state)).tolist()
            owner = int(arena.owner[state])
            view, codes = self.views.view(cells, max(0, owner)), arena.options(state)
            if owner == self.player:
                self.seen[state], self.codes[state] = view, codes
                mine = sets.setdefault(view, [])
                same = not mine or (before[mine[0]] == before[state] and self.codes[mine[0]] == codes)
                if before[state] == FORGOTTEN or not same:
                    raise BadInput(
                        "states that look alike to a player differ in what the player did before, or may do",
                        where=self.where,
                        remedy="let the record keep what players have seen and done",
                    )
                mine.append(state)
            else:
                weights = self.others(owner, view, codes)
                whole = sum(weights.get(code, 0) for code in codes)
                if whole <= 0:
                    raise BadInput("a strategy gives no move a positive weight", where=self.where)
                self.shares[state] = [Fraction(weights.get(code, 0), whole) for code in codes]
        for place, target in enumerate(targets):
            share, last = Fraction(1), before[state]
            if state in self.seen:
                last = (self.seen[state], self.codes[state][place])
            else:
                share = self.shares[state][place]
            reach[target] += reach[state] * share
            if before.setdefault(target, last) != last:
                before[target] = FORGOTTEN

    def _decide(
        self,
        reach: list[Fraction],
        sets: dict[View, list[int]],
        moves: dict[View, int],
    ) -> None:
        """Compute values from the ends on; a set is decided when the first of its states is asked for."""
        arena = self.arena
        self.values = [Fraction(0)] * arena.states
        done = [False] * arena.states
        picked: dict[View, int] = {}

        def worth(root: int) -> Fraction:
            stack = [root]
            while stack:
                state = stack[-1]
                if done[state]:
                    stack.pop()
                    continue
                group = sets[self.seen[state]] if state in self.seen else [state]
                missing = [t for s in group for t in arena.successors(s) if not done[t]]
                if missing:
                    stack += missing
                    continue
                stack.pop()
                self._value(state, group, reach, picked, moves)
                done[state] = True
            return self.values[root]

        worth(arena.starts[0])

    def _value(
        self,
        state: int,
        group: list[int],
        reach: list[Fraction],
        picked: dict[View, int],
        moves: dict[View, int],
    ) -> None:
        arena = self.arena
        targets = arena.successors(state)
        if not targets:
            self.values[state] = Fraction(int(self.payoff[state]))
        elif state in self.seen:
            view = self.seen[state]
            if view not in picked:
                sums = [
                    sum((reach[s] * self.values[arena.successors(s)[place]] for s in group), Fraction(0))
                    for place in range(len(targets))
                ]
                picked[view] = sums.index(max(sums))
                moves[view] = self.codes[state][picked[view]]
            self.values[state] = self.values[targets[picked[view]]]
        else:
            self.values[state] = sum(
                (share * self.values[t] for share, t in zip(self.shares[state], targets, strict=True)),
                Fraction(0),
            )
