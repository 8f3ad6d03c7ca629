"""Any game of OpenSpiel in which players act in turn, as an engine under test: a class a game, with no code of its own.

What a player does is ``play(action=N)`` and what chance brings ``chance(outcome=N)``, with OpenSpiel's own numbers; the
state is the text that OpenSpiel prints.  A mapping beside this file says what these are in the rules.
"""

import random

import pyspiel

import queensbench as qb


class OpenSpiel(qb.EngineAdapter):
    """``game``: OpenSpiel's name of the game, with its parameters.  ``scored``: whether returns are the scores."""

    game = ""
    scored = False
    version = "2"

    def reset(self, seats, seed):
        self.seats, self.random = seats, random.Random(seed)
        self.at = pyspiel.load_game(self.game).new_initial_state()

    def to_move(self):
        player = self.at.current_player()
        return {"to_move": [self.seats[player]] if player >= 0 else []}

    def moves(self):
        legal = [] if self.at.is_chance_node() else self.at.legal_actions()
        return {"moves": [{"move": "play", "args": {"action": action}} for action in legal]}

    def do(self, moves):
        (move,) = moves
        player = self.at.current_player()
        action = int(move["args"].get("action", -1)) if move["move"] == "play" else -1
        if player < 0 or move["seat"] != self.seats[player] or action not in self.at.legal_actions():
            return {"refused": "that is not legal"}
        self.at.apply_action(action)
        return None

    def chance(self, outcome):
        if not self.at.is_chance_node():
            return {"refused": "nothing is left to chance"}
        numbers, chances = zip(*self.at.chance_outcomes(), strict=True)
        if outcome is None:
            drawn = self.random.choices(numbers, chances)[0]
        elif (drawn := int(outcome["args"]["outcome"])) not in numbers:
            return {"refused": "that cannot come"}
        self.at.apply_action(drawn)
        return {"drew": {"move": "chance", "args": {"outcome": drawn}}} if outcome is None else None

    def state(self, seat):
        hides = (
            self.at.get_game().get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        )
        if seat is None or not hides:
            return {"state": {"text": str(self.at)}}
        return {"state": {"seat": seat, "sees": self.at.information_state_string(self.seats.index(seat))}}

    def result(self):
        if not self.at.is_terminal():
            return {"over": False}
        returns = dict(zip(self.seats, self.at.returns(), strict=True))
        found = {"over": True, "winners": [seat for seat, value in returns.items() if value > 0]}
        return found | (
            {"scores": {seat: int(value) for seat, value in returns.items()}} if self.scored else {}
        )

    def snapshot(self):
        return {"snapshot": self.at.serialize()}

    def undo(self, snapshot):
        self.at = pyspiel.load_game(self.game).deserialize_state(snapshot)


class TicTacToe(OpenSpiel):
    game = "tic_tac_toe"


class ConnectFour(OpenSpiel):
    game = "connect_four"


class KuhnPoker(OpenSpiel):
    game, scored = "kuhn_poker", True


class LeducPoker(OpenSpiel):
    game, scored = "leduc_poker", True


class Pig(OpenSpiel):
    game = "pig"


class PigToFive(OpenSpiel):
    game = "pig(winscore=5,diceoutcomes=3)"


class PigCutShort(OpenSpiel):
    game = "pig(winscore=5,diceoutcomes=3,horizon=12)"


class Othello(OpenSpiel):
    game = "othello"
