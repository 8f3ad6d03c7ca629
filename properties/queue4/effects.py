"""Traces of prices, effects and endings of Queue 4, and the parts of scores; from its sentences."""

from __future__ import annotations

from model.queue4.bouquet_score import groups
from model.queue4.bouquets import Bouquets
from model.queue4.campaign import Campaign
from model.queue4.opening import RoyalBall
from model.queue4.returning import may_shuffle_back
from model.queue4.scoring import band, cards_played, points
from model.queue4.state import QUEUE, Phase, Standard, deck_size, four_discarded, level, n
from properties.queue4.claims import BALLS, BASE, BOUQUETS, PAIRED
from queensbench.language import always, holds, never
from spec.queue4.bouquets import DoubledLongest, FourthAfterDeck, GroupsNote, MoveDiscards
from spec.queue4.royal_ball import EffectFourthAtEnd
from spec.queue4.rulings import r
from spec.queue4.standard import FourOfAKind


@always(
    "price.is_thrown_away",
    holds(
        "A price leaves the Queues before anything is moved for it: its cards lie among the discards or apart."
    ),
    instances=(*BOUQUETS, "flowers"),
    clauses=("bouquets.pay",),
)
def price_is_thrown_away(s: Bouquets) -> bool:
    if s.phase not in (Phase.TAKE, Phase.PUT):
        return True
    if r.move_discards == MoveDiscards.COUNTED:
        return sum(s.discards[c] for c in range(1, n.ranks * n.colours + 1)) >= n.price
    return sum(s.spent[c] for c in range(1, n.ranks * n.colours + 1)) >= n.price


@always(
    "bouquet.formula",
    holds(
        "The Bouquet's cards count, and its Groups unless four of a rank were discarded; cards in the deck do not."
    ),
    instances=BOUQUETS,
    clauses=(
        "bouquets.score.cards",
        "bouquets.score.groups",
        "bouquets.score.deck",
        "bouquets.dropped.groups",
    ),
)
def bouquet_formula(s: Bouquets) -> bool:
    """The claim is asked under readings that say the same as these sentences."""
    if r.doubled_longest == DoubledLongest.ADDED or r.groups_note == GroupsNote.ALWAYS:
        return True
    if s.phase != Phase.OVER or r.fourth_after_deck == FourthAfterDeck.GROUPS_KEPT:
        return True
    bouquet = QUEUE[s.bouquet]
    counted = 0 if four_discarded(s) else groups(s, bouquet)
    return points(s) == len(s.queue[bouquet]) + counted - deck_size(s)


@always(
    "score.without_second_count",
    holds(
        "With four of a rank among the discards no Queue counts twice, whatever brought them there and when."
    ),
    instances=(*BASE, *BALLS, "pairs"),
    clauses=("score.longest.without", "ball.effect.before_score", "score.count", "score.deck"),
)
def no_second_count(s: Standard) -> bool:
    if s.phase != Phase.OVER or not four_discarded(s):
        return True
    if r.four_of_a_kind == FourOfAKind.TOGETHER or r.effect_fourth_at_end == EffectFourthAtEnd.KEPT:
        return True
    return points(s) == cards_played(s) - deck_size(s)


@never(
    "return.ten_of_a_jack",
    holds("The deck must hold as many other cards, whichever card is shuffled back."),
    instances=(*BALLS, *PAIRED),
    clauses=("return.ten", "return.may"),
)
def jacks_card_returns_late(s: RoyalBall) -> bool:
    return s.phase == Phase.PLACE and may_shuffle_back(s) and deck_size(s) < level.others


@always(
    "campaign.is_rated",
    holds("What is rated is the total of all games, with the points of all tokens left."),
    instances=("two_games", "two_balls", "two_bouquets"),
    clauses=("campaign.bands", "campaign.total", "campaign.token_points"),
)
def campaign_is_rated(s: Campaign) -> bool:
    return s.phase != Phase.OVER or s.rating == band(s)
