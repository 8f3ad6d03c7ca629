"""Verdicts that contradict each other: one claim, one instance, one reading, and both cannot be true.

Somebody has then said too much: an engine, a reader or the store.  That is an internal error, told with both verdicts,
the play and the versions, and no verdict of the audit is to be trusted until it is mended.  Verdicts that random games
have only sampled contradict nothing.

What this cannot see: two engines that are wrong in the same way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.verdicts.proved import FREE
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.errors import BadInput, InternalError
from queensbench.evidence.cache import Evidence, decoded
from queensbench.evidence.store import Damaged, Store, understood
from queensbench.files.reading import read_bytes
from queensbench.language.properties import Class
from queensbench.project.projects import Ruleset

SURE = (Class.PROVED.value, Class.BY_CONSTRUCTION.value, Class.EXHAUSTED.value)
"""Classes in which nothing is left out."""
SHOWN_BY_PLAY = (Class.WITNESSED.value, "refuted")
KINDS = ("property", "proof")
"""What the store calls verdicts on properties."""


@dataclass(frozen=True)
class Contradiction:
    """Two verdicts of which one is wrong; ``stored``: the second is one that the store has kept."""

    mode: str
    one: PropertyRow
    other: PropertyRow
    stored: bool = False

    @property
    def text(self) -> str:
        """Both verdicts in one line."""
        other = f"{'stored: ' if self.stored else ''}{_said(self.other)}"
        about = f"{self.mode}: {self.one.name} on {self.one.instance}"
        return f"{about} {_said(self.one)}, but {other}; one of them is wrong"

    def error(self) -> InternalError:
        """The internal error that reports it."""
        parts = [json.dumps(row.as_json(), indent=2, ensure_ascii=False) for row in (self.one, self.other)]
        readings = [
            f"Readings of the play: {dict(row.play.readings)}; parameters: {dict(row.play.parameters)}"
            for row in (self.one, self.other)
            if row.play is not None
        ]
        return InternalError(self.text, sent="\n".join(["Both verdicts:", *parts, *readings]))

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return {"mode": self.mode, "text": self.text, "stored": self.stored}


def _said(row: PropertyRow) -> str:
    how = "" if row.shown == "refuted" else f" ({row.shown}, {row.engine})"
    play = ""
    if row.play is not None and row.verdict == "fails":
        play = f" (refuted, {row.engine}) after {' '.join(row.play.texts) or 'the start'}"
    return f"{row.verdict}{how}{play}, {row.reading}"


def between(
    rows: Sequence[PropertyRow], others: Iterable[PropertyRow]
) -> Iterator[tuple[PropertyRow, PropertyRow]]:
    """The pairs of rows that contradict each other."""
    by_claim: dict[tuple[str, str], list[PropertyRow]] = {}
    for row in rows:
        by_claim.setdefault((row.name, row.instance), []).append(row)
    for other in others:
        for row in by_claim.get((other.name, other.instance), ()):
            if row is not other and contradict(row, other):
                yield row, other


def contradict(one: PropertyRow, other: PropertyRow) -> bool:
    """Whether one row holds and the other fails, for certain and under one reading; *every reading* is any of them."""
    if {one.verdict, other.verdict} != {"holds", "fails"}:
        return False
    if FREE not in (one.reading, other.reading) and one.reading != other.reading:
        return False
    holds, fails = (one, other) if one.verdict == "holds" else (other, one)
    return _certain(holds) and _certain(fails)


def _certain(row: PropertyRow) -> bool:
    return row.shown in SURE or row.shown in SHOWN_BY_PLAY


def within(reports: Iterable[ModeReport]) -> list[Contradiction]:
    """The contradictions among the rows of each report, each pair once."""
    found = []
    for report in reports:
        pairs = between([row for row in report.properties if row.verdict == "holds"], report.properties)
        found += [Contradiction(f"{report.ruleset}/{report.mode}", one, other) for one, other in pairs]
    return found


def with_stored(
    reports: Iterable[ModeReport], evidence: Evidence, rulesets: Mapping[str, Ruleset]
) -> list[Contradiction]:
    """The contradictions between new verdicts and those stored of the same rules by the same toolkit.

    Stored verdicts may have been asked with other options, such as another number of games.  ``rulesets``: by name.
    Where the store cannot be listed, a line says so, and there is none.
    """
    fresh: dict[tuple[str, str, str, str], list[PropertyRow]] = {}
    for report in reports:
        for row in report.properties:
            if not row.cached and row.verdict != "unknown" and _certain(row):
                fresh.setdefault((report.ruleset, report.mode, row.name, row.instance), []).append(row)
    if not fresh:
        return []
    found: list[Contradiction] = []
    for brief in _briefs(evidence.store):
        about = brief["ruleset"], brief["mode"], brief["name"], brief["instance"]
        rows = [row for row in fresh.get(about, ()) if {row.verdict, brief["verdict"]} == {"holds", "fails"}]
        if not rows or brief["kind"] not in KINDS or brief["ruleset"] not in rulesets:
            continue
        if not _of_today(json.loads(brief["brief"])["key"], brief, evidence, rulesets[brief["ruleset"]]):
            continue  # of other rules, or by a toolkit that was mended since
        other = _read(evidence.store, brief["digest"])
        if other is not None:
            path = f"{brief['ruleset']}/{brief['mode']}"
            found += [Contradiction(path, row, other, stored=True) for row in rows if contradict(row, other)]
    return found


def _briefs(store: Store) -> list[dict[str, Any]]:
    """The stored verdicts in brief; none where the store cannot be listed, which is said if nothing was said of it."""
    from queensbench.evidence import index

    try:
        return index.briefs(store)
    except BadInput as error:
        fault = f"{error.where}: {error.what}"
    except OSError as error:
        fault = f"{error.filename}: {(error.strerror or str(error)).lower()}"
    if store.readable:
        store.warn(f"{fault}: new verdicts are not held against those that are stored")
    return []


def _of_today(key: Mapping[str, Any], brief: Mapping[str, Any], evidence: Evidence, ruleset: Ruleset) -> bool:
    """Whether the key of a stored verdict is of today's rules and by today's toolkit."""
    if "rests" not in key or brief["mode"] not in ruleset.modes:
        return False
    sort, digest = key["rests"]
    mode = ruleset.modes[brief["mode"]]
    instance = next((one for one in mode.all_instances() if one.name == brief["instance"]), None)
    if instance is None or key["toolkit"] != evidence.subjects.toolkit(sort, ruleset.package):
        return False
    return bool(evidence.subjects.of(sort, ruleset, mode, instance, settled=evidence.settled) == digest)


def of_proofs(
    found: Mapping[str, Any], evidence: Evidence | None, rulesets: Mapping[str, Ruleset]
) -> list[Contradiction]:
    """The contradictions between proofs, as data, and the verdicts stored of the same rules.

    ``rulesets``: by name.  Nothing is stored, and where there is no store nothing is contradicted.
    """
    if evidence is None or not evidence.store.folder.is_dir():
        return []
    ruleset, mode = found["mode"].split("/")
    report = ModeReport(ruleset, "", mode, properties=[_proof(found, row) for row in found["properties"]])
    return with_stored([report], evidence, rulesets)


def _proof(found: Mapping[str, Any], row: Mapping[str, Any]) -> PropertyRow:
    """A row of the command ``prove`` as an audit would have it."""
    refuted = row["verdict"] == "fails"
    return PropertyRow(
        name=row["name"],
        kind="",
        mode=found["mode"],
        instance=found["instance"],
        reading=row["reading"],
        verdict=row["verdict"],
        shown="refuted" if refuted else row["class"],
        expected="",
        engine="prove",
        seconds=0.0,
        detail=row["why"],
        play=None,
        state="ok",
    )


def _read(store: Store, digest: str) -> PropertyRow | None:
    """A stored row with its play; None if it cannot be read back."""
    try:
        verdict = understood(read_bytes(store.folder / digest[:2] / f"{digest}.json", links=False), digest)
        return decoded(PropertyRow)(verdict.payload)
    except (OSError, Damaged, LookupError, TypeError, ValueError, AttributeError):
        return None


def beyond(found: Iterable[Contradiction], more: Iterable[Contradiction]) -> list[Contradiction]:
    """These contradictions, and those with the store that repeat none of them."""
    told = list(found)
    known = {(one.mode, one.one.name, one.one.instance) for one in told}
    return told + [one for one in more if (one.mode, one.one.name, one.one.instance) not in known]
