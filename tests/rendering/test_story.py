"""Storyboards: what is told, what is shown, and what happens under each reading, word by word."""

from __future__ import annotations

import pytest

from queensbench.errors import BadInput
from queensbench.evidence.plays import Play
from queensbench.readers.interpreter import Step
from queensbench.rendering.boards import text
from queensbench.rendering.book.storyboards import story
from tests.rendering import ferry, sky

DECL = ferry.Asked.declared()[0]
HIDDEN = "what the picture does not show: aground:"
LOADED = (Step("load", (("crates", 2),)), Step("load", (("crates", 1),)))


def rowed(*steps: int | bool) -> tuple[Step, ...]:
    """Strokes and drifts, after loading."""
    named = {bool: ("drift", "back"), int: ("row", "by")}
    return (*LOADED, *(Step(named[type(s)][0], ((named[type(s)][1], s),)) for s in steps))


def played(*steps: int | bool) -> Play:
    return Play("toy", "ferry", "full", rowed(*steps))


def test_a_storyboard_word_by_word() -> None:
    found = story(ferry.mode, ferry.mode.full, DECL, played(2, False, 1, True, 2), "runs")
    assert found.told == "ann: load 2. bob: load 1"
    assert (found.choices, found.steps) == (5, 7)
    assert text(found.start) == ["ann <rows>", "river  >boat< 1 2 3 4", "ann    crate ×2   bob  (crate)"]
    assert [(b.first, b.last, b.words, b.clauses) for b in found.beats] == [
        (3, 4, ("ann: row, by 2", "by chance: drift, back no"), ("row", "drift")),
        (5, 6, ("bob: row, by 1", "by chance: drift, back yes"), ("row", "drift")),
    ]
    assert [text(b.board, b.before)[1] for b in found.beats] == [
        "* river  [0] 1 [>boat<] 3 4",
        "  river  0 1 >boat< 3 4",
    ]
    assert (found.number, found.fork, found.clauses) == (7, "ann: row, by 2", ("row",))
    assert [(o.readings, o.house, o.words, o.clauses) for o in found.outcomes] == [
        (("stops", "waits"), True, ("the game is over: ann won", f"{HIDDEN} no"), ()),
        (("runs",), False, ("the game is over: bob won", f"{HIDDEN} yes"), ("bank",)),
    ]


def test_what_no_picture_shows_is_said() -> None:
    found = story(ferry.mode, ferry.mode.full, DECL, played(2, False, 2), "runs")
    house, other = found.outcomes
    assert house.board == other.board
    assert house.words == ("the game is over: bob won", f"{HIDDEN} no")
    assert other.words == ("the game is over: ann won", f"{HIDDEN} yes")


def test_only_the_last_choices_of_a_long_play_are_shown() -> None:
    drifting = [1, True] * 8
    found = story(ferry.mode, ferry.mode.full, DECL, played(*drifting, 2, False, 2), "runs")
    assert len(found.beats) == 6
    assert (found.beats[0].first, found.beats[-1].last, found.number) == (9, 20, 21)
    assert found.told.endswith("bob: row 1. by chance: drift yes. ann: row 1. by chance: drift yes")


def test_a_play_on_which_nothing_parts_is_refused() -> None:
    with pytest.raises(BadInput) as met:
        story(ferry.mode, ferry.mode.full, DECL, played(2, False, 1), "runs")
    assert str(met.value) == (
        "toy/ferry full: stops and runs do not part in the play that is stored; "
        "write the book anew: queensbench rulings --book DIR"
    )
    with pytest.raises(BadInput, match="at_bank has no reading sinks"):
        story(ferry.mode, ferry.mode.full, DECL, played(2), "sinks")


def test_the_chance_of_an_event_is_among_all_that_are_possible_there() -> None:
    """Also among those of other names."""
    stormy = Play("toy", "sky", "full", (Step("storm", ()),))
    found = story(sky.mode, sky.mode.full, sky.Weather.declared()[0], stormy, "many")
    assert [(one.readings, one.words[0]) for one in found.outcomes] == [
        (("few",), "the chance of it is 1 in 3"),
        (("many",), "the chance of it is 3 in 5"),
    ]
