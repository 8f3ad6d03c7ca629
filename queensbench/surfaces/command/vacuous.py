"""The command ``queensbench vacuous``: which clauses never come into play, under which reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from queensbench.surfaces.command.options import AsJson, Instances, ModePath, Quiet, States, StorePlace

if TYPE_CHECKING:
    from queensbench.api.analysis_results import IdleClauses


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
    from queensbench.api.analysis_results import vacuous_of
    from queensbench.api.clause_use import vacuous as idle
    from queensbench.api.store import opened_store
    from queensbench.rendering import vacuity_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    found = idle(
        ruleset,
        instances=instance or (),
        states=states,
        games=games,
        proofs=proofs,
        store=opened_store(store, [ruleset], warn=screen.warn),
        progress=screen.progress,
    )
    rows: list[IdleClauses] = []
    interrupted = False
    try:
        for one in found:
            rows.append(one)
            screen.done()
            vacuity_tables.show(screen, vacuous_of(one))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        screen.done()
    vacuity_tables.answer(screen, map(vacuous_of, rows), interrupted=interrupted)
    raise typer.Exit(130 if interrupted else 0)
