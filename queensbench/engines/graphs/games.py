"""The graph of an exploration as a game: who moves in each state, and where each move leads.

The states are the vertices of a stochastic game: at a state of *choice* a player moves, at a state of
*chance* a random event, and a state is left only by its moves.  What follows from the graph is in
:mod:`queensbench.engines.graphs.questions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from queensbench.engines.explore.state_space import KINDS, Exploration, Graph
from queensbench.engines.explore.state_table import SHARDS
from queensbench.engines.graphs import kernels as loops
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, fault
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.runtime.kernel_signatures import native_call
from queensbench.errors import BadInput
from queensbench.rules.typed import ir

NOBODY, SEVERAL = loops.NOBODY, loops.SEVERAL
UNKNOWN = 0
ROLES = {UNKNOWN: "unknown", **KINDS}

Against: TypeAlias = Iterable[int | str]


class Edges(NamedTuple):
    """Edges as columns: from where, to where, and by which move (without codes: their numbers)."""

    source: Array
    target: Array
    code: Array | None = None


class Game:
    """The vertices and edges of a game.  States are 0, 1, ... in breadth-first order.

    Attributes:
        kind: per state its role, of ``ROLES`` (uint8): choice, chance, over, silent, deadlock, or unknown
            (not expanded).
        owner: per state the raw player whose choice it is (int32), NOBODY, or SEVERAL.
        source, target, code: the edges, by source.
        off: where each state's edges begin (int64, one more than there are states); ``target[off[u]:off[u +
            1]]`` are the successors of ``u``.
        poff, pred: the same for predecessors, ascending, once for each move.
        starts: the start states.
        players: names by raw player, where known.
        merged: whether states stand for all their images under a symmetry; then edges lead to images, and
            no single player can be named.
    """

    def __init__(
        self,
        kind: Array,
        edges: Edges,
        *,
        owner: Array | None = None,
        starts: Sequence[int] = (0,),
        players: Sequence[str] = (),
        ids: Array | None = None,
        merged: bool = False,
    ) -> None:
        count = len(kind)
        self.kind = np.ascontiguousarray(kind, np.uint8)
        given = edges._replace(code=np.arange(len(edges.source))) if edges.code is None else edges
        order = None if _sorted(edges.source) else np.argsort(edges.source, kind="stable")
        columns = [np.asarray(c) if order is None else np.asarray(c)[order] for c in given]
        self.source, self.target = (np.ascontiguousarray(c, np.uint32) for c in columns[:2])
        self.code = np.ascontiguousarray(columns[2], np.int64)
        if len(self.source) and max(int(self.source.max()), int(self.target.max())) >= count:
            raise BadInput("an edge leads out of the graph", remedy=f"its states are 0 to {count - 1}")
        self.owner = np.full(count, NOBODY, np.int32) if owner is None else np.asarray(owner, np.int32)
        self.off = _offsets(np.bincount(self.source, minlength=count))
        self.poff = _offsets(np.bincount(self.target, minlength=count))
        self.pred = np.empty(len(self.source), np.uint32)
        cursor = self.poff.copy()
        call("reverse", count, self.off, self.target, cursor, self.pred)
        self.starts = tuple(starts)
        self.players = tuple(players)
        self.ids = ids
        self.merged = merged
        self.choice = (self.kind == k.CHOICE).astype(np.uint8)

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.kind)

    @property
    def edges(self) -> int:
        """How many edges; two moves between the same states are two."""
        return len(self.source)

    @property
    def complete(self) -> bool:
        """Whether every state was expanded."""
        return not bool((self.kind == UNKNOWN).any())

    def role(self, state: int) -> str:
        """The role of a state, in words."""
        return ROLES[int(self.kind[state])]

    def successors(self, state: int) -> Array:
        """The states that the moves of a state lead to, by code."""
        return self.target[self.off[state] : self.off[state + 1]]

    def ends(self, *, silent: bool = True) -> Array:
        """The ended states (bool); states where the rules fall silent among them, or not."""
        over: Array = self.kind == k.OVER
        return over | (self.kind == k.SILENT_STATE) if silent else over

    def deadlocks(self) -> Array:
        """The states that are not ended and have no move."""
        return np.flatnonzero(self.kind == k.DEADLOCK)

    def owners(self) -> tuple[int, ...]:
        """The raw players who choose alone in some state; all players if several may choose in one state."""
        found = np.unique(self.owner[self.kind == k.CHOICE])
        if SEVERAL in found and self.players:
            return tuple(range(len(self.players)))
        return tuple(int(p) for p in found if p >= 0)

    def opposing(self, against: Against) -> Array:
        """The states in which a player ``against`` us, or chance if it is against us, moves (bool).

        Raises BadInput for a player who is unknown, or who cannot be told apart under a symmetry.
        """
        found = np.zeros(self.states, bool)
        choice: Array = self.kind == k.CHOICE
        for who in against:
            if who == "players":
                found |= choice
            elif who == "chance":
                found |= self.kind == k.CHANCE
            else:
                found |= choice & ((self.owner == self.player(who)) | (self.owner == SEVERAL))
        return found

    def player(self, who: int | str) -> int:
        """The raw number of a player given by number or name."""
        if self.merged:
            raise BadInput(
                f"player {who} cannot be told apart where states are merged by symmetry",
                remedy="explore without the symmetry",
            )
        if isinstance(who, str):
            if who not in self.players:
                known = ", ".join(("players", "chance", *self.players))
                raise BadInput(f"nobody is called {who}", remedy=f"choose of {known}")
            return self.players.index(who)
        if who < 0 or (self.players and who >= len(self.players)):
            raise BadInput(f"there is no player {who}", remedy=f"there are {len(self.players)}, from 0 on")
        return who


def _sorted(values: Array) -> bool:
    return bool((np.asarray(values[:-1]) <= np.asarray(values[1:])).all())


def _offsets(counts: Array) -> Array:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])


def call(name: str, *arguments: Any) -> int:
    """Call a kernel of the library with arrays, integers and records."""
    return loops.library()[name](*arguments)


def strong_components(
    off: Array, succ: Array, within: Array, order: Array | None = None
) -> tuple[Array, int]:
    """The strongly connected component of every state (int32; -1: not ``within``, which is uint8), and their number.

    Tarjan's algorithm (1972) without recursion, O(states + edges), 28 bytes a state.  Edges between components lead
    to lower numbers.  ``order`` (int32, all -1) gets each state's place in the order of the depth-first search.
    """
    count = len(within)
    found, low, comp = (np.full(max(1, count), -1, np.int32) for _ in range(3))
    stack, calls = (np.empty(max(1, count), np.uint32) for _ in range(2))
    edge_at = np.empty(max(1, count), np.int64)
    marks = found if order is None else order
    room = loops.DepthFirst(View(marks), View(low), View(stack), View(calls), View(edge_at))
    number = call("components", count, loops.Arcs(View(off), View(succ)), within, room, comp)
    return comp[:count], number


def game_of(exploration: Exploration, *, max_edges: int = 20_000_000) -> Game:
    """The game of an exploration: expands all states once more, and finds the player who chooses in each.

    If the search ended early, the states of the level that it was expanding count as unknown: some of their moves
    may be missing.

    O(states + edges); about 60 bytes an edge while it is made, 20 bytes an edge and 25 a state then.  With
    ``DECIDERS`` compiled into the native code, millions of states take a second; without them,
    one call from Python per state, or per move if there are several deciders.

    Raises:
        BadInput: more than ``max_edges`` edges.
        RangeViolation: a decider leaves its ranges.
    """
    graph = exploration.graph(max_edges=max_edges)
    store = exploration._store
    kind, edges = graph.kind, Edges(graph.source, graph.target, graph.code)
    if not exploration.complete:
        kind = np.where(_cut(exploration, graph) & (kind <= k.CHANCE), UNKNOWN, kind)
        known = kind[graph.source] != UNKNOWN
        edges = Edges(graph.source[known], graph.target[known], graph.code[known])
    game = Game(
        kind,
        edges,
        starts=sorted({graph.number(root) for root in store.roots}),
        players=ir.deciders(exploration.system),
        ids=graph.ids,
        merged=store.run.symmetry is not None and store.run.symmetry.order > 0,
    )
    game.owner = _owners(exploration, game)
    return game


def _cut(exploration: Exploration, graph: Graph) -> Array:
    """The states (bool) that may lack a move because the budget ended: those of the level then expanded."""
    store = exploration._store
    first = np.array(store.bounds[store.level] if store.bounds else (0,) * SHARDS, np.int64)
    ids = graph.ids.astype(np.int64)
    late: Array = ids // SHARDS >= first[ids % SHARDS]
    return late


def _owners(exploration: Exploration, game: Game) -> Array:
    """The player who chooses in each state (int32)."""
    owner = np.full(game.states, NOBODY, np.int32)
    store = exploration._store
    asked = {t.decider for t in exploration.system.transitions if t.kind == "action"}
    if asked <= {None} or not store.native.address("qb_decider"):
        return owner
    assert game.ids is not None
    every = int(len(asked) > 1)
    # A fresh environment: the one of the search counts clauses.
    env = store.native.new_env(store.run.readings, store.run.parameters)
    if address := store.native.address("deciders"):
        asking = native_call(loops.deciders, address)
        status = asking(env, _stored(exploration, game), game.off, game.code, game.kind, every, owner)
    else:
        status = _asked(exploration, game, env, owner, every=bool(every))
    if status < 0:
        raise fault(exploration.system, exploration.coding, status, ())
    return owner


def judged(exploration: Exploration, game: Game, judge: int) -> Array:
    """The states of an exploration's game in which a judge of its system holds (bool).

    Raises BadInput where the loops of this engine were not compiled into the rules, RangeViolation where the
    judge leaves its ranges.
    """
    store = exploration._store
    if not store.native.address("judged"):
        raise BadInput("states cannot be judged", remedy="compile graphs.kernels.DECIDERS into the rules")
    assert game.ids is not None
    env = store.native.new_env(store.run.readings, store.run.parameters)
    verdict = np.zeros(game.states, np.uint8)
    asking = native_call(loops.judged, store.native.address("judged"))
    status = asking(env, _stored(exploration, game), judge, verdict)
    if status < 0:
        raise fault(exploration.system, exploration.coding, status, ())
    found: Array = verdict == 1
    return found


def _asked(exploration: Exploration, game: Game, env: Array, owner: Array, *, every: bool) -> int:
    """Fill in the owners with a call of the decider for each move; 0 or a violation."""
    store = exploration._store
    decider = native_call(loops.qb_decider, store.native.address("qb_decider"))
    player = np.zeros(1, np.int64)
    assert game.ids is not None
    for state in np.flatnonzero((game.kind == k.CHOICE) & (np.diff(game.off) > 0)).tolist():
        cells = exploration.cells(int(game.ids[state]))
        last = game.off[state + 1] if every else game.off[state] + 1
        found: set[int] = set()
        for code in game.code[game.off[state] : last]:
            status = decider(cells, env, int(code), player)
            if status < 0:
                return status
            found.add(int(player[0]))
        owner[state] = found.pop() if len(found) == 1 else SEVERAL
    return 0


def _stored(exploration: Exploration, game: Game) -> loops.StoredStates:
    """The states of an exploration's game as kernels take them."""
    assert game.ids is not None
    first, second = exploration._store.shards
    return loops.StoredStates(View(game.ids), game.states, View(first.words), View(second.words))


def to_networkx(game: Game, *, most: int = 100_000) -> Any:
    """The graph as a :class:`networkx.MultiDiGraph`: states with ``role`` and ``owner``, edges by code.

    About a kilobyte a state.  Raises BadInput for more than ``most`` states.
    """
    import networkx as nx

    if game.states > most:
        raise BadInput(f"the graph has {game.states} states, more than {most}", remedy="allow more")
    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
    for state in range(game.states):
        graph.add_node(state, role=game.role(state), owner=int(game.owner[state]))
    edges = zip(game.source.tolist(), game.target.tolist(), game.code.tolist(), strict=True)
    graph.add_edges_from((u, v, code) for u, v, code in edges)
    return graph
