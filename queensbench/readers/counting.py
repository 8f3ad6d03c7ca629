"""The symbolic reader with the numbers of items of sequences kept beside the places.

A state has, after its cells, one number for each item of each counted sequence (:mod:`queensbench.readers.tallies`).
A fold over places is read off these numbers, and each change of a sequence changes them as it changes the places.  So
a count over fifty-two places that have been shifted is, before any solver sees it, the count before and what has
come or gone.

*What is known of the numbers.*  In every state they are what the places say (:meth:`Counting.definitions`); a rule that
kept this would have to look at all places again.  A proof is therefore tried from parts of it: each number lies
between 0 and the bound, those of a sequence together are its length (:meth:`Counting.typed`), and what is taken from
a place is there at least once (``facts`` of a result).  A proof from fewer facts is a proof.  A state that refutes a
claim must have all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from queensbench.readers import ir
from queensbench.readers.recall import Recall
from queensbench.readers.sums import Change
from queensbench.readers.symbolic import Frame, Run, Symbolic
from queensbench.readers.tallies import Changed, Fold, Gather, Tally, Uses, uses
from queensbench.readers.terms import BitVectors, Integers, Sort, Term, and_, is_known, not_, or_


class Counting(Symbolic):
    """The rules of a system over symbols, with the numbers of items of its counted sequences."""

    spare = 1  # for the item that a fold or a gather is at

    def __init__(
        self,
        system: ir.System,
        sort: Sort | None = None,
        readings: Sequence[Term] | None = None,
        parameters: Sequence[Term] | None = None,
        found: Uses | None = None,
    ) -> None:
        super().__init__(system, sort, readings, parameters)
        self.uses = found if found is not None else uses(system)
        self.tallies = self.uses.tallies
        numbers = [ir.IntType(0, t.bound) for t in self.tallies.values() for _ in range(t.count)]
        self.types = (*system.cells, *numbers)
        self.recall = _Recall(system, self.tallies)

    # ---------------------------------------------------------------------------------------- states

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
        """That the numbers of items are what the places say (of the blank item, :meth:`typed` says it)."""
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

    def _total(self, cells: Sequence[Term], tally: Tally, row: int) -> Term:
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
        if gather is not None:
            self._gather(run, frame, gather, here)
        elif change is not None:
            assert isinstance(stmt, ir.Store)
            self._changed(run, frame, change, stmt, here, path)
        else:
            super()._statement(run, frame, stmt, here, path)

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

    def _at(self, run: Run, tally: Tally, index: Sequence[Term]) -> Term:
        """The item at a place."""
        block = self.system.fields[tally.field]
        return self._select(run.cells, self._places(block.offset, block.index, index), block.value)

    def _number(self, run: Run, tally: Tally, index: Sequence[Term]) -> Term:
        """How often an item lies in a sequence: keys of the sequence, and the item."""
        places = self._places(tally.offset, tally.index, index)
        return self._select(run.cells, places, ir.IntType(0, tally.bound))

    def _add(self, run: Run, tally: Tally, index: Sequence[Term], by: Term, guard: Term) -> None:
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
        """An item is read at a place: it is there."""
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

    def _there(self, run: Run, tally: Tally, index: Sequence[Term], guard: Term) -> None:
        """Of an item that lies in a sequence there is at least one, unless something has been violated."""
        *keys, item = index
        some = []
        for raw in range(tally.value.lo, tally.value.hi + 1):
            one = self._item(tally.value, raw)
            some.append(and_(self.equal(item, one), self.at_most(1, self._number(run, tally, (*keys, one)))))
        run.facts.append(or_(not_(and_(guard, run.ok)), *some))

    # ----------------------------------------------------------------------------------- gathers, folds

    def _gather(self, run: Run, frame: Frame, gather: Gather, here: Term) -> None:
        """A loop that adds something for each item of a sequence."""
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
        """What each item comes to: how much it counts, that one is asked for, or that all are."""
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
        """How much an item counts, that lies in a sequence so often."""
        if isinstance(body, ir.Choose):
            test = self._expr(run, frame, body.condition, here)
            one = self._weight(run, frame, body.then, number, here)
            return self.choose(test, one, self._weight(run, frame, body.orelse, number, here))
        return self.arith("*", self._expr(run, frame, body, here), number)


class _Recall(Recall):
    """Answers of plain rules, which depend on numbers of items as well."""

    def __init__(self, system: ir.System, tallies: Mapping[int, Tally]) -> None:
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
