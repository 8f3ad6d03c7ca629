"""The encoding of plays for z3: one step as a formula, made once and renamed for each step of a play.

A step is a choice or a chance event with the automatic steps that follow it, up to a number of ``rounds``; the
last round must have found nothing to do, else the play is *unsettled* there.  Chance is existential: a weight
above 0 is enough.  A play may be idle at its end, and only there.

A number is one Boolean for each of its values (:class:`OneHot`): cells are small, and a solver for
propositional logic then propagates everything that the rules say.  Decision 8 holds the measurements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import z3

from queensbench.engines.runtime.asking import Asking, asking
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

SORTS = ("one-hot", "bit-vectors", "integers")


@dataclass(frozen=True, eq=False)
class OneHot:
    """A number by its possible values, each with the condition that it is this one."""

    values: dict[int, Term]


class OneHotSymbolic(Symbolic):
    """The rules on symbols, with numbers that have one Boolean for each value."""

    def symbol(self, name: str, t: ir.Type) -> Term:
        """A symbol of a type; :meth:`Encoding.ranged` says that it has exactly one value."""
        if isinstance(t, ir.BoolType):
            return z3.Bool(name)
        return OneHot({value: z3.Bool(f"{name}={value}") for value in range(t.lo, t.hi + 1)})

    def lift(self, term: Term) -> Term:
        """A known number as a number with one possible value."""
        return OneHot({int(term): True}) if is_known(term) else term

    def inside(self, term: Term, t: ir.Type) -> Term:
        """The condition that a number lies in a type's range."""
        if isinstance(term, OneHot) and all(t.lo <= value <= t.hi for value in term.values):
            return True
        if isinstance(term, OneHot):
            return or_(*(c for value, c in term.values.items() if t.lo <= value <= t.hi))
        return super().inside(term, t)

    def equal(self, a: Term, b: Term) -> Term:
        """Equality of two numbers or two truth values."""
        if not isinstance(a, OneHot) and not isinstance(b, OneHot):
            return super().equal(a, b)
        one, two = self.lift(a).values, self.lift(b).values
        return or_(*(and_(c, two[value]) for value, c in one.items() if value in two))

    def less(self, a: Term, b: Term) -> Term:
        """``a < b``."""
        if is_known(a) and is_known(b):
            return a < b
        one, two = self.lift(a).values, self.lift(b).values
        return or_(*(and_(c, or_(*(d for w, d in two.items() if value < w))) for value, c in one.items()))

    def at_most(self, a: Term, b: Term) -> Term:
        """``a <= b``."""
        if is_known(a) and is_known(b):
            return a <= b
        one, two = self.lift(a).values, self.lift(b).values
        return or_(*(and_(c, or_(*(d for w, d in two.items() if value <= w))) for value, c in one.items()))

    def choose(self, condition: Term, a: Term, b: Term) -> Term:
        """``a`` if the condition holds, else ``b``."""
        if is_known(condition):
            return a if condition else b
        if not isinstance(a, OneHot) and not isinstance(b, OneHot):
            if isinstance(a, bool) or isinstance(b, bool) or z3.is_expr(a) or z3.is_expr(b):
                return super().choose(condition, a, b)
            if a == b:
                return a
        if a is b:
            return a
        one, two = self.lift(a).values, self.lift(b).values
        keys = dict.fromkeys((*one, *two))
        either = super().choose
        return OneHot({v: either(condition, one.get(v, False), two.get(v, False)) for v in keys})

    def arith(self, op: str, a: Term, b: Term) -> Term:
        """Exact arithmetic, value by value."""
        known = super().arith
        if is_known(a) and is_known(b):
            return known(op, a, b)
        found: dict[int, list[Term]] = {}
        for v, c in self.lift(a).values.items():
            for w, d in self.lift(b).values.items():
                both = and_(c, d)
                if both is not False:
                    found.setdefault(int(known(op, v, w)), []).append(both)
        return OneHot({value: or_(*conditions) for value, conditions in found.items()})

    def _select(self, values: Sequence[Term], places: Sequence[tuple[int, Term]], t: ir.Type) -> Term:
        """The value among places (none, if an index is out of range: an obligation)."""
        if len(places) == 1:
            return values[places[0][0]]
        if isinstance(t, ir.BoolType):
            return or_(*(and_(c, values[at]) for at, c in places))
        found: dict[int, list[Term]] = {}
        for at, condition in places:
            for value, c in self.lift(values[at]).values.items():
                found.setdefault(value, []).append(and_(condition, c))
        return OneHot({value: or_(*conditions) for value, conditions in found.items()})


def exactly_one(conditions: Sequence[Any]) -> list[Any]:
    """The condition that exactly one of some conditions holds."""
    return [z3.PbEq([(c, 1) for c in conditions], 1)] if len(conditions) > 1 else list(conditions)


class Encoding:
    """The rules of a system as formulas over a state, a move and the state after it."""

    def __init__(
        self,
        system: ir.System,
        sort: str,
        readings: Sequence[int | None],
        parameters: Sequence[int],
        *,
        formulas: bool = True,
    ) -> None:
        """``readings``: raw, None for one left free; ``formulas``: whether to make those of a step at once."""
        self.system = system
        self.sort = sort
        if sort == "one-hot":
            self.rules: Symbolic = OneHotSymbolic(system, None, [0] * len(readings), parameters)
        else:
            numbers = BitVectors(system) if sort == "bit-vectors" else Integers()
            self.rules = Symbolic(system, numbers, [0] * len(readings), parameters)
        self.rules.readings = [
            self.rules.symbol(f"r.{r.name}", ir.KindType(r.name, r.readings)) if raw is None else raw
            for raw, r in zip(readings, system.rulings, strict=True)
        ]
        self.automatic = [i for i, t in enumerate(system.transitions) if t.kind == "automatic"]
        self.moves = [i for i, t in enumerate(system.transitions) if t.kind != "automatic"]
        self.before, self.after = self.rules.state("x."), self.rules.state("y.")
        self.idle = z3.Bool("idle")
        self.chosen = {i: z3.Bool(f"move.{system.transitions[i].name}") for i in self.moves}
        self.args = {
            i: self.rules.arguments(system.transitions[i].function, f"arg.{system.transitions[i].name}.")
            for i in self.moves
        }
        self.bad, self.fired = z3.Bool("bad"), z3.Bool("fired")
        if not formulas:
            return
        stopped = self.rules.stopped(self.before)
        self.move = z3.And(*self._move(stopped))
        self.round = z3.And(*self._round(stopped)) if self.automatic else None

    # -------------------------------------------------------------------------------------- symbols

    def flat(self, term: Term, t: ir.Type) -> list[Any]:
        """A cell as z3 expressions, in a fixed order."""
        if isinstance(t, ir.BoolType):
            return [self.rules.truth(term)]
        if self.sort != "one-hot":
            return [self.rules.lift(term)]
        values = self.rules.lift(term).values
        return [self.rules.truth(values.get(value, False)) for value in range(t.lo, t.hi + 1)]

    def row(self, cells: Sequence[Term]) -> list[Any]:
        """All cells as z3 expressions."""
        return [e for term, t in zip(cells, self.system.cells, strict=True) for e in self.flat(term, t)]

    def ranged(self, term: Term, t: ir.Type) -> list[Any]:
        """The condition that a symbol has exactly one value of its type."""
        if isinstance(t, ir.BoolType) or is_known(term):
            return []
        if isinstance(term, OneHot):
            return exactly_one(list(term.values.values()))
        return [self.rules.truth(self.rules.inside(term, t))]

    def free(self) -> list[Any]:
        """The condition that every free reading is one of its ruling's."""
        out: list[Any] = []
        for term, r in zip(self.rules.readings, self.system.rulings, strict=True):
            out += self.ranged(term, ir.KindType(r.name, r.readings))
        return out

    # ------------------------------------------------------------------------------------- formulas

    def _same(self, cells: Sequence[Term]) -> list[Any]:
        """The equations of the state afterwards with these cells."""
        return [a == b for a, b in zip(self.row(self.after), self.row(cells), strict=True)]

    def _move(self, stopped: Term) -> list[Any]:
        rules, cells, bad = self.rules, list(self.before), False
        parts: list[Any] = exactly_one([self.idle, *self.chosen.values()])
        for i in self.moves:
            transition, chosen, args = self.system.transitions[i], self.chosen[i], self.args[i]
            params = self.system.functions[transition.function].params
            for arg, (_, t) in zip(args, params, strict=True):
                parts += self.ranged(arg, t)
                least = False if isinstance(t, ir.BoolType) else t.lo
                parts.append(z3.Or(chosen, rules.truth(rules.equal(arg, least))))
            found = rules.step(i, self.before, args)
            parts.append(z3.Implies(chosen, rules.truth(not_(or_(stopped, found.refused)))))
            bad = or_(bad, and_(chosen, found.violated))
            if transition.weight is not None:
                heavy = rules.ask(transition.weight, self.before, args)
                parts.append(z3.Implies(chosen, rules.truth(not_(rules.equal(heavy.value, 0)))))
                bad = or_(bad, and_(chosen, heavy.violated))
            cells = [
                old if new is same else rules.choose(chosen, new, old)
                for old, new, same in zip(cells, found.cells, self.before, strict=True)
            ]
        return [*parts, self.bad == rules.truth(bad), *self._same(cells)]

    def settle_once(self, cells: Sequence[Term], stopped: Term) -> tuple[list[Term], Term, Term]:
        """Take the first automatic step that is not refused; return the cells, whether there was one, violations."""
        rules, open_, bad = self.rules, not_(stopped), False
        results: list[tuple[Term, Result]] = []
        for i in self.automatic:
            found = rules.step(i, cells, [])
            now = and_(open_, not_(found.refused))
            bad = or_(bad, and_(open_, found.violated))
            open_ = and_(open_, found.refused)
            results.append((now, found))
        after = list(cells)
        for now, found in results:
            after = [
                old if new is same else rules.choose(now, new, old)
                for old, new, same in zip(after, found.cells, cells, strict=True)
            ]
        return after, or_(*(now for now, _ in results)), bad

    def _round(self, stopped: Term) -> list[Any]:
        cells, fired, bad = self.settle_once(self.before, stopped)
        truth = self.rules.truth
        return [self.fired == truth(fired), self.bad == truth(bad), *self._same(cells)]


def choices_of(encoding: Encoding) -> list[int]:
    """The transitions that are choices."""
    return [i for i in encoding.moves if encoding.system.transitions[i].kind == "action"]


class Unrolling:
    """A play of growing length from start states, in one solver."""

    def __init__(self, encoding: Encoding, rounds: int, starts: Sequence[Sequence[int]] | None) -> None:
        self.encoding = encoding
        self.rounds = rounds if encoding.automatic else 0
        self.solver = solver_for(encoding.sort)
        self.steps: list[_Step] = []
        self.states = [self._symbols("0.")]
        self.unsettled: list[Any] = []
        self.bad: list[Any] = []
        self.counts: list[list[Any]] = [[]]
        self.reached: dict[int, Any] = {}
        self.planted: list[Any] = []
        self._goals: dict[int, Any] = {}
        self._flaws: dict[int, Any] = {}
        self._add(*encoding.free())
        self._plant(starts)

    def _add(self, *parts: Any) -> None:
        self.solver.add(*parts)

    def _symbols(self, prefix: str) -> list[Any]:
        return self.encoding.row(self.encoding.rules.state(prefix))

    def _is(self, row: Sequence[Any], cells: Sequence[Term]) -> list[Any]:
        return [a == b for a, b in zip(row, self.encoding.row(cells), strict=True)]

    def _plant(self, starts: Sequence[Sequence[int]] | None) -> None:
        """Assert the start: the rules' own, or one of the given states (raw cells)."""
        e = self.encoding
        if starts is None:
            begun = e.rules.initial()
            row = self._symbols("start.")
            self._add(*self._is(row, begun.cells), z3.Not(e.rules.truth(begun.refused)))
            self.bad.append(e.rules.truth(begun.violated))
        else:
            row = self._symbols("start.")
            types = e.system.cells
            known = [
                [bool(v) if isinstance(t, ir.BoolType) else int(v) for v, t in zip(cells, types, strict=True)]
                for cells in starts
            ]
            self.planted = [z3.Bool(f"start.{i}") for i in range(len(known))]
            self._add(*exactly_one(self.planted))
            for symbol, cells in zip(self.planted, known, strict=True):
                self._add(z3.Implies(symbol, z3.And(*self._is(row, cells))))
            self.bad.append(z3.BoolVal(False))
        unsettled, bad = self._settle(row, self.states[0], "0")
        self.unsettled.append(unsettled)
        self.bad[0] = z3.Or(self.bad[0], bad)

    def _settle(self, row: list[Any], last: list[Any], name: str) -> tuple[Any, Any]:
        """Add rounds of automatic steps between two rows; return whether one more is due, and violations."""
        e = self.encoding
        if e.round is None:
            self._add(*(a == b for a, b in zip(last, row, strict=True)))
            return z3.BoolVal(False), z3.BoolVal(False)
        before, after = e.row(e.before), e.row(e.after)
        violated = []
        fired: Any = None
        for number in range(self.rounds):
            fired, bad = z3.Bool(f"{name}.{number}.fired"), z3.Bool(f"{name}.{number}.bad")
            target = last if number == self.rounds - 1 else self._symbols(f"{name}.{number}.")
            pairs = [
                *zip(before, row, strict=True),
                *zip(after, target, strict=True),
                (e.fired, fired),
                (e.bad, bad),
            ]
            self._add(z3.substitute(e.round, *pairs))
            violated.append(bad)
            row = target
        return fired, z3.Or(*violated)

    def extend(self) -> None:
        """Add one step."""
        e, k = self.encoding, len(self.steps)
        moved, after = self._symbols(f"{k}.moved."), self._symbols(f"{k + 1}.")
        idle, bad = z3.Bool(f"{k}.idle"), z3.Bool(f"{k}.bad")
        step = _Step(idle, {}, {})
        pairs = [
            *zip(e.row(e.before), self.states[-1], strict=True),
            *zip(e.row(e.after), moved, strict=True),
            (e.idle, idle),
            (e.bad, bad),
        ]
        for i in e.moves:
            transition = e.system.transitions[i]
            step.chosen[i] = z3.Bool(f"{k}.move.{transition.name}")
            step.args[i] = e.rules.arguments(transition.function, f"{k}.arg.{transition.name}.")
            pairs.append((e.chosen[i], step.chosen[i]))
            params = e.system.functions[transition.function].params
            for old, new, (_, t) in zip(e.args[i], step.args[i], params, strict=True):
                pairs += zip(e.flat(old, t), e.flat(new, t), strict=True)
        self._add(z3.substitute(e.move, *pairs))
        if self.steps:
            self._add(z3.Implies(self.steps[-1].idle, idle))
        unsettled, violated = self._settle(moved, after, f"{k}.settle")
        self.unsettled.append(unsettled)
        self.bad.append(z3.Or(bad, violated))
        self.states.append(after)
        self.steps.append(step)
        self._count(step)

    def _count(self, step: _Step) -> None:
        """``counts[n][j]``: among the first n steps are more than j choices."""
        k, old = len(self.steps), self.counts[-1]
        chosen = z3.Or(*(step.chosen[i] for i in choices_of(self.encoding)), False)
        row = []
        for j in range(k):
            more = z3.Bool(f"{k}.more.{j}")
            less = old[j - 1] if j else z3.BoolVal(True)
            kept = old[j] if j < len(old) else z3.BoolVal(False)
            self._add(more == z3.Or(kept, z3.And(chosen, less)))
            row.append(more)
        self.counts.append(row)

    # --------------------------------------------------------------------------------------- asking

    def goal(self, n: int, target: Term) -> Any:
        """A symbol that is true if the target holds after n steps, or the play is flawed until then."""
        if n not in self._goals:
            e = self.encoding
            symbol, there = z3.Bool(f"{n}.goal"), z3.Bool(f"{n}.there")
            pairs = list(zip(e.row(e.before), self.states[n], strict=True))
            self._add(there == z3.substitute(e.rules.truth(target), *pairs))
            self._add(symbol == z3.Or(there, self.flaw(n)))
            self._goals[n], self.reached[n] = symbol, there
        return self._goals[n]

    def flaw(self, n: int) -> Any:
        """A symbol that is true if the play is unsettled, or violates a range, within n steps."""
        if n not in self._flaws:
            symbol = z3.Bool(f"{n}.flaw")
            before = self.flaw(n - 1) if n else z3.BoolVal(False)
            self._add(symbol == z3.Or(before, self.unsettled[n], self.bad[n]))
            self._flaws[n] = symbol
        return self._flaws[n]

    def at_most(self, n: int, choices: int) -> list[Any]:
        """The condition that the first n steps have at most so many choices."""
        return [z3.Not(self.counts[n][choices])] if choices < len(self.counts[n]) else []

    def moving(self, n: int) -> list[Any]:
        """Symbols that are all true if no step of the first n is idle, or a chance event that changes nothing."""
        e = self.encoding
        for k in range(n):
            step = self.steps[k]
            if step.moving is None:
                step.moving = z3.Bool(f"{k}.moving")
                chosen = z3.Or(*(step.chosen[i] for i in choices_of(e)), False)
                pairs = zip(self.states[k], self.states[k + 1], strict=True)
                differs = z3.Or(*(a != b for a, b in pairs))
                self._add(step.moving == z3.And(z3.Not(step.idle), z3.Or(chosen, differs)))
        return [self.steps[k].moving for k in range(n)]


@dataclass
class _Step:
    """The symbols of one step: idle, which transition, with which arguments."""

    idle: Any
    chosen: dict[int, Any]
    args: dict[int, list[Term]]
    moving: Any = None


def solver_for(sort: str) -> Asking:
    """The solver that suits a sort of numbers."""
    return asking({"one-hot": "QF_FD", "bit-vectors": "QF_BV"}.get(sort, "QF_LIA"))
