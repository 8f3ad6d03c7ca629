"""Pools of a game's graph: where cells of its states add up to a number, and who has won in which state.

A pool is some cells of the state, such as those of a table of counts.  It *runs out* where a step leads from a state
in which it holds something to one in which it holds nothing.
"""

from __future__ import annotations

import numpy as np

from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.graphs import pool_kernels as loops
from queensbench.engines.graphs.games import Game, _stored
from queensbench.engines.runtime.calls import Array, fault
from queensbench.engines.runtime.kernel_signatures import native_call
from queensbench.errors import BadInput


def adding_up(exploration: Exploration, game: Game, cells: range, total: int) -> Array:
    """The states (bool) in which some cells, given by their places, add up to a number.

    Raises BadInput where the loops of this engine were not compiled into the rules.
    """
    address = _address(exploration, "added_up")
    verdict = np.zeros(game.states, np.uint8)
    native_call(loops.added_up, address)(_stored(exploration, game), cells.start, len(cells), total, verdict)
    found: Array = verdict == 1
    return found


def arrivals(game: Game, inside: Array) -> Array:
    """The states (bool) inside that some step from outside leads to."""
    found = np.zeros(game.states, bool)
    found[game.target[~inside[game.source] & inside[game.target]]] = True
    return found


def won(exploration: Exploration, game: Game) -> Array:
    """For each state the players who have won there, as bits by raw player (int32); 0 where it is not over.

    Raises BadInput as :func:`adding_up` does, and RangeViolation where the rule about winners leaves its ranges.
    """
    store = exploration._store
    who = np.zeros(game.states, np.int32)
    env = store.native.new_env(store.run.readings, store.run.parameters)
    status = native_call(loops.won_by, _address(exploration, "won_by"))(
        env, _stored(exploration, game), game.kind, who
    )
    if status < 0:
        raise fault(exploration.system, exploration.coding, status, ())
    return who


def _address(exploration: Exploration, name: str) -> int:
    address = exploration._store.native.address(name)
    if not address:
        raise BadInput("pools cannot be looked at", remedy="compile graphs.pool_kernels.POOLS into the rules")
    return int(address)
