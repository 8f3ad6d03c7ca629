"""Modes whose rulings are asked side by side: two processes fill the store, from where the findings are then taken.

First all modes are looked at, then what is open of them is asked, for what matters in another mode is asked no more.

A process that dies, for whatever reason, leaves what it has stored; the rest is found by who waited for it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import FrameType
from typing import cast

from queensbench.analyses.rulings.coupled_rows import done_question
from queensbench.analyses.rulings.impact import Settings
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.engines.runtime import gc_policy
from queensbench.evidence.cache import Evidence
from queensbench.evidence.keys import Sources
from queensbench.evidence.questions import stored
from queensbench.evidence.store import Store
from queensbench.language.modes import Mode
from queensbench.project.projects import Ruleset, load, rulings_of

WORKERS = 2
GRACE = 2.0
"""Seconds that a process gets to end those that it has started."""

Work = tuple[str, str]
"""A ruleset and a mode, by name."""
Job = tuple[str, str, frozenset[str] | None]
"""A mode to look at, or to ask: then with the rulings that matter in one of its ruleset."""


def options(settings: Settings, progress: Callable[[str], None], evidence: Evidence | None) -> Options:
    """How a mode is asked."""
    return Options(
        budget=settings.budget,
        rlimit=settings.rlimit,
        seed=settings.seed,
        progress=progress,
        evidence=evidence,
    )


def ask_ahead(
    selected: Sequence[tuple[Ruleset, Mode]],
    evidence: Evidence | None,
    settings: Settings,
    progress: Callable[[str], None],
) -> None:
    """Fill the store with what is asked of the modes; nothing where there is no store, or no two are left to ask.

    Raises KeyboardInterrupt after Ctrl-C; what is finished is in the store.
    """
    if evidence is None or not evidence.store.writable or settings.rulings:
        return

    def open_(ruleset: Ruleset, mode: Mode) -> bool:
        cache = Run(ruleset, mode, options(settings, progress, evidence)).cache
        return bool(rulings_of(mode)) and not stored(done_question(mode, settings), cache)

    left = [(ruleset, mode) for ruleset, mode in selected if open_(ruleset, mode)]
    if len(left) < WORKERS:
        return
    # Those with the most rulings take longest.
    left.sort(key=lambda one: -len(rulings_of(one[1])))
    work = [(ruleset.name, mode.name) for ruleset, mode in left]
    place = (str(evidence.sources.root), str(evidence.store.folder), evidence.store.fresh)
    with _workers(place, settings) as pipes:
        homes, seen = _share_out(pipes, [(*one, None) for one in work], {}, progress)
        _share_out(pipes, [(*one, seen[one[0]]) for one in work if one in homes], homes, progress)
    evidence.store.fresh = False  # it has been made anew


@contextmanager
def _workers(place: tuple[str, str, bool], settings: Settings) -> Iterator[list[Connection]]:
    """Processes that wait for work, ended afterwards."""
    context = multiprocessing.get_context("spawn")
    processes, pipes = [], []
    try:
        for _ in range(WORKERS):
            mine, theirs = context.Pipe()
            process = context.Process(target=_work, args=(*place, settings, theirs))
            process.start()
            theirs.close()
            processes.append(process)
            pipes.append(mine)
        yield pipes
    finally:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not leave them behind
        for pipe in pipes:
            pipe.close()
        for process in processes:
            process.join(0.2)
            if process.is_alive():
                process.terminate()
        for process in processes:
            process.join(GRACE)
            if process.is_alive():
                process.kill()
                process.join()
        signal.signal(signal.SIGINT, before)


def _share_out(
    pipes: Sequence[Connection],
    jobs: Sequence[Job],
    homes: dict[Work, Connection],
    progress: Callable[[str], None],
) -> tuple[dict[Work, Connection], dict[str, frozenset[str]]]:
    """Hand out jobs until none is left and all have answered: to who has looked at the mode, if there is one for it.

    Returns who has done what, and the rulings that were seen to matter in a mode, by ruleset.
    """
    left = list(jobs)
    at: dict[Connection, Job] = {}
    done: dict[Work, Connection] = {}
    seen: dict[str, frozenset[str]] = {one[0]: frozenset() for one in jobs}

    def give(pipe: Connection) -> None:
        job = next((one for one in left if homes.get(one[:2], pipe) is pipe), left[0] if left else None)
        if job is not None:
            with suppress(OSError):  # who is gone has nothing to do
                pipe.send(job)
                left.remove(job)
                at[pipe] = job

    for pipe in pipes:
        give(pipe)
    told = ""
    while at:
        for pipe in cast(list[Connection], wait(list(at), 0.1)):
            try:
                heard = pipe.recv()
            except (EOFError, OSError):
                del at[pipe]
                continue
            if isinstance(heard, str):
                told = heard
                continue
            job = at.pop(pipe)
            done[job[:2]] = pipe
            seen[job[0]] |= heard
            give(pipe)
        if told:
            progress(told)
    return done, seen


def _work(root: str, folder: str, fresh: bool, settings: Settings, pipe: Connection) -> None:
    """Look at modes and ask of them until no more are sent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who waits, and ends this process

    def end(_: int, frame: FrameType | None) -> None:
        for child in multiprocessing.active_children():
            child.kill()
        os._exit(1)

    signal.signal(signal.SIGTERM, end)
    from queensbench.analyses.rulings.modes import ModeFindings

    gc_policy.seldom()
    sources = Sources(Path(root))
    loaded = load(Path(root))
    evidence = Evidence(Store(Path(folder), fresh=fresh), sources)
    found: dict[Work, ModeFindings] = {}
    with suppress(EOFError, OSError):
        while True:
            ruleset_name, mode_name, elsewhere = pipe.recv()
            ruleset = loaded.ruleset(ruleset_name)
            seen: frozenset[str] = frozenset()
            with suppress(Exception):  # whoever waits meets the same fault, and says so
                mode = found.pop((ruleset_name, mode_name), None)
                if mode is None:
                    run = Run(ruleset, ruleset.mode(mode_name), options(settings, pipe.send, evidence))
                    mode = ModeFindings(run, settings)
                    seen = mode.look()
                if elsewhere is None:
                    mode.forget()
                    found[ruleset_name, mode_name] = mode
                else:
                    mode.ask(elsewhere)
            pipe.send(seen)


__all__ = ["ask_ahead", "options"]
