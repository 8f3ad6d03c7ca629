"""A turn of Queue 4: aiming the hidden card, turning it up, what it does, shuffling it back.

The card is drawn at the beginning of a turn and stays hidden.  Nothing depends on which card it is until it is
turned up, so that chance takes it from the deck only then; a player who stops has put it back.
"""

from __future__ import annotations

from model.queue4.endings import finish_turn, landed
from model.queue4.losing import lose_queue
from model.queue4.returning import in_play, may_shuffle_back, put_back
from model.queue4.state import (
    AIM,
    QUEUE,
    Card,
    Ending,
    Gap,
    Phase,
    Queue,
    Standard,
    begins_at,
    first_of_its_kind,
    in_deck,
    in_order,
    in_queue,
    n,
    rank_of,
)
from queensbench.language import action, chance, clause, initial, require, rule, states
from spec.queue4.rulings import r
from spec.queue4.standard import Destination, LookWhen, MatchWhere, StopRiskless, StopWhen


@initial()
def set_up(s: Standard) -> None:
    """The whole deck lies shuffled."""
    fill_deck(s)
    begin(s)


@rule("deck.standard")
def fill_deck(s: Standard) -> None:
    """All cards are in the deck, in an order that nobody knows."""
    states("setup.shuffle", "setup.face_down")
    for c in range(1, n.ranks * n.colours + 1):
        s.deck[c] = n.copies


@rule()
def begin(s: Standard) -> None:
    """A game begins (The Royal Ball replaces this)."""
    s.phase = Phase.AIM


# -------------------------------------------------------------------------------------------- the options


@rule()
def choosing(s: Standard) -> bool:
    """A card has been drawn and has no destination; by ruling ``look_when`` it may be known all the same.

    In The Royal Ball it may by ruling ``jack_choice`` be a Jack's.
    """
    states("turn.options")
    return s.phase in (Phase.AIM, Phase.KNOWN, Phase.HELP)


@rule("option.new.free")
def may_begin(s: Standard, q: Queue) -> bool:
    """Whether the card may begin this Queue (The Royal Ball replaces this)."""
    return begins_at(s, q)


@action("option.new")
def begin_queue(s: Standard, queue: Queue) -> None:
    """The player aims the card at an empty Queue, to begin it."""
    require(choosing(s))
    require(may_begin(s, queue))
    states("queues.four")
    s.gap = 0
    aimed(s, queue)


@action("option.existing", "place.any_queue")
def add(s: Standard, queue: Queue, gap: Gap) -> None:
    """The player aims the card at a place of a Queue; by ruling ``destination`` at the Queue alone (place 0)."""
    require(choosing(s))
    require(len(s.queue[queue]) > 0)
    require(gap <= len(s.queue[queue]))
    require(tells_apart(s, queue, gap))
    require(gap == 0 or r.destination == Destination.POSITION)
    if r.destination != Destination.POSITION:
        s.gap = gap
    elif gap == 0:
        with clause("place.below"):
            s.gap = gap
    elif gap == len(s.queue[queue]):
        with clause("place.above"):
            s.gap = gap
    else:
        with clause("place.between"):
            s.gap = gap
    aimed(s, queue)


@rule()
def tells_apart(s: Standard, q: Queue, gap: Gap) -> bool:
    """Whether no lower place of the Queue does the same for every card: of those inside a rank, the first."""
    return (
        n.colours > 1
        or gap < 2
        or gap == len(s.queue[q])
        or s.queue[q][gap - 2] != s.queue[q][gap - 1]
        or s.queue[q][gap - 1] != s.queue[q][gap]
    )


@rule("place.commit")
def aimed(s: Standard, q: Queue) -> None:
    """The destination, with its place, is settled, and the card is turned up."""
    s.target = AIM[q]
    if s.held == 0:
        s.phase = Phase.REVEAL
    else:
        turned_up(s)


@action("look.may")
def look(s: Standard) -> None:
    """By ruling ``look_when`` the player may find out which card was drawn.  Other looks change nothing."""
    require(r.look_when == LookWhen.ANY_TIME)
    require(s.phase == Phase.AIM)
    states("look.shuffle")
    s.phase = Phase.LOOK


@chance(weight=in_deck)
def draw_known(s: Standard, card: Card) -> None:
    """Chance says which card was drawn: one that is missing from the deck."""
    require(s.phase == Phase.LOOK)
    s.deck[card] -= 1
    s.held = card + 0
    s.phase = Phase.KNOWN


@action("option.stop")
def stop(s: Standard) -> None:
    """The player puts the card back and ends the game."""
    require(
        s.phase in (Phase.AIM, Phase.KNOWN)
        or (s.phase == Phase.SEEN and r.stop_when == StopWhen.UNTIL_PLACED and in_play(s))
    )
    require(r.stop_riskless == StopRiskless.ALLOWED or not any(begins_at(s, q) for q in Queue))
    with clause("option.stop.returned"):
        put_back(s)
        states("option.stop.hidden")
    with clause("end.choice", "option.stop.then"):
        s.ending = Ending.CHOICE
        finish_turn(s)


# ------------------------------------------------------------------------------------- the card turned up


@chance("turn.draw", "place.reveal", weight=in_deck)
def reveal(s: Standard, card: Card) -> None:
    """The card drawn is turned up."""
    require(s.phase == Phase.REVEAL)
    states("turn.draw.unseen")
    s.deck[card] -= 1
    s.held = card + 0
    turned_up(s)


@rule()
def turned_up(s: Standard) -> None:
    """The card does at once what it does, unless the player has a choice."""
    if pauses(s) or (r.destination == Destination.QUEUE and len(s.queue[QUEUE[s.target]]) > 0):
        s.phase = Phase.SEEN
    else:
        play_card(s)


@rule()
def pauses(s: Standard) -> bool:
    """Whether the player may do something else with the card turned up (Bouquets replaces this)."""
    return may_interrupt(s)


@rule()
def may_interrupt(s: Standard) -> bool:
    """Whether the card may be shuffled back, or by ruling ``stop_when`` the game ended."""
    return may_shuffle_back(s) or (r.stop_when == StopWhen.UNTIL_PLACED and in_play(s))


@action()
def play(s: Standard) -> None:
    """The player lets the card do what it does."""
    require(s.phase == Phase.SEEN)
    require(r.destination == Destination.POSITION or len(s.queue[QUEUE[s.target]]) == 0)
    play_card(s)


@action()
def settle(s: Standard, gap: Gap) -> None:
    """By ruling ``destination`` the place in the Queue is chosen now; one in order, of those alike the lowest."""
    require(s.phase == Phase.SEEN)
    require(r.destination == Destination.QUEUE)
    require(s.held != 0)
    require(len(s.queue[QUEUE[s.target]]) > 0)
    require(gap <= len(s.queue[QUEUE[s.target]]))
    require(in_order(s, QUEUE[s.target], gap, s.held + 0))
    require(first_of_its_kind(s, QUEUE[s.target], gap, s.held + 0))
    s.gap = gap
    play_card(s)


@rule()
def play_card(s: Standard) -> None:
    """The card joins the Queue at its place, or costs it."""
    if in_order(s, QUEUE[s.target], s.gap, s.held + 0):
        join(s, s.gap + 0)
    elif r.match_where == MatchWhere.ANYWHERE and in_queue(s, QUEUE[s.target], rank_of(s.held + 0)) > 0:
        join(s, beside_match(s))
    else:
        with clause("place.misfit", "place.misfit.card"):
            lose_queue(s, QUEUE[s.target])


@rule("place.fits")
def join(s: Standard, gap: Gap) -> None:
    """The card becomes part of the Queue."""
    states("queues.ordered.always")
    card = s.held + 0
    s.queue[QUEUE[s.target]].insert(gap, card)
    s.held = 0
    landed(s, card)


@rule("order.match")
def beside_match(s: Standard) -> Gap:
    """By ruling ``match_where``: next to the cards of its rank, on the side at which the card was aimed."""
    rank = rank_of(s.held + 0)
    place = 0
    for i in range(n.ranks * n.colours * n.copies):
        if i < len(s.queue[QUEUE[s.target]]):
            other = rank_of(s.queue[QUEUE[s.target]][i])
            if other < rank or (other == rank and s.gap > i):
                place = i + 1
    return place
