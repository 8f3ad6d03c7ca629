"""Scalarsets (Ip and Dill, 1996): kinds whose members are interchangeable, shown of the rules as written.

A rule respects a renaming of the members of a kind if it does of the renamed state, with renamed arguments, what it
does of the state, renamed: it refuses, leaves a range or falls silent where it did, and answers what it answered.
That is seen in two ways, of which one is enough:

* *by form*: members are only compared for equality, passed on, stored, and used as indices; what is asked of all of
  them is a sum, a ``min``, a ``max``, or an ``any`` or ``all`` that can leave no range; a loop over all of them does
  for each what has nothing to do with the others; a table says of renamed members what it says of them;
* *by trying*: a rule that has to do with nothing but such members (who sits to the left of whom) is run on all values.

Nothing is sampled.  A rule that respects a renaming in a third way is taken for one that does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from queensbench.readers.symbolic.execution import Symbolic, Term
from queensbench.rules.typed import ir

MOST_MEMBERS = 4
"""The most members of a kind that is examined; larger ones have too many renamings."""

MOST_VALUES = 4_096
"""The most combinations of arguments, scalars and readings that a rule is tried on."""

Images = tuple[int, ...]
"""The image of each member of a kind."""

PLAIN = (ir.Store, ir.If, ir.For, ir.Clause)
"""Statements of a loop over members of a kind, of which none can end it."""

STATEMENTS = (*PLAIN, ir.Let, ir.Return, ir.Require, ir.Do, ir.Silent)


def renamings(system: ir.System, kind: ir.KindType, functions: Iterable[int]) -> list[Images]:
    """The renamings of a kind that functions respect, without that which changes nothing."""
    members = range(ir.size(kind))
    if not 1 < len(members) <= MOST_MEMBERS or _in_sequences(system, kind):
        return []
    wanted = sorted(set(functions))
    trial = Trial(system, kind)
    found = []
    for images in permutations(members):
        if images != tuple(members):
            form = Form(system, kind, images, trial)
            if all(form.respects(number) for number in wanted):
                found.append(images)
    return found


def respected(system: ir.System, kind: ir.KindType, images: Images, functions: Iterable[int]) -> bool:
    """Whether functions respect one renaming of a kind, by their form or by trying."""
    if _in_sequences(system, kind):
        return False
    form = Form(system, kind, images, Trial(system, kind))
    return all(form.respects(number) for number in sorted(set(functions)))


def _in_sequences(system: ir.System, kind: ir.KindType) -> bool:
    """Whether sequences hold members of a kind: their empty places are blank, which is no member."""
    names = {block.name for block in system.fields}
    return any(f"{block.name}.len" in names and block.value == kind for block in system.fields)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a rule over members and scalars: its value, and the scalars afterwards."""

    value: Term
    scalars: tuple[Term, ...]


class Trial:
    """Rules over nothing but members of a kind, tried on all values; the answers hold for any renaming.

    Nodes are known by their identity: they live as long as the system.
    """

    def __init__(self, system: ir.System, kind: ir.KindType) -> None:
        self.system = system
        self.kind = kind
        self.tables: dict[int, dict[tuple[int, ...], Outcome] | None] = {}
        self.scalars: dict[int, tuple[int, ...]] = {}
        self.totals: dict[int, bool] = {}
        self.aparts: dict[int, bool] = {}
        self.leaking: dict[int, bool] = {}

    def total(self, node: ir.Expr) -> bool:
        """Whether evaluating an expression can meet no obligation."""
        if id(node) not in self.totals:
            self.totals[id(node)] = ir.total(node, self.system.functions)
        return self.totals[id(node)]

    def leaks(self, function: ir.Function) -> bool:
        """Whether the variable of a loop over members is read after the loop, when it is the last member."""
        if id(function) not in self.leaking:
            self.leaking[id(function)] = any(
                isinstance(node, ir.For)
                and function.slots[node.slot] == self.kind
                and any(_looked_at(one, node.slot) for one in function.body)
                for stmt in function.body
                for node in ir.walk(stmt)
            )
        return self.leaking[id(function)]

    def apart(self, loop: ir.For) -> bool:
        """Whether the turns of a loop over all members are independent, so that their order does not matter.

        Each turn stores only at places of its member, and reads these fields nowhere else.
        """
        if id(loop) not in self.aparts:
            self.aparts[id(loop)] = self._apart(loop.slot, loop.values, loop.body)
        return self.aparts[id(loop)]

    def _apart(self, slot: int, values: range, body: Sequence[ir.Stmt]) -> bool:
        nodes = [node for stmt in body for node in ir.walk(stmt)]
        if values != range(ir.size(self.kind)):
            return False
        if any(isinstance(node, STATEMENTS) and not isinstance(node, PLAIN) for node in nodes):
            return False
        if any(isinstance(node, (ir.For, ir.Loop)) and node.slot == slot for node in nodes):
            return False
        stored = {node.field for node in nodes if isinstance(node, ir.Store)}
        for number in stored:
            index = self.system.fields[number].index
            uses = [n.index for n in nodes if isinstance(n, (ir.Read, ir.Store)) and n.field == number]
            if not any(
                t == self.kind and all(use[at] == ir.Var(slot, t) for use in uses)
                for at, t in enumerate(index)
            ):
                return False
        called = {node.function for node in nodes if isinstance(node, ir.Call)}
        return not any(
            isinstance(node, ir.Read) and node.field in stored
            for number in called
            for node in _reached(self.system, number)
        )

    def respects(self, number: int, images: Images) -> bool:
        """Whether a rule, tried on all values, respects a renaming."""
        if number not in self.tables:
            self.tables[number] = self._table(number)
        table = self.tables[number]
        if table is None:
            return False
        function = self.system.functions[number]
        types = [t for _, t in function.params]
        count = len(types) + len(self.scalars[number])
        renamed = [images if t == self.kind else None for t in types] + [images] * len(self.scalars[number])

        def image(key: Sequence[int]) -> tuple[int, ...]:
            return tuple(v if to is None else to[v] for v, to in zip(key, renamed, strict=False))

        for key, outcome in table.items():
            other = table[(*image(key[:count]), *key[count:])]
            value = outcome.value
            if function.returns == self.kind and value >= 0:
                value = images[value]
            if other.value != value or other.scalars != tuple(images[raw] for raw in outcome.scalars):
                return False
        return True

    def _table(self, number: int) -> dict[tuple[int, ...], Outcome] | None:
        """The outcomes of a rule for all arguments, scalars and readings; None if it reads or writes more."""
        system = self.system
        nodes = list(_reached(system, number))
        if any(isinstance(node, (ir.Require, ir.Silent, ir.Parameter)) for node in nodes):
            return None
        blocks = [
            system.fields[f]
            for f in sorted({node.field for node in nodes if isinstance(node, (ir.Read, ir.Store))})
        ]
        if any(block.index or block.value != self.kind for block in blocks):
            return None
        rulings = sorted({node.ruling for node in nodes if isinstance(node, ir.Reading)})
        types = [t for _, t in system.functions[number].params]
        ranges = [range(t.lo, t.hi + 1) for t in types]
        ranges += [range(ir.size(self.kind))] * len(blocks)
        ranges += [range(len(system.rulings[ruling].readings)) for ruling in rulings]
        values = 1
        for some in ranges:
            values *= len(some)
        if values > MOST_VALUES:
            return None
        cells = [block.offset for block in blocks]
        self.scalars[number] = tuple(cells)
        readings: list[Term] = [0] * len(system.rulings)
        symbolic = Symbolic(system, readings=readings, parameters=[p.default for p in system.parameters])
        found = {}
        for key in product(*ranges):
            args: list[Term] = [
                bool(v) if isinstance(t, ir.BoolType) else v for v, t in zip(key, types, strict=False)
            ]
            state = symbolic.blank()
            for cell, raw in zip(cells, key[len(types) :], strict=False):
                state[cell] = raw
            symbolic.readings = [*readings]
            for ruling, raw in zip(rulings, key[len(types) + len(cells) :], strict=True):
                symbolic.readings[ruling] = raw
            result = symbolic.ask(number, state, args)
            if result.violations:
                return None
            found[key] = Outcome(result.value, tuple(result.cells[cell] for cell in cells))
        return found


class Form:
    """Rules that respect one renaming of a kind by their form, or by the rules that they call."""

    def __init__(self, system: ir.System, kind: ir.KindType, images: Images, trial: Trial) -> None:
        self.system = system
        self.kind = kind
        self.images = images
        self.trial = trial
        self.known: dict[int, bool] = {}

    def respects(self, number: int) -> bool:
        """Whether a rule, and all that it calls, respects the renaming."""
        if number not in self.known:
            self.known[number] = False  # rules do not call themselves
            self.known[number] = self.formed(number) or self.trial.respects(number, self.images)
        return self.known[number]

    def formed(self, number: int) -> bool:
        """Whether a rule respects the renaming by its form."""
        function = self.system.functions[number]
        if self.trial.leaks(function):
            return False
        return all(self.statement(function, stmt) for stmt in function.body)

    # ------------------------------------------------------------------------------------- statements

    def statement(self, function: ir.Function, stmt: ir.Stmt) -> bool:
        """Whether a statement respects the renaming."""
        match stmt:
            case ir.Let(slot, value):
                return self.given(function, value, function.slots[slot])
            case ir.Store():
                block = self.system.fields[stmt.field]
                return self.indices(function, stmt.index, block.index) and self.given(
                    function, stmt.value, block.value
                )
            case ir.If(condition, then, orelse):
                return self.expr(function, condition) and self.block(function, (*then, *orelse))
            case ir.For(slot, _, body):
                apart = function.slots[slot] != self.kind or self.trial.apart(stmt)
                return apart and self.block(function, body)
            case ir.Return(value):
                return (
                    value is None or function.returns is None or self.given(function, value, function.returns)
                )
            case ir.Require(condition, _):
                return self.expr(function, condition)
            case ir.Do(number, args):
                return self.called(function, number, args)
            case ir.Clause(_, body):
                return self.block(function, body)
            case ir.Silent():
                return True
        raise AssertionError(stmt)

    def block(self, function: ir.Function, body: Iterable[ir.Stmt]) -> bool:
        """Whether statements respect the renaming."""
        return all(self.statement(function, stmt) for stmt in body)

    # ------------------------------------------------------------------------------------ expressions

    def given(self, function: ir.Function, node: ir.Expr, t: ir.Type) -> bool:
        """Whether an expression respects the renaming, and is a member where one is wanted, and else none."""
        return (node.type == self.kind) == (t == self.kind) and self.expr(function, node)

    def indices(self, function: ir.Function, index: Sequence[ir.Expr], types: Sequence[ir.Type]) -> bool:
        """Whether indices respect the renaming, each of its type."""
        return all(self.given(function, node, t) for node, t in zip(index, types, strict=True))

    def called(self, function: ir.Function, number: int, args: Sequence[ir.Expr]) -> bool:
        """Whether a call respects the renaming."""
        types = [t for _, t in self.system.functions[number].params]
        return self.indices(function, args, types) and self.respects(number)

    def expr(self, function: ir.Function, node: ir.Expr) -> bool:
        """Whether an expression respects the renaming."""
        match node:
            case ir.Const(value, t):  # a member that the box leaves out has a number below 0, and no image
                return t != self.kind or value < 0 or self.images[value] == value
            case ir.Var():
                return True
            case ir.Read(number, index, _, _):
                return self.indices(function, index, self.system.fields[number].index)
            case ir.Look(number, index, _, _):
                return self.indices(function, index, self.system.tables[number].index) and self.table(number)
            case ir.Reading(_, t) | ir.Parameter(_, t):
                return t != self.kind
            case ir.Not(operand):
                return self.expr(function, operand)
            case ir.Arith(_, left, right, t):
                return self.kind not in (left.type, right.type, t) and self.exprs(function, (left, right))
            case ir.Compare(op, left, right):
                if self.kind in (left.type, right.type) and (
                    left.type != right.type or op not in ("==", "!=")
                ):
                    return False
                return self.exprs(function, (left, right))
            case ir.Logic(_, operands):
                return self.exprs(function, operands)
            case ir.Choose(condition, then, orelse, t):
                parts = (self.given(function, part, t) for part in (then, orelse))
                return self.expr(function, condition) and all(parts)
            case ir.Quant():
                return self.quantifier(function, node)
            case ir.Call(number, args, _):
                return self.called(function, number, args)
            case ir.Checked(operand, _, t):
                return self.given(function, operand, t)
        raise AssertionError(node)

    def exprs(self, function: ir.Function, nodes: Iterable[ir.Expr]) -> bool:
        """Whether expressions respect the renaming."""
        return all(self.expr(function, node) for node in nodes)

    def quantifier(self, function: ir.Function, node: ir.Quant) -> bool:
        """Whether a quantifier respects the renaming; ``any`` and ``all`` stop at the first that decides them."""
        asked = [node.body, *(loop.where for loop in node.loops if loop.where is not None)]
        over = [loop for loop in node.loops if function.slots[loop.slot] == self.kind]
        if any(loop.values != range(ir.size(self.kind)) for loop in over):
            return False
        if over and node.op in ("any", "all") and not all(map(self.trial.total, asked)):
            return False
        if self.kind in (node.type, node.body.type):
            return False
        return self.exprs(function, [*asked, *([] if node.default is None else [node.default])])

    def table(self, number: int) -> bool:
        """Whether the entries of renamed members are the renamed entries of the members."""
        table = self.system.tables[number]
        sizes = [ir.size(t) for t in table.index]
        for key in product(*(range(size) for size in sizes)):
            image = [
                self.images[at] if t == self.kind else at for at, t in zip(key, table.index, strict=True)
            ]
            value = table.values[_place(key, sizes)]
            if table.value == self.kind and value >= 0:
                value = self.images[value]
            if table.values[_place(image, sizes)] != value:
                return False
        return True


def _place(key: Sequence[int], sizes: Sequence[int]) -> int:
    """The place of an entry in a table."""
    place = 0
    for at, size in zip(key, sizes, strict=True):
        place = place * size + at
    return place


def _reached(system: ir.System, number: int) -> Iterator[object]:
    """All nodes of a rule and of those that it calls, each rule once."""
    for one in sorted(ir.reached(system, number)):
        for stmt in system.functions[one].body:
            yield from ir.walk(stmt)


def _looked_at(node: object, slot: int) -> bool:
    """Whether a node looks at a slot outside of loops that set it."""
    if isinstance(node, ir.For) and node.slot == slot:
        return False
    if isinstance(node, ir.Var) and node.slot == slot:
        return True
    return any(_looked_at(child, slot) for child in ir.children(node))


__all__ = ["MOST_MEMBERS", "MOST_VALUES", "Form", "Images", "Trial", "renamings", "respected"]
