"""Which clauses proofs need, and which never come into play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from queensbench.analyses import errata_modes, proof_cores, vacuity
from queensbench.api.analysis_results import IdleClauses, Rests
from queensbench.api.given import MOST_GAMES, checked, names_of
from queensbench.api.in_force import InForce
from queensbench.api.loading import loaded
from queensbench.api.store import Store, evidence_of
from queensbench.evidence.cache import Evidence, VerdictCache
from queensbench.language.modes import Mode
from queensbench.project import checking, projects
from queensbench.project.projects import Ruleset
from queensbench.project.register.entries import require_known
from queensbench.rendering import vacuity_tables


def _quiet(text: str) -> None:
    """Tell nobody."""


def rests(
    rules: InForce,
    ruleset: Ruleset | None,
    names: str | Sequence[str],
    *,
    rlimit: int,
    store: Store | None,
    progress: Callable[[str], None],
) -> Rests:
    """See :meth:`Session.rests`."""
    asked = names_of(names)
    box = rules.box
    require_known("property", asked, sorted({judge.name for judge in box.system.judges}))
    ruleset = ruleset or projects.load(only=[box.ruleset]).ruleset(box.ruleset)
    cache = VerdictCache(evidence_of(store), ruleset, box.mode, rules.readings)
    data = proof_cores.resting(ruleset, box, rules.readings, cache, asked, rlimit=rlimit, progress=progress)
    return Rests(
        mode=data["mode"],
        instance=data["instance"],
        data=data,
        needed=tuple(data["needed"]),
        not_needed=tuple(data["not_needed"]),
        unproved=tuple(data["unproved"]),
        not_traced=tuple(data["not_traced"]),
    )


@checked(games=(0, MOST_GAMES))
def vacuous(
    paths: str | Sequence[str] = (),
    *,
    project: str | Path | None = None,
    instances: str | Sequence[str] = (),
    states: int = vacuity.STATES,
    games: int = vacuity.GAMES,
    proofs: bool = True,
    store: Store | None = None,
    progress: Callable[[str], None] = _quiet,
) -> Iterator[IdleClauses]:
    """List the clauses that never come into play, and those that do under one reading of a ruling only, mode by mode.

    ``instances``: only these; those with more ``states`` under the house reading are left out.  ``games``: random games
    of the box as sold, for each reading.  ``proofs``: ask z3 of the box as sold what stays idle.  ``paths``,
    ``project`` and ``store`` as of :func:`audit`.  Raises BadInput for an unknown name, before anything takes long.

    >>> import queensbench as qb
    >>> [found.mode for found in qb.vacuous("queue4/standard", instances="six", games=0, proofs=False)]
    ['queue4/standard']
    """
    asked_of = names_of(paths)
    selected = checking.sound(loaded(project, asked_of)[0].selected(asked_of))
    named = names_of(instances)
    modes = errata_modes.chosen(selected, named, ())
    asked = {"instances": named, "states": states, "games": games, "proofs": proofs, "progress": progress}
    return _vacuous(modes, evidence_of(store), asked)


def _vacuous(
    modes: Sequence[tuple[Ruleset, Mode]], evidence: Evidence | None, asked: dict[str, Any]
) -> Iterator[IdleClauses]:
    for ruleset, mode in modes:
        found = vacuity.vacuous(ruleset, mode, evidence=evidence, **asked)
        yield IdleClauses(
            mode=f"{ruleset.name}/{mode.name}",
            instance=", ".join(found.instances),
            data=vacuity_tables.as_data(found),
            never=found.never,
            house=found.house,
            proved=found.proved_never,
            _found=found,
        )
