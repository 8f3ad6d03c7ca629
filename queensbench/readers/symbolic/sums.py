"""Sums over cells after a run: the sums before it, plus the difference that each store makes.

A rule that moves a token from one of sixty-four places to another changes, in the symbolic reader, every one of these
places by a choice, and a sum over them is a sum of as many choices.  A store at an index is simpler seen from the sum:
``new sum = old sum + (value stored - value that was there)``, if the index is one of those summed.  Changes under the
same condition are put together term for term, so that what is taken here and put there cancels without a solver.

*Why that is exact.*  A store makes a cell ``value if guard and meant else old``, which is ``old`` and, where it is
guarded and meant, ``value - old``.  The two branches of a condition are merged by a choice; the guards of the stores in
a branch contain its condition, so that in the other case they change nothing.  Hence every cell at the end is the
cell at the start and the sum of its changes.  A sum over all values of an index does not ask which of them is meant;
that it is one of them is an obligation (or the type of the index says so): of a run that violates an obligation a
total says nothing.  Numbers are z3 integers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import z3

from queensbench.readers.symbolic.changes import Change
from queensbench.readers.symbolic.terms import Term, and_, is_known
from queensbench.rules.typed import ir

if TYPE_CHECKING:
    from queensbench.readers.symbolic.execution import Symbolic


@dataclass
class Linear:
    """A whole-number combination of terms: ``parts`` by z3's number of the term (the term, its factor), and a rest."""

    parts: dict[int, tuple[Any, int]]
    rest: int = 0

    def add(self, term: Term, factor: int = 1) -> None:
        """Add a multiple of a term; sums, differences and multiples in it are taken apart."""
        if is_known(term):
            self.rest += factor * int(term)
        elif z3.is_int_value(term):
            self.rest += factor * int(term.as_long())
        elif z3.is_app_of(term, z3.Z3_OP_ADD):
            for child in term.children():
                self.add(child, factor)
        elif z3.is_app_of(term, z3.Z3_OP_SUB):
            first, *others = term.children()
            self.add(first, factor)
            for child in others:
                self.add(child, -factor)
        elif z3.is_app_of(term, z3.Z3_OP_UMINUS):
            self.add(term.arg(0), -factor)
        elif z3.is_app_of(term, z3.Z3_OP_MUL) and term.num_args() == 2 and z3.is_int_value(term.arg(0)):
            self.add(term.arg(1), factor * int(term.arg(0).as_long()))
        elif z3.is_app_of(term, z3.Z3_OP_MUL) and term.num_args() == 2 and z3.is_int_value(term.arg(1)):
            self.add(term.arg(0), factor * int(term.arg(1).as_long()))
        else:
            self._add_part(term, factor)

    def add_all(self, other: Linear, factor: int) -> None:
        """Add a multiple of another combination."""
        self.rest += factor * other.rest
        for term, times in other.parts.values():
            self._add_part(term, factor * times)

    def _add_part(self, term: Any, factor: int) -> None:
        number = term.ast.value
        factor += self.parts[number][1] if number in self.parts else 0
        self.parts.pop(number, None)
        if factor:
            self.parts[number] = term, factor

    @property
    def nothing(self) -> bool:
        """Whether the combination is 0 for all values of its terms."""
        return not self.parts and self.rest == 0

    def term(self, symbolic: Symbolic) -> Term:
        """The combination as a term."""
        total: Term = self.rest
        for term, factor in self.parts.values():
            total = symbolic.arith("+", term if factor == 1 else symbolic.arith("*", factor, term), total)
        return total


class _Foreign(Exception):
    """Raised for a part of a sum that is no cell."""


class _OfCells(Linear):
    """A combination of cells alone.  ``numbers``: cells by z3's number."""

    def __init__(self, numbers: Mapping[int, int]) -> None:
        super().__init__({})
        self.numbers = numbers

    def _add_part(self, term: Any, factor: int) -> None:
        if term.ast.value not in self.numbers:
            raise _Foreign
        super()._add_part(term, factor)


def over_cells(term: Any, numbers: Mapping[int, int]) -> dict[int, int] | None:
    """A sum of cells: its factors by cell, a constant left out; None if it is anything else.

    ``numbers``: cells by z3's number.
    """
    found = _OfCells(numbers)
    try:
        found.add(term)
    except _Foreign:  # known at its first part that is no cell
        return None
    return {numbers[number]: factor for number, (_, factor) in found.parts.items()} or None


def sums(terms: Sequence[Any], symbols: Sequence[Any]) -> list[tuple[Any, dict[int, int]]]:
    """The sums of at least two cells in terms over the symbols of a state, each as large as can be."""
    numbers = {symbol.ast.value: i for i, symbol in enumerate(symbols) if z3.is_int(symbol)}
    found: list[tuple[Any, dict[int, int]]] = []
    seen: set[int] = set()
    todo = list(terms)
    while todo:
        node = todo.pop()
        if node.ast.value in seen:
            continue
        seen.add(node.ast.value)
        if z3.is_int(node) and (z3.is_app_of(node, z3.Z3_OP_ADD) or z3.is_app_of(node, z3.Z3_OP_SUB)):
            factors = over_cells(node, numbers)
            if factors is not None:
                if len(factors) > 1:
                    found.append((node, factors))
                continue
        todo += node.children()
    return found


class Totals:
    """Sums of cells after a run, from the sums before it and the changes of the run (in any order)."""

    def __init__(self, symbolic: Symbolic, changes: Sequence[Change]) -> None:
        self.symbolic = symbolic
        self.changes = [change for change in changes if change.guard is not False and change.places]
        self.by: dict[int, Linear] = {}

    def reach(self, factors: Mapping[int, int]) -> int:
        """The number of cells of a sum that the changes may reach."""
        return len({cell for change in self.changes for cell, _ in change.places if cell in factors})

    def after(self, before: Term, factors: Mapping[int, int]) -> Term:
        """A sum after the run.  ``before``: the same sum before it; ``factors``: by cell."""
        symbolic = self.symbolic
        groups: dict[int, tuple[Term, Linear]] = {}
        for number, change in enumerate(self.changes):
            for condition, factor in _hits(symbolic, change, factors):
                key = 0 if condition is True else condition.ast.value
                _, form = groups.setdefault(key, (condition, Linear({})))
                form.add_all(self._by(number, change), factor)
        found = before
        for condition, form in groups.values():
            if not form.nothing:
                found = symbolic.arith("+", found, symbolic.choose(condition, form.term(symbolic), 0))
        return found

    def _by(self, number: int, change: Change) -> Linear:
        """The difference that a change makes to its cell."""
        if number not in self.by:
            form = Linear({})
            form.add(change.value if change.by is None else change.by)
            if change.by is None:
                form.add(self.symbolic.held(change), -1)
            self.by[number] = form
        return self.by[number]


def _hits(symbolic: Symbolic, change: Change, factors: Mapping[int, int]) -> list[tuple[Term, int]]:
    """The conditions under which a change counts, each with its factor."""
    if not any(cell in factors for cell, _ in change.places):
        return []
    ranges = [
        (int(term),) if is_known(term) else tuple(range(t.lo, t.hi + 1))
        for term, t in zip(change.index, change.types, strict=True)
    ]
    free = [place for place, term in enumerate(change.index) if not is_known(term)]
    counts = {at: factors.get(_cell(change, at), 0) for at in product(*ranges)}
    asked = [place for place in free if not _alike(counts, place, ranges[place])]
    found: list[tuple[Term, int]] = []
    for at in product(*(ranges[p] if p in asked else ranges[p][:1] for p in range(len(ranges)))):
        if counts[at]:
            meant = (symbolic.equal(change.index[place], at[place]) for place in asked)
            found.append((and_(change.guard, *meant), counts[at]))
    return found


def _cell(change: Change, at: Sequence[int]) -> int:
    cell = 0
    for raw, t in zip(at, change.types, strict=True):
        cell = cell * ir.size(t) + raw - t.lo
    return change.offset + cell


def _alike(counts: Mapping[tuple[int, ...], int], place: int, values: Sequence[int]) -> bool:
    """Whether cells count equally often for all values of an index."""
    return all(
        counts[(*at[:place], value, *at[place + 1 :])] == count
        for at, count in counts.items()
        if at[place] == values[0]
        for value in values
    )


__all__ = ["Change", "Linear", "Totals", "over_cells", "sums"]
