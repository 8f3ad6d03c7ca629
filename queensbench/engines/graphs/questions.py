"""What follows from a game's graph: whether an end can be reached, whether every play ends, and its loops.

Those named in ``against`` work against the claim, all others for it.

=====================  ===================================================================================
:func:`can_always`     from every state an end can still be reached (everybody willing: backward
                       reachability; else the attractor of the ends)
:func:`can_reach`      the same of states of some sort instead of ends: where they cannot be reached, it is hopeless
:func:`ends`           every play ends: surely (attractor), or with probability one (almost-sure
                       reachability)
:func:`endless`        strongly connected components, and by whose will or force a play goes on for ever
:func:`shortest_loop`  a lasso whose loop takes the fewest choices
:func:`distances`      from every state to the nearest end
=====================  ===================================================================================

What this engine cannot see: strategies here know the whole state, so that a player who must not see a card
may be credited with playing by it; only that an event can happen counts, never how likely it is.  A state in
which several players may move counts as against us as soon as one of them is, so that a claim may fail here
and hold at the table.  Of a search that ended early the answer is None unless the claim fails (or, for
:func:`ends`, holds) whatever the rest is like.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from queensbench.engines.graphs import kernels as loops
from queensbench.engines.graphs.games import (
    NOBODY,
    ROLES,
    SEVERAL,
    UNKNOWN,
    Against,
    Game,
    call,
    game_of,
    strong_components,
    to_networkx,
)
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput

__all__ = [
    "NOBODY",
    "ROLES",
    "SEVERAL",
    "Endless",
    "Game",
    "GraphAnswer",
    "Lasso",
    "attractor",
    "can_always",
    "can_reach",
    "components",
    "distances",
    "endless",
    "ends",
    "game_of",
    "play_to",
    "reachable",
    "shortest_loop",
    "to_networkx",
]

MOST_WORK = 400_000_000


# --------------------------------------------------------------------------------------- answers


@dataclass(frozen=True)
class Lasso:
    """A play that reaches a loop, as codes.  Without a loop it ends in a deadlock.

    ``states`` are those passed: one more than there are codes; the loop leads from the last of them back to
    ``states[len(stem)]``.
    """

    stem: tuple[int, ...]
    loop: tuple[int, ...]
    states: tuple[int, ...]
    stem_choices: int
    loop_choices: int

    @property
    def entry(self) -> int:
        """The state where the loop begins, or the deadlock."""
        return self.states[len(self.stem)]


@dataclass(frozen=True)
class GraphAnswer:
    """The answer to a question about all plays.

    Attributes:
        holds: None if the search was incomplete and the rest decides.
        failing: the states (bool) from which the claim fails (where ``holds`` is None: may fail).
        first: the first of them in breadth-first order.
        play: a shortest play to it, as codes (None: no start leads there).
        trap: the states (bool) from which those against us keep the play from ending for certain, whatever
            the others do (and fair chance).
        component: how many states the end component has in which the witness loops (0: none was asked for).
        witness: how a play goes on for ever.
    """

    holds: bool | None
    failing: Array
    first: int | None
    play: tuple[int, ...] | None
    trap: Array | None = None
    component: int = 0
    witness: Lasso | None = None


# ------------------------------------------------------------------------------------ attractors


def attractor(game: Game, goal: Array, universal: Array, never: Array | None = None) -> Array:
    """The rounds after which a play is in ``goal`` at the latest (int32; -1: it can be kept out).

    At ``universal`` states every successor must be inside, elsewhere some; states in ``never`` (and outside
    the goal) do not join.  The least fixpoint, in O(states + edges).
    """
    rule = np.where(universal, loops.EVERY, loops.SOME).astype(np.uint8)
    if never is not None:
        rule[never] = loops.NEVER
    left = np.diff(game.off).astype(np.int32)
    depth = np.where(goal, 0, -1).astype(np.int32)
    queue = np.empty(max(1, game.states), np.uint32)
    first = np.flatnonzero(goal)
    queue[: len(first)] = first
    call("attract", game.poff, game.pred, rule, left, depth, queue, len(first))
    return depth


def _outside(game: Game, goal: Array, against: Array) -> Array:
    return attractor(game, goal, against) < 0


def _almost_sure(game: Game, goal: Array, against: Array) -> tuple[Array, Array]:
    """From where the goal is not reached with probability one, and the states from where it is never.

    The nested fixpoint nu X mu Y: inside X, helping states need some successor in Y, opposing ones every
    successor in Y, chance every successor in X and some in Y.
    """
    chance: Array = game.kind == k.CHANCE
    inside = np.ones(game.states, bool)
    trap: Array | None = None
    while True:
        leaving = np.zeros(game.states, bool)
        leaving[game.source[~inside[game.target]]] = True
        reached = attractor(game, goal, against & ~chance, ~inside | (chance & leaving)) >= 0
        if trap is None:
            trap = ~reached
        if bool((reached == inside).all()):
            return ~inside, trap
        inside = reached


def can_always(game: Game, against: Against = (), *, silent_ends: bool = True) -> GraphAnswer:
    """Whether from every state an end can be reached, whatever those ``against`` it do, all others helping.

    ``against``: raw players or their names, ``"players"`` (every choice), ``"chance"``.  A silent state is an
    end, or with ``silent_ends=False`` a failure of its own; a deadlock is none.  O(states + edges).
    """
    opposing = game.opposing(tuple(against))
    goal = game.ends(silent=silent_ends)
    failing = _outside(game, goal, opposing)
    sure = failing if game.complete else _outside(game, goal | (game.kind == UNKNOWN), opposing)
    holds = False if sure.any() else True if game.complete else None
    failing = sure if holds is False else failing
    first = int(np.argmax(failing)) if failing.any() else None
    play = None if first is None else _play_to(game, first)
    return GraphAnswer(holds, failing, first, play)


def can_reach(game: Game, goal: Array, against: Against = (), *, since: Array | None = None) -> GraphAnswer:
    """Whether from every state (bool ``since``: from every one of these) a ``goal`` (bool) can be reached.

    Those ``against`` it work against it, all others for it.  ``failing`` are the states of which this is asked
    and that have no way to a goal, ended ones among them; the play leads to one that takes the fewest choices,
    then steps.  O((states + edges) log states).
    """
    opposing = game.opposing(tuple(against))
    asked = np.ones(game.states, bool) if since is None else since
    failing = _outside(game, goal, opposing) & asked
    sure = failing if game.complete else _outside(game, goal | (game.kind == UNKNOWN), opposing) & asked
    holds = False if sure.any() else True if game.complete else None
    failing = sure if holds is False else failing
    first, play = None, None
    if failing.any():
        found, via = _nearest(game, game.starts, np.ones(game.states, bool), failing)
        first = found if found >= 0 else int(np.argmax(failing))
        play = tuple(int(game.code[e]) for e in _way(game, via, found)) if found >= 0 else None
    return GraphAnswer(holds, failing, first, play)


def ends(
    game: Game,
    against: Against = ("players",),
    *,
    sure: bool,
    silent_ends: bool = True,
    stuck_ends: bool = False,
    witness: bool = True,
) -> GraphAnswer:
    """Whether every play from the start ends, whatever those ``against`` it do, all others helping.

    ``sure``: for certain; chance helps unless it is named.  Otherwise with probability one: chance is random
    and neither helps nor opposes, named or not.  Surely is O(states + edges); with probability one that for
    each of at most ``states`` rounds, in practice a few.  A deadlock is no end unless ``stuck_ends``.

    The witness is a lasso in which only moves occur that keep the failing states: by force of those against
    us; for fair chance, inside an end component that neither chance nor the others can leave.  A play to a
    state without moves is the witness where those against us can only have the play stuck, not endless.
    """
    opposing = game.opposing(tuple(against))
    goal = game.ends(silent=silent_ends)
    if stuck_ends:
        goal |= game.kind == k.DEADLOCK

    def failing(targets: Array) -> tuple[Array, Array]:
        if sure:
            outside = _outside(game, targets, opposing)
            return outside, outside
        return _almost_sure(game, targets, opposing)

    fails, trap = failing(goal)
    starts = list(game.starts)
    holds: bool | None = not fails[starts].any()
    if not holds and not game.complete:
        goal |= game.kind == UNKNOWN
        surely, surely_trap = failing(goal)
        if surely[starts].any():
            fails, trap = surely, surely_trap
        else:
            holds = None
    first = int(np.argmax(fails)) if fails.any() else None
    play = None if first is None else _play_to(game, first)
    if holds is not False or not witness:
        return GraphAnswer(holds, fails, first, play, trap)
    stops: Array = np.diff(game.off) == 0
    ways, kept = fails, trap
    if (stops & ~goal).any():
        lasting, lasting_trap = failing(goal | stops)
        if lasting[starts].any():
            ways, kept = lasting, lasting_trap
    inside = ways if sure else _end_component(game, kept, ways)
    component = 0 if sure else int(inside.sum())
    return GraphAnswer(holds, fails, first, play, trap, component, _witness(game, ways, inside))


def _end_component(game: Game, trap: Array, failing: Array) -> Array:
    """A bottom component of the trap, the first that the start reaches inside the failing states."""
    comp, count = components(game, trap)
    mine = trap[game.source] & trap[game.target]
    leaving = comp[game.source] != comp[game.target]
    open_ = np.zeros(count, bool)
    open_[comp[game.source[mine & leaving]]] = True
    bottom = np.zeros(game.states, bool)
    bottom[trap] = ~open_[comp[trap]]
    found, _ = _nearest(game, [s for s in game.starts if failing[s]], failing, bottom)
    return bottom & (comp == comp[found]) if found >= 0 else bottom


def _witness(game: Game, failing: Array, inside: Array) -> Lasso | None:
    """A lasso through ``failing`` with its loop ``inside``: by choices if possible; else to a dead end."""
    starts = [s for s in game.starts if failing[s]]
    reach = reachable(game, starts, failing)
    for through in ("choices", "any"):
        lasso = shortest_loop(game, reach & inside, through=through, starts=starts, ways=failing)
        if lasso is not None:
            return lasso
    stuck = reach & inside & (np.diff(game.off) == 0)
    found, via = _nearest(game, starts, failing, stuck)
    return _lasso(game, _way(game, via, found), found, [], starts) if found >= 0 else None


# -------------------------------------------------------------------------------- shortest ways


def _nearest(game: Game, starts: Sequence[int], ways: Array, goal: Array) -> tuple[int, Array]:
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


def _way(game: Game, via: Array, state: int) -> list[int]:
    """The edges of the way that ends in a state."""
    way: list[int] = []
    while via[state] >= 0:
        edge = int(via[state])
        way.append(edge)
        state = int(game.source[edge])
    return way[::-1]


def play_to(game: Game, state: int) -> tuple[int, ...]:
    """The codes of a shortest play (choices, then steps) from a start to a state.

    O((states + edges) log states).  Raises BadInput if the state is not reached.
    """
    play = _play_to(game, state)
    if play is None:
        raise BadInput(f"state {state} is not reached from a start")
    return play


def _play_to(game: Game, state: int) -> tuple[int, ...] | None:
    goal = np.zeros(game.states, bool)
    goal[state] = True
    found, via = _nearest(game, game.starts, np.ones(game.states, bool), goal)
    return tuple(int(game.code[e]) for e in _way(game, via, state)) if found >= 0 else None


def reachable(game: Game, starts: Sequence[int], ways: Array | None = None) -> Array:
    """The states (bool) that are reached from the starts by ways inside ``ways``, the starts among them."""
    mask = np.ones(game.states, bool) if ways is None else ways
    _, via = _nearest(game, starts, mask, np.zeros(game.states, bool))
    found: Array = via >= 0
    found[list(starts)] = True
    return found


def shortest_loop(
    game: Game,
    inside: Array | None = None,
    *,
    through: str = "choices",
    starts: Sequence[int] | None = None,
    ways: Array | None = None,
    budget: int = MOST_WORK,
) -> Lasso | None:
    """A lasso whose loop takes the fewest choices, then the fewest steps; None if there is no loop.

    The loop lies ``inside`` and passes a state of choice, or with ``through="any"`` any state (loops of
    chance alone have no choice); the shortest way to it lies in ``ways``.  A search from each state of a
    loop, as deep as the best loop known: short loops are found in about O(states), long ones may cost
    O(states * edges).  After ``budget`` edges the best loop so far is returned, perhaps not the shortest.
    """
    count = game.states
    mask = np.ones(count, bool) if inside is None else inside.copy()
    comp, _ = components(game, mask)
    cyclic = _cyclic(game, comp, mask)
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
        found, via = _nearest(game, [int(game.target[e]) for e in firsts], cyclic, goal)
        assert found == root
        rest = _way(game, via, root)
        entered = int(game.source[rest[0]])
        loop = [next(e for e in firsts if int(game.target[e]) == entered), *rest]
    on_loop = np.zeros(game.states, bool)
    on_loop[game.source[loop]] = True
    roots = list(game.starts if starts is None else starts)
    open_ways = np.ones(game.states, bool) if ways is None else ways
    entry, via = _nearest(game, roots, open_ways, on_loop)
    if entry < 0:
        return None
    turn = [int(game.source[e]) for e in loop].index(entry)
    return _lasso(game, _way(game, via, entry), entry, loop[turn:] + loop[:turn], roots)


def _lasso(game: Game, stem: list[int], entry: int, loop: list[int], starts: Sequence[int]) -> Lasso:
    edges = stem + loop
    states = [int(game.source[e]) for e in edges] if loop else [*(int(game.source[e]) for e in stem), entry]
    return Lasso(
        tuple(int(game.code[e]) for e in stem),
        tuple(int(game.code[e]) for e in loop),
        tuple(states),
        int(game.choice[game.source[stem]].sum()) if stem else 0,
        int(game.choice[game.source[loop]].sum()) if loop else 0,
    )


def distances(game: Game, *, count: str = "steps", silent_ends: bool = True) -> Array:
    """From every state the least number of steps, or of players' ``choices``, to an end (int32; -1: none).

    The greatest over all states is its maximum.  O(states + edges).
    """
    if count not in ("steps", "choices"):
        raise BadInput(f"distances in {count} are unknown", remedy="count steps or choices")
    goal = np.flatnonzero(game.ends(silent=silent_ends))
    weight = np.ones(game.states, np.uint8) if count == "steps" else game.choice
    dist = np.full(game.states, -1, np.int32)
    dist[goal] = 0
    queues = [np.empty(max(1, game.states), np.uint32) for _ in range(2)]
    queues[0][: len(goal)] = goal
    call("distances", game.poff, game.pred, weight, dist, *queues, len(goal))
    return dist


# ------------------------------------------------------------------------------------ components


def components(game: Game, inside: Array | None = None) -> tuple[Array, int]:
    """The strongly connected component of every state (-1: not ``inside``), and their number."""
    mask = np.ones(game.states, np.uint8) if inside is None else np.ascontiguousarray(inside, np.uint8)
    return strong_components(game.off, game.target, mask)


def _cyclic(game: Game, comp: Array, inside: Array) -> Array:
    """The states on a loop inside their component."""
    sizes = np.bincount(comp[inside])
    found: Array = inside.copy()
    found[inside] = sizes[comp[inside]] > 1
    found[game.source[(game.source == game.target) & inside[game.source]]] = True
    return found


@dataclass(frozen=True)
class Endless:
    """Where play can go on for ever.

    Attributes:
        components: strongly connected components, single states among them.
        recurrent: those with a loop: more than one state, or a move from a state to itself.
        largest: the states of the largest with a loop.
        cyclic: states on a loop.
        self_loops: states with a move to themselves.
        bottom: components that no move leaves and that hold no end; ``bottom_states`` of them.
        by_will: whether some play goes on for ever, everybody willing.
        by_chance: whether events alone can go on for ever (a loop without a choice).
        shortest: the loop with the fewest choices (at least one), as a lasso.
        forced: for each player alone, against all others and fair chance, and for all ``players`` together
            against fair chance: whether play stops with probability one all the same (a deadlock stops it).
    """

    components: int
    recurrent: int
    largest: int
    cyclic: int
    self_loops: int
    bottom: int
    bottom_states: int
    by_will: bool
    by_chance: bool
    shortest: Lasso | None
    forced: dict[int | str, GraphAnswer]


def endless(game: Game, *, silent_ends: bool = True, witness: bool = True) -> Endless:
    """Where play can go on for ever, by will and by force; the parts' docstrings give what each costs."""
    comp, count = components(game)
    whole = np.ones(game.states, bool)
    cyclic = _cyclic(game, comp, whole)
    loops_at = game.source == game.target
    sizes = np.bincount(comp, minlength=count)
    with_loop = np.unique(comp[cyclic])
    closed = np.ones(count, bool)
    closed[comp[game.source[comp[game.source] != comp[game.target]]]] = False
    closed[comp[game.ends(silent=silent_ends) | (game.kind == UNKNOWN)]] = False
    chance: Array = game.kind == k.CHANCE
    alone = _cyclic(game, components(game, chance)[0], chance) if chance.any() else chance
    named: list[int | str] = [] if game.merged else list(game.owners())
    named.append("players")
    return Endless(
        components=count,
        recurrent=len(with_loop),
        largest=int(sizes[with_loop].max()) if len(with_loop) else 0,
        cyclic=int(cyclic.sum()),
        self_loops=len(np.unique(game.source[loops_at])),
        bottom=int(closed.sum()),
        bottom_states=int(sizes[closed].sum()),
        by_will=bool(cyclic.any()),
        by_chance=bool(alone.any()),
        shortest=shortest_loop(game) if witness and cyclic.any() else None,
        forced={
            who: ends(game, (who,), sure=False, silent_ends=silent_ends, stuck_ends=True, witness=witness)
            for who in named
        },
    )
