"""Expressions of a generated model: typed, and mostly in range by construction.

A number that is stored, passed or used as an index is fitted into its range by ``min``, ``max`` or ``%``; a share is
left as it is, and may leave the range when the rule runs: all readers must then tell the same place.  Intervals are
those that the checker of the language finds, so that models are mostly accepted when they load.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.generated.generators import Generators
from tests.generated.reading import number, of, truth
from tests.generated.tree import Node
from tests.generated.values import (
    BIG,
    HUGE,
    KindOf,
    Range,
    Truth,
    Type,
    Value,
)

DEEP = 3
"""How deep expressions are nested at most, not counting what fits a number into its range."""

TRUTHS = {
    "constant truth": 0.5,
    "read truth": 8,
    "local truth": 8,
    "compare numbers": 14,
    "compare members": 8,
    "not": 4,
    "and": 6,
    "or": 6,
    "chain": 3,
    "in": 4,
    "not in": 2,
    "conditional truth": 2,
    "compare truths": 1,
    "any": 5,
    "all": 5,
    "lookup truth": 2,
    "call truth": 3,
    "reading is": 4,
    "reading in": 2,
}
NUMBERS = {
    "constant": 10,
    "read number": 14,
    "local number": 16,
    "length": 4,
    "read item": 2,
    "add": 7,
    "subtract": 6,
    "multiply": 3,
    "divide": 3,
    "remainder": 3,
    "negative": 2,
    "absolute": 2,
    "least of": 2,
    "greatest of": 2,
    "conditional number": 4,
    "sum": 5,
    "count": 4,
    "min": 3,
    "max": 3,
    "lookup number": 4,
    "call number": 3,
    "parameter": 5,
    "size": 2,
    "members": 1,
}
MEMBERS = {
    "member": 4,
    "read member": 8,
    "local member": 12,
    "conditional member": 2,
    "lookup member": 4,
    "call member": 2,
}


LEAVES = {
    "constant truth",
    "read truth",
    "local truth",
    "reading is",
    "constant",
    "read number",
    "local number",
    "length",
    "parameter",
    "size",
    "members",
    "member",
    "read member",
    "local member",
}
"""Forms without parts of their own."""


class Expressions(Generators):
    """Draws expressions in a scope."""

    # ------------------------------------------------------------------------------------------- choices

    def _one(self, options: Mapping[str, float], makers: dict[str, Callable[[], Value | None]]) -> Value:
        """One of the forms that are possible here."""
        left = dict(options)
        while True:
            form = self.draws.weighed(left)
            found = makers[form]()
            if found is not None:
                return found
            del left[form]

    def truth(self, depth: int = DEEP) -> Node:
        """A condition."""
        if depth <= 0:
            options = {k: w for k, w in TRUTHS.items() if k in LEAVES}
        else:
            options = dict(TRUTHS)
        makers: dict[str, Callable[[], Value | None]] = {
            "constant truth": lambda: truth("constant truth", self.draws.pick(("True", "False"))),
            "read truth": lambda: self._read(Truth(), depth, "read truth"),
            "local truth": lambda: self._local(Truth()),
            "compare numbers": lambda: self._compare(depth),
            "compare members": lambda: self._compare_members(depth),
            "not": lambda: truth("not", "(not {0})", self.truth(depth - 1)),
            "and": lambda: self._joined("and", depth),
            "or": lambda: self._joined("or", depth),
            "chain": lambda: self._chain(depth),
            "in": lambda: self._in("in", depth),
            "not in": lambda: self._in("not in", depth),
            "conditional truth": lambda: truth(
                "conditional truth",
                "({1} if {0} else {2})",
                *(self.truth(depth - 1) for _ in range(3)),
            ),
            "compare truths": lambda: truth(
                "compare truths",
                f"({{0}} {self.draws.pick(('==', '!='))} {{1}})",
                *(self.truth(depth - 1) for _ in range(2)),
            ),
            "any": lambda: self._quantified("any", depth),
            "all": lambda: self._quantified("all", depth),
            "lookup truth": lambda: self._lookup(Truth, depth),
            "call truth": lambda: self._call(Truth(), depth),
            "reading is": self._reading_is,
            "reading in": self._reading_in,
        }
        return self._one(options, makers).node

    def number(self, depth: int = DEEP) -> Value:
        """A number with its interval."""
        if depth <= 0:
            options = {k: w for k, w in NUMBERS.items() if k in LEAVES}
        else:
            options = dict(NUMBERS)
        makers: dict[str, Callable[[], Value | None]] = {
            "constant": self.constant,
            "read number": lambda: self._read_number(depth),
            "local number": self._local_number,
            "length": lambda: self._length(depth),
            "read item": lambda: self._item(depth),
            "add": lambda: self._arith("+", depth),
            "subtract": lambda: self._arith("-", depth),
            "multiply": lambda: self._arith("*", depth),
            "divide": lambda: self._divided("//", depth),
            "remainder": lambda: self._divided("%", depth),
            "negative": lambda: self._negative(depth),
            "absolute": lambda: self._absolute(depth),
            "least of": lambda: self._extreme("min", depth),
            "greatest of": lambda: self._extreme("max", depth),
            "conditional number": lambda: self._either(depth),
            "sum": lambda: self._sum(depth),
            "count": lambda: self._count(depth),
            "min": lambda: self._over("min", depth),
            "max": lambda: self._over("max", depth),
            "lookup number": lambda: self._lookup(tuple, depth),
            "call number": lambda: self._call(None, depth),
            "parameter": self._parameter,
            "size": self._size,
            "members": self._members,
        }
        return self._tame(self._one(options, makers))

    def member(self, kind: KindOf, depth: int = DEEP) -> Node:
        """A member of a kind."""
        options = dict(MEMBERS) if depth > 0 else {k: w for k, w in MEMBERS.items() if k in LEAVES}
        makers: dict[str, Callable[[], Value | None]] = {
            "member": lambda: self._member(kind),
            "read member": lambda: self._read(kind, depth, "read member"),
            "local member": lambda: self._local(kind),
            "conditional member": lambda: of(
                kind,
                "conditional member",
                "({1} if {0} else {2})",
                self.truth(depth - 1),
                self.member(kind, depth - 1),
                self.member(kind, depth - 1),
            ),
            "lookup member": lambda: self._lookup(kind, depth),
            "call member": lambda: self._call(kind, depth),
        }
        return self._one(options, makers).node

    def fitted(self, wanted: Range, depth: int = DEEP, *, plain: bool = False) -> Node:
        """A number for a range: fitted into it, or as it is (``plain``: never so that it may be left)."""
        value = self.number(depth)
        if value.tag is wanted:
            return value.node
        node = value.node
        if value.tag is not None:
            node = Node("plain number", "({0} + 0)", (node,))
        inside = wanted.lo <= value.lo and value.hi <= wanted.hi
        apart = value.hi < wanted.lo or value.lo > wanted.hi
        if inside or (not apart and not plain and not self.scope.whole and self.draws.risk(8)):
            return node
        if self.draws.maybe(50):
            form, text = "clamped", f"max({wanted.lo}, min({wanted.hi}, {{0}}))"
        elif wanted.lo:
            form, text = "wrapped", f"({{0}} % {wanted.size} + {wanted.lo})"
        else:
            form, text = "wrapped", f"({{0}} % {wanted.size})"
        return Node(form, text, (node,))

    def value(self, t: Type, depth: int = DEEP) -> Node:
        """A value of a type."""
        if isinstance(t, Truth):
            return self.truth(depth)
        return self.member(t, depth) if isinstance(t, KindOf) else self.fitted(t, depth)

    # ------------------------------------------------------------------------------------------- numbers

    def constant(self) -> Value:
        """A constant, seldom a large one."""
        if self.draws.maybe(2, "wide"):
            number = self.draws.pick((65_536, 1_000_003, 2_147_483_647, -2_147_483_647))
        else:
            number = self.draws.number(0, 12) - 4
        return Value(Node("constant", f"({number})" if number < 0 else f"{number}"), None, number, number)

    def _tame(self, value: Value) -> Value:
        """A number that has grown large is brought back, unless it is meant to be large."""
        most = HUGE if self.draws.favour.get("wide") else BIG
        if -most < value.lo and value.hi < most:
            return value
        by = self.draws.pick((7, 13, 1000, 65_537))
        return number("remainder", "({0} % " + str(by) + ")", 0, by - 1, value.node)

    def _near(self, depth: int) -> Value:
        """A number that is not too large to be multiplied."""
        found = self.number(depth)
        if max(-found.lo, found.hi) < 40_000:
            return found
        return number("remainder", "({0} % 11)", 0, 10, found.node)

    def _arith(self, op: str, depth: int) -> Value | None:
        wide = self.draws.favour.get("wide")
        a = self.number(depth - 1) if wide and op != "*" else self._near(depth - 1)
        b = self._wide() if op == "*" and wide and self.draws.maybe(30) else self._near(depth - 1)
        if op == "+":
            lo, hi = a.lo + b.lo, a.hi + b.hi
        elif op == "-":
            lo, hi = a.lo - b.hi, a.hi - b.lo
        else:
            ends = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
            lo, hi = min(ends), max(ends)
        if lo < -HUGE or hi > HUGE:
            return None
        form = {"+": "add", "-": "subtract", "*": "multiply"}[op]
        return number(form, f"({{0}} {op} {{1}})", lo, hi, a.node, b.node)

    def _wide(self) -> Value:
        by = self.draws.pick((2_147_483_647, 65_536, 1_000_003))
        return Value(Node("constant", str(by)), None, by, by)

    def _divided(self, op: str, depth: int) -> Value:
        a = self.number(depth - 1)
        if self.words.sizes and self.draws.maybe(20):
            name, d = self.draws.pick(self.words.sizes)
            node = Node("size", f"n.{name}")
        else:
            d = self.draws.number(1, 5)
            node = Node("constant", str(d))
        if op == "//":
            return number("divide", "({0} // {1})", a.lo // d, a.hi // d, a.node, node)
        lo, hi = (a.lo, a.hi) if a.lo >= 0 and a.hi < d else (0, d - 1)
        return number("remainder", "({0} % {1})", lo, hi, a.node, node)

    def _negative(self, depth: int) -> Value:
        a = self.number(depth - 1)
        return number("negative", "(-{0})", -a.hi, -a.lo, a.node)

    def _absolute(self, depth: int) -> Value:
        a = self.number(depth - 1)
        return number("absolute", "abs({0})", 0, max(abs(a.lo), abs(a.hi)), a.node)

    def _extreme(self, word: str, depth: int) -> Value:
        parts = [self.number(depth - 1) for _ in range(self.draws.number(2, 3))]
        take = min if word == "min" else max
        lo, hi = take(p.lo for p in parts), take(p.hi for p in parts)
        text = f"{word}({', '.join(f'{{{i}}}' for i in range(len(parts)))})"
        return number("least of" if word == "min" else "greatest of", text, lo, hi, *(p.node for p in parts))

    def _either(self, depth: int) -> Value:
        a, b = self.number(depth - 1), self.number(depth - 1)
        tag = a.tag if a.tag is b.tag else None
        node = Node("conditional number", "({1} if {0} else {2})", (self.truth(depth - 1), a.node, b.node))
        return Value(node, None, min(a.lo, b.lo), max(a.hi, b.hi), tag)

    def _parameter(self) -> Value | None:
        if not self.words.parameters:
            return None
        p = self.draws.pick(self.words.parameters)
        return Value(Node("parameter", f"given.{p.name}"), None, p.lo, p.hi)

    def _size(self) -> Value | None:
        if not self.words.sizes:
            return None
        name, at = self.draws.pick(self.words.sizes)
        return Value(Node("size", f"n.{name}"), None, at, at)

    def _members(self) -> Value:
        kind = self.draws.pick(self.words.kinds)
        return Value(Node("members", f"len({kind.name})"), None, len(kind.members), len(kind.members))

    # --------------------------------------------------------------------------------------- comparisons

    def _compare(self, depth: int) -> Value:
        a, b = self.number(depth - 1), self.number(depth - 1)
        op = self.draws.pick(("==", "<", ">", "!=", "<=", ">="))
        return truth("compare numbers", f"({{0}} {op} {{1}})", a.node, b.node)

    def _compare_members(self, depth: int) -> Value | None:
        kind = self.draws.pick(self._kinds())
        op = self.draws.pick(("==", "!="))
        one, two = self.member(kind, depth - 1), self.member(kind, 0)
        return truth("compare members", f"({{0}} {op} {{1}})", one, two)

    def _joined(self, word: str, depth: int) -> Value:
        parts = [self.truth(depth - 1) for _ in range(self.draws.number(2, 3))]
        return truth(word, "(" + f" {word} ".join(f"{{{i}}}" for i in range(len(parts))) + ")", *parts)

    def _chain(self, depth: int) -> Value:
        ops = [self.draws.pick(("<=", "<", "==", ">", ">=", "!=")) for _ in range(self.draws.number(2, 3))]
        parts = [self.number(depth - 1).node]
        if len(ops) == 2 and self.draws.maybe(50):
            parts.append(self.number(depth - 1).node)
            with self._whole():
                parts.append(self.number(depth - 1).node)
        else:  # what asks a rule may not stand in the middle of what follows
            with self._whole():
                parts += [self.number(depth - 1).node for _ in ops]
        text = "({0}" + "".join(f" {op} {{{i}}}" for i, op in enumerate(ops, 1)) + ")"
        return truth("chain", text, *parts)

    def _in(self, word: str, depth: int) -> Value:
        count = self.draws.number(1, 3)
        if self.draws.maybe(40):
            kind = self.draws.pick(self._kinds())
            parts = [self.member(kind, depth - 1), *(self.member(kind, depth - 1) for _ in range(count))]
        else:
            parts = [self.number(depth - 1).node for _ in range(count + 1)]
        inside = "".join(f"{{{i}}}, " for i in range(1, count + 1))
        return truth(word, f"({{0}} {word} ({inside.strip()}))", *parts)

    def _reading_is(self) -> Value | None:
        if not self.words.rulings:
            return None
        ruling = self.draws.pick(self.words.rulings)
        op, reading = self.draws.pick(("==", "!=")), self.draws.pick(ruling.readings)
        return truth("reading is", f"(r.{ruling.name} {op} {ruling.kind}.{reading})")

    def _reading_in(self) -> Value | None:
        if not self.words.rulings:
            return None
        ruling = self.draws.pick(self.words.rulings)
        chosen = self.draws.some(ruling.readings, 1, len(ruling.readings))
        text = ", ".join(f"{ruling.kind}.{reading}" for reading in chosen)
        return truth("reading in", f"(r.{ruling.name} in ({text},))")
