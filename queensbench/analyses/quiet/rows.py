"""Rows of quiet choices: one for each decision, with what was found of it and how it is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SETTLED, SAME, BREAKS, SHOWN, OPEN, PARTS = "settled", "same", "breaks", "shown", "open", "parts"
VERDICTS = (SETTLED, SHOWN, SAME, BREAKS, OPEN, PARTS)
"""What becomes of a decision, what says least of the model's freedom first.

``settled``: a clause, a ruling or a gap speaks of it.  ``shown``: the kind of rule shows the reason.  ``same``: taken
otherwise it changes nothing that was looked at.  ``breaks``: taken otherwise, the rules break wherever it matters.
``open``: it could not be tried to the end.  ``parts``: taken otherwise, play goes otherwise.
"""
STRENGTH = ("winner", "ending", "scored", "legal")


@dataclass
class QuietRow:
    """One decision.

    ``rule``, ``kind``, ``text``, ``number``: its key.  ``place``: file and line.  ``verdict``: one of
    :data:`VERDICTS`; ``shown``: on what that rests, in words.  ``matters``: the strongest class by which it parts,
    as of a ruling.  ``games``, ``parted``, ``decided``: random games of the box as sold, and of these, by the flip
    that does most, those that part and those that end with other winners.  ``play``: the shortest play found.
    ``answer``: its sort and what it says, if it has one.
    """

    rule: str
    kind: str
    text: str
    number: int
    place: str
    clauses: tuple[str, ...]
    modes: tuple[str, ...]
    fields: frozenset[str]
    verdict: str = OPEN
    shown: str = ""
    matters: str = ""
    flip: str = ""
    where: str = ""
    games: int = 0
    parted: int = 0
    decided: int = 0
    play: Sequence[str] | None = None
    answer: tuple[str, str] | None = None

    @property
    def key(self) -> tuple[str, str, str, int]:
        """The name by which answers refer to it."""
        return self.rule, self.kind, self.text, self.number

    @property
    def unanswered(self) -> bool:
        """Whether the decision parts play and nobody has said why it is as it is."""
        return self.verdict == PARTS and self.answer is None

    @property
    def rank(self) -> tuple[Any, ...]:
        """The order by worth: what decides games first, then what parts, then the class; places settle the rest."""
        share = (self.decided / self.games, self.parted / self.games) if self.games else (0.0, 0.0)
        strength = STRENGTH.index(self.matters) if self.matters in STRENGTH else len(STRENGTH)
        return -share[0], -share[1], strength, self.place, self.key

    def as_json(self) -> dict[str, Any]:
        """The row as data for JSON."""
        return {
            "rule": self.rule,
            "kind": self.kind,
            "text": self.text,
            "number": self.number,
            "place": self.place,
            "clauses": list(self.clauses),
            "modes": list(self.modes),
            "verdict": self.verdict,
            "shown": self.shown,
            "matters": self.matters,
            "flip": self.flip,
            "where": self.where,
            "games": self.games,
            "parted": self.parted,
            "decided": self.decided,
            "play": None if self.play is None else list(self.play),
            "answer": None if self.answer is None else {self.answer[0]: self.answer[1]},
        }


@dataclass
class QuietReport:
    """The quiet choices of a ruleset; ``left``: boxes that were not looked at for want of time."""

    ruleset: str
    modes: tuple[str, ...]
    rows: list[QuietRow] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def unanswered(self) -> list[QuietRow]:
        """The decisions that part games and are not answered, ordered by worth."""
        return sorted((row for row in self.rows if row.unanswered), key=lambda row: row.rank)

    def by_kind(self) -> Mapping[str, Mapping[str, int]]:
        """By kind, the number of decisions with each verdict; those that part play, by their answers."""
        found: dict[str, dict[str, int]] = {}
        for row in self.rows:
            word = row.verdict
            if word == PARTS:
                word = "unanswered" if row.answer is None else row.answer[0]
            counts = found.setdefault(row.kind, {})
            counts[word] = counts.get(word, 0) + 1
        return found

    def as_json(self) -> dict[str, Any]:
        """The report as the command prints it with ``--json``."""
        return {
            "ruleset": self.ruleset,
            "modes": list(self.modes),
            "kinds": {kind: dict(counts) for kind, counts in self.by_kind().items()},
            "unanswered": len(self.unanswered),
            "left": list(self.left),
            "rows": [row.as_json() for row in sorted(self.rows, key=lambda row: row.rank)],
            "seconds": round(self.seconds, 3),
        }
