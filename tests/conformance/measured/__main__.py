"""``python -m tests.conformance.measured PART``: measure what is promised of tests of engines, trial by trial.

What was measured stands in a journal; a second run with the same journal goes on behind it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from tests.conformance.measured import faults, logs, mixtures, shrinking, speed
from tests.conformance.measured.journal import Journal
from tests.processes import ROOT

PARTS = {"faults": faults, "mixtures": mixtures, "logs": logs, "shrinking": shrinking, "speed": speed}


def main(words: Sequence[str] | None = None) -> int:
    """Measure a part, and print what its trials have come to."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.measured", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("names", nargs="*", help="of modes or engines; all when left out")
    parser.add_argument("--most", type=int, default=20, help="trials of each")
    parser.add_argument("--journal", type=Path, default=ROOT / ".queensbench" / "measured.jsonl")
    parser.add_argument("--moves", type=int, default=faults.MOVES, help="of faults, beside the original")
    parser.add_argument("--only-beside", action="store_true", help="of faults: no inquiries")
    parser.add_argument("--any-code", action="store_true", help="trials of other code count as well")
    asked = parser.parse_args(words)
    journal = Journal(asked.journal, any_code=asked.any_code)
    faults.MOVES = asked.moves
    part = PARTS[asked.part]
    if asked.only_beside and part is faults:
        faults.run(journal, asked.most, asked.names, only_beside=True)
    else:
        part.run(journal, asked.most, asked.names)
    print(part.summary(journal))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
