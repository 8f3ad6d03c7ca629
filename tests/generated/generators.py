"""Generators of generated models: ``any``, ``all``, ``sum``, ``min`` and ``max`` over one loop or two, with filters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.generated.reading import Reading, number, truth
from tests.generated.tree import Node
from tests.generated.values import Truth, Value


class Generators(Reading):
    """Draws generators in a scope."""

    def _near(self, depth: int) -> Value:
        """A number that is not too large to be multiplied."""
        raise NotImplementedError

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
