"""What each part of a turn of Queue 4 does: the table after a step beside the table before it.

A step is a choice or a card from the deck with all that follows by itself.  Where it ends a game of a campaign the
table has been cleared, and :mod:`properties.queue4.steps_campaign` says what became of it.  All that is said holds
under every reading; where two readings differ, the property says which it speaks of.
"""

from __future__ import annotations

from model.queue4.state import QUEUE, Aim, Card, Ending, Phase, Queue, Standard, level, n
from properties.queue4.words import (
    STEPS,
    at,
    fits,
    games,
    help_due,
    holds_rank,
    in_range,
    left,
    lying,
    price_paid_before,
    rank,
    table,
    thrown,
    thrown_of,
    unused,
    with_card,
    with_moves,
    without_card,
)
from queensbench.language import holds, step
from spec.queue4.bouquets import EqualRearrange, MoveWhen
from spec.queue4.royal_ball import JackReturn
from spec.queue4.rulings import r
from spec.queue4.standard import (
    Destination,
    DiscardWhole,
    FourOfAKind,
    LookWhen,
    MatchWhere,
    QueueTotal,
    ReturnNewQueue,
    ReturnTiming,
    StopWhen,
)

# ------------------------------------------------------------------------------------------- what stays


@step(
    "step.deck",
    holds(
        "A card leaves the deck when it is drawn, and comes back when it is put back; else the deck stays."
    ),
    instances=STEPS,
    clauses=("turn.draw", "option.stop.returned", "return.may", "ball.queen", "ball.jack.reveal"),
)
def deck_stays(s: Standard, was: Standard, card: Card) -> bool:
    """The set-up of a Royal Ball has properties of its own."""
    if games(s) != games(was) or was.phase in (Phase.DEAL, Phase.ARRANGE, Phase.PAIR):
        return True
    if was.phase in (Phase.REVEAL, Phase.LOOK, Phase.TURN_UP):
        return s.deck[card] == was.deck[card] or (
            s.deck[card] == was.deck[card] - 1 and left(s) == left(was) - 1
        )
    if was.phase == Phase.SEND_BACK:
        return s.deck[card] - was.deck[card] == sum(lying(was, q, card) - lying(s, q, card) for q in Queue)
    if s.deck[card] == was.deck[card] + 1:
        return was.held == card and s.held == 0 and was.phase != Phase.THROW
    return s.deck[card] == was.deck[card]


@step(
    "step.draw",
    holds("One card leaves the deck when a card is due, no more and no less."),
    instances=STEPS,
    clauses=("turn.draw", "place.reveal", "ball.jack.reveal"),
)
def one_card_is_drawn(s: Standard, was: Standard) -> bool:
    if games(s) != games(was) or was.phase not in (Phase.REVEAL, Phase.LOOK, Phase.TURN_UP):
        return True
    return left(s) == left(was) - 1


@step(
    "step.one_queue",
    holds("A card joins one Queue, or costs one; no step changes two."),
    instances=STEPS,
    clauses=("place.fits", "place.misfit", "ball.king", "ball.queen", "bouquets.pay"),
)
def one_queue_changes(s: Standard, was: Standard) -> bool:
    if games(s) != games(was):
        return True
    return (
        sum(any(at(s, q, i) != at(was, q, i) for i in range(n.ranks * n.colours * n.copies)) for q in Queue)
        <= 1
    )


@step(
    "step.queue_stays",
    holds(
        "While a destination is chosen, a deck looked at, or help offered, the Queues stay, and so do others "
        "than the one aimed at."
    ),
    instances=STEPS,
    clauses=(
        "place.commit",
        "look.may",
        "option.stop.then",
        "place.misfit",
        "place.fits",
        "turn.draw.unseen",
    ),
)
def queue_stays(s: Standard, was: Standard, q: Queue) -> bool:
    if games(s) != games(was):
        return True
    if was.phase == Phase.AIM and with_moves(was) and (s.phase != Phase.REVEAL):
        return True
    if was.phase in (Phase.REVEAL, Phase.SEEN, Phase.THROW):
        if was.phase == Phase.SEEN and s.held != 0:
            return True
        if QUEUE[was.target] == q:
            return True
    elif was.phase not in (Phase.AIM, Phase.LOOK, Phase.OFFER, Phase.HELP, Phase.TURN_UP, Phase.KIND):
        return True
    return all(at(s, q, i) == at(was, q, i) for i in range(n.ranks * n.colours * n.copies))


@step(
    "step.discards_stay",
    holds("What lies among the discards stays there as long as the game lasts."),
    instances=STEPS,
    clauses=("discards.sorted", "end.fourth"),
)
def discards_stay(s: Standard, was: Standard, card: Card) -> bool:
    """Face cards laid aside in a set-up go back to the deck."""
    if games(s) != games(was) or was.phase in (Phase.DEAL, Phase.ARRANGE, Phase.PAIR):
        return True
    if was.phase in (
        Phase.REVEAL,
        Phase.SEEN,
        Phase.KNOWN,
        Phase.PLACE,
        Phase.THROW,
        Phase.BEHEAD,
        Phase.PUT,
    ):
        return s.discards[card] >= was.discards[card]
    if was.phase in (
        Phase.LOOK,
        Phase.OFFER,
        Phase.HELP,
        Phase.TURN_UP,
        Phase.SEND_BACK,
        Phase.TAKE,
    ):
        return s.discards[card] == was.discards[card]
    return s.discards[card] == was.discards[card] or (
        s.discards[card] == was.discards[card] + 1 and with_moves(was) and thrown(s) == thrown(was) + 1
    )


@step(
    "step.gone",
    holds("A Queue is gone for good when the reading says so of how it lost its cards, and only then."),
    instances=STEPS,
    clauses=("queues.four", "option.new.free", "place.misfit"),
)
def queue_is_gone(s: Standard, was: Standard, q: Queue) -> bool:
    """A Queue that is thrown away card by card is checked when that is done and the game is not over."""
    if games(s) != games(was):
        return True
    if r.queue_total == QueueTotal.AT_ONCE:
        return not s.gone[q]
    if was.phase == Phase.THROW or s.phase == Phase.THROW:
        return True
    lost = len(was.queue[q]) > 0 and len(s.queue[q]) == 0
    if was.phase in (Phase.SEND_BACK, Phase.AIM, Phase.PAY, Phase.TAKE, Phase.NAME):
        lost = lost and r.queue_total == QueueTotal.ONCE_BEGUN
    if was.phase in (Phase.KNOWN, Phase.SEEN) and s.held != 0:
        lost = lost and r.queue_total == QueueTotal.ONCE_BEGUN
    if was.phase == Phase.KNOWN and left(s) > left(was):
        lost = lost and r.queue_total == QueueTotal.ONCE_BEGUN
    return s.gone[q] == (was.gone[q] or lost)


@step(
    "step.equals_stay",
    holds("Cards do not change places by themselves."),
    instances=STEPS,
    clauses=("queues.ordered", "order.match"),
)
def equals_stay(s: Standard, was: Standard) -> bool:
    """By ruling ``equal_rearrange`` equal ranks may be exchanged in a game of Bouquets."""
    if games(s) != games(was) or was.phase not in (Phase.AIM, Phase.NAME) or s.phase != was.phase:
        return True
    if table(s) != table(was):
        return True
    return (
        with_moves(was)
        and r.equal_rearrange == EqualRearrange.FREE
        and left(s) == left(was)
        and thrown(s) == thrown(was)
        and any(
            any(
                rank(max(at(was, q, k), 1)) == rank(max(at(was, q, k + 1), 1))
                and at(was, q, k + 1) != 0
                and at(was, q, k) != at(was, q, k + 1)
                and all(
                    at(s, q, i) == at(was, q, k + 1 if i == k else k if i == k + 1 else i)
                    for i in range(n.ranks * n.colours * n.copies)
                )
                for k in range(n.ranks * n.colours * n.copies - 1)
            )
            for q in Queue
        )
    )


# ----------------------------------------------------------------------------------------- the destination


@step(
    "step.options",
    holds(
        "With a hidden card one of three things is done: it is aimed at a new Queue or one that stands, or put back "
        "to end the game; or, by a reading, looked at."
    ),
    instances=STEPS,
    clauses=("turn.options", "option.new", "option.existing", "option.stop", "look.may"),
)
def one_of_three(s: Standard, was: Standard) -> bool:
    """In Bouquets a price is another thing to do."""
    if was.phase != Phase.AIM or games(s) != games(was):
        return True
    if s.phase == Phase.REVEAL or s.ending == Ending.CHOICE:
        return s.held == 0 and thrown(s) == thrown(was)
    if s.phase == Phase.LOOK:
        return r.look_when == LookWhen.ANY_TIME and s.target == Aim.NONE and s.held == 0
    return with_moves(was)


@step(
    "step.aimed",
    holds(
        "The destination is a place of a Queue that stands, or a Queue that is empty; nothing but it is settled."
    ),
    instances=STEPS,
    clauses=("place.commit", "option.new.free", "option.existing", "place.any_queue", "turn.draw.unseen"),
)
def destination_is_settled(s: Standard, was: Standard) -> bool:
    if was.phase not in (Phase.AIM, Phase.HELP) or s.phase != Phase.REVEAL:
        return True
    target = QUEUE[s.target]
    return (
        s.target != Aim.NONE
        and s.held == 0
        and s.ending == was.ending
        and s.gap <= len(was.queue[target])
        and (len(was.queue[target]) > 0 or not was.gone[target])
        and (s.gap == 0 or r.destination == Destination.POSITION)
        and thrown(s) == thrown(was)
    )


@step(
    "step.bookkeeping",
    holds("That a card was shuffled back, and that four of a rank went at once, is not forgotten in a game."),
    instances=STEPS,
    clauses=("return.once", "score.longest.without"),
)
def nothing_is_forgotten(s: Standard, was: Standard) -> bool:
    """Four go at once exactly if all cards of a rank go with one Queue and the card that cost it."""
    if games(s) != games(was):
        return True
    if was.together or s.returned != was.returned:
        return s.together == was.together
    if was.phase in (Phase.THROW, Phase.DEAL) or s.phase == Phase.THROW:
        return True
    four = any(
        thrown_of(s, k) - thrown_of(was, k) == n.colours * n.copies and n.colours * n.copies > 1
        for k in range(1, n.ranks + 1)
    )
    if r.four_of_a_kind == FourOfAKind.IN_ALL:
        return not s.together
    return s.together == four or n.colours * n.copies == 1


@step(
    "step.look",
    holds("A look at the deck tells the hidden card, and changes nothing else."),
    instances=STEPS,
    clauses=("look.may", "look.shuffle", "turn.draw.unseen"),
)
def card_is_known(s: Standard, was: Standard, card: Card) -> bool:
    if was.phase != Phase.LOOK or s.deck[card] == was.deck[card]:
        return True
    return s.phase == Phase.KNOWN and s.held == card and s.ending == Ending.NONE and s.target == Aim.NONE


# ------------------------------------------------------------------------------------------ the card turned up


@step(
    "step.revealed",
    holds(
        "The card turned up joins its Queue at the place that was settled, if it is in range there; else Queue "
        "and card are thrown away."
    ),
    instances=STEPS,
    clauses=("place.fits", "place.misfit", "place.misfit.card", "order.match", "place.reveal", "option.new"),
)
def card_is_revealed(s: Standard, was: Standard, card: Card) -> bool:
    """``card`` is the one that has left the deck, or waits face up."""
    if was.phase != Phase.REVEAL or games(s) != games(was) or s.deck[card] == was.deck[card]:
        return True
    q = QUEUE[was.target]
    if s.phase in (Phase.SEEN, Phase.THROW):
        return (
            s.held == card
            and s.target == was.target
            and s.gap == was.gap
            and thrown(s) == thrown(was)
            and all(at(s, q, i) == at(was, q, i) for i in range(n.ranks * n.colours * n.copies))
        )
    if s.held != 0 and not price_paid_before(was):
        return False
    if fits(was, q, was.gap + 0, card):
        return thrown(s) == thrown(was) and all(
            at(s, q, i) == with_card(was, q, was.gap + 0, card, i)
            for i in range(n.ranks * n.colours * n.copies)
        )
    if r.match_where == MatchWhere.ANYWHERE and holds_rank(was, q, rank(card)):
        return thrown(s) == thrown(was) and lying(s, q, card) == lying(was, q, card) + 1
    return len(s.queue[q]) == 0 and all(
        s.discards[c] == was.discards[c] + lying(was, q, c) + (1 if c == card else 0)
        for c in range(1, n.ranks * n.colours + 1)
    )


@step(
    "step.waits",
    holds(
        "A card turned up waits for the player where it may be shuffled back: with ten other cards in the deck, and if "
        "none was shuffled back before; else it does at once what it does."
    ),
    instances=STEPS,
    clauses=("return.may", "return.ten", "return.once", "campaign.return", "campaign.return.ten"),
)
def waits_for_the_player(s: Standard, was: Standard) -> bool:
    """By two readings it waits for its place, or for a stop, which a Jack's card does not; a price needs a payer."""
    if was.phase != Phase.REVEAL or games(s) != games(was):
        return True
    if r.destination == Destination.QUEUE and len(was.queue[QUEUE[was.target]]) > 0:
        return s.phase == Phase.SEEN
    if r.stop_when == StopWhen.UNTIL_PLACED and not help_due(was):
        return s.phase == Phase.SEEN
    allowed = (
        unused(was)
        and left(was) - 1 >= level.others
        and (not help_due(was) or r.jack_return == JackReturn.YES)
    )
    if len(was.queue[QUEUE[was.target]]) == 0 and r.return_new_queue == ReturnNewQueue.STANDING_QUEUE:
        allowed = False
    if r.move_when == MoveWhen.AFTER_REVEAL and with_moves(was) and not allowed:
        return s.phase != Phase.SEEN or any(len(was.queue[q]) >= n.price for q in Queue)
    if r.return_timing == ReturnTiming.AFTERWARDS and s.phase != Phase.SEEN and allowed:
        return s.ending != was.ending or s.phase == Phase.THROW
    return (s.phase == Phase.SEEN) == allowed


@step(
    "step.played",
    holds(
        "A card that waits joins its Queue where it is in range, or costs it; shuffled back, or put back, it leaves "
        "all as it was."
    ),
    instances=STEPS,
    clauses=(
        "place.fits",
        "place.misfit",
        "place.misfit.card",
        "return.no_effect",
        "return.may",
        "option.stop",
    ),
)
def waiting_card_is_played(s: Standard, was: Standard) -> bool:
    if was.phase != Phase.SEEN or games(s) != games(was) or s.phase == Phase.THROW:
        return True
    if s.held != 0 and not price_paid_before(was):
        return s.held == was.held and (with_moves(was) or price_paid_before(s))
    card = max(was.held, 1)
    q = QUEUE[was.target]
    if s.deck[card] > was.deck[card]:
        spoilt = not in_range(was, q, was.gap + 0, card) and r.destination == Destination.POSITION
        if r.return_timing == ReturnTiming.AFTERWARDS and spoilt and s.ending != Ending.CHOICE:
            return len(s.queue[q]) == 0 and all(
                s.discards[c] == was.discards[c] + lying(was, q, c) for c in range(1, n.ranks * n.colours + 1)
            )
        return thrown(s) == thrown(was) and all(
            at(s, q, i) == at(was, q, i) for i in range(n.ranks * n.colours * n.copies)
        )
    if r.destination == Destination.QUEUE:
        return thrown(s) == thrown(was) and any(
            fits(was, q, gap, card)
            and all(
                at(s, q, i) == with_card(was, q, gap, card, i) for i in range(n.ranks * n.colours * n.copies)
            )
            for gap in range(n.ranks * n.colours * n.copies + 1)
        )
    if fits(was, q, was.gap + 0, card):
        return thrown(s) == thrown(was) and all(
            at(s, q, i) == with_card(was, q, was.gap + 0, card, i)
            for i in range(n.ranks * n.colours * n.copies)
        )
    if r.match_where == MatchWhere.ANYWHERE and holds_rank(was, q, rank(card)):
        return thrown(s) == thrown(was) and lying(s, q, card) == lying(was, q, card) + 1
    return len(s.queue[q]) == 0 and all(
        s.discards[c] == was.discards[c] + lying(was, q, c) + (1 if c == card else 0)
        for c in range(1, n.ranks * n.colours + 1)
    )


@step(
    "step.known",
    holds("A card that a look has told is played as any other: it joins one Queue in order, or costs it."),
    instances=STEPS,
    clauses=("look.may", "place.fits", "place.misfit"),
)
def known_card_is_played(s: Standard, was: Standard) -> bool:
    if was.phase != Phase.KNOWN or games(s) != games(was) or s.phase == Phase.THROW:
        return True
    card = max(was.held, 1)
    if s.held != 0:
        same = thrown(s) == thrown(was) and table(s) == table(was)
        return s.held == was.held and left(s) == left(was) and (with_moves(was) or same)
    if s.deck[card] > was.deck[card]:
        return with_moves(was) or (
            s.ending == Ending.CHOICE and thrown(s) == thrown(was) and table(s) == table(was)
        )
    if r.match_where == MatchWhere.ANYWHERE:
        return table(s) == table(was) + 1 or thrown(s) > thrown(was) + 1
    return any(
        any(
            fits(was, q, gap, card)
            and all(
                at(s, q, i) == with_card(was, q, gap, card, i) for i in range(n.ranks * n.colours * n.copies)
            )
            for gap in range(n.ranks * n.colours * n.copies + 1)
        )
        or (
            len(was.queue[q]) > 0
            and len(s.queue[q]) == 0
            and all(
                s.discards[c] == was.discards[c] + lying(was, q, c) + (1 if c == card else 0)
                for c in range(1, n.ranks * n.colours + 1)
            )
        )
        for q in Queue
    )


@step(
    "step.thrown",
    holds(
        "Card by card, the player throws away the card in hand or one of the Queue, until all are gone or the "
        "game is over."
    ),
    instances=STEPS,
    clauses=("place.misfit", "place.misfit.card", "end.fourth"),
)
def one_by_one(s: Standard, was: Standard) -> bool:
    if was.phase != Phase.THROW or games(s) != games(was):
        return True
    q = QUEUE[was.target]
    hand = 1 if was.held != 0 and s.held == 0 else 0
    fewer = len(was.queue[q]) - len(s.queue[q])
    if thrown(s) - thrown(was) != hand + fewer or (s.held != 0 and s.held != was.held):
        return False
    over = s.ending != was.ending
    done = over or (s.held == 0 and len(s.queue[q]) == 0)
    if (s.phase == Phase.THROW) == done or r.discard_whole == DiscardWhole.WHOLE:
        return False
    if fewer == 0:
        return hand == 1
    return (hand == 0 or over) and any(
        all(at(s, q, i) == without_card(was, q, gap, i) for i in range(n.ranks * n.colours * n.copies))
        for gap in range(n.ranks * n.colours * n.copies)
    )
