"""The code on a worker of a cluster: it checks its versions, and has a process of its own answer each question.

The process is one of :class:`~queensbench.engines.runtime.pool.Pool`, so a question that takes too much memory ends
that process and not the worker, and whatever holds Python's lock does not keep the worker from its scheduler.  Each
thread of a worker has a process for each pool that it answers for; one that nobody has asked for :data:`IDLE` seconds
is ended, and so is one whose pool is closed, or whose question nobody waits for any more.

Before each question a worker holds its versions of the toolkit, of Python and of the rules against those of who asks
(:class:`Home`): answers of other versions would be answers to other questions.  So does the process that answers, which
imports the rules, as it begins; and what it finds does not count if one of the files has changed since.
"""

from __future__ import annotations

import importlib
import multiprocessing
import pickle
import signal
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from queensbench.engines.runtime.pool import Answering, Pool, Tell
from queensbench.errors import ClusterFault
from queensbench.evidence.keys import TOOLKIT, Sources, versions

PULSE = 0.1
"""The seconds between two looks of a worker whether somebody still waits for its answer."""
TELLING = 0.5
"""The least seconds between two messages about how far a question has come."""
IDLE = 60.0
LINE, TOLD = "line", "told"
"""The sorts of messages that come with an answer: a line for the user, and a message of who answers."""


@dataclass(frozen=True)
class Home:
    """The project that questions are about, and the versions that whoever answers must have, as pairs of texts.

    ``packages``: the rulesets whose rules count, by the names of their packages.
    """

    root: str
    packages: tuple[str, ...]
    parts: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, sources: Sources, packages: Iterable[str]) -> Home:
        """The home of questions asked here: this project, and the versions that answers about some packages rest on."""
        named = tuple(sorted(set(packages)))
        return cls(str(sources.root), named, parts_of(sources, named))


def dask_setup(_: Any) -> None:
    """A worker of this command's own: Ctrl-C at the terminal is the command's, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass(frozen=True)
class Errand:
    """A question on its way to a worker: ``pool`` of the client ``asker`` asks it, whose open pools are ``others``."""

    asker: str
    pool: str
    number: int
    others: frozenset[str]
    called: str
    nice: int
    home: Home
    question: bytes


@dataclass
class _Host:
    """A process of this worker that answers the questions of one pool."""

    pool: Pool[bytes]
    asker: str
    lines: list[str]
    busy: bool = True
    used: float = field(default_factory=time.monotonic)


_hosts: dict[tuple[str, int], _Host] = {}
_lock = threading.Lock()


def parts_of(sources: Sources, packages: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The versions of the toolkit, of Python and its libraries, and of the rules of some packages."""
    own = versions()
    toolkit: Any = importlib.import_module(TOOLKIT.name)
    return (
        ("Queensbench", f"{toolkit.__version__} ({sources.toolkit[:12]})"),
        *((name.capitalize() if name == "python" else name, own[name]) for name in sorted(own)),
        *((f"the rules of {package}", sources.content(package)[:12]) for package in packages),
    )


def same(value: bytes) -> bytes:
    """The part that all questions of a pool share; as the result of a task it is made anew if its worker is lost."""
    return value


_read: dict[Home, Sources] = {}
"""What was read last of each home, and agreed; it is read anew where a file has changed since."""


def _agreed(home: Home) -> str:
    """What this worker has that differs from what it should have; empty if nothing does."""
    if not (Path(home.root) / "pyproject.toml").is_file():
        return f"does not see the project's folder {home.root}"
    sources = _read.pop(home, None)
    if sources is None or sources.changed():
        sources = Sources(Path(home.root))
    here = dict(parts_of(sources, home.packages))
    for name, wanted in home.parts:
        if here.get(name) != wanted:
            return f"has {name} {here.get(name, 'none')} and not {wanted}"
    _read[home] = sources
    return ""


def require_same(home: Home, address: str) -> None:
    """Raise ClusterFault if this worker is not what it should be.  It is looked at anew each time: it may be mended."""
    fault = _agreed(home)
    if fault:
        raise _unlike(address, fault)


def _unlike(address: str, fault: str) -> ClusterFault:
    return ClusterFault(
        f"the worker {address} {fault}",
        remedy="give all machines the same toolkit, Python and project folder, and start the worker anew",
    )


def answer(errand: Errand, given: bytes) -> bytes:
    """Answer a question: the messages on the way and, last, the answer or the error in its place, as bytes.

    ``given``: what makes the function that answers, and its arguments.  Runs in a thread of a worker.
    """
    distributed: Any = importlib.import_module("distributed")
    worker = distributed.get_worker()
    try:
        require_same(errand.home, worker.address)
        found = _answered(errand, given, worker, distributed.worker.thread_state.key)
    except ClusterFault as refused:
        found = ([], refused)
    return pickle.dumps(found, protocol=pickle.HIGHEST_PROTOCOL)


def _answered(errand: Errand, given: bytes, worker: Any, key: Any) -> tuple[list[tuple[str, Any]], Any]:
    place = errand.pool, threading.get_ident()
    host = _host(errand, place, worker.address, given)
    messages: list[tuple[str, Any]] = []
    told = 0.0
    try:
        host.pool.submit(0, errand.question)
        while True:
            for said in host.pool.results(PULSE):
                if said.last:
                    host.busy = False
                    return [*messages, *((LINE, text) for text in host.lines)], said.value
                if not isinstance(said.value, str):
                    messages.append((TOLD, said.value))
                elif time.monotonic() - told > TELLING:
                    told = time.monotonic()
                    worker.log_event(errand.pool, (errand.number, said.value))
            if not _wanted(worker, key):
                return [], None
    finally:
        host.used = time.monotonic()
        host.lines.clear()
        if host.busy:  # it has not answered, and need not
            with _lock:
                _hosts.pop(place, None)
            host.pool.close()


def _wanted(worker: Any, key: Any) -> bool:
    """Whether somebody still waits for a task: who asked may be gone, or have given it up."""
    task = worker.state.tasks.get(key)
    return task is not None and task.state != "cancelled"


def _host(errand: Errand, place: tuple[str, int], address: str, given: bytes) -> _Host:
    """The process of this thread for a pool; those of pools that are closed are ended."""
    with _lock:
        gone = [
            at
            for at, one in _hosts.items()
            if not one.busy and one.asker == errand.asker and at[0] not in errand.others
        ]
        closed = [_hosts.pop(at) for at in gone]
        host = _hosts.get(place)
        if host is None:
            lines: list[str] = []
            pool = Pool[bytes](
                _unpacked,
                errand.home,
                address,
                given,
                called=errand.called,
                nice=errand.nice,
                told=lines.append,
            )
            host = _hosts[place] = _Host(pool, errand.asker, lines)
        host.busy = True
        _begin_sweeping()
    for one in closed:
        one.pool.close()
    return host


def _unpacked(home: Home, address: str, given: bytes) -> Answering:
    """What answers questions in the process.  Questions and answers are bytes, which the worker need not understand.

    So are messages on the way, except for texts, which say how far it is.  Raises ClusterFault, here and at each
    question, where the files that were imported may be others than those of ``home``.
    """
    require_same(home, address)
    sources = _read[home]
    make, *arguments = pickle.loads(given)  # noqa: S301 - as Dask does with all that it gets
    answering: Answering = make(*arguments)

    def answered(question: bytes, tell: Tell) -> bytes:
        def told(value: Any) -> None:
            tell(value if isinstance(value, str) else pickle.dumps(value))

        found = pickle.dumps(answering(pickle.loads(question), told))  # noqa: S301 - the same
        if sources.changed():
            raise _unlike(address, "has files that have changed since its process began")
        return found

    return answered


@cache
def _begin_sweeping() -> None:
    """Start, once, the thread that ends idle processes.

    Dask marks its workers as processes that may have none below them, since these could be left over.  Ours end with
    the thread that has started them.
    """
    config: Any = vars(multiprocessing.current_process())["_config"]
    config["daemon"] = False
    threading.Thread(target=_sweep, daemon=True).start()


def _sweep() -> None:
    while True:
        time.sleep(IDLE / 10)
        with _lock:
            late = time.monotonic() - IDLE
            idle = [_hosts.pop(at) for at, one in list(_hosts.items()) if not one.busy and one.used < late]
        for one in idle:
            with suppress(OSError):
                one.pool.close()


__all__ = ["LINE", "TOLD", "Errand", "Home", "answer", "same"]
