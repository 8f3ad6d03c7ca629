"""Faults of the example engines, drawn by a seed: found or not, with the readings claimed and with none claimed.

Each is played beside the original first: a fault that many moves do not tell from it is called equivalent, and nobody
inquires after it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
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
"""At each box, of the first inquiry."""
MORE = 4
"""So many times as many in the next one, if the last has found nothing."""
SECONDS = 300.0
"""Of the clock, for all inquiries after one fault that are told the same claims."""
MOVES = 20_000
"""Moves beside the original, of all boxes together; ``--moves`` says otherwise."""
FEW = 3_000
"""Moves that every engine makes in ``SOON`` seconds of a processor, so that one that hangs is known by it."""
SOON = 60


@dataclass(frozen=True)
class Table:
    """A mode, the instances at which an inquiry plays, and the mapping of the engine in its folder."""

    mode: str
    boxes: tuple[str, ...]
    mapping: str


TABLES: dict[str, tuple[Table, ...]] = {
    "queens-collection": (Table("queens-collection/competitive", ("levels", "gone", "match"), "mapping.py"),),
    "queen-of-scots": (Table("queen-of-scots/standard", ("jewels", "duel", "trio", "match"), "mapping.py"),),
    "queue4": (
        Table(
            "queue4/standard",
            ("six", "eight", "three_queues", "twelve", "ten_million", "full"),
            "mapping.toml",
        ),
        Table("queue4/royal-ball", ("opening", "pairs", "court", "full"), "mapping-royal-ball.toml"),
    ),
    "the-queen-is-dead": (
        Table(
            "queen-is-dead/standard", ("blades", "stage", "court", "pilots", "salon", "full"), "mapping.toml"
        ),
    ),
}
"""By folder what is played: a fault is inquired after where it shows beside the original first."""


Beside = Callable[[Table, int], str]
"""Plays so many moves of a table beside the original; where a fault shows, or nothing."""


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


def played(folder: str, mode: str) -> dict[str, str]:
    """The readings of a mode's rulings that an example engine plays, as its folder says."""
    tables = tomllib.loads((ENGINES / folder / "readings.toml").read_text(encoding="utf-8"))
    own: dict[str, str] = tables["chosen"] | tables["house"] if "chosen" in tables else tables
    return {name: own[name] for name in qb.load(mode).rulings if name in own}


def inquired(folder: str, table: Table, engine: Any, *, claims: bool) -> dict[str, Any]:
    """What inquiries find of an engine with a fault, at a table: each has more games, until one finds it or time is up.

    ``found``: empty if nothing speaks against the engine.  ``other``: rulings that it is said to play otherwise than it
    does without the fault: what a fault was explained by, if nothing was found.
    """
    begun, clock, games, plays = time.process_time(), time.monotonic(), GAMES, 0
    while True:
        left = SECONDS - (time.monotonic() - clock)
        effort = Effort(games=games, seed=games, seconds=left, tours=False)
        row = _inquired(folder, table, engine, effort, claims=claims)
        plays += row["plays"]
        games *= MORE
        if row["found"] or row["ended"] != "games" or time.monotonic() - clock > SECONDS:
            break
    seconds, passed = time.process_time() - begun, time.monotonic() - clock
    return {**row, "plays": plays, "seconds": round(seconds, 1), "clock": round(passed, 1)}


def _inquired(folder: str, table: Table, engine: Any, effort: Effort, *, claims: bool) -> dict[str, Any]:
    """What one inquiry finds."""
    truth, game = played(folder, table.mode), qb.load(table.mode)
    try:
        opened = opened_engine(engine, table.mode)
    except EngineFault:
        return {"found": "the engine fails", "other": [], "plays": 0, "ended": "the engine failed"}
    try:
        inquiry = Brief(
            game,
            opened,
            table.boxes,
            effort,
            mapping=mapped(ENGINES / folder / table.mapping),
            claims=claimed(game, truth) if claims else None,
        )
        inquiry.run()
        found = report(inquiry)
    except BadInput:  # in the first play
        return {"found": "the mapping fails", "other": [], "plays": 0, "ended": "the mapping failed"}
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
        "plays": data["coverage"]["plays"],
        "ended": data["ended"],
    }


@contextmanager
def faulty(folder: str, number: int) -> Iterator[tuple[Any, str, Beside]]:
    """An engine with the fault of a number from 0 on: what starts it, what was changed, and what tells it apart."""
    if folder in engine_mutants.EXAMPLES:
        fault = engine_mutants.chosen(folder, FAULTS)[number]
        name = engine_mutants.EXAMPLES[folder][1]

        def beside(table: Table, moves: int) -> str:
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

        def beside_js(table: Table, moves: int) -> str:
            return _beside_js(node, script, folder, fault["folder"], table, moves)

        what = f"line {fault['line']}: {fault['was']} -> {fault['now'] or 'nothing'}"
        yield [node, str(Path(fault["folder"]) / "main.mjs")], what, beside_js


def _beside_js(node: str, script: str, folder: str, place: str, table: Table, moves: int) -> str:
    """After how many moves, at which box and in what an engine in JavaScript differs from the original; or nothing."""
    each = moves // len(table.boxes)
    for most in sorted({min(FEW, each), each}):
        for box in table.boxes:
            limit = f'ulimit -t {SOON * max(1, most // FEW)}; exec "$0" "$@"'
            words = [node, script, "beside", str(ENGINES / folder), place, table.mode, box, str(most)]
            run = subprocess.run(
                ["sh", "-c", limit, *words],
                check=False,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            said = json.loads(run.stdout) if run.returncode == 0 else {"moves": 0, "what": "it hangs or ends"}
            if "alike" not in said:
                return f"after {said['moves']} moves, {box}: {said['what']}"
    return ""


def apart(journal: Journal, folder: str, number: int, beside: Beside) -> tuple[Table, str]:
    """At which table and where a fault parts from the original in so many moves, by the journal if it stands there.

    At the last table and nowhere (an empty text), if it does not.
    """
    name, where = f"{folder} {number}", ""
    for table in TABLES[folder]:
        trial = f"{name} {table.mode}"
        known = journal.rows["beside", trial] if ("beside", trial) in journal else {}
        if known.get("moves") != MOVES:
            before = _spent()
            said = beside(table, MOVES)
            known = journal.add("beside", trial, moves=MOVES, apart=said, seconds=round(_spent() - before, 1))
        where = known["apart"]
        if where:
            break
    return table, where


def _spent() -> float:
    """The seconds of a processor that this process and those that it has waited for have used."""
    return sum(os.times()[:4])


def run(journal: Journal, most: int, names: list[str], *, only_beside: bool = False) -> None:
    """Each fault of each engine beside the original, and, if it shows there, without claims and with them."""
    for number in range(min(most, FAULTS)):
        for folder in names or TABLES:
            name = f"{folder} {number}"
            if ("faults", name) in journal:
                continue
            with faulty(folder, number) as (engine, what, beside):
                table, where = apart(journal, folder, number, beside)
                if only_beside:
                    print(f"{name}  {what}  {where or 'alike'}", flush=True)
                    continue
                none = inquired(folder, table, engine, claims=False) if where else None
                claims = inquired(folder, table, engine, claims=True) if where else None
            where = where and f"{table.mode}, {where}"
            row = journal.add("faults", name, what=what, none=none, claimed=claims, beside=where)
            print(name, row, flush=True)


def summary(journal: Journal) -> str:
    """The figures of each engine."""
    lines = []
    for folder in TABLES:
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
