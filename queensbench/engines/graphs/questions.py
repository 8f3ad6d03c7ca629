"""Questions that a game's graph answers: whether an end can be reached, whether every play ends, and its loops.

Those named in ``against`` work against the claim, all others for it.

=====================  ===================================================================================
:func:`can_always`     from every state an end can still be reached (everybody willing: backward
                       reachability; else the attractor of the ends)
:func:`can_reach`      the same for other states in place of ends
:func:`ends`           every play ends: surely (attractor), or with probability one (almost-sure
                       reachability)
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
    to_networkx,
)
from queensbench.engines.graphs.ways import (
    Lasso,
    components,
    distances,
    lasso_of,
    nearest,
    reachable,
    shortest_loop,
    some_play_to,
    way_to,
)
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array

__all__ = [
    "NOBODY",
    "ROLES",
    "SEVERAL",
    "Game",
    "GraphAnswer",
    "Lasso",
    "attractor",
    "can_always",
    "can_reach",
    "components",
    "distances",
    "ends",
    "game_of",
    "reachable",
    "shortest_loop",
    "to_networkx",
]


@dataclass(frozen=True)
class GraphAnswer:
    """The answer to a question about all plays.

    Attributes:
        holds: None if the search was incomplete and the rest decides.
        failing: the states (bool) from which the claim fails (where ``holds`` is None: may fail).
        first: the first of them in breadth-first order; of :func:`can_reach` one nearest to a start.
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


def attractor(game: Game, goal: Array, universal: Array, never: Array | None = None) -> Array:
    """From each state, the rounds in which those who help can bring a play into ``goal`` (int32; -1: they cannot).

    At ``universal`` states every successor must be inside, elsewhere some; states in ``never`` (and outside the goal)
    do not join.  The attractor is the least fixpoint, in O(states + edges).
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
    """The states that do not reach the goal with probability one, and those that never reach it.

    The nested fixpoint nu X mu Y (de Alfaro, Henzinger and Kupferman, 1998): inside X, helping states need
    some successor in Y, opposing ones every successor in Y, chance every successor in X and some in Y.
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
    play = None if first is None else some_play_to(game, first)
    return GraphAnswer(holds, failing, first, play)


def can_reach(game: Game, goal: Array, against: Against = (), *, since: Array | None = None) -> GraphAnswer:
    """Whether from every state (or every state in ``since``, bool) a ``goal`` (bool) can be reached.

    Those ``against`` it oppose it, all others help.  ``failing`` are the states asked about that have no way to a
    goal, ended states among them; the play leads to one of them by the fewest choices, then steps.
    O((states + edges) log states).
    """
    opposing = game.opposing(tuple(against))
    asked = np.ones(game.states, bool) if since is None else since
    failing = _outside(game, goal, opposing) & asked
    sure = failing if game.complete else _outside(game, goal | (game.kind == UNKNOWN), opposing) & asked
    holds = False if sure.any() else True if game.complete else None
    failing = sure if holds is False else failing
    first, play = None, None
    if failing.any():
        found, via = nearest(game, game.starts, np.ones(game.states, bool), failing)
        first = found if found >= 0 else int(np.argmax(failing))
        play = tuple(int(game.code[e]) for e in way_to(game, via, found)) if found >= 0 else None
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

    ``sure``: for certain; chance helps unless it is named.  Otherwise with probability one: chance is random and
    neither helps nor opposes, named or not.  The sure question takes O(states + edges); the other one takes that for
    each of at most ``states`` rounds, in practice a few.  A deadlock is no end unless ``stuck_ends``.

    The witness is a lasso whose moves stay in the failing states: those against us can force it, or under fair
    chance it lies in an end component that neither chance nor the others can leave.  If those against us can only
    bring play to a state without moves, the witness is a play to such a state, or a loop among failing states that
    others could leave, but for states that fail as well.
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
    play = None if first is None else some_play_to(game, first)
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
    found, _ = nearest(game, [s for s in game.starts if failing[s]], failing, bottom)
    return bottom & (comp == comp[found]) if found >= 0 else bottom


def _witness(game: Game, failing: Array, inside: Array) -> Lasso | None:
    """A lasso through ``failing`` with its loop ``inside``, by choices if possible; else a play to a dead end."""
    starts = [s for s in game.starts if failing[s]]
    reach = reachable(game, starts, failing)
    for through in ("choices", "any"):
        lasso = shortest_loop(game, reach & inside, through=through, starts=starts, ways=failing)
        if lasso is not None:
            return lasso
    stuck = reach & inside & (np.diff(game.off) == 0)
    found, via = nearest(game, starts, failing, stuck)
    return lasso_of(game, way_to(game, via, found), found, [], starts) if found >= 0 else None
