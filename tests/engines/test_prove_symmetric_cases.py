"""Cases that differ by a renaming are shown once, and only where all rules and all claims respect it."""

from __future__ import annotations

from functools import cache

from queensbench.engines.prove.induction import prove
from queensbench.engines.prove.obligations import Goal
from queensbench.engines.prove.planning import cases, conjuncts, deepened, plan
from queensbench.engines.prove.symmetric_cases import image, standing
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engines.models import bench, left_out


@cache
def system(instance: str = "full") -> ir.System:
    chosen = next(one for one in bench.mode.all_instances() if one.name == instance)
    return build(bench.mode, chosen)


def judges(instance: str, *names: str) -> list[int]:
    return [number for number, judge in enumerate(system(instance).judges) if judge.name in names]


def payments(goals: list[Goal], instance: str = "full") -> list[Goal]:
    of = system(instance).transitions
    return [goal for goal in goals if goal.kind == "step" and of[goal.transition].name == "pay"]


def test_one_case_of_four_stands_for_the_others() -> None:
    lemmas = conjuncts(system(), judges("full", "conserved"))
    (goal,) = payments(plan(system(), lemmas))
    ((cell, raw),) = goal.case
    assert raw == 0
    assert sorted(goal.twins) == [((cell, 1),), ((cell, 2),), ((cell, 3),)]
    assert goal.unit.twins == ()


def test_a_claim_that_names_a_guest_keeps_all_cases() -> None:
    lemmas = conjuncts(system("named"), judges("named", "conserved"))
    assert len(payments(plan(system("named"), lemmas), "named")) == 4
    assert len(payments(plan(system("named"), lemmas, ()), "named")) == 1
    assert len(payments(plan(system("named"), lemmas, judges("named", "ann")), "named")) == 4
    both = conjuncts(system("named"), judges("named", "conserved", "ann"))
    assert len(payments(plan(system("named"), both, ()), "named")) == 8


def test_what_is_asked_from_the_start_is_asked_of_each_case() -> None:
    lemmas = conjuncts(system(), judges("full", "conserved"))
    (goal,) = payments(plan(system(), lemmas))
    early = [one for one in deepened(system(), goal, 2) if one.kind == "early"]
    assert sorted(one.case for one in early) == sorted((goal.case, *goal.twins))
    assert all(one.twins == () for one in early)


def test_verdicts() -> None:
    proof = prove(system(), range(len(system().judges)))
    found = {system().judges[claim.judge].name: claim.verdict for claim in proof.claims}
    assert found == {"conserved": "proved", "alone": "not inductive"}
    assert proof.obligations == []


def test_cases_are_gathered_by_images_of_images() -> None:
    kind = next(block.value for block in system().fields if isinstance(block.value, ir.KindType))
    turn, host = (block.offset for block in system().fields[:2])
    turned = (kind, (1, 2, 3, 0))
    assert image(system(), ((turn, 3), (host, 1)), turned) == ((turn, 0), (host, 2))
    cases = [((turn, a), (host, b)) for a in range(4) for b in range(4)]
    found = standing(system(), cases, [turned])
    assert [case for case, _ in found] == [((turn, 0), (host, b)) for b in range(4)]
    assert sorted(one for case, twins in found for one in (case, *twins)) == sorted(cases)
    assert standing(system(), cases[:1], []) == [(cases[0], ())]


def test_a_member_that_the_box_leaves_out_stands_for_nobody() -> None:
    """It has a number below 0; CAT, who is renamed to CAT, was once taken for its image, and never looked at."""
    three = build(left_out.mode, left_out.mode.instances[0])
    assert cases(three, 1) == [((0, -1),), ((0, 2),)]
    kind = three.cells[0]
    assert isinstance(kind, ir.KindType)
    assert standing(three, cases(three, 1), [(kind, (1, 0, 2))]) == [(((0, -1),), ()), (((0, 2),), ())]
    (claim,) = prove(three, [0], depth=2).claims
    assert claim.verdict == "not inductive"
