"""Systems in which no place that is missing ends a step: something stands in for what is not there.

The readers of rules stop where a place is named that does not exist, and where a value does not fit its place.  Here

* what is read from such a place is blank, as it is beyond a sequence's length: what its field begins with;
* what would be written to such a place is not written;
* in the stead of a value that does not fit into a field the field is blank;
* in the stead of an argument or a result that does not fit, and of the least or the greatest of nothing, there is the
  first member of the kind, or of the numbers that would do the one next to 0.

The rules themselves meet all their obligations, so that whatever they do they do here as well.  A fault that does not
is played on.  What this reader cannot see: a number beyond a wider range
(:mod:`queensbench.rules.transforms.wider_ranges`), an overflow of 64 bits, and a weight below 0.  They end a step as
before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from queensbench.rules.transforms.previous_states import WAS
from queensbench.rules.typed import ir


def with_stand_ins(system: ir.System, blanks: Mapping[str, int], wide: Collection[ir.Type]) -> ir.System:
    """The system with something in the stead of what is not there.

    ``blanks``: by name of a field with a wider range what it begins with; ``wide``: the wider ranges of arguments and
    results.  What leaves these is left as it is.
    """
    made = _StandIns(system, blanks, wide)
    functions = (replace(f, body=made.block(f.body)) for f in system.functions)
    return replace(system, functions=tuple(functions))


class _StandIns:
    """Rebuilds the functions of a system from below."""

    def __init__(self, system: ir.System, blanks: Mapping[str, int], wide: Collection[ir.Type]) -> None:
        self.fields, self.tables, self.wide = system.fields, system.tables, wide
        self.narrow = [field.name.removeprefix(WAS) not in blanks for field in system.fields]
        own = [blanks.get(field.name.removeprefix(WAS), field.value.lo) for field in system.fields]
        self.blanks = [ir.Const(value, field.value) for value, field in zip(own, system.fields, strict=True)]

    def block(self, body: Iterable[ir.Stmt]) -> tuple[ir.Stmt, ...]:
        """The statements without obligations."""
        return tuple(self._node(stmt) for stmt in body)

    def _node(self, node: Any) -> Any:
        made = ir.with_parts(node, self._node)
        match made:
            case ir.Read(number, index, site, kind) if site >= 0:
                there = _inside(index, self.fields[number].index)
                return ir.Choose(there, replace(made, site=-1), self.blanks[number], kind)
            case ir.Look(number, index, site, kind) if site >= 0:
                there = _inside(index, self.tables[number].index)
                return ir.Choose(there, replace(made, site=-1), _next_to_0(kind), kind)
            case ir.Checked(operand, site, kind) if site >= 0 and kind not in self.wide:
                return _fitting(operand, kind, _next_to_0(kind))
            case ir.Quant(default=None, site=site, type=kind) if site >= 0:
                return replace(made, default=_next_to_0(kind), site=-1)
            case ir.Store(number, index, value, at, bad) if at >= 0 or bad >= 0:
                field = self.fields[number]
                if bad >= 0 and self.narrow[number]:
                    value, bad = _fitting(value, field.value, self.blanks[number]), -1
                store = replace(made, value=value, site_index=-1, site_value=bad)
                return store if at < 0 else ir.If(_inside(index, field.index), (store,), ())
        return made


def _inside(index: Iterable[ir.Expr], types: Iterable[ir.Type]) -> ir.Expr:
    """Whether a place exists."""
    asked: list[ir.Expr] = []
    for expr, t in zip(index, types, strict=True):
        asked.append(ir.Compare(">=", expr, ir.Const(t.lo, t)))
        asked.append(ir.Compare("<=", expr, ir.Const(t.hi, t)))
    return ir.Logic("and", tuple(asked))


def _fitting(value: ir.Expr, t: ir.Type, stead: ir.Const) -> ir.Expr:
    """The value, if it fits."""
    return ir.Choose(_inside((value,), (t,)), value, stead, t)


def _next_to_0(t: ir.Type) -> ir.Const:
    """The value of a type that is 0, or next to it."""
    return ir.Const(min(max(0, t.lo), t.hi), t)
