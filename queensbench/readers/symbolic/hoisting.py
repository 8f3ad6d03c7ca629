"""Comparisons of choices by order, as choices of comparisons.

Where fifty cards have moved up a place, ``old[i - 1] if i > place else old[i]`` is compared with its neighbour.  To a
solver for sums these are new numbers, about which it must think; as a choice of comparisons of old cards they are
conditions, of which most are known.

Terms are walked by z3's C interface, as nodes without Python objects of their own.
"""

from __future__ import annotations

from typing import Any

import z3

MOST = 800
"""The most comparisons that one comparison is turned into; where it would be more, it is left as it is."""

MADE = {
    z3.Z3_OP_LE: z3.Z3_mk_le,
    z3.Z3_OP_GE: z3.Z3_mk_ge,
    z3.Z3_OP_LT: z3.Z3_mk_lt,
    z3.Z3_OP_GT: z3.Z3_mk_gt,
}
"""The comparisons of numbers by order, and what makes them."""

Node = Any
"""A term as z3's C interface knows it."""


class Hoist:
    """Comparisons of whole numbers in one context.  Terms that have been compared are kept."""

    def __init__(self, context: Any) -> None:
        self.context, self.ref = context, context.ref()
        self.whole = z3.IntSort(context).ast.value
        self.kept = z3.AstVector(ctx=context)
        self.leaves: dict[int, int] = {}
        self.done: dict[tuple[int, int, int], Node] = {}
        self.terms: dict[int, Node] = {}
        self.known: dict[int, tuple[Node, Node, Node] | None] = {}

    def __call__(self, term: Any) -> Any:
        """A condition of the context with its comparisons hoisted."""
        if term.ast.value not in self.terms:
            self.kept.push(term)
        return z3.BoolRef(self._hoisted(term.ast), self.context)

    def _new(self, node: Node) -> Node:
        """Keep a node that has just been made: z3 frees it, and gives its number to another, where nobody does."""
        z3.Z3_ast_vector_push(self.ref, self.kept.vector, node)
        return node

    def _kind(self, node: Node) -> int:
        return int(z3.Z3_get_decl_kind(self.ref, z3.Z3_get_app_decl(self.ref, node)))

    def _hoisted(self, node: Node) -> Node:
        number = node.value
        if number not in self.terms:
            self.terms[number] = self._made(node)
        return self.terms[number]

    def _made(self, node: Node) -> Node:
        ref = self.ref
        count = z3.Z3_get_app_num_args(ref, node)
        if not count:
            return node
        children = [z3.Z3_get_app_arg(ref, node, i) for i in range(count)]
        decl = z3.Z3_get_app_decl(ref, node)
        kind = int(z3.Z3_get_decl_kind(ref, decl))
        if kind in MADE and z3.Z3_get_sort(ref, children[0]).value == self.whole:
            return self._compare(kind, children[0], children[1])
        new = [self._hoisted(child) for child in children]
        if all(a.value == b.value for a, b in zip(children, new, strict=True)):
            return node
        return self._new(z3.Z3_mk_app(ref, decl, count, (z3.Ast * count)(*new)))

    def _compare(self, kind: int, a: Node, b: Node) -> Node:
        """A comparison of two numbers."""
        if self._count(a) * self._count(b) > MOST:
            return self._compared(kind, a, b)
        return self._by_choices(kind, a, b)

    def _by_choices(self, kind: int, a: Node, b: Node) -> Node:
        key = kind, a.value, b.value
        found = self.done.get(key)
        if found is None:
            found = self.done[key] = self._chosen(kind, a, b)
        return found

    def _chosen(self, kind: int, a: Node, b: Node) -> Node:
        left = self._parts(a)
        right = self._parts(b) if left is None else None
        if left is not None:
            condition, pairs = left[0], ((left[1], b), (left[2], b))
        elif right is not None:
            condition, pairs = right[0], ((a, right[1]), (a, right[2]))
        else:
            return self._compared(kind, a, b)
        one, two = (self._by_choices(kind, *pair) for pair in pairs)
        return self._new(z3.Z3_mk_ite(self.ref, self._hoisted(condition), one, two))

    def _compared(self, kind: int, a: Node, b: Node) -> Node:
        if a.value != b.value:
            return self._new(MADE[kind](self.ref, a, b))
        equal = kind in (z3.Z3_OP_LE, z3.Z3_OP_GE)
        return self._new((z3.Z3_mk_true if equal else z3.Z3_mk_false)(self.ref))

    def _count(self, node: Node) -> int:
        """The number of leaves of a choice, shared ones counted once for each way to them."""
        number = node.value
        if number not in self.leaves:
            parts = self._parts(node)
            self.leaves[number] = 1 if parts is None else self._count(parts[1]) + self._count(parts[2])
        return self.leaves[number]

    def _parts(self, node: Node) -> tuple[Node, Node, Node] | None:
        """The parts of a number, taken apart once."""
        number = node.value
        if number not in self.known:
            self.known[number] = self._split(node)
        return self.known[number]

    def _split(self, node: Node) -> tuple[Node, Node, Node] | None:
        """The condition and both numbers of a choice, or of a choice plus, or divided by, a known number; else None."""
        ref = self.ref
        kind = self._kind(node)
        if kind == z3.Z3_OP_ITE:
            return tuple(z3.Z3_get_app_arg(ref, node, i) for i in range(3))
        if kind == z3.Z3_OP_ADD and z3.Z3_get_app_num_args(ref, node) == 2:
            known, rest = z3.Z3_get_app_arg(ref, node, 0), z3.Z3_get_app_arg(ref, node, 1)
            if z3.Z3_is_numeral_ast(ref, rest):
                known, rest = rest, known
            parts = self._parts(rest) if z3.Z3_is_numeral_ast(ref, known) else None
            if parts is not None:
                return parts[0], self._added(known, parts[1]), self._added(known, parts[2])
        if kind == z3.Z3_OP_IDIV:
            number, divisor = z3.Z3_get_app_arg(ref, node, 0), z3.Z3_get_app_arg(ref, node, 1)
            parts = self._parts(number) if z3.Z3_is_numeral_ast(ref, divisor) else None
            if parts is not None:
                one, two = (self._new(z3.Z3_mk_div(ref, part, divisor)) for part in parts[1:])
                return parts[0], one, two
        return None

    def _added(self, known: Node, node: Node) -> Node:
        found = self._new(z3.Z3_mk_add(self.ref, 2, (z3.Ast * 2)(known, node)))
        number = z3.Z3_is_numeral_ast(self.ref, node)
        return self._new(z3.Z3_simplify(self.ref, found)) if number else found


__all__ = ["MADE", "Hoist"]
