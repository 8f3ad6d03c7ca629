"""``python -m tests.torture``: try everything at random, for a while, and report.

``--seconds`` for all parts together; ``--only PART`` and ``--trial NUMBER`` for some; a second run with the same journal
goes on where the first has ended.  Exit code 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.processes import ROOT
from tests.torture.forked import adopt
from tests.torture.parts import PARTS
from tests.torture.trials import Journal, Runner, report, table

HOUR = 3600.0
SEED = 20190101


def options(words: list[str]) -> argparse.Namespace:
    """The options of a run."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--seconds", type=float, default=HOUR - 300, help="for all parts together")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=1, help="so many trials at once")
    parser.add_argument("--only", action="append", default=[], choices=[part.name for part in PARTS])
    parser.add_argument("--trial", action="append", default=[], type=int, help="only these numbers")
    parser.add_argument("--quick", action="store_true", help="the few trials of the ordinary tests")
    parser.add_argument("--most", type=int, help="most trials of each part")
    parser.add_argument("--journal", type=Path, help="none when left out")
    parser.add_argument("--report", type=Path, help="a JSON file")
    parser.add_argument("--folder", type=Path, help="where trials take place")
    parser.add_argument("--keep", action="store_true", help="what a trial with a fault has left stays there")
    return parser.parse_args(words)


def digest() -> str:
    """A digest of the code that is tried, and of what tries it."""
    whole = hashlib.sha256()
    for path in sorted([*(ROOT / "queensbench").rglob("*.py"), *Path(__file__).parent.glob("*.py")]):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def main(words: list[str]) -> int:
    """Do what was asked; the exit code."""
    asked = options(words)
    began = time.monotonic()
    adopt()
    journal = Journal(asked.journal, asked.seed, digest())
    parts = [part for part in PARTS if part.name in asked.only or not asked.only]
    folder = Path(asked.folder or tempfile.mkdtemp(prefix="torture-")).resolve()
    try:
        runner = Runner(
            folder,
            journal,
            asked.seed,
            asked.keep,
            lambda text: print(text, file=sys.stderr, flush=True),
            asked.jobs,
        )
        if asked.quick:
            for part in parts:
                if part.quick:
                    runner.part(part, HOUR, part.quick, asked.trial)
        else:
            runner.shares(parts, asked.seconds - (time.monotonic() - began), asked.most, asked.trial)
    finally:
        journal.close()
        if not asked.keep:
            shutil.rmtree(folder, ignore_errors=True)
    found = report(journal, parts, asked.seed, time.monotonic() - began)
    if asked.report is not None:
        asked.report.parent.mkdir(parents=True, exist_ok=True)
        asked.report.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(table(found))
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
