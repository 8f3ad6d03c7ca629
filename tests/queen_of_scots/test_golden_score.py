"""The score of a round of Queen of Scots: cards on one's side added, cards in hand subtracted, below zero too."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.queen_of_scots.table import WORTH, Play, table
from tests.tables import HOUSE


def counted(
    hand: str, sets: str, points: tuple[int, int] = (0, 0), readings: Mapping[str, str] = HOUSE
) -> Play:
    """North goes out with nothing on the table; East has these cards in hand and these sets."""
    play = table("", hand, pile="G", sets={"east": sets}, points=points, readings=readings)
    play.do("draw; drawn P; discard P")
    return play


def east(hand: str, sets: str, **readings: str) -> int:
    """The points that a round brings East."""
    return counted(hand, sets, readings=readings).points[1]


@pytest.mark.parametrize(("letter", "worth"), list(WORTH.items()))
def test_each_card_counts_what_is_printed_on_it(letter: str, worth: int) -> None:
    assert east(letter, "") == -worth
    sets = {"J": "T:JJJ", "R": "T:RRR", "H": "T:HHH", "W": "CCCW"}.get(letter, letter * 3)
    assert east("", sets) == (65 if letter == "W" else 3 * worth)


@pytest.mark.parametrize(
    ("hand", "sets", "points"),
    [
        ("", "", 0),
        ("CMKGPSJRHW", "", -(5 + 5 + 10 + 10 + 15 + 20 + 40 + 30 + 30 + 50)),
        ("", "CCC MMMM KKK", 15 + 20 + 30),
        ("KK", "CCCW", 65 - 20),
        ("WW", "CCC", 15 - 100),
        ("J", "T:JJRH", 140 - 40),
        ("", "T:JRHW", 150),
        ("C", "CCCCC", 25 - 5),
        ("SSS", "SSS", 0),
    ],
)
def test_cards_on_the_table_count_and_cards_in_hand_are_deducted(hand: str, sets: str, points: int) -> None:
    assert east(hand, sets) == points


def test_every_player_is_counted_when_a_round_is_over() -> None:
    sets = {"north": "CCC", "east": "T:JRHW", "south": "KKK"}
    play = table("", "KG", "SSJ", "W", pile="M", sets=sets)
    play.draw("P")
    assert play.points == (0, 0, 0, 0)
    assert play.do("discard P") >= {
        "north points: 0 > 15",
        "east points: 0 > 130",
        "south points: 0 > -50",
        "west points: 0 > -50",
    }
    assert {"score.when", "score.table", "score.hand"} <= play.clauses


def test_cards_in_the_piles_count_for_nobody() -> None:
    play = table("", "", pile="JJJWWWRRR", points=(0, 0))
    play.do("draw; drawn W; discard W")
    assert play.points == (0, 0)


def test_nothing_is_counted_within_a_round() -> None:
    play = table("CCCM", "KKK", pile="G")
    play.do("draw; drawn P; lay C C C; discard P; draw; drawn S; lay K K K")
    assert play.points == (0, 0)


def test_who_goes_out_may_have_less_than_another() -> None:
    play = counted("C", "T:JJJJRH")
    assert play.points == (0, 215)


# ---------------------------------------------------------------------------------------------------- the totals


def test_rounds_add_up() -> None:
    assert counted("C", "KKK", points=(120, 300)).points == (120, 325)


def test_a_round_may_lower_a_total_and_below_zero_too() -> None:
    assert counted("SS", "", points=(0, 100)).points == (0, 60)
    assert counted("SS", "", points=(0, 30)).points == (0, -10)
    assert counted("SS", "", points=(-5, -30)).points == (-5, -70)
    assert counted("", "CCC", points=(-5, -30)).points == (-5, -15)
    assert "score.negative" in counted("SS", "").clauses


# ------------------------------------------------------------------------------------ what a crown jewel is worth


@pytest.mark.parametrize(
    ("sets", "printed", "replaced", "nothing"),
    [
        ("CCW", 60, 15, 10),
        ("CCCWW", 115, 25, 15),
        ("SSWW", 140, 80, 40),
        # In the royal family James could stand in its place, whoever the others are.
        ("T:JRW", 120, 110, 70),
        ("T:RHW", 110, 100, 60),
        ("T:JJWW", 180, 160, 80),
        ("CCW MMW SSSW", 230, 15 + 15 + 80, 80),
    ],
)
def test_reading_the_worth_of_a_jewel_in_a_set(sets: str, printed: int, replaced: int, nothing: int) -> None:
    assert east("", sets, jewel_worth="PRINTED") == printed
    assert east("", sets, jewel_worth="AS_REPLACED") == replaced
    assert east("", sets, jewel_worth="NOTHING") == nothing


@pytest.mark.parametrize(("reading", "worth"), [("PRINTED", 50), ("AS_REPLACED", 50), ("NOTHING", 0)])
def test_reading_the_worth_of_a_jewel_in_hand(reading: str, worth: int) -> None:
    assert east("W", "", jewel_worth=reading) == -worth
    assert east("CWW", "KKK", jewel_worth=reading) == 30 - 5 - 2 * worth


def test_reading_a_jewel_replaces_a_card_of_a_set_of_one_royal() -> None:
    # Where only regents join a set of regents, one of those is the dearest card that could lie there.
    assert east("", "RRW", jewel_worth="AS_REPLACED", royal_growth="BY_ORIGIN") == 90
    assert east("", "JJW", jewel_worth="AS_REPLACED", royal_growth="BY_ORIGIN") == 120


def test_reading_jewels_alone_replace_each_other() -> None:
    readings = {"jewel_worth": "AS_REPLACED", "three_jewels": "SET"}
    assert east("", "W:WWW", **readings) == 150
