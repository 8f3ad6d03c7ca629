"""A system in which the order of effects that are due at the same time is a question of its own.

The text of a rule is carried out in one order, because a program has to: a loop takes its values in turn, and of
several automatic rules the first that is possible happens.  Where a rulebook lets things happen at the same time,
that order is nobody's decision.  :func:`with_orders` puts, for each loop and each pair of automatic rules, a ruling
into the typed form: as written, or the other way round.  The engines then compare the two like readings.

Of a loop the whole order is reversed; other orders are not tried.  Loops that only look for something, and
expressions (``any``, ``sum``, ``min``), have no effects and are left as they are; so are loops that nobody wrote: those
in which a change of a sequence moves or empties its places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from queensbench.rules.typed import ir

WRITTEN, TURNED = "AS_WRITTEN", "TURNED_ROUND"


@dataclass(frozen=True)
class Order:
    """One order of effects: ``ruling`` is the name under which the system asks for it.

    Attributes:
        kind: ``loop``, or ``rules`` for two automatic rules.
        rule: the rule with the loop; of two automatic rules ``first, second`` as written.
        place: file and line of the rule.
        values: how many values the loop takes (2 for rules).
        clauses: those in force there; an order that one of them states is the book's own.
    """

    ruling: str
    kind: str
    rule: str
    place: str
    values: int
    clauses: tuple[str, ...]


def with_orders(system: ir.System) -> tuple[ir.System, list[Order]]:
    """The system with a ruling for each order, all as written at first, and the orders.

    The moves and their codes, the cells and the clauses are those of the system given.
    """
    work = _Work(system)
    functions = tuple(work.function(number) for number in range(len(system.functions)))
    work.system = replace(system, functions=functions)
    transitions = work.transitions()
    made = replace(
        work.system,
        functions=(*functions, *work.more),
        transitions=transitions,
        rulings=(*system.rulings, *(ir.Ruling(o.ruling, (WRITTEN, TURNED), 0) for o in work.orders)),
        guards=(*system.guards, *work.guards),
    )
    return made, work.orders


class _Work:
    def __init__(self, system: ir.System) -> None:
        self.system = system
        self.orders: list[Order] = []
        self.more: list[ir.Function] = []
        self.guards: list[ir.Guard] = []
        self.live = ir.reached(system, *(t.function for t in system.transitions))

    def ruling(self, kind: str, rule: str, place: str, values: int, clauses: tuple[int, ...]) -> ir.Expr:
        """Whether the other order is asked for."""
        number = len(self.system.rulings) + len(self.orders)
        names = tuple(dict.fromkeys(self.system.clauses[clause] for clause in clauses))
        self.orders.append(Order(f"$order{len(self.orders) + 1}", kind, rule, place, values, names))
        t = ir.IntType(0, 1)
        return ir.Compare("==", ir.Reading(number, t), ir.Const(1, t))

    # ---------------------------------------------------------------------------------------------- loops

    def function(self, number: int) -> ir.Function:
        function = self.system.functions[number]
        if number not in self.live:
            return function
        body = self.block(function, function.body, function.clauses)
        return replace(function, body=body)

    def block(
        self, function: ir.Function, body: tuple[ir.Stmt, ...], clauses: tuple[int, ...]
    ) -> tuple[ir.Stmt, ...]:
        return tuple(self.statement(function, stmt, clauses) for stmt in body)

    def statement(self, function: ir.Function, stmt: ir.Stmt, clauses: tuple[int, ...]) -> ir.Stmt:
        match stmt:
            case ir.If(then=then, orelse=orelse):
                return replace(
                    stmt,
                    then=self.block(function, then, clauses),
                    orelse=self.block(function, orelse, clauses),
                )
            case ir.Clause(clauses=more, body=body):
                return replace(stmt, body=self.block(function, body, (*clauses, *more)))
            case ir.For(values=values, body=body):
                inside = (*clauses, *_clauses(body))
                inner = replace(stmt, body=self.block(function, body, clauses))
                if len(values) < 2 or not _ordered(body) or self.shifts(stmt):
                    return inner
                place = f"{function.file}:{function.line}"
                turned = self.ruling("loop", function.name, place, len(values), inside)
                return ir.If(turned, (replace(inner, values=values[::-1]),), (inner,))
        return stmt

    def shifts(self, loop: ir.For) -> bool:
        """Whether a loop moves or empties places of one sequence, as ``insert``, ``remove_at`` and ``clear`` do."""
        match loop.body:
            case (ir.If(then=(ir.Store() as store,), orelse=()),) | (ir.Store() as store,):
                places = self.system.fields[store.field].name
            case _:
                return False
        if not any(field.name == f"{places}.len" for field in self.system.fields):
            return False
        match store.value:
            case ir.Read(field=field, index=index):
                return field == store.field and index[:-1] == store.index[:-1]
            case ir.Const():
                return True
        return False

    # ------------------------------------------------------------------------------------ automatic rules

    def transitions(self) -> tuple[ir.Transition, ...]:
        """Before each automatic rule stand those after it, each possible only where its ruling puts it first."""
        system = self.system
        automatic = [t for t in system.transitions if t.kind == "automatic"]
        made: list[ir.Transition] = []
        for transition in system.transitions:
            if transition.kind == "automatic":
                later = automatic[automatic.index(transition) + 1 :]
                made += [self.before(transition, other) for other in later]
            made.append(transition)
        return tuple(made)

    def before(self, first: ir.Transition, second: ir.Transition) -> ir.Transition:
        one, two = self.system.functions[first.function], self.system.functions[second.function]
        clauses = (*one.clauses, *_clauses(one.body), *two.clauses, *_clauses(two.body))
        names = f"{first.name}, {second.name}"
        turned = self.ruling("rules", names, f"{one.file}:{one.line}", 2, clauses)
        self.guards.append(ir.Guard(two.file, two.line, "", two.clauses))
        guard = ir.Require(turned, len(self.system.guards) + len(self.guards) - 1)
        self.more.append(replace(two, name=f"{two.name} first", body=(guard, *two.body)))
        return ir.Transition(
            "automatic", f"{second.name} first", len(self.system.functions) + len(self.more) - 1
        )


def _any(body: tuple[ir.Stmt, ...], wanted: Callable[[object], bool]) -> bool:
    return any(wanted(part) for stmt in body for part in ir.walk(stmt))


def _ordered(body: tuple[ir.Stmt, ...]) -> bool:
    """Whether statements have effects; a loop that only looks for something has none."""
    return _any(body, lambda part: isinstance(part, (ir.Store, ir.Do, ir.Silent)))


def _clauses(body: tuple[ir.Stmt, ...]) -> tuple[int, ...]:
    return tuple(
        clause
        for stmt in body
        for part in ir.walk(stmt)
        if isinstance(part, ir.Clause)
        for clause in part.clauses
    )
