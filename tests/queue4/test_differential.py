"""The three readers of Queue 4 held against each other, in all modes: over 20,000 comparisons, each action a hundred times.

A few comparisons are made with the deck as sold, most in small boxes.  The symbols of a full position make the
symbolic reader slow, so that it is put to two small boxes alone; with known values it follows in the full box too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from queensbench.project.projects import load
from queensbench.readers.differential.harness import READERS, harness
from queensbench.rules.mode_rules import rules_of

RULESET = load().ruleset("queue4")

RUNS = {
    # Mode, box: comparisons, how often each action at least if it can be, samples for z3, seed.
    ("standard", "full"): (300, 0, 0, 1),
    ("ball-and-bouquets", "full"): (300, 0, 0, 2),
    ("standard", "six"): (1_500, 0, 1, 4),
    ("royal-ball", "opening"): (3_000, 120, 0, 8),  # the help of Jacks
    ("royal-ball", "pairs"): (1_000, 0, 0, 6),
    ("bouquets", "nosegay"): (1_700, 0, 0, 7),
    ("ball-and-bouquets", "jacks"): (1_500, 100, 0, 8),
    ("ball-and-bouquets", "twins"): (3_500, 120, 0, 7),  # opening pairs of equal rank
    ("campaign", "two_games"): (1_300, 0, 1, 10),
    ("campaign-royal-ball", "two_balls"): (1_100, 0, 0, 11),
    ("campaign-bouquets", "two_bouquets"): (1_500, 0, 0, 12),
    ("campaign-both", "two_of_both"): (1_500, 0, 0, 13),
}
READINGS = {box: {"jack_misplace": "LOSES_QUEUE"} for box in ("opening", "jacks")}
"""Readings that some rulings have in all comparisons of a box; everything else is drawn."""


def test_the_readers_agree_where_all_rules_meet() -> None:
    """A part of the comparisons of the slow test, for every change: campaigns of both variants have all rules."""
    report = harness(
        RULESET.modes["campaign-both"],
        ruleset=RULESET.name,
        instances=["two_of_both"],
        comparisons=800,
        least=0,
        samples=0,
        seed=13,
    )
    assert not report.mismatch
    assert report.comparisons >= 800
    assert {"refused", "done"} <= set(report.outcomes)
    assert report.enabled_share >= 0.4


@pytest.mark.slow
def test_the_readers_agree_and_every_action_is_compared_often_enough() -> None:
    """One test, as its last counts are of all runs together."""
    enabled: Counter[str] = Counter()
    compared = 0
    kinds: set[str] = set()
    for (name, box), (comparisons, least, samples, seed) in RUNS.items():
        mode = RULESET.modes[name]
        report = harness(
            mode,
            ruleset=RULESET.name,
            instances=[box],
            comparisons=comparisons,
            least=least,
            samples=samples,
            seed=seed,
            readers=replace(READERS, readings=READINGS.get(box, {})),
        )
        print(box, report.summary())
        own = {rule.name for rule in rules_of(mode).transitions}
        assert not report.mismatch
        assert report.comparisons >= comparisons
        assert {"refused", "done"} <= set(report.outcomes)
        assert report.z3["folded"] >= comparisons // 20
        assert set(report.tried) == own
        assert {name for name, _ in report.undrawn()} <= set(READINGS.get(box, {}))
        if box != "full":
            assert "violation" in report.outcomes
            assert report.enabled_share >= 0.49
        if samples:
            assert report.z3["integers"] >= 20 <= report.z3["bit-vectors"]
        kinds |= own
        enabled += report.enabled
        compared += report.comparisons
    print(compared, sorted(enabled.items(), key=lambda item: item[1]))
    assert {name for name, _ in RUNS} == set(RULESET.modes)
    assert compared >= 20_000
    assert enabled.total() >= 0.49 * compared
    assert {name: enabled[name] for name in kinds if enabled[name] < 100} == {}
