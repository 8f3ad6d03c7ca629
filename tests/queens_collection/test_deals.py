"""The study of deals, held against a deal of the small box that is written out here from the booklet."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from properties.queens_collection.studies.deals import SMALL, Deal, interval
from queensbench.project import projects
from queensbench.readers.interpreter import Interpreter
from spec.queens_collection.preparation import DealBlocked, DealFullBox, DealOwnColour

ROOT = Path(__file__).resolve().parents[2]
WILD = 3


def by_hand(cards: tuple[int, ...], place: int, boxes: tuple[int | None, ...]) -> tuple[Fraction, Fraction]:
    """The chance that a pawn is blocked, and that all pawns are placed though none was.

    Three colours of one pawn; ``cards`` counts the cards of each colour and the wild; ``boxes`` says which colour's
    pawn stands on the box card of each colour; ``place`` is the box card whose turn it is.
    """
    if all(box is not None for box in boxes):
        return Fraction(0), Fraction(1)
    blocked = placed = Fraction(0)
    for card, number in enumerate(cards):
        if number == 0:
            continue
        chance = Fraction(number, sum(cards))
        left = tuple(n - (c == card) for c, n in enumerate(cards))
        if card == WILD:  # the box card goes without; those that are full have had theirs
            found = by_hand(left, following(place, boxes), boxes)
        elif card in boxes:  # no pawn of the colour is left: another card for the same box card
            found = by_hand(left, place, boxes)
        elif card != place:
            filled = tuple(card if b == place else pawn for b, pawn in enumerate(boxes))
            found = by_hand(left, following(place, filled), filled)
        else:
            target = following(place, boxes)
            if target == place:
                found = Fraction(1), Fraction(0)
            else:
                filled = tuple(card if b == target else pawn for b, pawn in enumerate(boxes))
                found = by_hand(left, following(target, filled), filled)
        blocked += chance * found[0]
        placed += chance * found[1]
    return blocked, placed


def following(place: int, boxes: tuple[int | None, ...]) -> int:
    """The next box card clockwise that has its space free; the same one if no other has."""
    ring = [(place + step) % 3 for step in (1, 2, 3)]
    return next((b for b in ring if boxes[b] is None), place)


def deal(**readings: object) -> Deal:
    _, mode = projects.load(ROOT).mode("queens-collection/cooperative")
    return Deal(Interpreter(mode, SMALL, readings))


def test_the_chance_of_a_blocked_pawn_is_that_of_the_deal_by_hand() -> None:
    blocked, placed = by_hand((2, 2, 2, 1), 0, (None, None, None))
    assert (blocked, placed) == (Fraction(41, 210), Fraction(169, 210))
    assert deal().chances() == (Fraction(0), blocked, blocked)


@pytest.mark.parametrize(
    ("full", "own", "blocked", "chances"),
    [
        ("SKIPPED", "PAST_FILLED", "HOME", ("0", "41/210", "41/210")),
        ("SKIPPED", "PAST_FILLED", "FOURTH", ("0", "41/210", "0")),
        ("SKIPPED", "PAST_FILLED", "NEXT_CARD", ("41/210", "41/210", "0")),
        ("SKIPPED", "FILLED_AGAIN", "NEXT_CARD", ("41/210", "41/210", "0")),
        ("SKIPPED", "STILL_DUE", "HOME", ("0", "32/105", "32/105")),
        ("SKIPPED", "STILL_DUE", "NEXT_CARD", ("32/105", "32/105", "0")),
        ("NO_LIMIT", "PAST_FILLED", "NEXT_CARD", ("0", "0", "0")),
        ("NO_LIMIT", "STILL_DUE", "HOME", ("0", "0", "0")),
    ],
)
def test_chances_under_each_reading(full: str, own: str, blocked: str, chances: tuple[str, ...]) -> None:
    found = deal(
        deal_full_box=DealFullBox[full], deal_own_colour=DealOwnColour[own], deal_blocked=DealBlocked[blocked]
    ).chances()
    assert tuple(str(chance) for chance in found) == chances


def test_intervals_of_shares() -> None:
    assert interval(38, 250) == "38 of 250 (11.3 to 20.2 percent)"
    assert interval(0, 150) == "0 of 150 (0.0 to 2.5 percent)"
