"""The command ``queensbench solve``: best play."""

from __future__ import annotations

from typing import Annotated

import typer

from queensbench.surfaces.command.options import (
    AnswerStore,
    AsJson,
    Fresh,
    InstanceName,
    Memory,
    ModePath,
    Quiet,
    Readings,
)

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
Against = Annotated[
    list[str] | None,
    typer.Option("--against", metavar="RULING=READING", help="solve under this reading, too; repeatable"),
]
Budget = Annotated[int | None, typer.Option(min=1, help="most states to store")]


def number_or_word(text: str) -> int | str:
    """A whole number if the text is one, else the text as it was written."""
    return int(text) if text.removeprefix("-").isdecimal() else text


def _thresholds(text: str) -> list[int]:
    """The whole numbers of a list with commas.  Raises BadInput."""
    from queensbench.errors import BadInput

    found = []
    for part in filter(None, text.split(",")):
        number = number_or_word(part.strip())
        if isinstance(number, str):
            raise BadInput(f"--at-least: {part.strip()} is no whole number", remedy="write it as 0,5,10")
        found.append(number)
    return found


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
    against: Against = None,
    budget: Budget = None,
    fresh: Fresh = False,
    store: AnswerStore = None,
    memory: Memory = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Solve an instance: what best play comes to, its first choices, and how it then ends."""
    from queensbench.api.game import load, opened_in
    from queensbench.rendering import best_play_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    thresholds = _thresholds(at_least)
    with screen.working():
        game = load(mode)
        session = opened_in(game, instance, reading or ())
        solution = session.solve(
            objective,
            player=player,
            least=least,
            silent=number_or_word(silent),
            at_least=thresholds,
            against=against or (),
            budget=budget,
            store=game.store(store, fresh=fresh, warn=screen.warn),
            progress=screen.progress,
        )
    data = solution.to_json()
    if as_json:
        screen.json(data)
    else:
        best_play_tables.solution(screen, data)
    raise typer.Exit(0 if solution.complete else 3)
