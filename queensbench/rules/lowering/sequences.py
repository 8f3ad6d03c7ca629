"""Changes of sequences, unfolded into stores of their places and of their length."""

from __future__ import annotations

import ast
from typing import Any

from queensbench.language.records import SeqField
from queensbench.rules.lowering.base import SPLIT, Fault, Unit, Val, one, outside
from queensbench.rules.lowering.expressions import Expressions, counted
from queensbench.rules.typed import ir


class Sequences(Expressions):
    """Lowers `append`, `insert`, `remove_at` and `clear`."""

    def _sequence_change(self, unit: Unit, call: ast.Call) -> list[ir.Stmt] | None:
        assert isinstance(call.func, ast.Attribute)
        place = self._place(unit, call.func.value)
        if place is None or not isinstance(place[2].value, SeqField):
            return None
        decl = place[2]
        assert isinstance(decl.value, SeqField)
        limit, domain = decl.value.limit, decl.value.value
        word = call.func.attr
        wanted = {"append": 1, "insert": 2, "remove_at": 1, "clear": 0}.get(word)
        if wanted is None or len(call.args) != wanted or call.keywords:
            raise Fault(
                call,
                f"a sequence has no `{word}` with {counted(len(call.args))}",
                "use append, insert, remove_at or clear",
            )
        if unit.value_expected:
            raise Fault(call, "a rule that returns a value changes the state", SPLIT)
        unit.pure = False
        number = place[0]
        cells, count = self.fields[number], self.field_numbers[decl.name + ".len"]
        t = cells.index[-1]
        blank = ir.Const(cells.value.lo, cells.value)
        out: list[ir.Stmt] = []

        def held(expr: ir.Expr, tag: Any = None) -> ir.Var:
            slot = self._fresh(unit, Val(expr, tag))
            out.append(ir.Let(slot, expr))
            return ir.Var(slot, expr.type)

        def cell(at: ir.Expr) -> ir.Read:
            return ir.Read(number, (*keys, at), -1, cells.value)

        # the keys once, as Python does: what is changed may be what they are computed from
        keys = tuple(held(i.expr, i.tag) for i in place[1])
        size = held(ir.Read(count, keys, place[3], self.fields[count].value))
        where = self.site(unit, call, f"{decl.name} has no place there")
        if word in ("append", "insert"):
            at: ir.Expr = size
            if word == "insert":
                index = self.number(unit, call.args[0])
                at = self._guarded(index.expr, ir.Compare("<=", index.expr, size), limit)
            val = self.expr(unit, call.args[-1])
            self._fits(unit, call, val, domain, f"is stored in {decl.name}")
            bad = (
                -1
                if self.within(unit, val, cells.value)
                else self.site(unit, call, f"{decl.name} gets {outside(cells.value)}")
            )
            target, item = held(at), held(val.expr, val.tag)
            if word == "insert" and limit > 1:
                loop = self._fresh(unit, Val(ir.Const(1, ir.IntType(1, limit - 1))))
                k = ir.Var(loop, ir.IntType(1, limit - 1))
                move = ir.Store(
                    number, (*keys, k), cell(ir.Arith("-", k, one(), ir.IntType(0, limit - 2))), -1, -1
                )
                inside = ir.Logic("and", (ir.Compare(">", k, target), ir.Compare("<=", k, size)))
                out.append(ir.For(loop, range(limit - 1, 0, -1), (ir.If(inside, (move,), ()),)))
            out.append(ir.Store(number, (*keys, target), item, where, bad))
            out.append(ir.Store(count, keys, ir.Arith("+", size, one(), ir.IntType(1, limit + 1)), -1, where))
        elif word == "remove_at":
            index = self.number(unit, call.args[0])
            target = held(self._guarded(index.expr, ir.Compare("<", index.expr, size), limit))
            held(ir.Read(number, (*keys, target), where, cells.value))
            if limit > 1:
                loop = self._fresh(unit, Val(ir.Const(0, ir.IntType(0, limit - 2))))
                k = ir.Var(loop, ir.IntType(0, limit - 2))
                after = ir.Arith("+", k, one(), t)
                move = ir.Store(number, (*keys, k), cell(after), -1, -1)
                inside = ir.Logic("and", (ir.Compare(">=", k, target), ir.Compare("<", after, size)))
                out.append(ir.For(loop, range(limit - 1), (ir.If(inside, (move,), ()),)))
            last = ir.Arith("-", size, one(), ir.IntType(-1, limit - 1))
            out.append(ir.Store(number, (*keys, last), blank, where, -1))
            out.append(ir.Store(count, keys, last, -1, where))
        else:
            loop = self._fresh(unit, Val(ir.Const(0, t)))
            blank_all = ir.Store(number, (*keys, ir.Var(loop, t)), blank, -1, -1)
            out.append(ir.For(loop, range(limit), (blank_all,)))
            out.append(ir.Store(count, keys, ir.Const(0, ir.IntType(0, 0)), -1, -1))
        return out
