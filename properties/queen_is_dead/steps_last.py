"""What must remain possible in The Queen Is Dead: moves of tokens where as few are held as the sentence needs.

A property of what a step does says nothing of a step that nobody can make any more.  Such steps show each of these
but the last, which says what a sixth token does that was the last of its colour.
"""

from __future__ import annotations

from model.queen_is_dead.state import OTHER, Character, Phase, Player, Prestige, State, n
from properties.queen_is_dead.steps import held, role_at
from queensbench.language import fails, holds, step
from spec.queen_is_dead.rulings import GamblerTakes, LastAndSixth, r

TOGETHER = {GamblerTakes.ONE_BY_ONE: holds("By ruling `gambler_takes` one goes after the other.")}


@step(
    "step.last_may_return",
    fails("For the Schemer the opponent's only token may go to the supply.", blame=("schemer.return",)),
    instances=("full", "court"),
    clauses=("schemer.return",),
)
def last_never_returns(s: State, was: State) -> bool:
    return was.phase != Phase.RETURN or held(was, OTHER[was.acting]) != 1


@step(
    "step.last_may_be_taken",
    fails("An Entertainer may take the opponent's only token.", blame=("entertainer.take",)),
    instances=("full", "stage", "salon"),
    clauses=("entertainer.take",),
)
def last_is_never_taken(s: State, was: State) -> bool:
    return was.phase != Phase.TAKE or held(was, OTHER[was.acting]) != 1


@step(
    "step.last_two_of_a_colour",
    fails("A Gambler may take the opponent's only two tokens, of one colour.", blame=("gambler.take",)),
    instances=("full", "court", "salon"),
    under=TOGETHER,
    clauses=("gambler.take",),
)
def pair_is_never_taken(s: State, was: State, c: Prestige) -> bool:
    q = OTHER[was.acting]
    return was.phase != Phase.TAKE_TWO or held(was, q) != 2 or was.tokens[q, c] != 2


@step(
    "step.last_two_of_two_colours",
    fails("A Gambler may take the opponent's only two tokens, of two colours.", blame=("gambler.take",)),
    instances=("full", "court", "salon"),
    under=TOGETHER,
    clauses=("gambler.take",),
)
def different_two_are_never_taken(s: State, was: State, c: Prestige) -> bool:
    q = OTHER[was.acting]
    return was.phase != Phase.TAKE_TWO or held(was, q) != 2 or was.tokens[q, c] != 1


@step(
    "step.last_after_another",
    holds("Both tokens of the Gambler go at once."),
    instances=("full", "court", "salon"),
    under={
        GamblerTakes.ONE_BY_ONE: fails(
            "By ruling `gambler_takes` the second may be the opponent's last.",
            blame=("gambler_takes", "gambler.take"),
        )
    },
    clauses=("gambler.take",),
)
def last_never_goes_second(s: State, was: State) -> bool:
    return was.phase != Phase.TAKE_ONE or was.takes != 1 or held(was, OTHER[was.acting]) != 1


@step(
    "step.last_and_sixth",
    holds(
        "A Schemer's last yellow token is a sixth and goes back with the rest: by ruling `last_and_sixth` the Noble "
        "across takes one of them, or none."
    ),
    instances=("full", "court"),
    clauses=("tokens.last_token", "tokens.six.immediately"),
)
def sixth_was_the_last(s: State, was: State, p: Player) -> bool:
    """Asked where the Noble's owner has no token, so that the Schemer returns none, and the extra one is to come."""
    if was.phase != Phase.ROLL or s.phase != Phase.EXTRA or not was.face_up[p, s.position]:
        return True
    q = OTHER[p]
    if role_at(was, p, s.position) != Character.SCHEMER or s.acting != q or held(was, q) > 0:
        return True
    if was.tokens[p, Prestige.YELLOW] != n.tokens - 1:
        return True
    return s.tokens[p, Prestige.YELLOW] == 0 and s.tokens[q, Prestige.YELLOW] == (
        1 if r.last_and_sixth == LastAndSixth.TAKES else 0
    )
