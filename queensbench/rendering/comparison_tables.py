"""How ``queensbench compare`` prints: a table of rulings, what was seen elsewhere, candidates, plays."""

from __future__ import annotations

from typing import Any

from queensbench.analyses.verdicts.words import count, length_text
from queensbench.rendering.names import names_of
from queensbench.rendering.screen import Screen


def comparison(screen: Screen, data: dict[str, Any], *, whole: bool) -> None:
    """Print whether each ruling matters; ``whole``: with plays and places."""
    if screen.as_json:
        screen.json(data)
        return
    with screen.named(names_of(data["mode"], data["instance"])):
        _comparison(screen, data, whole=whole)


def _comparison(screen: Screen, data: dict[str, Any], *, whole: bool) -> None:
    beside = ", ".join(f"{name}={reading}" for name, reading in data["beside"].items())
    screen.head(
        f"{data['mode']} {data['instance']}: which rulings matter, beside {beside or 'the house readings'}"
    )
    screen.out.print()
    rows = [
        (row["ruling"], row["text"], row["how"], _compared(row), f"{row['seconds']:.1f}")
        for row in data["rulings"]
    ]
    screen.table("Rulings", ("ruling", "matters", "class", "what was shown", "seconds"), rows)
    for row in data["rulings"]:
        for one in row["elsewhere"]:
            screen.text(f"{row['ruling']} beside {one['beside']}: {one['kind']}: {one['text']} ({_far(one)})")
        if row["candidate"] is not None:
            _candidate(screen, row)
        if whole:
            _whole_ruling(screen, row)
    if data["interrupted"]:
        screen.interrupted()


def _far(one: dict[str, Any]) -> str:
    return length_text(one["choices"], one["steps"])


def _compared(row: dict[str, Any]) -> str:
    if row["witness"] is not None:
        return f"{row['witness']['text']} ({_far(row['witness'])})"
    if row["matters"] != "never":
        found = row["candidate"]
        return "a position that may be unreachable; see below" if found["board"] else str(found["text"])
    if not row["places"]:
        return "no rule of this mode reads it"
    if row["how"] == "exhausted":
        return "every state was compared"
    others = (
        "whatever the other rulings"
        if row["others"] == "every reading"
        else "beside these readings of the others"
    )
    resting = f"; from {', '.join(row['invariants'])}" if row["invariants"] else ""
    return f"{count(len(row['places']), 'place')} that read it: the same in every position, {others}{resting}"


def _candidate(screen: Screen, row: dict[str, Any]) -> None:
    found = row["candidate"]
    screen.head(f"{row['ruling']}: undecided")
    if not found["board"]:
        screen.text(f"{found['text']}.", 2)
        return
    screen.text(f"A position where the readings part, which no play need reach: {found['text']}.", 2)
    screen.out.print("\n".join(f"  {line}" for line in found["board"].splitlines()))
    screen.out.print()


def _whole_ruling(screen: Screen, row: dict[str, Any]) -> None:
    witness = row["witness"]
    if witness is not None:
        screen.head(f"{row['ruling']}: {witness['text']}")
        for number, step in enumerate(witness["play"], 1):
            screen.text(f"{number:3} {step}", 2)
        screen.out.print()
    if row["places"]:
        places = [
            (one["place"], one["of"], one["against"], one["verdict"], one["under"]) for one in row["places"]
        ]
        screen.table(
            f"{row['ruling']}: what reads it", ("place", "of", "against", "z3 says", "of positions"), places
        )
