"""Parts of the pages of a report: charts, grids, boards without a drawing, summaries and saved reports on engines."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from enum import auto
from pathlib import Path
from typing import Annotated, Any

import pytest

import queensbench as qb
from queensbench.analyses.report.stored_answers import StoredAnswer
from queensbench.analyses.rulings.effects import Share
from queensbench.analyses.rulings.impact import Frequency
from queensbench.analyses.verdicts.sampled import _points
from queensbench.engines.simulate.playouts import Scores
from queensbench.errors import BadInput
from queensbench.language import Bound, Kind, Mode, Range, Record, Seq, Table, hidden, initial, owner
from queensbench.language.studies import StudyDecl
from queensbench.readers.interpreter import Interpreter
from queensbench.rendering.boards import board_of, text
from queensbench.rendering.site import changes
from queensbench.rendering.site.charts import Bar, bars, columns
from queensbench.rendering.site.engine import engine_view, read
from queensbench.rendering.site.games import _distribution, _study
from queensbench.rendering.site.grids import grid
from queensbench.rendering.site.pages import _remove, _require_below, environment
from queensbench.rendering.site.properties import slug
from queensbench.rendering.site.rulings import pictures
from queensbench.rendering.site.tables import constant_tables
from queensbench.rendering.site.whole import whole
from queensbench.rendering.svg import inline, sheet


def test_a_chart_says_its_numbers_and_brings_nothing_along() -> None:
    chart = bars(
        [Bar("a <b>", 12.5, (11.25, 14), "proved"), Bar("c", 99)], "Shares & more", unit=" %", most=100
    )
    root = ET.fromstring(chart)
    assert (root.findtext("title"), root.findtext("desc")) == (
        "Shares & more",
        "a <b>: 12.5 % (11.2 to 14); c: 99 %",
    )
    assert {one.tag for one in root.iter()} == {"svg", "title", "desc", "g", "rect", "text", "path"}
    assert not any(one.get("style") or one.get("id") for one in root.iter())
    assert [one.text for one in root.iter("text") if one.get("class", "").startswith("number")] == [
        "99 %",
        "12.5 %",
    ]
    assert [one.get("class") for one in root.iter("g") if one.get("class", "").startswith("bar ")] == [
        "bar tone-proved"
    ]


def test_a_number_in_a_bar_stands_before_its_interval() -> None:
    root = ET.fromstring(bars([Bar("a", 90, (80, 95))], "t", unit=" %", most=100))
    (number,) = [one for one in root.iter("text") if one.get("class", "").startswith("number")]
    rect = next(one.find("rect") for one in root.iter("g") if one.get("class") == "bar")
    assert rect is not None
    until = float(rect.get("x") or 0) + 80 / 90 * float(rect.get("width") or 0)
    assert number.get("class") == "number inside"
    assert float(number.get("x") or 0) == pytest.approx(until - 5, abs=0.1)


def test_each_other_reading_has_a_chart_of_its_own() -> None:
    def played(mode: str, against: str) -> Frequency:
        none = Share(0, 10)
        return Frequency(mode, "full", against, 10, 1, Share(5, 10), none, none, none)

    found = pictures([played("race", "rests"), played("race", "turns"), played("relay", "turns")])
    assert [(name, ET.fromstring(chart).findtext("desc")) for name, chart in found] == [
        ("rests", "comes up: 50 % (23.7 to 76.3); result: 0 % (0 to 27.8)"),
        (
            "turns",
            (
                "race: comes up: 50 % (23.7 to 76.3); race: result: 0 % (0 to 27.8); "
                "relay: comes up: 50 % (23.7 to 76.3); relay: result: 0 % (0 to 27.8)"
            ),
        ),
    ]


def test_what_stands_in_backticks_is_code_and_nothing_else_is_markup() -> None:
    shown = environment().from_string("{{ a|prose }} {{ b|breakable }}").render(a="by `x<y` <b>", b="a.b<.c")
    assert shown == "by <code>x&lt;y</code> &lt;b&gt; a.<wbr>b&lt;.<wbr>c"


def test_bars_are_as_long_as_their_numbers() -> None:
    root = ET.fromstring(bars([Bar("a", 10), Bar("b", 40), Bar("c", 0)], "t"))
    drawn = {one.findtext("title"): float(one.find("rect").get("width") or 0) for one in root.iter("g") if one.get("class") == "bar"}  # type: ignore[union-attr]  # fmt: skip
    assert drawn["b: 40"] == pytest.approx(4 * drawn["a: 10"])
    assert drawn["c: 0"] == 0


def test_a_chart_of_nothing_is_nothing() -> None:
    assert bars([], "t") == columns([], "t") == ""


def answer(**payload: Any) -> StoredAnswer:
    return StoredAnswer("study", "m", "s", "2026", True, payload)


class Bare(Record):
    at: Annotated[int, Range(0, 1)]


def study(*grid: str) -> StudyDecl:
    return StudyDecl("s", Bare, "Who?", lambda bench: None, __name__, False, grid)  # type: ignore[arg-type, return-value]


ROWS = [["x", "p", "no"], ["x", "q", "yes"], ["y", "p", "yes"]]


def test_a_study_that_names_three_columns_is_a_grid() -> None:
    asked = answer(columns=["one", "two", "acts"], rows=ROWS, chosen=[1], findings=["so"])
    grid = _study(study("one", "two", "acts"), "m", asked).grid
    assert grid is not None
    assert (grid.down, grid.across, grid.heads) == ("one", "two", ["p", "q"])
    assert grid.rows == [("x", [("no", 0), ("yes", 1)]), ("y", [("yes", 1), ("", -1)])]
    assert grid.legend == [("no", 0), ("yes", 1)]


@pytest.mark.parametrize("grid", [(), ("one", "two"), ("one", "two", "gone")])
def test_any_other_study_is_a_table(grid: tuple[str, ...]) -> None:
    found = _study(study(*grid), "m", answer(columns=["one", "two", "acts"], rows=ROWS))
    assert (found.grid, found.rows, found.left) == (None, ROWS, 0)
    assert _study(study(*grid), "m", None).answer is None


class Suit(Kind):
    HEART = auto()
    SPADE = auto()


class Seat(Kind):
    ANN = auto()
    BOB = auto()


class Laid(Record):
    turn: Seat
    fine: bool
    count: Table[Suit, Annotated[int, Range(0, 3)]]
    held: Annotated[Table[Seat, Suit, Annotated[int, Range(0, 3)]], owner()]
    row: Annotated[Seq[Suit], Bound(3)]
    pile: Annotated[Seq[Suit], Bound(3), hidden()]
    up: Table[Seat, bool]
    tile: Annotated[Table[Seat, Suit], owner(shown="up")]


@initial()
def lay(s: Laid) -> None:
    s.turn = Seat.BOB
    s.count[Suit.SPADE] = 2
    s.held[Seat.ANN, Suit.HEART] = 1
    s.row.append(Suit.SPADE)
    s.row.append(Suit.HEART)
    s.pile.append(Suit.SPADE)
    s.up[Seat.BOB] = True
    s.tile[Seat.BOB] = Suit.SPADE


def test_a_state_without_a_drawing_is_grids_and_rows_of_cards_with_what_is_hidden_face_down() -> None:
    reader = Interpreter(Mode("laid", state=Laid))
    board = board_of(reader, reader.start())
    assert text(board) == [
        "turn   bob",
        "fine   no",
        "count  heart spade",
        "         0     2",
        "held   heart spade",
        " ann    (1)   (0)",
        " bob    (0)   (0)",
        "row    spade heart",
        "pile   (spade)",
        "up     ann bob",
        "        no yes",
        "tile     ann    bob",
        "       (heart) spade",
    ]
    drawn = inline(board, title="<laid>")
    assert drawn.startswith("<svg width=")
    assert "<title>&lt;laid&gt;</title>" in drawn
    assert "<style>" not in drawn
    assert ".board .red{fill:#ffc9c4}" in sheet(".board")


def test_names_become_files_that_differ() -> None:
    taken: set[str] = set()
    assert [slug(name, taken) for name in ("a.b", "A.b", "../x", "ü/ü", "", "a.b-2")] == [
        "a.b", "a.b-2", "x", "one", "one-2", "a.b-2-2",
    ]  # fmt: skip


DAMAGED = ["[]", "{", '{"format": "queensbench report 1"}', '{"format": "other", "rulebooks": {}, "files": []}',
           '{"format": "queensbench report 1", "files": [], "rulebooks": {"x": {"clauses": {}, "rulings": []}}}']  # fmt: skip


@pytest.mark.parametrize("data", DAMAGED)
def test_a_damaged_summary_is_refused(data: str, tmp_path: Path) -> None:
    (tmp_path / "summary.json").write_text(data)
    with pytest.raises(BadInput) as met:
        changes.read(tmp_path)
    assert str(met.value) == f"{tmp_path / 'summary.json'}: is no summary of a report; write that report anew"


ENGINE: dict[str, Any] = {
    "format": "queensbench conformance 1", "mode": "snail-race/race", "instances": ["short"], "unsupported": {},
    "engine": {"name": "slow <snail>", "version": "1"}, "one_reading": True, "unsteady": [], "leaks": [], "fault": None,
    "rulings": [{"ruling": "past_the_end", "verdict": "plays", "reading": "rests", "house": "stops", "claimed": None,
                 "class": "sampled", "excluded": {"stops": [3]}, "left": ["rests"], "against": []}],
    "differences": [], "class": {"class": "sampled"}, "exhausted": {},
    "coverage": {"plays": 2, "moves": 9, "cut": 0, "asked": {"state": 9}, "offered": 1, "clauses": ["a.b"], "clauses_not": []},
}  # fmt: skip


def test_a_saved_report_on_an_engine_is_read(tmp_path: Path) -> None:
    path = tmp_path / "engine.json"
    path.write_text(json.dumps(ENGINE))
    found = engine_view(read(path), 1)
    assert (found.name, found.mode, found.conforms, found.differences) == (
        "slow <snail> 1",
        "snail-race/race",
        True,
        [],
    )
    assert list(found.readings) == [("past_the_end", "plays rests (not the house's)", "not stops: play 3")]
    assert found.coverage[-1] == "Every finding holds if the engine keeps one reading throughout."
    assert not replace(found, conforms=False).conforms


@pytest.mark.parametrize("without", ["rulings", "engine", "coverage", "differences"])
def test_a_damaged_report_on_an_engine_is_refused(without: str) -> None:
    data = {key: value for key, value in ENGINE.items() if key != without}
    with pytest.raises(BadInput) as met:
        engine_view(data, 1)
    assert str(met.value) == "the report on an engine is damaged; write it anew with `conform --save`"


def test_all_pages_as_one_keep_their_links_apart() -> None:
    pages = {
        "index.html": '<p class="notice" role="note">Not ours.</p><main id="main"><h1 id="top">All</h1><a href="one/a.html#x">a</a></main>',
        "one/a.html": '<main><p id="x"><a href="../index.html">up</a> <a href="#x">here</a></p>'
        '<details class="c"><summary>more</summary></details><details open></details><img src="graphs/g.svg" loading="lazy">'
        '<section aria-labelledby="x y"></section><a href="mailto:x">m</a></main>',
    }
    text = whole(pages)
    assert (
        '<article class="page" id="p0">\n<p class="notice" role="note">Not ours.</p><h1 id="p0-top">' in text
    )
    assert '<a href="#p1-x">a</a>' in text
    assert '<p id="p1-x"><a href="#p0">up</a> <a href="#p1-x">here</a></p>' in text
    assert (
        '<details open class="c"><summary>more</summary></details><details open></details><img src="one/graphs/g.svg">'
        in text
    )
    assert text.count('content: "Other people’s text') == 1
    assert whole({"a.html": pages["one/a.html"]}).count("Other people") == 0
    assert '<section aria-labelledby="p1-x p1-y"></section><a href="mailto:x">m</a>' in text
    assert text.count("<article") == 2


def test_a_distribution_is_shares_with_intervals_by_class() -> None:
    root = ET.fromstring(_distribution([[-2, -1, 30], [0, 1, 0], [2, 2, 970]], "Scores of seat 1"))
    assert root.findtext("title") == "Scores of seat 1, with 95 % intervals"
    assert root.findtext("desc") == (
        "-2 to -1: 3 % (2.1 to 4.3); 0 to 1: 0 % (0 to 0.38); 2: 97 % (95.7 to 97.9)"
    )
    heads = [one.text for one in root.iter("text")]
    assert {"-2", "0", "2"} <= set(heads)
    assert "…" not in "".join(filter(None, heads))
    assert _distribution([], "t") == ""


def test_games_by_score_are_summed_up_in_classes_of_equal_width() -> None:
    extremes = Scores(sum=0, least=-3, least_game=0, greatest=96, greatest_game=1)
    counted = [(-3, -3, 5), (-2, -2, 1), (0, 0, 2), (96, 96, 7)]
    found = _points(counted, extremes)
    assert found[:2] == [[-3, -1, 6], [0, 2, 2]]
    assert found[-1] == [96, 96, 7]
    assert len(found) == 34
    assert sum(games for _, _, games in found) == 15
    assert {last - first for first, last, _ in found[:-1]} == {2}


def test_constant_tables_of_a_model_are_grids() -> None:
    found = {one.title: one.grid for one in constant_tables(qb.load("queen-is-dead/standard").ruleset)}
    assert sorted(found) == ["initiative", "other", "place"]
    initiative = found["initiative"]
    assert list(initiative.heads)[:3] == ["Sniper", "Assassin", "Schemer"]
    assert [text for text, _ in initiative.rows[0][1]] == [str(n) for n in range(1, 10)]
    assert {hue for _, hue in initiative.rows[0][1]} == {-1}
    assert initiative.legend == []


def test_a_table_with_few_values_is_coloured() -> None:
    one = grid("", "", [("", str(n), "yes" if n % 2 else "no") for n in range(6)], few=True)
    assert one.legend == [("no", 0), ("yes", 1)]
    assert [hue for _, hue in one.rows[0][1]] == [0, 1, 0, 1, 0, 1]


def test_what_lies_behind_a_link_is_no_part_of_a_report(tmp_path: Path) -> None:
    site, own = tmp_path / "site", tmp_path / "own"
    for path in (site / "deep" / "er" / "page.html", own / "er" / "secret.txt", own / "secret.txt"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("kept")
    (site / "d").symlink_to(own)
    for name in ("d/secret.txt", "d/er/secret.txt", "d/none.txt", "../own/secret.txt", "d", "deep"):
        _remove(site, name)
    assert (own / "secret.txt").read_text() == (own / "er" / "secret.txt").read_text() == "kept"
    with pytest.raises(BadInput) as caught:
        _require_below(site, site / "d" / "er" / "page.html")
    assert str(caught.value) == f"{site / 'd'}: it is a link, no folder; remove it"
    _require_below(site, site / "deep" / "er" / "page.html")
    _remove(site, "deep/er/page.html")
    assert not (site / "deep").exists()
