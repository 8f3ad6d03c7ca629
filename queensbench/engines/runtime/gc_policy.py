"""How often Python looks for cycles among its objects: seldom, in the commands and in the processes that they begin.

Little that is made here is ever left in a cycle, and all that is alive is looked through each time.
"""

from __future__ import annotations

import gc

YOUNG = 50_000
"""So many new objects before it looks."""


def seldom() -> None:
    """From now on, in this process."""
    gc.set_threshold(YOUNG)


__all__ = ["YOUNG", "seldom"]
