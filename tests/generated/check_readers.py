"""Interpreter, native code and both symbolic readers say the same of each state, reachable or not.

The comparison of interpreter, native code and the symbolic reader with known values is the harness's
(:class:`~queensbench.readers.differential.comparison.Differ`); which states are compared is said here, and the reader that
keeps numbers of items is held against them too, with known values and on symbols into which states are put.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from queensbench.errors import ModelError, RangeViolation
from queensbench.readers.differential.agreement import NEVER
from queensbench.readers.differential.comparison import Attempt, Differ, Here, ReadBox
from queensbench.readers.differential.harness import READERS
from queensbench.readers.differential.report import Report
from queensbench.readers.differential.states import Spot, World, normal
from queensbench.readers.differential.symbolic_answers import Folded, Substituted
from queensbench.readers.symbolic.counter_abstraction import Counting
from queensbench.readers.symbolic.execution import BitVectors, Integers, Result, Symbolic, Term
from tests.generated.opened import Disagreement, Opened, Tally
from tests.generated.walks import ENDLESS

SOME = 24
"""Moves that are tried at a state."""


class Counted(Counting):
    """The reader that keeps numbers of items, on states without them: it is given what the places say."""

    spare = Counting.spare

    def state(self, prefix: str) -> list[Term]:
        """A symbol for each cell alone."""
        return super().state(prefix)[: len(self.system.cells)]

    def with_numbers(self, cells: Sequence[Term]) -> list[Term]:
        """Cells, known or not, with the numbers of items that belong to them."""
        out = list(cells)
        for tally in self.tallies.values():
            block, lengths = self.system.fields[tally.field], self.system.fields[tally.length]
            for row in range(lengths.cells):
                places = cells[block.offset + row * tally.bound :][: tally.bound]
                for raw in range(tally.value.lo, tally.value.hi + 1):
                    total: Term = 0
                    for at, place in enumerate(places):
                        here = self.equal(place, self._item(tally.value, raw))
                        there = self.compare("<", at, cells[lengths.offset + row])
                        both = self.choose(there, self.choose(here, 1, 0), 0)
                        total = self.arith("+", total, both)
                    out.append(total)
        return out

    def _bare(self, result: Result) -> Result:
        result.cells = result.cells[: len(self.system.cells)]
        return result

    def step(self, transition: int, cells: Sequence[Term], args: Sequence[Term]) -> Result:
        """One transition."""
        return self._bare(super().step(transition, self.with_numbers(cells), args))

    def initial(self) -> Result:
        """The start."""
        return self._bare(super().initial())

    def ask(self, function: int, cells: Sequence[Term], args: Sequence[Term] = ()) -> Result:
        """What a rule answers."""
        return self._bare(super().ask(function, self.with_numbers(cells), args))

    def judge(self, number: int, cells: Sequence[Term]) -> tuple[Term, list[tuple[int, Term]]]:
        """What a property says."""
        return super().judge(number, self.with_numbers(cells))

    def typed(self, cells: Sequence[Term]) -> Term:
        """Whether a state is typed, its numbers being what the places say."""
        return Symbolic.typed(self, cells)


class Comparing(Differ):
    """The harness, where both ways to tell a violation count as one: at the list of moves, or at the move itself."""

    endless = 0
    looping = False

    def _settled(self, *args: Any, **options: Any) -> bool:
        """Where no rule is automatic nothing settles; that the game is over is asked of the state itself."""
        if not self.automatic or self.endless >= ENDLESS:
            return True
        self.looping = False
        agreed = super()._settled(*args, **options)
        self.endless += self.looping
        return agreed

    def _place(self, status: int) -> str:
        """A status in words; a chain without end is noted."""
        said = super()._place(status)
        self.looping = self.looping or said == NEVER
        return said

    def _listed(self, here: Here, codes: list[int], enabled: list[int], *, whole: bool) -> None:
        """A list that native code cannot make is told at a move of which the interpreter says the same."""
        try:
            self.native.moves(here.cells, here.env)
        except ModelError as fault:
            stuck = self.coding.decode(self.native.stuck)
            step = here.interpreter.step(self.system.transitions[stuck.transition].name, stuck.args)
            raised, _ = self._run(lambda: here.interpreter.apply(here.state, step, settled=False))
            raised = raised or self._run(lambda: here.interpreter.weight(here.state, step))[0]
            self.same("the move that cannot be listed", here.spot, raised, fault.where)
            return
        super()._listed(here, codes, enabled, whole=whole)


def check_readers(
    found: Opened, tally: Tally, *, reachable: Sequence[Spot], arbitrary: int, samples: int, seed: int = 1
) -> None:
    """Compare the readers at given reachable spots and at arbitrary ones; ``samples`` of each outcome on symbols."""
    random = Random(seed)
    report = Report()
    differ = Comparing(
        ReadBox(found.mode, found.instance, found.system, found.native, READERS),
        report,
        random,
        samples=samples,
        folded_share=0.06,
    )
    worlds = found.worlds(4)
    spots = [*reachable, *(drawn(found, random, random.choice(worlds)) for _ in range(arbitrary))]
    for world in worlds:
        if not _contradicted(found, tally, world):
            differ.start(world)
    for spot in spots:
        count = differ.coding.count
        codes = sorted(random.sample(range(count), min(count, SOME)))
        differ.state(spot, codes)
        if report.mismatches:
            break
    tally.counts["readers: states"] += report.states.total()
    tally.counts["readers: moves"] += report.comparisons
    tally.counts["readers: questions"] += report.asked.total()
    tally.counts["readers: on known values"] += report.z3.total()
    for outcome, times in report.outcomes.items():
        tally.counts[f"outcome: {outcome}"] += times
    if report.mismatches:
        raise Disagreement(report.mismatches[0])
    attempts = [attempt for key in sorted(differ.samples) for attempt in differ.samples[key]]
    _symbols(found, tally, differ, attempts, random)


def _contradicted(found: Opened, tally: Tally, world: World) -> bool:
    """Whether the start refuses itself, which the interpreter tells as a fault of the model."""
    try:
        found.interpreter(world).start(settled=False)
    except ModelError as fault:
        if isinstance(fault, RangeViolation):
            return False
        status, _ = found.native.initial(found.native.new_env(world.readings, world.parameters))
        tally.same("start: contradicts itself", status, 0)
        return True
    return False


def drawn(found: Opened, random: Random, world: World) -> Spot:
    """An arbitrary typed state."""
    cells = [random.randint(t.lo, t.hi) for t in found.system.cells]
    cells[-1] = 0
    return Spot("arbitrary", tuple(normal(found.system, cells)), world)


def _symbols(
    found: Opened, tally: Tally, differ: Differ, attempts: Sequence[Attempt], random: Random
) -> None:
    """What was tried, said again by each symbolic reader: on known values, and put into its results on symbols."""
    system = found.system
    sort = random.choice((Integers(), BitVectors(system)))
    counting = bool(Counting(system).tallies)
    folded: dict[World, Folded] = {}
    sides = [("symbolic", Substituted(system, sort, Symbolic))]
    if counting:
        sides.append(("counting", Substituted(system, sort, Counted)))
        tally.counts["models that count items"] += 1
    spots = {attempt.spot for attempt in attempts}
    for attempt in attempts:
        move, spot = attempt.move, attempt.spot
        name = system.transitions[move.transition].name
        place = f"{name}{list(move.args)} at {list(spot.cells)} under {spot.world}"
        for side, symbols in sides:
            said = symbols.evaluate("step", move.transition, spot.cells, spot.world, move.args)
            tally.same(f"{side}: steps on symbols", attempt.said, said, place)
        if counting:
            if spot.world not in folded:
                folded[spot.world] = Folded(system, spot.world, Counted)
            said = folded[spot.world].step(move.transition, spot.cells, move.args)
            tally.same("counting: steps on known values", attempt.said, said, place)
    for spot in sorted(spots, key=str)[:6]:
        _judges(found, tally, spot, sides)


def _judges(found: Opened, tally: Tally, spot: Spot, sides: Sequence[tuple[str, Substituted]]) -> None:
    """What properties say of a state, natively and on symbols."""
    import numpy as np

    env = found.native.new_env(spot.world.readings, spot.world.parameters)
    answers = found.native.judges(np.array(spot.cells, np.int32), env)
    for number, answer in enumerate(answers):
        for side, symbols in sides:
            said = symbols.evaluate("judge", number, spot.cells, spot.world)
            name = found.system.judges[number].name
            place = f"{name} at {list(spot.cells)} under {spot.world}"
            if answer < 0:
                tally.same(f"{side}: judges on symbols", True, said.status <= 0, place)
            elif said.status > 0:  # it may be violated at a value that the others stop before
                tally.same(f"{side}: judges on symbols", (answer,), said.cells, place)
