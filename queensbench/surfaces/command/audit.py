"""The command ``queensbench audit``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from queensbench.surfaces.command.failure import fail
from queensbench.surfaces.command.options import (
    AsJson,
    FreshVerdicts,
    Instances,
    Memory,
    OnCluster,
    Paths,
    Quiet,
    Readings,
    StorePlace,
)

if TYPE_CHECKING:
    from queensbench.api.audit_results import AuditedMode, RulesetImpact
    from queensbench.api.auditing import Auditing
    from queensbench.rendering.screen import Screen


Property = Annotated[list[str] | None, typer.Option("--property", "-p", help="only these; repeatable")]
Games = Annotated[
    int | None, typer.Option(min=1, help="random games of the full box (20,000; 1,000 with --rulings)")
]
Rulings = Annotated[
    bool | None,
    typer.Option("--rulings/--no-rulings", help="which readings matter, and no more; or no readings"),
]
Accept = Annotated[
    bool, typer.Option("--accept", help="write verdicts.lock: what was asked is now as it is shown")
]
JUnit = Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="write the results as JUnit XML")]
Sarif = Annotated[Path | None, typer.Option("--sarif", metavar="FILE", help="write the findings as SARIF")]
Confirm = Annotated[
    bool, typer.Option("--confirm", help="only the proofs that audits leave out, against verdicts.lock")
]


def audit(
    rulesets: Paths = None,
    *,
    instance: Instances = None,
    property_: Property = None,
    reading: Readings = None,
    games: Games = None,
    seed: Annotated[int, typer.Option(min=0)] = 20_190_101,
    budget: Annotated[int | None, typer.Option(min=1, help="most states of one exploration")] = None,
    rulings: Rulings = None,
    proofs: Annotated[bool, typer.Option("--proofs/--no-proofs", help="prove claims of the full box")] = True,
    rlimit: Annotated[int | None, typer.Option(min=1, help="z3's resource limit for one goal")] = None,
    proof_time: Annotated[float, typer.Option(min=0, help="most seconds for the proofs of a mode")] = 1_800,
    plays: Annotated[Path | None, typer.Option(help="store every play as ITF in this folder")] = None,
    fresh: FreshVerdicts = False,
    accept: Accept = False,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="with --accept: why less is in order")] = "",
    confirm: Confirm = False,
    junit: JUnit = None,
    sarif: Sarif = None,
    store: StorePlace = None,
    cluster: OnCluster = "",
    memory: Memory = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Judge every property and every ruling of the rulesets."""
    from queensbench.api.auditing import Auditing, AuditRequest
    from queensbench.rendering.screen import Screen

    request = AuditRequest(
        paths=rulesets or (),
        instances=instance or (),
        properties=property_ or (),
        readings=reading or (),
        games=games,
        seed=seed,
        budget=budget,
        rulings=rulings,
        proofs=proofs,
        rlimit=rlimit,
        proof_time=proof_time,
        plays=plays,
        fresh=fresh,
        accept=accept,
        reason=reason,
        confirm=confirm,
        store=store,
        cluster=cluster,
    )
    screen = Screen(quiet=quiet, as_json=as_json)
    asked = Auditing(request, junit, sarif, progress=screen.progress, warn=screen.warn)
    raise typer.Exit(_rulings(screen, asked) if rulings else _whole(screen, asked))


def _whole(screen: Screen, asked: Auditing) -> int:
    """Audit all that was asked for, and print it; the exit code."""
    from queensbench.api.audit_results import parted, rows_of, settled_of
    from queensbench.rendering import audit_tables, lock_tables

    def shown(mode: AuditedMode) -> None:
        screen.done()
        if not screen.as_json:
            audit_tables.shown(screen, rows_of(mode))

    try:
        found = asked.audited(shown)
    finally:
        screen.done()
    settled = settled_of(found)
    if screen.as_json:
        screen.json(found.to_json())
    else:
        lock_tables.settled(screen, settled)
        audit_tables.closing(screen, *parted(found.modes), found.code, lost=bool(settled.code))
        audit_tables.without_model(screen, found.without_model)
    sys.stdout.flush()
    asked.refresh_index()
    fail("\n".join(found.errors))
    return found.code


def _rulings(screen: Screen, asked: Auditing) -> int:
    """Ask which rulings matter, and print it; the exit code."""
    from queensbench.api.audit_results import asked_of, judged_of
    from queensbench.rendering import audit_tables, ruling_tables

    def shown(impact: RulesetImpact) -> None:
        screen.done()
        if screen.as_json:
            return
        judged = judged_of(impact)
        if isinstance(judged, tuple):
            ruling_tables.report(screen, *judged)
        else:
            audit_tables.shown(screen, judged)

    try:
        found = asked.impact(shown)
    finally:
        screen.done()
    if screen.as_json:
        screen.json(found.to_json())
    else:
        rows = asked_of(found)
        ruling_tables.closing(screen, rows.found, rows.faults, rows.code)
    sys.stdout.flush()
    for line in found.errors:
        screen.warn(line)
    return found.code
