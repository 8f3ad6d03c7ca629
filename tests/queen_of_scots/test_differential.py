"""The three readers of Queen of Scots held against each other: over 20,000 comparisons a run, every action included.

The assumed deck makes large positions, of which few are compared; decks of a few cards, in which every action comes up
often, do the rest.  The symbolic reader solves for one small deck alone; with known values it follows in all.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from model.queen_of_scots.cards import Card, Player, Sort
from queensbench.language import Instance
from queensbench.project.projects import load
from queensbench.readers.differential.harness import READERS, harness
from queensbench.readers.differential.report import Report
from queensbench.rules.mode_rules import rules_of

RULESET = load().ruleset("queen-of-scots")
MODE = RULESET.modes["standard"]


def _deck(name: str, hand: int, copies: dict[Card, int]) -> Instance:
    """A deck of a few cards, for many rounds."""
    names = {f"{card.name.lower()}{'es' if card == Card.JAMES else 's'}": k for card, k in copies.items()}
    sorts = {card.name for card in copies} | {"COURT", "JEWEL"}
    return Instance(
        name,
        "for this test",
        sizes={"hand": hand, "target": 1000, "most": max(copies.values()), "dearest": 50, "rounds": 9},
        keep={
            Card: tuple(copies),
            Sort: tuple(sort for sort in Sort if sort.name in sorts),
            Player: tuple(Player)[:2],
        },
        parameters=names,
        explore=False,
    )


WILD = _deck("wild", 5, {Card.COOK: 7, Card.JAMES: 3, Card.REGENT: 2, Card.JEWEL: 9})
DRY = _deck("dry", 4, {Card.COOK: 9, Card.JEWEL: 1})
CROWNS = _deck("crowns", 5, {Card.COOK: 5, Card.JEWEL: 12})
"""Nearly all are crown jewels, so that the pile is often topped by one when two are in hand and a set lies there."""
BARE = _deck("bare", 3, {Card.COOK: 3, Card.JEWEL: 12})
"""Nearly all are crown jewels, and a hand of three may be laid whole."""
BOXES = replace(MODE, instances=(WILD, DRY, CROWNS, BARE, *MODE.instances))

ALL_GO_ALONG = {
    "take_empties_hand": "AT_ONCE",
    "top_laid": "AT_ONCE",
    "going_out": "ANY_WAY",
    "forced_take": "EITHER_PILE",
    "jewel_partners": "HAND_BEFORE",
    "jewels_held": "TWO_OR_MORE",
    "jewel_any_set": "ANYBODYS",
    "jewel_target": "ANY_USE",
    "three_jewels": "SET",
    "royal_wilds": "ANY_NUMBER",
    "wild_take": "TWO",
}
"""Readings under which the whole hand may be laid with the topmost card, and a jewel given to another player's set."""

RUNS = {
    # Instance, seed: comparisons, how often each action at least if it can be, samples for z3.
    ("two", 1): (500, 0, 0),
    ("duel", 2): (1_500, 0, 1),
    ("dry", 3): (1_500, 0, 0),
    ("dry", 8): (10_000, 120, 0),
    ("wild", 4): (3_900, 110, 0),
    ("wild", 5): (3_900, 60, 0),
    ("crowns", 6): (2_000, 50, 0),
    ("bare", 2): (9_000, 120, 0),
}
READINGS = {"bare": ALL_GO_ALONG}
"""Readings that some rulings have in all comparisons of a deck; everything else is drawn."""


def compared(name: str, seed: int, comparisons: int, least: int, samples: int) -> Report:
    report = harness(
        BOXES,
        ruleset=RULESET.name,
        instances=[name],
        comparisons=comparisons,
        least=least,
        samples=samples,
        seed=seed,
        readers=replace(READERS, readings=READINGS.get(name, {})),
    )
    print(report.summary())
    assert not report.mismatch
    assert report.comparisons >= comparisons
    assert {"refused", "done", "violation"} <= set(report.outcomes)
    assert report.z3["folded"] >= comparisons // 20
    return report


@pytest.mark.parametrize(("name", "seed"), [("dry", 8), ("wild", 4)])
def test_the_readers_agree(name: str, seed: int) -> None:
    """A part of the comparisons of the slow test, for every change."""
    assert compared(name, seed, 1_000, 0, 0).enabled_share >= 0.4


@pytest.mark.slow
def test_the_readers_agree_and_every_action_is_compared_often_enough() -> None:
    """One test, as its last counts are of all runs together."""
    reports: list[Report] = []
    for (name, seed), (comparisons, least, samples) in RUNS.items():
        report = compared(name, seed, comparisons, least, samples)
        if samples:
            assert report.z3["integers"] + report.z3["bit-vectors"] >= 100
        reports.append(report)
    enabled: Counter[str] = Counter()
    for report in reports:
        enabled += report.enabled
    total = sum(report.comparisons for report in reports)
    print(total, sorted(enabled.items(), key=lambda item: item[1]))
    assert total >= 20_000
    assert enabled.total() >= 0.49 * total
    kinds = {rule.name: rule.kind for rule in rules_of(MODE).transitions}
    assert all(set(report.tried) == set(kinds) for report in reports)
    moves = {rule for rule, kind in kinds.items() if kind != "automatic"}  # others come by chance
    assert {rule: enabled[rule] for rule in moves if enabled[rule] < 100} == {}
    # Every reading of every ruling was drawn in some run.
    undrawn = set.intersection(*(set(report.undrawn()) for report in reports))
    assert undrawn == set()
