"""Mutant schemata (Untch, Offutt and Harrold, 1993): many mutants in one system, and a selector among them.

The model is lowered once with the changes of many mutants (:mod:`queensbench.rules.transforms.mutation_operators`), so
that types, ranges and obligations are those of the rules with any of them.  The selector is one more ruling of the
system, the last, called ``$mutant``: 0 is the model as it is, ``k`` the ``k``-th mutant.  One compilation then serves
them all.

What this reader cannot see: a fault that the checker would refuse only because of what leaves its range, or because a
weight may be negative, is let in here, and is found in play.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from queensbench.errors import ModelRefused
from queensbench.language.context import Context
from queensbench.language.modes import Instance, Mode
from queensbench.language.records import Record
from queensbench.language.rules import Rule
from queensbench.language.rulings import Rulings
from queensbench.rules.lowering.base import Unit, Val
from queensbench.rules.lowering.rule import Fault, Lowerer
from queensbench.rules.system import build
from queensbench.rules.transforms.mutation_operators import (
    Barred,
    Flipped,
    Forced,
    Mutant,
    Replaced,
    Shorter,
    Skipped,
    mutants_of,
)
from queensbench.rules.transforms.previous_states import Stepping, build_stepping
from queensbench.rules.transforms.stand_ins import with_stand_ins
from queensbench.rules.transforms.wider_ranges import Widening, begun_blank
from queensbench.rules.typed import ir

SELECTOR = "$mutant"
ONWARDS = "onwards"


class Mutating(Lowerer):
    """Lowers a mode with mutants beside the rules.  ``refused``: those that the checker refuses, and why."""

    lenient = True  # one mutant's interval would bar all others

    def __init__(self, mutants: Sequence[Mutant], record: type[Record], context: Context, *rest: Any) -> None:
        super().__init__(record, context, *rest)
        self.mutants = mutants
        self.refused: dict[int, str] = {}
        self._selector = -1
        self._plain = 0
        self._at: dict[int, list[tuple[int, Any]]] = {}
        for number, mutant in enumerate(mutants, 1):
            for node, change in mutant.changes:
                self._at.setdefault(id(node), []).append((number, change))
        self._definitions = {
            id(node.body): node
            for mutant in mutants
            for node, change in mutant.changes
            if isinstance(change, Barred) and isinstance(node, ast.FunctionDef)
        }
        for changes in self._at.values():
            changes.sort(
                key=lambda pair: not isinstance(pair[1], Shorter)
            )  # before the loop stands in a choice

    def declare_rulings(self, rulings: Rulings | None) -> None:
        """Number the rulings of the mode, and the selector behind them."""
        super().declare_rulings(rulings)
        self._selector = len(self.rulings)
        names = ("none", *(mutant.name for mutant in self.mutants))
        self.rulings.append(ir.Ruling(SELECTOR, names, 0))

    def selected(self, number: int) -> ir.Expr:
        """Whether a mutant is in force."""
        t = ir.IntType(0, len(self.mutants))
        return ir.Compare("==", ir.Reading(self._selector, t), ir.Const(number, t))

    def _changes(self, node: ast.AST) -> Iterable[tuple[int, Any]]:
        return () if self._plain else self._at.get(id(node), ())

    # ----------------------------------------------------------------------------------- expressions

    def expr(self, unit: Unit, node: ast.expr) -> Val:
        """An expression, and beside it its mutants."""
        val = super().expr(unit, node)
        for number, change in self._changes(node):
            val = self._changed(unit, node, val, number, change)
        return val

    def _changed(self, unit: Unit, node: ast.expr, val: Val, number: int, change: Any) -> Val:
        here = self.selected(number)
        match change:
            case Forced(value=True):
                return Val(ir.Logic("or", (here, val.expr)))
            case Forced():
                return Val(ir.Logic("and", (ir.Not(here), val.expr)))
            case Flipped():
                return Val(ir.Compare("!=", val.expr, here))
            case Shorter(loop=loop):
                return self._shorter(unit, node, val, number, loop)
            case Replaced(node=ast.expr() as other):
                made = self._other(unit, other, number)
                if made is None:
                    return val
                t = self._join(node, made, val)
                return Val(ir.Choose(here, made.expr, val.expr, t), val.tag if val.tag is made.tag else None)
        return val

    def _other(self, unit: Unit, node: ast.expr, number: int) -> Val | None:
        """The expression of a mutant; None if the checker refuses it."""
        if number in self.refused:
            return None
        self._plain += 1
        try:
            return super().expr(unit, node)
        except Fault as fault:
            self.refused[number] = fault.fault
            return None
        finally:
            self._plain -= 1

    def _shorter(self, unit: Unit, node: ast.expr, val: Val, number: int, place: int) -> Val:
        quant = val.expr
        if not isinstance(quant, ir.Quant) or not quant.loops[place].values:
            return val
        loops = list(quant.loops)
        loop = loops[place]
        within = self._not_last(unit, number, loop.slot, loop.values)
        where = within if loop.where is None else ir.Logic("and", (within, loop.where))
        loops[place] = replace(loop, where=where)
        t, site = quant.type, quant.site
        if quant.op == "sum" and isinstance(t, ir.IntType):
            t = ir.IntType(min(t.lo, 0), max(t.hi, 0))
        elif quant.op in ("min", "max") and quant.default is None and site < 0:
            site = self.site(unit, node, f"`{quant.op}` of nothing")
        return Val(replace(quant, loops=tuple(loops), site=site, type=t), val.tag)

    def _not_last(self, unit: Unit, number: int, slot: int, values: range) -> ir.Expr:
        t = unit.slots[slot].type
        assert t is not None
        last = ir.Compare("==", ir.Var(slot, t), ir.Const(values[-1], t))
        return ir.Not(ir.Logic("and", (self.selected(number), last)))

    # ------------------------------------------------------------------------------------ statements

    def _statement(self, unit: Unit, node: ast.stmt) -> tuple[list[ir.Stmt], bool]:
        stmts, falls = super()._statement(unit, node)
        for number, change in self._changes(node):
            here = self.selected(number)
            match change:
                case Skipped():
                    stmts, falls = [ir.If(ir.Not(here), tuple(stmts), ())], True
                case Shorter() if isinstance(stmts[-1], ir.For) and stmts[-1].values:
                    loop = stmts[-1]
                    inner = ir.If(self._not_last(unit, number, loop.slot, loop.values), loop.body, ())
                    stmts = [*stmts[:-1], replace(loop, body=(inner,))]
                case Replaced(node=ast.stmt() as other):
                    made = self._other_statement(unit, other, number)
                    if made is not None:
                        stmts = [ir.If(here, tuple(made), tuple(stmts))]
        return stmts, falls

    def _other_statement(self, unit: Unit, node: ast.stmt, number: int) -> list[ir.Stmt] | None:
        if number in self.refused:
            return None
        self._plain += 1
        try:
            return super()._statement(unit, node)[0]
        except Fault as fault:
            self.refused[number] = fault.fault
            return None
        finally:
            self._plain -= 1

    def _block(self, unit: Unit, body: list[ast.stmt]) -> tuple[tuple[ir.Stmt, ...], bool]:
        stmts, falls = super()._block(unit, body)
        definition = self._definitions.get(id(body))
        if definition is None:
            return stmts, falls
        bars: list[ir.Stmt] = []
        for number, change in self._changes(definition):
            if isinstance(change, Barred):
                if unit.final:
                    self.guards.append(
                        ir.Guard(unit.file, definition.lineno, f"{definition.name} happens", ())
                    )
                bars.append(ir.Require(ir.Not(self.selected(number)), len(self.guards) - 1))
        return (*bars, *stmts), falls


class MutatingSteps(Stepping, Mutating):
    """Lowers a mode over two states, with mutants beside the rules."""


class MutatingOnwards(Widening, Mutating):
    """Lowers a mode with wider ranges, and with mutants beside the rules."""


class MutatingStepsOnwards(Widening, MutatingSteps):
    """Lowers a mode with wider ranges over two states, with mutants beside the rules."""


# ----------------------------------------------------------------------------------------------- systems


@dataclass
class Mutated:
    """A system with mutants in it: the ``k``-th of ``mutants`` is in force when the selector is ``k``, from 1."""

    system: ir.System
    mutants: tuple[Mutant, ...]

    def readings(self, chosen: Sequence[int], number: int) -> list[int]:
        """The raw readings that put a mutant (0: none) in force."""
        return [*chosen[: len(self.system.rulings) - 1], number]


def every(mode: Mode, instance: Instance, ruleset: str, known: set[str] | None) -> list[Mutant]:
    """All mutants of the rules of a mode at an instance, by file and line."""
    seen: list[Lowerer] = []

    def plain(*args: Any) -> Lowerer:
        seen.append(Lowerer(*args))
        return seen[-1]

    system = build(mode, instance, ruleset=ruleset, clauses=known, lowering=plain)
    lowerer = seen[0]
    running = running_functions(system)
    found = []
    for rule, number in lowerer.numbers.items():
        if number in running and rule.kind != "property":
            found += mutants_of(rule, definition_of(lowerer, rule))
    return sorted(found, key=lambda m: (m.file, m.line, m.column, m.name))


def definition_of(lowerer: Lowerer, rule: Rule) -> ast.FunctionDef:
    """The syntax of a rule in the tree that is lowered."""
    return lowerer._definition(rule)


def running_functions(system: ir.System) -> set[int]:
    """The functions that a game calls: all but those of properties alone."""
    roots = [system.initial, system.over, system.wins, system.score]
    for transition in system.transitions:
        roots += [transition.function, transition.weight, transition.decider]
    return ir.reached(system, *roots)


def build_mutated(
    mode: Mode,
    instance: Instance,
    mutants: Sequence[Mutant],
    ruleset: str,
    known: set[str] | None,
    *,
    steps: bool = False,
    onwards: bool = False,
) -> tuple[list[Mutated], dict[Mutant, str]]:
    """Systems that hold the mutants between them, and the mutants that the checker refuses, each with its message.

    One system holds all, unless some cannot stand in one text with the others.  ``steps``: their states remember the
    state before, and properties of steps are among their judges.  ``onwards``: play goes on beyond ranges
    (:mod:`queensbench.rules.transforms.wider_ranges`), and where players and chance would both move.  Raises
    ModelRefused for a mode that is refused without any mutant, if none is asked for.
    """

    def tried(some: Sequence[Mutant]) -> tuple[Mutated | str, dict[Mutant, str]]:
        return _tried(mode, instance, some, ruleset, known, steps, onwards)

    made, refused = tried(mutants)
    if isinstance(made, Mutated):
        return [made], refused
    if len(mutants) == 1:
        return [], {mutants[0]: made}
    systems: list[Mutated] = []
    found: dict[Mutant, str] = {}
    middle = len(mutants) // 2
    for half in (mutants[:middle], mutants[middle:]):
        some, why = build_mutated(mode, instance, half, ruleset, known, steps=steps, onwards=onwards)
        systems += some
        found |= why
    if found and len(systems) > 1:  # without those that are refused the others may well stand together
        whole, why = tried([m for m in mutants if m not in found])
        if isinstance(whole, Mutated):
            return [whole], found | why
    return systems, found


def _tried(
    mode: Mode,
    instance: Instance,
    mutants: Sequence[Mutant],
    ruleset: str,
    known: set[str] | None,
    steps: bool,
    onwards: bool,
) -> tuple[Mutated | str, dict[Mutant, str]]:
    seen: list[Mutating] = []

    def mutating(*args: Any) -> Mutating:
        seen.append((MutatingOnwards if onwards else Mutating)(mutants, *args))
        return seen[-1]

    def stepping(*args: Any) -> MutatingSteps:
        made = (MutatingStepsOnwards if onwards else MutatingSteps)(mutants, *args)
        seen.append(made)
        return made

    try:
        if steps:
            system = build_stepping(mode, instance, ruleset=ruleset, clauses=known, lowering=stepping)
        else:
            system = build(mode, instance, ruleset=ruleset, clauses=known, lowering=mutating)
    except ModelRefused as refused:
        if not mutants:
            raise
        return refused.findings[0].fault, {}
    lowerer = seen[0]
    if isinstance(lowerer, Widening):
        system = with_stand_ins(begun_blank(system, lowerer.blanks), lowerer.blanks, lowerer.wide)
        system.notes = {**system.notes, ONWARDS: 1}
    return Mutated(system, tuple(mutants)), {mutants[n - 1]: why for n, why in lowerer.refused.items()}
