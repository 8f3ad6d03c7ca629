"""The command ``queensbench advise``: how good the moves of a play were."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.surfaces.command.options import AnswerStore, AsJson, Fresh, Quiet
from queensbench.surfaces.command.solve import Budget, For, Least, Objective, Silent, number_or_word

Step = Annotated[
    int | None,
    typer.Option(min=0, help="only the position after so many steps, solved from there alone"),
]
Begin = Annotated[
    int,
    typer.Option("--from", metavar="STEP", min=0, help="from this position on, solved from there alone"),
]


def advise(
    file: Annotated[Path, typer.Argument(metavar="PLAY", help="a play in ITF, as `play --save` stores it")],
    *,
    step: Step = None,
    begin: Begin = 0,
    objective: Objective = "",
    player: For = "",
    least: Least = False,
    silent: Silent = "",
    budget: Budget = None,
    fresh: Fresh = False,
    store: AnswerStore = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say of each position of a play what every option is worth, and what the move that was made lost."""
    from queensbench.api.store import opened_store
    from queensbench.api.stored_plays import advised
    from queensbench.rendering import best_play_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    aim = {"objective": objective, "player": player, "least": least, "silent": number_or_word(silent)}
    with screen.working():
        found = advised(
            file,
            lambda name: opened_store(store, [name], fresh=fresh, warn=screen.warn),
            step=step,
            begin=begin,
            budget=budget,
            aim=aim,
            progress=screen.progress,
        )
    data = found.to_json()
    if as_json:
        screen.json(data)
    else:
        best_play_tables.advised(screen, data)
    raise typer.Exit(0 if found.complete else 3)
