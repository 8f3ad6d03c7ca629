"""Hints: a proof is found again in the way in which it was found before, and a wrong hint changes no verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from queensbench.engines.prove import strategy
from queensbench.engines.prove.hints import (
    ALONE,
    AT_ONCE,
    FORMS,
    GROUP,
    NEAR,
    ONE,
    VALUES,
    WAYS,
    Hint,
    Hinted,
    Learnt,
    apart,
    split_by_values,
)
from queensbench.engines.prove.induction import Proof, prove
from queensbench.engines.prove.obligations import (
    ENABLED,
    ENTAILED,
    MANY,
    RANGE,
    STEP,
    TYPED,
    Answer,
    Goal,
    Lemma,
)
from queensbench.engines.prove.plain_questions import fewest
from queensbench.engines.prove.strategy import STRATEGIES
from queensbench.engines.prove.worker_pool import Share, cheap
from queensbench.rules.system import build, provable
from queensbench.rules.typed import ir
from tests.engines.models import ladder, purse, shop, twins
from tests.engines.test_kept_proofs import InMemory
from tests.generated.check_prove import Here

MODELS = {"twins": twins, "purse": purse, "ladder": ladder, "shop": shop}


def system(name: str) -> ir.System:
    mode = MODELS[name].mode
    return build(mode, mode.full)


def claims(of: ir.System, name: str) -> list[int]:
    mode = MODELS[name].mode
    known = provable(mode, mode.full)
    return [number for number, judge in enumerate(of.judges) if judge.name in known]


def proved(
    name: str, hints: Mapping[Hinted, Hint] | None
) -> tuple[Proof, dict[str, str], dict[Hinted, Hint]]:
    """A proof of all claims, the verdicts by claim, and the hints that it gives."""
    of = system(name)
    with Here(of, share=Share(hints=hints)) as workers:
        proof = prove(of, claims(of, name), depth=2, workers=workers)
    return proof, {of.judges[c.judge].name: c.verdict for c in proof.claims}, workers.learnt.hints


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, str]]:
    """How many goals each strategy was tried at, and with which verdict."""
    found: Counter[tuple[str, str]] = Counter()

    def spied(one: strategy.Strategy) -> strategy.Strategy:
        def attempt(question: Any, rlimit: int) -> Answer | None:
            answer = one.attempt(question, rlimit)
            found[one.name, "none" if answer is None else answer.verdict] += 1
            return answer

        return replace(one, attempt=attempt)

    monkeypatch.setattr(strategy, "STRATEGIES", tuple(map(spied, STRATEGIES)))
    return found


@pytest.mark.parametrize("name", MODELS)
def test_what_was_shown_by_z3_is_shown_as_hinted(name: str, attempts: Counter[tuple[str, str]]) -> None:
    first, verdicts, hints = proved(name, None)
    assert hints
    assert not [key for key in attempts if key[0] == "as hinted"]
    attempts.clear()
    second, again, _ = proved(name, hints)
    assert again == verdicts
    assert second.whole == first.whole
    assert attempts["as hinted", "proved"] > 0
    # a step that fails in one case shares its hint with those that hold in the others
    assert attempts["as hinted", "none"] == {"ladder": 1, "shop": 1}.get(name, 0)


class Noting(Here):
    """Workers that note which goals they were asked."""

    put: tuple[Goal, ...] = ()

    def decide(self, goals: Iterable[Goal], *rest: Any) -> dict[Goal, Answer]:
        goals = list(goals)
        self.put = (*self.put, *goals)
        return super().decide(goals, *rest)


def followed(hinted: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """The verdicts on twins, by claim, and of which claims it was asked whether they follow, by hints of steps."""
    of = system("twins")
    names = [judge.name for judge in of.judges]
    hints = {Hinted(0, names.index(name), ONE): Hint(AT_ONCE, frozenset()) for name in hinted}
    workers = Noting(of, share=Share(hints=hints))
    with workers:
        proof = prove(of, claims(of, "twins"), workers=workers)
    asked = {kind: [g.judge for g in workers.put if g.obligation == kind] for kind in (TYPED, ENTAILED)}
    assert asked[TYPED] == claims(of, "twins")
    verdicts = {names[claim.judge]: claim.verdict for claim in proof.claims}
    return verdicts, sorted(names[judge] for judge in asked[ENTAILED])


def test_what_was_shown_by_steps_is_not_asked_whether_it_follows_until_a_step_is_not_shown() -> None:
    """``alike`` alone is shown by steps; ``even`` follows from it, and ``small`` holds by construction."""
    verdicts, asked = followed([])
    assert verdicts["alike"] == verdicts["even"] == "proved"
    assert verdicts["small"] == "by construction"
    assert "alike" in asked
    known = [name for name in asked if name != "alike"]
    assert followed(["alike"]) == (verdicts, known)
    # a hint that is wrong costs a question: what does not hold after each step is asked late
    fail = [name for name, verdict in verdicts.items() if verdict not in ("proved", "by construction")]
    assert fail
    assert followed(["alike", *fail]) == (verdicts, known)
    # and what holds by construction is said to, whatever the hints say
    assert followed(["alike", "small"]) == (verdicts, [name for name in known if name != "small"])


def test_what_is_known_to_need_no_other_claim_is_not_asked_by_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the short question by itself was not answered, but the longer one was, and from no lemma."""
    real = strategy.decide

    def unanswered(context: Any, goal: Goal, rlimit: int) -> Answer:
        return Answer(goal, "unknown") if goal.obligation == TYPED else real(context, goal, rlimit)

    monkeypatch.setattr("queensbench.engines.prove.decider.decide", unanswered)
    of, records = system("twins"), InMemory()
    small = next(number for number, judge in enumerate(of.judges) if judge.name == "small")
    for known in (False, True):
        workers = Noting(of, share=Share(records=records))
        with workers:
            proof = prove(of, claims(of, "twins"), workers=workers)
        assert next(c.verdict for c in proof.claims if c.judge == small) == "by construction"
        steps = [goal for goal in workers.put if goal.judge == small and goal.obligation == STEP]
        assert bool(steps) is not known


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("split", [-1, 0, 99])
@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("name", ["twins", "purse"])
def test_a_wrong_hint_changes_no_verdict(name: str, way: str, split: int, every: bool) -> None:
    of = system(name)
    proof, verdicts, _ = proved(name, {})
    judges = frozenset(range(len(of.judges))) if every else frozenset[int]()
    hints = {
        Hinted(transition, judge, form, site): Hint(way, judges, split, itself=not every)
        for transition in range(len(of.transitions))
        for judge in range(-1, len(of.judges))
        for form in FORMS
        for site in (-1, *range(len(of.sites)))
    }
    wrong, again, _ = proved(name, hints)
    assert again == verdicts
    assert wrong.whole == proof.whole


def test_a_proof_as_hinted_rests_on_the_lemmas_that_it_was_put_with() -> None:
    of = system("twins")
    names = [one.name for one in of.judges]
    up = [one.name for one in of.transitions].index("up")
    everything = frozenset(range(len(names)))
    hints = {Hinted(up, names.index("even"), ONE): Hint(AT_ONCE, everything)}
    with Here(of, share=Share(hints=hints)) as workers:
        proof = prove(of, [names.index(name) for name in ("even", "alike")], workers=workers)
    (even,) = (claim for claim in proof.claims if claim.judge == names.index("even"))
    assert even.verdict == "proved"
    assert set(even.lemmas) == {names.index("even"), names.index("alike")}


def test_fixed_readings_deeper_steps_and_other_kinds_get_no_hint() -> None:
    answer = Answer(Goal(STEP, 1, lemmas=((0, ()),), path=(2,)), "proved", way=AT_ONCE)
    learnt = Learnt()
    learnt.note([answer, Answer(Goal(ENABLED, 1), "proved", way=AT_ONCE)])
    learnt.note([Answer(Goal(STEP, 1, lemmas=((0, ()),)), "proved")])  # by no way that a hint has
    learnt.note([Answer(Goal(STEP, 1, lemmas=((0, ()),)), "unknown", way=AT_ONCE)])
    assert learnt.hints == {}


def test_goals_of_a_claim_and_a_transition_share_a_hint() -> None:
    learnt = Learnt()
    one, two = ((4, (0,)),), ((4, (1,)),)
    learnt.note(
        [
            Answer(Goal(STEP, 1, lemmas=one), "proved", used=((4, (0,)), (5, ())), way=AT_ONCE),
            Answer(Goal(STEP, 1, lemmas=two), "proved", used=((4, (1,)), (6, ())), way=ALONE, split=2),
            Answer(Goal(STEP, 1, ((0, 1),), lemmas=two), "proved", used=(), way=ALONE, split=2),
            Answer(Goal(RANGE, 1, sites=(7,)), "proved", used=((4, (1,)),), way=ALONE),
            Answer(Goal(RANGE, 1, sites=(7, 8)), "proved", used=((4, (1,)),), way=AT_ONCE),
            Answer(Goal(STEP, 1, lemmas=one + two, args=(3,)), "proved", used=((4, (2,)),), way=AT_ONCE),
        ]
    )
    assert learnt.hints == {
        Hinted(1, 4, ONE): Hint(ALONE, frozenset({4, 5, 6}), 2, itself=True),
        Hinted(1, -1, ONE, 7): Hint(ALONE, frozenset({4})),
        Hinted(1, -1, GROUP): Hint(AT_ONCE, frozenset({4})),
        Hinted(1, 4, VALUES): Hint(AT_ONCE, frozenset({4})),
    }


def test_the_lemmas_of_a_hint() -> None:
    lemmas = [(4, (0,)), (4, (1,)), (5, ()), (6, ())]
    goal = Goal(STEP, 1, lemmas=((4, (1,)),))
    assert Hint(AT_ONCE, frozenset({4, 6})).chosen(goal, lemmas) == [(4, (0,)), (4, (1,)), (6, ())]
    assert Hint(AT_ONCE, frozenset({4, 6}), itself=True).chosen(goal, lemmas) == [(4, (1,)), (6, ())]


def test_near_lemmas_come_first_and_then_all_of_the_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Near is what has no arguments, speaks of no table, or of a cell that the goal speaks of."""
    cells = {
        (4, (0,)): {10},
        (4, (1,)): {11},
        (5, (0,)): {11, 12},
        (5, (1,)): {12},
        (6, (1,)): set(),
        (7, ()): {13},
    }
    of = SimpleNamespace(
        tabled=lambda lemma: cells[lemma],
        shares=lambda lemma, others: any(cells[lemma] & cells[other] for other in others),
    )
    given: list[list[Lemma]] = []

    def at_once(context: Any, goal: Goal, parts: Any, lemmas: list[Lemma], rlimit: int) -> Answer | None:
        given.append(list(lemmas))
        return Answer(goal, "proved") if len(lemmas) > 4 else None

    monkeypatch.setattr(strategy, "at_once", at_once)
    hints = (Hint(NEAR, frozenset({4, 5, 6, 7}), itself=itself) for itself in (False, True))
    goal = Goal(STEP, 1, lemmas=((4, (1,)),))
    answers = []
    for hint in (*hints, Hint(AT_ONCE, frozenset({5}))):
        question: Any = SimpleNamespace(
            context=SimpleNamespace(decider=of),
            goal=goal,
            hint=hint,
            lemmas=list(cells),
            parts=[],
            possible=[],
        )
        answers.append(strategy._hinted(question, 9))
    assert given == [
        [(4, (1,)), (5, (0,)), (6, (1,)), (7, ())],
        list(cells),
        [(4, (1,)), (5, (0,)), (6, (1,)), (7, ())],
        [lemma for lemma in cells if lemma != (4, (0,))],
        [(5, (0,)), (5, (1,))],
    ]
    assert [None if one is None else (one.way, one.split) for one in answers] == [
        (NEAR, -1),
        (NEAR, -1),
        None,
    ]


def test_lemmas_are_left_out_as_long_as_fewer_do() -> None:
    asked: list[list[Lemma]] = []
    answers: list[set[Lemma]] = [{(1, ()), (2, ())}, {(1, ())}, {(1, ())}]
    named = iter(answers)

    def refuted(terms: Any, lemmas: list[Lemma], rlimit: int) -> set[Lemma] | None:
        asked.append(lemmas)
        return next(named, None)

    unit: Any = SimpleNamespace(refuted=refuted)
    assert fewest(unit, [], [(3, ()), (2, ()), (1, ())], 9) == {(1, ())}
    assert asked == [[(1, ()), (2, ()), (3, ())], [(1, ()), (2, ())], [(1, ())]]
    assert fewest(unit, [], [(3, ())], 9) == {(3, ())}  # z3 does not say
    assert fewest(unit, [], [], 9) == set()


def test_what_is_split_by_values_is_begun_first_but_after_what_is_of_no_transition() -> None:
    of = system("purse")
    names = [one.name for one in of.transitions]
    begun: list[list[str]] = []

    class Spied(Here):
        def _run(self, jobs: Any, *rest: Any, **more: Any) -> Any:
            begun.append([names[job[0].transition] if job[0].transition >= 0 else "" for job in jobs])
            return super()._run(jobs, *rest, **more)

    for name in names:
        hints = {Hinted(names.index(name), 0, ONE): Hint(ALONE, frozenset(), 1)}
        assert split_by_values(hints) == {names.index(name)}
        begun.clear()
        with Spied(of, share=Share(hints=hints)) as workers:
            prove(of, claims(of, "purse"), workers=workers)
        orders = {tuple(dict.fromkeys(jobs)) for jobs in begun if len(set(jobs)) == len(names) + 1}
        assert orders == {("", name, *(other for other in names if other != name))}
    whole = {Hinted(4, 0, ONE): Hint(ALONE, frozenset())}
    assert split_by_values({Hinted(3, -1, ONE, 7): Hint(ALONE, frozenset(), 1), **whole}) == set()


def test_the_parts_by_which_goals_were_shown() -> None:
    step = Goal(STEP, 1, lemmas=((4, (0,)), (4, (1,))))
    ranges = Goal(RANGE, 1, sites=(7, 8))
    some = Hint(AT_ONCE, frozenset())
    one, values, group = (Hinted(1, 4, form) for form in (ONE, VALUES, GROUP))
    assert apart({}, step) == apart({group: some, one: some}, step) == ""
    assert apart({one: some}, step) == ONE
    assert apart({one: some, values: some}, step) == VALUES
    assert apart({one: some}, Goal(STEP, 2, lemmas=step.lemmas)) == ""
    assert apart({one: some}, step.parts()[0]) == ""
    assert apart({Hinted(1, -1, ONE, 8): some}, ranges) == ONE
    assert apart({Hinted(1, -1, ONE, 9): some}, ranges) == ""


class Solver:
    """Shows what ``able`` says, and tells what it was asked: how many conjuncts, and the budget."""

    def __init__(self, hints: Mapping[Hinted, Hint], able: int) -> None:
        self.system: Any = SimpleNamespace(transitions=(), functions=())
        self.task = SimpleNamespace(rlimit=4_000_000)
        self.tough: Counter[Goal] = Counter()
        self.symbolic = SimpleNamespace(hoists=False)
        self.hints, self.able = hints, able
        self.asked: list[int] = []

    def unit(self, goal: Goal) -> Any:
        return SimpleNamespace(hints=self.hints)

    def needless(self, goal: Goal) -> bool:
        return False

    def decide(self, goal: Goal, rlimit: int | None = None) -> Answer:
        self.asked.append(len(goal.lemmas))
        return Answer(goal, "proved" if len(goal.lemmas) == self.able else "unknown")


def test_what_was_shown_by_its_parts_is_not_put_whole_unless_a_part_stays_open() -> None:
    goal = Goal(STEP, -1, lemmas=tuple((0, (n,)) for n in range(MANY)))
    parts = {Hinted(-1, 0, ONE): Hint(AT_ONCE, frozenset())}
    without, parted, late, whole = (
        Solver(hints, able)
        for hints, able in (
            ({}, 1),
            (parts, 1),
            (parts, MANY),
            (parts | {Hinted(-1, 0, GROUP): Hint(AT_ONCE, frozenset())}, MANY),
        )
    )
    found = [[one.verdict for one in cheap(solver, [goal])[0]] for solver in (without, parted, late, whole)]  # type: ignore[arg-type]
    assert found == [["proved"] * MANY, ["proved"] * MANY, ["proved"], ["proved"]]
    assert without.asked == [MANY, *[1] * MANY]
    assert parted.asked == [1] * MANY
    assert late.asked == [*[1] * MANY, MANY]
    assert whole.asked == [MANY]
