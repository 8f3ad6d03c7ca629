"""One throw of a loaded die: face i has weight 0, 1, 2 or 5, and the player of that number wins."""

from __future__ import annotations

from queensbench.engines.runtime.kernel_language import i64, kernel, p_i32, p_i64
from queensbench.readers.native.layout import OK
from queensbench.rules.typed import ir
from tests.engines.mock_native import system

BADLY = 0


def rules() -> ir.System:
    return system([(0, 4)], chances=[[(0, 3)]], players=4)


@kernel
def qb_initial(cells: p_i32, env: p_i64) -> i64:
    cells[0] = 0
    cells[1] = 0
    return 1


@kernel
def qb_over(cells: p_i32, env: p_i64) -> i64:
    return cells[0] != 0


@kernel
def qb_weight(cells: p_i32, env: p_i64, code: i64, out: p_i64) -> i64:
    if BADLY != 0:
        return -(2**42)
    out[0] = code if code < 3 else 5
    return OK


@kernel
def qb_moves(cells: p_i32, env: p_i64, out: p_i64, cap: i64) -> i64:
    if cells[0] != 0:
        return 0
    for face in range(1, 4):
        out[face - 1] = face
    return 3


@kernel
def qb_apply(source: p_i32, target: p_i32, env: p_i64, code: i64) -> i64:
    target[0] = code + 1
    target[1] = 0
    return 1


@kernel
def qb_wins(cells: p_i32, env: p_i64, player: i64) -> i64:
    return cells[0] == player + 1
