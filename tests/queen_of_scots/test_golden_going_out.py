"""Going out in Queen of Scots: the last card with a set or to the discard pile, and the round is over at once."""

from __future__ import annotations

import pytest

from tests.queen_of_scots.table import Play, after_draw, discards, table


def ended(play: Play, *points: int) -> bool:
    """The first round has been counted with this result, and the next dealer is about to shuffle."""
    return play.points == points and play["round"] == "2" and play.moves == {"shuffle"}


def going_on(play: Play) -> bool:
    """Nothing has been counted."""
    return not any(play.points) and play["round"] == "1"


# --------------------------------------------------------------------------------------------------- the last card


def test_the_last_card_is_discarded() -> None:
    play = after_draw("", "KKK", drawn="P", pile="S", sets={"north": "CCC"})
    assert play.moves == {"discard P"}
    play.do("discard P")
    assert {"end.empty", "end.with_discard"} & play.clauses
    assert ended(play, 15, -30)


def test_the_last_cards_are_laid_as_a_set() -> None:
    play = after_draw("CC", "KKK", drawn="C", pile="S")
    play.do("lay C C C")
    assert ended(play, 15, -30)


def test_the_last_card_is_added_to_a_set() -> None:
    play = after_draw("", "KKK", drawn="C", pile="S", sets={"north": "CCC"})
    assert play.moves == {"discard C", "add C C"}
    play.do("add C C")
    assert ended(play, 20, -30)


def test_the_last_card_is_a_crown_jewel_on_a_set() -> None:
    play = after_draw("", "KKK", drawn="W", pile="S", sets={"north": "CCC T:JRH"})
    assert play.moves == {"discard W", "add W C", "add W T"}
    play.do("add W T")
    assert ended(play, 15 + 100 + 50, -30)


def test_the_last_two_cards_take_a_pile_of_one() -> None:
    play = table("RH", "KKK", pile="J")
    play.do("take R H")
    assert ended(play, 100, -30)


def test_a_set_and_then_the_discard() -> None:
    play = after_draw("CCC", "KKK", drawn="P", pile="S")
    play.do("lay C C C")
    assert going_on(play)
    assert play.moves == {"discard P"}
    play.do("discard P")
    assert ended(play, 15, -30)


def test_nobody_has_another_turn() -> None:
    play = after_draw("", "CCC", "PP", drawn="P", pile="P")
    play.do("discard P")
    # East could have laid three cooks, South have taken the pile: they count as they stand.
    assert ended(play, 0, -15, -30)


def test_any_player_may_be_the_one_who_goes_out() -> None:
    play = after_draw("KKK", "CC", "PP", drawn="C", pile="S", turn="east")
    play.do("lay C C C")
    assert ended(play, -30, 15, -30)


def test_a_hand_with_a_card_left_goes_on() -> None:
    play = after_draw("M", "KKK", drawn="P", pile="S", sets={"north": "CCC"})
    play.do("discard P")
    assert (play.due, play["north hand"]) == ("east: pick up", "M")
    assert going_on(play)


def test_whoever_could_go_out_need_not() -> None:
    play = after_draw("CCC", "KKK", drawn="P", pile="S")
    assert play.moves == {"lay C C C", "discard C", "discard P"}
    play.do("discard C")
    assert going_on(play)
    assert play["north hand"] == "CCP"


# ------------------------------------------------------------------------------------------------ how, by readings


@pytest.mark.parametrize(
    ("reading", "laying", "adding"),
    [("ANY_WAY", True, True), ("NOT_NEW_SET", False, True), ("DISCARD_ONLY", False, False)],
)
def test_reading_how_the_last_card_may_leave_the_hand(reading: str, laying: bool, adding: bool) -> None:
    readings = {"going_out": reading}
    new = after_draw("CC", "KKK", drawn="C", pile="S", readings=readings)
    assert new.moves == discards("C") | ({"lay C C C"} if laying else set())
    old = after_draw("", "KKK", drawn="C", pile="S", sets={"north": "CCC"}, readings=readings)
    assert old.moves == discards("C") | ({"add C C"} if adding else set())
    by_pile = table("RH", "KKK", pile="J", readings=readings)
    assert by_pile.moves == {"draw"} | ({"take R H"} if laying else set())


@pytest.mark.parametrize("reading", ["NOT_NEW_SET", "DISCARD_ONLY"])
def test_reading_a_new_set_that_leaves_a_card(reading: str) -> None:
    play = after_draw("CCC", "KKK", drawn="P", pile="S", readings={"going_out": reading})
    assert play.moves == discards("CP") | {"lay C C C"}
    play.do("lay C C C")
    assert play.moves == {"discard P"}
    play.do("discard P")
    assert ended(play, 15, -30)


def test_reading_always_a_card_kept_for_the_discard() -> None:
    play = after_draw(
        "C", "KKK", drawn="C", pile="S", sets={"north": "CCC"}, readings={"going_out": "DISCARD_ONLY"}
    )
    assert play.moves == {"add C C", "discard C"}
    play.do("add C C")
    assert play.moves == {"discard C"}


def test_reading_a_pile_that_leaves_cards_is_taken_all_the_same() -> None:
    play = table("CC", "KKK", pile="SGC", readings={"going_out": "DISCARD_ONLY"})
    assert play.moves == {"draw", "take C C"}
    play.do("take C C")
    assert play.moves == discards("GS")


def test_reading_four_alike_and_no_new_set_that_bares_the_hand() -> None:
    play = after_draw("CCC", "KKK", drawn="C", pile="S", readings={"going_out": "NOT_NEW_SET"})
    play.do("lay C C C")
    # The fourth one goes onto a set that lies there.
    assert play.moves == {"add C C", "discard C"}
    play.do("add C C")
    assert ended(play, 20, -30)


# ----------------------------------------------------------------------------------------------- must or may one


def test_reading_whoever_can_go_out_must() -> None:
    play = after_draw("CCC", "KKK", drawn="P", pile="S", readings={"round_end": "OBLIGATORY"})
    assert play.moves == {"lay C C C"}
    play.do("lay C C C")
    assert play.moves == {"discard P"}
    play.do("discard P")
    assert ended(play, 15, -30)


def test_reading_whoever_cannot_go_out_is_free() -> None:
    play = after_draw("CCCM", "KKK", drawn="P", pile="S", readings={"round_end": "OBLIGATORY"})
    assert play.moves == discards("CMP") | {"lay C C C"}
    play.do("discard P")
    assert going_on(play)


def test_reading_one_way_out_of_several_must_be_gone() -> None:
    play = after_draw(
        "CCC", "KKK", drawn="C", pile="S", sets={"north": "CCC"}, readings={"round_end": "OBLIGATORY"}
    )
    # Four cooks: each way empties the hand, but not the discard of one first.
    assert play.moves == {"lay C C C", "add C C"}


@pytest.mark.parametrize(
    ("hand", "drawn", "lying", "cost"),
    [
        ("", "P", "", 15),
        ("CC", "C", "", 15),
        ("CCC", "P", "", 30),
        ("CC", "W", "", 60),
        ("JR", "W", "", 120),
        ("CCCMMM", "P", "", 45),
        ("CCC", "C", "", 20),
        ("CC", "P", "CCC", 25),
        ("W", "P", "CCC", 65),
    ],
)
def test_reading_the_round_is_over_when_the_player_could_go_out(
    hand: str, drawn: str, lying: str, cost: int
) -> None:
    readings = {"round_end": "WHEN_ABLE"}
    play = table(hand, "KKK", pile="S", sets={"north": lying}, readings=readings)
    assert play.due == "north: pick up"
    play.draw(drawn)
    table_worth = 15 if lying else 0
    assert ended(play, table_worth - cost, -30)


@pytest.mark.parametrize(
    ("hand", "drawn", "lying"),
    [
        ("C", "P", ""),
        ("CC", "P", ""),
        ("CC", "M", "KKK"),
        ("CM", "W", ""),
        ("JC", "W", ""),
        ("CCCM", "P", ""),
        ("WW", "W", ""),
        ("CW", "W", ""),
    ],
)
def test_reading_a_hand_that_cannot_be_emptied_goes_on(hand: str, drawn: str, lying: str) -> None:
    readings = {"round_end": "WHEN_ABLE"}
    play = table(hand, "KKK", pile="S", sets={"north": lying}, readings=readings)
    play.draw(drawn)
    assert going_on(play)
    assert play.due == "north: play"


@pytest.mark.parametrize(("going_out", "over"), [("ANY_WAY", True), ("DISCARD_ONLY", False)])
def test_reading_able_by_what_is_allowed(going_out: str, over: bool) -> None:
    readings = {"round_end": "WHEN_ABLE", "going_out": going_out}
    play = table("CC", "KKK", pile="S", readings=readings)
    play.draw("C")
    assert ended(play, -15, -30) if over else going_on(play)
