"""Whether a player who looks at nobody wins: orders of moves on a small instance, against chance and the best answer.

It is a question of its own, asked of instances that were exhausted: its key rests on the solver, and theirs do not.

What this cannot see: orders that were not tried; and strategies that look at the player's own fields alone.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.rows import InstanceRow
from queensbench.analyses.verdicts.run import Run
from queensbench.evidence.questions import DATA, Question, Unfinished, answered, unfinished_if
from queensbench.language.properties import Class

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box

STATES = 12_000
"""The most states of an instance of which this is asked."""


def with_orders(run: Run, found: InstanceRow) -> InstanceRow:
    """The results of an instance that was explored, and under ``table_and_play`` what orders of moves come to there.

    Of an instance that was not exhausted, or is too large, there are none.  Raises KeyboardInterrupt.
    """
    told = found.row["table_and_play"]
    orders: list[dict[str, Any]] = []
    if found.row["complete"] and found.row["states"] <= STATES and not told["left_out"]:
        orders = _orders(run, found.row["instance"])
    beside = {"rows": told["rows"], "orders": orders, "left_out": told["left_out"]}
    return replace(found, row={**found.row, "table_and_play": beside})


def _orders(run: Run, name: str) -> list[dict[str, Any]]:
    """The rows of an instance, from the store or found now."""
    instance = run.instance(name)
    asked = Question("orders", name, DATA, instance, {"most": STATES}, "solved")

    def find() -> dict[str, Any] | Unfinished[dict[str, Any]]:
        run.say("orders of moves that look at nobody", name)
        box = run.box(name)
        begun = time.perf_counter()
        rows, lasting = ignoring(box, run.options.readings)
        return unfinished_if(not lasting, {"rows": rows, "seconds": round(time.perf_counter() - begun, 3)})

    return list(answered(asked, run.cache, find)["rows"])


def ignoring(box: Box, readings: Mapping[str, Any]) -> tuple[list[dict[str, Any]], bool]:
    """A row for each player who chooses: of all orders tried, ``order`` wins most against the best answer.

    No rows for one player, where nobody wins or several may move at once, or of too large an instance.

    Also whether the same search would end the same way again: not if the machine's memory has cut it short.
    """
    from queensbench.engines.graphs.kernels import NOBODY, SEVERAL
    from queensbench.engines.runtime import kernels as k
    from queensbench.engines.solve.fixed_orders import FixedOrders
    from queensbench.engines.solve.objectives import aims_of, players_of
    from queensbench.engines.solve.solver import solve

    players = players_of(box.system)
    if box.system.wins is None or len(players) < 2:
        return [], True
    solved = solve(box, aims_of(box.system)[:0], readings, max_states=STATES)
    arena = solved.arena
    owners = arena.owner[arena.role == k.CHOICE]
    if not solved.complete or not solved.arena.complete or ((owners == SEVERAL) | (owners == NOBODY)).any():
        return [], solved.exploration.lasting
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
    return rows, True


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
