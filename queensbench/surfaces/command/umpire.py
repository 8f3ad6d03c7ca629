"""The command ``queensbench umpire``: what a table cannot settle by itself."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from queensbench.surfaces.command.options import AnswerStore, AsJson, Fresh, Paths, Quiet, Readings

Instances = Annotated[
    list[str] | None, typer.Option("--instance", "-i", help="only this instance; repeatable")
]


def umpire(
    paths: Paths = None,
    *,
    instance: Instances = None,
    reading: Readings = None,
    budget: Annotated[int | None, typer.Option(min=1, help="most states of an instance")] = None,
    seconds: Annotated[float, typer.Option(min=0, help="end a mode with what it has after so many")] = 300,
    fresh: Fresh = False,
    store: AnswerStore = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say what players cannot check from what they see, and which effects depend on an order nobody decides."""
    from queensbench.api.game import readings_in, selected
    from queensbench.rendering import umpire_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    games = selected(paths or ())
    kept = games[0].store(store, fresh=fresh, warn=screen.warn) if games else None
    chosen = [readings_in(game, reading or (), instance or ()) for game in games]
    found: list[dict[str, Any]] = []
    with screen.working({"modes": found}):
        for game, readings in zip(games, chosen, strict=True):
            points = game.umpire(
                instance or (),
                readings=readings,
                budget=budget,
                seconds=seconds,
                store=kept,
                progress=screen.progress,
            )
            found.append(points.to_json())
            screen.done()
            umpire_tables.show(screen, found[-1])
    umpire_tables.answer(screen, found)
