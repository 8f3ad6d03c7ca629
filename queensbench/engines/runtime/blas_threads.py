"""One thread for numpy's linear algebra in the commands and in the processes that they start.

The library that numpy brings along keeps a thread for each processor, which wait busily for products of matrices.  No
engine has any.  Only a command says so: a script may have matrices of its own.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

VARIABLE = "OPENBLAS_NUM_THREADS"
"""Where the library reads how many threads it may keep, once, when numpy is imported."""

_ours = False


def one() -> None:
    """Allow one thread, from the first import of numpy on, unless whoever called the command has said how many."""
    global _ours  # noqa: PLW0603 - the environment is one for the whole process
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = "1"
        _ours = True


def as_called(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment without what :func:`one` has added, for programs of other people."""
    return {name: value for name, value in environment.items() if name != VARIABLE or not _ours}


__all__ = ["VARIABLE", "as_called", "one"]
