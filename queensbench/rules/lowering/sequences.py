"""Changes of sequences, unfolded into stores of their places and of their length."""

from __future__ import annotations

import ast
from typing import Any

from queensbench.language.records import FieldDecl, SeqField
from queensbench.rules.lowering.base import SPLIT, Fault, Unit, Val, one, outside
from queensbench.rules.lowering.comparisons import asks
from queensbench.rules.lowering.expressions import Expressions, counted
from queensbench.rules.typed import ir

ARGUMENTS = {"append": 1, "insert": 2, "remove_at": 1, "clear": 0}
"""The changes of a sequence, each with the number of its arguments."""


class Sequences(Expressions):
    """Lowers `append`, `insert`, `remove_at` and `clear`."""

    def _sequence_change(self, unit: Unit, call: ast.Call) -> list[ir.Stmt] | None:
        """The statements of a change; None where what is called is no sequence."""
        assert isinstance(call.func, ast.Attribute)
        place = self._place(unit, call.func.value)
        if place is None or not isinstance(place[2].value, SeqField):
            return None
        word = call.func.attr
        wanted = ARGUMENTS.get(word)
        if wanted is None or len(call.args) != wanted or call.keywords:
            raise Fault(
                call,
                f"a sequence has no `{word}` with {counted(len(call.args))}",
                "use append, insert, remove_at or clear",
            )
        if unit.value_expected:
            raise Fault(call, "a rule that returns a value changes the state", SPLIT)
        unit.pure = False
        change = _Change(self, unit, call, place)
        match word:
            case "append" | "insert":
                change.put(between=word == "insert")
            case "remove_at":
                change.remove()
            case _:
                change.clear()
        return change.out


class _Change:
    """The change of one sequence while it is lowered; ``out``: its statements so far.

    ``place``: the number of its field, the keys of the sequence, its declaration, and the site of its keys.
    """

    def __init__(
        self,
        lowerer: Sequences,
        unit: Unit,
        call: ast.Call,
        place: tuple[int, tuple[Val, ...], FieldDecl, int],
    ) -> None:
        self.lowerer, self.unit, self.call = lowerer, unit, call
        self.number, keys, self.decl, site = place
        assert isinstance(self.decl.value, SeqField)
        self.limit, self.domain = self.decl.value.limit, self.decl.value.value
        self.cells = lowerer.fields[self.number]
        self.count = lowerer.field_numbers[self.decl.name + ".len"]
        self.out: list[ir.Stmt] = []
        # the keys once, as Python does: what is changed may be what they are computed from
        self.keys = tuple(self.held(key.expr, key.tag) for key in keys)
        self.size = self.held(ir.Read(self.count, self.keys, site, lowerer.fields[self.count].value))
        self.where = lowerer.site(unit, call, f"{self.decl.name} has no place there")

    def held(self, expr: ir.Expr, tag: Any = None) -> ir.Var:
        """A slot that holds the value of an expression from here on."""
        slot = self.lowerer._fresh(self.unit, Val(expr, tag))
        self.out.append(ir.Let(slot, expr))
        return ir.Var(slot, expr.type)

    def counter(self, lo: int, t: ir.Type) -> ir.Var:
        """A slot that a loop over places counts in."""
        return ir.Var(self.lowerer._fresh(self.unit, Val(ir.Const(lo, t))), t)

    def store(self, at: ir.Expr, value: ir.Expr, index: int = -1, bad: int = -1) -> ir.Store:
        """The change of one place."""
        return ir.Store(self.number, (*self.keys, at), value, index, bad)

    def _index(self) -> Val:
        """The place that the call names, evaluated once."""
        index = self.lowerer.number(self.unit, self.call.args[0])
        return Val(self.held(index.expr), index.tag) if asks(index) else index

    def moved(self, to: ir.Expr, start: ir.Expr) -> ir.Store:
        """The statement that copies one place to another."""
        return self.store(to, ir.Read(self.number, (*self.keys, start), -1, self.cells.value))

    def put(self, *, between: bool) -> None:
        """Put a value at the end, or ``between`` others, which move up by a place."""
        at: ir.Expr = self.size
        if between:
            index = self._index()
            at = self.lowerer._guarded(index.expr, ir.Compare("<=", index.expr, self.size), self.limit)
        val = self.lowerer.expr(self.unit, self.call.args[-1])
        self.lowerer._fits(self.unit, self.call, val, self.domain, f"is stored in {self.decl.name}")
        bad = -1
        if not self.lowerer.within(self.unit, val, self.cells.value):
            fault = f"{self.decl.name} gets {outside(self.cells.value)}"
            bad = self.lowerer.site(self.unit, self.call, fault)
        target, item = self.held(at), self.held(val.expr, val.tag)
        if between and self.limit > 1:
            k = self.counter(1, ir.IntType(1, self.limit - 1))
            move = self.moved(k, ir.Arith("-", k, one(), ir.IntType(0, self.limit - 2)))
            inside = ir.Logic("and", (ir.Compare(">", k, target), ir.Compare("<=", k, self.size)))
            self.out.append(ir.For(k.slot, range(self.limit - 1, 0, -1), (ir.If(inside, (move,), ()),)))
        self.out.append(self.store(target, item, self.where, bad))
        longer = ir.Arith("+", self.size, one(), ir.IntType(1, self.limit + 1))
        self.out.append(ir.Store(self.count, self.keys, longer, -1, self.where))

    def remove(self) -> None:
        """Take a value out; those behind it move down by a place, and the last place is blank."""
        index = self._index()
        target = self.held(
            self.lowerer._guarded(index.expr, ir.Compare("<", index.expr, self.size), self.limit)
        )
        self.held(ir.Read(self.number, (*self.keys, target), self.where, self.cells.value))
        if self.limit > 1:
            k = self.counter(0, ir.IntType(0, self.limit - 2))
            after = ir.Arith("+", k, one(), self.cells.index[-1])
            inside = ir.Logic("and", (ir.Compare(">=", k, target), ir.Compare("<", after, self.size)))
            self.out.append(
                ir.For(k.slot, range(self.limit - 1), (ir.If(inside, (self.moved(k, after),), ()),))
            )
        last = ir.Arith("-", self.size, one(), ir.IntType(-1, self.limit - 1))
        self.out.append(self.store(last, self.blank, self.where))
        self.out.append(ir.Store(self.count, self.keys, last, -1, self.where))

    def clear(self) -> None:
        """Make every place blank, and the length 0."""
        k = self.counter(0, self.cells.index[-1])
        self.out.append(ir.For(k.slot, range(self.limit), (self.store(k, self.blank),)))
        self.out.append(ir.Store(self.count, self.keys, ir.Const(0, ir.IntType(0, 0)), -1, -1))

    @property
    def blank(self) -> ir.Const:
        """The value of a place beyond the length."""
        return ir.Const(self.cells.value.lo, self.cells.value)
