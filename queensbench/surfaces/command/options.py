"""Options that several commands have, and names that they take, looked up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from queensbench.errors import BadInput

Paths = Annotated[list[str] | None, typer.Argument(metavar="[RULESET[/MODE]]...", help="all when left out")]

ModePath = Annotated[str, typer.Argument(metavar="RULESET[/MODE]")]

InstanceName = Annotated[str, typer.Option("--instance", "-i", help="the instance (the box as sold: full)")]

Readings = Annotated[
    list[str] | None, typer.Option("--reading", "-r", metavar="RULING=READING", help="repeatable")
]

AsJson = Annotated[bool, typer.Option("--json", help="one JSON object instead of tables")]

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="no progress")]

StorePlace = Annotated[
    str | None,
    typer.Option(
        "--store", metavar="DIR", help="where verdicts are stored; `off`: nowhere", show_default=False
    ),
]


def readings_by_mode(modes: Sequence[Any], choices: Sequence[str]) -> dict[Any, dict[str, Any]]:
    """For each mode the readings chosen; a ruling has to be known in one of the modes at least."""
    from queensbench.project import projects

    found: dict[Any, dict[str, Any]] = {mode: {} for mode in modes}
    for choice in choices:
        faults: list[BadInput] = []
        for mode in modes:
            try:
                found[mode] |= projects.readings_of(mode, [choice])
            except BadInput as fault:
                faults.append(fault)
        if len(faults) == len(modes):
            # a mode that knows the ruling says which readings it has; else any will do
            name = choice.partition("=")[0].strip().lower().replace("-", "_")
            knowing = (
                fault
                for mode, fault in zip(modes, faults, strict=True)
                if name in {decl.name for decl in projects.rulings_of(mode)}
            )
            raise next(knowing, faults[0])
    return found


def known(what: str, names: Sequence[str], known: set[str]) -> None:
    """Raise BadInput for the first of these names that is not known; ``what``: what they are names of."""
    from queensbench.project.projects import did_you_mean

    for name in names:
        if name not in known:
            raise BadInput(f"no {what} is called {name}", remedy=did_you_mean(name, sorted(known)))
