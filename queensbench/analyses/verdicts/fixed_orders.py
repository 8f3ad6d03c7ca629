"""Whether a player who looks at nobody wins: orders of moves on a small instance, against chance and the best answer.

What this cannot see: orders that were not tried; and strategies that look at the player's own fields alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from queensbench.language.properties import Class

if TYPE_CHECKING:
    from queensbench.engines.explore.state_space import Exploration
    from queensbench.engines.runtime.box import Box

STATES = 12_000
"""The most states of an instance of which this is asked."""


def ignoring(box: Box, found: Exploration, readings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each player of a game that somebody wins; none where the instance is too large.

    ``best``: the order of all that were tried that wins most against the best answer, then against random players.
    """
    from queensbench.engines.graphs.kernels import NOBODY, SEVERAL
    from queensbench.engines.runtime import kernels as k
    from queensbench.engines.solve.fixed_orders import FixedOrders
    from queensbench.engines.solve.objectives import aims_of, players_of
    from queensbench.engines.solve.solver import solve

    players = players_of(box.system)
    if not found.complete or found.states > STATES or box.system.wins is None or len(players) < 2:
        return []
    solved = solve(box, aims_of(box.system)[:0], readings)
    arena = solved.arena
    owners = arena.owner[arena.role == k.CHOICE]
    if not solved.complete or not solved.arena.complete or ((owners == SEVERAL) | (owners == NOBODY)).any():
        return []
    orders = FixedOrders(arena, box.coding)
    rows = []
    for player, name in enumerate(players):
        tried = orders.tried(player)
        if tried is None:
            continue
        best = tried.best
        wins = best.answer[0] == 1
        rows.append(
            {
                "about": name,
                "what": "wins by an order of moves, whatever the others do",
                "verdict": "happens" if wins else "none tried",
                "class": Class.EXHAUSTED.value,
                "orders": tried.orders,
                "order": [box.system.transitions[kind].name for kind in best.order.kinds],
                "greatest_first": best.order.greatest,
                "against_random": _bounds(best.random),
                "against_best": _bounds(best.answer),
            }
        )
    return rows


def _bounds(found: tuple[Fraction, Fraction]) -> dict[str, Any]:
    """A probability: its fraction where it is exact, else floor and ceiling to six decimals."""
    low, up = found
    if low == up:
        return {"exact": True, "fraction": str(low), "decimal": float(low)}
    unit = 10**6
    return {
        "exact": False,
        "low": (low * unit).__floor__() / unit,
        "up": min(unit, (up * unit).__ceil__()) / unit,
    }
