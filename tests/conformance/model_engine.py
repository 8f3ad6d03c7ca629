"""The model of this project played as an engine under test, under readings of one's choice.

``chance``: ``told`` (it takes outcomes), ``said`` (it draws within its moves, and says what) or ``hidden`` (and does not
say).  ``fields``: those that it tells; ``moves``: whether it says which moves are legal.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from typing import Any

import queensbench as qb
from queensbench.conformance.engine import Answer, EngineAdapter
from queensbench.errors import BadInput, Refused


def model_engine(
    path: str,
    readings: Mapping[str, str] | None = None,
    *,
    chance: str = "told",
    moves: bool = True,
    fields: Collection[str] | None = None,
) -> EngineAdapter:
    """An engine that plays the model of a mode."""
    kind: Any = type("Model", (ModelEngine,), {})
    if chance == "told":
        kind.chance = ModelEngine.take_chance
    if moves:
        kind.moves = ModelEngine.say_moves
    engine: EngineAdapter = kind(path, readings or {}, chance, fields)
    return engine


class ModelEngine(EngineAdapter):
    """See :func:`model_engine`."""

    name = "model"
    version = "1"

    def __init__(
        self, path: str, readings: Mapping[str, str], chance: str, fields: Collection[str] | None
    ) -> None:
        self.game = qb.load(path)
        self.readings, self.settles, self.told = dict(readings), chance, fields
        self.sessions: dict[str, qb.Session] = {}

    def reset(self, instance: dict[str, Any], seats: list[str], seed: int) -> Answer | None:
        """Begin a game."""
        name = instance["name"]
        if name not in self.sessions:
            self.sessions[name] = self.game.session(name, readings=self.readings)
        self.random = random.Random(seed)
        self.position = self.sessions[name].start()
        self._drawn()
        return None

    def _drawn(self) -> list[Any]:
        """Settle chance, where it is not told."""
        drew = []
        while self.settles != "told" and (outcomes := self.position.outcomes()):
            weights = [outcome.weight for outcome in outcomes]
            outcome = self.random.choices(outcomes, weights)[0]
            self.position = self.position.do(outcome)
            drew.append(outcome.move.to_json())
        return drew

    def to_move(self) -> Answer:
        """Whose choice it is."""
        return {"to_move": [player.name for player in self.position.deciders]}

    def say_moves(self) -> Answer:
        """The legal moves."""
        return {"moves": [move.to_json() for move in self.position.moves()]}

    def do(self, moves: list[dict[str, Any]]) -> Answer | None:
        """Do a move."""
        for move in moves:
            if move["move"] not in {one.name for one in self.position.moves()}:
                return {"refused": "not now"}
            try:
                self.position = self.position.do(move["move"], **move.get("args", {}))
            except (BadInput, Refused) as error:
                return {"refused": str(error)}
        drew = self._drawn()
        return {"drew": drew} if drew and self.settles == "said" else None

    def take_chance(self, outcome: dict[str, Any] | None) -> Answer:
        """Take an outcome of chance, or draw one."""
        if outcome is None:
            outcomes = self.position.outcomes()
            if not outcomes:
                return {"refused": "chance is not due"}
            drawn = self.random.choices(outcomes, [one.weight for one in outcomes])[0]
            self.position = self.position.do(drawn)
            return {"drew": drawn.move.to_json()}
        try:
            self.position = self.position.do(outcome["move"], **outcome.get("args", {}))
        except (BadInput, Refused) as error:
            return {"refused": str(error)}
        return {}

    def state(self) -> Answer:
        """The fields that it tells."""
        state = self.position.state.to_json()
        return {"state": state if self.told is None else {name: state[name] for name in self.told}}

    def result(self) -> Answer:
        """The end, the winners, the scores."""
        position = self.position
        if not position.over:
            return {"over": False}
        scores = {"" if p is None else p.name: score for p, score in position.scores.items()}
        found = {"over": True, "winners": [p.name for p in position.winners]}
        return found | ({"scores": scores} if scores else {})
