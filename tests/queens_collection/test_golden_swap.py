"""The second phase of a turn of the competitive game: exchanging one to three cards with the display."""

from __future__ import annotations

import pytest

from tests.queens_collection.against_table import Play, at_take
from tests.tables import both

EVERYWHERE = {"substitute_in_swap": "everywhere"}
BARRED = {"swap_same": "barred"}
HAND_ONLY = {"wild_in_display": "wild_only"}


def gives(letters: str) -> set[str]:
    return {f"give {letter}" for letter in letters}


def receives(letters: str) -> set[str]:
    return {f"receive {letter}" for letter in letters}


# ------------------------------------------------------------------------------------------------- one to three


def test_one_card_for_one() -> None:
    play = at_take("RBP", "GYW", hands={"east": "K"})
    assert both(play) == ("north: take", {"exchange"})
    assert play.do("exchange") == set()
    assert "competitive.swap" in play.clauses
    assert both(play) == ("north: give", gives("RBP"))
    assert play.do("give B") == {"north hand: RBP > RP", "put down: - > B"}
    assert both(play) == ("north: give", gives("RP") | {"enough"})
    assert play.do("enough") == set()
    assert {"competitive.swap"} == set(play.clauses)
    # The card put down is not among those that can be had.
    assert both(play) == ("north: receive", receives("GYW"))
    assert play.do("receive W") == {
        "north hand: RP > RPW",
        "display: YGW > YGB",
        "put down: B > -",
        "turn: north > east",
    }
    # Three cards lie there: nothing is drawn, and East's turn begins.
    assert both(play) == ("east: reveal", {"reveal", "stop_revealing"})
    assert play.see("discards", "north pawns") == ("-", "0")


def test_two_cards_for_two() -> None:
    play = at_take("RBP", "GYW")
    play.do("exchange; give R; give P")
    assert both(play) == ("north: give", gives("B") | {"enough"})
    play.do("enough")
    assert play.do("receive G") == {"north hand: B > GB", "display: YGW > YW"}
    assert both(play) == ("north: receive", receives("YW"))
    assert play.do("receive Y") == {
        "north hand: GB > YGB",
        "display: YW > RPW",
        "put down: RP > -",
        "turn: north > east",
    }


def test_three_cards_for_three() -> None:
    play = at_take("RRBP", "GYW")
    play.do("exchange; give R; give P")
    # Three is the most: all that lies there comes to the hand.
    assert play.do("give R") == {"north hand: RB > B", "put down: RP > RRP"}
    play.refused("give B")
    play.do("receive G; receive Y")
    assert play.do("receive W") == {
        "north hand: YGB > YGBW",
        "display: W > RRP",
        "put down: RRP > -",
        "turn: north > east",
    }


def test_no_more_cards_than_there_are_in_hand() -> None:
    play = at_take("R", "GYW")
    play.do("exchange")
    assert both(play) == ("north: give", gives("R"))
    play.do("give R")
    assert both(play) == ("north: receive", receives("GYW"))
    assert play.do("receive Y") == {
        "north hand: - > Y",
        "display: YGW > RGW",
        "put down: R > -",
        "turn: north > east",
    }


def test_no_more_cards_than_lie_in_the_display() -> None:
    play = at_take("RBP", "GY", pile="", discards="")
    play.do("exchange; give R; give B")
    assert both(play) == ("north: receive", receives("GY"))


def test_at_least_one_card_is_exchanged() -> None:
    play = at_take("RBP", "GYW")
    play.do("exchange")
    play.refused("enough")


def test_the_turn_is_over_after_an_exchange() -> None:
    play = at_take("RBP", "GYW")
    play.do("exchange; give R; enough; receive G")
    assert both(play) == ("east: reveal", {"reveal", "stop_revealing"})
    # North's red card now lies there for East.
    assert play["display"] == "RYW"


def test_an_exchange_is_no_pair_and_no_pair_follows() -> None:
    play = at_take("RB", "RGW")
    assert play.moves == {"exchange", "pair R R R"}
    play.do("exchange")
    play.refused("pair R R R")
    play.do("give B; enough")
    play.refused("pair R R R")
    play.refused("give R")


def test_wilds_are_exchanged_like_other_cards() -> None:
    play = at_take("R*", "GY*")
    play.do("exchange; give *; enough")
    # One wild was put down; the one that can be had is the other.
    assert both(play) == ("north: receive", receives("GY*"))
    assert play.do("receive Y") == {
        "north hand: R > RY",
        "display: YG* > G**",
        "put down: * > -",
        "turn: north > east",
    }


def test_a_short_display_that_cannot_be_filled_up_stays_as_short() -> None:
    play = at_take("RB", "GY", pile="", discards="")
    play.do("exchange; give R; enough")
    assert play.do("receive G") == {
        "north hand: B > GB",
        "display: YG > RY",
        "put down: R > -",
        "turn: north > east",
    }


# ----------------------------------------------------------------------------------------------- equal cards


def exchanged(play: Play) -> set[str]:
    """The cards that may be the first to be put down."""
    play.do("exchange")
    return play.moves


def test_a_card_may_be_exchanged_for_an_equal_one() -> None:
    play = at_take("R", "RGG")
    play.do("exchange; give R")
    assert play.moves == receives("RG")
    # Hand and display are as before, and the duty to act has been met.
    assert play.do("receive R") == {
        "north hand: - > R",
        "put down: R > -",
        "turn: north > east",
    }
    assert play.see("north hand", "display") == ("R", "RGG")


def test_reading_a_card_is_not_exchanged_for_an_equal_one() -> None:
    play = at_take("R", "RGG", readings=BARRED)
    play.do("exchange; give R")
    assert play.moves == receives("G")


def test_reading_without_another_card_there_is_no_exchange() -> None:
    house = at_take("R", "RRR")
    assert house.moves == {"exchange", "pair R R R"}
    play = at_take("R", "RRR", readings=BARRED)
    assert play.moves == {"pair R R R"}


def test_reading_only_cards_for_which_another_can_be_had_are_put_down() -> None:
    assert exchanged(at_take("RB", "RRR")) == gives("RB")
    play = at_take("RB", "RRR", readings=BARRED)
    assert exchanged(play) == gives("B")
    play.do("give B")
    assert play.moves == {"enough"}  # the red card stays in hand
    play.do("enough")
    assert play.moves == receives("R")
    assert play.do("receive R") == {
        "north hand: R > RR",
        "display: RRR > RRB",
        "put down: B > -",
        "turn: north > east",
    }


def test_readings_together_wilds_that_can_be_neither_paired_nor_exchanged() -> None:
    # The booklet makes the player act and does not say what happens if that cannot be done.
    play = at_take("*", "***", hands={"east": "B"}, readings=BARRED | HAND_ONLY)
    assert play.due == "silent: competitive.take.must"
    # Each of the two readings alone leaves an action.
    assert "pair * * R" in at_take("*", "***", readings=BARRED).moves
    assert at_take("*", "***", readings=HAND_ONLY).moves == {"exchange"}
    # Nor does it fall silent where cards can be paired, though none can be exchanged.
    assert at_take("R", "RRR", readings=BARRED | HAND_ONLY).moves == {"pair R R R"}


# ------------------------------------------------------------------------------------------ two cards for one


def test_two_equal_cards_are_two_cards() -> None:
    play = at_take("RRB", "GYW")
    assert exchanged(play) == gives("RB")
    play.refused("give_two R")


def test_reading_two_equal_cards_go_for_one() -> None:
    play = at_take("RRB", "GYW", readings=EVERYWHERE)
    assert exchanged(play) == gives("RB") | {"give_two R"}
    assert play.do("give_two R") == {"north hand: RRB > B", "put down: - > RR"}
    assert play.moves == gives("B") | {"enough"}
    play.do("enough")
    assert play.moves == receives("GYW")
    # One card comes for the two, which both lie in the display: nothing need be drawn.
    assert play.do("receive G") == {
        "north hand: B > GB",
        "display: YGW > RRYW",
        "put down: RR > -",
        "turn: north > east",
    }
    assert both(play) == ("east: reveal", {"reveal", "stop_revealing"})


def test_reading_unequal_cards_do_not_go_for_one() -> None:
    play = at_take("RB", "GYW", readings=EVERYWHERE)
    assert exchanged(play) == gives("RB")
    play.refused("give_two R")


@pytest.mark.parametrize(
    ("readings", "more"), [(EVERYWHERE, set()), (EVERYWHERE | {"wild_pair": "yes"}, {"give_two *"})]
)
def test_reading_two_wilds_go_for_one_where_they_are_equal(readings: dict[str, str], more: set[str]) -> None:
    assert exchanged(at_take("**", "GYW", readings=readings)) == gives("*") | more
