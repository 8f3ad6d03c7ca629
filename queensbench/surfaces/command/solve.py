"""The commands ``queensbench solve`` and ``queensbench advise``: best play, and how good the moves of a play were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queensbench.surfaces.command.options import (
    AnswerStore,
    AsJson,
    Fresh,
    InstanceName,
    ModePath,
    Quiet,
    Readings,
)

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

Objective = Annotated[
    str, typer.Option("--objective", "-o", help="`score`, `win` or `margin`: wins minus losses")
]
For = Annotated[
    str, typer.Option("--for", metavar="PLAYER", help="who plays for it; all others play against")
]
Least = Annotated[bool, typer.Option("--least", help="make it as small as possible, not as great")]
Silent = Annotated[
    str,
    typer.Option(
        metavar="N|worst|best", help="what play without a score counts as; both bounds when left out"
    ),
]
Budget = Annotated[int | None, typer.Option(min=1, help="most states to store")]


def _silent(text: str) -> int | str:
    return int(text) if text.removeprefix("-").isdecimal() else text


def _thresholds(text: str) -> list[int]:
    """The whole numbers of a list with commas.  Raises BadInput."""
    from queensbench.errors import BadInput

    found = []
    for part in filter(None, text.split(",")):
        number = _silent(part.strip())
        if isinstance(number, str):
            raise BadInput(f"--at-least: {part.strip()} is no whole number", remedy="write it as 0,5,10")
        found.append(number)
    return found


def _evidence(screen: Screen, store: str | None, *, fresh: bool) -> Callable[[Any], Any]:
    from queensbench.evidence import cache

    return lambda sources: cache.opened(sources, chosen=store, fresh=fresh, warn=screen.warn)


AtLeast = Annotated[
    str, typer.Option("--at-least", metavar="N,N,...", help="how likely best play reaches these scores")
]


def solve(
    mode: ModePath,
    *,
    instance: InstanceName = "full",
    reading: Readings = None,
    objective: Objective = "",
    player: For = "",
    least: Least = False,
    silent: Silent = "",
    at_least: AtLeast = "",
    budget: Budget = None,
    fresh: Fresh = False,
    store: AnswerStore = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Solve an instance: what best play comes to, its first choices, and how it then ends."""
    from queensbench.analyses import best_play
    from queensbench.engines.solve.objectives import aims_of
    from queensbench.rendering import best_play_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    thresholds = _thresholds(at_least)
    with screen.working():
        box, readings, kept = best_play.opened(
            mode, instance, reading or (), _evidence(screen, store, fresh=fresh)
        )
        aims = aims_of(box.system, objective, player, least=least)
        asked = best_play.SolveRequest(box, readings, kept, aims, _silent(silent), budget)
        data = best_play.solved_data(asked, screen.progress)
    for aim in data["aims"]:
        if thresholds and aim["ends"] is not None and aim["ends"]["scores"]:
            aim["at_least"] = best_play.reaching(aim, thresholds)
    if as_json:
        screen.json(data)
    else:
        best_play_tables.solution(screen, data)
    raise typer.Exit(0 if data["complete"] else 3)


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
    from queensbench.analyses import best_play
    from queensbench.errors import BadInput
    from queensbench.rendering import best_play_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    asked = {"objective": objective, "player": player, "least": least, "silent": _silent(silent)}
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
