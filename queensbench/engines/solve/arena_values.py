"""The value of every state of an arena under best play: exact, or between bounds.

The payoff of a play is a whole number, given for every state at which it may stop.  A play that never stops has the
payoff ``endless``, which must not exceed any other.  Values are found by backward induction
(:mod:`queensbench.engines.solve.backward_induction`).  Where play can go round they lie between a lower and an upper
bound, rounded outwards (:mod:`queensbench.engines.solve.value_bounds`); if the moves are few enough they are then made
exact, by one policy that goes round nowhere or by policy iteration.
"""

from __future__ import annotations

import numpy as np

from queensbench.engines.runtime.calls import Array
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.backward_induction import MOST_PYTHON, induced
from queensbench.engines.solve.certified_values import certify
from queensbench.engines.solve.policy_iteration import iterate
from queensbench.engines.solve.value_bounds import bound
from queensbench.engines.solve.values import SolvingOrder, Tick, Values, order_of


def solve_arena(
    arena: Arena,
    payoff: Array,
    maximising: Array,
    *,
    order: SolvingOrder | None = None,
    endless: int | None = None,
    most_python: int = MOST_PYTHON,
    tick: Tick = lambda: None,
) -> Values:
    """The values of all states.

    Args:
        arena: who moves where.
        payoff: for each state where play stops, and each state of role 0 (int64).
        maximising: per state of choice, whether its mover wants the greatest value (uint8).
        order: the arena's order, if it is known.
        endless: the payoff of a play that never stops; the least payoff if None, and never more than that.
        most_python: how many moves may be computed with Python's fractions.
        tick: called now and then.

    O(states + moves) without cycles, 20 bytes a state; of cycles see :mod:`queensbench.engines.solve.value_bounds`.
    Raises BadInput where payoffs and weights are too large for bounds.
    """
    order = order_of(arena) if order is None else order
    side = np.ascontiguousarray(maximising, np.uint8)
    values = induced(arena, payoff, side, order, endless=endless, most_python=most_python, tick=tick)
    if not values.complete:
        bound(arena, values, side, tick)
        if values.cyclic and not certify(arena, payoff, side, values, most_python=most_python, tick=tick):
            iterate(arena, side, values, most_python=most_python, tick=tick)
    return values
