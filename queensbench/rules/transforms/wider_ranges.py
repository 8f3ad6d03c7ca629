"""Systems with room for numbers beyond their ranges, so that a fault may be played on.

A step that leaves a range is not made: there is no position of which a property could be asked.  With wider ranges it
is made, and a property says what is wrong with it, or none does.  The rules themselves stay within their ranges, so
that whatever they do they do here as well; a play begins with every field as its own range leaves it blank.  What the
start requires of itself is not asked: the rules meet it, and a start that does not is judged by properties.

What is wider are the fields of the record, and the arguments and results of rules that others call.  What this reader
cannot see: the lengths of sequences, the arguments of moves, and ranges by which a table of the record is indexed.
They stay as they are, and something stands in for a place that is not there
(:mod:`queensbench.rules.transforms.stand_ins`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from queensbench.language.context import WORD
from queensbench.language.domains import RangeDomain
from queensbench.language.records import FieldDecl
from queensbench.language.rules import Rule
from queensbench.rules.lowering.base import Unit
from queensbench.rules.lowering.rule import Lowerer
from queensbench.rules.transforms.previous_states import WAS
from queensbench.rules.typed import ir


class Widening(Lowerer):
    """Lowers a mode with wider ranges.

    ``blanks``: by name of a field with a wider range the value with which it begins.  ``wide``: the ranges of
    arguments and results that are wider than the model's.
    """

    blanks: Mapping[str, int]
    wide: set[ir.Type]

    def _record_fields(self) -> Iterable[FieldDecl]:
        decls = tuple(super()._record_fields())
        self.wide = set()
        self._places = {id(d.tag) for decl in decls for d in decl.index if isinstance(d, RangeDomain)}
        values = {
            decl.name: decl.value
            for decl in decls
            if isinstance(decl.value, RangeDomain) and id(decl.value.tag) not in self._places
        }
        self.blanks = {name: domain.lo for name, domain in values.items()}
        return tuple(
            replace(decl, value=wider(values[decl.name])) if decl.name in values else decl for decl in decls
        )

    def _params(
        self, unit: Unit, rule: Rule, arguments: list[ast.arg], hints: dict[str, Any]
    ) -> list[tuple[str, ir.Type]]:
        found = super()._params(unit, rule, arguments, hints)
        if rule.kind != "rule":
            return found
        params: list[tuple[str, ir.Type]] = []
        for slot, (name, t) in zip(unit.slots[len(unit.slots) - len(found) :], found, strict=True):
            if isinstance(t, ir.IntType) and id(slot.tag) not in self._places:
                slot.type = ir.IntType(*_wider(t.lo, t.hi), t.name)
                self.wide.add(slot.type)
            params.append((name, slot.type or t))
        return params

    def _result(self, unit: Unit, rule: Rule, definition: ast.FunctionDef, hints: dict[str, Any]) -> None:
        super()._result(unit, rule, definition, hints)
        result = unit.returns
        if rule.kind == "rule" and isinstance(result, RangeDomain) and id(result.tag) not in self._places:
            unit.returns = wider(result)
            self.wide.add(self.type_of(unit.returns))


def wider(domain: RangeDomain) -> RangeDomain:
    """The range with as many numbers more on either side as it has, within 32 bits."""
    lo, hi = _wider(domain.lo, domain.hi)
    return replace(domain, lo=lo, hi=hi)


def _wider(lo: int, hi: int) -> tuple[int, int]:
    more = hi - lo + 1
    return max(lo - more, -WORD), min(hi + more, WORD - 1)


def begun_blank(system: ir.System, blanks: Mapping[str, int]) -> ir.System:
    """The system whose start is built from these values of its wider fields, and not from the least that fit.

    The same goes for the state before it, where states remember one.  The start requires nothing of itself.
    """
    start = system.functions[system.initial]
    slots = list(start.slots)
    body: list[ir.Stmt] = []
    for number, field in enumerate(system.fields):
        value = blanks.get(field.name.removeprefix(WAS))
        if value is None:
            continue
        first = len(slots)
        slots += field.index
        keys = tuple(ir.Var(first + place, t) for place, t in enumerate(field.index))
        made: ir.Stmt = ir.Store(number, keys, ir.Const(value, ir.IntType(value, value)), -1, -1)
        for key in reversed(keys):
            made = ir.For(key.slot, range(key.type.lo, key.type.hi + 1), (made,))
        body.append(made)
    functions = list(system.functions)
    functions[system.initial] = replace(start, slots=tuple(slots), body=(*body, *_anyhow(start.body)))
    return replace(system, functions=tuple(functions))


def _anyhow(body: Iterable[ir.Stmt]) -> tuple[ir.Stmt, ...]:
    """Statements without what they themselves require; the rules that they call still require what they do."""
    found: list[ir.Stmt] = []
    for stmt in body:
        match stmt:
            case ir.Require():
                continue
            case ir.If(_, then, orelse):
                found.append(replace(stmt, then=_anyhow(then), orelse=_anyhow(orelse)))
            case ir.For() | ir.Clause():
                found.append(replace(stmt, body=_anyhow(stmt.body)))
            case _:
                found.append(stmt)
    return tuple(found)
