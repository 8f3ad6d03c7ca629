"""Answers of plain rules, remembered by the symbolic reader."""

from __future__ import annotations

import z3

from queensbench.project.projects import load, system
from queensbench.readers.symbolic.execution import Symbolic
from queensbench.readers.symbolic.memo import Recall

RULESET = load().ruleset("queue4")
MODE = next(iter(RULESET.modes.values()))
SYSTEM = system(RULESET, MODE, MODE.full)


def test_a_rule_is_plain_if_it_only_looks() -> None:
    recall = Recall(SYSTEM)
    for transition in SYSTEM.transitions:
        assert recall.reads(transition.function) is None  # it stores
    assert SYSTEM.over is not None
    reads = recall.reads(SYSTEM.over)
    assert reads is not None
    assert 0 < len(reads) < len(SYSTEM.cells)


def test_the_same_terms_are_asked_once_and_others_anew() -> None:
    recall = Recall(SYSTEM)
    assert SYSTEM.over is not None
    reads = recall.reads(SYSTEM.over)
    assert reads
    symbolic = Symbolic(SYSTEM)
    cells = symbolic.state("s.")
    asked: list[int] = []

    def run() -> int:
        asked.append(len(asked))
        return len(asked)

    def ask(readings: list[int]) -> int:
        return int(recall.ask(SYSTEM.over or 0, [], cells, readings, run))

    readings = [0]
    assert ask(readings) == ask(readings) == 1
    cells[reads[0]] = True if z3.is_bool(cells[reads[0]]) else 1
    assert ask(readings) == 2
    assert ask([0]) == 3  # other readings: whatever was known is forgotten


def test_true_is_not_taken_for_one() -> None:
    recall = Recall(SYSTEM)
    values = iter(("a", "b"))
    assert SYSTEM.over is not None
    cells = Symbolic(SYSTEM).state("s.")
    first = recall.ask(SYSTEM.over, [True], cells, (), lambda: next(values))
    assert (first, recall.ask(SYSTEM.over, [1], cells, (), lambda: next(values))) == ("a", "b")
