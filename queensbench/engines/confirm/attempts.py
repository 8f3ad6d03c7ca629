"""Attempts at one goal: with few lemmas or all, whole or in pieces, each briefly at first and then for longer.

A goal is tried with the claim's own lemma alone, with those that its proof has used, and with all: what is impossible
without some hypotheses is impossible with them.  A goal is also divided into pieces (a value of the claim's arguments,
a place where a range might be left, values of the transition's arguments); it is impossible if every piece is.  That
there are further values is a piece as well, so that nobody has to believe that the list of values is complete.  Nobody
knows beforehand which attempt is easy; the others may never end.
"""

from __future__ import annotations

from itertools import product

from queensbench.engines.confirm.goals import SmtGoal
from queensbench.engines.confirm.solvers import Decision, Solver
from queensbench.engines.confirm.terms import Term

ROUNDS, LEAST, GROWTH = 64.0, 1.0, 3.0
"""First attempts at a goal get one ROUNDS-th of its budget, LEAST seconds or more; each round, GROWTH times as long."""

MOMENT = 0.001
"""An attempt counts at least so many seconds."""

MOST_CASES = 64
"""A goal is divided by the values of arguments into this many cases at most."""

Piece = tuple[Term, ...]
"""The conditions asserted beside those that are known."""


def conditions(goal: SmtGoal) -> list[Term]:
    """All conditions that may be asserted of a goal."""
    return [*goal.assertions, *goal.given(), *goal.wrong, *cases(goal)]


def decide(asked: Solver, goal: SmtGoal, seconds: float, *, by_cases: bool = False) -> Decision:
    """The decision of a goal: by one question if it should be possible, otherwise by attempts.

    ``by_cases``: pieces are divided by the many values of arguments, and asked in place of the whole.
    """
    if goal.expected == "sat":
        return asked.decide(goal.assertions, seconds, shared=len(goal.base))
    return _Attempts(asked, goal, seconds, cases(goal) if by_cases else []).decision()


def cases(goal: SmtGoal) -> list[Term]:
    """The values of the first arguments, and the case that they have others; none if the first has too many."""
    terms, rows = goal.terms, [list[Term]()]
    for argument in goal.free:
        values = range(argument.lo, argument.hi + 1)
        if len(values) * len(rows) > MOST_CASES:
            break
        same = [terms.eq(argument, terms.truth(bool(v)) if argument.truth else terms.num(v)) for v in values]
        rows = [[*row, one] for row, one in product(rows, same)]
    each = [terms.and_(row) for row in rows]
    return [*each, terms.not_(terms.or_(each))] if len(each) > 1 else []


class _Attempts:
    """The state of the attempts at a goal: the choices of lemmas that may be enough, and the impossible pieces.

    A piece that is not decided is divided, first by what is wrong and then into cases.  If there are cases, only these
    are asked for longer than in the first round, with the largest choice of lemmas that may be enough and is not all.
    """

    def __init__(self, asked: Solver, goal: SmtGoal, seconds: float, every: list[Term]) -> None:
        self.asked = asked
        self.goal = goal
        self.seconds = seconds
        self.spent = 0.0
        judges = {judge for judge, _ in goal.lemmas}
        few, used = {goal.claim} & judges, {goal.claim, *goal.rests} & judges
        lesser = [few] if few < judges else []
        lesser += [used] if few < used < judges else []
        self.choices: list[frozenset[int] | None] = [*map(frozenset, lesser), None]
        self.whole = (goal.terms.or_(goal.wrong),)
        self.cases = every
        self.first = True
        self.done: set[Piece] = set()

    def decision(self) -> Decision:
        """The decision within the budget."""
        budget, verdict = max(self.seconds / ROUNDS, LEAST), "unknown"
        while verdict == "unknown" and self.spent < self.seconds:
            verdict = self._decided(self.whole, budget)
            self.first, budget = False, budget * GROWTH
        return Decision(verdict, self.spent)

    def _divided(self, piece: Piece) -> list[Piece]:
        """The smaller pieces of a piece; none if it cannot be divided."""
        if piece == self.whole and len(self.goal.wrong) > 1:
            return [(one,) for one in self.goal.wrong]
        return [(*piece, case) for case in self.cases] if len(piece) == 1 else []

    def _decided(self, piece: Piece, budget: float) -> str:
        """The decision of a piece, or of its smaller pieces in turn until one is not decided."""
        if piece in self.done:
            return "unsat"
        smaller = self._divided(piece)
        vain = self.cases and smaller and not self.first
        found = "unknown" if vain else self._tried(piece, budget)
        for one in smaller if found == "unknown" else []:
            found = self._decided(one, budget)
            if found != "unsat":
                break
        if found == "unsat":
            self.done.add(piece)
        return found

    def _tried(self, piece: Piece, budget: float) -> str:
        """The decision of a piece with each choice of lemmas in turn, of a case with one choice."""
        part = bool(self.cases) and piece != self.whole
        for lemmas in self.choices[-2:] if part else list(self.choices):
            left = self.seconds - self.spent
            if left <= 0:
                break
            given = self.goal.given(lemmas)
            shared = len(given if lemmas is None else self.goal.base)
            found = self.asked.decide([*given, *piece], min(budget, left), shared=shared)
            self.spent += max(found.seconds, MOMENT)
            if found.verdict == "unsat" or (found.verdict == "sat" and lemmas is None):
                return found.verdict
            if found.verdict == "sat":  # with too few lemmas, which will not change
                self.choices.remove(lemmas)
            elif part:
                break
        return "unknown"


__all__ = ["cases", "conditions", "decide"]
