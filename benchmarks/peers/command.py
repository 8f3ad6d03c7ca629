"""``python -m benchmarks --peers``: measure the peers, print the tables, and keep them if told so."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from benchmarks.peers import page
from benchmarks.peers.contestants import Failed
from benchmarks.peers.measuring import FULL, QUICK, Unequal, measure


def run(progress: Callable[[str], None], *, quick: bool, as_json: bool, keep: bool) -> int:
    """Print one object or the tables; the exit code is 1 where programs have not found the same, or one has failed."""
    try:
        results = measure(QUICK if quick else FULL, progress, quick=quick)
    except (Unequal, Failed) as fault:
        print(fault, file=sys.stderr)
        return 1
    if as_json:
        print(json.dumps(results.as_json(), indent=2, ensure_ascii=False))
    else:
        print(page.text(results), end="")
    if keep:
        page.keep(results)
    return 0
