"""What follows where two rulings of Queue 4 are read otherwise together, as far as a position or a step shows it."""

from __future__ import annotations

from model.queue4.both import BothVariants
from model.queue4.bouquets import Bouquets
from model.queue4.opening import RoyalBall
from model.queue4.returning import may_shuffle_back, return_left, returnable
from model.queue4.royal_ball import takes_help
from model.queue4.scoring import not_lost
from model.queue4.state import AIM, Ending, Phase, Player, Queue, Standard, deck_size, level
from model.queue4.turn import may_begin, may_interrupt, pauses
from properties.queue4.words import games
from queensbench.language import always, holds, never, step
from spec.queue4.royal_ball import OwnQueue, ReturnFace
from spec.queue4.rulings import r
from spec.queue4.standard import LostGame, QueueTotal, ReturnNext

FULL = ("full",)


@step(
    "together.thrown_is_gone",
    holds("By rulings `discard_whole` and `queue_total` a Queue of which the last card was thrown is gone."),
    clauses=("place.misfit", "queues.four"),
    instances=FULL,
)
def thrown_queue_is_gone(s: Standard, was: Standard, q: Queue) -> bool:
    if was.phase != Phase.THROW or s.phase == Phase.THROW or AIM[q] != was.target:
        return True
    return s.gone[q] or r.queue_total == QueueTotal.AT_ONCE or games(s) != games(was)


@always(
    "together.jack_may_return",
    holds("A Jack's card may be shuffled back whatever the Queue was that was last aimed at."),
    clauses=("return.may", "return.ten", "ball.jack.place"),
    instances=FULL,
)
def jacks_card_may_return(s: RoyalBall) -> bool:
    possible = returnable(s) and return_left(s) and deck_size(s) >= level.others
    return s.phase != Phase.PLACE or may_shuffle_back(s) == possible


@never(
    "together.fourth_wins",
    holds("By ruling `lost_game` nobody wins a game that a fourth card has ended, whenever that lies there."),
    clauses=("end.fourth", "band.loss"),
    instances=FULL,
)
def fourth_wins(s: Standard, p: Player) -> bool:
    return r.lost_game == LostGame.FOURTH_TOO and s.ending == Ending.FOURTH and not_lost(s, p)


@step(
    "together.jack_no_stop",
    holds("By ruling `stop_when` a game ends by choice with the card of the turn, not with one of a Jack's."),
    clauses=("option.stop", "ball.jack.reveal"),
    instances=FULL,
)
def no_stop_with_a_jacks_card(s: RoyalBall, was: RoyalBall) -> bool:
    return was.phase != Phase.SEEN or not was.helped or was.ending != Ending.NONE or s.ending != Ending.CHOICE


@always(
    "together.jack_unseen",
    holds("By ruling `jack_choice` a Jack's card begins a Queue where one is empty, as a Jack may."),
    clauses=("ball.jack.place", "option.new.free"),
    instances=FULL,
)
def unseen_card_may_begin(s: RoyalBall, q: Queue) -> bool:
    return s.phase != Phase.HELP or may_begin(s, q) == (takes_help(s, q) and len(s.queue[q]) == 0)


@step(
    "together.jack_again",
    holds(
        "By ruling `return_next` another card comes for the place of a Jack's card that was shuffled back."
    ),
    clauses=("return.may", "ball.jack.reveal"),
    instances=FULL,
)
def another_card_of_the_jacks(s: RoyalBall, was: RoyalBall) -> bool:
    """A face card that was shuffled back has its effect first by ruling `return_face`."""
    if was.phase != Phase.PLACE or deck_size(s) <= deck_size(was):
        return True
    if s.ending != Ending.NONE or games(s) != games(was):
        return True
    if r.return_next != ReturnNext.SAME_PLACE or r.return_face == ReturnFace.EFFECT:
        return True
    return s.phase == Phase.TURN_UP


@never(
    "together.moved_already",
    holds("By rulings `move_when` and `move_count` nothing waits for a second move of a turn."),
    clauses=("bouquets.pay", "bouquets.move"),
    instances=FULL,
)
def waits_for_a_second_move(s: Bouquets) -> bool:
    return s.had_move and not may_interrupt(s) and pauses(s)


@step(
    "together.misplaced",
    holds("By ruling `jack_misplace` what follows is about the Queue that the Jack's card has cost."),
    clauses=("ball.jack.place", "place.misfit"),
    instances=FULL,
)
def the_lost_queue_is_meant(s: RoyalBall, was: RoyalBall, q: Queue) -> bool:
    if was.phase != Phase.PLACE or len(was.queue[q]) == 0 or len(s.queue[q]) > 0:
        return True
    if s.ending != Ending.NONE or games(s) != games(was):
        return True
    return s.phase == Phase.AIM or s.target == AIM[q]


@step(
    "together.moved_face_joins",
    holds("By rulings `moved_face` and `own_queue` a face card that was moved counts as one of its Queue."),
    clauses=("ball.effect", "bouquets.move"),
    instances=FULL,
)
def moved_face_card_joins(s: BothVariants, was: BothVariants, q: Queue) -> bool:
    """``q``: the Queue that has one card more."""
    if was.phase != Phase.PUT or len(s.queue[q]) != len(was.queue[q]) + 1:
        return True
    return s.phase not in (Phase.SEND_BACK, Phase.BEHEAD) or s.joined == (r.own_queue == OwnQueue.OTHERS_ONLY)
