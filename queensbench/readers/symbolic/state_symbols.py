"""The symbols of a system: its cells, its readings, its parameters and arguments, each with its range."""

from __future__ import annotations

from collections.abc import Sequence

from queensbench.readers.symbolic.arithmetic import Arithmetic
from queensbench.readers.symbolic.terms import Sort, Term, and_, or_
from queensbench.rules.typed import ir


class StateSymbols(Arithmetic):
    """States of a system over symbols.  ``types``: the types of all parts of a state, its cells first.

    ``readings`` and ``parameters``: terms for each ruling and parameter (by default symbols named ``r.<name>`` and
    ``p.<name>``; their ranges are :meth:`assumptions`).
    """

    def __init__(
        self,
        system: ir.System,
        sort: Sort | None = None,
        readings: Sequence[Term] | None = None,
        parameters: Sequence[Term] | None = None,
    ) -> None:
        super().__init__(sort)
        self.system = system
        self.types: tuple[ir.Type, ...] = system.cells
        self.readings = (
            list(readings)
            if readings is not None
            else [self.symbol(f"r.{r.name}", ir.KindType(r.name, r.readings)) for r in system.rulings]
        )
        self.parameters = (
            list(parameters)
            if parameters is not None
            else [self.symbol(f"p.{p.name}", ir.IntType(p.lo, p.hi)) for p in system.parameters]
        )

    def state(self, prefix: str) -> list[Term]:
        """A symbol for each cell."""
        out = []
        for block in self.system.fields:
            for i in range(block.cells):
                out.append(self.symbol(f"{prefix}{block.name}[{i}]", block.value))
        return out

    def typed(self, cells: Sequence[Term]) -> Term:
        """That every cell lies in its range, and every sequence holds nothing beyond its length."""
        parts = [self.inside(term, t) for term, t in zip(cells, self.system.cells, strict=True)]
        numbers = {block.name: block for block in self.system.fields}
        for block in self.system.fields:
            length = numbers.get(f"{block.name}.len")
            if length is None:
                continue
            places = ir.size(block.index[-1])
            for row in range(length.cells):
                size = cells[length.offset + row]
                for place in range(places):
                    term = cells[block.offset + row * places + place]
                    empty = self.equal(term, self._blank(block.value))
                    parts.append(or_(self.less(place, size), empty))
        return and_(*parts)

    @staticmethod
    def _blank(t: ir.Type) -> Term:
        """The value of a cell that nothing was stored in."""
        return False if isinstance(t, ir.BoolType) else t.lo

    def definitions(self, cells: Sequence[Term]) -> list[Term]:
        """Facts of every state beyond :meth:`typed`; none for a state of cells alone."""
        return []

    def small(self, cells: Sequence[Term]) -> list[tuple[Term, Term]]:
        """Symbols and values that make a state small, where any state will do; none for a state of cells alone."""
        return []

    def blank(self) -> list[Term]:
        """The blank state, known."""
        return [self._blank(t) for t in self.system.cells]

    def assumptions(self) -> Term:
        """The ranges of free readings and parameters."""
        parts = [
            self.inside(term, ir.KindType(r.name, r.readings))
            for term, r in zip(self.readings, self.system.rulings, strict=True)
        ]
        parts += [
            self.inside(term, ir.IntType(p.lo, p.hi))
            for term, p in zip(self.parameters, self.system.parameters, strict=True)
        ]
        return and_(*parts)

    def arguments(self, function: int, prefix: str) -> list[Term]:
        """A symbol for each argument of a function."""
        return [self.symbol(f"{prefix}{name}", t) for name, t in self.system.functions[function].params]

    def argument_ranges(self, function: int, args: Sequence[Term]) -> Term:
        """The ranges of a function's arguments."""
        params = self.system.functions[function].params
        return and_(*(self.inside(a, t) for a, (_, t) in zip(args, params, strict=True)))
