"""Games of PettingZoo in which agents act in turn, as engines under test: one class a game, with no code of its own.

What an agent does is ``play(action=N)``; the state is what the first agent observes.  PettingZoo ends the game at an
action that its mask excludes, so the adapter refuses such an action first.
"""

import pettingzoo

import queensbench as qb


class PettingZoo(qb.EngineAdapter):
    """``env``: PettingZoo's name of the game."""

    env = ""
    version = pettingzoo.__version__

    def reset(self, seats, seed):
        self.at = pettingzoo.make("aec", self.env)
        self.at.reset(seed=seed)
        self.seats = dict(zip(self.at.possible_agents, seats, strict=True))
        self.ended = {}

    def to_move(self):
        return {"to_move": [] if self.ended else [self.seats[self.at.agent_selection]]}

    def legal(self):
        mask = self.at.observe(self.at.agent_selection)["action_mask"]
        return [] if self.ended else [action for action, may in enumerate(mask) if may]

    def moves(self):
        return {"moves": [{"move": "play", "args": {"action": action}} for action in self.legal()]}

    def do(self, moves):
        (move,) = moves
        mine = not self.ended and move["seat"] == self.seats[self.at.agent_selection]
        if not mine or move["args"].get("action") not in self.legal():
            return {"refused": "that is not legal"}
        self.at.step(move["args"]["action"])
        if all(self.at.terminations.values()):
            self.ended = dict(self.at.rewards)
        return None

    def state(self):
        return {"state": {"planes": self.at.observe(self.at.possible_agents[0])["observation"].tolist()}}

    def result(self):
        winners = [self.seats[agent] for agent, reward in self.ended.items() if reward > 0]
        return {"over": True, "winners": winners} if self.ended else {"over": False}


class TicTacToe(PettingZoo):
    env = "classic/tictactoe-v3"


class ConnectFour(PettingZoo):
    env = "classic/connect_four-v3"
