"""Several projects in one process, and a project that is loaded anew after its files have changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import queensbench as qb
from queensbench.errors import BadInput
from queensbench.project import projects
from queensbench.project.creating import create


@pytest.fixture
def snails(tmp_path: Path) -> Iterator[Path]:
    """A new project; afterwards that of the tests is active again."""
    create(tmp_path / "mine")
    yield tmp_path / "mine"
    projects.load()


def test_two_projects_are_played_in_turns(snails: Path) -> None:
    mine = qb.load("snail-race", project=snails).session()
    queue = qb.load("queue4/standard").session("six")
    again = qb.load("snail-race", project=snails).session()
    first, second = mine.start(), queue.start()
    assert str(first.outcomes()[0].move) == str(again.start().outcomes()[0].move)
    assert queue.explore().states == 4911
    assert mine.explore(budget=5000).states == again.explore(budget=5000).states
    assert queue.search("phase == SEEN and held == 3").choices == 1
    assert first == again.start()
    assert first != second
    assert second.do("stop").over


def test_only_what_is_asked_for_is_imported(snails: Path) -> None:
    """What is wrong in a rulebook ends only what asks for it, and nothing of it stays."""
    other = snails / "model" / "other.py"
    other.write_text(
        "from queensbench.language import Kind\n\n\nclass Side(Kind):\n    A = 1\n\n\n1 / 0\n", "utf-8"
    )
    mine = qb.load("snail-race", project=snails)
    assert "model.other" not in sys.modules
    assert mine.session().start().outcomes()
    said = f"{other}:8: ZeroDivisionError: division by zero; mend this line"
    for ask in (lambda: qb.load("other", project=snails), lambda: projects.load(snails)):
        with pytest.raises(BadInput) as error:
            ask()
        assert str(error.value) == said
        assert "model.other" not in sys.modules
    assert qb.load("snail-race", project=snails).mode is mine.mode
    assert "model.snail_race" in sys.modules
    with pytest.raises(BadInput, match=r"^no ruleset is called othr; did you mean other"):
        qb.load("othr", project=snails)


def test_a_project_is_loaded_anew(snails: Path) -> None:
    before = qb.load("snail-race", project=snails)
    start = before.session().start()
    file = snails / "model" / "snail_race.py"
    text = file.read_text(encoding="utf-8")
    assert "def creep(" in text
    file.write_text(text.replace("def creep(", "def crawl("), encoding="utf-8")
    assert qb.load("snail-race", project=snails).mode is before.mode
    after = qb.load("snail-race", project=snails, reload=True)
    assert after.mode is not before.mode
    assert after.session().start() != start
    names = set(after.session().start()._rules.named)
    assert names == {name.replace("creep", "crawl") for name in start._rules.named}
    assert names != set(start._rules.named)
    assert before.session().start() == start


def test_a_project_with_a_fault_leaves_the_others(snails: Path) -> None:
    file = snails / "model" / "snail_race.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "\nimport nowhere\n", encoding="utf-8")
    line = text.count("\n") + 2
    with pytest.raises(BadInput) as error:
        qb.load("snail-race", project=snails)
    assert str(error.value) == f"{file}:{line}: no module is called nowhere; install it, or do without"
    file.write_text(text, encoding="utf-8")
    assert qb.load("snail-race", project=snails).path == "snail-race/race"
    assert qb.load("queue4/standard").session("six").start().do("stop").over


def test_answers_are_kept_where_a_store_is_given(snails: Path, tmp_path: Path) -> None:
    game = qb.load("snail-race", project=snails)
    store = game.store(tmp_path / "kept")
    assert (store.folder, repr(store)) == (tmp_path / "kept", f"<Store {tmp_path / 'kept'}>")
    session = game.session("short")
    alone = session.solve()
    assert alone.to_json()["cached"] is False
    assert not (tmp_path / "kept").exists()
    kept, again = session.solve(store=store), session.solve(store=store)
    assert [one.to_json()["cached"] for one in (kept, again)] == [False, True]
    assert kept.values == again.values == alone.values
    assert session.solve(store=game.store(tmp_path / "kept", fresh=True)).to_json()["cached"] is False
    assert session.solve(store=game.store("off")).to_json()["cached"] is False


def test_nothing_is_kept_of_rules_that_were_edited_since(snails: Path, tmp_path: Path) -> None:
    game = qb.load("snail-race", project=snails)
    file = snails / "model" / "snail_race.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "\n", encoding="utf-8")
    told: list[str] = []
    assert game.session("short").solve(store=game.store(tmp_path / "kept", warn=told.append)).complete
    assert told == ["rules or toolkit were edited in the meantime: no verdict is stored from now on"]
    assert not list((tmp_path / "kept").glob("??/*.json"))
    after = qb.load("snail-race", project=snails, reload=True)
    kept = after.store(tmp_path / "kept", warn=told.append)
    assert after.session("short").solve(store=kept).complete
    assert len(told) == 1
    assert len(list((tmp_path / "kept").glob("??/*.json"))) == 1


def test_nothing_is_kept_of_a_project_that_was_loaded_otherwise(snails: Path, tmp_path: Path) -> None:
    """Nobody can say what its files were when they were read."""
    projects.load(snails)
    told: list[str] = []
    store = qb.load("snail-race", project=snails).store(tmp_path / "kept", warn=told.append)
    assert (store.folder, told) == (
        None,
        ["the project was not loaded by `queensbench.load`: no answer is stored"],
    )
