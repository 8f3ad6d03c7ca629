"""Positions of sessions stepped by the interpreter, where a plugin has to see which rules run, or changes them.

Machine code is made from the checked text of the rules: it notes no clause for the plugin, and keeps to the rules as
they were when a fault is put into them.  Here the interpreter takes its place, with the same states and codes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from queensbench.api.in_force import InForce
from queensbench.errors import Refused
from queensbench.readers.interpreter import Tally

State = bytes


class InterpretedStepper:
    """The interpreter of a session in place of a :class:`queensbench.readers.native.stepper.Stepper`."""

    def __init__(self, rules: InForce) -> None:
        self.rules = rules
        self.interpreter = rules.interpreter
        self.at = 4 * rules.box.system.silent_cell

    def _kept(self, record: Any) -> State:
        cells = self.interpreter.cells(record, self.rules.silences)
        return b"".join(raw.to_bytes(4, "little", signed=True) for raw in cells)

    def _record(self, state: State) -> Any:
        return self.rules.record(state)

    def start(self) -> State:
        """The settled start state."""
        return self._kept(self.interpreter.start())

    def settled(self, state: State) -> State:
        """The state after the automatic steps that are possible in it."""
        return self._kept(self.interpreter.settle(self._record(state)))

    def step(self, state: State, code: int) -> State | None:
        """The state after a move and the automatic steps that follow; None where the rules refuse it."""
        try:
            return self._kept(self.interpreter.apply(self._record(state), self.rules.step(code)))
        except Refused:
            return None

    def moves(self, state: State) -> list[int]:
        """The codes of the possible actions and chance events, ascending."""
        steps = self.interpreter.moves(self._record(state))
        return sorted(self.rules.code(step.name, dict(step.args)) for step in steps)

    def silent(self, state: State) -> int:
        """0, or the number of the silence that the play has ended in, from 1."""
        return int.from_bytes(state[self.at : self.at + 4], "little")

    def over(self, state: State) -> bool:
        """Whether the game has ended."""
        return self.interpreter.over(self._record(state))

    def weight(self, state: State, code: int) -> int:
        """The weight of a chance event, 1 for a choice."""
        return self.interpreter.weight(self._record(state), self.rules.step(code))

    def decider(self, state: State, code: int) -> int:
        """The raw player whose choice a move is, or -1."""
        player = self.interpreter.decider(self._record(state), self.rules.step(code).name)
        return -1 if player is None else self.rules.players.index(player)

    def wins(self, state: State, player: int) -> bool:
        """Whether a raw player has won."""
        return self.rules.players[player] in self.interpreter.winners(self._record(state))

    def score(self, state: State, player: int = 0) -> int:
        """The score of a raw player, or the only one."""
        scores = self.interpreter.scores(self._record(state))
        return scores[None] if None in scores else scores[self.rules.players[player]]

    def clauses(self, state: State | None, code: int) -> tuple[str, ...]:
        """The clauses that a step carries out, in the order of the system; ``None``: those of the start."""
        before, self.interpreter.tally = self.interpreter.tally, Tally()
        try:
            if state is None:
                self.interpreter.start()
            else:
                self.step(state, code)
            counted = self.interpreter.tally.clauses
        finally:
            self.interpreter.tally = before
        return tuple(name for name in self.rules.box.system.clauses if name in counted)


def install(made: Callable[[InForce], Any] = InterpretedStepper) -> None:
    """Have the sessions that are opened from now on stepped by the interpreter."""

    def stepper(rules: InForce) -> Any:
        found = rules.__dict__.get("stepper")
        if found is None:
            found = rules.__dict__["stepper"] = made(rules)
        return found

    setattr(InForce, "stepper", property(stepper))  # noqa: B010 - a cached property gives way to a plain one
