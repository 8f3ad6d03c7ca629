"""The store itself: what is written is read, what is damaged is set aside, what cannot be written is said once."""

from __future__ import annotations

import errno
import json
import os
import re
import sqlite3
import sys
import threading
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from queensbench.errors import BadInput
from queensbench.evidence import cache as kept
from queensbench.evidence import index
from queensbench.evidence.checked_lines import line_of
from queensbench.evidence.keys import TOOLKIT, Key, Sources
from queensbench.evidence.store import Store, Verified, place
from queensbench.files.keyed_sums import Whose

KEY = Key.of({"kind": "property", "name": "low", "ruleset": "steps", "mode": "walk", "instance": "small"})
ROW = {"verdict": "holds", "shown": "sampled", "seconds": 1.5, "ends": {"z": 1, "a": 2}}


def made(tmp_path: Path, **options: Any) -> tuple[Store, list[str]]:
    said: list[str] = []
    return Store(tmp_path / "store", warn=said.append, **options), said


def test_what_is_put_is_got_in_its_own_order(tmp_path: Path) -> None:
    store, said = made(tmp_path)
    assert store.get(KEY, dict) is None
    assert store.put(KEY, ROW)
    found = store.get(KEY, dict)
    assert found == ROW
    assert list(found["ends"]) == ["z", "a"]
    assert said == []
    assert (store.folder / ".gitignore").read_text() == "*\n"
    assert [path.name for path in store.file(KEY).parent.iterdir()] == [f"{KEY.digest}.json"]


def test_the_order_of_a_key_does_not_matter_and_each_part_does() -> None:
    assert Key.of({"a": 1, "b": (2, 3)}) == Key.of({"b": [2, 3], "a": 1})
    assert len({Key.of(parts).digest for parts in ({"a": 1}, {"a": "1"}, {"b": 1}, {"a": 1, "b": 1})}) == 4


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda text: text[:-20], "it is no verdict"),
        (lambda text: b"", "it is no verdict"),
        (lambda text: b"[1]", "it is no verdict"),
        (lambda text: text.replace(b"holds", b"fails"), "its checksum does not match"),
        (lambda text: text.replace(b'"low"', b'"lox"'), "its checksum does not match"),
    ],
)
def test_a_damaged_file_is_named_and_set_aside(tmp_path: Path, spoil: Any, fault: str) -> None:
    store, said = made(tmp_path)
    store.put(KEY, ROW)
    path = store.file(KEY)
    path.write_bytes(spoil(path.read_bytes()))
    spoilt = path.read_bytes()
    assert store.get(KEY, dict) is None
    aside = path.with_name(f"{path.name}.damaged")
    assert said == [f"{path} is damaged: {fault}; set aside as {aside.name}, and computed anew"]
    assert not path.exists()
    assert aside.read_bytes() == spoilt
    store.put(KEY, ROW)
    assert store.get(KEY, dict) == ROW
    assert len(said) == 1


def test_the_verdict_of_another_key_is_not_believed(tmp_path: Path) -> None:
    store, said = made(tmp_path)
    store.put(KEY, ROW)
    other = Key.of({**KEY.parts, "name": "four"})
    store.file(other).parent.mkdir(exist_ok=True)
    store.file(KEY).rename(store.file(other))
    assert store.get(other, dict) is None
    assert "it is the verdict of another key" in said[0]


def test_a_payload_that_cannot_be_decoded_is_damaged(tmp_path: Path) -> None:
    store, said = made(tmp_path)
    store.put(KEY, ROW)
    assert store.get(KEY, lambda data: data["missing"]) is None
    assert "it cannot be read back" in said[0]


def test_fresh_reads_nothing_and_writes_anew(tmp_path: Path) -> None:
    made(tmp_path)[0].put(KEY, ROW)
    store, _ = made(tmp_path, fresh=True)
    assert store.get(KEY, dict) is None
    store.put(KEY, {"verdict": "fails"})
    assert made(tmp_path)[0].get(KEY, dict) == {"verdict": "fails"}


def test_a_full_disk_is_one_line_and_leaves_nothing_half_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, said = made(tmp_path)
    store.put(KEY, ROW)

    def full(part: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    for name in "abc":
        assert not store.put(Key.of({"name": name}), ROW)
    assert said == [
        f"{store.folder}: no space left on device: the audit goes on, and its verdicts are not stored"
    ]
    assert store.get(KEY, dict) == ROW
    assert [path.name for path in store.folder.rglob("*.*") if path.name.endswith(".part")] == []


def test_a_store_that_cannot_be_listed_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked for by its name can be read and written all the same, so an audit goes on."""
    store, said = made(tmp_path)
    store.put(KEY, ROW)
    (store.folder / "form").unlink()

    listed = os.scandir

    def barred(path: Any = ".") -> Any:
        if Path(path) == store.folder:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return listed(path)

    monkeypatch.setattr(os, "scandir", barred)
    store.take_over()
    index.refresh(store)
    assert (store.get(KEY, dict), said) == (ROW, [])
    message = f"{store.folder}: cannot be read: permission denied; allow it, or name another store"
    for call in (store.verify, store.clear, lambda: index.rows(store), lambda: index.briefs(store)):
        with pytest.raises(BadInput) as refused:
            call()
        assert str(refused.value) == message


@pytest.mark.parametrize("part", ["verdicts", "proved"])
def test_a_folder_of_a_store_that_cannot_be_listed_is_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """Or `verify` would call a store whole of which it has not seen all; one that another has emptied is no fault."""
    store, _ = made(tmp_path)
    store.put(KEY, ROW)
    (store.folder / "proved").mkdir()
    folder = store.file(KEY).parent if part == "verdicts" else store.folder / part
    listed = os.scandir
    fault: OSError = PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def barred(path: Any = ".") -> Any:
        if Path(path) == folder:
            raise fault
        return listed(path)

    monkeypatch.setattr(os, "scandir", barred)
    message = f"{folder}: cannot be read: permission denied; allow it, or name another store"
    with pytest.raises(BadInput, match=re.escape(message)):
        store.verify()
    if part == "verdicts":
        with pytest.raises(BadInput, match=re.escape(message)):
            index.rows(store)
    fault = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    assert store.verify() == Verified(Counter({Whose.OWN: 1} if part == "proved" else {}))


def test_two_at_once_leave_a_whole_file(tmp_path: Path) -> None:
    stores = [made(tmp_path) for _ in range(2)]

    def write(store: Store) -> None:
        for number in range(100):
            store.put(KEY, {**ROW, "seconds": float(number), "text": "x" * number * 100})
            assert store.get(KEY, dict) is not None

    threads = [threading.Thread(target=write, args=(store,)) for store, _ in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [said for _, said in stores] == [[], []]
    assert stores[0][0].verify() == Verified(Counter({Whose.OWN: 1}), [])


def test_the_index_is_made_of_the_files(tmp_path: Path) -> None:
    store, _ = made(tmp_path)
    assert index.rows(store) == []
    keys = [Key.of({**KEY.parts, "name": name}) for name in "bac"]
    for key in keys:
        store.put(key, ROW)
    first = index.rows(store)
    assert [(row["name"], row["verdict"], row["class"], row["seconds"]) for row in first] == [
        (name, "holds", "sampled", 1.5) for name in "abc"
    ]
    store.put(keys[0], {**ROW, "verdict": "unknown"})
    store.file(keys[2]).unlink()
    assert [(row["name"], row["verdict"]) for row in index.rows(store)] == [("a", "holds"), ("b", "unknown")]
    assert index.rows(store, "other") == []
    assert len(index.rows(store, "steps", "walk")) == 2


def test_verdicts_in_brief_have_all_but_the_play(tmp_path: Path) -> None:
    store, _ = made(tmp_path)
    play = {"codes": [3, 1]}
    plain = Key.of({**KEY.parts, "rests": ["system", "d"], "toolkit": "t", "reading": {"tie": "both"}})
    shown = Key.of({**plain.parts, "name": "high"})
    other = Key.of({**plain.parts, "kind": "comparison"})
    store.put(plain, {**ROW, "play": None})
    store.put(shown, {**ROW, "play": play})
    store.put(other, {**ROW, "play": play})
    found = index.briefs(store)
    assert [(row["name"], row["digest"]) for row in found] == [("high", shown.digest), ("low", plain.digest)]
    parts = {"instance": "small", "mode": "walk", "rests": ["system", "d"], "toolkit": "t"}
    assert [json.loads(row["brief"]) for row in found] == [
        {"key": parts, "payload": {**ROW, "play": True}},
        {"key": parts, "payload": {**ROW, "play": False}},
    ]
    assert len(index.rows(store)) == 3


def test_an_index_that_is_refreshed_reads_no_file_when_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, _ = made(tmp_path)
    told = [store.written, store.put(KEY, ROW), store.written]
    assert told == [False, True, True]
    index.refresh(store)
    monkeypatch.setattr("queensbench.evidence.index._row", None)
    assert [row["name"] for row in index.rows(store)] == ["low"]


def test_an_index_of_an_older_form_is_made_anew(tmp_path: Path) -> None:
    store, _ = made(tmp_path)
    store.put(KEY, ROW)
    with closing(sqlite3.connect(store.folder / index.NAME)) as base:
        base.execute("CREATE TABLE verdicts (digest TEXT PRIMARY KEY, stamp INTEGER, size INTEGER)")
        base.execute(f"PRAGMA user_version = {index.VERSION - 1}")
        base.commit()
    assert [row["name"] for row in index.briefs(store)] == ["low"]


@pytest.mark.parametrize("spoil", [b"this is no database, and longer than its header is" * 10, b""])
def test_a_broken_index_is_made_anew(tmp_path: Path, spoil: bytes) -> None:
    store, _ = made(tmp_path)
    store.put(KEY, ROW)
    first = index.rows(store)
    index.clear(store)
    (store.folder / index.NAME).write_bytes(spoil)
    assert index.rows(store) == first


def test_an_index_that_cannot_be_a_file_is_made_in_memory(tmp_path: Path) -> None:
    store, _ = made(tmp_path)
    store.put(KEY, ROW)
    (store.folder / index.NAME).mkdir()
    assert [row["name"] for row in index.rows(store)] == ["low"]


def test_a_store_is_emptied_of_the_records_of_longer_runs_too(tmp_path: Path) -> None:
    store, _ = made(tmp_path)
    store.put(KEY, ROW)
    for name in ("mutants", "confirmed", "proved"):
        (store.folder / name).mkdir()
        (store.folder / name / "one.jsonl").write_text("{}\n")
    (store.folder / "mutants" / "notes.txt").write_text("not ours\n")
    assert store.clear() == 4
    assert sorted(path.name for path in store.folder.rglob("*")) == [".gitignore", "mutants", "notes.txt"]


def test_damaged_lines_of_kept_proofs_are_named_and_the_others_stay(tmp_path: Path) -> None:
    store, _ = made(tmp_path)
    store.put(KEY, ROW)
    path = store.folder / "proved" / "one.jsonl"
    path.parent.mkdir()
    path.write_bytes(line_of({"key": "a"}) + line_of({"key": "b"}))
    assert store.verify() == Verified(Counter({Whose.OWN: 2}), [])
    spoilt = path.read_bytes().replace(b'"b"', b'"c"')
    path.write_bytes(spoilt)
    assert store.verify() == Verified(Counter({Whose.OWN: 1}), [(path, "1 of 2 lines")])
    assert path.read_bytes() == line_of({"key": "a"})
    assert path.with_name("one.jsonl.damaged").read_bytes() == spoilt
    assert store.verify() == Verified(Counter({Whose.OWN: 2}), [])


def test_where_the_store_lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUEENSBENCH_STORE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert place(tmp_path) == tmp_path / ".queensbench" / "evidence"
    monkeypatch.setattr("sys.platform", "linux")
    cache = tmp_path / "cache" / "queensbench" / "evidence"
    assert place(TOOLKIT / "_bundled") == cache
    monkeypatch.setattr("queensbench.evidence.store.os.access", lambda path, mode: False)
    assert place(tmp_path) == cache
    monkeypatch.setenv("QUEENSBENCH_STORE", str(tmp_path / "there"))
    assert place(tmp_path) == tmp_path / "there"
    assert place(tmp_path, str(tmp_path / "here")) == tmp_path / "here"
    assert place(tmp_path, "off") is None


# --------------------------------------------------------------------------------------------- keys


def project(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        path = tmp_path / re.sub("_py$", ".py", name.replace("__", "/"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def test_content_is_the_ruleset_s_own_text(tmp_path: Path) -> None:
    root = project(
        tmp_path, model__one_py="x = 1", model__two_py="x = 2", properties__one_py="y = 1", spec__one_py=""
    )
    before = {name: Sources(root).content(name) for name in ("one", "two")}
    project(root, properties__one_py="y = 2")
    assert Sources(root).content("one") != before["one"]
    assert Sources(root).content("two") == before["two"]
    (root / "model" / "__pycache__").mkdir()
    (root / "model" / "__pycache__" / "two.pyc").write_bytes(b"code")
    assert Sources(root).content("two") == before["two"]


@pytest.mark.parametrize("text", ["from model.one import x", "from model import one", "from .one import x"])
def test_rulesets_that_name_each_other_share_their_text(tmp_path: Path, text: str) -> None:
    root = project(tmp_path, model__one_py="x = 1", model__two_py=text, model__three_py="")
    before = {name: Sources(root).content(name) for name in ("one", "two", "three")}
    assert before["one"] == before["two"] != before["three"]
    project(root, model__two_py=f"{text}  # more")
    assert Sources(root).content("one") != before["one"]
    assert Sources(root).content("three") == before["three"]


def test_a_computed_import_makes_all_text_count(tmp_path: Path) -> None:
    root = project(tmp_path, model__one_py="import importlib", model__two_py="x = 1")
    assert Sources(root).content("one") == Sources(root).content("two")


def test_a_module_beside_the_project_counts_with_what_it_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    root = project(tmp_path, model__one_py="import aside_a", aside_a_py="import aside_b", aside_b_py="x = 1")
    before = Sources(root).content("one")
    project(root, aside_b_py="x = 2")
    assert Sources(root).content("one") != before


IMPORTED = {
    "named as one of the standard library": ("from sched import TOP", "sched_py"),
    "named as an installed package": ("from networkx import TOP", "networkx_py"),
    "in a package": ("from helper.limits import TOP", "helper__limits_py"),
    "in a package of a package": ("import helper.more.limits", "helper__more__limits_py"),
    "named as a package of the standard library": ("import json.limits", "json__limits_py"),
    "beside what it imports": ("import helper", "helper__unnamed_py"),
    "a file that its package reads": ("import helper", "helper__limits.toml"),
    "by a computed name": ("import importlib; importlib.import_module('li' + 'mits')", "limits_py"),
    "by a computed name in what is imported": ("import loader", "limits_py"),
    "a file that it opens": ("TOP = open('limits.toml').read()", "limits.toml"),
    "a file in a folder that it opens": (
        "TOP = (ROOT / 'data' / 'limits.csv').read_text()",
        "data__limits.csv",
    ),
    "a file that what it imports opens": ("import reader", "numbers.txt"),
}


@pytest.mark.parametrize(("text", "file"), IMPORTED.values(), ids=IMPORTED)
def test_whatever_of_the_project_a_module_imports_counts(tmp_path: Path, text: str, file: str) -> None:
    root = project(
        tmp_path,
        model__one_py=text,
        helper____init___py="",
        loader_py="import importlib",
        reader_py="open('numbers.txt')",
        **{file: "TOP = 1"},
    )
    before = Sources(root).content("one")
    assert Sources(root).content("one") == before
    sources = Sources(root)
    sources.content("one")
    project(root, **{file: "TOP = 2 "})
    assert Sources(root).content("one") != before
    assert sources.changed()


def test_what_is_not_the_project_s_own_does_not_count_by_its_text(tmp_path: Path) -> None:
    text = "import importlib, networkx, json, sched\nopen('limits.toml')"
    root = project(tmp_path, model__one_py=text)
    before = Sources(root).content("one")
    others = {
        "lib__site-packages__sched_py": "x = 1",
        ".hidden__sched_py": "x = 1",
        "env__pyvenv.cfg": "",
        "env__lib__limits.toml": "",
        "other.toml": "",
    }
    project(root, **others)
    assert Sources(root).content("one") == before


def test_a_module_of_the_project_on_the_path_counts_wherever_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a package that is installed from the folder where it is written."""
    elsewhere = project(tmp_path / "elsewhere", aside_c_py="x = 1")
    monkeypatch.syspath_prepend(str(elsewhere))
    root = project(tmp_path / "root", model__one_py="import aside_c")
    before = Sources(root).content("one")
    project(elsewhere, aside_c_py="x = 2")
    assert Sources(root).content("one") != before


def test_a_project_that_is_moved_keeps_its_verdicts(tmp_path: Path) -> None:
    files = {"model__one_py": "import sched, helper", "sched_py": "x = 1", "helper__one_py": "x = 1"}
    one, two = (Sources(project(tmp_path / name, **files)).content("one") for name in ("a", "b"))
    assert one == two


def test_a_file_that_is_edited_is_noticed(tmp_path: Path) -> None:
    root = project(tmp_path, model__one_py="x = 1")
    sources = Sources(root)
    assert not sources.changed()
    project(root, model__one_py="x = 10")
    assert sources.changed()
    sources = Sources(root)
    project(root, spec__one__more_py="")
    assert sources.changed()


def test_a_verdict_s_file_says_its_key(tmp_path: Path) -> None:
    store, _ = made(tmp_path)
    store.put(KEY, ROW)
    data = json.loads(store.file(KEY).read_text())
    assert data["content"]["key"] == dict(KEY.parts)
    assert set(data) == {"checksum", "by", "sum", "content"}


def test_files_are_looked_through_again_after_a_while_or_when_a_module_has_been_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, said = made(tmp_path)
    looked: list[float] = []
    now = [100.0]

    class Seen(Sources):
        def changed(self) -> bool:
            looked.append(now[0])
            return now[0] > 101

    monkeypatch.setattr("queensbench.evidence.cache.time.monotonic", lambda: now[0])
    evidence = kept.Evidence(store, Seen(tmp_path))
    assert [evidence.settled(), evidence.settled()] == [True, True]
    assert looked == [100.0]
    now[0] += kept.SETTLED / 2
    monkeypatch.setitem(sys.modules, "a module that was loaded", sys)
    assert evidence.settled()
    now[0] += kept.SETTLED
    assert evidence.settled()
    assert len(looked) == 3
    assert said == []
    now[0] = 102.0
    assert not evidence.settled()
    assert said == ["rules or toolkit were edited in the meantime: no verdict is stored from now on"]
