"""The reach of a project's change beside play: rulings, properties, verdicts, stored plays."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.analyses.traceability import stored_plays
from queensbench.analyses.versions.mode_versions import Side
from queensbench.evidence import verdicts_lock
from queensbench.files.reading import read_text
from queensbench.language.modes import Instance
from queensbench.language.properties import PropertyDecl
from queensbench.language.rulings import RulingDecl
from queensbench.project import books, projects
from queensbench.project.projects import Project, Ruleset
from queensbench.rules.system import properties_of, steps_of
from queensbench.rules.transforms.previous_states import build_stepping
from queensbench.rules.transforms.two_versions import function_digest


@dataclass(frozen=True)
class Consequence:
    """One thing that a change touches: ``sort`` (ruling, property, verdict, play), its name, and what became of it."""

    sort: str
    name: str
    change: str

    def to_json(self) -> dict[str, str]:
        """As JSON."""
        return {"sort": self.sort, "name": self.name, "change": self.change}


def rulings(old: Ruleset, new: Ruleset) -> Iterator[Consequence]:
    """The rulings that came, went, or are declared otherwise."""
    ours, theirs = old.rulings, new.rulings
    for name in dict.fromkeys((*ours, *theirs)):
        if name not in theirs:
            yield Consequence("ruling", name, "removed")
        elif name not in ours:
            yield Consequence("ruling", name, "added")
        elif change := _ruling_change(ours[name], theirs[name]):
            yield Consequence("ruling", name, change)


def _ruling_change(old: RulingDecl, new: RulingDecl) -> str:
    one, two = ([member.name.lower() for member in decl.readings] for decl in (old, new))
    found = [f"reading {name} added" for name in two if name not in one]
    found += [f"reading {name} removed" for name in one if name not in two]
    if old.house.name != new.house.name:
        found.append(f"house reading {new.house.name.lower()}, was {old.house.name.lower()}")
    if not found and _prose(old) != _prose(new):
        found.append("worded otherwise")
    if old.clauses != new.clauses:
        found.append("doubts other clauses")
    return ", ".join(found)


def _prose(decl: RulingDecl) -> Any:
    """What a ruling says, by the names of its readings."""
    parts: list[Mapping[Any, Any]] = [decl.reasons, decl.speaks, decl.documents, decl.errata]
    told = [{key.name: value for key, value in part.items()} for part in parts]
    return decl.question, decl.why, [member.value for member in decl.readings], told


def properties(old: Side, new: Side) -> Iterator[Consequence]:
    """The properties of a mode that came, went, or ask something else."""
    ours, theirs = ({**_asked(side)} for side in (old, new))
    for name in dict.fromkeys((*ours, *theirs)):
        if name not in theirs:
            yield Consequence("property", name, "removed")
        elif name not in ours:
            yield Consequence("property", name, "added")
        elif _expected(ours[name]) != _expected(theirs[name]):
            yield Consequence("property", name, "expects something else")
    digests = [_predicates(side, _boxes(old, new)) for side in (old, new)]
    for name, digest in digests[0].items():
        if name in theirs and digests[1].get(name, digest) != digest:
            yield Consequence("property", name, "asks something else, or reads a rule that has changed")


def _asked(side: Side) -> dict[str, PropertyDecl]:
    projects.activate(side.project)
    return {decl.name: decl for decl in (*properties_of(side.mode), *steps_of(side.mode))}


def _expected(decl: PropertyDecl) -> Any:
    """What is expected of a property, without places and members of one version's own kinds."""
    return (
        decl.kind,
        repr(decl.expect),
        repr(decl.on),
        [(type(reading).__name__, reading.name, repr(one)) for reading, one in decl.under],
        decl.instances,
        decl.against,
        decl.sure,
        decl.least,
        decl.greatest,
        decl.target,
        decl.since,
    )


def _boxes(old: Side, new: Side) -> dict[str, set[str]]:
    """By instance, the properties whose predicates are compared there: the first on which both versions ask them.

    The boxes as sold are compared with each other, whatever their names (empty here).
    """
    found: dict[str, set[str]] = {}
    known: set[str] = set()
    for name in ("", *(one.name for one in old.mode.instances)):
        asked = []
        for side in (old, new):
            projects.activate(side.project)
            box = _box(side, name)
            decls = () if box is None else (*properties_of(side.mode, box), *steps_of(side.mode, box))
            asked.append({decl.name for decl in decls if decl.rule is not None})
        found[name] = (asked[0] & asked[1]) - known
        known |= found[name]
    return {name: names for name, names in found.items() if names}


def _box(side: Side, name: str) -> Instance | None:
    return side.instance(name) if name else side.mode.full


def _predicates(side: Side, boxes: Mapping[str, set[str]]) -> dict[str, str]:
    """Digests of the predicates of a mode's properties on these instances, with the rules that they read."""
    found: dict[str, str] = {}
    for name, wanted in boxes.items():
        box = _box(side, name)
        assert box is not None
        systems = [side.system(box.name)]
        if wanted & {decl.name for decl in steps_of(side.mode, box)}:
            ruleset = side.ruleset
            systems.append(build_stepping(side.mode, box, ruleset=ruleset.name, clauses=ruleset.clause_names))
        for system in systems:
            for judge in system.judges:
                if judge.name in wanted and judge.name not in found:
                    found[judge.name] = function_digest(system, judge.function)
    return found


def verdicts(project: Project, path: str) -> Iterator[Consequence]:
    """The verdicts of a mode that the lock of a project holds: all are asked again."""
    lock = verdicts_lock.read(project.root / verdicts_lock.NAME)
    if lock is not None:
        found = sum(1 for claim in lock.shown if claim.mode == path)
        if found:
            yield Consequence("verdict", path, f"{found} in {verdicts_lock.NAME} are asked again")


def stored(old: Project, new: Project, rulesets: Sequence[str]) -> Iterator[Consequence]:
    """The plays of the older version's rulings book that end otherwise by the newer one's rules."""
    for name in sorted(set(rulesets) & old.rulesets.keys() & new.rulesets.keys()):
        try:
            data = json.loads(read_text(books.findings_of(old.root, old.rulesets[name])))
        except (OSError, ValueError, RecursionError):
            continue  # the book is checked where it is written
        if not isinstance(data, dict) or data.get("ruleset") != name:
            continue
        for play in _plays(data):
            endings = []
            for project in (old, new):
                projects.activate(project)
                endings.append(stored_plays.ending_now(project.ruleset(name), play))
            if endings[0] != endings[1]:
                about = str(play["why"]) or "a play"
                yield Consequence("play", f"{name}/{play['mode']} {play['instance']}: {about}", endings[1])


def _plays(data: Any) -> Iterator[dict[str, Any]]:
    """The plays anywhere in a file of findings."""
    if isinstance(data, dict):
        if {"ruleset", "mode", "instance", "steps", "readings", "parameters", "why"} <= set(data):
            yield data
        else:
            for value in data.values():
                yield from _plays(value)
    elif isinstance(data, list):
        for value in data:
            yield from _plays(value)
