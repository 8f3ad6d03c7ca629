"""Plays of the first booklet that notice a fault in the rules which no property notices: by the interpreter alone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.queens_collection.table import BEGINNERS, NORMAL, Plain, lay
from tests.tables import HOUSE

CROSSED = "R:RRO O:ROO Y:YYG G:GGY"
MIXED = "R:ROY O:ROY Y:ROY"
STUCK = {"passing": "ONLY_STUCK", "draw_short": "EXCHANGE_ONLY"}
"""Only who can do nothing passes; with an empty pile no card can be had, none put away for a trade, no wild played."""


def begin(players: int = 2, readings: Mapping[str, str] = HOUSE, level: Mapping[str, int] = NORMAL) -> Plain:
    return Plain(players, readings, level)


def laid(*displays: str, pile: str | None = "", boxes: str = CROSSED, **readings: str) -> Plain:
    play = begin(len(displays), readings)
    lay(play, boxes, *displays, pile=pile)
    return play


# ------------------------------------------------------------------------------------------------ the deal

THRICE_WITHOUT = "*YGBPKWO" + "*GBPKWOY" + "*YRBPKWG"
"""The first box card goes without a pawn in three rounds; two red pawns and an orange one are still to be dealt."""


@pytest.mark.clause("queens-collection:deal.reveal", "queens-collection:deal.clockwise")
def test_the_first_pawn_is_for_the_first_box_card() -> None:
    play = begin()
    assert play.turn_up("G") == {"box R: +G", "supply: -G"}
    assert play.turn_up("K") == {"box O: +K", "supply: -K"}
    assert play.turn_up("R") == {"box Y: +R", "supply: -R"}


@pytest.mark.clause("queens-collection:deal.wild_skips")
def test_for_a_wild_a_box_card_goes_without_a_pawn() -> None:
    play = begin()
    assert play.turn_up("*") == set()
    assert "deal.wild_skips" in play.clauses
    assert play.turn_up("G") == {"box O: +G", "supply: -G"}


def behind(level: Mapping[str, int] = NORMAL, **readings: str) -> Plain:
    """A deal in which only the red box card has room, and the next card is red."""
    play = begin(readings=readings, level=level)
    play.deal(THRICE_WITHOUT)
    assert play.boxes == "- YYG RGB BBP PPK KKW OWW OYG"
    assert play["supply"] == "RRO"
    return play


def test_a_pawn_goes_home_where_no_other_box_card_has_room() -> None:
    play = behind()
    assert play.turn_up("R") == {"box R: +R", "supply: -R"}
    assert play.turn_up("O") == {"box R: +O", "supply: -O"}


@pytest.mark.clause("queens-collection:deal.clockwise", "queens-collection:beginner.third")
def test_the_space_of_a_third_pawn_is_filled_before_the_deal_comes_round_again() -> None:
    play = behind(BEGINNERS)
    assert play.turn_up("R") == {"box R: +R", "supply: -R"}
    # Two are at home: the third leaves the yellow box card, which is the next one clockwise with room.
    assert play.turn_up("R") == {"box R: +R", "supply: -R", "box Y: -R", "out: +R"}
    play.do("deal O")
    assert play.boxes == "RR YYG OGB BBP PPK KKW OWW OYG"


@pytest.mark.clause("queens-collection:deal.own_colour")
def test_reading_a_pawn_goes_past_its_own_box_card_as_a_fourth() -> None:
    play = behind(deal_blocked="FOURTH")
    assert play.turn_up("R") == {"box O: +R", "supply: -R"}
    assert play.turn_up("R") == {"box O: +R", "supply: -R"}
    play.do("deal O")
    assert play.boxes == "O RRYYG RGB BBP PPK KKW OWW OYG"


@pytest.mark.clause("queens-collection:deal.until_all")
def test_reading_what_could_not_be_placed_stays_out_when_all_cards_are_turned_up() -> None:
    play = behind(deal_blocked="NEXT_CARD")
    assert play.turn_up("R") == set()
    assert play.turn_up("O") == {"box R: +O", "supply: -O"}
    play.deal("RRO***YGBPK")
    assert (play["supply"], play["pile"], play.turn) == ("RR", "W", "north: deal")
    play.do("deal W")
    assert (play["supply"], play["out"], len(play["pile"]), play.turn) == ("", "RR", 38, "north: opening")


@pytest.mark.clause("queens-collection:beginner.third")
def test_reading_third_pawns_leave_when_the_first_turn_begins() -> None:
    play = begin(readings={"beginner_removal": "IN_PLAY"}, level=BEGINNERS)
    # The last box card goes without a pawn three times, and two white pawns have nowhere else to go.
    play.deal("OYGBPKW*" + "YGBPKRO*" + "OYRRGBP*" + "WWK")
    assert play.boxes == "OOY YYG RGB RBP GPK RBK OPW KWW"
    assert (play["out"], play.turn) == ("", "north: opening")
    for card in "RRROOO":
        play.do(f"open_card {card}")
    assert play.do("begin_with east") == {"box K: -W", "out: +W"}
    assert play.turn == "east: act"


# ------------------------------------------------------------------------------------------------- actions


@pytest.mark.clause(
    "queens-collection:exchange.refill",
    "queens-collection:exchange.refill.open",
    "queens-collection:turn.clockwise",
)
def test_after_an_exchange_two_cards_are_drawn_and_the_next_player_is_on() -> None:
    play = laid("ROY", "GBP", pile="KW")
    assert play.do("exchange R O O R") == {"box R: -O +R", "box O: -R +O", "north: -RO", "discards: +RO"}
    assert {"exchange.refill", "exchange.discard"} <= play.clauses
    play.do("draw W")
    assert play.turn == "north: draw"
    play.do("draw K")
    assert (play.turn, play["north"]) == ("east: act", "YKW")


@pytest.mark.clause(
    "queens-collection:wild.any_colour",
    "queens-collection:exchange.two_colours",
    "queens-collection:exchange.different_boxes",
)
def test_a_card_and_a_wild_exchange_pawns_of_two_colours_on_two_box_cards() -> None:
    play = laid("R*Y", "GBP", pile="KW", boxes=MIXED)
    play.refused("exchange_with_wild R * R O Y")
    play.refused("exchange_with_wild R * O Y Y")
    assert play.do("exchange_with_wild R * O O R") == {
        "box R: -O +R",
        "box O: -R +O",
        "north: -R*",
        "discards: +R*",
    }


@pytest.mark.clause("queens-collection:pair.as_wild")
def test_two_cards_of_a_colour_are_a_wild() -> None:
    play = laid("RYY", "GBP", pile="KWW")
    changed = play.do("exchange_with_wild R Y O O R")
    assert changed == {"box R: -O +R", "box O: -R +O", "north: -RYY", "discards: +RYY"}
    play.draw("KWW")
    assert (play.turn, play["north"]) == ("east: act", "KWW")


def test_reading_pawns_of_one_colour_are_exchanged_only_from_two_box_cards() -> None:
    play = laid("RB*", "GBP", pile="KW", same_pawn_colour="SAME_COLOUR")
    assert play.do("exchange_alike R *") == {"north: -R*", "discards: +R*"}
    # All three blue pawns are at home.
    laid("RB*", "GBP", same_pawn_colour="SAME_COLOUR").refused("exchange_alike B *")


@pytest.mark.clause("queens-collection:wild_alone.move")
def test_reading_a_wild_alone_needs_a_free_space() -> None:
    play = laid("*", "GBP", pile="KW", boxes="R:RR O:ROO Y:YYYO", box_space="SPACES")
    play.refused("play_wild * R O B")
    assert play.do("play_wild * R O R") == {"box R: +R", "box O: -R", "north: -*", "discards: +*"}


@pytest.mark.clause("queens-collection:wild_alone.draw")
def test_reading_a_wild_alone_needs_the_cards_that_it_draws() -> None:
    readings = {"draw_short": "EXCHANGE_AND_DRAW"}
    laid("*GG", "GBP", **readings).refused("play_wild * R O R")
    play = laid("*GG", "GBP", pile="K", **readings)
    play.refused("play_wild G R O R")
    assert play.do("play_wild * R O R") == {"box R: +R", "box O: -R", "north: -*", "discards: +*"}
    laid("*GG", "GBP", pile="KW", **readings).do("play_wild G R O R")


@pytest.mark.clause("queens-collection:draw.same_number")
def test_reading_fresh_cards_are_thrown_off_only_for_as_many() -> None:
    readings = {"draw_short": "EXCHANGE_ONLY"}
    laid("ROY", "GBP", **readings).refused("renew_one R")
    play = laid("ROY", "GBP", pile="K", **readings)
    play.refused("renew_two R O")
    assert play.do("renew_one R") == {"north: -R", "discards: +R"}
    play.do("draw K")
    assert (play.turn, play["north"]) == ("east: act", "OYK")


def test_reading_two_cards_are_drawn_or_none() -> None:
    play = laid("ROY", "GBP", pile="KW", draw_partial="ALL_OR_NONE")
    play.do("exchange R O O R")
    assert play.turn == "north: draw"
    play.draw("KW")
    assert (play.turn, play["north"]) == ("east: act", "YKW")
    play = laid("ROY", "GBP", pile="K", draw_partial="ALL_OR_NONE")
    play.do("exchange R O O R")
    assert (play.turn, play["north"], play["pile"]) == ("east: act", "Y", "K")


@pytest.mark.clause("queens-collection:trade.burn")
def test_a_trade_costs_a_card_of_the_pile() -> None:
    laid("ROY", "GBP").refused("trade east R G")
    play = laid("ROY", "GBP", pile="K")
    assert play.do("trade east R G") == {"north: -R +G", "east: -G +R"}
    assert play.turn == "north: burn"
    assert play.do("burn K") == {"pile: -K", "discards: +K"}
    assert play.turn == "east: act"


# ------------------------------------------------------------------------------------- what can still be done


@pytest.mark.clause("queens-collection:end.all_passed")
def test_an_action_breaks_a_row_of_passes() -> None:
    play = laid("ROY", "GBP")
    play.do("pass_turn")
    play.do("renew_one G")
    play.do("renew_one R")
    play.do("pass_turn")
    # East's pass is the only one since the last action.
    assert play.turn == "north: act"
    play.do("pass_turn")
    # Four box cards are sorted, four pawns astray.
    assert play.turn == "over: 8"


@pytest.mark.parametrize(
    ("cards", "boxes"),
    [
        ("RO", MIXED),  # no two red pawns stand together
        ("RRR", CROSSED),  # a red card, and a pair for a wild
    ],
)
def test_reading_who_can_pay_for_an_exchange_may_not_pass(cards: str, boxes: str) -> None:
    laid(cards, "GBP", boxes=boxes, **STUCK).refused("pass_turn")


@pytest.mark.parametrize("cards", ["R", "RR", "*"])
def test_reading_who_has_but_a_wild_for_which_no_card_can_be_drawn_passes(cards: str) -> None:
    play = laid(cards, "GBP", **STUCK)
    play.do("pass_turn")
    assert play.turn == "east: act"


def test_reading_who_could_move_a_pawn_freely_may_not_pass() -> None:
    # All pawns that the wild might move stand on the last box card.
    boxes = "R:RRR O:- Y:- G:- B:- P:- K:- W:OOOYYYGGGBBBPPPKKKWWW"
    play = laid("R*", "GBP", boxes=boxes, wild_moves="MOVES_FREELY", **STUCK)
    play.refused("pass_turn")
    assert play.do("exchange_freely R * O W O") == {"box W: -O", "box O: +O", "north: -R*", "discards: +R*"}


def test_reading_a_final_pass_takes_a_player_out_for_good() -> None:
    play = laid("ROY", "GBP", "KKW", all_passed="ONCE_EACH")
    play.do("pass_turn")
    play.do("renew_one G")
    play.do("renew_one K")
    # North has passed.
    assert play.turn == "east: act"


def test_reading_the_game_goes_on_while_anybody_can_raise_the_score() -> None:
    # North can bring a red and an orange pawn home, East none.
    play = laid("RO", "B", end_no_action="NOTHING_USEFUL")
    assert play.turn == "north: act"
    play.do("exchange R O O R")
    # Six box cards are sorted, two pawns astray, for which nobody has cards.
    assert play.turn == "over: 16"


def test_reading_a_wild_that_moves_freely_is_of_use_for_another_pawn_than_the_cards() -> None:
    readings = {
        "end_no_action": "NOTHING_USEFUL",
        "draw_short": "EXCHANGE_ONLY",
        "wild_moves": "MOVES_FREELY",
    }
    assert laid("O*", "B", boxes="R:RR O:ROOO", **readings).turn == "north: act"
    # Only a red pawn is astray, and the wild must move one of another colour.  Seven box cards are sorted.
    assert laid("R*", "B", boxes="R:RR O:ROOO", **readings).turn == "over: 20"


def test_reading_a_wild_is_of_use_where_the_last_foreign_pawn_leaves() -> None:
    # Red, orange and yellow box cards are full; a black pawn was never dealt, and its space is free.
    boxes = "R:RRY O:ROO Y:OYY K:KK"
    play = begin(readings={"end_no_action": "NOTHING_USEFUL", "box_space": "SPACES"})
    lay(play, boxes, "*", "B", pile="", out="K")
    assert play.turn == "north: act"
    # Two foreign pawns on each of two box cards: when one leaves, another is left, and the place is not home.
    play = begin(readings={"end_no_action": "NOTHING_USEFUL", "box_space": "SPACES"})
    lay(play, "R:ROO O:ORR K:KK", "*", "B", pile="", out="K")
    assert play.turn == "over: 14"


@pytest.mark.clause("queens-collection:wild_alone.draw")
def test_reading_a_pair_played_alone_draws_a_card_as_a_wild_does() -> None:
    play = laid("YYB", "GBP", pile="KW", pair_draw="AS_PRINTED")
    play.do("play_wild Y R O R")
    assert play.turn == "north: draw"
    play.do("draw K")
    assert (play.turn, play["north"]) == ("east: act", "BK")


# ------------------------------------------------------------------------------------------------- trading


def test_reading_wilds_are_not_traded() -> None:
    play = laid("G*", "B*", pile="K", trade_wild="COLOURED_ONLY")
    play.refused("trade east * B")
    play.refused("trade east G *")
    assert play.do("trade east G B") == {"north: -G +B", "east: -B +G"}


def test_reading_equal_cards_are_not_traded() -> None:
    play = laid("GW", "GB", pile="K", trade_same="BARRED")
    play.refused("trade east G G")
    assert play.do("trade east G B") == {"north: -G +B", "east: -B +G"}


def asked(play: Plain) -> str:
    """Whose consent is due."""
    assert play.state.phase.name == "CONSENT"
    who = play.reader.decider(play.state, "agree")
    assert who is not None
    return str(who.name).lower()


@pytest.mark.clause("queens-collection:trade.one_for_one")
def test_reading_the_owner_is_asked_in_every_trade_anew() -> None:
    play = laid("RO", "GB", "KW", pile="PP", trade_consent="OWNER_AGREES")
    assert play.do("trade south R K") == set()
    assert asked(play) == "south"
    assert play.do("agree") == {"north: -R +K", "south: -K +R"}
    play.do("burn P")
    assert play.turn == "east: act"
    play.do("trade north G O")
    assert asked(play) == "north"
    assert play.do("agree") == {"east: -G +O", "north: -O +G"}


def test_reading_as_many_trades_as_cards() -> None:
    play = laid("RO", "GB", pile="PPPPK", trade_count="SEVERAL")
    play.do("trade east R G")
    play.do("burn P")
    assert play.turn == "north: trade on"
    play.do("stop_trading")
    assert play.turn == "east: act"
    # East may trade as often as if North had not traded at all.
    play.do("trade north R G")
    play.do("burn P")
    assert play.turn == "east: trade on"
    play.do("trade north B O")
    play.do("burn P")
    assert play.turn == "north: act"


# ------------------------------------------------------------------------------------ wilds that move freely


def test_reading_two_wilds_move_pawns_of_two_colours() -> None:
    play = laid("**", "G", wild_moves="MOVES_FREELY")
    assert play.do("exchange_twice_freely * O R O") == {
        "box R: -O",
        "box O: +O",
        "north: -**",
        "discards: +**",
    }
    # The second pawn is of another colour, which the list has later, and changes its box card.
    play.refused("move_second O R B")
    play.refused("move_second R O R")
    play.refused("move_second Y G G")
    assert play.do("move_second Y G Y") == {"box G: -Y", "box Y: +Y"}
    assert play.turn == "east: act"
