"""Mutation operators: faults that a model could have, each with its change of the syntax.

A *mutant* is the model with one such fault.  They are read off the text of the rules, in its order, the same every
time; :mod:`queensbench.rules.transforms.mutant_schemata` lowers the model with many of them at once.

===========  ===================================================================================================
dropped      the block of a clause does nothing; a tagged transition never happens; a ``require`` or one part of a
             condition is left out; an assignment to the state or a call is left out
negated      one part of a condition holds where it did not, and the other way round
bent         ``<`` for ``<=``, ``+`` for ``-``, ``min`` for ``max``, ``any`` for ``all``, a constant or a size one
             more or one less, the next member of a kind, a loop without its last round
===========  ===================================================================================================

What is never touched: conditions on rulings alone (that is another reading, not another rule), the bounds of loops,
divisors, defaults of ``min`` and ``max``, patterns of ``match``, lookups, and whatever only properties use.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from queensbench.language import rules
from queensbench.language.context import Sizes
from queensbench.language.domains import Kind
from queensbench.language.rules import Rule
from queensbench.language.rulings import Reading, Rulings
from queensbench.language.source import short

DROPPED, NEGATED, BENT = "dropped", "negated", "bent"
ORDER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
#: for `x < c`, and so on, the change of c that `<=` for `<` is not already
OTHER_SIDE: dict[type[ast.cmpop], int] = {ast.Lt: -1, ast.LtE: 1, ast.Gt: 1, ast.GtE: -1}
WORDS: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Add: "+",
    ast.Sub: "-",
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}


# --------------------------------------------------------------------------------------------- changes


@dataclass(frozen=True)
class Forced:
    """The condition is always, or never, true."""

    value: bool


@dataclass(frozen=True)
class Flipped:
    """The condition is negated."""


@dataclass(frozen=True, eq=False)
class Replaced:
    """The expression or statement is replaced by another."""

    node: ast.expr | ast.stmt


@dataclass(frozen=True)
class Skipped:
    """The statement is left out."""


@dataclass(frozen=True)
class Shorter:
    """The loop (of a generator: the one of that number) lacks its last turn."""

    loop: int = 0


@dataclass(frozen=True)
class Barred:
    """The transition is never possible."""


Change = Forced | Flipped | Replaced | Skipped | Shorter | Barred


@dataclass(frozen=True, eq=False)
class Mutant:
    """A fault: its place, its text, and the changes of syntax nodes that make it.

    ``clauses``: those in force there (none: a rule that is tagged with no clause).  ``text``: the change, in
    the words of the source.  ``changes``: nodes (of the cached tree of the file) with their change.
    """

    clauses: tuple[str, ...]
    rule: str
    file: str
    line: int
    column: int
    kind: str
    text: str
    changes: tuple[tuple[ast.AST, Change], ...]

    @property
    def name(self) -> str:
        """The name of the mutant, unique within a model."""
        return f"{self.rule}:{self.line}:{self.column} {self.kind} {self.text}"


# --------------------------------------------------------------------------------------------- reading


def mutants_of(rule: Rule, definition: ast.FunctionDef) -> list[Mutant]:
    """The mutants of one rule, in the order of its text."""
    reader = RuleReader(rule, definition)
    reader.whole()
    reader.block(definition.body, rule.clauses)
    seen: set[str] = set()
    return [m for m in reader.found if not (m.name in seen or seen.add(m.name))]  # type: ignore[func-returns-value]


class RuleReader:
    """Reads the text of one rule."""

    def __init__(self, rule: Rule, definition: ast.FunctionDef) -> None:
        self.rule = rule
        self.definition = definition
        self.found: list[Mutant] = []
        self.clauses: tuple[str, ...] = rule.clauses
        returns = definition.returns
        self.answers = returns is not None and not (
            isinstance(returns, ast.Constant) and returns.value is None
        )
        self.decides = isinstance(returns, ast.Name) and returns.id == "bool"
        own = {n.id for n in ast.walk(definition) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        self.own = own | {a.arg for a in definition.args.args}

    def add(self, node: ast.AST, kind: str, text: str, *changes: tuple[ast.AST, Change]) -> None:
        """Note a mutant at a node."""
        place = (getattr(node, "lineno", self.definition.lineno), getattr(node, "col_offset", 0))
        self.found.append(
            Mutant(self.clauses, self.rule.name, self.rule.file, *place, kind, short(text), changes)
        )

    def static(self, node: ast.AST) -> Any:
        """The object that a global name, or an attribute of one, stands for; None if there is none."""
        return global_object(self.rule, node, self.own)

    # ----------------------------------------------------------------------------------- whole rules

    def whole(self) -> None:
        """A rule that is tagged with clauses, dropped whole."""
        if not self.rule.clauses:
            return
        head, name = self.definition, self.rule.name
        if self.rule.kind in rules.TRANSITIONS:
            self.add(head, DROPPED, f"{name} never happens", (head, Barred()))
        elif self.decides:
            given = [n.value for n in ast.walk(head) if isinstance(n, ast.Return) and n.value is not None]
            self.add(head, DROPPED, f"{name} is never so", *((value, Forced(value=False)) for value in given))
        elif not self.answers and self.rule.kind != "initial":
            if changes := tuple(self.without(head.body)):
                self.add(head, DROPPED, f"{name} does nothing", *changes)

    def without(self, body: Iterable[ast.stmt]) -> Iterator[tuple[ast.AST, Change]]:
        """The changes that leave statements out, except for values that later statements need."""
        for node in body:
            match node:
                case ast.Pass() | ast.Expr(value=ast.Constant()):
                    continue
                case ast.Expr(value=ast.Call(func=func, args=[test])) if self.static(func) is rules.require:
                    for part in conjuncts(test):
                        yield part, Forced(value=True)
                case _ if self.merely_states(node):
                    continue
                case ast.With(body=inner):
                    yield from self.without(inner)
                case ast.If(body=inner, orelse=other) if not self._leaves_out(node):
                    yield from self.without([*inner, *other])
                case ast.For(body=inner) if not self._leaves_out(node):
                    yield from self.without(inner)
                case _ if self._leaves_out(node):
                    yield node, Skipped()

    def merely_states(self, node: ast.stmt) -> bool:
        """Whether a statement only says what the code around it states."""
        return (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and self.static(node.value.func) is rules.states
        )

    def _leaves_out(self, node: ast.stmt) -> bool:
        """Whether a statement can be left out: no later one needs a name of it, and every path still returns."""
        stored = {
            id(part)
            for inner in ast.walk(node)
            if isinstance(inner, ast.comprehension | ast.For)
            for part in ast.walk(inner.target)
        }
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and id(part) not in stored:
                return False
            if isinstance(part, ast.Return) and self.answers:
                return False
        return True

    # ------------------------------------------------------------------------------------ statements

    def block(self, body: Sequence[ast.stmt], clauses: tuple[str, ...], *, alone: bool = False) -> None:
        """A block under clauses; ``alone``: dropping its one statement is dropping the block."""
        before, self.clauses = self.clauses, clauses
        for node in body:
            self.statement(node, alone=alone)
        self.clauses = before

    def statement(self, node: ast.stmt, *, alone: bool) -> None:
        """One statement."""
        inner = self.clauses
        match node:
            case ast.With(items=[ast.withitem(context_expr=ast.Call(args=args))], body=body):
                names = tuple(
                    a.value for a in args if isinstance(a, ast.Constant) and isinstance(a.value, str)
                )
                before, self.clauses = self.clauses, names
                changes = tuple(self.without(body))
                if changes:
                    self.add(node, DROPPED, f"the block of {' and '.join(names)}", *changes)
                self.clauses = before
                acting = [one for one in body if not self.merely_states(one)]
                self.block(acting, names, alone=bool(changes) and len(acting) == 1)
            case ast.Expr(value=ast.Call(func=func, args=args) as call):
                found = self.static(func)
                if found is rules.require and args:
                    self.condition(
                        args[0], droppable=None if alone and len(conjuncts(args[0])) == 1 else True
                    )
                elif found not in (rules.silent, rules.states):
                    if not alone:
                        self.add(node, DROPPED, f"`{ast.unparse(node)}`", (node, Skipped()))
                    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Subscript):
                        self.value(func.value)  # which of several sequences is changed
                    self.arguments(call)
            case ast.Assign(targets=[target], value=value):
                self.assigned(node, target, alone=alone)
                self.value(value)
            case ast.AugAssign(target=target, op=op, value=value):
                self.assigned(node, target, alone=alone)
                if type(op) in (ast.Add, ast.Sub):
                    turned: ast.operator = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
                    other = ast.copy_location(ast.AugAssign(target, turned, value), node)
                    text = f"`{WORDS[type(turned)]}=` for `{WORDS[type(op)]}=` in `{ast.unparse(node)}`"
                    self.add(node, BENT, text, (node, Replaced(other)))
                self.value(value, loop=isinstance(op, (ast.FloorDiv, ast.Mod)))
            case ast.If(test=test, body=body, orelse=orelse):
                self.condition(test)
                self.block(body, inner)
                self.block(orelse, inner)
            case ast.For(target=ast.Name(id=name), iter=iterable, body=body):
                text = f"the loop of {name} over `{ast.unparse(iterable)}` without its last round"
                self.add(node, BENT, text, (node, Shorter()))
                self.block(body, inner)
            case ast.Match(cases=cases):
                for case in cases:
                    self.block(case.body, inner)
            case ast.Return(value=ast.expr() as value):
                if self.decides:
                    self.condition(value)
                else:
                    self.value(value)

    def assigned(self, node: ast.stmt, target: ast.expr, *, alone: bool) -> None:
        """The target of an assignment."""
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        if not alone and not any(isinstance(part, ast.Name) for part in targets):
            self.add(node, DROPPED, f"`{ast.unparse(node)}`", (node, Skipped()))
        for part in targets:
            if isinstance(part, ast.Subscript):
                self.value(part)

    # ------------------------------------------------------------------------------------ conditions

    def condition(self, node: ast.expr, *, droppable: bool | None = None) -> None:
        """Mutate a condition; ``droppable``: its value when it is left out (None: it stands alone)."""
        if self.of_rulings(node):
            return
        if isinstance(node, ast.BoolOp):
            for part in node.values:
                self.condition(part, droppable=isinstance(node.op, ast.And))
            return
        if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.BoolOp):
            self.condition(node.operand)
        else:
            self.add(node, NEGATED, f"`{ast.unparse(node)}`", (node, Flipped()))
            if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                self.inside(node.operand)
            else:
                self.inside(node)
        if droppable is not None:
            self.add(node, DROPPED, f"`{ast.unparse(node)}`", (node, Forced(value=droppable)))

    def of_rulings(self, node: ast.expr) -> bool:
        """Whether a condition is about rulings alone, or is a constant."""
        names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
        found = [self.static(n) for n in names]
        return all(isinstance(f, Rulings) or (isinstance(f, type) and issubclass(f, Reading)) for f in found)

    def inside(self, node: ast.expr) -> None:
        """Mutate the parts of a condition."""
        if isinstance(node, ast.Compare):
            self.compare(node)
        else:
            self.value(node, part=True)

    def compare(self, node: ast.Compare) -> None:
        """Mutate a comparison: its operators and its operands."""
        for place, op in enumerate(node.ops):
            if type(op) in ORDER:
                signs = [*node.ops]
                signs[place] = ORDER[type(op)]()
                other = ast.copy_location(ast.Compare(node.left, signs, node.comparators), node)
                text = f"`{WORDS[type(signs[place])]}` for `{WORDS[type(op)]}` in `{ast.unparse(node)}`"
                self.add(op_place(node, place), BENT, text, (node, Replaced(other)))
        sides = [node.left, *node.comparators]
        for place, side in enumerate(sides):
            if isinstance(side, (ast.Tuple, ast.List, ast.Set)):
                for item in side.elts:
                    self.value(item)
            elif place == 1 and len(sides) == 2 and type(node.ops[0]) in OTHER_SIDE:
                self.value(side, steps=(OTHER_SIDE[type(node.ops[0])],))
            else:
                self.value(side)

    # ---------------------------------------------------------------------------------------- values

    def value(
        self, node: ast.expr, *, part: bool = False, loop: bool = False, steps: tuple[int, ...] = (1, -1)
    ) -> None:
        """Mutate a value.  ``part``: its condition is mutated already; ``loop``: it must stay constant."""
        if loop:
            return
        match node:
            case ast.Constant(value=bool() as flag):
                if not part:
                    self.add(node, BENT, f"`{not flag}` for `{flag}`", (node, Flipped()))
            case ast.Constant(value=int()):
                self.off_by_one(node, steps)
            case ast.Name() | ast.Attribute():
                self.named(node, steps)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                self.condition(node)
            case ast.UnaryOp(operand=operand):
                self.value(operand)
            case ast.BinOp(left=left, op=op, right=right):
                if type(op) in (ast.Add, ast.Sub):
                    turned: ast.operator = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
                    other = ast.copy_location(ast.BinOp(left, turned, right), node)
                    text = f"`{WORDS[type(turned)]}` for `{WORDS[type(op)]}` in `{ast.unparse(node)}`"
                    self.add(node, BENT, text, (node, Replaced(other)))
                self.value(left)
                self.value(right, loop=isinstance(op, (ast.FloorDiv, ast.Mod)))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.condition(test)
                self.value(body)
                self.value(orelse)
            case ast.Subscript(value=base, slice=index):
                if isinstance(base, ast.Subscript):
                    self.value(base)
                for key in index.elts if isinstance(index, ast.Tuple) else [index]:
                    self.value(key)
            case ast.Call():
                self.call(node)

    def named(self, node: ast.Name | ast.Attribute, steps: tuple[int, ...]) -> None:
        """A member of a kind, a size, or a number that the module names."""
        found = self.static(node)
        if isinstance(found, Kind):
            members = list(type(found).__members__.values())
            if len(members) > 1 and isinstance(node, ast.Attribute):
                following = members[(members.index(found) + 1) % len(members)].name
                other = ast.copy_location(ast.Attribute(node.value, following, ast.Load()), node)
                self.add(
                    node, BENT, f"`{ast.unparse(other)}` for `{ast.unparse(node)}`", (node, Replaced(other))
                )
        elif (isinstance(found, int) and not isinstance(found, bool)) or (
            isinstance(node, ast.Attribute) and isinstance(self.static(node.value), Sizes)
        ):
            self.off_by_one(node, steps)

    def off_by_one(self, node: ast.expr, steps: tuple[int, ...]) -> None:
        """A constant, one more or one less."""
        for step in steps:
            sign: ast.operator = ast.Add() if step > 0 else ast.Sub()
            one = ast.copy_location(ast.Constant(1), node)
            other: ast.expr = ast.copy_location(ast.BinOp(node, sign, one), node)
            text = ast.unparse(other)
            if isinstance(node, ast.Constant) and isinstance(node.value, int):
                text = str(node.value + step)
            self.add(node, BENT, f"`{text}` for `{ast.unparse(node)}`", (node, Replaced(other)))

    def arguments(self, node: ast.Call) -> None:
        """The arguments of a call, the state itself left aside."""
        for arg in node.args:
            self.value(arg)

    def call(self, node: ast.Call) -> None:
        """A call of a rule, or of ``any``, ``all``, ``sum``, ``min``, ``max``."""
        word = node.func.id if isinstance(node.func, ast.Name) and self.static(node.func) is None else ""
        if word in SWAPPED:
            name = ast.copy_location(ast.Name(SWAPPED[word], ast.Load()), node.func)
            other = ast.copy_location(ast.Call(name, node.args, node.keywords), node)
            self.add(
                node, BENT, f"`{name.id}` for `{word}` in `{ast.unparse(node)}`", (node, Replaced(other))
            )
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            self.generator(node, node.args[0], word)
        elif word not in ("range", "len"):
            self.arguments(node)
        elif isinstance(node.args[0], ast.Subscript):
            self.value(node.args[0])  # the length of which of several sequences

    def generator(self, node: ast.Call, generator: ast.GeneratorExp, word: str) -> None:
        """Mutate the generator of ``any(...)``, ``all(...)``, ``sum(...)``, ``min(...)`` or ``max(...)``."""
        for place, part in enumerate(generator.generators):
            text = f"`{ast.unparse(part.target)}` over `{ast.unparse(part.iter)}` without its last value"
            self.add(part.target, BENT, text, (node, Shorter(place)))
            for test in part.ifs:
                self.condition(test, droppable=True)
        if word in ("any", "all"):
            self.condition(generator.elt)
        else:
            self.value(generator.elt)


def global_object(rule: Rule, node: ast.AST, own: Collection[str] = ()) -> Any:
    """The object that a name of a rule's module, not one of its ``own``, or an attribute of one stands for, or None."""
    if isinstance(node, ast.Name) and node.id not in own:
        return rule.function.__globals__.get(node.id)
    if isinstance(node, ast.Attribute):
        base = global_object(rule, node.value, own)
        if isinstance(base, ModuleType):
            return getattr(base, node.attr, None)
        if isinstance(base, type) and issubclass(base, (Kind, Reading)):
            return base.__members__.get(node.attr)
    return None


def conjuncts(node: ast.expr) -> list[ast.expr]:
    """The parts of a conjunction, each of which is required."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [part for value in node.values for part in conjuncts(value)]
    return [node]


def op_place(node: ast.Compare, place: int) -> ast.expr:
    """The operand before a sign, which tells the signs of a chain apart."""
    return node if place == 0 else node.comparators[place - 1]
