"""Components of the box as sold: what games show, what is proved, and that a false proof does not get through."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from queensbench.analyses.verdicts.full_components import _Looking
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.engines.boxes import LOOPS
from queensbench.engines.prove import kept_claims
from queensbench.engines.prove.kept_claims import KeptVerdict, Stock
from queensbench.engines.runtime.box import Box
from queensbench.errors import InternalError
from queensbench.language import Mode
from queensbench.rules.system import build
from tests.engines.models import guesses, jars


def looking(known: tuple[tuple[str, ...], tuple[str, ...]] | None, mode: Mode = jars.mode) -> _Looking:
    run = Run(SimpleNamespace(name=mode.name, package=mode.name, root=Path()), mode, Options())  # type: ignore[arg-type]
    run.boxes[mode.full.name] = Box(
        mode.name, mode, mode.full, build(mode, mode.full, ruleset=mode.name), LOOPS
    )
    return _Looking(run, known)


def told(found: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        (
            row["about"],
            row["what"],
            row["verdict"],
            row["class"],
            row["steps"],
            row.get("lemmas"),
            row.get("why"),
        )
        for row in found["rows"]
    ]


def test_games_show_plays_and_the_rest_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queensbench.analyses.verdicts.full_components.STEPS", 500)
    monkeypatch.setattr("queensbench.analyses.verdicts.full_components.MAX_STEPS", 100)
    found = looking((("stones",), ()))
    assert told(found.found()) == [
        ("full", "runs out", "never", "proved", None, [], None),
        ("spare", "runs out", "happens", "witnessed", 4, None, None),
        ("moved", "runs out", "never", "proved", None, [], None),
        ("moved", "is full", "never", "proved", None, [], None),
    ]
    assert (found.games, found.steps, len(found.states)) == (5, 500, 15)


def test_without_proved_claims_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queensbench.analyses.verdicts.full_components.STEPS", 100)
    monkeypatch.setattr("queensbench.analyses.verdicts.full_components.MAX_STEPS", 100)
    assert told(looking(None).found()) == [
        ("full", "runs out", "unknown", "unknown", None, None, "its claims are not proved in this audit"),
        ("spare", "runs out", "happens", "witnessed", 4, None, None),
        ("moved", "runs out", "unknown", "unknown", None, None, "its claims are not proved in this audit"),
        ("moved", "is full", "unknown", "unknown", None, None, "its claims are not proved in this audit"),
    ]


def test_a_false_proof_meets_a_step_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = looking((("stones",), ()))
    monkeypatch.setattr("queensbench.analyses.verdicts.full_components.STEPS", 2_000)
    monkeypatch.setattr("queensbench.analyses.verdicts.full_components.MAX_STEPS", 100)
    found.play([])
    spare = next(field for field in found.box.system.fields if field.name == "spare")
    stock = Stock("spare", "runs out", range(spare.offset, spare.offset + spare.cells), 0)
    monkeypatch.setattr(kept_claims, "kept", lambda *args, **more: [KeptVerdict(stock, "proved")])
    with pytest.raises(
        InternalError, match="a step contradicts a proof of jars/jars: spare runs out does not"
    ):
        found.proved([stock])


def test_a_beam_finds_what_games_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Luck that one game in 2 to the 40 has; of a table it is the last of all cells that counts."""
    monkeypatch.setattr("queensbench.analyses.verdicts.full_components.STEPS", 2_000)
    monkeypatch.setattr("queensbench.analyses.verdicts.full_components.MAX_STEPS", 100)
    found = looking(None, guesses.mode).found()
    assert told(found) == [
        ("stones", "runs out", "happens", "witnessed", 80, None, None),
        ("won", "runs out", "happens", "witnessed", 4, None, None),
    ]
    guided, played = found["rows"]
    assert (guided["choices"], guided["shortest"], guided["guided"], played["guided"]) == (
        40,
        False,
        True,
        False,
    )
    assert all(
        guided["play"][at].split("(")[1] == guided["play"][at + 1].split("(")[1] for at in range(0, 80, 2)
    )


def test_a_beam_that_finds_nothing_leaves_the_question_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queensbench.analyses.verdicts.full_components.STEPS", 2_000)
    monkeypatch.setattr("queensbench.analyses.verdicts.full_components.MAX_STEPS", 100)
    monkeypatch.setattr("queensbench.analyses.verdicts.full_components.LISTED", 100)
    rows = looking(None, guesses.mode).found()["rows"]
    assert (rows[0]["verdict"], rows[0]["why"]) == ("unknown", "its claims are not proved in this audit")
