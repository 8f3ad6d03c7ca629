"""Systems whose states hold the state before as well, so that properties of steps become properties of states.

The record of a mode is laid out twice: the cells of the state, then those of the state before the last step, then
whether there was a step at all.  The rules know the first half only.  A step property reads both: its second state is
read in the second half, also by rules to which the property hands that state.  After each step the engines' loops copy
what was (``BEFORE`` in :mod:`queensbench.engines.runtime.kernels`), so that everything that judges states judges steps
too, and a state of such a system stands for a step between two states.

What this reader cannot see: the states within a chain of automatic rules, which are no steps; steps that are not
played or explored.  Nothing here is for proofs, in which no state remembers another.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from queensbench.errors import Finding, ModelRefused
from queensbench.language.modes import Instance, Mode
from queensbench.language.records import FieldDecl
from queensbench.language.rules import Rule
from queensbench.rules.lowering.base import Unit, Val
from queensbench.rules.lowering.rule import Fault, Lowerer
from queensbench.rules.system import STEP, build, steps_of, unknown_clauses
from queensbench.rules.typed import bounds, ir, wellformed

WAS = "was "
STEPPED = "$stepped"
BEFORE = "before"


class Stepping(Lowerer):
    """Lowers the rules of a mode over two states.  ``half``: the cells of one."""

    def _layout(self) -> None:
        super()._layout()
        self.half = sum(block.cells for block in self.fields)
        self._decls_before: dict[str, FieldDecl] = {
            name: replace(decl, name=WAS + name) for name, decl in self.decls.items()
        }
        self._fields_before = dict(self.field_numbers)
        for block in tuple(self.fields):
            number = len(self.fields)
            self.fields.append(ir.Field(WAS + block.name, block.index, block.value, self.half + block.offset))
            self.field_numbers[WAS + block.name] = number
            self._fields_before[block.name] = self._fields_before[WAS + block.name] = number
        self.stepped = len(self.fields)
        self.fields.append(ir.Field(STEPPED, (), ir.BoolType(), 2 * self.half))
        self._numbers_before: dict[Rule, int] = {}
        self._asked_before: Rule | None = None

    @contextmanager
    def _before(self) -> Iterator[None]:
        """Lower all that is in the ``with`` block over the state before."""
        kept = self.decls, self.field_numbers, self.numbers
        self.decls, self.field_numbers, self.numbers = (
            self._decls_before,
            self._fields_before,
            self._numbers_before,
        )
        try:
            yield
        finally:
            self.decls, self.field_numbers, self.numbers = kept

    @staticmethod
    def _name_before(unit: Unit) -> str | None:
        """The name that a step property gives to the state before."""
        return unit.rule.parameters()[1] if unit.rule.kind == STEP else None

    def _signature(
        self, unit: Unit, rule: Rule, definition: ast.FunctionDef
    ) -> tuple[tuple[str, ir.Type], ...]:
        if rule.kind == STEP:  # the second state is no argument that has values
            definition = copy.copy(definition)
            definition.args = copy.copy(definition.args)
            definition.args.args = [definition.args.args[0], *definition.args.args[2:]]
        return super()._signature(unit, rule, definition)

    def _place(self, unit: Unit, node: ast.expr) -> tuple[int, tuple[Val, ...], FieldDecl, int] | None:
        before = self._name_before(unit)
        match node:
            case ast.Attribute(value=ast.Name(id=name)) if before is not None and name == before:
                now, unit.state = unit.state, before
                try:
                    with self._before():
                        return super()._place(unit, node)
                finally:
                    unit.state = now
        return super()._place(unit, node)

    def _rule_call(self, unit: Unit, node: ast.Call, rule: Rule) -> tuple[int, tuple[ir.Expr, ...]]:
        before = self._name_before(unit)
        match node.args:
            case [ast.Name(id=name), *rest] if before is not None and name == before:
                self._asked_before = rule
                state = ast.copy_location(ast.Name(str(unit.state), ast.Load()), node.args[0])
                node = ast.copy_location(ast.Call(node.func, [state, *rest], node.keywords), node)
        return super()._rule_call(unit, node, rule)

    def function(self, rule: Rule, caller: tuple[Unit, ast.AST] | None = None) -> int:
        """The number of a rule's function, over the state before where it is asked of that."""
        if self._asked_before is not rule:
            return super().function(rule, caller)
        self._asked_before = None
        with self._before():
            return super().function(rule, caller)

    def judge(self, rule: Rule) -> int | None:
        """The number of the function of a step property, which is true of a state without a step before it."""
        number = self.function(rule)
        function = self.functions[number]
        if function is None:
            return None
        self.findings += bounds.cases(function, self.context.limits.cases)
        args = tuple(ir.Var(i, t) for i, (_, t) in enumerate(function.params))
        stepped = ir.Read(self.stepped, (), -1, ir.BoolType())
        says = ir.Logic("or", (ir.Not(stepped), ir.Call(number, args, ir.BoolType())))
        slots = tuple(t for _, t in function.params)
        self.functions.append(
            replace(function, name=f"step {function.name}", slots=slots, body=(ir.Return(says),))
        )
        self.tags[len(self.functions) - 1] = None
        return len(self.functions) - 1


def stepping_judges(
    mode: Mode, instance: Instance, ruleset: str, clauses: set[str] | None = None
) -> ir.System:
    """The system over two states whose judges are the step properties asked of a mode, in their order."""
    system = build_stepping(mode, instance, ruleset=ruleset, clauses=clauses)
    asked = {decl.name for decl in steps_of(mode, instance)}
    return replace(system, judges=tuple(judge for judge in system.judges if judge.name in asked))


def build_stepping(
    mode: Mode,
    instance: Instance,
    *,
    ruleset: str = "",
    clauses: set[str] | None = None,
    lowering: Callable[..., Stepping] = Stepping,
) -> ir.System:
    """Check and lower a mode at an instance over two states, as :func:`queensbench.rules.system.build` does over one.

    Its judges are those of the mode, and behind them one for each step property.
    """
    seen: list[Stepping] = []

    def making(*args: Any) -> Stepping:
        seen.append(lowering(*args))
        return seen[-1]

    system = build(mode, instance, ruleset=ruleset, clauses=clauses, lowering=making)
    lowerer = seen[0]
    judges = list(system.judges)
    for decl in steps_of(mode, instance):
        assert decl.rule is not None
        lowerer.findings += unknown_clauses(decl, clauses)
        try:
            number = lowerer.judge(decl.rule)
        except Fault as fault:
            line = getattr(fault.node, "lineno", decl.rule.line)
            lowerer.findings.append(Finding(decl.rule.file, line, decl.rule.name, fault.fault, fault.remedy))
            continue
        if number is not None:
            judges.append(ir.Judge(decl.name, number))
    if not lowerer.lenient:
        lowerer.findings += bounds.paths(lowerer.functions)
    if lowerer.findings:
        raise ModelRefused(sorted(set(lowerer.findings)))
    functions = tuple(f for f in lowerer.functions if f is not None)
    wellformed.check(functions)
    return replace(
        system,
        functions=functions,
        judges=tuple(judges),
        tables=tuple(lowerer.tables),
        clauses=tuple(lowerer.clause_names),
        sites=tuple(lowerer.sites),
        guards=tuple(lowerer.guards),
        silences=tuple(lowerer.silences),
        notes={**system.notes, BEFORE: lowerer.half},
    )
