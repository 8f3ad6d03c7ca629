"""Claims decided again in worker processes: every goal of a theory by bitwuzla, and those it leaves open by cvc5.

The goals are described in :mod:`queensbench.engines.confirm.goals`.  Each goal has a budget of processor seconds, since
these solvers count nothing that is the same on all machines; goals left open are named, never taken for shown.  A claim
is *confirmed* if all its goals are decided as expected, and so are all goals of every claim that its steps assume, and
all ranges.  If some claim stays open, the others are asked again without it as a hypothesis, until the remaining ones
need no other.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from queensbench.engines.confirm.attempts import conditions, decide
from queensbench.engines.confirm.goals import GoalUnit, Planner, SmtGoal, Theory, units, written
from queensbench.engines.confirm.record import Confirmation, ConfirmationRecord, Digests
from queensbench.engines.confirm.smtlib import Text
from queensbench.engines.confirm.solvers import SOLVERS, WAYS, Decision, Way, solver
from queensbench.engines.runtime.pool import Answering, Pool, Tell
from queensbench.errors import ProcessLost
from queensbench.evidence.plays import settle, write_atomic
from queensbench.rules.typed import ir

SECONDS = 60.0
"""The budget of one goal, in processor seconds."""

LOST = 20
"""A process that has said nothing for so many budgets, by the clock, is ended; its goals stay open."""

FOLDED = ""
"""The name in place of a solver's for a goal that is decided before any solver is asked."""


@dataclass(frozen=True)
class GoalOutcome:
    """The outcome of a goal.

    ``by``: the solver that has decided it, or :data:`FOLDED`.  ``seconds``: of the processor, with those of solvers
    that have left it open before.  ``digest``: of all that was asked.  ``kept``: an earlier run has decided it.
    """

    unit: GoalUnit
    name: str
    kind: str
    claim: int
    expected: str
    verdict: str
    by: str
    seconds: float
    digest: str = ""
    kept: bool = False

    @property
    def confirmed(self) -> bool:
        """Whether the verdict is as expected."""
        return self.verdict == self.expected

    @property
    def against(self) -> bool:
        """Whether the verdict is the contrary of the expected one."""
        return self.verdict != "unknown" and not self.confirmed


@dataclass
class ConfirmationReport:
    """The outcomes of all goals of a theory.

    ``outcomes``: of the first round, in which every claim is a hypothesis.  ``confirmed``: the claims that are, by
    judge, each with the solvers that decided its goals.  ``left``: the claims, by judge, that are not.
    ``again``: how many goals were asked again without some claims.  ``seconds``: of the clock.
    """

    outcomes: list[GoalOutcome]
    confirmed: dict[int, tuple[str, ...]]
    left: tuple[int, ...]
    again: int
    seconds: float

    @property
    def open(self) -> list[GoalOutcome]:
        """The goals that no solver has decided."""
        return [o for o in self.outcomes if o.verdict == "unknown"]

    @property
    def against(self) -> list[GoalOutcome]:
        """The goals on which solvers disagree with the prover."""
        return [o for o in self.outcomes if o.against]

    @property
    def kept(self) -> int:
        """The number of goals that an earlier run has decided."""
        return sum(o.kept for o in self.outcomes)

    @property
    def processor(self) -> float:
        """The processor seconds of all solvers, earlier runs included."""
        return sum(o.seconds for o in self.outcomes)

    def by(self) -> dict[str, int]:
        """The number of goals that each solver has decided as expected."""
        names = (*SOLVERS, FOLDED)
        return {name: sum(o.confirmed and o.by == name for o in self.outcomes) for name in names}


# ---------------------------------------------------------------------------------------------- export


def file_name(goal: SmtGoal) -> str:
    """The file of a goal in a folder."""
    return f"{goal.name.replace(' ', '_')}.smt2"


def script(system: ir.System, goal: SmtGoal, text: Text) -> str:
    """A goal as a file of its own."""
    claim = f"the claim {system.judges[goal.claim].name}" if goal.claim >= 0 else "ranges"
    notes = [f"{system.ruleset}/{system.mode} {system.instance}: {goal.kind} of {claim}", goal.name]
    return text.script(goal.assertions, notes, goal.expected)


def export(
    system: ir.System, theory: Theory, folder: Path, told: Callable[[int, int], None]
) -> tuple[int, int]:
    """Write every goal of a theory into a folder; returns how many there are, and their bytes."""
    planner, size = Planner(system, theory), 0
    files: list[Path] = []
    every = list(units(system, theory))
    for done, unit in enumerate(every):
        text = Text()
        for goal in planner.goals(unit):
            path = folder / file_name(goal)
            asked = script(system, goal, text)
            write_atomic(path, asked, lasting=False)
            files.append(path)
            size += len(asked.encode())
        told(done + 1, len(every))
    settle(files)
    return len(files), size


# -------------------------------------------------------------------------------------------- deciding


@dataclass(frozen=True)
class _Job:
    """Goals of one unit to be asked in one way; ``names``: these alone (None: all)."""

    theory: Theory
    unit: GoalUnit
    way: Way
    names: frozenset[str] | None = None


def decided(
    planner: Planner, job: _Job, seconds: float, known: Mapping[str, Confirmation] | None = None
) -> Iterator[GoalOutcome]:
    """The outcomes of a job's goals in turn.  ``known``: the confirmations of earlier runs by digest."""
    goals = [g for g in planner.goals(job.unit) if job.names is None or g.name in job.names]
    text, digests = Text(), Digests()
    asked = None
    for goal in goals:
        by, decision, digest, kept = job.way.by, Decision("unsat", 0.0), "", None
        if any(a.known and not a.lo for a in goal.assertions):
            by = FOLDED
        else:
            digest = digests.of(goal.assertions)
            kept = (known or {}).get(digest)
            if kept is not None and kept.verdict == goal.expected:
                by, decision = kept.by, Decision(kept.verdict, kept.seconds)
            else:
                kept = None
                if asked is None:
                    roots = [t for g in goals for t in conditions(g)]
                    asked = solver(job.way, text, roots)
                decision = decide(asked, goal, seconds * job.way.share, by_cases=job.way.shared)
        verdict, spent = decision.verdict, decision.seconds
        yield GoalOutcome(
            job.unit,
            goal.name,
            goal.kind,
            goal.claim,
            goal.expected,
            verdict,
            by,
            spent,
            digest,
            kept is not None,
        )


def deciding(system: ir.System, seconds: float, known: Mapping[str, Confirmation]) -> Answering:
    """The function that decides jobs in a process, and yields the outcome of each goal."""

    def answer(job: _Job, tell: Tell) -> None:
        for outcome in decided(Planner(system, job.theory), job, seconds, known):
            tell(outcome)

    return answer


@dataclass
class _Begun:
    """A job that a process has: the outcomes so far by the goals' names, and when the last one came."""

    number: int
    job: _Job
    heard: float = field(default_factory=time.monotonic)
    told: dict[str, GoalOutcome] = field(default_factory=dict)


class Confirming:
    """Processes that decide goals: ``with Confirming(system) as confirming:``.

    ``record``: the confirmations of earlier runs, to which this one adds its own.
    """

    def __init__(
        self,
        system: ir.System,
        *,
        seconds: float = SECONDS,
        processes: int | None = None,
        record: ConfirmationRecord | None = None,
    ) -> None:
        self.system = system
        self.seconds = seconds
        self.record = record or ConfirmationRecord(None, {})
        self.count = processes or max(1, min(2, os.cpu_count() or 1))
        given = system, seconds, dict(self.record.known)
        self.pool: Pool[_Job] = Pool(deciding, *given, called="a process that decides goals")

    def __enter__(self) -> Confirming:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.close()

    def run(self, jobs: Iterable[_Job], told: Callable[[int, int], None]) -> list[GoalOutcome]:
        """The outcomes of jobs in their order."""
        waiting = deque(enumerate(jobs))
        total = len(waiting)
        found: dict[int, list[GoalOutcome]] = {}
        busy: dict[int, _Begun] = {}

        def end(place: int, *, lost: bool) -> None:
            """End a job that is done or given up; its goals without an outcome stay open."""
            begun = busy.pop(place)
            left = _given_up(self.system, begun.job, begun.told.keys()) if lost else []
            found[begun.number] = [*begun.told.values(), *left]
            told(len(found), total)

        while waiting or busy:
            for place in self.pool.idle(self.count)[: len(waiting)]:
                number, job = waiting.popleft()
                busy[place] = _Begun(number, job)
                self.pool.submit(place, job)
            for said in self.pool.results(1.0):
                if not said.last:
                    busy[said.place].heard = time.monotonic()
                    busy[said.place].told[said.value.name] = said.value
                    self._keep(said.value)
                else:
                    lost = isinstance(said.value, (MemoryError, ProcessLost))
                    if not lost:
                        said.answer()
                    end(said.place, lost=lost)
            late = time.monotonic() - LOST * self.seconds
            for place in [place for place, begun in busy.items() if begun.heard <= late]:
                self.pool.drop(place)
                end(place, lost=True)
        return [outcome for number in sorted(found) for outcome in found[number]]

    def _keep(self, outcome: GoalOutcome) -> None:
        """Keep the confirmation of a solver."""
        if outcome.confirmed and outcome.digest and not outcome.kept and self.record.versions:
            found = Confirmation(outcome.verdict, outcome.by, outcome.seconds)
            self.record.put(outcome.digest, found, outcome.name)

    def confirm(self, theory: Theory, told: Callable[[str], None] = lambda text: None) -> ConfirmationReport:
        """Decide every goal of a theory, and again without the claims that stay open.

        Where a solver decides against the prover, no claim is confirmed, and nothing is asked again.
        """
        begun = time.monotonic()
        first = self._round(theory, told)
        outcomes, again, left, digests = first, 0, set[int](), {o.digest for o in first}
        every = {c.judge for c in theory.claims}
        if any(o.against for o in first):
            return ConfirmationReport(first, {}, tuple(sorted(every)), 0, time.monotonic() - begun)
        while lost := _lost(self.system, theory, outcomes) - left:
            theory = theory.without(left | lost)
            left = every - {c.judge for c in theory.claims}  # those that follow from a lost one, too
            if not theory.claims:
                break
            outcomes = self._round(theory, told)
            again += len(outcomes)
            digests |= {o.digest for o in outcomes}
        self.record.only(digests)
        confirmed = {
            c.judge: tuple(
                name for name in SOLVERS if any(o.by == name for o in outcomes if o.claim in (-1, c.judge))
            )
            for c in theory.claims
        }
        return ConfirmationReport(first, confirmed, tuple(sorted(left)), again, time.monotonic() - begun)

    def _round(self, theory: Theory, told: Callable[[str], None]) -> list[GoalOutcome]:
        """Ask every goal of a theory in the first way, and those left open in the next."""
        every = list(units(self.system, theory))
        outcomes: dict[str, GoalOutcome] = {}
        left: dict[GoalUnit, frozenset[str] | None] = dict.fromkeys(every)
        for way in WAYS:
            jobs = [_Job(theory, unit, way, names) for unit, names in left.items()]
            if not jobs:
                break
            say = f"{way.by}: "
            found = self.run(jobs, lambda done, of, say=say: told(f"{say}{done:,} of {of:,} parts"))  # type: ignore[misc]
            for outcome in found:
                old = outcomes.get(outcome.name)
                spent = outcome.seconds + (old.seconds if old is not None else 0.0)
                outcomes[outcome.name] = replace(outcome, seconds=spent)
            open_ = [o for o in outcomes.values() if o.verdict == "unknown"]
            names = {unit: frozenset(o.name for o in open_ if o.unit == unit) for unit in every}
            left = {unit: some for unit, some in names.items() if some}
        return list(outcomes.values())


def _given_up(system: ir.System, job: _Job, done: Collection[str]) -> list[GoalOutcome]:
    """The goals of a job that no process has decided."""
    return [
        GoalOutcome(job.unit, g.name, g.kind, g.claim, g.expected, "unknown", job.way.by, 0.0)
        for g in Planner(system, job.theory).goals(job.unit)
        if (job.names is None or g.name in job.names) and g.name not in done
    ]


def _lost(system: ir.System, theory: Theory, outcomes: Iterable[GoalOutcome]) -> set[int]:
    """The claims that a round does not confirm: those with an open goal, or all if a range is open.

    An open goal of the sort ``enabled`` takes nothing away: the prover has found such a state.
    """
    lost = {c.judge for c in theory.claims if not written(system, c)}
    for outcome in outcomes:
        if not outcome.confirmed and outcome.kind != "enabled":
            lost |= {outcome.claim} if outcome.claim >= 0 else {c.judge for c in theory.claims}
    return lost


__all__ = [
    "FOLDED",
    "SECONDS",
    "ConfirmationReport",
    "Confirming",
    "GoalOutcome",
    "decided",
    "export",
    "file_name",
    "script",
]
