"""Conditions that are given as text: ``score >= 90``, ``phase == Phase.AIM and not over``.

A condition is one expression of the language of rules.  It names the fields of the state, the kinds, lookups and rules
of the model, ``over``, ``won(PLAYER)`` and ``score`` (or ``score(PLAYER)``); what it says of winners and scores holds
of ended games only.  It is lowered and checked like a property of the author's.  Nothing of it is run by Python: for
the interpreter its checked syntax is walked, node by node.
"""

from __future__ import annotations

import ast
import linecache
import operator
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from types import SimpleNamespace
from typing import Any

from queensbench.errors import BadInput, ModelRefused, RangeViolation
from queensbench.language.domains import Kind, span
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl, holds
from queensbench.language.records import Lookup, fields_of
from queensbench.language.rules import Rule
from queensbench.rules.instance_context import context_for
from queensbench.rules.mode_rules import RuleSet, rules_of
from queensbench.rules.system import build
from queensbench.rules.typed import ir

STATE = "s"
ENDED = ("score", "won")
"""Names whose answers are of ended games only."""
SHOWN = 60
"""So many characters are told of a condition that is nested too deeply."""
SPEAKS = (Rule, Kind, Lookup, type, int)
"""What a name of the model's means before it is taken for the member of a kind."""
KNOWN: Mapping[str, Callable[..., Any]] = {
    "any": any, "all": all, "sum": sum, "min": min, "max": max, "len": len, "abs": abs, "range": range,
}  # fmt: skip
OPERATORS: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
}


def condition(mode: Mode, instance: Instance, text: str) -> PropertyDecl:
    """A condition as a property: that it can be reached.

    Raises BadInput for text that is no expression, and for a member that several kinds have.
    """
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (RecursionError, MemoryError):
        raise _too_deep(text) from None
    except (SyntaxError, ValueError) as error:
        what = getattr(error, "msg", str(error))
        raise BadInput(f"`{text}` is no condition: {what}", remedy="write it as in `score >= 90`") from None
    rules = rules_of(mode)
    context = context_for(mode, instance)
    names = {decl.name for decl in fields_of(mode.state, context)}
    globals_ = _globals(mode, rules)
    written = _Spoken(names, globals_, rules, text)
    body = written.visit(node)
    if written.ended and rules.over is not None:
        body = ast.BoolOp(ast.And(), [_asked("over"), body])
    body = ast.fix_missing_locations(body)
    file = f"<condition {text}>"
    try:
        source = f"def condition({STATE}: State) -> bool:\n    return {ast.unparse(body)}\n"
    except ValueError:
        raise _refused(text, "it has a number of thousands of digits", "write a smaller one") from None
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    made: Any = _Function(body, globals_, file, mode.module)
    rule = Rule(made, "property")
    rule._hints, rule._state = {STATE: mode.state, "return": bool}, mode.state
    expectation = holds("asked for")
    return PropertyDecl(text, "reachable", mode.state, expectation, rule=rule, module=mode.module)


def conditioned(ruleset: str, mode: Mode, instance: Instance, text: str) -> tuple[ir.System, PropertyDecl]:
    """The system of a mode with one more judge, of a condition, and its declaration.

    Raises BadInput for a condition outside the language, with all that is wrong in it.
    """
    try:
        decl = condition(mode, instance, text)
        return build(mode, instance, ruleset=ruleset, asked=(decl,)), decl
    except RecursionError:
        raise _too_deep(text) from None
    except ModelRefused as refused:
        mine = [one for one in refused.findings if one.file.startswith("<condition ")]
        if not mine:
            raise
        faults = ", ".join(f"{one.fault} in `{one.text}`" if one.text else one.fault for one in mine)
        raise BadInput(f"`{text}` is no condition: {faults}", remedy=mine[0].remedy) from None


def _too_deep(text: str) -> BadInput:
    """What is said of an expression that is nested more deeply than Python reads."""
    return _refused(text, "it is nested too deeply", "write a @rule, and ask for that")


def _refused(text: str, what: str, remedy: str) -> BadInput:
    """What is said of an expression that may be long."""
    begins = text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
    return BadInput(f"`{begins}` is no condition: {what}", remedy=remedy)


def _globals(mode: Mode, rules: RuleSet) -> dict[str, Any]:
    """The names of the model's modules, those of the mode's own module before others."""
    found: dict[str, Any] = {"span": span}
    every = (*rules.helpers, *rules.transitions, rules.initial)
    for rule in sorted(every, key=lambda one: one.module == mode.module):
        found.update(rule.function.__globals__)
    for word, asked in (("over", rules.over), ("won", rules.wins), ("score", rules.score)):
        if asked is not None:
            found[word] = asked  # noqa: PERF403 - some are missing
    return found


def _asked(word: str, *args: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(word, ast.Load()), [ast.Name(STATE, ast.Load()), *args], [])


class _Spoken(ast.NodeTransformer):
    """Turns the short words of a condition into what a rule says: fields of the state, calls, members of kinds."""

    def __init__(self, fields: set[str], names: Mapping[str, Any], rules: RuleSet, text: str) -> None:
        self.fields, self.names, self.rules, self.text = fields, names, rules, text
        self.ended = False
        self.bound: set[str] = set()
        members: dict[str, list[str]] = {}
        for name, value in names.items():
            if isinstance(value, type) and issubclass(value, Kind) and value is not Kind:
                for member in value.__members__:
                    members.setdefault(member, []).append(name)
        self.members = members

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        """Names that a generator binds are its own."""
        before = set(self.bound)
        for part in node.generators:
            self.bound |= {n.id for n in ast.walk(part.target) if isinstance(n, ast.Name)}
        found = self.generic_visit(node)
        self.bound = before
        assert isinstance(found, ast.expr)
        return found

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """``score(WHITE)`` and calls of rules that take the state first, which need not be written."""
        rule = self.names.get(node.func.id) if isinstance(node.func, ast.Name) else None
        node.args = [self.visit(arg) for arg in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        if isinstance(rule, Rule) and isinstance(node.func, ast.Name):
            self.ended |= node.func.id in ENDED
            named = bool(node.args) and isinstance(node.args[0], ast.Name) and node.args[0].id == STATE
            if rule.state() is not None and not named:
                node.args.insert(0, ast.Name(STATE, ast.Load()))
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A field, ``score``, ``over``, or the member of a kind."""
        word = node.id
        if word in self.bound or word == STATE or not isinstance(node.ctx, ast.Load):
            return node
        if word in self.fields:
            return ast.Attribute(ast.Name(STATE, ast.Load()), word, ast.Load())
        rule = self.names.get(word)
        if isinstance(rule, Rule) and word in ("over", *ENDED) and not rule.arguments():
            self.ended |= word in ENDED
            return _asked(word)
        kinds = [] if isinstance(self.names.get(word), SPEAKS) else self.members.get(word, [])
        if len({id(self.names[kind]) for kind in kinds}) == 1:
            return ast.Attribute(ast.Name(kinds[0], ast.Load()), word, ast.Load())
        if kinds:
            raise BadInput(
                f"`{self.text}` is no condition: {word} is a member of {', '.join(sorted(kinds))}",
                remedy=f"write {min(kinds)}.{word}",
            )
        return node


class _Function:
    """A checked expression in the place of a function: called by the interpreter, it walks its own syntax."""

    __closure__ = None
    __name__ = "condition"

    def __init__(self, body: ast.expr, names: dict[str, Any], file: str, module: str) -> None:
        self.body = body
        self.__globals__ = names
        self.__module__ = module
        self.__annotations__: dict[str, Any] = {}
        self.__code__ = SimpleNamespace(
            co_filename=file, co_firstlineno=1, co_varnames=(STATE,), co_argcount=1
        )

    def __call__(self, state: Any) -> bool:
        names: ChainMap[str, Any] = ChainMap({STATE: state}, self.__globals__, dict(KNOWN))
        return bool(_value(self.body, names))


def _value(node: ast.expr, names: MutableMapping[str, Any]) -> Any:
    """The value of an expression that the checker has passed."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return names[name]
        case ast.Attribute(value=base, attr=attr):
            return getattr(_value(base, names), attr)
        case ast.Subscript(value=base, slice=key):
            return _value(base, names)[_value(key, names)]
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return tuple(_value(part, names) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _value(operand, names)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATORS[type(op)](_value(left, names), _value(right, names))
        case ast.BoolOp(op=ast.And(), values=values):
            return all(_value(part, names) for part in values)
        case ast.BoolOp(values=values):
            return any(_value(part, names) for part in values)
        case ast.IfExp(test=test, body=then, orelse=orelse):
            return _value(then if _value(test, names) else orelse, names)
        case ast.Compare(left=left, ops=ops, comparators=others):
            return _compared(left, ops, others, names)
        case ast.GeneratorExp(elt=elt, generators=generators):
            return _generated(elt, generators, names)
        case ast.Call(func=func, args=args, keywords=keywords):
            given = {word.arg: _value(word.value, names) for word in keywords if word.arg}
            return _value(func, names)(*(_value(arg, names) for arg in args), **given)
    raise RangeViolation(f"`{ast.unparse(node)}` cannot be worked out in a condition")


def _compared(
    left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr], names: MutableMapping[str, Any]
) -> bool:
    one = _value(left, names)
    for op, node in zip(ops, others, strict=True):
        other = _value(node, names)
        if not OPERATORS[type(op)](one, other):
            return False
        one = other
    return True


def _generated(
    elt: ast.expr, generators: list[ast.comprehension], names: MutableMapping[str, Any]
) -> Iterator[Any]:
    if not generators:
        yield _value(elt, names)
        return
    first, *rest = generators
    for item in _value(first.iter, names):
        inner = ChainMap({}, *names.maps) if isinstance(names, ChainMap) else ChainMap({}, names)
        if isinstance(first.target, ast.Tuple):
            inner.update(
                {n.id: v for n, v in zip(first.target.elts, item, strict=True) if isinstance(n, ast.Name)}
            )
        elif isinstance(first.target, ast.Name):
            inner[first.target.id] = item
        if all(_value(test, inner) for test in first.ifs):
            yield from _generated(elt, rest, inner)
