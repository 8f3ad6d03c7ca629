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
    from queensbench.analyses.errata_report import ErrataReport

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
    from queensbench.analyses import errata as analysis
    from queensbench.analyses import errata_modes
    from queensbench.evidence import cache
    from queensbench.evidence.keys import Sources
    from queensbench.project import checking, projects
    from queensbench.rendering import errata_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    sources = Sources(projects.find_root())
    selected = checking.sound(projects.load(sources.root).selected([ruleset]))
    chosen = errata_modes.chosen(selected, instance or (), property_ or ())
    options = analysis.ErrataOptions(
        size=size,
        count=count,
        states=states,
        budget=budget,
        instances=instance or (),
        properties=property_ or (),
        progress=screen.progress,
        evidence=cache.opened(sources, chosen=store, fresh=fresh, warn=screen.warn),
    )
    reports: list[ErrataReport] = []
    try:
        for found in errata_modes.in_turn(chosen, options, seconds):
            reports.append(found)
            screen.done()
            if not as_json:
                errata_tables.show(screen, found)
    finally:
        screen.done()
    interrupted = any(found.interrupted for found in reports)
    if as_json:
        modes = [errata_tables.as_data(found) for found in reports]
        screen.json({"modes": modes, "interrupted": interrupted})
    raise typer.Exit(130 if interrupted else 0 if all(found.complete for found in reports) else 3)
