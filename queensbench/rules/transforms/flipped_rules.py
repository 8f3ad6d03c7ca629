"""Systems in which decisions of the rules can be taken otherwise, each by a ruling of its own.

Each flip (:mod:`queensbench.rules.transforms.quiet_choices`) becomes a ruling with two readings, *as written* and
*otherwise*, so that whatever compares readings compares flips.  Types, ranges and obligations are those of the rules
with any of them, as with mutants (:mod:`queensbench.rules.transforms.mutant_schemata`), from whose lowering this one
differs in two things: each flip has a ruling of its own, which a run therefore consults only where the flip is met;
and a condition asks itself first, so that a flip which forces it is consulted only where the condition says
otherwise.

What this reader cannot see: a flip that the checker would refuse only because of what leaves its range is let in
here, and is found in play.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.errors import ModelRefused
from queensbench.language.context import Context
from queensbench.language.modes import Instance, Mode
from queensbench.language.records import Record
from queensbench.language.rules import Rule
from queensbench.language.rulings import Rulings
from queensbench.rules.lowering.base import Unit, Val
from queensbench.rules.lowering.rule import Lowerer
from queensbench.rules.system import build
from queensbench.rules.transforms.mutant_schemata import Mutating, definition_of, running_functions
from queensbench.rules.transforms.mutation_operators import Forced, Shorter
from queensbench.rules.transforms.quiet_choices import Flip, QuietChoice, choices_of
from queensbench.rules.typed import ir

WRITTEN, OTHERWISE = "AS_WRITTEN", "OTHERWISE"
NOT_REACHED = "the text of it is not lowered by itself"


class Flipping(Mutating):
    """Lowers a mode with flips beside the rules.  ``refused``: those that the checker refuses, and why."""

    def __init__(self, flips: Sequence[Flip], record: type[Record], context: Context, *rest: Any) -> None:
        super().__init__(flips, record, context, *rest)  # type: ignore[arg-type]
        self.met: set[tuple[int, int]] = set()

    def declare_rulings(self, rulings: Rulings | None) -> None:
        """Number the rulings of the mode, and one for each flip behind them."""
        Lowerer.declare_rulings(self, rulings)
        self._selector = len(self.rulings)
        self.rulings += [
            ir.Ruling(ruling_of(number), (WRITTEN, OTHERWISE), 0)
            for number in range(1, len(self.mutants) + 1)
        ]

    def selected(self, number: int) -> ir.Expr:
        """Whether a flip is in force."""
        t = ir.IntType(0, 1)
        return ir.Compare("==", ir.Reading(self._selector + number - 1, t), ir.Const(1, t))

    def function(self, rule: Rule, caller: tuple[Unit, ast.AST] | None = None) -> int:
        """The number of a rule's function, with its own flips also where a flip is the first to call it."""
        plain, self._plain = self._plain, 0
        try:
            return super().function(rule, caller)
        finally:
            self._plain = plain

    def expr(self, unit: Unit, node: ast.expr) -> Val:
        """An expression, and beside it its flips."""
        self._meet(node)
        return super().expr(unit, node)

    def _statement(self, unit: Unit, node: ast.stmt) -> tuple[list[ir.Stmt], bool]:
        self._meet(node)
        return super()._statement(unit, node)

    def _meet(self, node: ast.AST) -> None:
        self.met |= {(number, id(node)) for number, _ in self._changes(node)}

    def _changed(self, unit: Unit, node: ast.expr, val: Val, number: int, change: Any) -> Val:
        match change:
            case Forced(value=True):
                return Val(ir.Logic("or", (val.expr, self.selected(number))))
            case Forced():
                return Val(ir.Logic("and", (val.expr, ir.Not(self.selected(number)))))
        return super()._changed(unit, node, val, number, change)

    def missed(self) -> set[int]:
        """The flips of which a node was never lowered, so that they would change nothing or too little."""
        return {
            number
            for number, flip in enumerate(self.mutants, 1)
            for node, change in flip.changes
            if (number, id(node)) not in self.met and not isinstance(change, Shorter)
        }


def ruling_of(number: int) -> str:
    """The name of the ruling of the flip with that number, from 1."""
    return f"$flip{number}"


@dataclass
class FlippedRules:
    """A system with flips in it: the ``k``-th of ``flips`` is in force by the ruling :func:`ruling_of` ``k``, from 1.

    ``refused``: flips that are not in it, each with the reason.
    """

    system: ir.System
    flips: tuple[Flip, ...]
    refused: dict[Flip, str]


def choices_in(mode: Mode, instance: Instance, ruleset: str, known: set[str] | None) -> list[QuietChoice]:
    """The decisions of the rules that a game of a mode at an instance calls, by file and line."""
    seen: list[Lowerer] = []

    def plain(*args: Any) -> Lowerer:
        seen.append(Lowerer(*args))
        return seen[-1]

    system = build(mode, instance, ruleset=ruleset, clauses=known, lowering=plain)
    lowerer = seen[0]
    running = running_functions(system)
    found: list[QuietChoice] = []
    around = contexts(system)
    for rule, number in lowerer.numbers.items():
        if number in running and rule.kind != "property":
            named = tuple(
                tuple(system.clauses[clause] for clause in sorted(one))
                for one in sorted(around.get(number, ()), key=sorted)
            )
            found += choices_of(rule, definition_of(lowerer, rule), named, lowerer.resolve)
    return sorted(found, key=lambda one: (one.file, one.line, one.key))


def contexts(system: ir.System) -> dict[int, set[frozenset[int]]]:
    """By function, the sets of clauses in force where it is called: its code is a part of those blocks.

    A function that names clauses itself stands for itself: nothing is in force around it.
    """
    found: dict[int, set[frozenset[int]]] = {}
    pending: list[tuple[int, frozenset[int]]] = []

    def enter(number: int, clauses: frozenset[int]) -> None:
        own = system.functions[number].clauses
        here = frozenset[int]() if own else clauses
        if here not in found.setdefault(number, set()):
            found[number].add(here)
            pending.append((number, here | frozenset(own)))

    def visit(node: object, clauses: frozenset[int]) -> None:
        if isinstance(node, (ir.Call, ir.Do)):
            enter(node.function, clauses)
        inner = clauses | frozenset(node.clauses) if isinstance(node, ir.Clause) else clauses
        for child in ir.children(node):
            visit(child, inner)

    roots = [system.initial, system.over, system.wins, system.score]
    for transition in system.transitions:
        roots += [transition.function, transition.weight, transition.decider]
    for root in roots:
        if root is not None:
            enter(root, frozenset())
    while pending:
        number, clauses = pending.pop()
        for statement in system.functions[number].body:
            visit(statement, clauses)
    return found


def build_flipped(
    mode: Mode, instance: Instance, flips: Sequence[Flip], ruleset: str, known: set[str] | None
) -> list[FlippedRules]:
    """Systems that hold the flips between them: one, unless some cannot stand in one text with the others.

    Raises ModelRefused for a mode that is refused without any flip.
    """
    seen: list[Flipping] = []

    def flipping(*args: Any) -> Flipping:
        seen.append(Flipping(flips, *args))
        return seen[-1]

    making: Callable[..., Flipping] = flipping
    try:
        system = build(mode, instance, ruleset=ruleset, clauses=known, lowering=making)
    except ModelRefused as refused:
        if not flips:
            raise
        if len(flips) == 1:
            plain = build(mode, instance, ruleset=ruleset, clauses=known)
            return [FlippedRules(plain, (), {flips[0]: refused.findings[0].fault})]
        middle = len(flips) // 2
        return [
            made
            for half in (flips[:middle], flips[middle:])
            for made in build_flipped(mode, instance, half, ruleset, known)
        ]
    lowerer = seen[0]
    refusals = {flips[n - 1]: why for n, why in lowerer.refused.items()}
    refusals |= {flips[n - 1]: NOT_REACHED for n in lowerer.missed() if flips[n - 1] not in refusals}
    return [FlippedRules(system, tuple(flips), refusals)]


__all__ = ["FlippedRules", "Flipping", "build_flipped", "choices_in", "contexts", "ruling_of"]
