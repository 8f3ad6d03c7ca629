"""The command ``queensbench replay``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.surfaces.command.options import AsJson


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a play in ITF")],
    as_json: AsJson = False,
) -> None:
    """Step through a stored play: each action, who chose it, the clauses that it carried out, the board."""
    from queensbench.api.stored_plays import replay as replayed
    from queensbench.rendering import engine_tables
    from queensbench.rendering.screen import Screen

    found = replayed(file)
    engine_tables.replayed(Screen(as_json=as_json), found.to_json())
    raise typer.Exit(0 if found.agrees else 1)
