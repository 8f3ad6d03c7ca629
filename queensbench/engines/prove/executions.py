"""A transition executed on symbols, once for all the goals of a proof that are about it."""

from __future__ import annotations

from dataclasses import dataclass

from queensbench.engines.prove.terms import terms_of
from queensbench.readers.symbolic.execution import Result, Term, is_known, not_, or_

EASY = 2_000
"""A refusal with more different terms than these takes z3 long."""


@dataclass
class Execution:
    """A transition in a case, executed once, perhaps after others.

    ``cells``: those before it.  ``conditions``: that this state is reached and the game goes on there.  ``states``:
    those on the path, without the first, whose cells are symbols.  ``trail``: the functions on the path, each with its
    arguments.
    """

    cells: list[Term]
    args: list[Term]
    result: Result
    conditions: list[Term]
    states: list[list[Term]]
    trail: list[tuple[int, list[Term]]]

    @property
    def possible(self) -> Term:
        """The condition that the transition meets all its requirements."""
        return not_(self.result.refused)

    @property
    def likely(self) -> Term:
        """The condition that its first requirements are met, up to one that takes z3 long.

        Each refusal contains those before it.
        """
        easy: list[Term] = []
        for refused in self.result.refusals:
            if not is_known(refused) and terms_of(refused) > EASY:
                break
            easy.append(refused)
        return not_(or_(*easy))


__all__ = ["EASY", "Execution"]
