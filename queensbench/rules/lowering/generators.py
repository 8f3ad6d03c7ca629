"""Loops and quantifiers: the values of a ``for``, and `any`, `all`, `sum`, `min`, `max` of a generator."""

from __future__ import annotations

import ast
from math import prod
from typing import Any

from queensbench.language import domains
from queensbench.language.context import value_of
from queensbench.language.domains import Kind, KindDomain, Range
from queensbench.language.limits import factors, raising
from queensbench.rules.lowering.base import NUMBERS, Fault, Unit, Val, name_of
from queensbench.rules.lowering.comparisons import Comparisons
from queensbench.rules.typed import ir


class Generators(Comparisons):
    """Lowers generators, and the iterables of loops."""

    def truth(self, unit: Unit, node: ast.expr) -> ir.Expr:
        """A condition."""
        raise NotImplementedError

    def _quantified(self, unit: Unit, node: ast.Call, word: str, generator: ast.GeneratorExp) -> Val:
        default = self._default(unit, node, word)
        # as in Python, all names of the generator are its own everywhere but in its first iterable
        names = {
            n.id for part in generator.generators for n in ast.walk(part.target) if isinstance(n, ast.Name)
        }
        foreign = names - unit.own
        dead, turns = unit.dead, unit.turns
        hidden: list[str] = []
        loops: list[ir.Loop] = []
        try:
            for part in generator.generators:
                loops.append(self._loop(unit, node, part, foreign, hidden))
            if word in ("any", "all"):
                answer = self.truth(unit, generator.elt)
                quantified: Any = word
                return Val(ir.Quant(quantified, tuple(loops), answer, None, -1, ir.BoolType()))
            body = self._summand(unit, generator.elt, word)
        finally:
            unit.own -= foreign
            unit.dead, unit.turns = dead, turns
            for name in hidden:
                del unit.names[name]
                unit.assigned.discard(name)
        if word == "sum":
            return self._sum(node, loops, body)
        lo, hi = body.type.lo, body.type.hi
        site = -1
        if default is not None:
            lo, hi = min(lo, default.type.lo), max(hi, default.type.hi)
        elif any(loop.where is not None or not loop.values for loop in loops):
            site = self.site(unit, node, f"`{word}` of nothing")
        return Val(ir.Quant(word, tuple(loops), body.expr, default, site, ir.IntType(lo, hi)))  # type: ignore[arg-type]

    def _default(self, unit: Unit, node: ast.Call, word: str) -> ir.Expr | None:
        """The value of ``default=``, which cannot leave its range; None without one."""
        default = None
        for keyword in node.keywords:
            if keyword.arg != "default":
                raise Fault(node, f"`{word}` takes no {keyword.arg}=", "only default= is known")
            default = self.number(unit, keyword.value).expr
            if not self.total(default):
                raise Fault(
                    keyword.value,
                    "a default that may leave its range",
                    "give a number, or test for emptiness first",
                )
        return default

    def _loop(
        self, unit: Unit, node: ast.Call, part: ast.comprehension, foreign: set[str], hidden: list[str]
    ) -> ir.Loop:
        """One ``for`` of a generator, whose name goes into ``hidden``; ``foreign``: names of the generator alone."""
        if not isinstance(part.target, ast.Name):
            raise Fault(part.target, "a generator has one name", "write one `for` for each")
        if part.is_async:
            raise Fault(node, "`async` is outside the language", "rules are plain functions")
        values, t, tag = self.iteration(unit, part.iter)
        unit.own |= foreign
        self.turning(unit, part.iter, values)
        name = part.target.id
        if name in unit.names or name == unit.state:
            raise Fault(part.target, f"the generator reuses the name {name}", "choose another name")
        unit.dead += not values
        slot = unit.names[name] = unit.slot("", t, tag)
        hidden.append(name)
        unit.assigned.add(name)
        tests = [self.truth(unit, test) for test in part.ifs]
        where = None if not tests else tests[0] if len(tests) == 1 else ir.Logic("and", tuple(tests))
        return ir.Loop(slot, values, where)

    def _summand(self, unit: Unit, node: ast.expr, word: str) -> Val:
        """The number that is summed or compared; in a sum, a truth value counts as 0 or 1."""
        body = self.expr(unit, node)
        if isinstance(body.type, ir.BoolType) and word == "sum":
            one, none = ir.Const(1, ir.IntType(1, 1)), ir.Const(0, ir.IntType(0, 0))
            body = Val(ir.Choose(body.expr, one, none, ir.IntType(0, 1)))
        if not isinstance(body.type, ir.IntType):
            raise Fault(node, f"{name_of(body.tag, body.type)} in `{word}`", NUMBERS)
        return body

    def _sum(self, node: ast.Call, loops: list[ir.Loop], body: Val) -> Val:
        """A sum; each partial sum lies in its type, or between that and 0."""
        lo, hi = body.type.lo, body.type.hi
        count = prod(len(loop.values) for loop in loops)
        lo, hi = min(lo, 0) * count if filtered(loops) or lo < 0 else lo * count, max(hi, 0) * count
        t = self._held(node, lo, hi, "a sum", "sum smaller numbers")
        return Val(ir.Quant("sum", tuple(loops), body.expr, None, -1, t))

    def turning(self, unit: Unit, node: ast.expr, values: range) -> None:
        """Count the turns of a loop over these values, with those around it.  Raises Fault for too many."""
        turns = unit.turns * len(values)
        if turns > self.context.limits.turns:
            by = factors([unit.turns, len(values)] if unit.turns > 1 else [])
            fault = f"a loop of {turns:,} turns{by}, with those around it; at most are {self.context.limits.turns:,}"
            raise Fault(node, fault, raising("loop over smaller ranges", "turns"))
        unit.turns = turns

    def iteration(self, unit: Unit, node: ast.expr) -> tuple[range, ir.Type, Any]:
        """The iterable of a ``for``: raw values, their type and its identity."""
        found = self.static(unit, node)
        if isinstance(found, type) and issubclass(found, Kind):
            t = self.type_of(KindDomain(found, self.context.kept(found)))
            return range(len(self.context.kept(found))), t, found
        if isinstance(node, ast.Call):
            target = self.static(unit, node.func)
            if target is range and 1 <= len(node.args) <= 3 and not node.keywords:
                numbers = []
                for arg in node.args:
                    val = self.number(unit, arg)
                    if not isinstance(val.expr, ir.Const):
                        raise Fault(
                            arg, "the bound of a loop is no constant", "loop to the largest and test inside"
                        )
                    numbers.append(val.expr.value)
                if len(numbers) == 3 and numbers[2] == 0:
                    raise Fault(node, "the step is nought", "give a step that moves")
                values = range(*numbers)
                ends = (values[0], values[-1]) if values else (0, 0)
                lo, hi = min(ends), max(ends)
                return values, ir.IntType(lo, hi), None
            if target is domains.span and len(node.args) == 1:
                alias = self.static(unit, node.args[0])
                found_range: Range | None = None if alias is NotImplemented else domains.range_of(alias)
                if found_range is None:
                    raise Fault(node, "`span` is of a range", "name an alias: `Annotated[int, Range(1, 6)]`")
                return self._span(unit, alias, found_range)
        raise Fault(node, "a loop runs over a kind, `range(...)` or `span(...)`", "name one of them")

    def _span(self, unit: Unit, alias: Any, found: Range) -> tuple[range, ir.Type, Any]:
        lo, hi = value_of(found.lo, self.context), value_of(found.hi, self.context)
        if lo > hi:  # an empty range may be run over, which does nothing
            return range(lo, hi + 1), ir.IntType(lo, lo), found
        domain = domains.resolve(alias, self.context, unit.rule.module)
        return range(lo, hi + 1), self.type_of(domain), found


def filtered(loops: list[ir.Loop]) -> bool:
    """Whether a generator may leave something out."""
    return any(loop.where is not None for loop in loops)
