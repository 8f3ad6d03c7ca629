"""The decider of a task: it puts each goal to the unit that the goal belongs to.

Goals of one transition and case form a unit, which has an obligation context.  That has a z3 context of its own, and
its goals come in a fixed order, so that the answers of a solver depend on nothing but these.
"""

from __future__ import annotations

from collections import Counter

from queensbench.engines.prove.encoder import Encoder
from queensbench.engines.prove.hints import NO_HINTS, Hints
from queensbench.engines.prove.obligation_context import ObligationContext
from queensbench.engines.prove.obligations import ENTAILED, Answer, Goal, News, Task
from queensbench.engines.prove.strategy import decide


class Decider(Encoder):
    """Decides the goals of a task.  The rules are executed on symbols once."""

    def __init__(self, task: Task, sort: str, prefer: tuple[int, ...] | None = None) -> None:
        super().__init__(task, sort, prefer)
        self.units: dict[tuple[Goal, tuple[int, ...] | None], ObligationContext] = {}
        self.tough: Counter[Goal] = Counter()  # by unit: goals of many conjuncts not shown whole

    def unit(self, goal: Goal) -> ObligationContext:
        """The obligation context of a goal."""
        key = (goal.unit, self.task.readings)
        if key not in self.units:
            self.units[key] = ObligationContext(self, goal.unit)
        return self.units[key]

    def decide(self, goal: Goal, rlimit: int | None = None) -> Answer:
        """Decide a goal."""
        return decide(self.unit(goal), goal, rlimit or self.task.rlimit)

    def begin(
        self, goal: Goal, patient: bool, news: News | None = None, hints: Hints | None = NO_HINTS
    ) -> None:
        """Begin a new round of a unit: see :meth:`ObligationContext.begin`."""
        self.unit(goal).begin(news or News(), patient, hints)
        self.tough.pop(goal.unit, None)  # the attempts do not depend on which process did an earlier round

    def needless(self, goal: Goal) -> bool:
        """Say whether a goal need not be decided: its judge has failed elsewhere, or follows from others.

        Or it is known to hold in every typed state, so that nobody asks whether it follows.
        """
        unit = self.unit(goal)
        if goal.obligation == ENTAILED:
            return goal.judge in unit.own.typed
        needless = unit.lost | unit.news.followed
        return goal.obligation.inductive and any(lemma[0] in needless for lemma in goal.lemmas)

    def drop(self, goal: Goal) -> None:
        """Forget the context and the execution of a goal."""
        self.units.pop((goal.unit, self.task.readings), None)
        self.forget(goal)

    def fresh(self) -> None:
        """Forget all contexts."""
        self.units.clear()
