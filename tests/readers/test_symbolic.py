"""Terms that the symbolic reader makes of single constructs, in both sorts and with known values."""

from __future__ import annotations

import pytest
import z3

from queensbench.readers.symbolic.execution import BitVectors, Integers, Sort, Symbolic, Term
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.good import tricky

FULL = build(tricky.mode, tricky.mode.full)
SORTS: list[Sort] = [Integers(), BitVectors(FULL)]
BOTH = pytest.mark.parametrize("sort", SORTS, ids=lambda sort: str(sort.name))
HOUSE = [0]


def cells(**given: int) -> list[Term]:
    """The blank state with some scalars set."""
    out = Symbolic(FULL).blank()
    for block in FULL.fields:
        if block.name in given:
            out[block.offset] = given[block.name]
    return out


def number(name: str) -> int:
    """The place of a transition."""
    return next(i for i, t in enumerate(FULL.transitions) if t.name == name)


@BOTH
@pytest.mark.parametrize("action", ["partial_lookup", "partial_lookup_unused"])
@pytest.mark.parametrize(("color", "listed"), [(0, True), (1, False), (2, True), (3, False)])
def test_a_lookup_without_an_entry_is_a_violation(sort: Sort, action: str, color: int, listed: bool) -> None:
    known = Symbolic(FULL, sort, HOUSE).step(number(action), cells(color=color), [])
    assert [condition for _, condition in known.violations] == ([] if listed else [True])
    symbolic = Symbolic(FULL, sort, HOUSE)
    symbol = sort.var("color", ir.IntType(0, 3))
    result = symbolic.step(number(action), cells(color=symbol), [])
    solver = z3.Solver()
    solver.add(symbol == color, symbolic.truth(result.violated))
    assert (solver.check() == z3.unsat) is listed


@pytest.mark.parametrize(("lo", "hi", "allowed"), [(0, 1, [False, True]), (1, 1, [True]), (0, 0, [False])])
def test_truth_values_have_ranges_too(lo: int, hi: int, allowed: list[bool]) -> None:
    symbolic = Symbolic(FULL)
    t = ir.BoolType(lo, hi)
    assert [v for v in (False, True) if symbolic.inside(v, t) is True] == allowed
    symbol = z3.Bool("b")
    inside = symbolic.truth(symbolic.inside(symbol, t))
    assert [
        v for v in (False, True) if z3.is_true(z3.simplify(z3.substitute(inside, (symbol, z3.BoolVal(v)))))
    ] == (allowed)


@BOTH
@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_division_rounds_as_python_does(sort: Sort, d: int) -> None:
    symbolic = Symbolic(FULL, sort)
    symbol = sort.var("n", ir.IntType(-9, 9))
    for n in range(-9, 10):
        for op, rounded in (("//", n // d), ("%", n % d)):
            put = z3.simplify(z3.substitute(symbolic.arith(op, symbol, d), (symbol, symbolic.lift(n))))
            assert (put.as_signed_long() if z3.is_bv(put) else put.as_long()) == rounded
            assert symbolic.arith(op, n, d) == rounded
