"""The results of a search for errata: broken properties, and the smallest changes that mend them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from queensbench.engines.repair.hitting_sets import Clash, Reading, Sets, SettlingSet
from queensbench.engines.repair.judge import Judged, PropertyFinding
from queensbench.evidence.questions import AnswerForm, Question
from queensbench.language.modes import Mode


@dataclass
class Broken:
    """A property that the house reading breaks on some instance.

    ``state``: ``saved`` (``alone`` holds the smallest change that mends it), ``unsavable``, ``undecided`` (proposals
    were set aside) or ``open`` (the budget ended; no set of up to ``alone.size`` rulings mends it).  ``clauses``: of
    the property; ``along``: carried out along every play that refutes it, beside the start; None without such plays.
    """

    name: str
    instances: tuple[str, ...]
    expected: bool
    blame: tuple[str, ...]
    clauses: tuple[str, ...]
    alone: Sets
    along: tuple[str, ...] | None = None

    @property
    def state(self) -> str:
        """Whether a reading mends it."""
        if self.alone.changes:
            return "saved"
        if self.alone.ruled_out:
            return "unsavable"
        return "undecided" if self.alone.closed else "open"


@dataclass(frozen=True)
class Kept:
    """The effect of a reading on the properties that the house reading keeps on one instance.

    ``states``: of the instance under the reading.  ``asked``: how many properties these are.  ``broken``: those that
    fail under the reading; ``undecided``: those of which it is not known.  ``why``: why the reading was not
    judged; empty if it was.
    """

    instance: str
    states: int = 0
    asked: int = 0
    broken: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    why: str = ""

    @property
    def all(self) -> bool:
        """Whether every one of these properties was shown to hold."""
        return not (self.why or self.broken or self.undecided)


@dataclass
class ErrataReport:
    """The findings of one mode.

    Attributes:
        rulings, members: the names of the mode's rulings, and of the readings of each.
        instances: on which readings were judged, with the states under the house reading.
        left_out: by instance, why it was; set_aside: properties, each with the instance and the reason.
        goals: properties asked for; broken: those that the house reading breaks.
        errata: the smallest changes under which all goals hold that some reading saves (None: not reached in time).
        clashes: if no reading meets them together, what has to be given up.
        settled: what has to be settled, and beside which reading, ``base``.
        kept: by ruling and reading, what that reading alone does to the properties, where it was asked.
        runs, reused: explorations made, and found in the store; states: stored in those that were made.
        spent: the budget or the time ended before everything was judged.
    """

    ruleset: str
    mode: str
    rulings: tuple[str, ...] = ()
    members: tuple[tuple[str, ...], ...] = ()
    house: Reading = ()
    instances: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    set_aside: list[tuple[str, str, str]] = field(default_factory=list)
    goals: list[str] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    errata: Sets | None = None
    clashes: list[Clash] = field(default_factory=list)
    settled: SettlingSet | None = None
    base: Reading = ()
    kept: dict[tuple[str, str], Kept] = field(default_factory=dict)
    runs: int = 0
    reused: int = 0
    states: int = 0
    seconds: float = 0.0
    spent: bool = False
    interrupted: bool = False

    def named(self, reading: Reading) -> dict[str, str]:
        """The differences between a reading and the house reading, in words."""
        return {self.rulings[r]: self.members[r][v] for r, v in enumerate(reading) if v != self.house[r]}

    @property
    def complete(self) -> bool:
        """Whether the search has ended with nothing left open."""
        return (
            bool(self.instances)
            and not (self.interrupted or self.spent)
            and all(one.state in ("saved", "unsavable") for one in self.broken)
            and (self.errata is None or (self.errata.closed and not self.errata.aside))
        )


# --------------------------------------------------------------------------------------------- as JSON


def _written(judged: Mapping[tuple[str, tuple[str, ...]], Judged]) -> Any:
    """Judgements as JSON."""
    return [
        {
            "instance": name,
            "reading": list(reading),
            "states": one.states,
            "complete": one.complete,
            "clauses": sorted(one.clauses),
            "consulted": sorted(one.consulted),
            "fault": one.fault,
            "reason": one.reason,
            "found": {
                property_: [
                    found.holds,
                    sorted(found.rests),
                    found.why,
                    None if found.along is None else sorted(found.along),
                    found.steps,
                ]
                for property_, found in one.found.items()
            },
        }
        for (name, reading), one in judged.items()
    ]


def _read(data: Any) -> dict[tuple[str, tuple[str, ...]], Judged]:
    """Make the judgements of their JSON.  Raises LookupError, TypeError or ValueError for other JSON."""
    return {
        (one["instance"], tuple(one["reading"])): Judged(
            one["states"],
            one["complete"],
            frozenset(one["clauses"]),
            frozenset(one["consulted"]),
            {
                name: PropertyFinding(
                    holds, frozenset(rests), why, None if along is None else frozenset(along), steps
                )
                for name, (holds, rests, why, along, steps) in one["found"].items()
            },
            one["fault"],
            one["reason"],
        )
        for one in data
    }


def judged_question(mode: Mode, states: int) -> Question[dict[tuple[str, tuple[str, ...]], Judged]]:
    """The question of all judgements on a mode, by instance and reading; ``states``: the most of one exploration."""
    return Question("errata", mode.name, AnswerForm(_written, _read), more={"states": states})
