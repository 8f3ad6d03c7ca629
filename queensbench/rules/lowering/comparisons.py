"""Comparisons, chains of them and `in`: each operand is evaluated once, as in Python."""

from __future__ import annotations

import ast
from collections.abc import Callable

from queensbench.rules.lowering.base import Fault, Unit, Val, name_of
from queensbench.rules.lowering.places import Places
from queensbench.rules.typed import ir

COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


class Comparisons(Places):
    """Lowers comparisons."""

    def _compare(self, unit: Unit, node: ast.Compare) -> Val:
        if len(node.ops) > 1 and all(type(op) in COMPARE for op in node.ops):
            return self._chain(unit, node)
        parts: list[ir.Expr] = []
        left_node = node.left
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, (ast.In, ast.NotIn)):
                if not isinstance(right_node, (ast.Tuple, ast.List, ast.Set)) or not right_node.elts:
                    raise Fault(node, "`in` is followed by a tuple of values", "write `x in (A, B)`")
                found = self._member(unit, node, self.expr(unit, left_node), right_node.elts)
                parts.append(ir.Not(found) if isinstance(op, ast.NotIn) else found)
            else:
                word = COMPARE.get(type(op))
                if word is None:
                    raise Fault(node, "`is` compares objects", "compare values with == or !=")
                parts.append(self._equal(node, word, self.expr(unit, left_node), self.expr(unit, right_node)))
            left_node = right_node
        return Val(parts[0] if len(parts) == 1 else ir.Logic("and", tuple(parts)))

    def _chain(self, unit: Unit, node: ast.Compare) -> Val:
        """`a < b < c`: the middle is evaluated once, the rest only if the chain holds so far."""
        words = [COMPARE[type(op)] for op in node.ops]
        vals = [self.expr(unit, part) for part in (node.left, *node.comparators)]

        def joined(parts: list[Val]) -> ir.Expr:
            pairs = zip(words, parts, parts[1:], strict=False)
            return ir.Logic("and", tuple(self._equal(node, word, one, two) for word, one, two in pairs))

        if not any(asks(val) for val in vals[1:-1]):
            return Val(joined(vals))
        if any(asks(val) or not self.total(val.expr) for val in vals[2:]):
            fault = "the chain asks a rule, and what follows may not be needed"
            raise Fault(node, fault, "keep the answer in a name, or write two comparisons with `and`")
        return self._once(unit, node, vals, joined)

    def _member(self, unit: Unit, node: ast.Compare, left: Val, elements: list[ast.expr]) -> ir.Expr:
        """`x in (a, b)`: Python evaluates x first and once, and then the whole tuple."""
        vals = [left, *(self.expr(unit, item) for item in elements)]
        if len(vals) == 2 or not any(asks(val) for val in vals):
            return self._one_of([self._equal(node, "==", left, item) for item in vals[1:]])

        def among(parts: list[Val]) -> ir.Expr:
            return self._one_of([self._equal(node, "==", parts[0], item) for item in parts[1:]])

        return self._once(unit, node, vals, among).expr

    def _once(self, unit: Unit, node: ast.AST, vals: list[Val], make: Callable[[list[Val]], ir.Expr]) -> Val:
        """The expression that ``make`` builds of values, each evaluated once and in order: a call with them.

        Equal expressions over values of the same types share one function.
        """
        args = [val for val in vals if not isinstance(val.expr, ir.Const)]
        slots = iter(range(len(args)))
        bound = [
            val if isinstance(val.expr, ir.Const) else Val(ir.Var(next(slots), val.type), val.tag)
            for val in vals
        ]
        expr = make(bound)
        key = (tuple(val.type for val in args), expr)
        if key not in self.made:
            self.made[key] = len(self.functions)
            self.tags[len(self.functions)] = None
            params = tuple(("", val.type) for val in args)
            body = (ir.Return(expr),)
            line = getattr(node, "lineno", 0)
            self.functions.append(
                ir.Function("once", unit.file, line, params, key[0], body, expr.type, (), True)
            )
        return Val(ir.Call(self.made[key], tuple(val.expr for val in args), expr.type))

    def _one_of(self, tests: list[ir.Expr]) -> ir.Expr:
        """The disjunction of tests, all of them evaluated: Python makes the whole tuple first."""
        if len(tests) == 1:
            return tests[0]
        if all(self.total(test) for test in tests[1:]):
            return ir.Logic("or", tuple(tests))
        bit = ir.IntType(0, 1)
        one, none = ir.Const(1, ir.IntType(1, 1)), ir.Const(0, ir.IntType(0, 0))
        joined: ir.Expr = ir.Choose(tests[0], one, none, bit)
        for test in tests[1:]:
            joined = ir.Arith("max", joined, ir.Choose(test, one, none, bit), bit)
        return ir.Compare("==", joined, one)

    def _equal(self, node: ast.AST, word: str, left: Val, right: Val) -> ir.Expr:
        a, b = left.type, right.type
        if type(a) is not type(b) or (isinstance(a, ir.KindType) and left.tag is not right.tag):
            words = f"{name_of(left.tag, a)} is compared with {name_of(right.tag, b)}"
            raise Fault(node, words, "compare values of one kind")
        if not isinstance(a, ir.IntType) and word not in ("==", "!="):
            raise Fault(
                node,
                f"{name_of(left.tag, a)} has no order",
                "compare with == or !=, or use a Lookup of numbers",
            )
        return ir.Compare(word, left.expr, right.expr)  # type: ignore[arg-type]


def asks(val: Val) -> bool:
    """Whether a value calls a rule, whose clauses count at each call."""
    return any(isinstance(part, ir.Call) for part in ir.walk(val.expr))
