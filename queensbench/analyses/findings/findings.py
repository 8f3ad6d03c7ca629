"""The findings of a ruleset's rulings: the results of its modes, put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from queensbench.analyses.findings.modes import ModeFindings, shortest
from queensbench.analyses.findings.workers import options
from queensbench.analyses.rulings.best_play_rows import where_they_part
from queensbench.analyses.rulings.best_play_values import BestPlay
from queensbench.analyses.rulings.coupled_games import FullGames
from queensbench.analyses.rulings.impact import (
    ORDER,
    RESULTS,
    Finding,
    Frequency,
    How,
    ImpactSettings,
    Interactions,
    Interrupted,
)
from queensbench.analyses.rulings.ruling_rows import RulingRow
from queensbench.analyses.strategies.best_play_boxes import SolvedBoxes
from queensbench.analyses.verdicts.run import Run
from queensbench.evidence.cache import Evidence
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import Ruleset, rulings_of

Progress = Callable[[str], None]


def findings(
    ruleset: Ruleset,
    *,
    evidence: Evidence | None = None,
    progress: Progress = lambda text: None,
    settings: ImpactSettings | None = None,
) -> list[Finding]:
    """One finding a ruling of a ruleset, in order of declaration.

    Args:
        ruleset: from a loaded project, with at least one mode.
        evidence: the store, from which what was found before is taken, and into which what is found goes.
        progress: gets one line of text at a time.
        settings: how they are made.

    Raises:
        BadInput: an unknown ruling in the settings.
        Interrupted: Ctrl-C, with the findings that were finished.
    """
    settings = settings or ImpactSettings()
    names = [ruleset.ruling(name).name for name in settings.rulings] or list(ruleset.rulings)
    modes: list[ModeFindings] = []
    cut = False
    chosen = [mode for mode in ruleset.modes.values() if not settings.modes or mode.name in settings.modes]
    asked = options(settings, progress, evidence)
    try:
        seen: set[str] = set()
        for mode in chosen:
            looked = ModeFindings(Run(ruleset, mode, asked), settings)
            seen |= looked.look()
            modes.append(looked)
        for looked in modes:
            looked.ask(frozenset(seen))
    except KeyboardInterrupt:
        cut = True
    found = [finding(ruleset, ruleset.rulings[name], modes) for name in names]
    finished = [one for one in found if one is not None]
    if cut:
        raise Interrupted(finished)
    return finished


def followed(
    ruleset: Ruleset,
    found: Sequence[Finding],
    *,
    evidence: Evidence | None = None,
    progress: Progress = lambda text: None,
    settings: ImpactSettings | None = None,
) -> list[Finding]:
    """Findings of a ruleset with random games and best play by today's rules; all else stays as it is.

    The arguments are those of :func:`findings`.  Raises KeyboardInterrupt; games that are finished are stored.
    """
    settings = settings or ImpactSettings()
    asked = options(settings, progress, evidence)
    often: dict[str, list[Frequency]] = {one.ruling: [] for one in found}
    best: dict[str, list[BestPlay]] = {one.ruling: [] for one in found}
    for mode in ruleset.modes.values():
        names = [decl.name for decl in rulings_of(mode) if decl.name in often]
        run = Run(ruleset, mode, asked)
        games, solved = FullGames(run, settings), SolvedBoxes(run, settings)
        games.find(names)
        if settings.best_play:
            where = {one.ruling: where_they_part(mode, one.told) for one in found if one.ruling in names}
            boxes = {name: instance for name, instance in where.items() if instance is not None}
            solved.find([ruleset.rulings[name] for name in boxes], boxes)
        for name in names:
            often[name] += games.rows[name].frequencies(mode.name, mode.full.name)
            best[name] += solved.of(name)
    return [
        replace(
            one,
            frequencies=tuple(often[one.ruling]),
            frequency=_most(often[one.ruling]),
            best_plays=tuple(best[one.ruling]),
        )
        for one in found
    ]


def finding(ruleset: Ruleset, decl: RulingDecl, modes: Sequence[ModeFindings]) -> Finding | None:
    """The results of all modes for one ruling; None if it can arise in none of them."""
    rows = [found for mode in modes if decl.name in mode.decls and (found := mode.of(decl)) is not None]
    if not rows:
        return None
    best = min(rows, key=_rank)
    plays = [play for row in rows for play in row.plays]
    frequencies = tuple(one for row in rows for one in row.frequencies)
    return Finding(
        ruleset.name,
        decl.name,
        decl.question,
        tuple(member.lower() for member in decl.readings.__members__),
        decl.house.name.lower(),
        best.matters,
        _how(rows, best),
        {row.mode: row.matters for row in rows},
        best.mode,
        best.instance,
        best.full,
        best.against,
        shortest(plays),
        shortest(one for one in plays if one.kind in RESULTS),
        shortest(one for one in plays if one.kind == best.matters),
        shortest(one for one in plays if one.full),
        tuple(one for row in rows for one in row.depends),
        next((row.exercised for row in rows if row.exercised), None) or _beside(rows),
        _most(frequencies),
        frequencies,
        tuple(one for row in rows for one in row.best_plays),
        Interactions(
            tuple(one for row in rows for one in row.interactions.tried),
            sum(row.interactions.not_tried for row in rows),
        ),
        best.detail,
        {place: text for row in rows for place, text in row.by_instance.items()},
        sum(row.seconds for row in rows),
        all(row.cached for row in rows),
    )


def _beside(rows: Sequence[RulingRow]) -> str | None:
    """The instance on which both branches run beside other readings only."""
    seen = next((one for row in rows for one in row.depends), None)
    return None if seen is None else f"{seen.mode}/{seen.instance} beside {seen.beside}"


def _rank(row: RulingRow) -> tuple[int, int, int]:
    play = shortest(row.plays)
    return (ORDER.index(row.matters), *((play.choices, play.steps) if play is not None else (0, 0)))


def _how(rows: Sequence[RulingRow], best: RulingRow) -> How:
    """The class of the verdict over all modes: of what never matters anywhere, the weakest of the modes."""
    if best.matters != "never":
        return best.how
    weakest: tuple[How, ...] = ("exhausted", "proved", "by construction")
    return min((row.how for row in rows), key=weakest.index)


def _most(found: Sequence[Frequency]) -> Frequency | None:
    """The mode and reading with the effect that is worth most; then those that part, then come up, most often."""

    def rank(one: Frequency) -> tuple[Sequence[float], float, float]:
        effect = one.effect
        return effect.worth, one.parted.share, effect.comes_up.share

    return max(found, key=rank, default=None)
