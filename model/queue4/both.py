"""Both variants in one game, and campaigns of variants.

By ruling ``combine_variants`` a game may take one variant only; by ruling ``campaign_kind`` each game of a campaign is
of a kind of its own.  Then the player says which before the game begins.
"""

from __future__ import annotations

from enum import auto

from model.queue4.bouquet_score import bouquet_points, formula
from model.queue4.bouquets import Bouquets, arrived, bouquets_played, move_done
from model.queue4.campaign import Campaign, clear_variant
from model.queue4.endings import close_turn, finish_turn, turn_over
from model.queue4.opening import RoyalBall, ball_played, begin_ball, open_ball
from model.queue4.royal_ball import begin_effect, brings_effect
from model.queue4.scoring import Points, table_points
from model.queue4.state import AIM, Aim, Card, Ending, Phase, Queue, deck_size, n
from queensbench.language import Kind, action, clause, require, rule, silent
from spec.queue4.campaign import CampaignKind
from spec.queue4.royal_ball import CombinedScore, CombineVariants, MovedFace, OwnQueue
from spec.queue4.rulings import r


class GameKind(
    Kind, label={"BOTH": "both variants", "ROYAL_BALL": "The Royal Ball", "BASE": "the base game"}
):
    """The variants that a game is played with."""

    BOTH = auto()
    ROYAL_BALL = auto()
    BOUQUETS = auto()
    BASE = auto()


class BothVariants(RoyalBall, Bouquets):
    """The table of a game with both variants.  ``kind``: what this game is played with."""

    kind: GameKind


class CampaignRoyalBall(Campaign, RoyalBall):
    """A campaign of Royal Balls."""


class CampaignBouquets(Campaign, Bouquets):
    """A campaign of Bouquets."""


class CampaignBoth(CampaignBouquets, BothVariants):
    """A campaign of games with both variants, or by ruling ``campaign_kind`` of games of all kinds."""


# ------------------------------------------------------------------------------------- what is played with


@rule(replaces=ball_played)
def ball_among_kinds(s: BothVariants) -> bool:
    """Whether this game is a Royal Ball."""
    return s.kind in (GameKind.BOTH, GameKind.ROYAL_BALL)


@rule(replaces=bouquets_played)
def bouquets_among_kinds(s: BothVariants) -> bool:
    """Whether this game is one of Bouquets."""
    return s.kind in (GameKind.BOTH, GameKind.BOUQUETS)


@rule()
def asks_kind(s: BothVariants) -> bool:
    """Whether the player says what the game is played with (a campaign replaces this)."""
    return r.combine_variants == CombineVariants.ONE_AT_A_TIME


@rule(replaces=asks_kind)
def campaign_asks_kind(s: CampaignBoth) -> bool:
    """In a campaign, before each game (ruling ``campaign_kind``) or before the first (``combine_variants``)."""
    if r.campaign_kind == CampaignKind.EACH_CHOSEN:
        return True
    return r.combine_variants == CombineVariants.ONE_AT_A_TIME and s.game == 1


@rule(replaces=open_ball)
def open_both(s: BothVariants) -> None:
    """The set-up; where the player says what the game is played with, that comes first."""
    if asks_kind(s):
        s.phase = Phase.KIND
    else:
        begin_ball(s)


@rule()
def may_be_of_kind(s: BothVariants, kind: GameKind) -> bool:
    """Whether the game may be of a kind (a campaign replaces this)."""
    return kind in (GameKind.ROYAL_BALL, GameKind.BOUQUETS)


@rule("campaign.variants", replaces=may_be_of_kind)
def campaign_may_be_of_kind(s: CampaignBoth, kind: GameKind) -> bool:
    """The games of a campaign may also be of both variants or of the base game, each by a ruling."""
    if kind == GameKind.BOTH:
        return r.combine_variants == CombineVariants.TOGETHER
    return kind != GameKind.BASE or r.campaign_kind == CampaignKind.EACH_CHOSEN


@action()
def choose_kind(s: BothVariants, kind: GameKind) -> None:
    """The player says what the game is played with."""
    require(s.phase == Phase.KIND)
    require(may_be_of_kind(s, kind))
    s.kind = kind
    begin_ball(s)


# --------------------------------------------------------------------------------- what the variants share


@rule(replaces=arrived)
def arrived_at_ball(s: BothVariants, q: Queue, card: Card) -> None:
    """A face card that was moved has its effect by ruling ``moved_face``."""
    if r.moved_face == MovedFace.EFFECT and brings_effect(s, card):
        if s.held != 0:
            silent("what a moved face card does while another card waits to be played", "ball.effect")
        s.target = AIM[q]
        s.joined = r.own_queue == OwnQueue.OTHERS_ONLY
        with clause("ball.effect"):
            begin_effect(s, card)
    else:
        move_done(s)


@rule(replaces=finish_turn)
def finish_turn_of_both(s: BothVariants) -> None:
    """After the effect of a moved card play goes on where it was, unless a Jack has taken the last card."""
    if s.paid > 0:
        s.target = Aim.NONE
        s.gap = 0
        turn_over(s)
        if s.ending == Ending.NONE and deck_size(s) == 0:
            with clause("end.deck"):
                s.ending = Ending.DECK
        move_done(s)
    else:
        close_turn(s)


@rule(replaces=bouquet_points)
def points_of_both(s: BothVariants) -> Points:
    """By ruling ``combined_score`` all Queues count as in the base game."""
    if not bouquets_played(s) or (r.combined_score == CombinedScore.NORMAL and ball_played(s)):
        return table_points(s)
    return formula(s)


@rule(replaces=clear_variant)
def clear_bouquet(s: CampaignBouquets) -> None:
    """The next game has a Bouquet of its own."""
    clear_price(s)


@rule()
def clear_price(s: CampaignBouquets) -> None:
    """No Bouquet is named, and no price lies aside."""
    s.bouquet = Aim.NONE
    for c in range(1, n.ranks * n.colours + 1):
        s.spent[c] = 0


@rule(replaces=clear_variant)
def clear_ball(s: CampaignRoyalBall) -> None:
    """Cards that waited to be paired when a set-up ended the game are in the deck of the next."""
    clear_pool(s)


@rule()
def clear_pool(s: RoyalBall) -> None:
    """No card waits to be paired."""
    for c in range(1, n.ranks * n.colours + 1):
        s.pool[c] = 0


@rule(replaces=clear_bouquet)
def clear_both(s: CampaignBoth) -> None:
    """Nothing is left of either variant."""
    clear_price(s)
    clear_pool(s)
