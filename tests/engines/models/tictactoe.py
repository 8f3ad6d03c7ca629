"""Tic-tac-toe: cells 0..8 are empty (0), crosses (1) or noughts (2); crosses begin.  Scores are 1, 0 or -1."""

from __future__ import annotations

from queensbench.engines.runtime.kernel_language import i64, kernel, p_i32, p_i64
from queensbench.readers.native.layout import OK
from queensbench.rules.typed import ir
from tests.engines.mock_native import system

PLACES = 9
COUNTERS = 0


def rules(clauses: int = 0, rulings: int = 0) -> ir.System:
    return system([(0, 2)] * 9, actions=[[(0, 8)]], players=2, scores=2, clauses=clauses, rulings=rulings)


@kernel
def qb_initial(cells: p_i32, env: p_i64) -> i64:
    for i in range(PLACES + 1):
        cells[i] = 0
    if COUNTERS != 0:
        env[1] += 1
    return 1


@kernel
def three(cells: p_i32, first: i64, step: i64, who: i64) -> i64:
    return cells[first] == who and cells[first + step] == who and cells[first + 2 * step] == who


@kernel
def has_line(cells: p_i32, who: i64) -> i64:
    found = three(cells, 0, 4, who) + three(cells, 2, 2, who)
    for i in range(3):
        found += three(cells, 3 * i, 1, who) + three(cells, i, 3, who)
    return found


@kernel
def qb_over(cells: p_i32, env: p_i64) -> i64:
    empty = 0
    for i in range(PLACES):
        empty += cells[i] == 0
    return empty == 0 or has_line(cells, 1) != 0 or has_line(cells, 2) != 0


@kernel
def qb_moves(cells: p_i32, env: p_i64, out: p_i64, cap: i64) -> i64:
    n = 0
    if qb_over(cells, env) != 0:
        return 0
    for i in range(PLACES):
        if cells[i] == 0:
            out[n] = i
            n += 1
    return n


@kernel
def qb_apply(source: p_i32, target: p_i32, env: p_i64, code: i64) -> i64:
    marks = 0
    for i in range(PLACES + 1):
        target[i] = source[i]
        marks += source[i] != 0
    if source[code] != 0:
        return 0
    target[code] = 1 + (marks & 1)
    if COUNTERS != 0:
        env[0] += 2
        if code == 4:
            env[2] += 1
    return 1


@kernel
def qb_wins(cells: p_i32, env: p_i64, player: i64) -> i64:
    return has_line(cells, player + 1) != 0


@kernel
def qb_score(cells: p_i32, env: p_i64, player: i64, out: p_i64) -> i64:
    out[0] = qb_wins(cells, env, player) - qb_wins(cells, env, 1 - player)
    return OK
