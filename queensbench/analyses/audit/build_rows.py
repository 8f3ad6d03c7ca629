"""An audit as rows for the machine that builds: one for each thing that the audit's exit code rests on.

A claim of a mode on an instance is one row, whatever engines were asked about it.  Losses against the lock,
contradictions, faults and an interruption are rows of their own, so that some row is bad exactly where the exit code is
not 0.  Rulings that matter are notes, on which no exit code rests; so are the silences and the deadlocks that were
met under the audit's own readings.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from queensbench.analyses.audit.all_modes import ALL, Fault
from queensbench.analyses.audit.closing import Settled
from queensbench.analyses.audit.contradictions import Contradiction
from queensbench.analyses.audit.locked import no_more
from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.audit.request import Audit, AuditRequest
from queensbench.analyses.rulings.ruling_rows import RulingRow
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.run import PROOF_TIME, SEED
from queensbench.analyses.verdicts.words import count, open_text, surprise
from queensbench.errors import MOST_MOVES
from queensbench.evidence.verdicts_lock import NAME, RULING
from queensbench.files.reading import read_text
from queensbench.language.modes import Mode
from queensbench.language.properties import PropertyDecl
from queensbench.project.projects import Project
from queensbench.rules.system import properties_of, steps_of

Outcome = Literal["passed", "open", "failed", "undecided", "error", "note"]
"""``open``: not decided, as its author expects.  ``undecided``: not decided, or too weakly, against expectation."""
BAD: tuple[Outcome, ...] = ("failed", "undecided", "error")
"""The outcomes for which the exit code is not 0."""
STOPS = (
    ("silence", "silent", "The rules do not say how play goes on"),
    ("deadlock", "deadlocks", "Nobody can move, though the game is not over and the rules are not silent"),
)
"""What play may come to instead of an end: its sort, the key of its count in an instance's row, and its words."""
UNSEEN = ("never", "not-seen")
"""What a ruling comes to of which nothing needs to be noted."""
PLACE = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+): ")


@dataclass(frozen=True)
class Place:
    """A line of a file, whose path is relative to the project's folder; line 0: the whole file."""

    file: str
    line: int


@dataclass(frozen=True)
class BuildRow:
    """One thing that an audit's exit code rests on, or a note.

    ``suite``: the mode as ``ruleset/mode``, or what else the row belongs to.  ``rule``: the property or the ruling, as
    ``ruleset/name``, or the sort of fault.  ``about``: the rule in words.  ``kind``: why the outcome is bad, in a word.
    ``message``: what and why, in one line.  ``command``: what shows it.  ``play``: the steps that show it.
    ``seconds``: the time that this audit spent on it.  ``identity``: what stays the same while the fault does.
    """

    suite: str
    name: str
    rule: str
    outcome: Outcome
    message: str
    kind: str = ""
    about: str = ""
    command: str = ""
    play: str = ""
    seconds: float = 0.0
    place: Place | None = None
    identity: tuple[str, ...] = ()


@dataclass
class BuildRows:
    """The rows of an audit, and notes on the rulings that matter or are not decided, with what they are made from.

    ``stops``: notes on where play cannot go on, though the game is not over.  ``ended``: the fault that has cut the
    audit short, if one has.
    """

    audit: Audit
    settled: Settled
    code: int
    ended: Fault | None = None
    rows: list[BuildRow] = field(default_factory=list)
    notes: list[BuildRow] = field(default_factory=list)
    stops: list[BuildRow] = field(default_factory=list)

    def __post_init__(self) -> None:
        modes = {(ruleset.name, mode.name): mode for ruleset, mode in self.audit.selected}
        for report in self.audit.reports:
            one = _ModeRows(self.audit, report, modes[report.ruleset, report.mode])
            self.rows += one.claims()
            self.stops += one.stops()
            self.notes += (one.note(row) for row in report.rulings if row.matters not in UNSEEN)
        for fault in self.audit.faults:
            self.rows += _faulty(self.audit.project, fault)
        self.rows += (self._contradicting(one, modes) for one in self.settled.contradicting)
        self.rows += self._held(modes)
        if self.ended is not None:
            self.rows += _faulty(self.audit.project, self.ended)
        if self.audit.cut or any(report.interrupted for report in self.audit.reports):
            said = "the audit was interrupted, and what was not finished is not told"
            command = " ".join(["queensbench audit", *self.audit.request.paths])
            row = BuildRow(ALL, "the end", "interrupted", "error", said, "interrupted", command=command)
            self.rows.append(row)

    def _contradicting(self, one: Contradiction, modes: Mapping[tuple[str, str], Mode]) -> BuildRow:
        ruleset, _, name = one.mode.partition("/")
        row = one.one
        return BuildRow(
            one.mode,
            f"{row.name} on {row.instance}: contradiction",
            f"{ruleset}/{row.name}",
            "error",
            one.text,
            "contradiction",
            command=f"queensbench audit {one.mode} -i {row.instance} -p {shlex.quote(row.name)} --fresh",
            place=_claim_place(self.audit.project, modes[ruleset, name], row.name),
            identity=(one.mode, row.name, row.instance, "contradiction"),
        )

    def _held(self, modes: Mapping[tuple[str, str], Mode]) -> Iterator[BuildRow]:
        """The losses against the lock; one row that passes where there are none."""
        held = self.settled.held
        if held is None:
            return
        for one in held.lost:
            ruleset, _, name = one.claim.mode.partition("/")
            asked = f" -i {one.instance} -p {shlex.quote(one.claim.name)}" if one.instance else ""
            yield BuildRow(
                NAME,
                f"{one.claim.mode} {one.place}",
                f"{ruleset}/{one.claim.name}",
                "undecided" if one.late else "failed",
                f"less than {NAME} says: {one.text}",
                "out-of-time" if one.late else "lost",
                command=f"queensbench audit {one.claim.mode}{' --confirm' if held.confirming else asked}",
                place=_claim_place(self.audit.project, modes[ruleset, name], one.claim.name)
                if one.instance
                else _locked(self.audit.project.root, f"{one.claim.mode} {RULING} {one.claim.name}"),
                identity=(one.claim.mode, one.claim.name, one.instance, "lost"),
            )
        for text in held.gone:
            path = text.split(" ")[0].rstrip(":")
            yield BuildRow(
                NAME,
                text,
                NAME,
                "failed",
                f"{NAME} has {text}: {no_more(text)}",
                "gone",
                command=f"queensbench audit {path.partition('/')[0]}",
                place=_locked(self.audit.project.root, text),
                identity=(text, "gone"),
            )
        if not held.lost and not held.gone:
            yield BuildRow(NAME, NAME, NAME, "passed", f"{held.same} verdicts as before, none is lost")


class _ModeRows:
    """The rows of one mode's report."""

    def __init__(self, audit: Audit, report: ModeReport, mode: Mode) -> None:
        self.audit = audit
        self.report = report
        self.mode = mode
        self.path = f"{report.ruleset}/{report.mode}"
        fresh = [self._run(row) for row in report.properties if not row.cached]
        self.sharing = Counter(fresh)

    @staticmethod
    def _run(row: PropertyRow) -> tuple[str, str, str, float]:
        """What is the same for all claims that one run of an engine has decided."""
        return row.instance, row.reading, row.engine, row.seconds

    def claims(self) -> Iterator[BuildRow]:
        """A row for each claim on each instance, and for each other reading under which it breaks."""
        groups: dict[tuple[str, str, str], list[PropertyRow]] = {}
        for row in self.report.properties:
            own = row.proof is not None or row.reading == self.report.reading
            groups.setdefault((row.name, row.instance, "" if own else row.reading), []).append(row)
        for (name, instance, reading), rows in groups.items():
            yield self._claim(name, instance, reading, rows)

    def _claim(self, name: str, instance: str, reading: str, rows: Sequence[PropertyRow]) -> BuildRow:
        outcome, kind, worst = _judged(rows)
        about = f"{name} on {instance}{f' under {reading}' if reading else ''}"
        telling = [row for row in rows if row.verdict != "unknown"] or rows
        if worst is not None:
            found = surprise(worst) if outcome == "failed" else open_text(worst)
            tried = "" if outcome == "failed" else f"tried by {worst.engine}: "
            message = f"{about}: {found}; {tried}{worst.detail}"
        else:
            told = [f"{row.verdict} ({row.shown}, {row.engine}): {row.detail}" for row in telling]
            message = "; ".join([*told, "as expected"])
        play = worst.play.texts if worst is not None and worst.play is not None else []
        fresh = (row for row in rows if not row.cached)
        return BuildRow(
            self.path,
            about,
            f"{self.report.ruleset}/{name}",
            outcome,
            message,
            kind,
            about=self._meant(name),
            command=self._command(name, instance, elsewhere=bool(reading)),
            play=" ".join(play) if len(play) <= MOST_MOVES else f"{len(play):,} steps; --json lists them",
            seconds=sum(row.seconds / self.sharing[self._run(row)] for row in fresh),
            place=_claim_place(self.audit.project, self.mode, name),
            identity=(self.path, name, instance, reading, kind),
        )

    def _meant(self, name: str) -> str:
        """What the author says of a claim."""
        decl = _claims(self.mode).get(name)
        if decl is None:
            return "Every position has a move, an end or a silence."
        return f"{decl.kind}; {decl.expect.outcome}, its author expects: {decl.expect.why}"

    def _command(self, name: str, instance: str, *, elsewhere: bool) -> str:
        """The command that asks the same again: other readings are played only where no property is named."""
        named = [] if elsewhere else ["-p", name]
        return shlex.join(
            ["queensbench", "audit", self.path, "-i", instance, *named, *_options(self.audit.request)]
        )

    def stops(self) -> Iterator[BuildRow]:
        """A note for each instance on which play comes to a silence, and for each on which it comes to a deadlock."""
        for row in self.report.instances:
            played = row["engine"] == "play"
            of = count(row["games"], "random game") if played else count(row["states"], "state")
            for kind, key, said in STOPS:
                if row.get(key):
                    text = f"{row['instance']}: {said.lower()}: {row[key]:,} of {of}"
                    yield BuildRow(
                        self.path,
                        f"{kind} on {row['instance']}",
                        kind,
                        "note",
                        text if row["engine"] == "play" or row["complete"] else f"{text} that were found",
                        kind,
                        about=f"{said}.",
                        command=self._walk(row),
                        place=_place(self.audit.project.root, self.mode.place),
                        identity=(self.path, row["instance"], self.report.reading, kind),
                    )

    def _walk(self, row: Mapping[str, Any]) -> str:
        """The command that shows a play to each silence and deadlock of an instance."""
        words = [word for reading in self.audit.request.readings for word in ("-r", reading)]
        if row["engine"] == "play":
            words += ["--games", str(row["games"]), "--seed", str(row["seed"])]
        elif self.audit.request.budget is not None:
            words += ["--budget", str(self.audit.request.budget)]
        return shlex.join(["queensbench", row["engine"], self.path, "-i", row["instance"], *words])

    def note(self, row: RulingRow) -> BuildRow:
        """A note on a ruling: how it matters, or that this is not decided."""
        declared = self.mode.rulings.declared() if self.mode.rulings is not None else ()
        decl = next(one for one in declared if one.name == row.name)
        where = f" on {row.instance}" if row.instance else ""
        against = f", {row.house} against {row.against}" if row.against else ""
        matters = (
            "not decided whether it matters"
            if row.matters == "undecided"
            else f"matters: {row.matters}{against}"
        )
        return BuildRow(
            self.path,
            row.name,
            f"{self.report.ruleset}/{row.name}",
            "note",
            f"{row.name}{where}: {matters}; {row.question} {row.detail}".rstrip(),
            row.matters,
            about=row.question,
            command=f"queensbench rulings {self.report.ruleset}",
            place=_place(self.audit.project.root, decl.where),
            identity=(self.path, row.name, row.matters),
        )


def _judged(rows: Iterable[PropertyRow]) -> tuple[Outcome, str, PropertyRow | None]:
    """The outcome of a claim that several engines may have judged, its kind, and the row that is to blame."""
    by_state = {row.state: row for row in reversed(list(rows))}
    if "unexpected" in by_state:
        return "failed", "not-as-expected", by_state["unexpected"]
    if "unknown" in by_state:
        return "undecided", "not-decided", by_state["unknown"]
    return ("open" if all(row.verdict == "unknown" for row in rows) else "passed"), "", None


def _faulty(project: Project, fault: Fault) -> Iterator[BuildRow]:
    """The rows of a mode without a report: one for each line of its fault."""
    for line in fault.text.splitlines():
        found = PLACE.match(line)
        place = _place(project.root, f"{found['file']}:{found['line']}") if found is not None else None
        text = line.replace(f"{project.root}/", "")
        where = f": {place.file}:{place.line}" if place is not None else ""
        kind = "internal-error" if fault.internal else "bad-input"
        yield BuildRow(
            fault.name,
            f"the audit{where}",
            kind,
            "error",
            text,
            kind,
            command=f"queensbench audit {fault.name}" if fault.ruleset != ALL else "queensbench audit",
            place=place,
            identity=(fault.name, kind, PLACE.sub("", line)),
        )


def _options(request: AuditRequest) -> list[str]:
    """The options of an audit that its verdicts may depend on, as they are written."""
    given: list[tuple[str, object, object]] = [
        ("--games", request.games, None),
        ("--seed", request.seed, SEED),
        ("--budget", request.budget, None),
        ("--rlimit", request.rlimit, None),
        ("--proof-time", request.proof_time, PROOF_TIME),
    ]
    words = [word for reading in request.readings for word in ("-r", reading)]
    words += [word for name, value, usual in given if value != usual for word in (name, str(value))]
    return [*words, *([] if request.proofs else ["--no-proofs"])]


def _claims(mode: Mode) -> dict[str, PropertyDecl]:
    """The claims of a mode by name."""
    return {decl.name: decl for decl in (*properties_of(mode), *steps_of(mode))}


def _place(root: Path, where: str) -> Place | None:
    """A place in a file of the project; None for one elsewhere."""
    file, _, line = where.rpartition(":")
    path = Path(file)
    if not line.isdigit() or not path.is_relative_to(root):
        return None
    return Place(path.relative_to(root).as_posix(), int(line))


def _claim_place(project: Project, mode: Mode, name: str) -> Place | None:
    """Where a claim is declared; where the mode is, for what every mode must meet."""
    decl = _claims(mode).get(name)
    return _place(project.root, mode.place if decl is None else decl.place)


def _locked(root: Path, text: str) -> Place:
    """The line of the lock on a mode, a claim or a ruling, as a report names it; line 1 where no line begins so."""
    words = text.partition(" on ")[0].partition(":")[0].split(" ")
    if len(words) == 3 and words[1] == RULING:
        words = [RULING, words[0], words[2]]
    named = " ".join([*words, ""])
    lines = read_text(root / NAME).splitlines()
    return Place(NAME, next((n for n, line in enumerate(lines, 1) if line.startswith(named)), 1))
