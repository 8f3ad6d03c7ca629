"""Temporary folders: they are gone when their owner is, however it ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from queensbench.readers import temporary

HOLDS = """
import signal
from queensbench.readers import temporary
with temporary.folder() as made:
    (made / "inside").mkdir()
    (made / "inside" / "file").write_text("kept")
    print(made, flush=True)
    signal.pause()
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are killed")


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def holder() -> tuple[subprocess.Popen[str], Path]:
    process = subprocess.Popen([sys.executable, "-c", HOLDS], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def test_a_folder_is_there_for_its_block(tmp_path: Path) -> None:
    with temporary.folder() as made:
        assert (made.parent, made.is_dir(), made.stat().st_mode & 0o777) == (tmp_path, True, 0o700)
        temporary.sweep()
        assert made.is_dir()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_leaves_is_removed(tmp_path: Path) -> None:
    process, made = holder()
    try:
        temporary.sweep()
        assert (made / "inside" / "file").read_text() == "kept"
    finally:
        process.kill()
        process.communicate()
    assert made.is_dir()
    temporary.sweep()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere only the number tells")
def test_another_process_of_the_same_number_is_not_the_owner(tmp_path: Path) -> None:
    with temporary.folder() as made:
        name = made.name.split("-")
        begun = temporary.began(os.getpid())
        assert name[2:4] == [str(os.getpid()), str(begun)]
        other = tmp_path / "-".join([*name[:3], str(int(name[3]) - 1), "x"])
        other.mkdir()
        temporary.sweep()
        assert (made.is_dir(), other.exists()) == (True, False)


def test_nothing_else_is_removed(tmp_path: Path) -> None:
    process, made = holder()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    parts = made.name.split("-")
    kept = [
        tmp_path / "-".join([parts[0], "00000000", *parts[2:]]),  # of another machine, or container
        tmp_path / "queensbench-mine",
        tmp_path / f"{made.name}.bak",
    ]
    for one in kept:
        one.mkdir()
    outside = tmp_path / "outside"
    outside.mkdir()
    link = tmp_path / f"{made.name}x"
    link.symlink_to(outside)
    temporary.sweep()
    assert sorted(tmp_path.iterdir()) == sorted([*kept, outside, link])


def test_every_temporary_folder_of_the_toolkit_is_made_here() -> None:
    package = Path(temporary.__file__).parents[1]
    makers = ("TemporaryDirectory(", "mkdtemp(")
    found = [
        str(path.relative_to(package))
        for path in sorted(package.rglob("*.py"))
        if any(
            maker in line
            for line in path.read_text("utf-8").splitlines()
            for maker in makers
            if ">>>" not in line
        )
    ]
    kept = "evidence/internal_errors.py"  # what is told of an error has to outlast the command
    assert found == [kept, "readers/temporary.py"]
