"""The command ``queensbench explore``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.surfaces.command.options import AsJson, InstanceName, ModePath, Quiet, Readings

Symmetry = Annotated[
    bool, typer.Option("--symmetry", help="merge states that the mode declares alike (tried first)")
]
Graph = Annotated[
    Path | None, typer.Option(metavar="FILE", help="write the graph of states: .graphml, .dot or .gv")
]
Certificate = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="write what `queensbench check` confirms by the interpreter alone"),
]


def explore(
    mode: ModePath,
    *,
    instance: InstanceName = "full",
    reading: Readings = None,
    budget: Annotated[int | None, typer.Option(min=1, help="most states to store")] = None,
    symmetry: Symmetry = False,
    graph: Graph = None,
    certificate: Certificate = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Exhaust an instance: count its states, find its ends, dead ends and shortest plays."""
    from queensbench.analyses import single_engine
    from queensbench.engines.certify import certificate as certified
    from queensbench.engines.explore.explorations import exploration_of
    from queensbench.rendering import engine_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    if graph is not None:
        single_engine.graph_format(graph)
    if certificate is not None and symmetry:
        raise BadInput("a certificate is of all states, not up to a symmetry", remedy="leave out --symmetry")
    with screen.working():
        box, readings = single_engine.prepare(mode, instance, reading or ())
        screen.progress("compiling the rules")
        found = exploration_of(
            box,
            readings,
            max_states=budget,
            symmetric=symmetry,
            progress=lambda states, level: screen.progress(f"{states:,} states, level {level}"),
        )
    data = single_engine.exploration(box, readings, found, symmetric=symmetry)
    engine_tables.exploration(screen, data)
    if graph is not None and not found.interrupted:
        data["graph"] = single_engine.export(box, readings, found, graph)
        engine_tables.graph(screen, data["graph"])
    if certificate is not None and found.complete:
        data["certificate"] = certified.write(box, readings, found, certificate)
        engine_tables.certificate(screen, found.states, certificate)
    elif certificate is not None and not found.interrupted:
        screen.warn(f"the instance was not exhausted, so no certificate is written to {certificate}")
    screen.answer(data)
    if found.interrupted:
        raise typer.Exit(130)
    raise typer.Exit(0 if found.complete else 3)
