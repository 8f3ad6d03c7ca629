"""The command ``queensbench search``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from queensbench.errors import BadInput
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
    target: Annotated[
        str, typer.Argument(help="a property, `end`, `silence`, `win PLAYER` or an expression")
    ],
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
    from queensbench.api.game import opened
    from queensbench.rendering import search_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    left_open = [name.lower().replace("-", "_") for name in free or ()]
    _require_consistent(left_open, reading or (), shortest=shortest, known=known)
    asked: dict[str, Any] = {"choices": choices, "steps": steps, "budget": budget}
    if shortest:
        asked |= {"known": known, "width": width, "tries": tries, "seed": seed}
    else:
        asked["free"] = left_open
    with screen.working(), screen.insisting():
        session = opened(mode, instance, reading or ())
        ask = session.shortest if shortest else session.search
        found = ask(target, **asked, progress=screen.progress)
    data = found.to_json()
    if save is not None and found.play is not None:
        found.play.save(save, why=f"to {found.target}")
    elif save is not None:
        screen.warn(f"no play was found, so none is stored in {save}")
    if as_json:
        screen.json(data | ({"interrupted": True} if found.interrupted else {}))
    elif shortest:
        search_tables.show_shortest(screen, data)
    else:
        search_tables.show_bounded(screen, data)
    undecided = not found.shortest if shortest else found.verdict == "unknown"
    raise typer.Exit(130 if found.interrupted else 3 if undecided else 0)


def _require_consistent(
    free: Sequence[str], readings: Sequence[str], *, shortest: bool, known: Path | None
) -> None:
    """Raise BadInput for options that exclude each other."""
    if known is not None and not shortest:
        raise BadInput("--play gives a play to improve on", remedy="add --shortest")
    if free and shortest:
        raise BadInput("--free and --shortest do not go together", remedy="choose a reading with --reading")
    chosen = {choice.partition("=")[0].strip().lower().replace("-", "_") for choice in readings}
    if twice := chosen.intersection(free):
        raise BadInput(f"the ruling {min(twice)} is both chosen and left open", remedy="drop one of them")
