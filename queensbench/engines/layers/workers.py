"""Workers on threads of this process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from queensbench.engines.layers.tasks import Result, Task, here, run

WAIT = 0.2
"""After so many seconds without an answer the caller gets None, so that it can look for Ctrl-C."""


class Threads:
    """Workers on threads of this process."""

    def __init__(self, count: int) -> None:
        self.pool = ThreadPoolExecutor(count) if count > 1 else None

    def __call__(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Result] | None]:
        """Carry out tasks.  Closing the iterator drops those that have not begun, and waits for the others."""
        if self.pool is None or len(tasks) == 1:
            yield from here(tasks)
            return
        places = {self.pool.submit(run, task): place for place, task in enumerate(tasks)}
        left = set(places)
        try:
            while left:
                done, left = wait(left, WAIT, FIRST_COMPLETED)
                for one in done:
                    yield places[one], one.result()
                if not done:
                    yield None
        finally:
            wait([one for one in places if not one.cancel()])

    def close(self) -> None:
        """End the threads, once their tasks have ended."""
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
            self.pool = None
