"""Modes audited by a second process, from the last mode on, while the audit itself goes from the first on.

An audit of several modes is mostly one thread at a time: exploring, judging, asking z3 which readings differ.  Each
mode is one process's alone and comes out as it would by itself; whoever is first to claim a mode audits it.  The
second process begins only when the first has been at work for :data:`AFTER` seconds: what is stored is found sooner.
What goes wrong there is no result: the audit then does that mode itself, and meets the same fault; the second
process goes on with the next.  A thread begins and ends that process, waits for it, and claims modes for it.

Where both are at work, each does one thing at a time: proofs come after the rest of their mode, by half of the
processors, and by all of them once the other has nothing more to do.  More processes than processors take from each
other what they keep at hand: of two proofs on one processor each takes a quarter longer.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from typing import Any

from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.verdicts.run import Options
from queensbench.engines.runtime.pool import Answering, Pool, Tell

AFTER = 3.0
FEWEST = 2
"""So many modes, and processors, make a second process worth its while."""
PULSE = 0.1
"""How many seconds apart the thread that waits for the second process looks whether the audit has ended."""
FREE, HERE, THERE = range(3)
MAIN, SECOND = range(2)

Asked = tuple[str, str, Options]
"""A ruleset, a mode and how it is audited (without a store, which each process opens itself)."""


class SecondProcess:
    """A second process of an audit of several modes: enter it with ``with``, then call :meth:`taken` for each mode."""

    def __init__(self, root: Path, asked: Sequence[Asked], *, store: str | None, fresh: bool) -> None:
        self.asked = [_plain(one) for one in asked]
        self.claims = [FREE] * len(asked)
        self.claiming = threading.Lock()
        self.at_work: Any = [1, 0]
        self.reports: dict[int, tuple[ModeReport, list[str]] | None] = {}
        self.ended = threading.Event()
        self.error: BaseException | None = None
        self.thread: threading.Thread | None = None
        if min(len(asked), os.cpu_count() or 1) >= FEWEST:
            self.thread = threading.Thread(target=self._beside, args=(str(root), store, fresh), daemon=True)

    def __enter__(self) -> SecondProcess:
        if self.thread is not None:
            self.thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the second process; what it has finished of its mode is stored.  Raises what has ended its thread."""
        self.ended.set()
        if self.thread is not None:
            self.thread.join()
        if kind is None:
            self._raise()

    def _raise(self) -> None:
        """Raise, once, what has ended the thread that has modes audited."""
        error, self.error = self.error, None
        if error is not None:
            raise error

    def _beside(self, *given: Any) -> None:
        """Have modes audited, the last first, until the audit itself is there, or has ended."""
        if self.ended.wait(AFTER):
            return
        try:
            with suppress(OSError):  # where no process can be started, the audit does all itself
                self.at_work = RawArray("i", [self.at_work[MAIN], 1])
                shared, called = (self.at_work,), "a process that audits"
                with Pool[Asked](auditing, *given, inherited=shared, called=called) as pool:
                    self._hand_out(pool)
        except BaseException as error:  # noqa: BLE001 - it is raised where the reports are waited for
            self.error = error
        finally:
            self.at_work[SECOND] = 0

    def _hand_out(self, pool: Pool[Asked]) -> None:
        for number in reversed(range(len(self.asked))):
            if not self.claimed(number, THERE):
                return
            pool.submit(0, self.asked[number])
            while pool.asked:
                for said in pool.results(PULSE):
                    self.reports[number] = None if isinstance(said.value, Exception) else said.value
                if self.ended.is_set():
                    return

    def claimed(self, number: int, whose: int) -> bool:
        """Claim a mode; False if the other process has."""
        with self.claiming:
            if self.claims[number] not in (FREE, whose):
                return False
            self.claims[number] = whose
            return True

    def taken(
        self, number: int, progress: Callable[[str], None], warn: Callable[[str], None]
    ) -> ModeReport | None:
        """The report of a mode that the other process has claimed, once it is there; claims any other here.

        None for a mode claimed here, or gone wrong there.  Raises what has ended the thread that had it audited.
        """
        if self.thread is None or self.claimed(number, HERE):
            return None
        ruleset, mode, _ = self.asked[number]
        self.at_work[MAIN] = 0
        while number not in self.reports and self.thread.is_alive():
            progress(f"{ruleset}/{mode}: audited by the second process")
            self.thread.join(PULSE)
        self.at_work[MAIN] = 1
        found = self.reports.pop(number, None)
        if found is None:
            self._raise()
            return None
        report, warnings = found
        for warning in warnings:
            warn(warning)
        return report

    def options(self, options: Options) -> Options:
        """Options of an audit beside which another process may be at work."""
        return options if self.thread is None else replace(options, free=lambda: free(self.at_work, SECOND))


def free(at_work: Any, other: int) -> int:
    """How many processes may prove for one of two that audit: as many as there are processors for each at work."""
    busy = 1 + int(at_work[other])
    return max(1, (os.cpu_count() or 1) // busy)


def _plain(one: Asked) -> Asked:
    """The options without what cannot be sent to a process."""
    ruleset, mode, options = one
    return ruleset, mode, replace(options, progress=_silent, evidence=None, free=None)


def _silent(text: str) -> None:
    """No progress is shown from a second process."""


def auditing(root: str, store: str | None, fresh: bool, at_work: Any) -> Answering:
    """The function that audits modes in a process: it returns the report of each, and the warnings of its store."""
    from queensbench.analyses.audit.one_mode import ModeAudit
    from queensbench.evidence import cache
    from queensbench.evidence.keys import Sources
    from queensbench.project import projects

    sources = Sources(Path(root))
    loaded = projects.load(sources.root, only=())

    def audited(asked: Asked, tell: Tell) -> tuple[ModeReport, list[str]]:
        name, mode, options = asked
        ruleset = loaded.ruleset(name)
        warnings: list[str] = []
        evidence = cache.opened(sources, chosen=store, fresh=fresh, warn=warnings.append)
        options = replace(options, evidence=evidence, free=partial(free, at_work, MAIN))
        audit = ModeAudit(ruleset, ruleset.mode(mode), options)
        audit.run()
        return audit.report, warnings

    return audited


__all__ = ["SecondProcess"]
