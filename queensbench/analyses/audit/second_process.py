"""Modes audited by a second process, from the last mode on, while the audit itself goes from the first on.

An audit of several modes is mostly one thread at a time: exploring, judging, asking z3 which readings differ.  Each
mode is one process's alone and comes out as it would by itself; whoever is first to claim a mode audits it.  The
second process begins only when the first has been at work for :data:`AFTER` seconds: what is stored is found sooner.
What goes wrong there is no result: the audit then does that mode itself, and meets the same fault; the second
process goes on with the next.

Where both are at work, each does one thing at a time: proofs come after the rest of their mode, by half of the
processors, and by all of them once the other has nothing more to do.  More processes than processors take from each
other what they keep at hand: of two proofs on one processor each takes a quarter longer.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.verdicts.run import Options
from queensbench.engines.runtime import gc_policy

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

AFTER = 3.0
FEWEST = 2
"""So many modes, and processors, make a second process worth its while."""
ENOUGH = 30.0
"""Seconds in which it is to end its solvers when it is stopped."""
FREE, HERE, THERE = range(3)
MAIN, SECOND = range(2)

Asked = tuple[str, str, Options]
"""A ruleset, a mode and how it is audited (without a store, which each process opens itself)."""


class Aside:
    """A second process for an audit of several modes: ``with Aside(...) as aside``, and :meth:`taken` for each."""

    def __init__(self, root: Path, asked: Sequence[Asked], *, store: str | None, fresh: bool) -> None:
        self.told = (str(root), [_plain(one) for one in asked], store, fresh)
        self.count = len(asked)
        self.reports: dict[int, tuple[ModeReport | None, list[str]]] = {}
        self.process: Any = None
        self.lock = threading.Lock()
        self.reader: threading.Thread | None = None
        self.ended = False
        self.timer: threading.Timer | None = None
        if min(self.count, os.cpu_count() or 1) >= FEWEST:
            context = multiprocessing.get_context("spawn")
            self.claims = context.Array("i", self.count)
            self.at_work = context.Array("i", [1, 0])
            self.timer = threading.Timer(AFTER, self._begin)
            self.timer.daemon = True

    def __enter__(self) -> Aside:
        if self.timer is not None:
            self.timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End what still runs; what it has finished of its mode is stored."""
        if self.timer is not None:
            self.timer.cancel()
        with self.lock:
            self.ended = True
        if self.process is not None and self.process.is_alive():
            self.process.terminate()
            self.process.join(ENOUGH)
            if self.process.is_alive():
                self.process.kill()
                self.process.join()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        with self.lock:
            if self.ended:
                return
            self.pipe, theirs = context.Pipe()
            self.process = context.Process(target=_work, args=(*self.told, self.claims, self.at_work, theirs))
            self.process.start()
            theirs.close()
            self.reader = threading.Thread(target=self._receive, daemon=True)
            self.reader.start()

    def _receive(self) -> None:
        """Take reports as they come: a large one does not fit into the pipe, and would hold the other process up."""
        with suppress(EOFError, OSError):
            while True:
                at, *rest = self.pipe.recv()
                self.reports[at] = rest[0], rest[1]

    def taken(
        self, number: int, progress: Callable[[str], None], warn: Callable[[str], None]
    ) -> ModeReport | None:
        """The report of a mode that the other process has claimed, when it is there.

        None if it is not claimed, or has gone wrong there.
        """
        if self.timer is None or claimed(self.claims, number, HERE):
            return None
        ruleset, mode, _ = self.told[1][number]
        reader = self.reader
        self.at_work[MAIN] = 0
        while number not in self.reports and reader is not None and reader.is_alive():
            progress(f"{ruleset}/{mode}: audited by the second process")
            reader.join(0.1)
        self.at_work[MAIN] = 1
        if number not in self.reports:
            return None
        report, warnings = self.reports.pop(number)
        for warning in warnings:
            warn(warning)
        return report

    def options(self, options: Options) -> Options:
        """Options of an audit beside which another process may be at work."""
        return options if self.timer is None else replace(options, free=partial(free, self.at_work, SECOND))


def free(at_work: Any, other: int) -> int:
    """How many processes may prove for one of two that audit: as many as there are processors for each at work."""
    busy = 1 + int(at_work[other])
    return max(1, (os.cpu_count() or 1) // busy)


def claimed(claims: Any, number: int, whose: int) -> bool:
    """Claim a mode; False if the other process has."""
    with claims.get_lock():
        if claims[number] not in (FREE, whose):
            return False
        claims[number] = whose
        return True


def _plain(one: Asked) -> Asked:
    """The options without what cannot be sent to a process."""
    ruleset, mode, options = one
    return ruleset, mode, replace(options, progress=_silent, evidence=None, free=None)


def _silent(text: str) -> None:
    """No progress is shown from here; where the audit is gone, nobody waits for an answer."""
    parent = multiprocessing.parent_process()
    if parent is not None and not parent.is_alive():
        raise KeyboardInterrupt


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def _work(
    root: str,
    asked: Sequence[Asked],
    store: str | None,
    fresh: bool,
    claims: Any,
    at_work: Any,
    pipe: Connection,
) -> None:
    """Audit modes, the last first, until the other process is there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the audit, which ends this process
    signal.signal(signal.SIGTERM, _stop)
    with suppress(Exception, KeyboardInterrupt), ExitStack() as ended:
        from queensbench.analyses.audit.one_mode import ModeAudit
        from queensbench.errors import QueensbenchError
        from queensbench.evidence import cache
        from queensbench.evidence.keys import Sources
        from queensbench.project import projects

        at_work[SECOND] = 1
        ended.callback(at_work.__setitem__, SECOND, 0)
        gc_policy.seldom()
        sources = Sources(Path(root))
        loaded = projects.load(sources.root)
        for number in reversed(range(len(asked))):
            name, mode, options = asked[number]
            if not claimed(claims, number, THERE):
                return
            ruleset = loaded.ruleset(name)
            warnings: list[str] = []
            evidence = cache.opened(sources, chosen=store, fresh=fresh, warn=warnings.append)
            options = replace(options, evidence=evidence, free=partial(free, at_work, MAIN))
            audit = ModeAudit(ruleset, ruleset.mode(mode), options)
            try:
                audit.run()
            except QueensbenchError:
                pipe.send((number, None, []))
                continue
            if audit.report.interrupted:
                return
            pipe.send((number, audit.report, warnings))


__all__ = ["Aside", "claimed"]
