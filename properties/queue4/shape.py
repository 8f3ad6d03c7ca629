"""The shape of the bookkeeping of Queue 4: what the model keeps about the turn makes sense.

No sentence of the text says this; the proofs of what the text says rest on it.
"""

from __future__ import annotations

from model.queue4.bouquets import Bouquets
from model.queue4.campaign import Campaign
from model.queue4.returning import in_play
from model.queue4.state import QUEUE, Ending, Phase, Queue, Standard, n
from queensbench.language import always, holds

BOOKKEEPING = "Bookkeeping of the model, on which the proofs rest."


@always("shape.in_hand", holds(BOOKKEEPING))
def card_in_hand(s: Standard) -> bool:
    if s.phase in (Phase.SEEN, Phase.PLACE, Phase.ARRANGE, Phase.KNOWN):
        return s.held > 0
    if s.phase in (Phase.AIM, Phase.LOOK, Phase.REVEAL, Phase.TURN_UP, Phase.HELP, Phase.OFFER, Phase.OVER):
        return s.held == 0
    return (
        s.phase not in (Phase.DEAL, Phase.PAIR, Phase.KIND, Phase.NAME, Phase.SEND_BACK, Phase.BEHEAD)
        or s.held == 0
    )


@always("shape.destination", holds(BOOKKEEPING))
def destination(s: Standard) -> bool:
    if s.phase in (Phase.REVEAL, Phase.SEEN):
        return s.gap <= len(s.queue[QUEUE[s.target]])
    return s.phase not in (Phase.AIM, Phase.LOOK, Phase.KNOWN, Phase.OVER) or s.gap == 0


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


@always("shape.price", holds(BOOKKEEPING))
def price(s: Bouquets) -> bool:
    if s.phase == Phase.PAY:
        return s.paid > 0 and s.paid < n.price and s.below >= n.price - s.paid and s.carried == 0
    if s.phase in (Phase.TAKE, Phase.PUT):
        return s.paid == n.price and s.below == 0 and (s.carried > 0) == (s.phase == Phase.PUT)
    return s.below == 0 and s.carried == 0


@always("shape.game", holds(BOOKKEEPING))
def game(s: Campaign) -> bool:
    return s.phase != Phase.OVER or s.game == n.games
