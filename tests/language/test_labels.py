"""Labels: what a person calls members and numbers, declared once and seen wherever people read."""

import pytest

from queensbench.evidence import plays
from queensbench.language import named
from queensbench.language.context import bind
from queensbench.language.labels import label_of
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.rendering.book.storyboards import step_words, told
from queensbench.rendering.names import Names, names_of
from queensbench.rules.system import build
from queensbench.rules.typed.digest import digest_of
from tests.language import labelled
from tests.language.labelled import Card, Colour, Player, Times

LOW = labelled.mode.instances[0]


@pytest.fixture
def reader() -> Interpreter:
    return Interpreter(labelled.mode)


def turned(card: int, colour: Colour = Colour.BLUE) -> Step:
    return Step("turn", (("card", card), ("colour", colour)))


def test_members_and_numbers_go_by_their_labels_and_else_by_their_names(reader: Interpreter) -> None:
    with bind(reader.context):
        found = [
            named(Player.EAST),
            named(Colour.DARK_RED),
            named(4, Card),
            named(2, Card),
            named(0, Times),
            named(7),
        ]
    assert found == ["seat 2", "dark red", "Queen", "2", "never", "7"]
    assert (label_of(Player.EAST), label_of(Colour.BLUE), label_of(4)) == ("seat 2", None, None)


def test_a_label_may_depend_on_the_sizes_of_the_instance() -> None:
    with bind(Interpreter(labelled.mode, LOW).context):
        assert [named(card, Card) for card in (1, 2, 3, 4)] == ["Ace", "2", "Queen", "4"]


def test_steps_are_told_by_labels_and_written_by_names(reader: Interpreter) -> None:
    step = turned(4)
    assert str(step) == "turn(card=4, colour=BLUE)"
    assert step_words(reader, step, "seat 1") == "seat 1: turn, card Queen, colour blue"
    found = plays.moments(reader, [step, turned(1)])
    assert told(reader, found) == "seat 1: turn Queen blue. seat 2: turn Ace blue"


def test_a_state_without_a_drawing_shows_labels(reader: Interpreter) -> None:
    state = plays.moments(reader, [turned(4)])[-1].state
    assert plays.board(reader, state).splitlines() == [
        "active: seat 2",
        "seen: Queen",
        "times: Ace = never; 2 = never; 3 = never; Queen = 1",
        "colour: BLUE",
    ]


def test_a_stored_play_holds_names_alone(reader: Interpreter) -> None:
    play = plays.Play("labelled", "cards", "full", (turned(4),))
    last = plays.to_itf(play, reader)["states"][-1]
    assert last["#meta"]["arguments"] == {"card": 4, "colour": "BLUE"}
    assert (last["active"], last["seen"]) == ("EAST", [4])


def test_texts_that_people_read_hold_labels() -> None:
    names = Names(labelled.mode, labelled.mode.full)
    text = (
        "turn(card=4, colour=BLUE) turn(card=3, colour=DARK_RED); won by EAST, NORTHERN and X.NORTH, NORTH=3"
    )
    assert names(text) == (
        "turn(card=Queen, colour=BLUE) turn(card=3, colour=DARK_RED); won by seat 2, NORTHERN and X.NORTH, NORTH=3"
    )
    assert Names(labelled.mode, LOW)("turn(card=3, colour=BLUE)") == "turn(card=Queen, colour=BLUE)"


def test_without_an_instance_members_alone_are_named() -> None:
    names = Names(labelled.mode, None)
    assert names("won by NORTH") == "won by seat 1"
    assert names("turn(card=4, colour=BLUE) by NORTH") == "turn(card=4, colour=BLUE) by NORTH"


def test_of_a_mode_that_is_not_there_texts_stay_as_they_are() -> None:
    assert names_of("no-such-rulebook/mode", "full")("won by NORTH") == "won by NORTH"


def test_no_key_rests_on_a_label(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest_of(build(labelled.mode, labelled.mode.full))
    tag = next(f for f in Interpreter(labelled.mode).layout if f.name == "times").index[0].tag  # type: ignore[union-attr]
    monkeypatch.setattr(tag, "label", lambda card: f"card {card}")
    system = build(labelled.mode, labelled.mode.full)
    with bind(Interpreter(labelled.mode).context):
        assert named(4, Card) == "card 4"
    assert digest_of(system) == before
