"""Workers on threads of this process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from queensbench.engines.layers.tasks import Result, Task, here, run


class Threads:
    """Workers on threads of this process."""

    def __init__(self, count: int) -> None:
        self.pool = ThreadPoolExecutor(count) if count > 1 else None

    def __call__(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
        """Carry out tasks."""
        if self.pool is None or len(tasks) == 1:
            yield from here(tasks)
            return
        places = {self.pool.submit(run, task): place for place, task in enumerate(tasks)}
        try:
            for done in as_completed(places):
                yield places[done], done.result()
        finally:
            for one in places:
                one.cancel()

    def close(self) -> None:
        """End the threads, once their tasks have ended."""
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
            self.pool = None
