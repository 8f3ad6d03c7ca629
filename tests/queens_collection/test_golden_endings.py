"""Passing, and how a cooperative game ends."""

from __future__ import annotations

import pytest

from tests.queens_collection.table import Play, alone, exchanges, renewals, table, trades, with_wild

CROSSED = "R:RRO O:ROO"
SWAPPED = "R:RRO O:ROO Y:YYG G:YGG"
"""Two pairs of colours have a pawn each on the other's box card: 4 x 3 - 4 = 8 points."""


def laid(*displays: str, pile: str | None = "", boxes: str = CROSSED, turn: int = 0, **readings: str) -> Play:
    return table(boxes, *displays, pile=pile, turn=turn, readings=readings)


# --------------------------------------------------------------------------------------------- all at home


def test_the_last_pawn_home_ends_the_game_at_once_whatever_is_left() -> None:
    play = laid("ROY", "GBP", pile=None)
    assert play.do("exchange R O O R") == {"box R: -O +R", "box O: -R +O", "north: -RO", "discards: +RO"}
    assert (play.due, play.moves) == ("over: 24", set())
    assert play.refused("pass_turn").text == "the game has ended"


@pytest.mark.parametrize(
    ("cards", "step"),
    [
        ("R*", "exchange_with_wild R * O O R"),
        ("**", "exchange_with_two_wilds * R O O R"),
        ("RYY", "exchange_with_wild R Y O O R"),
    ],
)
def test_so_does_an_exchange_with_wilds_or_a_pair(cards: str, step: str) -> None:
    play = laid(cards, "GBP", pile=None)
    play.do(step)
    assert play.due == "over: 24"


@pytest.mark.parametrize(("cards", "by"), [("*", "*"), ("YY", "Y")])
def test_so_does_a_wild_alone(cards: str, by: str) -> None:
    play = laid(cards, "G", boxes="R:RR O:ROOO", pile=None)
    play.do(f"play_wild {by} R O R")
    assert play.due == "over: 24"


def test_one_pawn_astray_is_enough_to_go_on() -> None:
    play = laid("*", "G", boxes="R:RR O:ROOO", pile=None)
    play.do("play_wild * R O W")
    assert play.due == "north: draw"
    play.do("draw *")
    assert play.due == "east: act"


# ------------------------------------------------------------------------------------------- may one pass


def test_nobody_passes_while_there_is_a_pile() -> None:
    play = laid("ROY", "GBP", pile="K")
    play.refused("pass_turn")


def test_with_an_empty_pile_a_player_may_pass_or_act() -> None:
    play = laid("ROY", "GBP")
    assert play.moves == exchanges(play, "R", "O") | exchanges(play, "R", "Y") | exchanges(play, "O", "Y") | (
        renewals("ROY") | {"pass_turn"}
    )
    assert play.do("pass_turn") == set()
    assert "end.all_passed" in play.clauses
    assert play.due == "east: act"


@pytest.mark.parametrize(
    ("displays", "pile", "pile_empty", "only_stuck", "any_turn"),
    [
        (("RO", "G"), "K", False, False, True),
        (("RO", "G"), "", True, False, True),
        (("R", "G"), "", True, False, True),  # it may be thrown off, though nothing is drawn
        (("", "G"), "", True, True, True),
        (("", "G"), "K", False, True, True),
    ],
)
def test_when_a_player_may_pass(
    displays: tuple[str, ...], pile: str, pile_empty: bool, only_stuck: bool, any_turn: bool
) -> None:
    found = [
        "pass_turn" in laid(*displays, pile=pile, passing=reading).moves
        for reading in ("PILE_EMPTY", "ONLY_STUCK", "ANY_TURN")
    ]
    assert found == [pile_empty, only_stuck, any_turn]


def test_by_no_reading_does_the_freedom_to_pass_take_an_action_away() -> None:
    for pile in ("", "K"):
        house = laid("R*G", "B", pile=pile).moves - {"pass_turn"}
        for reading in ("ONLY_STUCK", "ANY_TURN"):
            assert laid("R*G", "B", pile=pile, passing=reading).moves - {"pass_turn"} == house


def test_of_a_player_without_cards_while_there_is_a_pile_the_book_says_nothing() -> None:
    # It can come about where drawing is all or none: three cards off, two in the pile.
    play = laid("GBP", "KWY", pile="RR", draw_partial="ALL_OR_NONE")
    play.do("renew_three")
    play.do("renew_three")
    assert (play.due, play.moves) == ("silent: turn.one_action", set())


# ------------------------------------------------------------------------------------------ all have passed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybodys_pass_with_an_empty_pile_ends_the_game(players: int) -> None:
    play = laid(*["GBP"] * players, turn=1)
    for left in range(players, 0, -1):
        assert not play.due.startswith("over"), left
        play.do("pass_turn")
    assert play.due == "over: 16"


def test_an_empty_pile_alone_ends_nothing() -> None:
    play = laid("ROY", "GBP", pile="K")
    play.do("renew_one Y")
    play.draw("K")
    assert (play["pile"], play.due) == ("", "east: act")


def test_passes_are_to_follow_each_other() -> None:
    play = laid("K", "GB")
    play.do("pass_turn")
    play.do("renew_one G")
    play.do("pass_turn")
    assert play.due == "east: act"  # north's two passes are not everybody's
    play.do("renew_one B")
    # North acts again, although it has passed twice.
    assert (play.due, play.moves) == ("north: act", {"renew_one K", "pass_turn"})
    play.do("renew_one K")
    assert (play.due, play.moves) == ("east: act", {"pass_turn"})
    play.do("pass_turn")
    assert play.due == "north: act"
    play.do("pass_turn")
    assert play.due == "over: 16"


def test_or_a_pass_is_final() -> None:
    play = laid("K", "GB", "P", all_passed="ONCE_EACH")
    play.do("pass_turn")
    play.do("renew_one G")
    assert play.due == "south: act"
    play.do("renew_one P")
    assert play.due == "east: act"
    play.do("pass_turn")
    assert (play.due, play.moves) == ("south: act", {"pass_turn"})
    play.do("pass_turn")
    assert play.due == "over: 16"


def test_with_final_passes_the_last_player_goes_on_alone() -> None:
    play = laid("K", "GB", all_passed="ONCE_EACH")
    play.do("pass_turn")
    play.do("renew_one G")
    assert play.due == "east: act"
    play.do("renew_one B")
    assert play.due == "east: act"
    play.do("pass_turn")
    assert play.due == "over: 16"


def test_passing_at_will_does_not_end_the_game_before_the_pile_is_empty() -> None:
    play = laid("RO", "GB", pile="K", passing="ANY_TURN")
    for name in ("east", "north", "east", "north"):
        play.do("pass_turn")
        assert play.due == f"{name}: act"
    play.do("renew_one R")
    play.draw("K")
    play.do("pass_turn")
    assert play.due == "north: act"
    play.do("pass_turn")
    assert play.due == "over: 16"


# --------------------------------------------------------------------------------------- nothing left to do


def test_in_the_house_bare_tables_still_pass_round() -> None:
    play = laid("", "")
    assert (play.due, play.moves) == ("north: act", {"pass_turn"})
    play.do("pass_turn")
    play.do("pass_turn")
    assert play.due == "over: 16"


def test_or_the_game_is_over_when_nobody_can_do_anything() -> None:
    assert laid("", "", end_no_action="NOTHING_POSSIBLE").due == "over: 16"
    play = laid("K", "", end_no_action="NOTHING_POSSIBLE")
    assert play.due == "north: act"
    play.do("renew_one K")
    assert play.due == "over: 16"
    assert laid("K", "").do("renew_one K") == {"north: -K", "discards: +K"}


def test_while_somebody_else_can_act_it_goes_on() -> None:
    play = laid("", "K", end_no_action="NOTHING_POSSIBLE")
    assert (play.due, play.moves) == ("north: act", {"pass_turn"})
    play.do("pass_turn")
    assert (play.due, play.moves) == ("east: act", {"renew_one K", "pass_turn"})
    play.do("renew_one K")
    assert play.due == "over: 16"


def test_by_that_reading_passes_alone_do_not_end_it() -> None:
    play = laid("K", "G", end_no_action="NOTHING_POSSIBLE")
    play.do("pass_turn")
    play.do("pass_turn")
    assert (play.due, play.moves) == ("north: act", {"renew_one K", "pass_turn"})
    # Where passes are final besides, nobody is left to play on, and no sentence ends the game.
    final = laid("K", "G", end_no_action="NOTHING_POSSIBLE", all_passed="ONCE_EACH")
    final.do("pass_turn")
    final.do("pass_turn")
    assert (final.due, final.moves) == ("silent: end.all_passed", set())


def test_or_it_is_over_when_no_action_can_raise_the_score() -> None:
    # Green and blue cannot be mended with these cards, nor with each other's.
    assert laid("GB", "PK", boxes=CROSSED, end_no_action="NOTHING_USEFUL").due == "over: 16"
    assert laid("GB", "PK", boxes=CROSSED).due == "north: act"
    # One orange card is not enough, an orange and a red one are.
    assert laid("GO", "PK", end_no_action="NOTHING_USEFUL").due == "over: 16"
    assert laid("RO", "PK", end_no_action="NOTHING_USEFUL").due == "north: act"


def test_while_there_is_a_pile_taking_cards_makes_sense() -> None:
    play = laid("GB", "PK", pile="W", end_no_action="NOTHING_USEFUL")
    assert play.due == "north: act"
    play.do("renew_one B")
    play.do("draw W")
    assert play.due == "over: 16"


def test_the_other_player_may_still_have_the_useful_cards() -> None:
    play = laid("GB", "RO", end_no_action="NOTHING_USEFUL")
    assert play.due == "north: act"
    play.do("pass_turn")
    play.do("renew_one R")
    # With the red card went the last useful action.
    assert play.due == "over: 16"


def test_the_last_useful_action_ends_the_game_short_of_the_maximum() -> None:
    play = laid("ROK", "PB", boxes=SWAPPED, end_no_action="NOTHING_USEFUL")
    assert (play.due, play.points) == ("north: act", 8)
    play.do("exchange R O O R")
    assert play.due == "over: 16"
    house = laid("ROK", "PB", boxes=SWAPPED)
    house.do("exchange R O O R")
    assert house.due == "east: act"


@pytest.mark.parametrize(
    ("cards", "useful"),
    [("*", True), ("KK", True), ("R*", True), ("RYY", True), ("**", True), ("GPK", False), ("R", False)],
)
def test_a_wild_or_a_pair_can_bring_a_pawn_home_while_any_is_astray(cards: str, useful: bool) -> None:
    play = laid(cards, "", end_no_action="NOTHING_USEFUL")
    assert play.due == ("north: act" if useful else "over: 16")


def test_a_pawn_brought_home_from_a_third_box_card_counts_as_useful() -> None:
    # Red stands on yellow, orange on red, yellow on orange: red home, orange from red to yellow gains a point.
    boxes = "R:RRO O:OOY Y:YYR"
    assert laid("RO", "", boxes=boxes, end_no_action="NOTHING_USEFUL").due == "north: act"
    assert laid("RG", "", boxes=boxes, end_no_action="NOTHING_USEFUL").due == "over: 12"
    play = laid("RO", "", boxes=boxes, end_no_action="NOTHING_USEFUL")
    play.do("exchange R O Y R")
    assert (play.boxes, play.due) == ("RRR OOY OYY GGG BBB PPP KKK WWW", "over: 16")


def test_a_game_with_every_kind_of_action_to_its_end_by_passes() -> None:
    play = laid("RG*", "OYY", pile="KKBW*", boxes=SWAPPED)
    assert play.points == 8
    # A wild alone brings the green pawn home; yellow keeps two pawns, green has four.
    play.do("play_wild * G Y G")
    play.draw("K")
    assert play.boxes == "RRO ROO YY YGGG BBB PPP KKK WWW"
    assert (play.points, play.due) == (5 * 3 - 3, "east: act")
    # East's orange card goes to north, who has the red one.
    play.do("trade north O G")
    play.do("burn B")
    assert (play["north"], play["east"], play["pile"]) == ("ROK", "YYG", "KW*")
    play.do("exchange R O O R")
    play.draw("W*")
    assert (play.points, play["pile"]) == (7 * 3 - 1, "K")
    play.do("renew_one G")
    play.draw("K")
    assert (play["pile"], play["east"]) == ("", "YYK")
    assert "pass_turn" in play.moves
    assert play.moves == (
        exchanges(play, "K", "W")
        | with_wild(play, "K")
        | with_wild(play, "W")
        | alone(play)
        | renewals("KW*")
        | {"pass_turn"}
    )
    assert not trades("KW*", east="YYK") & play.moves
    play.do("pass_turn")
    play.do("pass_turn")
    assert play.due == "over: 20"
