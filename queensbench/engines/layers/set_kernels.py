"""The loops over sets of states in memory: a table of all states of some levels, and a filter for the states before.

A *table* holds states in the order in which they came, and finds them by open addressing.  A *filter* (Bloom, 1970,
with all bits of a state in one word) tells for certain that a state is new, or that it may have come before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from queensbench.engines.layers.run_kernels import WORDS, alike, below, copied, digest, mixed, sort, unique
from queensbench.engines.runtime.kernel_language import at, i64, inlined, kernel, p_i32, p_i64, shr
from queensbench.engines.runtime.library import compiled

TABLE_SEED, FILTER_SEED = 0x51ED270B86B1F5A3, 0x6A09E667F3BCC909


class Table(NamedTuple):
    """States side by side, and slots: the place of a state and one more, or 0; ``mask``: how many slots, less one."""

    states: p_i64
    slots: p_i32
    mask: i64


class Filter(NamedTuple):
    """Words of bits, ``1 << 64 - shift`` of them."""

    bits: p_i64
    shift: i64


@inlined
def slot_of(state: p_i64, table: Table) -> i64:
    """The slot of a state, or the free one where it would stand."""
    slot = mixed(state, TABLE_SEED) & table.mask
    while table.slots[slot] != 0 and alike(at(table.states, (table.slots[slot] - 1) * WORDS), state) == 0:
        slot = slot + 1 & table.mask
    return slot


@kernel
def absent(keys: p_i64, count: i64, table: Table) -> i64:
    """Drop those of some states that stand in the table; how many are left, in their order."""
    kept = 0
    for n in range(count):
        mine = at(keys, n * WORDS)
        if table.slots[slot_of(mine, table)] == 0:
            copied(mine, at(keys, kept * WORDS))
            kept += 1
    return kept


@kernel
def include(keys: p_i64, count: i64, table: Table, held: i64) -> i64:
    """Append states, none of which stands in a table of ``held`` states; how many it holds then."""
    for n in range(count):
        mine = at(keys, n * WORDS)
        copied(mine, at(table.states, held * WORDS))
        held += 1
        table.slots[slot_of(mine, table)] = held
    return held


@kernel
def entered(table: Table, held: i64) -> i64:
    """Enter the states that a table holds into its slots, which are free."""
    for n in range(held):
        table.slots[slot_of(at(table.states, n * WORDS), table)] = n + 1
    return held


@inlined
def bits_of(h: i64) -> i64:
    """The four bits of a state in its word of a filter."""
    return 1 << (h & 63) | 1 << (shr(h, 6) & 63) | 1 << (shr(h, 12) & 63) | 1 << (shr(h, 18) & 63)


@kernel
def marked(keys: p_i64, count: i64, filter: Filter) -> i64:
    """Mark states in a filter."""
    for n in range(count):
        h = mixed(at(keys, n * WORDS), FILTER_SEED)
        filter.bits[shr(h, filter.shift)] |= bits_of(h)
    return count


@kernel
def suspects(keys: p_i64, count: i64, filter: Filter, out: p_i64) -> i64:
    """Copy those of some states that may be marked in a filter; how many they are."""
    found = 0
    for n in range(count):
        mine = at(keys, n * WORDS)
        h = mixed(mine, FILTER_SEED)
        bits = bits_of(h)
        if filter.bits[shr(h, filter.shift)] & bits == bits:
            copied(mine, at(out, found * WORDS))
            found += 1
    return found


@kernel
def without(keys: p_i64, count: i64, gone: p_i64, many: i64) -> i64:
    """Drop those of sorted states that stand among other sorted states; how many are left."""
    kept = 0
    m = 0
    for n in range(count):
        mine = at(keys, n * WORDS)
        while m < many and below(at(gone, m * WORDS), mine) != 0:
            m += 1
        if m < many and alike(at(gone, m * WORDS), mine) != 0:
            continue
        copied(mine, at(keys, kept * WORDS))
        kept += 1
    return kept


@cache
def library(words: int) -> dict[str, Callable[..., int]]:
    """The kernels by name, for states of so many words."""
    loops = (sort, unique, digest, absent, include, entered, marked, suspects, without)
    return compiled("sets", loops, {"WORDS": words})
