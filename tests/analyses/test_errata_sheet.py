"""The sheet before print: places in the booklets, worth, and which readings need a sentence."""

import hashlib
from pathlib import Path

import pytest

from queensbench.analyses.errata_report import Kept
from queensbench.analyses.errata_sheet import TOP, Texts, judged_on, places_of, sheet
from queensbench.analyses.rulings.impact import ranked
from queensbench.project import projects
from queensbench.project.projects import Ruleset
from queensbench.rendering.book import entries
from queensbench.rendering.sheet.views import kept_words


@pytest.fixture(scope="module")
def queue4() -> Ruleset:
    return projects.load().ruleset("queue4")


def test_a_place_counts_the_sentences_under_its_heading(queue4: Ruleset) -> None:
    found = places_of(queue4, queue4.rulings["stop_riskless"], Texts())
    assert [(one.words, one.clauses) for one in found] == [
        ("Queue 4, fold sheet, Gameplay, sentences 3 and 7 of 11", ("option.new", "option.stop")),
        ("Queue 4, fold sheet, Game End, sentence 4 of 5", ("end.choice",)),
        ("Queue 4, single sheet, Gameplay, sentences 3 and 7 of 11", ("option.new", "option.stop")),
        ("Queue 4, single sheet, Game End, sentence 4 of 5", ("end.choice",)),
    ]
    assert all(one.texts == () for one in found)


def test_a_place_in_one_of_two_languages_names_its_own() -> None:
    collection = projects.load().ruleset("queens-collection")
    found = places_of(collection, collection.rulings["round_end_check"], Texts())
    assert [one.title for one in found] == [
        f"The Queen's Collection ({language})" for language in ("en", "en", "de", "de")
    ]


def test_every_ruling_of_the_four_rulebooks_has_a_place() -> None:
    for ruleset in projects.load().rulesets.values():
        nowhere = [name for name, decl in ruleset.rulings.items() if not places_of(ruleset, decl, Texts())]
        assert nowhere == [], ruleset.name


def test_what_decides_more_games_comes_first_and_the_rest_behind(queue4: Ruleset) -> None:
    found = entries.kept(projects.load().root, queue4)
    made = sheet(queue4, found, {}, Texts())
    assert len(made.entries) == len(queue4.rulings)
    assert len(made.first) == TOP
    deciding = [one for one in made.entries if one.decides]
    assert list(made.entries[: len(deciding)]) == deciding
    known = [one.finding for one in deciding if one.finding is not None]
    assert known == ranked(known)


def test_readings_without_a_sentence_are_listed_where_they_decide_games(queue4: Ruleset) -> None:
    found = entries.kept(projects.load().root, queue4)
    made = sheet(queue4, found, {}, Texts())
    for one in made.entries:
        bare = tuple(m.name.lower() for m in one.decl.readings if m not in one.decl.errata)
        assert one.missing == (bare if one.decides else ())
    assert dict(made.missing) == {one.decl.name: one.missing for one in made.entries if one.missing}


def test_readings_are_judged_where_both_run(queue4: Ruleset) -> None:
    found = entries.kept(projects.load().root, queue4)
    wanted = judged_on(queue4, found.values())
    assert set(wanted) <= {f"queue4/{name}" for name in queue4.modes}
    for path, rows in wanted.items():
        boxes = {i.name for i in queue4.modes[path.partition("/")[2]].all_instances() if i.explore}
        assert {instance for _, instance in rows} <= boxes


@pytest.mark.parametrize(
    ("kept", "house", "words"),
    [
        (None, False, "Its properties were not asked."),
        (Kept("six", why="the time was over"), False, "Its properties were not judged on six: the time was over."),
        (Kept("six", 64, 1), True, "It keeps 1 property on six (64 states, exhausted)."),
        (Kept("six", 64, 5), False, "It keeps the 5 properties that the house reading keeps on six (64 states, exhausted)."),
        (Kept("six", 64, 5, ("a", "b")), False, "It breaks a, b on six (64 states, exhausted)."),
        (Kept("six", 64, 5, ("a",), ("c",)), False, "It breaks a and leaves c undecided on six (64 states, exhausted)."),
    ],
)  # fmt: skip
def test_what_a_reading_keeps_in_words(kept: Kept | None, house: bool, words: str) -> None:
    assert kept_words(kept, house=house) == words


def test_a_document_in_another_state_gives_the_sentences_that_are_unchanged(
    tmp_path: Path, queue4: Ruleset
) -> None:
    manifest = queue4.manifests["queue4.en"]
    assert Texts.of(tmp_path, [manifest]).notes == (f"queue4.en: no such document in {tmp_path}",)
    text = " ".join(["word"] * 20)
    (tmp_path / manifest.file).write_text(text)
    assert hashlib.sha256(text.encode()).hexdigest() != manifest.sha256
    found = Texts.of(tmp_path, [manifest])
    sentences = sum(unit.kind != "noise" for unit in manifest.units)
    assert found.by_unit == {"queue4.en": {}}
    assert found.notes == (f"queue4.en: another state of the document; sentences left out: {sentences}",)
