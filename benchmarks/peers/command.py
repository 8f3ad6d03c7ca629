"""``python -m benchmarks --peers``: measure the peers, print the tables, and keep them if told so."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence

from benchmarks.peers import page
from benchmarks.peers.contestants import Failed
from benchmarks.peers.measuring import FULL, QUICK, Unequal, measure


def run(
    parts: Sequence[str], progress: Callable[[str], None], *, quick: bool, as_json: bool, keep: bool
) -> int:
    """Print a list of parts or their tables; the exit code is 1 where counts differ or a program has failed."""
    try:
        results = [measure(QUICK if quick else FULL, part, progress, quick=quick) for part in parts]
    except (Unequal, Failed) as fault:
        print(fault, file=sys.stderr)
        return 1
    if as_json:
        print(json.dumps([one.as_json() for one in results], indent=2, ensure_ascii=False))
    else:
        print("\n".join(page.text(one) for one in results), end="")
    if keep:
        page.keep(results)
    return 0
