"""The command ``queensbench audit``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from queensbench.surfaces.command.failure import fail
from queensbench.surfaces.command.options import (
    AsJson,
    FreshVerdicts,
    Instances,
    Paths,
    Quiet,
    Readings,
    StorePlace,
)

if TYPE_CHECKING:
    from queensbench.analyses.audit.all_modes import Fault
    from queensbench.analyses.audit.closing import Settled
    from queensbench.analyses.audit.mode_report import ModeReport
    from queensbench.analyses.audit.request import Audit
    from queensbench.analyses.rulings.impact import Finding
    from queensbench.project.projects import Ruleset
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
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Judge every property and every ruling of the rulesets."""
    from queensbench.analyses.audit.request import Audit, AuditRequest
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
        files=[path for path in (junit, sarif) if path is not None],
    )
    screen = Screen(quiet=quiet, as_json=as_json)
    audit = Audit.opened(request, progress=screen.progress, warn=screen.warn)
    raise typer.Exit(_rulings(screen, audit) if rulings else _whole(screen, audit, Builds(junit, sarif)))


class Builds(NamedTuple):
    """The files for builds that were asked for."""

    junit: Path | None
    sarif: Path | None

    def write(self, audit: Audit, settled: Settled, code: int, ended: Fault | None = None) -> None:
        """Write them, each whole or not at all; ``ended``: the fault that has cut the audit short."""
        if self.junit is None and self.sarif is None:
            return
        from queensbench.analyses.audit.build_rows import BuildRows
        from queensbench.evidence.plays import write_atomic
        from queensbench.rendering import junit, sarif

        rows = BuildRows(audit, settled, code, ended)
        if self.junit is not None:
            write_atomic(self.junit, junit.junit(rows))
        if self.sarif is not None:
            write_atomic(self.sarif, sarif.sarif(rows))


def _whole(screen: Screen, audit: Audit, builds: Builds) -> int:
    """Audit all that was asked for, and print it; the exit code."""
    from queensbench.analyses.audit import all_modes, play_files
    from queensbench.analyses.audit.closing import Settled
    from queensbench.rendering import audit_tables, lock_tables

    def shown(found: ModeReport | Fault) -> None:
        screen.done()
        if not screen.as_json:
            audit_tables.shown(screen, found)

    try:
        audit.run(shown, screen.warn)
        settled = audit.settled()
    except Exception as error:
        fault = all_modes.ended_by(error, audit.selected)
        builds.write(audit, Settled(), all_modes.exit_code([fault]), fault)  # or an older one would stand
        raise
    finally:
        screen.done()
    code = audit.code(settled)
    builds.write(audit, settled, code)
    if audit.request.plays is not None and audit.reports:
        play_files.store_plays(audit.project, audit.reports, audit.request.plays)
    if screen.as_json:
        data = audit_tables.audit_json(audit.reports, audit.faults, code) | settled.as_json()
        screen.json(data | {"without_model": audit.unmodelled})
    else:
        lock_tables.settled(screen, settled)
        audit_tables.closing(screen, audit.reports, audit.faults, code, lost=bool(settled.code))
        audit_tables.without_model(screen, audit.unmodelled)
    sys.stdout.flush()
    audit.refresh_index()
    fail("\n".join([*all_modes.lines(audit.faults), *settled.errors]))
    return code


def _rulings(screen: Screen, audit: Audit) -> int:
    """Ask which rulings matter, and print it; the exit code."""
    from queensbench.analyses.audit import all_modes, all_rulesets
    from queensbench.rendering import audit_tables, ruling_tables

    def shown(found: Fault | tuple[Ruleset, list[Finding]]) -> None:
        screen.done()
        if screen.as_json:
            return
        if isinstance(found, tuple):
            ruling_tables.report(screen, *found)
        else:
            audit_tables.shown(screen, found)

    asked = all_rulesets.AllRulings(audit.selected, audit.refused, audit.evidence, audit.request.settings)
    try:
        asked.run(shown, screen.progress)
    finally:
        screen.done()
    if audit.request.plays is not None:
        for ruleset, rows in asked.found.items():
            all_rulesets.store_plays(ruleset, rows, audit.request.plays)
    if screen.as_json:
        screen.json(ruling_tables.as_json(asked.found, asked.code, asked.faults))
    else:
        ruling_tables.closing(screen, asked.found, asked.faults, asked.code)
    sys.stdout.flush()
    for line in all_modes.lines(asked.faults):
        screen.warn(line)
    return asked.code
