"""Exchanging pawns with two coloured cards in the cooperative game."""

from __future__ import annotations

import pytest

from tests.queens_collection.table import begin, renewals, table, trades

CROSSED = "R:RRO O:ROO"
"""A red and an orange pawn stand on each other's box card; all else is at home."""

MIXED = "R:ROY O:ROY Y:ROY"
"""Red, orange and yellow have a pawn of each of the three."""


def test_everything_that_a_player_with_three_colours_may_do() -> None:
    play = table(CROSSED, "ROY", "GG")
    assert play.due == "north: act"
    assert play.moves == {
        "exchange R O R O",
        "exchange R O O R",
        "exchange R Y R Y",
        "exchange R Y O Y",
        "exchange O Y R Y",
        "exchange O Y O Y",
        "renew_one R",
        "renew_one O",
        "renew_one Y",
        "renew_two R O",
        "renew_two R Y",
        "renew_two O Y",
        "renew_three",
        "trade east R G",
        "trade east O G",
        "trade east Y G",
    }


def test_pawns_trade_places_cards_are_discarded_and_two_drawn() -> None:
    play = table(MIXED, "ROY", "GGG", pile="BBW*")
    assert play.do("exchange R O Y R") == {
        "box R: -O +R",
        "box Y: -R +O",
        "north: -RO",
        "discards: +RO",
    }
    expected = {"exchange.cards", "exchange.pawns", "exchange.two_colours", "exchange.different_boxes"}
    assert expected | {"exchange.discard", "exchange.refill"} <= play.clauses
    assert play.due == "north: draw"
    assert play.weights() == {"draw B": 2, "draw W": 1, "draw *": 1}
    assert play.do("draw B") == {"north: +B", "pile: -B"}
    assert (play.due, play.weights()) == ("north: draw", {"draw B": 1, "draw W": 1, "draw *": 1})
    assert play.do("draw *") == {"north: +*", "pile: -*"}
    assert (play.due, play["north"], play["pile"]) == ("east: act", "YB*", "BW")
    assert play.boxes == "RRY ROY OOY GGG BBB PPP KKK WWW"


def test_an_exchange_may_spoil_what_was_in_order() -> None:
    play = table(CROSSED, "ROY", "GGG")
    assert play.points == 6 * 3 - 2
    play.do("exchange R O R O")
    play.draw("RR")
    assert play.boxes == "ROO RRO YYY GGG BBB PPP KKK WWW"
    assert play.points == 6 * 3 - 4


def test_pawns_of_one_box_card_are_not_exchanged() -> None:
    play = table(MIXED, "ROY", "GGG")
    assert play.of("exchange") == {
        f"exchange {a} {b} {x} {y}" for a, b in ("RO", "RY", "OY") for x in "ROY" for y in "ROY" if x != y
    }
    for box in "ROY":
        assert play.refused(f"exchange R O {box} {box}").text == "require(x != y)"


def test_two_colours_that_stand_on_one_box_card_only_cannot_be_exchanged_at_all() -> None:
    play = table("R:RRROOO O:-", "RO", "G")
    assert play.moves == renewals("RO") | {"trade east R G", "trade east O G"}


def test_an_empty_box_card_has_no_pawn_to_exchange() -> None:
    play = table("R:RRROOO O:-", "OY", "G")
    assert play.of("exchange") == {"exchange O Y R Y"}
    play.refused("exchange O Y O Y")
    play.do("exchange O Y R Y")
    assert play.boxes == "RRROOY - OYY GGG BBB PPP KKK WWW"


def test_cards_of_one_colour_do_not_pay_for_an_exchange_of_two_such_pawns() -> None:
    play = table(CROSSED, "RRR", "GGG")
    assert play.of("exchange") == set()
    play.refused("exchange R R R O")
    two = table(CROSSED, "RRO", "GGG")
    assert two.of("exchange") == {"exchange R O R O", "exchange R O O R"}


@pytest.mark.parametrize(
    "step",
    [
        "exchange R G R G",  # no green card
        "exchange G B G B",  # neither card
        "exchange R O Y O",  # no red pawn there
        "exchange R O R Y",  # no orange pawn there
    ],
)
def test_cards_must_lie_before_the_player_and_pawns_where_they_are_said_to_stand(step: str) -> None:
    table(CROSSED, "ROY", "GGB").refused(step)


def test_the_other_players_cards_are_not_ones_own() -> None:
    play = table(CROSSED, "R", "OOO")
    assert play.moves == {"renew_one R", "trade east R O"}


def test_two_cards_are_enough_and_one_is_not() -> None:
    two = table(CROSSED, "RO", "G")
    assert two.of("exchange") == {"exchange R O R O", "exchange R O O R"}
    one = table(CROSSED, "R", "G")
    assert one.of("exchange") == set()


def test_after_each_others_turns_the_cards_of_whoever_acts_count() -> None:
    play = table(CROSSED, "ROY", "GBP", turn=1)
    assert play.due == "east: act"
    assert play.moves == {
        "exchange G B G B",
        "exchange G P G P",
        "exchange B P B P",
        *renewals("GBP"),
        *trades("GBP", north="ROY"),
    }


@pytest.mark.parametrize("turn", range(4))
def test_the_left_neighbour_is_next(turn: int) -> None:
    names = ["north", "east", "south", "west"]
    play = table(MIXED, "ROY", "ROY", "ROY", "ROY", turn=turn)
    assert play.do("exchange R O R O") >= {f"{names[turn]}: -RO"}
    assert play.draw("GG") == {f"{names[turn]}: +GG", "pile: -GG"}
    assert play.due == f"{names[(turn + 1) % 4]}: act"


# ---------------------------------------------------------------------------------------- a pile that is short


@pytest.mark.parametrize(
    ("pile", "reading", "drawn", "left"),
    [
        ("BB", "WHAT_THERE_IS", "BB", ""),
        ("BB", "ALL_OR_NONE", "BB", ""),
        ("B", "WHAT_THERE_IS", "B", ""),
        ("B", "ALL_OR_NONE", "", "B"),
        ("", "WHAT_THERE_IS", "", ""),
        ("", "ALL_OR_NONE", "", ""),
    ],
)
def test_two_cards_are_drawn_if_possible(pile: str, reading: str, drawn: str, left: str) -> None:
    play = table(MIXED, "ROY", "GGG", pile=pile, readings={"draw_partial": reading})
    assert play.do("exchange R O R O") >= {"north: -RO", "discards: +RO"}
    play.draw(drawn)
    assert (play["north"], play["pile"], play.due) == ("Y" + drawn, left, "east: act")


def test_discards_never_come_back_into_the_pile() -> None:
    play = table(MIXED, "ROY", "GGG", pile="")
    play.do("exchange R O R O")
    assert play["pile"] == ""
    assert play["discards"].count("R") == 4


# -------------------------------------------------------------------------------------------------- a whole play


def test_a_whole_game_of_twelve_exchanges_from_the_deal_to_the_maximum() -> None:
    play = begin(2)
    play.deal("ORGYPBWK" * 3)
    assert play.boxes == "OOO RRR GGG YYY PPP BBB WWW KKK"
    assert play.points == -24
    for card in "ROYROG":
        play.do(f"open_card {card}")
    play.do("begin_with north")
    play.do("exchange R O O R")
    play.draw("YG")
    assert (play.due, play["north"], play["east"]) == ("east: act", "YYG", "ROG")
    assert play.of("exchange") == {
        "exchange R O R O",
        "exchange R O O R",
        "exchange R G R Y",
        "exchange R G O Y",
        "exchange O G R Y",
        "exchange O G O Y",
    }
    for step, drawn, points in [
        ("R O O R", "BP", -20),
        ("Y G G Y", "RO", -18),
        ("B P P B", "KW", -16),
        ("R O O R", "GK", -14 + 6),
        ("K W W K", "KW", -6),
        ("Y G G Y", "BP", -4),
        ("K W W K", "KW", -2),
        ("B P P B", "YG", 0),
        ("K W W K", "BP", 2 + 6),
        ("Y G G Y", "**", 10 + 6),
    ]:
        play.do(f"exchange {step}")
        play.draw(drawn)
        assert play.points == points
    assert (play.due, play["north"], play["east"], len(play["pile"])) == ("east: act", "K**", "GBP", 10)
    # The last two pawns come home: the game is over, and nothing more is drawn.
    assert play.do("exchange B P P B") == {"box B: -P +B", "box P: -B +P", "east: -BP", "discards: +BP"}
    assert (play.due, play.moves) == ("over: 24", set())
    assert play.refused("draw R").text == "the game has ended"
