"""No reading leaves a player without a move where the game is not over and the rules are not silent."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.verdicts.other_readings import DEADLOCK, elsewhere, others
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.engines.mutate.readings import readings_together
from queensbench.engines.mutate.sampled import MIXED_WIDER, PlayBench
from queensbench.language.modes import Instance, Mode
from queensbench.project.projects import Ruleset, load, mode_instance, rulings_of, system
from queensbench.rendering import audit_tables
from queensbench.rendering.screen import Screen
from queensbench.rules.transforms.mutant_schemata import build_mutated, every
from spec.queue4.standard import QueueTotal
from tests.engine_box import EngineBox
from tests.faults.faults import Edit, Fault, copy_with, faults

ROOT = Path(__file__).resolve().parents[1]
MOST = 200_000
"""States of a box, under the house readings, that is exhausted under every other one as well."""

BOXES = [
    (ruleset.name, mode.name, instance.name)
    for ruleset in load(ROOT).rulesets.values()
    for mode in ruleset.modes.values()
    for instance in mode.all_instances()
    if instance.explore and instance.states <= MOST
]


def at(ruleset: str, mode: str, box: str) -> tuple[Ruleset, Mode, Instance]:
    found, its = load(ROOT).mode(f"{ruleset}/{mode}")
    return found, its, mode_instance(its, box)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "mode", "box"), BOXES, ids=["-".join(box) for box in BOXES])
def test_no_reading_of_one_ruling_leaves_nothing_to_do(ruleset: str, mode: str, box: str) -> None:
    found, its, instance = at(ruleset, mode, box)
    session = EngineBox(found.name, its, instance, system(found, its, instance))
    stuck = []
    for decl in rulings_of(its):
        for reading in decl.readings:
            if reading is decl.house:
                continue
            explored = session.explored({decl.name: reading})
            session.forget()
            if explored.deadlocks.count or not explored.complete:
                stuck.append((decl.name, reading.name, explored.deadlocks.count, explored.complete))
    assert stuck == []


QUICK = "queen-is-dead/standard"
MODES = [f"{ruleset.name}/{mode}" for ruleset in load(ROOT).rulesets.values() for mode in ruleset.modes]


SEEDS = (1, 2, 3)
"""By which mixtures of readings are drawn; ``mutate`` draws by the first."""


@pytest.mark.parametrize(
    ("path", "seed"),
    [
        pytest.param(path, seed, marks=() if path == QUICK and seed == 1 else (pytest.mark.slow,))
        for path in MODES
        for seed in SEEDS
    ],
)
def test_games_under_other_readings_alone_and_together_keep_all_claims(path: str, seed: int) -> None:
    """A claim of which one of several other readings changes what to expect may come out either way under all of them."""
    ruleset, mode = load(ROOT).mode(path)
    mutants = every(mode, mode.full, ruleset.name, ruleset.clause_names)[:1]
    (made,), _ = build_mutated(mode, mode.full, mutants, ruleset.name, ruleset.clause_names, steps=True)
    bench = PlayBench(mode, mode.full, made)
    under = {decl.name: {reading for reading, _ in decl.under} for decl in bench.decls}
    found = []
    for name, _ in bench.others() if seed == 1 else ():
        found += [(claim, name) for claim in bench.failing.get(name, ())]
    for name, chosen in readings_together(mode, made.system, seed):
        read = set(bench._members(chosen))
        failing = bench._base(chosen, MIXED_WIDER).failing
        found += [(claim, name) for claim in failing if not under[claim] & read]
    assert bench.left_out == {}
    assert found == []


def test_every_other_reading_of_every_ruling_is_played() -> None:
    found, its, _ = at("queue4", "campaign", "two_games")
    wanted = sum(len(decl.readings) - 1 for decl in rulings_of(its))
    run = Run(found, its, Options())
    asked = list(others(run))
    assert len(asked) == len({(name, reading) for one in asked for name, reading in one.items()}) == wanted
    beside = list(others(Run(found, its, Options(readings={"queue_total": QueueTotal.OVER_GAME}))))
    assert {"queue_total": QueueTotal.AT_ONCE} in beside
    assert all("queue_total" in one for one in beside)
    assert len(beside) == wanted


def test_an_audit_says_nothing_of_readings_under_which_all_is_as_expected() -> None:
    found, its, _ = at("queue4", "campaign", "two_games")
    assert elsewhere(Run(found, its, Options()), "two_games") == []


PLAYED = """
import json
from pathlib import Path
from queensbench.analyses.verdicts.other_readings import elsewhere
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.project.projects import load
ruleset, mode = load(Path.cwd()).mode("queue4/royal-ball")
rows = elsewhere(Run(ruleset, mode, Options()), "opening")
print(json.dumps([row.as_json() for row in rows]))
"""


@pytest.mark.slow
def test_a_jack_with_no_queue_left_is_found_without_being_known(tmp_path: Path) -> None:
    old = " or not any(takes_help(s, q) for q in Queue)"
    fault = Fault("queue4", "jack", "royal_ball.py", "A Jack asks only for a card.", (Edit(old, ""),))
    folder = copy_with(fault, tmp_path / "project")
    done = subprocess.run(
        [sys.executable, "-c", PLAYED], cwd=folder, capture_output=True, text=True, check=True
    )
    rows = [row for row in json.loads(done.stdout) if row["name"] == DEADLOCK]
    assert {row["reading"] for row in rows} >= {"queue_total=over_game", "queue_total=once_begun"}
    assert {(row["verdict"], row["class"], row["as_expected"]) for row in rows} == {
        ("fails", "refuted", False)
    }
    assert all(row["play"][-1].startswith("turn_up") for row in rows if "queue_total" in row["reading"])


STEPPED = """
import json
from pathlib import Path
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.analyses.verdicts.steps import steps
from queensbench.project.projects import load
ruleset, mode = load(Path.cwd()).mode("queue4/standard")
run = Run(ruleset, mode, Options(games=20, properties=("step.returned", "step.aimed")))
print(json.dumps([row.as_json() for row in steps(run, mode.full)]))
"""


def test_steps_are_judged_under_every_other_reading_too(tmp_path: Path) -> None:
    fault = next(one for one in faults("queue4") if one.name == "lost_then_returned")
    folder = copy_with(fault, tmp_path / "project")
    done = subprocess.run(
        [sys.executable, "-c", STEPPED], cwd=folder, capture_output=True, text=True, check=True
    )
    rows = [(row["name"], row["reading"], row["verdict"], row["class"]) for row in json.loads(done.stdout)]
    assert rows == [
        ("step.aimed", "house", "holds", "sampled"),
        ("step.returned", "house", "holds", "sampled"),
        ("step.returned", "return_timing=afterwards", "fails", "refuted"),
    ]
    (broken,) = (row for row in json.loads(done.stdout) if row["verdict"] == "fails")
    assert (broken["as_expected"], broken["play"][-1]) == (False, "shuffle_back()")


def test_what_was_played_under_another_reading_says_so() -> None:
    """The report's own reading stays in its head, and the row names the one under which it was played."""
    said = "200 games"
    row = PropertyRow(
        *(
            "shape.five",
            "always",
            "standard",
            "six",
            "order=late",
            "fails",
            "refuted",
            "holds",
            "play",
            0.5,
            said,
        ),
        play=None,
        state="unexpected",
    )
    text = io.StringIO()
    screen = Screen()
    screen.out = Console(file=text, width=100)  # type: ignore[assignment]
    audit_tables.report(screen, ModeReport("queue4", "Queue 4", "standard", properties=[row]))
    shown = text.getvalue()
    assert "Read with" not in shown
    assert re.search(
        r"^shape\.five +fails ✗ +refuted +six under order=late +play +0\.50$", shown, re.MULTILINE
    )
    assert "\n  shape.five on six under order=late: fails, expected holds; 200 games\n" in shown
