"""The command ``queensbench prove``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.surfaces.command.options import AsJson, InstanceName, ModePath, Quiet, known


def prove(
    mode: ModePath,
    instance: InstanceName = "full",
    property_: Annotated[list[str] | None, typer.Option("--property", "-p", help="show only these")] = None,
    rlimit: Annotated[int, typer.Option(min=1, help="z3's resource limit for one goal")] = 4_000_000,
    depth: Annotated[int, typer.Option(min=1, max=4, help="the greatest k of k-induction")] = 2,
    seconds: Annotated[float | None, typer.Option(min=0, help="end with what is shown after so many")] = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="DIR", help="write what was proved as SMT-LIB 2, naively"),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="have what was proved decided again by other solvers")
    ] = False,
    check_questions: Annotated[
        bool, typer.Option("--check-questions", help="have cvc5 answer z3's own questions: no other encoding")
    ] = False,
    check_seconds: Annotated[
        float, typer.Option(min=1, help="another solver's budget for one goal, in processor seconds")
    ] = 60,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Prove the always and never properties by induction, of every reading at once where that can be done."""
    from queensbench.analyses import confirmation, single_engine
    from queensbench.analyses.audit import contradictions
    from queensbench.analyses.verdicts import proofs
    from queensbench.evidence.keys import Sources
    from queensbench.project import projects
    from queensbench.rendering import engine_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    sources = Sources(projects.find_root())
    if check or check_questions:
        confirmation.installed()
    if export is not None:
        confirmation.folder(export)
    workshop, _ = single_engine.prepare(mode, instance, ())
    known("property", property_ or (), {judge.name for judge in workshop.system.judges})
    try:
        with confirmation.kept_questions(wanted=check_questions) as kept:
            shown = proofs.attempted(
                workshop,
                property_ or (),
                rlimit=rlimit,
                depth=depth,
                seconds=seconds,
                progress=screen.progress,
            )
            found = proofs.as_data(workshop, shown, property_ or ())
            if export is not None:
                found["export"] = confirmation.exported(workshop, shown, export, screen.progress)
            if check:
                second = confirmation.checked(
                    workshop, shown, seconds=check_seconds, progress=screen.progress
                )
                confirmation.opinions(found, second)
            if kept is not None:
                again = confirmation.questions(
                    workshop, shown, kept, seconds=check_seconds, progress=screen.progress
                )
                confirmation.answered(found, again)
    finally:
        screen.done()
    engine_tables.proofs(screen, found)
    package = projects.load().rulesets[workshop.ruleset].package
    for contradiction in contradictions.of_proofs(found, sources, package, screen.warn):
        raise contradiction.error()
    verdicts = {row["verdict"] for row in found["properties"]}
    unsure = "unknown" in verdicts or (
        check and any(len(row.get("by", ())) == 1 for row in found["properties"])
    )
    raise typer.Exit(1 if "fails" in verdicts else 3 if unsure else 0)
