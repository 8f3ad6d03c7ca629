"""The command ``queensbench confirm``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from queensbench.surfaces.command.options import AsJson, Paths, Quiet, StorePlace

if TYPE_CHECKING:
    from queensbench.api.results import Verdicts


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
    from queensbench.api.game import load, selected
    from queensbench.rendering import confirmation_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    asked = selected(questions) if questions else []
    own = {game.path for game in asked}
    stated = [game for game in selected(modes or ()) if game.path not in own] if modes or not asked else []
    found: list[Verdicts] = []
    interrupted = False
    try:
        for path in [game.path for game in (*stated, *asked)]:

            def told(text: str, path: str = path) -> None:
                screen.progress(f"{path}: {text}")

            game = load(path)  # which lets the box of the mode before it go
            shown = game.session().prove(
                check=path not in own,
                check_questions=path in own,
                check_seconds=check_seconds,
                store=game.store(store, fresh=fresh, warn=screen.warn),
                progress=told,
            )
            if shown.interrupted:  # nobody has decided again what is proved by then
                interrupted = True
                break
            found.append(shown)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        screen.done()
    code = 130 if interrupted else 3 if any(one.unsure for one in found) else 0
    confirmation_tables.answer(screen, [one.to_json() for one in found], code, interrupted=interrupted)
    raise typer.Exit(code)
