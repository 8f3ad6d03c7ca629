"""Machine code that judges states: each property's predicate, and only those anew whose cells have changed.

A predicate is a function of the cells that it may read, and of readings and parameters, which stay as they are as long
as a game or a search lasts.  So where the answers for one state are known, another one needs only those predicates
that may read a cell in which the two differ.  The cells are put into groups, by who may read them; one vector
comparison tells the groups that differ (``qb_changed``), and ``qb_rejudges`` asks their readers.

What it cannot see: which cells a predicate does read in a state.  A field is read whole, wherever a rule that the
predicate may call names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from queensbench.readers.native import llvm_text as ll
from queensbench.readers.native.bodies import Program, Writer
from queensbench.readers.native.expressions import CELLS, ENV, I32, I64, JUDGE, i64
from queensbench.readers.native.frames import Entry, judged
from queensbench.rules.typed import ir

GROUPS = 64
"""The most groups of cells: the bits of a number."""
ALL = (1 << GROUPS) - 1
LANES = 8
"""So many cells are compared at once."""

Readers = frozenset[int]
"""Judges, by number."""


def groups(system: ir.System) -> list[tuple[Readers, list[ir.Field]]]:
    """The fields that judges may read, in at most :data:`GROUPS` groups, and who may read some field of each group.

    Fields with the same readers stand together.  Where that makes too many groups, the smallest become one.
    """
    reads = [ir.fields_read(system, judge.function) for judge in system.judges]
    found: dict[Readers, list[ir.Field]] = {}
    for number, block in enumerate(system.fields):
        readers = frozenset(judge for judge, fields in enumerate(reads) if number in fields)
        if readers and block.cells:
            found.setdefault(readers, []).append(block)
    ranked = sorted(found.items(), key=lambda one: -sum(block.cells for block in one[1]))
    rest = ranked[GROUPS - 1 :] if len(ranked) > GROUPS else []
    kept = ranked[: len(ranked) - len(rest)]
    if rest:
        kept.append(
            (frozenset().union(*(r for r, _ in rest)), [block for _, fields in rest for block in fields])
        )
    return kept


def write_judges(program: Program) -> None:
    """Write ``qb_judges``, ``qb_changed`` and ``qb_rejudges``."""
    grouped = groups(program.system)
    _write_changed(program, [fields for _, fields in grouped])
    again = _write_rejudges(program, [readers for readers, _ in grouped])
    e = Entry(program, "qb_judges", [CELLS, ENV, ENV])
    cells, env, out = e.args
    for number in range(len(program.system.judges)):
        e.builder.store(i64(1), e.builder.gep(out, [i64(number)], inbounds=True))
    e.builder.ret(e.builder.call(again, [cells, env, out, i64(ALL), i64(0)]))


def _write_changed(program: Program, grouped: Sequence[Sequence[ir.Field]]) -> None:
    e = Entry(program, "qb_changed", [CELLS, CELLS])
    builder = e.builder
    changed: Any = i64(0)
    for group, fields in enumerate(grouped):
        differing: dict[int, Any] = {}
        for first, lanes in _pieces(fields):
            piece = ll.VectorType(I32, lanes) if lanes > 1 else I32
            sides = []
            for cells in e.args:
                place = builder.gep(cells, [i64(first)], inbounds=True)
                sides.append(builder.load(builder.bitcast(place, piece.as_pointer()), align=4))
            bits = builder.xor(*sides)
            differing[lanes] = builder.or_(differing[lanes], bits) if lanes in differing else bits
        for lanes, bits in differing.items():
            whole = builder.bitcast(bits, ll.IntType(32 * lanes))
            differs = builder.icmp_unsigned("!=", whole, ll.Constant(whole.type, 0))
            changed = builder.or_(changed, builder.shl(builder.zext(differs, I64), i64(group)))
    builder.ret(changed)


def _pieces(fields: Sequence[ir.Field]) -> Iterator[tuple[int, int]]:
    """The cells of fields in pieces for one comparison each: the first cell, and :data:`LANES` cells or one."""
    for block in fields:
        whole = block.cells - block.cells % LANES
        yield from ((block.offset + first, LANES) for first in range(0, whole, LANES))
        yield from ((block.offset + first, 1) for first in range(whole, block.cells))


def _write_rejudges(program: Program, readers: Sequence[Readers]) -> Any:
    """Write ``qb_rejudges``; a judge that reads no cell is asked whenever some cell has changed."""
    e = Entry(program, "qb_rejudges", [CELLS, ENV, ENV, I64, I64])
    cells, env, out, changed, first = e.args
    failing: Any = first
    builder = e.builder
    for number, judge in enumerate(program.system.judges):
        mask = sum(1 << group for group, asking in enumerate(readers) if number in asking) or ALL
        asked, after = e.label(), e.label()
        before = builder.block
        concerned = builder.and_(changed, i64(mask))
        builder.cbranch(builder.icmp_unsigned("!=", concerned, i64(0)), asked, after)
        builder.position_at_end(asked)
        place = builder.gep(out, [i64(number)], inbounds=True)
        failed = builder.zext(builder.icmp_signed("!=", builder.load(place), i64(1)), I64)
        answer = builder.call(_Judge(program, judge).function, [cells, env])
        builder.store(answer, place)
        fails = builder.zext(builder.icmp_signed("!=", answer, i64(1)), I64)
        now = builder.add(failing, builder.sub(fails, failed))
        builder.branch(after)
        builder.position_at_end(after)
        either = builder.phi(I64)
        either.add_incoming(failing, before)
        either.add_incoming(now, asked)
        failing = either
    builder.ret(failing)
    return e.function


class _Judge(Writer):
    """One property over all values of its arguments: ``(cells, env)``, answers 1, 0 or a violation."""

    def __init__(self, program: Program, judge: ir.Judge) -> None:
        function = ll.Function(program.module, ll.FunctionType(I64, [CELLS, ENV]), f"judge.{judge.name}")
        function.linkage = "internal"
        params = program.system.functions[judge.function].params
        super().__init__(program, function, JUDGE, len(params))
        self._judge = program.function(judge.function, JUDGE)
        self._types = [t for _, t in params]
        self._over(0)
        self.builder.ret(i64(1))
        self.close()

    def _over(self, k: int) -> None:
        builder = self.builder
        if k < len(self._types):
            t = self._types[k]
            self.loop(range(t.lo, t.hi + 1), self.slots[k], lambda following: self._over(k + 1))
            return
        args = [builder.load(self.slots[slot]) for slot in range(k)]
        result = builder.call(self._judge.function, [self.cells, self.env, *args])
        answer = judged(builder, self._judge, result)
        holds, fails = self.label(), self.label()
        builder.cbranch(builder.icmp_signed("==", answer, i64(1)), holds, fails)
        builder.position_at_end(fails)
        builder.ret(answer)
        builder.position_at_end(holds)
