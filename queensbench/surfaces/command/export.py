"""The command ``queensbench export``: an instance as another model checker reads it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from queensbench.engines.runtime.limits import MOST_STATES
from queensbench.errors import BadInput, visible
from queensbench.surfaces.command.options import InstanceName, ModePath, Quiet, Readings
from queensbench.surfaces.command.solve import Least, Objective

Parameter = Annotated[list[str] | None, typer.Option("--parameter", metavar="NAME=NUMBER", help="repeatable")]
File = Annotated[
    Path | None, typer.Option("--file", "-f", metavar="FILE", help="standard output when left out")
]
Fix = Annotated[
    str, typer.Option("--fix", metavar="PLAYER", help="this player makes the best choices, as solved")
]
Player = Annotated[
    str, typer.Option("--for", metavar="PLAYER", help="whose aim it is that is solved (who is fixed)")
]
States = Annotated[int, typer.Option("--states", min=1, max=MOST_STATES, help="most states to walk")]


def export(
    mode: ModePath,
    *,
    instance: InstanceName = "full",
    reading: Readings = None,
    parameter: Parameter = None,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="`drn`: Storm's explicit format")] = "drn",
    file: File = None,
    fix: Fix = "",
    objective: Objective = "",
    player: Player = "",
    least: Least = False,
    states: States = MOST_STATES,
    quiet: Quiet = False,
) -> None:
    """Write an instance for the model checker Storm, from a walk by the interpreter (about a millisecond a state)."""
    from queensbench.api.game import load, opened_in
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet)
    with screen.working():
        session = opened_in(load(mode), instance, reading or (), _numbers(parameter or ()))
        made = session.export(
            to,
            fix=fix,
            objective=objective,
            player=player,
            least=least,
            states=states,
            progress=screen.progress,
        )
    if file is None:
        sys.stdout.write(visible(made.text) if sys.stdout.isatty() else made.text)
        return
    made.save(file)
    value = f"; value {made.value}" if made.value else ""
    screen.line(f"{made.states:,} states and {made.transitions:,} transitions in {file}{value}")


def _numbers(parameters: Sequence[str]) -> dict[str, int]:
    """Parameters as they are written.  Raises BadInput."""
    found = {}
    for given in parameters:
        name, equals, text = given.partition("=")
        if not equals or not text.strip().removeprefix("-").isdecimal():
            raise BadInput(f"--parameter {given} is no NAME=NUMBER", remedy="write it as cards=12")
        found[name.strip()] = int(text)
    return found
