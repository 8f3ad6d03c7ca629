"""The command ``queensbench confirm``."""

from __future__ import annotations

from typing import Annotated

import typer

from queensbench.surfaces.command.options import AsJson, Paths, Quiet, StorePlace


def confirm(
    modes: Paths = None,
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
    from queensbench.analyses import confirmation, confirmed_modes
    from queensbench.rendering import confirmation_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    try:
        found = confirmed_modes.confirmed(
            modes or (),
            questions or (),
            seconds=check_seconds,
            store=store,
            fresh=fresh,
            progress=screen.progress,
        )
    finally:
        screen.done()
    code = 3 if any(confirmation.unsure(data) for data in found) else 0
    if as_json:
        screen.json({"modes": found, "exit": code})
    else:
        confirmation_tables.confirmed(screen, found)
    raise typer.Exit(code)
