"""The loops over runs of states: sorting, writing, reading, subtracting.  They know no model but the words of a state.

States are ordered by their words, the first word first, each taken as unsigned.  A *run* holds states in ascending
order, each once, in blocks of :data:`BLOCK`.  A block begins with its first state in full, eight bytes a word, least
byte first.  Each further state is told by its difference: of several words, a byte with the number of the first word
that differs; how much greater that word is; and of the words behind it, what is changed by exclusive or.  Numbers
stand in seven bits a byte, least first, with the eighth bit set in all bytes but the last.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    inlined,
    kernel,
    mul,
    p_i64,
    p_u8,
    shr,
    stack_i64,
    ult,
    wrap,
)
from queensbench.engines.runtime.library import compiled

WORDS = 1
BLOCK = 1024
"""The most states of a block."""
DIGIT = 8
BUCKETS = 256
SLACK = 11
"""A state takes at most so many bytes a word in a run."""


class Chunk(NamedTuple):
    """Blocks of a run that stand side by side: their bytes, and of each its offset, first state and states before it.

    ``offsets`` and ``before`` have one entry more than there are blocks; ``data`` begins at ``offsets[0]``.
    """

    data: p_u8
    offsets: p_i64
    before: p_i64
    firsts: p_i64
    blocks: i64


class Bounds(NamedTuple):
    """States from ``lower`` on and below ``upper``; either is ignored where its flag is 0."""

    lower: p_i64
    upper: p_i64
    from_lower: i64
    to_upper: i64


class Blocks(NamedTuple):
    """Room for encoded blocks, and for the offset behind each and its first state."""

    data: p_u8
    ends: p_i64
    firsts: p_i64


@inlined
def below(a: p_i64, b: p_i64) -> i64:
    """Whether one state comes before another."""
    for w in range(WORDS):
        if a[w] != b[w]:
            if ult(a[w], b[w]):
                return 1
            return 0
    return 0


@inlined
def alike(a: p_i64, b: p_i64) -> i64:
    """Whether two states are the same."""
    for w in range(WORDS):
        if a[w] != b[w]:
            return 0
    return 1


@inlined
def copied(source: p_i64, target: p_i64) -> i64:
    """Copy a state."""
    for w in range(WORDS):
        target[w] = source[w]
    return 0


@kernel
def sort(keys: p_i64, other: p_i64, count: i64) -> i64:
    """Sort states by their digits, the last first; 1 if they stand in ``other`` afterwards.

    Bits in which no two states differ are passed over.
    """
    tally = stack_i64(BUCKETS)
    swapped = 0
    for back in range(WORDS):
        w = WORDS - 1 - back
        varying = 0
        for n in range(count):
            varying |= keys[n * WORDS + w] ^ keys[w]
        shift = 0
        while shift < 64 and shr(varying, min(shift, 63)) != 0:
            while shr(varying, shift) & 1 == 0:
                shift += 1
            for d in range(BUCKETS):
                tally[d] = 0
            for n in range(count):
                tally[shr(keys[n * WORDS + w], shift) & (BUCKETS - 1)] += 1
            total = 0
            for d in range(BUCKETS):
                mine = tally[d]
                tally[d] = total
                total += mine
            for n in range(count):
                d = shr(keys[n * WORDS + w], shift) & (BUCKETS - 1)
                place = tally[d]
                tally[d] = place + 1
                copied(at(keys, n * WORDS), at(other, place * WORDS))
            room = keys
            keys = other
            other = room
            swapped = 1 - swapped
            shift += DIGIT
    return swapped


@kernel
def unique(keys: p_i64, count: i64) -> i64:
    """Keep each of sorted states once; how many there are."""
    if count == 0:
        return 0
    kept = 1
    for n in range(1, count):
        if alike(at(keys, n * WORDS), at(keys, (kept - 1) * WORDS)) == 0:
            copied(at(keys, n * WORDS), at(keys, kept * WORDS))
            kept += 1
    return kept


@inlined
def put(data: p_u8, place: i64, value: i64) -> i64:
    """Write a number, seven bits a byte; the place behind it."""
    while not ult(value, 128):
        data[place] = value & 127 | 128
        value = shr(value, 7)
        place += 1
    data[place] = value
    return place + 1


@kernel
def encode(keys: p_i64, count: i64, blocks: Blocks) -> i64:
    """Write sorted states as blocks; returns how many blocks."""
    data = blocks.data
    place = 0
    number = 0
    for n in range(count):
        mine = at(keys, n * WORDS)
        if n & (BLOCK - 1) == 0:
            if n > 0:
                blocks.ends[number] = place
                number += 1
            copied(mine, at(blocks.firsts, number * WORDS))
            for w in range(WORDS):
                for byte in range(8):
                    data[place] = shr(mine[w], 8 * byte) & 255
                    place += 1
            continue
        last = at(keys, (n - 1) * WORDS)
        first = 0
        while mine[first] == last[first]:
            first += 1
        if WORDS > 1:
            data[place] = first
            place += 1
        place = put(data, place, wrap(mine[first] - last[first]))
        for w in range(first + 1, WORDS):
            place = put(data, place, mine[w] ^ last[w])
    if count > 0:
        blocks.ends[number] = place
        number += 1
    return number


@inlined
def begin(data: p_u8, place: i64, mine: p_i64) -> i64:
    """Read the first state of a block; the place behind it."""
    for w in range(WORDS):
        value = 0
        for byte in range(8):
            value |= data[place + byte] << 8 * byte
        mine[w] = value
        place += 8
    return place


@inlined
def advance(data: p_u8, place: i64, mine: p_i64) -> i64:
    """Read the next state of a block where the one before it stands in ``mine``; the place behind it."""
    first = 0
    if WORDS > 1:
        first = data[place]
        place += 1
    for w in range(first, WORDS):
        byte = data[place]
        place += 1
        value = byte & 127
        turn = 7
        while byte > 127:
            byte = data[place]
            place += 1
            value |= (byte & 127) << turn
            turn += 7
        if w == first:
            mine[w] = wrap(mine[w] + value)
        else:
            mine[w] = mine[w] ^ value
    return place


@kernel
def gather(chunk: Chunk, bounds: Bounds, keys: p_i64, count: i64) -> i64:
    """Append the states of a chunk that lie within bounds; how many there are then."""
    mine = stack_i64(WORDS)
    for b in range(chunk.blocks):
        place = chunk.offsets[b] - chunk.offsets[0]
        wanted = chunk.before[b + 1] - chunk.before[b]
        # Only a block at either end of the bounds must look at each of its states.
        low = 0
        if bounds.from_lower != 0:
            low = below(at(chunk.firsts, b * WORDS), bounds.lower)
        high = bounds.to_upper
        if high != 0 and b + 1 < chunk.blocks:
            high = 1 - below(at(chunk.firsts, (b + 1) * WORDS), bounds.upper)
        place = begin(chunk.data, place, mine)
        for n in range(wanted):
            if n > 0:
                place = advance(chunk.data, place, mine)
            if low != 0 and below(mine, bounds.lower) != 0:
                continue
            if high != 0 and below(mine, bounds.upper) == 0:
                return count
            copied(mine, at(keys, count * WORDS))
            count += 1
    return count


@inlined
def block_of(chunk: Chunk, b: i64, state: p_i64) -> i64:
    """The last block, from ``b`` on, that begins at or before a state: the stride is doubled, then halved."""
    stride = 1
    while b + stride < chunk.blocks and below(state, at(chunk.firsts, (b + stride) * WORDS)) == 0:
        b += stride
        stride *= 2
    while stride > 1:
        stride = shr(stride, 1)
        if b + stride < chunk.blocks and below(state, at(chunk.firsts, (b + stride) * WORDS)) == 0:
            b += stride
    return b


@kernel
def subtract(keys: p_i64, count: i64, chunk: Chunk, cursor: p_i64) -> i64:
    """Drop those of sorted states that stand in a chunk.

    ``cursor``: the states before ``cursor[0]`` were looked at, and ``cursor[1]`` of them are kept at the front.  It
    ends at the first state that lies behind the chunk.
    """
    mine = stack_i64(WORDS)
    i = cursor[0]
    o = cursor[1]
    b = 0
    while i < count and b < chunk.blocks:
        here = at(keys, i * WORDS)
        if below(here, at(chunk.firsts, b * WORDS)) != 0:
            copied(here, at(keys, o * WORDS))
            i += 1
            o += 1
            continue
        if b + 1 < chunk.blocks and below(here, at(chunk.firsts, (b + 1) * WORDS)) == 0:
            b = block_of(chunk, b, here)
        place = begin(chunk.data, chunk.offsets[b] - chunk.offsets[0], mine)
        left = chunk.before[b + 1] - chunk.before[b] - 1
        while True:
            while left > 0 and below(mine, here) != 0:
                place = advance(chunk.data, place, mine)
                left -= 1
            if left == 0 and below(mine, here) != 0:
                break
            if alike(mine, here) == 0:
                copied(here, at(keys, o * WORDS))
                o += 1
            i += 1
            if i == count:
                break
            here = at(keys, i * WORDS)
        b += 1
    cursor[0] = i
    cursor[1] = o
    return 0


@kernel
def touched(keys: p_i64, count: i64, index: Chunk, out: p_i64) -> i64:
    """Write the numbers of the blocks in which sorted states may stand, in order and each once; how many they are.

    Of the chunk, a whole run, only the first states are looked at.
    """
    found = 0
    b = 0
    for n in range(count):
        here = at(keys, n * WORDS)
        if below(here, at(index.firsts, b * WORDS)) != 0:
            continue
        b = block_of(index, b, here)
        if found == 0 or out[found - 1] != b:
            out[found] = b
            found += 1
    return found


@inlined
def mixed(state: p_i64, h: i64) -> i64:
    """A hash of a state, 64 bits, with ``h`` as its seed."""
    for w in range(WORDS):
        h = mul(h ^ state[w], 0x9E3779B97F4A7C15)
        h ^= shr(h, 32)
    h = mul(h, 0xD6E8FEB86659FD93)
    return h ^ shr(h, 29)


@kernel
def digest(keys: p_i64, count: i64, sums: p_i64) -> i64:
    """Add two hashes of each state to the sums; their order does not matter."""
    one = sums[0]
    two = sums[1]
    for n in range(count):
        one = wrap(one + mixed(at(keys, n * WORDS), 0x2545F4914F6CDD1D))
        two = wrap(two + mixed(at(keys, n * WORDS), 0x27D4EB2F165667C5))
    sums[0] = one
    sums[1] = two
    return 0


@cache
def library(words: int) -> dict[str, Callable[..., int]]:
    """The kernels by name, for states of so many words."""
    loops = (sort, unique, encode, gather, subtract, touched, digest)
    return compiled("layers", loops, {"WORDS": words})
