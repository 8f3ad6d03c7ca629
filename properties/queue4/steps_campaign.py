"""What becomes of the table, the tokens and the total when a game of a campaign ends, and that nothing does before."""

from __future__ import annotations

from model.queue4.both import BothVariants, CampaignBoth, CampaignBouquets, CampaignRoyalBall, GameKind
from model.queue4.campaign import Campaign
from model.queue4.state import QUEUE, Aim, Card, Ending, Phase, Queue, Standard, n
from properties.queue4.values import bouquet_value, joined_value, lost_value, stopped_value, without_value
from properties.queue4.words import BOTH_STEPS, CAMPAIGN_STEPS, FLOWER_CAMPAIGN_STEPS, games, in_range
from queensbench.language import holds, rule, step
from spec.queue4.campaign import CampaignKind, SpentTokens, TokenLastGame, TokenVacuous
from spec.queue4.rulings import r
from spec.queue4.standard import DiscardWhole

# ------------------------------------------------------------------------------------------- within a game


@step(
    "step.tokens",
    holds("A token is spent for each card shuffled back, and else none comes or goes while a game lasts."),
    instances=CAMPAIGN_STEPS,
    clauses=("campaign.return", "campaign.return.struck", "campaign.reward"),
)
def tokens_are_spent(s: Campaign, was: Campaign) -> bool:
    if games(s) != games(was):
        return True
    back = (
        was.phase in (Phase.SEEN, Phase.PLACE)
        and s.held == 0
        and s.deck[max(was.held, 1)] > was.deck[max(was.held, 1)]
        and (s.ending != Ending.CHOICE or was.ending == Ending.CHOICE)
    )
    spent = 1 if back else 0
    return (
        s.tokens == was.tokens - spent
        and s.used == (was.used or back)
        and s.pile == was.pile + (spent if r.spent_tokens == SpentTokens.TO_PILE else 0)
        and s.total == was.total
        and s.rating == was.rating
        and not s.returned
    )


# --------------------------------------------------------------------------------------- the end of a game


@step(
    "step.next_game",
    holds(
        "When a game is over all cards lie in the deck, and the next one begins; after the last one the campaign ends."
    ),
    instances=CAMPAIGN_STEPS,
    clauses=("campaign.games", "campaign.end", "campaign.variants", "setup.shuffle"),
)
def next_game_begins(s: Campaign, was: Campaign) -> bool:
    if games(s) == games(was):
        return s.phase != Phase.OVER and s.phase != Phase.SCORE
    if was.game == n.games:
        return s.phase == Phase.OVER and s.game == was.game and s.ending == Ending.NONE
    return (
        s.game == was.game + 1
        and s.phase in (Phase.AIM, Phase.DEAL, Phase.KIND)
        and not s.used
        and s.ending == Ending.NONE
        and not s.together
        and s.held == 0
        and s.turned == 0
        and s.target == Aim.NONE
        and s.gap == 0
    )


@step(
    "step.cleared",
    holds("Nothing of a game lies on the table of the next one."),
    instances=CAMPAIGN_STEPS,
    clauses=("campaign.games", "setup.shuffle", "deck.standard"),
)
def table_is_cleared(s: Campaign, was: Campaign, card: Card) -> bool:
    if games(s) == games(was):
        return True
    return (
        s.deck[card] == n.copies
        and s.discards[card] == 0
        and all(len(s.queue[q]) == 0 and not s.gone[q] for q in Queue)
    )


@step(
    "step.cleared_ball",
    holds("No card waits for the opening Queues of the next game, and no effect is left."),
    instances=("full",),
    clauses=("campaign.variants", "ball.setup.queues"),
)
def ball_is_cleared(s: CampaignRoyalBall, was: CampaignRoyalBall, card: Card) -> bool:
    return games(s) == games(was) or (
        s.pool[card] == 0 and not s.helped and not s.joined and s.phase in (Phase.DEAL, Phase.OVER)
    )


@step(
    "step.cleared_bouquet",
    holds("No price and no Bouquet of a game is left in the next one."),
    instances=FLOWER_CAMPAIGN_STEPS,
    clauses=("campaign.variants", "bouquets.choose"),
)
def bouquet_is_cleared(s: CampaignBouquets, was: CampaignBouquets, card: Card) -> bool:
    return games(s) == games(was) or (
        s.spent[card] == 0
        and s.bouquet == Aim.NONE
        and s.paid == 0
        and s.carried == 0
        and s.payer == Aim.NONE
        and not s.had_move
    )


@step(
    "step.cleared_both",
    holds("Nothing of either variant is left in the next game."),
    instances=("full",),
    clauses=("campaign.variants",),
)
def both_are_cleared(s: CampaignBoth, was: CampaignBoth, card: Card) -> bool:
    return games(s) == games(was) or (s.pool[card] == 0 and not s.helped and not s.joined)


@step(
    "step.earned",
    holds(
        "A game without a token spent earns one, if the pile has one, and a game with one spent earns none."
    ),
    instances=CAMPAIGN_STEPS,
    clauses=("campaign.reward", "campaign.pile", "campaign.supply"),
)
def token_is_earned(s: Campaign, was: Campaign) -> bool:
    """A game does not end when a card is shuffled back, except by readings that make its effect impossible."""
    if games(s) == games(was) or was.phase in (Phase.SEEN, Phase.PLACE):
        return True
    none = (
        was.used
        or was.pile == 0
        or (r.token_vacuous == TokenVacuous.NEEDS_ONE and was.tokens == 0)
        or (r.token_last_game == TokenLastGame.NOT_EARNED and was.game == n.games)
    )
    earned = 0 if none else 1
    return s.tokens == was.tokens + earned and s.pile == was.pile - earned


# ------------------------------------------------------------------------------------------------ the total


@rule()
def drawn_value(s: Campaign, card: Card) -> int:
    """The worth of the game if the card ends it, by joining the Queue aimed at or by costing it."""
    if in_range(s, QUEUE[s.target], s.gap + 0, card):
        return joined_value(s, QUEUE[s.target])
    return lost_value(s, QUEUE[s.target], card)


@rule()
def counts_bouquet(s: Standard) -> bool:
    """Whether a Bouquet is named before the game is scored."""
    return False


@rule(replaces=counts_bouquet)
def counts_in_bouquets(s: CampaignBouquets) -> bool:
    """Whether this game is one in which a Bouquet is named before it is scored."""
    return s.phase == Phase.NAME


@step(
    "step.total",
    holds("The score of the game that is over is added to the total: what lay there, counted once more."),
    instances=CAMPAIGN_STEPS,
    clauses=("campaign.total", "score.is", "score.deck", "score.count"),
)
def score_is_added(s: Campaign, was: Campaign) -> bool:
    """The claim is asked where no Bouquet is named: after a stop, a card turned up, or a Queen's or King's effect."""
    if games(s) == games(was) or counts_bouquet(was):
        return True
    added = s.total - was.total
    if was.phase == Phase.AIM:
        return added == stopped_value(was)
    if was.phase == Phase.REVEAL and r.discard_whole == DiscardWhole.WHOLE:
        return any(
            was.deck[c] > 0 and drawn_value(was, c) == added for c in range(1, n.ranks * n.colours + 1)
        )
    if was.phase == Phase.SEND_BACK:
        return any(len(was.queue[q]) > 0 and added == without_value(was, q, True) for q in Queue)
    if was.phase == Phase.BEHEAD and r.discard_whole == DiscardWhole.WHOLE:
        return any(len(was.queue[q]) > 0 and added == without_value(was, q, False) for q in Queue)
    return True


@step(
    "step.total_of_bouquet",
    holds("The Bouquet that was named is what is added to the total."),
    instances=FLOWER_CAMPAIGN_STEPS,
    clauses=("campaign.total", "bouquets.score.cards", "bouquets.score.groups", "bouquets.score.deck"),
)
def bouquet_is_added(s: CampaignBouquets, was: CampaignBouquets) -> bool:
    if games(s) == games(was) or was.phase != Phase.NAME:
        return True
    return any(s.total - was.total == bouquet_value(was, q) for q in Queue)


# -------------------------------------------------------------------------------------------- what is played


@step(
    "step.kind",
    holds("What a game is played with is said before it begins, where it may differ, and then stays."),
    instances=BOTH_STEPS,
    clauses=("variants.one", "campaign.variants"),
)
def kind_is_chosen(s: BothVariants, was: BothVariants) -> bool:
    if was.phase != Phase.KIND:
        return s.kind == was.kind
    return s.phase in (Phase.AIM, Phase.DEAL) and (
        (s.phase == Phase.DEAL) == (s.kind in (GameKind.BOTH, GameKind.ROYAL_BALL))
    )


@step(
    "step.asked_for_kind",
    holds("Before each game it is said, by a reading, what it is played with; else only once, or never."),
    instances=("full",),
    clauses=("variants.one", "campaign.variants"),
)
def kind_is_asked_for(s: CampaignBoth, was: CampaignBoth) -> bool:
    if games(s) == games(was) or s.phase == Phase.OVER:
        return True
    return (s.phase == Phase.KIND) == (r.campaign_kind == CampaignKind.EACH_CHOSEN)
