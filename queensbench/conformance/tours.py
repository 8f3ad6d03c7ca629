"""Tours: every transition of a small box is done with an engine, so that nothing of the box is left to try.

The box is walked under one of the readings that are left.  A tour is a chooser: it does what was not done yet where it
stands, else goes to the nearest position where something is left, else ends the play.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from queensbench.conformance.following import Following
from queensbench.conformance.ground import Ground
from queensbench.engines.follow.reading_sets import Cube
from queensbench.engines.follow.steps import State

MOST = 100_000
"""The most transitions of a box that is toured."""


class Tour:
    """A walk through all transitions of a box under one reading.

    ``total``: how many there are; None if there are more than :data:`MOST`.  ``left``: those not done yet, by state.
    """

    def __init__(self, ground: Ground, cube: Cube) -> None:
        self.ground = ground
        steps = ground.steps
        self.cube = steps.sets.of(steps.sets.example(cube))
        self.after: dict[State, dict[int, State]] = {}
        self.total: int | None = 0
        self._walk()
        self.left = {state: set(codes) for state, codes in self.after.items() if codes}
        self.route: list[int] = []
        self.last: tuple[State, int] | None = None

    def _walk(self) -> None:
        steps = self.ground.steps
        start = steps.start(self.cube)[0][1]
        if not isinstance(start, bytes):
            return
        waiting, count = deque([start]), 0
        self.after[start] = {}
        while waiting:
            state = waiting.popleft()
            moves = steps.moves(state, self.cube)[0][1]
            for code in moves if type(moves) is tuple else ():
                there = steps.step(state, code, self.cube)[0][1]
                if not isinstance(there, bytes):
                    continue
                count += 1
                self.after[state][code] = there
                if there not in self.after:
                    self.after[there] = {}
                    waiting.append(there)
            if count > MOST:
                self.total = None
                self.after.clear()
                return
        self.total = count

    @property
    def done(self) -> int:
        """How many transitions were done."""
        return (self.total or 0) - sum(map(len, self.left.values()))

    def arrived(self, following: Following) -> None:
        """Note that the last transition was done, if the play is where it leads under the reading of the walk."""
        if self.last is not None and following.dead < 0:
            state, code = self.last
            codes, there = self.left.get(state), self.after[state][code]
            wanted = set() if self.ground.steps.silent(there) else {there}
            if codes is not None and self._states(following) == wanted:
                codes.discard(code)
                if not codes:
                    del self.left[state]
        self.last = None

    def choose(self, following: Following, codes: Sequence[int], chance: bool) -> int | None:
        """The next transition."""
        self.arrived(following)
        state = self._here(following)
        if state is None:
            return None
        if not self.route:
            self.route = self._nearest(state)
        if not self.route:
            return None
        code = self.route.pop(0)
        if code not in codes:
            self.route = []
            return None
        self.last = (state, code)
        return code

    def _states(self, following: Following) -> set[State]:
        """The states in which a play may be under the reading of the walk."""
        return {state for state, cube, _ in following.pairs if following.sets.meet(cube, self.cube)}

    def _here(self, following: Following) -> State | None:
        """The position of the walk."""
        return next((state for state in self._states(following) if state in self.after), None)

    def _nearest(self, state: State) -> list[int]:
        """The way to the nearest transition that was not done, that one included; none if there is none."""
        ways: dict[State, tuple[State, int] | None] = {state: None}
        waiting = deque([state])
        while waiting:
            here = waiting.popleft()
            if here in self.left:
                route = [min(self.left[here])]
                while (step := ways[here]) is not None:
                    here, code = step
                    route.append(code)
                return route[::-1]
            for code, there in self.after[here].items():
                if there not in ways:
                    ways[there] = (here, code)
                    waiting.append(there)
        return []
