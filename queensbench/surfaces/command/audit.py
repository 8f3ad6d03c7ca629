"""The command ``queensbench audit``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.surfaces.command.failure import fail
from queensbench.surfaces.command.options import (
    AsJson,
    Paths,
    Quiet,
    Readings,
    StorePlace,
    known,
    readings_by_mode,
)


def audit(
    rulesets: Paths = None,
    instance: Annotated[
        list[str] | None, typer.Option("--instance", "-i", help="only these; repeatable")
    ] = None,
    property_: Annotated[
        list[str] | None, typer.Option("--property", "-p", help="only these; repeatable")
    ] = None,
    reading: Readings = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="random games of the full box (20,000; 1,000 with --rulings)")
    ] = None,
    seed: Annotated[int, typer.Option(min=0)] = 20_190_101,
    budget: Annotated[int | None, typer.Option(min=1, help="most states of one exploration")] = None,
    rulings: Annotated[
        bool | None,
        typer.Option("--rulings/--no-rulings", help="which readings matter, and no more; or no readings"),
    ] = None,
    proofs: Annotated[bool, typer.Option("--proofs/--no-proofs", help="prove claims of the full box")] = True,
    rlimit: Annotated[int | None, typer.Option(min=1, help="z3's resource limit for one goal")] = None,
    proof_time: Annotated[float, typer.Option(min=0, help="most seconds for the proofs of a mode")] = 1_800,
    plays: Annotated[Path | None, typer.Option(help="store every play as ITF in this folder")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="take no stored verdict, store all anew")] = False,
    accept: Annotated[
        bool, typer.Option("--accept", help="write verdicts.lock: what was asked is now as it is shown")
    ] = False,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="with --accept: why less is in order")] = "",
    confirm: Annotated[
        bool, typer.Option("--confirm", help="only the proofs that audits leave out, against verdicts.lock")
    ] = False,
    store: StorePlace = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Judge every property and every ruling of the rulesets."""
    from queensbench.analyses.audit import all_modes, closing
    from queensbench.analyses.audit import one_mode as engine
    from queensbench.analyses.rulings import impact
    from queensbench.evidence import cache
    from queensbench.evidence import plays as traces
    from queensbench.evidence.keys import Sources
    from queensbench.project import projects
    from queensbench.rendering import audit_tables, lock_tables
    from queensbench.rendering.screen import Screen
    from queensbench.rules.system import properties_of, steps_of
    from queensbench.surfaces.command import audit_rulings

    screen = Screen(quiet=quiet, as_json=as_json)
    reports: list[engine.ModeReport] = []
    faults: list[all_modes.Fault] = []
    unmodelled: list[str] = []
    cut = False
    try:
        sources = Sources(projects.find_root())
        loaded = projects.load(sources.root)
        selected = loaded.selected(rulesets or ())
        unmodelled = loaded.without_model(rulesets or ())
        refused = all_modes.checked(selected)
        known(
            "property",
            property_ or (),
            {d.name for _, m in selected for d in (*properties_of(m), *steps_of(m))},
        )
        known("instance", instance or (), {i.name for _, m in selected for i in m.all_instances()})
        all_modes.require_asked([mode for _, mode in selected], property_ or (), instance or ())
        readings = readings_by_mode([m for _, m in selected], reading or ())
        if plays is not None:
            traces.folder(plays)
        evidence = cache.opened(sources, chosen=store, fresh=fresh, warn=screen.warn)
        settling = closing.Settling.begun(loaded, rulesets or (), accept=accept, reason=reason)
        if accept and (rulings or reading):
            raise BadInput(
                "--accept writes what is shown of claims under the house readings",
                remedy="leave out --rulings and --reading",
            )
        if confirm and (rulings is not None or instance or not proofs):
            raise BadInput(
                "--confirm proves what audits leave out, and does nothing else",
                remedy="leave out --rulings, --instance and --no-proofs",
            )
        if confirm:
            selected = [one for one in selected if one[1].full.unproved]
        if rulings:
            if reading or property_ or instance:
                raise BadInput(
                    "--rulings asks of every instance, beside the house readings",
                    remedy="leave out --reading, --property and --instance",
                )
            asked = impact.Settings(games=games or impact.GAMES, seed=seed, budget=budget, rlimit=rlimit)
            code = audit_rulings.command(
                screen,
                loaded,
                rulesets or (),
                refused=refused,
                evidence=evidence,
                settings=asked,
                folder=plays,
            )
            raise typer.Exit(code)
        chosen = [
            engine.Options(
                games=games or engine.Options.games,
                seed=seed,
                budget=budget,
                rlimit=rlimit,
                proof_time=proof_time,
                proofs=proofs,
                rulings=rulings is None and not property_,
                elsewhere=rulings is None and not property_,
                studies=rulings is None and not property_ and not instance,
                progress=screen.progress,
                properties=property_ or (),
                instances=instance or (),
                readings=readings[mode],
                evidence=evidence,
                confirm=confirm,
            )
            for _, mode in selected
        ]

        def done(found: engine.ModeReport | all_modes.Fault) -> None:
            screen.done()
            if isinstance(found, all_modes.Fault):
                faults.append(found)
            else:
                reports.append(found)
            if not as_json:
                audit_tables.shown(screen, found)

        place = (sources.root, store, fresh)
        try:
            all_modes.audited(selected, chosen, refused, place=place, done=done, warn=screen.warn)
        finally:
            screen.done()
    except KeyboardInterrupt:
        cut = True
    settled = settling.settled(zip(selected, chosen, strict=True), reports, evidence, cut=cut)
    code = 130 if cut else engine.exit_code(reports, fault=max(all_modes.exit_code(faults), settled.fault))
    code = settled.code if code in (0, 3) and settled.code else code
    if plays is not None and reports:
        audit_tables.store_plays(loaded, reports, plays)
    if as_json:
        data = audit_tables.audit_json(reports, faults, code) | settled.as_json()
        screen.json(data | {"without_model": unmodelled})
    else:
        lock_tables.settled(screen, settled)
        audit_tables.closing(screen, reports, faults, code, lost=bool(settled.code))
        if unmodelled:
            screen.text(f"Without a model yet, and so not audited: {', '.join(unmodelled)}.")
    sys.stdout.flush()
    if reports and evidence is not None and evidence.store.written:
        from queensbench.evidence import index

        index.refresh(evidence.store)
    fail("\n".join([*all_modes.lines(faults), *settled.errors]))
    raise typer.Exit(code)
