"""Plays to conditions in a space whose states stand for their images under a symmetry."""

from __future__ import annotations

from dataclasses import replace

import pytest

import queensbench as qb
from queensbench.engines.explore.explorer import explore
from queensbench.errors import BadInput
from tests.good import noughts
from tests.reference.walks import session as boxed

MARKS = {"X": "CROSS", "O": "NOUGHT"}


@pytest.fixture(scope="module")
def session() -> qb.Session:
    return qb.Session.of(boxed(noughts.mode))


def test_a_condition_is_looked_for_in_the_images_as_well(session: qb.Session) -> None:
    merged, whole = session.explore(symmetric=True), session.explore()
    assert (merged.complete, whole.states) == (True, 5478)
    assert merged.states == 765
    drawn = " and ".join(f"spot[{k}] == {mark}" for k, mark in enumerate(map(MARKS.get, "XOXXOOOXX")))
    for text, moves in (("spot[8] == NOUGHT", 2), (drawn, 9)):
        first, again = whole.play_to(text), merged.play_to(text)
        assert first is not None
        assert again is not None
        assert (len(first), len(again)) == (moves, moves)
    assert (
        merged.play_to(
            "spot[0] == NONE and spot[1] == NOUGHT and spot[2] == NOUGHT and spot[3] == NOUGHT"
            " and spot[4] == NOUGHT"
        )
        is None
    )


def test_what_cannot_be_looked_at_again_is_no_answer(
    session: qb.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine's memory may have become less since all states were found."""
    space = session.explore()
    monkeypatch.setattr(
        "queensbench.api.conditions.explore",
        lambda native, system, settings: explore(native, system, replace(settings, max_states=99)),
    )
    message = (
        r"^reference/noughts full: of the states found only 99 could be looked at again; "
        r"free memory, or take a smaller instance$"
    )
    with pytest.raises(BadInput, match=message):
        space.play_to("spot[0] == CROSS and turn == NOUGHTS and spot[1] == CROSS and spot[2] == CROSS")


def test_a_play_to_a_win_is_won_by_that_player_and_no_image(session: qb.Session) -> None:
    merged = session.explore(symmetric=True)
    for player, moves in (("CROSSES", 5), ("NOUGHTS", 6)):
        play = merged.play_to(f"win {player}")
        assert play is not None
        assert ([one.name for one in play.position.winners], len(play)) == ([player], moves)
