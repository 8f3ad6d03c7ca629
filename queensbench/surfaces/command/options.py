"""Options that several commands share, and a check of names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

from queensbench.engines.runtime import memory
from queensbench.language.rulings import HOLES

Paths = Annotated[list[str] | None, typer.Argument(metavar="[RULESET[/MODE]]...", help="all when left out")]

ModePath = Annotated[str, typer.Argument(metavar="RULESET[/MODE]")]

InstanceName = Annotated[str, typer.Option("--instance", "-i", help="the instance (the box as sold: full)")]

Readings = Annotated[
    list[str] | None, typer.Option("--reading", "-r", metavar="RULING=READING", help="repeatable")
]

Instances = Annotated[list[str] | None, typer.Option("--instance", "-i", help="only these; repeatable")]

States = Annotated[
    int, typer.Option(min=1, help="leave out instances with more states under the house reading")
]

RulesetName = Annotated[str | None, typer.Argument(metavar="[RULESET]")]

InMode = Annotated[str | None, typer.Option(metavar="MODE", help="only what concerns this mode")]

OfHole = Annotated[str | None, typer.Option(metavar="KIND", help=", ".join(HOLES))]

AsJson = Annotated[bool, typer.Option("--json", help="one JSON object instead of tables")]

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="no progress")]


def limited(size: str | None) -> str | None:
    """Have the command end before its memory exceeds a size.  Raises BadInput for what is no size."""
    if size is not None:
        memory.GUARD.limit = memory.parse_size(size)
    return size


Memory = Annotated[
    str | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        callback=limited,
        help="end before more is in use, such as 512M or 2G; otherwise all that the machine or container has",
        show_default=False,
    ),
]
"""Its callback does all the work when the option is read: a command only declares the parameter."""

StorePlace = Annotated[
    str | None,
    typer.Option(
        "--store", metavar="DIR", help="where verdicts are stored; `off`: nowhere", show_default=False
    ),
]

AnswerStore = Annotated[
    str | None,
    typer.Option(
        "--store", metavar="DIR", help="where answers are stored; `off`: nowhere", show_default=False
    ),
]

OnCluster = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="have workers answer: tcp://HOST:PORT, tls://HOST:PORT, or local:N for N of them here",
        show_default=False,
    ),
]

Fresh = Annotated[bool, typer.Option("--fresh", help="take no stored answer, store it anew")]

FreshVerdicts = Annotated[bool, typer.Option("--fresh", help="take no stored verdict, store all anew")]


def known(what: str, names: Sequence[str], known: Iterable[str]) -> None:
    """Raise BadInput for the first of these names that is not known; ``what``: the word for what has such a name."""
    from queensbench.project.register.entries import require_known

    require_known(what, names, sorted(known))
