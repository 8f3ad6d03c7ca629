"""The command ``queensbench trace``: what rests on which sentence, and what a change puts in doubt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from queensbench.errors import BadInput
from queensbench.project.register.entries import require_known
from queensbench.surfaces.command.options import AsJson, StorePlace

if TYPE_CHECKING:
    from queensbench.analyses.traceability.matrix import ClauseRow
    from queensbench.analyses.traceability.report import TraceReport

FAIL_ON = ("suspect", "failed", "hole")


class _MatrixUnlessTold(TyperGroup):
    """A group in which words that are no command are names and options of ``matrix``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] not in ("--help", "-h")):
            args = ["matrix", *args]
        found: list[str] = super().parse_args(ctx, args)
        return found


app = typer.Typer(
    cls=_MatrixUnlessTold,
    rich_markup_mode=None,
    help=(
        "The matrix of clauses, holes first: what carries each out, constrains it, and ran and passed. "
        "`queensbench trace [RULESET]...` is `queensbench trace matrix [RULESET]...`."
    ),
)

TestsFile = Annotated[
    Path | None,
    typer.Option(
        "--tests", metavar="FILE", help="what a traced run of the tests has left", show_default=False
    ),
]


@app.callback()
def trace() -> None:
    """The matrix of clauses, and the lock."""


@app.command("matrix")
def matrix_(
    rulesets: Annotated[
        list[str] | None, typer.Argument(metavar="[RULESET]...", help="all when left out", show_default=False)
    ] = None,
    state: Annotated[
        list[str] | None, typer.Option(metavar="STATE", help="only clauses in this state; repeatable")
    ] = None,
    clause: Annotated[
        list[str] | None, typer.Option(metavar="CLAUSE", help="only these, in full; repeatable")
    ] = None,
    suspect: Annotated[
        bool, typer.Option("--suspect", help="only what changed, and what that touches")
    ] = False,
    fail_on: Annotated[
        list[str] | None,
        typer.Option("--fail-on", metavar="WHAT", help=f"exit code 1 for {', '.join(FAIL_ON)}; repeatable"),
    ] = None,
    store: StorePlace = None,
    tests: TestsFile = None,
    as_json: AsJson = False,
) -> None:
    """Print the matrix, and what is suspect since the lock was written."""
    from queensbench.analyses.traceability.matrix import State
    from queensbench.analyses.traceability.report import examined
    from queensbench.rendering import traceability_tables
    from queensbench.rendering.screen import Screen

    require_known("state", state or (), [one.value for one in State])
    require_known("reason to fail", fail_on or (), FAIL_ON)
    _require_tests(tests)
    report = examined(rulesets or (), store=store, tests=tests)
    rows = _wanted(report, state or [], clause or [])
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json(traceability_tables.as_json(report, [] if suspect else rows))
    else:
        traceability_tables.changes(screen, report)
        if clause:
            for row in rows:
                traceability_tables.in_full(screen, row)
        elif not suspect:
            traceability_tables.matrix(screen, report, rows)
    raise typer.Exit(_code(report, fail_on or []))


def _require_tests(tests: Path | None) -> None:
    if tests is not None and not tests.exists():
        made = "pytest --queensbench-trace FILE"
        raise BadInput("there is no such file", where=str(tests), remedy=f"make it with `{made}`")


def _wanted(report: TraceReport, states: list[str], clauses: list[str]) -> list[ClauseRow]:
    rows = [row for some in report.rows.values() for row in some]
    known = {row.clause.name for row in rows}
    full = {f"{row.ruleset}:{row.clause.name}" for row in rows}
    require_known(
        "clause", clauses, sorted({*known, *full} if any(":" in name for name in clauses) else known)
    )
    wanted = set(clauses)
    return [
        row
        for row in rows
        if (not states or row.state.value in states)
        and (not wanted or wanted & {row.clause.name, f"{row.ruleset}:{row.clause.name}"})
    ]


def _code(report: TraceReport, fail_on: list[str]) -> int:
    rows = [row for some in report.rows.values() for row in some]
    found = {
        "suspect": bool(report.grave or report.suspects),
        "failed": any(row.state == "failed" for row in rows),
        "hole": any(row.hole for row in rows),
    }
    if "suspect" in fail_on and report.old is None:
        raise BadInput(
            "there is no lock to compare with",
            where=str(report.root / "clauses.lock"),
            remedy="write it with `queensbench trace lock`, and commit it",
        )
    return 1 if any(found[what] for what in fail_on) else 0


@app.command("accept")
def accept_(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="ruleset:clause, document:unit, ruleset:property, ..."),
    ] = None,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="why the change is in order; required")] = "",
    everything: Annotated[bool, typer.Option("--all", help="all that has changed")] = False,
    as_json: AsJson = False,
) -> None:
    """Say of what has changed, or of what rests on it, that it is in order as it is now."""
    from queensbench.analyses.traceability import clauses_lock
    from queensbench.project.projects import find_root, require_own
    from queensbench.rendering import traceability_tables
    from queensbench.rendering.screen import Screen

    require_own(find_root())
    if not reason.strip():
        raise BadInput("a change is accepted with a reason", remedy='add --reason "..."')
    if bool(names) == everything:
        raise BadInput("nothing says what is accepted", remedy="name it, or write --all")
    chosen, left = clauses_lock.accepted(names or [], reason, everything=everything)
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json(traceability_tables.accepted_json(chosen, left))
    else:
        traceability_tables.accepted(screen, chosen, left)


@app.command("lock")
def lock_(
    mend: Annotated[
        bool,
        typer.Option("--mend", help="read what is whole of a damaged or half-merged lock, and write that"),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write the lock, or bring into it what makes nothing suspect: what is new, moved or renumbered."""
    from queensbench.analyses.traceability import clauses_lock
    from queensbench.project.projects import find_root, require_own
    from queensbench.rendering import traceability_tables
    from queensbench.rendering.screen import Screen

    written = clauses_lock.written(require_own(find_root()), mend=mend)
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json(traceability_tables.written_json(written))
    else:
        traceability_tables.written(screen, written)


@app.command("pages")
def pages_(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="where the pages are written")],
    store: StorePlace = None,
    tests: TestsFile = None,
    as_json: AsJson = False,
) -> None:
    """Write a page for each ruleset: its clauses in the order of the booklet, with what rests on each."""
    from queensbench.analyses.traceability.report import examined
    from queensbench.rendering import traceability_pages
    from queensbench.rendering.screen import Screen

    _require_tests(tests)
    if folder.exists() and not folder.is_dir():
        raise BadInput("is no folder", where=str(folder), remedy="name a folder for the pages")
    made = traceability_pages.write(examined(store=store, tests=tests), folder)
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json({"files": [str(path) for path in made]})
    else:
        for path in made:
            screen.text(str(path))
