"""Statements of a generated model: what rules that act, and rules that answer, are made of.

A local name is assigned before it is used: names made in a branch are forgotten at its end, and never used again with
another type.  A number that is assigned again is fitted into what it was, or (seldom) grows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.generated.draws import Draws
from tests.generated.expressions import Expressions
from tests.generated.reading import Scope, call
from tests.generated.tree import Block, Line, Node, Stmt
from tests.generated.values import FieldOf, KindOf, Range, Truth, Value, Vocabulary

ACTS = {
    "store": 20,
    "augmented store": 8,
    "swap": 2,
    "local": 6,
    "augmented local": 2,
    "local again": 2,
    "if": 10,
    "for": 5,
    "match": 4,
    "require": 1.5,
    "return": 1,
    "silent": 0.3,
    "clause": 6,
    "call": 4,
    "append": 6,
    "insert": 2,
    "remove_at": 4,
    "clear": 0.5,
    "store item": 2,
    "pass": 1,
}
ANSWERS = {
    "local": 6,
    "augmented local": 2,
    "local again": 2,
    "if return": 8,
    "for": 3,
    "match": 3,
    "clause": 2,
}
PLAIN = {"+=": 8, "-=": 6, "*=": 2, "//=": 1, "%=": 1}
GROWN = 1 << 31
STATED = "box.stated"
"""What is merely stated, which no block carries out."""


class Statements(Expressions):
    """Draws statements in a scope; ``result`` is what the rule answers (None: it acts)."""

    def __init__(
        self,
        draws: Draws,
        words: Vocabulary,
        scope: Scope,
        result: Truth | KindOf | Range | tuple[int, int] | None,
    ) -> None:
        super().__init__(draws, words, scope)
        self.result = result
        self.made = 0
        self.span: tuple[int, int] | None = None
        self.left = 14

    # -------------------------------------------------------------------------------------------- blocks

    def acting(self, most: int, depth: int = 2) -> list[Stmt]:
        """Statements of a rule that acts."""
        body: list[Stmt] = []
        for _ in range(self.draws.number(1, most)):
            if self.left <= 0:
                break
            self.left -= 1
            found = self._act(depth)
            body += found
            if found and found[-1].form in ("return", "silent"):
                break
        return body

    @contextmanager
    def inside(self) -> Iterator[None]:
        """A block whose names are forgotten behind it."""
        before = dict(self.scope.names)
        try:
            yield
        finally:
            self.scope.names = before

    def _act(self, depth: int) -> list[Stmt]:
        options: dict[str, float] = dict(ACTS)
        if depth <= 0:
            for form in ("if", "for", "match", "clause"):
                del options[form]
        while True:
            form = self.draws.weighed(options)
            found = self._acted(form, depth)
            if found:
                return found
            del options[form]

    def _acted(self, form: str, depth: int) -> list[Stmt]:
        match form:
            case "store":
                return self._store()
            case "augmented store":
                return self._augmented()
            case "swap":
                return self._swap()
            case "local" | "augmented local" | "local again":
                return self._name(form)
            case "if":
                return self._if(depth)
            case "for":
                return self._for(depth)
            case "match":
                return self._match(depth)
            case "require":
                return [Line("require", "require({0})", (self.truth(1),))]
            case "return":
                return [Line("return", "return")]
            case "silent":
                what = self.draws.pick(("who goes on", "what is left"))
                return [Line("silent", f'silent("{what}", "{self.draws.pick(self.words.clauses)}")')]
            case "clause":
                return [self.clause(depth)]
            case "call":
                return self._called()
            case "pass":
                return [Line("pass", "pass")]
        return self._sequence(form)

    def clause(self, depth: int, first: list[Stmt] | None = None) -> Block:
        """A block of a clause."""
        names = self.draws.some(self.words.clauses, 1, 2)
        text = "with clause(" + ", ".join(f'"{name}"' for name in names) + "):"
        with self.inside():
            body = [*(first or []), *self.acting(2, depth - 1)]
            if (
                first is None
                and "returns early" in self.draws.favour
                and self.draws.maybe(15, "returns early")
            ):
                cells = [b for b in self._cells() if not b.index]
                body = [*(self.store(b) for b in self.draws.some(cells, 1, 1)), Line("return", "return")]
                if self.draws.maybe(30):
                    body = [Block("if", "if {0}:", (self.truth(1),), tuple(body))]
        if all(stmt.form == "pass" for stmt in body):
            body = [Line("return", "return")]  # a block that does nothing is refused
        if len(names) > 1:
            body.insert(0, Line("states", f'states("{STATED}")'))
        return Block("clause", text, (), tuple(body))

    # -------------------------------------------------------------------------------------------- stores

    def _cells(self) -> list[FieldOf]:
        """Fields that can be stored to."""
        found = [b for b in self.words.fields if not b.bound and b.name not in ("clock", "phase")]
        return [b for b in found if all(not isinstance(t, KindOf) or self._can(t) for t in b.index)]

    def store(self, block: FieldOf) -> Line:
        """A store to a field."""
        place = self.place(block, 2)
        return Line("store", "{0} = {1}", (place, self.value(block.value, 2)))

    def _store(self) -> list[Stmt]:
        found = self._cells()
        return [self.store(self.draws.pick(found))] if found else []

    def _augmented(self) -> list[Stmt]:
        found = [b for b in self._cells() if isinstance(b.value, Range)]
        if not found:
            return []
        block = self.draws.pick(found)
        assert isinstance(block.value, Range)
        op = self.draws.weighed(PLAIN)
        if op in ("//=", "%="):
            by = Node("constant", str(self.draws.number(1, 3)))
        else:
            by = Node("constant", str(self.draws.number(1, 2)))
        line = Line("augmented store", f"{{0}} {op} {{1}}", (self.place(block, 1), by))
        if not self.draws.risk(30):  # mostly where it stays inside
            test = {
                "+=": f"({{0}} + {{1}} <= {block.value.hi})",
                "-=": f"({{0}} - {{1}} >= {block.value.lo})",
                "*=": f"({block.value.lo} <= {{0}} * {{1}} <= {block.value.hi})",
            }.get(op, f"({{0}} >= {max(0, block.value.lo)})")
            condition = Node("compare numbers", test, line.parts)
            return [Block("if", "if {0}:", (condition,), (line,))]
        return [line]

    def _swap(self) -> list[Stmt]:
        found = self._cells()
        if not found:
            return []
        one = self.draws.pick(found)
        two = self.draws.pick([b for b in found if b.value == one.value])
        places = (self.place(one, 1), self.place(two, 1))
        if self.draws.maybe(60):
            return [Line("swap", "{0}, {1} = {1}, {0}", places)]
        values = (self.value(one.value, 1), self.value(two.value, 1))
        return [Line("swap", "{0}, {1} = {2}, {3}", (*places, *values))]

    def _sequence(self, form: str) -> list[Stmt]:
        found = [b for b in self.words.fields if b.bound]
        found = [b for b in found if all(not isinstance(t, KindOf) or self._can(t) for t in b.index)]
        found = [b for b in found if not isinstance(b.value, KindOf) or self._can(b.value)]
        if not found:
            return []
        block = self.draws.pick(found)
        place = self.place(block, 1)
        length = Node("length", "len({0})", (place,))
        at = Node("constant", str(self.draws.number(0, block.bound - 1)))
        if self.draws.maybe(30):
            at = Node("wrapped", f"({{0}} % {block.bound})", (self.number(1).node,))
        value = self.value(block.value, 2)
        line, test = {
            "append": (Line(form, "{0}.append({1})", (place, value)), f"({{0}} < {block.bound})"),
            "insert": (
                Line(form, "{0}.insert({1}, {2})", (place, at, value)),
                f"({{1}} <= {{0}} < {block.bound})",
            ),
            "remove_at": (Line(form, "{0}.remove_at({1})", (place, at)), "({1} < {0})"),
            "store item": (Line(form, "{0}[{1}] = {2}", (place, at, value)), "({1} < {0})"),
            "clear": (Line(form, "{0}.clear()", (place,)), ""),
        }[form]
        if not test or self.draws.risk(10):
            return [line]
        condition = Node("compare numbers", test, (length, at))
        if self.draws.maybe(25):
            return [Line("require", "require({0})", (condition,)), line]
        return [Block("if", "if {0}:", (condition,), (line,))]

    # -------------------------------------------------------------------------------------------- names

    def _name(self, form: str) -> list[Stmt]:
        mine = [n for n, v in self.scope.names.items() if n.startswith("x")]
        if form == "local" or not mine:
            t = self.draws.pick([Truth(), *self._kinds(), *[None] * 4])
            name = f"x{self.made}"
            self.made += 1
            if t is None:
                value = self.number(2)
                grown = self.draws.maybe(6, "wide")
                lo, hi = (value.lo, value.hi) if value.tag is not None else (value.lo - 2, value.hi + 3)
                lo, hi = (-GROWN, GROWN - 1) if grown else (lo, hi)
                self.scope.names[name] = Value(
                    Node("local number", name), None, lo, hi, None if grown else value.tag
                )
                node = value.node
                if grown:
                    name_node = Node("local number", name)
                    rest = Line(
                        "augmented local", f"{name} = ({{0}} * 3 + {{1}})", (name_node, self.number(1).node)
                    )
                    return [Line("local", f"{name} = {{0}}", (node,)), rest]
            else:
                node = self.value(t, 2)
                self.scope.names[name] = Value(
                    Node("local truth" if isinstance(t, Truth) else "local member", name), t
                )
            return [Line("local", f"{name} = {{0}}", (node,))]
        name = self.draws.pick(mine)
        old = self.scope.names[name]
        if old.type is not None:
            return [Line("local again", f"{name} = {{0}}", (self.value(old.type, 2),))]
        if old.tag is not None:
            return [Line("local again", f"{name} = {{0}}", (self.fitted(old.tag, 2),))]
        new = self.number(1)
        width = old.hi - old.lo + 1
        fit = Node("wrapped", f"({{0}} % {width} + {old.lo})", (new.node,))
        if old.lo == -GROWN:
            op = self.draws.pick(("+=", "-=", "*="))
            return [Line("augmented local", f"{name} {op} {{0}}", (self.constant().node,))]
        return [Line("local again", f"{name} = {{0}}", (fit,))]

    # ------------------------------------------------------------------------------------------ branches

    def _if(self, depth: int) -> list[Stmt]:
        with self.inside():
            found: list[Stmt] = [Block("if", "if {0}:", (self.truth(2),), tuple(self.acting(2, depth - 1)))]
        if self.draws.maybe(15):
            with self.inside():
                found.append(Block("elif", "elif {0}:", (self.truth(2),), tuple(self.acting(2, depth - 1))))
        if self.draws.maybe(35):
            with self.inside():
                found.append(Block("else", "else:", (), tuple(self.acting(2, depth - 1))))
        return found

    def _for(self, depth: int) -> list[Stmt]:
        name, over, value, _, _ = self.loop()
        with self.inside(), self.named(name, value):
            if self.result is None:
                body = self.acting(2, depth - 1)
            else:
                body = self._answering(depth - 1)
        return [Block("for", f"for {name} in {{0}}:", (over,), tuple(body))]

    def _match(self, depth: int) -> list[Stmt]:
        kinds = [kind for kind in self._kinds() if not kind.alike]
        if not kinds:
            return []
        kind = self.draws.pick(kinds)
        subject = self.member(kind, 1)
        members = [f"{kind.name}.{m}" for m in self.draws.some(kind.members, 1, len(kind.members))]
        cases: list[Stmt] = []
        while members:
            several = len(members) > 1 and self.draws.maybe(25)
            heads, members = members[: 1 + several], members[1 + several :]
            cases.append(self._case("case or" if several else "case", " | ".join(heads), depth))
        if self.draws.maybe(60):
            cases.append(self._case("case _", "_", depth))
        return [Block("match", "match {0}:", (subject,), tuple(cases))]

    def _case(self, form: str, head: str, depth: int) -> Block:
        with self.inside():
            body = self.acting(2, depth - 1) if self.result is None else self._answering(depth - 1)
        return Block(form, f"case {head}:", (), tuple(body))

    def _called(self) -> list[Stmt]:
        found = [h for h in self.words.helpers if h.result is None]
        if not found:
            return []
        helper = self.draws.pick(found)
        return [Line("call", call(helper), tuple(self.arguments(helper, 2)))]

    # ------------------------------------------------------------------------------------------- answers

    def answering(self) -> list[Stmt]:
        """The body of a rule that answers."""
        body: list[Stmt] = []
        if self.draws.maybe(35, "statements in answers"):
            body += self._answering(2)
        return [*body, self._answer()]

    def _answering(self, depth: int) -> list[Stmt]:
        """Statements before an answer."""
        options: dict[str, float] = dict(ANSWERS)
        if depth <= 0:
            options = {k: w for k, w in options.items() if "local" in k}
        body: list[Stmt] = []
        for _ in range(self.draws.number(1, 2)):
            match form := self.draws.weighed(options):
                case "if return":
                    with self.inside():
                        condition = self.truth(2)
                        body.append(Block("if", "if {0}:", (condition,), (self._answer(),)))
                case "for":
                    body += self._for(depth)
                case "match":
                    body += self._match(depth)
                case "clause":
                    with self.inside():
                        block = tuple(self._answering(depth - 1))
                    name = self.draws.pick(self.words.clauses)
                    if block:  # one that does nothing is refused
                        body.append(Block("clause", f'with clause("{name}"):', (), block))
                case _:
                    body += self._name(form)
        return body

    def _answer(self) -> Line:
        """A ``return`` of what the rule answers."""
        if isinstance(self.result, tuple):
            value = self.number(2)
            lo, hi = self.span or (value.lo, value.hi)
            self.span = min(lo, value.lo), max(hi, value.hi)
            return Line("return value", "return {0}", (value.node,))
        assert self.result is not None
        return Line("return value", "return {0}", (self.value(self.result, 2),))
