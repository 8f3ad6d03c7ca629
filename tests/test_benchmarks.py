"""The benchmarks: that they run, and that their table says what was measured."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as command
from benchmarks import beyond
from benchmarks.figures import CHANGED, Figure, fresh_copy

ROOT = Path(__file__).parents[1]
MODES = [
    *("queen-is-dead/standard", "queen-of-scots/standard"),
    *(f"queens-collection/{mode}" for mode in ("competitive", "cooperative", "solo", "teams")),
    *(f"queue4/{mode}" for mode in ("standard", "royal-ball", "bouquets", "ball-and-bouquets")),
    *(f"queue4/campaign{more}" for more in ("", "-royal-ball", "-bouquets", "-both")),
]
ROWS = [
    *["first state, queen-is-dead blades"] * 3,
    *(f"play, {mode}" for mode in MODES),
    "from changed model to first state",
    "explore, pilots",
    "memory, pilots",
    "explore, three words",
    "memory, three words",
    "play, full",
    "interpreter, full",
    "Hypothesis, full",
    "solve, six",
    "steps, six",
    "steps, duel",
    "all moves",
    "symmetry",
    "audit",
]


@pytest.mark.slow
def test_a_quick_run_measures_every_figure() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--quick", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    data = json.loads(run.stdout)
    assert data["quick"] is True
    assert data["machine"]["cores"] >= 1
    assert [row["name"] for row in data["figures"]] == ROWS
    assert all(row["value"] > 0 for row in data["figures"])
    # the interpreter is plain Python itself, and no plain search merges states
    assert [row["name"] for row in data["figures"] if row["plain"] is None] == [
        *ROWS[: 3 + len(MODES)],
        "interpreter, full",
        "Hypothesis, full",
        "symmetry",
    ]


def test_a_figure_is_held_against_its_target_and_beside_plain_python() -> None:
    fast = Figure("explore", 2e6, "states/s", 1e6, faster=True, plain=200.0)
    assert (fast.met, fast.ratio) == (True, 10_000.0)
    slow = Figure("audit", 100.0, "s", 90.0, plain=1_000.0)
    assert (slow.met, slow.ratio) == (False, 10.0)
    alone = Figure("symmetry", 7.16, "times fewer")
    assert (alone.met, alone.ratio) == (None, None)


def test_the_table_has_a_line_for_each_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        Figure("explore", 2e6, "states/s", 1e6, faster=True, plain=200.0, note="all 7 states"),
        Figure("audit", 100.0, "s", 90.0),
    ]
    monkeypatch.setattr(command, "figures", lambda load, progress: iter(rows))
    assert command.main(["--quick"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "quick: shows that everything runs, the figures mean nothing"
    assert lines[-2:] == [
        "explore 2,000,000 states/s ≥ 1,000,000 met 200 10,000 x all 7 states",
        "audit 100 s ≤ 90 missed",
    ]


def test_the_copy_has_one_constant_changed_and_no_caches() -> None:
    with fresh_copy() as copy:
        assert not list(copy.rglob("__pycache__"))
        old = (ROOT / CHANGED).read_text(encoding="utf-8").splitlines()
        new = (copy / CHANGED).read_text(encoding="utf-8").splitlines()
        changed = [(a.strip(), b.strip()) for a, b in zip(old, new, strict=True) if a != b]
    assert changed == [("tokens=3,", "tokens=4,")]


def test_a_large_box_goes_on_where_it_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the number of states that is known, or with exit code 1."""
    command_line = ["hanoi-10", "--scratch", str(tmp_path), "--memory", "512M"]
    assert beyond.main([*command_line, "--budget", "30000"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["complete"] is False
    assert first["states"] <= 30_000
    assert beyond.main(command_line) == 0
    whole = json.loads(capsys.readouterr().out)
    assert (whole["complete"], whole["states"], whole["known"], whole["levels"]) == (True, 3**10, 3**10, 1024)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(beyond.BOXES, "hanoi-10", beyond.BOXES["hanoi-10"]._replace(states=1))
        assert beyond.main(command_line) == 1
