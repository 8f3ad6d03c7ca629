"""Fewer runs of Python's search for cycles among objects, in the commands and in the processes that they start.

Few objects here are ever part of a cycle, and each search looks at all living objects.
"""

from __future__ import annotations

import gc

YOUNG = 50_000
"""The number of new objects after which Python searches."""


def seldom() -> None:
    """Search seldom from now on, in this process."""
    gc.set_threshold(YOUNG)


__all__ = ["YOUNG", "seldom"]
