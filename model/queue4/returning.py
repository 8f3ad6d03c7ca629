"""Shuffling a card back."""

from __future__ import annotations

from model.queue4.endings import finish_turn
from model.queue4.losing import throw_all, would_end
from model.queue4.state import (
    QUEUE,
    Card,
    Ending,
    Phase,
    Standard,
    deck_size,
    in_order,
    in_queue,
    level,
    rank_of,
)
from queensbench.language import action, require, rule, states
from spec.queue4.rulings import r
from spec.queue4.standard import Destination, MatchWhere, ReturnNewQueue, ReturnNext, ReturnTiming


@rule()
def in_play(s: Standard) -> bool:
    """The card turned up is the one that was drawn for this turn (The Royal Ball replaces this)."""
    return True


@rule()
def returnable(s: Standard) -> bool:
    """The rule on shuffling back is about the card turned up (The Royal Ball replaces this)."""
    return True


@rule("return.ten")
def may_shuffle_back(s: Standard) -> bool:
    """Whether the card turned up may be shuffled back."""
    states("campaign.return.ten")
    if not returnable(s) or not return_left(s) or deck_size(s) < level.others:
        return False
    if s.phase == Phase.PLACE:
        return True
    if r.return_new_queue == ReturnNewQueue.STANDING_QUEUE and len(s.queue[QUEUE[s.target]]) == 0:
        return False
    return r.return_timing == ReturnTiming.INSTEAD or fits_target(s) or not would_end(s, QUEUE[s.target])


@rule()
def fits_target(s: Standard) -> bool:
    """Whether the card in hand would join the Queue; by ruling ``match_where`` beside any card of its rank."""
    if r.destination == Destination.QUEUE:
        return True
    if r.match_where == MatchWhere.ANYWHERE and in_queue(s, QUEUE[s.target], rank_of(max(s.held, 1))) > 0:
        return True
    return s.gap <= len(s.queue[QUEUE[s.target]]) and in_order(s, QUEUE[s.target], s.gap, max(s.held, 1))


@rule("return.once")
def return_left(s: Standard) -> bool:
    """Whether a card can still be shuffled back in this game (the Campaign replaces this)."""
    return not s.returned


@rule()
def count_return(s: Standard) -> None:
    """A card has been shuffled back (the Campaign replaces this)."""
    s.returned = True


@action("return.may", "return.no_effect")
def shuffle_back(s: Standard) -> None:
    """The card goes back into the deck; by ruling ``return_timing`` the Queue that it cost is lost."""
    require(s.phase in (Phase.SEEN, Phase.PLACE))
    require(may_shuffle_back(s))
    card = s.held + 0
    loses = r.return_timing == ReturnTiming.AFTERWARDS and s.phase == Phase.SEEN and not fits_target(s)
    count_return(s)
    states("campaign.return.no_effect")
    put_back(s)
    if loses:
        throw_all(s, QUEUE[s.target])
    sent_back(s, card)


@rule()
def put_back(s: Standard) -> None:
    """The card in hand, if there is one, goes back into the deck."""
    if s.held != 0:
        s.deck[s.held + 0] += 1
        s.held = 0


@rule()
def sent_back(s: Standard, card: Card) -> None:
    """What follows when a card has been shuffled back (The Royal Ball replaces this)."""
    turn_again(s)


@rule()
def turn_again(s: Standard) -> None:
    """A new turn; or by ruling ``return_next`` a new card for the same destination, if it is still there."""
    if r.return_next == ReturnNext.SAME_PLACE and s.ending == Ending.NONE and not s.gone[QUEUE[s.target]]:
        if s.gap > len(s.queue[QUEUE[s.target]]):
            s.gap = 0
        s.phase = Phase.REVEAL
    else:
        finish_turn(s)
