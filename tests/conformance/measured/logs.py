"""Logs of 10,000 events in which no draw is told: made by our own model, and followed in a process of their own."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import queensbench as qb
from benchmarks.memory import peak
from tests.conformance.measured.journal import Journal
from tests.processes import ROOT

EVENTS = 10_000
LOGS: dict[str, tuple[str, str, str]] = {
    "queue4, whole": ("queue4/standard", "full", ""),
    "queen-is-dead, whole": ("queen-is-dead/standard", "full", ""),
    "queens-collection, who acts": ("queens-collection/competitive", "full", "acting"),
    "queens-collection of two, one seat": ("queens-collection/competitive", "two", "first"),
    "queen-of-scots, whole": ("queen-of-scots/standard", "full", ""),
    "queen-of-scots of two, one seat": ("queen-of-scots/standard", "two", "first"),
}
"""By name the mode, the instance, and who looks after each line: nobody (all is shown), the seat that acts, or one."""


def written(path: Path, mode: str, instance: str, looks: str, events: int = EVENTS, seed: int = 5) -> int:
    """Write games of the house readings until there are so many events; how many games."""
    session, dice = qb.load(mode).session(instance), random.Random(seed)
    head = {"log": 1, "mode": mode, "instance": {"name": instance, "parameters": {}}}
    games = done = 0
    with path.open("w", encoding="utf-8") as file:
        while done < events:
            position, number = session.start(), 0
            games += 1
            file.write(json.dumps(head) + "\n")
            while not position.over and done < events:
                outcomes, what = position.outcomes(), dict[str, Any](chance=None)
                if outcomes:
                    position = position.do(dice.choices(outcomes, [one.weight for one in outcomes])[0])
                else:
                    moves = position.moves()
                    if not moves:
                        break
                    move = dice.choice(moves)
                    position, what = position.do(move), {"do": [move.to_json()]}
                number += 1
                done += 1
                file.write(json.dumps({"n": number, **what, **_seen(session, position, looks)}) + "\n")
            file.write(json.dumps({"n": number + 1, "end": True}) + "\n")
    return games


def _seen(session: qb.Session, position: Any, looks: str) -> dict[str, Any]:
    """What somebody sees of a position."""
    if not looks:
        return {"state": position.state.to_json()}
    seats = [*position.deciders, position.state.active] if looks == "acting" else list(session.players)
    seat = seats[0].name
    return {"seat": seat, "state": position.view(seat).to_json()}


def follow(mode: str, path: str) -> dict[str, Any]:
    """Follow a log in this process."""
    begun = time.process_time()
    found = qb.conform(mode, logs=[path]).data
    used = resource.getrusage(resource.RUSAGE_SELF)
    truth = {one["ruling"]: one["house"] for one in found["rulings"]}
    told = {one["ruling"]: one["reading"] for one in found["rulings"] if one["verdict"] == "plays"}
    return {
        "moves": found["coverage"]["moves"],
        "plays": found["coverage"]["plays"],
        "cut": found["coverage"]["cut"],
        "told": len(told),
        "wrong": [name for name, reading in told.items() if reading != truth[name]],
        "differences": len(found["differences"]),
        "seconds": round(time.process_time() - begun, 1),
        "whole_seconds": round(used.ru_utime + used.ru_stime, 1),
        "bytes": peak(),
    }


def run(journal: Journal, most: int, names: list[str]) -> None:
    """Write and follow each log."""
    for name in names or LOGS:
        if ("logs", name) in journal:
            continue
        mode, instance, looks = LOGS[name]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.jsonl"
            games = written(path, mode, instance, looks)
            command = [sys.executable, "-m", "tests.conformance.measured.logs", mode, str(path)]
            said = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True).stdout
        row = journal.add("logs", name, games=games, **json.loads(said))
        print(name, row, flush=True)


def summary(journal: Journal) -> str:
    """A line for each log."""
    return "\n".join(
        f"{row['name']}: {EVENTS:,} events, {row['seconds']} s, {row['bytes'] / 1e6:,.0f} MB, "
        f"{row['cut']} of {row['plays']} plays cut, {row['told']} rulings told, {len(row['wrong'])} wrong, "
        f"{row['differences']} differences"
        for row in journal.of("logs")
    )


if __name__ == "__main__":
    print(json.dumps(follow(*sys.argv[1:])))
