"""The command ``queensbench errata``: what has to be read otherwise, or settled, for all properties to hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from queensbench.surfaces.command.options import (
    AsJson,
    FreshVerdicts,
    Instances,
    ModePath,
    Quiet,
    States,
    StorePlace,
)

if TYPE_CHECKING:
    from queensbench.api.analysis_results import Errata

Property = Annotated[
    list[str] | None, typer.Option("--property", "-p", help="ask for these alone; repeatable")
]
Budget = Annotated[int, typer.Option(min=1, help="most states stored for a mode, over all explorations")]
Seconds = Annotated[
    float, typer.Option(min=0, help="end with what was found after so many, for all modes together")
]


def errata(
    ruleset: ModePath,
    *,
    instance: Instances = None,
    property_: Property = None,
    size: Annotated[int, typer.Option(min=0, help="the most rulings that an erratum changes")] = 3,
    count: Annotated[int, typer.Option(min=1, help="the most errata that are listed")] = 10,
    states: States = 300_000,
    budget: Budget = 5_000_000,
    seconds: Seconds = 60,
    fresh: FreshVerdicts = False,
    store: StorePlace = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Find the fewest rulings to read otherwise, or to settle, so that all properties hold as they are stated."""
    from queensbench.api.analysis_results import report_of
    from queensbench.api.store import opened_store
    from queensbench.api.strength import errata as searched
    from queensbench.rendering import errata_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    found = searched(
        ruleset,
        instances=instance or (),
        properties=property_ or (),
        size=size,
        count=count,
        states=states,
        budget=budget,
        seconds=seconds,
        store=opened_store(store, [ruleset], fresh=fresh, warn=screen.warn),
        progress=screen.progress,
    )
    reports: list[Errata] = []
    try:
        for one in found:
            reports.append(one)
            screen.done()
            if not as_json:
                errata_tables.show(screen, report_of(one))
    finally:
        screen.done()
    interrupted = any(one.interrupted for one in reports)
    if as_json:
        screen.json({"modes": [one.to_json() for one in reports], "interrupted": interrupted})
    raise typer.Exit(130 if interrupted else 0 if all(one.complete for one in reports) else 3)
