"""What a price and a move of Bouquets do: the table after a step beside the table before it."""

from __future__ import annotations

from model.queue4.both import BothVariants
from model.queue4.bouquets import Bouquets
from model.queue4.state import AIM, QUEUE, Aim, Card, Ending, Phase, Queue, n
from properties.queue4.words import (
    BOUQUETS_STEPS,
    at,
    at_ball,
    fallen,
    fits,
    games,
    left,
    lying,
    rank,
    royal,
    table,
    thrown,
    with_card,
    with_moves,
    without_card,
)
from queensbench.language import holds, rule, step
from spec.queue4.bouquets import (
    BouquetEmpty,
    MoveAfterEnd,
    MoveAfterFourth,
    MoveCount,
    MoveDiscards,
    MoveOrder,
    MovePayer,
    MoveToEmpty,
    MoveWhen,
    PriceWithoutMove,
)
from spec.queue4.royal_ball import MovedFace
from spec.queue4.rulings import r
from spec.queue4.standard import ThroughDeck


@rule()
def laid_apart(s: Bouquets) -> int:
    """How many cards were given as a price that does not count as discards."""
    return sum(s.spent[c] for c in range(1, n.ranks * n.colours + 1))


@rule()
def moving(s: Bouquets) -> bool:
    """Whether a price is being paid, or a card moved for it."""
    return s.phase in (Phase.PAY, Phase.TAKE, Phase.PUT)


@rule()
def unsaid(s: Bouquets) -> bool:
    """Whether the text leaves the state unsaid: a card lies turned up while a price is paid or a card moved."""
    return s.phase == Phase.SEEN or s.resume == Phase.SEEN


# ----------------------------------------------------------------------------------------------- the price


@step(
    "step.price",
    holds(
        "A price is so many cards of one Queue, one after the other; nothing else leaves its place meanwhile."
    ),
    instances=BOUQUETS_STEPS,
    clauses=("bouquets.pay",),
)
def price_is_paid(s: Bouquets, was: Bouquets) -> bool:
    """The claim includes a price whose last card ends the game."""
    if games(s) != games(was) or moving(was) != (was.phase == Phase.PAY):
        return True
    if was.phase != Phase.PAY and s.phase not in (Phase.PAY, Phase.TAKE):
        return True
    if was.phase == s.phase and table(s) == table(was) and s.paid == was.paid:
        return unsaid(was)
    if left(s) != left(was) and not (s.held == 0 and left(s) == left(was) + 1):
        return False
    counted = r.move_discards == MoveDiscards.COUNTED
    return (
        thrown(s) == thrown(was) + (1 if counted else 0)
        and laid_apart(s) == laid_apart(was) + (0 if counted else 1)
        and s.carried == 0
        and any(
            (was.phase != Phase.PAY or was.payer == AIM[q])
            and any(
                place < len(was.queue[q])
                and (was.phase != Phase.PAY or place < was.below)
                and (s.phase != Phase.PAY or s.below == place)
                and (s.phase not in (Phase.PAY, Phase.TAKE) or s.payer == AIM[q])
                and all(
                    at(s, q, i) == without_card(was, q, place, i)
                    for i in range(n.ranks * n.colours * n.copies)
                )
                for place in range(n.ranks * n.colours * n.copies)
            )
            for q in Queue
        )
    )


@step(
    "step.price_begun",
    holds("A price may be paid between plays, by a Queue that has so many cards; after the deck as well."),
    instances=BOUQUETS_STEPS,
    clauses=("bouquets.pay", "bouquets.after_deck", "bouquets.move"),
)
def price_is_begun(s: Bouquets, was: Bouquets) -> bool:
    if moving(was) or not moving(s):
        return True
    if was.phase == Phase.NAME:
        through = left(was) == 0 or (
            was.ending == Ending.DECK
            or (r.through_deck == ThroughDeck.DRAWN and was.ending == Ending.CHOICE and left(was) == 1)
        )
        if r.move_after_end == MoveAfterEnd.UNTIL_FOURTH and (fallen(was) or not through):
            return False
        if r.move_after_end == MoveAfterEnd.DECK_EMPTY and not through:
            return False
    elif was.phase == Phase.SEEN:
        if r.move_when == MoveWhen.OUTSIDE_PLAY:
            return False
    elif was.phase not in (Phase.AIM, Phase.KNOWN):
        return False
    return (
        with_moves(was)
        and not was.had_move
        and s.resume == was.phase
        and s.paid == 1
        and was.paid == 0
        and s.phase == (Phase.TAKE if n.price == 1 else Phase.PAY)
        and s.had_move == (r.move_count == MoveCount.ONCE_A_TURN and was.phase != Phase.NAME)
        and any(AIM[q] == s.payer and len(was.queue[q]) >= n.price for q in Queue)
    )


@step(
    "step.price_goes_on",
    holds("The price is paid when all its cards are thrown away, and not before; then a card is moved."),
    instances=BOUQUETS_STEPS,
    clauses=("bouquets.pay", "bouquets.move"),
)
def price_goes_on(s: Bouquets, was: Bouquets) -> bool:
    """By a reading the move is lost if the price was the fourth card of a rank."""
    if was.phase != Phase.PAY or games(s) != games(was):
        return True
    if was.phase == s.phase and table(s) == table(was) and s.paid == was.paid:
        return unsaid(was)
    if was.paid + 1 < n.price:
        return s.phase == Phase.PAY and s.paid == was.paid + 1 and s.resume == was.resume
    fell = s.ending != Ending.NONE
    if was.resume == Phase.NAME:
        fell = r.move_after_end == MoveAfterEnd.UNTIL_FOURTH and fallen(s)
    if fell and r.move_after_fourth == MoveAfterFourth.MOVE_LOST:
        return not moving(s) or (unsaid(was) and s.phase == Phase.TAKE and s.paid == n.price)
    return s.phase == Phase.TAKE and s.paid == n.price and s.resume == was.resume


@rule()
def gives(s: Bouquets, q: Queue) -> bool:
    """Whether the Queue may give the card that is moved for the price."""
    return len(s.queue[q]) > 0 and (s.payer == AIM[q] or r.move_payer == MovePayer.ANY_QUEUE)


@step(
    "step.move_follows",
    holds("A price is paid for a move: when it is paid, some card can pass to another Queue."),
    instances=BOUQUETS_STEPS,
    clauses=("bouquets.pay", "bouquets.move"),
)
def move_can_follow(s: Bouquets, was: Bouquets) -> bool:
    """By a reading a price may be paid without a move."""
    if s.phase != Phase.TAKE or was.phase == Phase.TAKE or r.price_without_move == PriceWithoutMove.PAID:
        return True
    return unsaid(s) or any(
        gives(s, q)
        and any(
            p != q and (len(s.queue[p]) > 0 or (r.move_to_empty == MoveToEmpty.ALLOWED and not s.gone[p]))
            for p in Queue
        )
        for q in Queue
    )


@step(
    "step.apart",
    holds(
        "Cards that do not count as discards are those of prices, and stay apart as long as the game lasts."
    ),
    instances=BOUQUETS_STEPS,
    clauses=("bouquets.pay",),
)
def apart_stays(s: Bouquets, was: Bouquets, card: Card) -> bool:
    if games(s) != games(was):
        return True
    if r.move_discards == MoveDiscards.COUNTED:
        return s.spent[card] == 0
    return s.spent[card] >= was.spent[card] and (
        moving(s) or was.phase == Phase.PAY or n.price == 1 or s.spent[card] == was.spent[card]
    )


# ------------------------------------------------------------------------------------------------ the move


@step(
    "step.taken",
    holds("For the price one card leaves its Queue, or by a reading none; it is on its way to another one."),
    instances=BOUQUETS_STEPS,
    clauses=("bouquets.move",),
)
def card_is_taken(s: Bouquets, was: Bouquets) -> bool:
    if was.phase != Phase.TAKE or games(s) != games(was):
        return True
    if thrown(s) != thrown(was) or laid_apart(s) != laid_apart(was):
        return False
    if s.phase == Phase.TAKE and table(s) == table(was):
        return unsaid(was)
    if s.phase != Phase.PUT:
        return r.price_without_move == PriceWithoutMove.PAID and table(s) == table(was) and s.carried == 0
    return (
        s.paid == was.paid
        and s.resume == was.resume
        and s.held == was.held
        and s.target == was.target
        and any(
            (was.payer == AIM[q] or r.move_payer == MovePayer.ANY_QUEUE)
            and s.payer == AIM[q]
            and any(
                place < len(was.queue[q])
                and s.carried == at(was, q, place)
                and all(
                    at(s, q, i) == without_card(was, q, place, i)
                    for i in range(n.ranks * n.colours * n.copies)
                )
                for place in range(n.ranks * n.colours * n.copies)
            )
            for q in Queue
        )
        and any(
            AIM[q] != s.payer
            and (len(s.queue[q]) > 0 or (r.move_to_empty == MoveToEmpty.ALLOWED and not s.gone[q]))
            for q in Queue
        )
    )


@step(
    "step.put",
    holds("The card on its way joins another Queue than the one that it has left, in order."),
    instances=BOUQUETS_STEPS,
    clauses=("bouquets.move", "queues.ordered.moves"),
)
def card_is_put(s: Bouquets, was: Bouquets) -> bool:
    """What a face card does while another card waits to be played is unsaid (rulings ``look_when``, ``moved_face``)."""
    if was.phase != Phase.PUT or games(s) != games(was):
        return True
    card = max(was.carried, 1)
    if s.phase == Phase.PUT or (s.carried != 0 and not comes_to_life(was)):
        return s.phase == Phase.PUT and unsaid(was) and table(s) == table(was)
    if moving(s) and not unsaid(was) and not (comes_to_life(was) and was.held != 0):
        return False
    if table(s) <= table(was):
        return (
            r.move_order == MoveOrder.LOSES_QUEUE
            and s.carried == 0
            and any(
                AIM[q] != was.payer
                and len(was.queue[q]) > 0
                and len(s.queue[q]) == 0
                and any(
                    lying(was, q, c) > 0 and rank(c) != rank(card) for c in range(1, n.ranks * n.colours + 1)
                )
                and all(
                    s.discards[c] == was.discards[c] + lying(was, q, c) + (1 if c == card else 0)
                    for c in range(1, n.ranks * n.colours + 1)
                )
                for q in Queue
            )
        )
    return (
        s.carried == 0
        and thrown(s) == thrown(was)
        and laid_apart(s) == laid_apart(was)
        and any(
            AIM[q] != was.payer
            and (len(was.queue[q]) > 0 or (r.move_to_empty == MoveToEmpty.ALLOWED and not was.gone[q]))
            and any(
                fits(was, q, gap, card)
                and all(
                    at(s, q, i) == with_card(was, q, gap, card, i)
                    for i in range(n.ranks * n.colours * n.copies)
                )
                for gap in range(n.ranks * n.colours * n.copies + 1)
            )
            for q in Queue
        )
    )


@rule()
def comes_to_life(s: Bouquets) -> bool:
    """Whether the card on its way has an effect when it arrives."""
    return False


@rule(replaces=comes_to_life)
def comes_to_life_at_ball(s: BothVariants) -> bool:
    """Whether the card on its way will have an effect; by ruling ``moved_face`` each face card of a Royal Ball will."""
    return (
        s.phase == Phase.PUT and r.moved_face == MovedFace.EFFECT and at_ball(s) and royal(max(s.carried, 1))
    )


@step(
    "step.resumed",
    holds("After the move play goes on where it was; or the game is over, if the price has ended it."),
    instances=BOUQUETS_STEPS,
    clauses=("bouquets.move", "bouquets.pay", "bouquets.end"),
)
def play_is_resumed(s: Bouquets, was: Bouquets) -> bool:
    if not moving(was) or moving(s) or games(s) != games(was) or comes_to_life(was):
        return True
    if s.paid != 0 or s.payer != Aim.NONE or s.resume != Phase.AIM or s.below != 0 or s.carried != 0:
        return False
    if s.ending == Ending.NONE:
        return (
            s.phase == was.resume
            and s.held == was.held
            and s.target == was.target
            and s.had_move == was.had_move
        )
    return s.phase == Phase.NAME and s.held == 0 and s.target == Aim.NONE and s.gap == 0


@step(
    "step.place_kept",
    holds(
        "A destination that was settled stays between the same cards while others leave its Queue or join it."
    ),
    instances=BOUQUETS_STEPS,
    clauses=("place.commit", "bouquets.move"),
)
def destination_is_kept(s: Bouquets, was: Bouquets) -> bool:
    """Between two like cards both sides of the card that leaves or comes count as the same place."""
    if games(s) != games(was) or not (moving(was) or moving(s)) or s.phase == Phase.NAME:
        return True
    if was.phase == Phase.PUT and table(s) < table(was):
        return s.gap == (was.gap if len(s.queue[QUEUE[was.target]]) > 0 or was.resume != Phase.SEEN else 0)
    waits = (was.resume if moving(was) else was.phase) == Phase.SEEN
    if not waits:
        return s.gap == was.gap or comes_to_life(was)
    q = QUEUE[was.target]
    if s.target != was.target:
        return False
    change = len(s.queue[q]) - len(was.queue[q])
    below = all(
        i >= min(was.gap, s.gap) or at(s, q, i) == at(was, q, i)
        for i in range(n.ranks * n.colours * n.copies)
    )
    above = all(
        i < max(was.gap, s.gap)
        or i + change < 0
        or at(s, q, i + max(change, 0)) == at(was, q, i + max(-change, 0))
        for i in range(n.ranks * n.colours * n.copies - 1)
    )
    if s.gap == was.gap:
        return below
    return s.gap == was.gap + change and above


@step(
    "step.had_move",
    holds("Once a turn, by a reading: that a card was moved in this turn is remembered until the next one."),
    instances=BOUQUETS_STEPS,
    clauses=("bouquets.pay",),
)
def move_is_remembered(s: Bouquets, was: Bouquets) -> bool:
    if games(s) != games(was) or (moving(s) and not moving(was)):
        return True
    if r.move_count == MoveCount.ANY_NUMBER:
        return not s.had_move
    if was.phase in (Phase.AIM, Phase.KNOWN, Phase.LOOK) and s.phase in (
        Phase.LOOK,
        Phase.KNOWN,
        Phase.REVEAL,
        Phase.SEEN,
        Phase.AIM,
    ):
        return s.had_move == was.had_move or (was.phase == Phase.KNOWN and s.phase == Phase.AIM)
    if s.phase == Phase.NAME and was.ending == Ending.NONE:
        return not s.had_move
    if s.phase == Phase.AIM and not moving(was) and was.paid == 0:
        return not s.had_move
    return True


# --------------------------------------------------------------------------------------------- the Bouquet


@step(
    "step.named",
    holds("When the game is over the player names a Queue, and nothing lies otherwise for it."),
    instances=BOUQUETS_STEPS,
    clauses=("bouquets.choose",),
)
def bouquet_is_named(s: Bouquets, was: Bouquets) -> bool:
    if games(s) != games(was):
        return True
    if was.phase != Phase.NAME or s.phase != Phase.OVER:
        return s.bouquet == was.bouquet and (s.phase != Phase.OVER or not with_moves(was))
    standing = any(len(was.queue[q]) > 0 for q in Queue)
    return (
        s.bouquet != Aim.NONE
        and table(s) == table(was)
        and left(s) == left(was)
        and thrown(s) == thrown(was)
        and (r.bouquet_empty == BouquetEmpty.ANY_QUEUE or not standing or len(s.queue[QUEUE[s.bouquet]]) > 0)
    )
