"""Expressions of a generated model: typed, and mostly in range by construction.

A number that is stored, passed or used as an index is fitted into its range by ``min``, ``max`` or ``%``; a share is
left as it is, and may leave the range when the rule runs: all readers must then tell the same place.  Intervals are
those that the checker of the language finds, so that models are mostly accepted when they load.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.generated.draws import Draws
from tests.generated.tree import Node
from tests.generated.values import (
    BIG,
    HUGE,
    FieldOf,
    KindOf,
    LookupOf,
    Range,
    RuleOf,
    Truth,
    Type,
    Value,
    Vocabulary,
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


@dataclass
class Scope:
    """What a place in a rule may name.

    ``state``: whether the rule has one; ``whole``: only what can leave no range and calls no rule; ``loops``: how many
    loops are around, by which their names go.
    """

    state: bool = True
    whole: bool = False
    loops: int = 0
    names: dict[str, Value] = field(default_factory=dict)


class Expressions:
    """Draws expressions in a scope."""

    def __init__(self, draws: Draws, words: Vocabulary, scope: Scope) -> None:
        self.draws = draws
        self.words = words
        self.scope = scope

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

    # ------------------------------------------------------------------------------------------- reading

    def index(self, t: KindOf | Range, depth: int) -> Node:
        """An index."""
        return self.member(t, depth - 1) if isinstance(t, KindOf) else self.fitted(t, min(1, depth - 1))

    def place(self, block: FieldOf, depth: int) -> Node:
        """A field, indexed so far as it is a table."""
        if not block.index:
            return Node("field", f"s.{block.name}")
        keys = [self.index(t, depth) for t in block.index]
        inside = ", ".join(f"{{{i}}}" for i in range(len(keys)))
        return Node("table cell", f"s.{block.name}[{inside}]", tuple(keys))

    def _barred(self, block: FieldOf) -> bool:
        """Whether a field may not be read: an index may be outside where all must be whole, or names what is alike."""
        if any(isinstance(t, KindOf) and not self._can(t) for t in block.index):
            return True
        return self.scope.whole and (bool(block.bound) or any(isinstance(t, Range) for t in block.index))

    def _can(self, kind: KindOf) -> bool:
        """Whether a member can be had here without naming what is alike."""
        return not kind.alike or self._others(kind)

    def _kinds(self) -> list[KindOf]:
        """The kinds of which members can be had."""
        return [kind for kind in self.words.kinds if self._can(kind)] or self.words.kinds

    def _read(self, t: Truth | KindOf, depth: int, form: str) -> Value | None:
        found = [b for b in self.words.fields if b.value == t and (depth > 0 or not (b.index or b.bound))]
        found = [b for b in found if self.scope.state and not self._barred(b)]
        if not found:
            return None
        block = self.draws.pick(found)
        if block.bound:
            parts = self._at(block, depth)
            if self.draws.risk(30):
                return of(t, "read item", "{0}[{1}]", *parts)
            other = self.truth(0) if isinstance(t, Truth) else self.member(t, 0)
            return of(t, "read item", "({0}[{1}] if {1} < len({0}) else {2})", *parts, other)
        return of(t, form, "{0}", self.place(block, depth))

    def _read_number(self, depth: int) -> Value | None:
        found = [
            b
            for b in self.words.fields
            if isinstance(b.value, Range) and not b.bound and (depth > 0 or not b.index)
        ]
        found = [b for b in found if self.scope.state and not self._barred(b)]
        if not found:
            return None
        block = self.draws.pick(found)
        assert isinstance(block.value, Range)
        node = Node("read number", "{0}", (self.place(block, depth),))
        return Value(node, None, block.value.lo, block.value.hi, block.value)

    def _at(self, block: FieldOf, depth: int) -> tuple[Node, Node]:
        """A sequence and a place in it: mostly one that may be there."""
        place = self.place(block, depth)
        if self.draws.maybe(70):
            return place, Node("constant", str(self.draws.number(0, block.bound - 1)))
        value = self.number(min(depth - 1, 1))
        return place, Node("wrapped", f"({{0}} % {block.bound})", (value.node,))

    def _item(self, depth: int) -> Value | None:
        found = [
            b for b in self.words.fields if isinstance(b.value, Range) and b.bound and not self._barred(b)
        ]
        if not found or not self.scope.state or self.scope.whole or depth <= 0:
            return None
        block = self.draws.pick(found)
        assert isinstance(block.value, Range)
        parts = self._at(block, depth)
        if self.draws.risk(30):
            return Value(
                Node("read item", "{0}[{1}]", parts), None, block.value.lo, block.value.hi, block.value
            )
        other = Node("constant", str(block.value.lo))
        lo, hi = block.value.lo, block.value.hi
        return number("read item", "({0}[{1}] if {1} < len({0}) else {2})", lo, hi, *parts, other)

    def _length(self, depth: int) -> Value | None:
        found = [b for b in self.words.fields if b.bound and (depth > 0 or not b.index)]
        found = [b for b in found if not any(isinstance(t, Range) for t in b.index) or not self.scope.whole]
        found = [b for b in found if not any(isinstance(t, KindOf) and not self._can(t) for t in b.index)]
        if not found or not self.scope.state:
            return None
        block = self.draws.pick(found)
        return number("length", "len({0})", 0, block.bound, self.place(block, depth))

    def _local(self, t: Truth | KindOf) -> Value | None:
        found = [value for value in self.scope.names.values() if value.type == t]
        return self.draws.pick(found) if found else None

    def _local_number(self) -> Value | None:
        found = [value for value in self.scope.names.values() if value.type is None]
        return self.draws.pick(found) if found else None

    def _member(self, kind: KindOf) -> Value | None:
        if kind.alike and self._others(kind) and not self.draws.maybe(2, "named"):
            return None
        return of(kind, "member", f"{kind.name}.{self.draws.pick(kind.members)}")

    def _others(self, kind: KindOf) -> bool:
        """Whether a member can be had without naming one."""
        if any(value.type == kind for value in self.scope.names.values()):
            return True
        scalars = (b for b in self.words.fields if b.value == kind and not b.index and not b.bound)
        return self.scope.state and any(scalars)

    # ------------------------------------------------------------------------------- lookups and rules

    def _lookup(self, wanted: type | KindOf, depth: int) -> Value | None:
        if self.scope.whole or depth <= 0:
            return None
        found = [
            x
            for x in self.words.lookups
            if (x.value == wanted if isinstance(wanted, KindOf) else isinstance(x.value, wanted))
            and not any(isinstance(t, KindOf) and t.alike for t in x.index)
        ]
        if not found:
            return None
        lookup = self.draws.pick(found)
        keys = [self._key(t, depth) for t in lookup.index]
        text = f"{lookup.name}[{', '.join(f'{{{i}}}' for i in range(len(keys)))}]"
        bounds = [t for t in lookup.index if isinstance(t, tuple)]
        if len(bounds) == len(lookup.index) == 1 and isinstance(lookup.value, tuple) and self.draws.maybe(35):
            # a key that may be outside is asked for only where it is inside
            (lo, hi), value = bounds[0], self.number(min(depth - 1, 1))
            full = f"({lookup.name}[{{0}}] if {lo} <= {{0}} <= {hi} else {{1}})"
            if value.hi >= lo and value.lo <= hi:
                ends = min(lookup.value[0], 0), max(lookup.value[1], 0)
                return number("guarded lookup", full, *ends, value.node, Node("constant", "0"))
        if isinstance(lookup.value, KindOf):
            return of(lookup.value, "lookup member", text, *keys)
        if isinstance(lookup.value, Truth):
            return truth("lookup truth", text, *keys)
        return number("lookup number", text, *lookup.value, *keys)

    def _key(self, t: KindOf | tuple[int, int], depth: int) -> Node:
        if isinstance(t, KindOf):
            return self.member(t, depth - 1)
        value = self.number(min(depth - 1, 1))
        if (t[0] <= value.lo and value.hi <= t[1]) or self.draws.risk(15):
            return value.node
        return Node("clamped", f"max({t[0]}, min({t[1]}, {{0}}))", (value.node,))

    def _call(self, wanted: Truth | KindOf | None, depth: int) -> Value | None:
        if self.scope.whole or depth <= 0:
            return None
        found = [h for h in self.words.helpers if answers(h, wanted) and (self.scope.state or not h.state)]
        if not found:
            return None
        helper = self.draws.pick(found)
        args = self.arguments(helper, depth)
        text = call(helper)
        if isinstance(helper.result, (Truth, KindOf)):
            form = "call truth" if isinstance(helper.result, Truth) else "call member"
            return of(helper.result, form, text, *args)
        if isinstance(helper.result, Range):
            node = Node("call number", text, tuple(args))
            return Value(node, None, helper.result.lo, helper.result.hi, helper.result)
        assert helper.result is not None
        return number("call number", text, *helper.result, *args)

    def arguments(self, helper: RuleOf, depth: int) -> list[Node]:
        """The arguments of a call."""
        return [self.value(t, min(depth - 1, 1)) for _, t in helper.args]

    # ----------------------------------------------------------------------------------------- generators

    def loop(self) -> tuple[str, Node, Value, int, bool]:
        """What a loop runs over: its name, the iterable, the value of the name, how often, whether surely at all."""
        name = f"{'ijkmpq'[min(self.scope.loops, 5)]}{self.scope.loops // 6 or ''}"
        sort = self.draws.weighed({"over a kind": 5, "over a span": 4, "over range": 4})
        ranges = [t for t in self.words.ranges if t.size <= 4]
        if sort == "over a span" and ranges:
            t = self.draws.pick(ranges)
            return (
                name,
                Node("over a span", f"span({t.name})"),
                Value(Node("local", name), None, t.lo, t.hi, t),
                t.size,
                True,
            )
        if sort == "over range":
            lo = self.draws.number(0, 3) - 1
            count = self.draws.number(0, 3)
            values = range(lo, lo + count)
            text = f"range({lo}, {lo + count})"
            if self.draws.maybe(20):
                values, text = range(lo + count, lo - 1, -2), f"range({lo + count}, {lo - 1}, -2)"
            elif lo == 0:
                text = f"range({count})"
            ends = (min(values), max(values)) if values else (0, 0)
            return (
                name,
                Node("over range", text),
                Value(Node("local", name), None, *ends),
                len(values),
                bool(values),
            )
        kind = self.draws.pick(self.words.kinds)
        value = Value(Node("local", name), kind)
        return name, Node("over a kind", kind.name), value, len(kind.members), True

    @contextmanager
    def named(self, name: str, value: Value) -> Iterator[None]:
        """A name that is known inside."""
        before = self.scope.names.get(name)
        self.scope.names[name] = value
        self.scope.loops += 1
        try:
            yield
        finally:
            self.scope.loops -= 1
            del self.scope.names[name]
            if before is not None:
                self.scope.names[name] = before

    @contextmanager
    def _whole(self) -> Iterator[None]:
        before = self.scope.whole
        self.scope.whole = True
        try:
            yield
        finally:
            self.scope.whole = before

    def _generator(
        self, depth: int, body: Callable[[], Value]
    ) -> tuple[Value, str, tuple[Node, ...], int, bool]:
        """A body over one or two loops: the body, the text behind it, its parts, how often, surely something."""
        name, over, value, count, sure = self.loop()
        parts: list[Node] = [over]
        with self.named(name, value):
            text = f"for {name} in {{1}}"
            filters = {"no filter": 0, "filter": 1, "two filters": 2}
            for _ in range(filters[self.draws.weighed({"no filter": 10, "filter": 8, "two filters": 1})]):
                parts.append(self.truth(depth - 1))
                text += f" if {{{len(parts)}}}"
                sure = False
            if self.draws.maybe(20, "second loop"):
                inner, over, value, again, there = self.loop()
                parts.append(over)
                text += f" for {inner} in {{{len(parts)}}}"
                count, sure = count * again, sure and there
                with self.named(inner, value):
                    if self.draws.maybe(30):
                        parts.append(self.truth(depth - 1))
                        text += f" if {{{len(parts)}}}"
                        sure = False
                    made = body()
            else:
                made = body()
        return made, text, tuple(parts), count, sure

    def _quantified(self, word: str, depth: int) -> Value:
        made, text, parts, _, _ = self._generator(depth, lambda: Value(self.truth(depth - 1), Truth()))
        return truth(word, f"{word}({{0}} {text})", made.node, *parts)

    def _sum(self, depth: int) -> Value | None:
        made, text, parts, count, _ = self._generator(depth, lambda: self._near(depth - 1))
        lo, hi = min(made.lo, 0) * max(count, 1), max(made.hi, 0) * max(count, 1)
        return number("sum", f"sum({{0}} {text})", lo, hi, made.node, *parts)

    def _count(self, depth: int) -> Value:
        made, text, parts, count, _ = self._generator(depth, lambda: Value(self.truth(depth - 1), Truth()))
        return number("count", f"sum({{0}} {text})", 0, count, made.node, *parts)

    def _over(self, word: str, depth: int) -> Value | None:
        made, text, parts, _, sure = self._generator(depth, lambda: self.number(depth - 1))
        lo, hi = made.lo, made.hi
        if not sure and not (self.draws.risk(15) and not self.scope.whole):
            with self._whole():
                default = self.number(min(1, depth - 1))
            at = 1 + len(parts)
            lo, hi = min(lo, default.lo), max(hi, default.hi)
            full = f"{word}(({{0}} {text}), default={{{at}}})"
            return number(word, full, lo, hi, made.node, *parts, default.node)
        return number(word, f"{word}({{0}} {text})", lo, hi, made.node, *parts)


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


def truth(form: str, text: str, *parts: Node) -> Value:
    """A condition as a value."""
    return Value(Node(form, text, parts), Truth())


def of(t: Truth | KindOf, form: str, text: str, *parts: Node) -> Value:
    """A truth value or a member as a value."""
    return Value(Node(form, text, parts), t)


def number(form: str, text: str, lo: int, hi: int, *parts: Node) -> Value:
    """A number as a value."""
    return Value(Node(form, text, parts), None, lo, hi)


def answers(helper: RuleOf, wanted: Truth | KindOf | None) -> bool:
    """Whether a helper answers what is wanted (None: a number)."""
    if wanted is None:
        return isinstance(helper.result, (Range, tuple))
    return helper.result == wanted


def call(helper: RuleOf) -> str:
    """The text of a call, its arguments to be filled in."""
    given = [f"{{{i}}}" for i in range(len(helper.args))]
    return f"{helper.name}({', '.join(['s', *given] if helper.state else given)})"


__all__ = ["DEEP", "Expressions", "LookupOf", "Scope", "answers", "call"]
