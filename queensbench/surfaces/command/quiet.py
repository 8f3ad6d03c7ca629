"""The command ``queensbench quiet``: decisions of the rules that no sentence backs."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from queensbench.surfaces.command.options import AnswerStore, AsJson, Fresh, Instances, Paths, Quiet


def quiet(
    rulesets: Paths = None,
    *,
    instance: Instances = None,
    budget: Annotated[int, typer.Option(min=1, help="most states of a box")] = 100_000,
    games: Annotated[int, typer.Option(min=0, help="random games of the box as sold; 0: none")] = 200,
    seconds: Annotated[float, typer.Option(min=0, help="end a ruleset with what it has after so many")] = 300,
    every: Annotated[bool, typer.Option("--every", help="show every decision")] = False,
    fail: Annotated[
        bool, typer.Option("--fail", help="exit with 1 while one is not answered, 3 if time was over")
    ] = False,
    fresh: Fresh = False,
    store: AnswerStore = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Find decisions of the rules that no sentence backs, take each otherwise, and list what is not answered."""
    from queensbench.api.quiet_choices import quiet as found_in
    from queensbench.api.store import opened_store
    from queensbench.rendering import quiet_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    reports = found_in(
        rulesets or (),
        instances=instance or (),
        budget=budget,
        games=games,
        seconds=seconds,
        store=opened_store(store, rulesets or (), fresh=fresh, warn=screen.warn),
        progress=screen.progress,
    )
    found: list[dict[str, Any]] = []
    with screen.working({"rulesets": found}):
        for one in reports:
            screen.done()
            found.append(one.to_json())
            quiet_tables.show(screen, found[-1], every=every)
    screen.answer({"rulesets": found})
    unanswered, left = (any(one[what] for one in found) for what in ("unanswered", "left"))
    raise typer.Exit((1 if unanswered else 3 if left else 0) if fail else 0)
