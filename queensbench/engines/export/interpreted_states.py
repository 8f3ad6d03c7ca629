"""Every state of a small instance, found by the interpreter alone: a second opinion on the explorer, and exports.

The walk asks the interpreter which moves are enabled and carries each out; two states are one if all their cells are
equal.  It shares nothing with the typed form, native code or the explorer's store.  It takes about a millisecond a
state.

What it cannot see: a misread rule, a fault of the interpreter, and what lies outside the instance, the reading and the
parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.engines.runtime.limits import MOST_STATES
from queensbench.errors import BadInput, ModelError
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter, Step

CHOICE, CHANCE, OVER, SILENT, DEADLOCK = "choice", "chance", "over", "silent", "deadlock"

Key = tuple[int, ...]
Chooser = Callable[[Key, str, Sequence[Step]], Sequence[Step]]
"""A choice of the player's moves to follow, given the state's cells, the player's name and the enabled moves."""


@dataclass
class Place:
    """A state: its role, the player who chooses, the target of each move, and its winners and scores if it is an end.

    ``moves``: each move with its target's number and its weight (1 for a choice).
    """

    role: str
    owner: str = ""
    moves: list[tuple[Step, int, int]] = field(default_factory=list)
    winners: tuple[str, ...] = ()
    scores: dict[str, int] = field(default_factory=dict)


@dataclass
class Walked:
    """All states that the interpreter reaches, number 0 the start, breadth first."""

    places: list[Place]
    keys: list[Key]

    @property
    def transitions(self) -> int:
        """How many moves, chance events included."""
        return sum(len(place.moves) for place in self.places)


def walk(
    interpreter: Interpreter,
    silences: Sequence[tuple[str, str]],
    *,
    choose: Chooser | None = None,
    most: int = MOST_STATES,
    progress: Callable[[str], None] = lambda text: None,
) -> Walked:
    """Reach every state from the start.

    ``silences``: what the rules may leave unsaid, with the clause, in the order of the system.  ``choose``: follows
    some of the players' moves only.

    Raises:
        BadInput: there are more than ``most`` states.
        ModelError: players and chance may move in one state.
        RangeViolation, ModelError: the rules break.
    """
    start = interpreter.start()
    key = tuple(interpreter.cells(start, silences))
    numbers: dict[Key, int] = {key: 0}
    found = Walked([], [key])
    todo: list[Any] = [start]
    while len(found.places) < len(todo):
        number = len(found.places)
        if number % 500 == 0:
            progress(f"{number:,} of {len(todo):,} states by the interpreter")
        state, todo[number] = todo[number], None
        place = _place(interpreter, state)
        found.places.append(place)
        if place.role in (OVER, SILENT):
            continue
        steps = interpreter.moves(state)
        _role(interpreter, state, place, steps)
        if place.role == CHOICE and choose is not None:
            steps = list(choose(found.keys[number], place.owner, steps))
        for step in steps:
            after = interpreter.apply(state, step)
            key = tuple(interpreter.cells(after, silences))
            if key not in numbers:
                if len(numbers) >= most:
                    raise BadInput(
                        f"there are more than {most:,} states",
                        where=f"{interpreter.mode.name} {interpreter.instance.name}",
                        remedy="take a smaller instance",
                    )
                numbers[key] = len(todo)
                todo.append(after)
                found.keys.append(key)
            place.moves.append((step, numbers[key], interpreter.weight(state, step)))
    return found


def _place(interpreter: Interpreter, state: Any) -> Place:
    if interpreter.silence(state) is not None:
        return Place(SILENT)
    if not interpreter.over(state):
        return Place(DEADLOCK)
    won = tuple(shown(player) for player in interpreter.winners(state))
    scores = interpreter.scores(state)
    return Place(OVER, winners=won, scores={"" if p is None else shown(p): n for p, n in scores.items()})


def _role(interpreter: Interpreter, state: Any, place: Place, steps: Sequence[Step]) -> None:
    """Set the role of a state that has moves, and the player who chooses."""
    kinds = {interpreter.by_name[step.name].kind for step in steps}
    if len(kinds) > 1:
        raise ModelError("players and chance may move in one state", where=f"mode {interpreter.mode.name}")
    if "chance" in kinds:
        place.role = CHANCE
    elif steps:
        place.role = CHOICE
        who = {interpreter.decider(state, step.name) for step in steps}
        names = {"" if player is None else shown(player) for player in who}
        place.owner = names.pop() if len(names) == 1 else "several"
