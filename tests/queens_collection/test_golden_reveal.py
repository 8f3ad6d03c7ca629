"""The first phase of a turn of the competitive game: revealing cards, stopping, losing them; the draw pile."""

from __future__ import annotations

import pytest

from tests.queens_collection.against_table import CARDS, at_take, cards, table
from tests.tables import both

START = ("north: reveal", {"reveal", "stop_revealing"})
ANNOUNCED = {"reveal_stop": "announced"}
NEEDED = {"reshuffle_when": "when_needed"}
WILDS_COUNT = {"reveal_wild": "a_colour"}
WITH_HAND = {"reveal_second": "with_hand"}
WITH_DISPLAY = {"reveal_second": "with_display"}


# ------------------------------------------------------------------------------------------------ up to five


def test_a_turn_begins_with_the_choice_to_reveal() -> None:
    play = table("RB", "RGY")
    assert both(play) == START
    # The second phase comes after the first.
    for move in ("exchange", "pair R R R", "stop_pairing"):
        play.refused(move)


def test_a_player_may_reveal_nothing() -> None:
    play = table("RB", "RGY")
    assert play.do("stop_revealing") == set()
    assert both(play) == ("north: take", {"exchange", "pair R R R"})


def test_five_cards_one_after_the_other() -> None:
    play = table("RR", "RGY")
    pile = 33
    lying = ""
    for letter in "OGBPK":
        assert both(play) == START
        assert play.do("reveal") == set()
        # Nothing of it can be called off: the next step is chance's.
        assert play.due == "chance: turn up"
        last = letter == "K"
        found = play.do(f"turn_up {letter}")
        if not last:
            assert found == {
                f"revealed: {lying or '-'} > {lying + letter}",
                f"pile: {pile} > {pile - 1}",
            }
        pile -= 1
        lying += letter
    # The fifth was the last: all five join the hand, and the second phase is due.
    assert found == {"revealed: OGBP > -", "pile: 29 > 28", "north hand: RR > RROGBPK"}
    assert "competitive.reveal.limit" in play.clauses
    assert "competitive.reveal.take" in play.clauses
    assert play.due == "north: take"
    play.refused("reveal")
    assert play["discards"] == "-"


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_player_may_stop_before(number: int) -> None:
    play = table("RR", "RGY")
    letters = "OGBP"[:number]
    play.turn_up(letters)
    assert both(play) == START
    assert play.see("north hand", "revealed") == ("RR", letters)
    assert play.do("stop_revealing") == {f"revealed: {letters} > -", f"north hand: RR > RR{letters}"}
    assert play.due == "north: take"
    assert play["pile"] == str(33 - number)


def test_each_card_of_the_pile_is_as_likely_as_any_other() -> None:
    play = table("RR*", "RGY")
    play.do("reveal")
    assert play.weights() == {
        "turn_up R": 1,
        "turn_up O": 4,
        "turn_up Y": 3,
        "turn_up G": 3,
        "turn_up B": 4,
        "turn_up P": 4,
        "turn_up K": 4,
        "turn_up W": 4,
        "turn_up *": 5,
    }
    play.do("turn_up O")
    play.do("reveal")
    assert play.weights()["turn_up O"] == 3


def test_there_is_no_hand_limit() -> None:
    hand = "RRRROOOOYYYYGGGGBBBB"
    play = table(hand, "PKW")
    play.turn_up("PKW*")
    play.do("reveal")
    assert play.do("turn_up *") == {
        "revealed: PKW* > -",
        f"north hand: {hand} > {hand}PKW**",
        "pile: 11 > 10",
    }


def test_cards_revealed_can_be_used_in_the_same_turn() -> None:
    play = table("", "RGY")
    play.turn_up("R")
    play.do("stop_revealing")
    assert both(play) == ("north: take", {"exchange", "pair R R R"})


def test_without_a_card_nothing_is_to_be_done() -> None:
    play = table("", "RGY", hands={"east": "BB"})
    assert play.do("stop_revealing") == {"turn: north > east"}
    assert both(play) == ("east: reveal", {"reveal", "stop_revealing"})


# ------------------------------------------------------------------------------------------ a second of a colour


def test_a_second_card_of_a_colour_loses_all_cards_revealed() -> None:
    play = table("RR", "RGY")
    play.turn_up("OB*")
    play.do("reveal")
    assert play.do("turn_up O") == {
        "revealed: OB* > -",
        "pile: 30 > 29",
        "discards: - > OOB*",
    }
    assert {"competitive.reveal.second", "competitive.reveal.discard"} <= set(play.clauses)
    # The first phase is over, and the second is played with the hand that there was.
    assert both(play) == (
        "north: take",
        {"exchange", "pair R R R", "pair_with_two R G G", "pair_with_two R Y Y"},
    )
    assert play["north hand"] == "RR"


def test_it_may_be_the_second_card_already() -> None:
    play = table("R", "RGY")
    play.turn_up("W")
    play.do("reveal")
    assert play.do("turn_up W") == {"revealed: W > -", "pile: 33 > 32", "discards: - > WW"}
    assert both(play) == ("north: take", {"exchange", "pair R R R"})


def test_it_may_be_the_fifth_card() -> None:
    play = table("R", "RGY")
    play.turn_up("OBPK")
    play.do("reveal")
    assert play.do("turn_up P") == {"revealed: OBPK > -", "pile: 30 > 29", "discards: - > OBPPK"}
    assert play["north hand"] == "R"


def test_a_player_who_lost_the_cards_and_has_no_hand_does_nothing() -> None:
    play = table("", "RGY", hands={"east": "BB"}, discards="RR")
    play.turn_up("O")
    play.do("reveal")
    assert play.do("turn_up O") == {
        "revealed: O > -",
        "pile: 30 > 29",
        "discards: RR > RROO",
        "turn: north > east",
    }


def test_the_cards_are_lost_only_for_a_second_of_one_colour() -> None:
    play = table("RR", "RGY")
    play.turn_up("OYGB")
    # Neither the red cards in hand nor the green and the yellow card of the display matter.
    play.do("reveal")
    assert play.do("turn_up R") == {"revealed: OYGB > -", "pile: 29 > 28", "north hand: RR > RRROYGB"}


def test_two_wilds_are_no_two_cards_of_a_colour() -> None:
    play = table("*", "RG*")
    play.turn_up("***")
    play.do("reveal")
    assert play.do("turn_up O") == {"revealed: *** > O***", "pile: 31 > 30"}
    assert play.do("stop_revealing") == {"revealed: O*** > -", "north hand: * > O****"}


def test_wilds_count_towards_the_five() -> None:
    play = table("", "RGY")
    play.turn_up("****")
    play.do("reveal")
    assert play.do("turn_up *") == {"revealed: **** > -", "pile: 31 > 30", "north hand: - > *****"}
    assert play.due == "north: take"


def test_wilds_are_lost_with_the_other_cards() -> None:
    play = table("", "RGY")
    play.turn_up("**B")
    play.do("reveal")
    assert play.do("turn_up B") == {
        "revealed: B** > -",
        "pile: 32 > 31",
        "discards: - > BB**",
        "turn: north > east",
    }


@pytest.mark.parametrize("readings", [WITH_HAND, WITH_DISPLAY])
def test_reading_a_card_fails_beside_revealed_ones_in_any_case(readings: dict[str, str]) -> None:
    play = table("R", "RGY", readings=readings)
    play.turn_up("OB")
    play.do("reveal")
    assert play.do("turn_up B") == {"revealed: OB > -", "pile: 32 > 31", "discards: - > OBB"}


def test_reading_a_card_fails_beside_the_hand() -> None:
    play = table("RRW", "RGY", readings=WITH_HAND)
    play.turn_up("GY")  # the display does not matter
    play.do("reveal")
    # What is put away is what was revealed: the hand stays.
    assert play.do("turn_up W") == {"revealed: YG > -", "pile: 30 > 29", "discards: - > YGW"}
    assert play["north hand"] == "RRW"


def test_reading_beside_the_hand_a_wild_in_hand_does_not_matter() -> None:
    play = table("*", "RGY", readings=WITH_HAND)
    play.do("reveal")
    assert play.do("turn_up *") == {"revealed: - > *", "pile: 34 > 33"}


def test_reading_a_card_fails_beside_the_display() -> None:
    play = table("RRW", "RGY", readings=WITH_DISPLAY)
    play.turn_up("W")  # the hand does not matter
    play.do("reveal")
    assert play.do("turn_up G") == {"revealed: W > -", "pile: 31 > 30", "discards: - > GW"}
    assert play.see("display", "north hand") == ("RYG", "RRW")


def test_reading_a_second_wild_fails() -> None:
    play = table("**", "RG*", readings=WILDS_COUNT)
    play.turn_up("*O")
    play.do("reveal")
    assert play.do("turn_up *") == {"revealed: O* > -", "pile: 31 > 30", "discards: - > O**"}
    assert play["north hand"] == "**"


def test_reading_wilds_count_and_so_do_those_in_hand() -> None:
    play = table("*", "RGY", readings=WILDS_COUNT | WITH_HAND)
    play.do("reveal")
    assert play.do("turn_up *") == {"pile: 34 > 33", "discards: - > *"}


# ------------------------------------------------------------------------------------------------ announcing


def test_house_no_number_is_announced() -> None:
    table("R", "RGY").refused("announce 1")


def test_reading_the_number_is_named_before_the_first_card() -> None:
    play = table("R", "RGY", readings=ANNOUNCED)
    numbers = {f"announce {number}" for number in range(1, 6)}
    assert both(play) == ("north: reveal", numbers | {"stop_revealing"})
    play.refused("reveal")
    assert play.do("announce 3") == set()
    for letter in "OB":
        assert play.due == "chance: turn up"  # no stopping in between
        play.do(f"turn_up {letter}")
    assert play.due == "chance: turn up"
    assert play.do("turn_up P") == {"revealed: OB > -", "pile: 32 > 31", "north hand: R > ROBP"}
    # Having named a number the player cannot go on.
    assert both(play) == ("north: take", {"exchange", "pair R R R"})


def test_reading_announced_a_second_of_a_colour_ends_it() -> None:
    play = table("R", "RGY", readings=ANNOUNCED)
    play.do("announce 5; turn_up O")
    assert play.do("turn_up O") == {"revealed: O > -", "pile: 33 > 32", "discards: - > OO"}
    assert both(play) == ("north: take", {"exchange", "pair R R R"})


def test_reading_announced_more_than_there_are() -> None:
    play = table("R", "RGY", pile="OP", discards="", readings=ANNOUNCED)
    play.do("announce 5")
    assert play.do("turn_up O") == {"revealed: - > O", "pile: 2 > 1"}
    # There is nothing more to turn up: it stays at these two.
    assert play.do("turn_up P") == {"revealed: O > -", "pile: 1 > 0", "north hand: R > ROP"}
    assert both(play) == ("north: take", {"exchange", "pair R R R"})


# ------------------------------------------------------------------------------------------- the draw pile


def test_the_discards_are_shuffled_as_soon_as_the_last_card_is_drawn() -> None:
    play = table("R", "RGY", pile="O", discards="WWK*")
    play.do("reveal")
    assert play.do("turn_up O") == {"revealed: - > O", "discards: KWW* > -", "pile: 1 > 4"}
    assert "competitive.reshuffle" in play.clauses
    # The card revealed is not among them.
    assert play.pile == "KWW*"
    assert both(play) == START


def test_with_a_card_left_nothing_is_shuffled() -> None:
    play = table("R", "RGY", pile="OB", discards="WWK*")
    play.do("reveal")
    assert play.do("turn_up O") == {"revealed: - > O", "pile: 2 > 1"}


def test_the_last_card_loses_the_cards_the_others_are_shuffled_first() -> None:
    play = table("R", "RGY", pile="OO", discards="WWK*")
    play.turn_up("O")
    play.do("reveal")
    assert play.do("turn_up O") == {"revealed: O > -", "discards: KWW* > OO", "pile: 1 > 4"}
    assert play.pile == "KWW*"


def test_no_card_can_be_revealed_where_none_is_left() -> None:
    play = table("RB", "RGY", pile="", discards="")
    assert both(play) == ("north: reveal", {"stop_revealing"})


def test_revealing_may_use_up_the_pile() -> None:
    play = table("RB", "RGY", pile="OP", discards="")
    play.turn_up("OP")
    assert both(play) == ("north: reveal", {"stop_revealing"})
    assert play.do("stop_revealing") == {"revealed: OP > -", "north hand: RB > ROBP"}


@pytest.mark.parametrize("readings", [{}, NEEDED])
def test_cards_that_were_lost_with_the_last_of_the_pile_are_the_next_pile(readings: dict[str, str]) -> None:
    play = table("R", "BGY", pile="OO", discards="", readings=readings)
    play.turn_up("OO")
    assert play.due == "north: take"
    play.do("exchange; give R; receive B")
    assert both(play) == ("east: reveal", {"reveal", "stop_revealing"})
    play.do("reveal")
    assert play.weights() == {"turn_up O": 2}


def test_reading_the_discards_are_shuffled_when_a_card_is_needed() -> None:
    play = table("R", "RGY", pile="O", discards="WWK*", readings=NEEDED)
    play.do("reveal")
    assert play.do("turn_up O") == {"revealed: - > O", "pile: 1 > 0"}
    assert play["discards"] == "KWW*"
    assert play.do("reveal") == {"discards: KWW* > -", "pile: 0 > 4"}
    assert play.do("turn_up K") == {"revealed: O > OK", "pile: 4 > 3"}


def test_the_reshuffle_at_once_leaves_the_next_discards_out_of_the_pile() -> None:
    play = table("R", "RGY", pile="O", discards="WWK*")
    play.turn_up("O")
    play.do("stop_revealing; pair R R R; stop_pairing")
    assert play.see("discards", "pile") == ("RR", "4")
    assert set(play.weights()) == {"refill K", "refill W", "refill *"}


def test_reading_the_reshuffle_when_needed_takes_them_in() -> None:
    play = table("R", "RGY", pile="O", discards="WWK*", readings=NEEDED)
    play.turn_up("O")
    play.do("stop_revealing; pair R R R; stop_pairing")
    assert play.weights() == {"refill R": 2, "refill K": 1, "refill W": 2, "refill *": 1}


def test_the_letters_are_the_kinds_of_cards() -> None:
    assert cards("".join(reversed(CARDS))) == "ROYGBPKW*"
    assert at_take("R", "RGY")["pile"] == "34"


# ------------------------------------------------------------------------------------- cards that are declined

MAY_DECLINE = {"reveal_take": "declined"}


def test_what_was_revealed_has_to_be_taken() -> None:
    play = table("RB", "RGY")
    play.turn_up("OK")
    play.refused("decline_revealed")


def test_or_all_of_it_may_be_discarded() -> None:
    play = table("RB", "RGY", readings=MAY_DECLINE)
    assert both(play) == START
    play.refused("decline_revealed")
    play.turn_up("OK")
    assert both(play) == (START[0], START[1] | {"decline_revealed"})
    assert play.do("decline_revealed") == {"revealed: OK > -", "discards: - > OK"}
    assert both(play) == ("north: take", {"exchange", "pair R R R"})


def test_then_the_fifth_card_waits_for_that_choice() -> None:
    play = table("RR", "RGY", readings=MAY_DECLINE)
    play.turn_up("OGBPK")
    assert play.see("north hand", "revealed") == ("RR", "OGBPK")
    assert both(play) == (START[0], {"stop_revealing", "decline_revealed"})
    assert play.do("stop_revealing") == {"revealed: OGBPK > -", "north hand: RR > RROGBPK"}
    assert play.due == "north: take"


def test_so_does_the_last_card_that_was_announced() -> None:
    play = table("RB", "RGY", readings=MAY_DECLINE | ANNOUNCED)
    play.do("announce 2")
    for letter in "OK":
        play.do(f"turn_up {letter}")
    assert both(play) == (START[0], {"stop_revealing", "decline_revealed"})
    assert play.do("decline_revealed") == {"revealed: OK > -", "discards: - > OK"}


def test_a_second_card_of_a_colour_leaves_nothing_to_decline() -> None:
    play = table("RB", "RGY", readings=MAY_DECLINE)
    play.turn_up("OO")
    assert both(play) == ("north: take", {"exchange", "pair R R R"})
    assert play["discards"] == "OO"
