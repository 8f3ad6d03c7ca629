"""The command ``queensbench check``: stored plays and certificates confirmed by the small checker."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from queensbench.surfaces.command.options import Quiet

AsJson = Annotated[bool, typer.Option("--json", help="one JSON object instead of lines")]


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="plays in ITF, and certificates")],
    states: Annotated[
        int,
        typer.Option("--states", min=1, help="the largest box that is walked, about a millisecond a state"),
    ] = 100_000,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Confirm stored plays, and certificates of exhausted boxes, by a small checker on the interpreter alone."""
    from queensbench.evidence import checker
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    reports: list[dict[str, Any]] = []
    with screen.working({"files": reports}):
        for file in files:
            found = checker.check(file, most=states, progress=screen.progress)
            reports.append(asdict(found) | {"code": found.code})
            if not as_json:
                screen.done()
                for line in checker.lines(found):
                    screen.text(line)
    screen.answer({"files": reports})
    raise typer.Exit(checker.worst([report["code"] for report in reports]))
