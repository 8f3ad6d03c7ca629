"""Questions about the graph of an exploration by levels, whose states stay in files.

Each state has one byte in memory.  Its moves are listed once more, by the numbers of the states they lead to, in files
of *segments* (:mod:`queensbench.engines.layers.linking`).  A fixpoint is found by sweeps over all segments, backward
and forward in turn, until a sweep changes nothing: backward is from the last states to the first.  What is asked, and
what it means, is as in :mod:`queensbench.engines.graphs.questions`; a way round that shows why play need not end is
some such way, not a shortest one.

What this engine cannot see: what :mod:`queensbench.engines.graphs.questions` cannot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from queensbench.engines.layers import edge_kernels as loops
from queensbench.engines.layers.graph_questions import GraphQuestion, LevelAnswer
from queensbench.engines.layers.level_files import LevelFiles, Stopped
from queensbench.engines.layers.linking import SegmentEdges, edges_of
from queensbench.engines.layers.messages import Linked, Linking, Segment, Task
from queensbench.engines.layers.runs import RunName, told
from queensbench.engines.layers.settings import BASE, WORKER
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput

MOST_STATES = (1 << 32) - 2
"""Edges hold numbers of 32 bits."""
PIECE = 1 << 20
"""The states whose edges one task lists, about."""
SEGMENTS = 48 << 20
"""The bytes of a segment, and of what is found about its states at once."""
FAILS, TRAPPED, PASSED = 32, 64, 128
"""Marks of a state beside those of :mod:`queensbench.engines.layers.edge_kernels`: what is asked fails there; those
against it can keep play there from ending whatever comes up; a way was looked for from there."""
ALL = 255
MOST_STEPS = 65_535
"""A way of more steps is not told."""


def memory_for(states: int) -> int:
    """The bytes that questions about a graph take beside those of the workers."""
    return BASE + states + SEGMENTS


def asked_of_graph(
    levels: LevelFiles, questions: Sequence[GraphQuestion], own: str
) -> tuple[list[LevelAnswer] | None, str]:
    """The answers to questions, or None and why they cannot be had.  Raises Stopped on Ctrl-C.

    ``own``: a text in the names of the files that are written meanwhile.
    """
    try:
        graph = LevelGraph(levels, questions, own)
    except BadInput as refused:
        return None, str(refused)
    try:
        graph.link()
        return [graph.answer(question) for question in questions], ""
    except BadInput as refused:
        return None, str(refused)
    finally:
        graph.close()


class LevelGraph:
    """The graph of levels that are whole."""

    def __init__(self, levels: LevelFiles, questions: Sequence[GraphQuestion], own: str) -> None:
        settings = levels.settings
        need = memory_for(levels.states) + settings.workers * (WORKER + (8 << 20))
        if levels.states > MOST_STATES:
            raise BadInput(
                f"the graph of {levels.states:,} states is too large: {MOST_STATES:,} can be numbered"
            )
        if need > settings.memory:
            raise BadInput(
                f"the graph of {levels.states:,} states needs a byte of memory for each",
                where="--memory",
                remedy=f"go on with --resume and {-(-need >> 20)} MiB or more",
            )
        self.levels, self.questions, self.own = levels, questions, own
        self.scratch = settings.scratch
        self.room = (settings.memory - memory_for(levels.states)) // settings.workers - WORKER
        wanted = {j for q in questions for j in (q.target, q.since) if j >= 0}
        self.judges = tuple(sorted(wanted))
        named = any(isinstance(who, int) for q in questions for who in q.against)
        self.owned = named and levels.rules.deciders > 0
        self.marks: Array = np.zeros(levels.states, np.uint8)
        self.segments: list[Segment] = []
        self.names: list[str] = []
        self._held: tuple[Segment, SegmentEdges] | None = None

    # -------------------------------------------------------------------------------------- edges

    def link(self) -> None:
        """List all edges.  Raises Stopped on Ctrl-C."""
        levels = self.levels
        room = self.room // (16 * levels.words)
        runs = list(self._runs())
        tasks: list[Task] = []
        for number, (parts, place) in enumerate(levels.pieces(PIECE)):
            reach = [(name, first) for at, name, first in runs if self._leads(place, at)]
            name = f"edges-{number:06}-{self.own}"
            tasks.append(
                Linking(
                    str(self.scratch),
                    levels.name,
                    name,
                    parts,
                    tuple(reach),
                    self.judges,
                    self.owned,
                    room,
                )
            )
        self.names = [task.name for task in tasks if isinstance(task, Linking)]
        found = [one for one in levels.answers(tasks) if isinstance(one, Linked)]
        self.segments = [segment for one in found for segment in one.segments]

    def _runs(self) -> Iterator[tuple[int, RunName, int]]:
        """All runs, each with its level and the number of its first state."""
        for place, level in enumerate(self.levels.levels):
            number = self.levels.behind[place]
            for one in level.runs:
                yield place, one.named, number
                number += one.states

    def _leads(self, place: int, to: int) -> bool:
        """Whether a move may lead from a level, or one before it, to another: no move makes two choices."""
        levels = self.levels.levels
        return (levels[to].choices, levels[to].steps) <= (levels[place].choices + 1, levels[place].steps + 1)

    def close(self) -> None:
        """Remove the files of edges."""
        for name in self.names:
            (self.scratch / name).unlink(missing_ok=True)

    def _edges(self, segment: Segment) -> SegmentEdges:
        if self._held is None or self._held[0] != segment:
            interrupts = self.levels.interrupts
            if interrupts is not None and interrupts.raised:
                raise Stopped
            with told(self.scratch):
                self._held = segment, edges_of(self.scratch, segment)
        return self._held[1]

    # ---------------------------------------------------------------------------------- fixpoints

    def _begin(self, question: GraphQuestion, *, stuck: bool) -> None:
        """Mark each state by when it joins, and the goals; ``stuck``: a state without a move is one."""
        for segment in self.segments:
            edges = self._edges(segment)
            opposing = np.zeros(segment.states, bool)
            choice = edges.kind == k.CHOICE
            chance = edges.kind == k.CHANCE
            for who in question.against:
                if who == "players":
                    opposing |= choice
                elif who == "chance":
                    opposing |= chance
                else:
                    owner = edges.owner
                    theirs = owner == loops.FIRST_PLAYER + int(who)
                    opposing |= choice & (theirs | (owner == loops.SEVERAL_MOVE))
            if question.kind == "can_reach":
                goal = ~self._holds(edges, question.target)
            else:
                goal = (edges.kind == k.OVER) | (edges.kind == k.SILENT_STATE)
                if stuck:
                    goal |= edges.kind == k.DEADLOCK
            rule = np.where(opposing, loops.EVERY, loops.SOME)
            if question.kind == "ends" and not question.sure:
                rule[chance] = loops.FAIR
            marks = rule.astype(np.uint8) | loops.KEPT
            marks[goal] |= loops.GOAL | loops.INSIDE
            self.marks[segment.first : segment.first + segment.states] = marks

    def _holds(self, edges: SegmentEdges, judge: int) -> Array:
        """Whether a judge holds in the states of a segment."""
        bit = self.judges.index(judge)
        found: Array = (edges.judged >> bit & 1).astype(bool)
        return found

    def _spread(self) -> None:
        """Let states join until none does."""
        call = loops.library(self.levels.words)["sweep"]
        marks = View(self.marks)
        backward = True
        open_ = [segment for segment in self.segments if self._open(segment)]
        while True:
            joined = 0
            for segment in reversed(open_) if backward else open_:
                edges = self._edges(segment)
                columns = View(edges.first), View(edges.target)
                joined += call(*columns, segment.states, marks, segment.first, int(backward))
            if not joined:
                return
            backward = not backward
            open_ = [segment for segment in open_ if self._open(segment)]

    def _of(self, segment: Segment) -> Array:
        return self.marks[segment.first : segment.first + segment.states]

    def _open(self, segment: Segment) -> bool:
        """Whether some state of a segment may still join."""
        mine = self._of(segment)
        return bool(((mine & loops.INSIDE == 0) & (mine & loops.KEPT != 0)).any())

    def _solve(self, question: GraphQuestion, *, stuck: bool = False) -> None:
        """Mark the states where what is asked fails, and those of the trap."""
        self._begin(question, stuck=stuck)
        self._spread()
        for segment in self.segments:
            mine = self._of(segment)
            mine[mine & loops.INSIDE == 0] |= TRAPPED
        if question.kind == "ends" and not question.sure:
            while self._shrink():
                self._spread()
        for segment in self.segments:
            mine = self._of(segment)
            mine[mine & loops.INSIDE == 0] |= FAILS

    def _shrink(self) -> bool:
        """Keep those states alone that are inside, of which the goals are left there; False if no other was kept."""
        if not any(self._open(segment) for segment in self.segments):
            return False
        for segment in self.segments:
            mine = self._of(segment)
            mine[mine & loops.INSIDE == 0] &= ALL - loops.KEPT
            mine[mine & loops.GOAL == 0] &= ALL - loops.INSIDE
        return True

    # ------------------------------------------------------------------------------------ answers

    def answer(self, question: GraphQuestion) -> LevelAnswer:
        """The answer to a question.  Raises Stopped on Ctrl-C."""
        if question.kind != "ends":
            self._solve(question)
            return self._counted(question)
        way: tuple[int, ...] = ()
        entry = -1
        if self._stops():
            self._solve(question, stuck=True)
            if self.marks[0] & FAILS:
                way, entry = self._way(question)
        self._solve(question)
        found = self._counted(question)
        if not found.holds and not way:
            way, entry = self._way(question)
        return replace(found, way=way, entry=entry)

    def _stops(self) -> bool:
        return any((self._edges(segment).kind == k.DEADLOCK).any() for segment in self.segments)

    def _counted(self, question: GraphQuestion) -> LevelAnswer:
        asked = failing = going_on = 0
        first: int | None = None
        for segment in self.segments:
            mine = (self._of(segment) & FAILS) != 0
            meant = np.ones(segment.states, bool)
            if question.since >= 0:
                meant = ~self._holds(self._edges(segment), question.since)
            asked += int(meant.sum())
            mine &= meant
            if not mine.any():
                continue
            failing += int(mine.sum())
            kind = self._edges(segment).kind
            going_on += int((mine & (kind != k.OVER) & (kind != k.SILENT_STATE)).sum())
            if first is None:
                first = segment.first + int(np.argmax(mine))
        holds = not self.marks[0] & FAILS if question.kind == "ends" else not failing
        return LevelAnswer(bool(holds), asked, failing, going_on, first)

    def _targets(self, state: int) -> Array:
        """What the moves of a state lead to."""
        low, high = 0, len(self.segments)
        while high - low > 1:
            mid = (low + high) // 2
            low, high = (mid, high) if self.segments[mid].first <= state else (low, mid)
        edges = self._edges(self.segments[low])
        place = state - self.segments[low].first
        found: Array = edges.target[edges.first[place] : edges.first[place + 1]]
        return found

    def _next(self, state: int, mark: int) -> int:
        """The first state with a mark that a move leads to, and from which no way was looked for; -1 if none does."""
        targets = self._targets(state)
        fit = targets[(self.marks[targets] & mark != 0) & (self.marks[targets] & PASSED == 0)]
        return int(fit[0]) if len(fit) else -1

    def _way(self, question: GraphQuestion) -> tuple[tuple[int, ...], int]:
        """A play of which all states fail, to one that it passed, or one without a move; empty if it is too long.

        Where chance is fair, it goes round in the trap, where nothing can end it.
        """
        if not self.marks[0] & FAILS:
            return (), -1
        inside = FAILS if question.sure else TRAPPED
        way = [0]
        self.marks[0] |= PASSED
        while not self.marks[way[-1]] & inside:  # depth first: into the trap
            after = self._next(way[-1], FAILS)
            if after >= 0:
                self.marks[after] |= PASSED
                way.append(after)
            else:
                way.pop()
            if not way or len(way) > MOST_STEPS:
                return (), -1
        self.marks &= ALL - PASSED
        places = {way[-1]: len(way) - 1}
        while len(way) <= MOST_STEPS:
            targets = self._targets(way[-1])
            fit = targets[self.marks[targets] & inside != 0]
            if not len(fit):
                return tuple(way), -1
            way.append(int(fit[0]))
            if way[-1] in places:
                return tuple(way), places[way[-1]]
            places[way[-1]] = len(way) - 1
        return (), -1
