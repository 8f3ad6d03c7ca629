"""The three readers of The Queen Is Dead held against each other: with the other half, 20,000 comparisons a run."""

from __future__ import annotations

import pytest

from model.queen_is_dead.modes import INSTANCES, mode
from queensbench.project.projects import load
from queensbench.readers.differential.harness import harness
from queensbench.rules.mode_rules import rules_of

SMALL = [instance.name for instance in INSTANCES]
HALF = 10_000
SEED = 20_190_102
BALANCED = (0.4, 0.6)
"""Steps that are done and steps that are refused are both compared, neither at the cost of the other: at least 4,000 of
10,000 each.  The harness draws a refused step for every one that is done; states in which the rules break, of which
it draws without looking, move the share with the seed, to either side of a half.  A share outside these bounds says
that the draw has lost its balance.  That no transition is seldom done is asked by name below.
"""


@pytest.mark.parametrize(("instances", "least"), [(["full"], 100), (SMALL, 50)], ids=["full", "small"])
def test_the_readers_agree(instances: list[str], least: int) -> None:
    assert load().ruleset("queen-is-dead").modes == {"standard": mode}
    report = harness(
        mode, ruleset="queen-is-dead", instances=instances, comparisons=HALF, least=least, seed=SEED
    )
    print(report.summary())
    assert not report.mismatch
    assert report.comparisons >= HALF
    assert BALANCED[0] <= report.enabled_share <= BALANCED[1]
    assert not report.seldom(least)
    assert set(report.tried) == {rule.name for rule in rules_of(mode).transitions}
    assert not report.undrawn()
    assert len(report.readings) >= 2 * len(mode.rulings.declared() if mode.rulings else ())
    assert {"refused", "done", "violation"} <= set(report.outcomes)
    assert report.z3["folded"] >= HALF // 20
    assert report.z3["integers"] + report.z3["bit-vectors"] >= 150
