"""The audit: every property of every mode, every ruling, and what was not decided.

Small instances are exhausted, the full box is played at random; what only a graph can tell (whether an end can
always be reached, whether play can go on for ever) is asked of the instances whose graph fits.  No verdict is
printed in a stronger class than its engine has shown; see ``docs/guide/verdicts``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queensbench.engines.compare import Matters, rulings_on
from queensbench.engines.exploration import Exploration
from queensbench.engines.games import Game, game_of
from queensbench.engines.graphs import can_always, ends
from queensbench.engines.play import Playouts
from queensbench.engines.workshop import Workshop
from queensbench.errors import BadInput
from queensbench.evidence.plays import Play
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import Class, PropertyDecl
from queensbench.language.studies import declared as studies_declared
from queensbench.project import Ruleset, rulings_of, system
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.ir import Call, Clause, Do, System, walk
from queensbench.readers.system import PROBED, properties_of
from queensbench.readers.visibility import peeks

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
    ``state``: ``ok``, ``unexpected`` or ``unknown`` (an unknown that was not expected).
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
        }


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
        }


@dataclass
class StudyRow:
    """The answer to a study: its table, the rows that matter most, what follows."""

    name: str
    mode: str
    question: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    chosen: Sequence[int]
    findings: list[str]
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The study as the command prints it with ``--json``."""
        return {
            "name": self.name,
            "mode": self.mode,
            "question": self.question,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "chosen": list(self.chosen),
            "findings": self.findings,
            "seconds": round(self.seconds, 3),
        }


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


def reading_text(workshop: Workshop, readings: Mapping[str, Any]) -> str:
    """A reading as text: ``house``, or the rulings in which it differs."""
    raw = workshop.raw(readings)
    other = [
        f"{r.name}={r.readings[value].lower()}"
        for r, value in zip(workshop.system.rulings, raw, strict=True)
        if value != r.house
    ]
    return ", ".join(other) or "house"


class ModeAudit:
    """The audit of one mode; :meth:`run` fills :attr:`report`."""

    def __init__(self, ruleset: Ruleset, mode: Mode, options: Options) -> None:
        self.ruleset = ruleset
        self.mode = mode
        self.options = options
        self.report = ModeReport(ruleset.name, ruleset.title, mode.name)
        self.workshops: dict[str, Workshop] = {}
        self.playouts: Playouts | None = None
        self.partings: dict[str, dict[str, Matters]] = {}

    def workshop(self, name: str) -> Workshop:
        """The workshop of an instance, made once."""
        if name not in self.workshops:
            instance = next(i for i in self.mode.all_instances() if i.name == name)
            lowered = system(self.ruleset, self.mode, instance)
            self.workshops[name] = Workshop(self.ruleset.name, self.mode, instance, lowered)
        return self.workshops[name]

    def run(self) -> None:
        """Judge all properties and rulings.  Ctrl-C keeps what is finished and marks the report."""
        try:
            self.report.peeks = [
                f"{p.transition} reads {p.field} ({Path(p.place).name}): {p.why}"
                for p in peeks(self.workshop(self.mode.full.name).system, self.mode)
            ]
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

    def note_unasked(self) -> None:
        """A property that no instance could be asked about is unknown, not passed over."""
        judged_ = {row.name for row in self.report.properties}
        for instance in self.mode.all_instances():
            if self.options.instances and instance.name not in self.options.instances:
                continue
            for decl in self.wanted(instance.name):
                if decl.name not in judged_:
                    judged_.add(decl.name)
                    self.add(
                        self.workshop(instance.name),
                        decl,
                        "unknown",
                        None,
                        engine="none",
                        seconds=0.0,
                        detail="only all states can tell, and no instance on which it is asked is explored",
                    )

    def wanted(self, name: str) -> Iterator[PropertyDecl]:
        """The properties asked on an instance."""
        instance = next(i for i in self.mode.all_instances() if i.name == name)
        for decl in properties_of(self.mode, instance):
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
    ) -> None:
        """Add a row, its play replayed by the interpreter first."""
        play = None
        readings = self.options.readings
        if codes is not None:
            play = workshop.play(codes, readings, f"{decl.name}: {verdict}")
            workshop.interpreter(readings).replay(play.steps)
        if verdict == "fails" and play is not None:
            text = "refuted"
        else:
            text = shown.value if shown is not None else "unknown"
        expected = decl.expected(workshop.instance.name)
        self.report.properties.append(
            PropertyRow(
                decl.name,
                decl.kind,
                self.mode.name,
                workshop.instance.name,
                reading_text(workshop, readings),
                verdict,
                text,
                expected.outcome,
                engine,
                seconds,
                detail,
                play,
                judged(decl, workshop.instance.name, verdict, shown),
                expected.blame,
                expected.at_least.value if expected.outcome == "holds" else "",
            )
        )

    # ------------------------------------------------------------------------------------- sampling

    def play(self, name: str) -> None:
        """Random playouts of an instance: sampled verdicts, witnesses, refutations, how often clauses ran."""
        workshop = self.workshop(name)
        self.options.progress(
            f"{self.ruleset.name}/{self.mode.name} {name}: playing {self.options.games:,} games"
        )
        begun = time.perf_counter()
        played = workshop.played(
            self.options.readings, games=self.options.games, seed=self.options.seed, max_steps=MAX_STEPS
        )
        self.playouts = played
        seconds = time.perf_counter() - begun
        if played.interrupted:
            self.report.interrupted = True
        self.report.instances.append(
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
            }
        )
        numbers = {judge.name: j for j, judge in enumerate(workshop.system.judges)}
        for decl in self.wanted(name):
            if decl.kind not in PROBED or not played.games:
                continue
            met = played.failing[numbers[decl.name]]
            detail = f"{played.games:,} games, {played.steps:,} steps"
            codes = None
            if met.count and met.state is not None:
                codes = self.cut_at(workshop, played.replay(met.state), decl)
            share = {"engine": "play", "seconds": seconds, "detail": detail}
            if decl.kind == "reachable":
                if codes is not None:
                    self.add(workshop, decl, "holds", Class.WITNESSED, codes=codes, **share)  # type: ignore[arg-type]
                else:
                    self.add(workshop, decl, "unknown", None, **share)  # type: ignore[arg-type]
            elif codes is not None:
                self.add(workshop, decl, "fails", Class.WITNESSED, codes=codes, **share)  # type: ignore[arg-type]
            else:
                self.add(workshop, decl, "holds", Class.SAMPLED, **share)  # type: ignore[arg-type]
        carried = carried_out(workshop.system)
        self.report.unused_clauses = [
            clause
            for clause, came in zip(workshop.system.clauses, played.clauses, strict=True)
            if not came.games and clause in carried
        ]

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
        self.report.instances.append(
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
            }
        )
        numbers = {judge.name: j for j, judge in enumerate(workshop.system.judges)}
        size = f"{found.states:,} states"
        if not found.complete:
            size = f"{found.states:,} states, stopped by {reason_text(found.reason, found.states)}"
        game: Game | None = None
        for decl in self.wanted(name):
            share = {"engine": "explore", "seconds": seconds, "detail": size}
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
                self.graph(workshop, decl, found, game)

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

    def graph(self, workshop: Workshop, decl: PropertyDecl, found: Exploration, game: Game) -> None:
        """What only the whole graph can tell."""
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
            workshop = self.workshop(name)
            self.options.progress(f"{self.ruleset.name}/{self.mode.name} {name}: comparing readings")
            found = workshop.explored(self.options.readings, max_states=self.options.budget)
            self.partings[name] = {m.ruling: m for m in rulings_on(workshop.comparer, found)}
            if found.interrupted or (
                found.complete and not all(m.complete for m in self.partings[name].values())
            ):
                self.report.interrupted = True
                names = names[: names.index(name) + 1]
                break
        for decl in decls.values():
            self.report.rulings.append(self.ruling_row(decl, names))
        for row in self.report.rulings:
            if row.matters == "not-seen" and not self.report.interrupted:
                row.elsewhere = tuple(self.elsewhere(decls, row.name, names))

    def elsewhere(
        self, decls: Mapping[str, Any], name: str, names: Sequence[str]
    ) -> Iterator[dict[str, Any]]:
        """Where a ruling that changes nothing beside the house readings does so all the same.

        That is, beside another reading of a ruling that shares a clause with it; the first instance for each.
        """
        for other in decls.values():
            if other.name == name or not set(other.clauses) & set(decls[name].clauses):
                continue
            for reading in other.readings:
                if reading is other.house:
                    continue
                for instance in names:
                    workshop = self.workshop(instance)
                    label = f"{self.ruleset.name}/{self.mode.name} {instance}"
                    self.options.progress(f"{label}: {name} beside {other.name}={reading.name.lower()}")
                    base = {**self.options.readings, other.name: reading}
                    found = workshop.explored(base, max_states=self.options.budget, keep=False)
                    (parted,) = rulings_on(workshop.comparer, found, [name])
                    if found.interrupted or (found.complete and not parted.complete):
                        raise KeyboardInterrupt
                    if parted.play is None:
                        continue
                    play = workshop.play(list(parted.play), base, f"{name}: the readings part here")
                    yield {
                        "beside": f"{other.name}={reading.name.lower()}",
                        "matters": parted.matters,
                        "instance": instance,
                        "choices": parted.choices,
                        "steps": parted.steps,
                        "play": play.texts,
                    }
                    break

    # -------------------------------------------------------------------------------------- studies

    def interpreter(self, instance: Instance | str, readings: Mapping[str, Any] | None = None) -> Interpreter:
        """The interpreter of an instance under a reading (for studies)."""
        box = instance
        if isinstance(instance, str):
            box = next(i for i in self.mode.all_instances() if i.name == instance)
        assert isinstance(box, Instance)
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
                self.options.progress(f"{self.ruleset.name}/{self.mode.name}: study {decl.name}")
                begun = time.perf_counter()
                found = decl.run(self)
                self.report.studies.append(
                    StudyRow(
                        decl.name,
                        self.mode.name,
                        decl.question,
                        found.columns,
                        found.rows,
                        found.chosen,
                        found.findings,
                        time.perf_counter() - begun,
                    )
                )

    def ruling_row(self, decl: Any, names: Sequence[str]) -> RulingRow:
        """One ruling's row."""
        best: tuple[tuple[int, bool, int], str, Matters] | None = None
        by_instance: dict[str, str] = {}
        for name in names:
            found = self.partings[name].get(decl.name)
            if found is None:
                continue
            by_instance[name] = (
                found.matters if found.consulted or found.matters != "not-seen" else "not consulted"
            )
            key = (ORDER.index(found.matters), not found.consulted, found.choices or 0)
            if best is None or key < best[0]:
                best = (key, name, found)
        members = decl.readings.__members__
        readings = tuple(member.lower() for member in members)
        games = None
        if self.playouts is not None and self.playouts.games:
            full = next(iter(self.workshops.values()))
            index = [r.name for r in full.system.rulings].index(decl.name)
            counted = not names or not self.workshop(names[0]).comparer.uncounted(index)
            games = self.playouts.rulings[index].games / self.playouts.games if counted else None
        if best is None:
            return RulingRow(
                decl.name, self.mode.name, decl.question, readings, decl.house.name.lower(), "undecided", "", "",
                None, "no instance was explored", by_instance, games,
            )  # fmt: skip
        _, name, found = best
        play = None
        detail = f"{found.states:,} states, {found.consulted:,} that consult it"
        if found.play is not None:
            workshop = self.workshop(name)
            detail += f"; they part after {found.choices} choices, {found.steps} steps"
            play = workshop.play(
                list(found.play), self.options.readings, f"{decl.name}: the readings part here"
            )
        return RulingRow(
            decl.name,
            self.mode.name,
            decl.question,
            readings,
            decl.house.name.lower(),
            found.matters,
            name,
            " or ".join(p.lower() for p in found.pair[1:]),
            play,
            detail,
            by_instance,
            games,
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
