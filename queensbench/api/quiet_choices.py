"""Decisions of a model that no sentence backs, ruleset by ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from queensbench.analyses.quiet import search
from queensbench.analyses.quiet.rows import QuietReport
from queensbench.analyses.quiet.search import QuietSettings, quiet_choices
from queensbench.api.analysis_results import QuietChoices
from queensbench.api.given import MOST_GAMES, checked, names_of
from queensbench.api.loading import loaded
from queensbench.api.store import Store, evidence_of
from queensbench.language.modes import Mode
from queensbench.project import checking
from queensbench.project.projects import Ruleset


def _quiet(text: str) -> None:
    """Tell nobody."""


@checked(games=(0, MOST_GAMES))
def quiet(
    paths: str | Sequence[str] = (),
    *,
    project: str | Path | None = None,
    instances: str | Sequence[str] = (),
    budget: int = search.BUDGET,
    games: int = search.GAMES,
    seconds: float = search.SECONDS,
    store: Store | None = None,
    progress: Callable[[str], None] = _quiet,
) -> Iterator[QuietChoices]:
    """Find every decision of the rules that no clause speaks of, take it otherwise, and list what is not answered.

    ``instances``: the boxes to compare on (none: those whose readings are compared and whose states are within the
    ``budget``).  ``games``: random games of the box as sold.  ``seconds``: end a ruleset with what is found by then.
    ``paths``, ``project`` and ``store`` as of :func:`audit`.  Raises BadInput for an unknown name, and for an answer in
    ``spec/<package>/quiet.toml`` that is not in order.

    >>> import queensbench as qb
    >>> [found] = qb.quiet("queue4/standard", instances="six", budget=100, games=0, seconds=0)
    >>> found.mode, found.to_json()["modes"]
    ('queue4', ['standard'])
    """
    asked_of = names_of(paths)
    selected = checking.sound(loaded(project, asked_of)[0].selected(asked_of))
    modes: dict[str, list[Mode]] = {}
    rulesets: dict[str, Ruleset] = {}
    for ruleset, mode in selected:
        rulesets[ruleset.name] = ruleset
        modes.setdefault(ruleset.name, []).append(mode)
    settings = QuietSettings(
        instances=names_of(instances),
        budget=budget,
        games=games,
        seconds=seconds,
        evidence=evidence_of(store),
        progress=progress,
    )
    search.require_instances([mode for _, mode in selected], settings.instances)
    return (_result(quiet_choices(rulesets[name], found, settings)) for name, found in modes.items())


def _result(report: QuietReport) -> QuietChoices:
    return QuietChoices(
        mode=report.ruleset,
        instance="",
        data=report.as_json(),
        unanswered=tuple((row.rule, row.kind, row.text) for row in report.unanswered),
        kinds={kind: dict(counts) for kind, counts in report.by_kind().items()},
        left=tuple(report.left),
    )
