"""The command ``queensbench compare``."""

from __future__ import annotations

from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.surfaces.command.options import AsJson, InstanceName, ModePath, Quiet, known

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
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say of each ruling whether it matters: never, by proof, or in a play that shows it; or leave it undecided."""
    from queensbench.analyses import single_engine
    from queensbench.analyses.rulings import proof_or_play, ruling_rows
    from queensbench.rendering import comparison_tables
    from queensbench.rendering.screen import Screen
    from queensbench.surfaces.command import documents as documents_command

    screen = Screen(quiet=quiet, as_json=as_json)
    if documents is not None:
        if ruling or beside:
            raise BadInput("--documents compares whole readings", remedy="leave out rulings and --beside")
        raise typer.Exit(documents_command.command(screen, mode, documents, instance=instance))
    box, base = single_engine.prepare(mode, instance, beside or ())
    names = [name.lower().replace("-", "_") for name in ruling or ()]
    engine = proof_or_play.Comparing(
        box, base, limits=proof_or_play.Limits(rlimit=rlimit), progress=screen.progress
    )
    known("ruling", names, set(engine.decls))
    rows: list[ruling_rows.BoxRow] = []
    interrupted = False
    try:
        with screen.insisting():
            rows.extend(engine.rows(names))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        screen.done()
    data = proof_or_play.report(engine, rows, interrupted=interrupted)
    comparison_tables.comparison(screen, data, whole=bool(ruling))
    raise typer.Exit(
        130 if interrupted else 3 if any(r.matters == ruling_rows.UNDECIDED for r in rows) else 0
    )
