"""The command ``queensbench umpire``: what a table cannot settle by itself."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from queensbench.surfaces.command.options import AnswerStore, AsJson, Fresh, Paths, Quiet, Readings

Instances = Annotated[
    list[str] | None, typer.Option("--instance", "-i", help="only this instance; repeatable")
]


def umpire(
    paths: Paths = None,
    *,
    instance: Instances = None,
    reading: Readings = None,
    budget: Annotated[int | None, typer.Option(min=1, help="most states of an instance")] = None,
    seconds: Annotated[float, typer.Option(min=0, help="end a mode with what it has after so many")] = 300,
    fresh: Fresh = False,
    store: AnswerStore = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say what players cannot check from what they see, and which effects depend on an order nobody decides."""
    from queensbench.analyses import umpire as analysis
    from queensbench.evidence import cache
    from queensbench.evidence.keys import Sources
    from queensbench.project import projects
    from queensbench.rendering import umpire_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    loaded = projects.load()
    evidence = cache.opened(Sources(loaded.root), chosen=store, fresh=fresh, warn=screen.warn)
    modes = loaded.selected(paths or ())
    chosen = {mode: projects.readings_of(mode, reading or ()) for _, mode in modes}
    for _, mode in modes:
        for name in instance or ():
            projects.mode_instance(mode, name)
    found: list[dict[str, Any]] = []
    with screen.working():
        for ruleset, mode in modes:
            data = analysis.umpired(
                ruleset,
                mode,
                readings=chosen[mode],
                instances=instance or (),
                budget=budget,
                seconds=seconds,
                evidence=evidence,
                progress=screen.progress,
            )
            found.append(data)
            screen.done()
            umpire_tables.show(screen, data)
    umpire_tables.answer(screen, found)
