"""The second encoding held against the interpreter: the same state, arguments and readings must give the same.

Each rule is executed once on symbols; its terms are then evaluated at many states at once, reachable, near and
arbitrary ones, and at drawn arguments.  The interpreter, which shares no code with it, runs the same rule on a record.
Every number is checked against its interval as well, since the printed widths rest on it.  What it cannot see: whether
the text of the terms means what the terms mean; a solver is asked that for some of these states
(:meth:`Agreeing.solve`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from queensbench.engines.confirm.executor import Executor
from queensbench.engines.confirm.smtlib import Text
from queensbench.engines.confirm.solvers import Solver, Way, solver
from queensbench.engines.confirm.terms import Term, evaluate, reachable
from queensbench.errors import QueensbenchError, RangeViolation, Refused
from queensbench.language.context import bind
from queensbench.language.modes import Instance, Mode
from queensbench.readers.differential.states import ENDED, Spot, States, World, worlds
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.native.program import compile_system
from queensbench.rules.system import PROBED, build, properties_of

WORLDS = 12
REFUSED, VIOLATED, SILENT, DONE = "refused", "violated", "silent", "done"


@dataclass
class EncodingAgreement:
    """The comparisons of a mode, and what came of them.

    ``outcomes``: how often each transition had which outcome.  ``asked``: claims, and whether the game has ended.
    ``solved``: how often a solver was asked.  ``mismatches``: in words.
    """

    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    asked: int = 0
    solved: int = 0
    mismatches: list[str] = field(default_factory=list)

    @property
    def comparisons(self) -> int:
        """The number of comparisons."""
        return self.outcomes.total() + self.asked

    def kinds(self) -> dict[str, int]:
        """The number of comparisons with each outcome."""
        found: Counter[str] = Counter()
        for (_, outcome), times in self.outcomes.items():
            found[outcome] += times
        return dict(found)


@dataclass(frozen=True)
class _Ran:
    """The result of a rule on terms."""

    args: list[Term]
    roots: list[Term]
    sites: int


class Agreeing:
    """One mode at one instance, compared at states of random games, near them, and anywhere."""

    def __init__(self, mode: Mode, instance: Instance, *, seed: int = 20_190_101, games: int = 40) -> None:
        self.random = Random(f"{seed}/{mode.name}/{instance.name}")
        self.mode, self.instance = mode, instance
        self.system = build(mode, instance)
        self.executor = Executor(self.system)
        self.report = EncodingAgreement()
        self.states = States(
            self.system,
            compile_system(self.system),
            worlds(self.system, WORLDS, self.random),
            self.random,
        )
        self.states.play(games, 120)
        self.interpreters: dict[World, Interpreter] = {}
        self.silences = [(s.what, self.system.clauses[s.clause]) for s in self.system.silences]

    def run(self, each: int) -> EncodingAgreement:
        """Compare each transition at so many states, claims and the end of the game at as many; stop at a mismatch."""
        for number in range(len(self.system.transitions)):
            self._transition(number, [self._spot(number, turn) for turn in range(each)])
            if self.report.mismatches:
                break
        else:
            self._claims([self._spot(None, turn) for turn in range(each)])
        return self.report

    # -------------------------------------------------------------------------------------- drawing

    def _spot(self, number: int | None, turn: int) -> Spot:
        """A state to compare at: one where the transition is enabled, if any is known, one near it, or any."""
        if number is None or not self.states.kept.get(number):
            known = [t for t, kept in self.states.kept.items() if kept and t != ENDED]
            number = self.random.choice(known) if known else ENDED
        spot = self.states.reachable(number)
        if spot is None or turn % 4 == 3:
            return self.states.arbitrary()
        return self.states.near(spot) if turn % 4 == 2 else spot

    def _interpreter(self, world: World) -> Interpreter:
        if world not in self.interpreters:
            readings = {
                r.name: r.readings[raw] for r, raw in zip(self.system.rulings, world.readings, strict=True)
            }
            parameters = {
                p.name: raw for p, raw in zip(self.system.parameters, world.parameters, strict=True)
            }
            self.interpreters[world] = Interpreter(self.mode, self.instance, readings, parameters)
        return self.interpreters[world]

    def values(self, spots: Sequence[Spot], args: dict[str, list[int]]) -> dict[str, np.ndarray]:
        """The values of all symbols at some states."""
        ex = self.executor
        symbols = [*ex.before, *ex.readings, *ex.parameters]
        rows = [(*s.cells, *s.world.readings, *s.world.parameters) for s in spots]
        found = {
            str(t.leaf): np.array(column) for t, column in zip(symbols, zip(*rows, strict=True), strict=True)
        }
        return found | {name: np.array(column) for name, column in args.items()}

    # ------------------------------------------------------------------------------------ comparing

    def ran(self, number: int) -> _Ran:
        """A transition on terms."""
        ex = self.executor
        function = self.system.transitions[number].function
        args = ex.arguments(function, f"a{number}")
        env = ex.run(function, ex.before, args)
        violations = list(env.violations.values())
        return _Ran(args, [env.refused, env.silent, *violations, *env.cells], len(violations))

    def _transition(self, number: int, spots: Sequence[Spot]) -> None:
        transition = self.system.transitions[number]
        params = self.system.functions[transition.function].params
        ran = self.ran(number)
        drawn = [[self.random.randint(t.lo, t.hi) for _, t in params] for _ in spots]
        for place, spot in enumerate(spots):  # half of them with arguments that are possible there
            codes = (
                (self.states.codes(spot) or []) if place % 2 and params and spot.origin == "reachable" else []
            )
            moves = [m for m in map(self.states.coding.decode, codes) if m.transition == number]
            if moves:
                drawn[place] = list(self.random.choice(moves).args)
        named = {f"a{number}.{name}": [row[i] for row in drawn] for i, (name, _) in enumerate(params)}
        found = evaluate(ran.roots, self.values(spots, named), len(spots))
        for place, (spot, raw) in enumerate(zip(spots, drawn, strict=True)):
            outcome, cells = self._said(found, ran, place)
            wanted = self._plays(number, spot, raw)
            self.report.outcomes[transition.name, wanted[0]] += 1
            if (outcome, cells) != wanted:
                self._differs(transition.name, spot, raw, (outcome, cells), wanted)
                return

    @staticmethod
    def _said(found: Sequence[np.ndarray], ran: _Ran, place: int) -> tuple[str, tuple[int, ...]]:
        refused, silent, *rest = (int(column[place]) for column in found)
        violated = sum(rest[: ran.sites])
        if refused + silent + violated > 1:
            return "several at once", ()
        if refused or violated:
            return (REFUSED if refused else VIOLATED), ()
        return (SILENT if silent else DONE), tuple(rest[ran.sites :])

    def _plays(self, number: int, spot: Spot, raw: Sequence[int]) -> tuple[str, tuple[int, ...]]:
        """The interpreter's result of a transition, even if the game has ended."""
        interpreter = self._interpreter(spot.world)
        transition = self.system.transitions[number]
        state = interpreter.state(spot.cells, self.silences)
        state.__dict__["_silence"] = None
        args: list[Any] = []
        if transition.kind != "automatic":
            args = [value for _, value in interpreter.step(transition.name, raw).args]
        try:
            with bind(interpreter.context):
                new = interpreter._run(interpreter.by_name[transition.name], state, args)
        except Refused:
            return REFUSED, ()
        except RangeViolation:
            return VIOLATED, ()
        fell = interpreter.silence(new) is not None
        cells = interpreter.cells(new, self.silences)
        if not fell:
            cells[-1] = spot.cells[-1]
        return (SILENT if fell else DONE), tuple(cells)

    def _claims(self, spots: Sequence[Spot]) -> None:
        """Compare claims, and whether the game has ended, at some states."""
        ex, system = self.executor, self.system
        decls = {d.name: d for d in properties_of(self.mode, self.instance) if d.kind in PROBED and d.rule}
        values = self.values(spots, {})
        judged = [(number, judge) for number, judge in enumerate(system.judges) if judge.name in decls]
        free = [self._unviolated(judge.function) for _, judge in judged]
        claims = [ex.claim(number, ex.before) for number, _ in judged]
        stopped = ex.stopped(ex.before)
        rows = evaluate([stopped, *claims, *free], values, len(spots))
        for place, spot in enumerate(spots):
            interpreter = self._interpreter(spot.world)
            state = interpreter.state(spot.cells, self.silences)
            wanted: dict[str, bool] = {}
            with suppress(QueensbenchError):  # what the interpreter cannot say is not compared
                wanted["over"] = bool(spot.cells[-1]) or interpreter.over(state)
            for (_, judge), unviolated in zip(judged, rows[1 + len(claims) :], strict=True):
                try:
                    answer = interpreter.judge(decls[judge.name], state)
                except QueensbenchError:
                    continue
                if unviolated[place]:  # otherwise the interpreter may have stopped before a violation
                    wanted[judge.name] = answer != (decls[judge.name].kind == "reachable")
            said = {"over": bool(rows[0][place])}
            said |= {judge.name: bool(row[place]) for (_, judge), row in zip(judged, rows[1:], strict=False)}
            self.report.asked += len(wanted)
            for name, answer in wanted.items():
                if said[name] != answer:
                    self._differs(name, spot, [], (str(said[name]), ()), (str(answer), ()))
                    return

    def _unviolated(self, function: int) -> Term:
        """The condition that a claim leaves no range for any arguments."""
        ex = self.executor
        params = self.system.functions[function].params
        if not params:
            env = ex.run(function, ex.before)
            return ex.terms.not_(ex.terms.or_(env.violations.values()))
        rows: list[list[Term]] = [[]]
        for _, t in params:
            rows = [[*row, ex.known(raw, t)] for row in rows for raw in range(t.lo, t.hi + 1)]
        envs = [ex.run(function, ex.before, row) for row in rows]
        return ex.terms.not_(ex.terms.or_(v for env in envs for v in env.violations.values()))

    def _differs(
        self,
        name: str,
        spot: Spot,
        raw: Sequence[int],
        said: tuple[str, tuple[int, ...]],
        wanted: tuple[str, tuple[int, ...]],
    ) -> None:
        places = [i for i, (a, b) in enumerate(zip(said[1], wanted[1], strict=False)) if a != b]
        self.report.mismatches.append(
            f"{name}({', '.join(map(str, raw))}) at {list(spot.cells)}, {spot.world}: {said[0]}, and the interpreter: "
            f"{wanted[0]}" + (f"; cells {places} differ" if places else "")
        )

    # -------------------------------------------------------------------------------------- solvers

    def solve(self, by: str, number: int, count: int) -> EncodingAgreement:
        """Have a solver find the results of a transition at some states: exactly the values of the terms."""
        ran, ex = self.ran(number), self.executor
        terms = ex.terms
        params = self.system.functions[self.system.transitions[number].function].params
        for turn in range(count):
            spot = self._spot(number, turn)
            raw = [self.random.randint(t.lo, t.hi) for _, t in params]
            named = {f"a{number}.{name}": [value] for (name, _), value in zip(params, raw, strict=True)}
            values = self.values([spot], named)
            results = [int(column[0]) for column in evaluate(ran.roots, values, 1)]
            symbols = [t for t in reachable(ran.roots) if t.op == "symbol"]
            fixed = [terms.eq(t, _known(ex, t, int(values[str(t.leaf)][0]))) for t in symbols]
            same = [terms.eq(t, _known(ex, t, v)) for t, v in zip(ran.roots, results, strict=True)]
            other = terms.not_(terms.and_(same))
            asked: Solver = solver(Way(by), Text(), [*fixed, *same, other])
            if asked.decide([*fixed, *same], 60).verdict != "sat":
                self.report.mismatches.append(f"{by} does not find what the terms come to: {spot}")
            if asked.decide([*fixed, other], 60).verdict != "unsat":
                self.report.mismatches.append(f"{by} finds what the terms do not come to: {spot}")
            self.report.solved += 1
        return self.report


def _known(executor: Executor, term: Term, value: int) -> Term:
    return executor.terms.truth(bool(value)) if term.truth else executor.terms.num(value)


def compare(mode: Mode, instance: Instance, *, each: int = 100, seed: int = 20_190_101) -> EncodingAgreement:
    """Hold the second encoding of a mode against the interpreter, with so many states for each transition."""
    return Agreeing(mode, instance, seed=seed).run(each)


__all__ = ["Agreeing", "EncodingAgreement", "compare"]
