"""The goals of a proof by induction, each with one kind of proof obligation.

A claim about every reachable state is proved by a *base* case (it holds at the start), *steps* (every micro-step from a
state in which all lemmas hold leads to one in which it holds), and *obligations* (no micro-step, and no question asked
of a state, leaves a range).  :class:`Obligation` has a class for each kind, which gives the assumptions about the state
and the run (:meth:`Obligation.setting`), the lemmas that may be used, and the meaning of an answer.  An obligation has
no state of its own: two of a class are equal, and a process may send one to another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import ClassVar, Protocol

from queensbench.engines.prove.executions import Execution
from queensbench.readers.symbolic.execution import Result, Symbolic, Term, not_
from queensbench.rules.typed import ir

SORTS = ("integers", "bit-vectors")
"""The theories in which a solver takes numbers."""

MOST_ARGS = 24
"""A hard goal is split by its transition's arguments if they have at most so many combinations."""

MANY = 8
"""A goal with more conjuncts has many: it is tried whole only where that is cheap."""

OFTEN = 4
"""Goals that are alike needed a lemma often if one in so many did."""

Case = tuple[tuple[int, int], ...]
"""Scalar cells and the values that they have in a case of a transition."""

Lemma = tuple[int, tuple[int, ...]]
"""A judge and values of its arguments: one conjunct."""


# --------------------------------------------------------------------------------------------- settings


@dataclass
class Setting:
    """The state and the run that goals ask about, with everything known of them.

    ``state``: the cells of the state that a counterexample shows.  ``cells``: those that conjuncts are asked of.
    ``run``: executes the code whose sites are asked for.  ``possible``, ``likely``: of the execution, if there is one.
    ``going``: that the game goes on before it.  ``pairs``: terms, each with one that takes its place.
    """

    conditions: list[Term]
    state: Sequence[Term]
    cells: Sequence[Term]
    run: Callable[[], Result]
    args: list[Term] = field(default_factory=list)
    execution: Execution | None = None
    possible: Term = True
    likely: Term = True
    going: Callable[[], Term] = lambda: True
    pairs: list[tuple[Term, Term]] = field(default_factory=list)


class Rules(Protocol):
    """The rules on symbols.

    ``symbols``: the cells of any state; ``ranges``: their ranges; ``free``: those of readings and parameters.
    """

    symbolic: Symbolic
    symbols: list[Term]
    free: Term
    ranges: Term

    @property
    def stop(self) -> Term:
        """That the play has stopped in any state."""

    def execution(self, goal: Goal) -> Execution:
        """Execute the transition of a goal."""

    def lifted(self, cell: int, term: Term) -> Term:
        """The value of a cell as a z3 expression."""


class Hypotheses(Protocol):
    """The lemmas that goals may use."""

    def lemmas(self) -> list[Lemma]:
        """The lemmas of judges that have not failed."""

    def others(self, goal: Goal) -> list[Lemma]:
        """The lemmas that the judge of a goal may follow from."""


# ----------------------------------------------------------------------------------- kinds of obligations


@dataclass(frozen=True)
class Obligation:
    """One kind of proof obligation.

    ``name``: as it is reported.  ``from_start``: it is about the start, or a path from there; else about any typed
    state.  ``inductive``: a counterexample to it is one to induction.  ``witnessed``: it asks for a state, so that its
    proof is a model and its answers' lemmas are those that hold there.  ``entails``: it is about one state, in which
    a claim follows from others.  ``learnt``: the lemmas that its proofs needed are told to goals that are alike.
    ``urgency``: goals with more come before those with less, and all with any before steps.
    ``refutes``: the verdict on a claim that it refutes.  ``shows``: the verdict whose answer names a state in which
    all lemmas hold.
    """

    name: ClassVar[str]
    from_start: ClassVar[bool] = False
    inductive: ClassVar[bool] = False
    witnessed: ClassVar[bool] = False
    entails: ClassVar[bool] = False
    learnt: ClassVar[bool] = False
    urgency: ClassVar[int] = 0
    refutes: ClassVar[str] = ""
    shows: ClassVar[str] = ""

    @property
    def shared(self) -> Obligation:
        """The obligation in whose context goals of this kind are decided."""
        return self

    def hypotheses(self, given: Hypotheses, goal: Goal) -> list[Lemma]:
        """The lemmas that a proof of a goal may use."""
        return given.lemmas()

    def setting(self, rules: Rules, goal: Goal) -> Setting:
        """The state and the run that a goal asks about."""
        raise NotImplementedError


REFUSED_START = -1
"""Stands among the sites of a goal for the requirements of the start, none of which may fail."""


class BaseCase(Obligation):
    """Conjuncts hold at the start, or sites of the set-up are not violated, nor its requirements."""

    name = "base"
    from_start = True
    urgency = 2
    refutes = "failed at the start"

    def hypotheses(self, given: Hypotheses, goal: Goal) -> list[Lemma]:
        """Nothing is assumed at the start."""
        return []

    def setting(self, rules: Rules, goal: Goal) -> Setting:
        """Set up the start."""
        start = rules.symbolic.initial()
        told = replace(start, violations=[*start.violations, (REFUSED_START, start.refused)])
        return Setting([rules.free], rules.symbols, start.cells, lambda: told)


class OfTransition(Obligation):
    """An obligation of a transition in a case, from any typed state.  All of these share one execution."""

    @property
    def shared(self) -> Obligation:
        """The obligation of a step, whose context all of these share."""
        return STEP

    def setting(self, rules: Rules, goal: Goal) -> Setting:
        """Set up any typed state before the transition, or before the path to it."""
        made = rules.execution(goal)
        found = _after(made, [rules.free, rules.ranges, *made.conditions], rules.symbols)
        if not goal.path:
            found.going = lambda: not_(rules.stop)
            found.pairs = [(rules.symbols[cell], rules.lifted(cell, value)) for cell, value in goal.case]
        return found


class InductiveStep(OfTransition):
    """Conjuncts hold after a transition, if all lemmas hold before it and in every state on the path."""

    name = "step"
    inductive = True
    learnt = True
    shows = "failed"


class RangeObligation(OfTransition):
    """No site of a transition is violated, if all lemmas hold before it."""

    name = "obligation"
    learnt = True
    shows = "failed"


class Enabledness(OfTransition):
    """All lemmas together allow a transition: there is a state, with arguments and readings, from which it happens."""

    name = "alive"
    witnessed = True
    shows = "proved"


class QuestionInRange(Obligation):
    """No site of a function is violated where it is asked of a state in which all lemmas hold."""

    name = "question"
    urgency = 1

    def setting(self, rules: Rules, goal: Goal) -> Setting:
        """Set up any typed state, and arguments of the function."""
        symbolic = rules.symbolic
        args = symbolic.arguments(goal.function, "a.")
        conditions = [rules.free, rules.ranges, symbolic.argument_ranges(goal.function, args)]
        return Setting(
            conditions,
            rules.symbols,
            rules.symbols,
            lambda: symbolic.ask(goal.function, rules.symbols, args),
            args,
        )


class Entailment(Obligation):
    """Conjuncts hold in every typed state in which the lemmas of other judges hold."""

    name = "follow"
    entails = True
    urgency = 3

    def hypotheses(self, given: Hypotheses, goal: Goal) -> list[Lemma]:
        """The lemmas of other judges, if these do not themselves follow."""
        return given.others(goal)

    def setting(self, rules: Rules, goal: Goal) -> Setting:
        """Set up any typed state."""
        blank = Result(list(rules.symbols), False, False, [])
        return Setting([rules.free, rules.ranges], rules.symbols, rules.symbols, lambda: blank)


class TypedClaim(Entailment):
    """Conjuncts hold in every typed state, whatever else holds there."""

    name = "typed"

    @property
    def shared(self) -> Obligation:
        """What follows from other claims, whose context it shares."""
        return ENTAILED

    def hypotheses(self, given: Hypotheses, goal: Goal) -> list[Lemma]:
        """Nothing is assumed."""
        return []


class EarlyStep(Obligation):
    """Conjuncts hold after a path from the start and a transition after it: a path too short for a deeper step."""

    name = "early"
    from_start = True
    refutes = "failed after the start"

    def hypotheses(self, given: Hypotheses, goal: Goal) -> list[Lemma]:
        """Nothing is assumed on a path from the start."""
        return []

    def setting(self, rules: Rules, goal: Goal) -> Setting:
        """Set up the start, the path and the transition."""
        made = rules.execution(goal)
        return _after(made, [rules.free, *made.conditions], made.cells)


def _after(made: Execution, conditions: list[Term], state: Sequence[Term]) -> Setting:
    """The setting after an execution."""
    return Setting(
        conditions,
        state,
        made.result.cells,
        lambda: made.result,
        made.args,
        made,
        made.possible,
        made.likely,
    )


BASE, STEP, RANGE, ENABLED = BaseCase(), InductiveStep(), RangeObligation(), Enabledness()
QUESTION, ENTAILED, TYPED, EARLY = QuestionInRange(), Entailment(), TypedClaim(), EarlyStep()


# ------------------------------------------------------------------------------------------------ goals


@dataclass(frozen=True)
class Goal:
    """One thing to be shown.

    ``lemmas``: its conjuncts; or ``sites``: those that must not be violated, of the start perhaps
    :data:`REFUSED_START`.  ``transition`` and ``case``: of a step, a range obligation or enabledness.  ``function``:
    the one that is asked.  ``args``: values of the transition's
    arguments, if the goal is about these alone.  ``path``: the transitions that led to the state before the step.
    ``twins``: the cases that this one stands for (:mod:`queensbench.engines.prove.symmetric_cases`).  Conjuncts of one
    judge, and sites of one transition, are tried together, and one by one only if that fails.
    """

    obligation: Obligation
    transition: int = -1
    case: Case = ()
    lemmas: tuple[Lemma, ...] = ()
    sites: tuple[int, ...] = ()
    function: int = -1
    args: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    twins: tuple[Case, ...] = ()

    @property
    def kind(self) -> str:
        """The name of its obligation, as reports show it."""
        return self.obligation.name

    @property
    def judge(self) -> int:
        """The judge of its conjuncts, -1 if it has none."""
        return self.lemmas[0][0] if self.lemmas else -1

    @property
    def unit(self) -> Goal:
        """The common part of all goals that are decided in one context, one after the other."""
        return replace(self, obligation=self.obligation.shared, lemmas=(), sites=(), args=(), twins=())

    @property
    def many(self) -> bool:
        """Say whether it has many conjuncts."""
        return len(self.lemmas) > MANY

    @property
    def single(self) -> bool:
        """Say whether it has one conjunct, or one site."""
        return len(self.sites) + len(self.lemmas) == 1

    def fixed(self, system: ir.System) -> list[Goal]:
        """Split it by the combinations of its transition's arguments (no goals if there are none, or too many)."""
        if self.transition < 0 or self.args or self.obligation.witnessed:
            return []
        params = system.functions[system.transitions[self.transition].function].params
        if not params or prod(ir.size(t) for _, t in params) > MOST_ARGS:
            return []
        return [replace(self, args=v) for v in product(*(range(t.lo, t.hi + 1) for _, t in params))]

    def parts(self) -> list[Goal]:
        """Split it by its conjuncts or sites; a goal with only one is its own part."""
        if len(self.lemmas) > 1:
            return [replace(self, lemmas=(lemma,)) for lemma in self.lemmas]
        if len(self.sites) > 1:
            return [replace(self, sites=(site,)) for site in self.sites]
        return [self]


@dataclass
class Answer:
    """The verdict of a solver on a goal: ``proved``, ``failed`` (with state, arguments and readings) or ``unknown``.

    ``used``: the lemmas that the proof needed; of enabledness, those that hold in the state found.  ``frame``: decided
    without a solver (the step leaves it unchanged, or cannot happen).  ``sort``: of numbers, one of :data:`SORTS`.
    ``reason``: why it is unknown, or failed.  ``trail``: the arguments of the transitions on the path.  ``way`` and
    ``split``: of a proof by z3, as in :class:`~queensbench.engines.prove.hints.Hint` (none: there is no hint of it).
    """

    goal: Goal
    verdict: str
    used: tuple[Lemma, ...] = ()
    cells: tuple[int, ...] = ()
    args: tuple[int, ...] = ()
    readings: tuple[int, ...] = ()
    parameters: tuple[int, ...] = ()
    frame: bool = False
    sort: str = ""
    reason: str = ""
    trail: tuple[tuple[int, ...], ...] = ()
    way: str = ""
    split: int = -1

    @property
    def against_induction(self) -> bool:
        """Say whether it is a counterexample to induction."""
        return self.verdict == "failed" and self.goal.obligation.inductive

    @property
    def judges_used(self) -> set[int]:
        """The judges of the lemmas that it used."""
        return {lemma[0] for lemma in self.used}


@dataclass(frozen=True)
class Task:
    """A proof attempt: the system, the lemmas assumed, the readings fixed (None: free), the budget for a goal."""

    system: ir.System
    lemmas: tuple[Lemma, ...]
    readings: tuple[int, ...] | None
    rlimit: int


@dataclass(frozen=True)
class Order:
    """The settings that all jobs of a round share.

    ``followed`` and ``typed``: judges that are known to follow from others, and to hold in every typed state.
    """

    lemmas: tuple[Lemma, ...]
    readings: tuple[int, ...] | None
    rlimit: int
    patient: bool = False
    followed: frozenset[int] = frozenset()
    typed: frozenset[int] = frozenset()


@dataclass(frozen=True)
class News:
    """The lessons of goals decided before, for those decided later.

    ``lost``: judges with a step that fails.  ``followed``: judges that follow from others.  ``needed``: for goals that
    are alike (:func:`like`), how many were proved and how often they needed lemmas of each judge.  ``typed``: judges
    that hold in every typed state, so that they are no lemmas for anything.
    """

    lost: frozenset[int] = frozenset()
    followed: frozenset[int] = frozenset()
    needed: Mapping[int | str, tuple[int, Mapping[int, int]]] = field(default_factory=dict)
    typed: frozenset[int] = frozenset()

    def after(self, answers: Iterable[Answer]) -> News:
        """Add the lessons of answers."""
        lost = set(self.lost)
        followed = set(self.followed)
        typed = set(self.typed)
        needed = dict(self.needed)
        for answer in answers:
            goal = answer.goal
            judges = {lemma[0] for lemma in goal.lemmas}
            if answer.against_induction:
                lost |= judges
            elif answer.verdict != "proved":
                continue
            elif goal.obligation.entails:
                followed |= judges
                typed |= set() if answer.used else judges
            elif goal.obligation.learnt and not answer.frame:
                count, times = needed.get(like(goal), (0, {}))
                more = {judge: times.get(judge, 0) + 1 for judge in answer.judges_used}
                needed[like(goal)] = count + 1, {**times, **more}
        return News(frozenset(lost), frozenset(followed), needed, frozenset(typed))

    def telling(self, lemmas: Iterable[Lemma]) -> list[Lemma]:
        """The lemmas that say more than types do: the others only make what a solver is asked longer."""
        return [lemma for lemma in lemmas if lemma[0] not in self.typed]

    def judges(self, goal: Goal) -> set[int]:
        """The judges whose lemmas a goal is tried with first: its own, and those that goals like it often needed."""
        count, times = self.needed.get(like(goal), (0, {}))
        often = {judge for judge, number in times.items() if number * OFTEN >= count}
        return often | {lemma[0] for lemma in goal.lemmas}


def like(goal: Goal) -> int | str:
    """A key that is the same for goals that need the same lemmas: their judge, or their kind."""
    return goal.judge if goal.lemmas else goal.kind
