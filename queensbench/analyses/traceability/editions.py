"""The effects of a new edition of a document: nodes that rest on changed units, and plays that now go otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from queensbench.analyses.traceability import stored_partings, stored_plays
from queensbench.analyses.traceability.report import Touched, TraceReport, examined, leaves
from queensbench.analyses.traceability.stored_plays import Replay
from queensbench.evidence.store import Store, place
from queensbench.project.register import lock as locks
from queensbench.project.register.editions import UnitChange
from queensbench.project.register.lock import Lock, Node
from queensbench.project.register.seeds import Manifest


@dataclass(frozen=True)
class EditionImpact:
    """The changes of a document from one edition to another, what rests on them, and the plays replayed for them."""

    old: Manifest
    changes: Sequence[UnitChange]
    touched: Touched
    replays: Sequence[Replay]


def impact(
    old: Manifest, changes: Sequence[UnitChange], folder: Path | None, store: str | None
) -> EditionImpact:
    """The nodes that rest on the units that are reworded or gone, in the project as it is.

    ``folder``: plays to look at beside those of the store.  ``store``: where verdicts are stored (None: as the project
    has it).
    """
    report = examined(store=store)
    roots = {Node("unit", old.key, change.id) for change in changes if change.how in ("reworded", "removed")}
    other = {
        node: replace(facts, sum=locks.UNSEEN) if node in roots else facts
        for node, facts in report.new.nodes.items()
    }
    nodes = list(locks.suspects(Lock(other, dict(report.new.links)), report.new))
    touched = leaves(Node("unit", old.key, ""), nodes, report.traced, report.evidence) if nodes else Touched()
    return EditionImpact(old, changes, touched, _replayed(report, nodes, folder, store))


def _replayed(
    report: TraceReport, nodes: Sequence[Node], folder: Path | None, store: str | None
) -> list[Replay]:
    """The plays that go through the clauses among these nodes, or that show what a ruling among them decides."""
    clauses = {(node.scope, node.name) for node in nodes if node.kind == "clause"}
    doubted = {(node.scope, node.name) for node in nodes if node.kind == "ruling"}
    replays = [
        replay
        for name, known in report.evidence.items()
        for replay in stored_plays.of_store(
            report.traced[name].ruleset,
            [row for row in known.plays() if any((name, clause) in clauses for clause in row.through)],
        )
    ]
    found = place(report.root, store) if clauses else None
    if found is not None:
        replays += [
            replay
            for name in sorted({scope for scope, _ in clauses})
            for ruling, replay in stored_partings.of_rulings(report.traced[name].ruleset, Store(found))
            if (name, ruling) in doubted or any((name, clause) in clauses for clause in replay.through)
        ]
    if folder is not None:
        replays += [
            replay
            for replay in stored_plays.of_folder(report.project, folder)
            if any((replay.ruleset, clause) in clauses for clause in replay.through)
        ]
    return replays
