"""The smallest changes of readings under which all goals hold: an implicit hitting-set loop.

A *reading* is a choice for every ruling.  A *goal* should hold; it is asked in *units* (instances).  z3
proposes a reading that differs from the house in as few rulings as possible; a judge says of a unit under that reading
which goals hold there, and on which rulings each answer *rests*: under every reading that agrees on those, the answer
is the same.  So a failure becomes a *conflict*, a partial reading that no proposal may contain again.  A goal that
holds becomes a partial reading that need not be judged again.  An answer that is not known is neither: that one
proposal is set aside for that goal, and reported.

So a set is minimal among the readings that were decided, and *closed* says whether conflicts ruled out all others.
Budgets count the expenses of the judge; :class:`Spent` ends a search with its result so far.

Sources: Reiter, *A theory of diagnosis from first principles* (1987), on conflicts and hitting sets; Moreno-Centeno and
Karp, *The implicit hitting set approach to solve combinatorial optimization problems* (2013), on the loop.

What this engine cannot see: anything about the goals themselves.  If the judge gives too few rulings on which an answer
rests, it leaves out readings that it should have tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import z3

from queensbench.engines.runtime.asking import asking

Reading = tuple[int, ...]
"""For each ruling the number of its reading."""
Cube = frozenset[tuple[int, int]]
"""A partial reading: pairs of a ruling and the number of its reading."""


class Question(NamedTuple):
    """A goal asked in one unit."""

    goal: str
    unit: str


@dataclass(frozen=True)
class GoalVerdict:
    """A judge's answer: whether the goal holds (None: not known), and the rulings on which that rests."""

    holds: bool | None
    rests: frozenset[int] = frozenset()
    why: str = ""


class Spent(Exception):
    """The budget of a search, or its time, is spent."""


Quick = Callable[[Question, Reading], GoalVerdict | None]
"""A failure that is known without judging the unit, or None."""
Judge = Callable[[str, Reading], Mapping[Question, GoalVerdict]]
"""The answers to all questions of a unit under a reading.  Raises :class:`Spent`."""


@dataclass(frozen=True)
class CorrectionSet:
    """A set of rulings with readings under which every goal holds, while all others keep the house reading.

    ``readings``: for each way the raw readings of ``rulings``, in their order.
    """

    rulings: tuple[int, ...]
    readings: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class SetAside:
    """A proposal that was neither good nor bad: the first question that was not answered, and why."""

    reading: Reading
    question: Question
    why: str


@dataclass
class Sets:
    """The result of a search for the smallest sets.

    Attributes:
        changes: sets of rulings, the smallest first; none contains another.
        ruled_out: no reading at all meets the goals.
        size: every set of up to so many rulings was decided or set aside (-1: not even the house).
        closed: whether the search went up to the size that was asked for, to the fewest, or to the end of all sets.
        aside: proposals set aside.
    """

    changes: list[CorrectionSet] = field(default_factory=list)
    ruled_out: bool = False
    size: int = -1
    closed: bool = False
    aside: list[SetAside] = field(default_factory=list)


@dataclass
class Clash:
    """Goals that cannot be met together: those given up, and the sets found for the others."""

    given_up: tuple[str, ...]
    sets: Sets


@dataclass
class SettlingSet:
    """The rulings that a text has to settle: all goals hold under every reading that agrees with a base on them.

    Attributes:
        rulings: a smallest set that hits every conflict known; if not ``closed``, more may be needed.
        needed: those of them for which a reading was met that fails by nothing else than this ruling.
        breaks: for these, a reading of the ruling and a question that fails under it, one for each such reading.
        closed: every reading that agrees on ``rulings`` is known to meet the goals.
        tried: units that were judged for this.
    """

    rulings: tuple[int, ...]
    needed: tuple[int, ...]
    closed: bool
    tried: int
    aside: list[SetAside] = field(default_factory=list)
    breaks: dict[tuple[int, int], Question] = field(default_factory=dict)


class Ledger:
    """The answers about readings so far: conflicts, partial readings that meet goals, and unknown answers.

    ``sizes``: the number of readings of each ruling; ``free``: rulings whose reading may be changed (None: all);
    ``quick`` is asked before a unit is judged.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        house: Reading,
        questions: Iterable[Question],
        judge: Judge,
        *,
        free: Iterable[int] | None = None,
        quick: Quick = lambda question, reading: None,
    ) -> None:
        self.quick = quick
        self.sizes = tuple(sizes)
        self.house = house
        self.free = tuple(range(len(sizes))) if free is None else tuple(sorted(free))
        self.questions = tuple(questions)
        self.units = tuple(dict.fromkeys(q.unit for q in self.questions))
        self.judge = judge
        self.fails: dict[Question, list[Cube]] = {q: [] for q in self.questions}
        self.holds: dict[Question, list[Cube]] = {q: [] for q in self.questions}
        self.unknown: dict[Question, dict[Reading, str]] = {q: {} for q in self.questions}
        self.runs: dict[tuple[str, Reading], Mapping[Question, GoalVerdict]] = {}

    def of(self, goals: Iterable[str], unit: str | None = None) -> list[Question]:
        """The questions of goals, in the order of units."""
        wanted = set(goals)
        return [
            q
            for name in (self.units if unit is None else (unit,))
            for q in self.questions
            if q.unit == name and q.goal in wanted
        ]

    def run(self, unit: str, reading: Reading) -> None:
        """Judge a unit under a reading, once."""
        if (unit, reading) in self.runs:
            return
        answers = self.judge(unit, reading)
        self.runs[unit, reading] = answers
        for question, answer in answers.items():
            if question not in self.fails:
                continue
            if answer.holds is None:
                self.unknown[question][reading] = answer.why
                continue
            cube = frozenset((r, reading[r]) for r in answer.rests)
            (self.holds if answer.holds else self.fails)[question].append(cube)

    def known(self, question: Question, reading: Reading) -> bool | str | None:
        """Say whether a goal holds: a text if the judge could not tell, None if nothing says so yet."""
        for cubes, value in ((self.fails, False), (self.holds, True)):
            if any(all(reading[r] == v for r, v in cube) for cube in cubes[question]):
                return value
        return self.unknown[question].get(reading)

    def standing(self, asked: Sequence[Question]) -> set[Cube]:
        """The partial readings that are known to meet these questions of one unit."""
        found = set()
        for (unit, reading), answers in self.runs.items():
            if unit == asked[0].unit and all(answers[q].holds for q in asked):
                rests = frozenset[int]().union(*(answers[q].rests for q in asked))
                found.add(frozenset((r, reading[r]) for r in rests))
        return found

    def quickly(self, question: Question, reading: Reading) -> bool:
        """Say whether a goal is known to fail without judging the unit; note the conflict."""
        answer = self.quick(question, reading) if self.known(question, reading) is None else None
        if answer is None:
            return False
        self.fails[question].append(frozenset((r, reading[r]) for r in answer.rests))
        return True

    def good(self, reading: Reading, goals: Sequence[str]) -> bool | SetAside:
        """Say whether all goals hold under a reading, or what is open; judge units until one fails.  Raises Spent."""
        aside: SetAside | None = None
        for unit in self.units:
            asked = self.of(goals, unit)
            if any(self.known(q, reading) is None for q in asked):
                if any(self.known(q, reading) is False or self.quickly(q, reading) for q in asked):
                    return False
                self.run(unit, reading)
            for question in asked:
                found = self.known(question, reading)
                if found is False:
                    return False
                if isinstance(found, str) and aside is None:
                    aside = SetAside(reading, question, found)
        return aside if aside is not None else True


class _Proposer:
    """z3 with one Boolean for each reading of each ruling; it proposes readings close to a base."""

    def __init__(self, ledger: Ledger, base: Reading) -> None:
        self.base = base
        self.sizes = ledger.sizes
        self.chosen = [[z3.Bool(f"r{r}_{v}") for v in range(n)] for r, n in enumerate(ledger.sizes)]
        self.solver = asking("QF_FD")
        self.solver.set("random_seed", 0)
        free = set(ledger.free)
        for r, row in enumerate(self.chosen):
            self.solver.add(z3.PbEq([(x, 1) for x in row], 1))
            if r not in free:
                self.solver.add(row[base[r]])
        self.bounds: dict[int, z3.BoolRef] = {}
        self.changed = [z3.Not(row[v]) for row, v in zip(self.chosen, base, strict=True)]

    def match(self, cube: Iterable[tuple[int, int]]) -> z3.BoolRef:
        """The condition that a reading contains a partial one."""
        return z3.And([self.chosen[r][v] for r, v in cube])

    def forbid(self, cube: Iterable[tuple[int, int]]) -> None:
        """Propose nothing that contains a partial reading."""
        self.solver.add(z3.Not(self.match(cube)))

    def propose(self, most: int | None = None, kept: Iterable[int] = ()) -> Reading | None:
        """Propose a reading with at most so many changes (None: any), and none of ``kept``; or None.  Raises Spent."""
        assumed = [self.chosen[r][self.base[r]] for r in kept]
        if most is not None and self.changed:
            if most not in self.bounds:
                self.bounds[most] = z3.Bool(f"most_{most}")
                self.solver.add(z3.Implies(self.bounds[most], z3.AtMost(*self.changed, most)))
            assumed.append(self.bounds[most])
        answer = self.solver.check(*assumed)
        found = None
        if answer == z3.sat:
            model = self.solver.model()
            found = tuple(
                next((v for v, x in enumerate(row) if z3.is_true(model[x])), self.base[r])
                for r, row in enumerate(self.chosen)
            )
        if answer == z3.unknown:
            raise Spent
        return found


def smallest(
    ledger: Ledger,
    goals: Sequence[str],
    *,
    most: int | None = None,
    count: int = 1,
    fewest: bool = False,
) -> Sets:
    """Find all smallest sets of rulings that have to be read otherwise than in the house for the goals to hold.

    Args:
        ledger: the answers so far; it learns.
        goals: those that should hold.
        most: no sets of more rulings (None: of any size).
        count: stop when more sets than that, or more readings of one set, were found.
        fewest: stop at the least number of rulings that will do.

    ``closed`` is false where the budget was spent, or more than ``count`` found.  Proposals that were set aside may
    hold smaller sets than those found.
    """
    searching = _Smallest(ledger, goals, count)
    with suppress(Spent):
        searching.run(len(ledger.free) if most is None else most, fewest)
    return searching.sets()


class _Smallest:
    """A search for the smallest sets: z3 proposes a reading, the ledger judges it, conflicts forbid it."""

    def __init__(self, ledger: Ledger, goals: Sequence[str], count: int) -> None:
        self.ledger, self.goals, self.count = ledger, goals, count
        self.found = Sets()
        self.proposer = _Proposer(ledger, ledger.house)
        self.taught = dict.fromkeys(ledger.of(goals), 0)
        self.ways: dict[tuple[int, ...], list[tuple[int, ...]]] = {}

    def run(self, most: int, fewest: bool) -> None:
        """Search size by size.  Raises Spent when the budget ends, or enough was found."""
        for size in range(most + 1):
            self.all_of(size)
            self.found.size = size
            if fewest and self.ways:
                break
            if self.proposer.propose() is None:
                self.found.ruled_out = not self.ways and not self.found.aside
                self.found.size = len(self.ledger.free)
                break
        self.found.closed = True

    def all_of(self, size: int) -> None:
        """Decide every proposal that changes at most so many rulings, or set it aside."""
        house, free = self.ledger.house, self.ledger.free
        while (reading := self.proposed(size)) is not None:
            verdict = self.ledger.good(reading, self.goals)
            if verdict is False:
                continue
            if isinstance(verdict, SetAside):
                self.found.aside.append(verdict)
                self.proposer.forbid(enumerate(reading))
                continue
            changed = tuple(r for r in free if reading[r] != house[r])
            if changed not in self.ways:
                _no_more_than(self.proposer, changed)
            self.ways.setdefault(changed, []).append(tuple(reading[r] for r in changed))
            self.proposer.forbid(enumerate(reading))
            if max(len(self.ways), len(self.ways[changed])) > self.count:
                raise Spent

    def proposed(self, size: int) -> Reading | None:
        """A reading that no conflict known so far forbids, or None."""
        for question, done in self.taught.items():
            for cube in self.ledger.fails[question][done:]:
                self.proposer.forbid(cube)
            self.taught[question] = len(self.ledger.fails[question])
        return self.proposer.propose(size)

    def sets(self) -> Sets:
        """The result, the smallest sets first."""
        kept = sorted(self.ways.items(), key=lambda one: (len(one[0]), one[0]))[: self.count]
        self.found.changes = [
            CorrectionSet(rulings, tuple(sorted(readings)[: self.count])) for rulings, readings in kept
        ]
        return self.found


def _no_more_than(proposer: _Proposer, rulings: Sequence[int]) -> None:
    """Propose no further change where all these rulings are changed."""
    all_of = z3.And([proposer.changed[r] for r in rulings])
    for r, changed in enumerate(proposer.changed):
        if r not in rulings:
            proposer.solver.add(z3.Not(z3.And(all_of, changed)))


def clash(
    ledger: Ledger, goals: Sequence[str], *, most: int | None = None, count: int = 1, give_up: int = 2
) -> tuple[list[Clash], bool]:
    """Find the fewest goals to give up where no reading meets all of them, and the sets for the others.

    All ways of giving up that many (no more than ``give_up``) are tried; those of which nothing is found are left
    out, and the answer says whether all were decided.  Raises Spent when the budget ends before any was found.
    """
    for number in range(1, give_up + 1):
        found, whole = [], True
        for given in combinations(goals, number):
            left = [goal for goal in goals if goal not in given]
            sets = smallest(ledger, left, most=most, count=count)
            if sets.changes:
                found.append(Clash(given, sets))
            else:
                whole = whole and sets.closed
        if found:
            return found, whole
        if not whole:
            raise Spent
    return [], True


def settled(ledger: Ledger, goals: Sequence[str], base: Reading) -> SettlingSet:
    """Find the rulings that have to be read as in ``base`` for the goals to hold however the others are read.

    ``base`` must meet the goals.  Units are gone through one by one: z3 proposes a reading that agrees with the
    base on the rulings found so far and is not yet known to be good there, those that change little first.
    """
    begun = len(ledger.runs)
    settling = _Settling(ledger, goals, base)
    open_ = [_Open(ledger, asked, base) for unit in ledger.units if (asked := ledger.of(goals, unit))]
    closed = True
    try:
        while any([settling.grows(one) for one in open_]):  # noqa: C419 - each unit, before the first once more
            pass
    except Spent:
        closed = False
    chosen, aside = settling.chosen, settling.aside
    breaks: dict[tuple[int, int], Question] = {}
    for question in ledger.of(goals):
        for cube in ledger.fails[question]:
            differing = [(r, value) for r, value in cube if base[r] != value]
            if len(differing) == 1:
                breaks.setdefault(differing[0], question)
    needed = tuple(sorted({r for r, _ in breaks}))
    return SettlingSet(chosen, needed, closed and not aside, len(ledger.runs) - begun, aside, breaks)


class _Settling:
    """The rulings found so far, and the proposals that were set aside."""

    def __init__(self, ledger: Ledger, goals: Sequence[str], base: Reading) -> None:
        self.ledger, self.goals, self.base = ledger, goals, base
        self.chosen = _hitting(ledger, goals, base)
        self.aside: list[SetAside] = []

    def grows(self, one: _Open) -> bool:
        """Judge all proposals in one unit; say whether a conflict was met, so that other rulings are chosen."""
        grown = False
        while (reading := one.propose(self.chosen)) is not None:
            self.ledger.run(one.unit, reading)
            answers = {q: self.ledger.known(q, reading) for q in one.asked}
            if False in answers.values():
                self.chosen = _hitting(self.ledger, self.goals, self.base)
                grown = True
                continue
            unknown = next(((q, why) for q, why in answers.items() if isinstance(why, str)), None)
            if unknown is not None:
                self.aside.append(SetAside(reading, *unknown))
                one.proposer.forbid(enumerate(reading))
            elif any(answer.holds is None for answer in self.ledger.runs[one.unit, reading].values()):
                one.proposer.forbid(enumerate(reading))  # good by what other runs rest on
        return grown


class _Open:
    """The readings that are not yet known to meet all goals in one unit."""

    def __init__(self, ledger: Ledger, asked: Sequence[Question], base: Reading) -> None:
        self.ledger = ledger
        self.asked = asked
        self.unit = asked[0].unit
        self.proposer = _Proposer(ledger, base)
        self.told: set[Cube] = set()

    def propose(self, kept: Sequence[int]) -> Reading | None:
        """Propose one of them that agrees with the base on ``kept``, with few changes first."""
        for cube in sorted(map(sorted, self.ledger.standing(self.asked) - self.told)):
            self.told.add(frozenset(cube))
            self.proposer.forbid(cube)
        for most in (1, 2, None):
            found = self.proposer.propose(most, kept)
            if found is not None:
                return found
        return None


def _differences(ledger: Ledger, goals: Sequence[str], base: Reading) -> set[frozenset[int]]:
    """The rulings that each conflict reads otherwise than a base."""
    return {
        frozenset(r for r, value in cube if base[r] != value)
        for question in ledger.of(goals)
        for cube in ledger.fails[question]
    }


def _hitting(ledger: Ledger, goals: Sequence[str], base: Reading) -> tuple[int, ...]:
    """A smallest set of rulings with one of each difference, the first in order of declaration."""
    differing = _differences(ledger, goals, base)
    least = [one for one in differing if not any(other < one for other in differing)]
    if not least:
        return ()
    names = sorted(set().union(*least))
    takes = {r: z3.Bool(f"t{r}") for r in names}
    solver = asking("QF_FD")
    for one in sorted(map(sorted, least)):
        solver.add(z3.Or([takes[r] for r in one]))
    for size in range(1, len(names) + 1):
        solver.push()
        solver.add(z3.AtMost(*takes.values(), size))
        if solver.check() == z3.sat:
            taken: list[int] = []
            for r in names:  # the first set in order of declaration
                solver.push()
                solver.add(takes[r])
                if len(taken) < size and solver.check() == z3.sat:
                    taken.append(r)
                else:
                    solver.pop()
                    solver.add(z3.Not(takes[r]))
            return tuple(taken)
        solver.pop()
    return tuple(names)
