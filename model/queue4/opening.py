"""The Royal Ball: its table and its set-up, the opening Queues."""

from __future__ import annotations

from model.queue4.endings import end_game
from model.queue4.losing import discard
from model.queue4.state import (
    AIM,
    NUMBER,
    QUEUE,
    Aim,
    Card,
    Copies,
    Ending,
    Gap,
    Phase,
    Queue,
    Standard,
    in_deck,
    n,
    rank_of,
)
from model.queue4.turn import begin
from queensbench.language import Table, action, chance, clause, require, rule
from spec.queue4.royal_ball import (
    SetupDiscards,
    SetupEqual,
    SetupPairs,
)
from spec.queue4.rulings import r


class RoyalBall(Standard):
    """The table of The Royal Ball.

    ``pool``: by ruling ``setup_pairs`` the cards of the opening Queues, before they are paired.  ``helped``: the card
    in hand, or to come, is a Jack's.  ``joined``: by ruling ``own_queue`` the face card joined the Queue ``target``.
    """

    pool: Table[Card, Copies]
    helped: bool
    joined: bool


@rule()
def ball_played(s: RoyalBall) -> bool:
    """Whether this game is a Royal Ball (modes with a choice replace this)."""
    return True


# -------------------------------------------------------------------------------------------- the set-up


@rule("ball.setup.queues", replaces=begin)
def open_ball(s: RoyalBall) -> None:
    """The opening Queues come first."""
    begin_ball(s)


@rule()
def begin_ball(s: RoyalBall) -> None:
    """The set-up of the variant, if this game is one."""
    s.phase = Phase.DEAL if ball_played(s) else Phase.AIM


@rule("ball.faces")
def is_face(card: Card) -> bool:
    """Whether the card is a Jack, a Queen or a King."""
    return rank_of(card) in (n.jack, n.queen, n.king)


@rule()
def opening(s: RoyalBall, q: Queue) -> bool:
    """Whether the Queue is the next to get an opening card: one that has its first, else the first empty one."""
    if len(s.queue[q]) >= n.opening or any(p != q and 0 < len(s.queue[p]) < n.opening for p in Queue):
        return False
    return not any(NUMBER[p] < NUMBER[q] and len(s.queue[p]) == 0 and len(s.queue[q]) == 0 for p in Queue)


@rule()
def pooled(s: RoyalBall) -> int:
    """How many cards wait to be paired."""
    return sum(s.pool[c] for c in range(1, n.ranks * n.colours + 1))


@chance("ball.setup.queues", weight=in_deck)
def deal(s: RoyalBall, card: Card) -> None:
    """A card for an opening Queue; a face card is laid aside and another one follows."""
    require(s.phase == Phase.DEAL)
    s.deck[card] -= 1
    if is_face(card):
        with clause("ball.setup.aside", "ball.setup.replace"):
            if r.setup_discards == SetupDiscards.COUNTED:
                discard(s, card)
                if s.ending != Ending.NONE:
                    end_game(s)
            else:
                s.discards[card] += 1
    elif r.setup_pairs == SetupPairs.CHOSEN and n.opening > 1:
        s.pool[card] += 1
        if pooled(s) == n.opening * len(Queue):
            s.phase = Phase.PAIR
    else:
        for q in Queue:
            if s.held == 0 and opening(s, q):
                lay_opening(s, q, card)
        opened(s)


@rule("ball.setup.order")
def lay_opening(s: RoyalBall, q: Queue, card: Card) -> None:
    """A card joins its opening Queue in order; which of two equals lies below is for ruling ``setup_equal``."""
    s.held = card + 0
    if len(s.queue[q]) == 0 or rank_of(s.queue[q][0]) < rank_of(card) or s.queue[q][0] == card:
        s.queue[q].append(card)
    elif rank_of(s.queue[q][0]) > rank_of(card):
        s.queue[q].insert(0, card)
    elif r.setup_equal == SetupEqual.AS_DEALT:
        s.queue[q].append(card)
    else:
        s.phase = Phase.ARRANGE
        s.target = AIM[q]


@rule()
def opened(s: RoyalBall) -> None:
    """Once all opening Queues are laid, the face cards go back into the deck, and play begins."""
    if s.phase != Phase.ARRANGE:
        s.held = 0
        if all(len(s.queue[q]) >= n.opening for q in Queue):
            with clause("ball.setup.shuffle"):
                for c in range(1, n.ranks * n.colours + 1):
                    s.deck[c] += s.discards[c]
                    s.discards[c] = 0
            s.phase = Phase.AIM


@action("ball.setup.order")
def arrange(s: RoyalBall, gap: Gap) -> None:
    """The second of two cards of equal rank goes below the first (0) or above it (1)."""
    require(s.phase == Phase.ARRANGE)
    require(gap <= 1)
    s.queue[QUEUE[s.target]].insert(gap, s.held + 0)
    s.target = Aim.NONE
    s.phase = Phase.DEAL
    opened(s)


@action("ball.setup.order")
def pair(s: RoyalBall, low: Card, high: Card) -> None:
    """By ruling ``setup_pairs`` the player pairs the cards; the first of those that wait is in the next pair."""
    require(s.phase == Phase.PAIR)
    require(s.pool[low] > 0)
    require(s.pool[high] > (1 if low == high else 0))
    require(rank_of(low) <= rank_of(high))
    require(low <= high or r.setup_equal == SetupEqual.CHOSEN)
    require(not any(s.pool[c] > 0 and c < min(low, high) for c in range(1, n.ranks * n.colours + 1)))
    s.pool[low] -= 1
    s.pool[high] -= 1
    done = False
    for q in Queue:
        if not done and len(s.queue[q]) == 0:
            done = True
            s.queue[q].append(low)
            s.queue[q].append(high)
    opened(s)
