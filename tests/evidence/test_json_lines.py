"""A file of JSON lines: what is read of a damaged one, and that a run goes on where nothing can be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from queensbench.analyses.mutation.journal import Journal
from queensbench.engines.mutate.exhaustive import Trial
from queensbench.evidence.checked_lines import line_of
from queensbench.evidence.json_lines import JsonLines


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "new" / "lines"
    file = JsonLines(path)
    assert file.read() == []
    file.append({"a": 1})
    file.append({"b": ["ü"]})
    assert path.read_bytes() == line_of({"a": 1}) + line_of({"b": ["ü"]})
    assert JsonLines(path).read() == [{"a": 1}, {"b": ["ü"]}]


@pytest.mark.parametrize("more", [b'{"b"', b'{"b": 2}\n', b"[2]\nno line\n", line_of({"b": 2})[:-4]])
def test_a_line_that_is_not_whole_is_passed_over_and_ended(tmp_path: Path, more: bytes) -> None:
    path = tmp_path / "lines"
    text = line_of({"a": 1}) + more
    path.write_bytes(text)
    file = JsonLines(path)
    assert file.read() == [{"a": 1}]
    file.append({"c": 3})
    assert file.read() == [{"a": 1}, {"c": 3}]
    assert path.read_bytes() == text.rstrip(b"\n") + b"\n" + line_of({"c": 3})


def test_a_file_that_is_no_text_has_no_lines(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b'{"a": 1}\n\xff\n')  # neither line has a keyed sum
    assert JsonLines(path).read() == []
    assert Journal(path).known == {}


def test_a_fresh_file_is_empty_and_others_are_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    JsonLines(path).append({"a": 1})
    assert JsonLines(path, fresh=True).read() == []
    assert not path.exists()
    file = JsonLines(path)
    file.append({"a": 1})
    file.replace([{"b": 2}, {"c": 3}])
    file.append({"d": 4})
    assert path.read_bytes() == b"".join(map(line_of, ({"b": 2}, {"c": 3}, {"d": 4})))


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    file = JsonLines(tmp_path / "file" / "lines")
    file.append({"a": 1})
    assert (file.path, file.read()) == (None, [])
    none = JsonLines(None, fresh=True)
    none.append({"a": 1})
    none.replace([{"a": 1}])
    assert none.read() == []


def test_outcomes_of_mutants_count_in_the_stage_alone_that_found_them(tmp_path: Path) -> None:
    path, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    trial = Trial("noticed", ("low",), "said", ("up()", "down()"), gained=False)
    Journal(path).put("mutant", trial)
    assert Journal(path).known == {"mutant": trial}
    other.write_bytes(path.read_bytes())
    found = Journal(other)
    assert found.known == {}
    found.put("mutant", trial)
    assert Journal(other).known == {"mutant": trial}
