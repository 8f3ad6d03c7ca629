"""The shortest play that still shows a difference, found by leaving moves out and by looking at shorter plays.

First stretches of the play are left out, long ones before single moves.  Then all plays that are shorter are tried,
each position of the rules once, as long as they are few.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from queensbench.conformance.following import Following
from queensbench.conformance.playing import Along, Record, Table
from queensbench.engines.follow.reading_sets import Cube
from queensbench.engines.follow.steps import State

Shown = tuple[Record, Following]
TRIES = 400
"""The most plays that are tried with moves left out."""
SHORTER = 1_500
"""The most shorter plays that are tried one by one."""


@dataclass
class Shrinker:
    """Plays a difference again and again.  ``same``: whether a play shows it still.  ``until``: when to end.

    ``illegal``: the last move is one that the rules refuse.
    """

    table: Table
    cubes: Sequence[Cube] | None
    same: Callable[[Record, Following], bool]
    until: float
    illegal: bool = False

    def shrink(self, record: Record) -> Shown | None:
        """The shortest play found; None if the difference does not come again."""
        best = self._tried(record.codes, record.seed)
        if best is None:
            return None
        best = self._without(best)
        return self._shorter(best)

    def _tried(self, codes: Sequence[int], seed: int) -> Shown | None:
        chooser = Along(codes, lenient=True)
        if self.illegal:
            if not codes:
                return None
            chooser = Along(codes[:-1], lenient=True, last=codes[-1])
        record, following = self.table.play(
            chooser, "shrunk", seed=seed, cubes=self.cubes, most=len(codes) + 1
        )
        return (record, following) if following.dead >= 0 and self.same(record, following) else None

    def _spent(self) -> bool:
        return time.monotonic() > self.until

    def _without(self, best: Shown) -> Shown:
        """Leave out stretches as long as one can be left out."""
        tries = TRIES
        keep = int(self.illegal)
        size = max(1, len(best[0].codes) // 2)
        while size:
            at = len(best[0].codes) - size - keep
            while at >= 0 and tries and not self._spent():
                codes = best[0].codes
                tries -= 1
                found = self._tried([*codes[:at], *codes[at + size :]], best[0].seed)
                if found is not None and len(found[0].codes) < len(codes):
                    best = found
                    at = (
                        min(at, len(best[0].codes) - keep) - 1
                        if size == 1
                        else len(best[0].codes) - size - keep
                    )
                else:
                    at -= max(1, size)
            size //= 2
        return best

    def _shorter(self, best: Shown) -> Shown:
        """Try all plays that are shorter, the shortest first, as long as they are few."""
        if not self.table.tells_chance or not self.table.ground.tellable:
            return best
        left = SHORTER
        for codes in self._plays(best, len(best[0].codes) - 1):
            if not left or self._spent():
                break
            left -= 1
            found = self._tried(codes, best[0].seed)
            if found is not None and len(found[0].codes) < len(best[0].codes):
                return found
        return best

    def _plays(self, best: Shown, most: int) -> Iterator[list[int]]:
        """Plays to every position of the rules that is reached in fewer moves, under one reading, and one move more."""
        steps = self.table.ground.steps
        first = next(iter(best[1].before), None)
        if first is None:
            return
        cube = steps.sets.of(steps.sets.example(first[1]))
        start = steps.start(cube)[0][1]
        if not isinstance(start, bytes):
            return
        edge: list[tuple[State, list[int]]] = [(start, [])]
        seen = {start}
        for _ in range(most):
            following: list[tuple[State, list[int]]] = []
            for state, codes in edge:
                moves = steps.moves(state, cube)[0][1]
                if self.illegal:
                    yield [*codes, best[0].codes[-1]]
                for code in moves if type(moves) is tuple else ():
                    play = [*codes, code]
                    if not self.illegal:
                        yield play
                    after = steps.step(state, code, cube)[0][1]
                    if isinstance(after, bytes) and after not in seen:
                        seen.add(after)
                        following.append((after, play))
            edge = following
