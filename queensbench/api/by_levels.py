"""All states of an instance, found by levels that stand in files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from queensbench.analyses import by_levels
from queensbench.api.in_force import InForce
from queensbench.api.results import Result, Table
from queensbench.engines.layers.layered_space import explored_by_levels
from queensbench.engines.layers.settings import LayerSettings, Told
from queensbench.engines.runtime.memory import parse_size
from queensbench.engines.runtime.memory import shown as shown_size


@dataclass(frozen=True, kw_only=True)
class SpaceByLevels(Result):
    """All states that play reaches, found by levels in files, or as many as were found.

    ``states``, ``transitions``, ``depth``, ``complete``, ``reason``, ``interrupted``, ``deadlocks``: as of
    :class:`Space`.  ``digest``: of the set of states, 32 hexadecimal digits; the same whatever the memory and the
    workers.  ``verdicts``: by property of states ``holds``, ``fails`` or ``unknown``.

    >>> import tempfile
    >>> import queensbench as qb
    >>> session = qb.load("queue4/standard").session("six")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = session.explore_by_levels(folder, memory="512M")
    >>> found.complete, found.states, found.depth, found.deadlocks
    (True, 4911, 9, 0)
    """

    states: int
    transitions: int
    depth: int
    complete: bool
    reason: str
    interrupted: bool
    deadlocks: int
    digest: str
    verdicts: dict[str, str]

    def rows(self) -> Table:
        """A row for each way in which play ends."""
        rows: list[tuple[object, ...]] = [
            (f"won by {end['winners']}", end["count"], " ".join(end["shortest"]["play"]))
            for end in self.data["ends"]
        ]
        return ("end", "states", "shortest play"), rows


@dataclass(frozen=True)
class LevelRequest:
    """How to explore by levels: ``scratch``, the folder; ``memory``, a size as text; and what may be left out."""

    scratch: Path
    memory: str
    workers: int
    resume: bool
    budget: int | None
    project: str


def explore(rules: InForce, request: LevelRequest, progress: Callable[[str], None]) -> SpaceByLevels:
    """See :meth:`Session.explore_by_levels`."""
    memory = parse_size(request.memory)

    def tell(so_far: Told) -> None:
        left = "" if so_far.left is None else f", about {so_far.left:,.0f} s left"
        progress(
            f"{so_far.states:,} states, level {so_far.level}, {shown_size(so_far.disk)} on disk, "
            f"{so_far.seconds:,.0f} s{left}"
        )

    progress("compiling the rules")
    box = rules.box
    found = explored_by_levels(
        box,
        rules.readings,
        LayerSettings(
            request.scratch,
            memory=memory,
            workers=request.workers,
            resume=request.resume,
            max_states=request.budget,
            project=request.project,
            expected=box.instance.states,
            progress=tell,
        ),
    )
    progress("walking back through the levels")
    data = by_levels.exploration(box, rules.readings, found)
    return SpaceByLevels(
        mode=data["mode"],
        instance=data["instance"],
        data=data,
        states=found.states,
        transitions=found.transitions,
        depth=found.levels,
        complete=found.complete,
        reason=data["reason"],
        interrupted=found.interrupted,
        deadlocks=found.deadlocks.count,
        digest=found.digest,
        verdicts={row["name"]: row["verdict"] for row in data["properties"]},
    )
