"""Ctrl-C among the random games of an audit: what they have not shown is undecided, what they have shown is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.engines.simulate import playouts
from queensbench.engines.steps.judging import JudgedGames, StepGames
from tests.processes import MARK, write
from tests.surfaces.projects import COUNTER

STEPS = """

@step("rises", holds("No move goes down."))
def rises(s: State, was: State) -> bool:
    return s.at >= was.at


@step("last", fails("It is reached.", blame=("gap: nothing forbids it",), despite="Moves are all there is."))
def last(s: State, was: State) -> bool:
    return s.at < n.top or was.at == n.top
"""


@pytest.mark.parametrize(("games", "failing"), [(1, ("unknown", "unknown")), (300, ("fails", "refuted"))])
def test_games_that_were_not_played_may_show_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int, failing: tuple[str, str]
) -> None:
    """The first game of the seed shows neither failure, and the 300 show both."""
    model = COUNTER.replace("\ncount = Mode(", f"{STEPS}\n\ncount = Mode(")
    write(tmp_path, {"pyproject.toml": MARK, "model/counter.py": model})
    session = qb.load("counter", project=tmp_path).session("full")
    whole = judged(session, 300)
    assert [whole[name][0] for name in ("within", "rises", "top", "last")] == [
        ("holds", "sampled"),
        ("holds", "sampled"),
        ("fails", "refuted"),
        ("fails", "refuted"),
    ]
    play, judge = playouts.playouts_of, StepGames.play

    def cut(*given: Any, **more: Any) -> playouts.Playouts:
        found = play(*given, **more)
        found.complete, found.interrupted = False, True
        return found

    def cut_steps(self: StepGames, count: int) -> JudgedGames:
        return replace(judge(self, count), interrupted=True)

    def told(name: str) -> tuple[tuple[str, str], bool]:
        """The verdict and its class, and whether the row says that it was interrupted."""
        seen = judged(session, games).get(name)
        assert seen is not None, f"{name} is not told"
        return seen[0], seen[1].endswith("; interrupted")

    monkeypatch.setattr(playouts, "playouts_of", cut)
    assert told("within") == (("unknown", "unknown"), True)
    assert told("top") == (failing, games == 1)
    monkeypatch.setattr(playouts, "playouts_of", play)
    monkeypatch.setattr(StepGames, "play", cut_steps)
    assert told("rises") == (("unknown", "unknown"), True)
    assert told("last") == (failing, games == 1)


def judged(session: qb.Session, games: int) -> dict[str, tuple[tuple[str, str], str]]:
    """Of each property that was played: its verdict and class, and what was seen."""
    found = session.audit(proofs=False, games=games).to_json()["properties"]
    return {
        row["name"]: ((row["verdict"], row["class"]), row["detail"])
        for row in found
        if row["engine"] == "play"
    }
