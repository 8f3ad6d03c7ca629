"""Counter abstraction: the symbolic reader, with the numbers of items of sequences beside the places.

A state has, after its cells, one number for each item of each counted sequence
(:mod:`queensbench.readers.symbolic.counted_sequences`).  A fold over places is read off these numbers, and each change
of a sequence changes them as it changes the places.  So a count over fifty-two places that have been shifted is, before
any solver sees it, the count before and what has come or gone.

*What is known of the numbers.*  In every state they are what the places say (:meth:`Counting.definitions`).  To show
that rules keep this is to look at all places again.  A proof is therefore tried from parts of it: each number lies
between 0 and the bound, those of a sequence together are its length (:meth:`Counting.typed`), and what is taken from
a place is there at least once (``facts`` of a result).  A proof from fewer facts is a proof.  A state that refutes a
claim must meet all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import z3

from queensbench.readers.symbolic.changes import Change
from queensbench.readers.symbolic.counted_sequences import Changed, Fold, Gather, ItemCounts, Move, Uses, uses
from queensbench.readers.symbolic.execution import Frame, Run, Symbolic
from queensbench.readers.symbolic.memo import Recall
from queensbench.readers.symbolic.terms import BitVectors, Integers, Sort, Term, and_, is_known, not_, or_
from queensbench.rules.typed import ir

SHORT = 4
"""Places of a sequence in a state that is to be small."""


class Counting(Symbolic):
    """The rules of a system over symbols, with the numbers of items of its counted sequences."""

    spare = 1  # for the item that a fold or a gather is at
    hoists = True

    def __init__(
        self,
        system: ir.System,
        sort: Sort | None = None,
        readings: Sequence[Term] | None = None,
        parameters: Sequence[Term] | None = None,
        found: Uses | None = None,
    ) -> None:
        # terms that are kept keep their numbers
        self.ranges: dict[int, tuple[Term, int, int]] = {}
        self.looked: dict[int, tuple[Term, dict[int, Term]]] = {}
        self.settled: dict[int, tuple[Term, dict[int, Term] | None]] = {}
        super().__init__(system, sort, readings, parameters)
        self.uses = found if found is not None else uses(system)
        self.tallies = self.uses.tallies
        numbers = [ir.IntType(0, t.bound) for t in self.tallies.values() for _ in range(t.count)]
        self.types = (*system.cells, *numbers)

    @cached_property
    def recall(self) -> Recall:
        """The memo of pure rules, which may read numbers of items."""
        return _Recall(self.system, self.tallies)

    # ---------------------------------------------------------------------------------------- states

    def symbol(self, name: str, t: ir.Type) -> Term:
        """A symbol of a type; its range is asserted by those who use it.

        Arguments of two rules may be one symbol; its range is then the wider one, and what was remembered of lookups by
        the narrower one is forgotten.
        """
        found = super().symbol(name, t)
        _, lo, hi = self.ranges.get(found.ast.value, (found, t.lo, t.hi))
        if t.lo < lo or hi < t.hi:
            self.looked.clear()
        self.ranges[found.ast.value] = found, min(lo, t.lo), max(hi, t.hi)
        return found

    def state(self, prefix: str) -> list[Term]:
        """A symbol for each cell, and for each number of items."""
        out = super().state(prefix)
        for tally in self.tallies.values():
            name = self.system.fields[tally.field].name
            out += [
                self.symbol(f"{prefix}{name}#[{i}]", ir.IntType(0, tally.bound)) for i in range(tally.count)
            ]
        return out

    def blank(self) -> list[Term]:
        """The blank state, known; its sequences are empty."""
        return [*super().blank(), *(0 for t in self.tallies.values() for _ in range(t.count))]

    def typed(self, cells: Sequence[Term]) -> Term:
        """That every cell and every number lies in its range, and those of a sequence together are its length."""
        count = len(self.system.cells)
        parts = [super().typed(cells[:count])]
        parts += [self.inside(c, t) for c, t in zip(cells[count:], self.types[count:], strict=True)]
        for tally in self.tallies.values():
            lengths = self.system.fields[tally.length]
            for row in range(lengths.cells):
                parts.append(self.equal(self._total(cells, tally, row), cells[lengths.offset + row]))
        return and_(*parts)

    def definitions(self, cells: Sequence[Term]) -> list[Term]:
        """That the numbers of items agree with the places (for the blank item :meth:`typed` says so)."""
        found: list[Term] = []
        for tally in self.tallies.values():
            block = self.system.fields[tally.field]
            items = ir.size(tally.value)
            for row in range(tally.count // items):
                places = cells[block.offset + row * tally.bound :][: tally.bound]
                for item in range(1, items):  # places beyond the length hold the first of all items
                    total: Term = 0
                    for place in places:
                        here = self.equal(place, self._item(tally.value, tally.value.lo + item))
                        total = self.arith("+", total, self.choose(here, 1, 0))
                    found.append(self.equal(cells[tally.offset + row * items + item], total))
        return [term for term in found if term is not True]

    def small(self, cells: Sequence[Term]) -> list[tuple[Term, Term]]:
        """Symbols and values by which counted sequences are blank beyond their first :data:`SHORT` places."""
        found: list[tuple[Term, Term]] = []
        for tally in self.tallies.values():
            block = self.system.fields[tally.field]
            blank = self._item(tally.value, tally.value.lo)
            blank = self.truth(blank) if isinstance(tally.value, ir.BoolType) else self.lift(blank)
            for place in range(block.cells):
                if place % tally.bound >= SHORT:
                    found.append((cells[block.offset + place], blank))
        return found

    def counted(self, cells: Sequence[Term]) -> list[Term]:
        """Known cells with the numbers of items that belong to them."""
        out = list(cells)
        for tally in self.tallies.values():
            block, lengths = self.system.fields[tally.field], self.system.fields[tally.length]
            for row in range(lengths.cells):
                begin = block.offset + row * tally.bound
                held = cells[begin : begin + int(cells[lengths.offset + row])]
                out += [held.count(raw) for raw in range(tally.value.lo, tally.value.hi + 1)]
        return out

    def _total(self, cells: Sequence[Term], tally: ItemCounts, row: int) -> Term:
        items = ir.size(tally.value)
        total: Term = 0
        for item in range(items):
            total = self.arith("+", total, cells[tally.offset + row * items + item])
        return total

    @staticmethod
    def _item(t: ir.Type, raw: int) -> Term:
        return bool(raw) if isinstance(t, ir.BoolType) else raw

    # --------------------------------------------------------------------------------------- changes

    def _statement(self, run: Run, frame: Frame, stmt: ir.Stmt, here: Term, path: Term) -> None:
        reads = self.uses.reads.get(id(stmt))
        if reads is not None:
            for read in reads:
                self._met(run, frame, read, here)
        gather = self.uses.gathers.get(id(stmt))
        change = self.uses.changes.get(id(stmt))
        move = self.uses.moves.get(id(stmt))
        if move is not None:
            self._moved(run, frame, move, stmt, here)
        elif gather is not None:
            self._gather(run, frame, gather, here)
        elif change is not None:
            assert isinstance(stmt, ir.Store)
            self._changed(run, frame, change, stmt, here, path)
        else:
            super()._statement(run, frame, stmt, here, path)

    def _moved(self, run: Run, frame: Frame, move: Move, stmt: ir.Stmt, here: Term) -> None:
        """Move items up or down, put one, or blank the last place: sequence by sequence, place by place.

        Places beyond the length are blank, so that it makes no difference whether these are moved as well.
        """
        block = self.system.fields[move.field]
        bound = self.tallies[move.field].bound
        index = [self._expr(run, frame, key, here) for key in (*move.keys, move.at)]
        value: Term = None
        if isinstance(stmt, ir.Store):
            value = self._expr(run, frame, stmt.value, here)
            if stmt.site_index >= 0:
                self._within(run, index, block.index, stmt.site_index, here)
            if stmt.site_value >= 0:
                self._violate(run, stmt.site_value, and_(here, not_(self.inside(value, block.value))))
        guard = and_(here, not_(run.silent))
        at, after = self._compared(index[-1], block.index[-1])
        for row, meant in self._places(0, block.index[:-1], index[:-1]):
            begin = block.offset + row * bound
            here_too = and_(guard, meant)
            held = run.cells[begin : begin + bound]
            for place, old in enumerate(held):
                if move.kind == "put":
                    new, when = value, at[place]
                elif move.kind == "up":
                    new, when = held[place - 1] if place else old, after[place]
                elif move.kind == "down":
                    new, when = held[place + 1] if place + 1 < bound else old, or_(at[place], after[place])
                else:
                    new, when = value, place + 1 == bound
                cell, condition = begin + place, and_(here_too, when)
                if condition is False or new is old:
                    continue
                run.changes.append(Change(condition, new, cell, (), (), ((cell, True),), (old,), block.value))
                run.cells[cell] = self.choose(condition, new, old)

    def _changed(
        self, run: Run, frame: Frame, change: Changed, stmt: ir.Store, here: Term, path: Term
    ) -> None:
        """A store that ends a change of a sequence."""
        tally = self.tallies[change.field]
        keys = [self._expr(run, frame, key, here) for key in change.keys]
        item: Term = None
        gone: Term = None
        if change.item is not None:
            item = self._expr(run, frame, change.item, here)
        if change.kind == "assign":
            gone = self._at(run, tally, [*keys, self._expr(run, frame, stmt.index[-1], here)])
            item = self._expr(run, frame, stmt.value, here)
        super()._statement(run, frame, stmt, here, path)
        guard = and_(here, not_(run.silent))
        if change.kind == "clear":
            for raw in range(tally.value.lo, tally.value.hi + 1):
                index = (*keys, self._item(tally.value, raw))
                self._add(run, tally, index, self.arith("-", 0, self._number(run, tally, index)), guard)
        if gone is not None:
            self._add(run, tally, (*keys, gone), -1, guard)
        if change.kind == "out":
            self._there(run, tally, (*keys, item), guard)
            self._add(run, tally, (*keys, item), -1, guard)
        elif item is not None:
            self._add(run, tally, (*keys, item), 1, guard)

    def _at(self, run: Run, tally: ItemCounts, index: Sequence[Term]) -> Term:
        """The item at a place."""
        block = self.system.fields[tally.field]
        return self._read(run.cells, block.offset, block.index, index, block.value)

    def _number(self, run: Run, tally: ItemCounts, index: Sequence[Term]) -> Term:
        """The number of an item in a sequence; ``index``: the keys of the sequence, and the item."""
        return self._read(run.cells, tally.offset, tally.index, index, ir.IntType(0, tally.bound))

    def _add(self, run: Run, tally: ItemCounts, index: Sequence[Term], by: Term, guard: Term) -> None:
        """Add to a number of items."""
        t = ir.IntType(0, tally.bound)
        self._increase(run, tally.offset, tally.index, index, by, guard, t)

    def _increase(
        self,
        run: Run,
        offset: int,
        types: Sequence[ir.Type],
        index: Sequence[Term],
        by: Term,
        guard: Term,
        t: ir.Type,
    ) -> None:
        places = tuple(self._places(offset, types, index))
        old = tuple(run.cells[cell] for cell, _ in places)
        run.changes.append(Change(guard, None, offset, tuple(types), tuple(index), places, old, t, by))
        for cell, condition in places:
            held = run.cells[cell]
            run.cells[cell] = self.choose(and_(guard, condition), self.arith("+", held, by), held)

    def _met(self, run: Run, frame: Frame, read: ir.Read, here: Term) -> None:
        """Note that an item that is read at a place is there."""
        tally = self.tallies[read.field]
        index = [self._expr(run, frame, key, here) for key in read.index]
        if is_known(index[-1]):
            return
        lengths = self.system.fields[tally.length]
        length = self._select(
            run.cells, self._places(lengths.offset, lengths.index, index[:-1]), lengths.value
        )
        there = and_(here, self.at_most(0, index[-1]), self.less(index[-1], length))
        self._there(run, tally, (*index[:-1], self._at(run, tally, index)), there)

    def _there(self, run: Run, tally: ItemCounts, index: Sequence[Term], guard: Term) -> None:
        """Note that an item that lies in a sequence has a number of at least one, unless something was violated."""
        *keys, item = index
        some = []
        for raw in range(tally.value.lo, tally.value.hi + 1):
            one = self._item(tally.value, raw)
            some.append(and_(self.equal(item, one), self.at_most(1, self._number(run, tally, (*keys, one)))))
        run.facts.append(or_(not_(and_(guard, run.ok)), *some))

    # ------------------------------------------------------------------------------------------ reading

    def _read(
        self, values: Sequence[Term], offset: int, types: Sequence[ir.Type], index: Sequence[Term], t: ir.Type
    ) -> Term:
        """The value at an index, chosen index by index (one out of range is an obligation)."""
        if not types:
            return values[offset]
        first, rest = types[0], types[1:]
        step = 1
        for other in rest:
            step *= ir.size(other)
        if is_known(index[0]):
            if not first.lo <= index[0] <= first.hi:
                return self._blank(t)
            at = offset + (int(index[0]) - first.lo) * step
            return self._read(values, at, rest, index[1:], t)
        meant = self._meant(index[0], first)
        found = self._read(values, offset + (len(meant) - 1) * step, rest, index[1:], t)
        for number in range(len(meant) - 2, -1, -1):
            if meant[number] is False:
                continue
            one = self._read(values, offset + number * step, rest, index[1:], t)
            found = self.choose(meant[number], one, found)
        return found

    def _places(self, offset: int, types: Sequence[ir.Type], index: Sequence[Term]) -> list[tuple[int, Term]]:
        return [place for place in super()._places(offset, types, index) if place[1] is not False]

    def _spread(self, places: Sequence[tuple[int, Term]], term: Term, t: ir.Type) -> list[tuple[int, Term]]:
        count, meant = ir.size(t), self._meant(term, t)
        return [(at * count + n, and_(c, one)) for at, c in places for n, one in enumerate(meant)]

    def _meant(self, term: Term, t: ir.Type) -> list[Term]:
        """By value of a type, the condition that a term has it."""
        plain = self._plain(term, t)
        found = self._settled(plain)
        if found is not None:
            return [found.get(raw, False) for raw in range(t.lo, t.hi + 1)]
        return [self.equal(plain, self._item(t, raw)) for raw in range(t.lo, t.hi + 1)]

    def _compared(self, term: Term, t: ir.Type) -> tuple[list[Term], list[Term]]:
        """By place, the conditions that an index means it, and that it lies after the one that is meant."""
        places = range(t.lo, t.hi + 1)
        if is_known(term):
            return [term == place for place in places], [term < place for place in places]
        meant, plain = self._meant(term, t), self._plain(term, t)
        if self._settled(plain) is None:
            return meant, [self.less(plain, place) for place in places]
        after: list[Term] = [False]
        for one in meant[:-1]:
            after.append(or_(after[-1], one))
        return meant, after

    def _settled(self, term: Term) -> dict[int, Term] | None:
        """By value of a choice among known numbers, its condition; None for any other term."""
        number = term.ast.value
        if number in self.looked:
            return self.looked[number][1]
        if number not in self.settled:
            by: dict[int, list[Term]] = {}
            rest, node = True, term
            while z3.is_app_of(node, z3.Z3_OP_ITE) and z3.is_int_value(node.arg(1)):
                by.setdefault(node.arg(1).as_long(), []).append(and_(rest, node.arg(0)))
                rest, node = and_(rest, not_(node.arg(0))), node.arg(2)
            if z3.is_int_value(node):
                by.setdefault(node.as_long(), []).append(rest)
                self.settled[number] = term, {raw: or_(*some) for raw, some in by.items()}
            else:
                self.settled[number] = term, None
        return self.settled[number][1]

    def choose(self, condition: Term, a: Term, b: Term) -> Term:
        """``a`` if the condition holds, else ``b``; a choice in ``a`` that ends in ``b`` becomes part of it."""
        if not is_known(condition) and z3.is_expr(a) and z3.is_app_of(a, z3.Z3_OP_ITE):
            other = self.truth(b) if z3.is_bool(a) else self.lift(b)
            if a.arg(2).eq(other):
                return super().choose(and_(condition, a.arg(0)), a.arg(1), b)
        return super().choose(condition, a, b)

    @staticmethod
    def _plain(term: Term, t: ir.Type) -> Term:
        """An index without the value out of range that stands for none, which would be a violation."""
        if is_known(term) or not z3.is_app_of(term, z3.Z3_OP_ITE) or not z3.is_int_value(term.arg(2)):
            return term
        return term if t.lo <= term.arg(2).as_long() <= t.hi else term.arg(1)

    def _look(self, run: Run, frame: Frame, node: ir.Look, here: Term) -> Term:
        found = super()._look(run, frame, node, here)
        table = self.system.tables[node.table]
        if is_known(found) or len(node.index) > 1 or isinstance(table.value, ir.BoolType):
            return found
        # z3 keeps equal terms once: another lookup, or a choice that a rule writes out, may be this very term, of a
        # key that this table has no entry for.  So what is remembered has to be true of the term, whatever the key is.
        if found.ast.value not in self.looked:
            key = self._expr(run, frame, node.index[0], here)
            self.looked[found.ast.value] = found, self._entries(key, table)
        return found

    def _entries(self, key: Term, table: ir.Table) -> dict[int, Term]:
        """By value of a lookup its condition; the last value is that of all other cases."""
        (t,) = table.index
        by: dict[int, list[Term]] = {}
        last = table.values[-1]
        for raw, one in zip(table.values, self._meant(key, t), strict=True):
            if one is not False:
                by.setdefault(raw, []).append(one)
                last = raw
        by.setdefault(last, []).append(self._beyond(key, t))
        return {raw: or_(*some) for raw, some in by.items()}

    def _beyond(self, term: Term, t: ir.Type) -> Term:
        """That none of a type's values is meant by a term."""
        plain = self._plain(term, t)
        found = self._settled(plain)
        if found is not None:
            return or_(*(one for raw, one in found.items() if not t.lo <= raw <= t.hi))
        _, lo, hi = self.ranges.get(plain.ast.value, (plain, t.lo - 1, t.hi + 1))
        return or_(lo < t.lo and self.less(plain, t.lo), hi > t.hi and self.less(t.hi, plain))

    def _expr(self, run: Run, frame: Frame, node: ir.Expr, here: Term) -> Term:
        if not isinstance(node, ir.Read) or len(node.index) < 2:
            return super()._expr(run, frame, node, here)
        index = [self._expr(run, frame, k, here) for k in node.index]
        block = self.system.fields[node.field]
        if node.site >= 0:
            self._within(run, index, block.index, node.site, here)
        return self._read(run.cells, block.offset, block.index, index, node.type)

    # ----------------------------------------------------------------------------------- gathers, folds

    def _gather(self, run: Run, frame: Frame, gather: Gather, here: Term) -> None:
        """Run a loop that adds something for each item of a sequence."""
        tally = self.tallies[gather.field]
        keys = [self._expr(run, frame, key, here) for key in gather.keys]
        guard = and_(here, not_(run.silent))
        for raw in range(tally.value.lo, tally.value.hi + 1):
            frame.slots[gather.item] = self._item(tally.value, raw)
            number = self._number(run, tally, (*keys, frame.slots[gather.item]))
            for store, amount in gather.stores:
                block = self.system.fields[store.field]
                index = [self._expr(run, frame, i, here) for i in store.index]
                by = self.arith("*", amount, number)
                if store.site_value >= 0:
                    # the last of the additions is the one that leaves the range, if any does
                    value = self.arith(
                        "+",
                        self._select(run.cells, self._places(block.offset, block.index, index), block.value),
                        by,
                    )
                    some = and_(here, self.at_most(1, number))
                    self._violate(run, store.site_value, and_(some, not_(self.inside(value, block.value))))
                self._increase(run, block.offset, block.index, index, by, guard, block.value)

    def _quant(self, run: Run, frame: Frame, node: ir.Quant, here: Term) -> Term:
        fold = self.uses.folds.get(id(node))
        if fold is None:
            return super()._quant(run, frame, node, here)
        found: list[Term] = []
        path = here

        def loop(depth: int, inside: Term) -> None:
            nonlocal path
            if depth == len(node.loops) - 1:
                for term in self._fold(run, frame, fold, node.op, and_(path, inside)):
                    if node.op == "sum":
                        found.append(self.choose(inside, term, 0))
                    elif node.op == "any":
                        found.append(and_(inside, term))
                        path = and_(path, not_(found[-1]))
                    else:
                        found.append(or_(not_(inside), term))
                        path = and_(path, found[-1])
                return
            level = node.loops[depth]
            for value in level.values:
                frame.slots[level.slot] = value
                test: Term = True
                if level.where is not None:
                    test = self._expr(run, frame, level.where, and_(path, inside))
                if test is not False and path is not False:
                    loop(depth + 1, and_(inside, test))

        loop(0, True)
        if node.op == "any":
            return or_(*found)
        if node.op == "all":
            return and_(*found)
        total: Term = 0
        for term in found:
            total = self.arith("+", total, term)
        return total

    def _fold(self, run: Run, frame: Frame, fold: Fold, op: str, here: Term) -> list[Term]:
        """The terms of all items: how much each counts, or the conditions of ``any`` and ``all``."""
        tally = self.tallies[fold.field]
        keys = [self._expr(run, frame, key, here) for key in fold.keys]
        out: list[Term] = []
        outer = frame.slots[fold.item]
        for raw in range(tally.value.lo, tally.value.hi + 1):
            item = frame.slots[fold.item] = self._item(tally.value, raw)
            where = True if fold.where is None else self._expr(run, frame, fold.where, here)
            if where is False:
                continue
            number = self._number(run, tally, (*keys, item))
            if op == "sum":
                out.append(self.choose(where, self._weight(run, frame, fold.body, number, here), 0))
                continue
            body = self._expr(run, frame, fold.body, here)
            some = and_(where, self.at_most(1, number))
            out.append(and_(some, body) if op == "any" else or_(not_(some), body))
        frame.slots[fold.item] = outer
        return out

    def _weight(self, run: Run, frame: Frame, body: ir.Expr, number: Term, here: Term) -> Term:
        """The weight of an item in a sum, given its number in the sequence."""
        if isinstance(body, ir.Choose):
            test = self._expr(run, frame, body.condition, here)
            one = self._weight(run, frame, body.then, number, here)
            return self.choose(test, one, self._weight(run, frame, body.orelse, number, here))
        return self.arith("*", self._expr(run, frame, body, here), number)


class _Recall(Recall):
    """Answers of plain rules, which depend on numbers of items as well."""

    def __init__(self, system: ir.System, tallies: Mapping[int, ItemCounts]) -> None:
        super().__init__(system)
        self.tallies = tallies

    def _reads(self, number: int) -> tuple[int, ...] | None:
        found = super()._reads(number)
        if found is None:
            return None
        cells = set(found)
        for tally in self.tallies.values():
            if self.system.fields[tally.field].offset in cells:
                cells.update(range(tally.offset, tally.offset + tally.count))
        return tuple(sorted(cells))


def reader(system: ir.System, sort: Integers | BitVectors) -> Symbolic:
    """The reader for proofs: with numbers of items, if the system has counted sequences."""
    found = uses(system)
    return Counting(system, sort, found=found) if found.tallies else Symbolic(system, sort)


__all__ = ["Counting", "reader"]
