"""What a store holds is believed only if it is of a key of one's own: files, lines, and the index made of them."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from queensbench.analyses.traceability.passed import read_tests, stored_file, written_tests
from queensbench.errors import BadInput
from queensbench.evidence import index
from queensbench.evidence.checked_lines import line_of
from queensbench.evidence.json_lines import JsonLines
from queensbench.evidence.keys import Key
from queensbench.evidence.proof_records import ProofRecords, written
from queensbench.evidence.store import Store, Verified
from queensbench.files.keyed_sums import VARIABLE, Whose

KEY = Key.of({"kind": "property", "name": "low", "ruleset": "steps", "mode": "walk", "instance": "small"})
ROW = {"verdict": "holds", "shown": "sampled", "seconds": 1.5}
OTHER = "another key, of more than thirty characters"


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def store(tmp_path: Path, said: list[str]) -> Store:
    """A store with one verdict."""
    store = Store(tmp_path / "store", warn=said.append)
    store.put(KEY, ROW)
    return store


def altered(path: Path, *, by: bytes | None = None) -> None:
    """Alter the payload of a verdict's file together with its checksum; ``by``: what stands there as keyed sum."""
    content = path.read_bytes().split(b'"content":', 1)[1][:-2].replace(b'"holds"', b'"fails"')
    sum_ = hashlib.sha256(content).hexdigest().encode()
    keyed = path.read_bytes().split(b",", 1)[1].split(b'"content":', 1)[0] if by is None else by
    path.write_bytes(b'{"checksum":"%s",%s"content":%s}\n' % (sum_, keyed, content))


def old_file(path: Path) -> None:
    """Write a verdict's file as an earlier version has done: with a checksum alone."""
    content = path.read_bytes().split(b'"content":', 1)[1][:-2]
    sum_ = hashlib.sha256(content).hexdigest().encode()
    path.write_bytes(b'{"checksum":"%s","content":%s}\n' % (sum_, content))


def told(store: Store) -> list[str]:
    """The verdicts that the index tells."""
    return [row["verdict"] for row in index.rows(store)]


NOT_BELIEVED = (
    "{folder}: what was stored here with {by} is not believed, and computed anew; `queensbench evidence verify` tells "
    "what is whose"
)


def test_a_verdict_that_was_altered_with_its_checksum_is_damaged(store: Store, said: list[str]) -> None:
    path = store.file(KEY)
    altered(path)
    assert stored_file(path) is None
    assert told(store) == []
    assert store.get(KEY, dict) is None
    assert said == [
        f"{path} is damaged: its keyed sum does not match; set aside as {path.name}.damaged, and computed anew"
    ]


@pytest.mark.parametrize("by", [Whose.OTHER, Whose.NOBODY])
def test_a_verdict_of_no_known_key_is_asked_again_and_that_is_said_once(
    store: Store, said: list[str], by: Whose
) -> None:
    path = store.file(KEY)
    keyed = b'"by":"%s","sum":"%s",' % (b"0" * 16, b"1" * 64) if by is Whose.OTHER else b""
    altered(path, by=keyed)
    second = Key.of({**KEY.parts, "name": "high"})
    store.put(second, ROW)
    altered(store.file(second), by=keyed)
    assert stored_file(path) is None
    assert told(store) == []
    assert [store.get(KEY, dict), store.get(second, dict)] == [None, None]
    assert said == [NOT_BELIEVED.format(folder=store.folder, by=by.value)]
    assert path.exists()
    assert store.verify() == Verified(Counter({by: 2}), [])
    store.put(KEY, ROW)
    assert store.get(KEY, dict) == ROW
    assert store.verify() == Verified(Counter({by: 1, Whose.OWN: 1}), [])


def test_two_keys_in_one_store(store: Store, said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(store.folder.parent))  # no key of one's own there
    monkeypatch.setenv(VARIABLE, OTHER)
    other = Store(store.folder, warn=said.append)
    assert told(other) == []
    assert other.get(KEY, dict) is None
    assert said == [NOT_BELIEVED.format(folder=store.folder, by="another key")]
    other.put(KEY, {**ROW, "verdict": "unknown"})
    assert told(other) == ["unknown"]


def test_a_verdict_under_another_verdict_s_name_is_none(store: Store) -> None:
    path = store.file(Key.of({**KEY.parts, "name": "high"}))
    path.parent.mkdir(exist_ok=True)
    store.file(KEY).rename(path)
    assert stored_file(path) is None
    assert told(store) == []


@pytest.mark.parametrize("kind", ["pipe", "folder", "link", "device"])
def test_what_is_no_file_is_set_aside_and_nobody_waits(store: Store, said: list[str], kind: str) -> None:
    path = store.file(KEY)
    path.rename(path.with_name("kept"))
    fault = f"it is a {kind}, no file"
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
            fault = "is a directory"
        case "link":
            path.symlink_to("kept")
        case _:
            path.symlink_to(os.devnull)
            fault = "it is a link, no file"
    assert told(store) == []
    assert stored_file(path) is None
    assert store.get(KEY, dict) is None
    assert said == [f"{path} is damaged: {fault}; set aside as {path.name}.damaged, and computed anew"]
    assert store.put(KEY, ROW)
    assert store.get(KEY, dict) == ROW
    path.unlink()
    path.with_name(f"{path.name}.damaged").rename(path)
    assert store.verify() == Verified(Counter(), [(path, fault)])


def test_a_store_is_emptied_of_what_is_no_file_too(store: Store) -> None:
    folder = store.file(KEY).parent
    pipe, link, inner = (f"{digit * 64}.json" for digit in "123")
    os.mkfifo(folder / f"{pipe}.damaged")
    (folder / link).symlink_to("none")
    (folder / f"{inner}.damaged").mkdir()
    (folder / "notes.json").write_text("not ours")
    (store.folder / "form").unlink()
    (store.folder / "form").mkdir()
    assert store.clear() == 2
    assert sorted(path.relative_to(store.folder).as_posix() for path in store.folder.rglob("*")) == [
        ".gitignore",
        folder.name,
        f"{folder.name}/{inner}.damaged",
        f"{folder.name}/notes.json",
        "form",
    ]


LINE = line_of({"a": 1}).replace(b'"a"', b'"b"')


@pytest.fixture
def linked(store: Store, tmp_path: Path) -> Path:
    """Folders of a user's own, to which a store has links; answers the folder above them."""
    place = tmp_path / "own"
    for name in ("ab", "digests/ab", "proved", "mutants", "confirmed"):
        (place / name).mkdir(parents=True)
        files = {"package.json": b"{}", f"{'0' * 64}.json": b"{}", "thesis.txt": b"long", "log.jsonl": LINE}
        for file, text in files.items():
            (place / name / file).write_bytes(text)
    for name in ("form", ".gitignore"):
        (place / "digests" / name).write_bytes(b"kept")
    for name in ("ab", "digests", "proved", "mutants", "confirmed"):
        (store.folder / name).symlink_to(place / name)
    return place


def contents_of(place: Path) -> dict[str, bytes]:
    return {
        path.relative_to(place).as_posix(): path.read_bytes() for path in place.rglob("*") if path.is_file()
    }


def test_what_a_store_has_links_to_is_not_its_own(store: Store, linked: Path) -> None:
    before = contents_of(linked)
    assert len(before) == 22
    assert store.verify() == Verified(Counter({Whose.OWN: 1}), [])
    assert [row["name"] for row in index.rows(store)] == ["low"]
    assert store.clear() == 1
    assert contents_of(linked) == before


def test_nothing_is_kept_behind_a_link(store: Store, said: list[str], linked: Path) -> None:
    before = contents_of(linked)
    path = store.file(KEY)
    path.unlink()
    path.parent.rmdir()
    path.parent.symlink_to(linked / "ab")
    fault = f"{path.parent}: it is a link, no folder"
    assert not store.put(KEY, ROW)
    assert store.get(KEY, dict) is None
    assert said == [
        f"{fault}: the audit goes on, and its verdicts are not stored",
        f"{fault}: the audit goes on without the store",
    ]
    digests = Store(store.folder / "digests", within=store.folder, warn=said.append)
    assert not digests.put(KEY, ROW)
    assert said[2:] == [
        f"{digests.folder}: it is a link, no folder: the audit goes on, and its verdicts are not stored"
    ]
    proofs = store.folder / "proved" / "log.jsonl"
    ProofRecords(proofs, "b", warn=said.append, fresh=True).keep([("a", 1)])
    assert said[3:] == [f"{proofs} cannot be read: it is a link, no folder: no proof of a goal is kept"]
    with pytest.raises(BadInput) as caught:
        JsonLines(store.folder / "mutants" / "log.jsonl", fresh=True).read()
    assert (
        str(caught.value) == f"{store.folder / 'mutants'}: cannot be read: it is a link, no folder; remove it"
    )
    assert contents_of(linked) == before


# ---------------------------------------------------------------------------------------------- the index


def flipped(store: Store, old: bytes, new: bytes) -> None:
    """Write another word into the index, and nothing else."""
    path = store.folder / index.NAME
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    text = path.read_bytes()
    assert old in text
    path.write_bytes(text.replace(old, new))


def test_a_word_that_was_flipped_in_the_index_is_not_told(store: Store) -> None:
    assert told(store) == ["holds"]
    assert index.verify(store) == ""
    flipped(store, b"holds", b"fails")
    assert index.verify(store) == "1 of 1 rows are false"
    assert index.verify(store) == ""
    flipped(store, b"holds", b"fails")
    assert told(store) == ["holds"]
    assert index.verify(store) == ""
    flipped(store, b"holds", b"\xff\xff\xff\xff\xff")
    assert told(store) == ["holds"]
    flipped(store, b'{"key"', b'{"kex"')
    assert index.briefs(store)[0]["brief"].startswith('{"key"')


def test_a_row_of_another_verdict_is_not_told(store: Store) -> None:
    second = Key.of({**KEY.parts, "name": "high"})
    store.put(second, {**ROW, "verdict": "fails"})
    assert sorted(told(store)) == ["fails", "holds"]
    with closing(sqlite3.connect(store.folder / index.NAME)) as base:
        base.execute("UPDATE verdicts SET verdict = 'holds'")
        base.commit()
    assert index.verify(store) == "1 of 2 rows are false"
    with closing(sqlite3.connect(store.folder / index.NAME)) as base:
        base.execute("DELETE FROM verdicts WHERE digest = ?", (second.digest,))
        base.execute(
            "CREATE TRIGGER more AFTER INSERT ON verdicts BEGIN UPDATE verdicts SET verdict = 'no'; END"
        )
        base.commit()
    assert sorted(told(store)) == ["fails", "holds"]


def test_a_file_that_was_written_anew_with_the_old_date_is_read_again(store: Store) -> None:
    assert told(store) == ["holds"]
    path = store.file(KEY)
    before = path.stat()
    altered(path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert told(store) == []


@pytest.mark.parametrize("end", ["", "-wal", "-journal"])
def test_an_index_that_is_a_pipe_is_made_in_memory(store: Store, end: str) -> None:
    os.mkfifo(store.folder / f"{index.NAME}{end}")
    assert told(store) == ["holds"]
    assert index.verify(store) == ("it is a pipe, no file" if not end else "")


def test_an_index_of_other_columns_is_made_anew(store: Store) -> None:
    with closing(sqlite3.connect(store.folder / index.NAME)) as base:
        base.execute("CREATE TABLE verdicts (digest TEXT PRIMARY KEY)")
        base.execute(f"PRAGMA user_version = {index.VERSION}")
        base.commit()
    assert index.verify(store) == "it is no index"
    assert told(store) == ["holds"]
    with closing(sqlite3.connect(store.folder / index.NAME)) as base:
        assert base.execute("SELECT verdict FROM verdicts").fetchall() == [("holds",)]


# ---------------------------------------------------------------------------------------------- records


def old_line(content: Any) -> bytes:
    """A line as an earlier version has written it."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
    return b'{"checksum":"%s","content":%s}\n' % (hashlib.sha256(text).hexdigest()[:32].encode(), text)


def by_another(monkeypatch: pytest.MonkeyPatch, write: Callable[[], bytes]) -> bytes:
    with monkeypatch.context() as other:
        other.setenv(VARIABLE, OTHER)
        return write()


def test_kept_proofs_of_no_known_key_are_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lines"
    others = by_another(monkeypatch, lambda: written("b", 2))
    path.write_bytes(old_line({"key": "a", "proof": 1}) + others + written("c", 3))
    said: list[str] = []
    assert ProofRecords(path, "b", warn=said.append).found == {"c": [3]}
    assert said == [f"{path}: 2 of 3 lines are of no key and not believed: their goals are asked again"]
    assert path.read_bytes() == others + written("c", 3)  # another user may still want his


def test_a_kept_proof_that_was_altered_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(written("a", 1) + written("b", 2).replace(b'"proof":2', b'"proof":3'))
    said: list[str] = []
    assert ProofRecords(path, "b", warn=said.append).found == {"a": [1]}
    assert said == [f"{path} is damaged in 1 of 2 lines: their goals are asked again"]


def test_kept_proofs_in_a_pipe_are_told_of(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "lines")
    said: list[str] = []
    records = ProofRecords(tmp_path / "lines", "b", warn=said.append)
    records.keep([("a", 1)])
    assert said == [f"{tmp_path / 'lines'} cannot be read: it is a pipe, no file: no proof of a goal is kept"]


def test_records_of_a_run_are_believed_only_if_they_are_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lines"
    others = by_another(monkeypatch, lambda: line_of({"b": 2}))
    path.write_bytes(
        b'{"a": 1}\n' + others + line_of({"c": 3}).replace(b'"c":3', b'"c":4') + line_of({"d": 4})
    )
    said: list[str] = []
    assert JsonLines(path, warn=said.append).read() == [{"d": 4}]
    assert said == [f"{path}: 2 of 4 lines are of no key and not believed: what they tell is asked again"]
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(BadInput) as caught:
        JsonLines(path).read()
    assert str(caught.value) == f"{path}: cannot be read: it is a pipe, no file; remove it"


def test_records_are_verified_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    others = by_another(monkeypatch, lambda: line_of({"b": 2}))
    texts = {"mutants": others, "confirmed": line_of({"a": 1}), "proved": old_line({"c": 3})}
    texts["confirmed"] += b'{"a": 1}\n'
    for name, text in texts.items():
        (store.folder / name).mkdir()
        (store.folder / name / "one.jsonl").write_bytes(text)
    assert store.verify() == Verified(Counter({Whose.OWN: 1, Whose.OTHER: 1, Whose.NOBODY: 2}), [])
    os.mkfifo(store.folder / "mutants" / "two.jsonl")
    assert store.verify().damaged == [(store.folder / "mutants" / "two.jsonl", "it is a pipe, no file")]


@pytest.fixture(autouse=True)
def _time_limit() -> Iterator[None]:
    """Whoever waits for a pipe waits for ever: a signal ends the test instead."""
    import signal

    signal.alarm(60)
    yield
    signal.alarm(0)


def test_what_traced_tests_reached_is_believed_of_an_own_key_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = {"file": "tests/test_a.py", "outcome": "passed", "clauses": {"r": ["turn.roll"]}, "sum": "0"}
    path = tmp_path / "tests.json"
    path.write_text(written_tests({"test_a": test | {"outcome": "failed"}}))
    found = read_tests(path)
    assert found is not None
    assert found["tests"]["test_a"]["outcome"] == "failed"
    path.write_text(path.read_text().replace("failed", "passed"))
    assert read_tests(path) is None
    path.write_text(json.dumps({"format": found["format"], "tests": {"test_a": test}}))
    assert read_tests(path) is None
    path.write_text("[" * 100_000)
    assert read_tests(path) is None
    with monkeypatch.context() as others:
        others.setenv(VARIABLE, OTHER)
        path.write_text(written_tests({"test_a": test}))
    assert read_tests(path) is None
