"""What a game of Queue 4 is worth and how it is rated when it ends, and what a campaign starts and ends with."""

from __future__ import annotations

from typing import Annotated

from model.queue4.campaign import Campaign
from model.queue4.scoring import Band, band, not_lost, points
from model.queue4.state import Ending, Phase, Player, Standard, n
from properties.queue4.values import worth
from properties.queue4.words import CAMPAIGN_STEPS, STEPS, fallen, games, with_moves
from queensbench.language import Range, holds, rule, step
from spec.queue4.bouquets import BandsWhen
from spec.queue4.campaign import BandGaps, TokensLeft
from spec.queue4.rulings import r
from spec.queue4.standard import LostGame

Limits = Annotated[int, Range(0, 30)]
"""Limits of the ratings, of one game."""


@step(
    "step.score",
    holds(
        "What a game is worth is counted from its last table, by each sentence on scoring and every reading of it."
    ),
    instances=STEPS,
    clauses=(
        "score.is",
        "score.count",
        "score.deck",
        "score.longest",
        "score.longest.without",
        "ball.score",
        "bouquets.score.cards",
        "bouquets.score.groups",
        "bouquets.score.deck",
        "bouquets.dropped.groups",
        "bouquets.group",
    ),
)
def score_is_counted(s: Standard, was: Standard) -> bool:
    """The claim is asked of single games; after a campaign the table is cleared."""
    return s.phase != Phase.OVER or games(s) > 0 or points(s) == worth(s)


@rule()
def rated_value(s: Standard) -> int:
    """The value that is rated: the score of a single game."""
    return worth(s)


@rule(replaces=rated_value)
def rated_total(s: Campaign) -> int:
    """The value that is rated: the total of a campaign, with three points for each token left."""
    return s.total + 3 * s.tokens + (3 * s.pile if r.tokens_left == TokensLeft.PILE_TOO else 0)


@rule()
def rating(s: Standard, least: Limits, most: Limits) -> bool:
    """Whether the rated value lies between two limits, each multiplied by a campaign's number of games."""
    factor = n.games if games(s) > 0 else 1
    return rated_value(s) >= least * factor and rated_value(s) < most * factor


@rule()
def rated_as(s: Standard, found: Band) -> bool:
    """Whether a rating is that of the guidelines; a score between two bands gets the lower one."""
    if rated_value(s) < 0:
        return found == Band.LOSS
    if rating(s, 0, 5):
        return found == Band.FAIR
    if rating(s, 5, 10):
        return found == Band.GOOD
    if rating(s, 10, 15):
        return found == Band.GREAT
    if rating(s, 15, 20):
        return found == Band.EXCELLENT
    return found == (Band.SPECTACULAR if rating(s, 20, 30) else Band.LEGENDARY)


@step(
    "step.band",
    holds(
        "The ratings follow each other from zero on; in a campaign their limits are as many times as high."
    ),
    instances=STEPS,
    clauses=(
        "band.loss",
        "band.fair",
        "band.good",
        "band.great",
        "band.excellent",
        "band.spectacular",
        "band.legendary",
        "campaign.bands",
        "campaign.token_points",
        "bouquets.bands",
    ),
)
def rating_is_by_the_score(s: Standard, was: Standard) -> bool:
    """By some readings a score between two bands is rated otherwise, or a Bouquet that did not fall has no rating."""
    if s.phase != Phase.OVER or r.band_gaps != BandGaps.LOWER:
        return True
    if r.bands_when == BandsWhen.AFTER_FOURTH and (with_moves(s) or with_moves(was)):
        return games(s) > 0 or (rated_as(s, band(s)) if fallen(s) else band(s) == Band.NONE)
    return rated_as(s, band(s))


@step(
    "step.lost",
    holds(
        "A score below zero is a loss, and the text knows no other; by a reading four discards of a rank are as well."
    ),
    instances=STEPS,
    clauses=("band.loss", "goal.before_fourth"),
)
def loss_is_below_zero(s: Standard, was: Standard, p: Player) -> bool:
    if s.phase != Phase.OVER or r.bands_when == BandsWhen.AFTER_FOURTH:
        return True
    fourth = r.lost_game == LostGame.FOURTH_TOO and (s.ending == Ending.FOURTH or fallen(s))
    return not_lost(s, p) == (rated_value(s) >= 0 and not fourth)


@step(
    "step.rated",
    holds("The rating of a campaign is that of its total once the last game is counted, and none before."),
    instances=CAMPAIGN_STEPS,
    clauses=("campaign.bands", "campaign.total"),
)
def campaign_is_rated_last(s: Campaign, was: Campaign) -> bool:
    return s.rating == (band(s) if s.phase == Phase.OVER else Band.NONE)
