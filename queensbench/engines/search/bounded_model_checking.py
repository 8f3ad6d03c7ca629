"""Bounded model checking: a search for a play to a target within a number of choices.

*Shortest* counts players' choices first, then steps (decision 6).  Bounds grow by choices; for each number of
choices the play is made so long that no further chance event could matter, if that can be shown: a play with
more steps would have an idle one, or a chance event that changes nothing.  Where dice can go round in a circle
without a choice, that cannot be shown: ``Limits.steps`` ends the play, and the answer says so (``all_lengths``).

A witness is replayed by the interpreter before it is reported; if that ends elsewhere, a reader is wrong, and
:class:`UnconfirmedPlay` is raised.  A search that found nothing is *bounded*, never more; one that z3 gave up on
is *unknown*, with its attempts.  Budgets are z3's resource units; seconds are a backstop.

Source: Biere, Cimatti, Clarke and Zhu, *Symbolic model checking without BDDs* (1999).

What this engine cannot see: beyond its bounds; how likely the chance events of a witness are (existence is
enough); properties between automatic steps (they are judged at settled states only).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import z3

from queensbench.engines.runtime import ctrl_c
from queensbench.engines.runtime.box import Box
from queensbench.engines.search.encoding import SORTS, Encoding, OneHot, Unrolling
from queensbench.engines.search.targets import Target, target_of
from queensbench.engines.simulate.playouts import playouts_of
from queensbench.errors import BadInput, InternalError, RangeViolation, Refused
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.symbolic.execution import Term, is_known
from queensbench.rules.typed import ir

MAX_CHOICES = 12
MAX_STEPS = 60
RLIMIT = 2_000_000_000
SECONDS = 600.0
ROUNDS = 4
MOST_ROUNDS = 64
MOST_VALUES = 1 << 20


class UnconfirmedPlay(InternalError):
    """A play that z3 found and the interpreter does not confirm: a fault of the toolkit, not of the rules."""


# ------------------------------------------------------------------------------------------- answers


@dataclass(frozen=True)
class SolverCall:
    """One call of z3: the question, its answer, resource units and seconds."""

    what: str
    answer: str
    units: int
    seconds: float


@dataclass(frozen=True)
class WitnessPlay:
    """A play that the interpreter has replayed: from which start state, under which readings.

    ``violation``: the play ends in a value or an index out of range instead of the target.
    """

    steps: tuple[Step, ...]
    choices: int
    start: int
    readings: Mapping[str, str]
    violation: str = ""


@dataclass
class Search:
    """The answer of a search.

    Attributes:
        verdict: ``witnessed``, ``bounded`` or ``unknown``.
        witness: the play found, the shortest if ``shortest``.
        none_up_to: no play of at most so many choices reaches the target (-1: nothing was excluded).
        steps: the most steps of the plays searched.
        all_lengths: the exclusion holds for any number of chance events; otherwise only for plays
            of at most ``steps`` steps.
        shortest: no play has fewer choices, and of those with as many none has fewer steps (see ``all_lengths``).
        reason: why an unknown search ended.
        attempts: the questions in order; ``units`` and ``seconds`` are their sums and the wall time.
    """

    target: Target
    sort: str
    rounds: int
    verdict: str = "unknown"
    witness: WitnessPlay | None = None
    none_up_to: int = -1
    steps: int = 0
    all_lengths: bool = True
    shortest: bool = False
    reason: str = ""
    attempts: list[SolverCall] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def units(self) -> int:
        """Resource units that z3 spent."""
        return sum(a.units for a in self.attempts)

    def text(self) -> str:
        """The answer in one sentence."""
        within = "" if self.all_lengths else f" and {self.steps} steps"
        if self.witness is not None:
            found = f"{many(self.witness.choices, 'choice')}, {many(len(self.witness.steps), 'step')}"
            what = f"leaves a range ({self.witness.violation})" if self.witness.violation else "reaches it"
            bounds = f" of at most {self.steps} steps" if within else ""
            sure = f"no shorter one{bounds}" if self.shortest else "maybe not the shortest"
            return f"a play of {found} {what}; {sure}"
        if self.verdict == "bounded":
            return f"none up to {many(self.none_up_to, 'choice')}{within}"
        so_far = f"; none up to {many(self.none_up_to, 'choice')}{within}" if self.none_up_to >= 0 else ""
        return f"unknown: {self.reason}{so_far}"


def many(count: int, word: str) -> str:
    """A number with a word, in the plural unless it is one."""
    return f"{count} {word}{'' if count == 1 else 's'}"


class SearchStopped(KeyboardInterrupt):
    """Ctrl-C has ended a search; ``found`` is its answer so far."""

    def __init__(self, found: Search) -> None:
        super().__init__()
        self.found = found


class _OutOfBudget(Exception):
    """z3 gave up, or the time is over."""


# -------------------------------------------------------------------------------------------- engine


@dataclass(frozen=True)
class Limits:
    """The limits of a search: the most choices and steps of a play, z3's resource units and wall seconds."""

    choices: int = MAX_CHOICES
    steps: int = MAX_STEPS
    rlimit: int = RLIMIT
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        if self.choices < 0 or self.steps < 0:
            raise BadInput("a play has no fewer than 0 choices and steps", remedy="choose bounds from 0 up")


class _Engine:
    """One search while it runs."""

    def __init__(
        self,
        box: Box,
        target: Target,
        limits: Limits,
        *,
        readings: Mapping[str, Any],
        free: Sequence[str],
        start: Sequence[Sequence[int]] | None,
        sort: str,
    ) -> None:
        self.box, self.target, self.start = box, target, start
        self.limits = limits
        self.progress: Callable[[str], None] | None = None
        self.begun = time.perf_counter()
        raw: list[int | None] = [
            None if ruling.name in free else place
            for ruling, place in zip(box.system.rulings, box.raw(readings), strict=True)
        ]
        self.encoding = Encoding(box.system, sort, raw, box.parameters())
        self.condition = target.condition(self.encoding)
        rounds = measured_rounds(box, readings) if self.encoding.automatic else 0
        self.found = Search(target, sort, rounds)

    # ------------------------------------------------------------------------------------ asking

    def ask(self, what: str, *assumptions: Any) -> Any:
        """Ask z3 for a model; None if there is none.  Raises _OutOfBudget if z3 cannot tell."""
        left = self.limits.rlimit - self.found.units
        spent = time.perf_counter() - self.begun
        if left <= 0 or spent >= self.limits.seconds:
            raise _OutOfBudget("resource units" if left <= 0 else "seconds")
        solver = self.play.solver
        solver.set("rlimit", min(left, 2**32 - 1))
        solver.set("timeout", max(1, int(1000 * (self.limits.seconds - spent))))
        if self.progress is not None:
            self.progress(f"{self.target}: {what}")
        before, clock = self.counter(), time.perf_counter()
        answer = solver.check(*assumptions)
        took = time.perf_counter() - clock
        self.found.attempts.append(SolverCall(what, str(answer), max(0, self.counter() - before), took))
        if answer == z3.unknown:
            late = time.perf_counter() - self.begun >= self.limits.seconds
            raise _OutOfBudget("seconds" if late else f"resource units ({solver.reason_unknown()})")
        return solver.model() if answer == z3.sat else None

    def counter(self) -> int:
        """z3's count of resource units so far."""
        for name, value in self.play.solver.statistics():
            if name == "rlimit count":
                return int(value)
        return 0

    # ----------------------------------------------------------------------------------- running

    def run(self) -> Search:
        """Search, with more rounds of automatic steps whenever a play is found unsettled.  Raises SearchStopped."""
        try:
            while not self.attempt():
                self.found.rounds *= 2
                if self.found.rounds > MOST_ROUNDS:
                    raise _OutOfBudget(f"automatic steps not settled after {MOST_ROUNDS}")
        except _OutOfBudget as out:
            self.ended(str(out))
        except KeyboardInterrupt:
            self.ended(f"stopped by {ctrl_c.name()}")
            raise SearchStopped(self.found) from None
        self.found.seconds = time.perf_counter() - self.begun
        return self.found

    def ended(self, why: str) -> None:
        """End the search with its answer so far."""
        self.found.reason = why
        self.found.verdict = "unknown" if self.found.witness is None else "witnessed"
        self.found.seconds = time.perf_counter() - self.begun

    def attempt(self) -> bool:
        """Search with the present number of rounds; False if that is too small."""
        self.play = Unrolling(self.encoding, self.found.rounds, self.start)
        self.found.none_up_to, self.found.all_lengths, self.found.steps = -1, True, 0
        chance = any(t.kind == "chance" for t in self.box.system.transitions)
        for choices in range(self.limits.choices + 1):
            n = self.horizon(choices) if chance else self.lengthen(choices)
            model = self.ask(
                f"{many(choices, 'choice')}, {many(n, 'step')}",
                self.play.goal(n, self.condition),
                *self.play.at_most(n, choices),
            )
            if model is not None:
                return self.shorten(model, choices)
            self.found.none_up_to = choices
            self.found.steps = n
        self.found.verdict = "bounded"
        return True

    def lengthen(self, n: int) -> int:
        """Make the play at least so long."""
        while len(self.play.steps) < n:
            self.play.extend()
        return n

    def horizon(self, choices: int) -> int:
        """The most steps of a play with so many choices in which each step does something, or the limit of steps."""
        n = self.found.steps
        while True:
            if n >= self.limits.steps:
                self.found.all_lengths = False
                return n
            self.lengthen(n + 1)
            flawless = z3.Not(self.play.flaw(n))
            longer = self.ask(
                f"{many(choices, 'choice')}: as long as {many(n + 1, 'step')}?",
                flawless,
                *self.play.moving(n + 1),
                *self.play.at_most(n + 1, choices),
            )
            if longer is None:
                return n
            n += 1

    def shorten(self, model: Any, choices: int) -> bool:
        """Shorten a play with the fewest choices to one with the fewest steps, and replay it."""
        while True:
            n = self.length(model)
            if self.unsettled_first(model, n):
                return False
            self.found.witness = self.replayed(model, n)
            self.found.verdict = "witnessed"
            shorter = None
            if n > choices:
                shorter = self.ask(
                    f"{many(choices, 'choice')}, {many(n - 1, 'step')}",
                    self.play.goal(n - 1, self.condition),
                    *self.play.at_most(n - 1, choices),
                )
            if shorter is None:
                break
            model = shorter
        self.found.shortest = True
        self.found.steps = max(self.found.steps, n)
        return True

    # ----------------------------------------------------------------------------------- reading

    def truth(self, model: Any, term: Any) -> bool:
        """Say whether a condition holds in a model."""
        return bool(z3.is_true(model.eval(term, model_completion=True)))

    def length(self, model: Any) -> int:
        """The steps of the model's play up to its end, or up to where it is flawed."""
        n = 0
        for n, step in enumerate(self.play.steps):
            flawed = self.truth(model, self.play.unsettled[n]) or self.truth(model, self.play.bad[n])
            if flawed or self.truth(model, step.idle) or self.is_goal(model, n):
                return n
        return len(self.play.steps)

    def is_goal(self, model: Any, n: int) -> bool:
        """Say whether the target holds in the model after n steps."""
        return n in self.play.reached and self.truth(model, self.play.reached[n])

    def unsettled_first(self, model: Any, n: int) -> bool:
        """Say whether the play ends because rounds were missing."""
        return self.truth(model, self.play.unsettled[n]) and not self.truth(model, self.play.bad[n])

    def number(self, model: Any, term: Term, t: ir.Type) -> int:
        """The raw value of a symbol in a model."""
        if is_known(term):
            return int(term)
        if isinstance(t, ir.BoolType):
            return int(self.truth(model, term))
        if isinstance(term, OneHot):
            return next(
                value for value, c in term.values.items() if self.truth(model, self.encoding.rules.truth(c))
            )
        value = model.eval(term, model_completion=True)
        return int(value.as_signed_long() if z3.is_bv(value) else value.as_long())

    def replayed(self, model: Any, n: int) -> WitnessPlay:
        """The model's play, replayed by the interpreter.  Raises UnconfirmedPlay when it goes otherwise."""
        e, system = self.encoding, self.box.system
        readings = {
            r.name: r.readings[self.number(model, term, ir.KindType(r.name, r.readings))]
            for r, term in zip(system.rulings, e.rules.readings, strict=True)
        }
        interpreter = self.box.interpreter(readings)
        steps, choices = [], 0
        for step in self.play.steps[:n]:
            i = next(i for i, chosen in step.chosen.items() if self.truth(model, chosen))
            transition = system.transitions[i]
            params = system.functions[transition.function].params
            raw = [self.number(model, a, t) for a, (_, t) in zip(step.args[i], params, strict=True)]
            steps.append(interpreter.step(transition.name, raw))
            choices += transition.kind == "action"
        start = self.started(model)
        violated = self.truth(model, self.play.bad[n])
        told = ", ".join(map(str, steps)) or "the start"
        try:
            state = _start(interpreter, self.start, start, system)
            for taken in steps:
                state = interpreter.apply(state, taken)
        except Refused as refused:
            raise UnconfirmedPlay(
                f"z3 found the play {told}, which the interpreter does not allow: {refused}"
            ) from None
        except RangeViolation as left:
            if not violated:
                raise UnconfirmedPlay(
                    f"z3 found the play {told}, in which the interpreter meets {left}"
                ) from None
            return WitnessPlay(tuple(steps), choices, start, readings, str(left))
        if violated or not self.target.reached(self.box, interpreter, state):
            what = "a value out of range" if violated else str(self.target)
            raise UnconfirmedPlay(f"z3 found the play {told} to {what}; the interpreter ends elsewhere")
        return WitnessPlay(tuple(steps), choices, start, readings)

    def started(self, model: Any) -> int:
        """The number of the given start state from which the model's play goes."""
        return next((i for i, row in enumerate(self.play.planted) if self.truth(model, row)), 0)


def _start(
    interpreter: Interpreter, start: Sequence[Sequence[int]] | None, number: int, system: ir.System
) -> Any:
    if start is None:
        return interpreter.start()
    silences = [(s.what, system.clauses[s.clause]) for s in system.silences]
    return interpreter.settle(interpreter.state([int(v) for v in start[number]], silences))


def measured_rounds(box: Box, readings: Mapping[str, Any]) -> int:
    """One round more than the longest chain of automatic steps in a few random games, and at least :data:`ROUNDS`."""
    interpreter = box.interpreter(readings)
    longest = 0
    for seed in range(1, 9):
        codes = playouts_of(box, readings, games=1, seed=seed, max_steps=60).replay(0)
        state = interpreter.start()
        for step in box.steps(codes):
            state = interpreter.apply(state, step, settled=False)
            chain = 0
            while (after := interpreter.advance(state)) is not None:
                state = after[1]
                chain += 1
            longest = max(longest, chain)
    return max(ROUNDS, longest + 1)


def search(
    box: Box,
    target: Target | str,
    *,
    readings: Mapping[str, Any] | None = None,
    free: Sequence[str] = (),
    start: Sequence[Sequence[int]] | None = None,
    limits: Limits | None = None,
    sort: str = "one-hot",
    progress: Callable[[str], None] | None = None,
) -> Search:
    """Search for the shortest play to a target.

    Args:
        box: the mode at its instance.
        target: a :class:`Target` or its text (:func:`target_of`).
        readings: members by ruling; the house readings where missing.
        free: rulings of which the reading is left open: the witness says which it needs.
        start: vectors of raw cells from which to start (any of them), settled first; None: the start of the rules.
        limits: plays with more choices are not looked at, nor plays with more steps where chance events could go on
            for ever; resource units (some 5 to 20 million a second) and seconds are those of the whole search.
        sort: how numbers are put to z3: ``one-hot``, ``bit-vectors`` or ``integers``; bit-vectors instead of a
            Boolean for each value where a cell has more than :data:`MOST_VALUES`.
        progress: called with the present question.

    Raises:
        BadInput: an unknown target, ruling or sort, or no start state.
        SearchStopped: Ctrl-C; with the answer so far.
        UnconfirmedPlay: the interpreter does not confirm a play.
    """
    if sort not in SORTS:
        raise BadInput(f"numbers cannot be {sort}", remedy=f"choose of {', '.join(SORTS)}")
    if sort == "one-hot" and max(map(ir.size, box.system.cells)) > MOST_VALUES:
        sort = "bit-vectors"
    known = [ruling.name for ruling in box.system.rulings]
    for name in free:
        if name not in known:
            raise BadInput(f"no ruling is called {name}", remedy=f"choose of {', '.join(known) or 'none'}")
    if start is not None and not start:
        raise BadInput("no start state was given")
    engine = _Engine(
        box,
        target_of(box, target) if isinstance(target, str) else target,
        limits or Limits(),
        readings=dict(readings or {}),
        free=free,
        start=start,
        sort=sort,
    )
    engine.progress = progress
    return engine.run()
