"""The command ``queensbench vacuous``: which clauses never come into play, under which reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from queensbench.errata_command import AsJson, Instances, Path_, Quiet, States

if TYPE_CHECKING:
    from queensbench.cli import Screen
    from queensbench.vacuous import Vacuous


def vacuous(
    ruleset: Path_,
    instance: Instances = None,
    states: States = 300_000,
    games: Annotated[
        int, typer.Option(min=0, help="random games of the box as sold, for each reading")
    ] = 200,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """List the clauses that never come into play, and those that do under one reading of a ruling only."""
    from queensbench import errata, project
    from queensbench import vacuous as engine
    from queensbench.cli import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    selected = project.load().selected([ruleset])
    for one in dict.fromkeys(r for r, _ in selected):
        project.check(one)
    rows: list[Vacuous] = []
    interrupted = False
    try:
        for one, mode in errata.chosen(selected, instance or (), ()):
            rows.append(
                engine.vacuous(
                    one,
                    mode,
                    instances=instance or (),
                    states=states,
                    games=games,
                    progress=screen.progress,
                )
            )
            screen.done()
            if not as_json:
                show(screen, rows[-1])
    except KeyboardInterrupt:
        interrupted = True
    finally:
        screen.done()
    if as_json:
        screen.json({"modes": [as_data(row) for row in rows], "interrupted": interrupted})
    raise typer.Exit(130 if interrupted else 0)


def as_data(found: Vacuous) -> dict[str, Any]:
    """What was found of a mode, as the command prints it with ``--json``."""
    return {
        "ruleset": found.ruleset,
        "mode": found.mode,
        "instances": dict(found.instances),
        "left_out": dict(found.left_out),
        "clauses": len(found.clauses),
        "never": list(found.never),
        "house": list(found.house),
        "readings": [
            {
                "ruling": one.ruling,
                "reading": one.reading,
                "wakes": list(one.wakes),
                "idle": list(one.idle),
                "fault": one.fault,
            }
            for one in found.changes
        ],
        "same": list(found.same),
        "games": found.games,
        "seconds": round(found.seconds, 3),
    }


def show(screen: Screen, found: Vacuous) -> None:
    """Print what was found of a mode."""
    from queensbench.printing import count

    screen.head(
        f"{found.ruleset}/{found.mode}: {count(len(found.clauses), 'clause')} that a step can carry out, "
        f"{count(found.readings, 'other reading')} of one ruling each"
    )
    boxes = [f"{name} ({states:,} states)" for name, states in found.instances.items()]
    screen.text(f"exhausted: {', '.join(boxes) or 'no instance'}", 2)
    for name, why in found.left_out.items():
        screen.text(f"left out: {name} ({why})", 2)
    if found.games:
        screen.text(f"and {count(found.games, 'random game')} of the box as sold, for each reading", 2)
    screen.out.print()
    woken = [clause for clause in found.house if clause not in found.never]
    screen.text(f"never in play under any of these readings: {', '.join(found.never) or 'none'}")
    screen.text(f"not in play in the house, but under another reading: {', '.join(woken) or 'none'}")
    screen.out.print()
    if found.changes:
        rows = [
            (one.ruling, one.reading, ", ".join(one.wakes), ", ".join(one.idle) or one.fault)
            for one in found.changes
        ]
        screen.table(
            "What another reading brings into play, and what it leaves idle",
            ("ruling", "reading", "brings into play", "leaves idle"),
            rows,
        )
    if found.same:
        screen.text(f"no such difference: {', '.join(found.same)}")
    screen.text(f"{found.seconds:.1f} seconds")
    screen.out.print()
