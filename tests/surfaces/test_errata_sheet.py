"""The sheet before print: what ``queensbench errata`` says of the sentences to change, as text, data and pages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.surfaces.projects import Done, run_all

SENTENCE = "A snail stops on the last space, <whatever> the die shows."
DRAFT = f"""        errata={{PastTheEnd.STOPS: "{SENTENCE}"}},
        why="The last space"""
ERRATA = ["errata", "snail-race", "-q"]
COMMANDS = {
    "without": ERRATA,
    "book": ["rulings", "snail-race", "--book", "docs/rulings", "--games", "50", "-q"],
    "text": [*ERRATA, "--markdown", "out/sheet.md", "--html", "out/sheet.html"],
    "fail": [*ERRATA, "--fail"],
    "json": [*ERRATA, "--json", "--documents", "documents"],
    "theirs": [*ERRATA, "--documents", "documents", "--markdown", "out/theirs.md"],
    "late": [*ERRATA, "--seconds", "0", "--store", "off"],
    "part": [*ERRATA, "-i", "short"],
    "nowhere": [*ERRATA, "--documents", "nowhere"],
    "folder": [*ERRATA, "--html", "out"],
}
LAST = "No erratum is needed: the house reading meets all properties but the-race-ends"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Done]]:
    folder = tmp_path_factory.mktemp("sheet")
    (new,) = run_all(folder, [["new", "race"]])
    assert new.code == 0
    race = folder / "race"
    rulings = race / "spec/snail_race/rulings.py"
    text = rulings.read_text()
    assert text.count('        why="The last space') == 1
    rulings.write_text(text.replace('        why="The last space', DRAFT))
    done = run_all(race, list(COMMANDS.values()), QUEENSBENCH_STORE="verdicts")
    return race, dict(zip(COMMANDS, done, strict=True))


def sheet_of(done: Done) -> list[str]:
    lines = done.out.splitlines()
    return lines[lines.index("Snail Race: two snails, one die, and a track: before print") :]


def test_without_a_book_the_command_says_how_to_get_a_sheet(found: tuple[Path, dict[str, Done]]) -> None:
    done = found[1]["without"]
    assert done.code == 0
    assert " ".join(done.out.splitlines()[-2:]).split() == [
        "snail-race",
        "has",
        "no",
        "book",
        "of",
        "rulings,",
        "so",
        "that",
        "nothing",
        "is",
        "said",
        "of",
        "what",
        "to",
        "print",
        "first:",
        "write",
        "it",
        "with",
        "`queensbench",
        "rulings",
        "snail-race",
        "--book",
        "docs/rulings`.",
    ]


def test_an_entry_says_where_how_often_what_and_what_to_print(found: tuple[Path, dict[str, Done]]) -> None:
    done = found[1]["text"]
    assert (done.code, done.err) == (0, "")
    lines = sheet_of(done)
    often = next(line for line in lines if line.startswith("   comes up in "))
    told = r"   comes up in \d+ % of games; decides \d+ % of them \(50 games of random players of race\)"
    assert re.fullmatch(told, often), often
    lines.remove(often)
    assert lines == [
        "Snail Race: two snails, one die, and a track: before print",
        "1 ruling; the readings of 1 give another result in some play. Those that change most random games come first.",
        "",
        "1. past_the_end: What does a snail do when the die shows more than the spaces that are left?",
        (
            "   best play: on race/short it is worth 5/8 = 0.625, under rests 1/3 = 0.3333; another value in 42 of 60"
            " positions; others win 20 % of games"
        ),
        "     of best players",
        "   Snail Race, The rules, sentences 5 and 7 of 7 (turn.creep, end.reach)",
        "   The shortest play on which they part: race, instance short, 3 choices, 6 steps.",
        "      by chance: roll, pips 2",
        "      green: creep. by chance: roll, pips 2",
        "      brown: creep. by chance: roll, pips 2",
        "      turn    green",
        "      at      green brown",
        "                2     2",
        "      rolled  yes",
        "      pips    2",
        "   Step 6: green: creep",
        "   Under stops (house): the choice is green's; the game is over: green won.",
        "      * turn    [brown]",
        "        at      green brown",
        "      *          [3]    2",
        "      * rolled  [no]",
        "      * pips    [1]",
        "   Under rests: not possible; what can be done: rest.",
        "   stops (house): It may: it stops on the last space. It keeps 2 properties on short (60 states, exhausted).",
        f"      to print: {SENTENCE}",
        (
            "   rests: It may not: it has to rest until the die shows no more than the spaces left. It keeps the 2 properties"
            " that the house reading"
        ),
        "     keeps on short (60 states, exhausted).",
        "      to print: no sentence yet",
        "",
        "Without a sentence to print, though they give another result in some play",
        "  past_the_end: rests",
        "",
    ]


def test_a_missing_sentence_ends_with_one_where_that_is_asked(found: tuple[Path, dict[str, Done]]) -> None:
    assert (found[1]["text"].code, found[1]["fail"].code) == (0, 1)


def test_as_data_a_sheet_names_places_readings_and_what_they_keep(
    found: tuple[Path, dict[str, Done]],
) -> None:
    (sheet,) = json.loads(found[1]["json"].out)["sheets"]
    assert (sheet["ruleset"], sheet["documents"], sheet["notes"]) == ("snail-race", True, [])
    assert sheet["missing"] == [{"ruling": "past_the_end", "readings": ["rests"]}]
    (entry,) = sheet["entries"]
    assert entry["places"] == [
        {
            "document": "snail-race.en",
            "printing": "",
            "heading": "The rules",
            "sentences": [5, 7],
            "of": 7,
            "units": entry["places"][0]["units"],
            "clauses": ["turn.creep", "end.reach"],
            "texts": [
                "Then your snail creeps on by as many spaces as the die shows, or you let it rest.",
                "The first snail to reach the last space wins the race.",
            ],
        }
    ]
    kept = {"instance": "short", "states": 60, "asked": 2, "broken": [], "undecided": [], "not_judged": ""}
    assert [(one["reading"], one["house"], one["sentence"], one["kept"]) for one in entry["readings"]] == [
        ("stops", True, SENTENCE, kept),
        ("rests", False, "", kept),
    ]
    assert (entry["play"]["instance"], entry["play"]["choices"], entry["play"]["steps"]) == ("short", 3, 6)


def test_sentences_of_the_documents_stand_in_it_only_where_they_are_given(
    found: tuple[Path, dict[str, Done]],
) -> None:
    race, _ = found
    own, theirs = ((race / "out" / name).read_text() for name in ("sheet.md", "theirs.md"))
    sentence = "> The first snail to reach the last space wins the race."
    warning = "other people's text: do not pass it on."
    assert (sentence in own, warning in own) == (False, False)
    assert (sentence in theirs, warning in theirs) == (True, True)


def test_the_page_is_self_contained_and_escapes_what_it_says(found: tuple[Path, dict[str, Done]]) -> None:
    page = (found[0] / "out/sheet.html").read_text()
    assert page.count("<svg ") == 2
    for foreign in ("<script", "http://", "https://", "src=", "<link", "@import", "url("):
        assert foreign not in page.replace('xmlns="http://www.w3.org/2000/svg"', ""), foreign
    assert "A snail stops on the last space, &lt;whatever&gt; the die shows." in page
    assert "<whatever>" not in page


def test_markdown_escapes_what_it_says(found: tuple[Path, dict[str, Done]]) -> None:
    text = (found[0] / "out/sheet.md").read_text()
    assert "  To print: *A snail stops on the last space, \\<whatever\\> the die shows.*" in text.splitlines()
    assert "*past\\_the\\_end*: comes up in " in text


def test_what_was_not_judged_is_said(found: tuple[Path, dict[str, Done]]) -> None:
    done = found[1]["late"]
    assert done.code == 3
    assert "Its properties were not judged on short: the time was over." in " ".join(sheet_of(done)[-12:])


def test_of_an_instance_the_search_alone_is_asked(found: tuple[Path, dict[str, Done]]) -> None:
    lines = found[1]["part"].out.splitlines()
    assert LAST in lines
    assert lines[-1] == ""
    assert "explorations" in lines[-2]


def test_bad_input_is_one_line(found: tuple[Path, dict[str, Done]]) -> None:
    for name, said in (
        ("nowhere", "nowhere: no such folder; name the folder that holds the documents"),
        ("folder", "out: this is a folder; name a file"),
    ):
        done = found[1][name]
        assert (done.code, done.out, done.err) == (2, "", f"queensbench: {said}\n"), name
