"""The command ``queensbench diff``."""

from __future__ import annotations

from typing import Annotated

import typer

from queensbench.surfaces.command.options import AsJson, Instances, Paths, Quiet, Readings


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="a folder, or a commit, branch or tag of git")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="the same; . is the current folder")],
    paths: Paths = None,
    *,
    instance: Instances = None,
    reading: Readings = None,
    budget: Annotated[int, typer.Option(min=1, help="most states of a box")] = 300_000,
    games: Annotated[int, typer.Option(min=1, help="random games of the full box")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="of the games")] = 20_190_101,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say which modes two versions of a project play otherwise, by the shortest play, or show that they are the same.

    The code of both versions runs. Exit code 1 where a mode is not shown to be the same.
    """
    from queensbench.api.versions import diff as differences
    from queensbench.rendering import version_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    chosen = dict(text.partition("=")[::2] for text in reading or ())
    with screen.working():
        found = differences(
            old,
            new,
            paths or (),
            instances=instance or (),
            readings=chosen,
            budget=budget,
            games=games,
            seed=seed,
            progress=screen.progress,
        )
    screen.done()
    version_tables.differences(screen, found.to_json())
    raise typer.Exit(found.code)
