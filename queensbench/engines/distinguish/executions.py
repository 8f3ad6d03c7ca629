"""The rules under one reading, executed on the symbols of a position, and the condition that two such runs differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

import z3

from queensbench.engines.prove.obligations import Case, Lemma
from queensbench.engines.prove.planning import cases
from queensbench.engines.prove.terms import symbols_of
from queensbench.readers.symbolic.execution import (
    BitVectors,
    Integers,
    Result,
    Symbolic,
    Term,
    and_,
    is_known,
    not_,
    or_,
)
from queensbench.rules.typed import ir


class Side:
    """One reading: the rules executed on the symbols of a position, each once."""

    def __init__(self, symbolic: Symbolic, symbols: list[Term]) -> None:
        self.symbolic = symbolic
        self.symbols = symbols
        self.steps: dict[tuple[int, Case, tuple[int, ...]], tuple[list[Term], Result]] = {}
        self.lemmas: dict[Lemma, Any] = {}
        self.stops: Term = None

    def cells(self, case: Case) -> list[Term]:
        """The symbols, with the cells of a case known."""
        cells = list(self.symbols)
        for cell, value in case:
            truth = isinstance(self.symbolic.system.cells[cell], ir.BoolType)
            cells[cell] = bool(value) if truth else value
        return cells

    def step(self, transition: int, case: Case, known: tuple[int, ...] = ()) -> tuple[list[Term], Result]:
        """The arguments and the result of a transition in a case."""
        key = (transition, case, known)
        if key not in self.steps:
            function = self.symbolic.system.transitions[transition].function
            args = arguments(self.symbolic, function, known)
            self.steps[key] = (args, self.symbolic.step(transition, self.cells(case), args))
        return self.steps[key]

    def refused(self, transition: int) -> Term:
        """The condition that an automatic step is not possible."""
        system = self.symbolic.system
        refusals = []
        for case in cases(system, transition):
            result = self.step(transition, case)[1]
            holds = [
                self.symbolic.equal(self.symbols[cell], raw_value(system, cell, value))
                for cell, value in case
            ]
            refusals.append(and_(*holds, not_(result.refused)))
        return not_(or_(*refusals))

    def stopped(self) -> Term:
        """The condition that nothing can happen any more."""
        if self.stops is None:
            self.stops = self.symbolic.stopped(self.symbols)
        return self.stops

    def lemma(self, lemma: Lemma) -> Any:
        """A conjunct of a judge, as this side reads it."""
        if lemma not in self.lemmas:
            judge, values = lemma
            function = self.symbolic.system.judges[judge].function
            value = self.symbolic.ask(
                function, self.symbols, arguments(self.symbolic, function, values)
            ).value
            self.lemmas[lemma] = self.symbolic.truth(value)
        return self.lemmas[lemma]


def raw_value(system: ir.System, cell: int, value: int) -> int | bool:
    """A cell's raw value as a known term: a truth value where the cell is one."""
    return bool(value) if isinstance(system.cells[cell], ir.BoolType) else value


def arguments(symbolic: Symbolic, function: int, known: tuple[int, ...] = ()) -> list[Term]:
    """A function's arguments: the known ones, or symbols."""
    params = symbolic.system.functions[function].params
    if not known:
        return symbolic.arguments(function, "a.")
    return [bool(v) if isinstance(t, ir.BoolType) else v for v, (_, t) in zip(known, params, strict=True)]


def combinations(system: ir.System, function: int, most: int) -> list[tuple[int, ...]]:
    """All combinations of a function's arguments, raw; none if they are more than ``most``."""
    params = system.functions[function].params
    if prod(ir.size(t) for _, t in params) > most:
        return []
    return list(product(*(range(t.lo, t.hi + 1) for _, t in params)))


class Sort:
    """The rules with one sort of numbers, under any number of readings."""

    def __init__(self, system: ir.System, name: str) -> None:
        self.system = system
        self.name = name
        self.kind = Integers() if name == "integers" else BitVectors(system)
        self.shared = Symbolic(system, self.kind)
        self.symbols = self.shared.state("s.")
        self.places = {symbol.get_id(): i for i, symbol in enumerate(self.symbols) if z3.is_expr(symbol)}
        self.sides: dict[tuple[Any, ...], Side] = {}
        self.sequences = any(block.name.endswith(".len") for block in system.fields)

    def side(self, readings: tuple[int | None, ...]) -> Side:
        """The side of some readings (None: free, the same symbol for all sides)."""
        if readings not in self.sides:
            terms = [
                free if raw is None else raw for raw, free in zip(readings, self.shared.readings, strict=True)
            ]
            symbolic = Symbolic(self.system, self.kind, terms, self.shared.parameters)
            self.sides[readings] = Side(symbolic, self.symbols)
        return self.sides[readings]

    def support(self, terms: Sequence[Any]) -> frozenset[int]:
        """The cells that occur in terms."""
        found = (symbol for term in terms if z3.is_expr(term) for symbol in symbols_of(term))
        return frozenset(self.places[symbol] for symbol in found if symbol in self.places)


def apart(symbolic: Symbolic, one: Result, two: Result) -> Term:
    """The condition that two runs of the same rule have different results."""
    parts = [_unlike(symbolic, one.refused, two.refused)]
    sites = sorted({site for site, _ in (*one.violations, *two.violations)})
    for site in sites:
        mine, yours = (or_(*(c for s, c in side.violations if s == site)) for side in (one, two))
        parts.append(_unlike(symbolic, mine, yours))
    moved = [
        not_(symbolic.equal(a, b))
        for a, b in zip(one.cells, two.cells, strict=True)
        if not (a is b or (z3.is_expr(a) and z3.is_expr(b) and a.eq(b)))
    ]
    if one.value is not None and two.value is not None:
        moved = [not_(symbolic.equal(one.value, two.value))]
    happens = and_(*(not_(c) for side in (one, two) for c in (side.refused, side.violated)))
    return or_(*parts, and_(happens, or_(*moved)))


def _unlike(symbolic: Symbolic, a: Term, b: Term) -> Term:
    if not is_known(a) and not is_known(b) and a.eq(b):
        return False
    return not_(symbolic.equal(a, b))


def model_value(model: Any, term: Term, t: ir.Type) -> int:
    """The raw value of a term in a model of z3, or the nearest in its range (a model may leave the term open)."""
    if is_known(term):
        return int(term)
    found = model.eval(term, model_completion=True)
    if isinstance(t, ir.BoolType):
        return int(z3.is_true(found))
    raw = found.as_long() if z3.is_int_value(found) else found.as_signed_long()
    return min(max(int(raw), t.lo), t.hi)
