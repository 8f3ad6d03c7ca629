"""The command ``queensbench new``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import visible


def new(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="a folder that is empty or not there")],
) -> None:
    """Make a project for another rulebook, with a small ruleset that can be audited at once."""
    from queensbench.project.creating import create

    for path in create(directory):
        typer.echo(visible(str(path)))
