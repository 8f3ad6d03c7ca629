"""The command ``queensbench report``: a folder of pages about the rulebooks of a project."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from queensbench.surfaces.command.options import AnswerStore, AsJson, Quiet

if TYPE_CHECKING:
    from queensbench.api.reporting import Report
    from queensbench.rendering.screen import Screen

Rulebooks = Annotated[
    list[str] | None, typer.Argument(metavar="[RULESET]...", help="all when left out", show_default=False)
]
Out = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="where the pages go")]
Documents = Annotated[
    Path | None, typer.Option(metavar="DIR", help="quote the source documents that are in this folder")
]
Engines = Annotated[
    list[Path] | None,
    typer.Option("--conformance", metavar="FILE", help="a saved report on an engine; repeatable"),
]
Since = Annotated[Path | None, typer.Option(metavar="DIR", help="say what has changed since this report")]
Pdf = Annotated[bool, typer.Option("--pdf", help="all pages as one PDF, too (needs a browser)")]


def report(
    rulesets: Rulebooks = None,
    *,
    out: Out,
    documents: Documents = None,
    conformance: Engines = None,
    since: Since = None,
    ask: Annotated[bool, typer.Option("--ask", help="audit first")] = False,
    pdf: Pdf = False,
    store: AnswerStore = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Write a report as pages that can be read without a server, and sent.

    Nothing is asked anew: what was never asked stands there with the command that asks it.
    """
    from queensbench.api import reporting
    from queensbench.rendering.screen import Screen
    from queensbench.surfaces.command import printing

    browser = printing.browser() if pdf else ""
    screen = Screen(quiet=quiet, as_json=as_json)
    with screen.working():
        found = reporting.report(
            rulesets or (),
            out=out,
            documents=documents,
            conformance=conformance or (),
            since=since,
            ask=ask,
            store=store,
            progress=screen.progress,
        )
    data = found.to_json()
    if not as_json:
        _told(screen, found, out, documents)
    if pdf:
        with screen.working(data):
            screen.progress("printing")
            data["pdf"] = printing.printed(browser, found.folder, printing.in_order(found.pages))
        if not as_json:
            screen.text(f"{out / data['pdf']}")
    screen.answer(data)


def _told(screen: Screen, found: Report, out: Path, documents: Path | None) -> None:
    """Print how large a report is, and what is not quoted in it."""
    size = f"{found.size / 1_000_000:,.1f} MB"
    screen.text(f"{out / 'index.html'}: {len(found.pages):,} pages, {size}, {found.seconds:,.1f} s")
    for name in found.to_json()["documents_missing"]:
        screen.text(
            f"{name}: not found in {documents}, or not the text that its manifest was made from; not quoted"
        )
