"""The questions of an audit that the workers of a cluster answer, before the audit itself goes through its modes.

Each *piece* of a mode (an instance that is explored; the games of one that is played; its games under other readings;
its steps; the comparison of readings on its small boxes; a study) is asked of a process that runs the same schedule
on the same rules.  The answers come back with their keys and are stored here, each as soon as its piece is there; the
audit then finds them as if it had asked itself.  So their keys, verdicts and rows are the same, and a piece that is
lost is only asked here.  Proofs go to the workers goal by goal (:mod:`queensbench.engines.prove.worker_pool`).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from queensbench.analyses.verdicts.run import Options, Run
from queensbench.engines.runtime.clusters import Cluster
from queensbench.engines.runtime.pool import Answering, Pool, Tell
from queensbench.evidence.answers_elsewhere import Beside, FoundAnswer, Hearing, keep
from queensbench.evidence.cache import Evidence, Unasked
from queensbench.evidence.keys import Sources
from queensbench.language.modes import Instance, Mode
from queensbench.project.projects import Ruleset, load, rulings_of

STATES, GAMES, ELSEWHERE, STEPS = "states", "games", "elsewhere", "steps"
READINGS, STUDY = "readings", "study"

Selected = Sequence[tuple[Ruleset, Mode, Options]]


@dataclass(frozen=True)
class Piece:
    """A part of a mode's audit: of which sort, of which instance or study."""

    ruleset: str
    mode: str
    sort: str
    name: str = ""


@dataclass(frozen=True)
class Asked:
    """A piece on its way: the options without what cannot be sent, and the names of the audit's readings."""

    piece: Piece
    options: Options
    readings: Mapping[str, str]


# ------------------------------------------------------------------------------------------------- pieces


def pieces(run: Run) -> Iterator[tuple[int, Piece]]:
    """The pieces of a mode, each with an estimate of its states (0 for studies)."""
    from queensbench.analyses.audit.schedule import asked_of
    from queensbench.analyses.verdicts.studies import Studies

    def piece(sort: str, name: str = "") -> Piece:
        return Piece(run.ruleset.name, run.mode.name, sort, name)

    instances = asked_of(run)
    for instance in instances:
        for sort in (STATES,) if instance.explore else (GAMES, ELSEWHERE, STEPS):
            yield instance.states, piece(sort, instance.name)
    if run.options.rulings and rulings_of(run.mode):
        yield sum(i.states for i in instances if i.explore), piece(READINGS)
    if run.options.studies:
        for decl in Studies(run).decls():
            yield 0, piece(STUDY, decl.name)


def ask(run: Run, piece: Piece) -> None:
    """Ask all questions of a piece that have no answer yet.  Raises what the audit would."""
    from queensbench.analyses.rulings.small_boxes import SmallBoxes
    from queensbench.analyses.verdicts.studies import Studies

    if piece.sort == READINGS:
        SmallBoxes(run).judge(None)
    elif piece.sort == STUDY:
        studies = Studies(run)
        studies.row(next(decl for decl in studies.decls() if decl.name == piece.name))
    else:
        _of_instance(run, run.instance(piece.name), piece.sort)


def _of_instance(run: Run, instance: Instance, sort: str) -> None:
    from queensbench.analyses.audit.schedule import all_states
    from queensbench.analyses.verdicts.other_readings import elsewhere
    from queensbench.analyses.verdicts.sampled import played
    from queensbench.analyses.verdicts.steps import steps

    if sort == STATES:
        list(all_states(run, instance))
    if sort == GAMES:
        list(played(run, instance.name))
    if sort in (STATES, ELSEWHERE) and run.options.elsewhere:
        elsewhere(run, instance.name)
    if sort in (STATES, STEPS):
        list(steps(run, instance))


def _open(run: Run, piece: Piece) -> bool:
    """Whether some question of a piece has no answer in the store."""
    evidence = copy.copy(run.options.evidence)
    assert evidence is not None
    evidence.only_stored = True
    try:
        ask(Run(run.ruleset, run.mode, replace(run.options, evidence=evidence, progress=_silent)), piece)
    except Unasked:
        return True
    return False


def _silent(text: str) -> None:
    """Tell nobody."""


# ----------------------------------------------------------------------------------------------- asking


def ask_ahead(selected: Selected, cluster: Cluster) -> None:
    """Have the workers answer what is open, and keep their answers.  Raises ClusterFault, KeyboardInterrupt."""
    asked: list[tuple[int, Asked]] = []
    by_ruleset: dict[tuple[str, str], tuple[Ruleset, Options]] = {}
    for ruleset, mode, options in selected:
        if options.evidence is None or options.confirm:
            continue
        run = Run(ruleset, mode, options)
        by_ruleset[ruleset.name, mode.name] = ruleset, options
        readings = {name: reading.name for name, reading in options.readings.items()}
        plain = replace(
            options, progress=_silent, evidence=None, free=None, cluster=None, readings={}, root=None
        )
        asked += [(size, Asked(one, plain, readings)) for size, one in pieces(run) if _open(run, one)]
    if not asked:
        return
    evidence = selected[0][2].evidence
    assert evidence is not None
    asked.sort(key=lambda one: -one[0])  # the longest first, so that nothing long begins last
    waiting = [one for _, one in asked]
    given = str(evidence.sources.root), str(evidence.store.folder), evidence.store.fresh
    with cluster.pool(asking, *given, called="a process that audits") as pool:
        answers = _answers(pool, waiting, cluster, selected[0][2].progress)
        for done, (one, found) in enumerate(answers, 1):
            ruleset, options = by_ruleset[one.piece.ruleset, one.piece.mode]
            keep(found, ruleset.package, evidence)
            name = f"{one.piece.ruleset}/{one.piece.mode} {one.piece.name}".rstrip()
            options.progress(f"{name}: {one.piece.sort}; {done:,} of {len(asked):,} by {cluster.name}")


def _answers(
    pool: Pool[Asked], waiting: list[Asked], cluster: Cluster, progress: Callable[[str], None]
) -> Iterator[tuple[Asked, Sequence[FoundAnswer]]]:
    """The answers of each piece, in no order; none of a piece that has gone wrong, which the audit asks itself."""
    left = list(reversed(waiting))
    while left or pool.asked:
        for place in pool.idle(max(cluster.room(), len(pool.asked))):
            if left:
                pool.submit(place, left.pop())
        for said in pool.results(1.0):
            if not said.last:
                progress(said.value)
            else:
                yield said.question, () if isinstance(said.value, Exception) else said.value


# ------------------------------------------------------------------------------------------ on a worker


def asking(root: str, folder: str, fresh: bool) -> Answering:
    """The function that asks pieces in a process: it returns the answers that it has found."""
    loaded = load(Path(root), only=())
    sources = Sources(Path(root))
    hearing = Hearing()
    runs: dict[str, Run] = {}

    def asked(one: Asked, tell: Tell) -> list[FoundAnswer]:
        ruleset = loaded.ruleset(one.piece.ruleset)
        mode = ruleset.mode(one.piece.mode)
        name = f"{ruleset.name}/{mode.name}"
        if name not in runs:
            rulings = {decl.name: decl for decl in rulings_of(mode)}
            chosen = {
                of: next(r for r in rulings[of].readings if r.name == to) for of, to in one.readings.items()
            }
            evidence = Evidence(Beside(Path(folder), fresh=fresh), sources, heard=hearing.heard)
            runs.clear()  # boxes and explorations of one mode are enough to keep
            options = replace(one.options, readings=chosen, evidence=evidence, progress=tell, root=Path(root))
            runs[name] = Run(ruleset, mode, options)
        hearing.forget()
        ask(runs[name], one.piece)
        return hearing.taken()

    return asked


__all__ = ["ask_ahead"]
