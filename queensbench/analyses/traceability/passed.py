"""Runs through each clause that passed: those of the stored audits, and those of the traced tests.

Evidence counts only for the rules that it was found of: an audit is of today's rules if its key holds the digest of
what they are today (as an audit has noted it; to lower the rules here would take long), a test if the text of the rules
and its own file are those of the traced run.  What is older is told apart, and serves only to say what a change may
touch.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from queensbench.analyses.traceability.test_markers import unknown
from queensbench.evidence import index
from queensbench.evidence.cache import reading_names
from queensbench.evidence.checked_lines import contents, line_of
from queensbench.evidence.keys import Key, Sources
from queensbench.evidence.store import Damaged, Store, believed, place
from queensbench.evidence.subjects import Rests, Subjects
from queensbench.files.reading import read_bytes
from queensbench.language.modes import Mode
from queensbench.language.properties import Class, PropertyDecl
from queensbench.project.projects import Ruleset

TESTS = Path(".queensbench", "trace", "tests.json")
FORMAT = "queensbench trace 2"
KINDS = ("instance", "property", "proof")
MOST = 4
"""So many verdicts of one thing are looked through for one of today's rules."""


@dataclass(frozen=True)
class Ran:
    """An audit's run through a clause's block: all states of an instance, or random games of it."""

    mode: str
    instance: str
    engine: str
    times: int


@dataclass(frozen=True)
class FoundVerdict:
    """The newest verdict on a property on an instance by one way (``property``, ``proof``).

    ``state``: ok, unexpected or unknown.  ``current``: it is of today's rules.  ``through`` and ``ending``: the clauses
    of its play, and how that ends; ``file``: where the play is stored, if there is one.
    """

    name: str
    mode: str
    instance: str
    how: str
    verdict: str
    shown: str
    state: str
    current: bool
    toolkit: str
    through: tuple[str, ...] = ()
    ending: str = ""
    file: Path | None = None
    proof: Mapping[str, Any] | None = None

    def play(self) -> Mapping[str, Any] | None:
        """The play as it is stored; None if there is none, or if its file is damaged by now."""
        stored = None if self.file is None else stored_file(self.file)
        return None if stored is None else stored["payload"].get("play")


@dataclass(frozen=True)
class TracedTest:
    """A traced test: whether it passed, and whether rules and test are those of today."""

    name: str
    passed: bool
    current: bool


@dataclass
class ClauseEvidence:
    """All that is known of one ruleset: by clause what ran, by property the verdicts, by clause the tests.

    ``named``: by clause where the text of a test names it.
    """

    ran: dict[str, list[Ran]] = field(default_factory=dict)
    verdicts: dict[str, list[FoundVerdict]] = field(default_factory=dict)
    tests: dict[str, list[TracedTest]] = field(default_factory=dict)
    named: dict[str, list[str]] = field(default_factory=dict)
    rests: dict[str, list[str]] | None = None
    stored: bool = False
    traced: bool = False
    older: int = 0
    """How many units of evidence are of other rules than today's."""

    def plays(self) -> list[FoundVerdict]:
        """The verdicts that have a play."""
        return [found for rows in self.verdicts.values() for found in rows if found.file is not None]


def evidence(
    rulesets: Iterable[Ruleset], sources: Sources, *, chosen: str | None = None, tests: Path | None = None
) -> dict[str, ClauseEvidence]:
    """The evidence on some rulesets in the store and in the traced tests."""
    folder = place(sources.root, chosen)
    store = None if folder is None else Store(folder)
    rows: dict[str, list[Mapping[str, Any]]] = {}
    if store is not None:
        with suppress(OSError):
            for row in index.briefs(store):
                rows.setdefault(row["ruleset"], []).append(row)
    noted = read_tests(tests or sources.root / TESTS)
    return {ruleset.name: _evidence(ruleset, sources, store, rows, noted) for ruleset in rulesets}


def _evidence(
    ruleset: Ruleset,
    sources: Sources,
    store: Store | None,
    rows: Mapping[str, Sequence[Mapping[str, Any]]],
    noted: Mapping[str, Any] | None,
) -> ClauseEvidence:
    found = ClauseEvidence()
    content = sources.content(ruleset.package)
    if store is not None:
        _audits(found, ruleset, store, rows.get(ruleset.name, ()), Today(ruleset, sources, store))
    if noted is not None:
        _tests(found, ruleset, noted, sources, content)
    return found


# ---------------------------------------------------------------------------------------------- the store


class Today:
    """The rules of today, as the keys of verdicts tell them."""

    def __init__(self, ruleset: Ruleset, sources: Sources, store: Store) -> None:
        self.ruleset = ruleset
        self.subjects = Subjects(sources, store.folder)
        self.instances = {
            (mode.name, one.name): (mode, one)
            for mode in ruleset.modes.values()
            for one in mode.all_instances()
        }
        self.found: dict[tuple[str, str, Rests], str | None] = {}

    def holds(self, key: Mapping[str, Any], mode: str) -> bool:
        """Whether a verdict's key is of today's rules."""
        try:
            sort, digest = key["rests"]
            name = str(key.get("instance", ""))  # a study is of a whole mode
            at = self.instances[mode, name] if name else (self.ruleset.modes[mode], None)
        except (KeyError, ValueError):
            return False
        if (mode, name, sort) not in self.found:
            self.found[mode, name, sort] = self.subjects.known(sort, self.ruleset, *at)
        return bool(self.found[mode, name, sort] == digest)


def _audits(
    found: ClauseEvidence, ruleset: Ruleset, store: Store, stored: Iterable[Mapping[str, Any]], today: Today
) -> None:
    house = {name: reading_names(mode, {}) for name, mode in ruleset.modes.items()}
    declared = {
        name: {decl.name: decl for decl in reversed(ruleset.properties) if issubclass(mode.state, decl.state)}
        for name, mode in ruleset.modes.items()
    }
    at_ends = {name: _asked_at_ends(mode) for name, mode in ruleset.modes.items()}
    groups: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for row in stored:
        if row["kind"] in (*KINDS, "rests") and row["mode"] in house:
            groups.setdefault(_group(row), []).append(row)
    for key, rows in groups.items():
        newest = _newest(rows, house[key[0]], today)
        if newest is None:
            continue
        row, parts, payload, current = newest
        found.stored = True
        found.older += not current
        if key[1] == "instance" and current:
            _ran(found, key[0], parts, payload, at_ends[key[0]])
        elif key[1] in ("property", "proof"):
            decl = declared[key[0]].get(str(payload.get("name")))
            if decl is not None:
                file = _file(store, row) if payload.get("play") else None
                verdict = _verdict(decl, key[1], parts, payload, file, current=current)
                found.verdicts.setdefault(verdict.name, []).append(verdict)
        elif key[1] == "rests" and current:
            _rests(found, payload)


def _group(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (row["mode"], row["kind"], row["name"], row["instance"])


def _newest(
    rows: Sequence[Mapping[str, Any]], house: Mapping[str, str], today: Today
) -> tuple[Mapping[str, Any], Mapping[str, Any], Any, bool] | None:
    """The newest verdict under the house readings: of today's rules if there is one among the last few.

    Its row, its key, its payload, and whether it is of today's rules.
    """
    best: tuple[Mapping[str, Any], Mapping[str, Any], Any, bool] | None = None
    mine = [row for row in rows if _reading(row["reading"]) == house]
    for row in sorted(mine, key=lambda row: str(row["made"]), reverse=True)[:MOST]:
        stored = json.loads(row["brief"])
        current = today.holds(stored["key"], str(row["mode"]))
        if best is None or current:
            best = (row, stored["key"], stored["payload"], current)
        if current:
            break
    return best


@lru_cache(maxsize=256)
def _reading(text: str) -> Any:
    """The readings of a row; many rows share the same ones."""
    return json.loads(text or "{}")


def _file(store: Store, row: Mapping[str, Any]) -> Path:
    digest = str(row["digest"])
    return store.folder / digest[:2] / f"{digest}.json"


def stored_file(path: Path) -> dict[str, Any] | None:
    """The content of a verdict's file, if it is whole and ours: as the store reads it, in less time."""
    try:
        found: dict[str, Any] = json.loads(believed(read_bytes(path, links=False)))
    except (OSError, Damaged):
        return None
    return found if Key.of(found["key"]).digest == path.stem else None


def _ran(
    found: ClauseEvidence,
    mode: str,
    parts: Mapping[str, Any],
    payload: Mapping[str, Any],
    at_ends: Sequence[str],
) -> None:
    engine = str(parts.get("engine", ""))
    counted = dict(payload.get("clauses") or {})
    if sum(dict(payload["row"].get("ends") or {}).values()):
        for clause in at_ends:  # whoever has ended a game has asked these
            counted.setdefault(clause, 1)
    for clause, times in counted.items():
        found.ran.setdefault(clause, []).append(Ran(mode, str(parts["instance"]), engine, int(times)))


def _asked_at_ends(mode: Mode) -> list[str]:
    """The clauses of the rules by which an end, its winners and its scores are told."""
    from queensbench.rules.mode_rules import rules_of

    rules = rules_of(mode)
    return [
        clause
        for rule in (rules.over, rules.wins, rules.score)
        if rule is not None
        for clause in rule.clauses
    ]


def _verdict(
    decl: PropertyDecl,
    how: str,
    parts: Mapping[str, Any],
    payload: Mapping[str, Any],
    file: Path | None,
    *,
    current: bool,
) -> FoundVerdict:
    return FoundVerdict(
        decl.name,
        str(parts["mode"]),
        str(parts["instance"]),
        how,
        str(payload["verdict"]),
        str(payload["shown"]),
        _state(decl, str(parts["instance"]), payload),
        current,
        str(parts.get("toolkit", "")),
        tuple(payload.get("through") or ()),
        str(payload.get("ending") or ""),
        file,
        payload.get("proof"),
    )


def _state(decl: PropertyDecl, instance: str, payload: Mapping[str, Any]) -> str:
    """Whether a stored verdict is as is expected today."""
    from queensbench.analyses.verdicts.expected import judged

    shown = next((c for c in Class if c.value == payload["shown"]), None)
    return judged(decl, instance, str(payload["verdict"]), shown)


def _rests(found: ClauseEvidence, payload: Mapping[str, Any]) -> None:
    """Note by clause the claims whose proofs rest on it: they use its block, and not all of them can do without."""
    if not isinstance(payload.get("claims"), list):
        return
    found.rests = {} if found.rests is None else found.rests
    needed = set(payload.get("needed") or ())
    for claim in payload["claims"]:
        for clause in sorted({clause for block in claim["at_most"] for clause in block} & needed):
            names_ = found.rests.setdefault(clause, [])
            if claim["name"] not in names_:
                names_.append(str(claim["name"]))


# ---------------------------------------------------------------------------------------------- the tests


def _tests(
    found: ClauseEvidence, ruleset: Ruleset, data: Mapping[str, Any], sources: Sources, content: str
) -> None:
    files: dict[str, bool] = {}
    for name, test in data["tests"].items():
        reached = test["clauses"].get(ruleset.name, ())
        if not reached or test["outcome"] not in ("passed", "failed"):
            continue
        file = str(test["file"])
        if file not in files:
            files[file] = file_sum(sources.root / file) == test["sum"]
        current = files[file] and test["content"].get(ruleset.name) == content
        found.traced = True
        found.older += not current
        one = TracedTest(name, test["outcome"] == "passed", current)
        for clause in reached:
            found.tests.setdefault(clause, []).append(one)


def misnamed(path: Path, root: Path, clauses: Mapping[str, set[str]]) -> list[str]:
    """A line for each clause that a traced test names by its marker and that is not there (any more).

    ``clauses``: the names of each ruleset.  A test whose file has changed since may name others by now.
    """
    lines = []
    for name, test in (read_tests(path) or {"tests": {}})["tests"].items():
        for clause in test.get("named", ()):
            fault = unknown(str(clause), clauses)
            if fault and file_sum(root / test["file"]) == test["sum"]:
                lines.append(f"{name} {fault}")
    return lines


def read_tests(path: Path) -> dict[str, Any] | None:
    """The record of a traced run of the tests; None if there is none that is whole, and of a key of one's own."""
    try:
        return _tests_of(read_bytes(path))
    except OSError:
        return None


@lru_cache(maxsize=1)
def _tests_of(text: bytes) -> dict[str, Any] | None:
    """The tests in the text of such a file; the result is shared, and nobody changes it."""
    data = next(contents(text), None)
    return data if isinstance(data, dict) and data.get("format") == FORMAT else None


def written_tests(tests: Mapping[str, Any]) -> str:
    """The text of the record of a traced run: tests by name, with the keyed sum of the one who has run them."""
    return line_of({"format": FORMAT, "tests": dict(tests)}).decode("ascii")


def file_sum(path: Path) -> str:
    """The checksum of a file, 16 hex digits; empty for one that is not there."""
    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()[:16]
    except OSError:
        return ""


def names(rows: Iterable[FoundVerdict]) -> list[str]:
    """Verdicts as reports name them: property, mode and instance, each once."""
    return list(dict.fromkeys(f"{row.name} on {row.mode}/{row.instance}" for row in rows))
