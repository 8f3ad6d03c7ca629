"""The command ``queensbench explore``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from queensbench.errors import BadInput
from queensbench.surfaces.command.options import (
    AsJson,
    InstanceName,
    ModePath,
    OnCluster,
    Quiet,
    Readings,
    limited,
)

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

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

Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE", help="end before more is in use, such as 512M; with --scratch: stay below it"
    ),
]
Scratch = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="find states by levels in files of this folder", show_default=False),
]
Resume = Annotated[bool, typer.Option("--resume", help="go on with the levels that --scratch holds")]
Rulings = Annotated[
    bool, typer.Option("--rulings", help="with --scratch: compare all readings of each ruling in every state")
]
Workers = Annotated[int, typer.Option(min=1, max=64, help="threads, with --scratch")]


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
    scratch: Scratch = None,
    resume: Resume = False,
    workers: Workers = 2,
    rulings: Rulings = False,
    cluster: OnCluster = "",
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
    whole = {"--symmetry": symmetry, "--graph": graph, "--certificate": certificate}
    if certificate is not None and symmetry:
        raise BadInput("a certificate is of all states, not up to a symmetry", remedy="leave out --symmetry")
    if scratch is not None:
        _require_none(whole, "this needs all states in memory", "leave out --scratch, or leave this out")
        named = {"memory": memory or "512M", "workers": workers, "resume": resume, "budget": budget}
        more = {"rulings": rulings, "cluster": cluster}
        _by_levels(screen, (mode, instance, reading or ()), scratch, named | more)
    levels = {"--resume": resume, "--cluster": cluster, "--rulings": rulings}
    _require_none(levels, "levels in files need a folder", "name one by --scratch DIR")
    limited(memory)
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


def _by_levels(
    screen: Screen, where: tuple[str, str, Sequence[str]], scratch: Path, named: dict[str, Any]
) -> NoReturn:
    """Explore by levels in files; ``where``: mode, instance and readings, ``named``: the options of the search."""
    from queensbench.api.game import opened
    from queensbench.rendering import engine_tables

    with screen.working():
        levels = opened(*where).explore_by_levels(scratch, progress=screen.progress, **named)
    data = levels.to_json()
    engine_tables.by_levels(screen, data)
    screen.answer(data)
    raise typer.Exit(130 if levels.interrupted else 0 if levels.complete else 3)


def _require_none(options: Mapping[str, object], fault: str, remedy: str) -> None:
    """Raise BadInput for the first of these options that is given."""
    for option, given in options.items():
        if given:
            raise BadInput(fault, where=option, remedy=remedy)
