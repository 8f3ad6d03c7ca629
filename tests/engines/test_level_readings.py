"""Readings compared by levels, held against the comparison in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from queensbench.analyses import by_levels, readings_by_levels
from queensbench.engines.compare.comparison import rulings_on
from queensbench.engines.compare.comparison_program import comparer_of
from queensbench.engines.compare.divergence import STRENGTH
from queensbench.engines.layers import level_readings
from queensbench.engines.layers.layered_space import LayeredSpace, explored_by_levels
from queensbench.engines.layers.settings import LayerSettings
from queensbench.errors import InternalError
from queensbench.rules.system import build
from tests.counts import ROOT, session_of
from tests.engine_box import EngineBox
from tests.engines.models import lottery
from tests.surfaces.projects import run as command

BOXES: dict[str, Callable[[], EngineBox]] = {
    "blades": lambda: session_of("queen-is-dead", "blades"),
    "young": lambda: session_of("queens-collection/solo", "young"),
    "six": lambda: session_of("queue4/standard", "six"),
    "short": lambda: session_of("queen-of-scots", "short"),
}


def by_files(box: EngineBox, scratch: Path, **options: Any) -> LayeredSpace:
    others = tuple(raw for *_, raw in readings_by_levels.others(box, {}))
    settings = LayerSettings(scratch, **{"others": others, "workers": 1, **options})
    return explored_by_levels(box, None, settings)


@pytest.mark.parametrize("small", [0, 1 << 14])
@pytest.mark.parametrize("name", BOXES)
def test_readings_are_compared_as_in_memory(name: str, small: int, tmp_path: Path) -> None:
    """Once in one piece, once in many."""
    box = BOXES[name]()
    levels = by_files(box, tmp_path / name, small=small, piece=700 if small == 0 else 1 << 19)
    rows = {row["name"]: row for row in readings_by_levels.rulings(box, {}, levels)}
    wanted = rulings_on(comparer_of(box), box.explored(), list(rows))
    assert len(rows) == len(wanted) > 10
    partings = {
        (one, raw): each
        for (one, raw, _), each in zip(readings_by_levels.others(box, {}), levels.partings or (), strict=True)
    }
    alike = 0
    for found in wanted:
        row = rows[found.ruling]
        raws = {reading: number for number, reading in enumerate(_ruling(box, found.ruling).readings)}
        for reading, parting in found.partings.items():
            mine = partings[found.ruling, raws[reading]]
            assert mine.compared == parting.compared
            assert mine.start == parting.start
            if mine.start and "decider" not in mine.firsts:
                counts = {class_: mine.firsts[class_].count for class_ in parting.firsts}
                assert counts == {class_: one.count for class_, one in parting.firsts.items()}
            for class_, one in parting.firsts.items():
                # In memory it is a later one where no play in common leads to the first.
                if mine.start and class_ != "legal":
                    first = mine.firsts[class_].state
                    assert (levels.choices(first), levels.steps(first)) <= (one.choices, one.steps)
        assert (row["verdict"] == "not-seen") == (found.matters == "not-seen"), found.ruling
        alike += row["verdict"] == found.matters
        if row["verdict"] != found.matters:  # of the stronger class only the first state was tried
            assert STRENGTH.index(row["verdict"]) > STRENGTH.index(found.matters)
    assert alike >= len(rows) - 1


def _ruling(box: EngineBox, name: str) -> Any:
    return next(one for one in box.system.rulings if one.name == name)


def test_of_a_search_that_ended_early_nothing_is_not_seen(tmp_path: Path) -> None:
    box = session_of("queen-is-dead", "blades")
    levels = by_files(box, tmp_path / "few", max_states=20_000)
    assert not levels.complete
    rows = readings_by_levels.rulings(box, {}, levels)
    verdicts = {row["verdict"] for row in rows}
    assert "not-seen" not in verdicts
    assert {"undecided", "legal"} <= verdicts


def test_a_reading_under_which_the_rules_break_is_told(tmp_path: Path) -> None:
    box = EngineBox("models", lottery.mode, lottery.mode.full, build(lottery.mode, lottery.mode.full))
    levels = by_files(box, tmp_path / "lottery")
    assert levels.partings is not None
    something, too_much = levels.partings
    assert {name: one.count for name, one in something.firsts.items()} == {"legal": 1}
    assert {name: one.count for name, one in too_much.firsts.items()} == {"fault": 1}
    (row,) = readings_by_levels.rulings(box, {}, levels)
    assert (row["name"], row["verdict"], row["against"]) == ("prize", "legal", "something")
    assert (row["choices"], row["steps"], row["play"]) == (0, 1, ["draw(ticket=1)"])
    assert levels._layers.partings is not None
    levels._layers.partings = [replace(something, firsts={}), too_much]
    (row,) = readings_by_levels.rulings(box, {}, levels)
    assert (row["verdict"], row["against"], row["play"]) == ("undecided", "too_much", None)
    assert row["text"] == "the rules break under the other reading"


def test_a_difference_that_the_interpreter_does_not_see_is_an_internal_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = session_of("queens-collection/solo", "young")
    levels = by_files(box, tmp_path / "young")
    monkeypatch.setattr(readings_by_levels, "parting_play", lambda *_, **__: None)
    with pytest.raises(InternalError, match=r"the interpreter does not see that \w+=\w+ differs"):
        readings_by_levels.rulings(box, {}, levels)


def test_another_start_that_the_interpreter_does_not_see_is_an_internal_error(tmp_path: Path) -> None:
    box = session_of("queens-collection/solo", "young")
    levels = by_files(box, tmp_path / "young")
    assert levels.partings is not None
    levels._layers.partings = [replace(one, firsts={}, start=False) for one in levels.partings]
    with pytest.raises(InternalError, match=r"the interpreter does not see that \w+=\w+ differs"):
        readings_by_levels.rulings(box, {}, levels)


def test_readings_are_compared_only_where_that_is_asked(tmp_path: Path) -> None:
    box = session_of("queue4/standard", "six")
    levels = by_files(box, tmp_path / "six", others=())
    assert levels.partings is None
    assert by_levels.exploration(box, {}, levels)["rulings"] == []


def test_another_start_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = session_of("queue4/standard", "six")
    monkeypatch.setattr(level_readings, "_start", lambda levels, readings: list(readings))
    levels = by_files(box, tmp_path / "six")
    assert levels.partings is not None
    assert not any(one.start for one in levels.partings)
    assert all(one.parted for one in levels.partings)


def test_the_command_compares_readings_with_a_folder_alone(tmp_path: Path) -> None:
    options = ("-i", "six", "--rulings")
    done = command(ROOT, "explore", "queue4/standard", *options, "--scratch", str(tmp_path / "levels"))
    assert done.code == 0, done.err
    assert "Readings compared in every state" in done.out
    refused = command(ROOT, "explore", "queue4/standard", *options)
    assert refused.code == 2
    assert refused.err == "queensbench: --rulings: levels in files need a folder; name one by --scratch DIR\n"
