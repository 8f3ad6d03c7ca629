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
    """Put edges between ids in their places by ``numbers``; ``cursor`` holds where each state's edges begin."""
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
