"""Proofs by induction: what holds in every reachable state, at full size, of every reading at once.

All claims are tried together, each a lemma for the others; a claim whose step fails is dropped and what rested on it
is shown anew, until those that are left carry each other.  Two worker processes go through the goals from both ends,
one with integers, one with bit-vectors: neither wins everywhere.  A goal that neither decides within its budget is
split, first by conjuncts, then by the arguments of its transition.

*Proved* means: base, every step, every obligation and every lemma shown, from a hypothesis under which each
transition is possible.  What it cannot see: whether a counterexample to induction can be reached; a claim that needs
an invariant nobody has written stays unknown.  Budgets are z3's resource counts, so that a verdict does not depend on
the machine's speed.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from queensbench.engines.prove_goals import Answer, Decider, Goal, Lemma, Task, conjuncts, plan
from queensbench.readers import ir

RLIMIT = 4_000_000
FIRST = 10
"""The first try of a goal gets this part of the budget; what is hard is split, and its parts get all of it."""
SORTS = ("integers", "bit-vectors")


@dataclass
class Claim:
    """What became of one judge.

    ``verdict``: ``proved``, ``by construction``, ``failed at the start``, ``not inductive`` (with ``counterexample``)
    or ``unknown`` (with ``open``, the goals left).  ``lemmas``: the judges that its proof rests on, itself among them.
    """

    judge: int
    verdict: str
    lemmas: tuple[int, ...] = ()
    counterexample: Answer | None = None
    open: list[Answer] = field(default_factory=list)


@dataclass
class Proof:
    """All claims of one attempt.

    ``readings``: fixed, or None when all readings were left free.  ``obligations``: those not shown; while there is
    one, nothing counts as proved.  ``dead``: transitions that the hypothesis never enables.
    """

    claims: list[Claim]
    readings: tuple[int, ...] | None
    obligations: list[Answer]
    dead: list[int]
    goals: int
    frames: int
    by_sort: dict[str, int]
    seconds: float
    rlimit: int


# --------------------------------------------------------------------------------------------- workers


def _work(sort: str, system: ir.System, pipe: Any, decided: Any) -> None:
    """A worker: gets lists of goals, sends answers, skips what the other has decided."""
    deciders: dict[tuple[int, ...] | None, Decider] = {}
    with suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            order = pipe.recv()
            if order is None:
                return
            lemmas, readings, rlimit, goals = order
            decider = deciders.get(readings)
            task = Task(system, lemmas, readings, rlimit)
            if decider is None:
                decider = deciders[readings] = Decider(task, sort)
            decider.task = task
            indices = range(len(goals)) if sort == SORTS[0] else range(len(goals) - 1, -1, -1)
            for index in indices:
                if decided[index]:
                    continue
                answer = decider.decide(goals[index])
                if answer.verdict != "unknown":
                    decided[index] = 1
                pipe.send((index, answer))
            pipe.send((-1, None))


class Workers:
    """Two processes, one for each sort of numbers; ``with Workers(system) as workers:``."""

    def __init__(self, system: ir.System, room: int = 1 << 16) -> None:
        context = multiprocessing.get_context("spawn")
        self.decided = context.RawArray("b", room)
        self.pipes = []
        self.processes = []
        for sort in SORTS:
            mine, theirs = context.Pipe()
            process = context.Process(target=_work, args=(sort, system, theirs, self.decided), daemon=True)
            process.start()
            theirs.close()
            self.pipes.append(mine)
            self.processes.append(process)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in self.pipes:
            with suppress(OSError):
                pipe.send(None)
        for process in self.processes:
            process.join(timeout=0.2)
            if process.is_alive():
                process.kill()
                process.join()

    def decide(
        self,
        goals: Sequence[Goal],
        lemmas: tuple[Lemma, ...],
        readings: tuple[int, ...] | None,
        rlimit: int,
        progress: Callable[[int, int], None] | None = None,
    ) -> list[Answer]:
        """The answers to goals, in their order: the first that decides, else an unknown one."""
        for index in range(len(goals)):
            self.decided[index] = 0
        for pipe in self.pipes:
            pipe.send((lemmas, readings, rlimit, list(goals)))
        found: dict[int, Answer] = {}
        running = set(self.pipes)
        while running and sum(a.verdict != "unknown" for a in found.values()) < len(goals):
            ready: Any
            for ready in wait(list(running)):
                index, answer = ready.recv()
                if answer is None:
                    running.discard(ready)
                elif index not in found or found[index].verdict == "unknown":
                    found[index] = answer
            if progress is not None:
                progress(len(found), len(goals))
        for pipe in running:
            while pipe.recv()[1] is not None:
                continue
        return [found[i] for i in range(len(goals))]


# --------------------------------------------------------------------------------------------- proving


class _Attempt:
    """One attempt under free or fixed readings."""

    def __init__(
        self,
        workers: Workers,
        system: ir.System,
        judges: Sequence[int],
        readings: tuple[int, ...] | None,
        rlimit: int,
        given: Sequence[int],
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.workers = workers
        self.given = tuple(conjuncts(system, given))
        self.system = system
        self.readings = readings
        self.rlimit = rlimit
        self.progress = progress
        self.alive = list(judges)
        self.claims: dict[int, Claim] = {}
        self.kept: dict[Goal, Answer] = {}
        self.goals = 0
        self.frames = 0
        self.by_sort: dict[str, int] = dict.fromkeys(SORTS, 0)

    def ask(self, goals: Sequence[Goal], lemmas: tuple[Lemma, ...]) -> list[Answer]:
        """Decide goals; those that stay unknown are split, and are proved if all their parts are."""
        answers = self.workers.decide(goals, lemmas, self.readings, self.rlimit // FIRST, self.progress)
        self.goals += len(goals)
        for answer in answers:
            self.frames += answer.frame
            if answer.sort and answer.verdict != "unknown":
                self.by_sort[answer.sort] += 1
        for split in (lambda g: g.fixed(self.system), Goal.parts):
            hard = [i for i, a in enumerate(answers) if a.verdict == "unknown"]
            pieces = {i: split(answers[i].goal) for i in hard}
            flat = [(i, piece) for i in hard for piece in pieces[i]]
            if not flat:
                continue
            found = self.workers.decide(
                [p for _, p in flat], lemmas, self.readings, self.rlimit, self.progress
            )
            self.goals += len(flat)
            for i in hard:
                mine = [a for (j, _), a in zip(flat, found, strict=True) if j == i]
                if mine:
                    answers[i] = _joined(answers[i].goal, mine)
        return answers

    def run(self) -> Proof:
        """The attempt."""
        begun = time.perf_counter()
        self._by_construction()
        while True:
            lemmas = tuple(conjuncts(self.system, self.alive))
            wanted = plan(self.system, lemmas)
            if self.given:  # the obligations have been shown with them; what enables transitions has not
                wanted = [g for g in wanted if g.lemmas or g.kind == "alive"]
            todo = [g for g in wanted if g not in self.kept]
            for answer in self.ask(todo, (*self.given, *lemmas)):
                self.kept[answer.goal] = answer
            answers = [self.kept[g] for g in wanted]
            lost = self._lost(answers)
            if not lost:
                break
            self.alive = [j for j in self.alive if j not in lost]
            # What rested on a lemma that is gone is shown anew.
            self.kept = {
                goal: answer
                for goal, answer in self.kept.items()
                if answer.verdict == "proved"
                and not any(lemma[0] in lost for lemma in answer.used)
                and not any(lemma[0] in lost for lemma in goal.lemmas)
                and goal.kind != "alive"
            }
        return self._proof(answers, time.perf_counter() - begun)

    def _by_construction(self) -> None:
        goals = [Goal("construction", lemmas=tuple(conjuncts(self.system, [j]))) for j in self.alive]
        for judge, answer in zip(list(self.alive), self.ask(goals, ()), strict=True):
            if answer.verdict == "proved":
                self.claims[judge] = Claim(judge, "by construction", (judge,))

    def _lost(self, answers: Iterable[Answer]) -> set[int]:
        lost: set[int] = set()
        for answer in answers:
            goal = answer.goal
            if goal.kind not in ("base", "step") or not goal.lemmas or answer.verdict == "proved":
                continue
            judge = goal.lemmas[0][0]
            lost.add(judge)
            claim = self.claims.setdefault(judge, Claim(judge, "unknown"))
            if claim.verdict in ("failed at the start", "by construction"):
                continue
            if answer.verdict == "failed":
                claim.verdict = "failed at the start" if goal.kind == "base" else "not inductive"
                claim.counterexample = claim.counterexample or answer
            else:
                claim.open.append(answer)
        return lost

    def _proof(self, answers: Sequence[Answer], seconds: float) -> Proof:
        open_ = [a for a in answers if a.goal.sites and a.verdict != "proved"]
        dead = [a.goal.transition for a in answers if a.goal.kind == "alive" and a.verdict == "failed"]
        unsure = [a for a in answers if a.goal.kind == "alive" and a.verdict == "unknown"]
        rests = self._rests(answers)
        for judge in self.alive:
            if judge not in self.claims:
                whole = not open_ and not dead and not unsure
                verdict = "proved" if whole else "unknown"
                left = [] if whole else [*open_, *unsure]
                self.claims[judge] = Claim(judge, verdict, rests[judge], open=left)
        claims = [self.claims[j] for j in sorted(self.claims)]
        return Proof(
            claims, self.readings, open_, dead, self.goals, self.frames, self.by_sort, seconds, self.rlimit
        )

    def _rests(self, answers: Sequence[Answer]) -> dict[int, tuple[int, ...]]:
        """The judges that each judge's proof rests on, directly or through others (and through obligations)."""
        direct: dict[int, set[int]] = {j: {j} for j in self.alive}
        shared: set[int] = set()
        for answer in answers:
            used = {lemma[0] for lemma in answer.used}
            if answer.goal.lemmas:
                for lemma in answer.goal.lemmas:
                    direct.setdefault(lemma[0], {lemma[0]}).update(used)
            elif answer.goal.kind != "alive":
                shared |= used
        found = {}
        for judge in self.alive:
            rest, todo = set(), [judge, *shared]
            while todo:
                one = todo.pop()
                if one not in rest:
                    rest.add(one)
                    todo += direct.get(one, {one})
            found[judge] = tuple(sorted(rest))
        return found


def _joined(goal: Goal, parts: Sequence[Answer]) -> Answer:
    """The answer to a goal from those to its parts."""
    failed = next((a for a in parts if a.verdict == "failed"), None)
    if failed is not None:
        return Answer(
            goal, "failed", cells=failed.cells, args=failed.args or failed.goal.args, readings=failed.readings,
            parameters=failed.parameters, sort=failed.sort, cost=failed.cost,
        )  # fmt: skip
    hard = next((a for a in parts if a.verdict == "unknown"), None)
    if hard is not None:
        return Answer(goal, "unknown", sort=hard.sort, reason=hard.reason)
    used = tuple(sorted({lemma for a in parts for lemma in a.used}))
    return Answer(goal, "proved", used, sort=parts[0].sort, cost=sum(a.cost for a in parts))


def prove(
    system: ir.System,
    judges: Sequence[int],
    *,
    readings: Sequence[int] | None = None,
    rlimit: int = RLIMIT,
    given: Sequence[int] = (),
    workers: Workers | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Proof:
    """Try to prove judges together by induction over micro-steps.

    ``readings``: fixed raw readings, or None for all at once.  ``rlimit``: z3's resource limit for each goal.
    Parameters are free in their ranges.  ``given``: judges proved before under all readings, with every obligation;
    they are lemmas here and their obligations are not shown again.
    """
    fixed = None if readings is None else tuple(readings)
    if workers is not None:
        return _Attempt(workers, system, judges, fixed, rlimit, given, progress).run()
    with Workers(system) as own:
        return _Attempt(own, system, judges, fixed, rlimit, given, progress).run()
