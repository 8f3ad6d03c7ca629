"""Plays are stored as they were played, or refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import queensbench as qb
from queensbench.errors import BadInput


def test_a_play_from_a_position_that_was_set_is_not_written_from_another_start(tmp_path: Path) -> None:
    session = qb.load("queue4/standard").session("six")
    play = session.play(session.position(held=2)).do("begin_queue", queue="FIRST")
    message = (
        r"^a play that begins at a position that was set cannot be stored; begin it with session\.play\(\)$"
    )
    for ask in (play.to_json, lambda: play.save(tmp_path / "set.itf.json")):
        with pytest.raises(BadInput, match=message):
            ask()
    assert not list(tmp_path.iterdir())
    usual = session.play().do("begin_queue", queue="FIRST")
    assert json.loads(usual.save(tmp_path / "usual.itf.json").read_text(encoding="utf-8")) == usual.to_json()


def test_a_play_is_not_loaded_under_other_parameters(tmp_path: Path) -> None:
    game = qb.load("queen-of-scots/standard")
    usual, other = game.session("short"), game.session("short", parameters={"jewel_worth": 3})
    assert usual.start() != other.start()
    play = other.play()
    play.do((*play.position.moves(), *(one.move for one in play.position.outcomes()))[0])
    path = play.save(tmp_path / "other.itf.json")
    assert other.load(path).moves == play.moves
    with pytest.raises(BadInput) as error:
        usual.load(path)
    assert str(error.value) == f"{path}: was played with jewel_worth = 3; record it anew"
    stored = qb.StoredPlay.read(path.read_text(encoding="utf-8"))
    with pytest.raises(BadInput, match=r"^the text: was played with jewel_worth = 3; record it anew$"):
        stored.play(usual)
