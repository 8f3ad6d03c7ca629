"""The audit: every property of every mode, every ruling, and what was not decided.

Small instances are exhausted, the full box is played at random; what only a graph can tell (whether an end can
always be reached, whether play can go on for ever) is asked of the instances whose graph fits.  No verdict is
printed in a stronger class than its engine has shown; see ``docs/guide/verdicts``.

What is finished goes into the store of evidence at once, unit by unit (:mod:`queensbench.kept`), and is taken from
there the next time.  Engines are imported where they are used: an audit that finds everything needs none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.errors import BadInput
from queensbench.evidence.keys import Key
from queensbench.evidence.plays import Play
from queensbench.kept import Evidence, Kept, all_cached, decoded, encoded
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import Class, PropertyDecl
from queensbench.language.studies import StudyDecl
from queensbench.language.studies import declared as studies_declared
from queensbench.project import Ruleset, rulings_of, system
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.ir import Call, Clause, Do, System, walk
from queensbench.readers.system import PROBED, properties_of
from queensbench.readers.visibility import peeks

if TYPE_CHECKING:
    from queensbench.engines.compare import Matters
    from queensbench.engines.exploration import Exploration
    from queensbench.engines.games import Game
    from queensbench.engines.workshop import Workshop

GAMES = 20_000
MAX_STEPS = 10_000
EDGES = 8_000_000
SEED = 20_190_101

STRENGTH = {c: i for i, c in enumerate(Class)}
ORDER = ("winner", "ending", "scored", "legal", "undecided", "not-seen", "never")


@dataclass
class PropertyRow:
    """One property of one mode on one instance under one reading.

    ``verdict``: holds, fails or unknown.  ``shown``: the class of assurance (``refuted`` for a failure with a play).
    ``state``: ``ok``, ``unexpected`` or ``unknown`` (an unknown that was not expected).  ``cached``: it comes from
    the store, and so do its seconds.
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
    cached: bool = False

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
            "as_expected": self.state == "ok",
            **_mark(self.cached),
        }


@dataclass
class ComparisonRow:
    """What one ruling changes on one instance, beside the readings of the audit.

    ``uncounted``: it is read where nothing counts it.  ``seconds``: of the walk that compares all rulings.
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
class RulingRow:
    """One ruling in one mode: whether it matters, on which instance that is seen, and a shortest play."""

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
            **_mark(self.cached, seconds=round(self.seconds, 3)),
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
            **_mark(self.cached),
        }


def _mark(cached: bool, **more: Any) -> dict[str, Any]:
    """What a row from the store has more than one that was found now."""
    return {"cached": True, **more} if cached else {}


@dataclass
class InstanceRow:
    """What an instance came to: the row of the report; for random games also what they did not come to."""

    row: dict[str, Any]
    seconds: float
    unused: Sequence[str] = ()
    rulings: Mapping[str, float] | None = None
    cached: bool = False


@dataclass
class ModeReport:
    """All that an audit found of one mode."""

    ruleset: str
    title: str
    mode: str
    properties: list[PropertyRow] = field(default_factory=list)
    rulings: list[RulingRow] = field(default_factory=list)
    studies: list[StudyRow] = field(default_factory=list)
    instances: list[dict[str, Any]] = field(default_factory=list)
    unused_clauses: list[str] = field(default_factory=list)
    peeks: list[str] = field(default_factory=list)
    interrupted: bool = False


@dataclass
class Options:
    """How an audit is run.  ``progress`` gets one line of text at a time."""

    games: int = GAMES
    seed: int = SEED
    budget: int | None = None
    rulings: bool = True
    studies: bool = True
    progress: Callable[[str], None] = lambda text: None
    properties: Sequence[str] = ()
    instances: Sequence[str] = ()
    readings: Mapping[str, Any] = field(default_factory=dict)
    evidence: Evidence | None = None


def judged(decl: PropertyDecl, instance: str, verdict: str, shown: Class | None) -> str:
    """Whether a verdict is as expected: ``ok``, ``unexpected`` or ``unknown``."""
    expected = decl.expected(instance)
    if verdict == "unknown":
        return "ok" if expected.outcome == "unknown" else "unknown"
    if verdict != expected.outcome:
        return "unexpected"
    if verdict == "holds" and shown is not None and STRENGTH[shown] > STRENGTH[expected.at_least]:
        return "unknown"
    return "ok"


def reading_text(mode: Mode, readings: Mapping[str, Any]) -> str:
    """A reading as text: ``house``, or the rulings in which it differs."""
    declared = mode.rulings.declared() if mode.rulings is not None else ()
    other = [
        f"{d.name}={readings[d.name].name.lower()}"
        for d in declared
        if readings.get(d.name, d.house) is not d.house
    ]
    return ", ".join(other) or "house"


class ModeAudit:
    """The audit of one mode; :meth:`run` fills :attr:`report`."""

    def __init__(self, ruleset: Ruleset, mode: Mode, options: Options) -> None:
        self.ruleset = ruleset
        self.mode = mode
        self.options = options
        self.report = ModeReport(ruleset.name, ruleset.title, mode.name)
        self.kept = Kept(options.evidence, ruleset, mode, options.readings)
        self.workshops: dict[str, Workshop] = {}
        self.played: InstanceRow | None = None
        self.partings: dict[str, dict[str, ComparisonRow]] = {}

    def instance(self, name: str) -> Instance:
        """The instance of this name."""
        return next(i for i in self.mode.all_instances() if i.name == name)

    def workshop(self, name: str) -> Workshop:
        """The workshop of an instance, made once."""
        if name not in self.workshops:
            from queensbench.engines.workshop import Workshop

            instance = self.instance(name)
            lowered = system(self.ruleset, self.mode, instance)
            self.workshops[name] = Workshop(self.ruleset.name, self.mode, instance, lowered)
        return self.workshops[name]

    def run(self) -> None:
        """Judge all properties and rulings.  Ctrl-C keeps what is finished and marks the report."""
        try:
            self.find_peeks()
            for instance in self.mode.all_instances():
                if self.options.instances and instance.name not in self.options.instances:
                    continue
                (self.explore if instance.explore else self.play)(instance.name)
                if self.report.interrupted:
                    return
            self.note_unasked()
            if self.options.rulings:
                self.judge_rulings()
            if self.options.studies and not self.report.interrupted:
                self.run_studies()
        except KeyboardInterrupt:
            self.report.interrupted = True

    def find_peeks(self) -> None:
        """Guards that look too far."""
        key = self.kept.key("peeks", "", self.mode.full)
        found = self.kept.get(key, list)
        if found is None:
            found = [
                f"{p.transition} reads {p.field} ({Path(p.place).name}): {p.why}"
                for p in peeks(self.workshop(self.mode.full.name).system, self.mode)
            ]
            self.kept.put(key, found)
        self.report.peeks = found

    def note_unasked(self) -> None:
        """A property that no instance could be asked about is unknown, not passed over."""
        judged_ = {row.name for row in self.report.properties}
        for instance in self.mode.all_instances():
            if self.options.instances and instance.name not in self.options.instances:
                continue
            for decl in self.wanted(instance.name):
                if decl.name not in judged_:
                    judged_.add(decl.name)
                    self.note(
                        instance.name,
                        decl,
                        "unknown",
                        None,
                        engine="none",
                        seconds=0.0,
                        detail="only all states can tell, and no instance on which it is asked is explored",
                    )

    def wanted(self, name: str) -> Iterator[PropertyDecl]:
        """The properties asked on an instance."""
        for decl in properties_of(self.mode, self.instance(name)):
            if not self.options.properties or decl.name in self.options.properties:
                yield decl

    def add(
        self,
        workshop: Workshop,
        decl: PropertyDecl,
        verdict: str,
        shown: Class | None,
        *,
        engine: str,
        seconds: float,
        detail: str,
        codes: list[int] | None = None,
        key: Key | None = None,
    ) -> None:
        """Add a row, its play replayed by the interpreter first."""
        play = None
        readings = self.options.readings
        if codes is not None:
            play = workshop.play(codes, readings, f"{decl.name}: {verdict}")
            workshop.interpreter(readings).replay(play.steps)
        self.note(
            workshop.instance.name,
            decl,
            verdict,
            shown,
            engine=engine,
            seconds=seconds,
            detail=detail,
            play=play,
            key=key,
        )

    def note(
        self,
        instance: str,
        decl: PropertyDecl,
        verdict: str,
        shown: Class | None,
        *,
        engine: str,
        seconds: float,
        detail: str,
        play: Play | None = None,
        key: Key | None = None,
    ) -> None:
        """Add a row and, under its key, keep it in the store, unless what it rests on was interrupted."""
        if verdict == "fails" and play is not None:
            text = "refuted"
        else:
            text = shown.value if shown is not None else "unknown"
        expected = decl.expected(instance)
        row = PropertyRow(
            decl.name,
            decl.kind,
            self.mode.name,
            instance,
            reading_text(self.mode, self.options.readings),
            verdict,
            text,
            expected.outcome,
            engine,
            seconds,
            detail,
            play,
            judged(decl, instance, verdict, shown),
            expected.blame,
            expected.at_least.value if expected.outcome == "holds" else "",
        )
        self.report.properties.append(row)
        if key is not None and not self.report.interrupted:
            self.kept.put(key, encoded(row))

    def keys(self, name: str, engine: str, decls: Sequence[PropertyDecl]) -> tuple[Key, list[Key]]:
        """The keys of what an instance comes to by an engine, and of its verdicts on properties."""
        instance = self.instance(name)
        limits: dict[str, Any]
        if engine == "play":
            limits = {"games": self.options.games, "seed": self.options.seed, "max_steps": MAX_STEPS}
        else:
            limits = {"budget": self.options.budget or instance.budget}
        whole = self.kept.key("instance", name, instance, engine=engine, **limits)
        return whole, [
            self.kept.key("property", decl.name, instance, engine=engine, **limits) for decl in decls
        ]

    def show(self, found: InstanceRow) -> None:
        """Add what an instance came to."""
        self.report.instances.append({**found.row, **_mark(found.cached)})
        if found.rulings is not None:
            self.played = found
            self.report.unused_clauses = list(found.unused)

    def recalled(self, whole: Key, keys: Sequence[Key]) -> tuple[bool, list[PropertyRow | None]]:
        """The rows of an instance that are stored; whether that is all (and then it is in the report)."""
        rows = [self.kept.get(key, decoded(PropertyRow)) for key in keys]
        summary = self.kept.get(whole, decoded(InstanceRow)) if None not in rows else None
        if summary is None:
            return False, rows
        self.show(summary)
        self.report.properties += [row for row in rows if row is not None]
        return True, rows

    # ------------------------------------------------------------------------------------- sampling

    def play(self, name: str) -> None:
        """Random playouts of an instance: sampled verdicts, witnesses, refutations, how often clauses ran."""
        asked = [decl for decl in self.wanted(name) if decl.kind in PROBED]
        whole, keys = self.keys(name, "play", asked)
        complete, rows = self.recalled(whole, keys)
        if complete:
            return
        workshop = self.workshop(name)
        self.options.progress(
            f"{self.ruleset.name}/{self.mode.name} {name}: playing {self.options.games:,} games"
        )
        begun = time.perf_counter()
        played = workshop.played(
            self.options.readings, games=self.options.games, seed=self.options.seed, max_steps=MAX_STEPS
        )
        seconds = time.perf_counter() - begun
        if played.interrupted:
            self.report.interrupted = True
        carried = carried_out(workshop.system)
        summary = InstanceRow(
            {
                "instance": name,
                "engine": "play",
                "games": played.games,
                "seed": played.seed,
                "steps": played.steps,
                "shortest": played.shortest,
                "longest": played.longest,
                "ends": {ends_text(workshop, who): first.count for who, first in played.ends.items()},
                "silent": sum(first.count for first in played.silences),
                "deadlocks": played.deadlocks.count,
                "cut": played.cut.count,
                "seconds": round(seconds, 3),
            },
            seconds,
            [
                clause
                for clause, came in zip(workshop.system.clauses, played.clauses, strict=True)
                if not came.games and clause in carried
            ],
            {
                ruling.name: came.games / max(played.games, 1)
                for ruling, came in zip(workshop.system.rulings, played.rulings, strict=True)
            },
        )
        self.show(summary)
        if not played.interrupted:
            self.kept.put(whole, encoded(summary))
        if not played.games:
            return
        numbers = {judge.name: j for j, judge in enumerate(workshop.system.judges)}
        for decl, key, row in zip(asked, keys, rows, strict=True):
            if row is not None:
                self.report.properties.append(row)
                continue
            met = played.failing[numbers[decl.name]]
            detail = f"{played.games:,} games, {played.steps:,} steps"
            codes = None
            if met.count and met.state is not None:
                codes = self.cut_at(workshop, played.replay(met.state), decl)
            share = {"engine": "play", "seconds": seconds, "detail": detail, "key": key}
            if decl.kind == "reachable":
                if codes is not None:
                    self.add(workshop, decl, "holds", Class.WITNESSED, codes=codes, **share)  # type: ignore[arg-type]
                else:
                    self.add(workshop, decl, "unknown", None, **share)  # type: ignore[arg-type]
            elif codes is not None:
                self.add(workshop, decl, "fails", Class.WITNESSED, codes=codes, **share)  # type: ignore[arg-type]
            else:
                self.add(workshop, decl, "holds", Class.SAMPLED, **share)  # type: ignore[arg-type]

    def cut_at(self, workshop: Workshop, codes: list[int], decl: PropertyDecl) -> list[int]:
        """The play up to the first state that decides a property."""
        interpreter = workshop.interpreter(self.options.readings)
        wanted = decl.kind == "reachable"
        state = interpreter.start()
        steps = workshop.steps(codes)
        for done in range(len(codes) + 1):
            if interpreter.judge(decl, state) is wanted:
                return codes[:done]
            if done < len(codes):
                state = interpreter.apply(state, steps[done])
        raise BadInput(
            f"the interpreter does not see what native play saw of {decl.name}",
            where=f"{self.ruleset.name}/{self.mode.name}",
            remedy="run the differential tests: two readers of the rules disagree",
        )

    # ----------------------------------------------------------------------------------- exhausting

    def explore(self, name: str) -> None:
        """Exhaust an instance: every property that its states and its graph can tell."""
        asked = list(self.wanted(name))
        whole, keys = self.keys(name, "explore", asked)
        complete, rows = self.recalled(whole, keys)
        if complete:
            return
        from queensbench.engines.games import game_of

        workshop = self.workshop(name)
        label = f"{self.ruleset.name}/{self.mode.name} {name}"
        self.options.progress(f"{label}: exploring")
        begun = time.perf_counter()
        found = workshop.explored(
            self.options.readings,
            max_states=self.options.budget,
            progress=lambda states, level: self.options.progress(
                f"{label}: {states:,} states, level {level}"
            ),
        )
        seconds = time.perf_counter() - begun
        if found.interrupted:
            self.report.interrupted = True
        summary = InstanceRow(
            {
                "instance": name,
                "engine": "explore",
                "complete": found.complete,
                "reason": reason_text(found.reason, found.states),
                "states": found.states,
                "transitions": found.transitions,
                "choices": found.levels,
                "steps": found.steps_most,
                "ends": {ends_text(workshop, who): first.count for who, first in found.ends.items()},
                "silent": sum(first.count for first in found.silences),
                "deadlocks": found.deadlocks.count,
                "seconds": round(seconds, 3),
            },
            seconds,
        )
        self.show(summary)
        if not found.interrupted:
            self.kept.put(whole, encoded(summary))
        numbers = {judge.name: j for j, judge in enumerate(workshop.system.judges)}
        size = f"{found.states:,} states"
        if not found.complete:
            size = f"{found.states:,} states, stopped by {reason_text(found.reason, found.states)}"
        game: Game | None = None
        for decl, key, row in zip(asked, keys, rows, strict=True):
            if row is not None:
                self.report.properties.append(row)
                continue
            share = {"engine": "explore", "seconds": seconds, "detail": size, "key": key}
            if decl.kind in PROBED:
                first = found.failing[numbers[decl.name]]
                codes = found.moves_to(first.state) if first.state is not None else None
                self.probe(workshop, decl, found, codes, first.count, share)
            elif decl.kind == "bounds":
                self.bounds(workshop, decl, found, share)
            elif not found.complete:
                self.add(workshop, decl, "unknown", None, **share)  # type: ignore[arg-type]
            elif found.transitions > EDGES:
                share["detail"] = f"{found.transitions:,} transitions, more than {EDGES:,}"
                self.add(workshop, decl, "unknown", None, **share)  # type: ignore[arg-type]
            else:
                self.options.progress(f"{label}: graph of {found.transitions:,} transitions, {decl.name}")
                if game is None:
                    game = game_of(found, max_edges=EDGES)
                self.graph(workshop, decl, found, game, key)

    def probe(
        self,
        workshop: Workshop,
        decl: PropertyDecl,
        found: Exploration,
        codes: list[int] | None,
        count: int,
        share: Mapping[str, Any],
    ) -> None:
        """A predicate, judged at every state."""
        if decl.kind == "reachable":
            if codes is not None:
                choices = found.choices(found.failing[_number(workshop, decl)].state or 0)
                detail = f"{share['detail']}; first after {choices} choices, {len(codes)} steps"
                self.add(workshop, decl, "holds", Class.WITNESSED, codes=codes, **{**share, "detail": detail})
            elif found.complete:
                self.add(workshop, decl, "fails", Class.EXHAUSTED, **share)
            else:
                self.add(workshop, decl, "unknown", None, **share)
        elif codes is not None:
            detail = f"{share['detail']}; {count:,} against it, first after {len(codes)} steps"
            self.add(workshop, decl, "fails", Class.EXHAUSTED, codes=codes, **{**share, "detail": detail})
        elif found.complete:
            self.add(workshop, decl, "holds", Class.EXHAUSTED, **share)
        else:
            self.add(workshop, decl, "unknown", None, **share)

    def bounds(
        self, workshop: Workshop, decl: PropertyDecl, found: Exploration, share: Mapping[str, Any]
    ) -> None:
        """The least and the greatest final score, each reached by a play."""
        if not found.complete or not found.scores:
            self.add(workshop, decl, "unknown", None, **share)
            return
        least = min(found.scores, key=lambda e: e.least)
        greatest = max(found.scores, key=lambda e: e.greatest)
        detail = f"{share['detail']}; scores {least.least} to {greatest.greatest}"
        wrong_low = decl.least is not None and least.least != decl.least
        wrong_high = decl.greatest is not None and greatest.greatest != decl.greatest
        verdict = "fails" if wrong_low or wrong_high else "holds"
        state = least.least_state if wrong_low else greatest.greatest_state
        self.add(
            workshop,
            decl,
            verdict,
            Class.EXHAUSTED,
            codes=found.moves_to(state),
            **{**share, "detail": detail},
        )

    def graph(self, workshop: Workshop, decl: PropertyDecl, found: Exploration, game: Game, key: Key) -> None:
        """What only the whole graph can tell."""
        from queensbench.engines.graphs import can_always, ends

        begun = time.perf_counter()
        codes: list[int] | None = None
        if decl.kind == "can_always":
            outcome = can_always(game, decl.against)
            what = "from which no end can be reached"
            if outcome.play is not None:
                codes = list(outcome.play)
        else:
            outcome = ends(game, decl.against, sure=decl.sure)
            what = "from which play can be kept going"
            lasso = outcome.witness
            if lasso is not None:
                codes = [*lasso.stem, *lasso.loop]
                what += f"; {len(lasso.stem)} steps to a loop of {len(lasso.loop)}"
        count = int(outcome.failing.sum())
        self.add(
            workshop,
            decl,
            "unknown" if outcome.holds is None else "holds" if outcome.holds else "fails",
            None if outcome.holds is None else Class.EXHAUSTED,
            engine="graph",
            seconds=time.perf_counter() - begun,
            detail=f"{found.states:,} states; {count:,} {what}",
            codes=codes if outcome.holds is False else None,
            key=key,
        )

    # -------------------------------------------------------------------------------------- rulings

    def judge_rulings(self) -> None:
        """For each ruling the strongest difference between the house reading and another, over all instances."""
        decls = {decl.name: decl for decl in rulings_of(self.mode)}
        if not decls:
            return
        names = [
            i.name
            for i in self.mode.all_instances()
            if i.explore and (not self.options.instances or i.name in self.options.instances)
        ]
        for name in names:
            if not self.compare(name, list(decls)):
                self.report.interrupted = True
                names = names[: names.index(name) + 1]
                break
        for decl in decls.values():
            self.report.rulings.append(self.ruling_row(decl, names))
        for row in self.report.rulings:
            if row.matters == "not-seen" and not self.report.interrupted:
                beside = list(self.elsewhere(decls, row.name, names))
                row.elsewhere = tuple(
                    {
                        "beside": one.beside,
                        "matters": one.matters,
                        "instance": one.instance,
                        "choices": one.choices,
                        "steps": one.steps,
                        "play": one.play.texts,
                    }
                    for one in beside
                    if one.play is not None
                )
                row.cached = row.cached and all(one.cached for one in beside)
                row.seconds += sum(one.seconds for one in beside)

    def compare(self, name: str, rulings: Sequence[str]) -> bool:
        """What each ruling changes on an instance; False if that was interrupted."""
        instance = self.instance(name)
        budget = self.options.budget or instance.budget
        keys = [self.kept.key("comparison", ruling, instance, budget=budget) for ruling in rulings]
        rows = [self.kept.get(key, decoded(ComparisonRow)) for key in keys]
        self.partings[name] = {row.ruling: row for row in rows if row is not None}
        if None not in rows:
            return True
        from queensbench.engines.compare import rulings_on

        workshop = self.workshop(name)
        self.options.progress(f"{self.ruleset.name}/{self.mode.name} {name}: comparing readings")
        begun = time.perf_counter()
        found = workshop.explored(self.options.readings, max_states=self.options.budget)
        parted = rulings_on(workshop.comparer, found)
        seconds = time.perf_counter() - begun
        self.partings[name] = {m.ruling: self.comparison(workshop, m, seconds) for m in parted}
        if found.interrupted or (found.complete and not all(m.complete for m in parted)):
            return False
        for ruling, key in zip(rulings, keys, strict=True):
            if ruling in self.partings[name]:
                self.kept.put(key, encoded(self.partings[name][ruling]))
        return True

    def comparison(self, workshop: Workshop, found: Matters, seconds: float) -> ComparisonRow:
        """What the engine has found of one ruling on one instance, with its play."""
        play = None
        if found.play is not None:
            play = workshop.play(
                list(found.play), self.options.readings, f"{found.ruling}: the readings part here"
            )
        return ComparisonRow(
            found.ruling,
            found.matters,
            " or ".join(p.lower() for p in found.pair[1:]),
            found.choices,
            found.steps,
            found.consulted,
            found.states,
            play,
            workshop.comparer.uncounted(workshop.comparer.number(found.ruling)),
            seconds,
        )

    def elsewhere(self, decls: Mapping[str, Any], name: str, names: Sequence[str]) -> Iterator[BesideRow]:
        """Where a ruling that changes nothing beside the house readings does so all the same.

        That is, beside another reading of a ruling that shares a clause with it; the first instance for each.
        """
        for other in decls.values():
            if other.name == name or not set(other.clauses) & set(decls[name].clauses):
                continue
            for reading in other.readings:
                if reading is other.house:
                    continue
                boxes = [self.instance(instance) for instance in names]
                key = self.kept.key(
                    "beside",
                    name,
                    beside=[other.name, reading.name.lower()],
                    instances=[[box.name, self.options.budget or box.budget] for box in boxes],
                )
                row = self.kept.get(key, decoded(BesideRow))
                if row is None:
                    row = self.beside(name, other.name, reading, names)
                    self.kept.put(key, encoded(row))
                yield row

    def beside(self, name: str, other: str, reading: Any, names: Sequence[str]) -> BesideRow:
        """The first instance on which a ruling matters beside another reading of another ruling."""
        from queensbench.engines.compare import rulings_on

        begun = time.perf_counter()
        text = f"{other}={reading.name.lower()}"
        for instance in names:
            workshop = self.workshop(instance)
            self.options.progress(f"{self.ruleset.name}/{self.mode.name} {instance}: {name} beside {text}")
            base = {**self.options.readings, other: reading}
            found = workshop.explored(base, max_states=self.options.budget, keep=False)
            (parted,) = rulings_on(workshop.comparer, found, [name])
            if found.interrupted or (found.complete and not parted.complete):
                raise KeyboardInterrupt
            if parted.play is not None:
                play = workshop.play(list(parted.play), base, f"{name}: the readings part here")
                seconds = time.perf_counter() - begun
                return BesideRow(text, parted.matters, instance, parted.choices, parted.steps, play, seconds)
        return BesideRow(text, "", "", None, None, None, time.perf_counter() - begun)

    # -------------------------------------------------------------------------------------- studies

    def interpreter(self, instance: Instance | str, readings: Mapping[str, Any] | None = None) -> Interpreter:
        """The interpreter of an instance under a reading (for studies)."""
        box = self.instance(instance) if isinstance(instance, str) else instance
        return Interpreter(self.mode, box, {**self.options.readings, **(readings or {})})

    def rulings(self) -> Mapping[str, tuple[Any, ...]]:
        """The readings of every ruling, the house reading first (for studies)."""
        return {
            d.name: (d.house, *(r for r in d.readings if r is not d.house)) for d in rulings_of(self.mode)
        }

    def run_studies(self) -> None:
        """Answer the studies of the mode's record."""
        for decls in studies_declared.values():
            for decl in decls:
                if not issubclass(self.mode.state, decl.state):
                    continue
                key = self.kept.key("study", decl.name)
                row = self.kept.get(key, decoded(StudyRow))
                if row is None:
                    row = self.answered(decl)
                    self.kept.put(key, encoded(row))
                self.report.studies.append(row)

    def answered(self, decl: StudyDecl) -> StudyRow:
        """The answer to a study."""
        self.options.progress(f"{self.ruleset.name}/{self.mode.name}: study {decl.name}")
        begun = time.perf_counter()
        found = decl.run(self)
        return StudyRow(
            decl.name,
            self.mode.name,
            decl.question,
            found.columns,
            found.rows,
            found.chosen,
            found.findings,
            time.perf_counter() - begun,
        )

    def ruling_row(self, decl: Any, names: Sequence[str]) -> RulingRow:
        """One ruling's row."""
        best: tuple[tuple[int, bool, int], str, ComparisonRow] | None = None
        by_instance: dict[str, str] = {}
        rows = [self.partings[name][decl.name] for name in names if decl.name in self.partings[name]]
        for name in names:
            found = self.partings[name].get(decl.name)
            if found is None:
                continue
            by_instance[name] = (
                found.matters if found.consulted or found.matters != "not-seen" else "not consulted"
            )
            rank = (ORDER.index(found.matters), not found.consulted, found.choices or 0)
            if best is None or rank < best[0]:
                best = (rank, name, found)
        readings = tuple(member.lower() for member in decl.readings.__members__)
        games = None
        if self.played is not None and self.played.rulings is not None and self.played.row["games"]:
            counted = not names or not self.partings[names[0]][decl.name].uncounted
            games = self.played.rulings[decl.name] if counted else None
        if best is None:
            return RulingRow(
                decl.name, self.mode.name, decl.question, readings, decl.house.name.lower(), "undecided", "", "",
                None, "no instance was explored", by_instance, games,
            )  # fmt: skip
        _, name, found = best
        detail = f"{found.states:,} states, {found.consulted:,} that consult it"
        if found.play is not None:
            detail += f"; they part after {found.choices} choices, {found.steps} steps"
        return RulingRow(
            decl.name,
            self.mode.name,
            decl.question,
            readings,
            decl.house.name.lower(),
            found.matters,
            name,
            found.against,
            found.play,
            detail,
            by_instance,
            games,
            seconds=sum(row.seconds for row in rows),
            cached=all_cached(rows),
        )


def _number(workshop: Workshop, decl: PropertyDecl) -> int:
    return [judge.name for judge in workshop.system.judges].index(decl.name)


def ends_text(workshop: Workshop, who: Sequence[int]) -> str:
    """The winners of an end in words."""
    kind = workshop.mode.players
    if kind is None or not who:
        return "nobody"
    kept = workshop.interpreter().context.kept(kind)
    return " and ".join(kept[p].name for p in who)


def reason_text(reason: str, states: int) -> str:
    """Why an exploration ended early, in words."""
    return {
        "max_states": f"its budget of {states:,} states",
        "max_bytes": "its budget of memory",
        "max_steps": "a play of more than 65,535 steps",
        "interrupted": "Ctrl-C",
    }.get(reason, reason)


def carried_out(system: System) -> frozenset[str]:
    """The clauses that a transition, or what it calls, carries out (what only predicates name is not met)."""
    found: set[int] = set()
    pending = [system.initial, *(t.function for t in system.transitions)]
    known = set(pending)
    while pending:
        function = system.functions[pending.pop()]
        found |= set(function.clauses)
        for statement in function.body:
            for part in walk(statement):
                if isinstance(part, Clause):
                    found |= set(part.clauses)
                elif isinstance(part, (Call, Do)) and part.function not in known:
                    known.add(part.function)
                    pending.append(part.function)
    return frozenset(system.clauses[number] for number in found)


def exit_code(reports: Sequence[ModeReport]) -> int:
    """0 when all is as expected, 1 when a verdict is not, 3 for an unexpected unknown, 130 after Ctrl-C."""
    if any(report.interrupted for report in reports):
        return 130
    states = {row.state for report in reports for row in report.properties}
    if "unexpected" in states:
        return 1
    return 3 if "unknown" in states else 0
