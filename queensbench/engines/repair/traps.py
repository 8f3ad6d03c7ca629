"""Traps: parts of the graph of states that play need not leave, and the rulings on which a trap rests.

Inside a *trap* those against an end always have a move that stays inside, and all others have no other.  One such move
is enough: from a state of the trap on, :func:`part` keeps one move of each state of theirs, preferably to a state that
it has already, and all moves of the other states.  Under a reading that agrees on the rulings that these moves
consult, and those that list the moves of the others, the same part exists, and none of its states is an end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.graphs.games import Game
from queensbench.engines.graphs.ways import nearest, way_to
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Array

MOST = 5_000
"""The most states of a part."""


def way_into(game: Game, region: Array) -> tuple[int, tuple[int, ...]] | None:
    """The state of a region (bool) nearest to the starts, and the codes of a play to it; None if there is none."""
    found, via = nearest(game, game.starts, np.ones(game.states, bool), region)
    return None if found < 0 else (found, tuple(int(game.code[e]) for e in way_to(game, via, found)))


def part(game: Game, trap: Array, theirs: Array, start: int) -> dict[int, tuple[int, ...] | None] | None:
    """The states from ``start`` on that a trap needs, each with the codes of its moves (None: whatever moves it has).

    ``trap``, ``theirs``: states as bool, the trap and those at which one move is enough.  None if they are too many, or
    if the trap is none.
    """
    kept: dict[int, tuple[int, ...] | None] = {}
    pending = deque([start])
    known = {start}
    while pending:
        state = pending.popleft()
        edges = range(int(game.off[state]), int(game.off[state + 1]))
        if theirs[state] and edges:
            inside = [e for e in edges if trap[game.target[e]]]
            if not inside:
                return None
            edge = min(inside, key=lambda e: (int(game.target[e]) not in known, int(game.target[e])))
            kept[state] = (int(game.code[edge]),)
            following = [int(game.target[edge])]
        else:
            kept[state] = None
            following = [int(game.target[e]) for e in edges]
            if not all(trap[s] for s in following):
                return None
        for one in following:
            if one not in known:
                known.add(one)
                pending.append(one)
        if len(known) > MOST:
            return None
    return kept


def consulted(
    box: Box,
    found: Exploration,
    game: Game,
    kept: Mapping[int, Sequence[int] | None],
    readings: Mapping[str, Any],
) -> frozenset[str]:
    """The rulings that the moves of a part consult; compiled rules count them."""
    native, system = box.native, box.system
    env = native.new_env(box.raw(readings), box.parameters())
    assert game.ids is not None
    for state, codes in kept.items():
        cells = found.cells(int(game.ids[state]))
        for code in native.moves(cells, env) if codes is None else codes:
            status, after = native.apply(cells, env, code)
            assert status >= 0, status
            if not after[-1]:
                native.settle(after, env)
    return frozenset(system.rulings[n].name for n in np.flatnonzero(native.ruling_counts(env)))


def opposing(game: Game, against: Sequence[str], *, fair: bool) -> Array:
    """The states of those whom the claim is made against, where one move is enough; ``fair``: without chance."""
    found = game.opposing(tuple(against))
    return found & (game.kind != k.CHANCE) if fair else found
