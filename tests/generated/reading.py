"""What expressions of a generated model read: fields, items of sequences, local names, lookups, what rules answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.generated.draws import Draws
from tests.generated.tree import Node
from tests.generated.values import FieldOf, KindOf, Range, RuleOf, Truth, Type, Value, Vocabulary


@dataclass
class Scope:
    """The names that a place in a rule may use.

    ``state``: whether the rule has one; ``whole``: only what can leave no range and calls no rule; ``loops``: how many
    loops are around, by which their names go.
    """

    state: bool = True
    whole: bool = False
    loops: int = 0
    names: dict[str, Value] = field(default_factory=dict)


class Reading:
    """Draws what is read in a scope; what stands in indices and arguments is drawn by :class:`Expressions`."""

    def __init__(self, draws: Draws, words: Vocabulary, scope: Scope) -> None:
        self.draws = draws
        self.words = words
        self.scope = scope

    def truth(self, depth: int) -> Node:
        """A condition."""
        raise NotImplementedError

    def number(self, depth: int) -> Value:
        """A number with its interval."""
        raise NotImplementedError

    def member(self, kind: KindOf, depth: int) -> Node:
        """A member of a kind."""
        raise NotImplementedError

    def fitted(self, wanted: Range, depth: int) -> Node:
        """A number for a range."""
        raise NotImplementedError

    def value(self, t: Type, depth: int) -> Node:
        """A value of a type."""
        raise NotImplementedError

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
