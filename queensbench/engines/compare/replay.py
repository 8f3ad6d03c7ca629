"""A difference between two readings, in words: the interpreter replays the same play under both.

A difference found by z3 or native code counts only if the interpreter, which shares no code with them, shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.errors import ModelError, Refused
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter, Step

KINDS = ("winner", "ending", "scored", "legality", "choice", "chance", "course", "fault")
"""The kinds of differences between readings, the strongest first.

``winner``, ``ending``, ``scored``: after the same play other players have won, the game has ended under one
only, or with other scores.  ``legality``: a move is possible under one only.  ``choice``: it is somebody
else's choice.  ``chance``: an event has another weight.  ``course``: the move leads elsewhere.  ``fault``:
the rules break under one.
"""


CLASSES = ("winner", "ending", "scored", "legal", "fault")
"""The classes of differences as every command names them: ``legal`` is any that the result does not show at once."""


def class_of(kind: str) -> str:
    """The class of a kind of difference."""
    return kind if kind in CLASSES else "legal"


@dataclass(frozen=True)
class Difference:
    """A difference between two readings at a state: one of :data:`KINDS`, and a sentence."""

    kind: str
    text: str

    @property
    def class_(self) -> str:
        """The class of the difference, one of :data:`CLASSES`."""
        return class_of(self.kind)


class Pair:
    """Two interpreters of one instance that differ in readings; ``names``: the names of the readings."""

    def __init__(self, one: Interpreter, two: Interpreter, names: tuple[str, str]) -> None:
        self.readers = (one, two)
        self.names = names
        self.silences: list[tuple[str, str]] = []

    def same(self, one: Any, two: Any) -> bool:
        """Whether two states are the same, cell by cell."""
        return not self.fields(one, two)

    def fields(self, one: Any, two: Any) -> list[str]:
        """The names of the fields in which two states differ."""
        reader = self.readers[0]
        found = [d.name for d in reader.layout if getattr(one, d.name) != getattr(two, d.name)]
        if Interpreter.silence(one) != Interpreter.silence(two):
            found.append("what the text is silent on")
        return found

    def along(self, steps: Sequence[Step], *, judged: bool) -> list[Difference]:
        """The differences between the two at the end of a play, or at the start; empty if none, or if they part midway.

        The last step shows the difference; if ``judged``, all steps lead to a state that is judged differently.
        """
        try:
            starts = [reader.start() for reader in self.readers]
        except ModelError as error:
            return [Difference("fault", f"the rules break as the game is set up: {error.what}")]
        if not self.same(starts[0], starts[1]):
            return [
                Difference("course", f"the start is another ({', '.join(self.fields(starts[0], starts[1]))})")
            ]
        states = starts
        last = len(steps) if judged else len(steps) - 1
        for step in steps[:last]:
            try:
                states = [r.apply(s, step) for r, s in zip(self.readers, states, strict=True)]
            except (Refused, ModelError):
                return []
            if not self.same(states[0], states[1]):
                return []
        return self.judged(states[0], states[1], "here") if judged else self.at(states, steps[last])

    def judged(self, one: Any, two: Any, where: str) -> list[Difference]:
        """The differences between the judgements of a state under one reading and of one under the other."""
        a, b = self.names
        verdicts = []
        for reader, state in zip(self.readers, (one, two), strict=True):
            over = reader.silence(state) is None and reader.over(state)
            verdicts.append((reader.winners(state), reader.scores(state)) if over else None)
        mine, yours = verdicts
        if mine is None or yours is None:
            if mine is yours:
                return []
            ended, on = (a, b) if yours is None else (b, a)
            return [Difference("ending", f"{where} the game is over under {ended} and goes on under {on}")]
        found = []
        if mine[0] != yours[0]:
            text = f"{where} {_people(mine[0])} won under {a}, {_people(yours[0])} under {b}"
            found.append(Difference("winner", text))
        if mine[1] != yours[1]:
            found.append(
                Difference(
                    "scored",
                    f"{where} the scores are {_scores(mine[1])} under {a}, {_scores(yours[1])} under {b}",
                )
            )
        return found

    def at(self, states: Sequence[Any], step: Step) -> list[Difference]:
        """The differences that a step shows in a state that both readings share."""
        after: list[Any] = []
        refused: list[bool] = []
        a, b = self.names
        for name, reader, state in zip(self.names, self.readers, states, strict=True):
            try:
                after.append(reader.apply(state, step))
                refused.append(False)
            except Refused:
                after.append(None)
                refused.append(True)
            except ModelError as error:
                return [Difference("fault", f"{step}: the rules break under {name}: {error.what}")]
        if all(refused):
            return []
        if any(refused):
            possible = b if refused[0] else a
            return [Difference("legality", f"{step} is possible under {possible} only")]
        found = self.judged(after[0], after[1], f"after {step}")
        deciders = [r.decider(s, step.name) for r, s in zip(self.readers, states, strict=True)]
        if deciders[0] != deciders[1]:
            text = f"{step} is {shown(deciders[0])}'s choice under {a} and {shown(deciders[1])}'s under {b}"
            found.append(Difference("choice", text))
        found += self.chance(states, step)
        if not self.same(after[0], after[1]):
            text = f"{step} leads elsewhere ({', '.join(self.fields(after[0], after[1]))})"
            found.append(Difference("course", text))
        return found

    def chance(self, states: Sequence[Any], step: Step) -> list[Difference]:
        """The difference, if any, in a chance event's probability: its share of the weights of all possible events."""
        shares = []
        for reader, state in zip(self.readers, states, strict=True):
            if reader.by_name[step.name].kind != "chance":
                return []
            shares.append(
                (reader.weight(state, step), sum(reader.weight(state, s) for s in reader.moves(state)))
            )
        (mine, all_mine), (yours, all_yours) = shares
        if mine * all_yours == yours * all_mine:
            return []
        a, b = self.names
        text = f"{step} has weight {mine} of {all_mine} under {a} and {yours} of {all_yours} under {b}"
        return [Difference("chance", text)]

    def settled(self, state: Any) -> list[Difference]:
        """The differences after all automatic steps from a state that both share."""
        try:
            after = [reader.settle(state) for reader in self.readers]
        except ModelError as error:
            return [Difference("fault", f"automatic steps: the rules break: {error.what}")]
        found = self.judged(after[0], after[1], "when automatic steps have run")
        if not self.same(after[0], after[1]):
            text = f"automatic steps lead elsewhere ({', '.join(self.fields(after[0], after[1]))})"
            found.append(Difference("course", text))
        return found


def strongest(found: Sequence[Difference]) -> Difference | None:
    """The strongest of some differences."""
    return min(found, key=lambda d: KINDS.index(d.kind), default=None)


def _people(players: Sequence[Any]) -> str:
    return " and ".join(shown(p) for p in players) or "nobody"


def _scores(scores: dict[Any, int]) -> str:
    return ", ".join(str(n) if p is None else f"{shown(p)} {n}" for p, n in scores.items())


__all__ = ["CLASSES", "KINDS", "Difference", "Pair", "class_of", "strongest"]
