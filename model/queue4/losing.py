"""Losing a Queue: what is thrown away, and the fourth discard of a rank."""

from __future__ import annotations

from typing import Annotated

from model.queue4.endings import landed
from model.queue4.state import (
    AIM,
    QUEUE,
    Card,
    Ending,
    Gap,
    Phase,
    Queue,
    Rank,
    Standard,
    deck_of_rank,
    discarded,
    four_discarded,
    in_queue,
    n,
    rank_of,
)
from queensbench.language import Range, action, require, rule
from spec.queue4.rulings import r
from spec.queue4.standard import DiscardWhole, FourOfAKind, LastOfRank, QueueTotal

Lost = Annotated[int, Range(0, n.ranks * n.colours * n.copies + 1)]
"""Cards that are lost at once: of a Queue, and the one in hand."""


@rule()
def lose_queue(s: Standard, q: Queue) -> None:
    """A Queue is thrown away, with the card in hand if there is one."""
    if r.discard_whole == DiscardWhole.ONE_BY_ONE and would_end(s, q):
        s.target = AIM[q]
        s.turned = s.held
        s.phase = Phase.THROW
    else:
        card = s.held + 0
        throw_all(s, q)
        landed(s, card)


@rule()
def throw_all(s: Standard, q: Queue) -> None:
    """Queue and card in hand lie among the discards."""
    if r.four_of_a_kind == FourOfAKind.TOGETHER:
        if any(lost_with(s, q, k) == n.colours * n.copies for k in range(1, n.ranks + 1)):
            s.together = True
    last = r.last_of_rank == LastOfRank.LAST_TO_COME and would_end(s, q)
    discard_queue(s, q)
    if s.held != 0:
        s.discards[s.held + 0] += 1
        s.held = 0
    check_fourth(s, last)
    if r.queue_total != QueueTotal.AT_ONCE:
        s.gone[q] = True


@rule()
def emptied(s: Standard, q: Queue) -> None:
    """After cards have left a Queue that was not lost: by ruling ``queue_total`` it is gone with its last card."""
    if r.queue_total == QueueTotal.ONCE_BEGUN and len(s.queue[q]) == 0:
        s.gone[q] = True


@rule("discards.sorted")
def discard_queue(s: Standard, q: Queue) -> None:
    """All cards of a Queue lie among the discards."""
    for i in range(n.ranks * n.colours * n.copies):
        if i < len(s.queue[q]):
            s.discards[s.queue[q][i]] += 1
    s.queue[q].clear()


@rule("discards.sorted")
def discard(s: Standard, card: Card) -> None:
    """A card is thrown away; the game may end with it."""
    s.discards[card] += 1
    if s.ending == Ending.NONE and ends_game(s, rank_of(card)):
        end_by_fourth(s)


@rule("end.fourth")
def end_by_fourth(s: Standard) -> None:
    """The game has ended with a fourth discard."""
    s.ending = Ending.FOURTH


@rule()
def check_fourth(s: Standard, last: bool) -> None:
    """A Queue was thrown away; by ruling ``last_of_rank`` the last card to come of some rank was in it."""
    if s.ending == Ending.NONE:
        if last or (r.last_of_rank == LastOfRank.FOURTH_DISCARDED and four_discarded(s)):
            end_by_fourth(s)


@rule()
def ends_game(s: Standard, rank: Rank) -> bool:
    """Whether the card of this rank that has just been discarded ends the game."""
    if r.last_of_rank == LastOfRank.LAST_TO_COME:
        return deck_of_rank(s, rank) == 0
    return discarded(s, rank) == n.colours * n.copies


@rule()
def lost_with(s: Standard, q: Queue, rank: Rank) -> int:
    """How many cards of a rank are lost with a Queue and the card in hand."""
    return in_queue(s, q, rank) + (1 if s.held != 0 and rank_of(max(s.held, 1)) == rank else 0)


@rule()
def fatal(s: Standard, rank: Rank, lost: Lost) -> bool:
    """Whether throwing so many cards of a rank away ends the game."""
    if r.last_of_rank == LastOfRank.LAST_TO_COME:
        return lost > 0 and deck_of_rank(s, rank) == 0
    return lost > 0 and discarded(s, rank) + lost == n.colours * n.copies


@rule()
def would_end(s: Standard, q: Queue) -> bool:
    """Whether throwing a Queue away, with the card in hand, ends the game."""
    return s.ending == Ending.NONE and any(fatal(s, k, lost_with(s, q, k)) for k in range(1, n.ranks + 1))


@action()
def throw(s: Standard, gap: Gap) -> None:
    """By ruling ``discard_whole``: the next card to go is the one in hand (0), or that at this place, the lowest 1."""
    require(s.phase == Phase.THROW)
    require(gap <= len(s.queue[QUEUE[s.target]]))
    require(gap > 0 or s.held != 0)
    require(gap < 2 or s.queue[QUEUE[s.target]][gap - 2] != s.queue[QUEUE[s.target]][gap - 1])
    if gap == 0:
        discard(s, s.held + 0)
        s.held = 0
    else:
        discard(s, s.queue[QUEUE[s.target]][gap - 1])
        s.queue[QUEUE[s.target]].remove_at(gap - 1)
    if s.ending != Ending.NONE or (s.held == 0 and len(s.queue[QUEUE[s.target]]) == 0):
        if s.held != 0:
            s.discards[s.held + 0] += 1
            s.held = 0
        if r.queue_total != QueueTotal.AT_ONCE:
            s.gone[QUEUE[s.target]] = True
        card = s.turned + 0
        s.turned = 0
        landed(s, card)
