"""The findings on the rulings of a ruleset, as the book of rulings has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from queensbench.analyses.rulings.effects import Share
from queensbench.analyses.rulings.impact import GAMES, Finding, ImpactSettings
from queensbench.api.store import Store, evidence_of
from queensbench.project.projects import Ruleset

__all__ = ["Finding", "Share", "followed", "judged"]


def judged(
    ruleset: Ruleset,
    names: Sequence[str],
    *,
    games: int | None,
    store: Store,
    progress: Callable[[str], None],
) -> list[Finding]:
    """The findings of a ruleset, from the store or found now; ``names``: of these rulings alone.

    ``games``: random games of each full box (None: as many as by default).
    """
    from queensbench.analyses.findings.findings import findings

    settings = ImpactSettings(rulings=tuple(names), games=games or GAMES)
    return findings(ruleset, evidence=evidence_of(store), progress=progress, settings=settings)


def followed(
    ruleset: Ruleset,
    found: Sequence[Finding],
    *,
    games: int | None,
    store: Store,
    progress: Callable[[str], None],
) -> list[Finding]:
    """Findings of a ruleset with the random games of today, from the store or played now; all else stays as it is."""
    from queensbench.analyses.findings import findings

    settings = ImpactSettings(games=games or GAMES)
    return findings.followed(
        ruleset, found, evidence=evidence_of(store), progress=progress, settings=settings
    )
