"""The three readers of The Queen's Collection held against each other, in all modes: over 20,000 comparisons a run.

Each mode is played in the box as sold and in small boxes.  The symbols of a full position make the symbolic
reader slow, so that it is put to small boxes alone; with known values it follows in the full box too.
"""

from __future__ import annotations

import pytest

from queensbench.project.projects import load
from queensbench.readers.differential.harness import harness
from queensbench.rules.mode_rules import rules_of

RULESET = load().ruleset("queens-collection")
SMALL = {
    "cooperative": ["young", "dealt"],
    "solo": ["young", "placed"],
    "competitive": ["duel"],
    "teams": ["session"],
}
FULL, FEW = 1_000, 4_400
"""Comparisons of a mode in the full box, and in small ones."""

ONCE = "deal_at_once"
"""Possible at the start of a few boxes only, so that there are too few positions for it."""


SEED, SEEDS = 20_190_101, {"teams": 5}
"""The seed of the small boxes; of a mode one with readings under which every action is often possible."""

SLOW = ("cooperative", "teams")
"""Modes that have most of their rules from others, and the largest positions."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(m, marks=pytest.mark.slow) if m in SLOW else m for m in sorted(RULESET.modes)],
)
def test_the_readers_agree(name: str) -> None:
    mode, book = RULESET.modes[name], RULESET.name
    full = harness(mode, ruleset=book, instances=["full"], comparisons=FULL, least=20, samples=0)
    seed = SEEDS.get(name, SEED)
    small = harness(mode, ruleset=book, instances=SMALL[name], comparisons=FEW, least=92, seed=seed)
    for report, share in ((full, FULL), (small, FEW)):
        print(report.summary())
        assert not report.mismatch
        assert report.comparisons >= share
        assert {"refused", "done", "violation"} <= set(report.outcomes)
        assert not report.undrawn()
        assert report.z3["folded"] >= share // 20
    enabled = full.enabled + small.enabled
    assert enabled.total() >= 0.49 * (full.comparisons + small.comparisons)
    kinds = {rule.name: rule.kind for rule in rules_of(mode).transitions}
    assert set(kinds) == set(full.tried) == set(small.tried)
    moves = {rule for rule, kind in kinds.items() if kind != "automatic"}  # others come by chance
    assert {rule for rule in moves if enabled[rule] < 100} <= {ONCE}
    assert enabled[ONCE] >= 20 or name not in ("cooperative", "solo")
    assert small.z3["integers"] + small.z3["bit-vectors"] >= 100


def test_all_modes_together_are_compared_often_enough() -> None:
    assert set(SMALL) == set(RULESET.modes)
    assert len(RULESET.modes) * (FULL + FEW) >= 20_000
