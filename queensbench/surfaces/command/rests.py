"""The command ``queensbench rests``: the clauses that proofs need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen


def rests(
    mode: Annotated[str, typer.Argument(metavar="RULESET[/MODE]")],
    instance: Annotated[
        str, typer.Option("--instance", "-i", help="the instance (the box as sold: full)")
    ] = "full",
    reading: Annotated[
        list[str] | None, typer.Option("--reading", "-r", metavar="RULING=READING", help="repeatable")
    ] = None,
    property_: Annotated[
        list[str] | None, typer.Option("--property", "-p", help="only the proofs of these; repeatable")
    ] = None,
    rlimit: Annotated[int, typer.Option(min=1, help="z3's resource limit for one goal")] = 4_000_000,
    fresh: Annotated[bool, typer.Option("--fresh", help="take no stored answer, store it anew")] = False,
    store: Annotated[
        str | None,
        typer.Option(
            "--store", metavar="DIR", help="where answers are stored; `off`: nowhere", show_default=False
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object instead of tables")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="no progress")] = False,
) -> None:
    """Say which clauses the proofs of the always and never claims need, and which none of them needs."""
    from queensbench.analyses import best_play
    from queensbench.analyses import proof_cores as engine
    from queensbench.evidence import cache
    from queensbench.project import projects
    from queensbench.rendering.screen import Screen
    from queensbench.surfaces.command.options import known

    screen = Screen(quiet=quiet, as_json=as_json)
    with screen.working(), screen.insisting():
        workshop, readings, evidence = best_play.opened(
            mode,
            instance,
            reading or (),
            lambda sources: cache.opened(sources, chosen=store, fresh=fresh, warn=screen.warn),
        )
        known("property", property_ or (), {judge.name for judge in workshop.system.judges})
        ruleset, _ = projects.load().mode(mode)
        data = engine.resting(
            ruleset, workshop, readings, evidence, property_ or (), rlimit=rlimit, progress=screen.progress
        )
    if as_json:
        screen.json(data)
    else:
        show(screen, data)
    raise typer.Exit(3 if data["unproved"] or data["not_traced"] else 0)


def show(screen: Screen, data: dict[str, Any]) -> None:
    """Print what proofs rest on."""
    from queensbench.analyses.verdicts.words import count

    screen.head(f"{data['mode']} {data['instance']}: what proofs rest on, under {data['reading']}")
    screen.out.print()
    screen.table(
        "Claims",
        ("claim", "proved with", "rests at most on"),
        [
            (
                row["name"],
                ", ".join(name for name in row["lemmas"] if name != row["name"]) or "itself alone",
                count(len(row["at_most"]), "block"),
            )
            for row in data["claims"]
        ],
    )
    if data["claims"]:
        screen.head(
            f"Needed: {len(data['core'])} of {count(data['blocks'], 'block')}, for "
            + (
                f"the proof of {data['claims'][0]['name']}"
                if len(data["claims"]) == 1
                else "these proofs together"
            )
        )
        _listed(screen, data["core"])
        if data["undecided"]:
            screen.head("Of these, z3 did not decide whether they can be done without")
            _listed(screen, data["undecided"])
        screen.head("Not needed, all of them given up at once")
        _listed(screen, data["loosened"])
    binding = data["normative_not_needed"]
    if binding is not None:
        screen.text(
            f"Clauses with the force of a rule that no proof here needs: {', '.join(binding) or 'none'}."
        )
    if data["not_asked"]:
        screen.text(
            "Not asked, since what carries them out only calls other rules, or never runs: "
            f"{', '.join(data['not_asked'])}."
        )
    for key, text in (("unproved", "Not proved"), ("not_traced", "Proved, but not traced")):
        if data[key]:
            screen.text(f"{text}: {', '.join(data[key])}.")
    screen.text(
        f"{count(data['goals'], 'goal')}, z3 asked {count(data['asked_of_z3'], 'time')}"
        f"{'; from the store' if data['cached'] else ''}."
    )


def _listed(screen: Screen, blocks: list[list[str]]) -> None:
    for block in blocks:
        screen.text(" and ".join(block), 2)
    if not blocks:
        screen.text("none", 2)
    screen.out.print()
