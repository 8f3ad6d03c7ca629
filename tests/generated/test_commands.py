"""Commands asked of generated models: each ends with a verdict, or with a line that says what is not to be had."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.analyses.tiny import environment
from tests.generated.commands import CODES, INTERNAL, asked, faulty

ROOT = Path(__file__).resolve().parents[2]
ORDINARY = range(12, 14)
SLOW = range(20)
"""Parts of the slow stream, of five models each."""


def answers(folder: Path, stream: str, numbers: range) -> Counter[int]:
    """How often the commands ended with each exit code; none of them may end in a traceback."""
    words = [sys.executable, "-m", "tests.generated.commands", str(folder / "project")]
    done = subprocess.run(
        [*words, stream, str(numbers.start), str(numbers.stop)],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=1_500,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "FAULT" not in done.stdout
    return Counter(int(line.split()[0]) for line in done.stdout.splitlines() if line[:1].isdigit())


def test_commands_end_with_a_verdict_or_in_words(tmp_path: Path) -> None:
    found = answers(tmp_path, "ordinary", ORDINARY)
    assert set(found) <= CODES
    assert found[0] >= 10
    assert found.total() >= len(ORDINARY) * len(list(asked("r/m", "full", tmp_path)))


@pytest.mark.slow
@pytest.mark.parametrize("part", SLOW)
def test_commands_end_with_a_verdict_or_in_words_for_long(part: int, tmp_path: Path) -> None:
    found = answers(tmp_path, "slow", range(5 * part, 5 * part + 5))
    assert set(found) <= CODES


def test_what_counts_as_no_answer() -> None:
    assert faulty(INTERNAL, "queensbench: internal error")
    assert faulty(0, "Traceback (most recent call last)")
    assert faulty(2, " \n")
    assert not faulty(2, "queensbench: there is no mode; name one")
    assert not faulty(1, "refuted")
