"""Internal errors: the line and the file in which the command reports a fault of the toolkit itself.

A build must be able to tell a crash from a verdict, and a user what to send: whatever is neither a verdict nor bad
input ends with one line, a file with the traceback, the versions and the command line, and exit code 4.

What this cannot see: a process that the system kills, or a library that ends its process.
"""

from __future__ import annotations

import os
import platform
import shlex
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from queensbench import __version__
from queensbench.errors import InternalError, visible
from queensbench.files import writing

CODE = 4
"""The exit code of an internal error, in every command."""
FOLDER = "internal-errors"
LONGEST = 300
"""So many characters of an exception's own text stand in the line; the file has all of it."""
TOOLKIT = Path(__file__).resolve().parent.parent


def line(error: BaseException) -> str:
    """The line about an internal error: the fault, and the file to send, which this function writes."""
    said = _said(error)
    kept = _kept(report(error))
    send = f"send {kept}" if kept is not None else "send the traceback above"
    return f"internal error: {said}; this is a fault of Queensbench, and no verdict: {send} with your rules"


def report(error: BaseException) -> str:
    """The text to send: the command line, the versions, the traceback, and the notes of the error itself."""
    parts = [
        f"queensbench {__version__}: {_said(error, longest=None)}",
        f"command: {shlex.join(sys.argv)}",
        f"time: {time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())}",
        f"system: {platform.platform()}, {os.cpu_count()} processors",
        *(f"{name}: {version}" for name, version in _versions()),
    ]
    if isinstance(error, InternalError) and error.sent:
        parts += ["", error.sent.rstrip()]
    parts += ["", "".join(traceback.format_exception(error)).rstrip()]
    return "\n".join(parts) + "\n"


def _versions() -> Iterator[tuple[str, str]]:
    with suppress(Exception):  # a report without versions is better than none
        from queensbench.evidence.keys import versions

        yield from versions().items()


def _said(error: BaseException, longest: int | None = LONGEST) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, InternalError):
        return text
    if longest is not None and len(text) > longest:
        text = text[:longest] + " ..."
    place = ""
    for frame, number in traceback.walk_tb(error.__traceback__):
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(TOOLKIT):
            place = f" ({file.relative_to(TOOLKIT.parent).as_posix()}:{number})"
    name = type(error).__name__
    return f"{name}: {text}{place}" if text else f"{name}{place}"


def _kept(text: str) -> Path | None:
    """The file that holds a report; None where none can be written (then the report goes to the error stream)."""
    name = f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{os.getpid()}"
    for folder in folders():
        for number in range(100):
            path = folder / (f"{name}.txt" if not number else f"{name}-{number}.txt")
            try:
                writing.create(path, text.encode(errors="backslashreplace"), rights=writing.PUBLIC)
            except FileExistsError:
                continue
            except OSError:
                break
            return path
    with suppress(OSError):
        sys.stderr.write(visible(text))
    return None


def folders() -> Iterator[Path]:
    """The folders for a report: beside the project's stored evidence, else among temporary files."""
    with suppress(Exception):  # there may be no project, or reading it may be what has failed
        from queensbench.evidence.store import place
        from queensbench.project.projects import find_root

        store = place(find_root().resolve(), "")
        if store is not None:
            yield store.parent / FOLDER
    with suppress(Exception):
        yield Path(tempfile.mkdtemp(prefix="queensbench-")) / FOLDER  # of a name that nobody can have taken
