"""The command ``queensbench errata``: what to change before print, and what mends the properties that are broken."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from queensbench.surfaces.command.options import (
    AsJson,
    FreshVerdicts,
    Instances,
    Paths,
    Quiet,
    States,
    StorePlace,
)

if TYPE_CHECKING:
    from queensbench.api.analysis_results import Errata
    from queensbench.rendering.screen import Screen
    from queensbench.rendering.sheet.views import SheetWords

Property = Annotated[
    list[str] | None, typer.Option("--property", "-p", help="ask for these alone; repeatable")
]
Budget = Annotated[int, typer.Option(min=1, help="most states stored for a mode, over all explorations")]
Seconds = Annotated[
    float, typer.Option(min=0, help="end with what was found after so many, for all modes together")
]


Documents = Annotated[
    Path | None,
    typer.Option("--documents", metavar="DIR", help="the documents, whose sentences then stand in the sheet"),
]
Markdown = Annotated[
    Path | None, typer.Option("--markdown", metavar="FILE", help="write the sheet as Markdown")
]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="write the sheet as one page of HTML")
]
Fail = Annotated[
    bool,
    typer.Option("--fail", help="end with 1 where a reading that decides games has no sentence to print"),
]


def errata(
    paths: Paths = None,
    *,
    instance: Instances = None,
    property_: Property = None,
    documents: Documents = None,
    markdown: Markdown = None,
    html: Html = None,
    fail: Fail = False,
    size: Annotated[int, typer.Option(min=0, help="the most rulings that an erratum changes")] = 3,
    count: Annotated[int, typer.Option(min=1, help="the most errata that are listed")] = 10,
    states: States = 300_000,
    budget: Budget = 5_000_000,
    seconds: Seconds = 30,
    fresh: FreshVerdicts = False,
    store: StorePlace = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say what to change before print: the sentences worth most, and the fewest rulings that mend what is broken."""
    from queensbench.api.before_print import BeforePrint
    from queensbench.api.store import opened_store
    from queensbench.rendering.screen import Screen
    from queensbench.rendering.sheet import pages

    screen = Screen(quiet=quiet, as_json=as_json)
    files = pages.Files(markdown, html)
    chosen = paths or []
    kept = opened_store(store, chosen, fresh=fresh, warn=screen.warn)
    before = BeforePrint(chosen, documents)
    whole = not (instance or property_)  # for some instances or properties it only searches
    found = before.search(
        instances=instance or (),
        properties=property_ or (),
        size=size,
        count=count,
        states=states,
        budget=budget,
        seconds=seconds,
        store=kept,
        progress=screen.progress,
    )
    reports = _searched(screen, found)
    sheets = before.sheets(reports) if whole else []
    interrupted = any(one.interrupted for one in reports)
    if as_json:
        data = {"modes": [one.to_json() for one in reports], "sheets": before.data(sheets)}
        screen.json({**data, "interrupted": interrupted})
    words = before.words(sheets) if files.wanted or not as_json else []
    files.write(words)
    if not as_json:
        _shown(screen, words, before.without_book if whole else [])
    if interrupted:
        raise typer.Exit(130)
    if fail and any(one.missing for one, _ in sheets):
        raise typer.Exit(1)
    raise typer.Exit(0 if all(one.complete for one in reports) else 3)


def _searched(screen: Screen, found: Iterable[Errata]) -> list[Errata]:
    """The reports of the search, each printed when it is there."""
    from queensbench.api.analysis_results import report_of
    from queensbench.rendering import errata_tables

    reports: list[Errata] = []
    try:
        for one in found:
            reports.append(one)
            screen.done()
            if not screen.as_json:
                errata_tables.show(screen, report_of(one))
    finally:
        screen.done()
    return reports


def _shown(screen: Screen, words: Iterable[SheetWords], without_book: Iterable[str]) -> None:
    """Print the sheets, and the rulesets that have none."""
    from queensbench.rendering.sheet import terminal

    for one in words:
        terminal.show(screen, one)
    for name in without_book:
        screen.text(
            f"{name} has no book of rulings, so that nothing is said of what to print first: write it with "
            f"`queensbench rulings {name} --book docs/rulings`."
        )
