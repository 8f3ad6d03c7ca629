"""What is said to be written is on the disk: the order of the calls by which that is so, heard one by one."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from queensbench.evidence.json_lines import JsonLines
from queensbench.evidence.keys import Key
from queensbench.evidence.plays import write_atomic
from queensbench.evidence.store import Store
from queensbench.files import writing
from queensbench.files.reading import Irregular
from queensbench.files.writing import append, create, make_folder, replace

KEY = Key.of({"kind": "property"})


class Heard:
    """The calls that change a disk, in their order; a part's name, which is drawn, is told as ``part``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
        self.root = root
        self.calls: list[str] = []
        self.places: dict[int, str] = {}
        self.fail: Callable[[str], None] = lambda call: None
        opened, written, synced, closed = os.open, os.write, os.fsync, os.close
        renamed, made, linked = os.replace, os.mkdir, os.link

        def open_(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
            new = bool(flags & os.O_CREAT) and not Path(path).exists()
            handle = opened(path, flags, mode, **more)
            self.places[handle] = self.name(path)
            if new:
                self.hear(f"make {self.name(path)}")
            return handle

        def write(handle: int, data: Any) -> int:
            self.hear(f"write {self.places.get(handle)}")
            return written(handle, data)

        def fsync(handle: int) -> None:
            self.hear(f"sync {self.places.get(handle)}")
            synced(handle)

        def replace(one: Any, other: Any) -> None:
            self.hear(f"rename {self.name(one)} to {self.name(other)}")
            renamed(one, other)

        def mkdir(path: Any, *given: Any, **more: Any) -> None:
            made(path, *given, **more)
            self.hear(f"folder {self.name(path)}")

        def link(one: Any, other: Any) -> None:
            linked(one, other)
            self.hear(f"link {self.name(other)}")

        for name, function in (("open", open_), ("write", write), ("fsync", fsync), ("replace", replace)):
            monkeypatch.setattr(os, name, function)
        monkeypatch.setattr(os, "mkdir", mkdir)
        monkeypatch.setattr(os, "link", link)
        monkeypatch.setattr(os, "close", closed)

    def hear(self, call: str) -> None:
        self.fail(call)
        self.calls.append(call)

    def name(self, path: Any) -> str:
        text = os.path.relpath(path, self.root)
        return re.sub(r"\.[0-9a-f]{16}\.part", "part", text)


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Heard:
    return Heard(monkeypatch, tmp_path)


WHOLE = ["make part", "write part", "sync part", "rename part to file", "sync ."]


def test_a_file_is_synced_before_it_is_renamed_and_its_folder_afterwards(
    tmp_path: Path, heard: Heard
) -> None:
    replace(tmp_path / "file", b"text")
    assert heard.calls == WHOLE
    assert (tmp_path / "file").read_bytes() == b"text"


def test_what_need_not_last_is_renamed_all_the_same(tmp_path: Path, heard: Heard) -> None:
    replace(tmp_path / "new" / "file", b"text", lasting=False)
    assert heard.calls == [
        "folder new", "make new/part", "write new/part", "rename new/part to new/file",
    ]  # fmt: skip


def test_the_names_of_new_folders_are_synced(tmp_path: Path, heard: Heard) -> None:
    make_folder(tmp_path / "a" / "b")
    assert heard.calls == ["folder a", "sync .", "folder a/b", "sync a"]
    make_folder(tmp_path / "a" / "b")
    assert len(heard.calls) == 4


def test_a_line_is_synced_and_a_new_file_s_folder_as_well(tmp_path: Path, heard: Heard) -> None:
    append(tmp_path / "lines", b"1\n")
    assert heard.calls == ["make lines", "write lines", "sync lines", "sync ."]
    append(tmp_path / "lines", b"2\n")
    assert heard.calls[4:] == ["write lines", "sync lines"]
    assert (tmp_path / "lines").read_bytes() == b"1\n2\n"


def test_a_new_file_takes_nobody_s_place(tmp_path: Path, heard: Heard) -> None:
    create(tmp_path / "file", b"1")
    assert heard.calls == ["make file", "write file", "sync file", "sync ."]
    with pytest.raises(FileExistsError):
        create(tmp_path / "file", b"2")
    assert (tmp_path / "file").read_bytes() == b"1"


@pytest.mark.parametrize("call", WHOLE[1:-1])
def test_a_full_disk_leaves_the_file_that_was_there(tmp_path: Path, heard: Heard, call: str) -> None:
    (tmp_path / "file").write_bytes(b"before")

    def full(heard_: str) -> None:
        if heard_ == call:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    heard.fail = full
    with pytest.raises(OSError, match="No space left"):
        replace(tmp_path / "file", b"after")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"before"


def test_a_file_system_that_cannot_sync_is_written_all_the_same(tmp_path: Path, heard: Heard) -> None:
    def unable(call: str) -> None:
        if call.startswith("sync"):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    heard.fail = unable
    replace(tmp_path / "file", b"text")
    assert (tmp_path / "file").read_bytes() == b"text"


def test_a_disk_that_fails_to_sync_is_told(tmp_path: Path, heard: Heard) -> None:
    def broken(call: str) -> None:
        if call == "sync part":
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    heard.fail = broken
    with pytest.raises(OSError, match="Input/output error"):
        replace(tmp_path / "file", b"text")
    assert list(tmp_path.iterdir()) == []


def test_a_write_of_which_the_system_takes_a_part_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: some(handle, bytes(data[:3])))
    replace(tmp_path / "file", b"a longer text")
    assert (tmp_path / "file").read_bytes() == b"a longer text"


def test_a_file_s_rights_are_its_owner_s_or_what_the_mask_leaves(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        replace(tmp_path / "own", b"")
        replace(tmp_path / "all", b"", rights=writing.PUBLIC)
    finally:
        os.umask(before)
    assert [oct(stat.S_IMODE((tmp_path / name).stat().st_mode)) for name in ("own", "all")] == [
        "0o600",
        "0o640",
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes of this kind")
def test_nothing_is_written_behind_a_pipe_or_through_a_link(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    for name in ("pipe", "link"):
        with pytest.raises(OSError):
            append(tmp_path / name, b"text")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(Irregular, match="it is a pipe, no file"):
        append(tmp_path / "pipe", b"text")
    os.close(reader)
    assert (tmp_path / "file").read_bytes() == b""


# ------------------------------------------------------------------------------------ who writes in this way


def test_a_verdict_is_on_the_disk_once_it_is_said_to_be_stored(tmp_path: Path, heard: Heard) -> None:
    store = Store(tmp_path / "store")
    assert store.put(KEY, {"verdict": "holds"})
    first = f"store/{KEY.digest[:2]}"
    assert heard.calls[-5:] == [
        f"make {first}/part", f"write {first}/part", f"sync {first}/part",
        f"rename {first}/part to {first}/{KEY.digest}.json", f"sync {first}",
    ]  # fmt: skip
    assert heard.calls[:4] == ["folder store", "sync .", f"folder {first}", "sync store"]


def test_plays_locks_and_records_are_written_so(tmp_path: Path, heard: Heard) -> None:
    write_atomic(tmp_path / "file", "text")
    assert heard.calls == WHOLE
    heard.calls.clear()
    JsonLines(tmp_path / "lines").append({"a": 1})
    assert heard.calls == ["make lines", "write lines", "sync lines", "sync ."]
    heard.calls.clear()
    JsonLines(tmp_path / "file").replace([{"a": 1}])
    assert heard.calls == WHOLE
