"""The command ``queensbench prove``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from queensbench.surfaces.command.options import AsJson, InstanceName, Memory, ModePath, Quiet

Export = Annotated[
    Path | None,
    typer.Option("--export", metavar="DIR", help="write what was proved as SMT-LIB 2, naively"),
]
Check = Annotated[bool, typer.Option("--check", help="have what was proved decided again by other solvers")]
CheckQuestions = Annotated[
    bool, typer.Option("--check-questions", help="have cvc5 answer z3's own questions: no other encoding")
]
CheckSeconds = Annotated[
    float, typer.Option(min=1, help="another solver's budget for one goal, in processor seconds")
]


class HintsUse(StrEnum):
    """What is done with ``hints.lock``."""

    USE = "use"
    RECORD = "record"
    IGNORE = "ignore"


Hints = Annotated[
    HintsUse, typer.Option("--hints", help="ask as hints.lock says first, write it anew, or leave it")
]


def prove(
    mode: ModePath,
    *,
    instance: InstanceName = "full",
    property_: Annotated[list[str] | None, typer.Option("--property", "-p", help="show only these")] = None,
    rlimit: Annotated[int, typer.Option(min=1, help="z3's resource limit for one goal")] = 4_000_000,
    depth: Annotated[int, typer.Option(min=1, max=4, help="the greatest k of k-induction")] = 2,
    seconds: Annotated[float | None, typer.Option(min=0, help="end with what is shown after so many")] = None,
    export: Export = None,
    check: Check = False,
    check_questions: CheckQuestions = False,
    check_seconds: CheckSeconds = 60,
    hints: Hints = HintsUse.USE,
    memory: Memory = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Prove the always and never properties by induction, of every reading at once where that can be done."""
    from queensbench.api.game import load, opened_in
    from queensbench.rendering import engine_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    game = load(mode)
    with screen.working():
        found = opened_in(game, instance).prove(
            property_ or (),
            rlimit=rlimit,
            depth=depth,
            seconds=seconds,
            export=export,
            check=check,
            check_questions=check_questions,
            check_seconds=check_seconds,
            hints=hints.value,
            progress=screen.progress,
        )
    engine_tables.proofs(screen, found.to_json())
    game.store(warn=screen.warn).require_agreement(found)
    verdicts = {one.verdict for one in found.verdicts}
    if found.interrupted:
        raise typer.Exit(130)
    alone = check and any(len(one.by) == 1 for one in found.verdicts)
    undecided = "unknown" in verdicts or alone or found.unsure
    raise typer.Exit(1 if "fails" in verdicts else 3 if undecided else 0)
