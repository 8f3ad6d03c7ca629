"""The command ``queensbench vacuous``: which clauses never come into play, under which reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from queensbench.surfaces.command.options import AsJson, Instances, ModePath, Quiet, States, StorePlace

if TYPE_CHECKING:
    from queensbench.analyses.vacuity import Vacuous


Games = Annotated[int, typer.Option(min=0, help="random games of the box as sold, for each reading")]


def vacuous(
    ruleset: ModePath,
    *,
    instance: Instances = None,
    states: States = 300_000,
    games: Games = 200,
    proofs: Annotated[bool, typer.Option(help="ask z3 of the box as sold what stays idle")] = True,
    store: StorePlace = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """List the clauses that never come into play, and those that do under one reading of a ruling only."""
    from queensbench.analyses import errata_modes, vacuity
    from queensbench.evidence import cache
    from queensbench.evidence.keys import Sources
    from queensbench.project import checking, projects
    from queensbench.rendering import vacuity_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    sources = Sources(projects.find_root())
    selected = checking.sound(projects.load(sources.root).selected([ruleset]))
    evidence = cache.opened(sources, chosen=store, fresh=False, warn=screen.warn)
    rows: list[Vacuous] = []
    interrupted = False
    try:
        for one, mode in errata_modes.chosen(selected, instance or (), ()):
            rows.append(
                vacuity.vacuous(
                    one,
                    mode,
                    instances=instance or (),
                    states=states,
                    games=games,
                    proofs=proofs,
                    evidence=evidence,
                    progress=screen.progress,
                )
            )
            screen.done()
            vacuity_tables.show(screen, rows[-1])
    except KeyboardInterrupt:
        interrupted = True
    finally:
        screen.done()
    vacuity_tables.answer(screen, rows, interrupted=interrupted)
    raise typer.Exit(130 if interrupted else 0)
