"""Our own model under readings of one's choice as an engine: its readings are found, its faults told and shrunk."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.conformance import explaining, inquiry
from queensbench.conformance.conforming import opened_engine
from queensbench.conformance.engine import Answer
from queensbench.conformance.found import Effort
from queensbench.conformance.playing import Randomly, Record
from queensbench.errors import BadInput
from queensbench.surfaces.pytest import sessions
from tests.conformance.model_engine import ModelEngine, model_engine

MODE = "queue4/standard"
held = sessions.conforms  # the fixture, which this project's own tests do not load
PLAYED = {"stop_when": "until_placed", "return_next": "same_place", "lost_game": "fourth_too"}


def engine_of(kind: type[ModelEngine], readings: dict[str, str] | None = None) -> Any:
    """A model engine of another class."""
    base = model_engine(MODE, PLAYED if readings is None else readings)
    own = type("Own", (kind, type(base)), {})
    return own(MODE, PLAYED if readings is None else readings, "told", None)


def test_every_reading_is_found() -> None:
    """Of the fifteen rulings of the mode the small box tells all apart, beside the house's readings."""
    found = qb.conform(
        MODE, model_engine(MODE, PLAYED), instance="six", games=40, seconds=600, deadline=300, tours=False
    )
    house = {name: decl.house.name.lower() for name, decl in qb.load(MODE).rulings.items()}
    assert {name: reading for name, reading in found.readings.items() if reading != house[name]} == PLAYED
    assert not found.open
    assert found.conforms
    for row in found.data["rulings"]:
        for plays in row["excluded"].values():
            assert plays
            assert all(str(play) in found.data["plays"] for play in plays)


def test_the_same_is_told_where_no_time_is_left_to_follow_plays_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only more plays are named for it."""
    told = []
    for seconds in (600.0, 0.0):
        monkeypatch.setattr(explaining, "EXPLAINING", seconds)
        engine = model_engine(MODE, PLAYED)
        found = qb.conform(MODE, engine, instance="six", games=40, seconds=600, deadline=300, tours=False)
        named = [len(plays) for row in found.data["rulings"] for plays in row["excluded"].values()]
        told.append((found.readings, found.open, max(named), sum(named)))
    assert told[0][:2] == told[1][:2]
    assert told[0][2:] == (1, 16)
    assert told[1][2:] == (11, 88)


def test_ctrl_c_while_plays_are_followed_alone_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(inquiry, "followed_alone", ended)
    engine = model_engine(MODE, PLAYED)
    found = qb.conform(MODE, engine, instance="six", games=40, seconds=600, deadline=300, tours=False)
    assert found.interrupted
    assert {name: found.readings[name] for name in PLAYED} == PLAYED


@pytest.mark.parametrize("chance", ["said", "hidden"])
def test_chance_may_be_the_engines_own(chance: str) -> None:
    engine = model_engine(MODE, PLAYED, chance=chance)
    found = qb.conform(MODE, engine, instance="six", games=60, seconds=600, deadline=300, tours=False)
    assert found.conforms
    assert found.data["coverage"]["cut"] == 0
    house = {name: decl.house.name.lower() for name, decl in qb.load(MODE).rulings.items()} | PLAYED
    assert len(found.readings) >= 5
    assert all(house[name] == reading for name, reading in found.readings.items())
    assert all(house[name] in left for name, left in found.open.items())


def test_what_is_not_said_is_not_compared() -> None:
    """Without moves and with two fields less is found, and nothing wrong."""
    engine = model_engine(MODE, PLAYED, moves=False, fields=("phase", "held"))
    found = qb.conform(MODE, engine, instance="six", games=40, seconds=600, deadline=300, tours=False)
    assert found.conforms
    assert set(found.data["coverage"]["asked"]) == {"to_move", "state", "result"}
    house = {name: decl.house.name.lower() for name, decl in qb.load(MODE).rulings.items()} | PLAYED
    assert all(house[name] == reading for name, reading in found.readings.items())


class MissesThrees(ModelEngine):
    """Says 2 where a 3 is in hand."""

    def state(self) -> Answer:
        """The state."""
        told = super().state()
        told["state"]["held"] = min(2, told["state"]["held"])
        return told


class AllowsAll(ModelEngine):
    """Never refuses a move that adds a card."""

    def do(self, moves: list[dict[str, Any]]) -> Answer | None:
        """Do a move."""
        answer = super().do(moves)
        return None if answer and "refused" in answer and moves[0]["move"] == "add" else answer


def test_a_fault_is_shrunk_to_the_fewest_moves() -> None:
    found = qb.conform(
        MODE, engine_of(MissesThrees), instance="six", games=30, seconds=600, deadline=300, tours=False
    )
    assert [
        (one["kind"], one["ask"], one["field"], one["expected"], one["got"], one["moves"], one["points"])
        for one in found.differences
    ] == [
        (
            "fault",
            "state",
            "held",
            [3],
            2,
            ["begin_queue(queue=FIRST)", "reveal(card=3)"],
            "fault of the engine",
        )
    ]
    assert "turn.draw" in found.differences[0]["clauses"]
    assert {"rules", "engine"} == set(found.differences[0]["boards"])
    told = [(one["steps"], one["fields"]["held"]) for one in found.differences[0]["told"]]
    assert told == [(0, 0), (1, 0), (2, 2)]
    assert not found.conforms


def test_a_move_that_should_be_refused_is_found() -> None:
    found = qb.conform(
        MODE, engine_of(AllowsAll), instance="six", games=30, seconds=600, deadline=300, tours=False
    )
    assert found.data["coverage"]["offered"] > 0
    assert [(one["kind"], one["ask"], one["moves"]) for one in found.differences] == [("fault", "do", [])]
    assert found.differences[0]["requirement"] == "require(len(s.queue[queue]) > 0)"


class Wavering(ModelEngine):
    """Plays one reading in games with an even number of shuffles, and another in the others, by the seed."""

    def reset(self, instance: dict[str, Any], seats: list[str], seed: int) -> Answer | None:
        """Begin a game under one of two readings."""
        readings = dict(PLAYED, stop_when=("unseen", "until_placed")[seed % 2])
        self.sessions["six"] = self.game.session("six", readings=readings)
        return super().reset(instance, seats, seed)


def test_an_engine_that_keeps_no_one_reading_is_told() -> None:
    found = qb.conform(
        MODE, engine_of(Wavering), instance="six", games=30, seconds=600, deadline=300, tours=False
    )
    assert not found.data["one_reading"]
    contradictions = [one for one in found.differences if one["kind"] == "contradiction"]
    assert contradictions
    assert all(one["points"] == "no one reading" and one["against"] for one in contradictions)
    row = next(row for row in found.data["rulings"] if row["ruling"] == "stop_when")
    assert row["verdict"] == "plays none"
    assert "stop_when" not in found.readings


def test_what_only_all_plays_together_contradict_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """One play leaves two pairs of readings, of which the engine keeps neither, though the one cube of both holds its own."""
    engine = opened_engine(
        model_engine(MODE, {"stop_when": "unseen", "lost_game": "fourth_too"}), MODE, 300.0
    )
    ends: list[str] = []
    end_with = Record.end_with

    def noted(record: Record, number: int) -> None:
        ends.append(record.ended)
        end_with(record, number)

    monkeypatch.setattr(Record, "end_with", noted)
    monkeypatch.setattr(inquiry, "MANY", 1)
    for seed in range(60):  # until a game shows both rulings
        asked = inquiry.Inquiry(qb.load(MODE), engine, ("six",), Effort(seconds=600, tours=False))
        sets, ground = asked.sets, asked.grounds["six"]
        stop, lost = sets.names.index("stop_when"), sets.names.index("lost_game")
        options = [[one.lower() for one in sets.options[place]] for place in (stop, lost)]
        unseen, placed = (options[0].index(name) for name in ("unseen", "until_placed"))
        too, other = options[1].index("fourth_too"), 1 - options[1].index("fourth_too")
        two = [sets.bound({stop: unseen, lost: other}), sets.bound({stop: placed, lost: too})]
        assert asked.knowledge.learn(1000, two)
        asked.one(ground, Randomly(seed), "random", seed)
        if ends:
            break
    asked.explain()
    (difference,) = asked.found.differences
    assert ends == ["over"]  # it was played to its end before that was seen
    assert (difference.kind, difference.record.ended) == ("contradiction", "difference")
    assert 1000 in difference.against
    assert difference.following.dead == len(difference.record.transcript) - 1
    assert difference.record.chosen[-1] == len(difference.record.codes)


def test_a_claim_that_is_not_kept_is_a_difference() -> None:
    engine = model_engine(MODE, PLAYED)
    found = qb.conform(
        MODE,
        engine,
        instance="six",
        games=10,
        seconds=600,
        deadline=300,
        tours=False,
        claims={"stop_when": "unseen"},
    )
    assert not found.conforms
    assert found.differences[0]["kind"] == "contradiction"
    assert found.differences[0]["against"] == []
    row = next(row for row in found.data["rulings"] if row["ruling"] == "stop_when")
    assert (row["verdict"], row["claimed"]) == ("plays none", "unseen")
    assert "contradicts what is claimed: no one reading has both" in str(found)


def test_a_claim_alone_shows_nothing() -> None:
    """All is claimed, and one move is played: what no play excludes is left, whatever is claimed."""
    house = {name: decl.house.name.lower() for name, decl in qb.load(MODE).rulings.items()} | PLAYED
    found = qb.conform(
        MODE,
        model_engine(MODE, PLAYED),
        instance="six",
        games=1,
        seconds=600,
        deadline=300,
        tours=False,
        claims=house,
    )
    assert found.conforms
    assert found.data["coverage"]["plays"] > 0
    rows = {row["ruling"]: row for row in found.data["rulings"]}
    assert {name: row["claimed"] for name, row in rows.items()} == house
    for name, row in rows.items():
        by_no_play = [option for option, plays in row["excluded"].items() if not plays]
        assert (row["verdict"] == "plays") == (not by_no_play), name
        assert set(by_no_play) <= set(row["left"]), name
    assert any(row["verdict"] == "not told apart" and len(row["left"]) > 1 for row in rows.values())


@pytest.mark.parametrize(
    ("path", "instance"), [("queen-is-dead/standard", "blades"), ("queue4/bouquets", "posy")]
)
def test_no_reading_is_told_wrong(path: str, instance: str) -> None:
    rng = random.Random(11)
    rulings = qb.load(path).rulings
    played = {name: rng.choice(list(decl.readings)).name.lower() for name, decl in rulings.items()}
    found = qb.conform(
        path, model_engine(path, played), instance=instance, games=15, seconds=600, deadline=300, tours=False
    )
    assert found.conforms
    assert all(played[name] == reading for name, reading in found.readings.items())
    assert all(played[name] in left for name, left in found.open.items())


def test_bad_input_is_one_line() -> None:
    with pytest.raises(BadInput, match=r"^queue4/standard has no instance 'sox'; choose of full, six"):
        qb.conform(MODE, model_engine(MODE), instance="sox")
    with pytest.raises(BadInput, match=r"^no engine is named; give a command, a Python object, or logs$"):
        qb.conform(MODE)


def test_the_fixture_fails_with_the_report(held: Any) -> None:
    options: dict[str, Any] = {"instance": "six", "games": 8, "seconds": 600, "deadline": 300, "tours": False}
    found = held(MODE, model_engine(MODE, PLAYED), plays={"stop_when": "until_placed"}, **options)
    assert found.readings["stop_when"] == "until_placed"
    with pytest.raises(
        pytest.fail.Exception, match=r"^stop_when should be played as unseen: it plays until_placed"
    ):
        held(MODE, model_engine(MODE, PLAYED), plays={"stop_when": "unseen"}, **options)
    with pytest.raises(pytest.fail.Exception, match="state held: expected 3, got 2 after reveal"):
        held(MODE, engine_of(MissesThrees), **options)


def test_a_small_box_is_exhausted() -> None:
    """Every transition of the box is done with the engine, and no more are said to be."""
    mode, instance = "queen-of-scots/standard", "short"
    engine = model_engine(mode)
    found = qb.conform(mode, engine, instance=instance, games=2, seconds=600, deadline=300)
    space = qb.load(mode).session(instance).explore()
    assert space.complete
    tour = found.data["exhausted"][instance]
    assert tour == {"transitions": space.transitions, "done": space.transitions}
    assert found.conforms


def test_what_was_found_stays_where_the_mapping_fails_later(tmp_path: Path) -> None:
    """The engine begins to tell a field that the mapping does not know: what is known of its readings is told."""

    class Talkative(ModelEngine):
        games = 0
        silent = 0

        def reset(self, instance: dict[str, Any], seats: list[str], seed: int) -> Answer | None:
            self.games += 1
            return super().reset(instance, seats, seed)

        def state(self) -> Answer:
            return {"state": super().state()["state"] | ({"mork": 1} if self.games > self.silent else {})}

    mapping = tmp_path / "same.toml"
    mapping.write_text("[moves]\n")
    engine = engine_of(Talkative)
    engine.silent = 20
    found = qb.conform(MODE, engine, instance="six", mapping=mapping, games=40, seconds=600, tours=False)
    assert found.data["ended"] == "the mapping failed"
    assert "the engine's state has the field 'mork'" in found.data["fault"]
    assert "the mapping failed: " in str(found)
    assert not found.conforms
    assert found.readings["stop_when"] == "until_placed"
    engine = engine_of(Talkative)
    engine.silent = 0
    with pytest.raises(BadInput, match="mork"):
        qb.conform(MODE, engine, instance="six", mapping=mapping, games=40, seconds=600, tours=False)
