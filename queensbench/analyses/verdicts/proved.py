"""Proofs of a mode's always and never claims at full size, beside the rest of its audit.

They run in processes of their own, begun first and waited for last, so that they use what the other engines leave
idle; where another process audits as well, nothing is left idle, and they are begun last.  Their results are stored
when they end, whatever the audit is doing then.  That a proof ended early, for whatever reason, leaves its claims
unknown, and is not stored.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.property_rows import Replayed, Seen, property_row, unmet
from queensbench.analyses.verdicts.rows import ProofsRow, PropertyRow
from queensbench.analyses.verdicts.run import Run
from queensbench.analyses.verdicts.words import reading_text
from queensbench.engines.runtime.ctrl_c import unheard
from queensbench.errors import ClusterFault, InternalError, QueensbenchError
from queensbench.evidence import proof_records
from queensbench.evidence.questions import Question, answered_all, row_form, stored
from queensbench.evidence.verdicts_lock import Basis
from queensbench.language.properties import Class, PropertyDecl
from queensbench.rules.system import properties_of

if TYPE_CHECKING:
    from queensbench.engines.prove.hints import Hints
    from queensbench.engines.runtime.box import Box

PROVED = ("always", "never")
FREE = "every reading"
DONE = (Class.PROVED.value, Class.BY_CONSTRUCTION.value)
NICE = 10
"""The niceness of processes that prove beside an audit; not more, for in the end the audit waits for them."""
GRACE = 20.0
"""Seconds that proofs get to end: they do so when they next say how far they are."""
FOUND = ("goals", "known", "without_solver", "rlimit", "obligations_open", "never_enabled", "tried")
PARTS = ("why", "lemmas", "depth", "open", "counterexample_to_induction")


class Stopped(Exception):
    """The proofs are to end; the text says why."""


class Proofs:
    """The proofs of one mode: :meth:`begin`, anything else, and :meth:`finish` or :meth:`stop`."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.full = run.mode.full
        every = properties_of(run.mode, self.full)
        self.lemmas: list[PropertyDecl] = [decl for decl in every if decl.kind in PROVED]
        self.thread: threading.Thread | None = None
        self.rows: list[PropertyRow] = []
        self.found: ProofsRow | None = None
        self.fault: str = ""
        self.error: BaseException | None = None
        self.left = ""
        self.stored: list[PropertyRow | None] = []
        self.halt: str = ""
        self.said: str = ""
        self.begun = time.monotonic()
        self.box: Box | None = None
        self.hints: Hints = {}

    # --------------------------------------------------------------------------------------- the audit's side

    @property
    def wanted(self) -> bool:
        """Whether this audit is to prove anything of the full box."""
        options = self.run.options
        return options.proofs and (not options.instances or self.full.name in options.instances)

    @property
    def share(self) -> dict[str, Any]:
        """The parts that the keys of proofs share with the keys of results that rest on proofs."""
        return {"lemmas": [decl.name for decl in self.lemmas], "rlimit": self.run.options.rlimit or "default"}

    @property
    def basis(self) -> Basis | None:
        """What the proofs rest on; None where audits do not leave them to the command, or nothing is stored."""
        evidence = self.run.cache.evidence
        if evidence is None or not self.full.unproved:
            return None
        return Basis.of(self.run.cache.rests("system", self.full), evidence.subjects.proofs())

    def known(self) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The claims proved of every reading, and of the audit's readings only; None unless the proofs are whole.

        They are whole if they have ended with every range shown and no transition dead, or if there
        is nothing to prove.
        """
        if not self.wanted or self.full.unproved:
            return None
        if not self.lemmas:
            return (), ()
        if self.found is None or self.fault:
            return None
        row = self.found.row
        if row.get("ended_early") or row["obligations_open"] or row["never_enabled"]:
            return None
        shown = [one for one in self.rows if one.verdict == "holds" and one.shown in DONE]
        every = tuple(one.name for one in shown if one.reading == FREE)
        return every, tuple(one.name for one in shown if one.reading != FREE)

    def questions(self) -> tuple[Question[ProofsRow], list[Question[PropertyRow]]]:
        """The questions of the proofs as a whole, and of each claim."""
        form, full = row_form(PropertyRow), self.full
        claims = [Question("proof", decl.name, form, full, self.share, "system") for decl in self.lemmas]
        return Question("proofs", full.name, row_form(ProofsRow), full, self.share, "system"), claims

    def begin(self) -> None:
        """Take the verdicts from the store, or begin to prove."""
        asked = any(decl.kind in PROVED for decl in self.run.wanted(self.full.name))
        if not (self.wanted and asked):
            return
        if self.full.unproved and not self.run.options.confirm:
            self.left = self.full.unproved
            return
        whole, claims = self.questions()
        self.stored = [stored(claim, self.run.cache) for claim in claims]
        self.found = stored(whole, self.run.cache) if None not in self.stored else None
        if self.found is not None:
            self.rows = [row for row in self.stored if row is not None]
            return
        self.box = replace(self.run.box(self.full.name), made={})
        self.hints = self._hints(self.box)
        if self.run.options.free is None:
            self._start()

    def _hints(self, box: Box) -> Hints:
        """How earlier proofs have shown goals.  Raises BadInput for a file that says something else."""
        from queensbench.analyses.verdicts import hints_lock

        name = f"{self.run.ruleset.name}/{self.run.mode.name}"
        return hints_lock.read(self.run.root / hints_lock.NAME, name, box.system)

    @property
    def running(self) -> bool:
        """Whether a proof is still under way."""
        return self.box is not None and (self.thread is None or self.thread.is_alive())

    def _start(self) -> None:
        self.begun = time.monotonic()
        self.thread = threading.Thread(target=self._prove, args=(self.box,), daemon=True)
        self.thread.start()

    def finish(self) -> None:
        """Wait for the proofs; then :attr:`found` and :attr:`chosen` hold their results."""
        if self.box is not None and self.thread is None:
            self._start()
        if self.thread is not None:
            while self.thread.is_alive():
                self.thread.join(0.1)
                self.run.say(f"proving, {self.said}" if self.said else "proving", self.full.name)
                if time.monotonic() - self.begun > self.run.options.proof_time + GRACE:
                    self.stop(self._late())
                    self.fault = self.fault or self.halt
                    break
            if self.error is not None:
                raise self.error
            if self.fault:
                self._give_up(self.fault)

    def stop(self, why: str = "interrupted") -> None:
        """End proofs that still run; what was finished before can be shown."""
        if self.thread is None or not self.thread.is_alive():
            return
        self.halt = why
        self.thread.join(GRACE)

    @property
    def chosen(self) -> list[PropertyRow]:
        """The rows of the claims that were asked about."""
        asked = {decl.name for decl in self.run.wanted(self.full.name)}
        return [row for row in self.rows if row.name in asked]

    def _late(self) -> str:
        return f"stopped after {self.run.options.proof_time:g} s"

    def _give_up(self, why: str) -> None:
        """Call every claim that is not stored unknown, and store nothing: another run may come further."""
        seconds = time.monotonic() - self.begun
        proof: dict[str, Any] = {"why": why, "lemmas": [], "open": [], "counterexample_to_induction": None}

        def unknown(decl: PropertyDecl) -> PropertyRow:
            seen = Seen("unknown", None, "prove", seconds, f"induction; {why}")
            return property_row(self.run, self.full.name, decl, seen, reading=FREE, proof=proof)

        self.rows = [row or unknown(decl) for row, decl in zip(self.stored, self.lemmas, strict=True)]
        self.found = ProofsRow(self.full.name, {"ended_early": why}, seconds)

    # -------------------------------------------------------------------------------------- the thread's side

    def _prove(self, box: Box) -> None:
        """Prove, make rows, and store them; what goes wrong is kept as text."""
        unheard()  # Ctrl-C is for the audit, which ends the processes
        try:
            whole, claims = self.questions()
            find = partial(self._answers, box)
            answers: list[Any] = list(answered_all([*claims], self.run.cache, find, whole=whole))
            self.rows, self.found = answers[1:], answers[0]
        except Stopped as stopped:
            self.fault = str(stopped)
        except (ClusterFault, InternalError) as error:
            self.error = error
        except (MemoryError, OSError, QueensbenchError, RecursionError) as error:
            text = " ".join(str(error).split()) or type(error).__name__
            self.fault = self.halt or f"ended early: {text}"
        except BaseException as error:  # noqa: BLE001 - of the toolkit itself; it is raised again by finish
            self.error = error

    def _answers(self, box: Box, missing: Sequence[Question[Any]]) -> Iterator[Any]:
        """Prove, and yield the summary, then the rows of the claims whose answers are missing."""
        found = self._proved(box)
        claims = {row["name"]: row for row in found["properties"]}
        decls = {decl.name: decl for decl in self.lemmas}
        left = [question.name for question in missing[1:]]
        rows = [self._row(box, decls[name], claims[name], found["seconds"]) for name in left]
        yield ProofsRow(self.full.name, {name: found[name] for name in FOUND}, found["seconds"])
        yield from rows

    def _proved(self, box: Box) -> dict[str, Any]:
        """The results of ``queensbench prove`` with the audit's readings in place of the house readings."""
        from queensbench.analyses.verdicts import proofs
        from queensbench.engines.prove.worker_pool import Share

        raw = box.raw(self.run.options.readings)
        rulings = tuple(replace(r, house=at) for r, at in zip(box.system.rulings, raw, strict=True))
        asked = replace(box, system=replace(box.system, rulings=rulings))
        limits: dict[str, Any] = {}
        if self.run.options.rlimit is not None:
            limits["rlimit"] = self.run.options.rlimit

        def progress(text: str) -> None:
            self.said = text
            if self.halt or time.monotonic() - self.begun > self.run.options.proof_time:
                raise Stopped(self.halt or self._late())

        free = self.run.options.free
        cluster = self.run.options.cluster
        nice = NICE if free is None and cluster is None else 0
        share = Share(free, nice, proof_records.opened(self.run.cache), cluster, hints=self.hints)
        return proofs.proofs(asked, share=share, progress=progress, **limits)

    def _row(self, box: Box, decl: PropertyDecl, found: Mapping[str, Any], seconds: float) -> PropertyRow:
        """The row of one claim.  It says *fails* only where the interpreter sees the claim fail, too."""
        reading = FREE
        if found["reading"] != FREE:
            reading = reading_text(self.run.mode, self.run.options.readings)
        proof = {part: found[part] for part in PARTS if part in found}
        how = "types" if found["class"] == Class.BY_CONSTRUCTION.value else "induction"
        detail = f"{how}; {_told(found, reading)}"
        verdict, shown, play = found["verdict"], None, None
        if verdict == "holds":
            shown = Class(found["class"])
        elif verdict == "fails":
            interpreter = box.interpreter(self.run.options.readings)
            if interpreter.judge(decl, interpreter.start()):
                verdict = "unknown"
            else:
                reading = reading_text(self.run.mode, self.run.options.readings)
                play = box.play([], self.run.options.readings, f"{decl.name}: fails")
                detail = "induction; fails at the start"
        seen = Seen(verdict, shown, "prove", seconds, detail)
        shown_by = Replayed(play, unmet=unmet(self.run, box, decl, seen, play))
        return property_row(self.run, self.full.name, decl, seen, shown_by, reading=reading, proof=proof)


def _told(found: Mapping[str, Any], reading: str) -> str:
    """What a proof has shown, or where it ended, in a few words."""
    depth = found.get("depth", 1)
    deep = f", depth {depth}" if depth > 1 else ""
    if found["verdict"] == "holds":
        only = f"{reading} reading only" if reading == "house" else f"{reading} only"
        return f"{reading if reading == FREE else only}{deep}"
    against = found["counterexample_to_induction"]
    if found["why"] == "failed at the start":
        return "fails at a start that is not settled, or under other readings or parameters"
    if against is not None:
        other = ", ".join(f"{name}={value}" for name, value in against["readings"].items())
        under = f" under {other}" if other else ""
        return f"not inductive{deep}: {against['step']}{under} leads out of it from a state that may be unreachable"
    names = list(dict.fromkeys(one["transition"] or "the start or a question" for one in found["open"]))
    return f"not decided{deep}: {_few(names)}" if names else f"not decided{deep}"


def _few(names: Sequence[str], most: int = 3) -> str:
    left = len(names) - most
    return ", ".join(names[:most]) + (f" and {left} more" if left > 0 else "")
