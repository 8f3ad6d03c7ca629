"""The interpreter: modes that inherit, refusals explained, tallies, endless chains, states as cells."""

from enum import auto
from pathlib import Path
from typing import Annotated

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queensbench.errors import BadInput, ModelError, RangeViolation, Refused
from queensbench.language import (
    Bound,
    Class,
    Expectation,
    Instance,
    Kind,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    Seq,
    Sizes,
    Table,
    action,
    always,
    automatic,
    chance,
    clause,
    decider,
    fails,
    hidden,
    holds,
    initial,
    over,
    owner,
    require,
    rule,
    ruling,
    score,
    silent,
    size,
    unknown,
    wins,
)
from queensbench.language.records import fields_of
from queensbench.language.visibility import Visibility
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.rules.mode_rules import rules_of
from queensbench.rules.system import build, properties_of


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Box(Sizes):
    most: int = size(4, lo=1, hi=9)


class Tie(Reading):
    NOBODY = "Nobody wins a tie."
    BOTH = "Both win a tie."


class Book(Rulings):
    tie: Tie = ruling(
        Tie.NOBODY, question="Who wins a tie?", clauses=("end.tie",), hole="silent", why="nothing is said"
    )


n = Box()
r = Book()
Count = Annotated[int, Range(0, n.most)]


class Game(Record):
    turn: Side
    points: Annotated[Table[Side, Count], owner()]
    left: Count
    tired: bool


@initial("setup")
def start(s: Game) -> None:
    s.left = n.most


@decider()
def mover(s: Game) -> Side:
    return s.turn


@rule("take.points")
def gain(s: Game, by: Count) -> None:
    if by > 1:
        with clause("take.many"):
            require(not s.tired)
            s.tired = True
    s.points[s.turn] += by


@action("take")
def take(s: Game, by: Count) -> None:
    require(by > 0)
    with clause("take.left"):
        require(by <= s.left)
        s.left -= by
    gain(s, by)
    s.turn = Side.RIGHT if s.turn == Side.LEFT else Side.LEFT


@action("rest")
def rest(s: Game) -> None:
    require(s.tired)
    s.tired = False


@action()
def ask(s: Game) -> None:
    require(s.left == 1)
    s.left = 0
    silent("what asking means", "ask.meaning")


@over("end")
def ended(s: Game) -> bool:
    return s.left == 0


@wins("end.most")
def won(s: Game, side: Side) -> bool:
    if s.points[Side.LEFT] == s.points[Side.RIGHT]:
        return r.tie == Tie.BOTH
    return all(s.points[side] >= s.points[p] for p in Side)


@score("end.score")
def points(s: Game, side: Side) -> int:
    return s.points[side] * 2


class Long(Game):
    rounds: Count


@automatic("round")
def next_round(s: Long) -> None:
    require(s.left == 0 and s.rounds > 0)
    s.rounds -= 1
    s.left = n.most


@initial(replaces=start)
def start_long(s: Long) -> None:
    start_short(s)
    s.rounds = 1


@rule()
def start_short(s: Game) -> None:
    s.left = n.most


@rule()
def likely(s: Long, color: Color) -> int:
    return 2 if color == Color.RED else s.rounds


@chance("draw", weight=likely)
def draw(s: Long, color: Color) -> None:
    require(s.left > 1)
    s.turn = Side.LEFT if color == Color.RED else Side.RIGHT


expected = holds("each takes what is left", at_least=Class.EXHAUSTED)


@always("few", expected, clauses=("take.left",), on={"two": unknown("never asked")})
def few(s: Game, side: Side) -> bool:
    return s.points[side] <= n.most


two = Instance("two", sizes={"most": 2})
short = Mode("short", state=Game, rulings=r, sizes=n, players=Side, instances=(two,))
long = Mode("long", state=Long, rulings=r, sizes=n, players=Side, without=(rest,), instances=(two,))


def line_of(text: str) -> int:
    lines = Path(__file__).read_text().splitlines()
    return next(i for i, line in enumerate(lines, 1) if line.strip() == text)


# ------------------------------------------------------------------------------------------------- modes


def test_a_mode_has_the_rules_of_its_record_and_of_its_bases() -> None:
    assert [rule.name for rule in rules_of(short).transitions] == ["take", "rest", "ask"]
    assert [rule.name for rule in rules_of(long).transitions] == ["take", "ask", "next_round", "draw"]
    assert (rules_of(short).initial.name, rules_of(long).initial.name) == ("start", "start_long")
    assert Interpreter(short).start().left == 4
    assert Interpreter(long, two).start().rounds == 1


def test_modes_and_instances_and_readings_live_side_by_side() -> None:
    small, large = Interpreter(short, two), Interpreter(short)
    both = Interpreter(short, two, {"tie": "both"})
    one = small.replay([Step("take", (("by", 1),)), Step("take", (("by", 1),))])[-1]
    assert (small.winners(one), both.winners(one)) == ((), (Side.LEFT, Side.RIGHT))
    assert small.winners(one) == ()
    assert len(large.moves(large.start())) == 4
    assert len(small.moves(small.start())) == 2


def test_an_ended_game_has_winners_and_scores() -> None:
    it = Interpreter(short, two)
    end = it.apply(it.start(), Step("take", (("by", 2),)))
    assert it.over(end)
    assert it.winners(end) == (Side.LEFT,)
    assert it.scores(end) == {Side.LEFT: 4, Side.RIGHT: 0}
    assert it.moves(end) == []
    assert it.scores(it.start()) == {}


def test_a_decider_is_asked_of_actions_alone() -> None:
    it = Interpreter(long)
    state = it.start()
    assert it.decider(state, "take") is Side.LEFT
    assert it.decider(state, "draw") is None


def test_weights_follow_the_rule() -> None:
    it = Interpreter(long)
    state = it.start()
    drawn = [step for step in it.moves(state) if step.name == "draw"]
    assert [(str(step), it.weight(state, step)) for step in drawn] == [
        ("draw(color=RED)", 2),
        ("draw(color=BLUE)", 1),
        ("draw(color=GREEN)", 1),
    ]
    state.rounds = 0
    assert [str(step) for step in it.moves(state) if step.name == "draw"] == ["draw(color=RED)"]
    with pytest.raises(Refused) as caught:
        it.apply(state, Step("draw", (("color", Color.BLUE),)))
    assert caught.value.text == "likely gives it weight 0"


# ------------------------------------------------------------------------------------------- refusals


def test_a_refusal_names_the_requirement_its_clause_and_its_place() -> None:
    it = Interpreter(short)
    with pytest.raises(Refused) as caught:
        it.apply(it.start(), Step("take", (("by", 0),)))
    line = line_of("require(by > 0)")
    assert str(caught.value) == f"refused by `require(by > 0)` (take), {__file__}:{line}"
    low = it.start()
    low.left = 1
    with pytest.raises(Refused) as caught:
        it.apply(low, Step("take", (("by", 2),)))
    assert (caught.value.text, caught.value.clauses) == ("require(by <= s.left)", ("take.left",))
    tired = it.start()
    tired.tired = True
    with pytest.raises(Refused) as caught:
        it.apply(tired, Step("take", (("by", 2),)))
    assert (caught.value.clauses, caught.value.line) == (("take.many",), line_of("require(not s.tired)"))


def test_the_text_of_an_unknown_step_helps() -> None:
    it = Interpreter(short)
    for step, message in [
        (Step("tke"), "no action is called tke; did you mean take?"),
        (Step("take"), "take takes by, not nothing; name each argument once"),
        (Step("take", (("by", 9),)), "by of take = 9 is outside Count (0 to 4)"),
    ]:
        with pytest.raises(BadInput) as caught:
            it.apply(it.start(), step)
        assert str(caught.value) == message


def test_no_automatic_step_is_suggested_which_would_be_refused_in_turn() -> None:
    it = Interpreter(long)
    with pytest.raises(BadInput) as caught:
        it.apply(it.start(), Step("next_rond"))
    assert str(caught.value) == "no action is called next_rond; choose one of take, ask, draw"


def test_nothing_happens_after_the_end() -> None:
    it = Interpreter(short, two)
    end = it.apply(it.start(), Step("take", (("by", 2),)))
    with pytest.raises(Refused) as caught:
        it.apply(end, Step("rest"))
    assert caught.value.text == "the game has ended"


def test_silence_ends_the_play_and_says_what_is_missing() -> None:
    it = Interpreter(short)
    state = it.start()
    state.left = 1
    after = it.apply(state, Step("ask"))
    assert it.silence(after) == ("what asking means", "ask.meaning")
    assert after.left == 0
    assert it.moves(after) == []
    assert it.silence(state) is None


def test_a_number_out_of_range_is_told_with_its_place() -> None:
    it = Interpreter(short)
    state = it.start()
    state.points[Side.LEFT] = 4
    with pytest.raises(RangeViolation) as caught:
        it.apply(state, Step("take", (("by", 1),)))
    line = line_of("s.points[s.turn] += by")
    assert str(caught.value) == f"{__file__}:{line}: points = 5 is outside Count (0 to 4)"


# --------------------------------------------------------------------------------------------- tallies


def test_a_clause_counts_when_its_own_part_ran() -> None:
    it = Interpreter(short)
    state = it.apply(it.start(), Step("take", (("by", 1),)))
    assert it.tally.clauses == {"setup": 1, "take": 1, "take.left": 1, "take.points": 1}
    it.apply(state, Step("take", (("by", 2),)))
    assert it.tally.clauses["take.many"] == 1
    before = dict(it.tally.clauses)
    it.moves(state)
    with pytest.raises(Refused):
        it.apply(state, Step("rest"))
    assert it.tally.clauses == before


def test_a_chain_without_end_is_a_fault_of_the_model() -> None:
    it = Interpreter(endless)
    with pytest.raises(ModelError) as caught:
        it.start()
    assert str(caught.value) == "mode endless: automatic steps never end (… back, there, back, there)"


class Swing(Record):
    up: bool


@initial()
def still(s: Swing) -> None:
    pass


@automatic()
def there(s: Swing) -> None:
    require(not s.up)
    s.up = True


@automatic()
def back(s: Swing) -> None:
    require(s.up)
    s.up = False


endless = Mode("endless", state=Swing)


class Contradiction(Record):
    up: bool


@initial()
def impossible(s: Contradiction) -> None:
    require(s.up)


def test_a_start_that_contradicts_itself_is_told_with_its_place() -> None:
    with pytest.raises(ModelError) as caught:
        Interpreter(Mode("impossible", state=Contradiction)).start()
    line = line_of("require(s.up)")
    assert caught.value.what == "the start contradicts itself: refused by `require(s.up)`"
    assert caught.value.where.startswith(f"{__file__}:")
    assert line < int(caught.value.where.rsplit(":", 1)[1])


# ----------------------------------------------------------------------------------- properties, sight


def test_properties_are_judged_for_all_their_arguments() -> None:
    (decl,) = properties_of(short)
    assert (decl.name, decl.kind, decl.clauses) == ("few", "always", ("take.left",))
    assert decl.expected("full") == Expectation("holds", "each takes what is left", Class.EXHAUSTED)
    assert decl.expected("two").outcome == "unknown"
    it = Interpreter(short)
    assert it.judge(decl, it.start())
    assert build(short, short.full).judges[0].name == "few"


def test_an_expected_failure_names_what_is_to_blame() -> None:
    assert fails("the ruling says so", blame=("tie",)).blame == ("tie",)
    with pytest.raises(BadInput) as caught:
        fails("somehow", blame=())
    assert caught.value.what == "an expected failure without blame"


class Hands(Record):
    held: Annotated[Table[Side, Color], owner(shown="open")]
    open: Table[Side, bool]
    pile: Annotated[Seq[Color], Bound(3), hidden()]
    piles: Table[Side, Annotated[Seq[Color], Bound(2)]]
    count: Annotated[int, Range(-2, 3)]


@initial()
def dealt(s: Hands) -> None:
    pass


hands = Mode("hands", state=Hands)


def test_fields_say_who_sees_them() -> None:
    seen = {decl.name: decl.visibility for decl in fields_of(Hands, Interpreter(hands).context)}
    assert seen == {
        "held": Visibility("owner", "open"),
        "open": Visibility("public"),
        "pile": Visibility("hidden"),
        "piles": Visibility("public"),
        "count": Visibility("public"),
    }


# ------------------------------------------------------------------------------------- states as cells


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_cells_and_states_are_the_same_thing(data: st.DataObject) -> None:
    it, system = Interpreter(hands), build(hands, hands.full)
    cells = [data.draw(st.integers(t.lo, t.hi)) for t in system.cells]
    state = it.state(cells)
    normal = it.cells(state)
    assert it.state(normal) == state
    assert it.cells(it.state(normal)) == normal
    # places of a sequence beyond its length are blank; all else is as it was
    offsets = {f.name: f.offset for f in system.fields}
    free = {offsets["pile"] + k for k in range(cells[offsets["pile.len"]], 3)}
    for side in range(2):
        free |= {offsets["piles"] + 2 * side + k for k in range(cells[offsets["piles.len"] + side], 2)}
    assert normal == [0 if place in free else raw for place, raw in enumerate(cells)]


def test_a_raw_value_out_of_range_is_refused() -> None:
    it = Interpreter(hands)
    cells = it.cells(it.start())
    cells[0] = -1
    with pytest.raises(BadInput) as caught:
        it.state(cells)
    assert str(caught.value) == "-1 is no raw value of Color (RED to GREEN); give one of 3"


def test_steps_have_raw_arguments() -> None:
    it = Interpreter(long)
    step = it.step("draw", (2,))
    assert str(step) == "draw(color=GREEN)"
    assert it.raw_args(step) == (2,)
