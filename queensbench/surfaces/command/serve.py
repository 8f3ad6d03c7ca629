"""The command ``queensbench serve``: a local page on which a game is played, explained and compared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import BadInput, visible

Mode = Annotated[str | None, typer.Argument(metavar="[RULESET[/MODE]]", show_default=False)]
Host = Annotated[
    str, typer.Option(help="listen at this address; any but this machine's own is open to others")
]
Port = Annotated[int, typer.Option(min=0, max=65_535, help="0: any that is free")]
Open = Annotated[bool, typer.Option("--open", help="open the page in the browser")]
Report = Annotated[
    Path | None,
    typer.Option(
        "--conformance", metavar="FILE", help="a report of `conform --save`, whose findings are shown"
    ),
]
OWN = ("localhost", "127.0.0.1", "::1")


def serve(
    mode: Mode = None,
    *,
    host: Host = "127.0.0.1",
    port: Port = 8017,
    open_it: Open = False,
    conformance: Report = None,
) -> None:
    """Open a local page: play a game, ask why a move is not allowed, lay two readings side by side."""
    try:
        from queensbench.surfaces.page import server
    except ImportError as missing:
        if (missing.name or "").partition(".")[0] not in ("starlette", "uvicorn", "anyio", "h11", "click"):
            raise
        raise BadInput(
            f"the page needs {missing.name}, which is not installed",
            remedy="`pip install 'queensbench[web]'`",
        ) from None
    from queensbench.api.game import selected
    from queensbench.evidence import internal_errors
    from queensbench.surfaces.page.desk import Desk

    games = selected([mode] if mode else [])
    report = None
    if conformance is not None:
        from queensbench.conformance.report import load

        report = load(conformance).to_json()
    desk = Desk(games, report=internal_errors.line, conformance=report)
    if host.strip() and host not in OWN:
        typer.echo(
            f"queensbench: warning: {visible(host)} is open to other machines, and the page asks nobody who they are",
            err=True,
        )
    found = server.listening(host, port)
    address = server.address_of(found, host)
    if mode and len(games) == 1:
        address += f"choose?game={games[0].path}"

    def ready() -> None:
        typer.echo(f"{visible(address)}  (Ctrl-C ends it)")
        if open_it:
            typer.launch(address)

    server.serve(desk, found, host, ready)
