"""Best play of one instance under one reading: values, best first moves, and how play then ends.

The instance is exhausted first; every state then gets the value of best play from there on, by backward induction
(:mod:`queensbench.engines.solve.arena_values`): an exact fraction, or bounds that are certain.

What this engine cannot see: **hidden information.**  Whoever chooses here knows the whole state.  Where the rules hide
something, the value is that of the same game with open cards; for players who all want the same it is an upper bound
of their result.  It sees nothing outside the instance, nor other readings.  Where the rules are silent, or nobody can
move, play has no score: its worth is a convention, which the answer states.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from queensbench.engines.explore.explorations import whole_of
from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import MAX_BYTES, ExploreSettings
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Cells, Interrupts
from queensbench.engines.solve.arena import UNKNOWN, Explored, arena_of, solver_of
from queensbench.engines.solve.arena_values import solve_arena
from queensbench.engines.solve.attainment import BOUND, attained
from queensbench.engines.solve.fractions import NO_MOVE
from queensbench.engines.solve.objectives import Aim
from queensbench.engines.solve.outcome_distribution import Spread, spread_of
from queensbench.engines.solve.values import SolvingOrder, Values, order_of
from queensbench.errors import BadInput

MOST_LOOKED_AT = 100
"""The most states that are searched for the reason why no move is possible."""

PER_MOVE, PER_STATE = 24, 120
"""Bytes that solving takes beside the exploration, at its peak; where play cannot go round, about half of them."""


@dataclass(frozen=True)
class Option:
    """A move from a state: its code (-1: unknown), and bounds of the value of its target.

    ``stored``: whether it is the move of a strategy that was shown to attain the value, or its bound.
    """

    code: int
    low: Fraction
    up: Fraction
    stored: bool = False


@dataclass
class AimValues:
    """The values of one aim.

    ``worst``, ``best``: the values where play that ends without a score counts as the worst or the best that is
    possible; they are one object where there is no such play, or where its worth was given.
    ``counts_as``: its worth in the worst and in the best case.
    ``mine``, ``theirs``: what is shown of the stored choices, those made for the aim (``worst``) and those against it
    (``best``), by :mod:`queensbench.engines.solve.attainment`: they ensure the value, a bound, or nothing.
    ``both``: whether the same is shown, value or bound, of the choices of both sides that are stored in ``worst``.
    """

    aim: Aim
    worst: Values
    best: Values
    counts_as: tuple[int, int]
    mine: str
    theirs: str
    both: bool

    def bounds(self, state: int) -> tuple[Fraction, Fraction]:
        """A lower and an upper bound of the aim from a state on, in its own terms."""
        low, up = self.worst.bounds(state)[0], self.best.bounds(state)[1]
        return (-up, -low) if self.aim.least else (low, up)

    @property
    def endless(self) -> int:
        """The worth of a play without end."""
        return self.aim.sign * self.worst.endless


class Solved:
    """An instance whose states have values.

    Attributes:
        exploration, arena: the states that were reached, and the graph of their moves.
        complete: whether the instance was exhausted.
        readings: those under which it was solved.
        answers: the values, by aim.
        seconds: wall time of everything but compiling.
    """

    def __init__(self, box: Box, exploration: Exploration, arena: Explored, order: SolvingOrder) -> None:
        self.box = box
        self.exploration = exploration
        self.arena = arena
        self.order = order
        self.complete = exploration.complete
        self.readings: Mapping[str, Any] | None = None
        self.answers: list[AimValues] = []
        self.seconds = 0.0

    @property
    def start(self) -> int:
        """The number of the state from which the instance was solved."""
        return self.arena.starts[0]

    @property
    def silent(self) -> int:
        """The number of states in which the rules are silent."""
        return int((self.arena.role == k.SILENT_STATE).sum())

    @property
    def deadlocks(self) -> int:
        """The number of states without a move that are no end."""
        return int((self.arena.role == k.DEADLOCK).sum())

    @cached_property
    def unknown(self) -> int:
        """The number of states that the search did not expand."""
        return int((self.arena.role == UNKNOWN).sum())

    def options(self, answer: AimValues, state: int) -> list[Option]:
        """The moves of a state, the best for its mover first; those of a chance state in order of their codes.

        Whoever plays for the ``answer``'s aim pursues it, the others the contrary.  None are known of a state that the
        search did not expand.
        """
        if self.arena.role[state] == UNKNOWN:
            return []
        codes = self.arena.options(state)
        found = []
        stored = self.stored(answer, state)
        for place, (code, target) in enumerate(zip(codes, self.arena.successors(state), strict=True)):
            found.append(Option(code, *answer.bounds(target), place == stored))
        if self.arena.role[state] != k.CHOICE:
            return found
        if self.for_it(answer, state) != answer.aim.least:
            return sorted(found, key=lambda o: (-o.low, -o.up, not o.stored, o.code))
        return sorted(found, key=lambda o: (o.up, o.low, not o.stored, o.code))

    def stored(self, answer: AimValues, state: int) -> int | None:
        """The place of the mover's stored move among the successors; None if it was not shown to be best."""
        mine = self.for_it(answer, state)
        place = int((answer.worst if mine else answer.best).best[state])
        shown = self.arena.role[state] == k.CHOICE and (answer.mine if mine else answer.theirs)
        return place if shown and place != NO_MOVE else None

    def for_it(self, answer: AimValues, state: int) -> bool:
        """Say whether the choice in a state is made for an aim."""
        return not answer.aim.others or int(self.arena.owner[state]) == answer.aim.player

    def spread(self, answer: AimValues, state: int | None = None) -> Spread | None:
        """The distribution of the ends of best play; None if it may go round, or was not shown to be best.

        Where play without a score has no given worth, both sides play as where it counts as the worst (``worst``).
        """
        if not answer.both:
            return None
        return spread_of(self.arena, answer.worst, self.start if state is None else state)


class CutShort(BadInput):
    """The machine's memory has ended the search before there was anything to solve; a later search may come further."""


def solve(
    box: Box,
    aims: Sequence[Aim],
    readings: Mapping[str, Any] | None = None,
    *,
    silent: int | str = "",
    start: Sequence[Cells] | None = None,
    max_states: int | None = None,
    max_bytes: int = MAX_BYTES,
    progress: Callable[[str], None] = lambda text: None,
) -> Solved:
    """Solve an instance.

    Args:
        box: the mode at the instance.
        aims: see :func:`queensbench.engines.solve.objectives.aims_of`.
        readings: members by ruling; the house readings where left out.
        silent: the worth of play that ends without a score, where the rules are silent or nobody can move: a
            number, ``worst``, ``best``, or both if empty.
        start: the state from which to solve, in raw cells, alone in a sequence; the start of the rules if None.
        max_states: a search that would store more gives bounds only; the instance's own budget if None.
        max_bytes: the same for the memory of the search; also the most that values may take beside it.
        progress: called with the present activity.

    Raises:
        BadInput: states in which several may choose, or nobody; play that never ends; another word for ``silent``;
            payoffs too large for bounds; too much memory; CutShort where the system gives too little.
        KeyboardInterrupt: Ctrl-C, in any phase.
        RangeViolation, ModelError: as :func:`queensbench.engines.explore.explorer.explore`.
    """
    progress("compiling the rules")
    solver_of(box)
    begun = time.perf_counter()
    found = _explored(box, readings, start, max_states, max_bytes, progress)
    with Interrupts() as interrupts:

        def tick() -> None:
            if interrupts.raised:
                raise KeyboardInterrupt

        _afforded(box, found, max_bytes)
        progress(f"{found.states:,} states: listing {found.transitions:,} moves")
        with box.told():
            arena = arena_of(found, interrupts)
            solved = Solved(box, found, arena, order_of(arena))
            solved.readings = readings
            for aim in aims:
                tick()
                progress(f"{found.states:,} states: {aim.text}")
                solved.answers.append(_answer(solved, aim, silent, tick))
    solved.seconds = time.perf_counter() - begun
    return solved


def _explored(
    box: Box,
    readings: Mapping[str, Any] | None,
    start: Sequence[Cells] | None,
    max_states: int | None,
    max_bytes: int,
    progress: Callable[[str], None],
) -> Exploration:
    """The exploration of the instance, that of other questions where it serves.

    Raises KeyboardInterrupt if Ctrl-C ended it.
    """
    most = max_states or box.instance.budget
    known = None
    if start is None and solver_of(box) is box.__dict__.get("native"):
        known = whole_of(box, readings, most)
    if known is not None:
        return known
    with box.told():
        found = explore(
            solver_of(box),
            box.system,
            ExploreSettings(
                box.raw(readings),
                box.parameters(),
                start=start,
                max_states=most,
                max_bytes=max_bytes,
                judging=False,
                progress=lambda states, level: progress(f"{states:,} states, level {level}"),
            ),
        )
    if found.interrupted:
        raise KeyboardInterrupt
    return found


def _afforded(box: Box, found: Exploration, most: int) -> None:
    """Raise BadInput if the values of an exploration take more than so many bytes."""
    needed = PER_MOVE * found.transitions + PER_STATE * found.states
    if needed > most:
        raise BadInput(
            f"values of {found.states:,} states and {found.transitions:,} moves take about {needed / 1e6:,.0f} MB",
            where=f"{box.ruleset}/{box.mode.name} {box.instance.name}",
            remedy=f"take a smaller instance: at most {most / 1e6:,.0f} MB are used for them",
        )


def _endless(solved: Solved) -> BadInput:
    """The reason why no play ends: a short search, chance events without a weight, or the rules themselves."""
    if solved.unknown and not solved.exploration.lasting:
        return CutShort(
            "the system gave no more memory before an end was found that anything could be worth",
            remedy="free memory, or take a smaller instance",
        )
    if solved.unknown:
        fault = "no end was found that anything could be worth"
        return BadInput(fault, remedy="allow more states by --budget")
    box, arena = solved.box, solved.arena
    where = f"{box.ruleset}/{box.mode.name} {box.instance.name}"
    interpreter = box.interpreter(solved.readings)
    silences = [(s.what, box.system.clauses[s.clause]) for s in box.system.silences]
    for number in np.flatnonzero(arena.role == k.DEADLOCK)[:MOST_LOOKED_AT].tolist():
        cells = [int(cell) for cell in solved.exploration.cells(arena.id(number))]
        events = interpreter.weightless(interpreter.state(cells, silences))
        if events:
            play = box.steps(solved.exploration.moves_to(arena.id(number)))
            after = f"after {' '.join(map(str, play))}" if play else "at the start"
            fault = f"no outcome of {' or '.join(events)} has a weight {after}: all are 0"
            return BadInput(fault, where=where, remedy="give at least one outcome a weight from 1 up")
    fault = "no play ends: each goes on for ever, or stops where nobody can move or the rules are silent"
    return BadInput(fault, where=where, remedy="let the @over rule say when a play ends")


def _answer(solved: Solved, aim: Aim, silent: int | str, tick: Callable[[], None]) -> AimValues:
    """The values of an aim."""
    arena = solved.arena
    payoff, side = aim.payoffs(arena), aim.maximising(arena)
    over = arena.role == k.OVER
    if not over.any():
        raise _endless(solved)
    least, most = int(payoff[over].min()), int(payoff[over].max())
    if aim.measure != "score":
        least, most = (
            min(least, -1 if aim.measure == "margin" else 0, aim.sign * 1),
            max(most, 1 * aim.sign, 0),
        )
    unscored = (arena.role == k.SILENT_STATE) | (arena.role == k.DEADLOCK)
    unknown = arena.role == UNKNOWN
    cases = _cases(aim, silent, least, most)
    if solved.unknown:
        least, most = _declared(solved, aim)
    endless = min(least, *cases)

    def values(counts_as: int, unseen: int) -> Values:
        mine = np.where(unscored, counts_as, payoff)
        mine = np.where(unknown, unseen, mine) if solved.unknown else mine
        return solve_arena(arena, mine, side, order=solved.order, endless=endless, tick=tick)

    worst = values(cases[0], least)
    same = not solved.unknown and (cases[0] == cases[1] or not unscored.any())
    best = worst if same else values(cases[1], most)
    ensured = attained(arena, side, worst, tick)
    against = ensured if same else attained(arena, side, best, tick)
    mine, theirs = ensured.most, against.least
    if not same:  # the value attained in each case is a bound of the answer
        mine, theirs = (BOUND if shown else shown for shown in (mine, theirs))
    both = bool(ensured.most and ensured.least)
    return AimValues(aim, worst, best, cases, mine, theirs, both)


def _cases(aim: Aim, silent: int | str, least: int, most: int) -> tuple[int, int]:
    """The worth of play without a score, in the worst and in the best case, in the aim's sign."""
    words = {"": (least, most), "worst": (least, least), "best": (most, most)}
    if isinstance(silent, int):
        return (aim.sign * silent,) * 2
    if silent not in words:
        raise BadInput(
            f"play without a score cannot count as `{silent}`",
            remedy="give a whole number, `worst` or `best`",
        )
    return words[silent]


def _declared(solved: Solved, aim: Aim) -> tuple[int, int]:
    """The least and the greatest worth of play beyond the budget, by the declared range of the score."""
    if aim.measure != "score":
        low, up = (-1, 1) if aim.measure == "margin" else (0, 1)
    else:
        system = solved.box.system
        assert system.score is not None
        returns = system.functions[system.score].returns
        assert returns is not None
        low, up = returns.lo, returns.hi
    return (-up, -low) if aim.least else (low, up)
