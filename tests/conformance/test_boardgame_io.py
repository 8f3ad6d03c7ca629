"""An engine that others wrote, boardgame.io under Node, against the reference model of tic-tac-toe, move by move.

Skipped without Node, and where `make engines` was not run.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.api.position import Position
from queensbench.api.session import Session
from queensbench.conformance.mapping import Mapper
from queensbench.conformance.mapping_files import read
from queensbench.conformance.processes import Program
from queensbench.conformance.vocabulary import Vocabulary
from tests.processes import write_model
from tests.reference.tic_tac_toe import mode
from tests.reference.walks import session
from tests.surfaces.projects import ROOT

EXAMPLE = ROOT / "examples" / "engines" / "boardgame-io"
NODE = shutil.which("node")
GAMES = 8


@pytest.fixture(scope="module")
def rules() -> Session:
    return Session.of(session(mode))


@pytest.fixture(scope="module")
def words(rules: Session) -> Mapper:
    return read(EXAMPLE / "mapping.toml", Vocabulary.of(rules))


@pytest.fixture
def engine() -> Iterator[Program]:
    if NODE is None:
        pytest.skip("Node is not installed: boardgame.io is not tested")
    if not (EXAMPLE / "node_modules").is_dir():
        pytest.skip("boardgame.io is not installed: run `make engines`")
    with Program(
        [NODE, str(EXAMPLE / "engine.mjs")], "reference/tic-tac-toe", seconds=120, starting=300
    ) as found:
        yield found


def said(engine: Program, words: Mapper) -> dict[str, Any]:
    """All that the engine says of its position, in the words of the model."""
    result = engine.ask("result")
    moves = [words.to_model(one) for one in engine.ask("moves")["moves"]]
    return {
        "over": result["over"],
        "winners": [words.seat(one) for one in result["winners"]],
        "deciders": [words.seat(one) for one in engine.ask("to_move")["to_move"]],
        "moves": sorted(str(pattern) for [[pattern]] in moves),
        **words.fields(engine.ask("state", seat=None)["state"]),
    }


def expected(position: Position) -> dict[str, Any]:
    """The same of a position; whose turn it is is said until the game is over."""
    found = position.to_json()
    state = found["state"]
    over = found["over"]
    return {
        "over": over,
        "winners": found["winners"],
        "deciders": [] if over else found["deciders"],
        "moves": sorted(str(move) for move in position.moves()),
        "mark": state["mark"],
    } | ({} if over else {"turn": state["turn"]})


def refusals(engine: Program, words: Mapper, position: Position) -> None:
    """Every cell that is taken, and every cell by the player who is not to move, is refused."""
    mover = position.deciders[0].name if not position.over else "CROSS"
    other = {"CROSS": "NOUGHT", "NOUGHT": "CROSS"}[mover]
    legal = {move.args["spot"] for move in position.moves()}
    for spot in range(1, 10):
        event = words.to_engine({"move": "put", "args": {"spot": spot}})
        assert event is not None
        for player in [other] if spot in legal else [mover, other]:
            assert "refused" in engine.ask("do", moves=[{"seat": words.engine_seat(player), **event}])


def test_boardgame_io_plays_by_the_reference(engine: Program, words: Mapper, rules: Session) -> None:
    pinned = json.loads((EXAMPLE / "package-lock.json").read_text("utf-8"))["packages"][
        "node_modules/boardgame.io"
    ]
    assert (engine.name, engine.version) == ("boardgame.io tic-tac-toe", pinned["version"])
    ends = set()
    for seed in range(GAMES):
        dice = random.Random(seed)
        position = rules.start()
        engine.ask("reset", instance={"name": "full", "parameters": {}}, seats=["0", "1"], seed=seed)
        while True:
            assert said(engine, words) == expected(position)
            refusals(engine, words, position)
            assert said(engine, words) == expected(position)
            if position.over:
                break
            move = dice.choice(position.moves())
            event = words.to_engine(move.to_json())
            assert event is not None
            seat = words.engine_seat(position.deciders[0].name)
            assert engine.ask("do", moves=[{"seat": seat, **event}]) == {}
            position = position.do(move)
        ends.add(tuple(player.name for player in position.winners))
    assert ends == {("CROSS",), ("NOUGHT",), ()}


def test_boardgame_io_conforms_to_the_reference(engine: Program, tmp_path: Path) -> None:
    """The same by the way that a user takes, with what illegal moves are offered."""
    engine.close()  # it was asked for to skip where it cannot be started
    text = (ROOT / "tests" / "reference" / "tic_tac_toe.py").read_text("utf-8")
    folder = write_model(tmp_path, "tic_tac_toe", text)
    found = qb.conform(
        "tic-tac-toe",
        [str(NODE), str(EXAMPLE / "engine.mjs")],
        mapping=EXAMPLE / "mapping.toml",
        games=10,
        seconds=600,
        deadline=120,
        project=folder,
    )
    told = found.to_json()
    assert (found.conforms, told["differences"], told["fault"]) == (True, [], None)
    assert told["coverage"]["plays"] >= 10
    assert set(told["coverage"]["asked"]) == {"moves", "result", "state", "to_move"}


def test_the_lock_of_the_example_names_no_address() -> None:
    """It is installed from whatever registry somebody uses; the sums say that it is the same."""
    text = (EXAMPLE / "package-lock.json").read_text("utf-8")
    packages = json.loads(text)["packages"]
    assert len(packages) > 100
    assert all("integrity" in one and "resolved" not in one for name, one in packages.items() if name)
    assert not [url for url in re.findall(r"https?://[^\"]+", text) if ".tgz" in url]


def test_the_mapping_is_short() -> None:
    lines = [line for line in Path(EXAMPLE / "mapping.toml").read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) < 60
