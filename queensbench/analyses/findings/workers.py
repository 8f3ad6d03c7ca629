"""Modes whose rulings are asked side by side, by two processes or a cluster; the findings are then taken from there.

First all modes are looked at, then what is open of them is asked, since what matters in another mode is asked no more.

The process that waits meets a fault of theirs again, and tells it; what was stored before stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from queensbench.analyses.rulings.coupled_rows import done_question
from queensbench.analyses.rulings.impact import ImpactSettings
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.engines.runtime.clusters import Cluster
from queensbench.engines.runtime.pool import Answering, Pool, Tell
from queensbench.evidence.answers_elsewhere import Beside, FoundAnswer, Hearing, keep
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
    cluster: Cluster | None = None,
) -> None:
    """Fill the store with what is asked of the modes, if it can be written and two of them are left to ask.

    The workers of a ``cluster`` are asked of each mode that is left, and their answers are at hand even where nothing
    is stored.  Processes of this machine are not worth it where the settings name rulings.  Raises KeyboardInterrupt
    after Ctrl-C, and ClusterFault; what is finished is in the store.
    """
    if evidence is None or (cluster is None and (settings.rulings or not evidence.store.writable)):
        return

    def open_(ruleset: Ruleset, mode: Mode) -> bool:
        cache = Run(ruleset, mode, options(settings, progress, evidence)).cache
        return bool(rulings_of(mode)) and not stored(done_question(mode, settings), cache)

    left = [(ruleset, mode) for ruleset, mode in selected if open_(ruleset, mode)]
    if len(left) < (WORKERS if cluster is None else 1):
        return
    # Those with the most rulings take longest.
    left.sort(key=lambda one: -len(rulings_of(one[1])))
    work = [(ruleset.name, mode.name) for ruleset, mode in left]
    place = (str(evidence.sources.root), str(evidence.store.folder), evidence.store.fresh)
    packages = {ruleset.name: ruleset.package for ruleset, _ in left}

    def told(job: Job, found: Sequence[FoundAnswer]) -> None:
        keep(found, packages[job[0]], evidence)

    called = "a process that compares readings"
    room = (lambda: WORKERS) if cluster is None else cluster.room
    if cluster is None:
        begun = Pool[Job](asking, *place, settings, False, called=called)
    else:
        begun = cluster.pool(asking, *place, settings, True, called=called)
    with begun as pool:
        homes, seen = _share_out(pool, [(*one, None) for one in work], {}, room, told, progress)
        rest = [(*one, seen[one[0]]) for one in work if one in homes]
        asked, _ = _share_out(pool, rest, homes, room, told, progress)
    if cluster is None and asked.keys() == set(work):
        evidence.store.fresh = False  # all has been made anew; else what is older may still be there


def _share_out(
    pool: Pool[Job],
    jobs: Sequence[Job],
    homes: dict[Work, int],
    room: Callable[[], int],
    keeping: Callable[[Job, Sequence[FoundAnswer]], None],
    progress: Callable[[str], None],
) -> tuple[dict[Work, int], dict[str, frozenset[str]]]:
    """Hand out jobs until all are answered; a process gets first those of the modes that it has looked at.

    ``room``: how many processes there may be now; ``keeping`` gets what a job has found that is not stored yet.
    Returns which process has done what, and, by ruleset, the rulings that were seen to matter in a mode.
    """
    left = list(jobs)
    done: dict[Work, int] = {}
    seen: dict[str, frozenset[str]] = {one[0]: frozenset() for one in jobs}
    told = ""
    while left or pool.asked:
        for place in pool.idle(max(room(), len(pool.asked))):
            job = next((one for one in left if homes.get(one[:2], place) == place), left[0] if left else None)
            if job is not None:
                left.remove(job)
                pool.submit(place, job)
        for said in pool.results(PULSE):
            if not said.last:
                told = said.value
            elif not isinstance(said.value, Exception):  # whoever waits meets the same fault, and says so
                done[said.question[:2]] = said.place
                matter, found = said.value
                seen[said.question[0]] |= matter
                keeping(said.question, found)
        if told:
            progress(told)
    return done, seen


def asking(root: str, folder: str, fresh: bool, settings: ImpactSettings, far: bool) -> Answering:
    """The function that looks at modes in a process and asks about them.

    It returns the rulings seen to matter and, if the process is ``far`` from the store, what it has found.
    """
    from queensbench.analyses.findings.modes import ModeFindings

    sources = Sources(Path(root))
    loaded = load(Path(root))
    hearing = Hearing()
    evidence = Evidence(Store(Path(folder), fresh=fresh), sources)
    if far:
        evidence = Evidence(Beside(Path(folder), fresh=fresh), sources, heard=hearing.heard)
    found: dict[Work, ModeFindings] = {}

    def asked(job: Job, tell: Tell) -> tuple[frozenset[str], list[FoundAnswer]]:
        hearing.forget()
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
        return seen, hearing.taken()

    return asked


__all__ = ["ask_ahead", "options"]
