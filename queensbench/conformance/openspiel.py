"""A mode at an instance as a game of OpenSpiel, an optional dependency."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from queensbench.api.given import Amount, checked
from queensbench.api.session import Session
from queensbench.conformance.turns import LENGTH, TurnGame
from queensbench.errors import BadInput


def require(package: str, name: str, install: str) -> None:
    """Check that an optional dependency is there.  Raises BadInput."""
    if find_spec(package) is None:
        raise BadInput(f"{name} is not installed", remedy=f"install it: pip install {install}")


@checked()
def openspiel_game(
    session: Session,
    *,
    length: int = LENGTH,
    measure: str | None = None,
    unfinished: Amount | None = None,
    zero_sum: bool = False,
    partners: Mapping[str, Sequence[str]] | None = None,
) -> Any:
    """A mode at an instance as a game of OpenSpiel (a ``pyspiel.Game``), for its bots and algorithms.

    ``length``: the actions and outcomes of chance after which a play is cut.  ``measure``: what the seats play for,
    ``score``, ``win`` or ``margin``, as in :meth:`Session.solve` (None: the natural one).  ``unfinished``: what a play
    counts that ends without a result (None: 0 under ``margin``, else the least).  ``zero_sum``: the scores are said to
    add up to 0, which is checked at each end; a margin does.  ``partners``: by seat, those who show it what partners
    see.  Raises BadInput for what the rules do not declare, and where OpenSpiel is not installed.

    >>> import queensbench as qb
    >>> game = qb.openspiel_game(qb.load("queue4/standard").session("six"))
    >>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
    (1, 34, 6)
    >>> state = game.new_initial_state()
    >>> [state.action_to_string(action) for action in state.legal_actions()]
    ['begin_queue(queue=FIRST)', 'stop()']
    """
    require("pyspiel", "OpenSpiel", "open-spiel")
    table = TurnGame(
        session, length=length, measure=measure, unfinished=unfinished, zero_sum=zero_sum, partners=partners
    )
    return import_module("queensbench.conformance.openspiel_classes").made(table)
