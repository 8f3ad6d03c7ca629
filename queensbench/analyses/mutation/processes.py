"""Trials of mutants by several processes at once: forked, so that the code compiled for all mutants is there already.

Where a system cannot fork, one process does it all.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence

from queensbench.engines.mutate.exhaustive import Trial

_try: Callable[[int], Trial] | None = None


def _one(number: int) -> tuple[int, Trial]:
    assert _try is not None
    return number, _try(number)


def _quiet() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this ends it


def tried(
    numbers: Sequence[int], trial: Callable[[int], Trial], processes: int
) -> Iterator[tuple[int, Trial]]:
    """Each number with its trial, in no order.  Raises KeyboardInterrupt on Ctrl-C; ends its processes in any case."""
    if processes < 2 or len(numbers) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from _alone(numbers, trial)
        return
    global _try  # noqa: PLW0603 - what was forked finds it here
    _try = trial
    pool = multiprocessing.get_context("fork").Pool(processes, initializer=_quiet)
    try:
        yield from pool.imap_unordered(_one, numbers, chunksize=1)
    finally:
        pool.terminate()
        pool.join()
        _try = None


def _alone(numbers: Iterable[int], trial: Callable[[int], Trial]) -> Iterator[tuple[int, Trial]]:
    for number in numbers:
        yield number, trial(number)
