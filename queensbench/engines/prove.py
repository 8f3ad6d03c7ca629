"""Proofs by induction: what holds in every reachable state, at full size, of every reading at once.

All claims are tried together, each a lemma for the others; a claim whose step fails is dropped and what rested on it
is shown anew, until those that are left carry each other.  A goal that is not decided within its budget is split,
first by conjuncts, then by the arguments of its transition, and tried with other numbers.

*k-induction.*  With ``depth`` k > 1 a step that fails is tried of those states only that k - 1 micro-steps lead to.
Why that is sound, for all claims together: say that all hold in the states 0 to n of some play.  A step that was shown
at depth 1 carries its claim to state n + 1.  One that was shown at depth k does, if n >= k - 1: the last k states are
a path on which all claims hold, and none but the last may have ended.  For smaller n the path from the start to state
n + 1 has at most k - 1 transitions, and these were tried one by one (*early* goals).  State 0 is the base.

*Proved* means: base, every step, every obligation and every lemma shown, from a hypothesis under which each
transition is possible.  What it cannot see: whether a counterexample to induction can be reached; a claim that needs
an invariant nobody has written stays unknown.  Budgets are z3's resource counts, so that a verdict does not depend on
the machine's speed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from queensbench.engines.prove_goals import (
    SORTS,
    Answer,
    Goal,
    Lemma,
    cases,
    conjuncts,
    deepened,
    plan,
    stores,
)
from queensbench.engines.prove_work import Order, Workers, joined
from queensbench.readers import ir

RLIMIT = 4_000_000
DEPTH = 2
MOST_DEPTH = 4


@dataclass
class Claim:
    """What became of one judge.

    ``verdict``: ``proved``, ``by construction``, ``failed at the start``, ``failed after the start`` (with the play
    there in ``counterexample``), ``not inductive`` (with ``counterexample``) or ``unknown``.  ``open``: the goals left;
    of a claim that is not inductive, those that kept a deeper attempt from showing it.  ``lemmas``: the judges that its
    proof rests on, itself among them.  ``depth``: the greatest k of a step of its proof, or the last one tried, or that
    of the counterexample to induction; whatever it rests on may have another.
    """

    judge: int
    verdict: str
    lemmas: tuple[int, ...] = ()
    counterexample: Answer | None = None
    open: list[Answer] = field(default_factory=list)
    depth: int = 1


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


class _Attempt:
    """One attempt under free or fixed readings."""

    def __init__(
        self,
        workers: Workers,
        system: ir.System,
        judges: Sequence[int],
        readings: tuple[int, ...] | None,
        rlimit: int,
        depth: int,
        given: Sequence[int],
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.workers = workers
        self.given = tuple(conjuncts(system, given))
        self.system = system
        self.readings = readings
        self.rlimit = rlimit
        self.depth = depth
        self.progress = progress
        self.alive = list(judges)
        self.claims: dict[int, Claim] = {}
        self.lemmas: tuple[Lemma, ...] = ()
        self.depths: dict[int, int] = {}
        self.against: dict[int, tuple[int, Answer]] = {}
        self.goals = 0
        self.frames = 0
        self.by_sort: dict[str, int] = dict.fromkeys(SORTS, 0)

    def ask(self, goals: Iterable[Goal]) -> list[Answer]:
        """The answers to goals: what is known, and what the workers say of the rest.

        Some steps of judges that fail may get none.
        """
        goals = list(goals)
        known: dict[Goal, Answer] = {}
        lemmas = set(self.lemmas)
        facts = self.workers.facts
        for goal in goals:
            found = facts.get(goal, self.readings, lemmas)
            if found is not None:
                known[goal] = found
        order = Order(self.lemmas, self.readings, self.rlimit, self.depth > 1)
        left = [goal for goal in goals if goal not in known]
        for goal, answer in self.workers.decide(left, order, self.progress).items():
            facts.add(answer, self.readings)
            known[goal] = answer
            self.goals += 1
            self.frames += answer.frame
            if not answer.frame and answer.sort and answer.verdict != "unknown":
                self.by_sort[answer.sort] += 1
        return [known[goal] for goal in goals if goal in known]

    def run(self) -> Proof:
        """The attempt."""
        begun = time.perf_counter()
        first = [Goal("construction", lemmas=tuple(conjuncts(self.system, [j]))) for j in self.alive]
        wanted = plan(self.system, conjuncts(self.system, self.alive))
        if self.given:  # the obligations have been shown with them; what enables transitions has not
            wanted = [g for g in wanted if g.lemmas or g.kind == "alive"]
        while True:
            self.lemmas = (*self.given, *conjuncts(self.system, self.alive))
            found = self.ask([*first, *wanted])  # all at once: no process waits for the other
            self._by_construction(found[: len(first)])
            answers = self._deepen(self._enabled(found[len(first) :]))
            first = []
            lost = self._lost(answers)
            if not lost:
                break
            self.alive = [j for j in self.alive if j not in lost]
            wanted = [g for g in wanted if not g.lemmas or g.lemmas[0][0] not in lost]
        return self._proof(answers, time.perf_counter() - begun)

    def _by_construction(self, answers: Sequence[Answer]) -> None:
        for answer in answers:
            if answer.verdict == "proved":
                judge = _judge(answer)
                self.claims[judge] = Claim(judge, "by construction", (judge,))

    def _enabled(self, answers: list[Answer]) -> list[Answer]:
        """A transition that is not possible in one case may be in another."""
        for place, answer in enumerate(answers):
            if answer.goal.kind != "alive" or answer.verdict == "proved":
                continue
            for case in cases(self.system, answer.goal.transition)[1:]:
                (found,) = self.ask([replace(answer.goal, case=case)])
                if found.verdict == "proved" or answer.verdict == "failed":
                    answers[place] = found
                if found.verdict == "proved":
                    break
        return answers

    def _deepen(self, answers: list[Answer]) -> list[Answer]:
        """Try steps that have failed of states that others lead to; a judge that fails is not tried further."""
        hopeless = {_judge(a) for a in answers if a.goal.kind == "base" and a.verdict == "failed"}
        for judge in self.alive:
            self.depths[judge] = 1
        for place, answer in enumerate(answers):
            goal, judge = answer.goal, _judge(answer)
            if goal.kind != "step" or answer.verdict == "proved":
                continue
            self._note(judge, 1, answer)
            if judge in hopeless:
                continue
            for depth in range(2, self.depth + 1):
                self.depths[judge] = max(self.depths[judge], depth)
                found = self._deeper(goal, depth)
                self._note(judge, depth, found)
                if found.verdict == "proved" or found.goal.kind == "early":
                    break
            if self.depth > 1:
                answers[place] = found
                if found.verdict != "proved":
                    hopeless.add(judge)
        return answers

    def _note(self, judge: int, depth: int, answer: Answer) -> None:
        """Keep the first counterexample to induction of the greatest depth; with fewer lemmas it still is one."""
        if answer.verdict == "failed" and answer.goal.kind == "step":
            if judge not in self.against or self.against[judge][0] < depth:
                self.against[judge] = depth, answer

    def _unsettled(self, claim: Claim) -> None:
        """A claim that was not shown is not inductive, if only at a smaller depth than the last one tried."""
        if claim.verdict == "unknown" and claim.judge in self.against:
            claim.verdict, claim.lemmas = "not inductive", ()
            claim.depth, claim.counterexample = self.against[claim.judge]

    def _deeper(self, goal: Goal, depth: int) -> Answer:
        """A step at a depth; the first of its paths that fails is the answer."""
        parts: list[Answer] = []
        for group in _groups(deepened(self.system, goal, depth)):
            parts += self.ask(group)
            for verdict in ("failed", "unknown"):
                for answer in parts:
                    if answer.verdict == verdict:
                        return answer
        return joined(goal, parts)

    def _lost(self, answers: Iterable[Answer]) -> set[int]:
        lost: set[int] = set()
        for answer in answers:
            goal = answer.goal
            if goal.kind not in ("base", "step", "early") or not goal.lemmas or answer.verdict == "proved":
                continue
            judge = _judge(answer)
            lost.add(judge)
            claim = self.claims.setdefault(judge, Claim(judge, "unknown"))
            claim.depth = self.depths.get(judge, 1)
            if claim.verdict.startswith("failed") or claim.verdict == "by construction":
                continue
            if answer.verdict == "unknown":
                claim.open.append(answer)
            elif goal.kind in FAILED:
                claim.verdict, claim.counterexample = FAILED[goal.kind], answer
        for judge in lost:
            self._unsettled(self.claims[judge])
        return lost

    def _proof(self, answers: Sequence[Answer], seconds: float) -> Proof:
        open_ = [a for a in answers if a.goal.sites and a.verdict != "proved"]
        dead = [a.goal.transition for a in answers if a.goal.kind == "alive" and self._dead(a)]
        unsure = [a for a in answers if a.goal.kind == "alive" and a.verdict == "unknown"]
        rests = self._rests(answers)
        for judge in self.alive:
            if judge not in self.claims:
                whole = not open_ and not dead and not unsure
                verdict = "proved" if whole else "unknown"
                left = [] if whole else [*open_, *unsure]
                depth = self.depths.get(judge, 1)
                self.claims[judge] = Claim(judge, verdict, rests[judge], open=left, depth=depth)
                self._unsettled(self.claims[judge])
        claims = [self.claims[j] for j in sorted(self.claims)]
        return Proof(
            claims, self.readings, open_, dead, self.goals, self.frames, self.by_sort, seconds, self.rlimit
        )

    def _dead(self, answer: Answer) -> bool:
        """Whether lemmas keep a transition from ever happening, so that its steps would be shown of nothing.

        What a size of the box bars has no step in it.  What only falls silent leaves every cell as it is: no lemma is
        needed for its steps.
        """
        function = self.system.transitions[answer.goal.transition].function
        return answer.verdict == "failed" and not answer.frame and stores(self.system, function)

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


FAILED = {"base": "failed at the start", "early": "failed after the start"}


def _judge(answer: Answer) -> int:
    return answer.goal.lemmas[0][0] if answer.goal.lemmas else -1


def _groups(goals: Sequence[Goal], size: int = 8) -> Iterable[Sequence[Goal]]:
    for begin in range(0, len(goals), size):
        yield goals[begin : begin + size]


def prove(
    system: ir.System,
    judges: Sequence[int],
    *,
    readings: Sequence[int] | None = None,
    rlimit: int = RLIMIT,
    depth: int = 1,
    given: Sequence[int] = (),
    workers: Workers | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Proof:
    """Try to prove judges together by induction over micro-steps.

    ``readings``: fixed raw readings, or None for all at once.  ``rlimit``: z3's resource limit for each goal.
    ``depth``: the greatest k of k-induction.  Parameters are free in their ranges.  ``given``: judges proved before
    under all readings, with every obligation; they are lemmas here and their obligations are not shown again.
    ``workers``: of the same system; what they have shown before is used.
    """
    fixed = None if readings is None else tuple(readings)
    if workers is not None:
        return _Attempt(workers, system, judges, fixed, rlimit, depth, given, progress).run()
    with Workers(system) as own:
        return _Attempt(own, system, judges, fixed, rlimit, depth, given, progress).run()


__all__ = ["DEPTH", "MOST_DEPTH", "RLIMIT", "Claim", "Proof", "Workers", "prove"]
