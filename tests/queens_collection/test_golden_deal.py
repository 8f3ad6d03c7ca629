"""The deal of the pawns, the opening cards and who begins, as the first booklet has them."""

from __future__ import annotations

import pytest

from tests.queens_collection.table import CARDS, COLOURS, DECK, Play, begin, told

LAP = "OYGBPKWR"
"""Every box card gets a pawn of the colour that follows in the ring."""


def dealt(cards: str, readings: dict[str, str] | None = None) -> Play:
    play = begin(readings=readings or {})
    play.deal(cards)
    return play


# ------------------------------------------------------------------------------------------------- in order


def test_the_deal_starts_with_bare_box_cards_and_the_whole_deck() -> None:
    play = begin()
    assert (play.due, play.boxes) == ("north: deal", "- - - - - - - -")
    assert play["supply"] == told(COLOURS * 3)
    assert play["pile"] == told(DECK)
    assert (play["discards"], play["out"], play["north"]) == ("", "", "")
    assert play.moves == {f"deal {card}" for card in CARDS}
    assert play.weights() == {**{f"deal {c}": 4 for c in COLOURS}, "deal *": 6}


def test_a_card_puts_a_pawn_of_its_colour_on_the_first_box_card_and_then_clockwise() -> None:
    play = begin()
    for box, card in zip(COLOURS, LAP, strict=True):
        assert play.turn_up(card) == {f"box {box}: +{card}", f"supply: -{card}"}
        assert {"deal.reveal", "deal.clockwise", "deal.round", "deal.colour"} <= play.clauses
    # The second lap begins with the first box card again.
    assert play.turn_up("Y") == {"box R: +Y", "supply: -Y"}
    assert play.weights() == {f"deal {c}": {"Y": 2}.get(c, 3) for c in COLOURS} | {"deal *": 6}


def test_a_deal_without_wilds_takes_three_laps_and_every_card_is_shuffled_in_again() -> None:
    play = dealt(LAP * 3)
    assert play.boxes == "OOO YYY GGG BBB PPP KKK WWW RRR"
    assert (play["supply"], play["out"], play["discards"]) == ("", "", "")
    assert play["pile"] == told(DECK)
    assert play.due == "north: opening"
    assert {"setup.draw_pile.all", "deal.until_all"} <= play.clauses


def test_a_box_card_may_get_pawns_of_several_colours() -> None:
    play = dealt(LAP + "YGBPKWRO" + "GBPKWROY")
    assert play.boxes == "OYG YGB GBP BPK PKW RKW ROW ROY"


# ---------------------------------------------------------------------------------------- cards that do less


def test_for_a_wild_the_box_card_goes_without() -> None:
    play = begin()
    assert play.turn_up("*") == set()
    assert "deal.wild_skips" in play.clauses
    assert play.turn_up("R") == {"box O: +R", "supply: -R"}


def test_six_wilds_in_a_row_skip_six_box_cards() -> None:
    play = dealt("******")
    assert play.boxes == "- - - - - - - -"
    assert play.moves == {f"deal {c}" for c in COLOURS}
    assert play.turn_up("R") == {"box K: +R", "supply: -R"}


def test_a_card_whose_pawns_are_all_dealt_is_laid_aside_and_the_box_card_waits_for_the_next() -> None:
    play = dealt("OYOO")
    assert play.turn_up("O") == set()
    assert {"deal.reveal", "deal.no_pawn_left"} == set(play.clauses)
    assert play.turn_up("R") == {"box B: +R", "supply: -R"}
    assert "deal O" not in play.moves  # all four are turned up


def test_such_a_card_passes_no_box_card_by_even_at_the_box_of_its_own_colour() -> None:
    play = dealt("GGG")  # red, orange, yellow have a green pawn each; green's own turn
    assert play.turn_up("G") == set()
    assert "deal.own_colour" not in play.clauses
    assert play.turn_up("R") == {"box G: +R", "supply: -R"}


# ---------------------------------------------------------------------------------------------- own colours


@pytest.mark.parametrize(
    ("reading", "receiver"), [("PAST_FILLED", "Y"), ("FILLED_AGAIN", "O"), ("STILL_DUE", "R")]
)
def test_a_pawn_is_handed_on_from_its_own_box_and_then_it_is_the_turn_of(reading: str, receiver: str) -> None:
    play = begin(readings={"deal_own_colour": reading})
    assert play.turn_up("R") == {"box O: +R", "supply: -R"}
    assert "deal.own_colour" in play.clauses
    assert play.turn_up("P") == {f"box {receiver}: +P", "supply: -P"}


def test_the_house_goes_on_after_the_box_card_that_received_the_pawn() -> None:
    play = dealt("RP")
    assert play.boxes == "- R P - - - - -"


@pytest.mark.parametrize(
    ("reading", "receiver"), [("PAST_FILLED", "O"), ("FILLED_AGAIN", "R"), ("STILL_DUE", "W")]
)
def test_from_the_last_box_card_a_pawn_is_handed_on_to_the_first(reading: str, receiver: str) -> None:
    play = dealt("OYGBPKR", {"deal_own_colour": reading})
    assert play.turn_up("W") == {"box R: +W", "supply: -W"}
    assert play.turn_up("P") == {f"box {receiver}: +P", "supply: -P"}


def test_own_colours_at_every_second_place_leave_those_box_cards_behind_till_a_fourth_lap() -> None:
    play = dealt("RYBK")
    assert play.boxes == "- R - Y - B - K"
    # Two whole laps later four box cards have a space left; only they are served.
    play.deal("OYGBPKWR" * 2)
    assert play.boxes == "OO RYY GG YBB PP BKK WW RRK"
    assert play["supply"] == "OGPW"
    assert play.turn_up("G") == {"box R: +G", "supply: -G"}
    assert play.turn_up("O") == {"box Y: +O", "supply: -O"}
    assert play.turn_up("W") == {"box B: +W", "supply: -W"}
    play.do("deal P")
    assert play.boxes == "OOG RYY OGG YBB PPW BKK PWW RRK"
    assert play.due == "north: opening"


# -------------------------------------------------------------------------------------------- full box cards

ORANGE_BEHIND = "O*GBPKWR" + LAP + LAP
"""Orange was skipped once: 23 pawns stand, orange has a space, a yellow pawn is left."""

RED_AND_GREEN_BEHIND = "*YG*PKWR" + LAP + "OYGBPKWB"
"""Red and green were skipped once: two spaces there, a red and an orange pawn are left."""


@pytest.mark.parametrize(("reading", "box"), [("SKIPPED", "O"), ("NO_LIMIT", "R")])
def test_a_full_box_card_is_passed_over(reading: str, box: str) -> None:
    play = dealt(ORANGE_BEHIND, {"deal_full_box": reading})
    assert play.boxes == "OOO YY GGG BBB PPP KKK WWW RRR"
    play.do("deal Y")
    ends = {
        "O": "OOO YYY GGG BBB PPP KKK WWW RRR",
        "R": "OOOY YY GGG BBB PPP KKK WWW RRR",
    }
    assert play.boxes == ends[box]
    assert play.due == "north: opening"


def test_a_wild_skips_the_only_box_card_that_has_a_space_without_any_effect() -> None:
    play = dealt(ORANGE_BEHIND)
    assert play.turn_up("*") == set()
    play.do("deal Y")
    assert play.boxes == "OOO YYY GGG BBB PPP KKK WWW RRR"


def test_without_a_limit_a_wild_lets_the_next_full_box_card_have_the_pawn() -> None:
    play = dealt(ORANGE_BEHIND + "****Y", {"deal_full_box": "NO_LIMIT"})
    assert play.boxes == "OOO YY GGG BBB YPPP KKK WWW RRR"


def test_a_pawn_is_handed_on_past_full_box_cards() -> None:
    play = dealt(RED_AND_GREEN_BEHIND)
    assert play.boxes == "OO YYY GGG BB PPP KKK WWW RRB"
    assert play.turn_up("R") == {"box G: +R", "supply: -R"}
    play.do("deal O")
    assert play.boxes == "OOO YYY GGG RBB PPP KKK WWW RRB"


def test_without_a_limit_it_is_handed_on_to_the_very_next() -> None:
    play = dealt(RED_AND_GREEN_BEHIND, {"deal_full_box": "NO_LIMIT"})
    assert play.turn_up("R") == {"box O: +R", "supply: -R"}
    play.do("deal O")
    assert play.boxes == "OO RYYY OGGG BB PPP KKK WWW RRB"


# ------------------------------------------------------------------------------------- only its own box left

RED_LEFT = "*YGBPKWR" + LAP + "OYGBPKWO"
"""The last pawn is red, and only the red box card has a space."""

TWO_REDS_LEFT = "*YGBPKWO" + "*YGBPKWR" + "OYGBPKWO"
"""The last two pawns are red, and only the red box card has spaces: two."""


def test_the_last_pawn_goes_home_where_the_only_space_is() -> None:
    play = dealt(RED_LEFT)
    assert play.boxes == "OO YYY GGG BBB PPP KKK WWW RRO"
    assert play.turn_up("*") == set()
    play.do("deal R")
    assert play.boxes == "ROO YYY GGG BBB PPP KKK WWW RRO"
    assert (play.due, play["pile"]) == ("north: opening", told(DECK))


def test_two_last_pawns_both_go_home() -> None:
    play = dealt(TWO_REDS_LEFT)
    assert play.boxes == "O YYY GGG BBB PPP KKK WWW ROO"
    play.deal("RR")
    assert play.boxes == "RRO YYY GGG BBB PPP KKK WWW ROO"


def test_or_it_goes_onto_the_next_box_card_as_a_fourth() -> None:
    play = dealt(RED_LEFT + "R", {"deal_blocked": "FOURTH"})
    assert play.boxes == "OO RYYY GGG BBB PPP KKK WWW RRO"
    assert play.due == "north: opening"


def test_or_it_stays_out_when_every_card_has_been_turned_up() -> None:
    play = dealt(RED_LEFT, {"deal_blocked": "NEXT_CARD"})
    assert play["pile"] == "RROYGBPKW*****"
    for card in "R*OYGBPKW****":
        assert play.turn_up(card) == set()
    play.do("deal R")
    assert play.boxes == "OO YYY GGG BBB PPP KKK WWW RRO"
    assert (play["supply"], play["out"]) == ("", "R")
    assert (play.due, play["pile"]) == ("north: opening", told(DECK))


# ------------------------------------------------------------------------------------- cards, and who begins


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_lays_three_cards_open_and_the_group_decides_who_begins(players: int) -> None:
    play = begin(players)
    play.deal(LAP * 3)
    names = ["north", "east", "south", "west"][:players]
    for name in names:
        for card in "RO*":
            assert play.due == f"{name}: opening"
            assert play.do(f"open_card {card}") == {f"{name}: +{card}", f"pile: -{card}"}
        assert play[name] == "RO*"
    assert len(play["pile"]) == 38 - 3 * players
    assert play["discards"] == ""
    assert play.due == "north: choose first"
    assert play.moves == {f"begin_with {name}" for name in names}


def test_opening_cards_come_off_the_whole_deck() -> None:
    play = dealt(LAP * 3)
    assert play.weights() == {**{f"open_card {c}": 4 for c in COLOURS}, "open_card *": 6}
    play.do("open_card R")
    assert play.weights() == {**{f"open_card {c}": 3 if c == "R" else 4 for c in COLOURS}, "open_card *": 6}


def test_who_begins_is_not_decided_before_the_cards_lie_open() -> None:
    play = dealt(LAP * 3)
    for card in "ROYGBPKWROY":
        play.refused("begin_with north")
        play.do(f"open_card {card}")
    play.refused("begin_with north")
    play.do("open_card *")
    assert play.names == {"begin_with"}


def test_from_the_chosen_player_turns_pass_clockwise() -> None:
    play = dealt(LAP * 3)
    for card in "ROYGBPKWROYG":
        play.do(f"open_card {card}")
    assert play.do("begin_with south") == set()
    assert {"setup.first_player", "turn.first"} <= play.clauses
    for name, card in [("south", "K"), ("west", "O"), ("north", "R"), ("east", "G"), ("south", "W")]:
        assert play.due == f"{name}: act"
        assert play.do(f"renew_one {card}") == {f"{name}: -{card}", f"discards: +{card}"}
        assert play.due == f"{name}: draw"
        play.do("draw B" if name == "south" and card == "K" else "draw *")
    assert play.due == "west: act"
