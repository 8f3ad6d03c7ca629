"""What an exploration tells is seen by the interpreter as well: a machine that ends games otherwise is found out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.analyses import single_engine
from queensbench.errors import InternalError, Refused
from queensbench.readers.interpreter import Interpreter


@pytest.fixture
def six() -> qb.Session:
    return qb.load("queue4/standard").session("six")


def test_another_winner_is_an_internal_error(six: qb.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interpreter, "winners", lambda self, state: ())
    with pytest.raises(InternalError) as found:
        six.explore()
    assert str(found.value) == (
        "queue4/standard: the interpreter does not see that the game is won by PLAYER"
    )
    assert found.value.sent.startswith("Instance: six\nReadings: {")
    assert "\nPlay: begin_queue(" in found.value.sent


def test_an_end_that_the_interpreter_does_not_see_is_an_internal_error(
    six: qb.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Interpreter, "over", lambda self, state: False)
    with pytest.raises(InternalError, match="does not see that the game is won by nobody"):
        six.explore()


def test_a_refused_step_is_an_internal_error(six: qb.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: Interpreter, steps: Any) -> Any:
        raise Refused("no such step", clauses=(), file="model.py", line=1)

    monkeypatch.setattr(Interpreter, "replay", refused)
    with pytest.raises(InternalError, match=r"does not play what native code has played: .*no such step"):
        six.explore()


def test_a_move_where_native_code_sees_none_is_an_internal_error(
    six: qb.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    wholly = single_engine.shortest

    def noting(box: Any, readings: Any, found: Any, state: Any, seen: str, agrees: Any) -> Any:
        asked.append(seen)
        if seen == "that nobody can move":
            state = 0  # the start, where there are moves
        return wholly(box, readings, found, state, seen, agrees)

    monkeypatch.setattr(single_engine, "shortest", noting)
    with pytest.raises(InternalError, match="does not see that nobody can move"):
        six.explore()
    assert asked == ["that nobody can move"]


def test_by_levels_a_failing_property_is_judged_by_the_interpreter(
    six: qb.Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = six.explore_by_levels(tmp_path / "as it is")
    met = [row for row in found.to_json()["properties"] if row["shortest"] is not None]
    assert met
    monkeypatch.setattr(Interpreter, "judge", lambda self, decl, state: decl.kind != "reachable")
    with pytest.raises(InternalError, match="does not see what native code saw of "):
        six.explore_by_levels(tmp_path / "otherwise")
