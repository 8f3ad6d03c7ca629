"""The command ``queensbench export``: an instance as another model checker reads it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from queensbench.engines.runtime.limits import MOST_STATES
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
    from queensbench.analyses import export as analysis
    from queensbench.errors import BadInput
    from queensbench.evidence.plays import write_atomic
    from queensbench.rendering.screen import Screen

    if to not in analysis.FORMATS:
        raise BadInput(f"nothing is exported as {to}", remedy=f"choose {', '.join(analysis.FORMATS)}")
    if not fix and (objective or player or least):
        raise BadInput("an aim is that of a player whose choices are fixed", remedy="add --fix PLAYER")
    screen = Screen(quiet=quiet)
    with screen.working():
        box, readings = analysis.opened(mode, instance, reading or (), parameter or ())
        made = analysis.export(
            box,
            readings,
            fix=fix,
            objective=objective,
            player=player,
            least=least,
            most=states,
            progress=screen.progress,
        )
    if file is None:
        sys.stdout.write(made.text)
        return
    write_atomic(file, made.text)
    value = f"; value {made.fixed}" if made.fixed else ""
    screen.line(f"{made.states:,} states and {made.transitions:,} transitions in {file}{value}")
