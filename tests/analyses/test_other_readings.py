"""Every other reading is played: what breaks under it is shown by a play that the interpreter has replayed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from queensbench.analyses.verdicts.other_readings import DEADLOCK, broken
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.errors import InternalError
from queensbench.project.projects import Ruleset
from queensbench.project.register.gaps import Gaps
from queensbench.readers.interpreter import Interpreter
from tests.engines.models.pier import Plank
from tests.engines.models.pier import mode as pier


def run(plank: Plank) -> Run:
    book = Ruleset("pier", "pier", "A pier", {"pier": pier}, None, (), Gaps(Path("gaps.toml")), (), {})
    return Run(book, pier, Options(readings={"plank": plank}))


def test_a_deadlock_is_shown_by_its_play() -> None:
    assert broken(run(Plank.BOTH), "small", 5) == []
    [row] = broken(run(Plank.FIRST), "small", 5)
    assert (row.name, row.reading, row.verdict, row.shown, row.state, row.detail) == (
        DEADLOCK,
        "plank=first",
        "fails",
        "refuted",
        "unexpected",
        "5 games, 5 steps; 5 end where nobody can move",
    )
    assert row.play is not None
    assert row.play.texts == ["walk()"]


@pytest.mark.parametrize("asked", ["moves", "over", "silence"])
def test_a_deadlock_that_the_interpreter_does_not_see_is_an_internal_error(
    asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: dict[str, Any] = {
        "moves": lambda reader, state: reader.rules.transitions,
        "over": lambda reader, state: state.at == 1,
        "silence": staticmethod(lambda state: ("walk", "walk") if state.at == 1 else None),
    }
    said = "the interpreter sees a move, an end or a silence where native code sees none"
    monkeypatch.setattr(Interpreter, asked, answers[asked])
    with pytest.raises(InternalError, match=said):
        broken(run(Plank.FIRST), "small", 5)
