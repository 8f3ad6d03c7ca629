"""One rule at a time: from Python syntax to the typed intermediate form, or to findings.

A :class:`Lowerer` serves one mode at one instance.  Every name, kind, range and effect is resolved here, once;
whatever lies outside the language is a :class:`~queensbench.errors.Finding` with its place and its remedy, and
the rest of the rule is still read, so that one pass finds several faults.

Local names have no declared type: kinds and truth values keep the type of their first assignment, numbers get the
interval that covers all assignments (found by reading the rule until the intervals stand still).
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from types import ModuleType
from typing import Any

from queensbench.errors import BadInput, Finding
from queensbench.language import domains, records, rules
from queensbench.language.context import Context, Parameters, SizeExpr, Sizes
from queensbench.language.domains import BoolDomain, Domain, Kind, KindDomain, NoDomain, Range, RangeDomain
from queensbench.language.records import FieldDecl, Lookup, Record, SeqField
from queensbench.language.rules import Rule
from queensbench.language.rulings import Reading as ReadingKind
from queensbench.language.rulings import Rulings
from queensbench.language.source import parse, text_of
from queensbench.readers import ir

WORD = 1 << 31
LIMIT = 1 << 60
ROUNDS = 6
MOST_CLAUSES = 3


class Fault(Exception):
    """One fault at one place of the syntax.  ``fault`` may be empty: a consequence of one reported before."""

    def __init__(self, node: ast.AST, fault: str, remedy: str = "") -> None:
        self.node = node
        self.fault = fault
        self.remedy = remedy
        super().__init__(fault)


@dataclass(frozen=True)
class Val:
    """An expression with the identity of its type: the kind's class, the range object, or None."""

    expr: ir.Expr
    tag: Any = None

    @property
    def type(self) -> ir.Type:
        return self.expr.type


def name_of(tag: Any, t: ir.Type) -> str:
    """How a message calls a type."""
    if isinstance(t, ir.BoolType):
        return "bool"
    if isinstance(t, ir.KindType):
        return t.name
    return t.name or "a number"


@dataclass
class Slot:
    name: str
    type: ir.Type | None
    tag: Any
    safe: bool = True


@dataclass
class Unit:
    """A rule being lowered: its names, its slots, where it stands."""

    rule: Rule
    file: str
    state: str | None
    slots: list[Slot] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    assigned: set[str] = field(default_factory=set)
    returns: Domain | None = None
    result: ir.Type | None = None
    result_tag: Any = None
    value_expected: bool = False
    pure: bool = True
    clauses: list[tuple[int, ...]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    final: bool = False
    round: int = 0
    calls: dict[str, int] = field(default_factory=dict)
    changed: bool = False


class Lowerer:
    """Lowers the rules of one mode at one instance.

    ``resolve`` maps a rule to the one that the mode has in its place; ``known`` are the names of the ruleset's
    clauses (None: not checked).
    """

    def __init__(
        self, record: type[Record], context: Context, resolve: Callable[[Rule], Rule], known: set[str] | None
    ) -> None:
        self.record = record
        self.context = context
        self.resolve = resolve
        self.known = known
        self.functions: list[ir.Function | None] = []
        self.numbers: dict[Rule, int] = {}
        self.tags: dict[int, Any] = {}
        self.open: list[Rule] = []
        self.findings: list[Finding] = []
        self.sites: list[ir.Site] = []
        self.guards: list[ir.Guard] = []
        self.silences: list[ir.Silence] = []
        self.tables: list[ir.Table] = []
        self.table_numbers: dict[int, tuple[int, Lookup[Any, Any]]] = {}
        self.clause_names: list[str] = []
        self.clause_numbers: dict[str, int] = {}
        self.rulings: list[ir.Ruling] = []
        self.ruling_numbers: dict[str, int] = {}
        self.parameters: list[ir.ParameterDecl] = []
        self.parameter_numbers: dict[str, int] = {}
        self.kinds: dict[str, type[Any]] = {}
        self.fields: list[ir.Field] = []
        self.field_numbers: dict[str, int] = {}
        self.decls: dict[str, FieldDecl] = {}
        self._layout()

    # ------------------------------------------------------------------------------------------- layout

    def type_of(self, domain: Domain) -> ir.Type:
        """The IR's type of a domain."""
        if isinstance(domain, BoolDomain):
            return ir.BoolType()
        if isinstance(domain, RangeDomain):
            return ir.IntType(domain.lo, domain.hi, domain.name)
        other = self.kinds.setdefault(domain.name, domain.kind)
        if other is not domain.kind:
            raise BadInput(
                f"two kinds are called {domain.name} ({other.__module__} and {domain.kind.__module__})",
                where=self.record.__module__,
                remedy="rename one",
            )
        return ir.KindType(domain.name, tuple(m.name for m in domain.members))

    @staticmethod
    def tag_of(domain: Domain) -> Any:
        if isinstance(domain, RangeDomain):
            return domain.tag
        return domain.kind if isinstance(domain, KindDomain) else None

    def _layout(self) -> None:
        offset = 0
        for decl in records.fields_of(self.record, self.context):
            self.decls[decl.name] = decl
            index = tuple(self.type_of(d) for d in decl.index)
            blocks: list[tuple[str, tuple[ir.Type, ...], ir.Type]]
            if isinstance(decl.value, SeqField):
                place = ir.IntType(0, max(decl.value.limit - 1, 0), f"{decl.name}[]")
                blocks = [
                    (decl.name, (*index, place), self.type_of(decl.value.value)),
                    (f"{decl.name}.len", index, ir.IntType(0, decl.value.limit)),
                ]
            else:
                blocks = [(decl.name, index, self.type_of(decl.value))]
            for name, keys, value in blocks:
                block = ir.Field(name, keys, value, offset)
                self.field_numbers[name] = len(self.fields)
                self.fields.append(block)
                offset += block.cells

    # ------------------------------------------------------------------------------------------ numbering

    def clause(self, name: str) -> int:
        """The number of a clause."""
        if name not in self.clause_numbers:
            self.clause_numbers[name] = len(self.clause_names)
            self.clause_names.append(name)
        return self.clause_numbers[name]

    def clauses(self, unit: Unit, node: ast.AST, names: Iterable[str]) -> tuple[int, ...]:
        """Numbers of clauses named on a block; unknown or too many are findings."""
        listed = tuple(names)
        if len(listed) > MOST_CLAUSES:
            self.note(
                unit,
                Fault(
                    node,
                    f"{len(listed)} clauses on one block",
                    f"name at most {MOST_CLAUSES}; split the block, so that each counts when its own part ran",
                ),
            )
        if self.known is not None:
            for name in listed:
                if name not in self.known:
                    self.note(
                        unit, Fault(node, f"no clause is called {name}", f"{nearest(name, self.known)}in spec/")
                    )
        return tuple(self.clause(name) for name in listed)

    def site(self, unit: Unit, node: ast.AST, what: str) -> int:
        """A new obligation."""
        if not unit.final:
            return len(self.sites)
        self.sites.append(ir.Site(unit.file, getattr(node, "lineno", 0), text_of(unit.file, node), what))
        return len(self.sites) - 1

    def note(self, unit: Unit, fault: Fault) -> None:
        """Keep a fault as a finding (once)."""
        if not fault.fault:
            return
        line = getattr(fault.node, "lineno", unit.rule.line)
        if isinstance(fault.node, ast.FunctionDef):
            text = f"def {fault.node.name}"
        else:
            text = text_of(unit.file, fault.node)
        finding = Finding(unit.file, line, text, fault.fault, fault.remedy)
        if finding not in unit.findings:
            unit.findings.append(finding)

    # ------------------------------------------------------------------------------------------- functions

    def function(self, rule: Rule, caller: tuple[Unit, ast.AST] | None = None) -> int:
        """The number of a rule's function, lowering it first if need be."""
        rule = self.resolve(rule)
        if rule in self.numbers:
            return self.numbers[rule]
        if rule in self.open:
            names = " -> ".join([r.name for r in self.open[self.open.index(rule) :]] + [rule.name])
            node = caller[1] if caller else ast.Pass(lineno=rule.line)
            raise Fault(node, f"rules call each other in a circle ({names})", "unfold one of them; rules don't recur")
        self.open.append(rule)
        try:
            function, tag = self._lower(rule)
        finally:
            self.open.pop()
        self.numbers[rule] = len(self.functions)
        self.tags[len(self.functions)] = tag
        self.functions.append(function)
        return self.numbers[rule]

    def _definition(self, rule: Rule) -> ast.FunctionDef:
        tree = parse(rule.file)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == rule.name:
                first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
                if first <= rule.line <= node.lineno:
                    return node
        raise BadInput(f"no source text for {rule.name}", where=f"{rule.file}:{rule.line}", remedy="use def in a file")

    def _lower(self, rule: Rule) -> tuple[ir.Function | None, Any]:
        definition = self._definition(rule)
        unit = Unit(rule, rule.file, None)
        try:
            params = self._signature(unit, rule, definition)
        except Fault as fault:
            self.note(unit, fault)
            self.findings += unit.findings
            return None, None
        head = list(unit.slots)
        body: tuple[ir.Stmt, ...] = ()
        clauses: tuple[int, ...] = ()
        while True:
            unit.changed = False
            unit.findings.clear()
            unit.names = {slot.name: i for i, slot in enumerate(head)}
            unit.assigned = set(unit.names)
            unit.calls.clear()
            clauses = self.clauses(unit, definition, rule.clauses)
            unit.clauses = [clauses]
            body, falls = self._block(unit, definition.body)
            if unit.value_expected and falls and not unit.findings:
                self.note(unit, Fault(definition, "may end without a result", "return a value on every path"))
            if unit.final:
                break
            unit.round += 1
            unit.final = not unit.changed or bool(unit.findings)
        self.findings += unit.findings
        if unit.findings:
            return None, None
        result = self.type_of(unit.returns) if unit.returns is not None else unit.result
        return (
            ir.Function(
                rule.name,
                rule.file,
                definition.lineno,
                params,
                tuple(slot.type or ir.BoolType() for slot in unit.slots),
                body,
                result if unit.value_expected else None,
                clauses,
                unit.pure,
            ),
            unit.result_tag if unit.returns is None else self.tag_of(unit.returns),
        )

    def _signature(self, unit: Unit, rule: Rule, definition: ast.FunctionDef) -> tuple[tuple[str, ir.Type], ...]:
        spec = definition.args
        odd = spec.vararg or spec.kwarg or (spec.kwonlyargs or [None])[0]
        if odd is not None or spec.defaults or spec.kw_defaults or spec.posonlyargs:
            raise Fault(definition, "a rule takes plain arguments", "no defaults, no *args, no keyword-only arguments")
        if rule.function.__closure__:
            raise Fault(definition, "a rule uses names of an enclosing function", "write it at the top of the module")
        hints = rule.hints()
        for argument in spec.args:
            if argument.annotation is None:
                raise Fault(argument, f"the argument {argument.arg} has no type", "annotate it")
            if argument.arg not in hints:
                raise Fault(argument, f"the type of {argument.arg} is not known here", "import or define it above")
        record = rule.state()
        needs_state = rule.kind != "rule"
        if record is None and needs_state:
            raise Fault(definition, f"@{rule.kind} takes the state first", "write `s: State`, a Record, first")
        if record is not None:
            if not issubclass(self.record, record):
                raise Fault(
                    definition,
                    f"takes a {record.__name__}, which {self.record.__name__} is not",
                    "call a rule of this mode's record or of its bases",
                )
            unit.state = rule.parameters()[0]
        params: list[tuple[str, ir.Type]] = []
        for argument in spec.args[1 if record is not None else 0 :]:
            try:
                domain = domains.resolve(hints[argument.arg], self.context, rule.module)
            except NoDomain as no:
                raise Fault(argument, f"the argument {argument.arg} has no finite type", str(no)) from None
            t = self.type_of(domain)
            unit.slots.append(Slot(argument.arg, t, self.tag_of(domain)))
            params.append((argument.arg, t))
        self._result(unit, rule, definition, hints)
        return tuple(params)

    def _result(self, unit: Unit, rule: Rule, definition: ast.FunctionDef, hints: dict[str, Any]) -> None:
        if definition.returns is None or "return" not in hints:
            raise Fault(definition, "the result has no type", "annotate it: `-> None` for a rule that only acts")
        hint = hints["return"]
        unit.value_expected = not (hint is None or hint is type(None))
        wanted = {"over": bool, "wins": bool, "property": bool}.get(rule.kind)
        if wanted is not None and hint is not wanted:
            raise Fault(definition, f"a {rule.kind} rule answers yes or no", "annotate `-> bool`")
        if rule.kind in ("initial", "action", "chance", "automatic") and unit.value_expected:
            raise Fault(definition, f"@{rule.kind} changes the state and returns nothing", "annotate `-> None`")
        if rule.kind in ("decider", "score") and not unit.value_expected:
            raise Fault(definition, f"@{rule.kind} returns a value", "annotate its type")
        if unit.value_expected and hint is not int:
            try:
                unit.returns = domains.resolve(hint, self.context, rule.module)
            except NoDomain as no:
                raise Fault(definition, "the result has no finite type", str(no)) from None

    # ------------------------------------------------------------------------------------------ statements

    def _block(self, unit: Unit, body: list[ast.stmt]) -> tuple[tuple[ir.Stmt, ...], bool]:
        """The statements of a block, and whether control can fall out of its end."""
        out: list[ir.Stmt] = []
        falls = True
        for node in body:
            try:
                stmts, falls_here = self._statement(unit, node)
            except Fault as fault:
                self.note(unit, fault)
                self._poison(unit, node)
                continue
            out += stmts
            falls = falls and falls_here
        return tuple(out), falls

    def _poison(self, unit: Unit, node: ast.stmt) -> None:
        """After a fault: names that the statement was to assign are known, and of no type."""
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.For)):
            targets = [node.target]
        for target in targets:
            for part in ast.walk(target):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id not in unit.names:
                    unit.names[part.id] = len(unit.slots)
                    unit.slots.append(Slot(part.id, None, None))
                    unit.assigned.add(part.id)

    def _statement(self, unit: Unit, node: ast.stmt) -> tuple[list[ir.Stmt], bool]:
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
                load = _loaded(target)
                joined = ast.copy_location(ast.BinOp(load, op, value), node)
                return self._assign(unit, node, target, joined), True
            case ast.If(test=test, body=body, orelse=orelse):
                condition = self.truth(unit, test)
                before = set(unit.assigned)
                then, falls_then = self._block(unit, body)
                after_then = unit.assigned
                unit.assigned = set(before)
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
        raise Fault(node, f"`{_keyword(node)}` is outside the language", _REMEDIES.get(word, "see the authoring guide"))

    def _call_statement(self, unit: Unit, node: ast.stmt, call: ast.Call) -> tuple[list[ir.Stmt], bool]:
        if isinstance(call.func, ast.Attribute):
            sequence = self._sequence_change(unit, call)
            if sequence is not None:
                return sequence, True
        target = self.static(unit, call.func)
        if target is rules.require:
            if unit.value_expected:
                raise Fault(node, "`require` in a rule that returns a value", "return a bool and require it outside")
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
            if len(names) != 2 or len(call.args) != 2 or call.keywords:  # noqa: PLR2004
                raise Fault(node, "`silent` takes what is missing and a clause", 'silent("who goes first", "turn.first")')
            if unit.value_expected:
                raise Fault(node, "`silent` in a rule that returns a value", "call it in the rule that acts")
            (index,) = self.clauses(unit, node, names[1:])
            same = [i for i, x in enumerate(self.silences) if (x.what, x.clause) == (names[0], index)]
            number = same[0] if same else len(self.silences)
            if unit.final and not same:
                self.silences.append(ir.Silence(names[0], index, unit.file, node.lineno))
            unit.pure = False
            return [ir.Silent(number)], False
        if isinstance(target, Rule):
            number, args = self._rule_call(unit, call, target)
            function = self.functions[number]
            if function is not None and function.returns is not None:
                raise Fault(node, f"the result of {target.name} is not used", "assign it, or drop the call")
            if function is not None and not function.pure:
                unit.pure = False
            if unit.value_expected and function is not None and not function.pure:
                raise Fault(node, f"{target.name} changes the state in a rule that returns a value", _SPLIT)
            return [ir.Do(number, args)], True
        raise Fault(node, "only rules, `require` and `silent` are called on a line of their own", _CALLS)

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

    def _fresh(self, unit: Unit, val: Val) -> int:
        unit.slots.append(Slot("", val.type, val.tag, self.safe(unit, val.expr)))
        return len(unit.slots) - 1

    def _store(self, unit: Unit, node: ast.stmt, target: ast.expr, val: Val) -> list[ir.Stmt]:
        if isinstance(target, ast.Name):
            return [self._let(unit, node, target.id, val)]
        place = self._place(unit, target)
        if place is None:
            raise Fault(target, "only local names and fields of the state are assigned", "write `s.field = ...`")
        number, index, decl, site = place
        if isinstance(decl.value, SeqField) and not (isinstance(target, ast.Subscript) and index[-1:] and site):
            raise Fault(target, "a sequence is changed in place", "use append, insert, remove_at or clear")
        if unit.value_expected:
            raise Fault(target, "a rule that returns a value changes the state", _SPLIT)
        unit.pure = False
        domain = decl.value.value if isinstance(decl.value, SeqField) else decl.value
        self._fits(node, val, domain, f"in {decl.name}")
        block = self.fields[number]
        site_value = -1
        if not self.within(unit, val, block.value):
            site_value = self.site(unit, node, f"{decl.name} takes {_bounds(block.value)}")
        return [ir.Store(number, tuple(i.expr for i in index), val.expr, site, site_value)]

    def _let(self, unit: Unit, node: ast.stmt, name: str, val: Val) -> ir.Stmt:
        if name == unit.state:
            raise Fault(node, "the state itself is assigned", "assign its fields")
        safe = self.safe(unit, val.expr)
        if name not in unit.names:
            known = unit.calls.get("$" + name)
            if known is None:
                known = len(unit.slots)
                for i, slot in enumerate(unit.slots):
                    if slot.name == name and i >= len(unit.rule.arguments()):
                        known = i
            unit.names[name] = known
            if known == len(unit.slots):
                unit.slots.append(Slot(name, val.type, val.tag, safe))
        slot = unit.slots[unit.names[name]]
        unit.assigned.add(name)
        if slot.type is None:
            raise Fault(node, "")
        expr = val.expr
        if type(slot.type) is not type(val.type) or (isinstance(slot.type, ir.KindType) and slot.tag is not val.tag):
            raise Fault(
                node,
                f"{name} is {name_of(slot.tag, slot.type)} and becomes {name_of(val.tag, val.type)}",
                "use another name",
            )
        if isinstance(slot.type, ir.IntType) and isinstance(val.type, ir.IntType):
            is_argument = unit.names[name] < len(unit.rule.arguments())
            lo, hi = min(slot.type.lo, val.type.lo), max(slot.type.hi, val.type.hi)
            if is_argument and (lo, hi) != (slot.type.lo, slot.type.hi):
                raise Fault(node, f"the argument {name} is given values outside its range", "use another name")
            if (lo, hi) != (slot.type.lo, slot.type.hi) and unit.round >= ROUNDS:
                lo, hi = -WORD, WORD - 1
            tag = slot.tag if slot.tag is val.tag else None
            joined = ir.IntType(lo, hi, slot.type.name if tag is not None else "")
            if joined != slot.type:
                slot.type, slot.tag = joined, tag
                unit.changed = True
            if val.type.lo < lo or val.type.hi > hi:
                expr = ir.Checked(expr, self.site(unit, node, "a number leaves 32 bits"), joined)
        if not safe and slot.safe:
            slot.safe = False
            unit.changed = True
        return ir.Let(unit.names[name], expr)

    def _for(self, unit: Unit, node: ast.For, name: str, iterable: ast.expr, body: list[ast.stmt]) -> ir.Stmt:
        values, t, tag = self.iteration(unit, iterable)
        if name in unit.names:
            raise Fault(node.target, f"the loop reuses the name {name}", "choose another name")
        slot = len(unit.slots)
        key = f"for:{node.lineno}:{node.col_offset}"
        if key in unit.calls:
            slot = unit.calls[key]
        else:
            for i, known in enumerate(unit.slots):
                if known.name == key:
                    slot = i
            if slot == len(unit.slots):
                unit.slots.append(Slot(key, t, tag))
            unit.calls[key] = slot
        unit.names[name] = slot
        before = set(unit.assigned)
        unit.assigned.add(name)
        stmts, _ = self._block(unit, body)
        del unit.names[name]
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

    def _pattern(self, unit: Unit, case: ast.match_case, var: ir.Var, tag: Any, seen: set[int]) -> ir.Expr | None:
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
                raise Fault(other, "a case names members of the kind", "write `case Phase.ROLL:` or `case _:`")
        tests: list[ir.Expr] = []
        for pattern in patterns:
            if not isinstance(pattern, ast.MatchValue):
                raise Fault(pattern, "a case names members of the kind", "write `case Phase.ROLL:` or `case _:`")
            member = self.expr(unit, pattern.value)
            if member.tag is not tag or not isinstance(member.expr, ir.Const):
                raise Fault(pattern, f"is no member of {tag.__name__}", f"name a member of {tag.__name__}")
            static = self.static(unit, pattern.value)
            seen.add(list(tag.__members__.values()).index(static))
            tests.append(ir.Compare("==", var, member.expr))
        return tests[0] if len(tests) == 1 else ir.Logic("or", tuple(tests))

    def _return(self, unit: Unit, node: ast.Return, value: ast.expr | None) -> list[ir.Stmt]:
        if not unit.value_expected:
            if value is not None and not (isinstance(value, ast.Constant) and value.value is None):
                raise Fault(node, "a rule without a result returns a value", "annotate the result, or write `return`")
            return [ir.Return(None)]
        if value is None:
            raise Fault(node, "a rule with a result returns nothing", "return a value")
        val = self.expr(unit, value)
        if unit.returns is not None:
            self._fits(node, val, unit.returns, "as the result")
            t = self.type_of(unit.returns)
            if not self.within(unit, val, t):
                return [ir.Return(ir.Checked(val.expr, self.site(unit, node, f"the result is {_bounds(t)}"), t))]
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
            raise Fault(node, "`with` is only for clauses", 'write `with clause("tokens.six"):`')
        names = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if len(names) != len(call.args) or not names or call.keywords:
            raise Fault(call, "a clause is named by its text", 'write `with clause("tokens.six"):`')
        numbers = self.clauses(unit, call, names)
        unit.clauses.append(numbers)
        try:
            body, falls = self._block(unit, node.body)
        finally:
            unit.clauses.pop()
        return [ir.Clause(numbers, body)], falls

    # ------------------------------------------------------------------------------------ sequences' changes

    def _sequence_change(self, unit: Unit, call: ast.Call) -> list[ir.Stmt] | None:
        assert isinstance(call.func, ast.Attribute)
        place = self._place(unit, call.func.value)
        if place is None or not isinstance(place[2].value, SeqField):
            return None
        decl = place[2]
        assert isinstance(decl.value, SeqField)
        limit, domain = decl.value.limit, decl.value.value
        word = call.func.attr
        wanted = {"append": 1, "insert": 2, "remove_at": 1, "clear": 0}.get(word)
        if wanted is None or len(call.args) != wanted or call.keywords:
            raise Fault(call, f"a sequence has no `{word}` of this form", "use append, insert, remove_at or clear")
        if unit.value_expected:
            raise Fault(call, "a rule that returns a value changes the state", _SPLIT)
        unit.pure = False
        number, keys = place[0], tuple(i.expr for i in place[1])
        cells, count = self.fields[number], self.field_numbers[decl.name + ".len"]
        t = cells.index[-1]
        blank = ir.Const(cells.value.lo, cells.value)
        length = ir.Read(count, keys, -1, self.fields[count].value)
        out: list[ir.Stmt] = []

        def held(expr: ir.Expr, tag: Any = None) -> ir.Var:
            slot = self._fresh(unit, Val(expr, tag))
            out.append(ir.Let(slot, expr))
            return ir.Var(slot, expr.type)

        def cell(at: ir.Expr) -> ir.Read:
            return ir.Read(number, (*keys, at), -1, cells.value)

        size = held(length)
        where = self.site(unit, call, f"{decl.name} has a place there")
        if word in ("append", "insert"):
            at: ir.Expr = size
            if word == "insert":
                index = self.number(unit, call.args[0])
                at = self._guarded(index.expr, ir.Compare("<=", index.expr, size), limit)
            val = self.expr(unit, call.args[-1])
            self._fits(call, val, domain, f"in {decl.name}")
            bad = -1 if self.within(unit, val, cells.value) else self.site(unit, call, f"{_bounds(cells.value)}")
            target, item = held(at), held(val.expr, val.tag)
            if word == "insert" and limit > 1:
                loop = self._fresh(unit, Val(ir.Const(1, ir.IntType(1, limit - 1))))
                k = ir.Var(loop, ir.IntType(1, limit - 1))
                move = ir.Store(number, (*keys, k), cell(ir.Arith("-", k, _one(), ir.IntType(0, limit - 2))), -1, -1)
                inside = ir.Logic("and", (ir.Compare(">", k, target), ir.Compare("<=", k, size)))
                out.append(ir.For(loop, range(limit - 1, 0, -1), (ir.If(inside, (move,), ()),)))
            out.append(ir.Store(number, (*keys, target), item, where, bad))
            out.append(
                ir.Store(count, keys, ir.Arith("+", size, _one(), ir.IntType(1, limit + 1)), -1, where)
            )
        elif word == "remove_at":
            index = self.number(unit, call.args[0])
            target = held(self._guarded(index.expr, ir.Compare("<", index.expr, size), limit))
            held(ir.Read(number, (*keys, target), where, cells.value))
            if limit > 1:
                loop = self._fresh(unit, Val(ir.Const(0, ir.IntType(0, limit - 2))))
                k = ir.Var(loop, ir.IntType(0, limit - 2))
                after = ir.Arith("+", k, _one(), t)
                move = ir.Store(number, (*keys, k), cell(after), -1, -1)
                inside = ir.Logic("and", (ir.Compare(">=", k, target), ir.Compare("<", after, size)))
                out.append(ir.For(loop, range(limit - 1), (ir.If(inside, (move,), ()),)))
            last = ir.Arith("-", size, _one(), ir.IntType(-1, limit - 1))
            out.append(ir.Store(number, (*keys, last), blank, where, -1))
            out.append(ir.Store(count, keys, last, -1, where))
        else:
            loop = self._fresh(unit, Val(ir.Const(0, t)))
            out.append(ir.For(loop, range(limit), (ir.Store(number, (*keys, ir.Var(loop, t)), blank, -1, -1),)))
            out.append(ir.Store(count, keys, ir.Const(0, ir.IntType(0, 0)), -1, -1))
        return out

    @staticmethod
    def _guarded(index: ir.Expr, condition: ir.Expr, limit: int) -> ir.Expr:
        """An index that becomes -1, which no place has, unless the condition holds."""
        lo = min(index.type.lo, -1)
        t = ir.IntType(lo, max(index.type.hi, limit))
        return ir.Choose(condition, index, ir.Const(-1, ir.IntType(-1, -1)), t)

    # ------------------------------------------------------------------------------------------ places

    def _place(self, unit: Unit, node: ast.expr) -> tuple[int, tuple[Val, ...], FieldDecl, int] | None:
        """A field of the state with its indices and their obligation: number, indices, declaration, site."""
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == unit.state:
                decl = self.decls.get(attr)
                if decl is None:
                    record = self.record.__name__
                    raise Fault(node, f"{record} has no field {attr}", f"{nearest(attr, self.decls)}in {record}")
                return self.field_numbers[attr], (), decl, -1
            case ast.Subscript(value=base, slice=index):
                place = self._place(unit, base)
                if place is None:
                    return None
                number, before, decl, site = place
                keys = list(index.elts) if isinstance(index, ast.Tuple) else [index]
                if not before and decl.index:
                    vals, site = self._indices(unit, node, keys, decl.index, decl.name)
                    return number, vals, decl, site
                if isinstance(decl.value, SeqField) and len(before) == len(decl.index):
                    if len(keys) != 1:
                        raise Fault(node, f"{decl.name} takes one index", "write `s.queue[i]`")
                    val = self.number(unit, keys[0])
                    count = self.field_numbers[decl.name + ".len"]
                    length = ir.Read(count, tuple(v.expr for v in before), -1, self.fields[count].value)
                    at = self._guarded(val.expr, ir.Compare("<", val.expr, length), decl.value.limit)
                    own = self.site(unit, node, f"{decl.name} has a place there")
                    return number, (*before, Val(at)), decl, own
                raise Fault(node, f"{decl.name} is not indexed", f"write `s.{decl.name}`")
        return None

    def _indices(
        self, unit: Unit, node: ast.expr, keys: list[ast.expr], index: tuple[Domain, ...], name: str
    ) -> tuple[tuple[Val, ...], int]:
        if len(keys) != len(index):
            raise Fault(node, f"{name} takes {len(index)} indices, not {len(keys)}", f"index by {_named(index)}")
        vals = []
        inside = True
        for key, domain in zip(keys, index, strict=True):
            val = self.expr(unit, key)
            self._fits(key, val, domain, f"as an index of {name}")
            inside = inside and self.within(unit, val, self.type_of(domain))
            vals.append(val)
        site = -1 if inside else self.site(unit, node, f"{name} is indexed by {_named(index)}")
        return tuple(vals), site

    def _fits(self, node: ast.AST, val: Val, domain: Domain, where: str) -> None:
        """The value is of the domain's sort (its range is another matter)."""
        wanted = self.tag_of(domain)
        t = val.type
        same = (
            (isinstance(domain, BoolDomain) and isinstance(t, ir.BoolType))
            or (isinstance(domain, KindDomain) and isinstance(t, ir.KindType) and val.tag is wanted)
            or (isinstance(domain, RangeDomain) and isinstance(t, ir.IntType))
        )
        if not same:
            raise Fault(node, f"{name_of(val.tag, t)} {where}", f"give {_a(domain.name or 'number')}")
        if (
            isinstance(domain, RangeDomain)
            and isinstance(t, ir.IntType)
            and val.tag is not None
            and val.tag is not wanted
            and t.name
            and domain.name
        ):
            raise Fault(
                node, f"{t.name} {where}, which is {domain.name}", f"give {_a(domain.name)}, or compute it with `+ 0`"
            )

    def safe(self, unit: Unit, expr: ir.Expr) -> bool:
        """Whether a member of a kind is surely one that the instance keeps."""
        if not isinstance(expr.type, ir.KindType):
            return True
        if isinstance(expr, ir.Const):
            return expr.value >= 0
        if isinstance(expr, ir.Var):
            return unit.slots[expr.slot].safe
        if isinstance(expr, ir.Choose):
            return self.safe(unit, expr.then) and self.safe(unit, expr.orelse)
        return not isinstance(expr, ir.Look) or all(v >= 0 for v in self.tables[expr.table].values)

    def within(self, unit: Unit, val: Val, t: ir.Type) -> bool:
        """Whether intervals alone show that a value lies in a type."""
        if isinstance(t, ir.IntType):
            return t.lo <= val.type.lo and val.type.hi <= t.hi
        return self.safe(unit, val.expr)

    # ---------------------------------------------------------------------------------------- expressions

    def static(self, unit: Unit, node: ast.AST) -> Any:
        """The object that a global name, or an attribute of one, stands for; NotImplemented if it is none."""
        if isinstance(node, ast.Name):
            if node.id in unit.names or node.id == unit.state:
                return NotImplemented
            known = unit.rule.function.__globals__
            if node.id in known:
                return known[node.id]
            return getattr(builtins, node.id, NotImplemented)
        if isinstance(node, ast.Attribute):
            base = self.static(unit, node.value)
            if isinstance(base, ModuleType):
                return getattr(base, node.attr, NotImplemented)
            if isinstance(base, type) and issubclass(base, Enum):
                return base.__members__.get(node.attr, NotImplemented)
        return NotImplemented

    def truth(self, unit: Unit, node: ast.expr) -> ir.Expr:
        """A condition."""
        val = self.expr(unit, node)
        if not isinstance(val.type, ir.BoolType):
            raise Fault(node, f"{name_of(val.tag, val.type)} as a condition", "compare it: a condition is a bool")
        return val.expr

    def number(self, unit: Unit, node: ast.expr) -> Val:
        """A number."""
        val = self.expr(unit, node)
        if not isinstance(val.type, ir.IntType):
            raise Fault(node, f"{name_of(val.tag, val.type)} where a number is needed", _NUMBERS)
        return val

    def expr(self, unit: Unit, node: ast.expr) -> Val:
        """An expression."""
        match node:
            case ast.Constant(value=bool() as flag):
                return Val(ir.Const(int(flag), ir.BoolType()))
            case ast.Constant(value=int() as number):
                if abs(number) >= WORD:
                    raise Fault(node, "a number of more than 32 bits", "keep numbers below 2,147,483,648")
                return Val(ir.Const(number, ir.IntType(number, number)))
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
                word = _ARITH.get(type(op))
                if word is None:
                    raise Fault(node, "this operator is outside the language", "use + - * // %")
                return self._arith(node, word, self.number(unit, left), self.number(unit, right))
            case ast.BoolOp(op=op, values=values):
                operands = tuple(self.truth(unit, v) for v in values)
                return Val(ir.Logic("and" if isinstance(op, ast.And) else "or", operands))
            case ast.Compare():
                return self._compare(unit, node)
            case ast.IfExp(test=test, body=then, orelse=orelse):
                condition = self.truth(unit, test)
                one, two = self.expr(unit, then), self.expr(unit, orelse)
                t = self._join(node, one, two)
                tag = one.tag if one.tag is two.tag else None
                return Val(ir.Choose(condition, one.expr, two.expr, t), tag)
            case ast.Call():
                return self._call(unit, node)
        word = type(node).__name__
        raise Fault(node, "is outside the language", _REMEDIES.get(word, "see the authoring guide"))

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
                raise Fault(node, f"{node.id} may have no value here", "give it one on every path")
            return Val(ir.Var(unit.names[node.id], slot.type), slot.tag)
        if isinstance(node, ast.Name) and node.id == unit.state:
            raise Fault(node, "the state itself is no value", "use its fields, or pass it to a rule as first argument")
        place = self._place(unit, node)
        if place is not None:
            number, _, decl, _ = place
            if decl.index or isinstance(decl.value, SeqField):
                raise Fault(node, f"{decl.name} is a whole table", f"index it: `s.{decl.name}[...]`")
            return Val(ir.Read(number, (), -1, self.fields[number].value), self.tag_of(decl.value))
        if isinstance(node, ast.Attribute):
            base = self.static(unit, node.value)
            if isinstance(base, (Sizes, Rulings, Parameters)):
                return self._declared(node, base, node.attr)
            if isinstance(base, type) and issubclass(base, Enum) and node.attr not in base.__members__:
                kind = base.__name__
                raise Fault(node, f"{kind} has no member {node.attr}", f"{nearest(node.attr, base.__members__)}in {kind}")
        return self._object(unit, node, self.static(unit, node))

    def _object(self, unit: Unit, node: ast.expr, found: Any) -> Val:
        if isinstance(found, bool):
            return Val(ir.Const(int(found), ir.BoolType()))
        if isinstance(found, (Kind, ReadingKind)):
            if isinstance(found, Kind):
                t = self.type_of(KindDomain(type(found), self.context.kept(type(found))))
                return Val(ir.Const(self.context.place(found), t), type(found))
            return Val(ir.Const(list(type(found)).index(found), _reading_type(type(found))), type(found))
        if isinstance(found, int):
            return Val(ir.Const(found, ir.IntType(found, found)))
        if isinstance(found, SizeExpr):
            raise Fault(node, "a size is computed outside the rules", "write it inside, or in a @rule that returns int")
        if isinstance(found, Enum):
            raise Fault(node, "a member of a plain Enum", "derive it from queensbench.language.Kind")
        if found is NotImplemented:
            text = node.id if isinstance(node, ast.Name) else ast.unparse(node)
            names = [*unit.names, *unit.rule.function.__globals__]
            raise Fault(node, f"{text} is not known here", nearest(text, names) + "or define it first")
        raise Fault(node, "is no value of the language", "use kinds, ranges, bools, sizes, rulings, lookups")

    def _declared(self, node: ast.expr, base: Any, attr: str) -> Val:
        names = {d.name: d for d in base.declared()}
        if attr not in names:
            kind = type(base).__name__
            raise Fault(node, f"{kind} has no {attr}", f"{nearest(attr, names)}in {kind}")
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
            raise Fault(node, f"the mode does not have the ruling {attr}", "give the mode `rulings=` that declares it")
        return Val(ir.Reading(self.ruling_numbers[attr], _reading_type(decl.readings)), decl.readings)

    def declare_rulings(self, rulings: Rulings | None) -> None:
        """Number the rulings of the mode, in order of declaration."""
        for decl in rulings.declared() if rulings is not None else ():
            self.ruling_numbers[decl.name] = len(self.rulings)
            members = tuple(decl.readings)
            self.rulings.append(ir.Ruling(decl.name, tuple(m.name for m in members), members.index(decl.house)))

    def declare_parameters(self, parameters: Parameters | None) -> None:
        """Number the parameters of the mode, in order of declaration."""
        for decl in parameters.declared() if parameters is not None else ():
            self.parameter_numbers[decl.name] = len(self.parameters)
            default = self.context.parameters.get(decl.name, decl.default)
            self.parameters.append(ir.ParameterDecl(decl.name, decl.lo, decl.hi, default))

    def _subscript(self, unit: Unit, node: ast.Subscript, base: ast.expr) -> Val:
        lookup = self.static(unit, base)
        if isinstance(lookup, Lookup):
            return self._lookup(unit, node, lookup)
        place = self._place(unit, node)
        if place is None:
            raise Fault(node, "only tables, sequences and lookups are indexed", "use a Table of the state or a Lookup")
        number, index, decl, site = place
        if isinstance(decl.value, SeqField):
            if len(index) == len(decl.index):
                raise Fault(node, f"{decl.name} is a whole sequence", f"index it: `s.{decl.name}[...]`")
            domain: Domain = decl.value.value
        else:
            domain = decl.value
        read = ir.Read(number, tuple(v.expr for v in index), site, self.fields[number].value)
        return Val(read, self.tag_of(domain))

    def _lookup(self, unit: Unit, node: ast.Subscript, lookup: Lookup[Any, Any]) -> Val:
        keys = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
        vals = [self.expr(unit, key) for key in keys]
        known = self.table_numbers.get(id(lookup))
        if known is None:
            number = self._lookup_table(node, lookup)
            self.table_numbers[id(lookup)] = (number, lookup)
        else:
            number = known[0]
        table = self.tables[number]
        if len(vals) != len(table.index):
            raise Fault(node, f"the lookup takes {len(table.index)} indices, not {len(vals)}", "index it by its keys")
        sample = next(iter(lookup.entries))
        parts = sample if isinstance(sample, tuple) else (sample,)
        inside = True
        for key, val, t, part in zip(keys, vals, table.index, parts, strict=True):
            wanted = type(part) if isinstance(part, Kind) else None
            if type(t) is not type(val.type) or (wanted is not None and val.tag is not wanted):
                raise Fault(key, f"{name_of(val.tag, val.type)} as an index of the lookup", f"give {_a(str(t))}")
            inside = inside and self.within(unit, val, t)
        if any(v is None for v in self.raw_tables[number]):
            inside = False
        site = -1 if inside else self.site(unit, node, "the lookup has an entry")
        value = next(iter(lookup.entries.values()))
        look = ir.Look(number, tuple(v.expr for v in vals), site, table.value)
        return Val(look, type(value) if isinstance(value, Kind) else None)

    @property
    def raw_tables(self) -> dict[int, list[int | None]]:
        """Values of lookups with None where there is no entry."""
        return self.__dict__.setdefault("_raw_tables", {})

    def _lookup_table(self, node: ast.AST, lookup: Lookup[Any, Any]) -> int:
        entries = {k if isinstance(k, tuple) else (k,): v for k, v in lookup.entries.items()}
        shapes = {tuple(type(p) for p in key) for key in entries}
        values = {type(v) for v in entries.values()}
        if len(shapes) != 1 or len(values) != 1:
            raise Fault(node, "a lookup mixes types", "give all its keys one type, and all its values")
        index: list[ir.Type] = []
        columns: list[list[Any]] = []
        for position, kind in enumerate(next(iter(shapes))):
            if issubclass(kind, Kind):
                members = self.context.kept(kind)
                index.append(self.type_of(KindDomain(kind, members)))
                columns.append(list(members))
            elif issubclass(kind, int):
                keys = [key[position] for key in entries]
                index.append(ir.IntType(min(keys), max(keys)))
                columns.append(list(range(min(keys), max(keys) + 1)))
            else:
                raise Fault(node, "a lookup has keys of kinds and integers", "use Kind members or ints as keys")
        value_kind = next(iter(values))
        value: ir.Type
        if issubclass(value_kind, Kind):
            value = self.type_of(KindDomain(value_kind, self.context.kept(value_kind)))
        elif issubclass(value_kind, bool):
            value = ir.BoolType()
        elif issubclass(value_kind, int):
            value = ir.IntType(min(entries.values()), max(entries.values()))
        else:
            raise Fault(node, "a lookup has values of kinds, integers and bools", "use one of them")
        grid: list[tuple[Any, ...]] = [()]
        for column in columns:
            grid = [(*head, item) for head in grid for item in column]
        raw: list[int | None] = []
        for key in grid:
            item = entries.get(key)
            raw.append(None if item is None else self.context.place(item) if isinstance(item, Kind) else int(item))
        number = len(self.tables)
        self.raw_tables[number] = raw
        # A missing entry is out of the value's range by one: readers see an impossible value, checked as a site.
        missing = value.lo - 1
        cells = tuple(missing if v is None else v for v in raw)
        self.tables.append(ir.Table(f"lookup{number}", tuple(index), value, cells))
        return number

    def _arith(self, node: ast.AST, word: str, left: Val, right: Val) -> Val:
        a, b = left.type, right.type
        if word in ("//", "%"):
            if not isinstance(right.expr, ir.Const) or right.expr.value <= 0:
                raise Fault(node, "division by what is no positive constant", "divide by a positive number or size")
            d = right.expr.value
            lo, hi = (a.lo // d, a.hi // d) if word == "//" else (0, d - 1)
            if word == "%" and 0 <= a.lo and a.hi < d:
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
        if lo < -LIMIT or hi > LIMIT:
            raise Fault(node, "a number may grow without bound here", "keep it in a field with a range")
        if isinstance(left.expr, ir.Const) and isinstance(right.expr, ir.Const):
            value = _compute(word, left.expr.value, right.expr.value)
            return Val(ir.Const(value, ir.IntType(value, value)))
        return Val(ir.Arith(word, left.expr, right.expr, ir.IntType(lo, hi)))  # type: ignore[arg-type]

    def _compare(self, unit: Unit, node: ast.Compare) -> Val:
        parts: list[ir.Expr] = []
        left_node = node.left
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, (ast.In, ast.NotIn)):
                if not isinstance(right_node, (ast.Tuple, ast.List, ast.Set)) or not right_node.elts:
                    raise Fault(node, "`in` is followed by a tuple of values", "write `x in (A, B)`")
                left = self.expr(unit, left_node)
                tests = [self._equal(node, "==", left, self.expr(unit, item)) for item in right_node.elts]
                found: ir.Expr = tests[0] if len(tests) == 1 else ir.Logic("or", tuple(tests))
                parts.append(ir.Not(found) if isinstance(op, ast.NotIn) else found)
            else:
                word = _COMPARE.get(type(op))
                if word is None:
                    raise Fault(node, "`is` compares objects", "compare values with == or !=")
                parts.append(self._equal(node, word, self.expr(unit, left_node), self.expr(unit, right_node)))
            left_node = right_node
        return Val(parts[0] if len(parts) == 1 else ir.Logic("and", tuple(parts)))

    def _equal(self, node: ast.AST, word: str, left: Val, right: Val) -> ir.Expr:
        a, b = left.type, right.type
        if type(a) is not type(b) or (isinstance(a, ir.KindType) and left.tag is not right.tag):
            words = f"{name_of(left.tag, a)} is compared with {name_of(right.tag, b)}"
            raise Fault(node, words, "compare values of one kind")
        if not isinstance(a, ir.IntType) and word not in ("==", "!="):
            raise Fault(node, f"{name_of(left.tag, a)} has no order", "compare with == or !=, or use a Lookup of numbers")
        return ir.Compare(word, left.expr, right.expr)  # type: ignore[arg-type]

    # ---------------------------------------------------------------------------------------------- calls

    def _rule_call(self, unit: Unit, node: ast.Call, rule: Rule) -> tuple[int, tuple[ir.Expr, ...]]:
        if rule.kind not in ("rule", "over", "wins", "score", "decider"):
            raise Fault(node, f"{rule.name} is @{rule.kind}, which no rule calls", "move what both need into a @rule")
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            raise Fault(node, "a rule is called with plain arguments", "give them in order")
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
            raise Fault(node, f"{rule.name} takes {len(function.params)} arguments, not {len(args)}", "give each once")
        out = []
        for arg, (name, t), (_, domain) in zip(args, function.params, target.domains(self.context), strict=True):
            val = self.expr(unit, arg)
            self._fits(arg, val, domain, f"as {name} of {rule.name}")
            expr = val.expr
            if not self.within(unit, val, t):
                expr = ir.Checked(expr, self.site(unit, arg, f"{name} of {rule.name} is {_bounds(t)}"), t)
            out.append(expr)
        return number, tuple(out)

    def _call(self, unit: Unit, node: ast.Call) -> Val:
        target = self.static(unit, node.func)
        if isinstance(target, Rule):
            number, args = self._rule_call(unit, node, target)
            function = self.functions[number]
            assert function is not None
            if function.returns is None:
                raise Fault(node, f"{target.name} returns nothing", "call it on a line of its own")
            return Val(ir.Call(number, args, function.returns), self.tags[number])
        if node.keywords and target not in (min, max):
            raise Fault(node, "keyword arguments", "give arguments in order")
        if target is len and len(node.args) == 1:
            kind = self.static(unit, node.args[0])
            if isinstance(kind, type) and issubclass(kind, Kind):
                count = len(self.context.kept(kind))
                return Val(ir.Const(count, ir.IntType(count, count)))
            place = self._place(unit, node.args[0])
            if place is not None and isinstance(place[2].value, SeqField) and len(place[1]) == len(place[2].index):
                count = self.field_numbers[place[2].name + ".len"]
                keys = tuple(v.expr for v in place[1])
                return Val(ir.Read(count, keys, place[3], self.fields[count].value))
            raise Fault(node, "`len` is of a kind or a sequence", "write `len(Player)` or `len(s.queue)`")
        if target is abs and len(node.args) == 1:
            val = self.number(unit, node.args[0])
            zero = Val(ir.Const(0, ir.IntType(0, 0)))
            minus = self._arith(node, "-", zero, val)
            bound = ir.IntType(0, max(abs(val.type.lo), abs(val.type.hi)))
            return Val(ir.Choose(ir.Compare("<", val.expr, zero.expr), minus.expr, val.expr, bound))
        if target in (any, all, sum, min, max):
            if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
                return self._quantified(unit, node, target.__name__, node.args[0])
            if target in (min, max) and len(node.args) > 1 and not node.keywords:
                val = self.number(unit, node.args[0])
                for arg in node.args[1:]:
                    val = self._arith(node, target.__name__, val, self.number(unit, arg))
                return val
            raise Fault(node, f"`{target.__name__}` is of a generator", "write `sum(s.count[c] for c in Color)`")
        if target is rules.require or target is rules.silent:
            raise Fault(node, "stands inside an expression", "write it on a line of its own")
        text = ast.unparse(node.func)
        raise Fault(node, f"`{text}` cannot be called in a rule", _CALLS)

    def _quantified(self, unit: Unit, node: ast.Call, word: str, generator: ast.GeneratorExp) -> Val:
        default = None
        for keyword in node.keywords:
            if keyword.arg != "default":
                raise Fault(node, f"`{keyword.arg}=`", "only default= is known")
            default = self.number(unit, keyword.value).expr
        hidden: list[tuple[str, int | None]] = []
        loops: list[ir.Loop] = []
        count = 1
        try:
            for part in generator.generators:
                if not isinstance(part.target, ast.Name):
                    raise Fault(part.target, "a generator has one name", "write one `for` for each")
                values, t, tag = self.iteration(unit, part.iter)
                name = part.target.id
                if name in unit.names or name == unit.state:
                    raise Fault(part.target, f"the generator reuses the name {name}", "choose another name")
                unit.slots.append(Slot("", t, tag))
                hidden.append((name, None))
                unit.names[name] = len(unit.slots) - 1
                unit.assigned.add(name)
                tests = [self.truth(unit, test) for test in part.ifs]
                where = None if not tests else tests[0] if len(tests) == 1 else ir.Logic("and", tuple(tests))
                loops.append(ir.Loop(len(unit.slots) - 1, values, where))
                count *= len(values)
            if word in ("any", "all"):
                return Val(ir.Quant(word, tuple(loops), self.truth(unit, generator.elt), None, -1, ir.BoolType()))  # type: ignore[arg-type]
            body = self.expr(unit, generator.elt)
            if isinstance(body.type, ir.BoolType):
                one, none = ir.Const(1, ir.IntType(1, 1)), ir.Const(0, ir.IntType(0, 0))
                body = Val(ir.Choose(body.expr, one, none, ir.IntType(0, 1)))
            if not isinstance(body.type, ir.IntType):
                raise Fault(generator.elt, f"{name_of(body.tag, body.type)} in `{word}`", _NUMBERS)
        finally:
            for name, _ in hidden:
                del unit.names[name]
                unit.assigned.discard(name)
        lo, hi = body.type.lo, body.type.hi
        if word == "sum":
            filtered = any(loop.where is not None for loop in loops)
            t = ir.IntType(min(lo * count, 0) if filtered or lo < 0 else lo * count, max(hi * count, 0))
            if filtered or lo < 0:
                t = ir.IntType(min(lo, 0) * count, max(hi, 0) * count)
            if abs(t.lo) > LIMIT or abs(t.hi) > LIMIT:
                raise Fault(node, "a sum may grow without bound here", "sum smaller numbers")
            return Val(ir.Quant("sum", tuple(loops), body.expr, None, -1, t))
        site = -1
        if default is not None:
            lo, hi = min(lo, default.type.lo), max(hi, default.type.hi)
        elif any(loop.where is not None or not loop.values for loop in loops):
            site = self.site(unit, node, f"`{word}` of something")
        return Val(ir.Quant(word, tuple(loops), body.expr, default, site, ir.IntType(lo, hi)))  # type: ignore[arg-type]

    def iteration(self, unit: Unit, node: ast.expr) -> tuple[range, ir.Type, Any]:
        """What a ``for`` runs over: raw values, their type and its identity."""
        found = self.static(unit, node)
        if isinstance(found, type) and issubclass(found, Kind):
            t = self.type_of(KindDomain(found, self.context.kept(found)))
            return range(len(self.context.kept(found))), t, found
        if isinstance(node, ast.Call):
            target = self.static(unit, node.func)
            if target is range and 1 <= len(node.args) <= 3 and not node.keywords:  # noqa: PLR2004
                numbers = []
                for arg in node.args:
                    val = self.number(unit, arg)
                    if not isinstance(val.expr, ir.Const):
                        raise Fault(arg, "a loop's bound is no constant", "loop to the largest and test inside")
                    numbers.append(val.expr.value)
                if len(numbers) == 3 and numbers[2] == 0:  # noqa: PLR2004
                    raise Fault(node, "a step of nought", "give a step that moves")
                values = range(*numbers)
                lo, hi = (min(values), max(values)) if values else (0, 0)
                return values, ir.IntType(lo, hi), None
            if target is domains.span and len(node.args) == 1:
                alias = self.static(unit, node.args[0])
                found_range: Range | None = None if alias is NotImplemented else domains.range_of(alias)
                if found_range is None:
                    raise Fault(node, "`span` is of a range", "name an alias: `Annotated[int, Range(1, 6)]`")
                domain = domains.resolve(alias, self.context, unit.rule.module)
                assert isinstance(domain, RangeDomain)
                return range(domain.lo, domain.hi + 1), self.type_of(domain), domain.tag
        raise Fault(node, "a loop runs over a kind, `range(...)` or `span(...)`", "name one of them")


# ---------------------------------------------------------------------------------------------- small helps

_ARITH: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_SPLIT = "split it: one rule that acts, one that answers"
_CALLS = "call rules of the model; any, all, sum, min, max, len and abs are known"
_NUMBERS = "numbers come from ranges, lookups and arithmetic"
_REMEDIES = {
    "While": "use `for` over a kind, range(...) or span(...)",
    "AnnAssign": "drop the annotation: a local name takes the type of its value",
    "Delete": "give the name another value",
    "Raise": "use require, or silent",
    "Try": "use require, or silent",
    "Assert": "use require, or write a property",
    "Global": "keep it in the state",
    "Nonlocal": "keep it in the state",
    "Import": "import at the top of the module",
    "ImportFrom": "import at the top of the module",
    "FunctionDef": "write a @rule at the top of the module",
    "ClassDef": "write it at the top of the module",
    "Break": "test a condition inside the loop, or move the loop into a @rule and return",
    "Continue": "test a condition inside the loop",
    "For": "loop over one name, without else",
    "Assign": "assign one target at a time",
    "Lambda": "write a @rule",
    "ListComp": "use any, all, sum, min or max over a generator",
    "SetComp": "use any, all, sum, min or max over a generator",
    "DictComp": "use a Lookup",
    "GeneratorExp": "use any, all, sum, min or max over it",
    "List": "use a Table or a Seq of the state",
    "Dict": "use a Lookup at the top of the module",
    "Set": "use `in (A, B)`",
    "Tuple": "use one value at a time",
    "JoinedStr": "rules have no texts",
    "Constant": "values are whole numbers, bools and members of kinds",
    "NamedExpr": "assign on a line of its own",
    "Await": "rules are plain functions",
    "Yield": "rules are plain functions",
    "Starred": "give arguments one by one",
    "Slice": "index one place at a time",
    "UnaryOp": "use not, or a minus sign",
    "Expr": "a line of its own is a call, an assignment or a condition",
}


def _keyword(node: ast.stmt) -> str:
    words = {
        "AnnAssign": "name: type = value",
        "FunctionDef": "def",
        "ClassDef": "class",
        "ImportFrom": "import",
        "Expr": "expression",
        "For": "for",
        "Assign": "a = b = value",
        "Delete": "del",
    }
    name = type(node).__name__
    return words.get(name, name.lower())


def _loaded(node: ast.expr) -> ast.expr:
    """The target of an augmented assignment, as a value."""
    if isinstance(node, ast.Name):
        new: ast.expr = ast.Name(node.id, ast.Load())
    elif isinstance(node, ast.Attribute):
        new = ast.Attribute(node.value, node.attr, ast.Load())
    elif isinstance(node, ast.Subscript):
        new = ast.Subscript(node.value, node.slice, ast.Load())
    else:
        return node
    return ast.copy_location(new, node)


def _reading_type(kind: type[ReadingKind]) -> ir.KindType:
    return ir.KindType(kind.__name__, tuple(m.name for m in kind))


def _one() -> ir.Const:
    return ir.Const(1, ir.IntType(1, 1))


def _compute(word: str, a: int, b: int) -> int:
    match word:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "//":
            return a // b
        case "%":
            return a % b
        case "min":
            return min(a, b)
    return max(a, b)


def _bounds(t: ir.Type) -> str:
    if isinstance(t, ir.IntType):
        return f"{t.lo} to {t.hi}"
    if isinstance(t, ir.KindType):
        return f"a {t.name} that the instance keeps"
    return "True or False"


def _named(index: tuple[Domain, ...]) -> str:
    return ", ".join(
        d.name or (f"{d.lo} to {d.hi}" if isinstance(d, RangeDomain) else "bool") for d in index
    )


def _a(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def nearest(name: str, names: Iterable[str]) -> str:
    """``did you mean ...`` for a name that is near, or a plain start of the remedy."""
    from difflib import get_close_matches

    close = get_close_matches(name, [n for n in names if not n.startswith("_")], n=3, cutoff=0.6)
    return f"did you mean {' or '.join(close)}? Look " if close else "look "
