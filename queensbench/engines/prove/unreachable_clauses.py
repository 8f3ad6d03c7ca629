"""Proofs that no step can carry out a clause, from any state in which the proved claims hold.

Each transition is executed on symbols, and for every clause the condition is kept under which its block is entered on
the way.  z3 is then asked for a state, arguments and readings by which a transition gets there and goes through.
Where there is none, the clause never comes into play in that box, whatever its size: the states asked of are more than
those that can be reached.

What this cannot see: that a state which z3 names cannot be reached, if no claim says why; and questions that z3 does
not decide within its budget.  Both leave a clause open.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import z3

from queensbench.engines.prove.obligations import Lemma
from queensbench.engines.prove.planning import cases
from queensbench.engines.prove.terms import Exchange
from queensbench.engines.runtime.asking import asking
from queensbench.readers.symbolic.execution import Frame, Integers, Run, Symbolic, Term, and_, not_, or_
from queensbench.rules.typed import ir

RLIMIT = 1_000_000
SIMPLEX = 2


class Entering(Symbolic):
    """The rules over symbols, with the condition under which a step enters the blocks of some clauses."""

    def __init__(self, system: ir.System, wanted: Iterable[int], ends: float = inf) -> None:
        super().__init__(system, Integers())
        self.ends = ends
        self.wanted = frozenset(wanted)
        self.entered: dict[int, Term] = {}
        self.carrying = {
            number
            for number in range(len(system.functions))
            if ir.clauses_within(system, number) & self.wanted
        }
        self.asking = False

    def _enter(self, run: Run, clauses: Iterable[int], here: Term) -> None:
        for clause in self.wanted.intersection(clauses):
            self.entered[clause] = or_(self.entered.get(clause, False), and_(run.ok, here))

    def _call(self, run: Run, number: int, args: list[Term], path: Term) -> Term:
        # What is remembered of a rule that only looks does not say on which path it was asked.
        if number in self.carrying and not self.asking:
            return self._execute(run, number, args, path)
        return super()._call(run, number, args, path)

    def _execute(self, run: Run, number: int, args: list[Term], path: Term) -> Term:
        if time.monotonic() > self.ends:
            raise TimeoutError
        self._enter(run, self.system.functions[number].clauses, path)
        return super()._execute(run, number, args, path)

    def _statement(self, run: Run, frame: Frame, stmt: ir.Stmt, here: Term, path: Term) -> None:
        if isinstance(stmt, ir.Clause):
            self._enter(run, stmt.clauses, here)
        super()._statement(run, frame, stmt, here, path)


@dataclass(frozen=True)
class _Way:
    """A way of a transition in a case into the block of a clause: its conditions, and the cells before it."""

    clause: int
    conditions: tuple[Any, ...]
    before: Exchange


class Idle:
    """The questions about the clauses of one box.

    Args:
        system: the rules; readings stay open until a question fixes them.
        clauses: by number, those that will be asked about.
        lemmas: conjuncts that hold in every reachable state under every reading.
        house: conjuncts that hold in every reachable state under the house readings.
        rlimit: z3's budget for one question.
        seconds: a backstop; what was not looked at by then is not shown.
    """

    def __init__(
        self,
        system: ir.System,
        clauses: Iterable[int],
        *,
        lemmas: Sequence[Lemma] = (),
        house: Sequence[Lemma] = (),
        rlimit: int = RLIMIT,
        seconds: float = inf,
        progress: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.system = system
        self.rlimit = rlimit
        self.progress = progress
        self.ends = time.monotonic() + seconds
        self.reader = Entering(system, clauses, self.ends)
        self.symbols = self.reader.state("s.")
        self.lemmas, self.house = list(lemmas), list(house)
        self.terms: dict[Lemma, Any] = {}
        self.asked = 0
        self.ways: list[_Way] = []
        self.late = False
        try:
            self.ways += self._start()
            for number in range(len(system.transitions)):
                self.ways += self._ways(number)
        except TimeoutError:
            self.late = True

    def shown(self, clause: int, readings: Mapping[int, int] | None) -> bool:
        """Show that a clause is never carried out; False if z3 does not show it, or if it was not asked about before.

        ``readings``: of every ruling, by number; None for all at once.
        """
        self.late = self.late or time.monotonic() > self.ends
        if self.late or clause not in self.reader.wanted:
            return False
        fixed = [] if readings is None else [self._reads(number, raw) for number, raw in readings.items()]
        house = readings is not None and all(
            self.system.rulings[number].house == raw for number, raw in readings.items()
        )
        lemmas = [*self.lemmas, *(self.house if house else ())]
        try:
            return not any(way.clause == clause and self._possible(way, fixed, lemmas) for way in self.ways)
        except TimeoutError:
            self.late = True
            return False

    # ------------------------------------------------------------------------------------------ ways

    def _start(self) -> list[_Way]:
        reader, initial = self.reader, self.system.initial
        if initial not in reader.carrying:
            return []
        reader.entered = {}
        result = reader.initial()
        parts = [reader.assumptions(), not_(result.refused), not_(result.violated)]
        return list(self._found(parts, Exchange([])))

    def _ways(self, number: int) -> list[_Way]:
        """Execute a transition in each of its cases; return its ways into blocks."""
        reader, function = self.reader, self.system.transitions[number].function
        if function not in reader.carrying:
            return []
        self.progress(f"executing {self.system.transitions[number].name}")
        found: list[_Way] = []
        for case in cases(self.system, number, whole=True):
            cells = list(self.symbols)
            for cell, value in case:
                cells[cell] = bool(value) if isinstance(self.system.cells[cell], ir.BoolType) else value
            args = reader.arguments(function, "a.")
            reader.asking = True
            parts = [
                reader.assumptions(),
                reader.typed(cells),
                reader.argument_ranges(function, args),
                reader.weighty(number, cells, args),
                not_(reader.stopped(cells)),
            ]
            reader.asking = False
            reader.entered = {}
            result = reader.step(number, cells, args)
            parts += [not_(result.refused), *result.facts]
            found += self._found(parts, self._over(cells))
        return found

    def _found(self, parts: Sequence[Term], before: Exchange) -> Iterable[_Way]:
        if any(part is False for part in parts):
            return
        for clause, entered in self.reader.entered.items():
            if entered is not False:
                yield _Way(clause, tuple(self.reader.truth(part) for part in (*parts, entered)), before)

    def _over(self, cells: Sequence[Term]) -> Exchange:
        """The exchange of symbols of the state for the values that a case knows."""
        pairs = []
        for symbol, cell, t in zip(self.symbols, cells, self.system.cells, strict=True):
            if cell is not symbol:
                truth = isinstance(t, ir.BoolType)
                pairs.append((symbol, self.reader.truth(cell) if truth else self.reader.lift(cell)))
        return Exchange(pairs)

    # ---------------------------------------------------------------------------------------- asking

    def _reads(self, ruling: int, raw: int) -> Any:
        term = self.reader.readings[ruling]
        return self.reader.truth(self.reader.equal(term, raw))

    def _lemma(self, lemma: Lemma) -> Any:
        """A conjunct over the symbols of the state."""
        if lemma not in self.terms:
            function = self.system.judges[lemma[0]].function
            params = self.system.functions[function].params
            args: list[Term] = [
                bool(v) if isinstance(t, ir.BoolType) else v
                for v, (_, t) in zip(lemma[1], params, strict=True)
            ]
            self.reader.asking = True
            value = self.reader.ask(function, self.symbols, args).value
            self.reader.asking = False
            self.terms[lemma] = self.reader.truth(value)
        return self.terms[lemma]

    def _possible(self, way: _Way, fixed: Sequence[Any], lemmas: Sequence[Lemma]) -> bool:
        """Ask whether a way is possible: first without lemmas, which are many."""
        if any(z3.is_false(part) for part in way.conditions):
            return False
        for given in ((), lemmas) if lemmas else ((),):
            solver = asking("QF_LIA")
            solver.set("smt.arith.solver", SIMPLEX)
            solver.set("rlimit", self.rlimit)
            solver.add(*way.conditions, *fixed, *(way.before(self._lemma(lemma)) for lemma in given))
            self.asked += 1
            if solver.check() == z3.unsat:
                return False
        return True


__all__ = ["RLIMIT", "Idle"]
