"""Proofs by induction: each verdict on a model made for it, and nothing proved with a range or a transition open."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

import pytest
import z3

from queensbench.analyses.verdicts.proofs import proofs
from queensbench.engines.distinguish.executions import combinations
from queensbench.engines.prove import induction, lemma_consistency, worker_pool
from queensbench.engines.prove.case_split import harder
from queensbench.engines.prove.decider import Decider
from queensbench.engines.prove.induction import ClaimVerdict, Proof, prove
from queensbench.engines.prove.obligation_context import CASES
from queensbench.engines.prove.obligations import ENABLED, RANGE, STEP, Answer, Case, Goal, News, Order, Task
from queensbench.engines.prove.planning import cases, conjuncts, executed, pins, plan
from queensbench.engines.prove.terms import Simplifier, cased
from queensbench.engines.prove.worker_pool import FIRST, Share, Workers, cheap
from queensbench.language import Mode
from queensbench.readers.symbolic.counter_abstraction import Counting
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engine_box import EngineBox
from tests.engines.models import barred, brim, gap, hoard, ladder, looked, pinned, purse, quiet, shelf, urn


@cache
def system(name: str = "purse") -> ir.System:
    mode = purse.mode if name == "purse" else purse.leaky
    return build(mode, mode.full, ruleset="purse")


def number(name: str) -> int:
    return [judge.name for judge in system().judges].index(name)


@cache
def shown(readings: tuple[int, ...] | None, *names: str) -> Proof:
    chosen = [number(name) for name in names] or list(range(len(system().judges)))
    return prove(system(), chosen, readings=readings)


def verdicts(proof: Proof) -> dict[str, str]:
    return {system().judges[claim.judge].name: claim.verdict for claim in proof.claims}


def test_every_reading_at_once() -> None:
    proof = shown(None)
    assert verdicts(proof) == {
        "conserved": "proved",
        "typed": "by construction",
        "three": "not inductive",
        "six-and-nothing-taken": "proved",
        "starts-wrong": "failed at the start",
    }
    assert (proof.obligations, proof.dead) == ([], [])


def test_the_house_reading() -> None:
    found = verdicts(shown((0,)))
    assert found["three"] == "proved"
    assert found["conserved"] == "proved"


def test_what_a_proof_rests_on() -> None:
    claims = {claim.judge: claim for claim in shown((0,)).claims}
    assert number("three") in claims[number("three")].lemmas
    assert number("conserved") in claims[number("conserved")].lemmas


def counterexample(claim: ClaimVerdict) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    assert claim.counterexample is not None
    found = claim.counterexample
    return found.cells, found.args, found.readings


def test_a_counterexample_to_induction_is_a_typed_state_and_a_step_that_breaks_the_claim() -> None:
    claim = next(c for c in shown(None).claims if c.judge == number("three"))
    cells, args, readings = counterexample(claim)
    assert claim.counterexample is not None
    assert system().transitions[claim.counterexample.goal.transition].name == "take"
    assert all(t.lo <= raw <= t.hi for raw, t in zip(cells, system().cells, strict=True))
    hand = {0: cells[1], 1: cells[2]}
    assert (hand[args[0]], readings, sum(cells[:3])) == (3, (1,), 6)


def test_an_obligation_that_fails_leaves_nothing_proved() -> None:
    proof = prove(system("leaky"), [0])
    assert [c.verdict for c in proof.claims] == ["unknown"]
    assert [system("leaky").transitions[a.goal.transition].name for a in proof.obligations] == ["grab"]


def test_a_transition_that_cannot_happen_leaves_nothing_proved() -> None:
    proof = prove(system("leaky"), [0])
    assert [system("leaky").transitions[t].name for t in proof.dead] == ["dream"]


@pytest.mark.parametrize("sort", ["integers", "bit-vectors"])
def test_both_sorts_of_numbers_answer_alike(sort: str) -> None:
    lemmas = tuple(conjuncts(system(), [number("conserved")]))
    decider = Decider(Task(system(), lemmas, None, 4_000_000), sort)
    goals = plan(system(), lemmas)
    assert {decider.decide(goal).verdict for goal in goals} == {"proved"}
    wrong = tuple(conjuncts(system(), [number("three")]))
    decider = Decider(Task(system(), wrong, (1,), 4_000_000), sort)
    failed = [g for g in plan(system(), wrong) if decider.decide(g).verdict == "failed"]
    assert {(g.kind, system().transitions[g.transition].name) for g in failed} == {
        ("step", "take"),
        ("obligation", "put_back"),  # the coins on the table are bounded by what is conserved
    }


def test_who_is_to_blame_is_not_asked_after_the_last_try(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def blamed(*given: object) -> set[int]:
        asked.append(len(asked))
        return {asked[-1]}

    monkeypatch.setattr(lemma_consistency, "_blamed", blamed)
    leaky = system("leaky")
    dream = [t.name for t in leaky.transitions].index("dream")
    (case, *_) = cases(leaky, dream)
    decider = Decider(Task(leaky, (), None, 4_000_000), "integers", ())
    assert decider.decide(Goal(ENABLED, dream, case)).verdict == "failed"
    assert asked == list(range(lemma_consistency.TRIES - 1))


def test_when_the_time_is_over_what_was_shown_before_stays_and_the_rest_is_unknown() -> None:
    typed, conserved = number("typed"), number("conserved")
    with Workers(system(), 600.0) as workers:
        first = prove(system(), [typed, conserved], workers=workers)
        assert not workers.spent
        workers.ends = 0.0
        again = prove(system(), [typed, conserved, number("three")], depth=2, workers=workers)
    assert verdicts(first) == {"typed": "by construction", "conserved": "proved"}
    assert verdicts(again) == {"typed": "by construction", "conserved": "proved", "three": "unknown"}
    assert again.goals == 0
    (claim,) = (c for c in again.claims if c.judge == number("three"))
    assert {a.reason for a in claim.open} == {"not asked, the budget was spent"}
    assert {g.lemmas[0][0] for g in workers.left if g.kind == "step"} == {number("three")}


def test_how_many_processes_are_at_work_may_change_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker_pool, "FEW_NODES", 1)
    judges = [number("typed"), number("conserved"), number("three")]
    alone = prove(system(), judges, depth=2)
    allowed = iter([1, 1, 2, 2, 1, *[2] * 1000])
    with Workers(system(), share=Share(lambda: 1)) as workers:
        one = prove(system(), judges, depth=2, workers=workers)
        assert len(workers.pool.processes) == 1
    with Workers(system(), share=Share(lambda: next(allowed))) as workers:
        some = prove(system(), judges, depth=2, workers=workers)
        assert len(workers.pool.processes) == 2
    for other in (one, some):
        assert (other.claims, other.goals, other.by_sort) == (alone.claims, alone.goals, alone.by_sort)


@pytest.mark.parametrize(
    ("few", "beginning", "alone", "processes"),
    [
        (10_000, 600.0, 600.0, 1),
        (10_000, 0.0, 0.0, 2),  # the time for the first answer is over
        (10_000, 600.0, 0.0, 2),  # that for the others is
        (1, 600.0, 600.0, 2),  # it is no small system
    ],
)
def test_a_small_system_has_one_process_until_that_takes_long(
    few: int, beginning: float, alone: float, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "FEW_NODES", few)
    monkeypatch.setattr(worker_pool, "BEGINNING", beginning)
    monkeypatch.setattr(worker_pool, "ALONE", alone)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    with Workers(system()) as workers:
        proof = prove(system(), [number("typed"), number("conserved")], workers=workers)
        assert len(workers.pool.processes) == processes
    assert verdicts(proof) == {"typed": "by construction", "conserved": "proved"}


def test_a_system_is_small_by_the_nodes_of_its_transitions(monkeypatch: pytest.MonkeyPatch) -> None:
    count = sum(executed(system(), place) for place in range(len(system().transitions)))
    for few, is_small in ((count, False), (count + 1, True)):
        monkeypatch.setattr(worker_pool, "FEW_NODES", few)
        assert worker_pool.small(system()) == is_small


def test_no_budget_is_unknown_and_says_so() -> None:
    lemmas = tuple(conjuncts(system(), [number("three")]))
    decider = Decider(Task(system(), lemmas, None, 1), "integers")
    (case,) = cases(system(), 0)
    answer = decider.decide(Goal(STEP, transition=0, case=case, lemmas=lemmas))
    assert answer.verdict == "unknown"
    assert answer.reason


@pytest.mark.parametrize("rlimit", [1, FIRST - 1, FIRST * FIRST - 1])
def test_a_part_of_a_small_budget_is_never_none_which_z3_takes_for_no_limit(
    rlimit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lemmas = tuple(conjuncts(system(), [number("three")]))
    (case,) = cases(system(), 0)
    given: list[int] = []
    decide = Decider.decide

    def seen(self: Decider, goal: Goal, limit: int | None = None) -> Answer:
        given.append(-1 if limit is None else limit)
        return decide(self, goal, limit)

    monkeypatch.setattr(Decider, "decide", seen)
    for group in (lemmas, lemmas * 9):  # few conjuncts and many
        decider = Decider(Task(system(), lemmas, None, rlimit), "integers")
        (pieces,) = cheap(decider, [Goal(STEP, transition=0, case=case, lemmas=group)])
        assert "unknown" in {piece.verdict for piece in pieces}
    assert min(given) == 1


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    lemmas = tuple(conjuncts(system(), [number("conserved"), number("six-and-nothing-taken")]))
    goals = [goal for goal in plan(system(), lemmas) if goal.kind == "step"]
    alone = [Decider(Task(system(), lemmas, None, 4_000_000), "integers").decide(goal) for goal in goals]
    decider = Decider(Task(system(), lemmas, None, 4_000_000), "integers")
    after = {goal: decider.decide(goal) for goal in reversed(goals)}
    assert [(a.verdict, a.used) for a in alone] == [(after[g].verdict, after[g].used) for g in goals]
    assert {a.verdict for a in alone} == {"proved"}


@pytest.mark.parametrize("lag", [1, 4])
def test_two_runs_name_the_same_lemmas_however_many_processes_work(
    lag: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Facts learnt from other units depend on their order, not on which process was quicker."""
    monkeypatch.setattr(worker_pool, "LAG", lag)
    monkeypatch.setattr(worker_pool, "FEW_NODES", 1)
    found = []
    for processes in (1, 2, 3, 3):
        monkeypatch.setattr("os.cpu_count", lambda count=processes: count)
        with Workers(system()) as workers:
            assert len(workers.pool.processes) == processes
            proof = prove(system(), range(len(system().judges)), workers=workers)
            used = {goal: [answer.used for _, answer in some] for goal, some in workers.facts.found.items()}
        models = [(model.goal, model.cells) for model in proof.models]
        found.append(([(c.judge, c.verdict, c.lemmas) for c in proof.claims], proof.goals, used, models))
    assert found[0][0][number("conserved")][1:] == ("proved", (number("conserved"),))
    assert found[1:] == found[:1] * 3


def test_a_judge_whose_step_fails_is_dropped_for_the_units_after_it() -> None:
    three, conserved = (tuple(conjuncts(system(), [number(name)])) for name in ("three", "conserved"))
    step = Goal(STEP, transition=0, lemmas=three)
    news = News().after([Answer(step, "failed")])
    assert news.lost == {number("three")}
    decider = Decider(Task(system(), (*three, *conserved), None, 4_000_000), "integers")
    (case,) = cases(system(), 0)
    goals = [Goal(STEP, transition=0, case=case, lemmas=group) for group in (three, conserved)]
    decider.begin(goals[0], False, news)
    assert [len(pieces) for pieces in cheap(decider, goals)] == [0, 1]
    decider.begin(goals[0], True, news)  # a round that tries deeper gives up no judge
    assert [len(pieces) for pieces in cheap(decider, goals)] == [1, 1]


def test_a_goal_is_tried_first_with_what_goals_like_it_often_needed() -> None:
    goal = Goal(STEP, transition=0, lemmas=((1, ()),))
    seen = [Answer(goal, "proved", ((1, ()), (2, ())))] + [Answer(goal, "proved", ((1, ()),))] * 3
    assert News().judges(goal) == {1}
    assert News().after(seen).judges(goal) == {1, 2}
    assert News().after([*seen, Answer(goal, "proved", ((1, ()), (3, ())))]).judges(goal) == {1}
    assert News().after(seen).judges(Goal(RANGE, transition=0, sites=(1,))) == set()


def test_a_term_by_cases_means_the_same_and_a_count_after_an_exchange_is_the_count_before() -> None:
    a, b, c = z3.Ints("a b c")
    p, q = z3.Bools("p q")
    one, two = z3.If(p, a, z3.If(q, b, c)), z3.If(p, b, z3.If(q, a, b))
    term = z3.Not(z3.If(one == 3, 1, 0) + z3.If(two == 3, 1, 0) == 1)
    split = cased(term, CASES, Simplifier(z3.main_ctx()))
    solver = z3.Solver()
    solver.add(term != split)
    assert solver.check() == z3.unsat
    assert z3.is_or(split)
    assert split.num_args() == 2
    before = z3.simplify(z3.Not(z3.If(a == 3, 1, 0) + z3.If(b == 3, 1, 0) == 1), sort_sums=True)
    swapped = z3.If(z3.If(p, a, b) == 3, 1, 0) + z3.If(z3.If(p, b, a) == 3, 1, 0) == 1
    split = cased(z3.Not(swapped), CASES, Simplifier(z3.main_ctx()))
    assert [before.eq(part.arg(1)) for part in split.children()] == [True, True]


def test_a_planted_fault_in_the_rules_is_not_proved() -> None:
    """The same rules, with one coin too many put back."""
    broken = system()
    index = next(i for i, f in enumerate(broken.functions) if f.name == "put_back")
    function = broken.functions[index]
    store = function.body[-1]
    assert isinstance(store, ir.Store)
    assert isinstance(store.value, ir.Arith)
    two = ir.Const(2, ir.IntType(2, 2))
    more = replace(store, value=replace(store.value, right=two, type=ir.IntType(2, 8)), site_value=0)
    changed = replace(function, body=(*function.body[:-1], more))
    functions = (*broken.functions[:index], changed, *broken.functions[index + 1 :])
    proof = prove(replace(broken, functions=functions), [number("conserved")])
    assert [c.verdict for c in proof.claims] == ["not inductive"]


def test_the_report_tries_the_house_reading_where_not_all_will_do() -> None:
    found = proofs(EngineBox("purse", purse.mode, purse.mode.full, system()))
    rows = {row["name"]: (row["verdict"], row["class"], row["reading"]) for row in found["properties"]}
    assert rows == {
        "conserved": ("holds", "proved", "every reading"),
        "typed": ("holds", "by construction", "every reading"),
        "three": ("holds", "proved", "house"),
        "six-and-nothing-taken": ("holds", "proved", "every reading"),
        "starts-wrong": ("fails", "unknown", "house"),
    }


@cache
def entered() -> ir.System:
    return build(barred.mode, barred.mode.full, ruleset="barred")


def test_a_start_that_its_own_requirement_refuses_leaves_nothing_proved() -> None:
    (claim,) = prove(entered(), [0]).claims
    assert claim.verdict == "unknown"
    (answer,) = claim.open
    assert (answer.verdict, answer.goal.kind, answer.readings) == ("failed", "base", (1,))
    (claim,) = prove(entered(), [0], readings=(0,)).claims
    assert claim.verdict == "proved"


def test_the_report_says_that_the_start_is_to_blame() -> None:
    found = proofs(EngineBox("barred", barred.mode, barred.mode.full, entered()))
    told = {"transition": "the start", "text": ["a `require` of the start"], "verdict": "failed"}
    assert found["obligations_open"] == [told]
    assert [(row["verdict"], row["reading"]) for row in found["properties"]] == [("holds", "house")]


# ---------------------------------------------------------------------------------------------- k-induction


@cache
def rungs() -> ir.System:
    """With the transitions that nothing enables left possible for the hypothesis: it names no rung but by claims."""
    return build(ladder.mode, ladder.mode.full, ruleset="ladder")


def climbed(name: str, depth: int) -> ClaimVerdict:
    judge = [judge.name for judge in rungs().judges].index(name)
    (claim,) = prove(rungs(), [judge], depth=depth).claims
    return claim


def test_a_claim_that_needs_one_step_back() -> None:
    claim = climbed("not-four", 1)
    assert (claim.verdict, claim.depth) == ("not inductive", 1)
    claim = climbed("not-four", 2)
    assert (claim.verdict, claim.depth) == ("proved", 2)


def test_a_claim_that_needs_two_steps_back_is_not_proved_with_one() -> None:
    claim = climbed("not-seven", 2)
    assert (claim.verdict, claim.depth) == ("not inductive", 2)
    assert claim.counterexample is not None
    assert claim.counterexample.cells[0] == 5
    assert [rungs().transitions[t].name for t in claim.counterexample.goal.path] == ["two"]
    claim = climbed("not-seven", 3)
    assert (claim.verdict, claim.depth) == ("proved", 3)


@pytest.mark.parametrize(("name", "depth", "path"), [("not-one", 2, []), ("not-two", 3, ["up"])])
def test_a_claim_that_is_false_soon_after_the_start_is_refused_by_the_base(
    name: str, depth: int, path: list[str]
) -> None:
    claim = climbed(name, depth)
    assert claim.verdict == "failed after the start"
    assert claim.counterexample is not None
    goal = claim.counterexample.goal
    assert (rungs().transitions[goal.transition].name, [rungs().transitions[t].name for t in goal.path]) == (
        "up",
        path,
    )
    assert claim.counterexample.cells[0] == len(path)


def test_the_report_names_the_depth_and_the_path() -> None:
    found = proofs(EngineBox("ladder", ladder.mode, ladder.mode.full, rungs()))
    rows = {
        row["name"]: (row["verdict"], row["class"], row["why"], row["depth"]) for row in found["properties"]
    }
    assert rows == {
        "not-four": ("holds", "proved", "proved", 2),
        "not-seven": ("unknown", "unknown", "not inductive", 2),
        "not-one": ("unknown", "unknown", "failed after the start", 2),
        "not-two": ("unknown", "unknown", "not inductive", 2),
    }
    steps = {row["name"]: row["counterexample_to_induction"] for row in found["properties"]}
    assert steps["not-seven"]["step"] == "two, two()"


# --------------------------------------------------------------- what is known where a deeper attempt shows nothing


class Tired(Workers):
    """They leave every deeper goal undecided."""

    def decide(
        self, goals: Iterable[Goal], order: Order, told: Callable[[int, int], None] | None = None
    ) -> dict[Goal, Answer]:
        goals = list(goals)
        found = super().decide([g for g in goals if not g.path and g.kind != "early"], order, told)
        return found | {g: Answer(g, "unknown", reason="tired") for g in goals if g not in found}


@cache
def planks() -> ir.System:
    return build(gap.mode, gap.mode.full, ruleset="gap")


def step(claim: ClaimVerdict, of: ir.System) -> tuple[str, int, str, str, tuple[int, ...], int]:
    """The verdict and depth of a claim; the kind, transition, path and first cell before of its counterexample."""
    found = claim.counterexample
    assert found is not None
    name = of.transitions[found.goal.transition].name
    return claim.verdict, claim.depth, found.goal.kind, name, found.goal.path, found.cells[0]


def test_a_claim_whose_deeper_attempt_is_undecided_keeps_its_counterexample() -> None:
    with Tired(rungs()) as workers:
        (claim,) = prove(rungs(), [0], depth=2, workers=workers).claims
    assert step(claim, rungs()) == ("not inductive", 1, "step", "one", (), 3)
    assert [(a.verdict, a.reason) for a in claim.open] == [("unknown", "tired")]


def test_the_depth_of_a_claim_that_is_not_inductive_is_that_of_its_counterexample() -> None:
    """Its second step is not tried deeper, as the first was in vain."""
    with Tired(planks()) as workers:
        (claim,) = prove(planks(), [0], depth=3, workers=workers).claims
    assert step(claim, planks()) == ("not inductive", 1, "step", "walk", (), 3)
    assert [a.verdict for a in claim.open] == ["unknown"]


def test_a_claim_that_only_a_deeper_attempt_shows_keeps_its_counterexample_while_a_range_is_open() -> None:
    proof = prove(planks(), [0], depth=2)
    (claim,) = proof.claims
    assert step(claim, planks()) == ("not inductive", 1, "step", "walk", (), 3)
    assert [(a.goal.kind, a.verdict) for a in proof.obligations] == [("obligation", "failed")]
    assert (claim.lemmas, claim.open) == ((), proof.obligations)
    (row,) = proofs(EngineBox("gap", gap.mode, gap.mode.full, planks()))["properties"]
    assert (row["verdict"], row["class"], row["why"], row["depth"]) == (
        "unknown",
        "unknown",
        "not inductive",
        1,
    )
    assert row["counterexample_to_induction"] == {"board": "at: 3", "step": "walk()", "readings": {}}
    assert [(one["transition"], one["verdict"]) for one in row["open"]] == [("jump", "failed")]


# --------------------------------------------------------------------------- transitions in several cases


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        (("failed", "unknown", "failed"), "unknown"),
        (("failed", "failed", "unknown"), "unknown"),
        (("unknown", "failed", "failed"), "unknown"),
        (("failed", "failed", "failed"), "failed"),
        (("failed", "unknown", "proved"), "proved"),
        (("unknown", "proved"), "proved"),
    ],
)
def test_a_transition_is_dead_only_if_it_is_in_each_of_its_cases(
    answers: tuple[str, ...], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    three: tuple[Case, ...] = (((0, 0),), ((0, 1),), ((0, 2),))
    monkeypatch.setattr(induction, "cases", lambda system, transition: three)
    with Workers(system()) as workers:
        attempt = induction._Attempt(workers, system(), [0], readings=None, rlimit=1, depth=1, given=())
        asked = iter(answers[1:])
        monkeypatch.setattr(attempt, "ask", lambda goals: [Answer(g, next(asked)) for g in goals])
        (found,) = attempt._enabled([Answer(Goal(ENABLED, 0, three[0]), answers[0])])
    assert found.verdict == verdict
    assert next(asked, None) is None


def test_a_transition_that_is_possible_only_once_the_game_is_over_is_dead() -> None:
    """Without the claim most levels at which one can pour are over; a witness is of one that is not."""
    of = build(brim.mode, brim.mode.full)
    spill = next(number for number, t in enumerate(of.transitions) if t.name == "spill")
    assert prove(of, [0]).dead == [spill]
    for lemmas in ((), tuple(conjuncts(of, [0]))):
        decider = Decider(Task(of, lemmas, None, 4_000_000), "integers", prefer=())
        found = {
            of.transitions[goal.transition].name: decider.decide(goal)
            for goal in plan(of, lemmas)
            if goal.kind == "alive"
        }
        assert {name: answer.verdict for name, answer in found.items()} == {
            "pour": "proved",
            "spill": "failed",
        }
        assert found["pour"].cells[0] < 2


def test_whether_a_play_has_stopped_may_depend_on_how_often_an_item_lies_in_a_sequence() -> None:
    of = build(hoard.mode, hoard.mode.full)
    lemmas = tuple(conjuncts(of, [0]))
    decider = Decider(Task(of, lemmas, None, 4_000_000), "integers", prefer=())
    assert isinstance(decider.symbolic, Counting)
    alive = [decider.decide(goal) for goal in plan(of, lemmas) if goal.kind == "alive"]
    assert [answer.verdict for answer in alive] == ["proved", "proved"]
    for answer in alive:
        length = answer.cells[of.fields[1].offset]
        assert answer.cells[:length].count(0) < 2
    assert prove(of, [0]).dead == []


def test_a_chance_event_of_weight_nothing_is_no_step() -> None:
    system = build(urn.mode, urn.mode.full)
    proof = prove(system, [])
    assert (proof.obligations, proof.dead) == ([], [])


def test_sums_over_places_whose_indices_are_not_known() -> None:
    system = build(shelf.mode, shelf.mode.full)
    proof = prove(system, [0, 1], readings=(0,), rlimit=1_000_000)
    assert [claim.verdict for claim in proof.claims] == ["proved", "proved"]
    assert (proof.obligations, proof.dead) == ([], [])
    lemmas = tuple(conjuncts(system, [0]))
    step = Goal(STEP, transition=0, lemmas=lemmas)
    lossy = Decider(Task(system, lemmas, (1,), 1_000_000), "integers")
    assert lossy.decide(step).verdict == "failed"


def test_a_hard_site_is_split() -> None:
    system = build(shelf.mode, shelf.mode.full)
    lemmas = tuple(conjuncts(system, [0]))
    decider = Decider(Task(system, lemmas, (0,), 1_000_000), "integers")
    (site,) = (i for i, site in enumerate(system.sites) if site.text == "s.out[c] += s.balls[shelf, c]")
    goal = Goal(RANGE, transition=0, sites=(site,))
    assert harder(decider.unit(goal), goal, lemmas, 1_000_000) is not None
    assert decider.decide(goal).verdict == "proved"


def test_what_is_put_back_needs_no_solver() -> None:
    lemmas = tuple(conjuncts(system(), [number("conserved")]))
    decider = Decider(Task(system(), lemmas, None, 1), "integers")
    for goal in (Goal(STEP, transition=0, lemmas=lemmas), Goal(STEP, transition=1, lemmas=lemmas)):
        assert decider.decide(goal) == Answer(goal, "proved", lemmas, frame=True)


def test_what_is_impossible_by_size_or_only_falls_silent_keeps_nothing_from_being_proved() -> None:
    system = build(quiet.mode, quiet.mode.full)
    proof = prove(system, [0])
    assert [claim.verdict for claim in proof.claims] == ["proved"]
    assert proof.dead == []
    lemmas = tuple(conjuncts(system, [0]))
    decider = Decider(Task(system, lemmas, None, 4_000_000), "integers")
    alive = [decider.decide(goal) for goal in plan(system, lemmas) if goal.kind == "alive"]
    assert [(a.verdict, a.frame) for a in alive] == [("proved", False), ("failed", True)]


# ---------------------------------------------------------------------------- what has been shown falsely, once


def test_what_leading_requirements_fix_is_what_every_run_requires_of_the_state_before_it() -> None:
    system = build(pinned.others, pinned.others.full)
    cells = {system.cells[cell]: cell for cell in (0, 1)}
    phase, at = cells.values()
    found = {t.name: pins(system, n) for n, t in enumerate(system.transitions)}
    assert found == {
        "calls": {},
        "falls_silent": {},
        "looks_too_far": {},
        "requires_too_far": {},
        "only_asks": {phase: (1, 2), at: (1,)},
    }


@pytest.mark.parametrize("mode", [pinned.returns, pinned.stores, looked.mode], ids=lambda mode: mode.name)
def test_a_false_claim_is_not_proved(mode: Mode) -> None:
    system = build(mode, mode.full)
    names = [judge.name for judge in system.judges]
    claims = prove(system, range(len(names)), depth=2).claims
    found = {names[claim.judge]: claim.verdict for claim in claims}
    assert {name for name, verdict in found.items() if verdict == "failed after the start"} == {
        name for name in names if name.startswith("bad")
    }
    assert {verdict for name, verdict in found.items() if not name.startswith("bad")} <= {"by construction"}


def test_a_range_that_is_left_before_a_requirement_is_seen() -> None:
    system = build(pinned.others, pinned.others.full)
    proof = prove(system, [])
    assert {system.transitions[a.goal.transition].name for a in proof.obligations} == {
        "looks_too_far",
        "requires_too_far",
    }


@pytest.mark.parametrize(("size", "goals"), [(4, 16), (5, 0), (1_000_000, 0)])
def test_a_goal_is_split_by_few_combinations_of_arguments_and_many_are_not_listed(
    size: int, goals: int
) -> None:
    whole = system()
    number = whole.transitions[0].function
    params = tuple((name, ir.IntType(0, size - 1)) for name in ("a", "b"))
    functions = list(whole.functions)
    functions[number] = replace(functions[number], params=params)
    wide = replace(whole, functions=tuple(functions))
    assert len(Goal(STEP, 0).fixed(wide)) == goals
    assert len(combinations(wide, number, 24)) == goals
