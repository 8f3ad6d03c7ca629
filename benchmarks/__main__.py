"""``python -m benchmarks``: measure, and print one table."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from benchmarks.figures import FULL, QUICK, Figure, figures, machine, part
from benchmarks.figures import PARTS as OWN
from benchmarks.peers import command as peers
from benchmarks.peers.measuring import PARTS


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _cells(row: Figure) -> tuple[str, ...]:
    sign = "" if row.target is None else f"{'≥' if row.faster else '≤'} {_number(row.target)}"
    met = {None: "", True: "met", False: "missed"}[row.met]
    ratio = "" if row.ratio is None else f"{_number(row.ratio)} x"
    return (row.name, _number(row.value), row.unit, sign, met, _number(row.plain), ratio, row.note)


def main(argv: Sequence[str] | None = None) -> int:
    """Run all measurements; the exit code is 0, whatever they give, but 1 where peers disagree or fail."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument(
        "--quick", action="store_true", help="only show that everything runs; figures mean nothing"
    )
    parser.add_argument(
        "--peers",
        nargs="?",
        choices=(*PARTS, "all"),
        const="all",
        help="the reference games by SPIN, C, OpenSpiel and plain Python beside us: one part, or all",
    )
    parser.add_argument(
        "--keep", action="store_true", help="with --peers: write the figures into docs/performance.md"
    )
    parser.add_argument("--only", choices=tuple(OWN), help="one part of the figures, by name")
    options = parser.parse_args(argv)
    if options.keep and (not options.peers or options.quick):
        parser.error("--keep goes with --peers, and not with --quick, whose figures mean nothing")
    screen = Console(stderr=True)

    def progress(text: str) -> None:
        if screen.is_terminal:
            screen.print(f"measuring: {text}", style="dim")

    if options.peers:
        parts = PARTS if options.peers == "all" else (options.peers,)
        return peers.run(parts, progress, quick=options.quick, as_json=options.json, keep=options.keep)
    before = machine()
    load = QUICK if options.quick else FULL
    rows = list(part(options.only, load, progress) if options.only else figures(load, progress))
    if options.json:
        data = {"machine": before, "quick": options.quick, "figures": [row.as_json() for row in rows]}
        sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
        return 0
    title = (
        f"{before['cores']} cores ({before['processor']}), Python {before['python']}, load {before['load']}; "
        "medians; plain is a plain-Python search of the same model in the same run"
    )
    if options.quick:
        title = f"quick: shows that everything runs, the figures mean nothing\n{title}"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in ("figure", "value", "unit", "target", "", "plain", "ratio", "of"):
        table.add_column(column, justify="right" if column in ("value", "plain", "ratio") else "left")
    for row in rows:
        table.add_row(*_cells(row))
    Console(width=None if sys.stdout.isatty() else 160).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
