"""The loops of the graph engine, in the kernel language.

All but :func:`deciders` and :func:`judged` know no model: they work on plain arrays and are compiled once per process
(:func:`library`).  A graph of ``n`` states has successors ``succ[off[u]:off[u + 1]]`` and predecessors
``pred[poff[v]:poff[v + 1]]``; each of several parallel edges is listed.  A length is ``choices << 32 |
steps``, so that choices count first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from queensbench.engines.runtime.kernel_language import (
    at,
    external,
    i64,
    inlined,
    kernel,
    p_i32,
    p_i64,
    p_u8,
    p_u32,
    stack_i32,
    stack_i64,
)
from queensbench.engines.runtime.kernels import (
    CELLS,
    CHOICE,
    JUDGES,
    WORDS,
    qb_changed,
    qb_judges,
    qb_rejudges,
    qb_unpack,
)
from queensbench.engines.runtime.library import compiled

# Whose choice a state is, where it is no player's.
NOBODY = -1
SEVERAL = -2

# How a state joins an attractor.
NEVER = 0
SOME = 1  # one successor inside is enough
EVERY = 2  # all successors must be inside

FAR = 2**62
CHOICE_STEP = 2**32 + 1
STEP = 1

# Where :func:`shortest_loop` answers.
L_LENGTH = 0
L_STATE = 1
L_WORK = 2
L_SEEN = 3  # states that the search from one start has come by
LOOP_BLOCK = 4


class StoredStates(NamedTuple):
    """The states of a graph, ``total`` of them: their ids, and the words of the states of both shards."""

    ids: p_u32
    total: i64
    first: p_i64
    second: p_i64


class Arcs(NamedTuple):
    """A graph: state ``u`` has successors ``succ[off[u]:off[u + 1]]``."""

    off: p_i64
    succ: p_u32


class DepthFirst(NamedTuple):
    """Room for a depth-first search: the order in which it finds states, and the data of Tarjan's algorithm (1972).

    ``order`` comes filled with -1.
    """

    order: p_i32
    low: p_i32
    stack: p_u32
    calls: p_u32
    edge_at: p_i64


class Ways(NamedTuple):
    """The shortest ways known: lengths, last edges, and the heap of states with the place of each in it.

    ``dist`` comes filled with FAR, ``via`` and ``place`` with -1.
    """

    dist: p_i64
    via: p_i64
    place: p_i32
    heap: p_u32


class LoopSearch(NamedTuple):
    """The search for the shortest loop: the components of a graph, and the states that the loop may pass.

    ``touched``: room for all states; ``out``: the loop that was found (LOOP_BLOCK numbers).
    """

    arcs: Arcs
    choice: p_u8
    comp: p_i32
    within: p_u8
    ways: Ways
    touched: p_u32
    out: p_i64


@external
def qb_decider(cells: p_i32, env: p_i64, code: i64, out: p_i64) -> i64:
    """Put the raw player who chooses a move into ``out[0]``, -1 if nobody does; returns a status."""
    raise NotImplementedError


@kernel
def deciders(
    env: p_i64, stored: StoredStates, off: p_i64, codes: p_i64, kinds: p_u8, every: i64, owner: p_i32
) -> i64:
    """Note the player who chooses in each state of choice, by its first move or by ``every`` one; 0 or a violation."""
    cells = stack_i32(CELLS)
    player = stack_i64(1)
    other = stack_i64(1)
    for state in range(stored.total):
        owner[state] = NOBODY
        if kinds[state] != CHOICE or off[state] == off[state + 1]:
            continue
        words = stored.second if (stored.ids[state] & 1) != 0 else stored.first
        qb_unpack(at(words, (stored.ids[state] >> 1) * WORDS), cells)
        last = off[state + 1] if every != 0 else off[state] + 1
        status = qb_decider(cells, env, codes[off[state]], player)
        if status < 0:
            return status
        owner[state] = player[0]
        for edge in range(off[state] + 1, last):
            status = qb_decider(cells, env, codes[edge], other)
            if status < 0:
                return status
            if other[0] != player[0]:
                owner[state] = SEVERAL
                break
    return 0


@kernel
def judged(env: p_i64, stored: StoredStates, judge: i64, verdict: p_u8) -> i64:
    """Note for each state whether a judge holds there; 0 or a violation."""
    cells = stack_i32(CELLS)
    before = stack_i32(CELLS)
    verdicts = stack_i64(JUDGES + 1)
    against = 0
    for state in range(stored.total):
        words = stored.second if (stored.ids[state] & 1) != 0 else stored.first
        qb_unpack(at(words, (stored.ids[state] >> 1) * WORDS), cells)
        if state == 0:
            against = qb_judges(cells, env, verdicts)
        else:
            against = qb_rejudges(cells, env, verdicts, qb_changed(before, cells), against)
        room = before
        before = cells
        cells = room
        found = verdicts[judge]
        if found < 0:
            return found
        verdict[state] = found
    return 0


# ------------------------------------------------------------------------------------ predecessors


@kernel
def reverse(count: i64, off: p_i64, succ: p_u32, cursor: p_i64, pred: p_u32) -> i64:
    """List predecessors; ``cursor`` holds where each state's list begins, and then where it ends."""
    for state in range(count):
        for edge in range(off[state], off[state + 1]):
            target = succ[edge]
            place = cursor[target]
            pred[place] = state
            cursor[target] = place + 1
    return 0


@kernel
def attract(poff: p_i64, pred: p_u32, rule: p_u8, left: p_i32, depth: p_i32, queue: p_u32, count: i64) -> i64:
    """Grow the attractor of the ``count`` states in the queue; returns the number of its states.

    ``left`` holds each state's number of successors that are still outside, ``depth`` the round in which a state
    joined (-1: it is outside).
    """
    head = 0
    while head < count:
        state = queue[head]
        head += 1
        for place in range(poff[state], poff[state + 1]):
            before = pred[place]
            if depth[before] >= 0 or rule[before] == NEVER:
                continue
            left[before] -= 1
            if rule[before] == SOME or left[before] == 0:
                depth[before] = depth[state] + 1
                queue[count] = before
                count += 1
    return count


@kernel
def distances(
    poff: p_i64, pred: p_u32, weight: p_u8, dist: p_i32, queue: p_u32, later: p_u32, count: i64
) -> i64:
    """Distances to the ``count`` states in the queue; leaving a state costs its weight, 0 or 1.

    All ways from a state begin at the same cost, so the first that is found is the shortest.  Returns the rounds.
    """
    level = 0
    while count > 0:
        head = 0
        waiting = 0
        while head < count:
            state = queue[head]
            head += 1
            for place in range(poff[state], poff[state + 1]):
                before = pred[place]
                if dist[before] >= 0:
                    continue
                dist[before] = level + weight[before]
                if weight[before] == 0:
                    queue[count] = before
                    count += 1
                else:
                    later[waiting] = before
                    waiting += 1
        swap = queue
        queue = later
        later = swap
        count = waiting
        level += 1
    return level


# -------------------------------------------------------------------------------------- components


@kernel
def components(count: i64, arcs: Arcs, within: p_u8, room: DepthFirst, comp: p_i32) -> i64:
    """The strongly connected components of the states ``within`` (Tarjan, 1972); their number.

    ``comp`` comes filled with -1.  Components are numbered in reverse topological order: edges between components
    lead to lower numbers.
    """
    found = 0
    clock = 0
    waiting = 0
    for root in range(count):
        if within[root] == 0 or room.order[root] >= 0:
            continue
        depth = 0
        room.calls[0] = root
        room.order[root] = clock
        room.low[root] = clock
        clock += 1
        room.edge_at[root] = arcs.off[root]
        room.stack[waiting] = root
        waiting += 1
        while depth >= 0:
            state = room.calls[depth]
            edge = room.edge_at[state]
            if edge < arcs.off[state + 1]:
                room.edge_at[state] = edge + 1
                target = arcs.succ[edge]
                if within[target] == 0:
                    continue
                if room.order[target] < 0:
                    room.order[target] = clock
                    room.low[target] = clock
                    clock += 1
                    room.edge_at[target] = arcs.off[target]
                    room.stack[waiting] = target
                    waiting += 1
                    depth += 1
                    room.calls[depth] = target
                elif comp[target] < 0:
                    room.low[state] = min(room.low[state], room.order[target])
                continue
            depth -= 1
            if depth >= 0:
                caller = room.calls[depth]
                room.low[caller] = min(room.low[caller], room.low[state])
            if room.low[state] == room.order[state]:
                member = -1
                while member != state:
                    waiting -= 1
                    member = room.stack[waiting]
                    comp[member] = found
                found += 1
    return found


# --------------------------------------------------------------------------------- shortest ways


@kernel
def rise(ways: Ways, slot: i64) -> i64:
    """Move an entry of the heap up to where it belongs."""
    state = ways.heap[slot]
    mine = ways.dist[state]
    while slot > 0:
        above = (slot - 1) >> 1
        other = ways.heap[above]
        if ways.dist[other] <= mine:
            break
        ways.heap[slot] = other
        ways.place[other] = slot
        slot = above
    ways.heap[slot] = state
    ways.place[state] = slot
    return 0


@kernel
def sink(ways: Ways, size: i64) -> i64:
    """Move the heap's first entry down to where it belongs."""
    state = ways.heap[0]
    mine = ways.dist[state]
    slot = 0
    while True:
        below = 2 * slot + 1
        if below >= size:
            break
        if below + 1 < size and ways.dist[ways.heap[below + 1]] < ways.dist[ways.heap[below]]:
            below += 1
        other = ways.heap[below]
        if ways.dist[other] >= mine:
            break
        ways.heap[slot] = other
        ways.place[other] = slot
        slot = below
    ways.heap[slot] = state
    ways.place[state] = slot
    return 0


@kernel
def relax(state: i64, length: i64, edge: i64, ways: Ways, size: i64) -> i64:
    """Note a way to a state if it is shorter than those known; returns the heap's new size."""
    if length >= ways.dist[state]:
        return size
    ways.dist[state] = length
    ways.via[state] = edge
    slot = ways.place[state]
    if slot < 0:
        slot = size
        ways.heap[slot] = state
        size += 1
    rise(ways, slot)
    return size


@kernel
def pop(ways: Ways, size: i64) -> i64:
    """Take the nearest state out of the heap, which has ``size`` entries before that."""
    state = ways.heap[0]
    ways.place[state] = -1
    if size > 1:
        ways.heap[0] = ways.heap[size - 1]
        sink(ways, size - 1)
    return state


@kernel
def nearest(arcs: Arcs, choice: p_u8, within: p_u8, goal: p_u8, ways: Ways, starts: p_u32, count: i64) -> i64:
    """The goal nearest to the starts (Dijkstra, 1959), by ways ``within``; -1 if there is none.

    A search by increasing lengths, with a binary heap.
    """
    size = 0
    for n in range(count):
        size = relax(starts[n], 0, -1, ways, size)
    while size > 0:
        state = pop(ways, size)
        size -= 1
        if goal[state] != 0:
            return state
        length = ways.dist[state] + (CHOICE_STEP if choice[state] != 0 else STEP)
        for edge in range(arcs.off[state], arcs.off[state + 1]):
            target = arcs.succ[edge]
            if within[target] != 0:
                size = relax(target, length, edge, ways, size)
    return -1


@kernel
def spread(arcs: Arcs, within: p_u8, found: p_u8, queue: p_u32, count: i64) -> i64:
    """Mark the states that the ``count`` states in the queue reach by ways ``within``; the number of all in the queue.

    Those in the queue are marked already.
    """
    head = 0
    while head < count:
        state = queue[head]
        head += 1
        for edge in range(arcs.off[state], arcs.off[state + 1]):
            target = arcs.succ[edge]
            if within[target] != 0 and found[target] == 0:
                found[target] = 1
                queue[count] = target
                count += 1
    return count


@inlined
def followed(search: LoopSearch, root: i64, state: i64, length: i64, size: i64) -> i64:
    """Follow a state's moves inside the component of a start, note a loop that they close; returns the heap's size."""
    arcs = search.arcs
    out = search.out
    out[L_WORK] += arcs.off[state + 1] - arcs.off[state]
    for edge in range(arcs.off[state], arcs.off[state + 1]):
        target = arcs.succ[edge]
        if target == root:
            out[L_LENGTH] = length
            out[L_STATE] = root
            return size
        if search.within[target] != 0 and search.comp[target] == search.comp[root]:
            if search.ways.dist[target] == FAR:
                search.touched[out[L_SEEN]] = target
                out[L_SEEN] += 1
            size = relax(target, length, edge, search.ways, size)
    return size


@kernel
def shortest_loop(search: LoopSearch, starts: p_u32, count: i64, budget: i64) -> i64:
    """The shortest loop through one of the starts; 1 if all were tried, 0 if the budget of edges ended.

    From each start it searches as far as the best loop known, inside the start's component.  Then it takes the start
    out of ``within``, since the loops through it are known.
    """
    search.out[L_LENGTH] = FAR
    search.out[L_STATE] = -1
    search.out[L_WORK] = 0
    for n in range(count):
        root = starts[n]
        if search.within[root] == 0:
            continue
        if search.out[L_WORK] > budget:
            return 0
        size = 0
        search.out[L_SEEN] = 0
        state = root
        length = 0
        while length + STEP < search.out[L_LENGTH]:
            after = length + (CHOICE_STEP if search.choice[state] != 0 else STEP)
            if after < search.out[L_LENGTH]:
                size = followed(search, root, state, after, size)
            if size == 0:
                break
            state = pop(search.ways, size)
            size -= 1
            length = search.ways.dist[state]
        search.within[root] = 0
        for m in range(search.out[L_SEEN]):
            search.ways.dist[search.touched[m]] = FAR
            search.ways.place[search.touched[m]] = -1
    return 1


GRAPHS: tuple[Callable[..., int], ...] = (
    reverse,
    attract,
    distances,
    components,
    nearest,
    spread,
    shortest_loop,
)
DECIDERS: tuple[Callable[..., int], ...] = (deciders, judged)


@cache
def library() -> dict[str, Callable[..., int]]:
    """The kernels that know no model, by name, callable with integers and arrays."""
    return compiled("graphs", GRAPHS)
