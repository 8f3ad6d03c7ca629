"""Effects that are due at the same time, and the states in which another order of them leads elsewhere.

In every state of an instance, the order in which the rules are written is compared with its reverse, as two readings of
one text.  What this engine cannot see: whether the book orders the effects (the clauses in force there are named, for
a person to look up); orders other than the reverse; and the effect of reversing several orders at once.  The reversed
order exists in compiled rules alone: the interpreter replays the play up to the state where the orders part, and not
its continuation in the other order.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from queensbench.engines.compare.comparison import rulings_on
from queensbench.engines.compare.comparison_program import comparer_of
from queensbench.engines.compare.divergence import UNDECIDED, Matters
from queensbench.engines.explore.explorations import exploration_of
from queensbench.engines.runtime.box import Box
from queensbench.errors import ModelError
from queensbench.evidence.plays import Play
from queensbench.rules.transforms.effect_orders import Order, with_orders

FAULT = "fault"


class TimeOver(Exception):
    """The time given was over before every state was compared."""


@dataclass(frozen=True)
class Ordered:
    """The effect of reversing an order on an instance.

    ``matters``: as for a ruling (``winner``, ``ending``, ``scored``, ``legal``, ``not-seen``, ``undecided``), or
    ``fault``: the rules break in the other order, and ``why`` says how.  ``consulted``: the number of states in which
    a move meets the order.  ``play``: the shortest play to the move after which the two part, that move last.
    """

    order: Order
    matters: str
    consulted: int
    states: int
    play: Play | None
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return {
            "kind": self.order.kind,
            "rule": self.order.rule,
            "place": self.order.place,
            "values": self.order.values,
            "clauses": list(self.order.clauses),
            "matters": self.matters,
            "consulted": self.consulted,
            "states": self.states,
            "play": None if self.play is None else self.play.texts,
            "why": self.why,
        }


class Orders(NamedTuple):
    """The orders of a mode on an instance, in the order of the rules.

    ``complete``: every state was compared.  ``lasting``: the same search would end so again.
    """

    found: list[Ordered]
    complete: bool
    lasting: bool


def orders(
    box: Box,
    readings: Mapping[str, Any] | None = None,
    *,
    max_states: int | None = None,
    ends: float = inf,
    progress: Callable[[str], None] = lambda _: None,
) -> Orders:
    """Each order of a mode on an instance, held against its reverse.

    Raises TimeOver once :func:`time.monotonic` is past ``ends``, and KeyboardInterrupt.
    """

    def tick(states: int, _: int) -> None:
        if time.monotonic() > ends:
            raise TimeOver
        progress(f"{what}, {states:,} states" if states else what)

    turned, found = with_orders(box.system)
    if not found:
        return Orders([], complete=True, lasting=True)
    other = Box(box.ruleset, box.mode, box.instance, turned, box.loops)
    what = "compiling the rules"
    tick(0, 0)
    comparer = comparer_of(other)
    what = "exploring"
    tick(0, 0)
    explored = exploration_of(other, readings, max_states=max_states, judging=False, progress=tick)
    if explored.interrupted:
        raise KeyboardInterrupt
    what = f"comparing {len(found)} orders"
    parted = rulings_on(comparer, explored, [order.ruling for order in found], progress=tick)
    if any(one.interrupted for one in parted):
        raise KeyboardInterrupt
    out = []
    for order, one in zip(found, parted, strict=True):
        error = _error(one)
        if error is not None:
            out.append(Ordered(order, FAULT, one.consulted, explored.states, None, str(error)))
            continue
        play = None
        if one.play is not None:
            play = box.play(list(one.play), readings, f"{order.rule}: the orders part here")
            box.interpreter(readings).replay(play.steps)
        out.append(Ordered(order, one.matters, one.consulted, explored.states, play))
    return Orders(out, explored.complete, explored.lasting)


def _error(found: Matters) -> ModelError | None:
    """The error that the other order raises, if nothing else is known of that order."""
    if found.matters != UNDECIDED:
        return None
    return next((one.error for one in found.partings.values() if one.error is not None), None)
