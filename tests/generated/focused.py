"""Forms that a stream may be led towards: stages, twin lookups, members that differ late, resets, heavy draws.

Each is drawn only where ``favour`` names it, so that the models of all other streams stay what they are.  What is drawn
is a form that authors write, in many variations; that it shows a fault is left to chance.
"""

from __future__ import annotations

from tests.generated.draws import Draws
from tests.generated.statements import Statements
from tests.generated.tree import Block, Line, Node, Stmt
from tests.generated.values import HUGE, FieldOf, KindOf, LookupOf, Range, Truth, Type, Vocabulary

STAGED, TWIN, LATE, LOT, ROUND = "staged", "twin lookups", "told apart late", "by lot", "goes round"


def led(draws: Draws, name: str, percent: float = 10) -> bool:
    """Whether a model has a form that its stream is led towards; never in other streams."""
    return name in draws.favour and draws.maybe(percent, name)


# -------------------------------------------------------------------------------------------------- stages


def declare_stages(draws: Draws, words: Vocabulary) -> None:
    """A scalar of a small kind by which turns go on, and truths to be marked."""
    kind = KindOf("Stage", ("A", "B", "C")[: draws.number(2, 3)])
    words.kinds.append(kind)
    words.fields.append(FieldOf("stage", (), kind))
    words.fields.append(FieldOf("mark", (), Truth()))
    if draws.maybe(60):
        words.fields.append(FieldOf("flag", (), Truth()))


def staged(draws: Draws, made: Statements) -> list[Stmt]:
    """An action of a stage: the stage is required first, or behind the block of a clause that stores or returns."""
    kind = next(k for k in made.words.kinds if k.name == "Stage")
    stage = draws.pick(kind.members)
    needed = Line("require", f"require(s.stage == Stage.{stage})")
    found: list[Stmt]
    match draws.weighed({"stage required": 4, "stage stored": 3, "returned early": 4}):
        case "stage required":
            found = [needed]
            if draws.maybe(35):
                found.append(Line("require", "require({0})", (_test(draws, made, kind),)))
            found += _marks(draws, made, kind)
            found += _goes(draws, kind)
        case "stage stored":
            inside = _marks(draws, made, kind)
            inside.append(Line("store", f"s.stage = Stage.{stage}"))
            found = [_clause(draws, made, inside), needed, *_goes(draws, kind)]
        case _:
            inside = _marks(draws, made, kind)
            if draws.maybe(40):
                inside = [Block("if", "if {0}:", (_test(draws, made, kind),), tuple(inside))]
            inside += [*_goes(draws, kind), Line("return", "return")]
            left = Block("if", "if {0}:", (_test(draws, made, kind),), tuple(inside))
            found = [_clause(draws, made, [left]), needed, *_goes(draws, kind)]
    return found


def _clause(draws: Draws, made: Statements, body: list[Stmt]) -> Block:
    return Block("clause", f'with clause("{draws.pick(made.words.clauses)}"):', (), tuple(body))


def _goes(draws: Draws, kind: KindOf) -> list[Stmt]:
    return [Line("store", f"s.stage = Stage.{draws.pick(kind.members)}")] if draws.maybe(60) else []


def _truths(made: Statements) -> list[FieldOf]:
    return [b for b in made.words.fields if b.value == Truth() and not b.index and not b.bound]


def _test(draws: Draws, made: Statements, kind: KindOf) -> Node:
    """A condition that decides: the stage, a truth, or a reading."""
    form = draws.weighed({"stage": 4, "truth": 4, "reading": 3, "any": 1})
    if form == "truth":
        block = draws.pick(_truths(made))
        return Node("read truth", draws.pick((f"s.{block.name}", f"(not s.{block.name})")))
    if form == "reading":
        found = made._reading_is()
        if found is not None:
            return found.node
    if form == "any":
        return made.truth(1)
    return Node("compare members", f"(s.stage == Stage.{draws.pick(kind.members)})")


def _marks(draws: Draws, made: Statements, kind: KindOf) -> list[Stmt]:
    """Something of a scalar that can be seen afterwards."""
    block = draws.pick(_truths(made))
    value = draws.weighed({"true": 4, "test": 4, "other": 1})
    if value == "test":
        return [Line("store", f"s.{block.name} = {{0}}", (_test(draws, made, kind),))]
    if value == "true":
        return [Line("store", f"s.{block.name} = {draws.pick(('True', 'False'))}")]
    cells = [b for b in made._cells() if not b.index and b.name != "stage"]
    return [made.store(draws.pick(cells))]


# --------------------------------------------------------------------------------------------- twin lookups


def declare_twins(draws: Draws, words: Vocabulary) -> None:
    """Two lookups of which one goes on where the other ends, mostly with the same value again; a table to look into."""
    most = draws.number(1, 2)
    values = [draws.number(0, 3) for _ in range(most + 1)]
    more = [values[-1] if draws.maybe(80) else draws.number(0, 3) for _ in range(draws.number(1, 2))]
    for name, found in (("SHORT", values), ("LONG", [*values, *more])):
        entries = tuple((str(k), str(v)) for k, v in enumerate(found))
        words.lookups.append(LookupOf(name, ((0, len(found) - 1),), (min(found), max(found)), entries))
    spot = Range("Spot", 0, 3, "0, 3")
    words.ranges += [spot, Range("Twin", 0, most + len(more), f"0, {most + len(more)}")]
    kept: tuple[Type, ...] = (Truth(), spot)
    words.fields.append(FieldOf("spots", (spot,), draws.pick(kept)))
    words.fields.append(FieldOf("line", (), words.kinds[0], draws.number(1, 2)))


def twins(draws: Draws, made: Statements, argument: str) -> list[Stmt]:
    """Stores at places, or of values, that two such lookups tell for one key."""
    block = next(b for b in made.words.fields if b.name == "spots")
    short = next(x for x in made.words.lookups if x.name == "SHORT")
    length = len(short.entries)
    key = draws.pick((f"{argument} + 0", argument))
    found: list[Stmt] = []
    names = ["SHORT", "LONG"] if draws.maybe(70) else ["LONG", "SHORT"]
    if draws.maybe(30):
        names.append(draws.pick(("SHORT", "LONG")))
    for name in names:
        form = "lookup index"
        if isinstance(block.value, Range) and draws.maybe(30):
            form = "lookup value"
            place, value = Node("constant", str(draws.number(0, 3))), Node("lookup number", f"{name}[{key}]")
        else:
            place, value = Node("lookup number", f"{name}[{key}]"), made.value(block.value, 0)
        line = Line("store", "s.spots[{0}] = {1}", (place, value))
        if name == "LONG":
            found.append(line)
        else:
            test = Node(form, draws.pick((f"{argument} < {length}", f"{argument} <= {length - 1}")))
            found.append(Block("if", "if {0}:", (test,), (line,)))
    return found


# --------------------------------------------------------------------------- members that differ late


def declare_path(draws: Draws, words: Vocabulary) -> None:
    """A way along which one goes by guesses, and a member that is held meanwhile."""
    item = next(kind for kind in words.kinds if kind.alike)
    most = draws.number(3, 6)
    words.ranges.append(Range("Path", 0, most, f"0, {most}"))
    words.fields.append(FieldOf("path", (), words.ranges[-1]))
    words.ranges.append(Range("Guess", 0, 7, "0, 7"))
    words.fields.append(FieldOf("held", (), item))
    words.fields.append(FieldOf("seen", (), Truth()))


def path_rules(draws: Draws, words: Vocabulary) -> list[tuple[str, tuple[tuple[str, Type], ...], str]]:
    """The actions of a way: name, arguments, and which part of the way it is."""
    item = next(kind for kind in words.kinds if kind.alike)
    guess = next(t for t in words.ranges if t.name == "Guess")
    found: list[tuple[str, tuple[tuple[str, Type], ...], str]] = [
        ("take", (("a", item),), "take"),
        ("go", (("g", guess),), "go"),
        ("late", (), "late"),
    ]
    if draws.maybe(30):
        found.append(("later", (("a", item),), "late"))
    return found


def on_the_way(draws: Draws, made: Statements, part: str) -> list[Stmt]:
    """The body of an action of a way; at its end the members that are alike may be told apart."""
    path = next(t for t in made.words.ranges if t.name == "Path")
    item = next(kind for kind in made.words.kinds if kind.alike)
    if part == "take":
        return [
            Line("require", "require(s.path == 0)"),
            Line("store", "s.held = a"),
            Line("store", "s.path = 1"),
        ]
    if part == "go":
        right, back = draws.number(0, 7), draws.number(0, 1)
        return [
            Line("require", f"require(0 < s.path < {path.hi})"),
            Line("store", f"s.path = s.path + 1 if g == {right} else {back}"),
        ]
    needed = Line("require", f"require(s.path == {path.hi})")
    who = draws.pick(("s.held", *(name for name in made.scope.names)))
    done: list[Stmt] = [draws.pick((Line("store", "s.seen = True"), Line("store", "s.seen = not s.seen")))]
    if draws.maybe(50):
        done.append(Line("store", f"s.path = {draws.number(0, 1)}"))
    test = draws.weighed({"member": 4, "none": 1})
    if test == "none":
        return [needed, *done]
    name = f"({who} {draws.pick(('==', '!='))} Item.{draws.pick(item.members)})"
    if draws.maybe(40):
        return [needed, Line("require", f"require({name})"), *done]
    left: list[Stmt] = [Block("if", "if {0}:", (Node("compare members", name),), tuple(done))]
    if draws.maybe(40):
        left.append(Line("store", "s.path = 0"))
    return [needed, *left]


# ---------------------------------------------------------------------------------------- heavy draws


def declare_lot(draws: Draws, words: Vocabulary) -> None:
    """What is drawn by lot: many outcomes, and a field that keeps the last."""
    most = draws.pick((15, 23, 30))
    words.ranges.append(Range("Lot", 0, most, f"0, {most}"))
    words.fields.append(FieldOf("lot", (), words.ranges[-1]))


def heavy_weight(draws: Draws, made: Statements) -> list[Stmt]:
    """A weight of up to 2**59, with much in common with the others or little."""
    made.span = 0, HUGE
    shares = draws.pick((1, 2, 3, 4, 7))
    unit = (1 << 59) // shares
    by = draws.pick((unit, unit, unit - 1, 2_000_000_000 * 250_000_000 // shares))
    high, low = by // 1_000_000_000, by % 1_000_000_000
    share = draws.pick((f"(1 + key % {shares})", f"(1 + key // {-(-31 // shares)})"))
    text = f"{share} * ({high} * 1_000_000_000 + {low})"
    if draws.maybe(30):
        text = f"({text} if key % {draws.number(2, 5)} == 0 else {draws.pick(('1', '0', text))})"
    return [Line("return value", f"return {text}")]


# ----------------------------------------------------------------------------------- play that goes round


def declare_round(draws: Draws, words: Vocabulary) -> None:
    """A count of steps towards an end, from which there is a way back."""
    most = draws.number(2, 4)
    words.ranges.append(Range("Round", 0, most, f"0, {most}"))
    words.fields.append(FieldOf("round", (), words.ranges[-1]))


def rounds(draws: Draws, made: Statements, part: str) -> list[Stmt]:
    """A step back, or a step on; perhaps it is the other's turn then."""
    most = next(t for t in made.words.ranges if t.name == "Round").hi
    found: list[Stmt] = []
    if part == "back":
        if draws.maybe(60):
            found.append(Line("require", "require(s.round > 0)"))
        if found and draws.maybe(40):
            found.append(Line("augmented store", "s.round -= 1"))
        else:
            found.append(Line("store", "s.round = 0"))
    else:
        found.append(Line("require", f"require(s.round < {most})"))
        if draws.maybe(30):
            found.append(Line("require", "require({0})", (made.truth(1),)))
        found.append(Line("augmented store", "s.round += 1"))
    if any(b.name == "turn" for b in made.words.fields) and draws.maybe(50):
        found.append(Line("store", "s.turn = Player.TWO if s.turn == Player.ONE else Player.ONE"))
    scalars = [b for b in made._cells() if not b.index and b.name not in ("round", "turn")]
    if scalars and draws.maybe(30):
        found.append(made.store(draws.pick(scalars)))
    return found
