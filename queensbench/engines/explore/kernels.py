"""The loops of the explorer, in the kernel language.

States are owned by one of two shards, by the lowest bit of the hash of their packed words.  A *global id* is
``2 * index + shard``.  A search alternates between two kinds of kernel, each shard on a thread of its own:
:func:`expand` reads states of its shard and writes successors, as messages, into the outbox for their owner;
:func:`drain` reads the messages for its shard and stores what is new.  No array is written by two threads.

A message is the packed words of a state, then ``parent | steps << 32``.
"""

from __future__ import annotations

from collections.abc import Callable

from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    kernel,
    p_i32,
    p_i64,
    p_u8,
    p_u16,
    p_u32,
    prefetch,
    shr,
    stack_i32,
    stack_i64,
)
from queensbench.engines.runtime.kernels import (
    CELLS,
    CHANCE,
    CHANCE_BASE,
    CHOICE,
    DEADLOCK,
    DONE,
    FULL,
    JUDGES,
    MARKED,
    NARROW,
    OVER,
    S_AT,
    S_COUNT,
    S_EDGES,
    S_LOWERED,
    S_OUT,
    S_SEEN,
    S_UNJUDGED,
    SILENT_CELL,
    SILENT_STATE,
    WORDS,
    canonical,
    enabled,
    fault,
    hashed,
    note,
    note_end,
    qb_chances,
    qb_judges,
    qb_over,
    qb_pack,
    qb_unpack,
    same,
    start_state,
    successor,
    unpack_state,
)
from queensbench.readers.native.layout import OVERFLOW, REFUSED

# What `expand` does with the states that it is given.
PASS_ALL = 0  # the model has no chance events
PASS_CHANCE = 1  # chance states are expanded, states of choice are only marked
PASS_CHOICE = 2  # marked states are expanded

WAITING = 16  # so many edges wait for memory, a power of two


@kernel
def expand(
    s: p_i64,
    env: p_i64,
    words: p_i64,
    steps: p_u16,
    kinds: p_u8,
    listed: p_u32,
    by_list: i64,
    end: i64,
    phase: i64,
    choices: i64,
    bucket: i64,
    shard: i64,
    out0: p_i64,
    out1: p_i64,
    room: i64,
    moves: p_i64,
    cap: i64,
    notes: p_i64,
    judged: p_i64,
    scores: p_i64,
    group: i64,
    source: p_i32,
    offset: p_i32,
    image: p_i32,
) -> i64:
    """Write the successors of states ``s[S_AT]`` to ``end`` (or of those that ``listed`` names there).

    Only states with ``bucket`` steps count; ``choices`` is their level.  It stops before a state whose
    successors would not fit into ``room`` messages.
    """
    cells = stack_i32(CELLS)
    after = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    verdicts = stack_i64(JUDGES + 1)
    key = choices << 16 | bucket
    i = s[S_AT]
    while i < end:
        s[S_AT] = i
        index = i
        if by_list != 0:
            index = listed[i]
        i += 1
        if steps[index] != bucket or (phase == PASS_CHOICE and kinds[index] != MARKED):
            continue
        state = 2 * index + shard
        qb_unpack(at(words, index * WORDS), cells)
        what = CHOICE
        n = 0
        if phase != PASS_CHOICE:
            if cells[SILENT_CELL] != 0:
                what = SILENT_STATE
            else:
                over = qb_over(cells, env)
                if over < 0:
                    return fault(s, over, index, -1)
                if over != 0:
                    what = OVER
        if phase == PASS_CHANCE and what == CHOICE:
            n = qb_chances(cells, env, moves, cap)
            if n == 0:
                kinds[index] = MARKED
                continue
        if what == CHOICE:
            n = enabled(cells, env, moves, cap)
            if n == OVERFLOW or n > room:
                return NARROW
            if n < 0:
                return fault(s, n, index, moves[0])
            if n == 0:
                what = DEADLOCK
            elif moves[0] >= CHANCE_BASE:
                what = CHANCE
        if s[S_OUT] + n > room or s[S_OUT + 1] + n > room:
            return FULL
        kinds[index] = what
        s[S_SEEN] += 1
        if JUDGES > 0 and s[S_UNJUDGED] == 0:
            qb_judges(cells, env, verdicts)
            for j in range(JUDGES):
                verdict = verdicts[j]
                if verdict < 0:
                    return fault(s, verdict, index, -1)
                note(judged, 2 * j + verdict, key, state)
        if what >= OVER:
            status = note_end(cells, env, what, notes, scores, key, state)
            if status < 0:
                return fault(s, status, index, -1)
            continue
        for m in range(n):
            status = successor(cells, after, env, moves[m])
            if status <= REFUSED:
                return fault(s, status, index, moves[m])
            if group > 0:
                canonical(after, packed, group, source, offset, image)
            else:
                qb_pack(after, packed)
            owner = hashed(packed) & 1
            box = at(out1 if owner != 0 else out0, s[S_OUT + owner] * (WORDS + 1))
            for w in range(WORDS):
                box[w] = packed[w]
            box[WORDS] = state | (bucket + 1) << 32
            s[S_OUT + owner] += 1
        s[S_EDGES] += n
    s[S_AT] = i
    return DONE


@kernel
def drain(
    s: p_i64,
    words: p_i64,
    parents: p_u32,
    steps: p_u16,
    table: p_u32,
    bits: i64,
    inbox: p_i64,
    first: i64,
    count: i64,
    limit: i64,
    level: i64,
    lowered: p_u32,
    lowered_room: i64,
) -> i64:
    """Store what is new among messages ``first`` to ``count``; answers the message where it stopped.

    It stops when a new state would make more than ``limit``, or when the list ``lowered`` is full.  A state
    with an index from ``level`` on that is reached with fewer steps gets the new steps and parent, and is
    listed.
    """
    wide = WORDS + 1
    mask = (1 << bits) - 1
    turn = 64 - bits
    n = s[S_COUNT]
    for m in range(first, count):
        # Two misses of the cache, the slot and the state that it names, are asked for in advance.
        if m + 16 < count:
            prefetch(table, shr(hashed(at(inbox, (m + 16) * wide)), turn))
        if m + 8 < count:
            near = table[shr(hashed(at(inbox, (m + 8) * wide)), turn)]
            if near != 0:
                prefetch(words, (near - 1) * WORDS)
        mine = at(inbox, m * wide)
        slot = shr(hashed(mine), turn)
        entry = table[slot]
        while entry != 0:
            if same(mine, at(words, (entry - 1) * WORDS)) != 0:
                break
            slot = (slot + 1) & mask
            entry = table[slot]
        arrived = mine[WORDS] >> 32
        if entry == 0:
            if n >= limit:
                s[S_COUNT] = n
                return m
            for w in range(WORDS):
                words[n * WORDS + w] = mine[w]
            parents[n] = mine[WORDS]
            steps[n] = arrived
            n += 1
            table[slot] = n
        elif entry > level and steps[entry - 1] > arrived:
            if s[S_LOWERED] >= lowered_room:
                s[S_COUNT] = n
                return m
            parents[entry - 1] = mine[WORDS]
            steps[entry - 1] = arrived
            lowered[s[S_LOWERED]] = entry - 1
            s[S_LOWERED] += 1
    s[S_COUNT] = n
    return count


@kernel
def rehash(words: p_i64, count: i64, table: p_u32, bits: i64) -> i64:
    """Enter all states into an empty table."""
    mask = (1 << bits) - 1
    turn = 64 - bits
    for n in range(count):
        if n + 16 < count:
            prefetch(table, shr(hashed(at(words, (n + 16) * WORDS)), turn))
        slot = shr(hashed(at(words, n * WORDS)), turn)
        while table[slot] != 0:
            slot = (slot + 1) & mask
        table[slot] = n + 1
    return 0


@kernel
def find(words: p_i64, table: p_u32, bits: i64, packed: p_i64) -> i64:
    """The index of a state in its shard, or -1."""
    mask = (1 << bits) - 1
    slot = shr(hashed(packed), 64 - bits)
    while table[slot] != 0:
        if same(packed, at(words, (table[slot] - 1) * WORDS)) != 0:
            return table[slot] - 1
        slot = (slot + 1) & mask
    return -1


@kernel
def locate(cells: p_i32, packed: p_i64, group: i64, source: p_i32, offset: p_i32, image: p_i32) -> i64:
    """Pack a state, canonically under a symmetry; answers the shard that owns it."""
    if group > 0:
        canonical(cells, packed, group, source, offset, image)
    else:
        qb_pack(cells, packed)
    return hashed(packed) & 1


@kernel
def way(
    cells: p_i32,
    after: p_i32,
    env: p_i64,
    packed: p_i64,
    moves: p_i64,
    cap: i64,
    group: i64,
    source: p_i32,
    offset: p_i32,
    image: p_i32,
) -> i64:
    """The first move of a state that leads to the state packed as given; ``after`` holds what it leads to."""
    found = stack_i64(WORDS)
    n = enabled(cells, env, moves, cap)
    if n < 0:
        return n
    for m in range(n):
        if successor(cells, after, env, moves[m]) > REFUSED:
            locate(after, found, group, source, offset, image)
            if same(found, packed) != 0:
                return moves[m]
    return -1


@kernel
def found(
    s: p_i64,
    words0: p_i64,
    table0: p_u32,
    bits0: i64,
    words1: p_i64,
    table1: p_u32,
    bits1: i64,
    edge: p_i64,
    sources: p_u32,
    targets: p_u32,
    codes: p_i64,
) -> i64:
    """List an edge if its state is stored: the state's words, its shard, the source, the code of the move."""
    if edge[WORDS] != 0:
        place = find(words1, table1, bits1, edge)
    else:
        place = find(words0, table0, bits0, edge)
    if place >= 0:
        k = s[S_EDGES]
        sources[k] = edge[WORDS + 1]
        targets[k] = 2 * place + edge[WORDS]
        codes[k] = edge[WORDS + 2]
        s[S_EDGES] = k + 1
    return place


@kernel
def edges(
    s: p_i64,
    env: p_i64,
    end: i64,
    shard: i64,
    words0: p_i64,
    table0: p_u32,
    bits0: i64,
    words1: p_i64,
    table1: p_u32,
    bits1: i64,
    kinds: p_u8,
    sources: p_u32,
    targets: p_u32,
    codes: p_i64,
    room: i64,
    moves: p_i64,
    cap: i64,
    group: i64,
    source: p_i32,
    offset: p_i32,
    image: p_i32,
) -> i64:
    """List the moves of states ``s[S_AT]`` to ``end`` as edges; ``s[S_EDGES]`` counts them.

    Moves to states that were not stored are left out.  Some edges wait in line while memory brings their states.
    """
    cells = stack_i32(CELLS)
    after = stack_i32(CELLS)
    waiting = stack_i64(WAITING * (WORDS + 3))
    words = words1 if shard != 0 else words0
    put = 0
    taken = 0
    for index in range(s[S_AT], end):
        s[S_AT] = index
        if kinds[index] != CHOICE and kinds[index] != CHANCE:
            continue
        qb_unpack(at(words, index * WORDS), cells)
        n = enabled(cells, env, moves, cap)
        if n == OVERFLOW or s[S_EDGES] + put - taken + n > room:
            while taken < put:
                edge = at(waiting, (taken & (WAITING - 1)) * (WORDS + 3))
                found(s, words0, table0, bits0, words1, table1, bits1, edge, sources, targets, codes)
                taken += 1
            if n == OVERFLOW:
                return NARROW
            if s[S_EDGES] + n > room:
                return FULL
        for m in range(n):
            status = successor(cells, after, env, moves[m])
            if status <= REFUSED:
                return fault(s, status, index, moves[m])
            if put - taken == WAITING:
                edge = at(waiting, (taken & (WAITING - 1)) * (WORDS + 3))
                found(s, words0, table0, bits0, words1, table1, bits1, edge, sources, targets, codes)
                taken += 1
            mine = at(waiting, (put & (WAITING - 1)) * (WORDS + 3))
            mine[WORDS] = locate(after, mine, group, source, offset, image)
            mine[WORDS + 1] = 2 * index + shard
            mine[WORDS + 2] = moves[m]
            put += 1
            # Two misses of the cache, the slot and the state that it names, are asked for in advance.
            if mine[WORDS] != 0:
                prefetch(table1, shr(hashed(mine), 64 - bits1))
            else:
                prefetch(table0, shr(hashed(mine), 64 - bits0))
            if put - taken > WAITING >> 1:
                edge = at(waiting, ((put - 1 - (WAITING >> 1)) & (WAITING - 1)) * (WORDS + 3))
                if edge[WORDS] != 0:
                    near = table1[shr(hashed(edge), 64 - bits1)]
                    if near != 0:
                        prefetch(words1, (near - 1) * WORDS)
                else:
                    near = table0[shr(hashed(edge), 64 - bits0)]
                    if near != 0:
                        prefetch(words0, (near - 1) * WORDS)
    while taken < put:
        edge = at(waiting, (taken & (WAITING - 1)) * (WORDS + 3))
        found(s, words0, table0, bits0, words1, table1, bits1, edge, sources, targets, codes)
        taken += 1
    s[S_AT] = end
    return DONE


EXPLORER: tuple[Callable[..., int], ...] = (
    start_state,
    unpack_state,
    expand,
    drain,
    rehash,
    find,
    locate,
    way,
    edges,
)
