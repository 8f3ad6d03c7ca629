"""The rules executed for the goals of a proof: once for each transition and case, with free readings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from queensbench.engines.prove.executions import Execution
from queensbench.engines.prove.obligations import SORTS, Case, Goal, Lemma, Task
from queensbench.engines.prove.terms import Exchange, symbols_of
from queensbench.readers.symbolic.counter_abstraction import reader
from queensbench.readers.symbolic.execution import (
    BitVectors,
    Integers,
    Result,
    Symbolic,
    Term,
    is_known,
    not_,
)
from queensbench.rules.typed import ir


class Encoder:
    """The rules of a task on symbols, numbers as integers or as bit-vectors.

    ``task`` may be exchanged for one of the same system.  ``prefer``: readings that a witness should have, if any.
    """

    def __init__(self, task: Task, sort: str, prefer: tuple[int, ...] | None = None) -> None:
        self.task = task
        self.system = task.system
        self.sort = sort
        self.prefer = prefer
        self.symbolic = reader(task.system, Integers() if sort == SORTS[0] else BitVectors(task.system))
        self.symbolic.takes_any = True
        self.symbols = self.symbolic.state("s.")
        self.free = self.symbolic.assumptions()
        self.ranges = self.symbolic.typed(self.symbols)
        scalars = {block.offset for block in self.system.fields if not block.index}
        self.tables = {
            symbol.get_id(): cell
            for cell, symbol in enumerate(self.symbols)
            if cell not in scalars and not is_known(symbol)
        }
        self.spoken: dict[Lemma, frozenset[int]] = {}
        self.sums: dict[Lemma, list[tuple[Any, dict[int, int]]]] = {}
        self.terms: dict[Lemma, Any] = {}
        self.executions: dict[tuple[int, Case, tuple[int, ...], bool], Execution] = {}

    @cached_property
    def stop(self) -> Term:
        """That the play has stopped in any state.  Few goals need it, and to execute it can take seconds."""
        return self.symbolic.stopped(self.symbols)

    @cached_property
    def plain(self) -> Symbolic:
        """The rules once more, for known values, readings and parameters: of cells alone, without numbers of items."""
        found = Symbolic(self.system, Integers())
        found.takes_any = True
        return found

    @cached_property
    def definitions(self) -> list[Term]:
        """Conditions that any state must also meet to refute a claim (:meth:`Symbolic.definitions`)."""
        return self.symbolic.definitions(self.symbols)

    # ------------------------------------------------------------------------------------------- lemmas

    def term(self, lemma: Lemma) -> Any:
        """A lemma over the symbols of the state."""
        if lemma not in self.terms:
            judge, values = lemma
            function = self.system.judges[judge].function
            args = self.known(function, values)
            self.terms[lemma] = self.symbolic.truth(self.symbolic.ask(function, self.symbols, args).value)
        return self.terms[lemma]

    def shares(self, lemma: Lemma, others: Sequence[Lemma]) -> bool:
        """Say whether a conjunct and one of the others speak of the same cell of a table."""
        mine = self.tabled(lemma)
        return any(mine & self.tabled(other) for other in others)

    def tabled(self, lemma: Lemma) -> frozenset[int]:
        """The cells of tables that a conjunct speaks of."""
        if lemma not in self.spoken:
            found = symbols_of(self.symbolic.truth(self.term(lemma)))
            self.spoken[lemma] = frozenset(self.tables[s] for s in found if s in self.tables)
        return self.spoken[lemma]

    def known(self, function: int, values: Sequence[int]) -> list[Term]:
        """The terms of known arguments of a function."""
        params = self.system.functions[function].params
        return [
            bool(v) if isinstance(t, ir.BoolType) else v for v, (_, t) in zip(values, params, strict=True)
        ]

    def over(self, term: Any, cells: Sequence[Term], totals: Sequence[tuple[Any, Any]] = ()) -> Any:
        """Move a condition from the symbols of the state to other cells.  ``totals``: sums, with their values there."""
        pairs = [
            (symbol, self.lifted(i, cells[i]))
            for i, symbol in enumerate(self.symbols)
            if cells[i] is not symbol
        ]
        return Exchange([*totals, *pairs])(term)  # the largest part that is exchanged goes first

    def lifted(self, cell: int, term: Term) -> Any:
        """The value of a cell as a z3 expression."""
        truth = isinstance(self.symbolic.types[cell], ir.BoolType)
        return (
            self.symbolic.truth(bool(term) if is_known(term) else term) if truth else self.symbolic.lift(term)
        )

    # --------------------------------------------------------------------------------------- executions

    def execution(self, goal: Goal) -> Execution:
        """Execute the transition of a goal, once."""
        key = _place(goal)
        if key not in self.executions:
            self.executions[key] = self._execute(goal, goal.obligation.from_start)
        return self.executions[key]

    def _execute(self, goal: Goal, start: bool) -> Execution:
        symbolic = self.symbolic
        cells = symbolic.initial().cells if start else list(self.symbols)
        conditions: list[Term] = []
        states: list[list[Term]] = []
        trail: list[tuple[int, list[Term]]] = []
        for place, number in enumerate(goal.path):
            function = self.system.transitions[number].function
            args = symbolic.arguments(function, f"a{place}.")
            trail.append((function, args))
            result = symbolic.step(number, cells, args)
            conditions += [
                not_(self.stop if cells is self.symbols else symbolic.stopped(cells)),
                symbolic.argument_ranges(function, args),
                symbolic.weighty(number, cells, args),
                not_(result.refused),
                *result.facts,
            ]
            cells = result.cells
            states.append(cells)
        known = [
            (cell, bool(value) if isinstance(self.system.cells[cell], ir.BoolType) else value)
            for cell, value in goal.case
        ]
        if states or start:
            conditions += [symbolic.equal(cells[cell], value) for cell, value in known]
            conditions.append(not_(symbolic.stopped(cells)))
        cells = list(cells)
        for cell, value in known:
            cells[cell] = value
        function = self.system.transitions[goal.transition].function
        args = symbolic.arguments(function, "a.")
        conditions.append(symbolic.argument_ranges(function, args))
        conditions.append(symbolic.weighty(goal.transition, cells, args))
        if any(condition is False for condition in conditions):  # no such path
            return Execution(cells, args, Result(cells, True, False, []), [False], states, trail)
        result = symbolic.step(goal.transition, cells, args)
        conditions += result.facts
        return Execution(cells, args, result, conditions, states, trail)

    def forget(self, goal: Goal) -> None:
        """Forget a goal's execution."""
        self.executions.pop(_place(goal), None)


def _place(goal: Goal) -> tuple[int, Case, tuple[int, ...], bool]:
    return goal.transition, goal.case, goal.path, goal.obligation.from_start


__all__ = ["SORTS", "Encoder"]
