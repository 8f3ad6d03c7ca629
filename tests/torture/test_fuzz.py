"""What `make fuzz` does: it sees new lines, keeps the texts that reach them, and tells faults."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from queensbench.engines.runtime.memory import parse_size
from queensbench.errors import QueensbenchError
from tests.torture.formats import Format, Laid
from tests.torture.fuzz import Fuzzer, Reached, other
from tests.torture.tokens import bent_text

NOBODY = cast("Laid", None)


@pytest.fixture(autouse=True)
def unhurried() -> Iterator[None]:
    """The time of a text is over by a signal that ends the process: it is set, and never comes."""
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)


def read(path: Path, laid: Laid) -> None:
    parse_size(path.read_text(encoding="utf-8", errors="replace"))
    if path.read_text(encoding="utf-8", errors="replace").endswith("3G"):
        raise ZeroDivisionError


def fuzzer(folder: Path, *samples: str, seed: int = 1, **more: Any) -> Fuzzer:
    return Fuzzer(Format(read, lambda root: samples, **more), NOBODY, list(samples), folder, Random(seed))


def test_lines_that_were_run_before_are_not_new() -> None:
    reached = Reached()
    assert reached.during(lambda: parse_size("512M")) > 3
    assert reached.during(lambda: parse_size("512M")) == 0
    with pytest.raises(QueensbenchError):
        reached.during(lambda: parse_size("none"))
    assert reached.during(lambda: parse_size("513M")) == 0
    assert reached.during(lambda: Path("x").exists()) == 0  # of others nothing counts


def test_texts_that_reach_new_lines_join_the_corpus(tmp_path: Path) -> None:
    found = fuzzer(tmp_path, "512M")
    found.run(60, most=40)
    assert (found.read, found.corpus[0], found.faults) == (40, "512M", {})
    assert 1 < len(found.corpus) < 6  # no size, and too small a one
    assert list(tmp_path.iterdir()) == []


def test_a_fault_is_told_once_and_its_text_stays(tmp_path: Path) -> None:
    found = fuzzer(tmp_path, "3G", "512M", "13G")
    found.run(60, most=3)
    (told,) = found.faults.values()
    assert told.startswith("000000: ZeroDivisionError: ")
    assert [(tmp_path / name / "file.toml").read_text() for name in ("000000", "000002")] == ["3G", "13G"]


def test_what_is_no_json_any_more_is_changed_as_a_text() -> None:
    made = Format(read, lambda root: (), bent_text)
    changed = {other(made, "{", Random(seed)) for seed in range(20)}
    assert len(changed) > 5
