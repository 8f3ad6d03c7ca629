"""The class that PettingZoo calls: an environment whose agents act in turn.  Imported where PettingZoo is installed."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
import pettingzoo

from queensbench.conformance.turns import CHANCE, OVER, Node, TurnGame
from queensbench.engines.runtime.calls import Array
from queensbench.errors import BadInput
from queensbench.rules.typed import ir


class Environment(pettingzoo.AECEnv):  # type: ignore[misc]
    """A mode at an instance; ``node`` is our side of it, ``node.position`` the position."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "queensbench_v0",
        "is_parallelizable": False,
    }
    render_mode = "ansi"

    def __init__(self, table: TurnGame) -> None:
        super().__init__()
        self.table = table
        self.possible_agents = [f"player_{number}" for number in range(len(table.seats))]
        self.seats = dict(zip(self.possible_agents, table.seats, strict=True))
        space = _space(table)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(table.actions) for agent in self.possible_agents
        }
        self._nothing: Array = np.zeros(table.actions, np.int8)
        self._random = Random()
        self.node: Node = table.start()
        self._begin()

    def observation_space(self, agent: str) -> Any:
        """The same space for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The actions of the mode, numbered."""
        return self.action_spaces[agent]

    def _begin(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._nothing} for agent in self.agents
        }

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin again.  ``seed``: of the draws of chance; without one they go on from where they are."""
        if seed is not None:
            self._random.seed(seed)
        self.node = self.table.start()
        self._begin()
        self._settle()

    def _settle(self) -> None:
        """Draw while chance decides; then say whose turn it is, or how the play has ended."""
        while self.node.turn == CHANCE:
            outcomes = self.node.outcomes()
            drawn = self._random.randrange(sum(one.weight for _, one in outcomes))
            for number, one in outcomes:
                drawn -= one.weight
                if drawn < 0:
                    self.node = self.node.do(number)
                    break
        if self.node.turn == OVER:
            cut = self.node.end == "cut"
            self.terminations = dict.fromkeys(self.agents, not cut)
            self.truncations = dict.fromkeys(self.agents, cut)
            self.rewards = dict(zip(self.agents, self.node.returns(), strict=True))
            self.agent_selection = self.agents[0]
            self.infos = {
                agent: {"action_mask": self._nothing, "end": self.node.end} for agent in self.agents
            }
            return
        self.agent_selection = self.possible_agents[self.node.turn]
        mask = self._nothing.copy()
        mask[self.node.actions()] = 1
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self.infos[self.agent_selection] = {"action_mask": mask}

    def step(self, action: Any) -> None:
        """Do an action of the agent whose turn it is.  Raises BadInput for one that is not possible."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput(f"{agent} has to act", remedy="give one of its actions")
        self.node = self.node.do(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._settle()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Array:
        """The observation of an agent now."""
        table, seat = self.table, self.possible_agents.index(agent)
        seen = self.node.seen(seat)
        found: Array = np.zeros(2 * len(seen) + len(table.seats), np.int32)
        for at, raw in enumerate(seen):
            if raw is not None:
                found[at] = raw
                found[len(seen) + at] = 1
        if self.node.turn >= 0:
            found[2 * len(seen) + self.node.turn] = 1
        return found

    def state(self) -> Array:
        """The raw value of every cell, as nobody but the umpire sees it."""
        return np.array(self.table.rules.cells(self.node.position._state), np.int32)

    def history(self, agent: str) -> tuple[str, ...]:
        """The observations of an agent since the start, in order, and the moves it made itself."""
        return self.node.history(self.possible_agents.index(agent))

    def legal(self) -> list[int]:
        """The actions of the agent whose turn it is, ascending."""
        return self.node.actions()

    def text(self, action: int) -> str:
        """An action as the author of the rules would write it."""
        return self.table.action_text(int(action))

    def render(self) -> str:
        """The whole position, as nobody but the umpire sees it, in words."""
        return str(self.node)

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _space(table: TurnGame) -> Any:
    """The bounds of observations."""
    lows: list[int] = []
    highs: list[int] = []
    for block in table.rules.box.system.fields:
        low, high = (
            (block.value.lo, block.value.hi)
            if isinstance(block.value, ir.IntType)
            else (0, ir.size(block.value) - 1)
        )
        lows += [min(0, low)] * block.cells
        highs += [max(1, high)] * block.cells
    flags = len(lows) + len(table.seats)
    return gymnasium.spaces.Box(
        np.array([*lows, *[0] * flags], np.int32), np.array([*highs, *[1] * flags], np.int32), dtype=np.int32
    )
