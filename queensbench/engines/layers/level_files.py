"""The levels of an exploration as they stand in files: the states in them, and plays by walking back through them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Iterator, Sequence

import numpy as np

from queensbench.engines.explore.state_table import NO_IMAGES
from queensbench.engines.layers.messages import BoxName, Part, Result, Seeking, Sought, Submit, Task
from queensbench.engines.layers.runs import RunReader, State, told
from queensbench.engines.layers.settings import LayerSettings, Level
from queensbench.engines.layers.sites import known
from queensbench.engines.layers.workers import Threads
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Interrupts
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput, InternalError
from queensbench.rules.typed.digest import digest


class Stopped(Exception):
    """Ctrl-C came while tasks were carried out; what they have written is in no level."""


class LevelFiles:
    """Levels in files.  A state goes by its number: by level, then in the order of its words."""

    def __init__(self, box: Box, raw: Sequence[int], settings: LayerSettings) -> None:
        self.box, self.settings = box, settings
        self.rules = known(box)
        self.words = self.rules.words
        self.name = BoxName(
            settings.project,
            f"{box.ruleset}/{box.mode.name}",
            box.instance.name,
            tuple(raw),
            tuple(box.parameters()),
            digest(box.system),
        )
        self.levels: list[Level] = []
        self.behind = [0]
        self.threads = Threads(settings.workers)
        self.submit: Submit = settings.submit or self.threads
        self.interrupts: Interrupts | None = None

    @property
    def states(self) -> int:
        """How many states the levels hold."""
        return self.behind[-1]

    def keep(self, level: Level) -> None:
        """Take in the next level."""
        self.levels.append(level)
        self.behind.append(self.states + level.states)

    def close(self) -> None:
        """End the workers; this thread alone answers from then on."""
        self.threads.close()

    def answers(self, tasks: Sequence[Task]) -> list[Result]:
        """The answers to tasks, in their order.  Raises Stopped on Ctrl-C while the search goes on."""
        found: dict[int, Result] = {}
        answering = self.submit(tasks)
        try:
            for said in answering:
                if said is not None:
                    found[said[0]] = said[1]
                if self.interrupts is not None and self.interrupts.raised and len(found) < len(tasks):
                    raise Stopped
        finally:
            if isinstance(answering, Generator):
                answering.close()
        if len(found) < len(tasks):
            raise InternalError(f"{len(tasks) - len(found)} of {len(tasks)} tasks of a level have no answer")
        return [found[place] for place in range(len(tasks))]

    def parts(self, place: int, most: int) -> list[tuple[Part, ...]]:
        """The states of a level in pieces of about so many, each a list of parts of runs."""
        number = self.behind[place]
        pieces: list[tuple[Part, ...]] = []
        piece: list[Part] = []
        held = 0
        for one in self.levels[place].runs:
            if held + one.states <= most:
                piece.append(Part(one.named, 0, -1, number))
                held += one.states
            else:
                with told(self.settings.scratch):
                    before = RunReader(self.settings.scratch, one.named, self.words).before
                first = 0
                while first < len(before) - 1:
                    last = int(np.searchsorted(before, before[first] + most - held, "right")) - 1
                    last = min(max(last, first + (not piece)), len(before) - 1)
                    if last > first:
                        piece.append(Part(one.named, first, last, number + int(before[first])))
                        held += int(before[last] - before[first])
                        first = last
                    if held >= most or first < len(before) - 1:
                        pieces.append(tuple(piece))
                        piece, held = [], 0
            number += one.states
        if piece:
            pieces.append(tuple(piece))
        return pieces

    def pieces(self, most: int) -> Iterator[tuple[tuple[Part, ...], int]]:
        """All states in pieces of about so many, of some levels or of parts of one, each with its last level."""
        held: list[Part] = []
        states = 0
        for place, level in enumerate(self.levels):
            if level.states > most:
                if held:
                    yield tuple(held), place - 1
                held, states = [], 0
                for piece in self.parts(place, most):
                    yield piece, place
                continue
            held += [part for piece in self.parts(place, level.states) for part in piece]
            states += level.states
            if states >= most:
                yield tuple(held), place
                held, states = [], 0
        if held:
            yield tuple(held), len(self.levels) - 1

    def place_of(self, number: int) -> int:
        """The level of a state."""
        if not 0 <= number < self.states:
            raise BadInput(f"state {number} was not found by this exploration")
        return bisect_right(self.behind, number) - 1

    def state(self, number: int) -> State:
        """The words of a state."""
        place = self.place_of(number)
        number -= self.behind[place]
        for one in self.levels[place].runs:
            if number < one.states:
                with told(self.settings.scratch):
                    return RunReader(self.settings.scratch, one.named, self.words).state(number)
            number -= one.states
        raise AssertionError

    def line(self, number: int) -> list[State]:
        """The states from the start to a state, found by walking back through the levels.

        Each is the first of its level from which a move leads to the next.
        """
        line = [self.state(number)]
        place = self.place_of(number)
        by_key = {(level.choices, level.steps): n for n, level in enumerate(self.levels)}
        while place:
            level = self.levels[place]
            before = -1
            for chance, key in (
                (False, (level.choices - 1, level.steps - 1)),
                (True, (level.choices, level.steps - 1)),
            ):
                if key in by_key and before < 0:
                    before = self._before(by_key[key], line[-1], chance=chance)
            if before < 0:
                raise BadInput(
                    "a level does not lead to the next one", where=f"scratch folder {self.settings.scratch}"
                )
            line.append(self.state(before))
            place = self.place_of(before)
        return line[::-1]

    def _before(self, place: int, state: State, *, chance: bool) -> int:
        """The first state of a level from which a move leads to a state, or -1."""
        pieces = self.parts(place, self.settings.piece)
        scratch = str(self.settings.scratch)
        tasks = [Seeking(scratch, self.name, piece, (state,), chance) for piece in pieces]
        for first in range(0, len(tasks), 2 * self.settings.workers):
            some = self.answers(tasks[first : first + 2 * self.settings.workers])
            found = [one.numbers[0] for one in some if isinstance(one, Sought) and one.numbers[0] >= 0]
            if found:
                return min(found)
        return -1

    def play_to(self, number: int) -> list[int]:
        """The codes of one shortest play to a state."""
        return self.codes(self.line(number))

    def codes(self, line: Sequence[State]) -> list[int]:
        """The codes of moves that lead from each of some states to the next."""
        native = self.rules.native
        call = self.rules.functions
        env = native.new_env(self.name.readings, self.name.parameters)
        moves = np.empty(max(1, self.rules.coding.count), np.int64)
        work = k.Workspace(View(np.zeros(k.BLOCK, np.int64)), View(env), View(moves), len(moves))
        cells = np.zeros(len(self.rules.system.cells), np.int32)
        after = np.zeros_like(cells)
        call["unpack_state"](np.array(line[0], np.uint64), cells)
        codes = []
        for state in line[1:]:
            code = call["way"](cells, after, work, np.array(state, np.uint64), NO_IMAGES)
            assert code >= 0
            codes.append(code)
            cells, after = after, cells
        return codes
