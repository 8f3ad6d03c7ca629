"""The effect of a ruling on best play of a small instance: exact values under two readings, and their worth in games.

Nothing here imports an engine, so that what is stored can be shown without one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from queensbench.analyses.rulings.effects import Effect, Share, percent
from queensbench.analyses.verdicts.words import count


@dataclass(frozen=True)
class BestPlay:
    """The exact value of best play of an instance under two readings.

    Attributes:
        mode, instance, against: where, and under which other reading.
        aim: what is played for.  states: of the instance under the house readings.
        value, other: of best play under the house readings, and under the other one.
        common, differ: the positions that both readings reach, and those of them whose value differs.
        dealt, changed: the probability of the deals that both reach, and of those of them whose value differs;
            None where the set-up can go round.
        effect: what becomes of games of best players; None where their choices were not shown to be best.
    """

    mode: str
    instance: str
    against: str
    aim: str
    states: int
    value: Fraction
    other: Fraction
    common: int
    differ: int
    dealt: Fraction | None
    changed: Fraction | None
    effect: Effect | None

    @property
    def worth(self) -> tuple[float, ...]:
        """A key, greater for a greater effect: whether the value differs, in which share of deals, of positions."""
        share = self.differ / self.common if self.common else 0.0
        return float(self.value != self.other), float(self.changed or 0), share

    @property
    def changes(self) -> bool:
        """Whether some value differs, or some game of best players has another result."""
        kind = "" if self.effect is None else self.effect.kind
        return self.differ > 0 or self.value != self.other or kind in ("winner", "score", "ending")

    @property
    def text(self) -> str:
        """In a line: ``on wager/low it is worth 1/2, under five 1/3; ...``."""
        box = f"on {self.mode}/{self.instance} it is worth {number(self.value)}"
        if self.value == self.other:
            box += f", under {self.against} too"
        else:
            box += f", under {self.against} {number(self.other)}"
        parts = [box]
        if self.changed is not None and 0 < self.changed < 1:
            parts.append(f"another value after {percent_of(self.changed)} of deals")
        parts.append(
            f"another value in {self.differ:,} of {count(self.common, 'position')}"
            if self.differ
            else f"the same value in all {count(self.common, 'position')} of both"
        )
        if self.effect is not None and self.effect.kind:
            shares = self.effect.shares
            games = Share(shares[self.effect.kind].count, self.effect.comes_up.of)
            parts.append(f"{VERBS[self.effect.kind]} {percent(games)} of games of best players")
        return "; ".join(parts)

    def as_json(self) -> dict[str, Any]:
        """As data; fractions as text."""
        return {
            "mode": self.mode,
            "instance": self.instance,
            "against": self.against,
            "class": "exhausted",
            "aim": self.aim,
            "states": self.states,
            "value": str(self.value),
            "other": str(self.other),
            "positions": {"common": self.common, "differ": self.differ},
            "deals": None if self.dealt is None else {"common": str(self.dealt), "differ": str(self.changed)},
            "text": self.text,
            "effect": None if self.effect is None else self.effect.as_json(),
        }


VERBS: Mapping[str, str] = {
    "winner": "others win",
    "score": "other scores in",
    "ending": "another end of",
    "length": "another length of",
    "course": "another course of",
}
"""The words of each class of effect, before a share of games."""


def number(value: Fraction) -> str:
    """A fraction, with its decimals where they say more."""
    if value.denominator == 1:
        return str(value)
    text = str(value)
    return f"{text} = {float(value):.4g}" if len(text) <= len("1234/5678") else f"about {float(value):.4g}"


def percent_of(share: Fraction) -> str:
    """A probability as a percentage, never rounded to none or to all."""
    value = 100 * float(share)
    if share in (0, 1) or 0.05 <= value < 99.95:
        return f"{value:.0f} %" if value == int(value) else f"{value:.1f} %"
    return f"{value:.3g} %" if value < 1 else "over 99.9 %"


def greatest(found: Iterable[BestPlay]) -> BestPlay | None:
    """The one whose values differ most; of equal ones the first."""
    return max(found, key=lambda one: one.worth, default=None)


def best_play_of(row: Mapping[str, Any], effect: Effect | None) -> BestPlay:
    """The values in a row.  Raises LookupError, TypeError or ValueError if it has another form."""
    deals = row["deals"]
    return BestPlay(
        str(row["mode"]),
        str(row["instance"]),
        str(row["against"]),
        str(row["aim"]),
        int(row["states"]),
        Fraction(row["value"]),
        Fraction(row["other"]),
        int(row["positions"]["common"]),
        int(row["positions"]["differ"]),
        None if deals is None else Fraction(deals["common"]),
        None if deals is None else Fraction(deals["differ"]),
        effect,
    )
