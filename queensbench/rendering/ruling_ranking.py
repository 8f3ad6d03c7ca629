"""The rulings of an audit by what they do in the end, those that are worth most first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.rulings.best_play_values import BestPlay
from queensbench.analyses.rulings.best_play_values import greatest as most_differing
from queensbench.analyses.rulings.effects import Effect, greatest, worth_of
from queensbench.analyses.rulings.impact import ORDER
from queensbench.analyses.rulings.ruling_rows import RulingRow
from queensbench.analyses.verdicts.words import count

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

MOST = 12
"""The most rulings of a ruleset that are listed."""


@dataclass(frozen=True)
class Ranked:
    """A ruling over the modes of an audit: its strongest class, its modes, and what is known of its effect.

    ``games``: the greatest share of an audit's random games in which it comes up; ``effect``: the greatest effect;
    ``best_play``: the greatest difference of best play on a small box.
    """

    ruling: str
    matters: str
    modes: tuple[str, ...]
    games: float | None
    effect: Effect | None
    best_play: BestPlay | None

    @property
    def key(self) -> tuple[Sequence[float], int, float, str]:
        """The sort key of rulings: the worth of the effect, class, share of games in which they come up, name."""
        return worth_of(self.effect), ORDER.index(self.matters), -(self.games or 0.0), self.ruling


def ranked(reports: Sequence[ModeReport]) -> dict[str, list[Ranked]]:
    """By ruleset, its rulings in the order of what they are worth."""
    found: dict[str, dict[str, list[RulingRow]]] = {}
    for report in reports:
        for row in report.rulings:
            found.setdefault(report.ruleset, {}).setdefault(row.name, []).append(row)
    return {
        ruleset: sorted((_ranked(name, rows) for name, rows in rulings.items()), key=lambda one: one.key)
        for ruleset, rulings in found.items()
    }


def _ranked(name: str, rows: Sequence[RulingRow]) -> Ranked:
    matters = min((row.matters for row in rows), key=ORDER.index)
    games = [row.games for row in rows if row.games is not None]
    modes = tuple(row.mode for row in rows if row.matters == matters)
    effect = greatest(row.effect for row in rows if row.effect is not None)
    best = most_differing(one for row in rows for one in row.best_plays)
    return Ranked(name, matters, modes, max(games, default=None), effect, best)


def ranking(screen: Screen, reports: Sequence[ModeReport]) -> None:
    """Print the rulings by their worth; nothing where fewer than two were compared."""
    for ruleset, rows in ranked(reports).items():
        if len(rows) < 2:
            continue
        columns: tuple[str, ...] = ("ruling", "first difference", "in", "in random games", "best play")
        lines: list[tuple[str, ...]] = [
            (one.ruling, one.matters, ", ".join(one.modes), _often(one), _best(one)) for one in rows[:MOST]
        ]
        kept = [i for i in range(len(columns)) if any(line[i] for line in lines)]
        columns, lines = tuple(columns[i] for i in kept), [tuple(line[i] for i in kept) for line in lines]
        screen.out.print()
        screen.table(f"Rulings of {ruleset}, what is worth most first", columns, lines)
        more = len(rows) - MOST
        rest = f"{count(more, 'more ruling')}: " if more > 0 else ""
        if more > 0 or any(one.effect is None for one in rows):
            screen.text(
                f"{rest}`queensbench audit --rulings {ruleset}` ranks all, and says what they do in the end."
            )


def _often(one: Ranked) -> str:
    """The effect in a line, or else how often the ruling comes up in the audit's own games."""
    if one.effect is not None:
        return one.effect.text
    return "" if one.games is None else f"comes up in {one.games:.1%}"


def _best(one: Ranked) -> str:
    """Best play of a small box under both readings, where its value is another."""
    best = one.best_play
    return best.text if best is not None and best.changes else ""
