"""Compiled rules go by a name of all that their code follows from, and by none where that cannot be told."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import queensbench
from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.runtime import compiling
from queensbench.engines.runtime.kernel_language import i64, kernel, p_i32
from queensbench.engines.simulate.kernels import PLAYER
from queensbench.readers.native import entry_points
from queensbench.readers.native.code_cache import FOLDER, QUICK
from queensbench.rules.system import build
from queensbench.rules.typed.ir import System
from tests.engines.models import ladder
from tests.processes import python


@pytest.fixture
def system() -> System:
    return build(ladder.mode, ladder.mode.full)


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[System]:
    """The systems of which a module is written from now on, with an empty cache of the user's."""
    written: list[System] = []
    entries: Callable[..., None] = entry_points.write_entries

    def write(made: Any, unused: Any) -> None:
        written.append(made.system)
        entries(made, unused)

    monkeypatch.delenv(FOLDER)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(entry_points, "write_entries", write)
    monkeypatch.setattr(compiling, "toolkit", lambda: "as it is")
    return written


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small toolkit in place of this one, that was made long ago."""
    for name in (
        "errors.py",
        "rules/one.py",
        "engines/two/three.py",
        "readers/a.py",
        "language/b.py",
        "surfaces/four.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, "utf-8")
    monkeypatch.setattr(queensbench, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setattr(compiling, "BEGUN", time.time() + 2 * compiling.SETTLED)
    compiling.toolkit.cache_clear()
    yield tmp_path
    compiling.toolkit.cache_clear()


def test_rules_that_were_compiled_before_are_not_written_again(system: System, texts: list[System]) -> None:
    first = compiling.compiled(system, PLAYER)
    again = compiling.compiled(system, PLAYER)
    assert (texts, first.level, again.level) == ([system], QUICK, QUICK)
    starts = [made.initial(made.new_env()) for made in (first, again)]
    assert starts[0][0] == starts[1][0] == 1
    assert starts[0][1].tolist() == starts[1][1].tolist()


def test_code_that_came_without_its_text_is_made_anew_as_any_other(
    system: System, texts: list[System]
) -> None:
    for _ in range(2):
        made = compiling.compiled(system, PLAYER)
    assert not made.ran(1e-4, left=0.0)
    assert len(texts) == 1
    assert made.ran(100.0)
    assert (made.level, len(texts)) == (1, 2)
    assert compiling.compiled(system, PLAYER).level == 1
    assert len(texts) == 2


def test_other_rules_loops_or_ways_have_other_names(system: System, texts: list[System]) -> None:
    stepping = replace(system, notes={**system.notes, "before": 1})
    ways: list[tuple[System, Any, dict[str, Any]]] = [
        (system, PLAYER, {}),
        (replace(system, judges=()), PLAYER, {}),
        (stepping, PLAYER, {}),
        (system, EXPLORER, {}),
        (system, PLAYER, {"counters": False}),
        (system, PLAYER, {"unused": {"qb_pack"}}),
    ]
    names = [
        compiling._name(one, loops, how.get("counters", True), sorted(how.get("unused", ())))
        for one, loops, how in ways
    ]
    assert len(set(names)) == len(ways)
    assert None not in names
    assert names[0] == compiling._name(build(ladder.mode, ladder.mode.full), PLAYER, True, [])


@kernel
def foreign(cells: p_i32) -> i64:
    """A loop that is not of the toolkit."""
    return cells[0]


def test_loops_from_elsewhere_have_no_name(system: System, texts: list[System]) -> None:
    assert compiling._name(system, [*PLAYER, foreign], True, []) is None


def test_a_name_covers_what_writes_code_and_no_more(package: Path) -> None:
    before = compiling.toolkit()
    (package / "surfaces/four.py").write_text("changed", "utf-8")
    compiling.toolkit.cache_clear()
    assert compiling.toolkit() == before is not None
    (package / "engines/two/three.py").write_text("changed", "utf-8")
    compiling.toolkit.cache_clear()
    assert compiling.toolkit() not in (None, before)


def test_a_toolkit_that_changed_just_now_has_no_name(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "BEGUN", time.time() + compiling.SETTLED / 2)
    os.utime(package / "rules/one.py", (0, 0))  # a date that was set says nothing
    assert compiling.toolkit() is None
    (package / "rules/one.py").unlink()
    (package / "errors.py").unlink()
    monkeypatch.setattr(compiling, "BEGUN", time.time() + 2 * compiling.SETTLED)
    compiling.toolkit.cache_clear()
    assert compiling.toolkit() is None


LATER = """
import time
import queensbench.language
now = time.time()
time.time = lambda: now + 3600
from queensbench.engines.runtime import compiling
assert compiling.BEGUN <= now, compiling.BEGUN - now
"""


def test_a_process_begins_with_the_first_module_of_the_toolkit_and_not_with_its_engines(
    tmp_path: Path,
) -> None:
    done = python(tmp_path, "-c", LATER)
    assert (done.returncode, done.stderr) == (0, "")
