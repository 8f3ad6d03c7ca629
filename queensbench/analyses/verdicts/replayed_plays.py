"""Plays that machine code has found, replayed by the interpreter before anybody is told of them.

Where the two disagree, one of them is wrong about the rules: that is an internal error, and no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.errors import InternalError, ModelError, Refused
from queensbench.evidence.plays import GOES_ON, Play, ending

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box
    from queensbench.readers.interpreter import Interpreter


def replayed(play: Play, interpreter: Interpreter) -> list[Any]:
    """The states of a play that native code has found, the start first.

    Raises InternalError if the interpreter refuses it.
    """
    try:
        return interpreter.replay(play.steps)
    except (Refused, ModelError) as refused:
        said = f"the interpreter does not play what native code has played: {refused}"
        raise disagreeing(said, play) from None


def disagreeing(what: str, play: Play) -> InternalError:
    """An error: two readers of the rules disagree about a play."""
    steps = " ".join(play.texts) or "the start"
    sent = f"Instance: {play.instance}\nReadings: {dict(play.readings)}\nPlay: {steps}"
    return InternalError(what, where=f"{play.ruleset}/{play.mode}", sent=sent)


def no_move(interpreter: Interpreter, state: Any) -> bool:
    """Whether nobody can move in a state, and no chance event can happen, though play goes on."""
    return ending(interpreter, state) == GOES_ON and not interpreter.moves(state)


def play_to(
    box: Box,
    readings: Mapping[str, Any],
    codes: Sequence[int],
    seen: str,
    agrees: Callable[[Interpreter, Any], bool],
) -> Play:
    """The play of native codes, after the interpreter has seen the same at its end.

    ``seen``: what native code saw there, behind "the interpreter does not see"; ``agrees`` is asked of the last state.
    Raises InternalError where the interpreter refuses a step or does not agree.
    """
    play = box.play(list(codes), readings)
    interpreter = box.interpreter(readings)
    if not agrees(interpreter, replayed(play, interpreter)[-1]):
        raise disagreeing(f"the interpreter does not see {seen}", play)
    return play
