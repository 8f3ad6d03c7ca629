"""Expressions: arithmetic, comparison, conditions, names, and calls of rules and of built-in functions."""

from __future__ import annotations

import ast
from dataclasses import replace
from enum import Enum
from types import FunctionType
from typing import Any

from queensbench.language import rules
from queensbench.language.context import Parameters, SizeExpr, Sizes
from queensbench.language.domains import Domain, Kind, KindDomain
from queensbench.language.records import FieldDecl, Lookup, SeqField
from queensbench.language.rules import Rule
from queensbench.language.rulings import Reading as ReadingKind
from queensbench.language.rulings import Rulings
from queensbench.language.source import written
from queensbench.rules.lowering.base import (
    CALLS,
    LIMIT,
    NUMBERS,
    Fault,
    Unit,
    Val,
    name_of,
    nearest,
    outside,
    reading_type,
)
from queensbench.rules.lowering.comparisons import asks
from queensbench.rules.lowering.generators import Generators
from queensbench.rules.lowering.remedies import REMEDIES
from queensbench.rules.typed import ir

BUILTINS = ("abs", "all", "any", "len", "max", "min", "range", "sum")
ARITH: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}


class Expressions(Generators):
    """Lowers expressions."""

    def truth(self, unit: Unit, node: ast.expr) -> ir.Expr:
        """A condition."""
        val = self.expr(unit, node)
        if not isinstance(val.type, ir.BoolType):
            raise Fault(
                node, f"{name_of(val.tag, val.type)} as a condition", "compare it: a condition is a bool"
            )
        return val.expr

    def number(self, unit: Unit, node: ast.expr) -> Val:
        """A number."""
        val = self.expr(unit, node)
        if not isinstance(val.type, ir.IntType):
            raise Fault(node, f"{name_of(val.tag, val.type)} where a number is needed", NUMBERS)
        return val

    def expr(self, unit: Unit, node: ast.expr) -> Val:
        """An expression."""
        self.deeper(node)
        try:
            return self._one_expression(unit, node)
        finally:
            self.depth -= 1

    def _one_expression(self, unit: Unit, node: ast.expr) -> Val:
        match node:
            case ast.Constant(value=bool() as flag):
                return Val(ir.Const(int(flag), ir.BoolType()))
            case ast.Constant(value=int() as number):
                return self._literal(node, number)
            case ast.Name() | ast.Attribute():
                return self._named(unit, node)
            case ast.Subscript(value=base):
                return self._subscript(unit, node, base)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Val(ir.Not(self.truth(unit, operand)))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                val = self.number(unit, operand)
                zero = ir.Const(0, ir.IntType(0, 0))
                return self._arith(node, "-", Val(zero), val)
            case ast.BinOp(op=op, left=left, right=right):
                word = ARITH.get(type(op))
                if word is None:
                    raise Fault(node, "this operator is outside the language", "use + - * // %")
                return self._arith(node, word, self.number(unit, left), self.number(unit, right))
            case ast.BoolOp(op=op, values=values):
                return self._logic(unit, isinstance(op, ast.And), values)
            case ast.Compare():
                return self._compare(unit, node)
            case ast.IfExp(test=test, body=then, orelse=orelse):
                condition = self.truth(unit, test)
                sure = self.decided(unit, condition)
                with unit.unless(sure is False):
                    one = self.expr(unit, then)
                with unit.unless(sure is True):
                    two = self.expr(unit, orelse)
                t = self._join(node, one, two)
                tag = one.tag if one.tag is two.tag else None
                return Val(ir.Choose(condition, one.expr, two.expr, t), tag)
            case ast.Call():
                return self._call(unit, node)
        word = type(node).__name__
        raise Fault(node, "is outside the language", REMEDIES.get(word, "see the authoring guide"))

    def _logic(self, unit: Unit, both: bool, values: list[ast.expr]) -> Val:
        operands: list[ir.Expr] = []
        dead = unit.dead
        try:
            for value in values:
                operands.append(self.truth(unit, value))
                if (
                    self.decided(unit, operands[-1]) is not both
                    and self.decided(unit, operands[-1]) is not None
                ):
                    unit.dead += 1  # the rest is never evaluated
        finally:
            unit.dead = dead
        return Val(ir.Logic("and" if both else "or", tuple(operands)))

    def _join(self, node: ast.AST, one: Val, two: Val) -> ir.Type:
        if isinstance(one.type, ir.IntType) and isinstance(two.type, ir.IntType):
            name = one.type.name if one.tag is two.tag and one.tag is not None else ""
            return ir.IntType(min(one.type.lo, two.type.lo), max(one.type.hi, two.type.hi), name)
        if type(one.type) is not type(two.type) or one.tag is not two.tag:
            words = f"{name_of(one.tag, one.type)} and {name_of(two.tag, two.type)}"
            raise Fault(node, f"is {words}", "give both sides the same type")
        return one.type

    def _named(self, unit: Unit, node: ast.Name | ast.Attribute) -> Val:
        if isinstance(node, ast.Name) and node.id in unit.names:
            slot = unit.slots[unit.names[node.id]]
            if slot.type is None:
                raise Fault(node, "")
            if node.id not in unit.assigned:
                raise self._unassigned(unit, node)
            return Val(ir.Var(unit.names[node.id], slot.type), slot.tag)
        if isinstance(node, ast.Name) and node.id in unit.own:
            raise self._unassigned(unit, node)
        if isinstance(node, ast.Name) and node.id == unit.state:
            raise Fault(
                node, "the state itself is no value", "use its fields, or pass it to a rule as first argument"
            )
        place = self._place(unit, node)
        if place is not None:
            number, _, decl, _ = place
            if decl.index or isinstance(decl.value, SeqField):
                whole = "table" if decl.index else "sequence"
                raise Fault(node, f"{decl.name} is a whole {whole}", f"index it: `s.{decl.name}[...]`")
            return Val(ir.Read(number, (), -1, self.fields[number].value), self.tag_of(decl.value))
        if isinstance(node, ast.Attribute):
            base = self.static(unit, node.value)
            if isinstance(base, (Sizes, Rulings, Parameters)):
                return self._declared(node, base, node.attr)
            if isinstance(base, type) and issubclass(base, Enum) and node.attr not in base.__members__:
                kind = base.__name__
                raise Fault(
                    node,
                    f"{kind} has no member {node.attr}",
                    nearest(node.attr, base.__members__, f"the members of {kind}"),
                )
            if isinstance(base, Enum):
                remedy = "compare members, or use a Lookup for what belongs to them"
                raise Fault(node, f"{base.name} has no {node.attr} in rules", remedy)
        return self._object(unit, node, self.static(unit, node))

    def _unassigned(self, unit: Unit, node: ast.Name) -> Fault:
        if node.id in unit.loops:
            return Fault(
                node, f"{node.id} is used outside of its loop", "keep it in another name inside the loop"
            )
        if node.id in unit.rule.function.__globals__:
            fault = f"the rule gives {node.id} a value elsewhere, so the module's is out of its reach"
            return Fault(node, fault, "use another name inside the rule")
        return Fault(node, f"{node.id} may have no value here", "give it one on every path")

    def _object(self, unit: Unit, node: ast.expr, found: Any) -> Val:
        if isinstance(found, bool):
            return Val(ir.Const(int(found), ir.BoolType()))
        if isinstance(found, (Kind, ReadingKind)):
            if isinstance(found, Kind):
                t = self.type_of(KindDomain(type(found), self.context.kept(type(found))))
                return Val(ir.Const(self.code(found), t), type(found))
            return Val(ir.Const(list(type(found)).index(found), reading_type(type(found))), type(found))
        if isinstance(found, Enum):
            raise Fault(node, "is a member of a plain Enum", "derive it from queensbench.language.Kind")
        if isinstance(found, int):
            return self._literal(node, int(found))
        if isinstance(found, SizeExpr):
            raise Fault(
                node,
                "is computed from sizes outside the rules",
                "compute it inside the rule, or in a @rule that returns int",
            )
        if found is NotImplemented:
            text = node.id if isinstance(node, ast.Name) else written(node)
            names = [*unit.names, *unit.rule.function.__globals__]
            raise Fault(node, f"{text} is not known here", nearest(text, names, "the top of the module"))
        raise Fault(node, "is no value of the language", "use kinds, ranges, bools, sizes, rulings, lookups")

    @staticmethod
    def _literal(node: ast.expr, number: int) -> Val:
        if abs(number) > LIMIT:
            raise Fault(node, "a number beyond 2**60", f"keep numbers within {LIMIT:,}")
        return Val(ir.Const(number, ir.IntType(number, number)))

    def _declared(self, node: ast.expr, base: Any, attr: str) -> Val:
        names = self.declared.setdefault(type(base), {})
        if not names:
            names.update((d.name, d) for d in base.declared())
        if attr not in names:
            kind = type(base).__name__
            raise Fault(node, f"{kind} has no {attr}", nearest(attr, names, f"what {kind} declares"))
        decl = names[attr]
        if isinstance(base, Sizes):
            number = self.context.sizes.get(attr, decl.default)
            return Val(ir.Const(number, ir.IntType(number, number)))
        if isinstance(base, Parameters):
            if attr not in self.parameter_numbers:
                self.parameter_numbers[attr] = len(self.parameters)
                default = self.context.parameters.get(attr, decl.default)
                self.parameters.append(ir.ParameterDecl(attr, decl.lo, decl.hi, default))
            return Val(ir.Parameter(self.parameter_numbers[attr], ir.IntType(decl.lo, decl.hi)))
        if attr not in self.ruling_numbers:
            raise Fault(
                node, f"the mode does not have the ruling {attr}", "give the mode `rulings=` that declares it"
            )
        return Val(ir.Reading(self.ruling_numbers[attr], reading_type(decl.readings)), decl.readings)

    def _subscript(self, unit: Unit, node: ast.Subscript, base: ast.expr) -> Val:
        lookup = self.static(unit, base)
        if isinstance(lookup, Lookup):
            return self._lookup(unit, node, lookup)
        place = self._place(unit, node)
        if place is None:
            raise Fault(
                node, "only tables, sequences and lookups are indexed", "use a Table of the state or a Lookup"
            )
        number, index, decl, site = place
        if isinstance(decl.value, SeqField):
            if len(index) == len(decl.index):
                raise Fault(node, f"{decl.name} is a whole sequence", f"index it: `s.{decl.name}[...]`")
            domain: Domain = decl.value.value
        else:
            domain = decl.value
        block = self.fields[number]
        at = index[-1].expr
        if len(index) > len(decl.index) and any(map(asks, index)):
            assert isinstance(at, ir.Choose)
            return self._item_once(unit, node, (*index[:-1], Val(at.then)), (number, decl, at, site))
        read = ir.Read(number, tuple(v.expr for v in index), site, block.value)
        return Val(read, self.tag_of(domain))

    def _item_once(
        self,
        unit: Unit,
        node: ast.Subscript,
        vals: tuple[Val, ...],
        place: tuple[int, FieldDecl, ir.Choose, int],
    ) -> Val:
        """An item of a sequence whose keys ask rules; ``vals``: these and the index, each evaluated once."""
        number, decl, guarded, site = place
        assert isinstance(decl.value, SeqField)
        limit, domain = decl.value.limit, decl.value.value
        assert isinstance(guarded.condition, ir.Compare)
        length = guarded.condition.right
        assert isinstance(length, ir.Read)

        def read(bound: list[Val]) -> ir.Expr:
            *keys, index = (val.expr for val in bound)
            there = ir.Compare("<", index, replace(length, index=tuple(keys)))
            at = self._guarded(index, there, limit)
            return ir.Read(number, (*keys, at), site, self.fields[number].value)

        found = self._once(unit, node, list(vals), read)
        return Val(found.expr, self.tag_of(domain))

    def _arith(self, node: ast.AST, word: str, left: Val, right: Val) -> Val:
        a, b = left.type, right.type
        if word in ("//", "%"):
            if not isinstance(right.expr, ir.Const) or right.expr.value <= 0:
                raise Fault(
                    node, "division by what is no positive constant", "divide by a positive number or size"
                )
            d = right.expr.value
            lo, hi = (a.lo // d, a.hi // d) if word == "//" else (0, d - 1)
            if word == "%" and a.lo >= 0 and a.hi < d:
                lo, hi = a.lo, a.hi
        elif word == "min":
            lo, hi = min(a.lo, b.lo), min(a.hi, b.hi)
        elif word == "max":
            lo, hi = max(a.lo, b.lo), max(a.hi, b.hi)
        elif word == "+":
            lo, hi = a.lo + b.lo, a.hi + b.hi
        elif word == "-":
            lo, hi = a.lo - b.hi, a.hi - b.lo
        else:
            ends = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
            lo, hi = min(ends), max(ends)
        t = self._held(node, lo, hi, "a number", "keep it in a field with a range")
        if isinstance(left.expr, ir.Const) and isinstance(right.expr, ir.Const):
            value = ir.compute(word, left.expr.value, right.expr.value)
            return Val(ir.Const(value, ir.IntType(value, value)))
        return Val(ir.Arith(word, left.expr, right.expr, t))  # type: ignore[arg-type]

    def _rule_call(self, unit: Unit, node: ast.Call, rule: Rule) -> tuple[int, tuple[ir.Expr, ...]]:
        if rule.kind not in ("rule", "over", "wins", "score", "decider"):
            raise Fault(
                node, f"{rule.name} is @{rule.kind}, which no rule calls", "move what both need into a @rule"
            )
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            raise Fault(
                node, "a rule is called with plain arguments", "give them in order, without names or *"
            )
        number = self.function(rule, (unit, node))
        function = self.functions[number]
        if function is None:
            raise Fault(node, "")
        args = list(node.args)
        target = self.resolve(rule)
        if target.state() is not None:
            if not args or not (isinstance(args[0], ast.Name) and args[0].id == unit.state):
                raise Fault(node, f"{rule.name} needs the state", "pass `s` first")
            args = args[1:]
        if len(args) != len(function.params):
            raise Fault(
                node, f"{rule.name} takes {counted(len(function.params))}, not {len(args)}", "give each once"
            )
        out = []
        for arg, (name, t), (_, domain) in zip(
            args, function.params, target.domains(self.context), strict=True
        ):
            val = self.expr(unit, arg)
            self._fits(unit, arg, val, domain, f"is given as {name} of {rule.name}")
            expr = val.expr
            if not self.within(unit, val, t):
                expr = ir.Checked(expr, self.site(unit, arg, f"{name} of {rule.name} is {outside(t)}"), t)
            out.append(expr)
        return number, tuple(out)

    def _call(self, unit: Unit, node: ast.Call) -> Val:
        target = self.static(unit, node.func)
        if isinstance(node.func, ast.Name) and node.func.id in unit.names:
            self._named(unit, node.func)  # a local name that a fault has left without a type says no more
        if isinstance(target, Rule):
            number, args = self._rule_call(unit, node, target)
            function = self.functions[number]
            assert function is not None
            if function.returns is None:
                raise Fault(node, f"{target.name} returns nothing", "call it on a line of its own")
            return Val(ir.Call(number, args, function.returns), self.tags[number])
        if node.keywords and target not in (min, max):
            raise Fault(node, "has arguments by name", "give them in order")
        if target is len and len(node.args) == 1:
            return self._length(unit, node)
        if target is abs and len(node.args) == 1:
            return self._absolute(unit, node)
        if target in (any, all, sum, min, max):
            if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
                return self._quantified(unit, node, target.__name__, node.args[0])
            if target in (min, max) and len(node.args) > 1 and not node.keywords:
                val = self.number(unit, node.args[0])
                for arg in node.args[1:]:
                    val = self._arith(node, target.__name__, val, self.number(unit, arg))
                return val
            raise Fault(
                node, f"`{target.__name__}` is of a generator", "write `sum(s.count[c] for c in Color)`"
            )
        if target in (rules.require, rules.silent, rules.clause, rules.states):
            raise Fault(node, "stands inside an expression", "write it on a line of its own")
        raise self._no_rule(unit, node, target)

    def _length(self, unit: Unit, node: ast.Call) -> Val:
        """``len`` of a kind or of a sequence."""
        kind = self.static(unit, node.args[0])
        if isinstance(kind, type) and issubclass(kind, Kind):
            count = len(self.context.kept(kind))
            return Val(ir.Const(count, ir.IntType(count, count)))
        place = self._place(unit, node.args[0])
        if (
            place is not None
            and isinstance(place[2].value, SeqField)
            and len(place[1]) == len(place[2].index)
        ):
            count = self.field_numbers[place[2].name + ".len"]
            keys = tuple(v.expr for v in place[1])
            return Val(ir.Read(count, keys, place[3], self.fields[count].value))
        raise Fault(node, "`len` is of a kind or a sequence", "write `len(Player)` or `len(s.queue)`")

    def _absolute(self, unit: Unit, node: ast.Call) -> Val:
        """``abs`` of a number; the rules that it asks are called once."""
        val = self.number(unit, node.args[0])
        zero = Val(ir.Const(0, ir.IntType(0, 0)))
        bound = ir.IntType(0, max(abs(val.type.lo), abs(val.type.hi)))

        def size(parts: list[Val]) -> ir.Expr:
            minus = self._arith(node, "-", zero, parts[0])
            return ir.Choose(ir.Compare("<", parts[0].expr, zero.expr), minus.expr, parts[0].expr, bound)

        return self._once(unit, node, [val], size) if asks(val) else Val(size([val]))

    def _no_rule(self, unit: Unit, node: ast.Call, target: Any) -> Fault:
        """The fault of a call of anything that no rule can call."""
        text = written(node.func)
        if isinstance(target, FunctionType) and not target.__module__.startswith("queensbench."):
            if text in BUILTINS:
                return Fault(node, f"{text} is the module's own, not Python's", "give it another name")
            return Fault(node, f"{text} is no rule", "decorate it with @rule()")
        if isinstance(node.func, ast.Name) and target is NotImplemented:
            return Fault(
                node, f"{text} is not known here", nearest(text, self._callable(unit), "the module's rules")
            )
        return Fault(node, f"`{text}` cannot be called in a rule", CALLS)

    @staticmethod
    def _callable(unit: Unit) -> list[str]:
        return [name for name, found in unit.rule.function.__globals__.items() if isinstance(found, Rule)]


def counted(arguments: int) -> str:
    """``no arguments``, ``1 argument``, ``2 arguments``."""
    return f"{arguments or 'no'} argument{'' if arguments == 1 else 's'}"
