"""A new process whose parent is gone before it has said what is to be done ends without a word."""

from __future__ import annotations

import multiprocessing
import multiprocessing.spawn
import os
import subprocess

import pytest

from queensbench.engines.runtime.starting import silent_where_orphaned

pytestmark = pytest.mark.skipif(os.name != "posix", reason="handles are inherited in another way")


def begun() -> subprocess.CompletedProcess[str]:
    """A new process with an empty pipe, whose other end is closed."""
    reading, writing = os.pipe()
    tracker, kept = os.pipe()
    os.close(writing)
    command = multiprocessing.spawn.get_command_line(tracker_fd=tracker, pipe_handle=reading)
    try:
        return subprocess.run(
            command, pass_fds=(reading, tracker), capture_output=True, text=True, check=False, timeout=120
        )
    finally:
        for handle in (reading, tracker, kept):
            os.close(handle)


def test_an_orphan_ends_without_a_word() -> None:
    with silent_where_orphaned():
        done = begun()
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


def test_elsewhere_python_s_own_way_stays() -> None:
    assert "EOFError" in begun().stderr


def answer(pipe: object) -> None:
    pipe.send("here")  # type: ignore[attr-defined]


def test_a_process_with_a_parent_does_its_work() -> None:
    context = multiprocessing.get_context("spawn")
    mine, theirs = context.Pipe()
    with silent_where_orphaned():
        process = context.Process(target=answer, args=(theirs,))
        process.start()
    assert mine.recv() == "here"
    process.join()
    assert process.exitcode == 0
    mine.close()
    theirs.close()
