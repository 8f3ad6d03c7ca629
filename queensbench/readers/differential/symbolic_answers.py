"""The symbolic reader with the answers of the other two: status, cells, values.

:class:`Folded` gives it known cells, so that nothing but its folding is at work.  :class:`Substituted` executes a
transition once on symbols (cells, readings, parameters and arguments) and puts the numbers of a state into the
merged result; its :meth:`~Substituted.solved` leaves that to a solver, which must find those values and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from queensbench.readers.differential.states import World
from queensbench.readers.symbolic.execution import Integers, Result, Sort, Symbolic, Term
from queensbench.rules.typed import ir

TWICE = -(1 << 50)
"""The status of a result that has two events at once."""

UNKNOWN = -(1 << 51)
"""The status of a result that is no known value."""


@dataclass(frozen=True)
class Said:
    """A status as native code gives it, and the cells of a state that follows."""

    status: int
    cells: tuple[int, ...] | None


def status_of(refused: int, silent: int, violations: Sequence[tuple[int, int]]) -> int:
    """The status of conditions that are known; two at once are TWICE."""
    sites = [site for site, holds in violations if holds]
    if refused + silent + len(sites) > 1:
        return TWICE
    if sites:
        return -1 - sites[0]
    return 0 if refused else 2 if silent else 1


def known(t: ir.Type, value: int) -> Term:
    """A raw value as the symbolic reader takes it."""
    return bool(value) if isinstance(t, ir.BoolType) else int(value)


def _all_known(result: Result) -> bool:
    conditions = [result.refused, result.silent, *(c for _, c in result.violations)]
    return all(isinstance(c, bool) for c in conditions)


class Folded:
    """The symbolic reader in a world and at states in which everything is known."""

    def __init__(self, system: ir.System, world: World, make: Callable[..., Symbolic]) -> None:
        self.system = system
        self.symbolic = make(system, Integers(), world.readings, world.parameters)

    def known_cells(self, cells: Sequence[int]) -> list[Term]:
        """The cells of a state."""
        return [known(t, value) for t, value in zip(self.system.cells, cells, strict=True)]

    def _args(self, function: int, args: Sequence[int]) -> list[Term]:
        params = self.system.functions[function].params
        return [known(t, value) for value, (_, t) in zip(args, params, strict=True)]

    @staticmethod
    def _said(result: Result) -> Said:
        if not _all_known(result):
            return Said(UNKNOWN, None)
        status = status_of(result.refused, result.silent, result.violations)
        if status <= 0:
            return Said(status, None)
        if not all(isinstance(cell, int) for cell in result.cells):
            return Said(UNKNOWN, None)
        return Said(status, tuple(int(cell) for cell in result.cells))

    def initial(self) -> Said:
        """The start state, not settled."""
        return self._said(self.symbolic.initial())

    def step(self, transition: int, cells: Sequence[int], args: Sequence[int]) -> Said:
        """One transition."""
        function = self.system.transitions[transition].function
        return self._said(self.symbolic.step(transition, self.known_cells(cells), self._args(function, args)))

    def ask(self, function: int, cells: Sequence[int], args: Sequence[int] = ()) -> int:
        """The raw value of a rule that changes nothing, or the status of a violation."""
        result = self.symbolic.ask(function, self.known_cells(cells), self._args(function, args))
        if not _all_known(result):
            return UNKNOWN
        status = status_of(result.refused, result.silent, result.violations)
        if status != 1:
            return status
        return int(result.value) if isinstance(result.value, int) else UNKNOWN

    def judge(self, number: int, cells: Sequence[int]) -> int:
        """1, 0 or a violation, as native code gives it: the first argument that settles it counts."""
        value, violations = self.symbolic.judge(number, self.known_cells(cells))
        each = [term for _, term in self.symbolic.conjuncts(number, self.known_cells(cells))]
        if not isinstance(value, bool) or not all(isinstance(c, bool) for _, c in violations):
            return UNKNOWN
        if value is not all(each):
            return TWICE
        bad = [site for site, holds in violations if holds]
        if not bad:
            return int(value)
        function = self.system.judges[number].function
        params = self.system.functions[function].params
        for args in _arguments(params):
            answer = self.ask(function, cells, args)
            if answer != 1:
                return answer
        return TWICE

    def typed(self, cells: Sequence[int]) -> bool:
        """Whether every cell lies in its range, and no sequence holds anything beyond its length."""
        return self.symbolic.typed(self.known_cells(cells)) is True


def _arguments(params: Sequence[tuple[str, ir.Type]]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for _, t in params:
        found = [(*args, raw) for args in found for raw in range(t.lo, t.hi + 1)]
    return found


# -------------------------------------------------------------------------------------------- z3 itself


@dataclass(frozen=True)
class _Pack:
    """Terms under one application, so that a substitution walks what they share once."""

    whole: Any
    args: tuple[Term, ...]
    sites: tuple[int, ...]
    cells: int


class Substituted:
    """The symbolic reader on symbols, into which states are put."""

    def __init__(self, system: ir.System, sort: Sort, make: Callable[..., Symbolic]) -> None:
        self.system = system
        self.sort = sort
        self.symbolic = make(system, sort)
        self.cells = self.symbolic.state("s.")
        self.packs: dict[tuple[str, int], _Pack] = {}
        self.froms: dict[tuple[tuple[str, int], bool], tuple[Any, list[bool]]] = {}
        self.numbers: dict[int, Any] = {}
        self.truths = (z3.BoolVal(False), z3.BoolVal(True))

    def _pack(self, key: tuple[str, int]) -> _Pack:
        """The result of a transition, a rule, a judge, the start or the typing, made once."""
        if key in self.packs:
            return self.packs[key]
        what, number = key
        symbolic = self.symbolic
        args: list[Term] = []
        result: Result
        if what == "step":
            args = symbolic.arguments(self.system.transitions[number].function, "a.")
            result = symbolic.step(number, self.cells, args)
        elif what == "start":
            result = symbolic.initial()
        elif what == "ask":
            args = symbolic.arguments(number, "a.")
            result = symbolic.ask(number, self.cells, args)
            result.cells = [result.value]
        elif what == "judge":
            value, violations = symbolic.judge(number, self.cells)
            result = Result([value], False, False, violations)
        else:
            result = Result([symbolic.typed(self.cells)], False, False, [])
        conditions = [result.refused, result.silent, *(c for _, c in result.violations)]
        terms = [symbolic.truth(c) for c in conditions]
        terms += [symbolic.truth(c) if isinstance(c, bool) else symbolic.lift(c) for c in result.cells]
        bundle = z3.Function(f"pack.{what}.{number}", *[t.sort() for t in terms], z3.BoolSort())
        sites = tuple(site for site, _ in result.violations)
        self.packs[key] = _Pack(bundle(*terms), tuple(args), sites, len(result.cells))
        return self.packs[key]

    def _symbols(self, pack: _Pack, *, cells: bool) -> list[Any]:
        symbolic = self.symbolic
        return [*symbolic.readings, *symbolic.parameters, *pack.args, *(self.cells if cells else ())]

    def _pairs(
        self, pack: _Pack, cells: Sequence[int], world: World, args: Sequence[int]
    ) -> list[tuple[Any, Any]]:
        symbols = self._symbols(pack, cells=bool(cells))
        values = [*world.readings, *world.parameters, *args, *cells]
        return [
            (symbol, self.truths[value] if z3.is_bool(symbol) else self._number(value))
            for symbol, value in zip(symbols, values, strict=True)
        ]

    def _put(self, key: tuple[str, int], cells: Sequence[int], world: World, args: Sequence[int]) -> Any:
        """A pack with the numbers of a state put in.

        As ``z3.substitute``, which would look at every symbol anew each time; z3 itself compares the sorts.
        """
        pack = self._pack(key)
        place = (key, bool(cells))
        if place not in self.froms:
            symbols = self._symbols(pack, cells=bool(cells))
            array = (z3.Ast * len(symbols))(*(symbol.as_ast() for symbol in symbols))
            self.froms[place] = array, [z3.is_bool(symbol) for symbol in symbols]
        symbols, truths = self.froms[place]
        values = zip(truths, [*world.readings, *world.parameters, *args, *cells], strict=True)
        terms = [self.truths[value] if truth else self._number(value) for truth, value in values]
        numbers = (z3.Ast * len(terms))(*(term.as_ast() for term in terms))
        whole = pack.whole
        put = z3.Z3_substitute(whole.ctx_ref(), whole.as_ast(), len(terms), symbols, numbers)
        return z3.BoolRef(put, whole.ctx)

    def _number(self, value: int) -> Any:
        if value not in self.numbers:
            self.numbers[value] = self.symbolic.lift(int(value))
        return self.numbers[value]

    @staticmethod
    def _value(term: Any) -> int:
        if isinstance(term, z3.IntNumRef):
            return int(term.as_long())
        if isinstance(term, z3.BitVecNumRef):
            return int(term.as_signed_long())
        truth = z3.Z3_get_bool_value(term.ctx_ref(), term.as_ast())
        return UNKNOWN if truth == z3.Z3_L_UNDEF else int(truth == z3.Z3_L_TRUE)

    def _read(self, pack: _Pack, terms: Sequence[Any]) -> Said:
        values = [self._value(term) for term in terms]
        if UNKNOWN in values:
            return Said(UNKNOWN, None)
        refused, silent, *rest = values
        violations = list(zip(pack.sites, rest[: len(pack.sites)], strict=True))
        status = status_of(refused, silent, violations)
        return Said(status, tuple(rest[len(pack.sites) :]) if status > 0 else None)

    def evaluate(
        self,
        what: str,
        number: int,
        cells: Sequence[int],
        world: World,
        args: Sequence[int] = (),
    ) -> Said:
        """A result with the numbers of a state put in.  ``what``: step, start, ask, judge or typed."""
        pack = self._pack((what, number))
        return self._read(pack, z3.simplify(self._put((what, number), cells, world, args)).children())

    def solved(self, number: int, cells: Sequence[int], world: World, args: Sequence[int]) -> Said:
        """A step as a solver sees it: the values of a model; UNKNOWN unless they are the only ones possible."""
        pack = self._pack(("step", number))
        terms = pack.whole.children()
        solver = z3.Solver()
        solver.add(
            self.symbolic.truth(self.symbolic.assumptions()),
            self.symbolic.truth(self.symbolic.typed(self.cells)),
        )
        function = self.system.transitions[number].function
        solver.add(self.symbolic.truth(self.symbolic.argument_ranges(function, pack.args)))
        for symbol, value in self._pairs(pack, cells, world, args):
            solver.add(symbol == value)
        if solver.check() != z3.sat:
            return Said(UNKNOWN, None)
        model = solver.model()
        values = [model.eval(term, model_completion=True) for term in terms]
        solver.add(z3.Or(*(term != value for term, value in zip(terms, values, strict=True))))
        if solver.check() != z3.unsat:
            return Said(UNKNOWN, None)
        return self._read(pack, values)
