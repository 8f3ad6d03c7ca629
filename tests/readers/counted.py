"""The reader that keeps numbers of items, asked as the plain one is: of cells alone.

The numbers are taken from the places, so that interpreter, native code and this reader can be held against each other by
the same harness.  After a step they have to be what the places say then, and what is told besides has to be true: where
it is not, the step violates :data:`WRONG`, which no other reader does.
"""

from __future__ import annotations

from collections.abc import Sequence

from queensbench.readers.symbolic.counter_abstraction import Counting
from queensbench.readers.symbolic.execution import Result, Symbolic
from queensbench.readers.symbolic.terms import Term, and_, not_, or_
from queensbench.rules.typed import ir

WRONG = 1_000_000
"""The site of numbers that are not what the places say."""


class Counted(Counting):
    """A reader of cells alone that counts as it reads."""

    def state(self, prefix: str) -> list[Term]:
        """A symbol for each cell."""
        return Symbolic.state(self, prefix)

    def typed(self, cells: Sequence[Term]) -> Term:
        """Terms that say: every cell lies in its range, and every sequence holds nothing beyond its length."""
        return Symbolic.typed(self, cells)

    def numbers(self, cells: Sequence[Term]) -> list[Term]:
        """How often each item lies in each sequence, as the places say."""
        found: list[Term] = []
        for tally in self.tallies.values():
            block, lengths = self.system.fields[tally.field], self.system.fields[tally.length]
            for row in range(lengths.cells):
                places = cells[block.offset + row * tally.bound :][: tally.bound]
                length = cells[lengths.offset + row]
                for raw in range(tally.value.lo, tally.value.hi + 1):
                    item = bool(raw) if isinstance(tally.value, ir.BoolType) else raw
                    total: Term = 0
                    for at, place in enumerate(places):
                        here = and_(self.less(at, length), self.equal(place, item))
                        total = self.arith("+", total, self.choose(here, 1, 0))
                    found.append(total)
        return found

    def step(self, transition: int, cells: Sequence[Term], args: Sequence[Term]) -> Result:
        """One transition, held against what the places say after it."""
        return self._held(super().step(transition, [*cells, *self.numbers(cells)], args))

    def initial(self) -> Result:
        """The start state, held against what its places say."""
        return self._held(super().initial())

    def ask(self, function: int, cells: Sequence[Term], args: Sequence[Term] = ()) -> Result:
        """The value of a rule that changes nothing."""
        return super().ask(function, [*cells, *self.numbers(cells)], args)

    def _held(self, result: Result) -> Result:
        count = len(self.system.cells)
        after, numbers = result.cells[:count], result.cells[count:]
        same = [self.equal(a, b) for a, b in zip(numbers, self.numbers(after), strict=True)]
        good = not_(or_(result.refused, result.violated))
        wrong = and_(good, not_(and_(*same, *result.facts)))
        if wrong is not False:
            result.violations.append((WRONG, wrong))
        result.cells = after
        return result


__all__ = ["WRONG", "Counted"]
