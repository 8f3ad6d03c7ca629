"""Modes whose rulings are asked side by side: two processes fill the store, from which the findings are then taken.

First all modes are looked at, then what is open of them is asked, since what matters in another mode is asked no more.

The process that waits meets a fault of these two again, and tells it; what was stored before stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from queensbench.analyses.rulings.coupled_rows import done_question
from queensbench.analyses.rulings.impact import ImpactSettings
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.engines.runtime.pool import Answering, Pool, Tell
from queensbench.evidence.cache import Evidence
from queensbench.evidence.keys import Sources
from queensbench.evidence.questions import stored
from queensbench.evidence.store import Store
from queensbench.language.modes import Mode
from queensbench.project.projects import Ruleset, load, rulings_of

WORKERS = 2
PULSE = 0.1
"""How many seconds apart the processes' progress is told."""

Work = tuple[str, str]
"""A ruleset and a mode, by name."""
Job = tuple[str, str, frozenset[str] | None]
"""A mode to look at (None), or to ask about: then with the rulings that matter in some mode of its ruleset."""


def options(settings: ImpactSettings, progress: Callable[[str], None], evidence: Evidence | None) -> Options:
    """The options under which a mode is asked."""
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
    settings: ImpactSettings,
    progress: Callable[[str], None],
) -> None:
    """Fill the store with what is asked of the modes, if it can be written and two of them are left to ask.

    Nothing where the settings name rulings.  Raises KeyboardInterrupt after Ctrl-C; what is finished is in the store.
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
    with Pool[Job](asking, *place, settings, called="a process that compares readings") as pool:
        homes, seen = _share_out(pool, [(*one, None) for one in work], {}, progress)
        asked, _ = _share_out(pool, [(*one, seen[one[0]]) for one in work if one in homes], homes, progress)
    if asked.keys() == set(work):
        evidence.store.fresh = False  # all has been made anew; else what is older may still be there


def _share_out(
    pool: Pool[Job], jobs: Sequence[Job], homes: dict[Work, int], progress: Callable[[str], None]
) -> tuple[dict[Work, int], dict[str, frozenset[str]]]:
    """Hand out jobs until all are answered; a process gets first those of the modes that it has looked at.

    Returns which process has done what, and, by ruleset, the rulings that were seen to matter in a mode.
    """
    left = list(jobs)
    done: dict[Work, int] = {}
    seen: dict[str, frozenset[str]] = {one[0]: frozenset() for one in jobs}
    told = ""
    while left or pool.asked:
        for place in pool.idle(WORKERS):
            job = next((one for one in left if homes.get(one[:2], place) == place), left[0] if left else None)
            if job is not None:
                left.remove(job)
                pool.submit(place, job)
        for said in pool.results(PULSE):
            if not said.last:
                told = said.value
            elif not isinstance(said.value, Exception):  # whoever waits meets the same fault, and says so
                done[said.question[:2]] = said.place
                seen[said.question[0]] |= said.value
        if told:
            progress(told)
    return done, seen


def asking(root: str, folder: str, fresh: bool, settings: ImpactSettings) -> Answering:
    """The function that looks at modes in a process and asks about them: it returns the rulings seen to matter."""
    from queensbench.analyses.findings.modes import ModeFindings

    sources = Sources(Path(root))
    loaded = load(Path(root))
    evidence = Evidence(Store(Path(folder), fresh=fresh), sources)
    found: dict[Work, ModeFindings] = {}

    def asked(job: Job, tell: Tell) -> frozenset[str]:
        ruleset_name, mode_name, elsewhere = job
        ruleset = loaded.ruleset(ruleset_name)
        seen: frozenset[str] = frozenset()
        mode = found.pop((ruleset_name, mode_name), None)
        if mode is None:
            run = Run(ruleset, ruleset.mode(mode_name), options(settings, tell, evidence))
            mode = ModeFindings(run, settings)
            seen = mode.look()
        if elsewhere is None:
            mode.forget()
            found[ruleset_name, mode_name] = mode
        else:
            mode.ask(elsewhere)
        return seen

    return asked


__all__ = ["ask_ahead", "options"]
