"""A round of the competitive game: its deal, refilling, whose turn it is, its end and its points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.queens_collection.against_table import Play, at_take, begin, table
from tests.tables import HOUSE, both

NEEDED = {"reshuffle_when": "when_needed"}
EACH_PAWN = {"round_end_check": "each_pawn"}
EQUAL_TURNS = {"round_end_check": "equal_turns"}
ONE_TURN_EACH = {"round_end_check": "one_turn_each"}
ANY_WAY = {"first_player": "any_way"}
STAY_OUT = {"round_reset": "removed_stay"}
SEATS = ("north", "east", "south", "west")
FULL_DECK = {"R": 4, "O": 4, "Y": 4, "G": 4, "B": 4, "P": 4, "K": 4, "W": 4, "*": 6}
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white")
TURN = {"reveal", "stop_revealing"}


def dealing(**other: int) -> dict[str, int]:
    """The weights of dealing a card of a full deck, but for these."""
    return {f"deal {letter}": k for letter, k in (FULL_DECK | other).items() if k}


def points(play: Play, game: str = "two") -> list[int]:
    return [int(str(play[f"{name} points"])) for name in SEATS[: {"two": 2, "three": 3}.get(game, 4)]]


# -------------------------------------------------------------------------------------------------- the set-up


@pytest.mark.parametrize(("game", "number"), [("two", 2), ("three", 3), ("four", 4)])
def test_the_first_player_is_found_by_chance(game: str, number: int) -> None:
    play = begin(game)
    assert play.due == "chance: first player"
    assert play.weights() == {f"draw_first_player {name}": 1 for name in SEATS[:number]}


def test_reading_the_players_agree_on_the_first_player() -> None:
    play = begin("three", ANY_WAY)
    assert play.moves == {f"agree_on_first_player {name}" for name in SEATS[:3]}
    assert not play.due.startswith("chance")
    play.do("agree_on_first_player south")
    assert play.see("first", "turn") == ("south", "south")
    assert play.weights() == dealing()


@pytest.mark.parametrize(("game", "number"), [("two", 2), ("three", 3), ("four", 4)])
def test_every_pawn_is_at_home_and_all_cards_are_in_the_pile(game: str, number: int) -> None:
    play = begin(game)
    play.do("draw_first_player east")
    assert play.see(*COLOURS) == ("3",) * 8
    assert play.see("pile", "discards", "out", "display") == ("38", "-", "-", "-")
    assert play.weights() == dealing()
    # Two cards each, and three in the middle.
    for _ in range(number):
        assert play.due == "chance: deal"
        play.do("deal *")
    for _ in range(number):
        assert play.due == "chance: deal"
        play.do("deal W")
    hands = [str(play[f"{name} hand"]) for name in SEATS[:number]]
    assert [len(hand) for hand in hands] == [2] * number
    assert "".join(sorted("".join(hands))) == "*" * number + "W" * number
    play.do("open_card R")
    play.do("open_card R")
    assert play.due == "chance: lay out"
    assert play.weights()["open_card R"] == 2
    play.do("open_card G")
    assert play.see("display", "pile") == ("RRG", str(35 - 2 * number))
    # Who was found begins; nobody has anything yet.
    assert both(play) == ("east: reveal", TURN)
    assert play.see("first", "round") == ("east", "1")
    for name in SEATS[:number]:
        assert play.see(f"{name} pawns", f"{name} boxes", f"{name} points") == ("0", "0", "0")


# -------------------------------------------------------------------------------------------------- whose turn


@pytest.mark.parametrize(
    ("game", "first", "order"),
    [
        ("two", "north", "north east north"),
        ("three", "north", "north east south north"),
        ("four", "south", "south west north east south"),
    ],
)
def test_turns_go_clockwise_from_the_first_player(game: str, first: str, order: str) -> None:
    play = table("", "RGY", game=game, turn=first, first=first)
    for name in order.split():
        assert both(play) == (f"{name}: reveal", TURN)
        play.do("stop_revealing")
    assert play.see("first", "round") == (first, "1")


# ------------------------------------------------------------------------------------------------- refilling


def test_the_display_is_brought_back_to_three_cards() -> None:
    play = at_take("RGB", "RGY")
    play.do("pair R R R; pair G G G; stop_pairing")
    assert play.due == "chance: refill"
    assert play.weights() == {
        "refill R": 2,
        "refill O": 4,
        "refill Y": 3,
        "refill G": 2,
        "refill B": 3,
        "refill P": 4,
        "refill K": 4,
        "refill W": 4,
        "refill *": 6,
    }
    assert play.do("refill *") == {"display: Y > Y*", "pile: 32 > 31"}
    assert "competitive.refill" in play.clauses
    # East's turn begins only with three cards.
    assert play.due == "chance: refill"
    assert play.do("refill Y") == {"display: Y* > YY*", "pile: 31 > 30", "turn: north > east"}
    assert both(play) == ("east: reveal", TURN)


def test_the_pile_may_give_out_while_refilling() -> None:
    play = at_take("RGB", "RGY", pile="O", discards="BB")
    play.do("pair R R R; pair G G G; stop_pairing")
    assert play.do("refill O") == {"display: Y > OY", "pile: 1 > 6", "discards: RRGGBB > -"}
    # The pairs of this very turn are in the new pile.
    assert play.weights() == {"refill R": 2, "refill G": 2, "refill B": 2}


def test_the_last_card_may_be_the_one_that_fills_the_display() -> None:
    play = at_take("RB", "RGY", pile="O", discards="WW")
    play.do("pair R R R; stop_pairing")
    assert play.do("refill O") == {
        "display: YG > OYG",
        "pile: 1 > 4",
        "discards: RRWW > -",
        "turn: north > east",
    }


def test_reading_the_discards_lie_until_a_card_is_needed() -> None:
    play = at_take("RB", "RGY", pile="O", discards="WW", readings=NEEDED)
    play.do("pair R R R; stop_pairing")
    assert play.do("refill O") == {"display: YG > OYG", "pile: 1 > 0", "turn: north > east"}
    assert play["discards"] == "RRWW"
    assert play.do("reveal") == {"discards: RRWW > -", "pile: 0 > 4"}


def test_reading_a_card_is_needed_for_refilling() -> None:
    play = at_take("RGB", "RGY", pile="O", discards="BB", readings=NEEDED)
    play.do("pair R R R; pair G G G; stop_pairing")
    play.do("refill O")
    assert play.weights() == {"refill R": 2, "refill G": 2, "refill B": 2}


@pytest.mark.parametrize("readings", [{}, NEEDED])
def test_a_pile_that_gave_out_long_ago_is_made_of_the_pairs(readings: dict[str, str]) -> None:
    play = at_take("RB", "RGY", pile="", discards="", readings=readings)
    play.do("pair R R R; stop_pairing")
    assert play.weights() == {"refill R": 2}


# --------------------------------------------------------------------------------------------- end of a round


def test_the_round_goes_on_with_two_boxes() -> None:
    play = at_take("RB", "RGB", boxes="11100000")
    play.do("pair R R R; stop_pairing; refill W")
    assert both(play) == ("east: reveal", TURN)
    assert points(play) == [0, 0]


@pytest.mark.parametrize("left", ["1", "2", "3"])
def test_the_round_is_over_when_one_box_has_pawns(left: str) -> None:
    play = at_take("R", "RGB", boxes=f"1{left}000000", taken={"north": "0+0"})
    play.do("pair R R R")
    # A pawn and a box card for North; the rest of what is gone for East, whose turn does not come.
    assert points(play) == [5, 2 * (23 - int(left)) + 18]
    assert play["round"] == "2"


def test_the_round_is_over_only_after_the_pairs_of_the_turn() -> None:
    play = at_take("RO", "ROG", boxes="12000000", taken={"north": "0+0"})
    play.do("pair R R R")
    # One box is left, but North has not finished.
    assert both(play) == ("north: more pairs", {"pair O O O", "stop_pairing"})
    assert points(play) == [0, 0]
    play.do("pair O O O")
    # Two pawns and a box card; East has 21 pawns and six box cards.
    assert points(play) == [7, 60]


def test_the_round_is_over_when_the_player_stops() -> None:
    play = at_take("RO", "ROG", boxes="12000000", taken={"north": "0+0"})
    play.do("pair R R R; stop_pairing")
    # The card that could have been paired still costs a point.
    assert points(play) == [4, 60]
    assert play["round"] == "2"


def test_the_round_may_end_with_every_pawn_taken() -> None:
    play = at_take("RO", "ROG", boxes="11000000", taken={"north": "0+0"})
    play.do("pair R R R; pair O O O")
    assert points(play) == [10, 62]
    assert play["round"] == "2"


def test_whoever_brings_the_end_about_the_others_have_no_turn() -> None:
    play = table("BB", "RGB", game="three", turn="east", hands={"east": "R", "south": "K"}, boxes="13000000")
    play.do("stop_revealing; pair R R R")
    assert points(play, "three") == [-2, 5, 2 * 20 + 18 - 1]


def test_reading_the_round_is_over_at_the_very_pawn() -> None:
    play = at_take("RO", "ROG", boxes="12000000", taken={"north": "0+0"}, readings=EACH_PAWN)
    play.do("pair R R R")
    # The pair of orange cards is not made: the card costs a point.
    assert points(play) == [4, 60]
    assert play["round"] == "2"


def test_reading_at_the_very_pawn_the_round_goes_on_with_two_boxes() -> None:
    play = at_take("RO", "ROG", boxes="12100000", readings=EACH_PAWN)
    play.do("pair R R R")
    assert both(play) == ("north: more pairs", {"pair O O O", "stop_pairing"})


def test_reading_everybody_has_as_many_turns() -> None:
    play = table(
        "R",
        "RGB",
        game="three",
        turn="east",
        first="east",
        hands={"east": "R", "south": "OO"},
        boxes="13000000",
        taken={"north": "0+0", "east": "0+0"},
        readings=EQUAL_TURNS,
    )
    play.do("stop_revealing; pair R R R; refill O")
    assert both(play) == ("south: reveal", TURN)
    play.do("stop_revealing; pair O O O; stop_pairing; refill O")
    assert both(play) == ("north: reveal", TURN)
    assert points(play, "three") == [0, 0, 0]
    # North sits before East, who began: the round is over after this turn, an exchange.
    play.do("stop_revealing; exchange; give R; receive O")
    assert points(play, "three") == [-1, 5, 2 * 21 + 18 - 1]


def test_reading_equal_turns_goes_on_even_without_a_pawn() -> None:
    play = table(
        "RO", "ROG", hands={"east": "R"}, boxes="11000000", taken={"north": "0+0"}, readings=EQUAL_TURNS
    )
    play.do("stop_revealing; pair R R R; pair O O O")
    play.refill("RK")
    assert both(play) == ("east: reveal", TURN)
    play.do("stop_revealing")
    # No red pawn is left, but the pair spares East a point.
    play.do("pair R R R")
    assert points(play) == [10, 62]


def test_reading_equal_turns_with_the_last_player_it_is_over_at_once() -> None:
    play = table(
        "R", "RGB", turn="north", first="east", boxes="13000000", taken={"north": "0+0"}, readings=EQUAL_TURNS
    )
    play.do("stop_revealing; pair R R R")
    assert points(play) == [5, 58]


def test_reading_equal_turns_does_not_end_a_round_with_two_boxes() -> None:
    play = table("", "RGB", turn="north", first="east", readings=EQUAL_TURNS)
    play.do("stop_revealing")
    assert both(play) == ("east: reveal", TURN)


def test_reading_a_round_is_a_turn_each() -> None:
    play = table(
        "R",
        "RGB",
        game="four",
        turn="south",
        first="south",
        hands={"east": "BB", "south": "G"},
        readings=ONE_TURN_EACH,
    )
    play.do("stop_revealing; pair G G G; refill W")
    assert both(play) == ("west: reveal", TURN)
    play.do("stop_revealing")
    assert both(play) == ("north: reveal", TURN)
    play.do("stop_revealing; pair R R R; refill O")
    assert both(play) == ("east: reveal", TURN)
    assert points(play, "four") == [0, 0, 0, 0]
    play.do("stop_revealing; pair B B B; stop_pairing")
    # All eight boxes still have pawns: two points for each pawn, and East has kept a card.
    assert points(play, "four") == [2, 1, 2, 0]
    assert play.see("round", "first") == ("2", "west")


def test_a_round_is_more_than_a_turn_each() -> None:
    play = table("", "RGB", turn="east", first="north")
    play.do("stop_revealing")
    assert both(play) == ("north: reveal", TURN)
    assert play["round"] == "1"


# ----------------------------------------------------------------------------------------------- the points


@pytest.mark.clause(
    "queens-collection:example.round.boxes",
    "queens-collection:example.round.pawns",
    "queens-collection:example.round.hand",
)
def test_the_printed_example() -> None:
    """Two box cards, six pawns, a card in hand."""
    play = at_take("RB", "RGY", boxes="12000000", taken={"north": "5+1"}, hands={"east": "WW*"})
    play.do("pair R R R")
    assert play.see("north boxes", "north pawns", "north hand") == ("2", "6", "B")
    play.do("stop_pairing")
    assert points(play) == [2 * 3 + 6 * 2 - 1, 5 * 3 + 16 * 2 - 3]
    assert points(play) == [17, 44]
    assert {"competitive.score.box", "competitive.score.pawn", "competitive.score.hand"} <= set(play.clauses)
    assert "competitive.score.when" in play.clauses


def test_a_round_may_cost_points() -> None:
    play = at_take(
        "R", "RGB", boxes="13000000", hands={"east": "**BBBKK"}, taken={"east": "0+0", "north": "20+6"}
    )
    play.do("pair R R R")
    # Seven boxes and 21 pawns for North, who has no card left; nothing but seven cards for East.
    assert points(play) == [7 * 3 + 21 * 2, -7]


def test_cards_revealed_and_kept_cost_points_too() -> None:
    play = table("R", "RGB", boxes="13000000", taken={"north": "0+0"})
    play.turn_up("PK*")
    play.do("stop_revealing; pair R R R; stop_pairing")
    assert points(play) == [5 - 3, 58]


def test_points_are_added_to_those_of_the_rounds_before() -> None:
    play = at_take(
        "R",
        "RGB",
        game="three",
        boxes="13000000",
        taken={"north": "0+0", "east": "10+3"},
        in_round=2,
        points={"north": 12, "east": -3, "south": 7},
    )
    play.do("pair R R R")
    assert points(play, "three") == [17, -3 + 29, 7 + 20 + 9]


# -------------------------------------------------------------------------------------------- the next round


def ended(**named: Any) -> Play:
    """A round of three players that has just ended; red cards have left the game in it."""
    play = at_take(
        "R",
        "RGB",
        game="three",
        boxes="13000000",
        hands={"east": "BB*", "south": "R"},
        first="east",
        pile="GGOOPP",
        out="OWW",
        **named,
    )
    play.do("pair R R R")
    return play


def test_the_next_round_begins_like_the_first() -> None:
    play = ended()
    assert play.see("round", "first", "turn") == ("2", "south", "south")
    assert play.see(*COLOURS) == ("3",) * 8
    assert play.see("pile", "discards", "out", "display") == ("38", "-", "-", "-")
    for name in SEATS[:3]:
        assert play.see(f"{name} hand", f"{name} pawns", f"{name} boxes") == ("-", "0", "0")
    # Only the points stay; nobody is drawn to begin.
    assert points(play, "three") == [5, -3, 2 * 20 + 18 - 1]
    assert play.due == "chance: deal"
    assert play.weights() == dealing()
    for _ in range(6):
        play.do("deal *")
    play.do("open_card R; open_card G; open_card B")
    assert both(play) == ("south: reveal", TURN)


def test_reading_cards_out_of_the_game_stay_out() -> None:
    play = ended(readings=STAY_OUT)
    assert play.see("pile", "discards", "out", "display") == ("35", "-", "OWW", "-")
    assert play.weights() == dealing(O=3, W=2)
    assert play.see(*COLOURS) == ("3",) * 8
    assert points(play, "three") == [5, -3, 2 * 20 + 18 - 1]


def test_reading_too_few_cards_may_be_left_for_another_round() -> None:
    # Two hands of two and a display of three need seven cards; four are left.  The booklet does not say what then.
    play = at_take("R", "RGB", boxes="13000000", pile="", discards="", readings=STAY_OUT)
    play.do("pair R R R")
    for letter in "RRGB":
        assert play.due == "chance: deal"
        play.do(f"deal {letter}")
    assert play.due == "silent: competitive.hand"


# --------------------------------------------------------------------- boxes whose cards have all left the game

STUCK_ENDS = {"stuck_round": "ends"}


def unreachable(readings: Mapping[str, str]) -> Play:
    """A red and a yellow pawn are left; North can put the last two red cards out of the game.

    No yellow card and no wild is in the game any more: nothing could stand for a card of the display.
    """
    return at_take(
        "RRG",
        "OGB",
        boxes="10100000",
        taken={"north": "0+0"},
        out="RRYYYY******",
        readings=readings,
    )


@pytest.mark.parametrize("readings", [HOUSE, STUCK_ENDS])
def test_as_long_as_a_pawn_can_be_taken_the_round_goes_on(readings: Mapping[str, str]) -> None:
    play = unreachable(readings)
    # The red cards stay: one of them may come to lie in the display and be paired with the other.
    play.do("exchange; give G; enough; receive B")
    assert both(play) == ("east: reveal", TURN)
    assert play["round"] == "1"


def test_the_round_goes_on_though_no_pawn_can_be_taken_any_more() -> None:
    play = unreachable(HOUSE)
    play.do("pair_with_two R O O; stop_pairing")
    assert play.due == "chance: refill"
    play.do("refill W")
    assert both(play) == ("east: reveal", TURN)
    assert play.see("round", "red", "yellow") == ("1", "1", "1")


def test_reading_the_round_is_over_when_no_pawn_can_be_taken_any_more() -> None:
    play = unreachable(STUCK_ENDS)
    play.do("pair_with_two R O O")
    if play.due == "north: more pairs":
        play.do("stop_pairing")
    # North has a card, East 22 pawns and six box cards.
    assert points(play) == [-1, 62]
    assert play["round"] == "2"


def test_reading_a_round_of_teams_is_over_by_the_same_criterion() -> None:
    # Partners may still exchange cards with each other; none of them can make a pair for a pawn.
    play = at_take(
        "RRG",
        "OGB",
        game="teams",
        hands={"south": "KK"},
        boxes="10100000",
        taken={"north": "0+0", "east": "0+0", "south": "0+0"},
        out="RRYYYY******",
        readings=STUCK_ENDS,
    )
    play.do("pair_with_two R O O; stop_pairing")
    assert play.see("north points", "south points", "west points") == ("-1", "-2", "62")
    assert play["round"] == "2"


@pytest.mark.parametrize("readings", [HOUSE, STUCK_ENDS])
def test_reading_a_round_of_teams_is_over_with_a_display_that_stays_empty(
    readings: Mapping[str, str],
) -> None:
    # Blue is gone.  Players still hold cards of other colours, which can be exchanged with partners alone.
    play = at_take(
        "BB",
        "BB",
        game="teams",
        hands={"east": "R", "south": "R", "west": "G"},
        boxes="11110300",
        taken={"north": "0+0", "east": "0+0", "south": "0+0"},
        pile="",
        discards="",
        readings=readings,
    )
    play.do("pair B B B; pair B B B")
    if readings is STUCK_ENDS:
        assert play.see("round", "display") == ("2", "-")
        return
    assert play.see("round", "turn") == ("1", "east")
    play.do("stop_revealing")
    assert both(play) == ("east: take", {"exchange_with_partner"})


def test_reading_a_single_card_of_the_colour_is_enough_to_go_on() -> None:
    # With a red card in the display two equal cards of another colour would take the red pawn.
    play = at_take(
        "RGG", "GBB", boxes="10100000", taken={"north": "0+0"}, out="RRRYYYY******", readings=STUCK_ENDS
    )
    play.do("exchange; give R; enough; receive B")
    assert both(play) == ("east: reveal", TURN)
    assert play.see("round", "display") == ("1", "RGB")
