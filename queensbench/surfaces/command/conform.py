"""The command ``queensbench conform``: an engine of somebody else's held against the rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.surfaces.command.options import AsJson, Instances, Quiet

Mode = Annotated[str | None, typer.Argument(metavar="RULESET[/MODE]", show_default=False)]
Command = Annotated[list[str] | None, typer.Argument(metavar="[-- PROGRAM ARGS...]", show_default=False)]


def conform(
    mode: Mode = None,
    program: Command = None,
    *,
    instance: Instances = None,
    python: Annotated[str | None, typer.Option(metavar="MODULE:CLASS", help="an engine in Python")] = None,
    logs: Annotated[list[Path] | None, typer.Option(metavar="FILE", help="only its logs; repeatable")] = None,
    mapping: Annotated[Path | None, typer.Option(metavar="FILE", help="what the engine calls things")] = None,
    claims: Annotated[
        list[str] | None, typer.Option(metavar="RULING=READING", help="a reading it claims; repeatable")
    ] = None,
    games: Annotated[
        int, typer.Option(min=0, help="random games after the plays that tell readings apart")
    ] = 200,
    seed: Annotated[int, typer.Option(min=0, help="the same seed plays the same games")] = 1,
    time: Annotated[float, typer.Option(min=0, help="end after so many seconds with what is found")] = 60.0,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, help="seconds for one answer of the engine")
    ] = None,
    tour: Annotated[bool, typer.Option(help="exhaust boxes of at most 100,000 transitions")] = True,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="write the report as JSON")] = None,
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="an older report to compare with")
    ] = None,
    junit: Annotated[Path | None, typer.Option(metavar="FILE", help="write a JUnit file")] = None,
    schema: Annotated[bool, typer.Option("--schema", help="print the JSON Schema of the lines")] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say by which readings an engine plays a mode, and what it does that no reading allows."""
    if schema:
        from queensbench.conformance import schema as lines

        typer.echo(lines.text(), nl=False)
        return
    if mode is None:
        raise BadInput("no mode is named", remedy="write `queensbench conform RULESET/MODE -- PROGRAM`")
    from queensbench.api.game import load, readings_in
    from queensbench.conformance import conforming, python_host, regression
    from queensbench.evidence.plays import require_writable
    from queensbench.rendering import conformance_tables
    from queensbench.rendering.screen import Screen

    if sum(map(bool, (program, python, logs))) != 1:
        raise BadInput(
            "one of a program after `--`, `--python` and `--logs` is needed",
            where="conform",
            remedy="name the engine in one way",
        )
    for path in (save, junit):
        if path is not None:
            require_writable(path)
    before = None if against is None else regression.load(against)
    screen = Screen(quiet=quiet, as_json=as_json)
    game = load(mode)
    chosen = readings_in(game, claims or (), instance or ())
    engine = python_host.load(python, Path.cwd()) if python else program
    with screen.working(), screen.insisting():
        found = conforming.conform(
            game.path,
            engine,
            instance=instance or (),
            logs=logs or (),
            mapping=mapping,
            claims=chosen,
            against=against,
            games=games,
            seed=seed,
            seconds=time,
            deadline=seconds,
            tours=tour,
            progress=screen.progress,
        )
    if found.interrupted:  # no part is written to a file: it would pass for the whole
        conformance_tables.show(screen, found.to_json() | {"interrupted": True})
        raise typer.Exit(130)
    if save is not None:
        found.save(save)
    if junit is not None:
        regression.write_junit(found, junit)
    changes = None if before is None else regression.compared(before, found)
    data = found.to_json() | ({} if changes is None else {"against": changes})
    conformance_tables.show(screen, data)
    raise typer.Exit(regression.code(found, changes))
