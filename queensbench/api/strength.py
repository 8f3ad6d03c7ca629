"""How strong the properties are, and what has to be read otherwise for all of them to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from queensbench.analyses import errata as searched
from queensbench.analyses import errata_modes
from queensbench.analyses.errata_report import ErrataReport
from queensbench.analyses.mutation.request import Mutation, MutationRequest
from queensbench.analyses.mutation.scoring import SURVIVED
from queensbench.analyses.mutation.stages import Settings
from queensbench.api.analysis_results import Errata, Mutants
from queensbench.api.given import checked, names_of
from queensbench.api.loading import loaded
from queensbench.api.store import Store, evidence_of
from queensbench.project import checking
from queensbench.rendering import errata_tables


def _quiet(text: str) -> None:
    """Tell nobody."""


@checked()
def errata(
    paths: str | Sequence[str] = (),
    *,
    project: str | Path | None = None,
    instances: str | Sequence[str] = (),
    properties: str | Sequence[str] = (),
    size: int = searched.SIZE,
    count: int = searched.COUNT,
    states: int = searched.STATES,
    budget: int = searched.BUDGET,
    seconds: float = searched.SECONDS,
    store: Store | None = None,
    progress: Callable[[str], None] = _quiet,
) -> Iterator[Errata]:
    """Find the fewest rulings to read otherwise, or to settle, so that all properties hold as stated, mode by mode.

    ``size``: the most rulings that an erratum changes; ``count``: the most errata.  ``states``: instances with more
    under the house reading are left out; ``budget``: the most states of a mode, over all explorations.  ``seconds``:
    end with what is found by then, for all modes together.  ``paths``, ``project``, ``instances``, ``properties`` and
    ``store`` as of :func:`audit`.  Raises BadInput for an unknown name, before anything takes long.

    >>> import queensbench as qb
    >>> asked = qb.errata("queue4/standard", instances="six", properties=["cards.conserved"])
    >>> [(found.mode, found.complete) for found in asked]
    [('queue4/standard', True)]
    """
    options = searched.ErrataOptions(
        size=size,
        count=count,
        states=states,
        budget=budget,
        seconds=seconds,
        instances=names_of(instances),
        properties=names_of(properties),
        progress=progress,
        evidence=evidence_of(store),
    )
    return search_errata(names_of(paths), options, project=project)


def search_errata(
    paths: Sequence[str], options: searched.ErrataOptions, *, project: str | Path | None = None
) -> Iterator[Errata]:
    """The errata of the modes at some paths; all modes together have the seconds of the options.  Raises BadInput."""
    selected = checking.sound(loaded(project, paths)[0].selected(paths))
    chosen = errata_modes.chosen(selected, options.instances, options.properties)
    return map(_errata, errata_modes.in_turn(chosen, options, options.seconds))


def _errata(found: ErrataReport) -> Errata:
    data = errata_tables.as_data(found)
    changes = [] if data["errata"] is None else data["errata"]["changes"]
    return Errata(
        mode=f"{found.ruleset}/{found.mode}",
        instance=", ".join(found.instances),
        data=data,
        broken={one.name: one.state for one in found.broken},
        changes=tuple(readings for change in changes for readings in change["readings"] if readings),
        complete=found.complete,
        interrupted=found.interrupted,
        _found=found,
    )


@checked()
def mutate(
    paths: str | Sequence[str] = (),
    *,
    project: str | Path | None = None,
    clauses: str | Sequence[str] = (),
    rules: str | Sequence[str] = (),
    instances: str | Sequence[str] = (),
    limit: int = Settings.limit,
    seed: int = Settings.seed,
    seconds: float = Settings.seconds,
    to_the_end: bool = False,
    budget: int = Settings.budget,
    tests: str | Sequence[str] = (),
    play: bool = True,
    processes: int = 2,
    cluster: str = "",
    fresh: bool = False,
    store: Store | None = None,
    progress: Callable[[str], None] = _quiet,
) -> Iterator[Mutants]:
    """Drop, negate and bend each clause of the model in turn, and see what notices it, ruleset by ruleset.

    ``clauses``, ``rules`` (functions of the model, by name), ``instances``: only these.  ``limit``: the most mutants
    of a ruleset, drawn by ``seed``, and ``seconds``: the most for it (0: no bound, for both); ``to_the_end``: neither
    bound holds.  ``budget``: the most states of one exploration.  ``tests``: patterns of tests to run
    where no property notices.  ``play``: not only explore boxes, but play them, hold steps against
    proofs, and search.  ``processes``: how many try mutants at once.
    ``fresh``: take nothing from the store.  ``cluster``: the address of a cluster whose
    workers try mutants instead.
    ``paths``, ``project`` and ``store`` as of :func:`audit`.  Raises BadInput for an unknown name, before anything
    takes long, and in the end where no mutant is asked of anything.

    >>> import queensbench as qb
    >>> asked = qb.mutate("queue4/standard", instances="six", limit=1, play=False, processes=1)
    >>> [found.mode for found in asked]
    ['queue4']
    """
    request = MutationRequest(
        paths=names_of(paths),
        clauses=names_of(clauses),
        rules=names_of(rules),
        instances=names_of(instances),
        limit=limit,
        seed=seed,
        seconds=seconds,
        to_the_end=to_the_end,
        budget=budget,
        tests=names_of(tests),
        play=play,
        processes=processes,
        fresh=fresh,
        cluster=cluster,
    )
    found, sources = loaded(project, request.paths)
    return _mutants(Mutation.opened(request, found, evidence_of(store), sources), progress)


def _mutants(mutation: Mutation, progress: Callable[[str], None]) -> Iterator[Mutants]:
    found: list[dict[str, Any]] = []
    for data in mutation.found(progress):
        found.append(data)
        score = data["score"]
        yield Mutants(
            mode=data["ruleset"],
            instance=", ".join(row["instance"] for row in data["instances"]),
            data=data,
            score=None if score is None else (score[0], score[1]),
            survivors=tuple(
                (row["place"], row["done"]) for row in data["rows"] if row["outcome"] == SURVIVED
            ),
            interrupted=data["interrupted"],
        )
    mutation.require_asked(found)
