"""How a new process begins: without a traceback where its parent is gone before it has said what is to be done.

Python starts a process, and then writes into a pipe what it shall do.  If the parent is killed in between, the new
process finds the pipe empty or a part of what was said, and would print a traceback on the error stream, which it has
from its parent.
"""

from __future__ import annotations

import multiprocessing.spawn
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

OF_PYTHON = "from multiprocessing.spawn import spawn_main; spawn_main("
OURS = """import sys
from multiprocessing.spawn import spawn_main
from pickle import UnpicklingError
try:
    spawn_main({given}
except EOFError:
    sys.exit(1)
except UnpicklingError as error:
    if "truncated" not in str(error):
        raise
    sys.exit(1)
"""
"""What a new process runs: as Python has it, and without a word where the pipe ends too early."""


@contextmanager
def silent_where_orphaned() -> Iterator[None]:
    """Have processes that are started inside end without a word if their parent has ended already."""
    real = multiprocessing.spawn.get_command_line

    def ours(**given: object) -> list[Any]:
        return [_silent(word) for word in real(**given)]

    multiprocessing.spawn.get_command_line = ours
    try:
        yield
    finally:
        multiprocessing.spawn.get_command_line = real


def _silent(word: Any) -> Any:
    """A word of the command line; the program in it gets an ``except`` around it (paths may be bytes)."""
    if isinstance(word, str) and word.startswith(OF_PYTHON):
        return OURS.format(given=word.removeprefix(OF_PYTHON))
    return word
