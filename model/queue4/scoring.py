"""The score of Queue 4 and its ratings."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from model.queue4.state import Ending, Phase, Player, Queue, Standard, deck_size, four_discarded, n
from queensbench.language import Kind, Range, clause, decider, over, rule, score, wins
from spec.queue4.campaign import BandGaps
from spec.queue4.rulings import r
from spec.queue4.standard import FourOfAKind, LongestTie, LostGame, ThroughDeck

Points = Annotated[
    int,
    Range(
        -n.ranks * n.colours * n.copies,
        n.ranks * n.colours * n.copies * (n.ranks * n.colours * n.copies + 3),
    ),
]
"""What one game can score, under every reading."""

Sum = Annotated[
    int,
    Range(
        -n.games * n.ranks * n.colours * n.copies,
        n.games * n.ranks * n.colours * n.copies * (n.ranks * n.colours * n.copies + 3),
    ),
]
"""What the games of a campaign can score."""

Total = Annotated[
    int,
    Range(
        -n.games * n.ranks * n.colours * n.copies,
        n.games * n.ranks * n.colours * n.copies * (n.ranks * n.colours * n.copies + 3) + 6 * n.tokens,
    ),
]
"""The same with three points for each token, the player's own and in the pile."""

Limit = Annotated[int, Range(0, 29)]
"""A limit of a band, before it is multiplied."""


class Band(Kind):
    """The ratings; ``NONE`` by ruling ``bands_when`` or ``band_gaps``."""

    NONE = auto()
    LOSS = auto()
    FAIR = auto()
    GOOD = auto()
    GREAT = auto()
    EXCELLENT = auto()
    SPECTACULAR = auto()
    LEGENDARY = auto()


@decider()
def alone(s: Standard) -> Player:
    """The player decides everything: there is one."""
    return Player.PLAYER


@over()
def game_over(s: Standard) -> bool:
    """Whether the game has ended and everything that follows is done."""
    return s.phase == Phase.OVER


@rule("score.count")
def cards_played(s: Standard) -> int:
    """The number of cards in the Queues."""
    return sum(len(s.queue[q]) for q in Queue)


@rule()
def longest(s: Standard) -> int:
    """The length of the longest Queue."""
    return max(len(s.queue[q]) for q in Queue)


@rule()
def gone_through(s: Standard) -> bool:
    """Whether the whole deck was gone through (The Royal Ball replaces this)."""
    if r.through_deck == ThroughDeck.DRAWN and s.ending == Ending.CHOICE and deck_size(s) == 1:
        return True
    return deck_size(s) == 0


@rule()
def count_lost(s: Standard) -> bool:
    """Whether four discards forbid the second count (The Royal Ball replaces this)."""
    return four_of_a_kind(s)


@rule("score.longest.without")
def four_of_a_kind(s: Standard) -> bool:
    """Whether four cards of a rank were discarded; by ruling ``four_of_a_kind`` with one Queue."""
    return s.together if r.four_of_a_kind == FourOfAKind.TOGETHER else four_discarded(s)


@rule()
def second_count(s: Standard) -> int:
    """The second count when the deck was gone through: the longest Queue, by ruling ``longest_tie`` each such Queue."""
    if not gone_through(s) or count_lost(s):
        return 0
    with clause("score.longest"):
        if r.longest_tie == LongestTie.ALL:
            return sum(len(s.queue[q]) for q in Queue if len(s.queue[q]) == longest(s))
        return longest(s)


@rule()
def points(s: Standard) -> Points:
    """The score of the game on the table (Bouquets replaces this)."""
    return table_points(s)


@rule("score.is", "score.deck")
def table_points(s: Standard) -> Points:
    """Cards in the Queues, less cards in the deck, and the second count."""
    return cards_played(s) - deck_size(s) + second_count(s)


@score()
def final_score(s: Standard) -> Points:
    """The score (the Campaign replaces this)."""
    return points(s)


# ------------------------------------------------------------------------------------------------- bands


@rule()
def scale(s: Standard) -> int:
    """By how much the limits of the bands are multiplied (the Campaign replaces this)."""
    return 1


@rule()
def rated(s: Standard) -> bool:
    """Whether the ratings are used (Bouquets replaces this)."""
    return True


@rule()
def result(s: Standard) -> Total:
    """The score that is rated (the Campaign replaces this)."""
    return points(s) + 0


@rule()
def in_band(s: Standard, value: Total, least: Limit, most: Limit) -> bool:
    """Whether a score is in a band; by ruling ``band_gaps`` what lies between two bands, if the limits are scaled."""
    match r.band_gaps:
        case BandGaps.LOWER:
            return value >= least * scale(s) and value < (most + 1) * scale(s)
        case BandGaps.UPPER:
            return value >= 0 and value > (least - 1) * scale(s) and value <= most * scale(s)
        case BandGaps.NONE:
            return value >= least * scale(s) and value <= most * scale(s)


@rule()
def middling(s: Standard, value: Total) -> Band:
    """The rating among fair, good and great; or none of them."""
    if in_band(s, value, 0, 4):
        with clause("band.fair"):
            return Band.FAIR
    if in_band(s, value, 5, 9):
        with clause("band.good"):
            return Band.GOOD
    if in_band(s, value, 10, 14):
        with clause("band.great"):
            return Band.GREAT
    return Band.NONE


@rule()
def high(s: Standard, value: Total) -> Band:
    """The rating among excellent, spectacular and legendary, or none.  The last has no upper end, and so no gap."""
    if in_band(s, value, 15, 19):
        with clause("band.excellent"):
            return Band.EXCELLENT
    if in_band(s, value, 20, 29):
        with clause("band.spectacular"):
            return Band.SPECTACULAR
    if value >= 30 * scale(s) or (r.band_gaps == BandGaps.UPPER and value > 29 * scale(s)):
        with clause("band.legendary"):
            return Band.LEGENDARY
    return Band.NONE


@rule()
def band(s: Standard) -> Band:
    """The rating of an ended game."""
    value = result(s)
    if not rated(s):
        return Band.NONE
    if value < 0:
        with clause("band.loss"):
            return Band.LOSS
    return middling(s, value) if value < 15 * scale(s) and middling(s, value) != Band.NONE else high(s, value)


@wins()
def not_lost(s: Standard, p: Player) -> bool:
    """Whether the player has not lost: the text knows one loss, and calls nothing a victory."""
    if r.lost_game == LostGame.FOURTH_TOO and (s.ending == Ending.FOURTH or four_discarded(s)):
        return False
    return band(s) != Band.LOSS
