"""Goals of many conjuncts are tried whole until two of their unit were not shown so; then only one by one."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

from queensbench.engines.prove.obligations import ENABLED, MANY, STEP, Answer, Goal
from queensbench.engines.prove.worker_pool import TOUGH, cheap


class Solver:
    """Proves a goal of one conjunct, and whole goals only of judges from a number on."""

    def __init__(self, shown: int) -> None:
        self.system: Any = SimpleNamespace(transitions=(), functions=())
        self.task = SimpleNamespace(rlimit=4_000_000)
        self.tough: Counter[Goal] = Counter()
        self.shown = shown
        self.symbolic = SimpleNamespace(hoists=False)
        self.whole: list[int] = []

    def unit(self, goal: Goal) -> Any:
        return SimpleNamespace(hints={})

    def needless(self, goal: Goal) -> bool:
        return False

    def decide(self, goal: Goal, rlimit: int | None = None) -> Answer:
        judge = goal.lemmas[0][0]
        if len(goal.lemmas) > 1:
            self.whole.append(judge)
        known = len(goal.lemmas) == 1 or judge >= self.shown
        return Answer(goal, "proved" if known else "unknown")


def goals(judges: int, conjuncts: int, transition: int = -1) -> list[Goal]:
    return [
        Goal(STEP, transition, lemmas=tuple((judge, (n,)) for n in range(conjuncts)))
        for judge in range(judges)
    ]


def tried(solver: Any, asked: list[Goal]) -> list[int]:
    """How many answers there are to each goal."""
    return [len(pieces) for pieces in cheap(solver, asked)]


def test_after_two_goals_that_were_not_shown_whole() -> None:
    solver = Solver(shown=99)
    assert tried(solver, goals(5, MANY + 1)) == [MANY + 1] * 5
    assert solver.whole == [0, 1]
    assert TOUGH == 2


def test_what_was_shown_whole_does_not_count() -> None:
    solver = Solver(shown=1)
    assert tried(solver, goals(5, MANY + 1)) == [MANY + 1, 1, 1, 1, 1]
    assert solver.whole == [0, 1, 2, 3, 4]


def test_few_conjuncts_are_always_tried_whole_and_each_unit_counts_for_itself() -> None:
    solver = Solver(shown=99)
    tried(solver, goals(4, MANY))
    assert solver.whole == [0, 1, 2, 3]
    solver.tough[Goal(STEP, 7)] = TOUGH
    tried(solver, goals(1, MANY + 1))
    assert solver.whole == [0, 1, 2, 3, 0]


def test_whether_a_transition_can_happen_gets_all_of_the_budget_at_once() -> None:
    given = []

    class Limited(Solver):
        def decide(self, goal: Goal, rlimit: int | None = None) -> Answer:
            given.append(rlimit)
            return Answer(goal, "unknown")

    tried(Limited(shown=0), [Goal(ENABLED, 0), *goals(1, 1)])
    assert given[0] == 4_000_000
    assert given[1] == 4_000_000 // 3
    solver = Limited(shown=0)
    solver.symbolic.hoists = True
    tried(solver, goals(1, 1))
    assert given[-1] == 4_000_000 // 4
