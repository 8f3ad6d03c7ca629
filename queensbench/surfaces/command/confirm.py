"""The command ``queensbench confirming``."""

from __future__ import annotations

from typing import Annotated

import typer

from queensbench.surfaces.command.options import AsJson, Quiet, StorePlace


def confirm(
    modes: Annotated[
        list[str] | None, typer.Argument(metavar="[RULESET[/MODE]]...", help="all when left out")
    ] = None,
    questions: Annotated[
        list[str] | None,
        typer.Option("--questions", metavar="RULESET[/MODE]", help="z3's own questions instead; repeatable"),
    ] = None,
    check_seconds: Annotated[
        float, typer.Option(min=1, help="another solver's budget for one goal, in processor seconds")
    ] = 60,
    store: StorePlace = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="ask anew what was confirmed before")] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Have what is proved of the full boxes decided again by other solvers, in another encoding."""
    from queensbench.rendering.screen import Screen
    from queensbench.surfaces.command import confirm_modes

    screen = Screen(quiet=quiet, as_json=as_json)
    raise typer.Exit(
        confirm_modes.command(
            screen, modes or (), questions or (), seconds=check_seconds, store=store, fresh=fresh
        )
    )
