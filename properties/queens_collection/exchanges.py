"""Numbers of pawns on box cards, which an exchange leaves as they are (booklet 1); written before the first run."""

from __future__ import annotations

from model.queens_collection.cards import Box, Card, easier, n
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Sorting, on_box, playing
from model.queens_collection.together import Together
from queensbench.language import always, holds, rule
from spec.queens_collection.preparation import DealBlocked, DealFullBox
from spec.queens_collection.rulings import r
from spec.queens_collection.together import WildMoves

TOGETHER = ("round", "dealt", "enough", "trio", "harder")
"""Boxes of the cooperative game on the ordinary side, where no pawn leaves the game in play."""
ALONE = ("round", "placed")
"""The same of the solo game."""


@rule()
def dealt_evenly(s: Sorting) -> bool:
    """The deal is over and has filled no card beyond its spaces, by rulings; and only a wild alone moves one pawn."""
    return (
        playing(s)
        and not easier(s)
        and r.deal_full_box != DealFullBox.NO_LIMIT
        and r.deal_blocked == DealBlocked.HOME
        and r.wild_moves == WildMoves.TRADES_PLACES
    )


@always(
    "exchange.keeps_numbers",
    holds(
        "Two pawns trade places: until a wild, or two cards alike, were put down, each box card keeps its number."
    ),
    instances=TOGETHER,
    clauses=("exchange.pawns", "exchange.cards"),
)
def numbers_stay(s: Together, box: Box) -> bool:
    if not dealt_evenly(s) or any(s.discards[card] > (0 if card == Card.WILD else 1) for card in Card):
        return True
    return on_box(s, box) == n.pawns


@always(
    "solo.keeps_numbers",
    holds("Two cards alike are no wild: until one was put down, no box card is filled beyond its spaces."),
    instances=ALONE,
    clauses=("solo.no_pair", "exchange.pawns"),
)
def numbers_stay_alone(s: Alone, box: Box) -> bool:
    return not dealt_evenly(s) or s.discards[Card.WILD] > 0 or on_box(s, box) <= n.pawns
