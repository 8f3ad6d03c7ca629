"""The shortest play that still shows a difference, found by leaving moves out and by looking at shorter plays.

First stretches of the play are left out, long ones before single moves.  Then random plays that end sooner are looked
through for the same difference, and shrunk likewise.  Positions of the play are gone to by the shortest way that the
rules know, where that is found among few positions.  At last all plays that are shorter are tried, each position of the
rules once, as long as they are few.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from queensbench.conformance.following import Following
from queensbench.conformance.playing import Along, Randomly, Record, Table
from queensbench.engines.follow.reading_sets import Cube
from queensbench.engines.follow.steps import State

Shown = tuple[Record, Following]
TRIES = 400
"""The most plays that are tried with moves left out."""
SHORTER = 1_500
"""The most shorter plays that are tried one by one."""
SOONER = 300
"""So many random plays are looked through for a shorter one."""
POSITIONS = 20_000
"""Among so many positions the shortest ways to those of the play are looked for."""
WAYS = 20
"""The most of these ways that are tried."""


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
        best = self._sooner(self._without(best))
        best = self._straight(best)
        return self._shorter(best)

    def instead(
        self, best: Shown, plays: Iterable[Sequence[int]], alike: Callable[[Record, Following], bool]
    ) -> Shown:
        """The first of some plays that is shorter, and shows a difference that is alike."""
        for codes in plays:
            if len(codes) >= len(best[0].codes) or self._spent():
                break
            record, following = self._played(codes, best[0].seed)
            if following.dead >= 0 and len(record.codes) < len(best[0].codes) and alike(record, following):
                return record, following
        return best

    def _tried(self, codes: Sequence[int], seed: int) -> Shown | None:
        chooser = Along(codes, lenient=True)
        if self.illegal:
            if not codes:
                return None
            chooser = Along(codes[:-1], lenient=True, last=codes[-1])
        record, following = self._played(codes, seed, chooser)
        return (record, following) if following.dead >= 0 and self.same(record, following) else None

    def _played(self, codes: Sequence[int], seed: int, chooser: Along | None = None) -> Shown:
        chooser = chooser or Along(codes, lenient=True)
        return self.table.play(chooser, "shrunk", seed=seed, cubes=self.cubes, most=len(codes) + 1)

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

    def _sooner(self, best: Shown) -> Shown:
        """Look through random plays that end sooner."""
        for seed in range(SOONER if not self.illegal else 0):
            most = len(best[0].codes) - 1
            if most < 1 or self._spent():
                break
            record, following = self.table.play(
                Randomly(seed, curious=0), "shrunk", seed=seed, cubes=self.cubes, most=most
            )
            if following.dead >= 0 and len(record.codes) <= most and self.same(record, following):
                best = self._without((record, following))
        return best

    def _straight(self, best: Shown) -> Shown:
        """Go to a position of the play by the shortest way, and on as the play does; the shortest of these first."""
        steps = self.table.ground.steps
        first = next(iter(best[1].before), None)
        if first is None or not self.table.tells_chance or not self.table.ground.tellable:
            return best
        cube = steps.sets.of(steps.sets.example(first[1]))
        codes = best[0].codes
        places: dict[State, int] = {}
        here = steps.start(cube)[0][1]
        for place, code in enumerate(codes):
            if not isinstance(here, bytes):
                break
            places[here] = place
            here = steps.step(here, code, cube)[0][1]
        ways = self._ways(cube, set(places))
        plays = sorted(
            (len(way) + len(codes) - places[state], places[state], way) for state, way in ways.items()
        )
        for length, place, way in plays[:WAYS]:
            if length >= len(codes) or self._spent():
                break
            found = self._tried([*way, *codes[place:]], best[0].seed)
            if found is not None and len(found[0].codes) < len(codes):
                return found
        return best

    def _ways(self, cube: Cube, wanted: set[State]) -> dict[State, list[int]]:
        """The shortest ways to positions, by moves, under one reading; of those only that are found among few."""
        steps = self.table.ground.steps
        start = steps.start(cube)[0][1]
        before: dict[State, tuple[State, int] | None] = {start: None}
        waiting, found = deque([start]), dict[State, list[int]]()
        while waiting and len(before) < POSITIONS and wanted - set(found) and not self._spent():
            state = waiting.popleft()
            if state in wanted:
                way, at = [], before[state]
                while at is not None:
                    way.append(at[1])
                    at = before[at[0]]
                found[state] = way[::-1]
            moves = steps.moves(state, cube)[0][1]
            for code in moves if type(moves) is tuple else ():
                after = steps.step(state, code, cube)[0][1]
                if isinstance(after, bytes) and after not in before:
                    before[after] = state, code
                    waiting.append(after)
        return found

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
