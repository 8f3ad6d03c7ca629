"""Only files are read: whatever else stands in a file's place is refused at once, and nobody waits for it."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

import pytest

from queensbench.files.reading import Irregular, read_bytes, read_text, require_unlinked


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\xff" * 200_000)
    assert read_bytes(tmp_path / "file") == b"\xff" * 200_000
    (tmp_path / "text").write_bytes("ü\r\nb\rc\n".encode())
    assert read_text(str(tmp_path / "text")) == "ü\nb\nc\n"
    with pytest.raises(UnicodeDecodeError):
        read_text(tmp_path / "file")


def test_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileNotFoundError):
        read_bytes(tmp_path / "none")
    with pytest.raises(NotADirectoryError):
        read_bytes(tmp_path / "file" / "none")


def test_a_link_to_a_file_will_do_unless_it_is_said_not_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "link").symlink_to("file")
    assert read_bytes(tmp_path / "link") == b"text"
    with pytest.raises(Irregular, match="it is a link, no file"):
        read_bytes(tmp_path / "link", links=False)


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "folder", "link to nothing", "link to itself"])
def test_what_is_no_file_is_refused_and_nobody_waits(tmp_path: Path, kind: str, links: bool) -> None:
    path = tmp_path / "it"
    fault = f"it is a {kind}, no file"
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "socket":
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(os.path.relpath(path))
        case "device":
            path = Path(os.devnull)
        case "folder":
            path.mkdir()
            fault = "Is a directory"
        case _:
            path.symlink_to("none" if kind == "link to nothing" else "it")
            fault = "it is a link, no file"
    with pytest.raises(Irregular, match=re.escape(fault)) as caught:
        read_bytes(path, links=links)
    assert caught.value.filename == str(path)


def test_a_link_to_a_pipe_is_refused_too(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with pytest.raises(Irregular, match="it is a pipe, no file"):
        read_bytes(tmp_path / "link")


def test_a_folder_on_the_way_that_is_a_link_is_told(tmp_path: Path) -> None:
    (tmp_path / "one" / "two").mkdir(parents=True)
    (tmp_path / "link").symlink_to("one")
    require_unlinked(tmp_path, tmp_path / "one" / "two" / "file")
    require_unlinked(tmp_path, tmp_path / "link")
    require_unlinked(tmp_path / "link", tmp_path / "link" / "two" / "file")
    for path in ("link/file", "link/two/file"):
        with pytest.raises(Irregular, match="it is a link, no folder") as caught:
            require_unlinked(tmp_path, tmp_path / path)
        assert caught.value.filename == str(tmp_path / "link")
