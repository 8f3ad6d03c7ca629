"""The score of a game of Queue 4, said once more from the last position; and that a card can be shuffled back."""

from __future__ import annotations

from model.queue4.scoring import Band, band, cards_played, not_lost, points
from model.queue4.state import Ending, Phase, Player, Queue, Standard, deck_size, four_discarded
from properties.queue4.claims import BALLS, BASE, BOTH, BOUQUETS
from queensbench.language import always, holds, reachable, rule
from spec.queue4.rulings import r
from spec.queue4.standard import FourOfAKind, LongestTie, LostGame, ThroughDeck


@rule()
def counted_twice(s: Standard, q: Queue) -> bool:
    """Whether the deck was gone through without four discards of a rank, and no Queue is longer than this one."""
    return (
        deck_size(s) == 0
        and not four_discarded(s)
        and all(len(s.queue[q]) >= len(s.queue[other]) for other in Queue)
    )


@always(
    "score.from_the_table",
    holds(
        "A point for each card in a Queue, one off for each in the deck, and who gets through the deck counts one "
        "Queue again, of which none is longer."
    ),
    instances=BASE,
    clauses=("score.longest", "score.longest.without", "score.is", "score.count", "score.deck"),
)
def score_from_the_table(s: Standard) -> bool:
    if s.phase != Phase.OVER or r.four_of_a_kind == FourOfAKind.TOGETHER:
        return True
    if r.through_deck == ThroughDeck.DRAWN or r.longest_tie == LongestTie.ALL:
        return True
    once = cards_played(s) - deck_size(s)
    if any(counted_twice(s, q) for q in Queue):
        return any(counted_twice(s, q) and points(s) == once + len(s.queue[q]) for q in Queue)
    return points(s) == once


@rule()
def lost_by_discards(s: Standard) -> bool:
    """By ruling ``lost_game`` the discards alone have lost the game, by ending it or by what lies among them."""
    return r.lost_game == LostGame.FOURTH_TOO and (s.ending == Ending.FOURTH or four_discarded(s))


@always(
    "loss.is_below_zero",
    holds("The one loss that the ratings know is a score below zero; else nobody has lost."),
    instances=(*BASE, *BALLS),
    clauses=("band.loss",),
)
def lost_below_zero(s: Standard, p: Player) -> bool:
    if s.phase != Phase.OVER or lost_by_discards(s):
        return True
    return not_lost(s, p) == (points(s) >= 0) and (band(s) == Band.LOSS) == (points(s) < 0)


@reachable(
    "return.used",
    holds("A card can be shuffled back, and the game goes on."),
    instances=(*BASE, *BALLS, *BOUQUETS, *BOTH),
    clauses=("return.once", "return.may"),
)
def shuffled_back(s: Standard) -> bool:
    return s.returned and s.phase == Phase.AIM
