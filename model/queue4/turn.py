"""A turn of Queue 4: aiming the hidden card, turning it up, what it does, shuffling it back.

The card is drawn at the beginning of a turn and stays hidden.  Nothing depends on which card it is until it is
turned up, so that chance takes it from the deck only then; a player who stops has put it back.
"""

from __future__ import annotations

from model.queue4.state import (
    AIM,
    QUEUE,
    Aim,
    Card,
    Ending,
    Gap,
    Held,
    Phase,
    Queue,
    Rank,
    Standard,
    begins_at,
    deck_of_rank,
    deck_size,
    discarded,
    first_of_its_kind,
    four_discarded,
    in_deck,
    in_order,
    in_queue,
    level,
    n,
    rank_of,
)
from queensbench.language import action, chance, clause, initial, require, rule
from spec.queue4.rulings import r
from spec.queue4.standard import (
    Destination,
    DiscardWhole,
    FourOfAKind,
    LastOfRank,
    LookWhen,
    MatchWhere,
    QueueTotal,
    ReturnNewQueue,
    ReturnNext,
    ReturnTiming,
    StopRiskless,
    StopWhen,
)


@initial()
def set_up(s: Standard) -> None:
    """The whole deck lies shuffled."""
    fill_deck(s)
    begin(s)


@rule("deck.standard", "setup.shuffle", "setup.face_down")
def fill_deck(s: Standard) -> None:
    """All cards are in the deck, in an order that nobody knows."""
    for c in range(1, n.ranks * n.colours + 1):
        s.deck[c] = n.copies


@rule()
def begin(s: Standard) -> None:
    """A game begins (variants replace this)."""
    s.phase = Phase.AIM


# -------------------------------------------------------------------------------------------- the options


@rule("turn.options")
def choosing(s: Standard) -> bool:
    """A card has been drawn and has no destination; by ruling ``look_when`` it may be known all the same.

    In The Royal Ball it may by ruling ``jack_choice`` be a Jack's.
    """
    return s.phase in (Phase.AIM, Phase.KNOWN, Phase.HELP)


@rule("option.new.free")
def may_begin(s: Standard, q: Queue) -> bool:
    """Whether the card may begin this Queue (The Royal Ball replaces this)."""
    return begins_at(s, q)


@action("option.new", "queues.four")
def begin_queue(s: Standard, queue: Queue) -> None:
    """The card shall begin a Queue."""
    require(choosing(s))
    require(may_begin(s, queue))
    aimed(s, queue, 0)


@action("option.existing", "place.any_queue", "place.between")
def add(s: Standard, queue: Queue, gap: Gap) -> None:
    """The card shall go to a place of a Queue; by ruling ``destination`` to the Queue alone (place 0)."""
    require(choosing(s))
    require(len(s.queue[queue]) > 0)
    require(gap <= len(s.queue[queue]))
    require(tells_apart(s, queue, gap))
    require(gap == 0 or r.destination == Destination.POSITION)
    if gap == 0:
        with clause("place.below"):
            pass
    if gap == len(s.queue[queue]):
        with clause("place.above"):
            pass
    aimed(s, queue, gap)


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
def aimed(s: Standard, q: Queue, gap: Gap) -> None:
    """The destination is settled, and the card is turned up."""
    s.target = AIM[q]
    s.gap = gap
    if s.held == 0:
        s.phase = Phase.REVEAL
    else:
        turned_up(s)


@action("look.may", "look.shuffle")
def look(s: Standard) -> None:
    """By ruling ``look_when`` the player may find out which card was drawn.  Other looks change nothing."""
    require(r.look_when == LookWhen.ANY_TIME)
    require(s.phase == Phase.AIM)
    s.phase = Phase.LOOK


@chance(weight=in_deck)
def draw_known(s: Standard, card: Card) -> None:
    """The card drawn is the one that is missing from the deck."""
    require(s.phase == Phase.LOOK)
    s.deck[card] -= 1
    s.held = card + 0
    s.phase = Phase.KNOWN


@action("option.stop", "option.stop.returned", "option.stop.hidden")
def stop(s: Standard) -> None:
    """The player puts the card back and ends the game."""
    require(
        s.phase in (Phase.AIM, Phase.KNOWN)
        or (s.phase == Phase.SEEN and r.stop_when == StopWhen.UNTIL_PLACED and in_play(s))
    )
    require(r.stop_riskless == StopRiskless.ALLOWED or not any(begins_at(s, q) for q in Queue))
    with clause("end.choice", "end.three", "option.stop.then"):
        put_back(s)
        s.ending = Ending.CHOICE
        finish_turn(s)


# ------------------------------------------------------------------------------------- the card turned up


@chance("turn.draw", "turn.draw.unseen", "place.reveal", weight=in_deck)
def reveal(s: Standard, card: Card) -> None:
    """The card drawn is turned up."""
    require(s.phase == Phase.REVEAL)
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
def in_play(s: Standard) -> bool:
    """The card turned up is the one that was drawn for this turn (The Royal Ball replaces this)."""
    return True


@rule()
def returnable(s: Standard) -> bool:
    """The rule on shuffling back is about the card turned up (The Royal Ball replaces this)."""
    return True


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
        lose_queue(s, QUEUE[s.target])


@rule("place.fits", "queues.ordered.always")
def join(s: Standard, gap: Gap) -> None:
    """The card becomes part of the Queue."""
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


# --------------------------------------------------------------------------------------- losing a Queue


@rule("place.misfit", "place.misfit.card")
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
    if r.queue_total == QueueTotal.OVER_GAME:
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


@rule("end.fourth", "end.three")
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
def would_end(s: Standard, q: Queue) -> bool:
    """Whether throwing a Queue away, with the card in hand, ends the game."""
    return s.ending == Ending.NONE and any(
        lost_with(s, q, k) > 0
        and (
            deck_of_rank(s, k) == 0
            if r.last_of_rank == LastOfRank.LAST_TO_COME
            else discarded(s, k) + lost_with(s, q, k) == n.colours * n.copies
        )
        for k in range(1, n.ranks + 1)
    )


@action()
def throw(s: Standard, gap: Gap) -> None:
    """By ruling ``discard_whole``: the next card to go is the one in hand (0), or so many from the bottom."""
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
        if r.queue_total == QueueTotal.OVER_GAME:
            s.gone[QUEUE[s.target]] = True
        card = s.turned + 0
        s.turned = 0
        landed(s, card)


# ------------------------------------------------------------------------------------- shuffling it back


@rule("return.ten", "return.may")
def may_shuffle_back(s: Standard) -> bool:
    """Whether the card turned up may be shuffled back."""
    if not returnable(s) or not return_left(s) or deck_size(s) < level.others:
        return False
    if s.phase == Phase.PLACE:
        return True
    if r.return_new_queue == ReturnNewQueue.STANDING_QUEUE and len(s.queue[QUEUE[s.target]]) == 0:
        return False
    return r.return_timing == ReturnTiming.INSTEAD or fits_target(s) or not would_end(s, QUEUE[s.target])


@rule()
def fits_target(s: Standard) -> bool:
    """Whether the card in hand would join the Queue."""
    return r.destination == Destination.QUEUE or in_order(s, QUEUE[s.target], s.gap, max(s.held, 1))


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


# -------------------------------------------------------------------------------------- the end of a turn


@rule()
def landed(s: Standard, card: Held) -> None:
    """The card has joined a Queue or was thrown away (0: a Queue alone was).  The Royal Ball replaces this."""
    finish_turn(s)


@rule()
def finish_turn(s: Standard) -> None:
    """All that a card does is done (both variants together replace this)."""
    close_turn(s)


@rule("turn.repeat")
def close_turn(s: Standard) -> None:
    """The next turn, or the end of the game."""
    s.target = Aim.NONE
    s.gap = 0
    turn_over(s)
    if s.ending == Ending.NONE and deck_size(s) == 0:
        with clause("end.deck", "end.deck.without", "end.three"):
            s.ending = Ending.DECK
    if s.ending == Ending.NONE:
        new_turn(s)
    else:
        end_game(s)


@rule()
def new_turn(s: Standard) -> None:
    """A card is drawn and lies hidden (Bouquets replaces this)."""
    s.phase = Phase.AIM


@rule()
def turn_over(s: Standard) -> None:
    """The end of a turn (The Royal Ball replaces this)."""


@rule()
def end_game(s: Standard) -> None:
    """The game has ended (Bouquets replaces this)."""
    close_game(s)


@rule()
def close_game(s: Standard) -> None:
    """The game is scored (the Campaign replaces this)."""
    s.phase = Phase.OVER
