"""Ratings and scores of Queue 4 under single readings, told once more from the table; and four of a rank at once."""

from __future__ import annotations

from model.queue4.campaign import Campaign
from model.queue4.scoring import Band, Total, high, middling, points, scale
from model.queue4.state import Ending, Phase, Standard, n
from properties.queue4.values import table_value
from properties.queue4.words import thrown_of
from queensbench.language import Lookup, always, fails, holds, never, rule
from spec.queue4.campaign import BandGaps, TokensLeft
from spec.queue4.rulings import r
from spec.queue4.standard import FourOfAKind

LEAST: Lookup[Band, int] = Lookup(
    {
        Band.NONE: 0,
        Band.LOSS: 0,
        Band.FAIR: 0,
        Band.GOOD: 5,
        Band.GREAT: 10,
        Band.EXCELLENT: 15,
        Band.SPECTACULAR: 20,
        Band.LEGENDARY: 30,
    }
)
"""The least score of a rating, in one game."""
MOST: Lookup[Band, int] = Lookup(
    {
        Band.NONE: 0,
        Band.LOSS: 0,
        Band.FAIR: 4,
        Band.GOOD: 9,
        Band.GREAT: 14,
        Band.EXCELLENT: 19,
        Band.SPECTACULAR: 29,
        Band.LEGENDARY: 0,
    }
)
"""The most, in one game, of a rating that has an end."""


@always(
    "score.by_every_reading",
    holds("The score of a game is what lies in the Queues, less the deck, and what is counted again."),
    instances=("six",),
    clauses=("score.longest", "score.longest.without", "score.is", "score.count", "score.deck"),
)
def score_by_every_reading(s: Standard) -> bool:
    return s.phase != Phase.OVER or points(s) == table_value(s)


@rule()
def worth(s: Campaign) -> int:
    """The score of a campaign: of all its games, and three for each token."""
    return s.total + 3 * s.tokens + (3 * s.pile if r.tokens_left == TokensLeft.PILE_TOO else 0)


@rule()
def rated_as(s: Campaign, band: Band) -> bool:
    """Whether a campaign belongs to a rating whose limits are multiplied by the number of its games."""
    if band == Band.LOSS or worth(s) < 0:
        return band == Band.LOSS and worth(s) < 0
    if band == Band.NONE:
        return r.band_gaps == BandGaps.NONE and not any(
            rating not in (Band.NONE, Band.LOSS) and lies_within(s, rating) for rating in Band
        )
    if r.band_gaps == BandGaps.LOWER:
        return worth(s) >= LEAST[band] * n.games and (
            band == Band.LEGENDARY or worth(s) < (MOST[band] + 1) * n.games
        )
    if r.band_gaps == BandGaps.UPPER:
        return (band == Band.FAIR or worth(s) > (LEAST[band] - 1) * n.games) and (
            band == Band.LEGENDARY or worth(s) <= MOST[band] * n.games
        )
    return lies_within(s, band)


@rule()
def lies_within(s: Campaign, band: Band) -> bool:
    """Whether the score lies between the multiplied limits of a rating."""
    return worth(s) >= LEAST[band] * n.games and (band == Band.LEGENDARY or worth(s) <= MOST[band] * n.games)


@always(
    "band.by_every_reading",
    holds(
        "A campaign has the rating between whose multiplied limits it lies; of a gap ruling `band_gaps` decides."
    ),
    instances=("two_games",),
    clauses=("campaign.bands", "band.fair", "band.good", "band.great", "band.excellent", "band.loss"),
)
def rating_by_every_reading(s: Campaign, band: Band) -> bool:
    return s.phase != Phase.OVER or (s.rating == band) == rated_as(s, band)


@rule()
def rating_of(s: Standard, value: Total) -> Band:
    """The rating of a score that is no loss."""
    return high(s, value) if middling(s, value) == Band.NONE else middling(s, value)


@rule()
def first_of(s: Standard, band: Band) -> int:
    """The least score of a rating (ruling ``band_gaps``)."""
    if r.band_gaps == BandGaps.UPPER and band != Band.FAIR:
        return (LEAST[band] - 1) * scale(s) + 1
    return LEAST[band] * scale(s)


@rule()
def last_of(s: Standard, band: Band) -> int:
    """The greatest score of a rating that has an end (ruling ``band_gaps``)."""
    return (MOST[band] + 1) * scale(s) - 1 if r.band_gaps == BandGaps.LOWER else MOST[band] * scale(s)


@always(
    "band.limits",
    holds("Each rating reaches from its least score to its greatest, whether a game comes to these or not."),
    clauses=(
        "band.fair",
        "band.good",
        "band.great",
        "band.excellent",
        "band.spectacular",
        "band.legendary",
        "campaign.bands",
    ),
    instances=("full",),
)
def limits_of_a_rating(s: Standard, band: Band) -> bool:
    """Looked at when a game has ended."""
    if s.ending == Ending.NONE or band == Band.NONE or band == Band.LOSS:
        return True
    first, last = first_of(s, band), last_of(s, band)
    if rating_of(s, first) != band or (band != Band.FAIR and rating_of(s, first - 1) == band):
        return False
    return band == Band.LEGENDARY or (rating_of(s, last) == band and rating_of(s, last + 1) != band)


@never(
    "other.four_at_once",
    holds("No game remembers that four went at once."),
    under={FourOfAKind.TOGETHER: fails("All cards of a rank go with one Queue.", blame=("four_of_a_kind",))},
    instances=("six",),
    clauses=("score.longest.without", "discards.sorted"),
)
def four_at_once(s: Standard) -> bool:
    """They are of the highest rank, and no other has gone wholly."""
    return (
        s.together
        and thrown_of(s, n.ranks) == n.colours * n.copies
        and all(thrown_of(s, k) < n.colours * n.copies for k in range(1, n.ranks))
    )
