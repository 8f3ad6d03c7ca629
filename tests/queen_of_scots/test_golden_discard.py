"""Discarding in Queen of Scots: it ends the turn; which cards, whether at all, and what may follow it."""

from __future__ import annotations

import pytest

from tests.queen_of_scots.table import after_draw, discards, table

# ------------------------------------------------------------------------------------------------- the discard


def test_the_discard_ends_the_turn() -> None:
    play = after_draw("CCCMM", "KKK", drawn="P", pile="S")
    assert play.do("discard P") == {
        "turn: north > east",
        "north hand: CCCMMP > CCCMM",
        "pile: S top S > PS top P",
    }
    assert {"turn.discard", "discard.face_up"} <= play.clauses
    # North still has three cooks; it is East's turn.
    assert (play.due, play.moves) == ("east: pick up", {"draw"})
    play.refused("lay C C C")


def test_the_first_discard_on_a_bare_pile_is_its_topmost_card() -> None:
    play = after_draw("CCMM", "KKKPP", drawn="P")
    play.do("discard P")
    assert play["pile"] == "P top P"
    assert play.moves == {"draw", "take P P"}


def test_one_card_is_discarded_and_it_is_any_card() -> None:
    play = after_draw("CMKGSJRHW", "KKK", drawn="P", pile="S")
    assert play.of("discard", "keep_all") == discards("CMKGPSJRHW")
    play.do("discard J")
    play.refused("discard C")


@pytest.mark.clause("queen-of-scots:play.keep")
def test_cards_may_be_kept_though_they_are_a_set() -> None:
    play = after_draw("CCCJJJW", "KKK", drawn="P", pile="S", sets={"north": "PPP"})
    play.do("discard C")
    assert set(play.clauses) == {"turn.discard", "discard.face_up"}
    assert play.see("north hand", "north sets") == ("CCPJJJW", "PPP")


def test_a_turn_does_not_end_without_a_discard() -> None:
    play = after_draw("CCCMM", "KKK", drawn="P", pile="S")
    play.do("lay C C C")
    assert play.moves == discards("MP")


def test_several_sets_and_additions_before_the_discard() -> None:
    play = after_draw("CCCMMMKJJRHW", "GG", drawn="P", pile="S", sets={"north": "PPP"})
    play.do("lay C C C; add P P; lay J R H; lay M M M")
    assert play["north sets"] == "CCC MMM PPPP T:JRH"
    assert play.moves == discards("KJW") | {"add J T"} | {f"add W {sort}" for sort in "CMPT"}
    play.do("add W T; add J T; discard K")
    # The hand is empty with it.
    assert play.points == (15 + 15 + 60 + 100 + 50 + 40, -20)


# ------------------------------------------------------------------------------------------------ must one discard


@pytest.mark.parametrize("reading", ["MUST", "MAY"])
def test_reading_whether_one_must_discard(reading: str) -> None:
    play = after_draw("CM", "KKK", drawn="P", pile="S", readings={"discard_duty": reading})
    assert play.moves == discards("CMP") | ({"keep_all"} if reading == "MAY" else set())
    if reading == "MAY":
        assert play.do("keep_all") == {"turn: north > east"}
        assert play.due == "east: pick up"


# ---------------------------------------------------------------------------------------------------- which cards


@pytest.mark.parametrize("reading", ["ANY_CARD", "NOT_FROM_PILE", "NOT_PICKED_UP"])
def test_reading_a_card_drawn_may_go_back(reading: str) -> None:
    play = after_draw("CM", "KKK", drawn="P", pile="S", readings={"discard_taken": reading})
    assert play.moves == discards("CM" if reading == "NOT_PICKED_UP" else "CMP")


@pytest.mark.parametrize("reading", ["ANY_CARD", "NOT_FROM_PILE", "NOT_PICKED_UP"])
def test_reading_a_card_of_the_pile_may_go_back(reading: str) -> None:
    play = table("CCM", "KKK", pile="SGC", readings={"discard_taken": reading})
    play.do("take C C")
    assert play["north hand"] == "MGS"
    assert play.moves == discards("MGS" if reading == "ANY_CARD" else "M")


@pytest.mark.parametrize("reading", ["NOT_FROM_PILE", "NOT_PICKED_UP"])
def test_reading_a_card_held_before_may_go_though_its_like_was_picked_up(reading: str) -> None:
    play = table("CCM", "KKK", pile="SMC", readings={"discard_taken": reading})
    play.do("take C C")
    # One of the two maids was in hand before.
    assert (play["north hand"], play.moves) == ("MMS", {"discard M"})


def test_reading_what_was_picked_up_may_go_in_a_later_turn() -> None:
    play = table("CCMM", "KKK", pile="SGC", readings={"discard_taken": "NOT_PICKED_UP"})
    play.do("take C C; discard M; draw; drawn H; discard K; draw; drawn R")
    assert (play.due, play.moves) == ("north: play", discards("MGS"))


@pytest.mark.parametrize("reading", ["ALLOWED", "BARRED"])
def test_reading_a_crown_jewel_discarded(reading: str) -> None:
    play = after_draw("CMW", "KKK", drawn="P", pile="S", readings={"discard_jewel": reading})
    assert play.moves == discards("CMPW" if reading == "ALLOWED" else "CMP")


@pytest.mark.parametrize("reading", ["LEFT_OUT", "BAR_LIFTED"])
def test_reading_a_hand_of_cards_that_may_not_be_discarded(reading: str) -> None:
    readings = {"discard_jewel": "BARRED", "no_discard": reading}
    play = after_draw("W", "KKK", drawn="W", pile="S", readings=readings)
    if reading == "BAR_LIFTED":
        assert play.moves == {"discard W"}
        return
    assert play.moves == {"keep_all"}
    assert play.do("keep_all") == {"turn: north > east"}


@pytest.mark.parametrize("reading", ["LEFT_OUT", "BAR_LIFTED"])
def test_reading_nothing_in_hand_but_what_was_picked_up(reading: str) -> None:
    readings = {"discard_taken": "NOT_PICKED_UP", "no_discard": reading}
    play = table("CC", "KKK", pile="SGC", readings=readings)
    play.do("take C C")
    assert play.moves == (discards("SG") if reading == "BAR_LIFTED" else {"keep_all"})


def test_reading_no_bar_is_lifted_while_a_card_may_be_discarded() -> None:
    readings = {"discard_jewel": "BARRED", "no_discard": "BAR_LIFTED"}
    play = after_draw("WW", "KKK", drawn="P", pile="S", readings=readings)
    assert play.moves == {"discard P"}


def test_the_last_card_is_discarded_though_it_was_drawn() -> None:
    play = after_draw("", "KKK", drawn="P", pile="S")
    assert play.moves == {"discard P"}
    play.do("discard P")
    assert play.points == (0, -30)


# ------------------------------------------------------------------------------------------- after the discard


def test_reading_cards_are_laid_after_the_discard() -> None:
    play = after_draw(
        "CCCMK", "KKK", drawn="P", pile="S", sets={"north": "MMM"}, readings={"after_discard": "MAY_LAY"}
    )
    play.do("discard P")
    assert (play.due, play.moves) == ("north: after", {"done", "lay C C C", "add M M"})
    play.do("lay C C C")
    assert play.moves == {"done", "add M M"}
    play.refused("discard K", "draw")
    assert play.do("done") == {"turn: north > east"}
    assert (play.due, play.moves) == ("east: pick up", {"draw"})


def test_reading_a_hand_emptied_after_the_discard_ends_the_round() -> None:
    play = after_draw("CCC", "KKK", drawn="P", pile="S", readings={"after_discard": "MAY_LAY"})
    play.do("discard P; lay C C C")
    assert (play.points, play["round"]) == ((15, -30), "2")


# ------------------------------------------------------------------------------- taking back what was laid this turn


def test_what_is_laid_stays() -> None:
    play = after_draw("CCWMM", "KKK", drawn="P", pile="S")
    play.do("lay C C W")
    assert play.moves == discards("MP")


def test_reading_what_was_laid_this_turn_may_be_taken_back() -> None:
    play = after_draw(
        "CCWMMG",
        "KKK",
        drawn="P",
        pile="S",
        sets={"north": "GGG T:JRH"},
        readings={"laid_this_turn": "UNTIL_DISCARD"},
    )
    assert "take_back" not in play.moves
    play.do("lay C C W; add G G")
    assert play.moves == discards("MP") | {"take_back"}
    assert play.do("take_back") == {
        "north hand: MMP > CCMMGPW",
        "north sets: CCW GGGG T:JRH > GGG T:JRH",
    }
    assert "take_back" not in play.moves
    # The crown jewel goes elsewhere now.
    assert play.do("lay M M W") == {"north hand: CCMMGPW > CCGP", "north sets: GGG T:JRH > MMW GGG T:JRH"}
    play.do("discard P")
    play.refused("take_back")
    play.do("draw; drawn S; discard S; draw; drawn S")
    # What was laid in an earlier turn stays.
    assert "take_back" not in play.moves
