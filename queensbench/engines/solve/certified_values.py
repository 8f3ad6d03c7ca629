"""Exact values where play can go round, if best play need not.

The bounds suggest a *policy*: for every state of the maximising side one move that may be best, such that
play under it never comes back to where it was, whatever chance and the other side do.  Its values ``v`` are then
computed exactly.  They are the values of the game if no state has a move that promises more than ``v`` gives it:

* ``v`` can be reached, since the policy reaches it: no value is less.
* The values of the game are the least numbers that no state can improve by a step, as play without end counts as the
  least payoff.  If ``v`` cannot be improved, no value is more.

Where some state has a better move, the policy takes it, and the values are computed again, a few times.  Where every
candidate goes round, nothing is said, and the bounds stay.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.solve import kernels as loops
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.backward_induction import induced
from queensbench.engines.solve.cycle_kernels import Exits, ValueBounds, ValueTable
from queensbench.engines.solve.values import Tick, Values, order_of

TRIES = 12
NO_MOVES = View(np.zeros(1, np.uint8))


def certify(
    arena: Arena, payoff: Array, side: Array, values: Values, *, most_python: int, tick: Tick
) -> bool:
    """Make the values exact, if that can be shown; say whether it was."""
    assert values.low is not None
    assert values.up is not None
    call = loops.library()
    count, order = arena.states, values.order
    ranked = ((arena.role != k.CHOICE) & (arena.role != k.CHANCE)).astype(np.uint8)
    best = values.best.copy()
    tick()
    exits = Exits(1, ValueBounds(View(values.low), View(values.up)), NO_MOVES)
    left = call["rank_states"](count, order.taken, arena.taken, side, exits, ranked, best)
    if left:
        return False
    source = np.repeat(np.arange(count, dtype=np.uint32), np.diff(arena.off))
    place = (np.arange(arena.moves) - arena.off[source]).astype(np.uint32)
    free = (arena.role[source] != k.CHOICE) | (side[source] == 0)
    for _ in range(TRIES):
        tick()
        succ = np.where(free | (place == best[source]), arena.succ, source)
        only = Arena(arena.role, arena.off, succ, arena.weight)
        alone = order_of(only)
        if not alone.acyclic:
            return False
        found = induced(only, payoff, side, alone, endless=values.endless, most_python=most_python, tick=tick)
        if not found.complete:
            return False
        table = ValueTable(View(found.num), View(found.den), View(best))
        changes = call["improved"](count, arena.taken, side, table)
        changes += _improved_beyond(arena, side, found, best)
        if not changes:
            values.num, values.den, values.big, values.lost = found.num, found.den, found.big, found.lost
            mine = (arena.role == k.CHOICE) & (side == 0)
            values.best = np.where(mine, found.best, best)
            values.low = values.up = None
            values.certified = True
            return True
    return False


def _improved_beyond(arena: Arena, side: Array, found: Values, best: Array) -> int:
    """Do the work of the kernel ``improved`` for values of more than 64 bits."""
    changes = 0
    if not found.big:
        return 0
    beyond = np.zeros(arena.states, bool)
    beyond[list(found.big)] = True
    source = np.repeat(np.arange(arena.states), np.diff(arena.off))
    near = beyond[arena.succ] | beyond[source]
    for state in np.unique(source[near]).tolist():
        if arena.role[state] != k.CHOICE or not side[state]:
            continue
        most = found.exact(state)
        assert most is not None
        for place, target in enumerate(arena.successors(state)):
            here: Fraction | None = found.exact(target)
            assert here is not None
            if here > most:
                most, best[state] = here, place
                changes += 1
    return changes
