"""Changes and the matrix of clauses, as tables for people and as JSON for programs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses.traceability.matrix import ClauseRow, State
from queensbench.analyses.traceability.matrix import as_json as row_json
from queensbench.analyses.traceability.matrix import counts as counted
from queensbench.analyses.traceability.passed import TESTS, FoundVerdict
from queensbench.analyses.traceability.report import Touched, TraceReport, node_json, touched_json
from queensbench.analyses.verdicts.words import count
from queensbench.files.reading import read_text
from queensbench.language.properties import Class
from queensbench.project.register.lock import Change, Node

if TYPE_CHECKING:
    from queensbench.analyses.traceability.clauses_lock import Written
    from queensbench.rendering.screen import Screen

MOST = 12
"""The most names of one kind that are printed; ``--json`` gives all."""
KINDS = {
    "clause": "clauses",
    "ruling": "rulings",
    "gap": "gaps",
    "rule": "rules",
    "stated": "stated",
    "property": "properties",
}
STRENGTH = {c.value: number for number, c in enumerate(Class)}


# ------------------------------------------------------------------------------------------------- changes


def changes(screen: Screen, report: TraceReport) -> None:
    """Print the changes since the lock was written, and what they touch."""
    if report.old is None:
        screen.text(
            "There is no lock yet: write one with `queensbench trace lock`, so that changes can be told."
        )
        screen.out.print()
        return
    if report.current:
        screen.text("Nothing has changed since the lock was written.")
        screen.out.print()
        return
    how = Counter(change.how for change in report.changes)
    told = ", ".join(f"{number:,} {what}" for what, number in how.items())
    more, fewer = report.links
    told += f"{'; ' if told else ''}{count(more, 'link')} new, {fewer:,} gone" if more or fewer else ""
    screen.head(f"Since the lock was written: {told or 'nothing changed, and something is still suspect'}")
    for change in report.changes:
        if change.grave or change.node in report.touched:
            _change(screen, change, report.touched.get(change.node))
    named = {change.node for change in report.changes}
    for node, touched in report.touched.items():
        if node not in named:
            screen.text(f"accepted, but not by what rests on it: {node.kind} {node}", 2)
            touched_lines(screen, touched)
    for what in ("added", "moved", "renumbered"):
        lines = [_told(change) for change in report.changes if change.how == what]
        if lines:
            screen.text(f"{what}: {_few(lines)}", 2)
    if report.grave or report.suspects:
        screen.text(
            'Look at them, and say so: `queensbench trace accept NAME --reason "..."`, or mend what is wrong.'
        )
    else:
        screen.text("Nothing is suspect: `queensbench trace lock` brings this into the lock.")
    screen.out.print()


def _change(screen: Screen, change: Change, touched: Touched | None) -> None:
    screen.text(f"{change.how}: {change.node.kind} {change.node}", 2)
    if touched is not None:
        touched_lines(screen, touched)


def touched_lines(screen: Screen, touched: Touched) -> None:
    """Print the nodes that a change touches, a line for each kind."""
    for kind, plural in KINDS.items():
        names = [str(node) for node in touched.nodes if node.kind == kind]
        if names:
            screen.text(f"suspect {kind if len(names) == 1 else plural}: {_few(names)}", 6)
    for what, names in (("verdict", touched.verdicts), ("play", touched.plays), ("test", touched.tests)):
        if names:
            screen.text(f"{count(len(names), what)}: {_few(names)}", 6)


def _told(change: Change) -> str:
    was = f" (was {change.was})" if change.was else ""
    return f"{change.node.kind} {change.node}{was}"


def _few(names: Sequence[str], most: int = MOST) -> str:
    left = len(names) - most
    return ", ".join(names[:most]) + (f" and {left:,} more" if left > 0 else "")


# -------------------------------------------------------------------------------------------------- matrix


def matrix(screen: Screen, report: TraceReport, rows: Sequence[ClauseRow]) -> None:
    """Print the clauses by ruleset, holes first, and their number in each state."""
    columns = ("clause", "state", "carried out by", "constrained by", "ran and passed, or what is lacking")
    for name in report.rows:
        mine = [row for row in rows if row.ruleset == name]
        if mine:
            screen.table(f"{name}: {count(len(mine), 'clause')}", columns, [_cells(row) for row in mine])
    _closing(screen, report)


def _cells(row: ClauseRow) -> tuple[str, ...]:
    mark = ", suspect" if row.suspect else ""
    lacking = row.reason if row.state is State.WAIVED else "; ".join(row.lacking)
    return (
        row.clause.name,
        f"{row.state}{mark}",
        ", ".join(
            [f"{name} {_place(block.file)}:{block.line}" for name, block in row.blocks]
            + [f"stated in {name} {_place(block.file)}:{block.line}" for name, block in row.stated]
        ),
        ", ".join(f"{name} ({verdict_words(found)})" for name, found in row.properties.items()),
        "; ".join(filter(None, [ran_words(row), lacking])),
    )


def _place(file: str) -> str:
    return file.rsplit("/", 1)[-1]


def verdict_words(found: Sequence[FoundVerdict]) -> str:
    """Today's verdicts on a property over all its boxes, of each the strongest class; unknown only if nothing else."""
    today = [one for one in found if one.current]
    if not today:
        return "not judged"
    told = []
    for verdict, state in (
        ("holds", "ok"),
        ("fails", "ok"),
        ("holds", "unexpected"),
        ("fails", "unexpected"),
    ):
        shown = [
            one.shown for one in today if (one.verdict, one.state == "unexpected") == (verdict, state != "ok")
        ]
        if shown:
            best = min(shown, key=lambda name: STRENGTH.get(name, len(STRENGTH)))
            how = {"ok": " as expected" if verdict == "fails" else "", "unexpected": " unexpectedly"}[state]
            told.append(f"{verdict}{how}, {best}")
    return "; ".join(told) or "unknown"


def ran_words(row: ClauseRow) -> str:
    """The engines and tests that ran through a clause, in a few words."""
    explored = sum(1 for ran in row.ran if ran.engine == "explore" and ran.times)
    played = sum(1 for ran in row.ran if ran.engine == "play" and ran.times)
    told = [f"{explored} explored" if explored else "", f"{played} played" if played else ""]
    passed, failed = len(row.passed()), len(row.failed())
    told += [count(passed, "test") if passed else "", f"{failed} failed" if failed else ""]
    return ", ".join(part for part in told if part)


def tracing(root: Path) -> str:
    """The command that runs the tests of a project here and notes which clauses they reach."""
    with suppress(OSError, UnicodeDecodeError):
        if re.search(r"^trace:", read_text(root / "Makefile"), re.MULTILINE):
            return "make trace"
    return f"pytest --queensbench-trace {TESTS.as_posix()}"


def _closing(screen: Screen, report: TraceReport) -> None:
    for name, rows in report.rows.items():
        told = ", ".join(f"{number} {state}" for state, number in counted(rows).items() if number)
        screen.text(f"{name}: {told}.")
        known = report.evidence[name]
        ways = {f"queensbench audit {name}": known.stored, tracing(report.root): known.traced}
        if known.older:
            told = f"{known.older:,} verdicts and tests are of earlier rules and do not count: "
            screen.text(f"{told}{' and '.join(f'`{way}`' for way in ways)} find them anew.", 2)
        elif not all(ways.values()) and report.traced[name].ruleset.modes:
            kinds = ("audit", "traced test")
            lacking = [f"no {kind}" for kind, known_ in zip(kinds, ways.values(), strict=True) if not known_]
            runs = " and ".join(f"`{way}`" for way, known_ in ways.items() if not known_)
            screen.text(f"{' and '.join(lacking).capitalize()} is known: run {runs}.", 2)
    if report.evidence and all(known.rests is None for known in report.evidence.values()):
        screen.text(
            "Which proofs rest on which clause is not known: `queensbench rests RULESET` finds it out."
        )
    for clause in report.idle:
        screen.text(f"{clause} is waived, and needs no waiver: take it out of waivers.toml.")


def in_full(screen: Screen, row: ClauseRow) -> None:
    """Print one clause with all its links and all its evidence."""
    screen.head(f"{row.ruleset}: {row.clause.name}: {row.state}")
    screen.text(row.clause.text)
    for what, lines in _parts(row):
        for line in lines:
            screen.text(f"{what}: {line}", 2)
    screen.out.print()


def _parts(row: ClauseRow) -> list[tuple[str, list[str]]]:
    verdicts = [
        f"{name}: {found.verdict}, {found.shown} on {found.mode}/{found.instance}"
        + ("" if found.current else " (of earlier rules)")
        for name, rows in row.properties.items()
        for found in rows
    ]
    judged = {name for name, rows in row.properties.items() if rows}
    verdicts += [f"{name}: not judged" for name in row.properties if name not in judged]
    rests = ["not known"] if row.rests is None else row.rests
    return [
        ("lacking", row.lacking),
        ("waived", [row.reason] if row.reason else []),
        ("suspect through", row.suspect),
        ("stated by", [f"{key}: {', '.join(units)}" for key, units in row.clause.units.items()]),
        ("carried out by", [f"{name}, {block.file}:{block.line}" for name, block in row.blocks]),
        (
            "merely states what is done by",
            [f"{name}, {block.file}:{block.line}" for name, block in row.stated],
        ),
        ("silent beside it", row.silent),
        ("constrained by", verdicts),
        ("proofs that rest on it", rests),
        ("named by the test at", row.named),
        ("open in it", row.open),
        ("ran", [f"{ran.times:,} times, {ran.engine} {ran.mode}/{ran.instance}" for ran in row.ran]),
        (
            "test",
            [
                f"{test.name}, {'passed' if test.passed else 'failed'}"
                + ("" if test.current else " (earlier rules or test)")
                for test in row.tests
            ],
        ),
    ]


# ---------------------------------------------------------------------------------------------------- JSON


def as_json(report: TraceReport, rows: Sequence[ClauseRow]) -> dict[str, Any]:
    """The matrix, the changes and what they touch, as data."""
    return {
        "lock": None
        if report.old is None
        else {
            "up_to_date": report.current,
            "changes": [_change_json(change, report) for change in report.changes],
            "links": {"new": report.links[0], "gone": report.links[1]},
            "suspect": [_suspect_json(node, report) for node in report.suspects],
        },
        "rulesets": {
            name: {
                "states": counted(found),
                "older_evidence": report.evidence[name].older,
                "proofs_known": report.evidence[name].rests is not None,
            }
            for name, found in report.rows.items()
        },
        "waivers_not_needed": report.idle,
        "clauses": [row_json(row) for row in rows],
    }


def _change_json(change: Change, report: TraceReport) -> dict[str, Any]:
    touched = report.touched.get(change.node, Touched())
    return {
        "kind": change.node.kind,
        "name": str(change.node),
        "how": change.how,
        **({"was": change.was} if change.was else {}),
        **touched_json(touched),
    }


def _suspect_json(node: Node, report: TraceReport) -> dict[str, Any]:
    roots = [str(root) for root, touched in report.touched.items() if node in touched.nodes]
    return {"kind": node.kind, "name": str(node), "through": roots}


# --------------------------------------------------------------------------------------------------- the lock


def _left_json(left: TraceReport) -> dict[str, Any]:
    return {
        "left": [node_json(change.node) for change in left.grave],
        "suspect": [node_json(node) for node in left.suspects],
    }


def accepted_json(chosen: Sequence[Node], left: TraceReport) -> dict[str, Any]:
    """The accepted changes and those that are left, as the command prints them with ``--json``."""
    return {"accepted": [node_json(node) for node in chosen], **_left_json(left)}


def accepted(screen: Screen, chosen: Sequence[Node], left: TraceReport) -> None:
    """Print what was accepted, and how much is left."""
    for node in chosen:
        screen.text(f"accepted: {node.kind} {node}")
    _left(screen, left)


def written_json(found: Written) -> dict[str, Any]:
    """The lock as it is now, as the command prints it with ``--json``."""
    return {
        "file": str(found.path),
        "new": len(found.new),
        "written": found.changed,
        "left_out": list(found.left_out),
        **_left_json(found.left),
    }


def written(screen: Screen, found: Written) -> None:
    """Print what the lock holds now, and how much is left to be accepted."""
    for line in found.left_out:
        screen.text(f"left out: {line}", hang=4)
    if found.left_out and found.new:
        screen.text(f"new to the lock, and so not compared with what it was: {_by_kind(found.new)}", hang=4)
    screen.text(f"{found.path.name}: {_by_kind(found.lock.nodes)}; {len(found.lock.links):,} links")
    _left(screen, found.left)


def _by_kind(nodes: Iterable[Node]) -> str:
    """How many nodes there are of each kind."""
    kinds: dict[str, int] = {}
    for node in nodes:
        kinds[node.kind] = kinds.get(node.kind, 0) + 1
    return ", ".join(f"{kind} {number:,}" for kind, number in sorted(kinds.items()))


def _left(screen: Screen, left: TraceReport) -> None:
    """Print how much is still to be looked at."""
    if left.grave or left.suspects:
        screen.text(
            f"{count(len(left.grave), 'change')} to be accepted, {count(len(left.suspects), 'suspect')}: "
            "see `queensbench trace --suspect`"
        )
    else:
        screen.text("nothing is suspect")
