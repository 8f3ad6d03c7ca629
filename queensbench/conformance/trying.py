"""Whether the rules allow the whole of an event that stands for several moves, and under which readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from queensbench.conformance.ground import Ground
from queensbench.engines.follow.answer_trees import OPEN
from queensbench.engines.follow.reading_sets import Cube
from queensbench.engines.follow.steps import NO, Broken, State

Codes = Sequence[int]
"""The codes that one move of a sequence may have."""
Split = tuple[list[Cube], list[Cube]]
"""Readings under which something is possible, and the others."""


class Trial:
    """Tries sequences of moves in a state, and does none.

    ``lost``: called where the rules do not say what a move leads to, with what stands there instead, and the readings.
    """

    def __init__(self, ground: Ground, lost: Callable[[Any, Cube], None]) -> None:
        self.ground, self.steps = ground, ground.steps
        self.lost = lost

    def split(self, state: State, cube: Cube, sequences: Sequence[Sequence[Codes]]) -> Split:
        """The readings of a cube under which one of the sequences is possible as a whole, and the others."""
        possible: list[Cube] = []
        others = [cube]
        for sequence in sequences:
            parts, others = others, []
            for part in parts:
                found, rest = self._tried(state, part, sequence, 0)
                possible += found
                others += rest
        return possible, others

    def _tried(self, state: State, cube: Cube, sequence: Sequence[Codes], idle: int) -> Split:
        """As :meth:`split`, of one sequence, before whose first move ``idle`` moves may happen silently."""
        if not sequence:
            return [cube], []
        possible: list[Cube] = []
        others = [cube]
        for code, after, left in self._ways(state, cube, sequence, idle):
            parts, others = others, []
            for rest, there in (leaf for part in parts for leaf in self.steps.step(state, code, part)):
                if there is NO:
                    others.append(rest)
                elif there is OPEN or isinstance(there, Broken) or self.steps.silent(there):
                    self.lost(there, rest)
                else:
                    found, refused = self._tried(there, rest, after, left)
                    possible += found
                    others += refused
        return possible, others

    def _ways(
        self, state: State, cube: Cube, sequence: Sequence[Codes], idle: int
    ) -> Iterator[tuple[int, Sequence[Codes], int]]:
        """The moves to try first: what is left of the sequence after each, and the silent moves that may follow."""
        for code in sequence[0]:
            yield code, sequence[1:], self.ground.mapper.most
        if not idle or not self.ground.silent:
            return
        listed = [codes for _, codes in self.steps.moves(state, cube) if type(codes) is tuple]
        for code in sorted({code for codes in listed for code in codes}):
            if self.ground.transition(code) in self.ground.silent:
                yield code, sequence, idle - 1


__all__ = ["Codes", "Split", "Trial"]
