"""The command ``queensbench search``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.surfaces.command.options import AsJson, InstanceName, ModePath, Quiet, Readings


def search(
    mode: ModePath,
    target: Annotated[str, typer.Argument(help="a property, `end`, `silence` or `win PLAYER`")],
    instance: InstanceName = "full",
    reading: Readings = None,
    free: Annotated[list[str] | None, typer.Option(help="a ruling left open; repeatable")] = None,
    choices: Annotated[int, typer.Option(min=0, help="most choices of a play that z3 looks for")] = 12,
    steps: Annotated[int, typer.Option(min=0, help="most steps of a play")] = 60,
    budget: Annotated[int, typer.Option(min=1, help="z3's resource units")] = 2_000_000_000,
    shortest: Annotated[
        bool,
        typer.Option("--shortest", help="long plays: the best one found, and how many choices any needs"),
    ] = False,
    known: Annotated[
        Path | None,
        typer.Option("--play", metavar="FILE", help="with --shortest: a play to begin with, in ITF"),
    ] = None,
    width: Annotated[int, typer.Option(min=0, help="with --shortest: states kept by guided play")] = 300,
    tries: Annotated[int, typer.Option(min=1, help="with --shortest: how often it is tried")] = 8,
    seed: Annotated[int, typer.Option(min=0, help="with --shortest: of the first try")] = 1,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="store the play as ITF")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Search for the shortest play to a target, or show that there is none up to a bound."""
    from queensbench.analyses import search as searching
    from queensbench.analyses import single_engine
    from queensbench.engines.search import bounded_model_checking as engine
    from queensbench.engines.search import shortest as search_shortest
    from queensbench.rendering import search_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    open_ = [name.lower().replace("-", "_") for name in free or ()]
    if known is not None and not shortest:
        raise BadInput("--play gives a play to improve on", remedy="add --shortest")
    if open_ and shortest:
        raise BadInput("--free and --shortest do not go together", remedy="choose a reading with --reading")
    chosen = {choice.partition("=")[0].strip().lower().replace("-", "_") for choice in reading or ()}
    if twice := chosen.intersection(open_):
        raise BadInput(f"the ruling {min(twice)} is both chosen and left open", remedy="drop one of them")
    limits = engine.Limits(choices, steps, budget)
    interrupted = False
    with screen.working(), screen.insisting():
        workshop, readings = single_engine.prepare(mode, instance, reading or ())
        if shortest:
            best = search_shortest.shortest(
                workshop,
                target,
                readings=readings,
                given=None if known is None else searching.known_play(workshop, readings, known),
                guided=search_shortest.Guided(width, seed, tries),
                searched=limits,
                progress=screen.progress,
            )
            data, play = searching.shortest(workshop, best), best.play
        else:
            try:
                found = engine.search(
                    workshop,
                    target,
                    readings=readings,
                    free=open_,
                    limits=limits,
                    progress=screen.progress,
                )
            except engine.SearchStopped as stopped:
                found, interrupted = stopped.found, True
            data, play = searching.bounded(workshop, found, open_), searching.witnessed(workshop, found)
    if save is not None and play is not None:
        searching.save(workshop, play, save)
    elif save is not None:
        screen.warn(f"no play was found, so none is stored in {save}")
    if as_json:
        screen.json(data | ({"interrupted": True} if interrupted else {}))
    elif shortest:
        search_tables.show_shortest(screen, data)
    else:
        search_tables.show_bounded(screen, data)
    if interrupted:
        raise typer.Exit(130)
    undecided = data["gap"] != 0 if shortest else data["verdict"] == "unknown"
    raise typer.Exit(3 if undecided else 0)
