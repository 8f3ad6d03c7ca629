"""Merging runs by ranges of states, without what stands in earlier runs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np

from queensbench.engines.layers.messages import Merged, Merging
from queensbench.engines.layers.run_kernels import Bounds, Chunk, library
from queensbench.engines.layers.runs import (
    NO_STATE,
    SPARSE,
    RunReader,
    RunWriter,
    State,
    state_of,
)
from queensbench.engines.layers.sites import Site, ordered
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View

NO_BYTES = View(np.zeros(1, np.uint8))


def _bounds(lower: State | None, upper: State | None) -> Bounds:
    """Bounds as kernels take them."""
    ends = [NO_STATE if s is None else View(np.array(s, np.uint64)) for s in (lower, upper)]
    return Bounds(ends[0], ends[1], int(lower is not None), int(upper is not None))


def merged(task: Merging, site: Site) -> Merged:
    """Carry out a merging."""
    begun = time.thread_time()
    sums = np.zeros(2, np.uint64)
    call = library(task.words)
    runs = [site.readers(task.scratch, name, task.words) for name in task.runs]
    earlier = [site.readers(task.scratch, name, task.words) for name in task.earlier]
    with RunWriter(task.scratch, task.name, task.words) as writer:
        for lower, upper in _pieces(runs, task.lower, task.upper, task.room):
            keys, count = _gathered(runs, lower, upper, site)
            keys, count = ordered(keys, count, task.words, site)
            for reader in earlier:
                count = without(keys, count, reader)
            call["digest"](View(keys), count, View(sums))
            writer.add(keys, count)
    assert writer.made is not None
    return Merged(writer.made, (int(sums[0]), int(sums[1])), time.thread_time() - begun)


def _pieces(
    runs: Sequence[RunReader], lower: State | None, upper: State | None, room: int
) -> Iterator[tuple[State | None, State | None]]:
    """Ranges of states, in order: each has no more states of the runs than fit, or cannot be divided further."""
    spans = [reader.span(lower, upper) for reader in runs]
    total = sum(int(r.before[b] - r.before[a]) for r, (a, b) in zip(runs, spans, strict=True) if a < b)
    if total <= room:
        yield lower, upper
        return
    cut = _middle(runs, spans, lower, upper)
    if cut is None:  # one block of each run
        yield lower, upper
        return
    yield from _pieces(runs, lower, cut, room)
    yield from _pieces(runs, cut, upper, room)


def _middle(
    runs: Sequence[RunReader],
    spans: Sequence[tuple[int, int]],
    lower: State | None,
    upper: State | None,
) -> State | None:
    """A state in the middle of the blocks' first states that lie within bounds, or None if there is none."""
    words = runs[0].words
    firsts = [
        r.firsts[a * words : b * words].reshape(-1, words) for r, (a, b) in zip(runs, spans, strict=True)
    ]
    table = np.concatenate(firsts)
    table = table[np.lexsort(table.T[::-1])]
    states = [state_of(row) for row in table] if len(table) < 64 else None
    if states is None:
        states = [state_of(row) for row in table[:: max(1, len(table) // 64)]]
    least = lower if lower is not None else states[0] if states else None
    inside = [s for s in states if least is not None and s > least and (upper is None or s < upper)]
    return inside[len(inside) // 2] if inside else None


def _gathered(
    runs: Sequence[RunReader], lower: State | None, upper: State | None, site: Site
) -> tuple[Array, int]:
    """The states of runs within bounds, one run after the other."""
    words = runs[0].words if runs else 1
    call = library(words)["gather"]
    spans = [reader.span(lower, upper) for reader in runs]
    total = sum(int(r.before[b] - r.before[a]) for r, (a, b) in zip(runs, spans, strict=True) if a < b)
    keys = site.buffer("keys", total * words)
    count = 0
    bounds = _bounds(lower, upper)
    for reader, (first, last) in zip(runs, spans, strict=True):
        for _, chunk in reader.chunks(first, last):
            count = call(chunk, bounds, View(keys), count)
    return keys, count


def without(keys: Array, count: int, reader: RunReader) -> int:
    """Drop those of sorted states that stand in a run; how many are left."""
    if not count or not reader.states:
        return count
    words = reader.words
    cursor = np.zeros(2, np.int64)
    call = library(words)
    mine, looked_at = View(keys), View(cursor)
    if count * SPARSE < reader.blocks and not reader.held:
        found = np.empty(count, np.int64)
        whole = Chunk(NO_BYTES, NO_STATE, NO_STATE, View(reader.firsts), reader.blocks)
        many = call["touched"](mine, count, whole, View(found))
        if not many:
            return count
        call["subtract"](mine, count, reader.picked(found[:many]), looked_at)
    else:
        low, high = state_of(keys[:words]), state_of(keys[(count - 1) * words : count * words])
        for _, chunk in reader.chunks(reader.block_of(low), reader.block_of(high) + 1):
            call["subtract"](mine, count, chunk, looked_at)
    looked, kept = int(cursor[0]), int(cursor[1])
    rest = count - looked
    if kept != looked:
        keys[kept * words : (kept + rest) * words] = keys[looked * words : count * words].copy()
    return kept + rest
