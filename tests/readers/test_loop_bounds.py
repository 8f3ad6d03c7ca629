"""Loops of aggregates that end where their condition says so: what is found in rules, and that nothing else changes."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import queensbench as qb
from queensbench.readers.native.loop_bounds import Bound, bound_of
from queensbench.rules.typed import ir
from tests.readers.test_native_codegen import Hand, arith, c, compute, either, eq, loop, lt, num, quant, v

PLACE = num(-3, 12)
Sign = Literal["<", "<=", ">", ">="]


def guarded(limit: ir.Expr, shift: int, sign: Sign, turned: bool, negated: bool) -> ir.Expr:
    """A condition that holds up to some place: of either side, as it is or as what it is not."""
    left: ir.Expr = arith("+", v(2, PLACE), c(shift)) if shift else v(2, PLACE)
    right = limit
    if turned:
        left, right = right, left
    found: ir.Expr = ir.Compare(sign, left, right)
    return ir.Not(found) if negated else found


SIGNS: list[tuple[Sign, bool, bool]] = [
    ("<", False, False),
    ("<=", False, False),
    (">", True, False),
    (">=", True, False),
    (">=", False, True),
    (">", False, True),
    ("<=", True, True),
    ("<", True, True),
]
"""The ways to write that a loop's variable is below something."""


@given(
    st.sampled_from(["sum", "any", "all", "min", "max"]),
    st.sampled_from(SIGNS),
    st.integers(-4, 14),
    st.integers(-2, 2),
    st.integers(-3, 3),
    st.integers(2, 9),
    st.booleans(),
    st.booleans(),
)
@settings(max_examples=250, deadline=None)
def test_a_loop_that_ends_early_finds_the_same(
    op: Any,
    written: tuple[Sign, bool, bool],
    most: int,
    shift: int,
    first: int,
    length: int,
    outer: bool,
    where: bool,
) -> None:
    """What the condition protects would leave its range beyond it, and rulings that are read are counted."""
    h = Hand()
    row = h.add(num(0, 9), num(-3, 12))
    h.start = tuple(h.store(row, c((3 * place + 20) % 7), c(place)) for place in range(-3, 13))
    few = h.add(num(0, 9), num(-3, 2))
    limit = h.read(h.add(num(-8, 20)))
    h.start = (*h.start, h.store(limit.field, c(most)))
    bound: ir.Expr = arith("+", limit, v(1, num(0, 2))) if outer else limit
    condition = guarded(bound, shift, *written)
    told = eq(ir.Reading(0, num(0, 2)), c(1, num(0, 2)))
    protected = (
        ir.Read(few, (v(2, PLACE),), h.site(), num(0, 9)) if most + shift < 1 else h.read(row, v(2, PLACE))
    )
    value = arith("+", protected, v(1, num(0, 2)) if outer else c(1))
    asked = ir.Logic("and", (told, lt(value, c(4))))
    loops = [loop(1, 3)] if outer else []
    inner = loop(2, first, first + length, where=condition if where or op in ("min", "max") else None)
    if op in ("min", "max"):
        found = quant(op, value, *loops, inner, default=c(99))
    elif inner.where is not None:
        found = quant(op, ir.Choose(asked, value, c(0), WIDE) if op == "sum" else asked, *loops, inner)
    elif op == "all":
        found = quant(op, either(ir.Not(condition), asked), *loops, inner)
    elif op == "any":
        found = quant(op, ir.Logic("and", (condition, asked)), *loops, inner)
    else:
        both = ir.Logic("and", (condition, asked))
        found = quant(op, ir.Choose(both, value, c(0), WIDE), *loops, inner)
    known = bound_of(found, len(loops))
    assert known is not None
    assert known.limit == bound
    compute(found, h)


WIDE = num(-(2**31), 2**31 - 1)
READ = ir.Read(0, (), -1, num(0, 9))


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        (lt(v(2), READ), Bound(READ, 0)),
        (ir.Compare("<=", v(2), READ), Bound(READ, 1)),
        (lt(arith("+", v(2), c(2)), READ), Bound(READ, -2)),
        (ir.Compare("<=", arith("-", v(2), c(2)), READ), Bound(READ, 3)),
        (ir.Not(ir.Compare(">=", v(2), READ)), Bound(READ, 0)),
        (ir.Compare(">", READ, v(2)), Bound(READ, 0)),
        (ir.Logic("and", (lt(v(2), READ), eq(v(2), c(1)))), Bound(READ, 0)),
        (ir.Logic("and", (eq(v(2), c(1)), lt(v(2), READ))), None),
        (ir.Logic("or", (lt(v(2), READ), eq(v(2), c(1)))), None),
        (ir.Compare(">", v(2), READ), None),
        (eq(v(2), READ), None),
        (lt(v(2), arith("+", v(2), READ)), None),
        (lt(v(1), READ), None),
        (lt(arith("*", v(2), c(2)), READ), None),
    ],
)
def test_what_bounds_a_loop(condition: ir.Expr, wanted: Bound | None) -> None:
    assert bound_of(quant("any", condition, loop(2, 9)), 0) == wanted
    assert bound_of(quant("max", v(2), loop(2, 9, where=condition), default=c(0)), 0) == wanted
    assert bound_of(quant("all", ir.Not(condition), loop(2, 9)), 0) == wanted
    assert bound_of(quant("sum", ir.Choose(condition, v(2), c(0), WIDE), loop(2, 9)), 0) == wanted
    assert bound_of(quant("sum", ir.Choose(condition, v(2), c(1), WIDE), loop(2, 9)), 0) is None
    assert bound_of(quant("any", condition, loop(2, 9, -1, -1)), 0) is None
    assert bound_of(quant("any", condition, loop(2, 9), loop(3, 2)), 0) is None
    assert bound_of(quant("max", condition, loop(2, 9), default=c(0)), 0) is None


def test_loops_of_the_rulebooks_end_where_sequences_do() -> None:
    """Queue 4 counts each card in 208 places, of which those in use are looked at."""
    system = qb.load("queue4/standard").session("full")._box.system
    queued = next(one for one in system.functions if one.name == "queued")
    [said] = queued.body
    assert isinstance(said, ir.Return)
    assert isinstance(said.value, ir.Quant)
    bound = bound_of(said.value, 1)
    assert bound is not None
    assert isinstance(bound.limit, ir.Read)
    assert (system.fields[bound.limit.field].name, bound.shift) == ("queue.len", 0)
    assert bound_of(said.value, 0) is None
