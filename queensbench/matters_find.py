"""The findings of a ruleset's rulings: what each mode says of them, put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from queensbench.auditing.rows import RulingRow
from queensbench.auditing.rulings import judge_rulings
from queensbench.auditing.run import Options, Run
from queensbench.evidence.plays import Play
from queensbench.kept import Evidence
from queensbench.language.modes import Mode
from queensbench.language.rulings import RulingDecl
from queensbench.matters import (
    ORDER,
    RESULTS,
    SEEN,
    Finding,
    Frequency,
    How,
    Interrupted,
    Matters,
    Settings,
    Shown,
)
from queensbench.project import Ruleset, rulings_of

Progress = Callable[[str], None]


def find(
    ruleset: Ruleset, *, evidence: Evidence | None, progress: Progress, settings: Settings
) -> list[Finding]:
    """See :func:`queensbench.matters.findings`."""
    names = [ruleset.ruling(name).name for name in settings.rulings] or list(ruleset.rulings)
    runs: list[Run] = []
    cut = False
    for mode in ruleset.modes.values():
        run = Run(ruleset, mode, Options(budget=settings.budget, progress=progress, evidence=evidence))
        try:
            judge_rulings(run)
        except KeyboardInterrupt:
            run.report.interrupted = True
        runs.append(run)
        if run.report.interrupted:
            cut = True
            break
    found = [finding(ruleset, name, runs) for name in names]
    kept = [one for one in found if one is not None]
    if cut:
        raise Interrupted(kept)
    return kept


def finding(ruleset: Ruleset, name: str, runs: Sequence[Run]) -> Finding | None:
    """What the modes say of one ruling; None if it can arise in none of them."""
    decl = ruleset.rulings[name]
    asked = [run for run in runs if any(d.name == name for d in rulings_of(run.mode))]
    if not asked:
        return None
    rows = {run.mode.name: row for run in asked for row in run.report.rulings if row.name == name}
    if not rows:
        return None
    modes: dict[str, Matters] = {mode: _matters(row) for mode, row in rows.items()}
    by_mode = {run.mode.name: run.mode for run in asked}
    plays = {mode: _play(by_mode[mode], row) for mode, row in rows.items()}
    best = min(rows, key=lambda mode: (ORDER.index(modes[mode]), _length(plays[mode])))
    row = rows[best]
    frequencies: tuple[Frequency, ...] = ()
    play = plays[best]
    return Finding(
        ruleset.name,
        name,
        decl.question,
        tuple(member.lower() for member in decl.readings.__members__),
        decl.house.name.lower(),
        modes[best],
        _how(row),
        modes,
        best,
        row.instance,
        row.instance == by_mode[best].full.name and bool(row.instance),
        row.against,
        play,
        play if play is not None and play.kind in RESULTS else None,
        play if play is not None and play.full else None,
        (),
        _exercised(decl, rows),
        None,
        frequencies,
        detail=row.detail,
        where={
            f"{mode}/{name}": text for mode, row in rows.items() for name, text in row.by_instance.items()
        },
        seconds=sum(row.seconds for row in rows.values()),
        cached=all(row.cached for row in rows.values()),
    )


def _matters(row: RulingRow) -> Matters:
    return next(name for name in ORDER if name == row.matters)


def _how(row: RulingRow) -> How:
    if row.matters in SEEN:
        return "witnessed"
    if row.matters == "not-seen":
        return "exhausted"
    return "unknown"


def _length(play: Shown | None) -> tuple[int, int]:
    return (0, 0) if play is None else (play.choices, play.steps)


def _play(mode: Mode, row: RulingRow) -> Shown | None:
    if row.play is None:
        return None
    play: Play = row.play
    return Shown(
        row.matters,
        mode.name,
        row.instance,
        row.instance == mode.full.name,
        row.against,
        0,
        len(play.steps),
        play,
        True,
    )


def _exercised(decl: RulingDecl, rows: dict[str, RulingRow]) -> str | None:
    places: Iterable[str] = (
        f"{mode}/{name}"
        for mode, row in rows.items()
        for name, text in row.by_instance.items()
        if text in ORDER and text not in ("undecided", "never")
    )
    return next(iter(places), None)
