"""Numbers and truth values of the symbolic reader: known values fold away, the rest are z3 expressions.

Known values are plain Python ``int`` and ``bool``.  z3 keeps equal terms once, so that two terms are the same if they
are the same node.  Truth values are put together by z3's own functions: its Python operators look up sorts and check
arguments, which took most of the time of a proof.
"""

from __future__ import annotations

from typing import Any

import z3

from queensbench.rules.typed import ir

Term = Any
"""A Python ``int`` or ``bool``, or a z3 expression."""


class Integers:
    """Numbers as unbounded z3 integers.  Divisors are positive."""

    name = "integers"

    def __init__(self) -> None:
        self._known: dict[int, Term] = {}

    def const(self, value: int) -> Term:
        """A known number."""
        found = self._known.get(value)
        if found is None:
            found = self._known[value] = z3.IntVal(value)
        return found

    def var(self, name: str, t: ir.Type) -> Term:
        """A symbol."""
        return z3.Int(name)

    def le(self, a: Term, b: Term) -> Term:
        """``a <= b``."""
        return _compared(z3.Z3_mk_le, a, b)

    def lt(self, a: Term, b: Term) -> Term:
        """``a < b``."""
        return _compared(z3.Z3_mk_lt, a, b)

    def div(self, a: Term, d: int) -> Term:
        """``a // d``, rounded down."""
        return a / d

    def mod(self, a: Term, d: int) -> Term:
        """``a % d``, with the sign of ``d``."""
        return a % d


class BitVectors:
    """Numbers as signed bit-vectors, wide enough for every number that intervals allow.  Divisors are positive."""

    name = "bit-vectors"

    def __init__(self, system: ir.System) -> None:
        self.bits = width(system)
        self._known: dict[int, Term] = {}

    def const(self, value: int) -> Term:
        """A known number."""
        found = self._known.get(value)
        if found is None:
            found = self._known[value] = z3.BitVecVal(value, self.bits)
        return found

    def var(self, name: str, t: ir.Type) -> Term:
        """A symbol."""
        return z3.BitVec(name, self.bits)

    def le(self, a: Term, b: Term) -> Term:
        """``a <= b``."""
        return _compared(z3.Z3_mk_bvsle, a, b)

    def lt(self, a: Term, b: Term) -> Term:
        """``a < b``."""
        return _compared(z3.Z3_mk_bvslt, a, b)

    def div(self, a: Term, d: int) -> Term:
        """``a // d``, rounded down."""
        # Rounded down, as Python does: bit-vector division rounds towards nought.
        return z3.If(a >= 0, a / d, (a - (d - 1)) / d)

    def mod(self, a: Term, d: int) -> Term:
        """``a % d``, with the sign of ``d``."""
        return a - self.div(a, d) * d


Sort = Integers | BitVectors


def width(system: ir.System) -> int:
    """Bits of a signed number that holds every value of every expression of a system, and all bounds of its types."""
    most = 1
    for function in system.functions:
        for stmt in function.body:
            for node in ir.walk(stmt):
                t = getattr(node, "type", None)
                if t is not None:
                    most = max(most, abs(t.lo), abs(t.hi))
                if isinstance(node, ir.Const):  # a member that the instance leaves out is outside its type
                    most = max(most, abs(node.value))
        for t in function.slots:
            most = max(most, abs(t.lo), abs(t.hi))
    for t in system.cells:
        most = max(most, abs(t.lo), abs(t.hi))
    for table in system.tables:
        most = max(most, *map(abs, table.values))
    shapes = [block.index for block in system.fields] + [table.index for table in system.tables]
    for t in (t for index in shapes for t in index):
        most = max(most, abs(t.lo), abs(t.hi))
    for parameter in system.parameters:  # one that no rule reads has a range, too
        most = max(most, abs(parameter.lo), abs(parameter.hi))
    for ruling in system.rulings:
        most = max(most, len(ruling.readings))
    return most.bit_length() + 2


# ---------------------------------------------------------------------------------------- terms, folded


def is_known(term: Term) -> bool:
    """Whether a term is a plain value."""
    return isinstance(term, (int, bool))


def not_(a: Term) -> Term:
    """Negation."""
    if a is True or a is False:
        return not a
    return z3.BoolRef(z3.Z3_mk_not(a.ctx.ref(), a.ast), a.ctx)


def and_(*terms: Term) -> Term:
    """Conjunction."""
    rest: dict[int, Any] = {}
    for term in terms:
        if term is False:
            return False
        if term is not True:
            rest[term.ast.value] = term
    return True if not rest else _joined(z3.Z3_mk_and, list(rest.values()))


def or_(*terms: Term) -> Term:
    """Disjunction."""
    rest: dict[int, Any] = {}
    for term in terms:
        if term is True:
            return True
        if term is not False:
            rest[term.ast.value] = term
    return False if not rest else _joined(z3.Z3_mk_or, list(rest.values()))


def _joined(make: Any, terms: list[Any]) -> Any:
    if len(terms) == 1:
        return terms[0]
    array = (z3.Ast * len(terms))(*(term.ast for term in terms))
    ctx = terms[0].ctx
    return z3.BoolRef(make(ctx.ref(), len(terms), array), ctx)


def _compared(make: Any, a: Any, b: Any) -> Any:
    ctx = a.ctx
    return z3.BoolRef(make(ctx.ref(), a.ast, b.ast), ctx)


def same(a: Any, b: Any) -> bool:
    """Whether two z3 expressions are the same node."""
    return bool(a.ast.value == b.ast.value)


def if_(condition: Any, a: Any, b: Any) -> Any:
    """``a`` if the condition holds, else ``b``: all z3 expressions, the last two of one sort."""
    ctx = condition.ctx
    made: Any = z3.BoolRef if z3.is_bool(b) else z3.ArithRef if isinstance(b, z3.ArithRef) else z3.BitVecRef
    return made(z3.Z3_mk_ite(ctx.ref(), condition.ast, a.ast, b.ast), ctx)


def equal_(a: Any, b: Any) -> Any:
    """Equality of two z3 expressions of one sort."""
    return True if same(a, b) else z3.BoolRef(z3.Z3_mk_eq(a.ctx.ref(), a.ast, b.ast), a.ctx)
