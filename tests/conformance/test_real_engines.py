"""Engines that others have written play the reference games by the book, or do otherwise in ways that are told."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb

ROOT = Path(__file__).resolve().parents[2]
ENGINES = ROOT / "examples" / "engines"
GAMES = ("connect_four", "kuhn_poker", "leduc_poker", "othello", "pig", "tic_tac_toe")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reference games as a project."""
    folder = tmp_path_factory.mktemp("reference")
    (folder / "pyproject.toml").write_text("[tool.queensbench]\n", encoding="utf-8")
    (folder / "model").mkdir()
    for name in GAMES:
        text = (ROOT / "tests" / "reference" / f"{name}.py").read_text(encoding="utf-8")
        (folder / "model" / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def conform(project: Path, tool: str, engine: str, game: str, **options: Any) -> qb.Conformance:
    pytest.importorskip(
        {"openspiel": "pyspiel", "pettingzoo": "pettingzoo"}[tool], reason=f"no wheel of {tool} here"
    )
    if tool == "pettingzoo":
        pytest.importorskip("pygame", reason="PettingZoo's own games need pygame, which has no wheel here")
    found = runpy.run_path(str(ENGINES / tool / "adapter.py"))[engine]
    mapping = ENGINES / tool / f"{game}.py"
    return qb.conform(game.replace("_", "-"), found, mapping=mapping, project=project, **options)


CONFORMING = [
    ("openspiel", "TicTacToe", "tic_tac_toe", 60),
    ("openspiel", "ConnectFour", "connect_four", 20),
    ("openspiel", "KuhnPoker", "kuhn_poker", 100),
    ("openspiel", "LeducPoker", "leduc_poker", 100),
    ("openspiel", "Othello", "othello", 3),
    ("pettingzoo", "TicTacToe", "tic_tac_toe", 40),
    ("pettingzoo", "ConnectFour", "connect_four", 10),
]


@pytest.mark.parametrize(("tool", "engine", "game", "games"), CONFORMING)
def test_an_engine_conforms(project: Path, tool: str, engine: str, game: str, games: int) -> None:
    found = conform(project, tool, engine, game, games=games)
    assert found.differences == []
    assert found.conforms
    assert found.data["coverage"]["endings"] == {"over": games}
    assert found.data["class"]["games"] == games


def test_pig_of_openspiel_plays_both_other_readings(project: Path) -> None:
    """A player may stop before the first roll, and may not roll on when a stop wins."""
    found = conform(project, "openspiel", "PigToFive", "pig", instance="five", games=30)
    assert found.conforms
    assert found.readings == {"stop_first": "allowed", "roll_on": "refused"}


def test_pig_that_is_cut_short_ends_too_soon(project: Path) -> None:
    """OpenSpiel's horizon is no rule of the game: after twelve moves nobody has won."""
    found = conform(project, "openspiel", "PigCutShort", "pig", instance="five", games=30)
    assert not found.conforms
    assert {one["points"] for one in found.differences} == {"fault of the engine"}
    for one in found.differences:
        assert sum(not move.startswith("fall") for move in one["moves"]) == 12


def test_hidden_cards_are_told_to_nobody_else(project: Path) -> None:
    """The poker games tell each seat its own card, and are asked for it after every move."""
    for engine, game in (("KuhnPoker", "kuhn_poker"), ("LeducPoker", "leduc_poker")):
        found = conform(project, "openspiel", engine, game, games=50)
        assert found.data["coverage"]["seats_asked"] > 50
        assert found.data["leaks"] == []
