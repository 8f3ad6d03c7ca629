"""The plays of the kept book as files: every class that a play can show has one, and each is replayed as stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from queensbench.analyses import single_engine
from queensbench.analyses.audit.all_rulesets import store_plays
from queensbench.analyses.rulings.impact import RESULTS, SEEN, Finding
from queensbench.project import projects
from queensbench.rendering.book import entries

ROOT = Path(__file__).resolve().parents[2]
PROJECT = projects.load(ROOT)


def kept(name: str) -> list[Finding]:
    ruleset = PROJECT.ruleset(name)
    return entries.read(ROOT / "docs/rulings" / ruleset.package / entries.FILE, ruleset)


@pytest.mark.parametrize("name", PROJECT.rulesets)
def test_every_class_that_a_play_can_show_has_one(name: str) -> None:
    found = kept(name)
    assert [one.ruling for one in found] == list(PROJECT.ruleset(name).rulings)
    for one in found:
        shown = [play.kind for play in one.told]
        if one.matters in SEEN:
            assert one.class_play is not None, one.ruling
            assert (one.how, one.class_play.kind) == ("witnessed", one.matters), one.ruling
            assert (one.result_play is not None) == (one.matters in RESULTS), one.ruling
        else:
            assert shown == [], one.ruling


@pytest.mark.slow
@pytest.mark.parametrize("name", PROJECT.rulesets)
def test_every_play_is_stored_and_replayed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    found = kept(name)
    store_plays(PROJECT.ruleset(name), found, tmp_path)
    files = sorted((tmp_path / name).iterdir())
    assert len(files) == sum(len(one.told) for one in found) >= sum(one.matters in SEEN for one in found) > 15
    for file in files:
        data, agrees = single_engine.replayed(file, lambda name: PROJECT)
        assert agrees, (file.name, data)
