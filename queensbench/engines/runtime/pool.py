"""The pool of processes, which answer questions in parallel.

A process answers one question at a time.  The caller chooses which process gets which question, since a process may
keep results for later questions.

*Lost processes.*  If a process is gone (killed by the system for its memory, ended by a library), the pool says so in
one line, starts another in its place, and asks its question once more.  If that process is lost as well,
:class:`ProcessLost` stands in place of an answer: the question stays open, and a loss is never a verdict.

*No process outlives its parent*, however that ends.  Linux kills it together with the thread that started it; elsewhere
a thread of its own waits for the parent's end.  That thread cannot act while a library holds Python's lock: z3 and
compiled kernels do not hold it, bitwuzla and cvc5 do.  Therefore the thread that starts a process must be the one that
closes the pool.

*What a process is given* comes through its own pipe once it runs.  As an argument it would be written into a pipe of
which the parent itself holds the other end: were the process killed while it starts, the parent would write for ever.

*Ctrl-C*, and the closing of a terminal, are for the parent, which closes the pool: the processes do not get it, and are
killed.  SIGTERM ends a process; systems send it to the parent as well, which then says nothing of the loss.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any, Generic, TypeVar

from queensbench.engines.runtime import gc_policy
from queensbench.engines.runtime.ctrl_c import ended, in_a_process, put_off
from queensbench.engines.runtime.leash import leash
from queensbench.engines.runtime.starting import silent_where_orphaned
from queensbench.errors import InternalError, ProcessLost, QueensbenchError

Question = TypeVar("Question")

Tell = Callable[[Any], None]
Answering = Callable[[Any, Tell], Any]
"""The work of a process: it gets a question, may send messages meanwhile, and returns the answer."""

PARTING = 1.0
"""The seconds that a process whose pipe is closed gets to end by itself, so that its exit code is known."""


@dataclass(frozen=True)
class Said(Generic[Question]):
    """A message of a process about a question: an intermediate one, or (``last``) the answer or the error in its place.

    ``place``: the number of the process.
    """

    place: int
    question: Question
    value: Any
    last: bool

    def answer(self) -> Any:
        """The answer.  Raises the error that stands in its place."""
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def line(text: str) -> None:
    """Write one line on the error stream."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"queensbench: {text}\n")
        sys.stderr.flush()


def _guarded(main: object) -> bool:
    """Whether a main module looks at its name, as a script does that other processes may read again."""
    try:
        return "__name__" in Path(str(vars(main)["__file__"])).read_text("utf-8")
    except (KeyError, OSError, ValueError):
        return True


@contextmanager
def _main_unread() -> Iterator[None]:
    """Keep a new process from running the caller's main module, where that does not look at its name.

    A script that asks for a proof without ``if __name__ == "__main__":`` would be run again by every process.
    """
    main = sys.modules["__main__"]
    if _guarded(main):
        yield
        return
    kept: dict[str, Any] = {name: vars(main)[name] for name in ("__file__", "__spec__") if name in vars(main)}
    vars(main).pop("__file__", None)
    vars(main)["__spec__"] = None
    try:
        yield
    finally:
        vars(main).pop("__spec__", None)
        vars(main).update(kept)


@dataclass
class _Process:
    """A process and the pipe to it; ``told``: it has been sent what it is given."""

    process: Any
    pipe: Connection
    told: bool = False

    def ended(self) -> str:
        """The way in which it ended, once it is known to be gone."""
        self.process.join(PARTING)
        self.end()
        code = self.process.exitcode
        if code >= 0:
            return f"ended with exit code {code}"
        with suppress(ValueError):
            return f"was ended by {signal.Signals(-code).name}"
        return f"was ended by signal {-code}"

    def end(self) -> None:
        """Kill it: it holds nothing that must be stored, and freeing its memory in order would take half a second."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Pool(Generic[Question]):
    """Processes that answer questions: ``with Pool(make, *given, called="a process that proves") as pool:``.

    ``make``: called once in each process, with the arguments ``given``; returns the function that answers questions.
    ``called``: the name of a process in messages.  ``start``: ``spawn``, or ``fork`` for processes that share the
    parent's memory; questions must be picklable, and with ``spawn`` also ``given``.  ``inherited``: further arguments
    that can only be handed down to a new process, such as shared memory; small ones.  ``nice``: added to the parent's
    niceness.  ``told``: gets the line about a lost process.

    ``asked``: the questions that are not answered yet, by the number of the process.
    """

    def __init__(
        self,
        make: Callable[..., Answering],
        *given: Any,
        called: str,
        start: str = "spawn",
        inherited: tuple[Any, ...] = (),
        nice: int = 0,
        told: Callable[[str], None] = line,
    ) -> None:
        self.called = called
        self.told = told
        self.asked: dict[int, Question] = {}
        self.processes: dict[int, _Process] = {}
        self._context: Any = multiprocessing.get_context(start)
        self._work = make, (*given, *inherited) if start == "fork" else given
        self._inherited = inherited
        self._sent = start != "fork"
        self._message: Any = None
        self._nice = nice
        self._again: set[int] = set()
        self._thread: int | None = None
        self._closed = False
        atexit.register(self.close)

    def __enter__(self) -> Pool[Question]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def begun(self) -> int:
        """How many processes have been started."""
        return len(self.processes)

    def start(self, count: int) -> None:
        """Start those of the first ``count`` processes that do not run yet."""
        for place in range(count):
            self._running(place)
        for place in range(count):
            self._there(place)

    def idle(self, count: int) -> list[int]:
        """The numbers of those of the first ``count`` processes that have no question."""
        return [place for place in range(count) if place not in self.asked]

    def submit(self, place: int, question: Question) -> None:
        """Ask a process, which is started if it does not run yet; it must have no question."""
        assert place not in self.asked
        process = self._there(place)
        self.asked[place] = question
        with suppress(OSError):  # that it is gone will be seen where its answer is waited for
            process.pipe.send(question)

    def results(self, seconds: float | None = None) -> list[Said[Question]]:
        """The messages of processes within so many seconds (None: waits for the first message).

        Empty if no process has a question, if the time is over, or if a process had to be replaced.
        """
        waited: dict[Any, int] = {self.processes[place].pipe: place for place in self.asked}
        found: list[Said[Question]] = []
        pipe: Any
        for pipe in wait(list(waited), seconds) if waited else ():
            place = waited[pipe]
            try:
                value, last = pipe.recv()
            except (EOFError, OSError):
                found += self._replaced(place)
                continue
            found.append(Said(place, self._answered(place) if last else self.asked[place], value, last))
        return found

    def each(self, questions: Iterable[Question], count: int) -> Iterator[Said[Question]]:
        """The answer to each question, by ``count`` processes, in no order."""
        waiting = iter(questions)
        found: list[Said[Question]] = []
        while True:
            for place, question in zip(self.idle(count), waiting, strict=False):
                self.submit(place, question)
            yield from found  # what is asked next is asked before anybody looks at these
            if not self.asked:
                return
            found = [said for said in self.results() if said.last]

    def drop(self, place: int) -> None:
        """Give a question up: kill its process; another one is started when it is needed."""
        self._answered(place)
        self.processes.pop(place).end()

    def close(self) -> None:
        """Kill all processes.  A second Ctrl-C does not leave any behind."""
        atexit.unregister(self.close)
        self._closed = True
        with put_off():
            for one in self.processes.values():
                one.process.kill()
            while self.processes:
                self.processes.popitem()[1].end()
            self.asked.clear()

    def _tell(self, text: str) -> None:
        """Tell of a loss, unless what has ended the process is about to end this one."""
        if not ended():
            self.told(text)

    def _answered(self, place: int) -> Question:
        self._again.discard(place)
        return self.asked.pop(place)

    def _running(self, place: int) -> _Process:
        """The process of a number, which is started if it does not run yet."""
        assert not self._closed
        if place not in self.processes:
            self._thread = self._thread or threading.get_ident()
            assert self._thread == threading.get_ident()  # with which all the processes end
            if self._sent and self._message is None:
                self._message = ForkingPickler.dumps(self._work)
                if os.name == "posix":
                    # started by Python together with the first process, it would let Ctrl-C through to that
                    resource_tracker.ensure_running()
            with put_off():
                mine, theirs = self._context.Pipe()
                work = self._inherited if self._sent else self._work
                given = (_Leash(os.getpid()), work, self._sent, self._nice, self.called, theirs)
                process = self._context.Process(target=_serve, args=given)
                with _main_unread(), silent_where_orphaned():
                    process.start()
                theirs.close()
                self.processes[place] = _Process(process, mine)
        return self.processes[place]

    def _there(self, place: int) -> _Process:
        """The process of a number, which has been sent what it is given."""
        process = self._running(place)
        if self._sent and not process.told:
            process.told = True
            with suppress(OSError):  # that it is gone will be seen where its answer is waited for
                process.pipe.send_bytes(self._message)
        return process

    def _replaced(self, place: int) -> list[Said[Question]]:
        """Replace a lost process and ask its question again; the second loss at one question stands for its answer."""
        if self._closed:
            return []
        how = f"{self.called} {self.processes.pop(place).ended()}"
        if place in self._again:
            question = self._answered(place)
            self._tell(f"{how}, the second one at the same question, which is asked no more")
            return [Said(place, question, ProcessLost(how), last=True)]
        self._tell(f"{how}; another takes its place, and its question is asked once more")
        self._again.add(place)
        self.submit(place, self.asked.pop(place))
        return []


# ------------------------------------------------------------------------------------------ in a process


class _Leash:
    """An argument that makes the process that receives it end together with the process that made it.

    As the first argument it takes effect before the process loads anything else.
    """

    def __init__(self, parent: int) -> None:
        self.parent = parent

    def __reduce__(self) -> tuple[Any, ...]:
        return _leashed, (self.parent,)


def _leashed(parent: int) -> _Leash:
    leash(parent)
    return _Leash(parent)


def _watch_parent() -> None:
    """Start a thread that ends this process when its parent ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _serve(
    held: _Leash,
    work: tuple[Any, ...],
    sent: bool,
    nice: int,
    called: str,
    pipe: Connection,
) -> None:
    """Answer questions without end.

    ``work``: what makes the function that answers, and what that is given; if these are ``sent``, the last of it.
    """
    in_a_process()
    if not leash(held.parent):
        _watch_parent()
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    gc_policy.seldom()
    answering: Answering | None = None

    def tell(value: Any) -> None:
        pipe.send((value, False))

    with suppress(EOFError, OSError):  # nobody asks any more
        make, given = pipe.recv() if sent else work
        given = (*given, *work) if sent else given
        while True:
            question = pipe.recv()
            try:
                answering = answering or make(*given)
                said = ForkingPickler.dumps((answering(question, tell), True))
            except Exception as error:  # noqa: BLE001 - it is raised where the answer is waited for
                said = ForkingPickler.dumps((_failed(error, called), True))
            pipe.send_bytes(said)


def _failed(error: Exception, called: str) -> Exception:
    """An error of a process, in the form in which its parent raises it."""
    trace = "".join(traceback.format_exception(error))
    if isinstance(error, InternalError):
        error.add_note(f"There:\n{trace}")
    if isinstance(error, (MemoryError, QueensbenchError)):
        return error
    said = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(": ")
    return InternalError(f"{called} has failed: {said}", sent=f"There:\n{trace}")


__all__ = ["Answering", "Pool", "Said", "Tell"]
