"""Bouquets: three cards of a Queue pay for moving a card; one Queue and its colours score."""

from __future__ import annotations

from typing import Annotated

from model.queue4.endings import close_game, close_turn, end_game, new_turn
from model.queue4.losing import check_fourth, discard, discard_queue, emptied
from model.queue4.returning import put_back
from model.queue4.scoring import gone_through
from model.queue4.state import (
    AIM,
    NUMBER,
    Aim,
    Card,
    Copies,
    Ending,
    Gap,
    Held,
    Phase,
    Queue,
    Rank,
    Standard,
    deck_of_rank,
    first_of_its_kind,
    four_discarded,
    in_order,
    in_queue,
    misfits_somewhere,
    n,
    rank_of,
)
from model.queue4.turn import may_interrupt, pauses
from queensbench.language import Range, Table, action, clause, require, rule, silent, states
from spec.queue4.bouquets import (
    BouquetEmpty,
    EqualRearrange,
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
from spec.queue4.rulings import r
from spec.queue4.standard import FourOfAKind, LastOfRank, QueueTotal

Paid = Annotated[int, Range(0, n.price)]
"""Cards of the price that have been thrown away."""


class Bouquets(Standard):
    """The table of Bouquets.

    ``payer``: the Queue that pays, then the one that a card is taken from.  ``paid``: cards of the price already thrown
    away.  ``below``: the next one lies lower than that.  ``carried``: the card on its way from one Queue to another.
    ``resume``: what is due after the move.  ``had_move``: by ruling ``move_count`` this turn has had its move.
    ``spent``: by ruling ``move_discards`` cards of a price, which do not count.  ``bouquet``: the Queue named.
    """

    payer: Aim
    paid: Paid
    below: Gap
    carried: Held
    resume: Phase
    had_move: bool
    spent: Table[Card, Copies]
    bouquet: Aim


@rule()
def bouquets_played(s: Bouquets) -> bool:
    """Whether this game is one of Bouquets (modes with a choice replace this)."""
    states("bouquets.add")
    return True


# --------------------------------------------------------------------------------------------- the price


@rule()
def between_moves(s: Bouquets) -> bool:
    """Whether cards may be moved now: rulings ``move_when``, ``move_count``, ``move_after_end``.

    Not while a card that was moved still has its effect.
    """
    if not bouquets_played(s) or s.paid > 0:
        return False
    if s.phase == Phase.NAME:
        with clause("bouquets.after_deck"):
            match r.move_after_end:
                case MoveAfterEnd.UNTIL_FOURTH:
                    return gone_through(s) and not four_discarded(s)
                case MoveAfterEnd.DECK_EMPTY:
                    return gone_through(s)
                case MoveAfterEnd.ANY_ENDING:
                    return True
    if s.had_move:
        return False
    return s.phase in (Phase.AIM, Phase.KNOWN) or (
        s.phase == Phase.SEEN and r.move_when == MoveWhen.AFTER_REVEAL
    )


@rule()
def left_after_price(s: Bouquets, q: Queue, payer: Queue) -> int:
    """How many cards a Queue holds once the price is paid."""
    return len(s.queue[q]) - (n.price if q == payer else 0)


@rule()
def gone_with_price(q: Queue, payer: Queue) -> bool:
    """By ruling ``queue_total`` a Queue that the price has emptied is gone."""
    return q == payer and r.queue_total == QueueTotal.ONCE_BEGUN


@rule()
def move_follows(s: Bouquets, payer: Queue) -> bool:
    """Whether a card can be moved once a Queue has paid."""
    return any(
        left_after_price(s, q, payer) > 0
        and (q == payer or r.move_payer == MovePayer.ANY_QUEUE)
        and any(
            p != q
            and (
                left_after_price(s, p, payer) > 0
                or (
                    r.move_to_empty == MoveToEmpty.ALLOWED and not s.gone[p] and not gone_with_price(p, payer)
                )
            )
            for p in Queue
        )
        for q in Queue
    )


@rule()
def may_pay(s: Bouquets, q: Queue) -> bool:
    """Whether a Queue can pay: for nothing only by ruling ``price_without_move``."""
    return len(s.queue[q]) >= n.price and (
        r.price_without_move == PriceWithoutMove.PAID or move_follows(s, q)
    )


@rule()
def topmost_alike(s: Bouquets, q: Queue, place: Gap) -> bool:
    """Whether the card above differs: of neighbours that are alike only the topmost is listed."""
    return (
        place == len(s.queue[q]) - 1 or s.queue[q][place] != s.queue[q][min(place + 1, len(s.queue[q]) - 1)]
    )


@action("bouquets.pay")
def pay(s: Bouquets, queue: Queue, place: Gap) -> None:
    """A card of the price is thrown away; the three go from top to bottom, since their order does not matter."""
    require(between_moves(s) or s.phase == Phase.PAY)
    require(place < len(s.queue[queue]))
    require(place >= n.price - 1 - s.paid)
    require(s.below == place + 1 or topmost_alike(s, queue, place))
    if s.phase == Phase.PAY:
        require(AIM[queue] == s.payer)
        require(place < s.below)
    else:
        require(may_pay(s, queue))
    if leaves_waiting(s, queue):
        silent("where a card goes that lies turned up when a price ends its Queue for good", "bouquets.pay")
    if s.phase != Phase.PAY:
        s.resume = s.phase
        s.phase = Phase.PAY
        s.payer = AIM[queue]
        if r.move_count == MoveCount.ONCE_A_TURN and s.resume != Phase.NAME:
            s.had_move = True
    s.below = place + 0
    s.paid += 1
    if r.move_discards == MoveDiscards.COUNTED:
        discard(s, s.queue[queue][place])
    else:
        s.spent[s.queue[queue][place]] += 1
    s.queue[queue].remove_at(place)
    gap_after_loss(s, queue, place)
    emptied(s, queue)
    if s.paid == n.price:
        price_paid(s)


@rule()
def gap_after_loss(s: Bouquets, q: Queue, place: Gap) -> None:
    """By ruling ``move_when`` a card turned up waits meanwhile: its place sinks with the cards beneath it."""
    if s.resume == Phase.SEEN and AIM[q] == s.target and place < s.gap:
        s.gap -= 1


@rule()
def leaves_waiting(s: Bouquets, q: Queue) -> bool:
    """By ruling ``queue_total`` the last card of a Queue ends it, and a card turned up waits for that very Queue."""
    waits = s.phase == Phase.SEEN or (s.paid > 0 and s.resume == Phase.SEEN)
    return waits and AIM[q] == s.target and len(s.queue[q]) == 1 and r.queue_total == QueueTotal.ONCE_BEGUN


@rule()
def price_paid(s: Bouquets) -> None:
    """The move follows, if the price was no fourth card of a rank: ruling ``move_after_fourth``."""
    s.below = 0
    fell = s.ending != Ending.NONE
    if s.resume == Phase.NAME:
        fell = r.move_after_end == MoveAfterEnd.UNTIL_FOURTH and four_discarded(s)
    s.phase = Phase.TAKE
    if fell and r.move_after_fourth == MoveAfterFourth.MOVE_LOST:
        move_done(s)


# ---------------------------------------------------------------------------------------------- the move


@rule()
def reaches(s: Bouquets, q: Queue) -> bool:
    """Whether a card may be moved to a Queue; to an empty one by ruling ``move_to_empty``."""
    return len(s.queue[q]) > 0 or (r.move_to_empty == MoveToEmpty.ALLOWED and not s.gone[q])


@action("bouquets.move")
def take(s: Bouquets, queue: Queue, place: Gap) -> None:
    """The card to be moved leaves its Queue (of several that are alike the topmost)."""
    require(s.phase == Phase.TAKE)
    require(place < len(s.queue[queue]))
    require(AIM[queue] == s.payer or r.move_payer == MovePayer.ANY_QUEUE)
    require(any(p != queue and reaches(s, p) for p in Queue))
    require(topmost_alike(s, queue, place))
    if leaves_waiting(s, queue):
        silent("where a card goes that lies turned up when a move ends its Queue for good", "bouquets.move")
    s.carried = s.queue[queue][place] + 0
    s.queue[queue].remove_at(place)
    gap_after_loss(s, queue, place)
    emptied(s, queue)
    s.payer = AIM[queue]
    s.phase = Phase.PUT


@rule()
def may_reach(s: Bouquets, q: Queue) -> bool:
    """Whether the card on its way may go to a Queue: not to the one that it has left; of empty ones to the first."""
    return (
        AIM[q] != s.payer
        and reaches(s, q)
        and not (
            len(s.queue[q]) == 0
            and any(
                AIM[p] != s.payer and NUMBER[p] < NUMBER[q] and len(s.queue[p]) == 0 and not s.gone[p]
                for p in Queue
            )
        )
    )


@action("bouquets.move")
def put(s: Bouquets, queue: Queue, gap: Gap) -> None:
    """The card comes to a place where it is in order (of those alike the lowest)."""
    require(s.phase == Phase.PUT)
    require(may_reach(s, queue))
    require(gap <= len(s.queue[queue]))
    with clause("queues.ordered.moves"):
        require(in_order(s, queue, gap, max(s.carried, 1)))
    require(first_of_its_kind(s, queue, gap, max(s.carried, 1)))
    card = s.carried + 0
    s.queue[queue].insert(gap, card)
    if s.resume == Phase.SEEN and AIM[queue] == s.target and gap < s.gap:
        s.gap += 1
    s.carried = 0
    s.phase = Phase.TAKE
    arrived(s, queue, card)


@rule()
def alike_at_put(s: Bouquets, q: Queue, rank: Rank) -> int:
    """How many cards of a rank are lost with a Queue and the card on its way."""
    return in_queue(s, q, rank) + (1 if s.carried != 0 and rank_of(max(s.carried, 1)) == rank else 0)


@action("bouquets.move")
def misput(s: Bouquets, queue: Queue) -> None:
    """By ruling ``move_order`` the card is put out of order and costs the Queue, all at once."""
    require(s.phase == Phase.PUT)
    require(r.move_order == MoveOrder.LOSES_QUEUE)
    require(AIM[queue] != s.payer)
    require(misfits_somewhere(s, queue, max(s.carried, 1)))
    if s.resume == Phase.SEEN and AIM[queue] == s.target and r.queue_total != QueueTotal.AT_ONCE:
        silent("where a card goes that lies turned up when a move costs its Queue for good", "bouquets.move")
    last = r.last_of_rank == LastOfRank.LAST_TO_COME and any(
        alike_at_put(s, queue, k) > 0 and deck_of_rank(s, k) == 0 for k in range(1, n.ranks + 1)
    )
    if r.four_of_a_kind == FourOfAKind.TOGETHER:
        if any(alike_at_put(s, queue, k) == n.colours * n.copies for k in range(1, n.ranks + 1)):
            s.together = True
    discard_queue(s, queue)
    s.discards[s.carried + 0] += 1
    check_fourth(s, last)
    s.carried = 0
    s.phase = Phase.TAKE
    if r.queue_total != QueueTotal.AT_ONCE:
        s.gone[queue] = True
    if s.resume == Phase.SEEN and AIM[queue] == s.target:
        s.gap = 0
    move_done(s)


@action()
def waive(s: Bouquets) -> None:
    """By ruling ``price_without_move`` nothing is moved for the price."""
    require(s.phase == Phase.TAKE)
    require(r.price_without_move == PriceWithoutMove.PAID)
    move_done(s)


@rule()
def arrived(s: Bouquets, q: Queue, card: Card) -> None:
    """The card has reached its Queue (both variants together replace this)."""
    move_done(s)


@rule()
def move_done(s: Bouquets) -> None:
    """Play goes on where it was; or the price, or a Queue lost, has ended the game.

    The price still counts as paid, and no card is on its way, so that the table makes sense where the text is silent.
    """
    due = s.resume
    if due == Phase.SEEN and s.ending != Ending.NONE:
        silent("where a card goes that lies turned up when a price ends the game", "bouquets.pay")
    s.paid = 0
    s.payer = Aim.NONE
    s.resume = Phase.AIM
    if due == Phase.NAME:
        s.phase = Phase.NAME
    elif s.ending == Ending.NONE:
        s.phase = due
    else:
        put_back(s)
        close_turn(s)


@rule()
def between_turns(s: Bouquets) -> bool:
    """Whether no card lies turned up and no price is being paid."""
    return s.phase in (Phase.AIM, Phase.NAME)


@action("order.match")
def exchange(s: Bouquets, queue: Queue, place: Gap) -> None:
    """By ruling ``equal_rearrange`` a card changes places with its equal above."""
    require(r.equal_rearrange == EqualRearrange.FREE)
    require(bouquets_played(s))
    require(between_turns(s))
    require(place + 1 < len(s.queue[queue]))
    card = s.queue[queue][place] + 0
    require(card != s.queue[queue][place + 1] and rank_of(card) == rank_of(s.queue[queue][place + 1]))
    s.queue[queue].remove_at(place)
    s.queue[queue].insert(place + 1, card)


# ------------------------------------------------------------------------------------- the end, the score


@rule(replaces=pauses)
def pauses_for_moves(s: Bouquets) -> bool:
    """By ruling ``move_when`` cards may be moved once the card is turned up."""
    if may_interrupt(s):
        return True
    if r.move_when == MoveWhen.OUTSIDE_PLAY or not bouquets_played(s) or s.had_move or s.paid > 0:
        return False
    return any(may_pay(s, q) for q in Queue)


@rule(replaces=new_turn)
def new_turn_of_bouquets(s: Bouquets) -> None:
    """By ruling ``move_count`` there is a move in each turn."""
    s.had_move = False
    s.phase = Phase.AIM


@rule(replaces=end_game)
def end_of_bouquets(s: Bouquets) -> None:
    """The player may go on moving cards where that is allowed, and then names the Bouquet."""
    states("bouquets.end")
    if bouquets_played(s):
        s.had_move = False
        s.phase = Phase.NAME
    else:
        close_game(s)


@action("bouquets.choose")
def name(s: Bouquets, queue: Queue) -> None:
    """The player names the Queue that scores; an empty one by ruling ``bouquet_empty``."""
    require(s.phase == Phase.NAME)
    if len(s.queue[queue]) == 0:
        require(all(NUMBER[p] >= NUMBER[queue] or len(s.queue[p]) > 0 for p in Queue))
        require(r.bouquet_empty == BouquetEmpty.ANY_QUEUE or not any(len(s.queue[p]) > 0 for p in Queue))
    s.bouquet = AIM[queue]
    close_game(s)
