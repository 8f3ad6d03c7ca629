"""Reports on engines under test on the local page: opened, refused, and read step by step with both boards."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from queensbench.api.game import selected
from queensbench.surfaces.page.desk import MOST_REPORTS, Desk
from tests.surfaces.page.browsing import Reader, Shown

DIFFERENCE: dict[str, Any] = {
    "kind": "fault",
    "instance": "six",
    "ask": "state",
    "field": "held",
    "expected": [3],
    "got": 2,
    "moves": ["begin_queue(queue=FIRST)", "reveal(card=3)"],
    "clauses": ["turn.draw"],
    "boards": {"rules": "in hand: 3", "engine": "in hand: 2"},
    "told": [{"steps": 1, "fields": {"held": 0}}, {"steps": 2, "fields": {"held": 2, "deck": [[3, 1]]}}],
    "points": "fault of the engine",
}
REPORT: dict[str, Any] = {
    "format": "queensbench conformance 1",
    "mode": "queue4/standard",
    "engine": {"name": "an <engine>"},
    "rulings": [{"ruling": "stop_when", "verdict": "plays", "reading": "until_placed", "house": "unseen"}],
    "differences": [DIFFERENCE],
}


@pytest.fixture(scope="module")
def reader() -> Reader:
    """A reader of one mode."""

    def never(error: BaseException) -> str:
        raise AssertionError(f"an internal error: {error!r}")

    return Reader(Desk(selected(["queue4/standard"]), seed=7, report=never))


def opened(reader: Reader, report: Any) -> Shown:
    """What opening a report brings."""
    text = report if isinstance(report, str) else json.dumps(report)
    return reader.ask("POST", "/report", files={"report": ("report.json", text.encode())})


def test_a_finding_is_read_step_by_step_with_both_boards(reader: Reader) -> None:
    found = opened(reader, REPORT)
    assert found.code == 200
    assert "an <engine> at queue4/standard" in found.words
    assert "an &lt;engine&gt;" in found.text
    last = reader.get(f"{found.address}/1")
    assert "Finding 1: step 2" in last.words
    assert "Step 2 of 2." in last.words
    assert "What it tells otherwise is marked." in last.words
    theirs = last.text.partition('<h2 id="theirs">')[2].partition("</section>")[0]
    assert re.findall(r'class="cell[^"]* new"[^>]*>([^<]+)', theirs) == ["2"]
    assert "Here it differs asked state held the rules say 3 the engine says 2" in last.words
    before = reader.get(f"{found.address}/1?step=1")
    assert "It tells the same state." in before.words
    assert "Here it differs" not in before.words
    start = reader.get(f"{found.address}/1?step=0")
    assert "The report has no state that the engine told here." in start.words
    link = re.search(r'href="(/at\?[^"]+)">Play on from there', last.text)
    assert link is not None
    there = reader.get(link[1].replace("&amp;", "&"))
    assert there.status == "The player chooses: 3 moves."
    assert "Read otherwise than the house: stop_when = until_placed" in there.words


def test_moves_of_a_finding_are_told_as_people_name_them(reader: Reader) -> None:
    queen = {
        **DIFFERENCE,
        "instance": "full",
        "moves": ["begin_queue(queue=FIRST)", "reveal(card=12)", "odd"],
    }
    found = opened(reader, {**REPORT, "differences": [DIFFERENCE, queen]})
    assert "after begin queue: queue first; reveal: card 3 " in found.words
    assert "after begin queue: queue first; reveal: card Queen; odd " in found.words
    play = reader.get(f"{found.address}/1?step=1").text.partition('<ol class="history"')[2]
    assert [" ".join(re.sub("<[^>]+>", "", one).split()) for one in play.split("</li>")[:3]] == [
        'start="0" tabindex="0" aria-labelledby="play"> start',
        "begin queue: queue first",
        "reveal: card 3",
    ]
    elsewhere = opened(reader, {**REPORT, "mode": "other/game"})
    assert "after begin_queue(queue=FIRST); reveal(card=3) " in elsewhere.words


def test_what_an_engine_tells_may_be_no_state(reader: Reader) -> None:
    odd = {**DIFFERENCE, "told": [{"steps": 2, "fields": {"held": 99, "nothing": {"a": 1}}}]}
    found = opened(reader, {**REPORT, "differences": [odd]})
    assert "What the engine tells here is no state of this game." in reader.get(f"{found.address}/1").words


def test_a_report_that_says_little_is_shown_all_the_same(reader: Reader) -> None:
    found = opened(reader, {"format": REPORT["format"], "mode": "chess/standard", "differences": [{}]})
    assert "the engine at chess/standard 1 difference from the rules." in found.words
    assert "Step by step" not in found.words
    assert "the engine at chess/standard" in reader.get("/").words


@pytest.mark.parametrize(
    ("report", "said"),
    [
        ("{", "the file: is no JSON; name a saved report"),
        ("[" * 100_000, "the file: is no JSON; name a saved report"),
        ([1], "the file: is no report of this toolkit; name what `--save` has written"),
        ({**REPORT, "mode": 7}, "the file: mode is not as a report has it; save the report anew"),
        ({**REPORT, "engine": []}, "the file: engine is not as a report has it; save the report anew"),
        ({**REPORT, "rulings": [7]}, "the file: rulings is not as a report has it; save the report anew"),
        (
            {**REPORT, "differences": [{**DIFFERENCE, "moves": [{}]}]},
            "the file: differences is not as a report has it; save the report anew",
        ),
        (
            {**REPORT, "differences": [{**DIFFERENCE, "told": [{"steps": "x"}]}]},
            "the file: differences is not as a report has it; save the report anew",
        ),
    ],
)
def test_a_report_that_is_none_is_refused(reader: Reader, report: Any, said: str) -> None:
    found = opened(reader, report)
    assert (found.code, found.said("alert")) == (400, [said])


@pytest.mark.parametrize(
    ("change", "where", "code", "said"),
    [
        ({}, "/2", 400, "engine: the report has no finding 2; choose one of its 1"),
        ({}, "/1?step=3", 400, "step: the play has no step 3; it has 0 to 2"),
        ({}, "/1?step=x", 400, "step: the play has no step x; it has 0 to 2"),
        (
            {"instance": "seven"},
            "/1",
            400,
            "engine: finding 1 is of a box that is not served here; serve its mode",
        ),
        (
            {"moves": ["__class__(x=1)"]},
            "/1",
            400,
            "play: no move is called __class__; choose one of the page's",
        ),
        (
            {"moves": ["begin_queue(queue=FIRST)", "begin_queue(queue=FIRST)"]},
            "/1",
            409,
            "Not allowed: require(choosing(s)) (option.new)",
        ),
    ],
)
def test_what_cannot_be_shown_of_it_is_told_in_a_line(
    reader: Reader, change: dict[str, Any], where: str, code: int, said: str
) -> None:
    found = opened(reader, {**REPORT, "differences": [{**DIFFERENCE, **change}]})
    assert found.code == 200
    shown = reader.get(found.address + where)
    assert (shown.code, shown.said("alert")) == (code, [said])


def test_so_many_reports_are_held_and_the_oldest_goes(reader: Reader) -> None:
    first = opened(reader, REPORT)
    for _ in range(MOST_REPORTS):
        opened(reader, REPORT)
    assert len(reader.desk.reports) == MOST_REPORTS
    gone = reader.get(first.address)
    assert (gone.code, gone.said("alert")) == (404, ["This report is not held, or no longer."])
