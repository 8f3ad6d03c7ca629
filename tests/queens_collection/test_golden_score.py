"""The score of a game together: three points a sorted box card, less one for each pawn astray."""

from __future__ import annotations

import pytest

from tests.queens_collection.table import BEGINNERS, COLOURS, Play, table

NEXT = "R:OOO O:YYY Y:GGG G:BBB B:PPP P:KKK K:WWW W:RRR"
"""Every pawn stands on the box card before its own."""


def counted(boxes: str, **readings: str) -> int:
    return table(boxes, "K", "K", readings=readings).points


def passed_out(play: Play) -> str:
    """How the game ends when everybody passes."""
    for _ in range(4):
        if play.due.startswith("over"):
            break
        play.do("pass_turn")
    return play.due


# The picture of the example is lost: several tables make its twelve points.
FIVE_SORTED = "R:RRO O:OOY Y:YYR"
SIX_SORTED = "R:OOO O:RRR"
SEVEN_SORTED = "R:R O:O Y:YY G:G B:BB P:PP K:KKK W:WWWRROOYGGBP"


@pytest.mark.parametrize(
    ("boxes", "sorted_boxes", "astray"), [(FIVE_SORTED, 5, 3), (SIX_SORTED, 6, 6), (SEVEN_SORTED, 7, 9)]
)
@pytest.mark.clause("queens-collection:example.score.total")
def test_the_example_of_twelve_points(boxes: str, sorted_boxes: int, astray: int) -> None:
    play = table(boxes, "GG", "K", pile="")
    held = dict(zip(COLOURS, play.boxes.split(), strict=True))
    assert sum(set(pawns) == {box} for box, pawns in held.items()) == sorted_boxes
    assert sum(pawn != box for box, pawns in held.items() for pawn in pawns) == astray
    assert 3 * sorted_boxes - astray == 12
    assert passed_out(play) == "over: 12"


@pytest.mark.clause("queens-collection:example.score.box")
def test_a_sorted_box_card_is_worth_three_points() -> None:
    # Only red is sorted; the other twenty-one pawns are on box cards not their own.
    assert counted("R:RRR O:YYY Y:GGG G:BBB B:PPP P:KKK K:WWW W:OOO") == 3 - 21


@pytest.mark.clause("queens-collection:example.score.pawn")
def test_a_pawn_astray_costs_a_point() -> None:
    # A single red pawn on orange: red still holds none but its own, orange does not.
    play = table("R:RR O:OOOR", "GG", "K", pile="")
    assert passed_out(play) == f"over: {7 * 3 - 1}"


def test_one_foreign_pawn_spoils_a_box_card_that_is_complete() -> None:
    assert counted("O:OOOR") == 21 - 1
    assert counted("R:RR O:OO W:WWWRO") == 21 - 2


def test_all_in_order_is_the_maximum() -> None:
    play = table("", "GG", "K")
    assert (play.due, play.points) == ("over: 24", 24)


def test_nothing_in_order_is_the_minimum_of_a_deal() -> None:
    play = table(NEXT, "GG", "K", pile="")
    assert passed_out(play) == "over: -24"


def test_the_score_is_the_groups_alone() -> None:
    play = table("", "GG", "K", "R", "O")
    assert play.reader.scores(play.state) == {None: 24}
    assert play.reader.winners(play.state) == ()


# -------------------------------------------------------------------------------------- which box cards count

BARE = "R:- O:OOORRR"
"""Red has no pawn, orange holds all of red's: six box cards in order, three pawns astray."""

PARTLY = "R:R O:OOORR"
"""Red holds one of its pawns and no other: by the words it holds none but its own."""

ALL_ON_WHITE = "R:- O:- Y:- G:- B:- P:- K:- W:RRROOOYYYGGGBBBPPPKKKWWW"


@pytest.mark.parametrize(
    ("boxes", "holds_some", "empty_too", "complete"),
    [
        ("", 24, 24, 24),
        (NEXT, -24, -24, -24),
        (FIVE_SORTED, 12, 12, 12),
        (BARE, 18 - 3, 21 - 3, 18 - 3),
        (PARTLY, 21 - 2, 21 - 2, 18 - 2),
        (SEVEN_SORTED, 12, 12, 3 - 9),
        (ALL_ON_WHITE, -21, 21 - 21, -21),
        ("R:- O:OOORR Y:YYYR", 15 - 3, 18 - 3, 15 - 3),
    ],
)
def test_which_box_cards_bring_points(boxes: str, holds_some: int, empty_too: int, complete: int) -> None:
    found = [counted(boxes, box_scores=reading) for reading in ("HOLDS_SOME", "EMPTY_TOO", "COMPLETE")]
    assert found == [holds_some, empty_too, complete]


def test_a_bare_box_card_after_a_wild_was_played_alone() -> None:
    ends = {}
    for reading in ("HOLDS_SOME", "EMPTY_TOO", "COMPLETE"):
        play = table("R:R O:OOORR", "*", "K", pile="", readings={"box_scores": reading})
        play.do("play_wild * R R O")
        ends[reading] = passed_out(play)
    assert ends == {"HOLDS_SOME": "over: 15", "EMPTY_TOO": "over: 18", "COMPLETE": "over: 15"}


# ------------------------------------------------------------------------------------- pawns out of the game


@pytest.mark.parametrize(("reading", "points"), [("NOT_COUNTED", 24), ("COUNTED", 20)])
def test_the_four_pawns_of_a_solo_game_that_are_put_away(reading: str, points: int) -> None:
    play = table("", "RO*", out="ROYG", readings={"out_of_game": reading})
    assert play.boxes == "RR OO YY GG BBB PPP KKK WWW"
    assert play.due == f"over: {points}"


@pytest.mark.parametrize(("reading", "points"), [("NOT_COUNTED", 24), ("COUNTED", 16)])
def test_the_third_pawns_of_a_beginners_game(reading: str, points: int) -> None:
    play = table("", "RO*", "K", out=COLOURS, level=BEGINNERS, readings={"out_of_game": reading})
    assert play.due == f"over: {points}"


@pytest.mark.parametrize(("reading", "points"), [("NOT_COUNTED", 18 - 2), ("COUNTED", 18 - 6)])
def test_pawns_astray_beside_pawns_put_away(reading: str, points: int) -> None:
    play = table("R:RO O:OR", "K", out="ROYG", readings={"out_of_game": reading})
    assert play.points == points


@pytest.mark.parametrize("reading", ["HOLDS_SOME", "COMPLETE"])
def test_a_box_card_is_complete_with_the_pawns_that_are_in_the_game(reading: str) -> None:
    play = table("", "K", out="ROYG", readings={"box_scores": reading})
    assert play.due == "over: 24"
    part = table("R:R O:OOOR", "K", out="RYGB", readings={"box_scores": reading})
    assert part.boxes == "R ROOO YY GG BB PPP KKK WWW"
    assert part.points == (7 * 3 if reading == "HOLDS_SOME" else 6 * 3) - 1
