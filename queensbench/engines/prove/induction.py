"""Proofs by induction that claims hold in every reachable state, at full size, under every reading at once.

All claims are tried together, each a lemma for the others.  A claim whose step fails is dropped, and claims that rested
on it are shown anew, until the remaining ones prove each other.  A goal that is not decided within its budget is split,
first by conjuncts, then by the arguments of its transition, and tried with bit-vectors for numbers.

*k-induction.*  With ``depth`` k > 1 a step that fails is tried again, from only those states that k - 1 micro-steps
lead to.  This is sound for all claims together.  Say that all hold in the states 0 to n of some play.  A step that was
shown at depth 1 carries its claim to state n + 1.  One that was shown at depth k does so if n >= k - 1: the last k
states are a path on which all claims hold, and none but the last may have ended.  For smaller n the path from the start
to state n + 1 has at most k - 1 transitions, and these were tried one by one (*early* goals).  State 0 is the base.

Source: Sheeran, Singh and Stålmarck, *Checking safety properties using induction and a SAT-solver* (2000).

*Proved* means: base, every step, every obligation and every lemma shown, from a hypothesis under which each
transition is possible.  What it cannot see: whether a counterexample to induction can be reached; a claim that needs
an invariant nobody has written stays unknown.  Budgets are z3's resource counts, so that a verdict does not depend on
the machine's speed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace

from queensbench.engines.prove.hints import shown_by_steps
from queensbench.engines.prove.obligations import ENTAILED, SORTS, TYPED, Answer, Goal, Lemma, News, Order
from queensbench.engines.prove.planning import cases, conjuncts, deepened, plan
from queensbench.engines.prove.worker_pool import Workers, joined
from queensbench.rules.typed import ir

RLIMIT = 4_000_000
DEPTH = 2
MOST_DEPTH = 4


@dataclass
class ClaimVerdict:
    """The verdict on one judge.

    ``verdict``: ``proved``, ``by construction``, ``failed at the start``, ``failed after the start`` (with the play
    there in ``counterexample``), ``not inductive`` (with ``counterexample``) or ``unknown``.  ``open``: the goals left;
    of a claim that is not inductive, those that kept a deeper attempt from showing it.  ``lemmas``: the judges that its
    proof rests on, itself among them.  ``depth``: the greatest k of a step of its proof, or the last one tried, or that
    of the counterexample to induction; whatever it rests on may have another.  ``follows``: the judges that it follows
    from in the same state; None where it was shown by steps.
    """

    judge: int
    verdict: str
    lemmas: tuple[int, ...] = ()
    counterexample: Answer | None = None
    open: list[Answer] = field(default_factory=list)
    depth: int = 1
    follows: tuple[int, ...] | None = None


@dataclass
class Proof:
    """All claims of one attempt.

    ``goals``: how many were answered; of these ``known`` by a proof that an earlier run has kept, ``frames`` without a
    solver, and ``by_sort`` by z3, with each sort of numbers.  ``rlimit``: z3's resource limit for each goal.
    ``readings``: fixed, or None when all readings were left free.  ``obligations``: those not shown; while there is
    one, nothing counts as proved.  ``dead``: transitions that the hypothesis never enables.  ``models``: the
    solver's answers with states in which every claim holds that is shown here.  ``unsure``: answers about transitions
    of which it is unknown whether the hypothesis enables them; with one, too, nothing counts as proved.
    """

    claims: list[ClaimVerdict]
    readings: tuple[int, ...] | None
    obligations: list[Answer]
    dead: list[int]
    goals: int
    frames: int
    by_sort: dict[str, int]
    seconds: float
    rlimit: int
    models: list[Answer] = field(default_factory=list)
    known: int = 0
    unsure: list[Answer] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether every obligation was shown, and each transition is possible, from claims that are all proved."""
        return not (self.obligations or self.dead or self.unsure)


class _Attempt:
    """One attempt under free or fixed readings."""

    def __init__(
        self,
        workers: Workers,
        system: ir.System,
        judges: Sequence[int],
        *,
        readings: tuple[int, ...] | None,
        rlimit: int,
        depth: int,
        given: Sequence[int],
    ) -> None:
        self.workers = workers
        self.given = tuple(conjuncts(system, given))
        self.system = system
        self.readings = readings
        self.rlimit = rlimit
        self.depth = depth
        self.progress: Callable[[int, int], None] | None = None
        self.alive = list(judges)
        self.claims: dict[int, ClaimVerdict] = {}
        self.lemmas: tuple[Lemma, ...] = ()
        self.followed: frozenset[int] = frozenset()
        self.typed: frozenset[int] = frozenset()
        self.typed_given: frozenset[int] = frozenset()
        self.follows: dict[int, tuple[int, ...]] = {}
        self.depths: dict[int, int] = {}
        self.against: dict[int, tuple[int, Answer]] = {}
        self.models: list[Answer] = []
        self.goals = 0
        self.known = 0
        self.frames = 0
        self.by_sort: dict[str, int] = dict.fromkeys(SORTS, 0)

    @property
    def order(self) -> Order:
        """What holds for all goals of a round."""
        return Order(self.lemmas, self.readings, self.rlimit, self.depth > 1, self.followed, self.typed)

    def ask(self, goals: Iterable[Goal]) -> list[Answer]:
        """Answer goals: known ones from the facts, the others by the workers.

        Some steps of judges that fail may get no answer.
        """
        goals = list(goals)
        known = self._facts(goals)
        left = [goal for goal in goals if goal not in known]
        workers, order = self.workers, self.order
        found = workers.decide(left, order, self.progress)
        for goal, answer in found.items():
            workers.facts.add(answer, self.readings)
            known[goal] = answer
            self._count(answer)
        if workers.kept is not None:
            workers.kept.keep(found.values(), order)
        answers = [known[goal] for goal in goals if goal in known]
        self.models += [answer for answer in answers if _of_hypothesis(answer)]
        return answers

    def _facts(self, goals: Iterable[Goal]) -> dict[Goal, Answer]:
        """The proofs of goals from the present lemmas: those of this run, and those that an earlier run has kept."""
        workers, lemmas, order = self.workers, set(self.lemmas), self.order
        known: dict[Goal, Answer] = {}
        for goal in goals:
            found = workers.facts.get(goal, self.readings, lemmas)
            if found is None and workers.kept is not None:
                found = workers.kept.get(goal, order)
                if found is not None:
                    workers.facts.add(found, self.readings)
                    workers.news = News(needed=workers.news.after([found]).needed)
                    self.known += 1
                    self._count(found)
            if found is not None:
                known[goal] = found
        return known

    def _count(self, answer: Answer) -> None:
        """Count an answer that is new in this run."""
        self.goals += answer.goal not in self.workers.left | self.workers.lost
        self.frames += answer.frame
        if not answer.frame and answer.sort and answer.verdict != "unknown":
            self.by_sort[answer.sort] += 1

    def run(self) -> Proof:
        """Prove as many of the judges together as can be."""
        begun = time.perf_counter()
        later = self._by_steps()
        follow = self._to_follow(self.alive, later)
        wanted = plan(self.system, conjuncts(self.system, self.alive), {lemma[0] for lemma in self.given})
        if self.given:  # the range obligations have been shown with them; enabledness has not
            wanted = [g for g in wanted if not g.sites]
        self.lemmas = self.given
        known = self._facts(self._to_follow(dict.fromkeys(judge for judge, _ in self.given)))
        self.typed_given = frozenset(goal.judge for goal, answer in known.items() if not answer.used)
        while True:
            self.lemmas = (*self.given, *conjuncts(self.system, self.alive))
            followed = self._known_to_follow(follow)
            steps = [g for g in wanted if not (g.lemmas and g.judge in followed)]
            shown = {goal.judge for goal in self._facts(g for g in follow if g.obligation == TYPED)}
            follow = [g for g in follow if g.obligation == TYPED or g.judge not in shown]
            found = self.ask([*follow, *steps])  # all at once: no process waits for the other
            late = self._late(found, later)
            if late:
                follow = [a.goal for a in found if a.goal.obligation.entails and a.verdict == "proved"] + late
                continue
            following = self._following([a for a in found if a.goal.obligation.entails])
            follow = [answer.goal for answer in following.values()]
            asked = [a for a in found if not a.goal.obligation.entails]
            answers = self._inductive(asked, wanted, set(following))
            answers = [*following.values(), *self._deepen(self._enabled(answers))]
            lost = self._lost(answers)
            if not lost:
                break
            self.alive = [j for j in self.alive if j not in lost]
            wanted = [g for g in wanted if not (g.lemmas and g.judge in lost)]
        return self._proof(answers, time.perf_counter() - begun)

    def _to_follow(self, judges: Iterable[int], later: Container[int] = ()) -> list[Goal]:
        """The goals that judges hold in every typed state, and (but for those ``later``) follow from others."""
        conjuncts_of = {judge: tuple(conjuncts(self.system, [judge])) for judge in judges}
        typed = [Goal(TYPED, lemmas=lemmas) for lemmas in conjuncts_of.values()]
        return typed + [Goal(ENTAILED, lemmas=found) for j, found in conjuncts_of.items() if j not in later]

    def _by_steps(self) -> set[int]:
        """The judges that were shown by steps, by the hints: so they did not follow from others."""
        hinted = self.workers.hints if self.readings is None else None
        return shown_by_steps(hinted or {}) & set(self.alive)

    def _late(self, answers: Sequence[Answer], later: set[int]) -> list[Goal]:
        """The goals of those judges that are not asked whether they follow, but do, once a step was not shown."""
        open_ = {a.goal.judge for a in answers if a.goal.obligation.inductive and a.verdict != "proved"}
        late = sorted(open_ & later)
        later -= open_
        if not late or self.workers.spent:
            return []
        asked = [goal for goal in self._to_follow(late) if goal.obligation == ENTAILED]
        return [a.goal for a in self.ask(asked) if a.verdict == "proved"]

    def _known_to_follow(self, goals: Iterable[Goal]) -> frozenset[int]:
        """Find the judges that are known to follow from the present lemmas."""
        known = grounded(_by_judge(self._facts(goals).values()))
        self._note_following(known)
        return self.followed

    def _note_following(self, found: Mapping[int, Answer]) -> None:
        """Keep which judges follow from others, and which of them, or of those given, hold in every typed state."""
        self.followed = frozenset(found)
        self.typed = self.typed_given.union(judge for judge, answer in found.items() if not answer.used)

    def _following(self, answers: Sequence[Answer]) -> dict[int, Answer]:
        """Find the judges that follow from others in each state; one that needs no others holds by construction."""
        found = grounded(_by_judge(a for a in answers if a.verdict == "proved"))
        for judge, answer in found.items():
            if not answer.used:
                self.claims[judge] = ClaimVerdict(judge, "by construction", (judge,), follows=())
        self._note_following(found)
        self.follows = {j: tuple(sorted(a.judges_used)) for j, a in found.items()}
        return found

    def _inductive(self, answers: list[Answer], wanted: Sequence[Goal], following: set[int]) -> list[Answer]:
        """Drop the answers about judges that follow from others, and ask the goals that were left out by mistake.

        A goal is left out by mistake if its judge was known to follow before, and no longer does.
        """
        out = following | {a.goal.judge for a in answers if a.against_induction}
        asked = {a.goal for a in answers}
        left = [goal for goal in wanted if goal.lemmas and goal not in asked and goal.judge not in out]
        kept = [a for a in answers if not (a.goal.lemmas and a.goal.judge in following)]
        return kept + (self.ask(left) if left else [])

    def _enabled(self, answers: list[Answer]) -> list[Answer]:
        """Try a transition that is not possible in one case in its other cases; one unknown case leaves it unknown."""
        for place, answer in enumerate(answers):
            if not answer.goal.obligation.witnessed or answer.verdict == "proved":
                continue
            best = answer
            for case in cases(self.system, answer.goal.transition)[1:]:
                (found,) = self.ask([replace(answer.goal, case=case)])
                if found.verdict == "proved" or best.verdict == "failed":
                    best = found
                if found.verdict == "proved":
                    break
            answers[place] = best
        return answers

    def _deepen(self, answers: list[Answer]) -> list[Answer]:
        """Try steps that were not shown again, from states that steps lead to; give a judge up at its first loss."""
        hopeless = {a.goal.judge for a in answers if a.goal.obligation.refutes and a.verdict == "failed"}
        for judge in self.alive:
            self.depths[judge] = 1
        for place, answer in enumerate(answers):
            goal, judge = answer.goal, answer.goal.judge
            if not goal.obligation.inductive or answer.verdict == "proved":
                continue
            self._note(judge, 1, answer)
            if judge in hopeless or self.workers.spent:
                continue
            for depth in range(2, self.depth + 1):
                self.depths[judge] = max(self.depths[judge], depth)
                found = self._deeper(goal, depth)
                self._note(judge, depth, found)
                if found.verdict == "proved" or found.goal.obligation.from_start:
                    break
            if self.depth > 1:
                answers[place] = found
                if found.verdict != "proved":
                    hopeless.add(judge)
        return answers

    def _note(self, judge: int, depth: int, answer: Answer) -> None:
        """Keep the first counterexample to induction of the greatest depth; with fewer lemmas it still is one."""
        if answer.against_induction and (judge not in self.against or self.against[judge][0] < depth):
            self.against[judge] = depth, answer

    def _unsettled(self, claim: ClaimVerdict) -> None:
        """Call a claim without a proof not inductive if it has a counterexample to induction, at any depth tried."""
        if claim.verdict == "unknown" and claim.judge in self.against:
            claim.verdict, claim.lemmas = "not inductive", ()
            claim.depth, claim.counterexample = self.against[claim.judge]

    def _deeper(self, goal: Goal, depth: int) -> Answer:
        """Answer a step at a depth; the first of its paths that fails decides."""
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
            if not goal.lemmas or answer.verdict == "proved":
                continue
            judge = goal.judge
            lost.add(judge)
            claim = self.claims.setdefault(judge, ClaimVerdict(judge, "unknown"))
            claim.depth = self.depths.get(judge, 1)
            if claim.verdict.startswith("failed") or claim.verdict == "by construction":
                continue
            if answer.verdict == "unknown":
                claim.open.append(answer)
            elif goal.obligation.refutes:
                claim.verdict, claim.counterexample = goal.obligation.refutes, answer
        for judge in lost:
            self._unsettled(self.claims[judge])
        return lost

    def _proof(self, answers: Sequence[Answer], seconds: float) -> Proof:
        open_ = [a for a in answers if a.goal.sites and a.verdict != "proved"]
        enabled = [a for a in answers if a.goal.obligation.witnessed]
        dead = [a.goal.transition for a in enabled if self._dead(a)]
        unsure = [a for a in enabled if a.verdict == "unknown"]
        rests = self._rests(answers)
        for judge in self.alive:
            if judge not in self.claims:
                whole = not open_ and not dead and not unsure
                verdict = "proved" if whole else "unknown"
                left = [] if whole else [*open_, *unsure]
                depth = self.depths.get(judge, 1)
                follows = self.follows.get(judge)
                self.claims[judge] = ClaimVerdict(
                    judge, verdict, rests[judge], open=left, depth=depth, follows=follows
                )
                self._unsettled(self.claims[judge])
        claims = [self.claims[j] for j in sorted(self.claims)]
        return Proof(
            claims,
            self.readings,
            open_,
            dead,
            self.goals,
            self.frames,
            self.by_sort,
            seconds,
            self.rlimit,
            self.models,
            self.known,
            unsure,
        )

    def _dead(self, answer: Answer) -> bool:
        """Say whether the lemmas bar a transition in every state, so that its steps would hold vacuously.

        What a size of the box bars has no step in it.  (What only falls silent has no such goal: it leaves every cell
        as it is, so that no lemma is needed for its steps.)
        """
        return answer.verdict == "failed" and not answer.frame

    def _rests(self, answers: Sequence[Answer]) -> dict[int, tuple[int, ...]]:
        """Find the judges that each proof rests on, directly, through other judges, or through range obligations."""
        direct: dict[int, set[int]] = {j: {j} for j in self.alive}
        shared: set[int] = set()
        for answer in answers:
            if answer.goal.lemmas:
                for lemma in answer.goal.lemmas:
                    direct.setdefault(lemma[0], {lemma[0]}).update(answer.judges_used)
            elif not answer.goal.obligation.witnessed:
                shared |= answer.judges_used
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


def _of_hypothesis(answer: Answer) -> bool:
    """Say whether an answer names a state in which all lemmas hold."""
    return bool(answer.cells) and not answer.goal.path and answer.goal.obligation.shows == answer.verdict


def _by_judge(answers: Iterable[Answer]) -> dict[int, Answer]:
    """The answers by judge; that it holds in every typed state comes before that it follows from others."""
    found: dict[int, Answer] = {}
    for answer in answers:
        if answer.goal.judge not in found or answer.goal.obligation == TYPED:
            found[answer.goal.judge] = answer
    return found


def grounded(answers: Mapping[int, Answer]) -> dict[int, Answer]:
    """Keep the judges that follow from others without a circle, in the given order.

    A judge may follow from one that was shown by induction, or from one that itself follows, unless a chain of these
    leads back to the first.
    """
    found: dict[int, Answer] = {}
    for judge, answer in answers.items():
        rest, todo = set(), [lemma[0] for lemma in answer.used]
        while todo:
            one = todo.pop()
            if one not in rest:
                rest.add(one)
                todo += [lemma[0] for lemma in found[one].used] if one in found else []
        if judge not in rest:
            found[judge] = answer
    return found


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
    ``workers``: of the same system; goals that they have shown before are not asked again.  ``progress``: gets how many
    goals of a round are done, and of how many; its exceptions end the proof.
    """
    fixed = None if readings is None else tuple(readings)
    with nullcontext(workers) if workers is not None else Workers(system) as those:
        attempt = _Attempt(those, system, judges, readings=fixed, rlimit=rlimit, depth=depth, given=given)
        attempt.progress = progress
        return attempt.run()


__all__ = ["DEPTH", "MOST_DEPTH", "RLIMIT", "ClaimVerdict", "Proof", "Workers", "prove"]
