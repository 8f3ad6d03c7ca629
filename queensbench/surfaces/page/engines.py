"""What was found about an engine under test: its board beside ours, and the position to go on from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import queensbench as qb
from queensbench.surfaces.page.links import MOST_STEPS, Place

MOVE = re.compile(r"(\w+)\((.*)\)")
SHOWN = 200
"""The most findings that are shown."""


@dataclass(frozen=True)
class EngineFinding:
    """A difference of an engine: what was asked, expected and told; both boards as text; the play, and its address."""

    kind: str
    points: str
    asked: str
    expected: str
    got: str
    requirement: str
    clauses: tuple[str, ...]
    ours: str
    theirs: str
    moves: tuple[str, ...]
    link: str


def engine_data(report: Mapping[str, Any], games: Mapping[str, qb.Game]) -> dict[str, Any]:
    """A saved report on an engine, as the page shows it."""
    readings = tuple(
        f"{row['ruling']}={row['reading']}"
        for row in report.get("rulings", ())
        if row.get("verdict") == "plays" and row.get("reading") != row.get("house")
    )
    found = list(report.get("differences", ()))
    return {
        "engine": report.get("engine", {}).get("name", "the engine"),
        "mode": report.get("mode", ""),
        "readings": readings,
        "findings": [_finding(report, games, readings, one) for one in found[:SHOWN]],
        "left": max(0, len(found) - SHOWN),
    }


def _finding(
    report: Mapping[str, Any], games: Mapping[str, qb.Game], readings: tuple[str, ...], one: Mapping[str, Any]
) -> EngineFinding:
    boards = one.get("boards", {})
    moves = tuple(str(move) for move in one.get("moves", ()))
    path, instance = str(report.get("mode", "")), str(one.get("instance", ""))
    link = ""
    if path in games and instance in games[path].instances and len(moves) <= MOST_STEPS:
        steps = [wire(move) for move in moves]
        if all(steps):
            known = games[path].rulings
            kept = tuple(text for text in readings if text.partition("=")[0] in known)
            link = Place(path, instance, kept).link() + (f"&play={'~'.join(steps)}" if steps else "")
    return EngineFinding(
        str(one.get("kind", "")),
        str(one.get("points", "")),
        f"{one.get('ask', '')} {one.get('field', '')}".strip(),
        "; ".join(json.dumps(value) for value in one.get("expected", ())),
        json.dumps(one.get("got")),
        str(one.get("requirement", "")),
        tuple(map(str, one.get("clauses", ()))),
        str(boards.get("rules", "")),
        str(boards.get("engine", "")),
        moves,
        link,
    )


def wire(move: str) -> str:
    """A move that is written as ``name(argument=VALUE)`` as an address writes it; empty for anything else."""
    found = MOVE.fullmatch(move)
    if found is None:
        return ""
    values = [part.partition("=")[2].strip() for part in found[2].split(",")] if found[2] else []
    return ":".join([found[1], *values]) if all(values) else ""
