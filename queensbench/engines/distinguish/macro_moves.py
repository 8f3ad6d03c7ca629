"""A comparison of two readings move by move: a move and all automatic steps that follow it count as one.

Readings that part for some automatic steps and come together again before anybody moves do not differ for the players.
Where :mod:`queensbench.engines.distinguish.distinguishability` finds a difference within such a chain, this file runs
the chain to its end under both readings, for every move whose chain can consult the ruling, and compares the settled
states.

What it cannot see: chains of more than :data:`ROUNDS` automatic steps count as differing, and rules with many
or large automatic steps are not tried (:func:`small`): the chain is executed on symbols, whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from queensbench.engines.distinguish.distinguishability import (
    ConsultingPlace,
    Distinguisher,
    PlaceAnswer,
    PlaceQuestion,
    consults,
    places,
)
from queensbench.engines.distinguish.executions import Side, apart, arguments
from queensbench.readers.symbolic.execution import Result, Symbolic, Term, and_, not_, or_
from queensbench.rules.typed import ir

ROUNDS = 6
MOST_NODES = 600
"""Automatic steps are small if they and the rules that they call have at most so many nodes together."""


def automatic(system: ir.System) -> list[int]:
    """The automatic steps of a system."""
    return [number for number, t in enumerate(system.transitions) if t.kind == "automatic"]


def small(system: ir.System) -> bool:
    """Say whether chains of automatic steps can be executed on symbols in short time."""
    nodes = 0
    for number in automatic(system):
        for function in ir.reached(system, system.transitions[number].function):
            nodes += sum(1 for stmt in system.functions[function].body for _ in ir.walk(stmt))
    return nodes <= MOST_NODES


def chain(symbolic: Symbolic, result: Result) -> tuple[Result, Term]:
    """The result of a move after its automatic steps, and the condition that one is due after ROUNDS of them."""
    steps = automatic(symbolic.system)
    cells = result.cells
    violations = list(result.violations)
    alive = and_(not_(result.refused), not_(result.violated))
    due: Term = False
    for turn in range(ROUNDS + 1):
        going = and_(alive, not_(symbolic.stopped(cells)))
        after = list(cells)
        taken: Term = False
        for number in steps:
            here = and_(going, not_(taken))
            found = symbolic.step(number, cells, [])
            violations += [(site, and_(here, condition)) for site, condition in found.violations]
            alive = and_(alive, not_(and_(here, found.violated)))
            done = and_(here, not_(found.refused), not_(found.violated))
            after = [
                old if new is old else symbolic.choose(done, new, old)
                for new, old in zip(found.cells, after, strict=True)
            ]
            taken = or_(taken, done)
        if taken is False:
            due = False
            break
        if turn == ROUNDS:
            due = taken
            break
        cells = after
    return Result(cells, result.refused, result.silent, [v for v in violations if v[1] is not False]), due


class Moves:
    """The comparison of two readings of a ruling, move by move."""

    def __init__(self, differ: Distinguisher, ruling: int, reading: int) -> None:
        self.differ = differ
        self.system = differ.system
        self.ruling, self.reading = ruling, reading
        self.sort = differ.sort("integers")
        self.one, self.two = differ.sides(self.sort, ruling, reading)

    def compare(self) -> list[PlaceAnswer]:
        """List all :meth:`answers`."""
        return list(self.answers())

    def answers(self) -> Iterator[PlaceAnswer]:
        """Compare the start, every move whose chain can consult the ruling, and every question that consults it."""
        steps = [self.system.transitions[number].function for number in automatic(self.system)]
        after = any(consults(self.system, function, self.ruling) for function in steps)
        asked = places(self.system, self.ruling)
        if after or ConsultingPlace("start") in asked:
            yield self.start()
        for number, transition in enumerate(self.system.transitions):
            if transition.kind != "automatic" and (after or ConsultingPlace("step", number) in asked):
                yield self.move(number)
        for place in asked:
            if place.what not in ("start", "step"):
                yield self.asked(place)

    def question(self, place: ConsultingPlace) -> PlaceQuestion:
        """The question about a place, between the two readings."""
        return PlaceQuestion(self.ruling, self.reading, place, "moves")

    def settled(self) -> list[Term]:
        """The conditions that no automatic step is due, and play goes on, under both readings."""
        sides: Sequence[Side] = (self.one, self.two)
        still = [side.refused(number) for side in sides for number in automatic(self.system)]
        return [*still, *(not_(side.stopped()) for side in sides)]

    def solved(
        self,
        place: ConsultingPlace,
        differing: Term,
        where: Sequence[Term],
        args: Sequence[Term],
        *,
        any_: bool = False,
    ) -> PlaceAnswer:
        """Ask whether a difference contradicts the invariants (``any_``: without these)."""
        if differing is False:
            return PlaceAnswer(place, "same", "moves")
        if self.differ.allowance is not None and self.differ.allowance <= 0:
            return PlaceAnswer(place, "unknown", "moves")
        truth = self.one.symbolic.truth
        lemmas = [] if any_ else list(self.differ.lemmas(self.one, self.two))
        parts = [truth(t) for t in (differing, *where)]
        return self.differ.solve(self.sort, self.question(place), parts, lemmas, args, self.differ.rlimit)

    def start(self) -> PlaceAnswer:
        """Compare the settled start."""
        runs = [chain(side.symbolic, side.symbolic.initial()) for side in (self.one, self.two)]
        differing = or_(apart(self.one.symbolic, runs[0][0], runs[1][0]), runs[0][1], runs[1][1])
        return self.solved(ConsultingPlace("start"), differing, [], [], any_=True)

    def move(self, number: int) -> PlaceAnswer:
        """Compare a move, with the automatic steps after it."""
        symbolic = self.one.symbolic
        args = arguments(symbolic, self.system.transitions[number].function)
        runs = [
            chain(side.symbolic, side.symbolic.step(number, self.sort.symbols, args))
            for side in (self.one, self.two)
        ]
        differing = or_(apart(symbolic, runs[0][0], runs[1][0]), runs[0][1], runs[1][1])
        ranges = symbolic.argument_ranges(self.system.transitions[number].function, args)
        return self.solved(ConsultingPlace("step", number), differing, [*self.settled(), ranges], args)

    def asked(self, place: ConsultingPlace) -> PlaceAnswer:
        """Compare a question, which is asked of settled positions only."""
        args, differing, where = self.differ.parted(self.sort, self.one, self.two, self.question(place))
        still = [side.refused(number) for side in (self.one, self.two) for number in automatic(self.system)]
        if place.what in ("over", "wins", "score"):  # an ended state has nothing due
            ended = or_(*(side.stopped() for side in (self.one, self.two)))
            still = [or_(ended, and_(*still))]
        return self.solved(place, differing, [*where, *still], args)
