"""The Royal Ball: the effects of Jacks, Queens and Kings."""

from __future__ import annotations

from model.queue4.endings import finish_turn, landed, turn_over
from model.queue4.losing import emptied, lose_queue
from model.queue4.opening import RoyalBall, ball_played, is_face
from model.queue4.returning import in_play, returnable, sent_back, turn_again
from model.queue4.scoring import count_lost, four_of_a_kind, gone_through
from model.queue4.state import (
    AIM,
    QUEUE,
    Card,
    Ending,
    Gap,
    Held,
    Phase,
    Queue,
    begins_at,
    deck_size,
    first_of_its_kind,
    in_deck,
    in_order,
    misfits_somewhere,
    n,
    rank_of,
)
from model.queue4.turn import may_begin
from queensbench.language import action, chance, clause, require, rule, states
from spec.queue4.royal_ball import (
    EffectAfterFourth,
    EffectDuty,
    EffectFourthAtEnd,
    EffectImpossible,
    JackChain,
    JackChoice,
    JackMisplace,
    JackNewQueue,
    JackReturn,
    KingPrey,
    OwnQueue,
    QueenRefills,
    ReturnFace,
)
from spec.queue4.rulings import r
from spec.queue4.standard import ReturnNext, ThroughDeck

# ------------------------------------------------------------------------------------------- the effects


@rule(replaces=landed)
def landed_at_ball(s: RoyalBall, card: Held) -> None:
    """A face card that was played has its effect, after the Queue that it cost."""
    if card > 0 and brings_effect(s, card + 0):
        if r.own_queue == OwnQueue.OTHERS_ONLY:
            s.joined = len(s.queue[QUEUE[s.target]]) > 0
        states("ball.effect.after_discard")
        with clause("ball.effect"):
            begin_effect(s, card + 0)
    else:
        finish_turn(s)


@rule()
def brings_effect(s: RoyalBall, card: Card) -> bool:
    """Whether the card has an effect; a Jack's card by ruling ``jack_chain``, and by ``effect_after_fourth`` none."""
    if s.ending == Ending.FOURTH and r.effect_after_fourth == EffectAfterFourth.LOST:
        return False
    return ball_played(s) and is_face(card) and (not s.helped or r.jack_chain == JackChain.EFFECT)


@rule()
def begin_effect(s: RoyalBall, card: Card) -> None:
    """The effect begins.  If the deck has just been gone through, it comes between end and scoring."""
    s.helped = False
    s.gap = 0
    if s.ending == Ending.NONE and deck_size(s) == 0:
        if rank_of(card) != n.queen or r.queen_refills != QueenRefills.GOES_ON:
            with clause("ball.effect.before_score"):
                s.ending = Ending.DECK
    states("ball.normal")
    if rank_of(card) == n.jack:
        begin_jack(s)
    elif not any(within_reach(s, q, rank_of(card) == n.king) for q in Queue):
        no_effect(s)
    elif rank_of(card) == n.queen:
        s.phase = Phase.SEND_BACK
    else:
        s.phase = Phase.BEHEAD


@rule()
def no_effect(s: RoyalBall) -> None:
    """The effect has nothing to act on: ruling ``effect_impossible``."""
    if r.effect_impossible == EffectImpossible.ENDS_GAME and s.ending == Ending.NONE:
        s.ending = Ending.STUCK
    finish_turn(s)


@rule("ball.filled")
def within_reach(s: RoyalBall, q: Queue, of_king: bool) -> bool:
    """Whether a Queen or a King may act on a Queue."""
    if len(s.queue[q]) == 0 or (s.joined and s.target == AIM[q]):
        return False
    if of_king and r.king_prey == KingPrey.COMMONER:
        return any(
            i < len(s.queue[q]) and not is_face(s.queue[q][i]) for i in range(n.ranks * n.colours * n.copies)
        )
    return True


@action("ball.queen")
def send_back(s: RoyalBall, queue: Queue) -> None:
    """A Queen: the Queue is shuffled into the deck."""
    require(s.phase == Phase.SEND_BACK)
    require(within_reach(s, queue, False))
    for i in range(n.ranks * n.colours * n.copies):
        if i < len(s.queue[queue]):
            s.deck[s.queue[queue][i]] += 1
    s.queue[queue].clear()
    emptied(s, queue)
    finish_turn(s)


@action("ball.king")
def behead(s: RoyalBall, queue: Queue) -> None:
    """A King: the Queue is thrown away."""
    require(s.phase == Phase.BEHEAD)
    require(within_reach(s, queue, True))
    lose_queue(s, queue)


# ----------------------------------------------------------------------------------------------- the Jack


@rule()
def begin_jack(s: RoyalBall) -> None:
    """A Jack's card is turned up; by rulings ``effect_duty`` and ``jack_choice`` the player chooses something before.

    A Jack has nothing to act on if there is no card, or no Queue that could take one.
    """
    if deck_size(s) == 0 or not any(takes_help(s, q) for q in Queue):
        no_effect(s)
    elif r.effect_duty == EffectDuty.JACK_MAY:
        s.phase = Phase.OFFER
    else:
        accept_help(s)


@rule()
def accept_help(s: RoyalBall) -> None:
    """The Jack has his effect."""
    s.helped = True
    s.phase = Phase.TURN_UP if r.jack_choice == JackChoice.SEEING else Phase.HELP


@action("ball.effect")
def accept(s: RoyalBall) -> None:
    """By ruling ``effect_duty`` the player accepts."""
    require(s.phase == Phase.OFFER)
    accept_help(s)


@action()
def decline(s: RoyalBall) -> None:
    """By ruling ``effect_duty`` the player declines."""
    require(s.phase == Phase.OFFER)
    finish_turn(s)


@chance("ball.jack.reveal", weight=in_deck)
def turn_up(s: RoyalBall, card: Card) -> None:
    """The top card of the deck is turned up."""
    require(s.phase == Phase.TURN_UP)
    s.deck[card] -= 1
    s.held = card + 0
    s.phase = Phase.PLACE


@rule()
def takes_help(s: RoyalBall, q: Queue) -> bool:
    """Whether a Jack's card may go to the Queue; to an empty one by ruling ``jack_new_queue``."""
    if len(s.queue[q]) > 0:
        return True
    none = not any(len(s.queue[p]) > 0 for p in Queue)
    match r.jack_new_queue:
        case JackNewQueue.ALLOWED:
            return begins_at(s, q)
        case JackNewQueue.STANDING_ONLY:
            return begins_at(s, q) and none
        case JackNewQueue.NEVER:
            return False


@action("ball.jack.place")
def place(s: RoyalBall, queue: Queue, gap: Gap) -> None:
    """The Jack's card goes to a place where it is in order (of those alike the lowest)."""
    require(s.phase == Phase.PLACE)
    require(takes_help(s, queue))
    require(gap <= len(s.queue[queue]))
    require(in_order(s, queue, gap, max(s.held, 1)))
    require(first_of_its_kind(s, queue, gap, max(s.held, 1)))
    card = s.held + 0
    s.target = AIM[queue]
    s.queue[queue].insert(gap, card)
    s.held = 0
    landed(s, card)


@action("ball.jack.place")
def misplace(s: RoyalBall, queue: Queue) -> None:
    """By ruling ``jack_misplace`` the Jack's card is put out of order, and costs the Queue."""
    require(s.phase == Phase.PLACE)
    require(r.jack_misplace == JackMisplace.LOSES_QUEUE)
    require(misfits_somewhere(s, queue, max(s.held, 1)))
    s.target = AIM[queue]
    with clause("place.misfit", "place.misfit.card"):
        lose_queue(s, queue)


@rule(replaces=may_begin)
def may_begin_at_ball(s: RoyalBall, q: Queue) -> bool:
    """A Jack's card may also be aimed unseen."""
    return takes_help(s, q) and len(s.queue[q]) == 0 if s.phase == Phase.HELP else begins_at(s, q)


# ----------------------------------------------------------------------------------- the rules it changes


@rule(replaces=in_play)
def in_play_at_ball(s: RoyalBall) -> bool:
    """A Jack's card is not the card of the turn."""
    return not s.helped


@rule(replaces=returnable)
def returnable_at_ball(s: RoyalBall) -> bool:
    """A Jack's card may be shuffled back by ruling ``jack_return``."""
    return not s.helped or r.jack_return == JackReturn.YES


@rule(replaces=sent_back)
def sent_back_from_ball(s: RoyalBall, card: Card) -> None:
    """A face card that was shuffled back has its effect by ruling ``return_face``."""
    if r.return_face == ReturnFace.EFFECT and s.ending == Ending.NONE and brings_effect(s, card):
        begin_effect(s, card)
    elif s.phase == Phase.PLACE and r.return_next == ReturnNext.SAME_PLACE:
        s.phase = Phase.TURN_UP
    elif s.phase == Phase.PLACE:
        finish_turn(s)
    else:
        turn_again(s)


@rule(replaces=turn_over)
def turn_over_at_ball(s: RoyalBall) -> None:
    """Effects are over."""
    s.helped = False
    s.joined = False


@rule(replaces=gone_through)
def gone_through_at_ball(s: RoyalBall) -> bool:
    """A Queen who came last may have filled the deck again: ruling ``queen_refills``."""
    states("ball.end", "ball.score")
    if s.ending == Ending.DECK and r.queen_refills == QueenRefills.ENDS_DOUBLED:
        return True
    if r.through_deck == ThroughDeck.DRAWN and s.ending == Ending.CHOICE and deck_size(s) == 1:
        return True
    return deck_size(s) == 0


@rule(replaces=count_lost)
def count_lost_at_ball(s: RoyalBall) -> bool:
    """A King who came last may have completed four discards: ruling ``effect_fourth_at_end``."""
    if r.effect_fourth_at_end == EffectFourthAtEnd.KEPT and s.ending == Ending.DECK:
        return False
    return four_of_a_kind(s)
