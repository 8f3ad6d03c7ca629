"""The command ``queensbench step``: a game by lines of JSON, for programs in any language."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any, BinaryIO

import typer

from queensbench.errors import BadInput
from queensbench.surfaces.command.options import InstanceName, Readings

Mode = Annotated[str | None, typer.Argument(metavar="RULESET[/MODE]", show_default=False)]
Schema = Annotated[bool, typer.Option("--schema", help="print the JSON Schema of the lines, and no more")]


def step(
    mode: Mode = None,
    *,
    instance: InstanceName = "full",
    reading: Readings = None,
    schema: Schema = False,
) -> None:
    """Step through a game: a request in JSON on each line of the input, an answer on each line of the output."""
    if schema:
        from queensbench.surfaces.stepping import schema as lines

        typer.echo(lines.text(), nl=False)
        return
    if mode is None:
        raise BadInput("no mode is named", remedy="write `queensbench step RULESET/MODE`")
    from queensbench.api.game import load
    from queensbench.evidence import internal_errors
    from queensbench.project.projects import readings_of
    from queensbench.surfaces.stepping.exchange import Exchange

    game = load(mode)
    exchange = Exchange(game.session(instance, readings=readings_of(game.mode, reading or ())))
    _say(exchange.hello())
    number = 0
    while sys.stdin is not None and (line := _line(sys.stdin.buffer)):
        number += 1
        if line.strip():
            _say(exchange.answer(line, number))
    raise typer.Exit(internal_errors.CODE if exchange.broken else 0)


def _say(answer: dict[str, Any]) -> None:
    """Write a line at once."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _line(stream: BinaryIO) -> bytes:
    """The next line, empty at the end; of one that is too long, only enough to tell that it is."""
    from queensbench.surfaces.stepping.exchange import LONGEST

    line = stream.readline(LONGEST + 1)
    rest = line
    while len(rest) > LONGEST and not rest.endswith(b"\n"):
        rest = stream.readline(LONGEST + 1)
    return line
