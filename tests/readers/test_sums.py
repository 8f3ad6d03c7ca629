"""Sums after a run by what has changed: against the sums of the cells, on random tables, stores and branches."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
import z3

from queensbench.readers.symbolic.changes import Change
from queensbench.readers.symbolic.execution import Symbolic, Term, and_, not_
from queensbench.readers.symbolic.sums import Linear, Totals, sums
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engines.models import lots, purse
from tests.good import tricky

SYSTEM = build(tricky.mode, tricky.mode.full)
ROWS, COLUMNS = ir.IntType(0, 2), ir.IntType(1, 3)
CELL = ir.IntType(0, 9)


class Table:
    """A table of three rows and columns, stored into as the symbolic reader does."""

    def __init__(self) -> None:
        self.symbolic = Symbolic(SYSTEM)
        self.symbols: list[Term] = [z3.Int(f"t{i}") for i in range(9)]
        self.cells = list(self.symbols)
        self.changes: list[Change] = []

    def places(self, row: Term, column: Term) -> list[tuple[int, Term]]:
        return self.symbolic._places(0, [ROWS, COLUMNS], [row, column])

    def read(self, row: Term, column: Term) -> Term:
        return self.symbolic._select(self.cells, self.places(row, column), CELL)

    def store(self, guard: Term, row: Term, column: Term, value: Term) -> None:
        places = tuple(self.places(row, column))
        old = tuple(self.cells[cell] for cell, _ in places)
        self.changes.append(Change(guard, value, 0, (ROWS, COLUMNS), (row, column), places, old, CELL))
        for cell, meant in places:
            self.cells[cell] = self.symbolic.choose(and_(guard, meant), value, self.cells[cell])

    def after(self, factors: dict[int, int]) -> tuple[Term, Term]:
        """The sum of the cells as they are, and by the changes."""
        before: Term = z3.Sum([factor * self.symbols[cell] for cell, factor in factors.items()])
        now = z3.Sum([factor * self.symbolic.lift(self.cells[cell]) for cell, factor in factors.items()])
        return now, Totals(self.symbolic, self.changes).after(before, factors)


def filled(rng: random.Random) -> tuple[Table, list[Term]]:
    """A table after some random stores, and that every index is within its range."""
    table = Table()
    inside: list[Term] = []
    guard: Term = True
    for number in range(rng.randint(1, 4)):
        row: Term = rng.choice([rng.randint(0, 2), z3.Int(f"row{number}"), z3.Int("row")])
        column: Term = rng.choice([rng.randint(1, 3), z3.Int(f"column{number}"), z3.Int("column")])
        inside += [table.symbolic.inside(row, ROWS), table.symbolic.inside(column, COLUMNS)]
        if rng.random() < 0.5:
            test = z3.Bool(f"test{rng.randint(0, 1)}")
            guard = and_(guard, rng.choice([test, not_(test)]))
        held = table.read(row, column)
        value = rng.choice([held + rng.randint(-1, 1), z3.Int("value"), rng.randint(0, 9), held - held])
        table.store(guard, row, column, value)
    return table, inside


def chosen(rng: random.Random) -> dict[int, int]:
    """A row, a column, the whole table, or any cells with any factors."""
    place = rng.randint(0, 2)
    rest = rng.sample(range(9), rng.randint(1, 8))
    return rng.choice(
        [
            {3 * place + i: 1 for i in range(3)},
            {3 * i + place: 1 for i in range(3)},
            dict.fromkeys(range(9), 1),
            {cell: rng.choice([-2, -1, 1, 3]) for cell in rest},
        ]
    )


@pytest.mark.parametrize("seed", range(60))
def test_sums_are_the_same_for_every_state(seed: int) -> None:
    rng = random.Random(seed)
    table, inside = filled(rng)
    now, told = table.after(chosen(rng))
    solver = z3.Solver()
    solver.add(table.symbolic.truth(and_(*inside)), now != told)
    assert solver.check() == z3.unsat


def test_without_the_range_of_an_index_they_are_not() -> None:
    table = Table()
    table.store(True, z3.Int("row"), 1, 5)
    now, told = table.after({0: 1, 3: 1, 6: 1})
    solver = z3.Solver()
    solver.add(now != told)
    assert solver.check() == z3.sat
    assert not 0 <= solver.model()[z3.Int("row")].as_long() <= 2


def test_what_is_taken_here_and_put_there_cancels() -> None:
    table = Table()
    x, y, c = z3.Ints("x y c")
    table.store(True, x, c, table.read(x, c) - 1)
    table.store(True, y, c, table.read(y, c) + 1)
    for column in range(3):
        factors = {3 * row + column: 1 for row in range(3)}
        before = z3.Sum([table.symbols[cell] for cell in factors])
        assert Totals(table.symbolic, table.changes).after(before, factors) is before
    _, told = table.after({0: 1, 1: 1, 2: 1})
    assert str(z3.simplify(told)) == "t0 + t1 + t2 + If(x == 0, -1, 0) + If(y == 0, 1, 0)"


def test_the_largest_sums_of_a_term() -> None:
    a, b, c, x = z3.Ints("a b c x")
    term = z3.And(a + b + c - a > x, z3.If(a - 2 * b > 0, x + a, a + 1) == 0)
    found = {str(node): factors for node, factors in sums([term], [a, b, c])}
    assert found == {"a + b + c - a": {1: 1, 2: 1}, "a - 2*b": {0: 1, 1: -2}}


def test_combinations() -> None:
    a, b = z3.Ints("a b")
    form = Linear({})
    form.add(2 * (a - b) + 3 - (-b), 2)
    form.add(a, -4)
    assert {str(term): factor for term, factor in form.parts.values()} == {"b": -2}
    assert form.rest == 6
    form.add(b - 3, 2)
    assert form.nothing


def runs() -> Iterator[tuple[ir.System, int]]:
    """Every transition of some modes."""
    for mode in (tricky.mode, purse.mode, lots.mode):
        system = build(mode, mode.full)
        for number in range(len(system.transitions)):
            yield system, number


@pytest.mark.parametrize(("system", "number"), list(runs()))
def test_every_cell_is_what_it_was_and_its_changes(system: ir.System, number: int) -> None:
    symbolic = Symbolic(system)
    cells = symbolic.state("s.")
    function = system.transitions[number].function
    args = symbolic.arguments(function, "a.")
    result = symbolic.step(number, cells, args)
    solver = z3.Solver()
    solver.add(symbolic.truth(and_(symbolic.typed(cells), symbolic.argument_ranges(function, args))))
    solver.add(symbolic.truth(and_(symbolic.assumptions(), not_(result.violated))))
    totals = Totals(symbolic, result.changes)
    wrong = [
        symbolic.truth(not_(symbolic.equal(result.cells[cell], totals.after(cells[cell], {cell: 1}))))
        for cell, t in enumerate(system.cells)
        if not isinstance(t, ir.BoolType) and cell != system.silent_cell
    ]
    solver.add(z3.Or(*wrong))
    assert solver.check() == z3.unsat
