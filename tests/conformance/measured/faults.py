"""Faults of the example engines, drawn by a seed: found or not, with the readings claimed and with none claimed.

What no inquiry finds is played beside the original: a fault that many moves do not tell from it is called equivalent.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import queensbench as qb
from queensbench.conformance.conforming import claimed, mapped, opened_engine
from queensbench.conformance.engine import EngineFault
from queensbench.conformance.following import Following
from queensbench.conformance.found import Effort
from queensbench.conformance.ground import Ground
from queensbench.conformance.inquiry import Inquiry, Spent
from queensbench.conformance.playing import Record
from queensbench.conformance.report import report
from queensbench.errors import BadInput
from tests.conformance import engine_mutants
from tests.conformance.engine_mutants import ENGINES
from tests.conformance.measured.journal import Journal

FAULTS = 40
GAMES = 200
SECONDS = 300.0
"""Of the clock, for one inquiry."""
MOVES = 20_000
"""Moves beside the original of what no inquiry has found; ``--moves`` says otherwise."""
BOXES: dict[str, tuple[str, tuple[str, ...]]] = {
    "queens-collection": ("queens-collection/competitive", ("levels", "gone", "match")),
    "queen-of-scots": ("queen-of-scots/standard", ("jewels", "duel", "trio", "match")),
    "queue4": ("queue4/standard", ("six", "twelve", "full")),
    "the-queen-is-dead": ("queen-is-dead/standard", ("blades", "pilots", "full")),
}
"""By folder the mode, and the instances at which an inquiry plays."""


class Brief(Inquiry):
    """An inquiry that ends with the first difference, and shrinks nothing."""

    def _differs(self, ground: Ground, record: Record, following: Following) -> None:
        super()._differs(ground, record, following)
        if self.found.differences or self.found.unsteady:
            raise Spent("differences")

    def _ended_plays(self) -> None:
        """Nothing is shrunk."""

    def explain(self) -> None:
        """Nothing is explained."""


def played(folder: str) -> dict[str, str]:
    """The readings that an example engine plays, as its folder says."""
    tables = tomllib.loads((ENGINES / folder / "readings.toml").read_text(encoding="utf-8"))
    own: dict[str, str] = tables["chosen"] | tables["house"] if "chosen" in tables else tables
    return {name: own[name] for name in qb.load(BOXES[folder][0]).rulings if name in own}


def inquired(folder: str, engine: Any, *, claims: bool) -> dict[str, Any]:
    """What an inquiry finds of an engine with a fault.

    ``found``: empty if nothing speaks against the engine.  ``other``: rulings that it is said to play otherwise than it
    does without the fault: what a fault was explained by, if nothing was found.
    """
    mode, boxes = BOXES[folder]
    truth, begun, clock = played(folder), time.process_time(), time.monotonic()
    game = qb.load(mode)
    try:
        opened = opened_engine(engine, mode)
    except EngineFault:
        return {"found": "the engine fails", "other": [], "seconds": 0.0, "clock": 0.0, "plays": 0}
    mapping = (
        ENGINES / folder / ("mapping.py" if (ENGINES / folder / "mapping.py").exists() else "mapping.toml")
    )
    effort = Effort(games=GAMES, seconds=SECONDS, tours=False)
    try:
        inquiry = Brief(
            game,
            opened,
            boxes,
            effort,
            mapping=mapped(mapping),
            claims=claimed(game, truth) if claims else None,
        )
        inquiry.run()
        found = report(inquiry)
    except BadInput:  # in the first play
        return {"found": "the mapping fails", "other": [], "seconds": 0.0, "clock": 0.0, "plays": 0}
    finally:
        with suppress(EngineFault):
            opened.close()
    data = found.data
    said = "the engine fails" if data["fault"] else ""
    for what in ("differences", "unsteady", "leaks"):
        said = said or (what if data[what] else "")
    return {
        "found": said,
        "other": sorted(name for name, own in found.readings.items() if own != truth.get(name, own)),
        "seconds": round(time.process_time() - begun, 1),
        "clock": round(time.monotonic() - clock, 1),
        "plays": data["coverage"]["plays"],
        "ended": data["ended"],
    }


@contextmanager
def faulty(folder: str, number: int) -> Iterator[tuple[Any, str, Any]]:
    """An engine with the fault of a number from 0 on: what starts it, what was changed, and what tells it apart."""
    if folder in engine_mutants.EXAMPLES:
        fault = engine_mutants.chosen(folder, FAULTS)[number]
        name = engine_mutants.EXAMPLES[folder][1]

        def beside(moves: int) -> str:
            apart = engine_mutants.told_apart(folder, fault, moves)
            return f"after {apart[0]} moves, {apart[1]}" if apart else ""

        yield engine_mutants.made(fault.source, name), f"line {fault.line}: {fault.what}", beside
        return
    node = shutil.which("node")
    if node is None:
        raise SystemExit("there is no node on this machine")
    with tempfile.TemporaryDirectory() as place:
        script = str(ENGINES / "mutate_js.mjs")
        subprocess.run([node, script, "make", str(ENGINES / folder), place, str(FAULTS)], check=True)
        fault = json.loads((Path(place) / "faults.json").read_text(encoding="utf-8"))[number]

        def beside_js(moves: int) -> str:
            mode, boxes = BOXES[folder]
            for box in boxes:
                words = [
                    node,
                    script,
                    "beside",
                    str(ENGINES / folder),
                    fault["folder"],
                    mode,
                    box,
                    str(moves),
                ]
                run = subprocess.run(
                    words, check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
                )
                said = json.loads(run.stdout) if run.returncode == 0 else {"moves": 0, "what": "it ends"}
                if "alike" not in said:
                    return f"after {said['moves']} moves, {box}: {said['what']}"
            return ""

        what = f"line {fault['line']}: {fault['was']} -> {fault['now'] or 'nothing'}"
        yield [node, str(Path(fault["folder"]) / "main.mjs")], what, beside_js


def run(journal: Journal, most: int, names: list[str]) -> None:
    """Each fault of each engine without claims and with them; what is not found, beside the original."""
    for number in range(min(most, FAULTS)):
        for folder in names or BOXES:
            name = f"{folder} {number}"
            if ("faults", name) in journal:
                continue
            with faulty(folder, number) as (engine, what, beside):
                none = inquired(folder, engine, claims=False)
                claims = inquired(folder, engine, claims=True)
                apart = None if none["found"] and claims["found"] else beside(MOVES)
            row = journal.add("faults", name, what=what, none=none, claimed=claims, beside=apart)
            print(name, row, flush=True)


def summary(journal: Journal) -> str:
    """The figures of each engine."""
    lines = []
    for folder in BOXES:
        rows = [row for row in journal.of("faults") if row["name"].startswith(f"{folder} ")]
        if not rows:
            continue
        alike = [row for row in rows if row["beside"] == ""]
        lines.append(f"{folder}: {len(rows)} faults, {len(alike)} alike to the original in {MOVES:,} moves")
        for claims in ("none", "claimed"):
            own = [row[claims] for row in rows if row not in alike]
            found = sum(bool(one["found"]) for one in own)
            away = sum(not one["found"] and bool(one["other"]) for one in own)
            slowest = max((one["clock"] for one in own), default=0.0)
            lines.append(
                f"  {claims}: {found} of {len(own)} found, {away} explained away, "
                f"{sum(one['seconds'] for one in own):,.0f} s, the slowest {slowest} s of the clock"
            )
    return "\n".join(lines)
