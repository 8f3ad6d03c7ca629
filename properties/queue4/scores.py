"""What a game of Queue 4 can score, in each small box, and how the variants end; written before the first run."""

from __future__ import annotations

from model.queue4.bouquets import Bouquets
from model.queue4.campaign import Campaign, campaign_total
from model.queue4.opening import RoyalBall, is_face
from model.queue4.royal_ball import takes_help
from model.queue4.scoring import cards_played
from model.queue4.state import QUEUE, Ending, Phase, Queue, Standard, deck_size, four_discarded, in_order, n
from properties.queue4.claims import BALL_CAMPAIGNS, BALLS, BOTH, BOUQUETS, more_points
from queensbench.language import always, bounds, holds, reachable

ONE_QUEUE = (
    "All cards can come to lie in one Queue, which counts twice; stopping at once leaves all in the deck."
)

bounds("score.six", Standard, holds(ONE_QUEUE), least=-6, greatest=12, instances=("six",), module=__name__)
bounds(
    "score.eight",
    Standard,
    holds(ONE_QUEUE),
    least=-8,
    greatest=16,
    instances=("eight", "three_queues"),
    module=__name__,
)
bounds(
    "score.opening",
    RoyalBall,
    holds(
        "Queens send the opening Queues back, and all cards lie in the deck; Jacks bring both Kings, who then have no "
        "effect, Queens send the second Queue back card by card, and all cards lie in the first."
    ),
    least=-8,
    greatest=16,
    instances=("opening",),
    clauses=("ball.score",),
    module=__name__,
)
bounds(
    "score.court",
    RoyalBall,
    holds("As in the smaller box, with opening Queues of two cards."),
    least=-10,
    greatest=20,
    instances=("court",),
    module=__name__,
)
bounds(
    "score.nosegay",
    Bouquets,
    holds("All cards in one Queue with colours that alternate: each counts for itself and for its Group."),
    least=-6,
    greatest=12,
    instances=("nosegay",),
    clauses=("bouquets.group", "bouquets.score.deck", "bouquets.score.groups"),
    module=__name__,
)
bounds(
    "score.posy",
    Bouquets,
    holds("The same with two cards of each rank and colour."),
    least=-8,
    greatest=16,
    instances=("posy",),
    module=__name__,
)
bounds(
    "score.ball_of_flowers",
    Bouquets,
    holds("What both variants allow by themselves, they allow together."),
    least=-8,
    greatest=16,
    instances=("ball_of_flowers",),
    module=__name__,
)
bounds(
    "score.two_games",
    Campaign,
    holds(
        "At worst both games are stopped at once, the second after both tokens were spent; at best all cards lie in "
        "one Queue, twice, and three tokens are left."
    ),
    least=-8,
    greatest=25,
    instances=("two_games",),
    module=__name__,
)
bounds(
    "score.two_games_two_queues",
    Campaign,
    holds("The same with six cards."),
    least=-12,
    greatest=33,
    instances=("two_games_two_queues",),
    module=__name__,
)
bounds(
    "score.two_bouquets",
    Campaign,
    holds("Twice four cards with four Groups, and two tokens; or all left in the deck, and no token."),
    least=-8,
    greatest=22,
    instances=("two_bouquets",),
    module=__name__,
)
bounds(
    "score.two_balls",
    Campaign,
    holds(
        "Without Jacks each King costs a card, so that four lie in one Queue, twice; with both tokens left."
    ),
    least=-12,
    greatest=22,
    instances=BALL_CAMPAIGNS,
    module=__name__,
)


@always(
    "campaign.within",
    holds("Each game lies within its bounds, and there are so many tokens."),
    clauses=("campaign.total", "campaign.token_points", "campaign.games"),
)
def campaign_within(s: Campaign) -> bool:
    most = n.games * n.ranks * n.colours * n.copies
    more = n.games * more_points(s)
    return s.phase != Phase.OVER or (
        campaign_total(s) >= -most and campaign_total(s) <= 2 * most + more + 3 * n.tokens
    )


@always(
    "campaign.tokens",
    holds("A token is the player's, or in the pile, or spent."),
    clauses=("campaign.tokens", "campaign.supply", "campaign.pile", "campaign.return", "campaign.reward"),
)
def tokens_in_all(s: Campaign) -> bool:
    return s.tokens + s.pile <= n.tokens


@always(
    "campaign.games_left",
    holds("A game without a token spent earns one, so that the pile shrinks by one a game at the most."),
    clauses=("campaign.reward",),
)
def pile_lasts(s: Campaign) -> bool:
    return s.pile >= n.tokens - s.game - (1 if s.phase == Phase.OVER else 0)


@reachable(
    "queen.refills_the_deck",
    holds("The last card is a Queen, who sends a Queue back: the game is over with cards in the deck."),
    instances=(*BALLS, *BOTH),
    clauses=("ball.effect.before_score", "ball.queen"),
)
def queen_refills(s: RoyalBall) -> bool:
    return s.phase == Phase.OVER and s.ending == Ending.DECK and deck_size(s) > 0


@reachable(
    "king.takes_the_second_count",
    holds("The last card is a King, and what he has thrown away completes four of a rank."),
    instances=BALLS,
    clauses=("ball.effect.before_score", "score.longest.without"),
)
def king_takes_it(s: RoyalBall) -> bool:
    return s.phase == Phase.OVER and s.ending == Ending.DECK and four_discarded(s)


@reachable(
    "queens.clear_the_table",
    holds("Queens can send every Queue back, their own included, until the whole deck lies there again."),
    instances=(*BALLS, *BOTH),
    clauses=("ball.queen", "ball.filled"),
)
def table_cleared(s: RoyalBall) -> bool:
    return s.phase == Phase.AIM and deck_size(s) == n.ranks * n.colours * n.copies


@always(
    "opening.queues",
    holds(
        "Before the first card is drawn, opening cards lie in the Queues or wait for it, no face among them."
    ),
    clauses=("ball.setup.queues", "ball.setup.order", "ball.faces"),
)
def opening_queues(s: RoyalBall) -> bool:
    return s.phase not in (Phase.DEAL, Phase.ARRANGE) or all(
        len(s.queue[q]) <= n.opening
        and not any(i < len(s.queue[q]) and is_face(s.queue[q][i]) for i in range(n.opening))
        for q in Queue
    )


@reachable(
    "queen.after_a_loss",
    holds("A Queen who was out of range has cost a Queue, and now sends another one back."),
    instances=(*BALLS, *BOTH),
    clauses=("ball.effect", "ball.effect.after_discard", "ball.queen"),
)
def queen_after_a_loss(s: RoyalBall) -> bool:
    return s.phase == Phase.SEND_BACK and len(s.queue[QUEUE[s.target]]) == 0


@reachable(
    "king.after_the_end",
    holds("A King who was the fourth of a rank to be discarded has a Queue thrown away before the scoring."),
    instances=(*BALLS, *BOTH),
    clauses=("ball.effect.before_score", "ball.king"),
)
def king_after_the_end(s: RoyalBall) -> bool:
    return s.phase == Phase.BEHEAD and s.ending == Ending.FOURTH


@always(
    "jack.has_a_place",
    holds("A card that is seen fits somewhere in every Queue that stands."),
    instances=(*BALLS, *BOTH),
    clauses=("ball.jack.place",),
)
def jack_has_a_place(s: RoyalBall) -> bool:
    return s.phase != Phase.PLACE or any(
        takes_help(s, q)
        and any(
            gap <= len(s.queue[q]) and in_order(s, q, min(gap, len(s.queue[q])), max(s.held, 1))
            for gap in range(n.ranks * n.colours * n.copies + 1)
        )
        for q in Queue
    )


@reachable(
    "bouquet.moves_after_the_deck",
    holds("After the last card a price can still be paid and a card moved."),
    instances=(*BOUQUETS, *BOTH),
    clauses=("bouquets.after_deck", "bouquets.pay", "bouquets.move"),
)
def moves_after_deck(s: Bouquets) -> bool:
    return s.phase == Phase.PUT and s.resume == Phase.NAME


@reachable(
    "tokens.two_in_a_game",
    holds("The limit of once a game is struck out: two tokens, of which the first game earned one."),
    instances=("two_games", "two_games_two_queues", "two_balls", "two_bouquets", "two_of_both"),
    clauses=("campaign.return.struck", "campaign.return"),
)
def two_in_a_game(s: Campaign) -> bool:
    return s.used and s.tokens == 0 and s.pile == n.tokens - 2


@reachable(
    "bouquet.falls_after_the_deck",
    holds("After the last card, the price of a move can be the fourth of a rank."),
    instances=BOUQUETS,
    clauses=("bouquets.after_deck", "bouquets.dropped.groups"),
)
def falls_after_deck(s: Bouquets) -> bool:
    return s.phase == Phase.OVER and s.ending == Ending.DECK and four_discarded(s)


@reachable(
    "bouquet.is_empty",
    holds("Any Queue may be named."),
    instances=(*BOUQUETS, *BOTH),
    clauses=("bouquets.choose",),
)
def bouquet_empty(s: Bouquets) -> bool:
    return s.phase == Phase.OVER and len(s.queue[QUEUE[s.bouquet]]) == 0 and cards_played(s) > 0
