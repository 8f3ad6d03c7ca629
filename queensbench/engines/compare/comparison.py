"""The comparison of readings on an instance: whether two of them part, and where first.

The states are those of an exploration under one reading.  In each of them the moves, their successors, the
probabilities of chance events, the players who choose, and the ends are compared with those under another reading.
The first state of each class is one that a single play reaches under both readings, with the same states, and no such
play is shorter (by choices, then steps).  If the readings part in no state of a complete exploration, then by induction
all states and moves are the same under both, and the instance cannot tell the readings apart.

The classes of differences, as :data:`CLASSES` names them:

========== ================================================================================================
legal      a move is possible under one only, leads elsewhere, has another probability, or is another's choice
scored     after the same play both have ended the game, with other scores
winner     the same, with other winners
ending     after the same play the game has ended under one reading only
========== ================================================================================================

Readings can part in a state only by rulings that it consults, and only those are compared there: compiled rules count
the rulings that they read.  They do not count them when they ask whether the game is over, who has won, with what
score, or who chooses; these answers are compared in every state if they read a ruling at all.

What this engine cannot see: differences *after* the first.  Readings that part as ``legal`` may lead to other winners
later, or come together again; each class has the first state where one move shows it.  All other rulings stay as they
are in the exploration.  Observations are not compared.  Under a symmetry states stand for their images, which is right
only if the symmetry holds under both readings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from queensbench.engines.compare.comparison_program import (
    Comparer,
    compile_comparer,
)
from queensbench.engines.compare.divergence import (
    CLASSES,
    NOT_SEEN,
    STRENGTH,
    UNDECIDED,
    Matters,
    Parted,
    Parting,
)
from queensbench.engines.compare.walk import Walk
from queensbench.engines.explore.state_space import Exploration

__all__ = [
    "CLASSES",
    "Comparer",
    "Matters",
    "Parted",
    "Parting",
    "compare",
    "compile_comparer",
    "matters",
    "rulings_on",
]


def compare(
    comparer: Comparer,
    exploration: Exploration,
    others: Sequence[Sequence[int]],
    *,
    max_states: int | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> list[Parting]:
    """Compare the reading of an exploration with others, all in one walk over its states.

    Args:
        comparer: the rules of the same instance.
        exploration: the states under the first reading.  If it is incomplete and shows no difference, the answer is
            ``undecided``.
        others: the other readings, each as the number of a reading for every ruling.
        max_states: walk no more than about so many states, the nearest first.
        threads: 1 or 2; the result does not depend on it.
        progress: called with the number of states and the level, at most five times a second.

    Raises:
        BadInput: an unknown reading, or an exploration of another instance.
        ModelError: the rules break under the exploration's own reading, in a state that it had not expanded.

    Ctrl-C ends the walk between two pieces of work; the differences found so far are returned, as interrupted.
    """
    walk = Walk(comparer, exploration, others)
    walk.run(max_states=max_states, threads=threads, progress=progress)
    return [walk.parting(number) for number in range(len(walk.others))]


def matters(
    comparer: Comparer,
    exploration: Exploration,
    ruling: str,
    *,
    max_states: int | None = None,
    threads: int = 2,
) -> Matters:
    """The effect of one ruling on an instance: its reading in the exploration, compared with each other one."""
    return rulings_on(comparer, exploration, [ruling], max_states=max_states, threads=threads)[0]


def rulings_on(
    comparer: Comparer,
    exploration: Exploration,
    names: Sequence[str] | None = None,
    *,
    max_states: int | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> list[Matters]:
    """The effect of each ruling on an instance, in one walk over the states of one exploration.

    ``names`` are the rulings (None: all).  The exploration's readings are the base: each ruling's reading there is
    compared with every other one, while the other rulings stay as they are.  The arguments and errors are those of
    :func:`compare`.
    """
    system = comparer.system
    chosen = range(len(system.rulings)) if names is None else [comparer.number(name) for name in names]
    base = Walk(comparer, exploration, []).ours
    tried = [
        (r, reading)
        for r in chosen
        for reading in range(len(system.rulings[r].readings))
        if reading != base[r]
    ]
    walk = Walk(comparer, exploration, [[*base[:r], reading, *base[r + 1 :]] for r, reading in tried])
    walk.run(max_states=max_states, threads=threads, progress=progress)
    partings: dict[int, list[Parting]] = {r: [] for r in chosen}
    for number, (r, _) in enumerate(tried):
        partings[r].append(walk.parting(number))
    return [_ruled(walk, r, partings[r]) for r in chosen]


def _ruled(walk: Walk, ruling: int, pairs: Sequence[Parting]) -> Matters:
    declared = walk.comparer.system.rulings[ruling]
    ranks = (*STRENGTH, UNDECIDED, NOT_SEEN)

    def rank(pair: Parting) -> tuple[int, ...]:
        place = ranks.index(pair.verdict)
        first = pair.firsts.get(pair.verdict)
        return (place, first.choices, first.steps, first.state) if first else (place, 0, 0, 0)

    parting = min(pairs, key=rank)
    verdict = parting.verdict
    first = parting.firsts.get(verdict)
    names = declared.readings
    return Matters(
        declared.name,
        verdict,
        walk.comparer.system.instance,
        (names[walk.ours[ruling]], names[parting.theirs[ruling]]),
        first.state if first else None,
        first.choices if first else None,
        first.steps if first else None,
        first.code if first else None,
        first.play if first else None,
        parting.compared if walk.comparer.uncounted(ruling) else walk.consulted(ruling),
        parting.compared,
        walk.walked,
        all(pair.complete for pair in pairs),
        walk.interrupted,
        {names[p.theirs[ruling]]: p for p in pairs},
    )
