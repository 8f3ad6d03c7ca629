"""Whole models: what stands on the table, the rules, the claims, and their source text.

:func:`models` is the strategy.  A model is a tree (:class:`Model`): its text follows from it and from nothing else.
Most models have a clock, so that every play ends; most that have chance have phases, so that players and chance are
never both to move; a share has neither, and is then told as a fault of the model, by every engine alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from tests.generated.claiming import Claiming
from tests.generated.draws import Draws, Kept
from tests.generated.dressing import dress
from tests.generated.focused import (
    LATE,
    LOT,
    ROUND,
    STAGED,
    TWIN,
    heavy_weight,
    led,
    on_the_way,
    path_rules,
    rounds,
    staged,
    twins,
)
from tests.generated.reading import Scope
from tests.generated.statements import Statements
from tests.generated.tree import Line, Node, Stmt
from tests.generated.values import (
    KindOf,
    Range,
    RuleOf,
    Truth,
    Type,
    Value,
    size,
)
from tests.generated.writing import PHASE, PLAYER, Model

MOST_MOVES = 40
"""The most combinations of arguments of one rule."""

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


class Maker(Claiming):
    """Draws one model."""

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
        dress(draws, model)
        return model

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
            body.append(stored("phase", "Phase.DRAW"))
        if self.draws.maybe(0.04, "requiring start"):  # never, unless it is favoured
            body.append(Line("require", "require({0})", (made.truth(1),)))
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
                found.append(stored("lot", "key"))
            if self.chance and draws.maybe(70 if kind == "chance" else 50):
                found.append(stored("phase", "Phase.ACT" if kind == "chance" else "Phase.DRAW"))
            found += [made.store(block) for block in draws.some(made._cells(), 0, 2)]
            return [*found, *made.acting(3)]

        decorator = f"@{kind}({', '.join(o for o in options if o)})"
        model.rules.append(self._rule(decorator, name, body, args))

    def _pin(self, made: Statements) -> Node:
        """The requirement of a move: often that a scalar has a value."""
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
                return [Line("require", f"require(s.{block.name})"), *body, stored(block.name, "False")]
            if counts:
                block = self.draws.pick(counts)
                assert isinstance(block.value, Range)
                lo = block.value.lo
                return [
                    Line("require", f"require(s.{block.name} > {lo})"),
                    *body,
                    stored(block.name, str(lo)),
                ]
            return [Line("require", "require(False)"), *body]

        model.rules.append(self._rule(f"@automatic({self._clauses()})", f"then_{number}", body))

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


def stored(name: str, value: str) -> Line:
    return Line("store", f"s.{name} = {value}")
