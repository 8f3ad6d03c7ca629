"""The places at which rules count the items of sequences and change them, read off the lowered rules.

``sum(s.queue[i] == card for i in range(52) if i < len(s.queue))`` asks how often an item lies in a sequence, whatever
its places.  What asks no more than that is a *fold*; a loop that adds something for each item is a *gather*.  A
sequence that rules fold or gather is *counted*: :mod:`queensbench.readers.symbolic.counter_abstraction` keeps a number
of each item of it, so that a fold over fifty-two places becomes one over thirteen items, and a card that moves changes
two numbers.

What is not recognised is left as it is.  A sequence whose changes are not all recognised is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Literal

from queensbench.rules.typed import ir

MOST_ITEMS = 64
"""The most items of a counted sequence."""


@dataclass(frozen=True)
class ItemCounts:
    """The numbers of items of a sequence: ``offset`` is the first, row-major over ``rows`` and the item.

    ``field``, ``length``: the fields of the sequence and of its length.  ``bound``: the most items.
    """

    field: int
    length: int
    rows: tuple[ir.Type, ...]
    value: ir.Type
    bound: int
    offset: int

    @property
    def index(self) -> tuple[ir.Type, ...]:
        """The types of its indices."""
        return (*self.rows, self.value)

    @property
    def count(self) -> int:
        """The number of items' numbers: rows times values."""
        total = 1
        for t in self.index:
            total *= ir.size(t)
        return total


@dataclass(frozen=True)
class Fold:
    """The innermost loop of a quantifier, over items: ``where`` and ``body`` with the item in slot ``item``."""

    field: int
    keys: tuple[ir.Expr, ...]
    item: int
    where: ir.Expr | None
    body: ir.Expr


@dataclass(frozen=True)
class Gather:
    """A loop that adds for each item: ``stores`` with the item in slot ``item``, each with the amount that it adds."""

    field: int
    keys: tuple[ir.Expr, ...]
    item: int
    stores: tuple[tuple[ir.Store, int], ...]


@dataclass(frozen=True)
class Changed:
    """A store that ends a change of a sequence: an item put in, one taken out, or all removed.

    ``item``: the item that comes or goes.  An ``assign`` is a store at a place: its value replaces the item there.
    """

    kind: Literal["in", "out", "clear", "assign"]
    field: int
    keys: tuple[ir.Expr, ...]
    item: ir.Expr | None = None


@dataclass(frozen=True)
class Move:
    """A statement of a change, by its effect on the places of a sequence.

    An ``up`` is a loop that moves the items from the place ``at`` on, a ``down`` one that moves those above it; a
    ``put`` stores an item there; a ``drop`` blanks the place that is left over.
    """

    kind: Literal["up", "down", "put", "drop"]
    field: int
    keys: tuple[ir.Expr, ...]
    at: ir.Expr


@dataclass
class Uses:
    """The uses of counted sequences, by the identity of the node (the system must be kept); ``tallies`` by field."""

    tallies: dict[int, ItemCounts] = field(default_factory=dict)
    folds: dict[int, Fold] = field(default_factory=dict)
    gathers: dict[int, Gather] = field(default_factory=dict)
    changes: dict[int, Changed] = field(default_factory=dict)
    moves: dict[int, Move] = field(default_factory=dict)
    reads: dict[int, tuple[ir.Read, ...]] = field(default_factory=dict)


def uses(system: ir.System) -> Uses:
    """The counted sequences of a system, and where its rules count and change them."""
    return _Search(system).run()


class _Search:
    def __init__(self, system: ir.System) -> None:
        self.system = system
        numbers = {block.name: number for number, block in enumerate(system.fields)}
        self.lengths = {
            number: numbers[f"{block.name}.len"]
            for number, block in enumerate(system.fields)
            if f"{block.name}.len" in numbers and ir.size(block.value) <= MOST_ITEMS
        }
        self.sequences = {length: number for number, length in self.lengths.items()}
        self.lost: set[int] = set()
        self.moves: set[int] = set()
        self.found = Uses()

    def run(self) -> Uses:
        """All uses, without those of sequences that are not counted."""
        found = self.found
        for function in self.system.functions:
            for body in _blocks(function.body):
                self._changes(body)
        for function in self.system.functions:
            for stmt in function.body:
                for node in ir.walk(stmt):
                    if isinstance(node, ir.Store):
                        self._assigned(node)
                    elif isinstance(node, ir.Quant):
                        self._fold(function, node)
                    elif isinstance(node, ir.For):
                        self._gather(function, node)
        counted = {f.field for f in found.folds.values()} | {g.field for g in found.gathers.values()}
        counted -= self.lost
        offset = len(self.system.cells)
        for number in sorted(counted):
            block = self.system.fields[number]
            bound = ir.size(block.index[-1])
            tally = ItemCounts(number, self.lengths[number], block.index[:-1], block.value, bound, offset)
            found.tallies[number] = tally
            offset += tally.count
        for function in self.system.functions:
            for body in _blocks(function.body):
                for stmt in body:
                    self._reads(stmt, counted)
        found.folds = {at: f for at, f in found.folds.items() if f.field in counted}
        found.gathers = {at: f for at, f in found.gathers.items() if f.field in counted}
        found.changes = {at: f for at, f in found.changes.items() if f.field in counted}
        found.moves = {at: f for at, f in found.moves.items() if f.field in counted}
        return found

    # ------------------------------------------------------------------------------------- changes

    def _changes(self, body: Sequence[ir.Stmt]) -> None:
        """Changes of sequences, of which each ends with a store of the length."""
        for at, stmt in enumerate(body):
            if not isinstance(stmt, ir.Store) or stmt.field not in self.sequences:
                continue
            number = self.sequences[stmt.field]
            change = self._change(number, stmt, body[:at])
            if change is None:
                self.lost.add(number)
            else:
                self.found.changes[id(stmt)] = change

    def _change(self, number: int, stmt: ir.Store, before: Sequence[ir.Stmt]) -> Changed | None:
        keys, value = stmt.index, stmt.value
        last = before[-1] if before else None
        if isinstance(value, ir.Const) and value.value == 0:
            if not isinstance(last, ir.For) or last.values != range(self._bound(number)):
                return None
            (only, *others) = last.body
            if others or not self._stores(only, number, keys):
                return None
            self.moves.add(id(only))
            return Changed("clear", number, keys)
        if not isinstance(value, ir.Arith) or value.right != ir.Const(1, value.right.type):
            return None
        if not isinstance(last, ir.Store) or not self._stores(last, number, keys):
            return None
        loop = before[-2] if len(before) > 1 else None
        if not isinstance(loop, ir.For) or not self._shifts(loop, number, keys):
            loop = None
        self.moves.add(id(last))
        if value.op == "+":
            self.found.moves[id(last)] = Move("put", number, keys, last.index[-1])
            if loop is not None:
                self.found.moves[id(loop)] = Move("up", number, keys, last.index[-1])
            return Changed("in", number, keys, last.value)
        rest = before[: -1 if loop is None else -2]
        taken = rest[-1] if rest else None
        read = taken.value if isinstance(taken, ir.Let) else None
        if value.op != "-" or not isinstance(taken, ir.Let) or not isinstance(read, ir.Read):
            return None
        if read.field != number or read.index[:-1] != keys:
            return None
        self.found.moves[id(last)] = Move("drop", number, keys, last.index[-1])
        if loop is not None:
            self.found.moves[id(loop)] = Move("down", number, keys, read.index[-1])
        return Changed("out", number, keys, ir.Var(taken.slot, read.type))

    def _shifts(self, loop: ir.For, number: int, keys: tuple[ir.Expr, ...]) -> bool:
        """Whether a loop moves items up or down to make or fill a place."""
        if len(loop.body) != 1 or not isinstance(loop.body[0], ir.If):
            return False
        branch = loop.body[0]
        if branch.orelse or len(branch.then) != 1 or not self._stores(branch.then[0], number, keys):
            return False
        store = branch.then[0]
        assert isinstance(store, ir.Store)
        if not isinstance(store.value, ir.Read) or store.value.field != number:
            return False
        self.moves.add(id(store))
        return True

    def _stores(self, stmt: ir.Stmt, number: int, keys: tuple[ir.Expr, ...]) -> bool:
        return isinstance(stmt, ir.Store) and stmt.field == number and stmt.index[:-1] == keys

    def _assigned(self, stmt: ir.Store) -> None:
        if stmt.field in self.lengths and id(stmt) not in self.moves:
            self.found.changes[id(stmt)] = Changed("assign", stmt.field, stmt.index[:-1])

    def _bound(self, number: int) -> int:
        return ir.size(self.system.fields[number].index[-1])

    # --------------------------------------------------------------------------------------- reads

    def _reads(self, stmt: ir.Stmt, counted: set[int]) -> None:
        """Items that a statement reads at a place that is not told in advance, to store them or pass them on."""
        parts: Sequence[ir.Expr]
        if isinstance(stmt, ir.Let):
            parts = (stmt.value,)
        elif isinstance(stmt, ir.Store):
            parts = (*stmt.index, stmt.value)
        elif isinstance(stmt, ir.Do):
            parts = stmt.args
        else:
            return
        found: dict[ir.Read, None] = {}
        for part in parts:
            inner = part
            while isinstance(inner, (ir.Checked, ir.Arith)):
                inner = inner.operand if isinstance(inner, ir.Checked) else inner.left
            if isinstance(inner, ir.Read) and inner.field in counted and inner.site >= 0:
                found[inner] = None
        if found:
            self.found.reads[id(stmt)] = tuple(found)

    # ----------------------------------------------------------------------------- folds, gathers

    def _fold(self, function: ir.Function, node: ir.Quant) -> None:
        loop = node.loops[-1]
        run = self._run_over(loop.slot, loop.values, (loop.where, node.body))
        if run is None or node.op not in ("sum", "any", "all"):
            return
        item = len(function.slots)
        where, body = run.put(loop.where, item, True), run.put(node.body, item, True)
        beyond = known(run.put(loop.where, item, False)), known(run.put(node.body, item, False))
        if beyond[0] != 0 and beyond[1] != (node.op == "all"):
            return
        for part in (where, body):
            if part is not None and (asks(part, loop.slot) or not ir.total(part, self.system.functions)):
                return
        if node.op != "sum" or _weighs(body):
            self.found.folds[id(node)] = Fold(run.field, run.keys, item, where, body)

    def _gather(self, function: ir.Function, node: ir.For) -> None:
        if len(node.body) != 1:
            return
        branch = node.body[0]
        if not isinstance(branch, ir.If) or branch.orelse:
            return
        run = self._run_over(node.slot, node.values, (branch,))
        if run is None or not run.guards(branch.condition):
            return
        item = len(function.slots)
        stores: list[tuple[ir.Store, int]] = []
        for stmt in branch.then:
            put = run.put(stmt, item, True)
            amount = _added(put)
            if amount is None or put.site_index >= 0 or asks(put, node.slot):
                return
            stores.append((put, amount))
        changed = {store.field for store, _ in stores}
        if len(changed) < len(stores) or changed & {run.field, run.length}:
            return
        for part in (*run.keys, *(i for store, _ in stores for i in store.index)):
            if not _steady(part, changed) or not ir.total(part, self.system.functions):
                return
        self.found.gathers[id(node)] = Gather(run.field, run.keys, item, tuple(stores))

    def _run_over(self, slot: int, values: range, parts: Sequence[Any]) -> _Over | None:
        """The sequence that a loop runs over, from the first place to the last."""
        for node in (node for part in parts if part is not None for node in ir.walk(part)):
            if not isinstance(node, ir.Read) or node.field not in self.lengths:
                continue
            run = _Over(slot, node.field, self.lengths[node.field], node.index[:-1])
            rows = self.system.fields[node.field].index
            inside = all(
                t.lo <= k.type.lo and k.type.hi <= t.hi for k, t in zip(run.keys, rows, strict=False)
            )
            whole = values.start == 0 and values.step == 1 and values.stop >= self._bound(node.field)
            if run.item(node) and inside and whole and not any(asks(key, slot) for key in run.keys):
                return run
        return None


@dataclass(frozen=True)
class _Over:
    """A loop over the places of a sequence: ``slot`` is the place."""

    slot: int
    field: int
    length: int
    keys: tuple[ir.Expr, ...]

    def guards(self, node: object) -> bool:
        """Whether a node says that the place holds an item."""
        return (
            isinstance(node, ir.Compare)
            and node.op == "<"
            and self._place(node.left)
            and isinstance(node.right, ir.Read)
            and (node.right.field, node.right.index) == (self.length, self.keys)
        )

    def item(self, node: object) -> bool:
        """Whether a node is the item at the place."""
        if not isinstance(node, ir.Read) or node.field != self.field or node.index[:-1] != self.keys:
            return False
        at = node.index[-1]
        return self._place(at.then if isinstance(at, ir.Choose) and self.guards(at.condition) else at)

    def _place(self, node: object) -> bool:
        return isinstance(node, ir.Var) and node.slot == self.slot

    def put(self, node: Any, item: int, inside: bool) -> Any:
        """A node with the item in a slot, and with whether the place holds one."""
        if self.guards(node):
            return ir.Const(int(inside), ir.BoolType())
        if self.item(node):
            return ir.Var(item, node.type)
        if not is_dataclass(node):
            return node
        changes: dict[str, Any] = {}
        for f in fields(node):
            value = getattr(node, f.name)
            new: Any = tuple(self.put(v, item, inside) for v in value) if isinstance(value, tuple) else value
            new = self.put(new, item, inside) if is_dataclass(new) and f.name != "type" else new
            if new != value:
                changes[f.name] = new
        return replace(node, **changes) if changes else node  # type: ignore[type-var]


def known(node: Any) -> int | None:
    """The value of an expression that constants settle, as Python evaluates it."""
    match node:
        case ir.Const(value):
            return value
        case ir.Not(operand):
            found = known(operand)
            return None if found is None else int(not found)
        case ir.Logic(op, operands):
            for operand in operands:
                found = known(operand)
                if found is None or found == (op == "or"):
                    return found
            return int(op == "and")
        case ir.Choose(condition, then, orelse):
            found = known(condition)
            return None if found is None else known(then if found else orelse)
    return None


def asks(node: Any, slot: int) -> bool:
    """Whether a node depends on a slot."""
    return any(isinstance(part, ir.Var) and part.slot == slot for part in ir.walk(node))


def _weighs(body: Any) -> bool:
    """Whether an item counts some constant number of times."""
    if isinstance(body, ir.Choose):
        return isinstance(body.then, ir.Const) and isinstance(body.orelse, ir.Const)
    return isinstance(body, ir.Const)


def _added(stmt: Any) -> int | None:
    """The amount by which a store increases its cell; None if it does anything else."""
    if not isinstance(stmt, ir.Store) or not isinstance(stmt.value, ir.Arith) or stmt.value.op != "+":
        return None
    old, amount = stmt.value.left, stmt.value.right
    if not isinstance(old, ir.Read) or (old.field, old.index, old.site) != (stmt.field, stmt.index, -1):
        return None
    return amount.value if isinstance(amount, ir.Const) and amount.value > 0 else None


def _steady(node: Any, changed: set[int]) -> bool:
    """Whether an expression reads none of the fields that are changed."""
    return not any(
        isinstance(part, ir.Call) or (isinstance(part, ir.Read) and part.field in changed)
        for part in ir.walk(node)
    )


def _blocks(body: Sequence[ir.Stmt]) -> Iterator[Sequence[ir.Stmt]]:
    """A block and all within it."""
    yield body
    for stmt in body:
        match stmt:
            case ir.If(_, then, orelse):
                yield from _blocks(then)
                yield from _blocks(orelse)
            case ir.For(_, _, inner) | ir.Clause(_, inner):
                yield from _blocks(inner)


__all__ = ["MOST_ITEMS", "Changed", "Fold", "Gather", "ItemCounts", "Move", "Uses", "uses"]
