"""How a turn of Queue 4 ends: a card shuffled back, a stop, the endings, the next turn.

What :mod:`properties.queue4.steps` says of its properties holds of these.
"""

from __future__ import annotations

from model.queue4.state import QUEUE, Aim, Card, Ending, Phase, Standard, level, n
from properties.queue4.words import (
    STEPS,
    acts,
    by_token,
    empty_one,
    fallen,
    games,
    help_due,
    left,
    price_paid_before,
    rank,
    table,
    thrown,
    thrown_of,
    unused,
    with_moves,
)
from queensbench.language import holds, step
from spec.queue4.royal_ball import JackReturn, ReturnFace
from spec.queue4.rulings import r
from spec.queue4.standard import (
    LastOfRank,
    ReturnNext,
    StopRiskless,
    StopWhen,
)

# ------------------------------------------------------------------------------------------- shuffling back


@step(
    "step.returned",
    holds("It is remembered that a card was shuffled back; it takes ten other cards, and can be done once."),
    instances=STEPS,
    clauses=("return.once", "return.may", "return.ten", "return.no_effect"),
)
def return_is_remembered(s: Standard, was: Standard) -> bool:
    """In a campaign a token shows it."""
    if games(s) != games(was):
        return True
    back = (
        was.phase in (Phase.SEEN, Phase.PLACE)
        and s.held == 0
        and s.deck[max(was.held, 1)] > was.deck[max(was.held, 1)]
        and s.ending != Ending.CHOICE
    )
    if back and (left(was) < level.others or not unused(was)):
        return False
    if back and help_due(was) and r.jack_return == JackReturn.NO:
        return False
    if back and s.ending not in (was.ending, Ending.STUCK):
        return False
    return s.returned == (was.returned or (back and not by_token(was)))


@step(
    "step.turn_again",
    holds(
        "Once a card was shuffled back a new turn begins; or, by reading, a new card comes to the same place."
    ),
    instances=STEPS,
    clauses=("return.may", "turn.repeat", "return.no_effect"),
)
def turn_begins_again(s: Standard, was: Standard) -> bool:
    """The claim is asked of a card of the turn; by another reading a face card may still have its effect."""
    if was.phase != Phase.SEEN or games(s) != games(was) or s.held != 0 or price_paid_before(was):
        return True
    if s.deck[max(was.held, 1)] == was.deck[max(was.held, 1)] or s.ending != was.ending:
        return True
    if acts(was, max(was.held, 1)) and r.return_face == ReturnFace.EFFECT:
        return True
    if help_due(was) and was.ending != Ending.NONE:
        return True
    q = QUEUE[was.target]
    if r.return_next == ReturnNext.SAME_PLACE and not s.gone[q]:
        return s.phase == Phase.REVEAL and s.target == was.target and s.gap == min(was.gap, len(s.queue[q]))
    return s.phase == Phase.AIM


# ------------------------------------------------------------------------------------- the end of a turn, of a game


@step(
    "step.stop",
    holds(
        "Who stops puts the card back, and the game is over; by reading only where a play would be a risk."
    ),
    instances=STEPS,
    clauses=("option.stop", "option.stop.returned", "end.choice", "option.stop.then"),
)
def stopping_ends(s: Standard, was: Standard) -> bool:
    if games(s) != games(was) or s.ending != Ending.CHOICE or was.ending == Ending.CHOICE:
        return True
    return (
        (
            was.phase in (Phase.AIM, Phase.KNOWN)
            or (was.phase == Phase.SEEN and r.stop_when == StopWhen.UNTIL_PLACED)
        )
        and not (r.stop_riskless == StopRiskless.BARRED and empty_one(was))
        and s.held == 0
        and left(s) == left(was) + (1 if was.held != 0 else 0)
        and thrown(s) == thrown(was)
        and table(s) == table(was)
        and s.phase == (Phase.NAME if with_moves(s) else Phase.OVER)
    )


@step(
    "step.ending",
    holds(
        "A game ends by the fourth discard of a rank, by the player, or when the deck has been gone through "
        "without; and how it has ended stays."
    ),
    instances=STEPS,
    clauses=("end.three", "end.fourth", "end.choice", "end.deck", "end.deck.without"),
)
def ends_in_one_of_three_ways(s: Standard, was: Standard) -> bool:
    if games(s) != games(was) or was.phase in (Phase.DEAL, Phase.ARRANGE, Phase.PAIR):
        return True
    if was.ending != Ending.NONE:
        return s.ending == was.ending
    last = any(
        thrown_of(s, k) > thrown_of(was, k)
        and sum(min(s.deck[c], was.deck[c]) for c in range(1, n.ranks * n.colours + 1) if rank(c) == k) == 0
        for k in range(1, n.ranks + 1)
    )
    if r.last_of_rank == LastOfRank.FOURTH_DISCARDED:
        last = fallen(s)
    if last or s.ending == Ending.FOURTH:
        return last and s.ending == Ending.FOURTH
    return s.ending != Ending.DECK or left(s) == 0


@step(
    "step.turn_ends",
    holds("Where a card has no effect the next turn begins, or the game is over."),
    instances=STEPS,
    clauses=("turn.repeat", "end.three", "ball.normal"),
)
def turn_ends(s: Standard, was: Standard, card: Card) -> bool:
    """``card`` was turned up or in hand, and joined a Queue or was thrown away; nothing is asked during a move."""
    if games(s) != games(was) or s.held != 0 or s.phase == Phase.THROW or price_paid_before(was):
        return True
    played = (was.phase == Phase.REVEAL and s.deck[card] < was.deck[card]) or (
        was.phase in (Phase.SEEN, Phase.KNOWN) and was.held == card and s.deck[card] == was.deck[card]
    )
    if not played or acts(was, card):
        return True
    return (
        s.phase == (Phase.AIM if s.ending == Ending.NONE else Phase.NAME if with_moves(s) else Phase.OVER)
        and s.target == Aim.NONE
        and s.gap == 0
        and (s.ending != Ending.NONE or left(s) > 0)
    )
