"""Comparisons of choices by order, as choices of comparisons.

Where fifty cards have moved up a place, ``old[i - 1] if i > place else old[i]`` is compared with its neighbour.  To a
solver for sums these are new numbers, about which it must think; as a choice of comparisons of old cards they are
conditions, of which most are known.
"""

from __future__ import annotations

from typing import Any

import z3

from queensbench.readers.symbolic.terms import if_, same

MOST = 800
"""The most comparisons that one comparison is turned into; where it would be more, it is left as it is."""

COMPARED = (z3.Z3_OP_LE, z3.Z3_OP_GE, z3.Z3_OP_LT, z3.Z3_OP_GT)


class Hoist:
    """Comparisons of whole numbers in one context.  Terms that have been compared are kept."""

    def __init__(self) -> None:
        self.leaves: dict[int, tuple[Any, int]] = {}
        self.done: dict[tuple[int, int, int], tuple[Any, Any, Any]] = {}
        self.terms: dict[int, tuple[Any, Any]] = {}
        self.known: dict[int, tuple[Any, tuple[Any, Any, Any] | None]] = {}

    def __call__(self, term: Any) -> Any:
        """A condition with its comparisons hoisted."""
        number = term.ast.value
        if number not in self.terms:
            self.terms[number] = term, self._hoisted(term)
        return self.terms[number][1]

    def _hoisted(self, term: Any) -> Any:
        ref = term.ctx.ref()
        kind = _kind(ref, term)
        if kind in COMPARED and z3.is_int(term.arg(0)):
            return self.compare(kind, term.arg(0), term.arg(1))
        count = z3.Z3_get_app_num_args(ref, term.ast)
        if not count:
            return term
        children = [z3.BoolRef(z3.Z3_get_app_arg(ref, term.ast, i), term.ctx) for i in range(count)]
        new = [self(child) for child in children]
        if all(same(a, b) for a, b in zip(children, new, strict=True)):
            return term
        array = (z3.Ast * count)(*(child.ast for child in new))
        return z3.BoolRef(z3.Z3_mk_app(ref, z3.Z3_get_app_decl(ref, term.ast), count, array), term.ctx)

    def compare(self, kind: int, a: Any, b: Any) -> Any:
        """A comparison of two numbers (a kind of :data:`COMPARED`)."""
        if self._count(a) * self._count(b) > MOST:
            return _compared(kind, a, b)
        return self._compare(kind, a, b)

    def _compare(self, kind: int, a: Any, b: Any) -> Any:
        key = kind, a.ast.value, b.ast.value
        if key in self.done:
            return self.done[key][0]
        parts = self._parts(a)
        if parts is not None:
            condition, one, two = parts
            found = if_(self(condition), self._compare(kind, one, b), self._compare(kind, two, b))
        else:
            parts = self._parts(b)
            if parts is None:
                found = _compared(kind, a, b)
            else:
                condition, one, two = parts
                found = if_(self(condition), self._compare(kind, a, one), self._compare(kind, a, two))
        self.done[key] = found, a, b
        return found

    def _count(self, term: Any) -> int:
        """The number of leaves of a choice, shared ones counted once for each way to them."""
        number = term.ast.value
        if number not in self.leaves:
            parts = self._parts(term)
            count = 1 if parts is None else self._count(parts[1]) + self._count(parts[2])
            self.leaves[number] = term, count
        return self.leaves[number][1]

    def _parts(self, term: Any) -> tuple[Any, Any, Any] | None:
        """The parts of a number, taken apart once."""
        number = term.ast.value
        if number not in self.known:
            self.known[number] = term, self._split(term)
        return self.known[number][1]

    def _split(self, term: Any) -> tuple[Any, Any, Any] | None:
        """The condition and both numbers of a choice, or of a choice plus, or divided by, a known number; else None."""
        context, ref = term.ctx, term.ctx.ref()
        kind = _kind(ref, term)
        if kind == z3.Z3_OP_ITE:
            condition, one, two = (z3.Z3_get_app_arg(ref, term.ast, i) for i in range(3))
            return z3.BoolRef(condition, context), z3.ArithRef(one, context), z3.ArithRef(two, context)
        if kind == z3.Z3_OP_ADD and term.num_args() == 2:
            known, rest = sorted((term.arg(0), term.arg(1)), key=lambda part: not z3.is_int_value(part))
            parts = self._parts(rest) if z3.is_int_value(known) else None
            if parts is not None:
                return parts[0], _added(known, parts[1]), _added(known, parts[2])
        if kind == z3.Z3_OP_IDIV and z3.is_int_value(term.arg(1)):
            parts = self._parts(term.arg(0))
            if parts is not None:
                return parts[0], parts[1] / term.arg(1), parts[2] / term.arg(1)
        return None


def _kind(ref: Any, term: Any) -> int:
    return int(z3.Z3_get_decl_kind(ref, z3.Z3_get_app_decl(ref, term.ast)))


def _added(known: Any, term: Any) -> Any:
    return z3.simplify(known + term) if z3.is_int_value(term) else known + term


MADE = {
    z3.Z3_OP_LE: z3.Z3_mk_le,
    z3.Z3_OP_GE: z3.Z3_mk_ge,
    z3.Z3_OP_LT: z3.Z3_mk_lt,
    z3.Z3_OP_GT: z3.Z3_mk_gt,
}


def _compared(kind: int, a: Any, b: Any) -> Any:
    if same(a, b):
        return z3.BoolVal(kind in (z3.Z3_OP_LE, z3.Z3_OP_GE), a.ctx)
    return z3.BoolRef(MADE[kind](a.ctx.ref(), a.ast, b.ast), a.ctx)


__all__ = ["COMPARED", "Hoist"]
