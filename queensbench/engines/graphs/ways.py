"""Shortest ways in the graph of a game: plays, loops, distances and components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from queensbench.engines.graphs import kernels as loops
from queensbench.engines.graphs.games import (
    Game,
    call,
    strong_components,
)
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput

MOST_WORK = 400_000_000


@dataclass(frozen=True)
class Lasso:
    """A play that reaches a loop, as codes.  Without a loop it ends in a deadlock.

    ``states`` are those passed.  With a loop there are as many as codes, and the last move leads back to
    ``states[len(stem)]``; without one there is one more, the deadlock.
    """

    stem: tuple[int, ...]
    loop: tuple[int, ...]
    states: tuple[int, ...]

    @property
    def entry(self) -> int:
        """The state where the loop begins, or the deadlock."""
        return self.states[len(self.stem)]


def nearest(game: Game, starts: Sequence[int], ways: Array, goal: Array) -> tuple[int, Array]:
    """The goal nearest to the starts by choices, then steps (-1: none), and the last edges of all ways."""
    count = game.states
    room = _room(count)
    from_ = np.array(starts, np.uint32)
    within, aim = (np.ascontiguousarray(mask, np.uint8) for mask in (ways, goal))
    found = call("nearest", _arcs(game), game.choice, within, aim, room, from_, len(from_))
    return found, room.via.array


def _room(count: int) -> loops.Ways:
    """Room for the shortest ways to so many states, of which none is known yet."""
    dist, via = np.full(count, loops.FAR, np.int64), np.full(count, -1, np.int64)
    place, heap = np.full(count, -1, np.int32), np.empty(max(1, count), np.uint32)
    return loops.Ways(View(dist), View(via), View(place), View(heap))


def _arcs(game: Game) -> loops.Arcs:
    return loops.Arcs(View(game.off), View(game.target))


def way_to(game: Game, via: Array, state: int) -> list[int]:
    """The edges of the way that ends in a state."""
    way: list[int] = []
    while via[state] >= 0:
        edge = int(via[state])
        way.append(edge)
        state = int(game.source[edge])
    return way[::-1]


def some_play_to(game: Game, state: int) -> tuple[int, ...] | None:
    """The codes of a shortest play (choices, then steps) from a start to a state; None if the state is not reached.

    O((states + edges) log states).
    """
    goal = np.zeros(game.states, bool)
    goal[state] = True
    found, via = nearest(game, game.starts, np.ones(game.states, bool), goal)
    return tuple(int(game.code[e]) for e in way_to(game, via, state)) if found >= 0 else None


def reachable(game: Game, starts: Sequence[int], ways: Array | None = None) -> Array:
    """The states (bool) that are reached from the starts by ways inside ``ways``, the starts among them.

    O(states + edges).
    """
    within = np.ones(game.states, np.uint8) if ways is None else np.ascontiguousarray(ways, np.uint8)
    found = np.zeros(game.states, np.uint8)
    first = np.unique(np.array(starts, np.uint32))
    found[first] = 1
    queue = np.empty(max(1, game.states), np.uint32)
    queue[: len(first)] = first
    call("spread", _arcs(game), within, found, queue, len(first))
    return found.astype(bool)


def shortest_loop(
    game: Game,
    inside: Array | None = None,
    *,
    through: str = "choices",
    starts: Sequence[int] | None = None,
    ways: Array | None = None,
    budget: int = MOST_WORK,
) -> Lasso | None:
    """A lasso whose loop takes the fewest choices, then the fewest steps; None without a loop, or a way to it.

    The loop lies ``inside`` and passes a state of choice, or with ``through="any"`` any state (loops of
    chance alone have no choice); the shortest way to it lies in ``ways``.  Each state of a loop starts a search, as
    deep as the best loop known: short loops are found in about O(states), long ones may cost O(states * edges).
    After ``budget`` edges the best loop so far is returned, perhaps not the shortest.
    """
    count = game.states
    mask = np.ones(count, bool) if inside is None else inside.copy()
    comp, _ = components(game, mask)
    cyclic = cyclic_states(game, comp, mask)
    roots = np.flatnonzero(cyclic & (game.choice != 0) if through == "choices" else cyclic).astype(np.uint32)
    at_once = np.zeros(count, bool)
    at_once[game.source[game.source == game.target]] = True
    at_once[roots] &= (game.choice[roots] != 0) == (through == "choices")
    shortest = roots[at_once[roots]]  # no loop is shorter than such a move to itself
    if len(shortest):
        return _around(game, int(shortest[0]), cyclic, starts, ways)
    within = cyclic.astype(np.uint8)
    touched, out = np.empty(max(1, count), np.uint32), np.zeros(loops.LOOP_BLOCK, np.int64)
    search = loops.LoopSearch(
        _arcs(game), View(game.choice), View(comp), View(within), _room(count), View(touched), View(out)
    )
    call("shortest_loop", search, roots, len(roots), budget)
    root = int(out[loops.L_STATE])
    return _around(game, root, cyclic, starts, ways) if root >= 0 else None


def _around(
    game: Game, root: int, cyclic: Array, starts: Sequence[int] | None, ways: Array | None
) -> Lasso | None:
    """The shortest loop through a state, with the shortest way to it."""
    own = range(int(game.off[root]), int(game.off[root + 1]))
    back = [e for e in own if int(game.target[e]) == root]
    loop = back[:1]
    if not loop:
        goal = np.zeros(game.states, bool)
        goal[root] = True
        firsts = [e for e in own if cyclic[game.target[e]]]
        found, via = nearest(game, [int(game.target[e]) for e in firsts], cyclic, goal)
        assert found == root
        rest = way_to(game, via, root)
        entered = int(game.source[rest[0]])
        loop = [next(e for e in firsts if int(game.target[e]) == entered), *rest]
    on_loop = np.zeros(game.states, bool)
    on_loop[game.source[loop]] = True
    roots = list(game.starts if starts is None else starts)
    open_ways = np.ones(game.states, bool) if ways is None else ways
    entry, via = nearest(game, roots, open_ways, on_loop)
    if entry < 0:
        return None
    turn = [int(game.source[e]) for e in loop].index(entry)
    return lasso_of(game, way_to(game, via, entry), entry, loop[turn:] + loop[:turn], roots)


def lasso_of(game: Game, stem: list[int], entry: int, loop: list[int], starts: Sequence[int]) -> Lasso:
    """The lasso of a way to a loop and of the loop, both as edges."""
    edges = stem + loop
    states = [int(game.source[e]) for e in edges] if loop else [*(int(game.source[e]) for e in stem), entry]
    codes = [tuple(int(game.code[e]) for e in part) for part in (stem, loop)]
    return Lasso(codes[0], codes[1], tuple(states))


def distances(
    game: Game, *, count: str = "steps", silent_ends: bool = True, goal: Array | None = None
) -> Array:
    """From every state the least number of steps, or of players' ``choices``, to an end (int32; -1: none).

    ``goal``: states (their places, ascending) that are meant in place of the ends.  Raises BadInput for another
    ``count``.  O(states + edges).
    """
    if count not in ("steps", "choices"):
        raise BadInput(f"distances in {count} are unknown", remedy="count steps or choices")
    if goal is None:
        goal = np.flatnonzero(game.ends(silent=silent_ends))
    weight = np.ones(game.states, np.uint8) if count == "steps" else game.choice
    dist = np.full(game.states, -1, np.int32)
    dist[goal] = 0
    queues = [np.empty(max(1, game.states), np.uint32) for _ in range(2)]
    queues[0][: len(goal)] = goal
    call("distances", game.poff, game.pred, weight, dist, *queues, len(goal))
    return dist


def components(game: Game, inside: Array | None = None) -> tuple[Array, int]:
    """The strongly connected component of every state (-1: not ``inside``), and their number."""
    mask = np.ones(game.states, np.uint8) if inside is None else np.ascontiguousarray(inside, np.uint8)
    return strong_components(game.off, game.target, mask)


def cyclic_states(game: Game, comp: Array, inside: Array) -> Array:
    """The states on a loop inside their component."""
    sizes = np.bincount(comp[inside])
    found: Array = inside.copy()
    found[inside] = sizes[comp[inside]] > 1
    found[game.source[(game.source == game.target) & inside[game.source]]] = True
    return found
