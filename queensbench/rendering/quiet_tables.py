"""Decisions that no sentence backs, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.analyses.quiet.rows import PARTS
from queensbench.analyses.verdicts.words import count

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

COLUMNS = ("settled", "shown", "same", "breaks", "open", "ruling", "gap", "clause", "why", "unanswered")
PLAY = 8
"""The most moves of a play that are shown; of a longer one the last."""


def show(screen: Screen, data: Mapping[str, Any], *, every: bool) -> None:
    """Print the decisions of a ruleset: how many of each kind, and those that are not answered, by worth.

    ``every``: also those that are answered or need no answer.  With ``--json`` nothing is printed here.
    """
    if screen.as_json:
        return
    rows = data["rows"]
    screen.head(f"{data['ruleset']}: {count(len(rows), 'decision')}, {data['unanswered']} not answered")
    kinds = [
        (kind, *(str(counts.get(column, 0) or "") for column in COLUMNS))
        for kind, counts in data["kinds"].items()
    ]
    screen.table("Decisions by kind, and what became of them", ("kind", *COLUMNS), kinds)
    asked = [row for row in rows if row["verdict"] == PARTS and row["answer"] is None]
    if asked:
        screen.table("To be answered", ("place", "decision", "otherwise", "games", "shown by"), _cells(asked))
    if every:
        others = [row for row in rows if row not in asked]
        table = [(row["place"], _name(row), row["verdict"], _answer(row)) for row in others]
        screen.table("Answered, or in no need of it", ("place", "decision", "verdict", "by"), table)
    if data["left"]:
        screen.text(f"The time was over before {', '.join(data['left'])}: --seconds gives more.")
    screen.out.print()


def _cells(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    return [
        (row["place"], _name(row), _otherwise(row), _games(row), _play(row) or row["shown"]) for row in rows
    ]


def _name(row: Mapping[str, Any]) -> str:
    number = f" ({row['number']})" if row["number"] > 1 else ""
    return f"{row['rule']} {row['kind']}: {row['text']}{number}"


def _otherwise(row: Mapping[str, Any]) -> str:
    return ": ".join(part for part in (row["flip"], row["matters"]) if part)


def _games(row: Mapping[str, Any]) -> str:
    """In how many random games it parts, and in how many it decides who wins."""
    if not row["games"]:
        return ""
    return f"parts {row['parted'] / row['games']:.0%}, decides {row['decided'] / row['games']:.0%}"


def _play(row: Mapping[str, Any]) -> str:
    play = row["play"] or []
    if len(play) > PLAY:
        return f"({len(play) - PLAY} before) {' '.join(play[-PLAY:])}"
    return " ".join(play)


def _answer(row: Mapping[str, Any]) -> str:
    if row["answer"] is None:
        return str(row["shown"])
    [(sort, said)] = row["answer"].items()
    return f"{sort}: {said}"
