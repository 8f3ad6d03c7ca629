"""How far a loop of an aggregate need go: where its condition says `i < len(...)`, no further than that.

A rule that looks through a bounded sequence loops over all places that there may be, and asks first whether the place
is in use.  From the first place that is not, none is, so that the loop can end there.  What is looked for is that first
condition; whether its other side may be computed before the loop, whoever writes the loop decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from queensbench.rules.typed import ir

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@dataclass(frozen=True)
class Bound:
    """From ``limit + shift`` on, values of a loop's variable make no difference."""

    limit: ir.Expr
    shift: int


def bound_of(quant: ir.Quant, number: int) -> Bound | None:
    """The bound of a loop of an aggregate, by the number of the loop; None if no condition gives one."""
    loop = quant.loops[number]
    if loop.values.step != 1:
        return None
    if loop.where is not None:
        return _first(loop.where, True, loop.slot)
    if number < len(quant.loops) - 1:
        return None
    match quant.op, quant.body:
        case "sum", ir.Choose(condition=condition, orelse=ir.Const(value=0)):
            return _first(condition, True, loop.slot)
        case "sum" | "any", ir.Logic(op="and") | ir.Compare() | ir.Not():
            return _first(quant.body, True, loop.slot)
        case "all", _:
            return _first(quant.body, False, loop.slot)
    return None


def _first(condition: ir.Expr, wanted: bool, slot: int) -> Bound | None:
    """The bound that what is evaluated first gives: values for which it is not as ``wanted`` make no difference."""
    match condition:
        case ir.Not(operand=operand):
            return _first(operand, not wanted, slot)
        case ir.Logic(op=op, operands=operands) if op == ("and" if wanted else "or"):
            return _first(operands[0], wanted, slot)
        case ir.Compare(op=op, left=left, right=right) if op in _MIRRORED:
            asked = op if wanted else _OPPOSITE[op]
            for one, sign, other in ((left, asked, right), (right, _MIRRORED[asked], left)):
                added = _added(one, slot)
                if added is not None and sign in ("<", "<=") and not _mentions(other, slot):
                    return Bound(other, (sign == "<=") - added)
    return None


def _added(e: ir.Expr, slot: int) -> int | None:
    """The constant that is added to a loop's variable; None for any other expression."""
    match e:
        case ir.Var(slot=own) if own == slot:
            return 0
        case ir.Arith(op="+", left=ir.Var(slot=own), right=ir.Const(value=value)) if own == slot:
            return value
        case ir.Arith(op="-", left=ir.Var(slot=own), right=ir.Const(value=value)) if own == slot:
            return -value
    return None


def _mentions(e: ir.Expr, slot: int) -> bool:
    return any(isinstance(part, ir.Var) and part.slot == slot for part in ir.walk(e))


__all__ = ["Bound", "bound_of"]
