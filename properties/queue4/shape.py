"""The shape of the bookkeeping of Queue 4: what the model keeps about the turn makes sense.

No sentence of the text says this; the proofs of what the text says rest on it.
"""

from __future__ import annotations

from model.queue4.both import BothVariants
from model.queue4.bouquets import Bouquets
from model.queue4.campaign import Campaign
from model.queue4.opening import RoyalBall, is_face, pooled
from model.queue4.returning import in_play
from model.queue4.state import (
    QUEUE,
    Aim,
    Ending,
    Phase,
    Queue,
    Rank,
    Standard,
    deck_size,
    discarded,
    n,
    rank_of,
)
from properties.queue4.claims import more_points
from queensbench.language import always, holds, rule
from spec.queue4.bouquets import MoveWhen
from spec.queue4.royal_ball import SetupPairs
from spec.queue4.rulings import r

BOOKKEEPING = "Bookkeeping of the model, on which the proofs rest."


@always("shape.in_hand", holds(BOOKKEEPING))
def card_in_hand(s: Standard) -> bool:
    if s.phase in (Phase.SEEN, Phase.PLACE, Phase.ARRANGE, Phase.KNOWN):
        return s.held > 0
    if s.phase in (Phase.AIM, Phase.LOOK, Phase.REVEAL, Phase.TURN_UP, Phase.HELP, Phase.OFFER):
        return s.held == 0
    if s.phase in (Phase.DEAL, Phase.PAIR, Phase.KIND, Phase.NAME, Phase.SCORE, Phase.OVER):
        return s.held == 0
    return s.phase not in (Phase.SEND_BACK, Phase.BEHEAD) or s.held == 0


@always("shape.destination", holds(BOOKKEEPING))
def destination(s: Standard) -> bool:
    if s.phase in (Phase.REVEAL, Phase.SEEN):
        return s.gap <= len(s.queue[QUEUE[s.target]])
    return s.phase not in (Phase.AIM, Phase.LOOK, Phase.KNOWN, Phase.SCORE, Phase.OVER) or s.gap == 0


@always("shape.help", holds(BOOKKEEPING))
def help_is_a_jacks(s: Standard) -> bool:
    return s.phase not in (Phase.HELP, Phase.TURN_UP, Phase.PLACE) or not in_play(s)


@always("shape.gone", holds(BOOKKEEPING))
def gone_is_empty(s: Standard, q: Queue) -> bool:
    return not s.gone[q] or len(s.queue[q]) == 0 or s.ending != Ending.NONE


@always("shape.aimed", holds(BOOKKEEPING))
def aimed_at_one_that_stands(s: Standard) -> bool:
    target = QUEUE[s.target]
    return s.phase not in (Phase.REVEAL, Phase.SEEN) or len(s.queue[target]) > 0 or not s.gone[target]


@always("shape.turned", holds(BOOKKEEPING))
def turned(s: Standard) -> bool:
    return s.phase == Phase.THROW or s.turned == 0


@always("shape.opening", holds(BOOKKEEPING))
def opening_table(s: RoyalBall, q: Queue) -> bool:
    """While opening Queues are laid none is lost, and none has more cards than it is to have."""
    if s.phase == Phase.KIND:
        return len(s.queue[q]) == 0 and not s.gone[q]
    return s.phase not in (Phase.DEAL, Phase.ARRANGE, Phase.PAIR) or (
        len(s.queue[q]) <= n.opening and not s.gone[q]
    )


@always("shape.begun", holds(BOOKKEEPING))
def opening_begun(s: RoyalBall) -> bool:
    """One opening Queue at the most is begun and waits for its second card; some are still to be laid."""
    begun = sum(len(s.queue[q]) > 0 and len(s.queue[q]) < n.opening for q in Queue)
    if s.phase == Phase.ARRANGE:
        return (
            begun == 1
            and s.target != Aim.NONE
            and len(s.queue[QUEUE[s.target]]) == n.opening - 1
            and rank_of(s.queue[QUEUE[s.target]][0]) == rank_of(max(s.held, 1))
            and not is_face(s.queue[QUEUE[s.target]][0])
            and not is_face(max(s.held, 1))
        )
    if s.phase == Phase.PAIR:
        return begun == 0 and any(len(s.queue[q]) == 0 for q in Queue)
    return s.phase != Phase.DEAL or (begun <= 1 and any(len(s.queue[q]) < n.opening for q in Queue))


@always("shape.pool", holds(BOOKKEEPING))
def opening_pool(s: RoyalBall) -> bool:
    """Cards wait to be paired by ruling ``setup_pairs`` alone: so many as there are places left for them."""
    if r.setup_pairs == SetupPairs.CHOSEN and n.opening > 1:
        if s.phase == Phase.DEAL:
            return pooled(s) < n.opening * len(Queue) and not any(len(s.queue[q]) > 0 for q in Queue)
        if s.phase == Phase.PAIR:
            return pooled(s) == n.opening * sum(len(s.queue[q]) == 0 for q in Queue)
        if s.phase == Phase.ARRANGE:
            return False
    return s.phase != Phase.PAIR and (pooled(s) == 0 or s.ending != Ending.NONE)


@always("shape.nothing_aimed", holds(BOOKKEEPING))
def nothing_aimed(s: RoyalBall) -> bool:
    """No card has a destination before the first turn, but for one to be put beside its equal; or at the end."""
    if s.phase in (Phase.DEAL, Phase.PAIR, Phase.KIND, Phase.SCORE):
        return s.target == Aim.NONE and s.gap == 0
    return s.phase != Phase.ARRANGE or s.gap == 0


@always("shape.price", holds(BOOKKEEPING))
def price(s: Bouquets) -> bool:
    if s.phase == Phase.PAY:
        return s.paid > 0 and s.paid < n.price and s.below >= n.price - s.paid and s.carried == 0
    if s.phase in (Phase.TAKE, Phase.PUT):
        return s.paid == n.price and s.below == 0 and (s.carried > 0) == (s.phase == Phase.PUT)
    return s.below == 0 and s.carried == 0 and s.paid == (n.price if moves(s) else 0)


@rule()
def moves(s: Bouquets) -> bool:
    """Whether a price has been thrown away, wholly or in part, and play does not yet go on where it was."""
    return s.phase in (Phase.PAY, Phase.TAKE, Phase.PUT) or moved_face_acts(s)


@rule()
def moved_face_acts(s: Bouquets) -> bool:
    """Whether a face card that was moved has its effect (both variants together replace this)."""
    return False


@rule(replaces=moved_face_acts)
def moved_face_acts_at_ball(s: BothVariants) -> bool:
    """Whether a face card that was moved has its effect."""
    return s.paid > 0 and (
        s.phase in (Phase.REVEAL, Phase.SEEN, Phase.THROW)
        or s.phase in (Phase.OFFER, Phase.HELP, Phase.TURN_UP, Phase.PLACE)
        or s.phase in (Phase.SEND_BACK, Phase.BEHEAD)
    )


@always("shape.resume", holds(BOOKKEEPING))
def resumes(s: Bouquets) -> bool:
    """After a move the same is due as before: a card in hand, its destination, a card to draw."""
    if not moves(s):
        return s.resume == Phase.AIM and s.payer == Aim.NONE
    match s.resume:
        case Phase.AIM:
            return moved_face_acts(s) or (s.held == 0 and s.gap == 0 and deck_size(s) > 0)
        case Phase.KNOWN:
            return not moved_face_acts(s) and s.held > 0 and s.gap == 0
        case Phase.SEEN:
            target = QUEUE[s.target]
            stands = len(s.queue[target]) > 0 or not s.gone[target]
            return (
                r.move_when == MoveWhen.AFTER_REVEAL
                and not moved_face_acts(s)
                and s.held > 0
                and s.target != Aim.NONE
                and s.gap <= len(s.queue[target])
                and (stands or s.ending != Ending.NONE)
            )
        case Phase.NAME:
            aimed = s.held > 0 or s.gap > 0 or s.target != Aim.NONE
            return s.ending != Ending.NONE and (moved_face_acts(s) or not aimed)
        case _:
            return False


@always("shape.unspent", holds(BOOKKEEPING))
def unspent(s: BothVariants) -> bool:
    """While opening Queues are laid no price has been thrown away."""
    opening = s.phase in (Phase.KIND, Phase.DEAL, Phase.ARRANGE, Phase.PAIR)
    return not opening or all(s.spent[c] == 0 for c in range(1, n.ranks * n.colours + 1))


@always("shape.target", holds(BOOKKEEPING))
def target_of_a_card(s: Bouquets) -> bool:
    """A card turned up has been aimed at a Queue; none has a destination once a Bouquet is to be named."""
    if s.phase in (Phase.REVEAL, Phase.SEEN):
        return s.target != Aim.NONE
    return s.phase not in (Phase.NAME, Phase.SCORE) or (s.target == Aim.NONE and s.gap == 0)


@always("shape.fourth", holds(BOOKKEEPING))
def fourth_of_a_rank(s: Bouquets, rank: Rank) -> bool:
    """The claims on the fourth discard, for one rank."""
    opening = s.phase in (Phase.DEAL, Phase.ARRANGE, Phase.PAIR)
    return opening or s.ending != Ending.NONE or discarded(s, rank) != n.colours * n.copies


@always("shape.game", holds(BOOKKEEPING))
def game(s: Campaign) -> bool:
    return s.phase != Phase.OVER or s.game == n.games


@always("shape.total", holds(BOOKKEEPING))
def total_so_far(s: Campaign) -> bool:
    """The scores of the games before this one: each no more and no less than a game can score."""
    done = s.game - (0 if s.phase == Phase.OVER else 1)
    most = n.ranks * n.colours * n.copies
    return s.total >= -most * done and all(
        done != games or s.total <= (2 * most + more_points(s)) * games for games in range(n.games + 1)
    )
