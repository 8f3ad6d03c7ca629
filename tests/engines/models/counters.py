"""Independent counters: each move turns one of them on by one, the last value follows by the first."""

from __future__ import annotations

from queensbench.engines.runtime.kernel_language import i64, kernel, p_i32, p_i64
from queensbench.rules.typed import ir
from tests.engines.mock_native import system

COUNTERS = 7
VALUES = 10


def rules(counters: int, most: int) -> ir.System:
    return system([(0, most)] * counters, actions=[[(0, counters - 1)]])


@kernel
def qb_initial(cells: p_i32, env: p_i64) -> i64:
    for i in range(COUNTERS + 1):
        cells[i] = 0
    return 1


@kernel
def qb_moves(cells: p_i32, env: p_i64, out: p_i64, cap: i64) -> i64:
    for i in range(COUNTERS):
        out[i] = i
    return COUNTERS


@kernel
def qb_apply(source: p_i32, target: p_i32, env: p_i64, code: i64) -> i64:
    for i in range(COUNTERS + 1):
        target[i] = source[i]
    target[code] = (source[code] + 1) % VALUES
    return 1
