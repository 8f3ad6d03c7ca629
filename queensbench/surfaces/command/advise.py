"""The command ``queensbench advise``: how good the moves of a play were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queensbench.surfaces.command.options import AnswerStore, AsJson, Fresh, Quiet
from queensbench.surfaces.command.solve import Budget, For, Least, Objective, Silent, number_or_word

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

Step = Annotated[
    int | None,
    typer.Option(min=0, help="only the position after so many steps, solved from there alone"),
]
Begin = Annotated[
    int,
    typer.Option("--from", metavar="STEP", min=0, help="from this position on, solved from there alone"),
]


def _evidence(screen: Screen, store: str | None, *, fresh: bool) -> Callable[[Any], Any]:
    from queensbench.evidence import cache

    return lambda sources: cache.opened(sources, chosen=store, fresh=fresh, warn=screen.warn)


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
    from queensbench.analyses import best_play
    from queensbench.errors import BadInput
    from queensbench.rendering import best_play_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    asked = {"objective": objective, "player": player, "least": least, "silent": number_or_word(silent)}
    with screen.working():
        request, moments, why = best_play.request_of_play(
            file, _evidence(screen, store, fresh=fresh), budget=budget, **asked
        )
        first = begin if step is None else step
        if first >= len(moments):
            raise BadInput(
                f"step {first} of a play of {len(moments) - 1}",
                where=str(file),
                remedy=f"choose one from 0 to {len(moments) - 1}",
            )
        positions = range(first, len(moments)) if step is None else [first]
        data = best_play.advice(request, moments, list(positions), whole=not first, progress=screen.progress)
    data = {"file": str(file), "why": why} | data
    if as_json:
        screen.json(data)
    else:
        best_play_tables.advised(screen, data)
    raise typer.Exit(0 if data["complete"] else 3)
