"""A few trials of each part of `make torture`, with a fixed seed; what the parts themselves do is tested beside."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, environment
from tests.torture.parts import PARTS

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="it looks for processes in /proc"
)


def test_nothing_of_a_few_trials_is_at_fault(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.torture",
            "--quick",
            "--report",
            str(report),
            "--folder",
            str(tmp_path / "folder"),
        ],
        cwd=ROOT,
        env=environment("QUEENSBENCH_STORE", "QUEENSBENCH_CODE", TORTURE_SHARE="0.01"),
        capture_output=True,
        text=True,
        check=False,
        timeout=1_200,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    found = json.loads(report.read_text("utf-8"))
    assert {row["part"]: row["done"] for row in found["parts"]} == {part.name: part.quick for part in PARTS}
    assert found["faults"] == 0


@pytest.mark.slow
def test_nothing_of_ten_minutes_is_at_fault(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.torture",
            "--seconds",
            "600",
            "--report",
            str(report),
            "--folder",
            str(tmp_path),
        ],
        cwd=ROOT,
        env=environment("QUEENSBENCH_STORE", "QUEENSBENCH_CODE"),
        capture_output=True,
        text=True,
        check=False,
        timeout=3_600,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    found = json.loads(report.read_text("utf-8"))
    assert found["faults"] == 0
    assert all(row["done"] for row in found["parts"])
