"""Playing with an engine: what it is asked, and by whose choice."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import queensbench as qb
from queensbench.api.session import Session
from queensbench.conformance.engine import Answer
from queensbench.conformance.following import Said
from queensbench.conformance.ground import Ground
from queensbench.conformance.mapping import Mapper, Tables
from queensbench.conformance.playing import Along, Logs, Randomly, Record, Table
from queensbench.conformance.python_host import InProcess
from queensbench.conformance.repeating import repeat
from queensbench.conformance.vocabulary import Pattern
from tests.conformance import both_may
from tests.conformance.model_engine import ModelEngine
from tests.reference.walks import session


class Door(Logs):
    """An engine of the game in which both may knock: it lists its moves, and notes who is said to do them."""

    def __init__(self) -> None:
        super().__init__("door", "1")
        self.can = frozenset({"moves", "result"})
        self.did: list[Any] = []

    def ask(self, ask: str, /, **request: Any) -> Answer:
        """The moves until one was done, and the end."""
        if ask == "moves":
            names = ["knock_left", "knock_right"] if not self.did else []
            return {"moves": [{"move": name} for name in names]}
        if ask == "do":
            self.did += request["moves"]
        return {"over": bool(self.did)} if ask == "result" else {}


@pytest.mark.parametrize(
    ("code", "did"),
    [(-1, {"seat": "LEFT", "move": "knock_left"}), (-2, {"seat": "RIGHT", "move": "knock_right"})],
)
def test_a_move_of_the_engines_list_is_done_by_whose_choice_it_is(code: int, did: dict[str, Any]) -> None:
    game: Any = SimpleNamespace(session=lambda _: Session.of(session(both_may.mode)), rulings={})
    rules, engine = Ground(game, "both-may"), Door()
    several = [[Pattern("knock_left"), Pattern("knock_right")]]
    rules.use(
        Mapper(rules.vocabulary, Tables(events={"both": several}))
    )  # so that the engine is asked for its moves
    record, _ = Table(engine, rules).play(Along([code]), "test")
    assert (record.ended, engine.did) == ("over", [did])


def test_a_record_ends_with_what_was_wrong() -> None:
    record = Record("six", "random", 1)
    for code, what in ((None, "to_move"), (4, "do"), (None, "state"), (7, "chance"), (None, "to_move")):
        if code is not None:
            record.codes.append(code)
        record.heard(Said(what, what))
    record.ended = "over"
    record.end_with(2)
    assert [said.what for said in record.transcript] == ["to_move", "do", "state"]
    assert (record.codes, record.chosen, record.ended) == ([4], [0, 1, 1], "difference")


class NoEdge(ModelEngine):
    """An engine that takes what chance brings, but not the second time in a game."""

    took = refused = False

    def chance(self, outcome: dict[str, Any] | None) -> Answer:
        """Refuse an outcome; draw where none is told."""
        if outcome is not None and not self.refused:
            self.refused = self.took
            if self.refused:
                return {"refused": "the coin stands on its edge"}
            self.took = True
        return super().take_chance(outcome)

    def reset(self, instance: dict[str, Any], seats: list[str], seed: int) -> Answer | None:
        """Begin a game."""
        self.took = self.refused = False
        return super().reset(instance, seats, seed)


class Draws(ModelEngine):
    """An engine that takes no outcome, and draws by itself."""

    def chance(self, outcome: dict[str, Any] | None) -> Answer:
        """Draw."""
        return super().take_chance(None) if outcome is None else {"refused": "the cards are shuffled"}


@pytest.mark.parametrize(("kind", "tells", "drawn"), [(NoEdge, True, 4), (Draws, False, 60)])
def test_an_engine_that_refuses_an_outcome_is_told_others_if_it_takes_any(
    kind: type[ModelEngine], tells: bool, drawn: int
) -> None:
    """What it refuses it draws by itself."""
    path = "queens-collection/solo"
    rules = Ground(qb.load(path), "young")
    chances = own = 0
    with InProcess(kind(path, {}, "told", None), path) as engine:
        table = Table(engine, rules)
        for seed in range(4):
            record, following = table.play(Randomly(seed), "test", seed=seed)
            assert (record.ended, following.dead, table.tells_chance) == ("over", -1, tells)
            chances += sum(said.what == "chance" for said in record.transcript)
            own += sum(code < 0 for code in record.codes)
            again = repeat(table, record)
            assert [one.to_json() for one in again] == [one.to_json() for one in record.transcript]
    assert own == drawn < chances + (kind is Draws)
