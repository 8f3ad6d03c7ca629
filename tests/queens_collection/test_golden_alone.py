"""Plays that tell apart what no other play does: each test is the only one to notice some single fault in the rules."""

from __future__ import annotations

import pytest

from tests.queens_collection.against_table import at_take, table
from tests.tables import both


def test_three_cards_can_be_had_of_four() -> None:
    play = at_take("RBPK", "GYWO")
    play.do("exchange; give R; give B; give P")
    assert both(play) == ("north: receive", {"receive O", "receive Y", "receive G", "receive W"})


def test_reading_a_single_card_can_be_exchanged_for_another_kind() -> None:
    readings = {"swap_same": "barred"}
    assert "exchange" in at_take("RB", "G", readings=readings).moves
    assert "exchange" not in at_take("R", "R", readings=readings).moves


def test_reading_no_number_is_announced_when_no_cards_are_left() -> None:
    play = table("R", "RGY", pile="", discards="", readings={"reveal_stop": "announced"})
    assert not any(move.startswith("announce") for move in play.moves)
    play.refused("announce 1")


def test_reading_any_two_equal_cards_may_be_what_a_wild_of_the_display_brings_a_pawn_with() -> None:
    # Orange and yellow pawns are left, for which there are two white cards, of the last colour.
    play = at_take("RWW", "RG*", boxes="03300000", readings={"wild_gone": "colour_left"})
    play.refused("pair R * R")
    assert play.do("pair_with_two W * O") == {
        "north hand: RWW > R",
        "display: RG* > RG",
        "discards: - > WW*",
        "orange: 3 > 2",
        "north pawns: 0 > 1",
    }


@pytest.mark.clause("queens-collection:competitive.reshuffle")
def test_a_draw_pile_may_be_made_of_nothing_but_wilds() -> None:
    play = at_take("*B", "GY*", pile="", discards="")
    assert play.do("pair * * R") == {
        "north hand: B* > B",
        "display: YG* > YG",
        "pile: 0 > 2",
        "red: 3 > 2",
        "north pawns: 0 > 1",
    }
    play.do("stop_pairing")
    assert play.weights() == {"refill *": 2}


def test_reading_a_card_of_the_colour_and_a_wild_are_enough_to_go_on() -> None:
    # A red card, a wild and one card of five other colours are left in the game, a red and an orange pawn.
    play = at_take(
        "RK",
        "GBP",
        hands={"east": "W"},
        boxes="11000000",
        pile="*",
        discards="",
        readings={"stuck_round": "ends"},
    )
    play.do("exchange; give K; enough; receive B")
    assert both(play) == ("east: reveal", {"reveal", "stop_revealing"})
    assert play["round"] == "1"
