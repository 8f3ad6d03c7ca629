"""Claims about single readings: faults in moves that only one reading has are noticed in games of the box as sold."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.queue4 import modes
from queensbench.engines.mutate.exhaustive import NOTICED
from queensbench.engines.mutate.sampled import BESIDE, PlayBench
from queensbench.language.modes import Mode
from queensbench.project import projects
from queensbench.rules.transforms.mutant_schemata import build_mutated, every

ROOT = Path(__file__).resolve().parents[2]


def noticed(mode: Mode, reading: str, rules: tuple[str, ...]) -> tuple[int, int, set[str]]:
    """How many faults of some rules show in games under a reading, how many a property notices, and which ones do."""
    ruleset = projects.load(ROOT).ruleset("queue4")
    mutants = [m for m in every(mode, mode.full, ruleset.name, ruleset.clause_names) if m.rule in rules]
    (mutated,), refused = build_mutated(
        mode, mode.full, mutants, ruleset.name, ruleset.clause_names, steps=True
    )
    assert not refused
    bench = PlayBench(mode, mode.full, mutated)
    chosen = dict(bench.readings())[reading]
    trials = []
    for number in range(1, len(mutants) + 1):
        games = bench._shown_first(number, chosen)
        if len(games):
            trials.append(bench._tried(number, chosen, games, len(games), BESIDE))
    told = [trial for trial in trials if trial.outcome == NOTICED and trial.by_property]
    return len(trials), len(told), {name for trial in told for name in trial.by}


def test_a_place_that_is_chosen_late_is_claimed() -> None:
    shown, told, by = noticed(modes.standard, "destination=queue", ("turned_up", "play"))
    assert (shown, told) == (17, 15)
    assert {"step.waits", "last.begins_when_seen"} <= by


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reading", "rules", "count", "claims"),
    [
        ("discard_whole=one_by_one", ("throw",), (72, 42), {"other.thrown_last", "other.thrown_from_above"}),
        ("jack_choice=unseen", ("may_begin_at_ball",), (9, 5), {"other.help_begins_the_last"}),
    ],
)
def test_what_one_reading_alone_allows_is_claimed(
    reading: str, rules: tuple[str, ...], count: tuple[int, int], claims: set[str]
) -> None:
    shown, told, by = noticed(modes.royal_ball, reading, rules)
    assert (shown, told) == count
    assert claims <= by
