"""The messages between a coordinator and its workers: tasks and their answers, all plain values.

A task can be pickled, and names all that it is about by value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from queensbench.engines.layers.runs import Run, RunName, State


@dataclass(frozen=True)
class BoxName:
    """All that a process needs to make a box anew, by value.

    ``project``: its folder; ``mode``: ``ruleset/mode``; ``readings`` and ``parameters`` as native code takes them;
    ``rules``: the digest of the system, which must be that of the box that is made.
    """

    project: str
    mode: str
    instance: str
    readings: tuple[int, ...]
    parameters: tuple[int, ...]
    rules: str


@dataclass(frozen=True)
class Part:
    """Blocks ``first`` to ``last`` of a run (-1: to its end); ``number`` is that of the first state among them."""

    run: RunName
    first: int
    last: int
    number: int


@dataclass(frozen=True)
class Expansion:
    """Find the successors of some states of a level.

    ``room``: the most states that are held in memory.  Runs are written as ``NAME.c0``, ``NAME.c1``, ... (what chance
    leads to) and ``NAME.p0``, ... (what choices lead to).
    """

    scratch: str
    box: BoxName
    name: str
    parts: tuple[Part, ...]
    room: int
    judging: bool = True


@dataclass(frozen=True)
class Merging:
    """Merge states from ``lower`` on and below ``upper`` of runs into the run ``name``, without those in ``earlier``.

    ``words``: of a state; ``room``: the most states that are held in memory.
    """

    scratch: str
    words: int
    name: str
    runs: tuple[RunName, ...]
    earlier: tuple[RunName, ...]
    lower: State | None
    upper: State | None
    room: int


@dataclass(frozen=True)
class Seeking:
    """Find for each wanted state the first state among parts of a level from which a move leads to it.

    ``chance``: a move of chance, else of choice.
    """

    scratch: str
    box: BoxName
    parts: tuple[Part, ...]
    wanted: tuple[State, ...]
    chance: bool


@dataclass(frozen=True)
class Linking:
    """Find what the moves of some states lead to, by the numbers of states, and write that into the file ``name``.

    ``runs``: those that may hold what is led to, each with the number of its first state.  ``judges``: those that are
    asked of each state.  ``owned``: whether it is asked whose choice a state is.  ``room``: the most states that are
    held in memory.
    """

    scratch: str
    box: BoxName
    name: str
    parts: tuple[Part, ...]
    runs: tuple[tuple[RunName, int], ...]
    judges: tuple[int, ...]
    owned: bool
    room: int


@dataclass(frozen=True)
class Stepping:
    """Judge the steps from some states.

    ``depths``: of each level that they are of the number of its first state, the choices and the steps.  ``judges``:
    the digest of the system over two states that judges them.
    """

    scratch: str
    box: BoxName
    parts: tuple[Part, ...]
    depths: tuple[tuple[int, int, int], ...]
    judges: str


@dataclass(frozen=True)
class Diverging:
    """Compare the reading of the levels with ``others`` in some states."""

    scratch: str
    box: BoxName
    parts: tuple[Part, ...]
    others: tuple[tuple[int, ...], ...]


Task: TypeAlias = Expansion | Merging | Seeking | Linking | Stepping | Diverging


@dataclass(frozen=True)
class Expanded:
    """The answer to an expansion.

    ``chance``, ``choice``: the runs of what chance and choices lead to.  ``counts``: states looked at, moves made.
    ``ends``, ``judged``, ``scores``: notes as :mod:`queensbench.engines.runtime.kernels` keeps them.  ``clauses``: how
    often each was carried out.  ``fault``: of the first state whose moves cannot be found: its status, its number and
    the move, or none.
    """

    chance: tuple[Run, ...]
    choice: tuple[Run, ...]
    counts: tuple[int, int]
    ends: tuple[int, ...]
    judged: tuple[int, ...]
    scores: tuple[int, ...]
    clauses: tuple[int, ...]
    seconds: float
    fault: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class Merged:
    """The answer to a merging: the run, and the sum of two hashes of its states."""

    run: Run
    sums: tuple[int, int]
    seconds: float


@dataclass(frozen=True)
class Sought:
    """The answer to a seeking: for each wanted state a number, or -1 where no move leads to it."""

    numbers: tuple[int, ...]
    seconds: float


@dataclass(frozen=True)
class Segment:
    """The edges of states that stand side by side, in a file.

    ``name``, ``at``: the file, and the bytes before; ``crc``: the checksum.  ``first``: the number of the first state;
    ``states``, ``edges``: how many there are.
    """

    name: str
    at: int
    first: int
    states: int
    edges: int
    crc: int


@dataclass(frozen=True)
class Linked:
    """The answer to a linking: the segments of its file, in order."""

    segments: tuple[Segment, ...]
    seconds: float


@dataclass(frozen=True)
class Stepped:
    """The answer to a judging of steps.

    ``steps``: of each state as many as it leads to others.  ``failing``: notes of each judge, as
    :mod:`queensbench.engines.runtime.kernels` keeps them: how many steps fail it, and the key and the state before it
    of the first.  ``outside``: a judge has left its ranges.
    """

    steps: int
    failing: tuple[int, ...]
    outside: bool
    seconds: float


@dataclass(frozen=True)
class Diverged:
    """The answer to a comparison: the states looked at, and notes.

    ``classes``, ``seen``, ``used``: as in :class:`~queensbench.engines.compare.kernels.PartNotes`.
    """

    states: int
    classes: tuple[int, ...]
    seen: tuple[int, ...]
    used: tuple[int, ...]
    seconds: float


Result: TypeAlias = Expanded | Merged | Sought | Linked | Stepped | Diverged
Submit: TypeAlias = Callable[[Sequence[Task]], Iterator[tuple[int, Result] | None]]
"""What carries out tasks: yields the answer to each with its place, in any order; None where none has come lately."""
