"""Words in which the properties of steps of Queue 4 are written.

They are formulas of their own, from the text: no rule of the model is asked what the model says.
"""

from __future__ import annotations

from model.queue4.both import BothVariants, GameKind
from model.queue4.bouquets import Bouquets
from model.queue4.campaign import Campaign
from model.queue4.opening import RoyalBall
from model.queue4.state import Card, Gap, Held, Phase, Queue, Rank, Standard, n
from queensbench.language import rule
from spec.queue4.campaign import TokensPerGame
from spec.queue4.royal_ball import JackChain
from spec.queue4.rulings import r
from spec.queue4.standard import MatchWhere

BALL_STEPS = ("pairs", "flowers", "jacks", "twins", "full")
BOUQUETS_STEPS = ("nosegay", "flowers", "jacks", "twins", "two_bouquets", "full")
BOTH_STEPS = ("flowers", "jacks", "twins", "full")
CAMPAIGN_STEPS = ("two_games", "two_bouquets", "full")
FLOWER_CAMPAIGN_STEPS = ("two_bouquets", "full")
STEPS = ("six", "pairs", "nosegay", "flowers", "jacks", "twins", "two_games", "two_bouquets", "full")
"""Where properties of steps are asked: the least boxes of each mode that has them, and the box as sold."""


@rule()
def games(s: Standard) -> int:
    """0 for a single game; of a campaign the number of this game, and one more once it is over."""
    return 0


@rule(replaces=games)
def games_of_campaign(s: Campaign) -> int:
    """The number of this game in the campaign, and one more once the campaign is over."""
    return s.game + (1 if s.phase == Phase.OVER else 0)


@rule()
def rank(card: Card) -> Rank:
    """The rank of a card: cards are numbered by rank, each in all colours."""
    return (card + n.colours - 1) // n.colours


@rule()
def colour(card: Card) -> int:
    """The colour of a card."""
    return card - n.colours * (rank(card) - 1)


@rule()
def at(s: Standard, q: Queue, i: Gap) -> Held:
    """The card at a place of a Queue, none beyond its end."""
    return s.queue[q][i] + 0 if i < len(s.queue[q]) else 0


@rule()
def with_card(s: Standard, q: Queue, gap: Gap, card: Card, i: Gap) -> Held:
    """The card at a place of a Queue once another has been put on top of its first ``gap`` cards."""
    if i < gap:
        return at(s, q, i)
    return card + 0 if i == gap else at(s, q, max(i - 1, 0))


@rule()
def without_card(s: Standard, q: Queue, place: Gap, i: Gap) -> Held:
    """The card at a place of a Queue once the one at another place has left."""
    return at(s, q, i) if i < place else at(s, q, min(i + 1, n.ranks * n.colours * n.copies))


@rule()
def lying(s: Standard, q: Queue, card: Card) -> int:
    """How many such cards lie in a Queue."""
    return sum(i < len(s.queue[q]) and s.queue[q][i] == card for i in range(n.ranks * n.colours * n.copies))


@rule()
def holds_rank(s: Standard, q: Queue, wanted: Rank) -> bool:
    """Whether a card of the rank lies in the Queue."""
    return any(
        i < len(s.queue[q]) and rank(s.queue[q][i]) == wanted for i in range(n.ranks * n.colours * n.copies)
    )


@rule()
def fits(s: Standard, q: Queue, gap: Gap, card: Card) -> bool:
    """Whether no card beneath the place is higher than this one, and none above it lower."""
    return gap <= len(s.queue[q]) and all(
        i >= len(s.queue[q])
        or (rank(s.queue[q][i]) <= rank(card) if i < gap else rank(s.queue[q][i]) >= rank(card))
        for i in range(n.ranks * n.colours * n.copies)
    )


@rule()
def in_range(s: Standard, q: Queue, gap: Gap, card: Card) -> bool:
    """Whether a card aimed at a place joins the Queue; by ruling ``match_where`` also elsewhere, beside its rank."""
    return fits(s, q, gap, card) or (r.match_where == MatchWhere.ANYWHERE and holds_rank(s, q, rank(card)))


@rule()
def left(s: Standard) -> int:
    """How many cards lie in the deck."""
    return sum(s.deck[c] for c in range(1, n.ranks * n.colours + 1))


@rule()
def table(s: Standard) -> int:
    """How many cards lie in the Queues."""
    return sum(len(s.queue[q]) for q in Queue)


@rule()
def thrown(s: Standard) -> int:
    """How many cards lie among the discards."""
    return sum(s.discards[c] for c in range(1, n.ranks * n.colours + 1))


@rule()
def thrown_of(s: Standard, wanted: Rank) -> int:
    """How many cards of a rank lie among the discards."""
    return sum(s.discards[c] for c in range(1, n.ranks * n.colours + 1) if rank(c) == wanted)


@rule()
def fallen(s: Standard) -> bool:
    """Whether all cards of some rank lie among the discards."""
    return any(thrown_of(s, k) == n.colours * n.copies for k in range(1, n.ranks + 1))


@rule()
def empty_one(s: Standard) -> bool:
    """Whether some Queue can be begun."""
    return any(len(s.queue[q]) == 0 and not s.gone[q] for q in Queue)


# --------------------------------------------------------------------------------------------- variants


@rule()
def help_due(s: Standard) -> bool:
    """Whether the card that is due is a Jack's."""
    return False


@rule(replaces=help_due)
def help_due_at_ball(s: RoyalBall) -> bool:
    """Whether the card that is due is a Jack's."""
    return s.helped


@rule()
def at_ball(s: Standard) -> bool:
    """Whether this game is a Royal Ball."""
    return False


@rule(replaces=at_ball)
def at_royal_ball(s: RoyalBall) -> bool:
    """Whether this game is a Royal Ball."""
    return of_kind(s)


@rule()
def of_kind(s: RoyalBall) -> bool:
    """Whether this game is a Royal Ball, where games may be of another kind."""
    return True


@rule(replaces=of_kind)
def of_ball_kind(s: BothVariants) -> bool:
    """Whether this game is a Royal Ball, where games may be of another kind."""
    return s.kind in (GameKind.BOTH, GameKind.ROYAL_BALL)


@rule()
def with_moves(s: Standard) -> bool:
    """Whether in this game cards can be moved for a price."""
    return False


@rule(replaces=with_moves)
def with_moves_in_bouquets(s: Bouquets) -> bool:
    """Whether in this game cards can be moved for a price."""
    return moves_played(s)


@rule()
def moves_played(s: Bouquets) -> bool:
    """Whether in this game cards can be moved for a price, where games may be of another kind."""
    return True


@rule(replaces=moves_played)
def moves_of_kind(s: BothVariants) -> bool:
    """Whether in this game cards can be moved for a price, where games may be of another kind."""
    return s.kind in (GameKind.BOTH, GameKind.BOUQUETS)


@rule()
def price_paid_before(s: Standard) -> bool:
    """Whether a move is not yet done: the card that was moved, or one that came after it, has its effect."""
    return False


@rule(replaces=price_paid_before)
def price_paid_in_bouquets(s: Bouquets) -> bool:
    """Whether a move is not yet done: the card that was moved, or one that came after it, has its effect."""
    return s.paid > 0


@rule()
def royal(card: Card) -> bool:
    """Whether the card is a Jack, a Queen or a King."""
    return rank(card) == n.jack or rank(card) == n.queen or rank(card) == n.king


@rule()
def acts(s: Standard, card: Card) -> bool:
    """Whether the card has an effect when it is played now; a Jack's card only by ruling ``jack_chain``."""
    return at_ball(s) and royal(card) and (not help_due(s) or r.jack_chain == JackChain.EFFECT)


@rule()
def unused(s: Standard) -> bool:
    """Whether a card can still be shuffled back in this game, as far as the number of returns goes."""
    return not s.returned


@rule(replaces=unused)
def token_at_hand(s: Campaign) -> bool:
    """Whether a card can still be shuffled back in this game, as far as tokens go."""
    return s.tokens > 0 and (not s.used or r.tokens_per_game == TokensPerGame.ANY_NUMBER)


@rule()
def by_token(s: Standard) -> bool:
    """Whether shuffling back costs a token."""
    return False


@rule(replaces=by_token)
def by_token_in_campaign(s: Campaign) -> bool:
    """Whether shuffling back costs a token."""
    return True
