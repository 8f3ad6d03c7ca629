"""Statements: assignment, branches, loops, requirements, clauses and returns."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from queensbench.language import rules
from queensbench.language.records import SeqField
from queensbench.language.rules import Rule
from queensbench.language.source import text_of
from queensbench.rules.lowering.base import SPLIT, Fault, Unit, Val, name_of, outside
from queensbench.rules.lowering.comparisons import asks
from queensbench.rules.lowering.remedies import REMEDIES
from queensbench.rules.lowering.targets import Targets, loaded
from queensbench.rules.typed import ir

FAULTS = {
    "AnnAssign": "a local name with a type",
    "Assign": "several targets at once",
    "AsyncFor": "`async` is outside the language",
    "AsyncWith": "`async` is outside the language",
    "Delete": "`del` is outside the language",
    "Expr": "a line that does nothing",
    "For": "a loop of another form than `for x in ...:`",
    "FunctionDef": "a function inside a rule",
    "AsyncFunctionDef": "a function inside a rule",
    "ClassDef": "a class inside a rule",
    "ImportFrom": "`import` is outside the language",
}


class Statements(Targets):
    """Lowers statements."""

    def _block(self, unit: Unit, body: list[ast.stmt]) -> tuple[tuple[ir.Stmt, ...], bool]:
        """The statements of a block, and whether control can fall out of its end."""
        out: list[ir.Stmt] = []
        falls = True
        dead = unit.dead
        for node in self._stated_alone(unit, body):
            remedy = "put it into the block of the code that does what the clause says"
            self.note(unit, Fault(node, "the block around it does nothing", remedy))
        for node in body:
            try:
                stmts, falls_here = self._statement(unit, node)
            except Fault as fault:
                self.note(unit, fault)
                self._poison(unit, node)
                continue
            out += stmts
            falls = falls and falls_here
            if not falls_here or self._stops(unit, stmts):
                unit.dead += 1  # nothing below happens in this instance
        unit.dead = dead
        return tuple(out), falls

    def _stops(self, unit: Unit, stmts: list[ir.Stmt]) -> bool:
        """Whether a statement surely ends its block in this instance."""
        match stmts:
            case [ir.Require(condition=condition)]:
                return self.decided(unit, condition) is False
            case [ir.If(condition=condition, then=then, orelse=orelse)]:
                sure = self.decided(unit, condition)
                taken = then if sure is True else orelse
                return sure is not None and bool(taken) and isinstance(taken[-1], (ir.Return, ir.Silent))
        return False

    def _poison(self, unit: Unit, node: ast.AST) -> None:
        """After a fault, declare the names that the statement would have assigned, new ones without a type."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id in unit.own:
                name = part.id
            elif isinstance(part, ast.FunctionDef):
                name = part.name
            else:
                continue
            if name not in unit.names:
                unit.names[name] = unit.slot("", None)
            unit.assigned.add(name)

    def _statement(self, unit: Unit, node: ast.stmt) -> tuple[list[ir.Stmt], bool]:
        self.deeper(node)
        try:
            return self._one(unit, node)
        finally:
            self.depth -= 1

    def _one(self, unit: Unit, node: ast.stmt) -> tuple[list[ir.Stmt], bool]:
        match node:
            case ast.Pass():
                return [], True
            case ast.Expr(value=ast.Constant(value=str())):
                return [], True
            case ast.Expr(value=ast.Call() as call):
                return self._call_statement(unit, node, call)
            case ast.Assign(targets=[target], value=value):
                return self._assign(unit, node, target, value), True
            case ast.AugAssign(target=target, op=op, value=value):
                lets, target = self._keyed(unit, target)
                load = loaded(target)
                joined = ast.copy_location(ast.BinOp(load, op, value), node)
                return lets + self._assign(unit, node, target, joined), True
            case ast.If(test=test, body=body, orelse=orelse):
                condition = self._test(unit, test)
                sure = self.decided(unit, condition)
                before = set(unit.assigned)
                with unit.unless(sure is False):
                    then, falls_then = self._block(unit, body)
                after_then = unit.assigned
                unit.assigned = set(before)
                with unit.unless(sure is True):
                    other, falls_other = self._block(unit, orelse)
                if falls_then and falls_other:
                    unit.assigned &= after_then
                elif falls_then:
                    unit.assigned = after_then
                return [ir.If(condition, then, other)], falls_then or falls_other
            case ast.For(target=ast.Name(id=name), iter=iterable, body=body, orelse=[]):
                return [self._for(unit, node, name, iterable, body)], True
            case ast.Match(subject=subject, cases=cases):
                return self._match(unit, node, subject, cases)
            case ast.Return(value=value):
                return self._return(unit, node, value), False
            case ast.With():
                return self._with(unit, node)
        word = type(node).__name__
        fault = FAULTS.get(word, f"`{word.lower()}` is outside the language")
        raise Fault(node, fault, REMEDIES.get(word, "see the authoring guide"))

    def _test(self, unit: Unit, test: ast.expr) -> ir.Expr:
        """A condition; a fault of it is noted, so that its branches are read as well."""
        try:
            return self.truth(unit, test)
        except Fault as fault:
            self.note(unit, fault)
            self._poison(unit, test)
            return ir.Checked(ir.Const(1, ir.BoolType()), -1, ir.BoolType())

    def _call_statement(self, unit: Unit, node: ast.stmt, call: ast.Call) -> tuple[list[ir.Stmt], bool]:
        if isinstance(call.func, ast.Attribute):
            sequence = self._sequence_change(unit, call)
            if sequence is not None:
                return sequence, True
        target = self.static(unit, call.func)
        if target is rules.require:
            if unit.value_expected:
                raise Fault(
                    node, "`require` in a rule that returns a value", "return a bool and require it outside"
                )
            if len(call.args) != 1 or call.keywords:
                raise Fault(node, "`require` takes one condition", "write one require for each condition")
            condition = self.truth(unit, call.args[0])
            guard = len(self.guards)
            if unit.final:
                innermost = next((c for c in reversed(unit.clauses) if c), ())
                self.guards.append(ir.Guard(unit.file, node.lineno, text_of(unit.file, call), innermost))
            return [ir.Require(condition, guard)], True
        if target is rules.silent:
            names = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            if len(names) != 2 or len(call.args) != 2 or call.keywords:
                raise Fault(
                    node,
                    "`silent` takes what is missing and a clause",
                    'write `silent("who goes first", "turn.first")`',
                )
            if unit.value_expected:
                raise Fault(node, "`silent` in a rule that returns a value", "call it in the rule that acts")
            (index,) = self.clauses(unit, node, names[1:])
            same = [i for i, x in enumerate(self.silences) if (x.what, x.clause) == (names[0], index)]
            number = same[0] if same else len(self.silences)
            if unit.final and not same:
                self.silences.append(ir.Silence(names[0], index, unit.file, node.lineno))
            unit.pure = False
            return [ir.Silent(number)], False
        if target is rules.states:
            self._states(unit, node, call)
            return [], True
        if isinstance(target, Rule):
            if unit.value_expected and self.resolve(target).hints().get("return") in (None, type(None)):
                raise Fault(node, f"{target.name} acts, in a rule that returns a value", SPLIT)
            number, args = self._rule_call(unit, call, target)
            function = self.functions[number]
            if function is not None and function.returns is not None:
                raise Fault(node, f"the result of {target.name} is not used", "assign it, or drop the call")
            if function is not None and not function.pure:
                unit.pure = False
            return [ir.Do(number, args)], True
        self._call(unit, call)  # says what is wrong with the call, if it is no value
        raise Fault(node, "a value that is not used", "assign it, or drop the line")

    def _states(self, unit: Unit, node: ast.stmt, call: ast.Call) -> None:
        """What is merely stated leaves nothing behind: it is looked at, and no reader meets it."""
        names = _texts(call)
        if not names:
            raise Fault(node, "`states` names clauses by their text", 'write `states("tokens.six")`')
        if unit.rule.kind in ("property", "step"):
            raise Fault(
                node, "`states` in a property", "a property names its clauses in `clauses=`: name them there"
            )
        self.require_clauses(unit, node, names)
        around = {self.clause_names[number] for numbers in unit.clauses for number in numbers}
        for name in dict.fromkeys(names):
            if name in around:
                self.note(
                    unit,
                    Fault(
                        node, f"the code around it is marked as carrying out {name}", "keep one of the two"
                    ),
                )

    def _idle(self, unit: Unit, node: ast.stmt) -> bool:
        """Whether a line does nothing: ``pass``, a text, or ``states``."""
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant(value=str())):
                return True
            case ast.Expr(value=ast.Call(func=func)):
                return self.static(unit, func) is rules.states
        return False

    def _stated_alone(self, unit: Unit, body: list[ast.stmt]) -> Sequence[ast.stmt]:
        """The first ``states`` of a block that holds nothing which could carry anything out."""
        if not all(self._idle(unit, node) for node in body):
            return []
        return [node for node in body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)][:1]

    def _assign(self, unit: Unit, node: ast.stmt, target: ast.expr, value: ast.expr) -> list[ir.Stmt]:
        if isinstance(target, ast.Tuple):
            if not isinstance(value, ast.Tuple) or len(value.elts) != len(target.elts):
                raise Fault(node, "a tuple is assigned from as many values", "write `a, b = x, y`")
            out: list[ir.Stmt] = []
            held = []
            for item in value.elts:
                val = self.expr(unit, item)
                slot = self._fresh(unit, val)
                out.append(ir.Let(slot, val.expr))
                held.append(Val(ir.Var(slot, val.type), val.tag))
            for part, val in zip(target.elts, held, strict=True):
                out += self._store(unit, node, part, val)
            return out
        return self._store(unit, node, target, self.expr(unit, value))

    def _store(self, unit: Unit, node: ast.stmt, target: ast.expr, val: Val) -> list[ir.Stmt]:
        if isinstance(target, ast.Name):
            return [self._let(unit, node, target.id, val)]
        place = self._place(unit, target)
        if place is None:
            raise Fault(
                target, "only local names and fields of the state are assigned", "write `s.field = ...`"
            )
        number, index, decl, site = place
        if isinstance(decl.value, SeqField) and len(index) > len(decl.index) and any(map(asks, index)):
            held = self._fresh(unit, val)  # the value first, as Python does
            lets, target = self._keyed(unit, target)
            stored = self._store(unit, node, target, Val(ir.Var(held, val.type), val.tag))
            return [ir.Let(held, val.expr), *lets, *stored]
        if isinstance(decl.value, SeqField) and len(index) == len(decl.index):
            raise Fault(target, "a sequence is changed in place", "use append, insert, remove_at or clear")
        if len(index) < len(decl.index):
            raise Fault(target, f"{decl.name} is a whole table", f"index it: `s.{decl.name}[...] = ...`")
        if unit.value_expected:
            raise Fault(target, "a rule that returns a value changes the state", SPLIT)
        unit.pure = False
        domain = decl.value.value if isinstance(decl.value, SeqField) else decl.value
        self._fits(unit, node, val, domain, f"is stored in {decl.name}")
        block = self.fields[number]
        site_value = -1
        if not self.within(unit, val, block.value):
            site_value = self.site(unit, node, f"{decl.name} gets {outside(block.value)}")
        return [ir.Store(number, tuple(i.expr for i in index), val.expr, site, site_value)]

    def _let(self, unit: Unit, node: ast.stmt, name: str, val: Val) -> ir.Stmt:
        if name == unit.state:
            raise Fault(node, "the state itself is assigned", "assign its fields")
        if name in unit.running:
            raise Fault(node, f"the loop's own {name} is assigned", "use another name")
        safe = self.safe(unit, val.expr)
        if name not in unit.names:
            unit.names[name] = self._kept(unit, name, val.type, val.tag, safe=safe)
        slot = unit.slots[unit.names[name]]
        unit.assigned.add(name)
        if slot.type is None:
            raise Fault(node, "")
        if type(slot.type) is not type(val.type) or (
            isinstance(slot.type, ir.KindType) and slot.tag is not val.tag
        ):
            raise Fault(
                node,
                f"{name} is {name_of(slot.tag, slot.type)} and becomes {name_of(val.tag, val.type)}",
                "use another name",
            )
        if isinstance(slot.type, ir.IntType) and isinstance(val.type, ir.IntType):
            is_argument = unit.names[name] < len(unit.rule.arguments())
            lo, hi = min(slot.type.lo, val.type.lo), max(slot.type.hi, val.type.hi)
            if is_argument and (lo, hi) != (slot.type.lo, slot.type.hi):
                raise Fault(
                    node, f"the argument {name} is given values outside its range", "use another name"
                )
            if unit.settled:
                lo, hi = slot.type.lo, slot.type.hi
            tag = slot.tag if slot.tag is val.tag else None
            joined = ir.IntType(lo, hi, slot.type.name if tag is not None else "")
            if joined != slot.type:
                slot.type, slot.tag = joined, tag
                unit.changed = True
        if not safe and slot.safe:
            slot.safe = False
            unit.changed = True
        return ir.Let(unit.names[name], val.expr)

    @staticmethod
    def _kept(unit: Unit, name: str, t: ir.Type, tag: Any, *, safe: bool = True) -> int:
        """The slot that a name has had since an earlier round, or a new one."""
        first = len(unit.rule.arguments())
        for number, slot in enumerate(unit.slots):
            if slot.name == name and number >= first:
                return number
        return unit.slot(name, t, tag, safe=safe)

    def _for(self, unit: Unit, node: ast.For, name: str, iterable: ast.expr, body: list[ast.stmt]) -> ir.Stmt:
        if name in unit.names or name == unit.state:
            raise Fault(node.target, f"the loop reuses the name {name}", "choose another name")
        values, t, tag = self.iteration(unit, iterable)
        turns = unit.turns
        self.turning(unit, iterable, values)
        slot = self._kept(unit, f"for:{node.lineno}:{node.col_offset}", t, tag)
        unit.names[name] = slot
        before = set(unit.assigned)
        unit.assigned.add(name)
        unit.running.add(name)
        with unit.unless(not values):
            stmts, _ = self._block(unit, body)
        unit.turns = turns
        unit.running.discard(name)
        unit.names.pop(name, None)
        unit.assigned.discard(name)
        if not values:
            unit.assigned = before
        return ir.For(slot, values, stmts)

    def _match(
        self, unit: Unit, node: ast.Match, subject: ast.expr, cases: list[ast.match_case]
    ) -> tuple[list[ir.Stmt], bool]:
        val = self.expr(unit, subject)
        if not isinstance(val.type, ir.KindType):
            raise Fault(subject, "`match` is on a member of a kind", "use if and elif")
        out: list[ir.Stmt] = []
        slot = self._fresh(unit, val)
        out.append(ir.Let(slot, val.expr))
        var = ir.Var(slot, val.type)
        branches: list[tuple[ir.Expr | None, tuple[ir.Stmt, ...]]] = []
        before = set(unit.assigned)
        merged: set[str] | None = None
        falls_any = False
        seen: set[int] = set()
        complete = False
        for case in cases:
            condition = self._pattern(unit, case, var, val.tag, seen)
            unit.assigned = set(before)
            never = condition is not None and self.decided(unit, condition) is False
            with unit.unless(never):
                body, falls = self._block(unit, case.body)
            if falls:
                merged = set(unit.assigned) if merged is None else merged & unit.assigned
                falls_any = True
            branches.append((condition, body))
            complete = complete or condition is None
        complete = complete or len(seen) == len(list(val.tag.__members__))
        if not complete:
            falls_any = True
            merged = before if merged is None else merged & before
        unit.assigned = merged if merged is not None else before
        chain: tuple[ir.Stmt, ...] = ()
        for condition, body in reversed(branches):
            chain = body if condition is None else (ir.If(condition, body, chain),)
        return [*out, *chain], falls_any

    def _pattern(
        self, unit: Unit, case: ast.match_case, var: ir.Var, tag: Any, seen: set[int]
    ) -> ir.Expr | None:
        if case.guard is not None:
            raise Fault(case.guard, "a case with `if`", "put the condition into the block")
        match case.pattern:
            case ast.MatchAs(pattern=None, name=None):
                return None
            case ast.MatchValue() as only:
                patterns: list[ast.pattern] = [only]
            case ast.MatchOr(patterns=several):
                patterns = several
            case other:
                raise self._no_case(other)
        tests: list[ir.Expr] = []
        for pattern in patterns:
            if not isinstance(pattern, ast.MatchValue):
                raise self._no_case(pattern)
            member = self.expr(unit, pattern.value)
            if member.tag is not tag or not isinstance(member.expr, ir.Const):
                raise Fault(pattern, f"is no member of {tag.__name__}", f"name a member of {tag.__name__}")
            static = self.static(unit, pattern.value)
            seen.add(list(tag.__members__.values()).index(static))
            tests.append(ir.Compare("==", var, member.expr))
        return tests[0] if len(tests) == 1 else ir.Logic("or", tuple(tests))

    @staticmethod
    def _no_case(pattern: ast.pattern) -> Fault:
        if isinstance(pattern, ast.MatchAs) and pattern.name is not None and pattern.pattern is None:
            fault = f"`case {pattern.name}` matches anything and assigns it to {pattern.name}"
        else:
            fault = "a case names members of the kind"
        return Fault(pattern, fault, "write `case Phase.ROLL:` or `case _:`")

    def _return(self, unit: Unit, node: ast.Return, value: ast.expr | None) -> list[ir.Stmt]:
        if not unit.value_expected:
            if value is not None and not (isinstance(value, ast.Constant) and value.value is None):
                raise Fault(
                    node, "a rule without a result returns a value", "annotate the result, or write `return`"
                )
            return [ir.Return(None)]
        if value is None:
            raise Fault(node, "a rule with a result returns nothing", "return a value")
        val = self.expr(unit, value)
        if unit.returns is not None:
            self._fits(unit, node, val, unit.returns, "is returned as the result")
            t = self.type_of(unit.returns)
            if not self.within(unit, val, t):
                return [
                    ir.Return(ir.Checked(val.expr, self.site(unit, node, f"the result is {outside(t)}"), t))
                ]
            return [ir.Return(val.expr)]
        if not isinstance(val.type, ir.IntType):
            raise Fault(node, f"the result is {name_of(val.tag, val.type)}, not int", "annotate its type")
        old = unit.result
        lo, hi = val.type.lo, val.type.hi
        if isinstance(old, ir.IntType):
            lo, hi = min(lo, old.lo), max(hi, old.hi)
        unit.result = ir.IntType(lo, hi)
        return [ir.Return(val.expr)]

    def _with(self, unit: Unit, node: ast.With) -> tuple[list[ir.Stmt], bool]:
        item = node.items[0]
        call = item.context_expr
        if (
            len(node.items) != 1
            or item.optional_vars is not None
            or not isinstance(call, ast.Call)
            or self.static(unit, call.func) is not rules.clause
        ):
            if isinstance(call, ast.Call) and self.static(unit, call.func) is rules.states:
                raise Fault(call, "`states` has no block", "write it on a line of its own, without `with`")
            raise Fault(node, "`with` is only for clauses", 'write `with clause("tokens.six"):`')
        names = _texts(call)
        if not names:
            raise Fault(call, "a clause is named by its text", 'write `with clause("tokens.six"):`')
        if all(self._idle(unit, one) for one in node.body):
            told = ", ".join(f'"{name}"' for name in names)
            remedy = (
                f"mark the code that does what the clause says, or write `states({told})` beside that code"
            )
            raise Fault(call, "its block does nothing", remedy)
        numbers = self.clauses(unit, call, names)
        unit.clauses.append(numbers)
        try:
            body, falls = self._block(unit, node.body)
        finally:
            unit.clauses.pop()
        return [ir.Clause(numbers, body)], falls


def _texts(call: ast.Call) -> list[str]:
    """The arguments of a call, all of them texts; none if there are others."""
    names = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return names if len(names) == len(call.args) and not call.keywords else []
