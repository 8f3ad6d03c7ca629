"""Places are filled in order, each with any of the colours 1..COLOURS; 0 is empty.  All colours are alike."""

from __future__ import annotations

from queensbench.engines.runtime.kernel_language import i64, kernel, p_i32, p_i64
from queensbench.rules.typed import ir
from tests.engines.mock_native import system

PLACES = 3
COLOURS = 3


def rules(places: int, colours: int) -> ir.System:
    return system([(0, colours)] * places, actions=[[(1, colours)]])


@kernel
def qb_initial(cells: p_i32, env: p_i64) -> i64:
    for i in range(PLACES + 1):
        cells[i] = 0
    return 1


@kernel
def qb_moves(cells: p_i32, env: p_i64, out: p_i64, cap: i64) -> i64:
    if cells[PLACES - 1] != 0:
        return 0
    for c in range(COLOURS):
        out[c] = c
    return COLOURS


@kernel
def qb_apply(source: p_i32, target: p_i32, env: p_i64, code: i64) -> i64:
    done = 0
    for i in range(PLACES + 1):
        target[i] = source[i]
        if source[i] == 0 and done == 0 and i < PLACES:
            target[i] = code + 1
            done = 1
    return 1
