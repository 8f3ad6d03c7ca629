"""Trials of mutants in several processes, which are forked so that they share the code compiled for all mutants.

Where the system cannot fork, one process does it all.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence

from queensbench.engines.mutate.exhaustive import Trial
from queensbench.engines.runtime.pool import Answering, Pool
from queensbench.errors import ProcessLost


def tried(
    numbers: Sequence[int], trial: Callable[[int], Trial], processes: int
) -> Iterator[tuple[int, Trial | ProcessLost]]:
    """Each number with its trial, in no order; with the error if two processes were lost while trying it."""
    if processes < 2 or len(numbers) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from ((number, trial(number)) for number in numbers)
        return
    with Pool[int](_trying, trial, called="a process that tries mutants", start="fork") as pool:
        for said in pool.each(numbers, processes):
            yield said.question, said.value if isinstance(said.value, ProcessLost) else said.answer()


def _trying(trial: Callable[[int], Trial]) -> Answering:
    return lambda number, tell: trial(number)
