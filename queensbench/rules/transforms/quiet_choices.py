"""Decisions that the text of a rule takes, each with the other ways in which it could be taken.

Whoever writes rules as a program decides more than the rulebook says: what happens where a condition does not hold,
which of two effects comes first, who comes first among equals.  :func:`choices_of` reads these decisions off the syntax
of a rule, in its order; each has one or more *flips*, which :mod:`queensbench.rules.transforms.flipped_rules` lowers
beside what is written.

==============  =====================================================================================================
require         one part of a requirement; flip: it is not required
branch          an ``if`` with two sides; flips: always the one, always the other
other-side      an ``if`` without an ``else``: what happens where the condition does not hold
early-return    an ``if`` whose body only ends the rule
empty-case      an ``if`` with a side that does nothing
either          ``a if condition else b``
tie             an order between two values that are both found in play; flip: equality belongs to the other side
clamp           ``min`` or ``max`` of several values; flips: each of them alone
default         what ``min`` or ``max`` of nothing is; flip: one more
bound           a loop over a range of numbers; flip: without its last round
swap            two effects side by side, of which one touches what the other changes; flip: the other way round
==============  =====================================================================================================

What this reader cannot see: patterns of ``match``, bounds of loops over a kind, values that are assigned, and orders of
effects that do not stand side by side (the order of a loop and of automatic rules is
:mod:`queensbench.rules.transforms.effect_orders`).  Conditions on rulings, and those that lead to a declared silence,
are no quiet choice.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from queensbench.language import rules
from queensbench.language.domains import Kind
from queensbench.language.rules import Rule
from queensbench.language.rulings import Reading, Rulings
from queensbench.rules.lowering.sequences import ARGUMENTS
from queensbench.rules.transforms.mutated_rules import definition
from queensbench.rules.transforms.mutation_operators import (
    ORDER,
    WORDS,
    Change,
    Forced,
    Replaced,
    RuleReader,
    Shorter,
    conjuncts,
    global_object,
)

KINDS = (
    "require",
    "branch",
    "other-side",
    "early-return",
    "empty-case",
    "either",
    "tie",
    "clamp",
    "default",
    "bound",
    "swap",
)
Other = tuple[str, tuple[tuple[ast.AST, Change], ...]]
"""Another way to take a decision: what it is, and its changes."""
LONGEST = 100
"""The most characters of a choice's text; of a longer one the end is a digest."""


@dataclass(frozen=True, eq=False)
class Flip:
    """One other way to take a decision: ``name`` is unique in a ruleset, ``changes`` are nodes with their change."""

    name: str
    what: str
    changes: tuple[tuple[ast.AST, Change], ...]


@dataclass(frozen=True, eq=False)
class QuietChoice:
    """One decision in the text of a rule.

    ``rule``: the last part of its module's name and its own, with a dot between.  ``text``: the code, in one line.
    ``number``: counts, from 1, the decisions of one kind with one text in a rule.  ``clauses``: those in force, and
    those of the blocks that hang on it (``within``).  ``around``: of a rule that names no clause, the clauses in force
    wherever it is called.  ``words``: the words of the names in its code.  ``fields``: those that its code reads.
    """

    rule: str
    kind: str
    text: str
    number: int
    file: str
    line: int
    clauses: tuple[str, ...]
    within: tuple[str, ...]
    around: tuple[tuple[str, ...], ...]
    words: frozenset[str]
    fields: frozenset[str]
    flips: tuple[Flip, ...]

    @property
    def key(self) -> tuple[str, str, str, int]:
        """The name of the choice, which stays as long as its code does."""
        return self.rule, self.kind, self.text, self.number


@dataclass
class Touched:
    """The fields that code reads and writes."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)

    def meets(self, other: Touched) -> bool:
        """Whether one writes what the other reads or writes."""
        return bool(self.writes & (other.reads | other.writes) or other.writes & self.reads)


def choices_of(
    rule: Rule,
    head: ast.FunctionDef,
    around: tuple[tuple[str, ...], ...] = ((),),
    resolve: Callable[[Rule], Rule] = lambda rule: rule,
) -> list[QuietChoice]:
    """The decisions of one rule, in the order of its text.

    ``around``: the clauses in force where it is called.  ``resolve``: the rule that stands for another in the mode.
    """
    reader = _ChoiceReader(rule, head)
    reader.around, reader.resolve = around, resolve
    reader.block(head.body, rule.clauses)
    return reader.choices


def called(rule: Rule) -> str:
    """The name of a rule with that of its module, as answers give it."""
    return f"{rule.module.rpartition('.')[2]}.{rule.name}"


def normalized(text: str) -> str:
    """Code in one line of at most :data:`LONGEST` characters."""
    flat = " ".join(text.split())
    if len(flat) <= LONGEST:
        return flat
    return f"{flat[: LONGEST - 12].rstrip()} ... {hashlib.sha256(flat.encode()).hexdigest()[:6]}"


class _ChoiceReader(RuleReader):
    """Reads the decisions of one rule."""

    def __init__(self, rule: Rule, head: ast.FunctionDef) -> None:
        super().__init__(rule, head)
        self.choices: list[QuietChoice] = []
        self.state = rule.parameters()[0] if rule.state() is not None else ""
        self.seen: dict[tuple[str, str], int] = {}
        self.around: tuple[tuple[str, ...], ...] = ((),)
        self.resolve: Callable[[Rule], Rule] = lambda rule: rule

    # ------------------------------------------------------------------------------------ statements

    def block(self, body: Sequence[ast.stmt], clauses: tuple[str, ...], *, alone: bool = False) -> None:
        """The decisions of a block under clauses."""
        before, self.clauses = self.clauses, clauses
        acting = [node for node in body if not self.merely_states(node) and not _idle(node)]
        for place, node in enumerate(acting):
            self.statement(node, alone=alone)
            if place + 1 < len(acting):
                self.swap(node, acting[place + 1])
        self.clauses = before

    def statement(self, node: ast.stmt, *, alone: bool) -> None:
        """The decisions of one statement."""
        match node:
            case ast.With(body=body):
                self.block(body, (*self.clauses, *self.clauses_of(node)))
            case ast.Expr(value=ast.Call(func=func, args=args)):
                if self.static(func) is rules.require and args:
                    for part in conjuncts(args[0]):
                        self.required(part)
                else:
                    self.inner(node)
            case ast.If(test=test, body=body, orelse=orelse):
                self.branch(node)
                self.inner(test)
                self.block(body, self.clauses)
                self.block(orelse, self.clauses)
            case ast.For(target=ast.Name(id=name), iter=values, body=body):
                if _ranged(values):
                    text = f"for {name} in {ast.unparse(values)}"
                    self.tell("bound", node, text, values, [("without its last round", ((node, Shorter()),))])
                self.block(body, self.clauses)
            case ast.Match(cases=cases):
                for case in cases:
                    self.block(case.body, self.clauses)
            case _:
                self.inner(node)

    def required(self, part: ast.expr) -> None:
        """One part of a requirement."""
        if not self.reads_ruling(part):
            flips = [("not required", ((part, Forced(value=True)),))]
            self.tell("require", part, ast.unparse(part), part, flips)
        self.inner(part)

    def branch(self, node: ast.If) -> None:
        """An ``if``, or the parts of its condition where others of them are about rulings."""
        test, within = node.test, tuple(self.clauses_of(*node.body, *node.orelse))
        if self.silences(node.body):
            return
        kind = "branch" if node.orelse else "other-side"
        acting = [one for one in node.body if not self.merely_states(one) and not _idle(one)]
        other = [one for one in node.orelse if not _idle(one)]
        if not acting or (node.orelse and not other):
            kind = "empty-case"
        elif len(_flat(acting)) == 1 and isinstance(_flat(acting)[0], ast.Return) and not self.answers:
            kind = "early-return"
        if not self.reads_ruling(test):
            flips = [
                (word, ((test, Forced(value=value)),)) for word, value in (("always", True), ("never", False))
            ]
            self.tell(kind, node, f"if {ast.unparse(test)}", test, flips, within)
        elif isinstance(test, ast.BoolOp):
            both = isinstance(test.op, ast.And)
            for part in test.values:
                if not self.reads_ruling(part):
                    flips = [("without it", ((part, Forced(value=both)),))]
                    self.tell(kind, part, f"{ast.unparse(part)} in {ast.unparse(test)}", part, flips, within)

    def silences(self, body: Sequence[ast.stmt]) -> bool:
        """Whether a block says that the text is silent here, which is no quiet choice."""
        calls = [
            node.value for node in body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        ]
        return any(self.static(call.func) is rules.silent for call in calls)

    def swap(self, one: ast.stmt, two: ast.stmt) -> None:
        """Two effects side by side."""
        if not (self.acts(one) and self.acts(two)):
            return
        first, second = self.touched(one), self.touched(two)
        if not (first.writes and second.writes and first.meets(second)):
            return
        text = f"{ast.unparse(one)} before {ast.unparse(two)}"
        whole = ast.Module([one, two], [])
        flips = [("the other way round", ((one, Replaced(two)), (two, Replaced(one))))]
        self.tell("swap", one, text, whole, flips, tuple(self.clauses_of(one, two)))

    # ---------------------------------------------------------------------------------- expressions

    def inner(self, node: ast.AST) -> None:
        """The decisions within expressions: values by condition, orders, bounds."""
        for part in ast.walk(node):
            match part:
                case ast.IfExp(test=test) if not self.reads_ruling(test):
                    flips: list[Other] = [
                        (word, ((test, Forced(value=value)),))
                        for word, value in (("always", True), ("never", False))
                    ]
                    self.tell("either", part, ast.unparse(part), test, flips)
                case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in ORDER:
                    if not (self.fixed(left) or self.fixed(right) or self.reads_ruling(part)):
                        sign = ORDER[type(op)]
                        other = ast.copy_location(ast.Compare(left, [sign()], [right]), part)
                        flips = [
                            (f"`{WORDS[sign]}` for `{WORDS[type(op)]}`", ((part, Replaced(other)),)),
                        ]
                        self.tell("tie", part, ast.unparse(part), part, flips)
                case ast.Call(func=ast.Name(id="min" | "max" as word), args=args, keywords=named):
                    if self.static(part.func) is None:
                        self.extreme(part, word, args, named)
                case ast.Call(func=ast.Name(), args=[ast.GeneratorExp(generators=loops)]):
                    self.rounds(part, loops)

    def extreme(self, node: ast.Call, word: str, args: list[ast.expr], named: list[ast.keyword]) -> None:
        """The values of ``min`` or ``max``, and what it is of nothing."""
        if len(args) > 1:
            flips: list[Other] = [(f"always `{ast.unparse(one)}`", ((node, Replaced(one)),)) for one in args]
            self.tell("clamp", node, ast.unparse(node), node, flips)
        for one in named:
            if one.arg == "default":
                more = ast.copy_location(ast.BinOp(one.value, ast.Add(), ast.Constant(1)), one.value)
                flips = [("one more", ((one.value, Replaced(ast.fix_missing_locations(more))),))]
                self.tell("default", node, ast.unparse(node), node, flips)
        if args and isinstance(args[0], ast.GeneratorExp):
            self.rounds(node, args[0].generators)

    def rounds(self, node: ast.Call, loops: list[ast.comprehension]) -> None:
        """The ranges of a generator."""
        for place, loop in enumerate(loops):
            if _ranged(loop.iter):
                text = f"{ast.unparse(loop.target)} in {ast.unparse(loop.iter)} of {ast.unparse(node)}"
                flips = [("without its last round", ((node, Shorter(place)),))]
                self.tell("bound", node, text, loop.iter, flips)

    # --------------------------------------------------------------------------------------- facts

    def tell(
        self,
        kind: str,
        node: ast.AST,
        text: str,
        words: ast.AST,
        flips: Sequence[Other],
        within: tuple[str, ...] = (),
    ) -> None:
        """Note a decision; ``words``: the code whose names a clause has to speak of."""
        text = normalized(text)
        number = self.seen[kind, text] = self.seen.get((kind, text), 0) + 1
        rule = called(self.rule)
        line = getattr(node, "lineno", self.definition.lineno)
        made = tuple(Flip(f"{rule} {kind} {text} {number}: {what}", what, changes) for what, changes in flips)
        self.choices.append(
            QuietChoice(
                rule,
                kind,
                text,
                number,
                self.rule.file,
                line,
                tuple(dict.fromkeys(self.clauses)),
                tuple(dict.fromkeys(within)),
                self.around,
                frozenset(self.words(words)),
                frozenset(self.touched(words).reads),
                made,
            )
        )

    def clauses_of(self, *nodes: ast.AST) -> Iterator[str]:
        """The clauses that the blocks in some statements name."""
        items = [
            item.context_expr
            for node in nodes
            for part in ast.walk(node)
            if isinstance(part, ast.With)
            for item in part.items
        ]
        for item in items:
            given = item.args if isinstance(item, ast.Call) else []
            yield from (a.value for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str))

    def reads_ruling(self, node: ast.AST) -> bool:
        """Whether code reads a ruling itself."""
        found = [self.static(part) for part in ast.walk(node) if isinstance(part, ast.Name)]
        return any(isinstance(f, Rulings) or (isinstance(f, type) and issubclass(f, Reading)) for f in found)

    def fixed(self, node: ast.expr) -> bool:
        """Whether a value is the same in every game of a box: no part of it is read in the state or is an argument."""
        return not any(isinstance(part, ast.Name) and part.id in self.own for part in ast.walk(node))

    def words(self, node: ast.AST) -> Iterator[str]:
        """The words of the names that code uses, in lower case; numbers are words too."""
        for part in ast.walk(node):
            name = ""
            match part:
                case ast.Attribute(attr=name) | ast.Name(id=name):
                    found = self.static(part)
                    if isinstance(found, type) and issubclass(found, Kind):
                        name = found.__name__
                case ast.Constant(value=int() as value) if not isinstance(value, bool):
                    yield str(value)
            for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name):
                if name != self.state:
                    yield word.lower()

    def acts(self, node: ast.stmt) -> bool:
        """Whether a statement is an effect that can change places with another: it ends nothing and names nothing."""
        for part in ast.walk(node):
            if isinstance(part, ast.Return):
                return False
            if (
                isinstance(part, ast.Name)
                and isinstance(part.ctx, ast.Store)
                and isinstance(node, ast.Assign)
            ):
                return False
            if isinstance(part, ast.Call) and self.static(part.func) in (rules.require, rules.silent):
                return False
        stored = [
            part for part in ast.walk(node) if isinstance(part, ast.Assign | ast.AugAssign | ast.AnnAssign)
        ]
        for one in stored:
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            flat = [
                t for target in targets for t in (target.elts if isinstance(target, ast.Tuple) else [target])
            ]
            if any(isinstance(target, ast.Name) for target in flat):
                return False
        return True

    def touched(self, node: ast.AST) -> Touched:
        """The fields that code touches, also in the rules that it calls."""
        found = Touched()
        _touch(node, self.state, self.rule, found, set(), self.resolve)
        return found


def _touch(
    node: ast.AST, state: str, rule: Rule, found: Touched, known: set[Rule], resolve: Callable[[Rule], Rule]
) -> None:
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == state:
            (found.writes if isinstance(part.ctx, ast.Store) else found.reads).add(part.attr)
        elif isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
            _change(part, found)
        elif isinstance(part, ast.Call):
            called_rule = rule_called(rule, part.func)
            if called_rule is not None:
                _follow(resolve(called_rule), found, known, resolve)
            elif isinstance(part.func, ast.Attribute) and part.func.attr in ARGUMENTS:
                _change(part.func.value, found)


def _change(base: ast.AST, found: Touched) -> None:
    """Add the field of which a place, or a whole sequence, is changed."""
    while isinstance(base, ast.Subscript):
        base = base.value
    if isinstance(base, ast.Attribute):
        found.writes.add(base.attr)


def _follow(other: Rule, found: Touched, known: set[Rule], resolve: Callable[[Rule], Rule]) -> None:
    """Add what a rule that is called touches."""
    if other in known:
        return
    known.add(other)
    try:
        head = definition(other)
    except (LookupError, OSError):
        return
    _touch(head, other.parameters()[0] if other.state() is not None else "", other, found, known, resolve)


def rule_called(rule: Rule, func: ast.expr) -> Rule | None:
    """The rule that a name means in the module of another one; None if it means none."""
    value = global_object(rule, func)
    return value if isinstance(value, Rule) else None


def _ranged(values: ast.expr) -> bool:
    """Whether a loop runs over a range of numbers."""
    return isinstance(values, ast.Call) and isinstance(values.func, ast.Name) and values.func.id == "range"


def _idle(node: ast.stmt) -> bool:
    """Whether a statement does nothing: ``pass``, or a text."""
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _flat(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements of a block, those in blocks of clauses among them."""
    return [
        inner
        for node in body
        for inner in (_flat(node.body) if isinstance(node, ast.With) else [node])
        if not _idle(inner)
    ]


__all__ = ["KINDS", "Flip", "QuietChoice", "called", "choices_of", "normalized"]
