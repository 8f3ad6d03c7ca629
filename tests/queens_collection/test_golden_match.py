"""A match of the competitive game: a whole one of two rounds, its totals, who wins, and how it may be prepared."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.queens_collection.against_table import Play, at_take, begin
from tests.tables import HOUSE, both

SEATS = ("north", "east", "south", "west")
EVERY_LEVEL = {"difficulty_modes": "every_mode"}
BOTH_SIDES = {"beginner_modes": "every_mode"}
ONE_LEVEL = {"difficulty_both": "one_of_two"}
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white")


# ------------------------------------------------------------------------------------------------ a whole match


def turn(play: Play, who: str, reveals: str, made: str, refill: str, after: str) -> None:
    """A turn of pairs: cards revealed, pairs made, cards drawn into the display, and how it leaves its player.

    ``after``: hand, pawns and box cards of the player, size of the pile.
    """
    assert both(play) == (f"{who}: reveal", {"reveal", "stop_revealing"})
    play.turn_up(reveals)
    if len(reveals) < 5:
        play.do("stop_revealing")
    for pair in made.split():
        play.do("pair " + " ".join(pair))
    if "stop_pairing" in play.moves:
        play.do("stop_pairing")
    play.refill(refill)
    assert play.see(f"{who} hand", f"{who} pawns", f"{who} boxes", "pile") == tuple(after.split())


def play_round(play: Play, a: str, b: str) -> None:
    """A round that ``a`` begins and ends: 38 points for ``a``, 29 for ``b``."""
    play.deal({a: "RO", b: "YG"}, "ROY")
    assert play.see("pile", "display") == ("31", "ROY")
    turn(play, a, "Y", "RRR OOO YYY", "GBP", "- 3 0 27")
    turn(play, b, "BP", "GGG BBB PPP", "KW*", "Y 3 0 22")
    turn(play, a, "KW*", "KKK WWW **K", "ROY", "- 6 0 16")
    turn(play, b, "RO", "RRR OOO YYY", "GBP", "- 6 0 11")
    turn(play, a, "GBPK", "GGG BBB PPP", "KW*", "K 9 0 4")
    assert play.see(*COLOURS) == ("1", "1", "1", "1", "1", "1", "1", "2")
    assert play["discards"] == "RRRROOOOYYYYGGGGBBBBPPPPKKWW**"
    # Three wilds take the last black pawn and both white ones.  A white card is the last of the draw pile: it goes
    # to the display, all discards are shuffled, and the display is filled up from them.
    assert both(play) == (f"{b}: reveal", {"reveal", "stop_revealing"})
    play.turn_up("***")
    play.do("stop_revealing; pair * K K; pair * W W; pair * * W")
    assert play.see(f"{b} hand", f"{b} pawns", f"{b} boxes", "pile") == ("-", "9", "2", "1")
    assert play.weights() == {"refill W": 1}
    assert "competitive.reshuffle" not in play.clauses
    play.do("refill W")
    assert "competitive.reshuffle" in play.clauses
    assert play.see("pile", "discards") == ("36", "-")
    play.refill("GR")
    assert play.pile == "RRROOOOYYYYGGGBBBBPPPPKKKWWW******"
    # Two red cards: they are lost, and the black card, for which there is no other, is exchanged for a red one.
    play.turn_up("R")
    play.do("reveal")
    assert play.do("turn_up R") == {"revealed: R > -", "discards: - > RR", "pile: 33 > 32"}
    assert play.due == f"{a}: take"
    play.do("exchange; give K; receive R")
    assert play.see(f"{a} hand", "display", "pile") == ("R", "GKW", "32")
    # The black and the white box are empty: those pairs only rid the hand of cards.
    play.turn_up("GKW")
    play.do("stop_revealing; pair G G G; pair W W W; pair K K K")
    assert play.see("out", "discards") == ("KKWW", "RRGG")
    assert play.see(f"{b} hand", f"{b} pawns", f"{b} boxes") == ("-", "10", "3")
    play.refill("OYP")
    turn(play, a, "OYP", "OOO YYY PPP", "BB*", "R 12 3 20")
    # Two boxes are left, with a pawn each.
    assert play.see(*COLOURS) == ("1", "0", "0", "0", "1", "0", "0", "0")
    play.do("stop_revealing")  # without a card: nothing else to do
    assert play.due == f"{a}: reveal"
    play.do("stop_revealing")
    play.do("pair R * R")


def test_a_whole_match_of_two_rounds() -> None:
    play = begin("two")
    play.do("draw_first_player north")
    play_round(play, "north", "east")
    # 13 pawns and four boxes against ten and three; neither holds a card.
    assert play.see("north points", "east points") == ("38", "29")
    assert play.see("round", "first", "turn", "pile") == ("2", "east", "east", "38")
    assert play.see(*COLOURS) == ("3",) * 8
    play_round(play, "east", "north")
    assert play.see("north points", "east points") == ("67", "67")
    assert play.due == "over: north and east"
    assert {p.name.lower(): k for p, k in play.reader.scores(play.state).items()} == {"north": 67, "east": 67}


# -------------------------------------------------------------------------------------------------- the rounds


@pytest.mark.parametrize(("game", "rounds"), [("two", 2), ("three", 3), ("four", 4)])
def test_there_are_as_many_rounds_as_players(game: str, rounds: int) -> None:
    firsts = SEATS[:rounds]
    for in_round in range(1, rounds + 1):
        # The player before the first one of the round ends it.
        first = firsts[in_round - 1]
        play = at_take(
            "R", "RGB", game=game, boxes="13000000", taken={"north": "0+0"}, in_round=in_round, first=first
        )
        play.do("pair R R R")
        if in_round < rounds:
            assert play.see("round", "first", "turn") == (str(in_round + 1), *[firsts[in_round]] * 2)
            assert play.due == "chance: deal"
        else:
            assert play.due.startswith("over: ")
            assert play.moves == set()


@pytest.mark.parametrize(
    ("game", "first", "following"),
    [
        ("two", "east", "north"),
        ("three", "south", "north"),
        ("four", "west", "north"),
        ("four", "east", "south"),
    ],
)
def test_the_start_moves_on_to_the_left(game: str, first: str, following: str) -> None:
    play = at_take("R", "RGB", game=game, boxes="13000000", taken={"north": "0+0"}, first=first)
    play.do("pair R R R")
    assert play.see("first", "turn") == (following, following)


# ------------------------------------------------------------------------------------------------ who wins


def final(game: str, points: Mapping[str, int], taken: Mapping[str, str]) -> Play:
    """The end of the last round: North takes the red box; nobody else holds a card."""
    number = {"two": 2, "three": 3, "four": 4}[game]
    play = at_take("R", "RGB", game=game, boxes="13000000", taken=taken, points=points, in_round=number)
    play.do("pair R R R")
    return play


@pytest.mark.parametrize(
    ("points", "totals", "winners"),
    [
        # In the last round North gets 3 + 2 * 11 = 25 points more, East 18 + 20 = 38.
        ({"north": 0, "east": 0}, (25, 38), "east"),
        ({"north": 14, "east": 0}, (39, 38), "north"),
        ({"north": 13, "east": 0}, (38, 38), "north and east"),
        ({"north": 12, "east": 0}, (37, 38), "east"),
        ({"north": -30, "east": -43}, (-5, -5), "north and east"),
        ({"north": -30, "east": -44}, (-5, -6), "north"),
    ],
)
def test_most_points_of_all_rounds_win(
    points: Mapping[str, int], totals: tuple[int, int], winners: str
) -> None:
    play = final("two", points, {"north": "10+0"})
    assert play.see("north points", "east points") == tuple(map(str, totals))
    assert play.due == f"over: {winners}"
    assert tuple(play.reader.scores(play.state).values()) == totals


@pytest.mark.parametrize(
    ("points", "winners"),
    [
        # In the last round North gets 5, East 10 and South 2 * 15 + 18 = 48.
        ({"north": 60, "east": 55, "south": 17}, "north and east and south"),
        ({"north": 60, "east": 55, "south": 16}, "north and east"),
        ({"north": 60, "east": 54, "south": 17}, "north and south"),
        ({"north": 59, "east": 55, "south": 17}, "east and south"),
        ({"north": 60, "east": 54, "south": 16}, "north"),
        ({"north": 59, "east": 54, "south": 17}, "south"),
    ],
)
def test_who_is_level_at_the_top_wins_together(points: Mapping[str, int], winners: str) -> None:
    play = final("three", points, {"north": "0+0", "east": "5+0"})
    assert play.due == f"over: {winners}"


def test_a_tie_below_the_top_does_not_matter() -> None:
    # North 5 + 40, East 10 + 35, South 4, West 2 * 13 + 18 = 44 + 2.
    points = {"north": 40, "east": 35, "south": 0, "west": 2}
    play = final("four", points, {"north": "0+0", "east": "5+0", "south": "2+0"})
    assert play.see(*(f"{name} points" for name in SEATS)) == ("45", "45", "4", "46")
    assert play.due == "over: west"


# -------------------------------------------------------------------------------------------------- the levels

ASKED = {"fewer_colours": 1, "fewer_wilds": 2, "beginners": 1}


def prepared(readings: Mapping[str, str], parameters: Mapping[str, int]) -> tuple[int, int, str, str]:
    """Cards of a colour, wilds, size of the pile, pawns on the boxes."""
    play = begin("two", readings, parameters)
    play.do("draw_first_player north")
    weights = play.weights()
    pawns = "".join(play.see(*COLOURS))
    assert len({k for move, k in weights.items() if move != "deal *"}) == 1
    return weights["deal R"], weights["deal *"], str(play["pile"]), pawns


def test_the_levels_are_for_the_first_booklet() -> None:
    assert prepared(HOUSE, ASKED) == (4, 6, "38", "33333333")
    assert prepared(ONE_LEVEL, ASKED) == (4, 6, "38", "33333333")


def test_reading_every_mode_may_be_made_harder() -> None:
    assert prepared(EVERY_LEVEL, ASKED) == (3, 4, "28", "33333333")
    assert prepared(EVERY_LEVEL, {"fewer_wilds": 3}) == (4, 3, "35", "33333333")


def test_reading_one_of_the_two_adjustments_at_the_most() -> None:
    readings = EVERY_LEVEL | ONE_LEVEL
    assert prepared(readings, {"fewer_colours": 1}) == (3, 6, "30", "33333333")
    assert prepared(readings, {"fewer_wilds": 3}) == (4, 3, "35", "33333333")
    both_asked = prepared(readings, {"fewer_colours": 1, "fewer_wilds": 3})
    assert both_asked in {(3, 6, "30", "33333333"), (4, 3, "35", "33333333"), (4, 6, "38", "33333333")}


def test_reading_every_mode_may_be_played_on_the_side_with_two_spaces() -> None:
    assert prepared(BOTH_SIDES, ASKED) == (4, 6, "38", "22222222")
    assert prepared(BOTH_SIDES, {"beginners": 0}) == (4, 6, "38", "33333333")


def test_reading_with_two_spaces_the_second_pawn_is_the_last() -> None:
    play = begin("two", BOTH_SIDES, {"beginners": 1})
    play.do("draw_first_player north")
    play.deal({"north": "RR", "east": "GG"}, "RRY")
    play.do("stop_revealing; pair R R R")
    assert play.do("pair R R R") == {
        "north hand: R > -",
        "display: RY > Y",
        "discards: RR > RRRR",
        "red: 1 > 0",
        "north pawns: 1 > 2",
        "north boxes: 0 > 1",
    }
