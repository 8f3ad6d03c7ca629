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
from tests.torture.fuzz import RUN, Corpus, Fuzzer, Reached, gather, other
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
    kept = folder / "corpus.json"
    corpus = Corpus.stored(kept, samples)
    made = Format(read, lambda root: samples, **more)
    return Fuzzer(made, NOBODY, corpus, folder / "files", Random(seed), kept)


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
    assert (found.read, found.corpus.texts[0], found.faults) == (40, "512M", {})
    assert 1 < len(found.corpus.texts) < 6  # no size, and too small a one
    assert list((tmp_path / "files").iterdir()) == []


def test_a_second_run_goes_on_with_the_corpus(tmp_path: Path) -> None:
    first = fuzzer(tmp_path, "512M")
    first.run(60, most=40)
    second = fuzzer(tmp_path, "512M", seed=2)
    assert second.corpus == first.corpus
    spent = first.corpus.seconds
    second.run(60, most=30)
    assert (second.read, second.corpus.read) == (30, 70)
    assert second.corpus.seconds > spent > 0
    assert second.corpus.texts[: len(first.corpus.texts)] == first.corpus.texts
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus.json", "files"]


def test_a_fault_is_told_once_and_its_text_stays(tmp_path: Path) -> None:
    found = fuzzer(tmp_path, "3G", "512M", "13G")
    found.run(60, most=3)
    (told,) = found.faults.values()
    assert told.startswith("000000: ZeroDivisionError: ")
    stand = [(tmp_path / "files" / name / "file.toml").read_text() for name in ("000000", "000002")]
    assert stand == ["3G", "13G"]
    again = fuzzer(tmp_path, "1G", seed=2)
    again.run(60, most=1)  # what was at fault before stays as well; "1G" is read, then both again
    stay = ["000000", "000002", "000004", "000006"]
    assert sorted(path.name for path in (tmp_path / "files").iterdir()) == stay


def test_what_a_killed_run_has_found_is_brought_home(tmp_path: Path) -> None:
    place = tmp_path / RUN / "plays" / "place"
    (place / "files" / "000007").mkdir(parents=True)
    Corpus(["512M"], 61.5, 40).store(place / "corpus.json")
    gather(tmp_path, "plays")
    gather(tmp_path, "plays")
    assert Corpus.stored(tmp_path / "plays" / "corpus.json", ["1G"]) == Corpus(["1G", "512M"], 61.5, 40)
    assert (tmp_path / "plays" / "files" / "000007").is_dir()
    assert list(place.iterdir()) == []


def test_what_is_no_json_any_more_is_changed_as_a_text() -> None:
    made = Format(read, lambda root: (), bent_text)
    changed = {other(made, "{", Random(seed)) for seed in range(20)}
    assert len(changed) > 5
