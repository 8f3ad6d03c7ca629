"""The command ``queensbench new-adapter``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import visible
from queensbench.surfaces.command.options import InstanceName, ModePath

Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="a folder that is empty or not there")]
Language = Annotated[str, typer.Option("--language", help="python or javascript")]


def new_adapter(
    mode: ModePath, *, out: Out, language: Language = "python", instance: InstanceName = "full"
) -> None:
    """Write the skeleton of an adapter, with which an engine of yours answers `queensbench conform`."""
    from queensbench.api.game import opened
    from queensbench.conformance.skeleton import create
    from queensbench.conformance.vocabulary import Vocabulary

    for path in create(Vocabulary.of(opened(mode, instance)), out, language):
        typer.echo(visible(str(path)))
