"""All states of an instance, found by levels that stand in files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from queensbench.analyses import by_levels, readings_by_levels
from queensbench.api.in_force import InForce
from queensbench.api.loading import sources_of
from queensbench.api.results import StateCounts, Table, counts_of
from queensbench.engines.layers.elsewhere import on_cluster
from queensbench.engines.layers.layered_space import LayeredSpace, explored_by_levels
from queensbench.engines.layers.settings import LayerSettings, Told
from queensbench.engines.runtime import clusters
from queensbench.engines.runtime.memory import parse_size
from queensbench.engines.runtime.memory import shown as shown_size
from queensbench.errors import BadInput
from queensbench.project.projects import Project, Ruleset


@dataclass(frozen=True, kw_only=True)
class SpaceByLevels(StateCounts):
    """All states that play reaches, found by levels in files, or as many as were found.

    ``states``, ``transitions``, ``depth``, ``complete``, ``reason``, ``interrupted``, ``deadlocks``: as of
    :class:`Space`.  ``digest``: of the set of states, 32 hexadecimal digits; the same whatever the memory and the
    workers.  ``verdicts``: by property ``holds``, ``fails`` or ``unknown``.  ``rulings``: by ruling, if these were
    compared, the strongest difference (``winner``, ``ending``, ``scored``, ``legal``), ``not-seen`` or ``undecided``.

    >>> import tempfile
    >>> import queensbench as qb
    >>> session = qb.load("queue4/standard").session("six")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = session.explore_by_levels(folder, memory="512M")
    >>> found.complete, found.states, found.depth, found.deadlocks
    (True, 4911, 9, 0)
    """

    digest: str
    verdicts: dict[str, str]
    rulings: dict[str, str]

    def rows(self) -> Table:
        """A row for each way in which play ends."""
        rows: list[tuple[object, ...]] = [
            (f"won by {end['winners']}", end["count"], " ".join(end["shortest"]["play"]))
            for end in self.data["ends"]
        ]
        return ("end", "states", "shortest play"), rows


@dataclass(frozen=True)
class Place:
    """The folder of an exploration, what it is about, and the cluster that explores (empty: threads do)."""

    scratch: Path
    project: Project | None
    ruleset: Ruleset | None
    cluster: str


@dataclass(frozen=True)
class LevelLimits:
    """How to explore: the memory, a size as text; the workers here; whether to go on; the most states.

    ``rulings``: whether readings are compared.
    """

    memory: str
    workers: int
    resume: bool
    budget: int | None
    rulings: bool


def explore(
    rules: InForce, place: Place, limits: LevelLimits, progress: Callable[[str], None]
) -> SpaceByLevels:
    """See :meth:`Session.explore_by_levels`."""
    workers = limits.workers
    if not 1 <= workers <= 64:
        raise BadInput(f"{workers} workers", remedy="give 1 to 64")

    held = parse_size(limits.memory)

    def tell(so_far: Told) -> None:
        left = "" if so_far.left is None else f", about {so_far.left:,.0f} s left"
        progress(
            f"{so_far.states:,} states, level {so_far.level}, {shown_size(so_far.disk)} on disk, "
            f"{so_far.seconds:,.0f} s{left}"
        )

    progress("compiling the rules")
    box, project, ruleset = rules.box, place.project, place.ruleset
    asked = readings_by_levels.others(box, rules.readings) if limits.rulings else ()
    others = tuple(raw for *_, raw in asked)
    settings = LayerSettings(
        place.scratch.absolute(),
        memory=held,
        workers=workers,
        resume=limits.resume,
        max_states=limits.budget,
        project="" if project is None else str(project.root),
        expected=box.instance.states,
        progress=tell,
        questions=by_levels.questions(box),
        steps=by_levels.judges_of_steps(box),
        others=others,
    )
    if place.cluster:
        sources = None if project is None else sources_of(project)
        packages = () if ruleset is None else (ruleset.package,)
        with (
            clusters.opened(place.cluster, sources, packages) as cluster,
            on_cluster(cluster) as submit,
        ):
            elsewhere = replace(settings, submit=submit, workers=max(1, cluster.room()))
            found = explored_by_levels(box, rules.readings, elsewhere)
            progress("walking back through the levels")
            data = by_levels.exploration(box, rules.readings, found)
    else:
        found = explored_by_levels(box, rules.readings, settings)
        progress("walking back through the levels")
        data = by_levels.exploration(box, rules.readings, found)
    return _shown(found, data)


def _shown(found: LayeredSpace, data: dict[str, Any]) -> SpaceByLevels:
    return SpaceByLevels(
        **counts_of(found, data),
        digest=found.digest,
        verdicts={row["name"]: row["verdict"] for row in data["properties"]},
        rulings={row["name"]: row["verdict"] for row in data["rulings"]},
    )
