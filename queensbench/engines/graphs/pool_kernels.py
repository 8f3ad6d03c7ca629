"""The loops over stored states that add cells up, and that ask who has won, in the kernel language.

They are compiled into the module of a model, beside those of the explorer.
"""

from __future__ import annotations

from collections.abc import Callable

from queensbench.engines.graphs.kernels import StoredStates
from queensbench.engines.runtime.kernel_language import at, i64, kernel, p_i32, p_i64, p_u8, stack_i32
from queensbench.engines.runtime.kernels import CELLS, OVER, WORDS, qb_unpack, winners


@kernel
def added_up(stored: StoredStates, first: i64, count: i64, total: i64, verdict: p_u8) -> i64:
    """Note for each state whether ``count`` cells from ``first`` on add up to ``total``; always 0."""
    cells = stack_i32(CELLS)
    for state in range(stored.total):
        words = stored.second if (stored.ids[state] & 1) != 0 else stored.first
        qb_unpack(at(words, (stored.ids[state] >> 1) * WORDS), cells)
        found = 0
        for cell in range(first, first + count):
            found += cells[cell]
        verdict[state] = 1 if found == total else 0
    return 0


@kernel
def won_by(env: p_i64, stored: StoredStates, kinds: p_u8, who: p_i32) -> i64:
    """Note for each ended state the players who have won, as bits; 0 or a violation."""
    cells = stack_i32(CELLS)
    for state in range(stored.total):
        who[state] = 0
        if kinds[state] == OVER:
            words = stored.second if (stored.ids[state] & 1) != 0 else stored.first
            qb_unpack(at(words, (stored.ids[state] >> 1) * WORDS), cells)
            found = winners(cells, env)
            if found < 0:
                return found
            who[state] = found
    return 0


POOLS: tuple[Callable[..., int], ...] = (added_up, won_by)
"""The kernels that are compiled with the rules."""
