"""The rulings of an audit by class and frequency: what matters most comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.rulings.impact import ORDER
from queensbench.analyses.rulings.ruling_rows import RulingRow
from queensbench.analyses.verdicts.words import count

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

MOST = 12
"""The rulings of a ruleset that are listed."""


@dataclass(frozen=True)
class Ranked:
    """A ruling over the modes of an audit: its strongest class, its modes, and its greatest shares where known."""

    ruling: str
    matters: str
    modes: tuple[str, ...]
    games: float | None
    changed: float | None

    @property
    def key(self) -> tuple[int, float, float, str]:
        """By what rulings are ranked: class, how often the result changes, how often they come up, name."""
        return ORDER.index(self.matters), -(self.changed or 0.0), -(self.games or 0.0), self.ruling


def ranked(reports: Sequence[ModeReport]) -> dict[str, list[Ranked]]:
    """By ruleset, its rulings in the order of what matters."""
    found: dict[str, dict[str, list[RulingRow]]] = {}
    for report in reports:
        for row in report.rulings:
            found.setdefault(report.ruleset, {}).setdefault(row.name, []).append(row)
    return {
        ruleset: sorted((_ranked(name, rows) for name, rows in rulings.items()), key=lambda one: one.key)
        for ruleset, rulings in found.items()
    }


def _ranked(name: str, rows: Sequence[RulingRow]) -> Ranked:
    best = min((row.matters for row in rows), key=ORDER.index)
    games = [row.games for row in rows if row.games is not None]
    changed = [row.changed for row in rows if row.changed is not None]
    modes = tuple(row.mode for row in rows if row.matters == best)
    return Ranked(name, best, modes, max(games, default=None), max(changed, default=None))


def ranking(screen: Screen, reports: Sequence[ModeReport]) -> None:
    """Print the rulings by class and frequency; nothing where fewer than two were compared."""
    for ruleset, rows in ranked(reports).items():
        if len(rows) < 2:
            continue
        columns: tuple[str, ...] = ("ruling", "matters", "in", "comes up in games", "changes the result")
        lines: list[tuple[str, ...]] = [
            (one.ruling, one.matters, ", ".join(one.modes), _share(one.games), _share(one.changed))
            for one in rows[:MOST]
        ]
        kept = [i for i in range(len(columns)) if any(line[i] for line in lines)]
        columns, lines = tuple(columns[i] for i in kept), [tuple(line[i] for i in kept) for line in lines]
        screen.out.print()
        screen.table(f"Rulings of {ruleset}, what matters most first", columns, lines)
        more = len(rows) - MOST
        rest = f"{count(more, 'more ruling')}: " if more > 0 else ""
        if more > 0 or any(one.changed is None for one in rows):
            screen.text(
                f"{rest}`queensbench audit --rulings {ruleset}` ranks all, and says how often they matter."
            )


def _share(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"
