"""The pages of clauses: the order of two editions, the words of the lock of verdicts, the lines of rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from queensbench.analyses.traceability.booklets import Standing, documents, excerpt, standings, uncited
from queensbench.analyses.traceability.code_blocks import Block
from queensbench.analyses.traceability.report import TraceReport, examined
from queensbench.evidence.verdicts_lock import WORDS, Shown
from queensbench.language.properties import Class
from queensbench.project.projects import Ruleset
from queensbench.project.register.clauses import Clause, ClauseKind, Clauses
from queensbench.project.register.seeds import Manifest, Unit, UnitKind
from queensbench.rendering.traceability_pages import lock_words, write

ROOT = Path(__file__).resolve().parent.parent.parent


def manifest(key: str, *units: str) -> Manifest:
    """A document whose units are all rules; ``a@2`` is the unit ``a`` on page 2."""
    pairs = [unit.split("@") for unit in units]
    made = tuple(Unit(id_, UnitKind.RULE, f"page {page}", ((0, 1),), "") for id_, page in pairs)
    return Manifest(key, key, "", "", "", "", 1, "", made)


def ruleset(manifests: list[Manifest], **cited: dict[str, tuple[str, ...]]) -> Ruleset:
    clauses = tuple(Clause(name, ClauseKind.NORMATIVE, "", units, (), ()) for name, units in cited.items())
    register = Clauses(Path("clauses.toml"), clauses, ())
    return cast(Ruleset, SimpleNamespace(clauses=register, manifests={one.key: one for one in manifests}))


def test_clauses_stand_in_the_order_of_the_first_document_and_others_where_theirs_has_them() -> None:
    english = manifest("en", "a@1", "b@1", "c@2")
    german = manifest("de", "a@1", "x@1", "c@2", "y@3", "b@3")
    made = ruleset([english, german],
                   last={"en": ("c",), "de": ("y", "c")},
                   only_german={"de": ("x",)},
                   at_the_end={"de": ("b",)},
                   middle={"en": ("b",)},
                   first={"en": ("a", "c"), "de": ("a",)})  # fmt: skip
    assert standings(made) == {
        "first": {
            "en": Standing(0, {"page 1": ["a"], "page 2": ["c"]}),
            "de": Standing(0, {"page 1": ["a"]}),
        },
        "only_german": {"en": Standing(0), "de": Standing(1, {"page 1": ["x"]})},
        "middle": {"en": Standing(1, {"page 1": ["b"]}), "de": Standing(1)},
        "last": {"en": Standing(2, {"page 2": ["c"]}), "de": Standing(2, {"page 2": ["c"], "page 3": ["y"]})},
        "at_the_end": {"en": Standing(2), "de": Standing(4, {"page 3": ["b"]})},
    }
    assert list(standings(made)) == ["first", "only_german", "middle", "last", "at_the_end"]
    assert uncited(made, german) == {}
    assert uncited(ruleset([english], one={"en": ("b",)}), english) == {"rule": 2}


def test_instances_of_one_verdict_stand_together_the_strongest_first() -> None:
    every, house = Shown("holds", Class.PROVED, every=True), Shown("holds", Class.PROVED)
    found = {
        ("game", "full"): WORDS["sampled"],
        ("game", "two"): every,
        ("game", "one"): every,
        ("game", "x"): house,
    }
    assert (
        lock_words(found)
        == "proved of every reading (one, two); proved of the house readings only (x); sampled (full)"
    )
    assert lock_words({("solo", "one"): WORDS["refuted"], ("game", "one"): WORDS["refuted"]}) == (
        "refuted (game/one, solo/one)"
    )
    assert lock_words({}) == "not in the lock"


def test_an_excerpt_has_the_lines_of_each_part_once_and_flush(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("def f():\n    a\n        b\n\n    c\nd\n", encoding="utf-8")
    block = Block("rules", "f", "x", "", "rules.py", 2, frozenset(), ((2, 4), (3, 3), (6, 6)))
    assert excerpt(tmp_path, block) == "a\n    b\n\n...\nd"


# ---- this project


@pytest.fixture(scope="module")
def report() -> Iterator[TraceReport]:
    patch = pytest.MonkeyPatch()
    patch.chdir(ROOT)
    yield examined(store="off")
    patch.undo()


def test_the_pages_of_this_project_have_every_clause_once_in_the_order_of_the_booklet(
    report: TraceReport, tmp_path: Path
) -> None:
    (tmp_path / "rulings" / "queens_collection").mkdir(parents=True)
    (tmp_path / "rulings" / "queens_collection" / "box_space.md").write_text("", encoding="utf-8")
    made = {path.stem: path.read_text("utf-8") for path in write(report, tmp_path / "trace")}
    assert list(made) == ["index", "queen-is-dead", "queen-of-scots", "queens-collection", "queue4"]
    for name, here in report.traced.items():
        order = [part.partition('"')[0] for part in made[name].split('<tr id="')[1:]]
        [first, *_] = documents(here.ruleset)
        numbers = {unit.id: number for number, unit in enumerate(first.units)}
        stated = {
            one.name: min(map(numbers.__getitem__, one.units[first.key]))
            for one in here.clauses
            if one.units.get(first.key)
        }
        assert sorted(order) == sorted(one.name for one in here.clauses)
        assert [stated[one] for one in order if one in stated] == sorted(stated.values())
        assert made[name].count("<details><summary><code>") == sum(
            len(row.blocks) + len(row.properties) for row in report.rows[name]
        )
        assert made[name].count("<details><summary>stated in <code>") == sum(
            len(row.stated) for row in report.rows[name]
        )
        assert made[name].count(">not modelled") == sum(
            not (row.blocks or row.stated) for row in report.rows[name]
        )
    page = made["queens-collection"]
    assert (
        page.count('<a href="../rulings/queens_collection/box_space.html">')
        == page.count("<code>box_space</code>")
        > 0
    )
    assert page.count('href="../rulings/') == page.count("box_space.html")
    assert '<button type="button">place in queens-collection.de</button>' in page


def test_each_edition_of_the_collection_has_its_places(report: TraceReport) -> None:
    found = standings(report.traced["queens-collection"].ruleset)
    missing = {
        key: [name for name, places in found.items() if not places[key].places]
        for key in ("queens-collection.en", "queens-collection.de")
    }
    assert len(found) == 167
    assert [len(names) for names in missing.values()] == [0, 4]
