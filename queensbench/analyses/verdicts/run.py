"""One mode's audit while it runs: workshops, the store, and the rows that are found."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.expected import judged
from queensbench.analyses.verdicts.rows import ComparisonRow, InstanceRow, ModeReport, PropertyRow, mark
from queensbench.analyses.verdicts.words import reading_text
from queensbench.errors import InternalError, ModelError, Refused
from queensbench.evidence.cache import Evidence, VerdictCache, decoded, encoded
from queensbench.evidence.keys import Key
from queensbench.evidence.plays import Play, ending
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import Class, PropertyDecl
from queensbench.project.projects import Ruleset, system
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import PROBED, STEP, properties_of, steps_of

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box

GAMES = 20_000
MAX_STEPS = 10_000
SEED = 20_190_101
PROOF_TIME = 1800.0


@dataclass
class Options:
    """How an audit is run.

    ``rlimit``: z3's resource limit for one goal (None: the engine's).  ``proof_time``: the most seconds that the
    proofs of one mode may take.  ``elsewhere``: whether other readings are played.  ``progress`` gets one line of text
    at a time.  ``free``: where two processes audit, how many may prove for this one, asked again and again; proofs then
    come after the rest of their mode (None: beside it).  ``confirm``: prove what audits leave to be proved apart, and
    do nothing else.
    """

    games: int = GAMES
    seed: int = SEED
    budget: int | None = None
    rlimit: int | None = None
    proof_time: float = PROOF_TIME
    rulings: bool = True
    elsewhere: bool = True
    studies: bool = True
    proofs: bool = True
    progress: Callable[[str], None] = lambda text: None
    properties: Sequence[str] = ()
    instances: Sequence[str] = ()
    readings: Mapping[str, Any] = field(default_factory=dict)
    evidence: Evidence | None = None
    free: Callable[[], int] | None = None
    confirm: bool = False


class Run:
    """The audit of one mode while it runs: what the ways of judging share, and the :attr:`report` they fill."""

    def __init__(self, ruleset: Ruleset, mode: Mode, options: Options) -> None:
        self.ruleset = ruleset
        self.mode = mode
        self.options = options
        self.report = ModeReport(ruleset.name, ruleset.title, mode.name, reading_text(mode, options.readings))
        self.kept = VerdictCache(options.evidence, ruleset, mode, options.readings)
        self.workshops: dict[str, Box] = {}
        self.compiling: dict[str, threading.Thread] = {}
        self.played: InstanceRow | None = None
        self.partings: dict[str, dict[str, ComparisonRow]] = {}

    def instance(self, name: str) -> Instance:
        """The instance of this name."""
        return next(i for i in self.mode.all_instances() if i.name == name)

    def ahead(self, name: str, compiled: Callable[[Box], Any]) -> None:
        """Begin to compile what is needed of an instance while this one is at something else."""
        self.workshop(name)

        def compile_it() -> None:
            with suppress(Exception):  # whoever needs it meets the same fault, and says so
                compiled(self.workshops[name])

        self.compiling[name] = threading.Thread(target=compile_it)
        self.compiling[name].start()

    def workshop(self, name: str) -> Box:
        """The workshop of an instance, made once."""
        thread = self.compiling.pop(name, None)
        if thread is not None:
            thread.join()
        if name not in self.workshops:
            from queensbench.engines.boxes import LOOPS
            from queensbench.engines.runtime.box import Box, same_code

            instance = self.instance(name)
            lowered = system(self.ruleset, self.mode, instance)
            alike = next((w for w in self.workshops.values() if same_code(w.system, lowered)), None)
            self.workshops[name] = Box(self.ruleset.name, self.mode, instance, lowered, LOOPS, alike)
        return self.workshops[name]

    def wanted(self, name: str) -> Iterator[PropertyDecl]:
        """The properties asked on an instance."""
        for decl in properties_of(self.mode, self.instance(name)):
            if not self.options.properties or decl.name in self.options.properties:
                yield decl

    def wanted_steps(self, name: str) -> Iterator[PropertyDecl]:
        """The properties of steps asked on an instance."""
        for decl in steps_of(self.mode, self.instance(name)):
            if not self.options.properties or decl.name in self.options.properties:
                yield decl

    def add(
        self,
        workshop: Box,
        decl: PropertyDecl,
        verdict: str,
        shown: Class | None,
        *,
        engine: str,
        seconds: float,
        detail: str,
        codes: list[int] | None = None,
        key: Key | None = None,
        met: Iterable[str] = (),
        loop: int = 0,
    ) -> None:
        """Add a row, its play replayed by the interpreter first.

        ``met``: for a failure without a play, the clauses that plays of the instance carry out.  ``loop``: how many of
        the play's last steps are a loop.
        """
        play, end = None, ""
        through: tuple[str, ...] = ()
        readings = self.options.readings
        if codes is not None:
            play = workshop.play(codes, readings, f"{decl.name}: {verdict}")
            interpreter = workshop.interpreter(readings)
            states = self.replayed(play, interpreter)
            last = states[-1]
            seen = decl.kind not in PROBED or interpreter.judge(decl, last) is (decl.kind == "reachable")
            if decl.kind == STEP:
                seen = len(states) > 1 and not interpreter.judge_step(decl, last, states[-2])
            if not seen:
                raise self.disagreeing(
                    f"the interpreter does not see what native code saw of {decl.name}", play
                )
            end = ending(interpreter, last)
            through = tuple(sorted(interpreter.tally.clauses))
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
            through=through,
            ending=end,
            unmet=self.unmet(workshop, decl, verdict, play, met, loop),
        )

    def unmet(
        self,
        workshop: Box,
        decl: PropertyDecl,
        verdict: str,
        play: Play | None,
        met: Iterable[str] = (),
        loop: int = 0,
    ) -> tuple[str, ...]:
        """What an expected failure blames, and its counterexample has nothing to do with."""
        expected = decl.expected(workshop.instance.name, tuple(self.options.readings.values()))
        if verdict != "fails" or expected.outcome != "fails":
            return ()
        from queensbench.analyses.verdicts.blame import unmet

        return unmet(self.ruleset, workshop, decl, expected, play, met, loop)

    def replayed(self, play: Play, interpreter: Interpreter) -> list[Any]:
        """The states of a play that native code has found.  Raises InternalError if the interpreter refuses it."""
        try:
            return interpreter.replay(play.steps)
        except (Refused, ModelError) as refused:
            said = f"the interpreter does not play what native code has played: {refused}"
            raise self.disagreeing(said, play) from None

    def disagreeing(self, what: str, play: Play) -> InternalError:
        """Two readers of the rules disagree about a play."""
        where = f"{self.ruleset.name}/{self.mode.name}"
        steps = " ".join(play.texts) or "the start"
        sent = f"Instance: {play.instance}\nReadings: {dict(play.readings)}\nPlay: {steps}"
        return InternalError(what, where=where, sent=sent)

    def note(
        self,
        instance: str,
        decl: PropertyDecl,
        verdict: str,
        shown: Class | None,
        *,
        key: Key | None = None,
        **more: Any,
    ) -> None:
        """Add a row and, under its key, keep it in the store, unless what it rests on was interrupted."""
        row = self.row(instance, decl, verdict, shown, **more)
        self.report.properties.append(row)
        if key is not None and not self.report.interrupted:
            self.kept.put(key, encoded(row))

    def row(
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
        reading: str = "",
        proof: Mapping[str, Any] | None = None,
        through: Sequence[str] = (),
        ending: str = "",
        unmet: Sequence[str] = (),
    ) -> PropertyRow:
        """The row of a verdict.  ``reading``: under what, if not under the audit's own reading."""
        if verdict == "fails" and play is not None:
            text = "refuted"
        else:
            text = shown.value if shown is not None else "unknown"
        readings = tuple(self.options.readings.values())
        expected = decl.expected(instance, readings)
        return PropertyRow(
            decl.name,
            decl.kind,
            self.mode.name,
            instance,
            reading or reading_text(self.mode, self.options.readings),
            verdict,
            text,
            expected.outcome,
            engine,
            seconds,
            detail,
            play,
            "unexpected" if unmet else judged(decl, instance, verdict, shown, readings),
            expected.blame,
            expected.at_least.value if expected.outcome == "holds" else "",
            proof,
            through=through,
            ending=ending,
            unmet=tuple(unmet),
        )

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
        """Add what an instance came to.

        Of several that are played at random a clause is unused if none of them came to it; the shares of rulings are
        those of the full box.
        """
        self.report.instances.append({**found.row, **mark(found.cached)})
        if found.rulings is not None:
            unused = self.report.unused_clauses if self.played is not None else found.unused
            self.report.unused_clauses = [clause for clause in unused if clause in found.unused]
            if self.played is None or found.row["instance"] == self.mode.full.name:
                self.played = found

    def recalled(self, whole: Key, keys: Sequence[Key]) -> tuple[bool, list[PropertyRow | None]]:
        """The rows of an instance that are stored; whether that is all (and then it is in the report)."""
        rows = [self.kept.get(key, decoded(PropertyRow)) for key in keys]
        summary = self.kept.get(whole, decoded(InstanceRow)) if None not in rows else None
        if summary is None:
            return False, rows
        self.show(summary)
        self.report.properties += [row for row in rows if row is not None]
        return True, rows
