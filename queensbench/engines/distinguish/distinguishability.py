"""Proofs that two readings of a ruling can never part: z3 is asked about every position at once.

Two readings are compared side by side, all else being equal.  They can part only at a place that consults the
ruling, directly or through the rules that it calls: the start, a transition, the weight of a chance event,
whose choice an action is, the end, the winners, the score (:func:`places`).  All other rules are the same
text on the same values, so that only these places are asked, and most rulings have few.

A place *differs* in a position if, for some arguments, a transition is possible under one reading only, leads
to other cells, or meets an obligation under one only; or if a question is answered otherwise.  Where no
position differs in any place, the start is the same and every step from a common position is the same, so by
induction the two readings have the same positions, moves and ends: the ruling **never matters**.

*Which positions.*  Those of the types that satisfy the invariants given and are not over (for winners and scores:
that are over), and in which, for moves, no automatic step is due.  An invariant may be one proved under every
reading, or one proved under the readings of *one* side alone: the first difference of all lies in a position that
one and the same play reaches under both readings, so there the invariants of either hold.  (Of positions reached
under the other reading alone they say nothing, and nothing is asked of those.)  This needs all proofs to be whole,
with every range obligation; the caller sees to that.

Three hypotheses are tried, and the weakest that suffices is reported: ``types`` (no invariant: true by
construction of the model), ``settled`` (automatic steps come first), ``invariants``.  (``moves`` is of
:mod:`queensbench.engines.distinguish.macro_moves`.)

What this engine cannot see: whether a differing position can be reached.  It is a *candidate*, nothing more.
A step is one micro-step here, so readings that part for some automatic steps and come together again count as
differing; and weights are compared as numbers, though two weights in the same proportion are the same chance.
Observations of players are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import z3

from queensbench.engines.distinguish.executions import (
    Side,
    Sort,
    apart,
    arguments,
    combinations,
    model_value,
    raw_value,
)
from queensbench.engines.prove.obligations import Case, Lemma
from queensbench.engines.prove.planning import cases
from queensbench.engines.runtime.asking import asking
from queensbench.readers.symbolic.execution import Term, and_, not_, or_
from queensbench.rules.typed import ir

RLIMIT = 20_000_000
COUNTS = 2**32
"""z3's count of its resources starts from 0 again at this number."""
FIRST = 10
"""The first try of a place, with integers, gets this part of the budget; bit-vectors then get the whole budget."""

Hypothesis = Literal["types", "settled", "invariants", "moves"]
HYPOTHESES: tuple[Hypothesis, ...] = ("types", "settled", "invariants")
MOST_ARGS = 32
"""A hard place is split by its arguments if they have at most so many combinations."""


@dataclass(frozen=True)
class ConsultingPlace:
    """A place of the rules that consults a ruling.

    ``what``: ``start``, ``step`` (a transition), ``weight``, ``decider`` (each of a transition), ``over``,
    ``wins`` or ``score``.  ``transition``: its number, or -1.
    """

    what: str
    transition: int = -1


@dataclass(frozen=True)
class PlaceQuestion:
    """The question whether a place differs between the base reading of a ruling and another one, under a hypothesis.

    ``case``: of its transition.  ``known``: raw arguments, if the question is about these alone.
    """

    ruling: int
    reading: int
    place: ConsultingPlace
    hypothesis: Hypothesis
    case: Case = ()
    known: tuple[int, ...] = ()


@dataclass(frozen=True)
class Invariants:
    """The proved conjuncts: those that hold under every reading, and those under the base readings alone."""

    every: tuple[Lemma, ...] = ()
    base: tuple[Lemma, ...] = ()


@dataclass
class PlaceAnswer:
    """The answer of z3 about a place: ``same``, ``differs`` (with a position) or ``unknown``.

    ``hypothesis``: under which it is the same, or differs still.  ``used``: the conjuncts that ``same`` rests
    on. ``cells``, ``args``, ``readings``, ``parameters``: the position, raw; ``readings`` are those of the
    first side.
    """

    place: ConsultingPlace
    verdict: Literal["same", "differs", "unknown"]
    hypothesis: Hypothesis = "types"
    used: tuple[Lemma, ...] = ()
    cells: tuple[int, ...] = ()
    args: tuple[int, ...] = ()
    readings: tuple[int, ...] = ()
    parameters: tuple[int, ...] = ()


# --------------------------------------------------------------------------------------- places


def consults(system: ir.System, number: int | None, ruling: int) -> bool:
    """Say whether a function, or one that it calls, reads a ruling."""
    if number is None:
        return False
    return any(
        isinstance(node, ir.Reading) and node.ruling == ruling
        for function in ir.reached(system, number)
        for stmt in system.functions[function].body
        for node in ir.walk(stmt)
    )


def places(system: ir.System, ruling: int) -> list[ConsultingPlace]:
    """The places of a system that consult a ruling; no other place can depend on it."""
    found = [ConsultingPlace("start")] if consults(system, system.initial, ruling) else []
    for what, number in (("over", system.over), ("wins", system.wins), ("score", system.score)):
        if consults(system, number, ruling):
            found.append(ConsultingPlace(what))
    for number, transition in enumerate(system.transitions):
        for what, function in (
            ("step", transition.function),
            ("weight", transition.weight),
            ("decider", transition.decider),
        ):
            if consults(system, function, ruling):
                found.append(ConsultingPlace(what, number))
    return found


# --------------------------------------------------------------------------------------------- asking


class Distinguisher:
    """Asks where two readings of rulings of one system can part.

    ``base``: the readings of all rulings, raw, of which the ruling in question takes another.  ``free``:
    rulings left open, the same on both sides; then ``invariants.base`` is not used, for it was shown of the
    base readings only. ``rlimit``: z3's resource limit for each question.  :attr:`allowance` bounds them all.
    """

    def __init__(
        self,
        system: ir.System,
        base: Sequence[int],
        *,
        free: Sequence[int] = (),
        invariants: Invariants | None = None,
        rlimit: int = RLIMIT,
    ) -> None:
        self.system = system
        self.base = tuple(base)
        self.free = frozenset(free)
        self.invariants = invariants or Invariants()
        self.rlimit = rlimit
        #: z3's resources for all questions to come; without any they are unknown; None: no bound
        self.allowance: int | None = None
        self._sorts: dict[str, Sort] = {}
        self._helpful: set[int] = set()
        """Judges that a proof has used."""

    def sort(self, name: str) -> Sort:
        """The rules with integers or bit-vectors, made when first asked for."""
        if name not in self._sorts:
            self._sorts[name] = Sort(self.system, name)
        return self._sorts[name]

    def sides(self, sort: Sort, ruling: int, reading: int) -> tuple[Side, Side]:
        """The sides of the base and of the other reading."""
        one: list[int | None] = [
            None if r in self.free and r != ruling else raw for r, raw in enumerate(self.base)
        ]
        two = [*one[:ruling], reading, *one[ruling + 1 :]]
        return sort.side(tuple(one)), sort.side(tuple(two))

    def compare(
        self, ruling: int, reading: int, hypotheses: Sequence[Hypothesis] = HYPOTHESES
    ) -> list[PlaceAnswer]:
        """Compare two readings at each place that consults the ruling, under the weakest hypothesis first."""
        return [self.place(ruling, reading, place, hypotheses) for place in places(self.system, ruling)]

    def size(self, place: ConsultingPlace) -> int:
        """The nodes to execute at a place.  Small places come first, and teach which lemmas help."""
        system = self.system
        asked = {"start": system.initial, "over": system.over, "wins": system.wins, "score": system.score}
        function = asked.get(place.what)
        if place.transition >= 0:
            function = system.transitions[place.transition].function
        numbers = ir.reached(system, function) if function is not None else ()
        return sum(1 for n in numbers for stmt in system.functions[n].body for _ in ir.walk(stmt))

    def place(
        self, ruling: int, reading: int, place: ConsultingPlace, hypotheses: Sequence[Hypothesis] = HYPOTHESES
    ) -> PlaceAnswer:
        """Compare one place, under stronger and stronger hypotheses until it is the same."""
        answer = PlaceAnswer(place, "unknown")
        for hypothesis in hypotheses:
            answer = self._under(PlaceQuestion(ruling, reading, place, hypothesis))
            if answer.verdict == "same":
                break
        return answer

    def _under(self, question: PlaceQuestion) -> PlaceAnswer:
        """Compare a place under one hypothesis, case by case, until one differs."""
        place = question.place
        used: set[Lemma] = set()
        open_: PlaceAnswer | None = None
        for case in cases(self.system, place.transition) if place.what == "step" else [()]:
            answer = self._case(replace(question, case=case))
            if answer.verdict == "differs":
                return answer
            if answer.verdict == "unknown":
                open_ = answer
            used |= set(answer.used)
        if open_ is not None:
            return open_
        return PlaceAnswer(place, "same", question.hypothesis, tuple(sorted(used)))

    def _case(self, question: PlaceQuestion) -> PlaceAnswer:
        """Compare a place in one case: with integers, with bit-vectors, then for each combination of arguments."""
        place = question.place
        for name, rlimit in (("integers", max(1, self.rlimit // FIRST)), ("bit-vectors", self.rlimit)):
            answer = self._asked(question, name, rlimit)
            if answer.verdict != "unknown":
                return answer
        function = self.system.transitions[place.transition].function if place.what == "step" else -1
        values = combinations(self.system, function, MOST_ARGS) if function >= 0 else []
        if len(values) < 2:
            return answer
        used: set[Lemma] = set()
        for known in values:
            part = self._asked(replace(question, known=known), "bit-vectors", self.rlimit)
            if part.verdict != "same":
                return part
            used |= set(part.used)
        return PlaceAnswer(place, "same", question.hypothesis, tuple(sorted(used)))

    # ------------------------------------------------------------------------------------- one question

    def _asked(self, question: PlaceQuestion, sort_name: str, rlimit: int) -> PlaceAnswer:
        """Ask z3 with one sort of numbers."""
        place, hypothesis = question.place, question.hypothesis
        if self.allowance is not None and self.allowance <= 0:
            return PlaceAnswer(place, "unknown", hypothesis)
        sort = self.sort(sort_name)
        one, two = self.sides(sort, question.ruling, question.reading)
        args, differing, there = self.parted(sort, one, two, question)
        if differing is False:
            return PlaceAnswer(place, "same", "types")
        parts = [one.symbolic.truth(t) for t in (differing, *there)]
        parts += [one.symbolic.truth(t) for t in self._holds(sort, one, question.case)]
        if hypothesis != "types" and place.transition >= 0:
            parts += [one.symbolic.truth(one.refused(t)) for t in self._before(place.transition)]
        lemmas: list[tuple[Lemma, Any]] = []
        if hypothesis == "invariants" and place.what != "start":
            lemmas = list(self.lemmas(one, two))
        return self.solve(sort, question, parts, lemmas, args, rlimit)

    def _before(self, transition: int) -> list[int]:
        """The automatic steps that come before a transition: all before a move, the earlier ones before a step."""
        kinds = [t.kind for t in self.system.transitions]
        end = transition if kinds[transition] == "automatic" else len(kinds)
        return [t for t in range(end) if kinds[t] == "automatic"]

    def lemmas(self, one: Side, two: Side) -> Iterator[tuple[Lemma, Any]]:
        """The conjuncts of the invariants, as both sides read them."""
        for lemma in self.invariants.every:
            mine, yours = one.lemma(lemma), two.lemma(lemma)
            yield lemma, mine if mine.eq(yours) else z3.And(mine, yours)
        if not self.free:
            for lemma in self.invariants.base:
                yield lemma, one.lemma(lemma)

    def parted(
        self, sort: Sort, one: Side, two: Side, question: PlaceQuestion
    ) -> tuple[list[Term], Term, list[Term]]:
        """The arguments, the condition that a place differs, and the conditions under which that counts."""
        system = self.system
        symbolic = one.symbolic
        place, known = question.place, question.known
        if place.what == "start":
            return [], apart(symbolic, one.symbolic.initial(), two.symbolic.initial()), []
        going = [not_(one.stopped()), not_(two.stopped())]
        if place.what == "step":
            args, mine = one.step(place.transition, question.case, known)
            _, yours = two.step(place.transition, question.case, known)
            function = system.transitions[place.transition].function
            ranges = [] if known else [symbolic.argument_ranges(function, args)]
            return args, apart(symbolic, mine, yours), [*going, *ranges]
        if place.what in ("weight", "decider"):
            transition = system.transitions[place.transition]
            args = arguments(symbolic, transition.function)
            asked = transition.weight if place.what == "weight" else transition.decider
            assert asked is not None
            given = args if place.what == "weight" else []
            answers = [side.symbolic.ask(asked, sort.symbols, given) for side in (one, two)]
            possible = [
                and_(*self._holds(sort, one, c), not_(one.step(place.transition, c)[1].refused))
                for c in cases(system, place.transition)
            ]
            ranges = [symbolic.argument_ranges(transition.function, args)]
            return args, apart(symbolic, *answers), [*going, or_(*possible), *ranges]
        number = {"over": system.over, "wins": system.wins, "score": system.score}[place.what]
        assert number is not None
        args = arguments(symbolic, number)
        answers = [side.symbolic.ask(number, sort.symbols, args) for side in (one, two)]
        quiet = symbolic.equal(sort.symbols[system.silent_cell], 0)
        ended = (
            []
            if place.what == "over"
            else [or_(one.symbolic.over(sort.symbols), two.symbolic.over(sort.symbols))]
        )
        return args, apart(symbolic, *answers), [quiet, *ended, symbolic.argument_ranges(number, args)]

    def _holds(self, sort: Sort, side: Side, case: Case) -> list[Term]:
        return [
            side.symbolic.equal(sort.symbols[cell], raw_value(self.system, cell, value))
            for cell, value in case
        ]

    # ------------------------------------------------------------------------------------------ solving

    def solve(
        self,
        sort: Sort,
        question: PlaceQuestion,
        parts: Sequence[Any],
        lemmas: Sequence[tuple[Lemma, Any]],
        args: Sequence[Term],
        rlimit: int,
    ) -> PlaceAnswer:
        """Ask whether the parts contradict the lemmas, which are added as positions break them.

        First those judges that have served before; then, of the judges that a position breaks, the one that
        reads the fewest cells.  A position is kept only when it satisfies every lemma.
        """
        place, hypothesis = question.place, question.hypothesis
        solver = self._solver(sort, rlimit, parts)
        marks = {lemma: z3.Bool(f"lemma!{number}") for number, (lemma, _) in enumerate(lemmas)}
        left = dict(lemmas)
        taken: list[Lemma] = []

        def take(judges: set[int]) -> None:
            for lemma in [one for one in left if one[0] in judges]:
                solver.add(z3.Implies(marks[lemma], left.pop(lemma)))
                taken.append(lemma)

        take(self._helpful)
        while True:
            before = _count(solver)
            found = solver.check(*(marks[lemma] for lemma in taken))
            if self.allowance is not None:
                self.allowance -= (_count(solver) - before) % COUNTS
            if found == z3.unsat:
                core = {str(mark) for mark in solver.unsat_core()}
                used = tuple(sorted(lemma for lemma in taken if str(marks[lemma]) in core))
                self._helpful |= {judge for judge, _ in used}
                return PlaceAnswer(place, "same", hypothesis, used)
            if found == z3.unknown and not left:
                return PlaceAnswer(place, "unknown", hypothesis)
            broken = list(left)
            if found == z3.sat:
                model = solver.model()
                broken = [
                    one
                    for one, term in left.items()
                    if not z3.is_true(model.eval(term, model_completion=True))
                ]
                if not broken:
                    return self._position(sort, question, model, args)
            if self.allowance is not None and self.allowance <= 0:
                return PlaceAnswer(place, "unknown", hypothesis)
            take({min(broken, key=lambda one: (len(sort.support([left[one]])), one))[0]})

    def _solver(self, sort: Sort, rlimit: int, parts: Sequence[Any]) -> Any:
        """A solver that knows the ranges of cells, readings and parameters, and the parts."""
        shared = sort.shared
        solver = asking("QF_BV" if sort.name == "bit-vectors" else "QF_LIA")
        solver.set("rlimit", rlimit)
        solver.add(shared.truth(shared.assumptions()), *parts)
        if sort.sequences:
            solver.add(shared.truth(shared.typed(sort.symbols)))
        for symbol, t in zip(sort.symbols, self.system.cells, strict=True):
            solver.add(shared.truth(shared.inside(symbol, t)))
        return solver

    def _position(
        self,
        sort: Sort,
        question: PlaceQuestion,
        model: Any,
        args: Sequence[Term],
    ) -> PlaceAnswer:
        """A position where a place differs, read from a model of z3."""
        shared = sort.shared
        cells = [model_value(model, s, t) for s, t in zip(sort.symbols, self.system.cells, strict=True)]
        readings = [
            raw if r not in self.free else model_value(model, term, ir.KindType(ruling.name, ruling.readings))
            for r, (raw, term, ruling) in enumerate(
                zip(self.base, shared.readings, self.system.rulings, strict=True)
            )
        ]
        parameters = [
            model_value(model, term, ir.IntType(p.lo, p.hi))
            for term, p in zip(shared.parameters, self.system.parameters, strict=True)
        ]
        types = self._types(question.place)
        return PlaceAnswer(
            question.place,
            "differs",
            question.hypothesis,
            cells=tuple(cells),
            args=question.known or tuple(model_value(model, a, t) for a, t in zip(args, types, strict=False)),
            readings=tuple(readings),
            parameters=tuple(parameters),
        )

    def _types(self, place: ConsultingPlace) -> list[ir.Type]:
        if place.transition >= 0:
            function: int | None = self.system.transitions[place.transition].function
        else:
            function = {"over": self.system.over, "wins": self.system.wins, "score": self.system.score}.get(
                place.what
            )
        return [] if function is None else [t for _, t in self.system.functions[function].params]


def _count(solver: Any) -> int:
    """z3's count of resource units over all questions of the process so far, whoever has asked them."""
    return next((int(value) for name, value in solver.statistics() if name == "rlimit count"), 0)
