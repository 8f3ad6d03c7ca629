"""The same input has the same verdicts: however many processors there are, and whatever surrounds the process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.processes import environment, python, write_model
from tests.surfaces.projects import COUNTER

TIMES = ("seconds", "cached")
SCRIPT = """
import os, sys
os.umask({umask})
os.cpu_count = lambda: {processors}
from queensbench.surfaces.command.app import main
sys.exit(main(["audit", "counter", "--json", "-q", "--games", "500", "--plays", "plays"]))
"""


def timeless(value: Any) -> Any:
    """An answer without what it says of the run."""
    if isinstance(value, dict):
        return {key: timeless(one) for key, one in value.items() if key not in TIMES}
    return [timeless(one) for one in value] if isinstance(value, list) else value


def answer(
    folder: Path, *, processors: int = 1, umask: int = 0o022, **surroundings: str
) -> tuple[Any, Mapping[str, bytes]]:
    """What an audit says, and the plays that it stores."""
    write_model(folder, "counter", COUNTER)
    env = environment("TZ", "LC_ALL", "LANG", QUEENSBENCH_STORE="off", **surroundings)
    done = python(folder, "-c", SCRIPT.format(processors=processors, umask=umask), env=env)
    assert (done.returncode, done.stderr) == (3, "")
    plays = {path.name: path.read_bytes() for path in sorted((folder / "plays").rglob("*.json"))}
    assert len(plays) > 3
    return timeless(json.loads(done.stdout)), plays


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Mapping[str, bytes]]:
    return answer(tmp_path_factory.mktemp("plain"), PYTHONHASHSEED="0", TZ="UTC", LC_ALL="C.UTF-8")


def test_where_everything_around_it_is_otherwise(
    tmp_path: Path, plain: tuple[Any, Mapping[str, bytes]]
) -> None:
    other = answer(
        tmp_path, processors=4, umask=0o077, PYTHONHASHSEED="4242", TZ="Pacific/Chatham", LC_ALL="C"
    )
    assert other == plain


@pytest.mark.slow
@pytest.mark.parametrize(
    "other",
    [
        {"processors": 2},
        {"processors": 4},
        {"processors": 8},
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "random"},
        {"TZ": "Pacific/Chatham"},
        {"TZ": "nowhere"},
        {"LC_ALL": "C"},
        {"LC_ALL": "tr_TR.UTF-8"},
        {"umask": 0o077},
        {"umask": 0},
    ],
    ids=str,
)
def test_where_one_thing_around_it_is_otherwise(
    tmp_path: Path, plain: tuple[Any, Mapping[str, bytes]], other: dict[str, Any]
) -> None:
    assert answer(tmp_path, **other) == plain
