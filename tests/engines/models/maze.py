"""A graph drawn at random: cell 0 is the node.

Reading 0 is the seed.  A node is of choice, of chance, over, a deadlock, or falls silent when it is entered; where
it leads is drawn as well.  Reading 1 plants a fault of that kind at the node that reading 2 names.
"""

from __future__ import annotations

from queensbench.engines.runtime.kernel_language import i64, kernel, mul, p_i32, p_i64, shr, stack_i64
from queensbench.readers.native.layout import OK
from queensbench.rules.typed import ir
from tests.engines.mock_native import system

NODES = 300
CHANCES = 3  # codes of chance events begin here: three actions, three events
VIOLATION = -1  # of the first obligation
NEVER_SETTLES = -(2**40)


def rules() -> ir.System:
    return system(
        [(0, NODES - 1)],
        actions=[[(0, 2)]],
        chances=[[(0, 2)]],
        judges=["not a multiple of 7", "small"],
        silences=2,
        players=2,
        rulings=3,
        sites=["s.node"],
    )


@kernel
def hop(env: p_i64, node: i64, what: i64, count: i64) -> i64:
    """A number below ``count``."""
    x = mul(env[0] * 1000003 + node * 101 + what, 0x9E3779B97F4A7C15)
    x = mul(x ^ shr(x, 29), 0xD6E8FEB86659FD93)
    return shr(x, 33) % count


@kernel
def planted(env: p_i64, node: i64, kind: i64) -> i64:
    return env[1] == kind and env[2] == node


@kernel
def sort(env: p_i64, node: i64) -> i64:
    """Below 9: of chance; 18: a deadlock; 19: over; else of choice, as the start is."""
    return 9 if node < 2 else hop(env, node, 0, 20)


@kernel
def qb_initial(cells: p_i32, env: p_i64) -> i64:
    cells[0] = 0
    cells[1] = 0
    return 1


@kernel
def qb_settle(cells: p_i32, env: p_i64) -> i64:
    if planted(env, cells[0], 3):
        return NEVER_SETTLES
    if hop(env, cells[0], 1, 15) == 0:
        cells[0] = (cells[0] + 1) % NODES
    return 1


@kernel
def qb_over(cells: p_i32, env: p_i64) -> i64:
    if planted(env, cells[0], 6):
        return VIOLATION
    return sort(env, cells[0]) == 19


@kernel
def qb_weight(cells: p_i32, env: p_i64, code: i64, out: p_i64) -> i64:
    out[0] = hop(env, cells[0], 10 + code, 3)
    return OK


@kernel
def qb_moves(cells: p_i32, env: p_i64, out: p_i64, cap: i64) -> i64:
    node = cells[0]
    if qb_over(cells, env) != 0 or cells[1] != 0 or sort(env, node) == 18:
        return 0
    if planted(env, node, 1):
        out[0] = 1
        return VIOLATION
    if planted(env, node, 5):
        out[0] = 0
        out[1] = CHANCES
        return 2
    n = 0
    weight = stack_i64(1)
    first = CHANCES if sort(env, node) < 9 else 0
    for code in range(first, first + 3):
        qb_weight(cells, env, code, weight)
        if first == 0 or weight[0] > 0:
            out[n] = code
            n += 1
    return n


@kernel
def qb_apply(source: p_i32, target: p_i32, env: p_i64, code: i64) -> i64:
    node = source[0]
    if planted(env, node, 2) != 0 and code % 3 == 1:
        return VIOLATION
    if planted(env, node, 7):
        return 0
    # Short hops make many ways of different lengths.
    target[0] = (node + 1 + hop(env, node, 20 + code, 25)) % NODES
    target[1] = 0
    if hop(env, target[0], 2, 25) == 0:
        target[1] = 1 + (target[0] & 1)
        return 2
    return 1


@kernel
def qb_judges(cells: p_i32, env: p_i64, out: p_i64) -> i64:
    out[0] = cells[0] % 7 != 0 or cells[0] == 0
    out[1] = cells[0] < 100
    if planted(env, cells[0], 4):
        out[1] = VIOLATION
    return 2 - out[0] - out[1]


@kernel
def qb_wins(cells: p_i32, env: p_i64, player: i64) -> i64:
    return hop(env, cells[0], 5 + player, 2)
