"""Work of the page: one piece after the other, told how far it is, ended in time, and kept for a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from queensbench.errors import BadInput
from queensbench.surfaces.page.jobs import MOST_HEAVY, MOST_KEPT, MOST_WAITING, Job, Worker


def ended(job: Job) -> Job:
    """The piece of work, when it has ended."""
    assert job.done.wait(30)
    return job


def test_work_is_done_once_for_a_key() -> None:
    worker = Worker()
    done: list[int] = []

    def counting(number: int) -> Callable[[Any], int]:
        def work(progress: Any) -> int:
            done.append(number)
            return number

        return work

    first = worker.ask("a", "counting", counting(5), seconds=9)
    again = worker.ask("a", "counting", counting(6), seconds=9)
    assert first is again
    assert (ended(first).result, done) == (5, [5])
    worker.forget("a")
    assert ended(worker.ask("a", "counting", lambda progress: 7, seconds=9)).result == 7


def test_work_says_how_far_it_is_and_ends_in_time() -> None:
    worker = Worker()
    on = threading.Event()

    def work(progress: Any) -> None:
        progress("halfway")
        assert on.wait(30)
        progress("further")

    job = worker.ask("a", "walking", work, seconds=0)
    on.set()
    assert ended(job).failed == "not done after 0 seconds, which is all that it may take here"


def test_what_fails_is_told_and_the_next_is_done() -> None:
    worker = Worker(lambda error: f"reported: {error}")

    def bad(progress: Any) -> None:
        raise BadInput("is none", where="here", remedy="give one")

    def broken(progress: Any) -> None:
        raise ZeroDivisionError("of ours")

    assert ended(worker.ask("a", "one", bad, seconds=9)).failed == "here: is none; give one"
    assert ended(worker.ask("b", "two", broken, seconds=9)).failed == "reported: of ours"
    assert ended(worker.ask("c", "three", lambda progress: 3, seconds=9)).result == 3


def test_work_that_ends_the_thread_ends_no_other_work() -> None:
    """Rules may call what ends a program, and a disk may be too full for a report."""

    def unreported(error: BaseException) -> str:
        raise OSError(28, "no space left on device")

    def ending(progress: Any) -> None:
        raise SystemExit(4)

    worker = Worker(unreported)
    assert ended(worker.ask("a", "one", ending, seconds=9)).failed == "SystemExit"
    assert ended(worker.ask("b", "two", lambda progress: 1 // 0, seconds=9)).failed == "ZeroDivisionError"
    assert ended(worker.ask("c", "three", lambda progress: 3, seconds=9)).result == 3


def test_so_much_waits_and_so_much_is_kept() -> None:
    worker = Worker()
    on = threading.Event()
    worker.ask("first", "waiting", lambda progress: on.wait(30), seconds=99)
    while worker.jobs["first"].said != "has begun":
        time.sleep(0.01)
    for number in range(MOST_WAITING):
        worker.ask(number, "more", lambda progress: None, seconds=9, heavy=True)
    with pytest.raises(BadInput) as told:
        worker.ask("one more", "more", lambda progress: None, seconds=9)
    assert str(told.value) == "too much work is waiting already; ask again in a while"
    on.set()
    for job in list(worker.jobs.values()):
        ended(job)
    for number in range(MOST_KEPT + 5):
        ended(worker.ask(f"light {number}", "more", lambda progress: None, seconds=9))
    assert len(worker.jobs) <= MOST_KEPT + 1
    assert sum(job.heavy for job in worker.jobs.values()) <= MOST_HEAVY
