"""Errata: the smallest sets of rulings to be read otherwise, so that all properties hold as their authors state them.

An author wants a property to hold as it stands.  An expectation that it *fails* says that the house
reading breaks it, and blames somebody for that: where rulings or clauses are blamed, the property is asked for here
all the same; where nothing but gaps are (a box too small, a sentence that is missing), no ruling could mend it, and it
is left out.  A property that no engine is expected to decide is left out too.

A mode is judged on those of its instances that can be exhausted, and what is found is said of these instances alone.
Rulings are changed by :mod:`queensbench.engines.repair.hitting_sets`; :mod:`queensbench.engines.repair.judge` says what
holds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.analyses.errata_report import Broken, ErrataReport, Kept, judged_question
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.analyses.verdicts.words import early_text
from queensbench.engines.boxes import boxed
from queensbench.engines.repair.conflicts import Refutation, again
from queensbench.engines.repair.hitting_sets import (
    GoalVerdict,
    Ledger,
    Question,
    Reading,
    Spent,
    clash,
    settled,
    smallest,
)
from queensbench.engines.repair.judge import Judged, Judging
from queensbench.engines.runtime.box import Box
from queensbench.evidence.cache import Evidence
from queensbench.evidence.questions import keep, stored
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl
from queensbench.project.projects import GAP, Ruleset, rulings_of
from queensbench.rules.system import properties_of, state_bits

STATES = 300_000
"""The most states of an instance on which readings are judged."""
ROOM = 4
"""Under another reading an instance may have so many times as many states."""
PLAYS = 8
"""So many of the last plays that refuted a property are tried under another reading."""
LEAST = 20_000
"""An exploration counts as so many states at least."""
BUDGET = 5_000_000
"""The most states that are stored for one mode, over all explorations."""
SECONDS = 60.0
"""After so many seconds a mode ends with what it has; a command has as many for all modes together."""
SIZE = 3
COUNT = 10


@dataclass(frozen=True)
class ErrataOptions:
    """How errata are looked for.

    ``size``: the most rulings of a set; ``count``: the most sets.  ``states``: of one exploration; ``budget``: of all;
    ``seconds``: of all, the one that is under way included.  ``instances``, ``properties``: only these (all when
    empty).  ``readings``: by ``ruleset/mode``, pairs of a ruling and the instance to judge its readings on first,
    within half of the seconds.
    """

    size: int = SIZE
    count: int = COUNT
    states: int = STATES
    budget: int = BUDGET
    seconds: float = SECONDS
    instances: Sequence[str] = ()
    properties: Sequence[str] = ()
    readings: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    progress: Callable[[str], None] = lambda text: None
    evidence: Evidence | None = None


def asked_for(decl: PropertyDecl, instance: str) -> str:
    """Why a property is not asked for on an instance; empty if it is."""
    expected = decl.expected(instance)
    if expected.outcome == "unknown":
        return "no engine is expected to decide it"
    if expected.outcome == "fails" and all(name.startswith(GAP) for name in expected.blame):
        return "nothing but gaps are blamed: " + "; ".join(
            name.removeprefix(GAP).strip() for name in expected.blame
        )
    return ""


class ModeErrata:
    """The search for the errata of one mode; :meth:`run` fills :attr:`report`."""

    def __init__(self, ruleset: Ruleset, mode: Mode, options: ErrataOptions) -> None:
        self.ruleset = ruleset
        self.mode = mode
        self.options = options
        self.report = ErrataReport(ruleset.name, mode.name)
        self.boxes: dict[str, Box] = {}
        self.judged: dict[tuple[str, Reading], Judged] = {}
        self.asked: dict[str, list[PropertyDecl]] = {}
        self.plays: dict[str, dict[str, list[Refutation]]] = {}
        self.audit = Run(ruleset, mode, Options(evidence=options.evidence))
        self.question = judged_question(mode, options.states)
        self.stored = stored(self.question, self.audit.cache) or {}
        self.limit = options.budget
        self.spent = 0
        self.begun = time.perf_counter()

    # ---------------------------------------------------------------------------------------- judging

    def box(self, name: str) -> Box:
        """The box of an instance, made once."""
        if name not in self.boxes:
            instance = next(i for i in self.mode.all_instances() if i.name == name)
            self.boxes[name] = boxed(self.ruleset, self.mode, instance)
        return self.boxes[name]

    def members(self, reading: Reading) -> dict[str, Any]:
        """A reading as members by ruling, where it differs from the house."""
        decls = {d.name: d.readings for d in (self.mode.rulings.declared() if self.mode.rulings else ())}
        return {
            name: decls[name][members[v].upper()]
            for name, members, v, h in zip(
                self.report.rulings, self.report.members, reading, self.report.house, strict=True
            )
            if v != h
        }

    def look(self, name: str, reading: Reading) -> Judged:
        """Judge an instance under a reading; remembered and stored results are used first.  Raises Spent."""
        key = (name, reading)
        if key in self.judged:
            return self.judged[key]
        decls = self.asked[name]
        texts = (name, tuple(self.report.members[r][v] for r, v in enumerate(reading)))
        known = self.stored.get(texts)
        if known is not None and {decl.name for decl in decls} <= set(known.found):
            self.report.reused += 1
            self.judged[key] = known
            return known
        if self.spent >= self.limit:
            raise Spent("the budget of states was spent")
        self.in_time()
        self.options.progress(
            f"{self.ruleset.name}/{self.mode.name} {name}: {self.report.runs:,} explorations, "
            f"{self.report.states:,} states"
        )
        box = self.box(name)
        most = self.options.states * (1 if reading == self.report.house else ROOM)
        plays = self.plays.setdefault(name, {})
        most = min(most, box.instance.budget)
        judging = Judging(box, self.members(reading), most=most, plays=plays, progress=self.in_time)
        found = judging.run(decls)
        self.report.runs += 1
        self.report.states += judging.states
        self.spent += max(LEAST, judging.states)
        self.judged[key] = found
        return found

    def in_time(self, *_: int) -> None:
        """Raises Spent when the time is over."""
        if time.perf_counter() - self.begun >= self.options.seconds:
            raise Spent("the time was over")

    def judge(self, unit: str, reading: Reading) -> dict[Question, GoalVerdict]:
        """The answers to all questions about an instance under a reading, in the form that the search takes."""
        numbers = {name: r for r, name in enumerate(self.report.rulings)}
        return {
            Question(name, unit): GoalVerdict(one.holds, frozenset(numbers[r] for r in one.rests), one.why)
            for name, one in self.look(unit, reading).found.items()
        }

    def quick(self, question: Question, reading: Reading) -> GoalVerdict | None:
        """A failure shown by one of the last plays that refuted the property under other readings.  Raises Spent."""
        self.in_time()
        numbers = {name: r for r, name in enumerate(self.report.rulings)}
        readings = self.members(reading)
        for play in self.plays.get(question.unit, {}).get(question.goal, [])[: -PLAYS - 1 : -1]:
            rests = again(self.box(question.unit), play, readings)
            if rests is not None:
                return GoalVerdict(False, frozenset(numbers[r] for r in rests))
        return None

    # ------------------------------------------------------------------------------------------ phases

    def run(self) -> ErrataReport:
        """Judge the house reading, mend each broken property alone and all together, and find the rulings to settle."""
        try:
            self.judge_readings()
            self.search()
        except KeyboardInterrupt:
            self.report.interrupted = True
        except Spent:
            self.report.spent = True
        finally:
            self.report.seconds = time.perf_counter() - self.begun
            self.keep()
        return self.report

    def judge_readings(self) -> None:
        """Note of each reading of the rulings that are asked for which properties it keeps."""
        for ruling, instance in self.options.readings.get(f"{self.ruleset.name}/{self.mode.name}", ()):
            self.prepare(next(i for i in self.mode.all_instances() if i.name == instance))
            if ruling not in self.report.rulings:
                continue
            number = self.report.rulings.index(ruling)
            for value, member in enumerate(self.report.members[number]):
                reading = list(self.report.house)
                reading[number] = value
                self.report.kept[ruling, member] = self.kept(instance, tuple(reading))
        self.spent = 0  # the budget is that of the search

    def kept(self, instance: str, reading: Reading) -> Kept:
        """The effect of a reading on the properties that the house reading keeps on an instance."""
        try:
            house, other = self.known(instance, self.report.house), self.known(instance, reading)
        except Spent as spent:
            return Kept(instance, why=str(spent))
        for judged in (house, other):
            if not judged.complete:
                many = judged.reason == "max_states"
                told = early_text(judged.reason, judged.states)
                return Kept(instance, why=judged.fault or ("it has too many states there" if many else told))
        asked = [decl.name for decl in self.asked[instance] if house.found[decl.name].holds]
        return Kept(
            instance,
            states=other.states,
            asked=len(asked),
            broken=tuple(name for name in asked if other.found[name].holds is False),
            undecided=tuple(name for name in asked if other.found[name].holds is None),
        )

    def known(self, instance: str, reading: Reading) -> Judged:
        """The stored judgment of a reading on an instance, or one found within half of the seconds.  Raises Spent."""
        texts = (instance, tuple(self.report.members[r][v] for r, v in enumerate(reading)))
        late = time.perf_counter() - self.begun >= self.options.seconds / 2
        if late and texts not in self.stored and (instance, reading) not in self.judged:
            raise Spent("the time was over")
        return self.look(instance, reading)

    def prepare(self, instance: Instance) -> None:
        """Note what is asked on an instance, and the rulings of the mode.  A second call is free."""
        if instance.name in self.asked:
            return
        self.asked[instance.name] = self.wanted(instance)
        report = self.report
        if not report.rulings:
            lowered = self.box(instance.name).system
            report.rulings = tuple(r.name for r in lowered.rulings)
            report.members = tuple(tuple(m.lower() for m in r.readings) for r in lowered.rulings)
            report.house = tuple(r.house for r in lowered.rulings)
            report.base = report.house

    def search(self) -> None:
        """Run all phases of the search."""
        questions = self.house()
        if not questions:
            return
        report = self.report
        arising = {decl.name for decl in rulings_of(self.mode)}
        ledger = Ledger(
            [len(members) for members in report.members],
            report.house,
            questions,
            self.judge,
            quick=self.quick,
            free=[r for r, name in enumerate(report.rulings) if name in arising],
        )
        for unit in ledger.units:
            ledger.run(unit, report.house)
        report.goals = list(dict.fromkeys(q.goal for q in questions))
        self.alone(ledger)
        unsaved = {one.name for one in report.broken if one.state != "saved"}
        goals = [name for name in report.goals if name not in unsaved]
        self.together(ledger, goals)
        self.settle(ledger, goals)

    def house(self) -> list[Question]:
        """The questions about instances with few enough states under the house reading, the smallest first."""
        found: list[tuple[int, str, list[Question]]] = []
        boxes: list[Instance] = []
        report = self.report
        for instance in self.mode.all_instances():
            if self.options.instances and instance.name not in self.options.instances:
                continue
            if not instance.explore:
                report.left_out[instance.name] = "not made to be exhausted"
                continue
            if self.audited(instance) > self.options.states:
                report.left_out[instance.name] = f"more than {self.options.states:,} states"
                continue
            boxes.append(instance)
        for instance in sorted(boxes, key=lambda one: state_bits(self.box(one.name).system)):
            self.prepare(instance)
            decls = self.asked[instance.name]
            try:
                judged = self.look(instance.name, report.house)
            except Spent:
                if not found:
                    raise
                report.left_out[instance.name] = "the budget or the time was over"
                report.spent = True
                continue
            if not judged.complete:
                report.left_out[instance.name] = judged.fault or early_text(judged.reason, judged.states)
                self.boxes.pop(instance.name)
                continue
            report.instances[instance.name] = judged.states
            questions = []
            for decl in decls:
                if judged.found[decl.name].holds is None:
                    why = f"not decided under the house reading: {judged.found[decl.name].why}"
                    report.set_aside.append((decl.name, instance.name, why))
                else:
                    questions.append(Question(decl.name, instance.name))
            found.append((judged.states, instance.name, questions))
        return [question for _, _, questions in sorted(found) for question in questions]

    def audited(self, instance: Instance) -> int:
        """How many states an audit has stored for an instance under the house reading; 0 if it has not."""
        row = stored(self.audit.whole(instance), self.audit.cache)
        return int(row.row["states"]) if row is not None else 0

    def wanted(self, instance: Instance) -> list[PropertyDecl]:
        """The properties asked for on an instance; the others are noted."""
        decls = []
        for decl in properties_of(self.mode, instance):
            if self.options.properties and decl.name not in self.options.properties:
                continue
            why = asked_for(decl, instance.name)
            if why:
                self.report.set_aside.append((decl.name, instance.name, why))
            else:
                decls.append(decl)
        return decls

    def alone(self, ledger: Ledger) -> None:
        """For each property that the house reading breaks, find the changes that mend it alone."""
        report = self.report
        fails = [q for q in ledger.questions if ledger.known(q, report.house) is False]
        names = list(dict.fromkeys(q.goal for q in fails))
        share = (self.options.budget - self.spent) // 2 // max(1, len(names))
        for name in names:
            self.limit = min(self.options.budget, self.spent + share)
            decls = [d for d in properties_of(self.mode) if d.name == name]
            on = tuple(q.unit for q in fails if q.goal == name)
            alone = smallest(ledger, [name], count=self.options.count, fewest=True)
            expectations = [decls[0].expected(unit) for unit in on]
            report.broken.append(
                Broken(
                    name,
                    on,
                    all(one.outcome == "fails" for one in expectations),
                    tuple(dict.fromkeys(b for one in expectations for b in one.blame)),
                    decls[0].clauses,
                    alone,
                    self.along(name),
                )
            )
        self.limit = self.options.budget

    def along(self, name: str) -> tuple[str, ...] | None:
        """The clauses that all plays refuting a property carry out, but for those of the start; None without a play."""
        common: frozenset[str] | None = None
        begun: set[str] = set()
        for (unit, reading), judged in self.judged.items():
            found = judged.found.get(name)
            if found is None or found.holds is not False or unit not in self.report.instances:
                continue
            if found.along is None:
                return None
            common = found.along if common is None else common & found.along
            reader = self.box(unit).interpreter(self.members(reading))
            reader.start()
            begun |= set(reader.tally.clauses)
        return None if common is None else tuple(sorted(common - begun))

    def together(self, ledger: Ledger, goals: Sequence[str]) -> None:
        """Find the smallest changes under which all goals hold that some reading saves, or what has to be given up."""
        report, options = self.report, self.options
        report.errata = smallest(ledger, goals, most=options.size, count=options.count)
        if report.errata.ruled_out:
            report.clashes, whole = clash(ledger, goals, most=options.size, count=options.count)
            report.spent = report.spent or not whole

    def settle(self, ledger: Ledger, goals: Sequence[str]) -> None:
        """Find the rulings that have to be settled, given the first of the smallest changes."""
        report = self.report
        sets = report.errata
        if report.clashes:
            sets = report.clashes[0].sets
            goals = [goal for goal in goals if goal not in report.clashes[0].given_up]
        if sets is None or not sets.changes:
            return
        first = sets.changes[0]
        base = list(report.house)
        for r, value in zip(first.rulings, first.readings[0], strict=True):
            base[r] = value
        report.base = tuple(base)
        report.settled = settled(ledger, goals, report.base)

    def keep(self) -> None:
        """Store the judgements."""
        texts = {
            (name, tuple(self.report.members[r][v] for r, v in enumerate(reading))): judged
            for (name, reading), judged in self.judged.items()
            if judged.lasting
        }
        if texts.keys() - self.stored.keys():
            keep(self.question, self.audit.cache, {**self.stored, **texts})


__all__ = ["ErrataOptions", "ModeErrata", "asked_for"]
