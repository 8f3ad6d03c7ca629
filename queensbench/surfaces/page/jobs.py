"""Work that takes longer than an answer may: one thread does it piece by piece, and the page says how far it is."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from queensbench.errors import BadInput, QueensbenchError, render

MOST_WAITING = 16
"""The most pieces of work that wait."""
MOST_HEAVY = 3
"""The most answers that are kept of those that hold many states."""
MOST_KEPT = 64
"""The most answers that are kept; the one that was asked for least recently is dropped."""

Progress = Callable[[str], None]


class OutOfTime(Exception):
    """The time of a piece of work is over."""


@dataclass(eq=False)
class Job:
    """A piece of work: ``said`` is how far it is, ``result`` its answer, ``failed`` why there is none.

    ``seconds``: how long it may take; ``heavy``: the answer holds many states.
    """

    title: str
    work: Callable[[Progress], Any] = field(repr=False)
    seconds: float
    heavy: bool = False
    said: str = "waits for its turn"
    result: Any = None
    failed: str = ""
    began: float = 0.0
    took: float = 0.0
    done: threading.Event = field(default_factory=threading.Event)

    @property
    def ready(self) -> bool:
        """Whether it has ended, well or not."""
        return self.done.is_set()

    @property
    def elapsed(self) -> float:
        """The seconds that it has taken."""
        return self.took or (time.monotonic() - self.began if self.began else 0.0)

    def run(self, report: Callable[[BaseException], str]) -> None:
        """Do it; ``report`` tells in a line what is no fault of the input."""
        self.began = time.monotonic()
        self.said = "has begun"
        try:
            self.result = self.work(self._progress)
        except OutOfTime:
            self.failed = f"not done after {self.seconds:.0f} seconds, which is all that it may take here"
        except MemoryError:
            self.failed = "the memory of this machine is not enough"
        except QueensbenchError as error:
            self.failed = render(error)
        except BaseException as error:  # noqa: BLE001 - a fault of the toolkit is told, and the page lives on
            self.failed = type(error).__name__
            with suppress(Exception):  # that it cannot be reported is no reason to do nothing else any more
                self.failed = report(error)
        self.took = time.monotonic() - self.began
        self.done.set()

    def _progress(self, text: str) -> None:
        self.said = text
        if time.monotonic() - self.began > self.seconds:
            raise OutOfTime


class Worker:
    """Pieces of work by key: each is done once, and its answer is kept for a while.

    ``report``: tells in a line what failed where no input is to blame.
    """

    def __init__(self, report: Callable[[BaseException], str] = repr) -> None:
        self.jobs: OrderedDict[Hashable, Job] = OrderedDict()
        self._report = report
        self._waiting: deque[Job] = deque()
        self._come = threading.Condition()
        self._thread: threading.Thread | None = None

    def ask(
        self,
        key: Hashable,
        title: str,
        work: Callable[[Progress], Any],
        *,
        seconds: float,
        heavy: bool = False,
    ) -> Job:
        """The piece of work of this key, begun if nobody has asked for it yet.

        ``seconds`` and ``heavy`` as of a job.  Raises BadInput where too much waits already.
        """
        with self._come:
            job = self.jobs.get(key)
            if job is None:
                if len(self._waiting) >= MOST_WAITING:
                    raise BadInput("too much work is waiting already", remedy="ask again in a while")
                job = self.jobs[key] = Job(title, work, seconds, heavy)
                self._waiting.append(job)
                self._begin()
                self._come.notify()
            self.jobs.move_to_end(key)
            self._let_go()
        return job

    def _let_go(self) -> None:
        """Forget the oldest answers where there are too many."""
        ready = [key for key, one in self.jobs.items() if one.ready]
        heavy = [key for key in ready if self.jobs[key].heavy]
        old = {*ready[: max(0, len(self.jobs) - MOST_KEPT)], *heavy[: max(0, len(heavy) - MOST_HEAVY)]}
        for key in old:
            del self.jobs[key]

    def known(self, key: Hashable) -> Job | None:
        """The piece of work of this key, if somebody has asked for it; it is then the last to be forgotten."""
        with self._come:
            job = self.jobs.get(key)
            if job is not None:
                self.jobs.move_to_end(key)
        return job

    def forget(self, key: Hashable) -> None:
        """Forget the piece of work of this key, so that it may begin anew."""
        with self._come:
            self.jobs.pop(key, None)

    def _begin(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="queensbench work", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            with self._come:
                while not self._waiting:
                    self._come.wait()
                job = self._waiting.popleft()
            job.run(self._report)
