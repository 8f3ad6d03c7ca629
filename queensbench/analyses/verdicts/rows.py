"""What an audit finds, as rows: of properties, rulings, studies, instances; and the report of a mode."""

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
class ComparisonRow:
    """What one ruling changes on one instance, beside the readings of the audit.

    ``uncounted``: it is read where nothing counts it.  ``seconds``: of the walk that compares all rulings.
    ``firsts``: the shortest play on which the readings part at all, and the shortest on which the result does, as
    :func:`queensbench.engines.compare.divergent_plays.parting_play` gives them.
    """

    ruling: str
    matters: str
    against: str
    choices: int | None
    steps: int | None
    consulted: int
    states: int
    play: Play | None
    uncounted: bool
    seconds: float
    firsts: Sequence[Mapping[str, Any]] = ()
    cached: bool = False


@dataclass
class BesideRow:
    """Where a ruling matters beside another reading of another one; no instance: nowhere."""

    beside: str
    matters: str
    instance: str
    choices: int | None
    steps: int | None
    play: Play | None
    seconds: float
    cached: bool = False


@dataclass
class FullRow:
    """What z3 and random games say of one ruling in the box as sold, where the states compared show no difference.

    ``matters``: ``never``, ``differs`` or ``undecided``.  ``how``: the class of that.  ``kind``, ``text``,
    ``against``, ``instance``, ``choices``, ``steps``, ``play``: the difference that a play shows.  ``others``:
    for ``never``, ``every reading`` or ``base``, the readings of the other rulings of which it is shown.
    ``invariants``: the claims that the proof rests on.  ``places``: what reads the ruling.  ``candidate``: a
    position where the readings part, which no play need reach.  ``elsewhere``: plays that show a difference
    beside another reading of another ruling.  ``games``: random games that were looked at.
    """

    ruling: str
    matters: str
    how: str
    kind: str
    text: str
    against: str
    instance: str
    choices: int | None
    steps: int | None
    play: Play | None
    others: str
    invariants: Sequence[str]
    places: Sequence[Mapping[str, str]]
    candidate: Mapping[str, Any] | None
    elsewhere: Sequence[Mapping[str, Any]]
    games: int
    seconds: float
    cached: bool = False

    def as_json(self) -> dict[str, Any]:
        """As data; the play and where it ends are those of the ruling's own row."""
        return {
            "matters": self.matters,
            "class": self.how,
            "kind": self.kind,
            "text": self.text,
            "others": self.others,
            "invariants": list(self.invariants),
            "places": [dict(place) for place in self.places],
            "candidate": None if self.candidate is None else dict(self.candidate),
            "elsewhere": [dict(one) for one in self.elsewhere],
            "games": self.games,
            "seconds": round(self.seconds, 3),
            **mark(self.cached),
        }


@dataclass
class RulingRow:
    """One ruling in one mode: whether it matters, on which instance that is seen, and a shortest play.

    ``full``: what was asked of the box as sold, if it was.  ``games``: the share of random games in which it comes up;
    ``changed``: in which it changes the result, where that is in the store.
    """

    name: str
    mode: str
    question: str
    readings: tuple[str, ...]
    house: str
    matters: str
    instance: str
    against: str
    play: Play | None
    detail: str
    by_instance: Mapping[str, str]
    games: float | None
    elsewhere: tuple[dict[str, Any], ...] = ()
    seconds: float = 0.0
    cached: bool = False
    full: FullRow | None = None
    changed: float | None = None

    def as_json(self) -> dict[str, Any]:
        """The row as the command prints it with ``--json``."""
        return {
            "name": self.name,
            "mode": self.mode,
            "question": self.question,
            "readings": list(self.readings),
            "house": self.house,
            "matters": self.matters,
            "instance": self.instance,
            "against": self.against,
            "play": self.play.texts if self.play is not None else None,
            "detail": self.detail,
            "by_instance": dict(self.by_instance),
            "games": self.games,
            "elsewhere": list(self.elsewhere),
            **({} if self.full is None else {"full_box": self.full.as_json()}),
            **({} if self.changed is None else {"changes_result": self.changed}),
            **mark(self.cached, seconds=round(self.seconds, 3)),
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
    """What a row from the store has more than one that was found now."""
    return {"cached": True, **more} if cached else {}


@dataclass
class InstanceRow:
    """What an instance came to: the row of the report; for random games also what they did not come to.

    ``clauses``: how often each clause was carried out, by name; those that were not are left out.
    """

    row: dict[str, Any]
    seconds: float
    unused: Sequence[str] = ()
    rulings: Mapping[str, float] | None = None
    cached: bool = False
    clauses: Mapping[str, int] = field(default_factory=dict)


@dataclass
class ProofsRow:
    """The proofs of a mode at full size: goals, range obligations still open, transitions that no lemma leaves."""

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


@dataclass
class ModeReport:
    """All that an audit found of one mode.

    ``reading``: how it was read, but for rows that name another reading.  ``full``: the name of the box as sold.
    ``played``: what its random games came to, or those of another box, as long as it was not played.
    """

    ruleset: str
    title: str
    mode: str
    reading: str = "house"
    properties: list[PropertyRow] = field(default_factory=list)
    rulings: list[RulingRow] = field(default_factory=list)
    studies: list[StudyRow] = field(default_factory=list)
    proofs: ProofsRow | None = None
    proofs_left: str = ""
    instances: list[dict[str, Any]] = field(default_factory=list)
    unused_clauses: list[str] = field(default_factory=list)
    peeks: list[str] = field(default_factory=list)
    interrupted: bool = False
    full: str = ""
    played: InstanceRow | None = None

    def add(self, found: InstanceRow | PropertyRow | StudyRow) -> None:
        """Add an answer."""
        if isinstance(found, InstanceRow):
            self._add_instance(found)
        elif isinstance(found, PropertyRow):
            self.properties.append(found)
        else:
            self.studies.append(found)

    def _add_instance(self, found: InstanceRow) -> None:
        """Add what an instance came to.

        Of several that are played at random a clause is unused if none of them came to it; the shares of rulings are
        those of the full box.
        """
        self.instances.append({**found.row, **mark(found.cached)})
        if found.rulings is None:
            return
        unused = self.unused_clauses if self.played is not None else found.unused
        self.unused_clauses = [clause for clause in unused if clause in found.unused]
        if self.played is None or found.row["instance"] == self.full:
            self.played = found
