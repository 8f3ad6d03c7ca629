"""Audits one mode of the project in this folder until a property is not as expected: `python ask.py MODE PROVED`.

What an audit asks, in the order of what it costs: each small box exhausted, the least first, the full box played at
random, its claims proved.  Golden plays, counts of states and comparisons of readings are not asked: only properties
count, the ranges of the model among them.  `PROVED` is a file with the claims that are proved of the model without a
fault, as the first call, `python ask.py MODE --proved`, prints them.

What it cannot see: a fault that only a comparison of readings, a study or a test would meet.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.audit.one_mode import ModeAudit
from queensbench.analyses.verdicts.run import Options
from queensbench.errors import QueensbenchError
from queensbench.project.projects import load

DONE = ("proved", "by construction")


def audited(address: str, **options: Any) -> ModeReport:
    """The report of a mode on some instances."""
    ruleset, mode = load(Path.cwd()).mode(address)
    audit = ModeAudit(ruleset, mode, Options(rulings=False, studies=False, **options))
    audit.run()
    return audit.report


def proved(address: str) -> dict[str, str]:
    """The claims of the full box that are proved, with the readings of which they are."""
    _, mode = load(Path.cwd()).mode(address)
    report = audited(address, instances=(mode.full.name,), games=1)
    claims = {
        row.name: row.reading
        for row in report.properties
        if row.engine == "prove" and row.verdict == "holds" and row.shown in DONE
    }
    found = report.proofs.row if report.proofs is not None else {}
    return claims | {f"{part} {one}": "" for part in ("obligations_open",) for one in texts(found, part)}


def texts(found: Any, part: str) -> list[str]:
    """The goals that the proofs have left open, as texts."""
    return [one if isinstance(one, str) else json.dumps(one, sort_keys=True) for one in found.get(part, ())]


def unexpected(report: ModeReport) -> Iterator[dict[str, Any]]:
    """The rows that are not as expected, whatever their class; a play that is no longer met is one of them."""
    for row in report.properties:
        if row.state == "unexpected" or (row.state == "unknown" and row.kind == "reachable"):
            yield {"by": row.name, "engine": row.engine, "where": row.instance, "detail": row.detail}


def asked(address: str, known: dict[str, str], states: int, games: int) -> Iterator[dict[str, Any]]:
    """The rows that are not as expected, in the order in which they are met; on boxes of so many states, in so many games (0: all)."""
    _, mode = load(Path.cwd()).mode(address)
    explored = [i for i in mode.all_instances() if i.explore and not 0 < states < i.states]
    explored.sort(key=lambda i: i.states)
    limits = {"games": games} if games else {}
    played = [i for i in mode.all_instances() if not i.explore]
    for instance in (*explored, *played):
        try:
            yield from unexpected(audited(address, instances=(instance.name,), proofs=False, **limits))
        except QueensbenchError as error:
            yield {"by": "a range", "engine": "play", "where": instance.name, "detail": str(error)}
    if not known:
        return
    try:
        now = proved(address)
    except QueensbenchError as error:
        yield {"by": "a range", "engine": "prove", "where": mode.full.name, "detail": str(error)}
        return
    for name, reading in known.items():
        if name not in now:
            yield {"by": name, "engine": "prove", "where": mode.full.name, "detail": "no longer proved"}
        elif now[name] != reading:
            detail = f"proved of {now[name]} instead of {reading}"
            yield {"by": name, "engine": "prove", "where": mode.full.name, "detail": detail}
    for name in now:
        if name not in known and name.startswith("obligations_open"):
            yield {"by": "a range", "engine": "prove", "where": mode.full.name, "detail": name}


def main(address: str, file: str, states: str = "0", games: str = "0") -> None:
    """Print what is found as one line of JSON."""
    if file == "--proved":
        print(json.dumps(proved(address)))
        return
    begun = time.perf_counter()
    known = {name: text for name, text in json.loads(Path(file).read_text()).items() if name != "of"}
    found = next(asked(address, known, int(states), int(games)), {})
    print(json.dumps({**found, "seconds": round(time.perf_counter() - begun, 1)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
