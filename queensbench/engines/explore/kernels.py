"""The loops of the explorer, in the kernel language.

States are owned by one of two shards, by the lowest bit of the hash of their packed words.  A *global id* is
``2 * index + shard``.  A search alternates between two kinds of kernel, each shard on a thread of its own:
:func:`expand` reads states of its shard and writes successors, as messages, into the outbox for their owner;
:func:`drain` reads the messages for its shard and stores the new states.  No two threads write to the same array.

A message is the packed words of a state, then ``parent | steps << 32``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    inlined,
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
    CHOICE,
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
    WORDS,
    Images,
    Workspace,
    canonical,
    enabled,
    fault,
    hashed,
    moving,
    note,
    note_end,
    qb_chances,
    qb_changed,
    qb_judges,
    qb_pack,
    qb_rejudges,
    qb_unpack,
    same,
    standing,
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


class ShardStates(NamedTuple):
    """The states of one shard: their words, and of each its parent, steps and kind."""

    number: i64
    words: p_i64
    parents: p_u32
    steps: p_u16
    kinds: p_u8


class HashTable(NamedTuple):
    """The table of ``2**bits`` slots in which the states of a shard, packed in ``words``, are found."""

    words: p_i64
    slots: p_u32
    bits: i64


class HashTables(NamedTuple):
    """The tables of both shards."""

    first: HashTable
    second: HashTable


class Piece(NamedTuple):
    """The states ``block[S_AT]`` to ``end`` of a shard, or with ``by_list`` those that ``listed`` names there.

    Only states with so many ``steps`` count; ``choices`` is their level, and ``phase`` says which of their moves to
    follow.
    """

    listed: p_u32
    by_list: i64
    end: i64
    phase: i64
    choices: i64
    steps: i64


class Outboxes(NamedTuple):
    """The messages for each shard, at most ``room`` of them."""

    first: p_i64
    second: p_i64
    room: i64


class Inbox(NamedTuple):
    """The messages ``first`` to ``end`` of those that were sent to a shard."""

    messages: p_i64
    first: i64
    end: i64


class Lowered(NamedTuple):
    """Room for so many states that are reached again with fewer steps."""

    states: p_u32
    room: i64


class ExplorerNotes(NamedTuple):
    """The notes of a shard: how games end, how often each judge holds and fails, and the scores."""

    ends: p_i64
    judged: p_i64
    scores: p_i64


class EdgeList(NamedTuple):
    """Room for so many edges: the ids of their sources and targets, and the codes of their moves."""

    sources: p_u32
    targets: p_u32
    codes: p_i64
    room: i64


@inlined
def rejudge(cells: p_i32, before: p_i32, judged: i64, env: p_i64, verdicts: p_i64) -> i64:
    """Judge a state, all of it if none was ``judged`` yet, else by what has changed since the state ``before``.

    Neighbouring states have most cells in common, and a judge is asked again only if a cell that it reads has changed.
    ``verdicts`` holds the judges' last answers, and behind them how many of these are not 1.
    """
    if judged == 0:
        verdicts[JUDGES] = qb_judges(cells, env, verdicts)
    else:
        verdicts[JUDGES] = qb_rejudges(cells, env, verdicts, qb_changed(before, cells), verdicts[JUDGES])
    return 0


@inlined
def note_judged(verdicts: p_i64, notes: p_i64, key: i64, state: i64) -> i64:
    """Note what each judge has said of a state; a status."""
    for j in range(JUDGES):
        verdict = verdicts[j]
        if verdict < 0:
            return verdict
        note(notes, 2 * j + verdict, key, state)
    return 0


@kernel
def expand(
    work: Workspace,
    states: ShardStates,
    piece: Piece,
    outboxes: Outboxes,
    notes: ExplorerNotes,
    images: Images,
) -> i64:
    """Write the successors of a piece of a shard's states.

    It stops before a state whose successors would not fit into the outboxes.
    """
    cells = stack_i32(CELLS)
    other = stack_i32(CELLS)
    after = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    verdicts = stack_i64(JUDGES + 1)
    judged = 0  # 1 once ``cells`` holds a judged state, 2 once ``other`` does
    key = piece.choices << 16 | piece.steps
    i = work.block[S_AT]
    while i < piece.end:
        work.block[S_AT] = i
        index = i
        if piece.by_list != 0:
            index = piece.listed[i]
        i += 1
        if states.steps[index] != piece.steps or (
            piece.phase == PASS_CHOICE and states.kinds[index] != MARKED
        ):
            continue
        state = 2 * index + states.number
        if judged == 1:
            room = other
            other = cells
            cells = room
            judged = 2
        qb_unpack(at(states.words, index * WORDS), cells)
        what = CHOICE
        n = 0
        if piece.phase != PASS_CHOICE:
            what = standing(cells, work.env)
            if what < 0:
                return fault(work.block, what, index, -1)
        if piece.phase == PASS_CHANCE and what == CHOICE:
            n = qb_chances(cells, work.env, work.moves, work.cap)
            if n == 0:
                states.kinds[index] = MARKED
                continue
        if what == CHOICE:
            n = enabled(cells, work.env, work.moves, work.cap)
            if n == OVERFLOW or n > outboxes.room:
                return NARROW
            if n < 0:
                return fault(work.block, n, index, work.moves[0])
            what = moving(work.moves, n)
        if work.block[S_OUT] + n > outboxes.room or work.block[S_OUT + 1] + n > outboxes.room:
            return FULL
        states.kinds[index] = what
        work.block[S_SEEN] += 1
        if JUDGES > 0 and work.block[S_UNJUDGED] == 0:
            rejudge(cells, other, judged, work.env, verdicts)
            status = note_judged(verdicts, notes.judged, key, state)
            if status < 0:
                return fault(work.block, status, index, -1)
            judged = 1
        if what >= OVER:
            status = note_end(cells, work.env, what, notes.ends, notes.scores, key, state)
            if status < 0:
                return fault(work.block, status, index, -1)
            continue
        for m in range(n):
            status = successor(cells, after, work.env, work.moves[m])
            if status <= REFUSED:
                return fault(work.block, status, index, work.moves[m])
            owner = locate(after, packed, images)
            box = at(
                outboxes.second if owner != 0 else outboxes.first, work.block[S_OUT + owner] * (WORDS + 1)
            )
            for w in range(WORDS):
                box[w] = packed[w]
            box[WORDS] = state | (piece.steps + 1) << 32
            work.block[S_OUT + owner] += 1
        work.block[S_EDGES] += n
    work.block[S_AT] = i
    return DONE


@kernel
def drain(
    s: p_i64, states: ShardStates, table: HashTable, inbox: Inbox, limit: i64, level: i64, lowered: Lowered
) -> i64:
    """Store the new states among messages; returns the number of the message where it stopped.

    It stops when a new state would exceed ``limit``, or when the list of lowered states is full.  If a message
    reaches a state of the present level (index at least ``level``) with fewer steps, the state gets the new steps and
    parent, and is listed.
    """
    wide = WORDS + 1
    mask = (1 << table.bits) - 1
    turn = 64 - table.bits
    n = s[S_COUNT]
    for m in range(inbox.first, inbox.end):
        # Two misses of the cache, the slot and the state that it names, are asked for in advance.
        if m + 16 < inbox.end:
            prefetch(table.slots, shr(hashed(at(inbox.messages, (m + 16) * wide)), turn))
        if m + 8 < inbox.end:
            near = table.slots[shr(hashed(at(inbox.messages, (m + 8) * wide)), turn)]
            if near != 0:
                prefetch(table.words, (near - 1) * WORDS)
        mine = at(inbox.messages, m * wide)
        slot = shr(hashed(mine), turn)
        entry = table.slots[slot]
        while entry != 0:
            if same(mine, at(table.words, (entry - 1) * WORDS)) != 0:
                break
            slot = (slot + 1) & mask
            entry = table.slots[slot]
        arrived = mine[WORDS] >> 32
        if entry == 0:
            if n >= limit:
                s[S_COUNT] = n
                return m
            for w in range(WORDS):
                table.words[n * WORDS + w] = mine[w]
            states.parents[n] = mine[WORDS]
            states.steps[n] = arrived
            n += 1
            table.slots[slot] = n
        elif entry > level and states.steps[entry - 1] > arrived:
            if s[S_LOWERED] >= lowered.room:
                s[S_COUNT] = n
                return m
            states.parents[entry - 1] = mine[WORDS]
            states.steps[entry - 1] = arrived
            lowered.states[s[S_LOWERED]] = entry - 1
            s[S_LOWERED] += 1
    s[S_COUNT] = n
    return inbox.end


@kernel
def rehash(table: HashTable, count: i64) -> i64:
    """Enter all states into an empty table."""
    mask = (1 << table.bits) - 1
    turn = 64 - table.bits
    for n in range(count):
        if n + 16 < count:
            prefetch(table.slots, shr(hashed(at(table.words, (n + 16) * WORDS)), turn))
        slot = shr(hashed(at(table.words, n * WORDS)), turn)
        while table.slots[slot] != 0:
            slot = (slot + 1) & mask
        table.slots[slot] = n + 1
    return 0


@kernel
def find(table: HashTable, packed: p_i64) -> i64:
    """The index of a state in its shard, or -1."""
    mask = (1 << table.bits) - 1
    slot = shr(hashed(packed), 64 - table.bits)
    while table.slots[slot] != 0:
        if same(packed, at(table.words, (table.slots[slot] - 1) * WORDS)) != 0:
            return table.slots[slot] - 1
        slot = (slot + 1) & mask
    return -1


@inlined
def find_at(shard: i64, tables: HashTables, packed: p_i64) -> i64:
    """The index of a state in a shard, or -1."""
    if shard != 0:
        return find(tables.second, packed)
    return find(tables.first, packed)


@inlined
def locate(cells: p_i32, packed: p_i64, images: Images) -> i64:
    """Pack a state (under a symmetry, its representative); returns the shard that owns it."""
    if images.order > 0:
        canonical(cells, packed, images)
    else:
        qb_pack(cells, packed)
    return hashed(packed) & 1


@kernel
def way(cells: p_i32, after: p_i32, work: Workspace, packed: p_i64, images: Images) -> i64:
    """The first move to the state ``packed`` (-1: none), or a status; ``after`` gets the cells of that successor."""
    found = stack_i64(WORDS)
    n = enabled(cells, work.env, work.moves, work.cap)
    if n < 0:
        return n
    for m in range(n):
        if successor(cells, after, work.env, work.moves[m]) > REFUSED:
            locate(after, found, images)
            if same(found, packed) != 0:
                return work.moves[m]
    return -1


@kernel
def listed(s: p_i64, tables: HashTables, edge: p_i64, edges: EdgeList) -> i64:
    """List an ``edge`` (its target's words and shard, source, code) if the target is stored; its index, or -1."""
    place = find_at(edge[WORDS], tables, edge)
    if place >= 0:
        k = s[S_EDGES]
        edges.sources[k] = edge[WORDS + 1]
        edges.targets[k] = 2 * place + edge[WORDS]
        edges.codes[k] = edge[WORDS + 2]
        s[S_EDGES] = k + 1
    return place


@kernel
def list_edges(
    work: Workspace, states: ShardStates, end: i64, tables: HashTables, edges: EdgeList, images: Images
) -> i64:
    """List the moves of states ``block[S_AT]`` to ``end`` as edges; ``block[S_EDGES]`` counts them.

    Moves to states that were not stored are left out.  Edges wait in a queue while memory fetches their states.
    """
    cells = stack_i32(CELLS)
    after = stack_i32(CELLS)
    waiting = stack_i64(WAITING * (WORDS + 3))
    put = 0
    taken = 0
    for index in range(work.block[S_AT], end):
        work.block[S_AT] = index
        if states.kinds[index] != CHOICE and states.kinds[index] != CHANCE:
            continue
        qb_unpack(at(states.words, index * WORDS), cells)
        n = enabled(cells, work.env, work.moves, work.cap)
        if n == OVERFLOW or work.block[S_EDGES] + put - taken + n > edges.room:
            while taken < put:
                edge = at(waiting, (taken & (WAITING - 1)) * (WORDS + 3))
                listed(work.block, tables, edge, edges)
                taken += 1
            if n == OVERFLOW:
                return NARROW
            if work.block[S_EDGES] + n > edges.room:
                return FULL
        for m in range(n):
            status = successor(cells, after, work.env, work.moves[m])
            if status <= REFUSED:
                return fault(work.block, status, index, work.moves[m])
            if put - taken == WAITING:
                edge = at(waiting, (taken & (WAITING - 1)) * (WORDS + 3))
                listed(work.block, tables, edge, edges)
                taken += 1
            mine = at(waiting, (put & (WAITING - 1)) * (WORDS + 3))
            mine[WORDS] = locate(after, mine, images)
            mine[WORDS + 1] = 2 * index + states.number
            mine[WORDS + 2] = work.moves[m]
            put += 1
            # Two misses of the cache, the slot and the state that it names, are asked for in advance.
            if mine[WORDS] != 0:
                prefetch(tables.second.slots, shr(hashed(mine), 64 - tables.second.bits))
            else:
                prefetch(tables.first.slots, shr(hashed(mine), 64 - tables.first.bits))
            if put - taken > WAITING >> 1:
                edge = at(waiting, ((put - 1 - (WAITING >> 1)) & (WAITING - 1)) * (WORDS + 3))
                if edge[WORDS] != 0:
                    near = tables.second.slots[shr(hashed(edge), 64 - tables.second.bits)]
                    if near != 0:
                        prefetch(tables.second.words, (near - 1) * WORDS)
                else:
                    near = tables.first.slots[shr(hashed(edge), 64 - tables.first.bits)]
                    if near != 0:
                        prefetch(tables.first.words, (near - 1) * WORDS)
    while taken < put:
        edge = at(waiting, (taken & (WAITING - 1)) * (WORDS + 3))
        listed(work.block, tables, edge, edges)
        taken += 1
    work.block[S_AT] = end
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
    list_edges,
)
