"""A mode at an instance as an environment of PettingZoo, an optional dependency."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from queensbench.api.given import Amount, checked
from queensbench.api.session import Session
from queensbench.conformance.openspiel import require
from queensbench.conformance.turns import LENGTH, TurnGame


@checked()
def pettingzoo_env(
    session: Session,
    *,
    length: int = LENGTH,
    measure: str | None = None,
    unfinished: Amount | None = None,
    zero_sum: bool = False,
    partners: Mapping[str, Sequence[str]] | None = None,
) -> Any:
    """A mode at an instance as an environment of PettingZoo (an ``AECEnv``), in which agents act in turn.

    Agents are ``player_0``, ``player_1`` ... in the order of the players; ``env.seats`` has their names.  Chance is
    drawn by the environment, with exact weights, from the seed of ``reset``.  An observation is an array of whole
    numbers, shape (2 * cells + seats,): the raw value of each cell that the seat sees (else 0), whether it sees it, and
    whose turn it is.  ``infos[agent]["action_mask"]`` says what it may do; ``env.history(agent)`` what it has seen
    since the start.  A play that is cut after ``length`` actions and outcomes is truncated.  The other options are
    those of :func:`openspiel_game`.  Raises BadInput for what the rules do not declare, and where PettingZoo is not
    installed.

    >>> import queensbench as qb
    >>> env = qb.pettingzoo_env(qb.load("queue4/standard").session("six"))
    >>> env.reset(seed=1)
    >>> env.agent_selection, [env.text(action) for action in env.legal()]
    ('player_0', ['begin_queue(queue=FIRST)', 'stop()'])
    >>> env.step(env.legal()[1])
    >>> env.terminations, env.rewards
    ({'player_0': True}, {'player_0': -6.0})
    """
    require("pettingzoo", "PettingZoo", "pettingzoo")
    table = TurnGame(
        session, length=length, measure=measure, unfinished=unfinished, zero_sum=zero_sum, partners=partners
    )
    return import_module("queensbench.conformance.pettingzoo_classes").Environment(table)
