"""Clauses that never come into play, as data and as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.words import count

if TYPE_CHECKING:
    from queensbench.analyses.vacuity import Vacuous
    from queensbench.rendering.screen import Screen


def as_data(found: Vacuous) -> dict[str, Any]:
    """The clauses of a mode as the command prints them with ``--json``."""
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
                "proved": list(one.proved),
            }
            for one in found.changes
        ],
        "same": list(found.same),
        "proved": {
            "never": list(found.proved_never),
            "house": list(found.proved_house),
            "lemmas": found.lemmas,
            "asked_of_z3": found.asked,
        },
        "games": found.games,
        "seconds": round(found.seconds, 3),
    }


def answer(screen: Screen, rows: Iterable[Vacuous], *, interrupted: bool) -> None:
    """Print all modes as JSON, if that is asked for."""
    screen.answer({"modes": [as_data(row) for row in rows], "interrupted": interrupted})


def show(screen: Screen, found: Vacuous) -> None:
    """Print which clauses of a mode come into play; with ``--json`` see :func:`answer`."""
    if screen.as_json:
        return
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
    _proved(screen, found, "whatever the readings", found.never, found.proved_never)
    screen.text(f"not in play in the house, but under another reading: {', '.join(woken) or 'none'}")
    _proved(screen, found, "under the house reading", found.house, found.proved_house)
    screen.out.print()
    if found.changes:
        rows = [
            (
                one.ruling,
                one.reading,
                ", ".join(one.wakes),
                ", ".join(f"{clause}{'*' * (clause in one.proved)}" for clause in one.idle) or one.fault,
            )
            for one in found.changes
        ]
        screen.table(
            "What another reading brings into play, and what it leaves idle",
            ("ruling", "reading", "brings into play", "leaves idle"),
            rows,
        )
        if any(one.proved for one in found.changes):
            screen.text("* proved of the box as sold, under that reading")
    if found.same:
        screen.text(f"no such difference: {', '.join(found.same)}")
    screen.text(f"{found.seconds:.1f} seconds")
    screen.out.print()


def _proved(screen: Screen, found: Vacuous, when: str, idle: Sequence[str], proved: Sequence[str]) -> None:
    """Print which of the idle clauses are proved idle in the box as sold."""
    if found.asked is None or not idle:
        return
    told = "all of them" if len(proved) == len(idle) else ", ".join(proved) or "none"
    screen.text(f"proved of the box as sold, {when}: {told}", 2)
