"""The findings of an audit as rows: of properties, studies, instances, and of proofs as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.evidence.plays import Play


@dataclass
class PropertyRow:
    """One property of one mode on one instance under one reading.

    ``verdict``: holds, fails or unknown.  ``shown``: the class of assurance (``refuted`` for a failure with a play).
    ``state``: ``ok``, ``unexpected`` or ``unknown`` (an unknown that was not expected).  ``proof``: of the proofs,
    what the verdict rests on or how far they came.  ``covered``: another engine has shown on the same instance what
    this one left open.  ``cached``: it comes from the store, and so do its seconds.  ``through``: the clauses that the
    play carries out; ``ending``: how it ends, in words.  ``unmet``: what the expected failure blames, and the play has
    nothing to do with.
    """

    name: str
    kind: str
    mode: str
    instance: str
    reading: str
    verdict: str
    shown: str
    expected: str
    engine: str
    seconds: float
    detail: str
    play: Play | None
    state: str
    blame: tuple[str, ...] = ()
    at_least: str = ""
    proof: Mapping[str, Any] | None = None
    covered: bool = False
    cached: bool = False
    through: Sequence[str] = ()
    ending: str = ""
    unmet: Sequence[str] = ()

    def as_json(self) -> dict[str, Any]:
        """The row as the command prints it with ``--json``."""
        return {
            "name": self.name,
            "kind": self.kind,
            "mode": self.mode,
            "verdict": self.verdict,
            "expected": self.expected,
            "class": self.shown,
            "instance": self.instance,
            "reading": self.reading,
            "engine": self.engine,
            "seconds": round(self.seconds, 3),
            "detail": self.detail,
            "play": self.play.texts if self.play is not None else None,
            "blame": list(self.blame),
            **({"blame_not_met": list(self.unmet)} if self.unmet else {}),
            "as_expected": self.state == "ok",
            **({} if self.proof is None else {"proof": dict(self.proof)}),
            **mark(self.cached),
        }


@dataclass
class StudyRow:
    """The answer to a study: its table, the rows that matter most, what follows."""

    name: str
    mode: str
    question: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    chosen: Sequence[int]
    findings: Sequence[str]
    seconds: float
    cached: bool = False

    def as_json(self) -> dict[str, Any]:
        """The study as the command prints it with ``--json``."""
        return {
            "name": self.name,
            "mode": self.mode,
            "question": self.question,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "chosen": list(self.chosen),
            "findings": list(self.findings),
            "seconds": round(self.seconds, 3),
            **mark(self.cached),
        }


def mark(cached: bool, **more: Any) -> dict[str, Any]:
    """The fields that mark a row from the store."""
    return {"cached": True, **more} if cached else {}


@dataclass
class InstanceRow:
    """The results of an instance: its row in the report; for random games also the clauses that were not carried out.

    ``rulings``: the share of games that consult each.  ``clauses``: by name, how often each was carried out, if it was.
    ``spread``: of random games, under ``lengths`` how many had so many steps, as triples of the fewest and the most
    steps and the number of games; under ``scores`` by player the sum, the least and the greatest; under ``points`` by
    player the ended games by score, as such triples.
    """

    row: dict[str, Any]
    seconds: float
    unused: Sequence[str] = ()
    rulings: Mapping[str, float] | None = None
    cached: bool = False
    clauses: Mapping[str, int] = field(default_factory=dict)
    spread: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class ProofsRow:
    """The proofs of a mode at full size: goals, range obligations still open, transitions that lemmas rule out."""

    instance: str
    row: Mapping[str, Any]
    seconds: float
    cached: bool = False

    def as_json(self) -> dict[str, Any]:
        """The proofs as the command prints them with ``--json``."""
        return {
            "instance": self.instance,
            **self.row,
            "seconds": round(self.seconds, 3),
            **mark(self.cached),
        }
