"""Processes that decide goals, and what they have found.

A job is all the goals of one unit, or one hard piece of a goal.  An idle process takes the next job; a unit that is
asked again stays with the process that has executed its rule.  Which process does a job, and when, makes no difference
to its answers, unless they have a number of seconds in all: what is not decided by then is unknown.  So is what two
processes in a row were lost at, where the caller wants the other answers in spite of that.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from queensbench.engines.prove import hints
from queensbench.engines.prove.decider import Decider
from queensbench.engines.prove.hints import Hints, Learnt
from queensbench.engines.prove.kept_proofs import KeptProofs, Records
from queensbench.engines.prove.obligations import (
    ENTAILED,
    SORTS,
    TYPED,
    Answer,
    Goal,
    Lemma,
    News,
    Order,
    Task,
)
from queensbench.engines.prove.planning import executed, nodes, sums_cells
from queensbench.engines.runtime.pool import Answering, Pool, Tell
from queensbench.errors import ProcessLost
from queensbench.rules.typed import ir

if TYPE_CHECKING:
    from queensbench.engines.runtime.clusters import Cluster

FIRST, HOISTED = 3, 4
"""The first try of a goal gets this part of the budget, and of a goal of many conjuncts, this part of that part; what
is hard is split, and each piece gets the whole budget.  The second: where comparisons are hoisted; there questions
without literals get the whole budget at once."""

GLANCE, BLINK = 32, 128
"""A claim without sums that follows from others in the same state is shown with this part of a budget, if ever; the
second: one that holds in every typed state."""

TOUGH = 2
"""Where so many goals of many conjuncts were not shown whole, others of the same unit are not tried whole."""

LAG = 8
"""A job does not wait for so many jobs before it."""

MOST = 4
"""At most so many processes: each executes rules of its own."""

FEW_NODES = 500
"""A system whose transitions have fewer nodes is small: one process decides most of it while another starts."""
BEGINNING, ALONE = 4.0, 1.0
"""The seconds that one process gets for the first answer to a small system, and then for others, until more help it."""

PULSE = 0.2
"""Seconds between two reports of the progress; whoever gets them can end the work."""

NOT_ASKED = "not asked, the budget was spent"
NOT_DECIDED = "not decided when the budget was spent"
INTERRUPTED = "not decided when the proof was interrupted"
LOST = "not decided, two processes were lost at it"

Pieces = list[Answer]
"""The answers to a goal: one, or one for each of its parts."""


class Facts:
    """Goals proved so far, each with the lemmas that it needed, under which readings."""

    def __init__(self) -> None:
        self.found: dict[Goal, list[tuple[tuple[int, ...] | None, Answer]]] = {}

    def add(self, answer: Answer, readings: tuple[int, ...] | None) -> None:
        """Keep what was proved."""
        if answer.verdict == "proved":
            self.found.setdefault(answer.goal, []).append((readings, answer))

    def get(self, goal: Goal, readings: tuple[int, ...] | None, lemmas: set[Lemma]) -> Answer | None:
        """A proof of a goal that needs no other lemmas and holds under the readings."""
        for under, answer in self.found.get(goal, ()):
            used = set(answer.used)
            if goal.obligation.witnessed:
                if lemmas <= used and readings in (None, answer.readings):
                    return answer
            elif used <= lemmas and under in (None, readings):
                return answer
        return None


def cheap(decider: Decider, goals: Sequence[Goal]) -> list[Pieces]:
    """A first try: each goal whole, then by the arguments of its transition; if these are hard, its conjuncts.

    Nothing for a goal whose judge has failed elsewhere, or follows from others.
    """
    limit = decider.task.rlimit
    return [[] if decider.needless(goal) else _tried(decider, goal, limit) for goal in goals]


def part(rlimit: int, many: int) -> int:
    """A part of a budget: never none, which z3 would take for no limit."""
    return max(1, rlimit // many)


def _tried(decider: Decider, goal: Goal, rlimit: int) -> Pieces:
    first = HOISTED if decider.symbolic.hoists else FIRST
    whole = part(rlimit, first * first if goal.many else first)
    if goal.obligation.witnessed:  # it is not split, and to execute its transition once more takes longer
        whole = rlimit
    if goal.obligation.entails:
        patient = goal.obligation == ENTAILED and sums_cells(decider.system, goal.judge)
        whole = part(rlimit, BLINK if goal.obligation == TYPED else first if patient else GLANCE)
    apart = hints.apart(decider.unit(goal).hints, goal)
    if not apart and (not goal.many or decider.tough[goal.unit] < TOUGH):
        answer = decider.decide(goal, whole)
        if answer.verdict != "unknown" or goal.obligation.witnessed or goal.obligation.entails:
            return [answer]
        decider.tough[goal.unit] += goal.many
    found: Pieces = []
    for piece in [] if apart == hints.ONE else goal.fixed(decider.system):
        found.append(decider.decide(piece, whole))
        if found[-1].verdict == "failed":
            return found[-1:]
        if found[-1].verdict == "unknown":
            found = []
            break
    found = found or [decider.decide(one, part(rlimit, first)) for one in goal.parts()]
    if apart and any(answer.verdict == "unknown" for answer in found):
        answer = decider.decide(goal, whole)
        return [answer] if answer.verdict != "unknown" else found
    return found


class Deciders:
    """A decider for each sort of numbers, made when it is first asked for.

    ``task``: what they are to decide; it may be exchanged for another of the same system.
    """

    def __init__(self, task: Task, prefer: tuple[int, ...] | None = None) -> None:
        self.task = task
        self.prefer = prefer
        self.made: dict[str, Decider] = {}

    def of(self, sort: str) -> Decider:
        """The decider of a sort of numbers."""
        if sort not in self.made:
            self.made[sort] = Decider(self.task, sort, self.prefer)
        self.made[sort].task = self.task
        return self.made[sort]


def hard(deciders: Deciders, goal: Goal) -> Answer:
    """Decide one piece with all of the budget: by arguments, each with integers, then with bit-vectors."""
    answers = []
    for decider in deciders.made.values():
        decider.fresh()
    for piece in goal.fixed(deciders.task.system) or [goal]:
        answer = Answer(piece, "unknown")
        for sort in SORTS:
            answer = deciders.of(sort).decide(piece)
            if answer.verdict != "unknown":
                break
        answers.append(answer)
        if answer.verdict != "proved":
            break
    return joined(goal, answers)


def joined(goal: Goal, parts: Sequence[Answer]) -> Answer:
    """The answer to a goal from those to its parts."""
    if len(parts) == 1 and parts[0].goal == goal:
        return parts[0]
    for verdict in ("failed", "unknown"):
        for part in parts:
            if part.verdict == verdict:
                found = Answer(**{**part.__dict__, "goal": goal})
                found.args = part.args or part.goal.args
                return found
    used = tuple(sorted({lemma for part in parts for lemma in part.used}))
    return Answer(goal, "proved", used, sort=parts[0].sort, frame=all(part.frame for part in parts))


Job = tuple[Order, list[Goal], bool, News, Hints | None]
"""What a process is asked: the goals of one unit, or (true) one hard piece of a goal, and news and hints for it."""


def answering(system: ir.System) -> Answering:
    """The function that answers jobs in a process; it keeps its executions."""
    prefer = tuple(ruling.house for ruling in system.rulings)
    kept: dict[bool, Deciders] = {}

    def answer(job: Job, tell: Tell) -> list[Pieces]:
        order, goals, is_hard, news, hinted = job
        lemmas = order.lemmas
        if is_hard and not goals[0].obligation.witnessed:
            lemmas = tuple(news.telling(lemmas))
        task = Task(system, lemmas, order.readings, order.rlimit)
        deciders = kept.setdefault(is_hard, Deciders(task, prefer))
        deciders.task = task
        if is_hard:
            return [[hard(deciders, goal)] for goal in goals]
        decider = deciders.of(SORTS[0])
        decider.begin(goals[0], order.patient, news, hinted)
        found = cheap(decider, goals)
        decider.fresh()  # a solver takes up to 40 MB; what was executed is kept
        if not _kept(goals[0]):
            decider.drop(goals[0])
        return found

    return answer


def small(system: ir.System) -> bool:
    """Whether the transitions of a system have fewer than :data:`FEW_NODES` nodes."""
    found = chain.from_iterable(nodes(system, one.function) for one in system.transitions)
    return next(islice(found, FEW_NODES - 1, None), None) is None


@dataclass(frozen=True)
class Share:
    """The means of proofs: their share of the machine, and earlier proofs.

    ``free``: how many processes may be at work, asked again and again (None: as many as there are processors), but
    never more than :data:`MOST`.  ``nice``: by how much they step back behind the process that asks.  ``records``:
    where proofs are kept (None: nowhere).  ``cluster``: whose processes prove, as many as it has room for (None: those
    of this machine).  ``keep``: what is proved by then is kept where Ctrl-C comes, and where two processes in a row are
    lost at a goal.  ``hints``: how an earlier proof has shown goals (None: these proofs are to give hints themselves).
    """

    free: Callable[[], int] | None = None
    nice: int = 0
    records: Records | None = None
    cluster: Cluster | None = None
    keep: bool = False
    hints: Hints | None = field(default_factory=dict)


class Workers:
    """Processes for the proofs of one system: ``with Workers(system) as workers:``.

    ``seconds``: after so many from now on nothing is asked any more, and what is being asked is given up (None: without
    end).  ``halted``: as soon as this is not empty, likewise.  ``left``: the goals that were left then.  ``lost``: the
    goals that two processes in a row were lost at.  They are unknown where ``halted`` is given, for whoever gives it
    keeps what is proved; where it is None the first of them ends all with ProcessLost.  ``learnt``: the hints that
    these proofs give to later ones.
    """

    def __init__(
        self,
        system: ir.System,
        seconds: float | None = None,
        share: Share | None = None,
        halted: Sequence[object] | None = None,
    ) -> None:
        share = share or Share()
        self.halted = halted
        self.begun = time.monotonic()
        self.ends = None if seconds is None else self.begun + seconds
        self.left: set[Goal] = set()
        self.lost: set[Goal] = set()
        self.free = share.free
        self.system = system
        self.facts = Facts()
        self.kept = None if share.records is None else KeptProofs(system, share.records)
        self.alone = self.begun + BEGINNING if small(system) else 0.0
        self.hints, self.learnt = share.hints, Learnt()
        self.homes: dict[Any, int] = {}
        self.news = News()
        self.sizes: dict[int, int] = {}
        self.say: Callable[[], None] = lambda: None
        self.cluster = share.cluster
        begun = Pool[Job] if share.cluster is None else share.cluster.pool
        self.pool: Pool[Job] = begun(answering, system, called="a process that proves", nice=share.nice)
        self._allowed()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.close()

    def _allowed(self) -> int:
        """How many processes may be at work now; so many are started."""
        processors = os.cpu_count() or 1
        if self.cluster is not None:
            count = max(1, self.cluster.room())
            self.pool.start(count)
            return count
        count = max(1, min(MOST, processors if self.free is None else self.free()))
        if time.monotonic() < self.alone:
            count = 1
        self.pool.start(count)
        return count

    @property
    def spent(self) -> bool:
        """Whether the time is over, or the proof is interrupted."""
        return bool(self.halted) or (self.ends is not None and time.monotonic() >= self.ends)

    def decide(
        self, goals: Iterable[Goal], order: Order, told: Callable[[int, int], None] | None = None
    ) -> dict[Goal, Answer]:
        """The answers to goals: each unit's first, then what they leave unknown.

        There is none to a step of a judge that follows from others, or that has failed elsewhere, unless the order is
        patient.  ``told`` gets how many goals are done, and of how many, every :data:`PULSE` seconds; it may raise an
        exception to end all.
        """
        jobs = self._jobs(goals)
        count = sum(len(job) for job in jobs)
        pieces: dict[Goal, Pieces] = {}
        done = 0

        def say() -> None:
            if told is not None:
                told(done, count)

        def first(number: int, found: list[Pieces]) -> None:
            nonlocal done
            pieces.update(zip(jobs[number], found, strict=True))
            done = len(pieces)
            say()

        self.say = say
        learnt = self._run(jobs, order, first, is_hard=False)
        self.news = News(needed=learnt.needed)
        lost = News().after(a for some in pieces.values() for a in some).lost if not order.patient else set()
        pieces = {g: some for g, some in pieces.items() if some}
        # A goal with a part that fails has failed, and a judge with a goal; the other parts do not matter.
        open_ = [
            goal
            for goal, some in pieces.items()
            if goal not in self.left | self.lost
            and all(a.verdict != "failed" for a in some)
            and not (goal.obligation.inductive and any(lemma[0] in lost for lemma in goal.lemmas))
            and not goal.obligation.entails
        ]
        left = [(goal, at) for goal in open_ for at, a in enumerate(pieces[goal]) if a.verdict == "unknown"]
        left.sort(key=lambda one: -self._size(one[0]))

        def then(number: int, found: list[Pieces]) -> None:
            goal, at = left[number]
            ((pieces[goal][at],),) = found
            say()

        done = count - 1
        hard_jobs = [[pieces[goal][at].goal] for goal, at in left]
        self._run(hard_jobs, order, then, is_hard=True, typed=learnt.typed)
        if order.readings is None:
            self.learnt.note(answer for some in pieces.values() for answer in some)
        return {goal: joined(goal, some) for goal, some in pieces.items()}

    def _jobs(self, goals: Iterable[Goal]) -> list[list[Goal]]:
        """The goals of each unit, in the order in which these are begun."""
        units: dict[Goal, list[Goal]] = {}
        for goal in goals:
            units.setdefault(goal.unit, []).append(goal)
        turns: dict[int, int] = {}
        order_of = {}
        for unit in units:  # one case of each transition first: the others learn from it
            turns[unit.transition] = turns.get(unit.transition, -1) + 1
            order_of[unit] = turns[unit.transition] if unit.transition >= 0 else 0
        early = {-1} | hints.split_by_values(self.hints or {})  # but no step before what is of none
        return [
            units[u]
            for u in sorted(units, key=lambda u: (order_of[u], u.transition not in early, -self._size(u)))
        ]

    def _size(self, goal: Goal) -> int:
        if goal.transition < 0:
            return goal.obligation.urgency << 30
        if goal.transition not in self.sizes:
            self.sizes[goal.transition] = executed(self.system, goal.transition)
        return self.sizes[goal.transition]

    def _run(
        self,
        jobs: Sequence[list[Goal]],
        order: Order,
        take: Callable[[int, list[Pieces]], None],
        *,
        is_hard: bool,
        typed: frozenset[int] | None = None,
    ) -> News:
        """Have every job done by one process: the one that has executed its rule, or the first that is idle.

        A job gets the news of all jobs but the last :data:`LAG` before it, so that what it gets does not depend on
        which process is quicker.  ``typed``: judges that hold in every typed state (None: those that the order names).
        Returns the news of all.
        """
        waiting = list(range(len(jobs)))
        busy: dict[int, int] = {}
        ended: dict[int, list[Pieces]] = {}
        news = [replace(self.news, followed=order.followed, typed=order.typed if typed is None else typed)]
        following = bool(jobs) and jobs[0][0].obligation.entails
        while waiting or busy:
            if self.spent:
                late = INTERRUPTED if self.halted else NOT_DECIDED
                self._give_up(jobs, waiting, NOT_ASKED if late == NOT_DECIDED and not is_hard else late, take)
                self._give_up(jobs, sorted(busy.values()), late, take)
                self.pool.close()
                break
            allowed = self._allowed() if waiting else 0
            for place in self.pool.idle(self.pool.begun):
                # What a process keeps waits for that one, but not if nothing else is to be done.
                if place >= allowed and busy:
                    continue
                told = len(news) > 1 or not following  # no step of what follows from others is tried
                ready = (
                    j for j in waiting if j - LAG < len(news) and (told or jobs[j][0].obligation.urgency)
                )
                mine = (j for j in ready if is_hard or self._at_home(jobs[j], order, place))
                job = next(mine, None)
                if job is not None:
                    hinted = self.hints
                    if hinted is not None:
                        hinted = hints.of_transition(hinted, jobs[job][0].transition)
                    self.pool.submit(place, (order, jobs[job], is_hard, _told(news, job, following), hinted))
                    waiting.remove(job)
                    busy[place] = job
            soon = PULSE if self.ends is None else min(PULSE, max(0.0, self.ends - time.monotonic()))
            for said in self.pool.results(soon):
                job = busy.pop(said.place)
                self.alone = min(self.alone, time.monotonic() + ALONE)
                if self.halted is not None and isinstance(said.value, ProcessLost):
                    self.lost |= set(jobs[job])
                    ended[job] = _open(jobs[job], LOST)
                else:
                    ended[job] = said.answer()
                take(job, ended[job])
            self.say()
            while len(news) <= len(jobs) and len(news) - 1 in ended:
                news.append(news[-1].after(a for pieces in ended.pop(len(news) - 1) for a in pieces))
        return news[-1]

    def _give_up(
        self,
        jobs: Sequence[list[Goal]],
        given_up: Sequence[int],
        why: str,
        take: Callable[[int, list[Pieces]], None],
    ) -> None:
        """The time is over: the goals of these jobs are unknown."""
        for job in given_up:
            self.left |= set(jobs[job])
            take(job, _open(jobs[job], why))

    def _at_home(self, job: list[Goal], order: Order, number: int) -> bool:
        key = (job[0].unit, order.readings)
        if not _kept(job[0]):
            return True
        return self.homes.setdefault(key, number) == number


def _told(news: Sequence[News], job: int, following: bool) -> News:
    """What a job is told: the news of all but the last few before it; always those of what follows from others."""
    found = news[max(0, job - LAG)]
    first = news[1] if following and len(news) > 1 else found
    return replace(found, followed=first.followed, typed=first.typed)


def _open(goals: Sequence[Goal], why: str) -> list[Pieces]:
    """Goals that are left unknown."""
    return [[Answer(goal, "unknown", reason=why)] for goal in goals]


def _kept(goal: Goal) -> bool:
    """Whether a unit's run is kept for another round."""
    return not goal.path and not (goal.obligation.from_start and goal.transition >= 0)
