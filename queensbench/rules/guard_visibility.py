"""Guards that read cells which their decider, or another player, may not see.

Whether an action is possible tells the decider something: everything that its requirements look at.  A
field may be its owner's, partners' or nobody's to see; a guard that reads such a cell of somebody else is a
*peek*: on a table nobody could tell whether the action is allowed.  Most peeks are innocent (the rules let
somebody else check); each is worth a look.

Whoever plays against the decider wants to know whether a move is allowed.  A guard that reads what the decider
sees and another player does not is *unchecked*: nobody else can tell.  Where it asks only for what the move itself
names (the card that is played), it can be shown, and that is said.

What this file cannot see: what is turned up later, so that a false move comes out; whether two indices that are
written differently are the same player, so it may report too much; and changes of the state between the start of
an action and a later requirement, which it ignores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from queensbench.language.modes import Mode
from queensbench.language.records import fields_of
from queensbench.language.visibility import Visibility
from queensbench.rules.instance_context import context_for
from queensbench.rules.typed import ir
from queensbench.rules.typed.guards import conjuncts
from queensbench.rules.typed.move_codes import shown as value_text

#: by slot, what a local may stand for, in terms of the action's own arguments
Env = dict[int, tuple[ir.Expr, ...]]


@dataclass(frozen=True, order=True)
class Peek:
    """A guard of an action that reads a cell which its decider may not see.

    ``field``: the cell as the guard reads it.  ``place``: file and line of the guard.  ``why``: the
    reason why the cell is hidden.
    """

    transition: str
    field: str
    place: str
    why: str

    def __str__(self) -> str:
        return f"{self.place}: {self.transition} reads {self.field}: {self.why}"


@dataclass(frozen=True, order=True)
class Unchecked(Peek):
    """A guard of an action that reads a cell which its decider sees and some other player does not.

    ``by_move``: the cell is named by the decider and the arguments of the action alone.
    """

    by_move: bool = False


def visibilities(mode: Mode) -> dict[str, Visibility]:
    """The visibility of each field of a mode's record, by name."""
    decls = fields_of(mode.state, context_for(mode, mode.full))
    return {decl.name: decl.visibility for decl in decls}


def peeks(system: ir.System, mode: Mode) -> list[Peek]:
    """Every peek of every action of a system, in order of the actions, then of place and field."""
    seen_by = visibilities(mode)
    opened = _open(system, seen_by)
    found: list[Peek] = []
    for transition in system.transitions:
        if transition.kind == "action":
            found += sorted(_Action(system, transition, seen_by, opened).peeks())
    return found


def unchecked(system: ir.System, mode: Mode) -> list[Unchecked]:
    """The guards that other players cannot check, of every action that is somebody's choice, in order."""
    seen_by = visibilities(mode)
    opened = _open(system, seen_by)
    found: list[Unchecked] = []
    for transition in system.transitions:
        if transition.kind == "action" and transition.decider is not None:
            watched = _Watched(system, transition, seen_by, opened)
            watched.peeks()
            found += sorted(watched.private)
    return found


class _Action:
    """A search of the guards of one action for cells that its decider may not see."""

    def __init__(
        self,
        system: ir.System,
        transition: ir.Transition,
        seen_by: Mapping[str, Visibility],
        opened: frozenset[int],
    ) -> None:
        self.system = system
        self.transition = transition
        self.function = system.functions[transition.function]
        self.seen_by = seen_by
        self.opaque = count(1)
        self.open = opened
        self.found: set[Peek] = set()
        self.done: dict[tuple[int, int, frozenset[ir.Expr]], ir.Expr] = {}
        #: by rule and arguments (the same objects), which are kept: the result, one object
        self.answers: dict[tuple[int, tuple[int, ...]], tuple[ir.Expr, tuple[ir.Expr, ...]]] = {}
        self.decider: ir.Expr | None = None
        if transition.decider is not None:
            returns = system.functions[transition.decider].returns
            assert returns is not None
            self.decider = self.plain(ir.Call(transition.decider, (), returns), {})
        #: arguments of the action that are required to be the decider
        self.same: set[int] = set()

    def peeks(self) -> set[Peek]:
        """The peeks of the action; notes the arguments that are required to be its decider."""
        env: Env = {i: (ir.Var(i, t),) for i, (_, t) in enumerate(self.function.params)}
        required = [stmt.condition for stmt in self.function.body if isinstance(stmt, ir.Require)]
        for part in (part for condition in required for part in conjuncts(condition)):
            if isinstance(part, ir.Compare) and part.op == "==":
                sides = (self.plain(part.left, env), self.plain(part.right, env))
                for one, two in (sides, sides[::-1]):
                    if isinstance(one, ir.Var) and two == self.decider:
                        self.same.add(one.slot)
        self.block(self.function.body, env, [], set())
        return self.found

    # ------------------------------------------------------------------------------------------- statements

    def block(self, body: tuple[ir.Stmt, ...], env: Env, before: list[ir.Expr], facts: set[ir.Expr]) -> bool:
        """Look through statements; answers whether the block may leave its function early.

        ``before``: conditions that decide whether control gets there.  ``facts``: what is surely true of cells there.
        """
        leaves = False
        before, facts = list(before), set(facts)
        for stmt in body:
            match stmt:
                case ir.Require(condition=condition, guard=guard):
                    here = self.plain(condition, env)
                    for expr in (*before, here):
                        self.reads(expr, guard, facts)
                    facts.update(_facts(here))
                case ir.Let(slot=slot, value=value):
                    self.bind(env, slot, self.plain(value, env))
                case ir.If(condition=condition, then=then, orelse=orelse):
                    here = self.plain(condition, env)
                    then_leaves = self.block(then, env, [*before, here], facts | set(_facts(here)))
                    other_leaves = self.block(orelse, env, [*before, here], facts)
                    if then_leaves or other_leaves:
                        before.append(here)
                        leaves = True
                case ir.For(slot=slot, body=inner):
                    self.hide(env, slot, stmt)
                    leaves = self.block(inner, env, before, facts) or leaves
                case ir.Do(function=number, args=args):
                    callee: Env = {i: (self.plain(arg, env),) for i, arg in enumerate(args)}
                    self.block(self.system.functions[number].body, callee, before, facts)
                case ir.Clause(body=inner):
                    leaves = self.block(inner, env, before, facts) or leaves
                case ir.Return() | ir.Silent():
                    leaves = True
        return leaves

    def bind(self, env: Env, slot: int, value: ir.Expr) -> None:
        old = env.get(slot, ())
        if value not in old:
            env[slot] = (*old, value)

    def hide(self, env: Env, slot: int, node: Any) -> None:
        """Bind the name of a loop to an unknown of its own."""
        if slot not in env:
            env[slot] = (ir.Var(-next(self.opaque), ir.IntType(0, 0)),)

    # ------------------------------------------------------------------------------------------ expressions

    def plain(self, expr: ir.Expr, env: Env) -> ir.Expr:
        """An expression in terms of the action's arguments, without obligations, simple rules written out."""
        match expr:
            case ir.Var(slot=slot):
                values = env.get(slot)
                if values is None:
                    self.hide(env, slot, expr)
                    return env[slot][0]
                if len(values) == 1:
                    return values[0]
                return _several(values)
            case ir.Checked(operand=operand):
                return self.plain(operand, env)
            case ir.Call(function=number, args=args, type=t):
                given = tuple(self.plain(arg, env) for arg in args)
                return self.answer(number, given, t)
            case ir.Quant(loops=loops, body=body, default=default):
                for loop in loops:
                    env.pop(loop.slot, None)
                    self.hide(env, loop.slot, loop)
                tests = [self.plain(loop.where, env) for loop in loops if loop.where is not None]
                parts = [*tests, self.plain(body, env)]
                if default is not None:
                    parts.append(self.plain(default, env))
                return _several(tuple(parts))
        return _rebuilt(expr, lambda part: self.plain(part, env))

    def answer(self, number: int, args: tuple[ir.Expr, ...], t: ir.Type) -> ir.Expr:
        """The result of a rule: its expression, if that is all there is to it, or all that it looks at.

        Of the same arguments it is the same object: a rule that others call by many ways is looked at once.
        """
        key = number, tuple(map(id, args))
        known = self.answers.get(key)
        if known is None:
            known = self.answers[key] = self._answer(number, args, t), args
        return known[0]

    def _answer(self, number: int, args: tuple[ir.Expr, ...], t: ir.Type) -> ir.Expr:
        body = self.system.functions[number].body
        env: Env = {i: (arg,) for i, arg in enumerate(args)}
        if len(body) == 1 and isinstance(body[0], ir.Return) and body[0].value is not None:
            if number not in self.open or not any(isinstance(part, ir.Quant) for part in ir.walk(body[0])):
                return self.plain(body[0].value, env)
        if number in self.open:
            return ir.Call(number, args, t)
        parts: list[ir.Expr] = []
        self.looked_at(body, env, parts)
        return _several((ir.Call(number, args, t), *parts))

    def looked_at(self, body: tuple[ir.Stmt, ...], env: Env, parts: list[ir.Expr]) -> None:
        for stmt in body:
            match stmt:
                case ir.Let(slot=slot, value=value):
                    self.bind(env, slot, self.plain(value, env))
                    parts.append(self.plain(value, env))
                case ir.If(condition=condition, then=then, orelse=orelse):
                    parts.append(self.plain(condition, env))
                    self.looked_at(then, env, parts)
                    self.looked_at(orelse, env, parts)
                case ir.For(slot=slot, body=inner):
                    self.hide(env, slot, stmt)
                    self.looked_at(inner, env, parts)
                case ir.Clause(body=inner):
                    self.looked_at(inner, env, parts)
                case ir.Return(value=value) if value is not None:
                    parts.append(self.plain(value, env))

    def reads(self, expr: ir.Expr, guard: int, facts: set[ir.Expr]) -> None:
        """Note the cells in an expression that the decider may not see."""
        done = (id(expr), guard, frozenset(facts))
        if done in self.done:  # what rules share is one object, looked at once
            return
        self.done[done] = expr
        if isinstance(expr, ir.Logic) and expr.op == "and":
            known = set(facts)
            for part in expr.operands:
                self.reads(part, guard, known)
                known.update(_facts(part))
            return
        if isinstance(expr, ir.Read):
            self.read(expr, guard, facts)
        for part in ir.children(expr):
            self.reads(part, guard, facts)

    def read(self, expr: ir.Read, guard: int, facts: set[ir.Expr]) -> None:
        block = self.system.fields[expr.field]
        visibility = self.seen_by.get(block.name.removesuffix(".len"))
        if visibility is None or visibility.who == "public":
            return
        own = self.decider is not None and visibility.who != "hidden"
        if own and self.deciders(facts) <= self.same_as(expr.index[0]):
            return
        if self.is_shown(expr, visibility, facts):
            return
        why = {
            "hidden": "nobody sees it",
            "owner": "its owner alone sees it",
            "partners": "its owner and partners alone see it",
        }[visibility.who]
        if visibility.who != "hidden":
            why += (
                ", who is not known to be the decider" if self.decider is not None else ", and nobody decides"
            )
        if visibility.shown:
            why += f", unless {visibility.shown} is true"
        place = self.system.guards[guard]
        self.found.add(Peek(self.transition.name, self.text(expr), f"{place.file}:{place.line}", why))

    def is_shown(self, expr: ir.Read, visibility: Visibility, facts: set[ir.Expr]) -> bool:
        """Whether facts say that everybody sees the cell."""
        return bool(visibility.shown) and any(
            isinstance(fact, ir.Read)
            and self.system.fields[fact.field].name == visibility.shown
            and fact.index == expr.index
            for fact in facts
        )

    def deciders(self, facts: set[ir.Expr]) -> set[ir.Expr]:
        """The expressions that the decider may be where these facts hold."""
        return set(_chosen(self.decider, facts))

    def same_as(self, index: ir.Expr) -> set[ir.Expr]:
        """The expressions known to equal an index, among those that may be the decider."""
        if self.decider is None:
            return set()
        known = isinstance(index, ir.Var) and index.slot in self.same
        return {index, *(set(_chosen(self.decider, set())) if known else ())}

    # ---------------------------------------------------------------------------------------------- in words

    def text(self, expr: ir.Expr) -> str:
        """An expression as the author would write it; what is not simple is an ellipsis."""
        match expr:
            case ir.Read(field=number, index=index):
                name = self.system.fields[number].name
                inside = ", ".join(self.text(i) for i in index)
                cell = f"{name.removesuffix('.len')}[{inside}]" if index else name.removesuffix(".len")
                return f"len({cell})" if name.endswith(".len") else cell
            case ir.Var(slot=slot) if 0 <= slot < len(self.function.params):
                return self.function.params[slot][0]
            case ir.Const(value=value, type=t):
                return value_text(value, t)
            case ir.Arith(op=op, left=left, right=right) if op in ("+", "-", "*", "//", "%"):
                return f"{self.text(left)} {op} {self.text(right)}"
        return "..."


class _Watched(_Action):
    """A search of the guards of one action for cells that its decider sees and opponents do not."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.private: set[Unchecked] = set()

    def read(self, expr: ir.Read, guard: int, facts: set[ir.Expr]) -> None:
        block = self.system.fields[expr.field]
        visibility = self.seen_by.get(block.name.removesuffix(".len"))
        if visibility is None or visibility.who not in ("owner", "partners"):
            return
        if not self.deciders(facts) & self.same_as(expr.index[0]) or self.is_shown(expr, visibility, facts):
            return
        rest = expr.index[1:]
        by_move = bool(rest) and all(isinstance(i, ir.Var) and i.slot >= 0 for i in rest)
        why = "only its owner sees it" if visibility.who == "owner" else "only its owner and partners see it"
        place = self.system.guards[guard]
        self.private.add(
            Unchecked(self.transition.name, self.text(expr), f"{place.file}:{place.line}", why, by_move)
        )


def _open(system: ir.System, seen_by: Mapping[str, Visibility]) -> frozenset[int]:
    """The functions that read, directly or through calls, only cells that everybody sees."""
    private = {n for n, v in seen_by.items() if v.who != "public"} | {v.shown for v in seen_by.values()}
    calls: dict[int, set[int]] = {}
    closed: set[int] = set()
    for number, function in enumerate(system.functions):
        parts = [part for stmt in function.body for part in ir.walk(stmt)]
        calls[number] = {part.function for part in parts if isinstance(part, (ir.Call, ir.Do))}
        reads = (part.field for part in parts if isinstance(part, ir.Read))
        if any(system.fields[field].name.removesuffix(".len") in private for field in reads):
            closed.add(number)
    while more := {n for n, called in calls.items() if n not in closed and called & closed}:
        closed |= more
    return frozenset(calls) - closed


def _chosen(expr: ir.Expr | None, facts: set[ir.Expr]) -> Iterator[ir.Expr]:
    """The expressions that a conditional one may stand for where facts hold."""
    if isinstance(expr, ir.Choose):
        known = _known(expr.condition, facts)
        if known is not False:
            yield from _chosen(expr.then, facts)
        if known is not True:
            yield from _chosen(expr.orelse, facts)
    elif expr is not None:
        yield expr


def _known(condition: ir.Expr, facts: set[ir.Expr]) -> bool | None:
    """Whether facts say that a cell has the value that a condition asks for; None if they say nothing."""
    if isinstance(condition, ir.Compare) and condition.op == "==" and isinstance(condition.right, ir.Const):
        for fact in facts:
            if isinstance(fact, ir.Compare) and fact.op == "==" and isinstance(fact.right, ir.Const):
                if fact.left == condition.left:
                    return fact.right.value == condition.right.value
    return None


def _facts(expr: ir.Expr) -> Iterator[ir.Expr]:
    """The facts about single cells that follow from a true condition: one is true, or has a certain value."""
    for part in conjuncts(expr):
        if isinstance(part, ir.Read):
            yield part
        elif isinstance(part, ir.Compare) and part.op == "==" and isinstance(part.right, ir.Const):
            if isinstance(part.left, ir.Read):
                yield part


def _several(parts: tuple[ir.Expr, ...]) -> ir.Expr:
    """An expression that depends on all of several."""
    return ir.Logic("or", parts)


def _rebuilt(expr: ir.Expr, change: Any) -> ir.Expr:
    """The expression with its parts changed, and without obligations."""
    match expr:
        case ir.Read() | ir.Look():
            return replace(expr, index=tuple(change(i) for i in expr.index), site=-1)
        case ir.Not():
            return replace(expr, operand=change(expr.operand))
        case ir.Arith() | ir.Compare():
            return replace(expr, left=change(expr.left), right=change(expr.right))
        case ir.Logic():
            return replace(expr, operands=tuple(change(part) for part in expr.operands))
        case ir.Choose():
            return ir.Choose(change(expr.condition), change(expr.then), change(expr.orelse), expr.type)
    return expr
