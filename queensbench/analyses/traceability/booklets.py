"""The clauses of a ruleset in the order of its documents, with what carries each out and what was shown of it.

Everything here is committed with a project: manifests, clauses, rules, properties and ``verdicts.lock``.  No store of
evidence is asked, so that it comes out the same everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from queensbench.analyses.traceability.code_blocks import Block
from queensbench.analyses.traceability.links import Traced
from queensbench.evidence.verdicts_lock import Claim, Shown, VerdictsLock
from queensbench.files.reading import read_text
from queensbench.project.projects import Ruleset
from queensbench.project.register.clauses import Clause
from queensbench.project.register.seeds import Manifest

Locked = Mapping[tuple[str, str], Shown]
"""By mode and instance, what the lock of verdicts says of a property."""


@dataclass(frozen=True)
class Standing:
    """Where a clause stands in one document.

    ``at``: the number of its first unit, or of the unit after which it would stand if the document does not state it.
    ``places``: by place, the units there that state it; empty if none does.
    """

    at: int
    places: Mapping[str, Sequence[str]] = field(default_factory=dict)


def documents(ruleset: Ruleset) -> list[Manifest]:
    """The documents that the clauses of a ruleset cite, in the order of their first citation."""
    return [] if ruleset.clauses is None else [ruleset.manifests[key] for key in ruleset.clauses.documents]


def standings(ruleset: Ruleset) -> dict[str, dict[str, Standing]]:
    """By clause and key of a document, where the clause stands; clauses come in the order of the first document.

    A clause that a document does not state stands after the clause that precedes it in a document that states it.
    """
    found: dict[str, dict[str, Standing]] = {clause.name: {} for clause in ruleset.clauses or ()}
    order: list[str] = []
    for manifest in documents(ruleset):
        numbers = {unit.id: number for number, unit in enumerate(manifest.units)}
        stated = {
            clause.name: _standing(clause, manifest, numbers)
            for clause in ruleset.clauses or ()
            if clause.units.get(manifest.key)
        }
        for name, standing in stated.items():
            found[name][manifest.key] = standing
        order = _merged(order, sorted(stated, key=lambda name: stated[name].at))
    for manifest in documents(ruleset):
        last = -1
        for name in order:
            standing = found[name].setdefault(manifest.key, Standing(last))
            last = standing.at
    return {name: found[name] for name in order}


def _standing(clause: Clause, manifest: Manifest, numbers: Mapping[str, int]) -> Standing:
    places: dict[str, list[str]] = {}
    ids = sorted(clause.units[manifest.key], key=numbers.__getitem__)
    for id_ in ids:
        places.setdefault(manifest.by_id[id_].place, []).append(id_)
    return Standing(numbers[ids[0]], places)


def _merged(order: Sequence[str], stated: Sequence[str]) -> list[str]:
    """The names of two lists: the first as it is, each new name after the one that precedes it in the second."""
    merged = list(order)
    at = 0
    known = set(order)
    for name in stated:
        if name in known:
            at = merged.index(name) + 1
        else:
            merged.insert(at, name)
            at += 1
    return merged


def uncited(ruleset: Ruleset, manifest: Manifest) -> Counter[str]:
    """By kind, how many units of a document no clause of a ruleset cites."""
    cited = {id_ for clause in ruleset.clauses or () for id_ in clause.units.get(manifest.key, ())}
    return Counter(unit.kind.value for unit in manifest.units if unit.id not in cited)


def locked(here: Traced, lock: VerdictsLock | None, name: str) -> Locked:
    """The verdicts of a property in the lock, by its name in the matrix."""
    decl = here.declared[name]
    return {
        (mode.name, instance): shown
        for mode in here.ruleset.modes.values()
        if lock is not None and issubclass(mode.state, decl.state)
        for instance, shown in lock.shown.get(
            Claim(f"{here.ruleset.name}/{mode.name}", decl.name), {}
        ).items()
    }


def excerpt(root: Path, block: Block) -> str:
    """The lines of the model that carry out a clause, without the indentation that they share; parts are set apart."""
    lines = read_text(root / block.file).splitlines()
    return "\n...\n".join(_flush(lines[first - 1 : last]) for first, last in _outermost(block.spans))


def _outermost(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans that lie in no other."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not found or last > found[-1][1]:
            found.append((first, last))
    return found


def _flush(lines: Sequence[str]) -> str:
    common = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[common:] for line in lines)
