"""Whole models: what stands on the table, the rules, the claims, and their source text.

:func:`models` is the strategy.  A model is a tree (:class:`Model`): its text follows from it and from nothing else.
Most models have a clock, so that every play ends; most that have chance have phases, so that players and chance are
never both to move; a share has neither, and is then told as a fault of the model, by every engine alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from tests.generated.draws import Draws, Kept
from tests.generated.expressions import Expressions, Scope
from tests.generated.focused import (
    LATE,
    LOT,
    ROUND,
    STAGED,
    TWIN,
    declare_lot,
    declare_path,
    declare_round,
    declare_stages,
    declare_twins,
    heavy_weight,
    led,
    on_the_way,
    path_rules,
    rounds,
    staged,
    twins,
)
from tests.generated.statements import Statements
from tests.generated.tree import Block, Line, Node, Stmt, lines
from tests.generated.values import (
    FieldOf,
    KindOf,
    LookupOf,
    ParameterOf,
    Range,
    RuleOf,
    RulingOf,
    Truth,
    Type,
    Value,
    Vocabulary,
    size,
    written,
)

PLAYER = KindOf("Player", ("ONE", "TWO"))
PHASE = KindOf("Phase", ("ACT", "DRAW"))
MOST_MOVES = 40
"""The most combinations of arguments of one rule."""


@dataclass(frozen=True)
class ClaimOf:
    """A claim: what stands above it, its name, its arguments, its body; without a body a call of a whole claim."""

    head: str
    rule: RuleOf | None = None


@dataclass
class Model:
    """A model as a tree."""

    words: Vocabulary
    rules: list[RuleOf] = field(default_factory=list)
    claims: list[ClaimOf] = field(default_factory=list)
    players: bool = True
    small: str = ""
    symmetry: str = ""

    def text(self) -> str:
        """The module."""
        return "\n".join(_module(self)) + "\n"

    def bodies(self) -> Iterator[Stmt]:
        """All statements of rules and claims."""
        for one in [*self.words.helpers, *self.rules, *(c.rule for c in self.claims if c.rule is not None)]:
            yield from one.body


# ------------------------------------------------------------------------------------------------ text


def _module(model: Model) -> Iterator[str]:
    words = model.words
    yield from HEAD.splitlines()
    for kind in words.kinds:
        yield from ("", "", f"class {kind.name}(Kind):", *(f"    {m} = auto()" for m in kind.members))
    if words.sizes:
        yield from ("", "", "class Box(Sizes):")
        yield from (
            f"    {name}: int = size({at}, lo={max(1, at - 1)}, hi={at + 2})" for name, at in words.sizes
        )
        yield from ("", "", "n = Box()")
    yield ""
    for t in words.ranges:
        yield f"{t.name} = Annotated[int, Range({t.text})]"
    for lookup in words.lookups:
        inside = ", ".join(f"{key}: {value}" for key, value in lookup.entries)
        yield f"{lookup.name} = Lookup({{{inside}}})"
    if words.parameters:
        yield from ("", "", "class Given(Parameters):")
        for p in words.parameters:
            yield f"    {p.name}: int = parameter({p.default}, lo={p.lo}, hi={p.hi})"
        yield from ("", "", "given = Given()")
    for ruling in words.rulings:
        yield from ("", "", f"class {ruling.kind}(Reading):")
        yield from (f'    {one} = "It is {one.lower()}."' for one in ruling.readings)
    if words.rulings:
        yield from ("", "", "class Choices(Rulings):")
        for ruling in words.rulings:
            yield f"    {ruling.name}: {ruling.kind} = ruling({ruling.kind}.{ruling.readings[0]}, {RULED})"
        yield from ("", "", "r = Choices()")
    yield from ("", "", "class State(Record):")
    yield from (f"    {block.name}: {block.annotation()}" for block in words.fields)
    for rule in [*words.helpers, *model.rules]:
        yield from _rule(rule)
    for claim in model.claims:
        if claim.rule is None:
            yield from ("", "", claim.head)
        else:
            yield from _rule(claim.rule)
    yield from ("", "", _mode(model))


HEAD = '''"""A generated model."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import *
from queensbench.language.rulings import Reading, Rulings, ruling'''

RULED = 'question="?", clauses=("turn.first",), hole="silent", why="?", found="encoding"'


def _rule(rule: RuleOf) -> Iterator[str]:
    args = [f"s: {rule.record}"] if rule.state else []
    args += [f"{name}: {written(t)}" for name, t in rule.args]
    if rule.result is None:
        answer = "None"
    else:
        answer = "int" if isinstance(rule.result, tuple) else written(rule.result)
    yield from ("", "", rule.decorator, f"def {rule.name}({', '.join(args)}) -> {answer}:")
    yield from lines(rule.body)


def _mode(model: Model) -> str:
    words = model.words
    options = ["state=State"]
    options += ["rulings=r"] if words.rulings else []
    options += ["sizes=n"] if words.sizes else []
    options += ["parameters=given"] if words.parameters else []
    options += ["players=Player"] if model.players else []
    options += [model.small] if model.small else []
    options += [model.symmetry] if model.symmetry else []
    return f'mode = Mode("drawn", {", ".join(options)}, full=Instance("full", "drawn", budget=2_000))'


# -------------------------------------------------------------------------------------------- the strategy


def models(favour: Mapping[str, float] | None = None) -> st.SearchStrategy[Model]:
    """Whole models, as Hypothesis draws them.  ``favour``: factors for the weights of forms and features, by name."""

    @st.composite
    def drawn(draw: Callable[[Any], Any]) -> Model:
        return Maker(Draws(lambda most: int(draw(st.integers(0, most))), favour)).model()

    return drawn()


def numbered(stream: str, number: int, favour: Mapping[str, float] | None = None) -> tuple[Model, list[int]]:
    """A model of a stream, the same on every machine, and the choices that it was made by."""
    kept = Kept(f"{stream}/{number}")
    return Maker(Draws(kept, favour)).model(), kept.drawn


def shrunk(
    choices: list[int],
    fails: Callable[[Model], bool],
    favour: Mapping[str, float] | None = None,
    *,
    tries: int = 600,
) -> Model:
    """A smaller model that fails as well: choices are left out, in pieces and one by one, and made smaller."""

    def made(known: list[int]) -> tuple[Model, list[int]]:
        kept = Kept(known=known)
        model = Maker(Draws(kept, favour)).model()
        return model, kept.drawn[: len(known)]

    best, least = made(choices)
    left = tries

    def better(known: list[int]) -> bool:
        nonlocal best, least, left
        left -= 1
        model, used = made(known)
        if (len(used), used) >= (len(least), least) or left < 0 or not fails(model):
            return False
        best, least = model, used
        return True

    before = None
    while before != least and left > 0:
        before = least
        for width in (64, 32, 16, 8, 4, 2, 1):
            at = len(least) - width
            while at >= 0 and left > 0:
                better(least[:at] + least[at + width :])
                at -= max(1, width // 2)
        at = 0
        while at < len(least) and left > 0:
            if least[at] and not better([*least[:at], 0, *least[at + 1 :]]):
                better([*least[:at], least[at] // 2, *least[at + 1 :]])
            at += 1
    return best


class Maker:
    """Draws one model."""

    def __init__(self, draws: Draws) -> None:
        self.draws = draws
        self.words = Vocabulary()
        self.chance = False
        self.clock = False
        self.staged = False
        self.twins = False
        self.late = False
        self.round = False
        self.lot = False

    def model(self) -> Model:
        """A model."""
        draws = self.draws
        self.chance = draws.maybe(35, "chance")
        self.clock = draws.maybe(75, "clock")
        self.staged = led(draws, STAGED)
        self.twins = led(draws, TWIN)
        self.late = led(draws, LATE)
        self.round = led(draws, ROUND)
        self.lot = self.chance and led(draws, LOT)
        self._declare()
        model = Model(self.words)
        for number in range(draws.number(0, 3)):
            self._helper(number)
        model.rules.append(self._rule("@initial()", "start", self._start))
        if self.late:
            for name, args, part in path_rules(draws, self.words):

                def way(made: Statements, part: str = part) -> list[Stmt]:
                    return on_the_way(draws, made, part)

                model.rules.append(self._rule("@action()", name, way, args))
        if self.round:
            for number, part in enumerate(
                draws.pick((("back", "on"), ("on", "back"), ("back", "back", "on")))
            ):

                def step(made: Statements, part: str = part) -> list[Stmt]:
                    return rounds(draws, made, part)

                model.rules.append(self._rule("@action()", f"{part}_{number}", step))
        for number in range(draws.number(0, 1) if self.late or self.round else draws.number(1, 3)):
            self._move(model, f"act_{number}", "action")
        if self.chance:
            for number in range(draws.number(1, 2)):
                self._move(model, f"draw_{number}", "chance")
        if draws.maybe(30, "automatic"):
            for number in range(draws.number(1, 2)):
                self._automatic(model, number)
        self._ends(model)
        self._claims(model)
        self._instances(model)
        return model

    # -------------------------------------------------------------------------------------- declarations

    def _declare(self) -> None:
        draws, words = self.draws, self.words
        words.kinds.append(PLAYER)
        if self.chance:
            words.kinds.append(PHASE)
        alike = draws.maybe(15, "symmetry") or self.late
        for name in ("Item", "Place")[: draws.number(0, 2) or int(alike)]:
            members = ("A", "B", "C")[: draws.number(2, 3)]
            words.kinds.append(KindOf(name, members, alike and name == "Item"))
        if draws.maybe(25):
            words.sizes.append(("width", draws.number(2, 3)))
        for number in range(draws.number(1, 3)):
            lo = draws.pick((0, 0, 1, -1, -2, -3))
            hi = lo + draws.number(1, 3)
            name, text = f"R{number}", f"{lo}, {hi}"
            if words.sizes and draws.maybe(30):
                hi = max(hi, words.sizes[0][1], lo + 1)
                text = f"{lo}, n.width + {hi - words.sizes[0][1]}"
            words.ranges.append(Range(name, lo, hi, text))
        if draws.maybe(1, "wide ranges"):
            words.ranges.append(Range("Wide", -2_000_000_000, 2_000_000_000, "-2_000_000_000, 2_000_000_000"))
        for number in range(draws.number(0, 2)):
            self._lookup(number)
        if draws.maybe(25, "lookup pairs"):
            self._pair()
        if draws.maybe(20, "parameters"):
            lo = draws.number(0, 2) - 1
            words.parameters.append(ParameterOf("cards", lo + 1, lo, lo + draws.number(1, 2)))
        for number in range(draws.weighed({"none": 6, "rulings": 4}) == "rulings" and draws.number(1, 2)):
            words.rulings.append(
                RulingOf(f"ruling_{number}", ("YES", "NO", "MAYBE")[: draws.pick((2, 2, 3))])
            )
        self._fields()
        if self.staged:
            declare_stages(draws, words)
        if self.twins:
            declare_twins(draws, words)
        if self.late:
            declare_path(draws, words)
        if self.round:
            declare_round(draws, words)
        if self.lot:
            declare_lot(draws, words)

    def _fields(self) -> None:
        draws, words = self.draws, self.words
        if self.chance:
            words.fields.append(FieldOf("phase", (), PHASE))
        if self.clock:
            most = draws.number(2, 5) if not draws.maybe(1, "late") else draws.number(14, 18)
            words.ranges.append(Range("Clock", 0, most, f"0, {most}"))
            words.fields.append(FieldOf("clock", (), words.ranges[-1]))
        if draws.maybe(70):
            words.fields.append(FieldOf("turn", (), PLAYER))
        types = [
            t for t in words.types() if t != PHASE and (isinstance(t, (Truth, KindOf)) or t.name != "Clock")
        ]
        keys: list[KindOf | Range] = [t for t in types if not isinstance(t, Truth) and size(t) <= 4]
        for number in range(
            draws.number(0, 1 + self.round) if self.late or self.round else draws.number(2, 4)
        ):
            name = f"f{number}"
            t = draws.pick(types)
            shape = draws.weighed({"scalar": 8, "table": 5, "sequence": 3, "table of sequences": 1})
            index: tuple[KindOf | Range, ...] = ()
            if "table" in shape and keys:
                index = tuple(draws.pick(keys) for _ in range(draws.pick((1, 1, 2))))
            bound = draws.number(1, 3) if "sequence" in shape else 0
            if bound and index:
                index = index[:1]
            extra = ""
            if draws.maybe(10):
                extra = draws.pick(("hidden()", "public()", *(["owner()"] if index[:1] == (PLAYER,) else [])))
            words.fields.append(FieldOf(name, index, t, bound, extra))

    def _lookup(self, number: int) -> None:
        draws, words = self.draws, self.words
        kinds = [kind for kind in words.kinds if not kind.alike]
        index: list[KindOf | tuple[int, int]] = []
        for _ in range(draws.pick((1, 1, 2))):
            lo = draws.number(0, 2) - 1
            options: list[KindOf | tuple[int, int]] = [*kinds, (lo, lo + draws.number(1, 3))]
            index.append(draws.pick(options))
        value = draws.pick([Truth(), (-2, 5), (0, 2), *kinds])
        self._entries(f"LOOK{number}", tuple(index), value, gaps=draws.risk(10))

    def _pair(self) -> None:
        """Two lookups of other lengths with mostly the same entries."""
        draws = self.draws
        most = draws.number(1, 2)
        values = [draws.number(0, 3) for _ in range(most + 1)]
        for name, more in (("SHORT", []), ("LONG", [values[-1]])):
            entries = tuple((str(k), str(v)) for k, v in enumerate([*values, *more]))
            bounds = (min(values), max(values))
            self.words.lookups.append(LookupOf(name, ((0, len(entries) - 1),), bounds, entries))

    def _entries(
        self, name: str, index: tuple[KindOf | tuple[int, int], ...], value: Any, *, gaps: bool
    ) -> None:
        draws = self.draws
        keys = LookupOf(name, index, value, ()).keys()
        gap = draws.number(0, len(keys) - 1) if gaps and len(keys) > 2 else -1
        entries: list[tuple[str, str]] = []
        numbers: list[int] = []
        for place, key in enumerate(keys):
            if isinstance(value, tuple):
                numbers.append(draws.number(*value))
                text = str(numbers[-1])
            elif isinstance(value, Truth):
                text = draws.pick(("True", "False"))
            else:
                text = f"{value.name}.{draws.pick(value.members)}"
            if place != gap:
                entries.append((key[0] if len(key) == 1 else f"({', '.join(key)})", text))
            elif isinstance(value, tuple):
                numbers.pop()
        if isinstance(value, tuple):
            value = (min(numbers), max(numbers))
        self.words.lookups.append(LookupOf(name, index, value, tuple(entries)))

    # --------------------------------------------------------------------------------------------- rules

    def _scope(self, args: tuple[tuple[str, Type], ...], *, state: bool = True) -> Scope:
        scope = Scope(state=state)
        for name, t in args:
            if isinstance(t, Range):
                scope.names[name] = Value(Node("argument", name), None, t.lo, t.hi, t)
            else:
                scope.names[name] = Value(Node("argument", name), t)
        return scope

    def _args(self, most: int, *, large: int = 4) -> tuple[tuple[str, Type], ...]:
        draws = self.draws
        types = [t for t in self.words.types() if t != PHASE and size(t) <= large]
        found: list[tuple[str, Type]] = []
        count = 1
        for number in range(draws.pick((1, 0, 1, 2))):
            if number >= most:
                break
            t = draws.pick(types)
            count *= size(t)
            if count <= MOST_MOVES:
                found.append((f"a{number}", t))
        return tuple(found)

    def _rule(
        self,
        decorator: str,
        name: str,
        body: Callable[[Statements], list[Stmt]],
        args: tuple[tuple[str, Type], ...] = (),
        result: Any = None,
        *,
        state: bool = True,
    ) -> RuleOf:
        made = Statements(self.draws, self.words, self._scope(args, state=state), result)
        found = tuple(body(made))
        if isinstance(result, tuple):
            result = made.span
        return RuleOf(decorator, name, state, args, result, found)

    def _clauses(self) -> str:
        return '"turn.first"' if self.draws.maybe(20) else ""

    def _helper(self, number: int) -> None:
        draws = self.draws
        sort = draws.weighed({"answers": 6, "acts": 3})
        args = self._args(2, large=8)
        name = f"help_{number}"
        decorator = f"@rule({self._clauses()})"
        if sort == "acts":
            found = self._rule(decorator, name, lambda made: made.acting(3), args)
        else:
            types = [t for t in self.words.types() if not isinstance(t, KindOf) or not t.alike]
            result = draws.pick([Truth(), (0, 0), *types])
            state = draws.maybe(80) or any(t.alike for t in self.words.kinds)
            found = self._rule(decorator, name, lambda made: made.answering(), args, result, state=state)
        self.words.helpers.append(found)

    def _start(self, made: Statements) -> list[Stmt]:
        body: list[Stmt] = []
        if self.draws.maybe(60):
            cells = made._cells()
            body = [made.store(block) for block in self.draws.some(cells, 0, 3)]
            made.left = 2
            if self.draws.maybe(30):
                body += [s for s in made.acting(2, 1) if s.form not in ("require", "silent", "return")]
        if self.chance and self.draws.maybe(40):
            body.append(_set("phase", "Phase.DRAW"))
        return body

    def _move(self, model: Model, name: str, kind: str) -> None:
        """An action or a chance event: what it requires in some order, perhaps behind other statements; what it does."""
        draws = self.draws
        args = self._args(2)
        twin = self.twins and kind == "action" and draws.maybe(70)
        if twin:
            args = (("key", next(t for t in self.words.ranges if t.name == "Twin")),)
        lot = self.lot and kind == "chance" and draws.maybe(70)
        if lot:
            args = (("key", next(t for t in self.words.ranges if t.name == "Lot")),)
        options = [self._clauses()]
        if lot:
            model.rules.append(
                self._rule("@rule()", f"weigh_{name}", lambda made: heavy_weight(draws, made), args, (0, 0))
            )
            options.append(f"weight=weigh_{name}")
        elif kind == "chance" and draws.maybe(60, "weights"):
            options.append(f"weight=weigh_{name}")
            self._weight(model, name, args)

        def body(made: Statements) -> list[Stmt]:
            if self.staged and kind == "action" and draws.maybe(85):
                return staged(draws, made)
            if twin:
                return twins(draws, made, "key")
            pins = []
            if self.chance:
                pins.append(f"s.phase == Phase.{'ACT' if kind == 'action' else 'DRAW'}")
            if self.clock:
                pins.append(f"s.clock < {self._most()}")
            found: list[Stmt] = []
            for pin in pins:
                if draws.maybe(12, "before require"):
                    found.append(made.clause(1))
                require = Line("require", f"require({pin})")
                found.append(made.clause(1, [require]) if draws.maybe(10, "before require") else require)
            if draws.maybe(15, "before require"):
                found.append(made.clause(2))
            for _ in range(draws.pick((0, 0, 0, 1, 2))):
                found.append(Line("require", "require({0})", (self._pin(made),)))
            if self.clock:
                found.append(Line("augmented store", "s.clock += 1"))
            if lot:
                found.append(_set("lot", "key"))
            if self.chance and draws.maybe(70 if kind == "chance" else 50):
                found.append(_set("phase", "Phase.ACT" if kind == "chance" else "Phase.DRAW"))
            found += [made.store(block) for block in draws.some(made._cells(), 0, 2)]
            return [*found, *made.acting(3)]

        decorator = f"@{kind}({', '.join(o for o in options if o)})"
        model.rules.append(self._rule(decorator, name, body, args))

    def _most(self) -> int:
        (clock,) = (t for t in self.words.ranges if t.name == "Clock")
        return clock.hi

    def _pin(self, made: Statements) -> Node:
        """What a move requires: often that a scalar has a value."""
        scalars = [
            b for b in self.words.fields if not b.index and not b.bound and isinstance(b.value, KindOf)
        ]
        scalars = [
            b for b in scalars if isinstance(b.value, KindOf) and not b.value.alike and b.value != PHASE
        ]
        if scalars and self.draws.maybe(50, "pins"):
            block = self.draws.pick(scalars)
            assert isinstance(block.value, KindOf)
            member = f"{block.value.name}.{self.draws.pick(block.value.members)}"
            return Node("compare members", f"(s.{block.name} == {member})")
        if self.draws.maybe(50):
            return made.truth(2)
        return self._fact() or made.truth(1)

    def _weight(self, model: Model, name: str, args: tuple[tuple[str, Type], ...]) -> None:
        draws = self.draws

        def body(made: Statements) -> list[Stmt]:
            value = self._of_argument(made) or made.number(2)
            made.span = (0, 6)
            node = Node("remainder", f"({{0}} % {draws.pick((4, 2, 7))})", (value.node,))
            if draws.maybe(20, "large weights"):
                by = draws.pick(
                    ("1_000_003", "2_147_483_647", "65_536 * 65_536", "2_000_000_000 * 100_000_000")
                )
                node = Node("multiply", f"({{0}} * {by} + 1)", (node,))
            return [Line("return value", "return {0}", (node,))]

        found = self._rule("@rule()", f"weigh_{name}", body, args, (0, 0))
        model.rules.append(found)

    def _of_argument(self, made: Statements) -> Value | None:
        """A number that depends on an argument, mostly."""
        if not made.scope.names or self.draws.maybe(25):
            return None
        value = made.scope.names[self.draws.pick(list(made.scope.names))]
        if value.type is None:
            return value
        if isinstance(value.type, KindOf):
            test = Node(
                "compare members", "({0} == " + f"{value.type.name}.{value.type.members[0]})", (value.node,)
            )
        else:
            test = value.node
        number = made.number(1)
        node = Node("conditional number", "({1} if {0} else {2})", (test, Node("constant", "1"), number.node))
        return Value(node, None, min(1, number.lo), max(1, number.hi))

    def _automatic(self, model: Model, number: int) -> None:
        def body(made: Statements) -> list[Stmt]:
            flags = [b for b in self.words.fields if b.value == Truth() and not b.index and not b.bound]
            counts = [
                b
                for b in self.words.fields
                if isinstance(b.value, Range) and not b.index and not b.bound and b.name != "clock"
            ]
            made.left = 3
            body = made.acting(2)
            if self.draws.risk(8):  # it may go on for ever
                return [Line("require", "require({0})", (made.truth(2),)), *body]
            # last of all it makes its own requirement false, so that it comes to an end
            body = [stmt for stmt in body if stmt.form not in ("return", "silent")]
            if flags:
                block = self.draws.pick(flags)
                return [Line("require", f"require(s.{block.name})"), *body, _set(block.name, "False")]
            if counts:
                block = self.draws.pick(counts)
                assert isinstance(block.value, Range)
                lo = block.value.lo
                return [Line("require", f"require(s.{block.name} > {lo})"), *body, _set(block.name, str(lo))]
            return [Line("require", "require(False)"), *body]

        model.rules.append(self._rule(f"@automatic({self._clauses()})", f"then_{number}", body))

    # ---------------------------------------------------------------------------------------------- ends

    def _ends(self, model: Model) -> None:
        draws = self.draws
        args = (("p", PLAYER),)
        if draws.maybe(75, "over"):

            def over(made: Statements) -> list[Stmt]:
                node = self._fact() or made.truth(2)
                if self.round:
                    (t,) = (t for t in self.words.ranges if t.name == "Round")
                    form = draws.pick(
                        ("(s.round == {most})", "(s.round == {most} or (s.round > 0 and {{0}}))")
                    )
                    node = Node("or", form.format(most=t.hi), (node,))
                if self.clock:
                    node = Node("and", "(s.clock > 0 and {0} and {1})", (node, made.truth(2)))
                    if draws.maybe(80):
                        form = draws.pick(("(s.clock == {most})", "(s.clock == {most} or {{0}})"))
                        node = Node("or", form.format(most=self._most()), (node,))
                return [Line("return value", "return {0}", (node,))]

            model.rules.append(self._rule("@over()", "ended", over, (), Truth()))
            if draws.maybe(50):
                model.rules.append(self._rule("@wins()", "won", lambda made: made.answering(), args, Truth()))
            if draws.maybe(60, "scores"):
                model.rules.append(
                    self._rule("@score()", "points", self._points, draws.pick(((), args)), (0, 0))
                )
        if draws.maybe(70):
            turn = any(b.name == "turn" for b in self.words.fields)
            node = Node("field", "s.turn") if turn else Node("member", "Player.ONE")

            def who(made: Statements) -> list[Stmt]:
                found = made.member(PLAYER, 2) if draws.maybe(30) else node
                return [Line("return value", "return {0}", (found,))]

            model.rules.append(self._rule("@decider()", "who", who, (), PLAYER))

    def _points(self, made: Statements) -> list[Stmt]:
        if not self.draws.maybe(4, "deep debts"):
            return made.answering()
        lo = -4_096 * 2_147_483_647 - 8_192
        value = made._near(1)
        made.span = (lo + value.lo, lo + value.hi)
        node = Node("subtract", "(-4_096 * 2_147_483_647 - 8_192 + {0})", (value.node,))
        return [Line("return value", "return {0}", (node,))]

    # -------------------------------------------------------------------------------------------- claims

    def _claims(self, model: Model) -> None:
        draws = self.draws
        for number in range(draws.number(1, 5)):
            kind = draws.pick(("always", "never", "never", "reachable"))
            args = self._args(1) if draws.maybe(20) else ()
            head = f'@{kind}("claim_{number}", holds("?"))'

            def said(made: Statements, kind: str = kind) -> list[Stmt]:
                return self._claim(made, kind)

            rule = self._rule(head, f"claim_{number}", said, args, Truth())
            model.claims.append(ClaimOf(head, rule))
        for number, kind in enumerate(draws.some(("can_always", "ends", "bounds", "can_reach"), 0, 2)):
            options = ""
            if kind in ("can_always", "ends"):
                against = draws.pick(("", '"players"', '"chance"', '"players", "chance"'))
                options = f", against=({against},)" if against else ""
                options += ", sure=True" if kind == "ends" and draws.maybe(50) else ""
            elif kind == "bounds":
                options = f", least={draws.number(0, 3) - 2}, greatest={draws.number(0, 5)}"
            else:
                options = ', target="claim_0"'
            head = f'{kind}("whole_{number}", State, holds("?"){options}, module=__name__)'
            model.claims.append(ClaimOf(head))

    def _claim(self, made: Statements, kind: str) -> list[Stmt]:
        """What a claim says: mostly something simple of one or two scalars, or of what a sequence holds."""
        form = self.draws.weighed({"as at first": 8, "of scalars": 3, "of items": 2, "any": 2})
        if form == "as at first":
            facts = [self._at_first(), self._at_first()][: self.draws.number(1, 2)]
            if all(facts):
                text = " or ".join(f"{{{i}}}" for i in range(len(facts)))
                text = f"not ({text})" if kind == "never" else text
                return [Line("return value", f"return {text}", tuple(f for f in facts if f))]
        if form == "of items":
            counted = [b for b in self.words.fields if b.bound and not b.index]
            if counted:
                block = self.draws.pick(counted)
                item = made.value(block.value, 0)
                most = self.draws.number(1, block.bound)
                text = f"(sum(s.{block.name}[i] == {{0}} for i in range({block.bound}) if i < len(s.{block.name})) <= {most})"
                return [Line("return value", "return {0}", (Node("count", text, (item,)),))]
        if form == "of scalars":
            parts = [self._fact() for _ in range(self.draws.number(1, 2))]
            if all(parts):
                text = self.draws.pick((" and ", " or ")).join(f"{{{i}}}" for i in range(len(parts)))
                return [Line("return value", f"return {text}", tuple(p for p in parts if p))]
        return (
            made.answering()
            if self.draws.maybe(20)
            else [Line("return value", "return {0}", (made.truth(2),))]
        )

    def _at_first(self) -> Node | None:
        """Something of a scalar that holds of a blank record."""
        found = [b for b in self.words.fields if not b.bound and not b.index]
        found = [b for b in found if not (isinstance(b.value, KindOf) and b.value.alike)]
        if not found:
            return None
        block = self.draws.pick(found)
        if isinstance(block.value, Truth):
            return Node("not", f"(not s.{block.name})")
        if isinstance(block.value, KindOf):
            return Node("compare members", f"(s.{block.name} == {block.value.name}.{block.value.members[0]})")
        return Node(
            "compare numbers", f"(s.{block.name} <= {self.draws.number(block.value.lo, block.value.hi)})"
        )

    def _fact(self) -> Node | None:
        """Something of a scalar."""
        found = [b for b in self.words.fields if not b.bound and not b.index]
        if not found:
            return None
        block = self.draws.pick(found)
        if isinstance(block.value, Truth):
            return Node("read truth", self.draws.pick((f"s.{block.name}", f"(not s.{block.name})")))
        if isinstance(block.value, Range):
            op, at = self.draws.pick(("==", "<", ">=")), self.draws.number(block.value.lo, block.value.hi)
            return Node("compare numbers", f"(s.{block.name} {op} {at})")
        if block.value.alike:
            return None
        member = f"{block.value.name}.{self.draws.pick(block.value.members)}"
        return Node("compare members", f"(s.{block.name} {self.draws.pick(('==', '!='))} {member})")

    def _instances(self, model: Model) -> None:
        draws, words = self.draws, self.words
        options = []
        kinds = [k for k in words.kinds if k not in (PLAYER, PHASE) and len(k.members) > 2]
        if kinds and draws.maybe(25):
            kind = draws.pick(kinds)
            options.append(f"keep={{{kind.name}: [{kind.name}.A, {kind.name}.C]}}")
        if words.sizes and draws.maybe(40):
            options.append(f'sizes={{"width": {words.sizes[0][1] + 1}}}')
        if words.parameters and draws.maybe(40):
            options.append(f'parameters={{"cards": {words.parameters[0].hi}}}')
        if options:
            model.small = f'instances=(Instance("small", "drawn", budget=2_000, {", ".join(options)}),)'
        alike = [k for k in words.kinds if k.alike]
        if alike:
            model.symmetry = f'symmetries=(Symmetry("alike", full=({alike[0].name},)),)'
        elif draws.maybe(2, "false symmetry"):
            model.symmetry = 'symmetries=(Symmetry("both", ({Player: [Player.TWO, Player.ONE]},)),)'


def _set(name: str, value: str) -> Line:
    return Line("store", f"s.{name} = {value}")


__all__ = ["Block", "Expressions", "Model", "models"]
