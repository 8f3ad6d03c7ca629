"""Code that notes which other readings of one ruling would have made a difference, without being run under them.

For mutants (:mod:`queensbench.rules.transforms.mutant_schemata`), which are readings of one ruling: code compiled with
``noted`` keeps to the first reading, which is no mutant, and sets a number in the environment to 1 for each reading
``k`` wherever *whether the ruling is read so* matters.  Until the number of ``k`` is set, a run under reading ``k`` is
the same step by step; a reading whose number was never set need not be run at all.  Where both sides of a choice are
values that can be had without harm, both are worked out, and the number is set only if they differ; a condition that
is forced is noted only where it is otherwise.

What this reader cannot see: whether what was noted changes anything later.  It errs on the side of noting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from queensbench.readers.native import llvm_text as ll
from queensbench.readers.native.functions import Functions
from queensbench.rules.typed import guards, ir

_HARM = guards.VIOLATES | guards.REFUSES | guards.SILENCES | guards.MUTATES


class Expressing(Protocol):
    """A writer of expressions."""

    program: Functions
    builder: Any
    env: Any

    def truth(self, e: ir.Expr) -> Any:
        """The truth of an expression, as LLVM's i1."""

    def value(self, e: ir.Expr) -> Any:
        """The value of an expression."""


class Writing(Expressing, Protocol):
    """A writer of statements."""

    def block(self, statements: Sequence[ir.Stmt]) -> None:
        """Write statements one after the other."""

    def _cell(self, number: int, indices: Sequence[ir.Expr], site: int) -> Any:
        """The address of a cell."""


def asked_for(ruling: int, e: object) -> int | None:
    """The reading of the ruling that an expression tests for, if it tests for nothing else; else None."""
    match e:
        case ir.Compare(op="==", left=ir.Reading(ruling=number), right=ir.Const(value=reading)):
            return reading if number == ruling else None
    return None


def noted_truth(writer: Expressing, e: ir.Expr) -> Any:
    """The truth of an expression that asks for the noted ruling, noted; None for any other."""
    ruling = writer.program.noted
    assert ruling is not None
    reading = asked_for(ruling, e)
    if reading is not None:
        _note(writer, reading, None)
        return ll.Constant(ll.IntType(1), 0)
    match e:
        case ir.Logic(op="or", operands=(first, rest)):
            if (reading := asked_for(ruling, first)) is not None:
                truth = writer.truth(rest)
                _note(writer, reading, writer.builder.not_(truth))
                return truth
        case ir.Logic(op="and", operands=(ir.Not(operand=first), rest)):
            if (reading := asked_for(ruling, first)) is not None:
                truth = writer.truth(rest)
                _note(writer, reading, truth)
                return truth
        case ir.Logic(op="and", operands=(first, rest)):
            if (reading := asked_for(ruling, first)) is not None:
                _note(writer, reading, writer.truth(rest))
                return ll.Constant(ll.IntType(1), 0)
    return None


def noted_value(writer: Expressing, e: ir.Expr) -> Any:
    """The value of a choice by the noted ruling, noted; None for any other expression."""
    ruling = writer.program.noted
    assert ruling is not None
    if not isinstance(e, ir.Choose) or (reading := asked_for(ruling, e.condition)) is None:
        return None
    if writer.program.effects.of(e.then) & _HARM:
        _note(writer, reading, None)
        return writer.value(e.orelse)
    other = writer.value(e.then)
    value = writer.value(e.orelse)
    _note(writer, reading, writer.builder.icmp_signed("!=", other, value))
    return value


def noted_if(writer: Writing, s: ir.If) -> bool:
    """Run a statement that the noted ruling decides, noted; False if it does not."""
    ruling = writer.program.noted
    assert ruling is not None
    match s:
        case ir.If(condition=ir.Not(operand=condition), then=then, orelse=()):
            reading = asked_for(ruling, condition)
            if reading is None:
                return False
            match then:
                case (ir.Store() as store,):
                    cell = writer._cell(store.field, store.index, store.site_index)
                    before = writer.builder.load(cell)
                    writer.block(then)
                    after = writer.builder.load(cell)
                    _note(writer, reading, writer.builder.icmp_signed("!=", before, after))
                case _:
                    _note(writer, reading, None)
                    writer.block(then)
            return True
        case _:
            reading = asked_for(ruling, s.condition)
            if reading is None:
                return False
            _note(writer, reading, None)
            writer.block(s.orelse)
            return True


def _note(writer: Expressing, reading: int, when: Any) -> None:
    """Set the number of a reading, where a truth (None: always) holds."""
    builder = writer.builder
    i64 = ll.IntType(64)
    place = builder.gep(
        writer.env, [ll.Constant(i64, writer.program.layout.env_size + reading)], inbounds=True
    )
    if when is None:
        builder.store(ll.Constant(i64, 1), place)
    else:
        builder.store(builder.or_(builder.load(place), builder.zext(when, i64)), place)
