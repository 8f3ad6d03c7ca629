"""The edges of a graph of states put in order, in the kernel language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from queensbench.engines.runtime.kernel_language import i64, kernel, p_i64, p_u32
from queensbench.engines.runtime.library import compiled


@kernel
def spread(
    count: i64,
    source: p_u32,
    target: p_u32,
    code: p_i64,
    numbers: p_u32,
    cursor: p_i64,
    targets: p_u32,
    codes: p_i64,
) -> i64:
    """Sort edges by source (the last pass of a counting sort); ``numbers`` gives the state of each id.

    ``cursor`` holds the place of each state's next edge.
    """
    for edge in range(count):
        state = numbers[source[edge]]
        place = cursor[state]
        targets[place] = numbers[target[edge]]
        codes[place] = code[edge]
        cursor[state] = place + 1
    return 0


@cache
def library() -> dict[str, Callable[..., int]]:
    """The kernel by its name, callable with integers and arrays."""
    return compiled("edges", (spread,))
