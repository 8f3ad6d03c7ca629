"""What z3 may spend on a ruling does not hang on what was asked before in the same process."""

from __future__ import annotations

import z3

from queensbench.engines.distinguish.distinguishability import Distinguisher, places
from tests.queen_is_dead.test_readings import number, session


def spent(before: int) -> int:
    """Spend at least so much of z3's count, by questions of another kind."""
    count = 0
    pigeons = 7
    while count < before:
        solver = z3.SolverFor("QF_LIA")
        rows = [[z3.Int(f"{pigeons} {i} {j}") for j in range(pigeons)] for i in range(pigeons + 1)]
        for row in rows:
            solver.add(*(z3.And(x >= 0, x <= 1) for x in row), z3.Sum(row) == 1)
        for column in zip(*rows, strict=True):
            solver.add(z3.Sum(column) <= 1)
        assert solver.check() == z3.unsat
        count = next(int(value) for name, value in solver.statistics() if name == "rlimit count")
    return count


def answers() -> tuple[list[str], int]:
    """The verdicts on every place of a ruling, with an allowance, and what was left of it."""
    box = session("blades")
    differ = Distinguisher(box.system, box.raw({}))
    differ.allowance = 20_000_000
    ruling = number("swap_facing")
    found = [str(differ.place(ruling, 1, place).verdict) for place in places(box.system, ruling)]
    return found, differ.allowance


def test_what_others_have_spent_is_not_deducted() -> None:
    first, left = answers()
    assert left > 0
    assert "unknown" not in first
    assert spent(25_000_000) >= 25_000_000
    again, rest = answers()
    assert again == first
    assert rest > 0
