"""The command ``queensbench explore``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.surfaces.command.options import AsJson, InstanceName, Memory, ModePath, Quiet, Readings

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
    memory: Memory = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Exhaust an instance: count its states, find its ends, dead ends and shortest plays."""
    from queensbench.api.game import opened
    from queensbench.api.space import require_graph_format
    from queensbench.rendering import engine_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    if graph is not None:
        require_graph_format(graph)
    if certificate is not None and symmetry:
        raise BadInput("a certificate is of all states, not up to a symmetry", remedy="leave out --symmetry")
    with screen.working():
        session = opened(mode, instance, reading or ())
        space = session.explore(budget=budget, symmetric=symmetry, progress=screen.progress)
    data = space.to_json()
    engine_tables.exploration(screen, data)
    if graph is not None and not space.interrupted:
        data["graph"] = space.write_graph(graph)
        engine_tables.graph(screen, data["graph"])
    if certificate is not None and space.complete:
        data["certificate"] = space.write_certificate(certificate)
        engine_tables.certificate(screen, space.states, certificate)
    elif certificate is not None and not space.interrupted:
        screen.warn(f"the instance was not exhausted, so no certificate is written to {certificate}")
    screen.answer(data)
    if space.interrupted:
        raise typer.Exit(130)
    raise typer.Exit(0 if space.complete else 3)
