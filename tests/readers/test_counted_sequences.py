"""The reader that counts, held against interpreter and native code, which know nothing of counting."""

from __future__ import annotations

from dataclasses import replace

import pytest

from queensbench.project.projects import load
from queensbench.readers.differential.harness import READERS, harness
from queensbench.readers.symbolic.counted_sequences import uses
from queensbench.readers.symbolic.counter_abstraction import Counting
from queensbench.readers.symbolic.execution import Frame, Run, Symbolic
from queensbench.readers.symbolic.terms import Term
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engines.models import looked, piles
from tests.engines.test_prove_steps import remembered
from tests.readers.counted import Counted

COUNTED = replace(READERS, symbolic=Counted)

QUEUE4 = load().ruleset("queue4")
BOXES = [
    ("standard", "six"),
    pytest.param("royal-ball", "pairs", marks=pytest.mark.slow),
    pytest.param("bouquets", "nosegay", marks=pytest.mark.slow),
    pytest.param("ball-and-bouquets", "flowers", marks=pytest.mark.slow),
    pytest.param("campaign", "two_games", marks=pytest.mark.slow),
    pytest.param("campaign-royal-ball", "two_balls", marks=pytest.mark.slow),
    pytest.param("campaign-bouquets", "two_bouquets", marks=pytest.mark.slow),
    pytest.param("campaign-both", "two_of_both", marks=pytest.mark.slow),
]


def test_every_sort_of_sequence_is_read_alike() -> None:
    found = uses(build(piles.mode, piles.mode.full))
    names = [build(piles.mode, piles.mode.full).fields[number].name for number in found.tallies]
    assert names == ["pile", "lows", "flags", "one"]
    assert len(found.gathers) == 2
    report = harness(piles.mode, comparisons=3_000, least=5, readers=COUNTED)
    assert not report.mismatch
    assert not report.undrawn()
    assert report.comparisons >= 3_000
    assert min(report.z3["integers"], report.z3["bit-vectors"]) >= 25
    assert report.z3["integers, solved"] > 0


def test_lookups_that_are_one_term_are_read_alike() -> None:
    report = harness(looked.mode, comparisons=1_000, readers=COUNTED)
    assert not report.mismatch
    assert report.z3["integers"] > 10


def test_a_lookup_remembered_by_its_term_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counting, "_look", remembered)
    report = harness(looked.mode, comparisons=1_000, samples=40, readers=COUNTED)
    assert " as integers; " in report.mismatch


def test_an_item_that_is_not_counted_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store at a place that changes no number."""

    def forgetful(self: Counting, run: Run, frame: Frame, stmt: ir.Stmt, here: Term, path: Term) -> None:
        change = self.uses.changes.get(id(stmt))
        if change is not None and change.kind == "assign":
            Symbolic._statement(self, run, frame, stmt, here, path)
        else:
            statement(self, run, frame, stmt, here, path)

    statement = Counting._statement
    monkeypatch.setattr(Counting, "_statement", forgetful)
    report = harness(piles.mode, comparisons=3_000, readers=COUNTED)
    assert " folded; " in report.mismatch or " as integers; " in report.mismatch


@pytest.mark.parametrize(("mode", "instance"), BOXES)
def test_the_queues_of_a_rulebook_are_read_alike(mode: str, instance: str) -> None:
    report = harness(
        QUEUE4.modes[mode],
        ruleset="queue4",
        instances=[instance],
        comparisons=400,
        samples=1,
        readers=COUNTED,
    )
    assert not report.mismatch
    assert report.comparisons >= 400
    assert report.z3["integers"] > 0
