"""`queensbench report`: the pages of a small project whose texts mean harm, word by word where it counts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.processes import write_model
from tests.sites import COMMANDS, SCRIPT, Site, project
from tests.surfaces.projects import COUNTER, Done, run, run_all

RULING = "snail_race/rulings/past_the_end.html"
NOTICE = "This page holds other people’s text, quoted for those who work on it. Do not pass it on."


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Done]]:
    folder = tmp_path_factory.mktemp("snails") / "race"
    return folder, project(folder)


@pytest.fixture(scope="module")
def folder(made: tuple[Path, list[Done]]) -> Path:
    return made[0]


@pytest.fixture(scope="module")
def site(folder: Path) -> Site:
    return Site(folder / "site")


def test_the_command_says_what_it_has_written(made: tuple[Path, list[Done]]) -> None:
    done = dict(zip(COMMANDS, made[1], strict=True))
    assert [one.code for one in done.values()] == [0, 0, 0, 0]
    told = done[COMMANDS[2]].out
    assert told.startswith("site/index.html: 9 pages, 0.1 MB, ")


def test_a_report_has_these_pages(site: Site) -> None:
    assert list(site.pages) == [
        "index.html",
        "snail_race/boxes.html",
        "snail_race/changes.html",
        "snail_race/index.html",
        "snail_race/properties.html",
        "snail_race/properties/the-race-ends.html",
        "snail_race/rulebook.html",
        "snail_race/rulings.html",
        RULING,
    ]


@pytest.mark.parametrize("name", ["site", "quoted"])
def test_pages_are_well_formed_and_every_link_and_anchor_leads_somewhere(folder: Path, name: str) -> None:
    assert Site(folder / name).faults() == []


def test_texts_of_a_project_stay_texts(site: Site) -> None:
    for page in site.pages.values():
        assert "<script>" not in page.source
        assert "onerror" not in page.source or "&lt;img src=x onerror" in page.source
        assert "49" not in page.text.split("small enough for", 1)[-1][:12]
    assert SCRIPT.replace('"', "'") in site.pages[RULING].text
    assert (
        "Green takes the first turn </article><b onclick=alert(3)>."
        in site.pages["snail_race/rulebook.html"].text
    )
    assert (
        "small enough for {{ 7 * 7 }} and <svg onload=alert(2)>" in site.pages["snail_race/boxes.html"].text
    )
    assert "Both may rest </td><script src=x></script>." in site.pages["snail_race/properties.html"].text


def test_the_first_page_says_in_ten_lines_how_a_rulebook_stands(site: Site) -> None:
    text = site.pages["snail_race/index.html"].text
    for line in (
        "1 mode: race; 2 boxes in all.",
        "1 document with 9 sentences and headings; clauses state 7 of them.",
        "8 clauses: 1 refuted, 1 proved, 1 exhausted, 5 played.",
        "3 properties: 1 proved, 1 exhausted, 1 refuted.",
        "Proved of it: 1 property; held or seen in plays of it: 0.",
        "1 ruling: 1 legal.",
        "1 ruling can change how a game ends; 0 have a sentence for each reading.",
        "Comes up in 81 % of games; decides 41 % of them (100 games of random players of race).",
        "No sentence to print is drafted yet for rests.",
        "No gap is registered.",
        "The store has answers about 2 of 2 boxes.",
    ):
        assert line in text
    assert site.pages["snail_race/index.html"].source.count('class="chart"') == 3
    assert (
        "To print for stops , the reading in force: A snail that rolls <more> than is left stops & wins."
        in text
    )


def test_a_ruling_has_its_place_its_sentence_and_both_boards_side_by_side(site: Site) -> None:
    page = site.pages[RULING]
    assert "Snail Race, The rules, sentences 5 and 7 of 7" in page.text
    assert "comes up: 81 % (72.2 to 87.5); who wins: 40.7 % (30.7 to 51.6)" in page.text
    assert "Under rests instead of stops ." in page.text
    assert "Mode race, instance short" in page.text
    assert "here the readings part" in page.text
    assert "Under stops in force The choice is green's. The game is over: green won." in page.text
    assert "Under rests Not possible. What can be done: rest." in page.text
    assert page.source.count('<div class="board"') == 5
    assert "past_the_end" in site.pages["snail_race/rulings.html"].read.ids


def test_a_refuted_property_has_its_play(site: Site) -> None:
    text = site.pages["snail_race/properties/the-race-ends.html"].text
    assert "The play that refutes it Mode race, instance short: " in text
    assert "In the end: goes on." in text


def test_games_are_drawn_with_their_numbers(site: Site) -> None:
    page = site.pages["snail_race/boxes.html"]
    assert "The box as sold, 300 random games, " in page.text
    assert "Exhausted: 60 states, 108 transitions" in page.text
    assert "race, instance short: 60 states and 108 transitions." in page.text
    assert page.source.count('class="chart"') == 2


def test_without_documents_no_sentence_of_them_is_shown_and_with_them_every_page_says_so(
    folder: Path,
) -> None:
    plain, quoted = Site(folder / "site"), Site(folder / "quoted")
    assert all(NOTICE not in page.text for page in plain.pages.values())
    assert all(NOTICE in page.text for page in quoted.pages.values())
    sentences = (folder / "documents" / "snail-race.en.txt").read_text(encoding="utf-8").split("\n")
    longest = max(sentences, key=len)
    first = " ".join(longest.split())[:25]
    assert first in quoted.pages["snail_race/rulebook.html"].text
    assert all(first not in page.text for page in plain.pages.values())


def test_what_has_changed_is_told_since_an_older_report(folder: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    shutil.copytree(folder / "site", old)
    data = json.loads((old / "summary.json").read_text())
    data["rulebooks"]["snail-race"]["rulings"]["past_the_end"] = "never"
    data["rulebooks"]["snail-race"]["clauses"]["turn.hop"] = "proved"
    (old / "summary.json").write_text(json.dumps(data))
    new = tmp_path / "new"
    done = run(
        folder, "report", "-o", str(new), "--since", str(old), "-q", QUEENSBENCH_STORE=str(folder / "store")
    )
    assert (done.code, done.err) == (0, "")
    text = Site(new).pages["snail_race/changes.html"].text
    assert "clause turn.hop proved gone ruling past_the_end never legal" in text
    assert Site(new).faults() == []


def test_a_report_replaces_an_older_one_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    shutil.copytree(folder / "site", out)
    data = json.loads((out / "summary.json").read_text())
    outside = tmp_path / "kept.html"
    outside.write_text("kept")
    (out / "snail_race" / "older.html").write_text("older")
    data["files"] += ["snail_race/older.html", "../kept.html", str(outside), "d/secret.txt"]
    (out / "summary.json").write_text(json.dumps(data))
    (out / "mine.txt").write_text("mine")
    own = tmp_path / "own"
    own.mkdir()
    (own / "secret.txt").write_text("kept")
    (out / "d").symlink_to(own)
    done = run(folder, "report", "-o", str(out), "-q", "--json", QUEENSBENCH_STORE=str(folder / "store"))
    told = json.loads(done.out)
    assert (told["files"], len(told["pages"]), told["quoting"]) == (13, 9, False)
    assert told["rulebooks"] == {"snail-race": "snail_race/index.html"}
    assert outside.read_text() == "kept"
    assert (out / "mine.txt").read_text() == "mine"
    assert (own / "secret.txt").read_text() == "kept"
    assert not (out / "snail_race" / "older.html").exists()


BAD = [
    (
        ("--out", "model"),
        "queensbench: model: holds other files than a report; name an empty folder, or that of a report\n",
    ),
    (
        ("--out", "x", "--since", "model"),
        "queensbench: model: no report is here; name the folder of an older one\n",
    ),
    (
        ("--out", "x", "--conformance", "pyproject.toml"),
        "queensbench: pyproject.toml: is no report on an engine; name what `conform --save` has written\n",
    ),
    (
        ("--out", "x", "--documents", "nowhere"),
        "queensbench: nowhere: no such folder; name the folder that holds the documents\n",
    ),
    (
        ("snail-race/race", "--out", "x"),
        "queensbench: snail-race/race is a mode; name the rulebook: snail-race\n",
    ),
    (
        ("--out", "pyproject.toml/x"),
        "queensbench: pyproject.toml/x: cannot be written: not a directory; free space or choose another\n",
    ),
]


def test_what_cannot_be_done_is_one_line(folder: Path) -> None:
    done = run_all(folder, [["report", "-q", *arguments] for arguments, _ in BAD])
    assert [(one.code, one.err) for one in done] == [(2, message) for _, message in BAD]
    assert not (folder / "x").exists()


def test_what_was_never_asked_stands_there_with_the_command_that_asks_it(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "counter", "counter", COUNTER)
    done = run(folder, "report", "-o", "site", "-q")
    assert (done.code, done.err) == (0, "")
    site = Site(folder / "site")
    assert site.faults() == []
    assert "Not asked yet. queensbench audit counter/count asks it." in site.pages["counter/boxes.html"].text
    assert "7 properties: 7 not asked yet." in site.pages["counter/index.html"].text
    assert "2 rulings: 2 not judged." in site.pages["counter/index.html"].text
    assert (
        "No register of clauses is written: spec/counter/clauses.toml"
        in site.pages["counter/rulebook.html"].text
    )


def test_asked_for_it_audits_first_and_draws_every_small_box(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "counter", "counter", COUNTER)
    done = run(
        folder, "report", "-o", "site", "--ask", "-q", "--json", QUEENSBENCH_STORE=str(tmp_path / "store")
    )
    assert (done.code, done.err) == (0, "")
    site = Site(folder / "site")
    assert site.faults() == []
    boxes = site.pages["counter/boxes.html"]
    assert "Not asked yet" not in boxes.text
    assert "not asked yet" not in site.pages["counter/index.html"].text
    drawn = sorted(path.name for path in (folder / "site" / "counter" / "graphs").iterdir())
    assert drawn == ["count-small.svg", "count-wide.svg"]
    assert boxes.read.links.count("graphs/count-small.svg") == 2
