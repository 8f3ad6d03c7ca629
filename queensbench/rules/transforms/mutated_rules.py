"""A fault put into the Python of a rule, so that games of the interpreter follow the faulty rule.

:mod:`queensbench.rules.transforms.mutant_schemata` puts mutants into the typed form, for the engines; this puts one
into the function that CPython runs, for tests and plays.  Both make the same changes of the same nodes of the syntax.

What this cannot see: machine code, which is made of the text of the rules and keeps to it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from queensbench.language import rules
from queensbench.language.source import functions
from queensbench.rules.transforms.mutation_operators import (
    Barred,
    Change,
    Flipped,
    Forced,
    Mutant,
    Replaced,
    Shorter,
    Skipped,
)

BLOCKS = ("body", "orelse")
MARK, REFUSE, SHORTEN, SAME = "__mark__", "__refuse__", "__shorten__", "__same__"


def rules_in(file: str) -> list[rules.Rule]:
    """The rules that were declared in a file."""
    return [rule for found in rules.registry.values() for rule in found if rule.file == file]


def definition(rule: rules.Rule) -> ast.FunctionDef:
    """The syntax of a rule, of the cached tree of its file.  Raises LookupError where there is none."""
    for node in functions(rule.file, rule.name):
        if min([node.lineno, *(part.lineno for part in node.decorator_list)]) == rule.line:
            return node
    raise LookupError(rule.name)


def rule_of(mutant: Mutant) -> rules.Rule:
    """The rule whose syntax has the nodes of a mutant.  Raises LookupError where there is none."""
    wanted = {id(node) for node, _ in mutant.changes}
    for rule in rules_in(mutant.file):
        if rule.name == mutant.rule and wanted & {id(node) for node in ast.walk(definition(rule))}:
            return rule
    raise LookupError(mutant.name)


def block_of(node: ast.FunctionDef, wanted: ast.AST) -> tuple[ast.AST, str]:
    """The innermost block, by its owner and its name, in which a node stands."""
    found: tuple[ast.AST, str] = (node, "body")
    todo: list[tuple[ast.AST, tuple[ast.AST, str]]] = [(node, found)]
    while todo:
        part, place = todo.pop()
        if part is wanted:
            return place
        for name, value in ast.iter_fields(part):
            inner = (part, name) if name in BLOCKS and isinstance(value, list) else place
            items = value if isinstance(value, list) else [value]
            todo += [(item, inner) for item in items if isinstance(item, ast.AST)]
    return found


class _Writer:
    """Writes a definition anew: with changes of some nodes, or with a mark at the head of every block."""

    def __init__(
        self, changes: Mapping[int, Change], marked: Callable[[ast.AST, str], int] | None = None
    ) -> None:
        self.changes = changes
        self.marked = marked

    def node(self, node: ast.AST) -> ast.AST:
        """A copy of a node with its change, if it has one."""
        change = self.changes.get(id(node))
        match change:
            case Forced(value=value):
                return ast.copy_location(ast.Constant(value), node)
            case Skipped():
                return ast.copy_location(ast.Pass(), node)
            case Replaced(node=other):
                return _Writer({}).copy(other)  # what it replaces may stand in it
        made: Any = self.copy(node)
        match change:
            case Flipped():
                return ast.copy_location(ast.UnaryOp(ast.Not(), made), node)
            case Barred():
                made.body.insert(0, _call(REFUSE, ast.Constant(value=False)))
            case Shorter(loop=place):
                loop = made if isinstance(made, ast.For) else made.args[0].generators[place]
                loop.iter = ast.Call(ast.Name(SHORTEN, ast.Load()), [loop.iter], [])
        return made  # type: ignore[no-any-return]

    def copy(self, node: ast.AST) -> ast.AST:
        """A copy of a node with the changes of the nodes below it."""
        fields = {}
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                items = [self.node(part) if isinstance(part, ast.AST) else part for part in value]
                if self.marked is not None and name in BLOCKS and items:
                    items.insert(0, _call(MARK, ast.Constant(self.marked(node, name))))
                fields[name] = items
            else:
                fields[name] = self.node(value) if isinstance(value, ast.AST) else value  # type: ignore[assignment]
        return ast.copy_location(type(node)(**fields), node)


def _call(name: str, value: ast.expr) -> ast.Expr:
    return ast.Expr(ast.Call(ast.Name(name, ast.Load()), [value], []))


def install(mutant: Mutant) -> None:
    """Put a mutant into the function of its rule, for the rest of this process.  Raises LookupError without a rule."""
    rule = rule_of(mutant)
    _compiled(rule, _Writer({id(node): change for node, change in mutant.changes}))


def mark(rule: rules.Rule, note: Callable[[int], Any], number: Callable[[ast.AST, str], int]) -> None:
    """Have the function of a rule call ``note`` at the head of every block, with the block's number."""
    rule.function.__globals__[MARK] = note
    _compiled(rule, _Writer({}, number))


def _compiled(rule: rules.Rule, writer: _Writer) -> None:
    """Replace the code of a rule by that of a changed definition, with the same names and lines."""
    function = rule.function
    assert isinstance(function, FunctionType)
    made: Any = writer.node(definition(rule))
    made.decorator_list = [
        ast.copy_location(ast.Name(SAME, ast.Load()), part) for part in made.decorator_list
    ]  # the first line of a function is that of its first decorator
    module = ast.fix_missing_locations(ast.Module([made], []))
    names = {**function.__globals__, SAME: lambda same: same}
    exec(compile(module, rule.file, "exec", dont_inherit=True, flags=_flags(function)), names)  # noqa: S102 - the rule
    function.__globals__.setdefault(REFUSE, rules.require)
    function.__globals__.setdefault(SHORTEN, lambda values: list(values)[:-1])
    function.__code__ = names[rule.name].__code__


def _flags(function: FunctionType) -> int:
    """The flags of the future statements in the module of a function."""
    import __future__

    known = [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names]
    return sum({flag for flag in known if function.__code__.co_flags & flag})


__all__ = ["block_of", "definition", "install", "mark", "rule_of", "rules_in"]
