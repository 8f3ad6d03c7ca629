"""A sliding puzzle: cells 0..8 hold the tile there, cell 9 where the blank is; the judge: the first place is full."""

from __future__ import annotations

from queensbench.engines.runtime.kernel_language import i64, kernel, p_i32, p_i64
from queensbench.rules.typed import ir
from tests.engines.mock_native import system

SIDE = 3
PLACES = 9


def rules() -> ir.System:
    return system([(0, 8)] * 10, actions=[[(0, 3)]], judges=["corner"])


@kernel
def qb_initial(cells: p_i32, env: p_i64) -> i64:
    for i in range(PLACES):
        cells[i] = (i + 1) % PLACES
    cells[PLACES] = PLACES - 1
    cells[PLACES + 1] = 0
    return 1


@kernel
def qb_moves(cells: p_i32, env: p_i64, out: p_i64, cap: i64) -> i64:
    blank = cells[PLACES]
    n = 0
    if cap < 4:
        return -(2**41)
    if blank >= SIDE:
        out[n] = 0
        n += 1
    if blank < PLACES - SIDE:
        out[n] = 1
        n += 1
    if blank % SIDE > 0:
        out[n] = 2
        n += 1
    if blank % SIDE < SIDE - 1:
        out[n] = 3
        n += 1
    return n


@kernel
def qb_apply(source: p_i32, target: p_i32, env: p_i64, code: i64) -> i64:
    for i in range(PLACES + 2):
        target[i] = source[i]
    blank = source[PLACES]
    tile = blank - 1 if code == 2 else blank + 1
    if code < 2:
        tile = blank - SIDE if code == 0 else blank + SIDE
    target[blank] = source[tile]
    target[tile] = 0
    target[PLACES] = tile
    return 1


@kernel
def qb_judges(cells: p_i32, env: p_i64, out: p_i64) -> i64:
    out[0] = cells[0] != 0
    return 1 - out[0]
