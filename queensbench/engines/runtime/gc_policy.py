"""Fewer runs of Python's search for cycles among objects, in the commands and in the processes that they start.

Few objects here are ever part of a cycle, and each search looks at all living objects.  Where rules are lowered and
compiled, hundreds of thousands are made at once, so there none is made at all (:func:`put_off`), in scripts too.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG = 50_000
"""The number of new objects after which Python searches."""

_lock = threading.Lock()
_inside = 0
_was_on = False


def seldom() -> None:
    """Search seldom from now on, in this process."""
    gc.set_threshold(YOUNG)


@contextmanager
def put_off() -> Iterator[None]:
    """Search for no cycles in a ``with`` block, on any thread; afterwards again, where it was done before.

    Blocks may overlap: searches begin again when the last one ends.
    """
    global _inside, _was_on  # noqa: PLW0603 - whether Python searches is one for the whole process
    with _lock:
        if not _inside:
            _was_on = gc.isenabled()
            gc.disable()
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside and _was_on:
                gc.enable()


__all__ = ["YOUNG", "put_off", "seldom"]
