"""The command ``queensbench search``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.surfaces.command.options import AsJson, InstanceName, ModePath, Quiet, Readings

Shortest = Annotated[
    bool,
    typer.Option("--shortest", help="long plays: the best one found, and how many choices any needs"),
]
Known = Annotated[
    Path | None,
    typer.Option("--play", metavar="FILE", help="with --shortest: a play to begin with, in ITF"),
]


def search(
    mode: ModePath,
    target: Annotated[str, typer.Argument(help="a property, `end`, `silence` or `win PLAYER`")],
    *,
    instance: InstanceName = "full",
    reading: Readings = None,
    free: Annotated[list[str] | None, typer.Option(help="a ruling left open; repeatable")] = None,
    choices: Annotated[int, typer.Option(min=0, help="most choices of a play that z3 looks for")] = 12,
    steps: Annotated[int, typer.Option(min=0, help="most steps of a play")] = 60,
    budget: Annotated[int, typer.Option(min=1, help="z3's resource units")] = 2_000_000_000,
    shortest: Shortest = False,
    known: Known = None,
    width: Annotated[int, typer.Option(min=0, help="with --shortest: states kept by guided play")] = 300,
    tries: Annotated[int, typer.Option(min=1, help="with --shortest: how often it is tried")] = 8,
    seed: Annotated[int, typer.Option(min=0, help="with --shortest: of the first try")] = 1,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="store the play as ITF")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Search for the shortest play to a target, or show that there is none up to a bound."""
    from queensbench.analyses import search as analysis
    from queensbench.rendering import search_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    request = analysis.SearchRequest(
        mode=mode,
        target=target,
        instance=instance,
        readings=reading or (),
        free=[name.lower().replace("-", "_") for name in free or ()],
        choices=choices,
        steps=steps,
        budget=budget,
        shortest=shortest,
        known=known,
        width=width,
        tries=tries,
        seed=seed,
    )
    request.require_consistent()
    with screen.working(), screen.insisting():
        found = analysis.searched(request, screen.progress)
    if save is not None and found.play is not None:
        analysis.save(found.box, found.play, save)
    elif save is not None:
        screen.warn(f"no play was found, so none is stored in {save}")
    if as_json:
        screen.json(found.data | ({"interrupted": True} if found.interrupted else {}))
    elif shortest:
        search_tables.show_shortest(screen, found.data)
    else:
        search_tables.show_bounded(screen, found.data)
    raise typer.Exit(130 if found.interrupted else 3 if found.undecided else 0)
