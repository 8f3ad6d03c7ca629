"""The command ``queensbench compare``."""

from __future__ import annotations

from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.surfaces.command.options import AsJson, InstanceName, Memory, ModePath, Quiet, known

Ruling = Annotated[list[str] | None, typer.Argument(metavar="[RULING]...", help="all when left out")]
Beside = Annotated[
    list[str] | None,
    typer.Option("--beside", metavar="RULING=READING", help="how another ruling is read; repeatable"),
]
Documents = Annotated[
    tuple[str, str] | None,
    typer.Option("--documents", metavar="ONE TWO", help="two documents, each as one whole reading"),
]


def compare(
    mode: ModePath,
    ruling: Ruling = None,
    *,
    instance: InstanceName = "full",
    beside: Beside = None,
    documents: Documents = None,
    rlimit: Annotated[int, typer.Option(min=1, help="z3's resource limit for one question")] = 20_000_000,
    memory: Memory = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say of each ruling whether it matters: never, by proof, or in a play that shows it; or leave it undecided."""
    from queensbench.api.game import opened
    from queensbench.rendering import comparison_tables
    from queensbench.rendering.screen import Screen
    from queensbench.surfaces.command import documents as documents_command

    screen = Screen(quiet=quiet, as_json=as_json)
    if documents is not None:
        if ruling or beside:
            raise BadInput("--documents compares whole readings", remedy="leave out rulings and --beside")
        raise typer.Exit(documents_command.command(screen, mode, documents, instance=instance))
    session = opened(mode, instance, beside or ())
    names = [name.lower().replace("-", "_") for name in ruling or ()]
    known("ruling", names, session.rulings)
    try:
        with screen.insisting():
            found = session.compare(names, rlimit=rlimit, progress=screen.progress)
    finally:
        screen.done()
    comparison_tables.comparison(screen, found.to_json(), whole=bool(ruling))
    raise typer.Exit(130 if found.interrupted else 0 if found.complete else 3)
