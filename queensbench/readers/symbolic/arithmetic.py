"""Operations on the numbers and truth values of the symbolic reader: plain values wherever both sides are known."""

from __future__ import annotations

import z3

from queensbench.readers.symbolic.terms import (
    Integers,
    Sort,
    Term,
    and_,
    equal_,
    if_,
    is_known,
    not_,
    or_,
    same,
)
from queensbench.rules.typed import ir


class Arithmetic:
    """Numbers of a sort, and truth values: symbols, comparisons, choices and exact arithmetic."""

    def __init__(self, sort: Sort | None = None) -> None:
        self.sort: Sort = sort if sort is not None else Integers()

    def symbol(self, name: str, t: ir.Type) -> Term:
        """A symbol of a type (its range is not part of it, see :meth:`inside`)."""
        return z3.Bool(name) if isinstance(t, ir.BoolType) else self.sort.var(name, t)

    def inside(self, term: Term, t: ir.Type) -> Term:
        """That a term lies in a type's range."""
        if isinstance(t, ir.BoolType):  # one of a single value says that an entry of a lookup is listed
            return and_(t.lo <= 0 or term, t.hi >= 1 or not_(term))
        if is_known(term):
            return t.lo <= term <= t.hi
        return and_(self.at_most(t.lo, term), self.at_most(term, t.hi))

    def lift(self, term: Term) -> Term:
        """A number as a z3 expression."""
        return self.sort.const(term) if isinstance(term, int) and not isinstance(term, bool) else term

    def truth(self, term: Term) -> Term:
        """A condition as a z3 expression."""
        return z3.BoolVal(term) if is_known(term) else term

    def equal(self, a: Term, b: Term) -> Term:
        """Equality of two numbers or two truth values."""
        if is_known(a) and is_known(b):
            return a == b
        if isinstance(a, bool):
            return b if a else not_(b)
        if isinstance(b, bool):
            return a if b else not_(a)
        return equal_(self.lift(a), self.lift(b))

    def at_most(self, a: Term, b: Term) -> Term:
        """``a <= b``."""
        if is_known(a) and is_known(b):
            return a <= b
        return self.sort.le(self.lift(a), self.lift(b))

    def less(self, a: Term, b: Term) -> Term:
        """``a < b``."""
        if is_known(a) and is_known(b):
            return a < b
        return self.sort.lt(self.lift(a), self.lift(b))

    def choose(self, condition: Term, a: Term, b: Term) -> Term:
        """``a`` if the condition holds, else ``b``."""
        if is_known(condition):
            return a if condition else b
        if a is b or (is_known(a) and is_known(b) and a == b and type(a) is type(b)):
            return a
        if isinstance(a, (bool, z3.BoolRef)) or isinstance(b, bool):
            if is_known(a):
                return or_(condition, b) if a else and_(not_(condition), b)
            if is_known(b):
                return or_(not_(condition), a) if b else and_(condition, a)
            return a if same(a, b) else if_(condition, a, b)
        one, two = self.lift(a), self.lift(b)
        return one if same(one, two) else if_(condition, one, two)

    def arith(self, op: str, a: Term, b: Term) -> Term:
        """Exact arithmetic (``//`` and ``%`` by a positive constant)."""
        if is_known(a) and is_known(b):
            return ir.compute(op, a, b)
        match op:
            case "+":
                return (
                    b
                    if is_known(a) and a == 0
                    else a
                    if is_known(b) and b == 0
                    else self.lift(a) + self.lift(b)
                )
            case "-":
                return a if is_known(b) and b == 0 else self.lift(a) - self.lift(b)
            case "*":
                if (is_known(a) and a == 0) or (is_known(b) and b == 0):
                    return 0
                return self.lift(a) * self.lift(b)
            case "//":
                return self.sort.div(a, b)
            case "%":
                return self.sort.mod(a, b)
            case "min":
                return self.choose(self.at_most(a, b), a, b)
        return self.choose(self.at_most(a, b), b, a)

    def compare(self, op: str, one: Term, two: Term) -> Term:
        """A comparison of two numbers or two truth values by one of Python's operators."""
        match op:
            case "==":
                return self.equal(one, two)
            case "!=":
                return not_(self.equal(one, two))
            case "<":
                return self.less(one, two)
            case "<=":
                return self.at_most(one, two)
            case ">":
                return self.less(two, one)
        return self.at_most(two, one)
