"""The command ``queensbench play``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.surfaces.command.options import AsJson, InstanceName, ModePath, Quiet, Readings

Show = Annotated[int | None, typer.Option(metavar="GAME", min=0, help="show this game step by step")]


def play(
    mode: ModePath,
    *,
    instance: InstanceName = "full",
    reading: Readings = None,
    games: Annotated[int, typer.Option(min=1)] = 10_000,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    max_steps: Annotated[int, typer.Option(min=1, help="a game is cut off here")] = 10_000,
    show: Show = None,
    save: Annotated[Path | None, typer.Option(help="store the shown game (or game 0) as ITF")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Play random games: their lengths and endings, how often each clause and each ruling came up."""
    from queensbench.analyses import single_engine
    from queensbench.engines.simulate.playouts import playouts_of
    from queensbench.rendering import engine_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    if show is not None and show >= games:
        raise BadInput(f"game {show} of {games}", remedy=f"choose one from 0 to {games - 1}")
    with screen.working():
        box, readings = single_engine.prepare(mode, instance, reading or ())
        screen.progress("compiling the rules")
        played = playouts_of(
            box,
            readings,
            games=games,
            seed=seed,
            max_steps=max_steps,
            progress=lambda done, _: screen.progress(f"{done:,} of {games:,} games"),
        )
    data = single_engine.playouts(box, readings, played)
    if (save is not None or show is not None) and played.games:
        shown = single_engine.one_game(box, readings, played, show or 0, save)
        if show is not None:
            data["shown"] = {"game": show, "play": shown.texts}
            engine_tables.shown_game(screen, box.interpreter(readings), shown)
    engine_tables.playouts(screen, data)
    if played.interrupted:
        raise typer.Exit(130)
