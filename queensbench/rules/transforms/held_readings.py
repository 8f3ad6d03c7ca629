"""Systems whose rulings are read in one way only: what other readings ask for is not in their text.

A ruling that is held is a constant.  Conditions on it are decided, blocks of other readings are gone, and so is every
rule that only they call, for readers write no function that nothing calls.  Under the readings held the system does
what it did, step by step, with the same numbers of fields, functions, judges and obligations.  It must not be run under
other readings, nor be asked how often clauses and rulings counted.  An operand that stands before the one that decides
a condition is still evaluated, since it may meet an obligation.

What this reader cannot see: what follows from readings through the state, and calls that answer more than one constant.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from queensbench.rules.typed import ir
from queensbench.rules.typed.guards import Effects

COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def with_readings_held(system: ir.System, held: Mapping[int, int]) -> ir.System:
    """The system under these readings.

    ``held``: by the number of a ruling the number of its reading.  Rulings that are not named stay open.
    """
    answers: dict[int, ir.Const] = {}
    functions = system.functions
    while True:  # as long as another rule is found to answer one constant
        made = _Held(held, answers, Effects(replace(system, functions=functions)))
        functions = tuple(replace(f, body=made.block(f.body)) for f in functions)
        found = {number: said for number, f in enumerate(functions) if (said := _answer(f)) is not None}
        if found.keys() == answers.keys():
            return replace(system, functions=functions)
        answers = found


def _answer(function: ir.Function) -> ir.Const | None:
    """What a function answers if it does nothing but answer one constant."""
    match function.body:
        case (ir.Return(ir.Const() as value),) if function.pure:
            return value
    return None


class _Held:
    """Rebuilds the functions of a system from below."""

    def __init__(self, held: Mapping[int, int], answers: Mapping[int, ir.Const], effects: Effects) -> None:
        self.held, self.answers, self.effects = held, answers, effects

    def block(self, body: Iterable[ir.Stmt]) -> tuple[ir.Stmt, ...]:
        """The statements, up to the first that certainly returns."""
        found: list[ir.Stmt] = []
        for stmt in body:
            for made in self._statements(stmt):
                found.append(made)
                if isinstance(made, ir.Return):
                    return tuple(found)
        return tuple(found)

    def _statements(self, stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        """What becomes of a statement."""
        match stmt:
            case ir.If(condition, then, orelse):
                asked = self._node(condition)
                if isinstance(asked, ir.Const):
                    return self.block(then if asked.value else orelse)
                return (ir.If(asked, self.block(then), self.block(orelse)),)
            case ir.For() | ir.Clause():
                return (replace(stmt, body=self.block(stmt.body)),)
        made = self._node(stmt)
        if isinstance(made, ir.Require) and isinstance(made.condition, ir.Const) and made.condition.value:
            return ()
        return (made,)

    def _node(self, node: Any) -> Any:
        made = ir.with_parts(node, self._node)
        match made:
            case ir.Reading(ruling, kind) if ruling in self.held:
                return ir.Const(self.held[ruling], kind)
            case ir.Compare(op, ir.Const(left), ir.Const(right)):
                return ir.Const(int(COMPARED[op](left, right)), ir.BoolType())
            case ir.Not(ir.Const(value)):
                return ir.Const(int(not value), ir.BoolType())
            case ir.Logic():
                return self._logic(made)
            case ir.Choose(ir.Const(value), then, orelse, kind):
                chosen = then if value else orelse
                return chosen if chosen.type == kind else made
            case ir.Call(number, args) if number in self.answers and all(map(self._harmless, args)):
                return self.answers[number]
        return made

    def _logic(self, made: ir.Logic) -> ir.Expr:
        """A conjunction or a disjunction without the operands that leave it open, and up to one that decides it."""
        deciding = int(made.op == "or")
        operands: list[ir.Expr] = []
        for operand in made.operands:
            if not isinstance(operand, ir.Const):
                operands.append(operand)
            elif operand.value == deciding:
                while operands and self._harmless(operands[-1]):
                    operands.pop()
                operands.append(operand)
                break
        if not operands:
            return ir.Const(1 - deciding, ir.BoolType())
        return operands[0] if len(operands) == 1 else replace(made, operands=tuple(operands))

    def _harmless(self, e: ir.Expr) -> bool:
        """Whether an expression can meet no obligation, so that nobody misses it."""
        return self.effects.total(e)


__all__ = ["with_readings_held"]
