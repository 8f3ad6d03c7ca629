"""The command ``queensbench suite``: plays as files, for engines that are tested without this toolkit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.surfaces.command.options import AsJson, InstanceName, ModePath, Quiet


def suite(
    mode: ModePath,
    *,
    out: Annotated[Path, typer.Option(metavar="DIR", help="the folder for the plays")],
    instance: InstanceName = "full",
    games: Annotated[int, typer.Option(min=1, help="random games that plays are chosen from")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="the same seed writes the same suite")] = 1,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Write plays that cover a mode as files: legal moves and state at each step, for each reading."""
    from queensbench.api.game import load
    from queensbench.conformance import suites
    from queensbench.project.projects import mode_instance
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    game = load(mode)
    mode_instance(game.mode, instance)
    with screen.working():
        found = suites.write(game, instance, out, games=games, seed=seed)
    if as_json:
        screen.json(found.to_json())
        return
    total = len(found.clauses) + len(found.missing)
    screen.line(f"{len(found.files)} files in {out}")
    screen.text(f"{len(found.clauses)} of {total} clauses, {len(found.ends)} kinds of end")
    screen.text(f"rulings told apart: {', '.join(sorted(found.rulings)) or 'none'}")
