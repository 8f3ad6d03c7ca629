"""A new process whose parent is gone before it has said what is to be done ends without a word."""

from __future__ import annotations

import multiprocessing
import multiprocessing.spawn
import os
import pickle
import subprocess

import pytest

from queensbench.engines.runtime.starting import silent_where_orphaned

pytestmark = pytest.mark.skipif(os.name != "posix", reason="handles are inherited in another way")


def said() -> list[bytes]:
    """What a parent says to a new process, in two parts: how to prepare, and what to do."""
    prepare = multiprocessing.spawn.get_preparation_data("orphan")
    del prepare["authkey"]  # which is pickled for a process alone
    prepare.pop("init_main_from_path", None)
    return [pickle.dumps(prepare), pickle.dumps(["all", "that", "there", "is", "to", "do"])]


def begun(before: bytes = b"") -> subprocess.CompletedProcess[str]:
    """A new process with a pipe that holds ``before``, and whose other end is closed."""
    reading, writing = os.pipe()
    tracker, kept = os.pipe()
    os.write(writing, before)
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


def test_so_does_an_orphan_that_was_told_a_part() -> None:
    whole = b"".join(said())
    first = len(said()[0])
    for length in (1, first // 2, first - 1, first, first + 2, (first + len(whole)) // 2, len(whole) - 1):
        with silent_where_orphaned():
            done = begun(whole[:length])
        assert (length, done.returncode, done.stdout, done.stderr) == (length, 1, "", "")


def test_elsewhere_python_s_own_way_stays() -> None:
    assert "EOFError" in begun().stderr
    assert "UnpicklingError: pickle data was truncated" in begun(said()[0][:-9]).stderr


def test_what_cannot_be_read_is_told() -> None:
    with silent_where_orphaned():
        done = begun(b"no pickle at all")
    assert (done.returncode, done.stdout) == (1, "")
    assert "_pickle.UnpicklingError" in done.stderr


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
