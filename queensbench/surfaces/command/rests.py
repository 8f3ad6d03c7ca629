"""The command ``queensbench rests``: the clauses that proofs need."""

from __future__ import annotations

from typing import Annotated

import typer

from queensbench.surfaces.command.options import (
    AnswerStore,
    AsJson,
    Fresh,
    InstanceName,
    ModePath,
    Quiet,
    Readings,
)

Property = Annotated[
    list[str] | None, typer.Option("--property", "-p", help="only the proofs of these; repeatable")
]


def rests(
    mode: ModePath,
    *,
    instance: InstanceName = "full",
    reading: Readings = None,
    property_: Property = None,
    rlimit: Annotated[int, typer.Option(min=1, help="z3's resource limit for one goal")] = 4_000_000,
    fresh: Fresh = False,
    store: AnswerStore = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say which clauses the proofs of the always and never claims need, and which none of them needs."""
    from queensbench.api.game import load, opened_in
    from queensbench.rendering import proof_core_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    with screen.working(), screen.insisting():
        game = load(mode)
        session = opened_in(game, instance, reading or ())
        found = session.rests(
            property_ or (),
            rlimit=rlimit,
            store=game.store(store, fresh=fresh, warn=screen.warn),
            progress=screen.progress,
        )
    data = found.to_json()
    if as_json:
        screen.json(data)
    else:
        proof_core_tables.show(screen, data)
    raise typer.Exit(3 if found.unproved or found.not_traced else 0)
