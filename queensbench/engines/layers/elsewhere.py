"""The tasks of an exploration by levels, carried out by the workers of a cluster.

A task reads and writes files of the scratch folder alone, so that folder and the project's must be reachable for all
workers under the same names.  A task that is lost with its worker is carried out again, and writes the same files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from queensbench.engines.layers.messages import Result, Submit, Task
from queensbench.engines.layers.tasks import run
from queensbench.engines.runtime.clusters import Cluster
from queensbench.engines.runtime.pool import Answering, Pool

WAIT = 1.0
"""After so many seconds without an answer, workers that have joined meanwhile get tasks as well."""


def carrying_out() -> Answering:
    """The function that carries out tasks in a process of a worker."""
    return lambda task, tell: run(task)


@contextmanager
def on_cluster(cluster: Cluster) -> Iterator[Submit]:
    """A way to have the workers of a cluster carry out lists of tasks, for the time of a ``with`` block."""
    with cluster.pool(carrying_out, called="a process that explores") as pool:
        yield _submitting(pool, cluster.room)


def _submitting(pool: Pool[Task], room: Callable[[], int]) -> Submit:
    def submit(tasks: Sequence[Task]) -> Iterator[tuple[int, Result] | None]:
        left = list(enumerate(tasks))[::-1]
        places: dict[int, int] = {}
        try:
            while left or pool.asked:
                for at in pool.idle(max(room(), len(pool.asked))) if left else ():
                    if left:
                        places[at], task = left.pop()
                        pool.submit(at, task)
                answers = [said for said in pool.results(WAIT) if said.last]
                for said in answers:
                    yield places[said.place], said.answer()
                if not answers:
                    yield None
        finally:  # who asks no more, on Ctrl-C or after an error, wants no answer
            for at in list(pool.asked):
                pool.drop(at)

    return submit


__all__ = ["on_cluster"]
