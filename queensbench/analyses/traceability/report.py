"""All that ``queensbench trace`` knows at once: the matrix, what has changed since the lock, and what that touches."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queensbench.analyses.traceability.code_blocks import ScannedCode
from queensbench.analyses.traceability.links import Traced, traced
from queensbench.analyses.traceability.matrix import ClauseRow, idle, matrix, verdicts
from queensbench.analyses.traceability.passed import (
    TESTS,
    ClauseEvidence,
    FoundVerdict,
    evidence,
    misnamed,
    names,
)
from queensbench.analyses.traceability.test_markers import named, unknown
from queensbench.errors import BadInput, SeveralFaults
from queensbench.evidence.keys import Sources
from queensbench.project.projects import Project, Ruleset, load
from queensbench.project.register import lock as locks
from queensbench.project.register import lock_text
from queensbench.project.register.lock import Change, Lock, Node
from queensbench.project.register.waivers import NAME as WAIVERS
from queensbench.project.register.waivers import load_waivers


@dataclass
class Touched:
    """The reach of a change: nodes of the lock, and by name the verdicts, plays and tests that rest on them."""

    nodes: list[Node] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)
    plays: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.nodes or self.verdicts or self.plays or self.tests)


@dataclass
class TraceReport:
    """The matrix of some rulesets, and the changes since their lock was written.

    ``whole``: the lock (None: there is none); ``old``: its part about these rulesets and their documents, with the
    names of today; ``new``: what that would be if it were written now.  ``touched``: by change, what rests on it.
    ``idle``: waivers that are not needed.  ``links``: how many are new, and how many are gone.
    """

    root: Path
    project: Project
    old: Lock | None
    whole: Lock | None
    new: Lock
    traced: Mapping[str, Traced]
    evidence: Mapping[str, ClauseEvidence]
    rows: Mapping[str, list[ClauseRow]]
    changes: list[Change]
    touched: Mapping[Node, Touched]
    idle: list[str]
    links: tuple[int, int]

    @property
    def suspects(self) -> list[Node]:
        """Every node that rests on something that has changed since it was last looked at, once each."""
        return sorted({node for touched in self.touched.values() for node in touched.nodes})

    @property
    def grave(self) -> list[Change]:
        """The changes that somebody has to accept: of nodes on which others rest, or which rest on others."""
        linked = {node for link in self.new.links for node in (link.up, link.down)}
        return [
            change
            for change in self.changes
            if change.grave and (change.node in linked or change.node in self.touched)
        ]

    @property
    def current(self) -> bool:
        """Whether the lock says what would be written now."""
        return self.old is not None and not self.changes and not any(self.links) and not self.touched


def path_of(root: Path) -> Path:
    """Where a project's lock is."""
    return root / lock_text.NAME


@contextmanager
def _without_collector() -> Iterator[None]:
    """What is made here stays until it is printed: to look for garbage all the while takes a tenth of the time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@_without_collector()
def examined(
    chosen: Sequence[str] = (),
    *,
    root: Path | None = None,
    store: str | None = None,
    tests: Path | None = None,
) -> TraceReport:
    """Look at the ``chosen`` rulesets of a project, or at all (``root`` None: the project here).  Raises BadInput."""
    from queensbench.project.projects import find_root

    sources = Sources(root or find_root())
    project = load(sources.root)
    rulesets = _chosen(project, chosen)
    code = ScannedCode.of(project.root)
    new, found = traced(rulesets, code)
    new = locks.normal(new)
    whole = lock_text.read(path_of(project.root))
    known = evidence((here.ruleset for here in found.values()), sources, chosen=store, tests=tests)
    code.keep()
    changes: list[Change] = []
    touched: dict[Node, Touched] = {}
    old, links = None, (0, 0)
    if whole is not None:
        old = part(locks.normal(whole), {locks.block_of(node) for node in new.nodes}, everything=not chosen)
        changes, old = locks.compared(old, new, retired(found.values()))
        links = (len(new.links.keys() - old.links.keys()), len(old.links.keys() - new.links.keys()))
        touched = touching(old, new, changes, found, known)
    clauses = {ruleset.name: set(ruleset.clause_names or ()) for ruleset in project.registers()}
    _name(known, project.root, clauses, tests)
    waived = load_waivers(project.root / WAIVERS, clauses)
    reasons = suspicions(touched)
    rows = {name: matrix(here, known[name], waived[name], reasons) for name, here in found.items()}
    unneeded = [f"{row.ruleset}:{row.clause.name}" for some in rows.values() for row in some if idle(row)]
    return TraceReport(
        project.root, project, old, whole, new, found, known, rows, changes, touched, unneeded, links
    )


def _name(
    known: Mapping[str, ClauseEvidence], root: Path, clauses: Mapping[str, set[str]], tests: Path | None
) -> None:
    """Note which tests name which clauses; raises BadInput with a line for each name that does not exist."""
    marks = named(root)
    told = ((place, unknown(clause, clauses)) for clause, places in marks.items() for place in places)
    faults = [f"{root / place}: a test's marker {fault}" for place, fault in told if fault]
    faults += misnamed(tests or root / TESTS, root, clauses)
    if faults:
        raise SeveralFaults(faults)
    for clause, places in marks.items():
        ruleset, _, name = clause.partition(":")
        if ruleset in known:
            known[ruleset].named[name] = places


def _chosen(project: Project, names_: Sequence[str]) -> list[Ruleset]:
    if not names_:
        return project.registers()
    found = [ruleset for name in dict.fromkeys(names_) for ruleset in project.registers(name)]
    for ruleset in found:
        if ruleset.clauses is None:
            raise BadInput(
                f"{ruleset.name} has no register of clauses",
                remedy=f"write spec/{ruleset.package}/clauses.toml",
            )
    return found


def retired(found: Iterable[Traced]) -> list[Node]:
    """The clauses whose names have gone out of use."""
    return [
        Node("clause", here.ruleset.name, name)
        for here in found
        if here.ruleset.clauses is not None
        for name in here.ruleset.clauses.retired
    ]


def part(lock: Lock, blocks: set[str], *, everything: bool) -> Lock:
    """The blocks of a lock that speak of some rulesets and their documents."""
    if everything:
        return lock
    nodes = {node: facts for node, facts in lock.nodes.items() if locks.block_of(node) in blocks}
    links = {link: seen for link, seen in lock.links.items() if locks.block_of(link.down) in blocks}
    return locks.normal(Lock(nodes, links, lock.reasons))


# ------------------------------------------------------------------------------------------------ touching


def touching(
    old: Lock,
    new: Lock,
    changes: Iterable[Change],
    found: Mapping[str, Traced],
    known: Mapping[str, ClauseEvidence],
) -> dict[Node, Touched]:
    """By changed node, what is suspect because of it; and the verdicts, plays and tests that go through that."""
    by_root: dict[Node, list[Node]] = {}
    for node, doubt in locks.suspects(old, new).items():
        for root in doubt.ways:
            by_root.setdefault(root, []).append(node)
    for change in changes:
        if change.grave and change.node.kind in ("clause", "rule", "property"):
            by_root.setdefault(change.node, [])
    touched = {}
    for root, nodes in sorted(by_root.items()):
        touched[root] = leaves(root, nodes, found, known)
    return {root: one for root, one in touched.items() if one}


def leaves(
    root: Node, nodes: Sequence[Node], found: Mapping[str, Traced], known: Mapping[str, ClauseEvidence]
) -> Touched:
    """The verdicts, plays and tests that rest on some nodes."""
    touched = Touched(sorted(nodes))
    for scope, evidence_ in known.items():
        mine = [node for node in (root, *nodes) if node.scope == scope]
        clauses = {_clause_of(node) for node in mine} - {""}
        properties = {node.name for node in mine if node.kind == "property"} & found[scope].declared.keys()
        rows: list[FoundVerdict] = [
            row for name in sorted(properties) for row in verdicts(found[scope], evidence_, name)
        ]
        resting = {name for clause in clauses for name in (evidence_.rests or {}).get(clause, ())}
        rows += [
            row for name in sorted(resting) for row in evidence_.verdicts.get(name, ()) if row.how == "proof"
        ]
        through = [row for row in evidence_.plays() if clauses.intersection(row.through)]
        tests = {test.name for clause in clauses for test in evidence_.tests.get(clause, ())}
        touched.verdicts += [f"{scope}: {name}" for name in names(rows)]
        touched.plays += [f"{scope}: {name}" for name in names(through)]
        touched.tests += sorted(tests)
    touched.tests = sorted(set(touched.tests))
    return touched


def _clause_of(node: Node) -> str:
    """The clause that a node is, or whose block it is."""
    if node.kind == "clause":
        return node.name
    return (
        node.name.rsplit("@", 1)[1] if node.kind == "rule" else ""
    )  # nothing goes through what is only stated


def suspicions(touched: Mapping[Node, Touched]) -> dict[Node, list[str]]:
    """By suspect node the changed ones that make it so."""
    found: dict[Node, list[str]] = {}
    for root, one in touched.items():
        for node in one.nodes:
            found.setdefault(node, []).append(f"{root.kind} {root}")
    return found


# ------------------------------------------------------------------------------------------------ accepting


def accept(
    report: TraceReport, wanted: Sequence[str], reason: str, *, everything: bool = False
) -> tuple[Lock, list[Node]]:
    """The lock after these names, or everything, have been looked at; and what was accepted.

    Raises BadInput for a project without a lock, a name that neither changed nor is suspect, and one that is suspect
    only through others.
    """
    if report.old is None or report.whole is None:
        raise BadInput(
            "there is no lock yet",
            where=str(path_of(report.root)),
            remedy="write one with `queensbench trace lock`",
        )
    changed = {change.node: change for change in report.changes}
    open_ = {*(node for node, change in changed.items() if change.grave), *report.suspects, *report.touched}
    direct = {
        node
        for node in open_
        if (node in changed and changed[node].grave)
        or any(locks.stale(report.old, report.new, link) for link in _above(report, node))
    }
    base = locks.taken_in(report.old, report.new, report.changes)
    if everything:
        chosen = sorted(node for node in direct if node in changed)
        base = locks.accepted(base, report.new, chosen, reason)
        again = {link.down for link in report.new.links if locks.stale(base, report.new, link)}
        chosen += sorted(again)  # what rests on something that was accepted without it
        lock = locks.accepted(base, report.new, sorted(again), reason)
    else:
        chosen = [node for name in wanted for node in _named(name, open_, direct, report)]
        lock = locks.accepted(base, report.new, chosen, reason)
    return _merged(report, lock), chosen


def _above(report: TraceReport, node: Node) -> list[locks.Link]:
    assert report.old is not None
    return [link for link in {**report.old.links, **report.new.links} if link.down == node]


def _named(name: str, open_: set[Node], direct: set[Node], report: TraceReport) -> list[Node]:
    from queensbench.project.register.entries import did_you_mean

    kind, _, rest = name.partition(" ")
    found = [node for node in sorted(open_) if str(node) == name or (node.kind == kind and str(node) == rest)]
    if not found:
        known = sorted({str(node) for node in open_})
        raise BadInput(
            f"{name} has not changed, and nothing that it rests on has",
            remedy=did_you_mean(name, known) if known else "there is nothing to accept",
        )
    chosen = [node for node in found if node in direct]
    if not chosen:
        roots = sorted({f"{root}" for root, one in report.touched.items() if found[0] in one.nodes})
        raise BadInput(
            f"{name} is suspect only through others",
            remedy=f"look at {' and '.join(roots)} or what rests on it first",
        )
    return chosen


def _merged(report: TraceReport, lock: Lock) -> Lock:
    """The whole lock, with the blocks that were looked at as they are now."""
    assert report.whole is not None
    mine = {locks.block_of(node) for node in report.new.nodes} | {
        locks.block_of(node) for node in (report.old.nodes if report.old else ())
    }
    whole = report.whole
    nodes = {node: facts for node, facts in whole.nodes.items() if locks.block_of(node) not in mine}
    links = {link: seen for link, seen in whole.links.items() if locks.block_of(link.down) not in mine}
    reasons = {node: reason for node, reason in whole.reasons.items() if locks.block_of(node) not in mine}
    return locks.normal(Lock({**nodes, **lock.nodes}, {**links, **lock.links}, {**reasons, **lock.reasons}))


def refreshed(report: TraceReport) -> Lock:
    """The lock with everything that makes nothing suspect; a new one where there is none."""
    if report.old is None:
        return report.new
    return _merged(report, locks.taken_in(report.old, report.new, report.changes))


# ------------------------------------------------------------------------------------------------- as JSON


def node_json(node: Node) -> dict[str, str]:
    """A node as data."""
    return {"kind": node.kind, "name": str(node)}


def touched_json(touched: Touched) -> dict[str, Any]:
    """The reach of a change, as data."""
    return {
        "suspect": [node_json(node) for node in touched.nodes],
        "verdicts": touched.verdicts,
        "plays": touched.plays,
        "tests": touched.tests,
    }
