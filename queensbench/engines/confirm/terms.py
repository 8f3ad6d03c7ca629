"""Terms of a second encoding: truth values and whole numbers, each number with the interval that it lies in.

Equal terms are kept once, so that a term is a graph.  Known values are folded.  A sum is flat: its terms stand in the
order in which they were made, with multiples of a term, and choices by one condition, collected.  A choice between two
sums is their common part and a choice between the rests; so a cell that grows by one under a condition is the cell plus
a choice between one and nought.

No value lies outside a term's interval as long as every symbol lies in its own, which every goal asserts; so a number
printed as a bit-vector of the width of its interval never wraps.

It shares nothing with the terms of the prover (:mod:`queensbench.readers.symbolic.terms`).  What it cannot see: whether
a rule was executed rightly (:mod:`queensbench.engines.confirm.executor`), and whether a solver answers rightly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

WIDE = 1 << 62
"""From this number on values are not computed with 64-bit integers."""


class Term:
    """A node: its operation, its operands, its interval (of a truth value 0 to 1), and what a leaf stands for.

    Operations on truth values: ``not``, ``and``, ``or``, ``iff``, ``ite``; on numbers: ``+`` (of any number of terms, a
    known one last), ``*`` (a known factor first), ``//``, ``%``, ``ite``; comparisons: ``=``, ``<=``; leaves:
    ``symbol``, ``known``.
    """

    __slots__ = ("args", "hi", "leaf", "lo", "number", "op", "truth")

    def __init__(
        self, number: int, op: str, args: tuple[Term, ...], truth: bool, lo: int, hi: int, leaf: str | int
    ) -> None:
        self.number = number
        self.op = op
        self.args = args
        self.truth = truth
        self.lo = lo
        self.hi = hi
        self.leaf = leaf

    def __repr__(self) -> str:
        if not self.args:
            return str(self.leaf)
        return f"({self.op} {' '.join(map(repr, self.args))})"

    @property
    def known(self) -> bool:
        """Whether the term is a known value."""
        return self.op == "known"


class Terms:
    """A maker of terms that keeps each term once."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], Term] = {}
        self._sums: dict[int, Sum] = {}
        self.true = self._make("known", (), True, 1, 1, 1)
        self.false = self._make("known", (), True, 0, 0, 0)

    def _make(
        self, op: str, args: tuple[Term, ...], truth: bool, lo: int, hi: int, leaf: str | int = ""
    ) -> Term:
        key = (op, truth, leaf, *(a.number for a in args))
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = Term(len(self._kept), op, args, truth, lo, hi, leaf)
        return found

    # ----------------------------------------------------------------------------------------- leaves

    def truth(self, value: bool) -> Term:
        """A known truth value."""
        return self.true if value else self.false

    def num(self, value: int) -> Term:
        """A known number."""
        return self._make("known", (), False, value, value, value)

    def symbol(self, name: str, lo: int, hi: int, *, truth: bool = False) -> Term:
        """A free value between two others.  Raises ValueError for a name that has other bounds already."""
        found = self._make("symbol", (), truth, lo, hi, name)
        if (found.lo, found.hi) != (lo, hi):
            raise ValueError(f"{name} is of {found.lo} to {found.hi}, not of {lo} to {hi}")
        return found

    def inside(self, symbol: Term) -> Term:
        """The condition that a symbol lies in its interval, which is not folded away."""
        if symbol.truth:
            parts = [symbol] if symbol.lo == 1 else [self.not_(symbol)] if symbol.hi == 0 else []
            return self.and_(parts)
        least = self._make("<=", (self.num(symbol.lo), symbol), True, 0, 1)
        most = self._make("<=", (symbol, self.num(symbol.hi)), True, 0, 1)
        return self.and_([least, most])

    # ----------------------------------------------------------------------------------- truth values

    def not_(self, a: Term) -> Term:
        """Negation."""
        if a.known:
            return self.truth(not a.lo)
        return a.args[0] if a.op == "not" else self._make("not", (a,), True, 0, 1)

    def and_(self, parts: Iterable[Term]) -> Term:
        """Conjunction."""
        return self._joined("and", parts, self.false, self.true)

    def or_(self, parts: Iterable[Term]) -> Term:
        """Disjunction."""
        return self._joined("or", parts, self.true, self.false)

    def _joined(self, op: str, parts: Iterable[Term], absorbing: Term, neutral: Term) -> Term:
        kept: dict[int, Term] = {}
        for part in parts:
            if part is absorbing:
                return absorbing
            if part is not neutral:
                kept[part.number] = part
        if any(part.op == "not" and part.args[0].number in kept for part in kept.values()):
            return absorbing
        if len(kept) < 2:
            return next(iter(kept.values()), neutral)
        return self._make(op, tuple(kept.values()), True, 0, 1)

    def ite(self, condition: Term, a: Term, b: Term) -> Term:
        """``a`` where the condition holds, else ``b``; both truth values or both numbers."""
        if condition.known:
            return a if condition.lo else b
        if a is b:
            return a
        if condition.op == "not":
            return self.ite(condition.args[0], b, a)
        if a.truth:
            if a.known:
                return self.or_([condition, b]) if a.lo else self.and_([self.not_(condition), b])
            if b.known:
                return self.or_([self.not_(condition), a]) if b.lo else self.and_([condition, a])
        if not a.truth:
            one, two = self._sum(a), self._sum(b)
            both = {n: one.of[n] for n in one.of if n in two.of and one.of[n][1] == two.of[n][1]}
            if both:
                common = Sum(0, both)
                chosen = self.ite(condition, self._term(one.less(common)), self._term(two.less(common)))
                return self._term(common.plus(self._sum(chosen)))
        return self._make("ite", (condition, a, b), a.truth, min(a.lo, b.lo), max(a.hi, b.hi))

    def under(self, term: Term, facts: Mapping[int, bool]) -> Term:
        """A number with fewer choices, where some truth values are known by the numbers of their terms."""
        known: dict[int, Term] = {}
        answers: dict[int, bool | None] = dict(facts)

        def decided(test: Term) -> bool | None:
            """The value of a condition, if it is known; each condition is looked at once."""
            if test.number not in answers:
                answers[test.number] = concluded(test)
            return answers[test.number]

        def concluded(test: Term) -> bool | None:
            if test.op == "not":
                found = decided(test.args[0])
                return None if found is None else not found
            if test.op in ("and", "or"):
                parts = [decided(part) for part in test.args]
                ends = test.op == "or"
                return ends if ends in parts else None if None in parts else not ends
            return None

        def less(term: Term) -> Term:
            if term.number in known:
                return known[term.number]
            found = term
            if term.op == "ite":
                test, one, two = term.args
                chosen = decided(test)
                found = (
                    self.ite(test, less(one), less(two)) if chosen is None else less(one if chosen else two)
                )
            elif term.op == "+":
                found = self.total(map(less, term.args))
            elif term.op == "*" and term.args[0].known:
                found = self.arith("*", term.args[0], less(term.args[1]))
            known[term.number] = found
            return found

        return less(term)

    # ----------------------------------------------------------------------------------- comparisons

    def eq(self, a: Term, b: Term) -> Term:
        """Equality of two numbers or of two truth values."""
        if a is b:
            return self.true
        if a.truth:
            if a.known:
                return b if a.lo else self.not_(b)
            if b.known:
                return a if b.lo else self.not_(a)
            return self._make("iff", (a, b), True, 0, 1)
        a, b = self._apart(a, b)
        if a is b:
            return self.true
        if a.hi < b.lo or b.hi < a.lo:
            return self.false
        return self._make("=", (a, b), True, 0, 1)

    def le(self, a: Term, b: Term) -> Term:
        """``a <= b``."""
        a, b = self._apart(a, b)
        if a is b or a.hi <= b.lo:
            return self.true
        return self.false if a.lo > b.hi else self._make("<=", (a, b), True, 0, 1)

    def lt(self, a: Term, b: Term) -> Term:
        """``a < b``."""
        return self.not_(self.le(b, a))

    def between(self, lo: int, a: Term, hi: int) -> Term:
        """The condition that a value lies between two known ones."""
        a = self.as_number(a)
        return self.and_([self.le(self.num(lo), a), self.le(a, self.num(hi))])

    # ------------------------------------------------------------------------------------- arithmetic

    def as_number(self, a: Term) -> Term:
        """A truth value as 0 or 1; a number as it is."""
        return self.ite(a, self.num(1), self.num(0)) if a.truth else a

    def arith(self, op: str, a: Term, b: Term) -> Term:
        """Exact arithmetic.  ``//`` and ``%`` round as Python does; their divisor is a known positive number.

        Raises ValueError for another divisor, or another operation.
        """
        a, b = self.as_number(a), self.as_number(b)
        match op:
            case "min":
                return self.ite(self.le(a, b), a, b)
            case "max":
                return self.ite(self.le(b, a), a, b)
            case "+":
                return self._term(self._sum(a).plus(self._sum(b)))
            case "-":
                return self._term(self._sum(a).less(self._sum(b)))
            case "*" if a.known or b.known:
                return self._term(self._sum(b).times(a.lo) if a.known else self._sum(a).times(b.lo))
            case "*":
                corners = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
                lo, hi = min(corners), max(corners)
            case "//" | "%":
                if not b.known or b.lo <= 0:
                    raise ValueError(f"{op} by {b!r}")
                lo, hi = a.lo // b.lo, a.hi // b.lo
                if op == "%":
                    lo, hi = (a.lo % b.lo, a.hi % b.lo) if lo == hi else (0, b.lo - 1)
            case _:
                raise ValueError(op)
        if lo == hi:
            return self.num(lo)
        if op == "//" and b.lo == 1:
            return a
        return self._make(op, (a, b), False, lo, hi)

    def total(self, parts: Iterable[Term]) -> Term:
        """The sum of numbers, or of truth values as 0 or 1."""
        found = Sum(0, {})
        for part in parts:
            found.add(self._sum(self.as_number(part)))
        return self._term(found)

    def _sum(self, term: Term) -> Sum:
        """A number as a sum, which is not to be changed."""
        if term.op not in ("known", "+", "*"):
            return Sum(0, {term.number: (term, 1)})
        found = self._sums.get(term.number)
        if found is None:
            if term.known:
                found = Sum(term.lo, {})
            elif term.op == "+":
                found = Sum(0, {})
                for part in term.args:
                    found.add(self._sum(part))
            else:
                factor, other = term.args
                found = Sum(
                    0, {other.number: (other, factor.lo)} if factor.known else {term.number: (term, 1)}
                )
            self._sums[term.number] = found
        return found

    def _term(self, found: Sum) -> Term:
        """A sum as a term."""
        while (alike := found.alike()) is not None:
            condition, terms = alike
            then, other, rest = Sum(0, {}), Sum(0, {}), Sum(found.known, dict(found.of))
            for term, times in terms:
                del rest.of[term.number]
                then.add(self._sum(term.args[1]), times)
                other.add(self._sum(term.args[2]), times)
            found = rest.plus(self._sum(self.ite(condition, self._term(then), self._term(other))))
        parts: list[Term] = []
        for number in sorted(found.of):
            term, times = found.of[number]
            if times != 1:
                ends = sorted((times * term.lo, times * term.hi))
                term = self._make("*", (self.num(times), term), False, *ends)
            parts.append(term)
        if found.known or not parts:
            parts.append(self.num(found.known))
        if len(parts) == 1:
            return parts[0]
        return self._make("+", tuple(parts), False, sum(p.lo for p in parts), sum(p.hi for p in parts))

    def _apart(self, a: Term, b: Term) -> tuple[Term, Term]:
        """Two numbers to be compared, without the terms that they have in common."""
        one, two = self._sum(a), self._sum(b)
        if not any(n in two.of for n in one.of):
            return a, b
        rest = one.less(two)
        left = Sum(0, {n: (t, times) for n, (t, times) in rest.of.items() if times > 0})
        right = Sum(-rest.known, {n: (t, -times) for n, (t, times) in rest.of.items() if times < 0})
        return self._term(left), self._term(right)


class Sum:
    """A known number plus multiples of terms.  ``of``: by a term's number the term and its factor, which is not 0."""

    __slots__ = ("known", "of")

    def __init__(self, known: int, of: dict[int, tuple[Term, int]]) -> None:
        self.known = known
        self.of = of

    def alike(self) -> tuple[Term, list[tuple[Term, int]]] | None:
        """A condition by which several of the terms are chosen, and those terms."""
        groups: dict[int, list[tuple[Term, int]]] = {}
        for term, times in self.of.values():
            if term.op == "ite":
                groups.setdefault(term.args[0].number, []).append((term, times))
        found = next((group for group in groups.values() if len(group) > 1), None)
        return None if found is None else (found[0][0].args[0], found)

    def add(self, other: Sum, times: int = 1) -> None:
        """Add a multiple of another sum."""
        self.known += times * other.known
        for number, (term, more) in other.of.items():
            now = self.of.get(number, (term, 0))[1] + times * more
            if now:
                self.of[number] = (term, now)
            else:
                self.of.pop(number, None)

    def plus(self, other: Sum, times: int = 1) -> Sum:
        """The sum of this and a multiple of another."""
        found = Sum(self.known, dict(self.of))
        found.add(other, times)
        return found

    def less(self, other: Sum) -> Sum:
        """The difference of this sum and another."""
        return self.plus(other, -1)

    def times(self, times: int) -> Sum:
        """A multiple of this sum."""
        return Sum(0, {}).plus(self, times)


def reachable(roots: Iterable[Term]) -> list[Term]:
    """Some terms and all that they are made of, each after its operands."""
    found: dict[int, Term] = {}
    todo = list(roots)
    while todo:
        term = todo.pop()
        if term.number not in found:
            found[term.number] = term
            todo += term.args
    return [found[number] for number in sorted(found)]


class LeavesInterval(AssertionError):
    """A number has a value outside its interval although every symbol lies in its own."""


def evaluate(roots: Sequence[Term], values: Mapping[str, np.ndarray], count: int) -> list[np.ndarray]:
    """The values of terms in each of ``count`` worlds.

    ``values``: of each symbol, an array of so many numbers (0 and 1 for a truth value).  The results are of 64-bit
    integers, or of Python's where these might not do.  Raises :class:`LeavesInterval`.
    """
    at: dict[int, Any] = {}
    order = reachable(roots)
    wide = any(max(-term.lo, term.hi) >= WIDE for term in order)
    numbers: Any = object if wide else np.int64
    for term in order:
        found = _applied(term, [at[a.number] for a in term.args], values, count, numbers)
        if found.min(initial=term.lo) < term.lo or found.max(initial=term.hi) > term.hi:
            raise LeavesInterval(f"{term.op} of interval {term.lo} to {term.hi}")
        at[term.number] = found
    return [at[root.number] for root in roots]


def _applied(
    term: Term, args: Sequence[Any], values: Mapping[str, np.ndarray], count: int, numbers: Any
) -> Any:
    match term.op:
        case "known":
            return np.full(count, int(term.leaf), numbers)
        case "symbol":
            return np.asarray(values[str(term.leaf)], numbers)
        case "not":
            return 1 - args[0]
        case "and":
            return np.minimum.reduce(args)
        case "or":
            return np.maximum.reduce(args)
        case "ite":
            return np.where(args[0] == 1, args[1], args[2])
        case "=" | "iff":
            return (args[0] == args[1]).astype(numbers)
        case "<=":
            return (args[0] <= args[1]).astype(numbers)
        case "+":
            return sum(args[1:], args[0])
        case "*":
            return args[0] * args[1]
        case "//":
            return args[0] // args[1]
        case "%":
            return args[0] % args[1]
    raise AssertionError(term.op)
