"""The report of a comparison of the readers: its findings, and how much it has tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class Report:
    """Counts of what was compared, and the first disagreements.

    A *comparison* is a state, a transition and its arguments.  ``states`` by origin; ``outcomes`` of the
    comparisons; ``tried`` and ``enabled`` by transition (enabled: done or silent, of positive weight);
    ``readings`` by ruling and reading, in comparisons; ``asked``: questions beside transitions (whether the
    game is over, winners, judges, …); ``z3``: samples of the symbolic reader.
    """

    subject: str = ""
    states: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    tried: Counter[str] = field(default_factory=Counter)
    enabled: Counter[str] = field(default_factory=Counter)
    readings: Counter[tuple[str, str]] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    z3: Counter[str] = field(default_factory=Counter)
    mismatches: list[str] = field(default_factory=list)

    @property
    def comparisons(self) -> int:
        """The number of comparisons."""
        return self.outcomes.total()

    @property
    def mismatch(self) -> str:
        """The first disagreement, or the empty text."""
        return self.mismatches[0] if self.mismatches else ""

    @property
    def enabled_share(self) -> float:
        """The share of comparisons in which the transition was enabled."""
        return self.enabled.total() / max(self.comparisons, 1)

    def seldom(self, least: int) -> list[str]:
        """The transitions that were enabled in fewer than ``least`` comparisons."""
        return [name for name in self.tried if self.enabled[name] < least]

    def undrawn(self) -> list[tuple[str, str]]:
        """The readings under which no comparison was made."""
        return [key for key, count in self.readings.items() if not count]

    def summary(self) -> str:
        """The report in lines."""

        def listed(pairs: Iterable[tuple[str, int]]) -> str:
            return ", ".join(f"{name} {count:,}" for name, count in pairs) or "none"

        lines = [
            f"{self.subject}: {self.comparisons:,} comparisons, {self.enabled_share:.0%} of enabled actions",
            f"  states: {listed(self.states.items())}",
            f"  outcomes: {listed(self.outcomes.most_common())}",
            f"  enabled: {listed((name, self.enabled[name]) for name in self.tried)}",
            f"  tried: {listed(self.tried.items())}",
            f"  readings: {listed((f'{ruling}={name.lower()}', c) for (ruling, name), c in self.readings.items())}",
            f"  asked: {listed(self.asked.items())}",
            f"  z3: {listed(self.z3.items())}",
            *(f"  DISAGREE {text}" for text in self.mismatches),
        ]
        return "\n".join(lines)
