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
    from queensbench.api.game import opened
    from queensbench.rendering import engine_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    if show is not None and show >= games:
        raise BadInput(f"game {show} of {games}", remedy=f"choose one from 0 to {games - 1}")
    with screen.working():
        session = opened(mode, instance, reading or ())
        sample = session.simulate(games=games, seed=seed, max_steps=max_steps, progress=screen.progress)
    data = sample.to_json()
    if (save is not None or show is not None) and sample.games:
        shown = sample.play(show or 0)
        if save is not None:
            shown.save(save, why=f"random game {show or 0} of seed {seed}")
        if show is not None:
            data["shown"] = {"game": show, "play": [str(step) for step in shown.steps]}
            engine_tables.shown_game(screen, session.interpreter, shown.steps)
    engine_tables.playouts(screen, data)
    if sample.interrupted:
        raise typer.Exit(130)
