"""Cores of proofs: a shop whose needed blocks are named by hand, and a check that nothing less is enough."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from queensbench.engines.prove.induction import prove
from queensbench.engines.prove.proof_cores import Loose, Resting, Tracer
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engines.models import shop

SYSTEM = build(shop.mode, shop.mode.full, ruleset="toy")
NAMES = [judge.name for judge in SYSTEM.judges]


def traced(*names: str, rlimit: int = 4_000_000) -> Resting:
    return Tracer(SYSTEM, [NAMES.index(name) for name in names], [], rlimit=rlimit).run()


def named(system: ir.System, blocks: Sequence[tuple[int, ...]] | frozenset[tuple[int, ...]]) -> set[str]:
    return {" ".join(system.clauses[clause] for clause in block) for block in blocks}


def core_of(found: Resting) -> set[str]:
    assert found.core is not None
    return named(SYSTEM, found.core)


def test_coins_rest_on_where_they_come_from_and_where_they_go() -> None:
    found = traced("coins")
    assert core_of(found) == {"shop.start", "shop.out", "shop.in"}
    assert (found.lost, found.unsure) == ((), frozenset())


def test_leaving_rests_on_the_door_on_what_it_asks_and_on_paying_for_good() -> None:
    # loosened, `shop.pay` could take back that one has paid; `shop.may_leave` could answer yes to anybody
    assert core_of(traced("nobody-leaves-early")) == {"shop.door", "shop.may_leave", "shop.pay"}


def test_nothing_is_noted_because_nothing_happens_when_the_shop_is_shut() -> None:
    found = traced("noted")  # the rule that says so is asked by every transition, and answered once
    assert core_of(found) == {"shop.note", "shop.closed"}


def test_both_together_rest_on_the_blocks_of_both_and_a_note_is_needed_by_none() -> None:
    found = traced("coins", "nobody-leaves-early")
    needed = {"shop.start", "shop.out", "shop.in", "shop.door", "shop.may_leave", "shop.pay"}
    assert core_of(found) == needed
    assert named(SYSTEM, found.blocks) - needed == {"shop.note", "shop.shut", "shop.closed"}
    most = {NAMES[judge]: named(SYSTEM, blocks) for judge, blocks in found.most.items()}
    assert most["coins"] >= {"shop.start", "shop.out", "shop.in"}
    assert most["nobody-leaves-early"] >= {"shop.door", "shop.may_leave", "shop.pay"}
    assert found.lemmas == {judge: (judge,) for judge in found.judges}


def test_nothing_less_will_do_and_the_core_itself_does() -> None:
    found = traced("coins", "nobody-leaves-early")
    assert found.core is not None
    tracer = Tracer(SYSTEM, found.judges, [])

    def through(blocks: frozenset[tuple[int, ...]]) -> bool:
        return all(tracer._shown(goal, sorted(blocks), found.judges) for goal in tracer.goals)

    assert through(found.core)
    assert [through(found.core - {block}) for block in sorted(found.core)] == [False] * 6


def test_a_claim_that_one_step_does_not_show_is_not_traced() -> None:
    found = traced("coins", "three-in-the-till")
    assert [NAMES[judge] for judge in found.lost] == ["three-in-the-till"]
    assert [NAMES[judge] for judge in found.judges] == ["coins"]


def test_what_z3_does_not_decide_counts_as_needed_and_is_said_to_be_unsure() -> None:
    found = traced("coins", rlimit=1)
    whole = {"shop.start", "shop.out", "shop.in", "shop.pay", "shop.closed"}  # no other has to do with a coin
    assert core_of(found) == whole
    assert named(SYSTEM, found.unsure) == whole
    assert found.lost == ()


def test_with_every_block_kept_the_rules_are_as_they_stand() -> None:
    # what the prover shows is what the tracer shows, and the other way round
    proof = prove(SYSTEM, range(len(NAMES)))
    assert {NAMES[c.judge]: c.verdict for c in proof.claims} == {
        "coins": "proved",
        "nobody-leaves-early": "proved",
        "noted": "proved",
        "three-in-the-till": "not inductive",
    }


@pytest.mark.parametrize("clause", ["shop.out", "shop.note"])
def test_a_loosened_block_writes_anything_in_range(clause: str) -> None:
    loose = Loose(SYSTEM, [])
    loose.step([t.name for t in SYSTEM.transitions].index("pay"), loose.state("s."), [])
    loose.step([t.name for t in SYSTEM.transitions].index("note"), loose.state("s."), [])
    assert (SYSTEM.clauses.index(clause),) in loose.marks
    assert len(loose.fresh) == 4  # purse, till, paid, noted
