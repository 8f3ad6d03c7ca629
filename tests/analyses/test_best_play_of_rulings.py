"""What rulings do to best play: the values of a small box under two readings, in words, in tables and in a book."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from queensbench.analyses.errata_sheet import best_words
from queensbench.analyses.findings.findings import findings, followed
from queensbench.analyses.rulings.best_play_rows import BEST, BestPlayRow, solvable, where_they_part
from queensbench.analyses.rulings.best_play_values import greatest, number, percent_of
from queensbench.analyses.rulings.impact import Finding, ImpactSettings
from queensbench.analyses.strategies import best_play_boxes
from queensbench.engines.boxes import LOOPS
from queensbench.engines.runtime.box import Box
from queensbench.engines.solve import solver
from queensbench.engines.solve.solver import solve
from queensbench.evidence.questions import Unfinished
from queensbench.language import Instance
from queensbench.project.projects import rulings_of
from queensbench.rendering.book import entries
from queensbench.rendering.ruling_tables import best_cells, report
from queensbench.rendering.screen import Screen
from queensbench.rules.system import build
from tests.analyses.test_rulings import ruleset

SETTINGS = ImpactSettings(games=200, seed=5, interactions=False, rulings=("again", "marks", "called"))
GONE = {
    "against": "five",
    "why": "",
    "aim": "wins minus losses of RED, BLUE playing against it",
    "states": 87,
    "value": "1/2",
    "other": "1/3",
    "positions": {"common": 87, "differ": 11},
    "deals": {"common": "1", "differ": "1/4"},
    "parted": 85,
    "classes": {"winner": 85, "score": 0, "ending": 0, "length": 0, "course": 0},
    "cut": 0,
}
"""The ruling `high` of the wager, as the engine has it of the box as sold."""


@pytest.fixture(scope="module")
def found() -> dict[str, Finding]:
    return {row.ruling: row for row in findings(ruleset(), settings=SETTINGS)}


def test_each_reading_that_parts_on_a_small_box_is_solved_there(found: dict[str, Finding]) -> None:
    told = {name: row.best_play for name, row in found.items()}
    assert {name: one and one.text for name, one in told.items()} == {
        "again": (
            "on wager/low it is worth 0, under twice too; the same value in all 3 positions of both; "
            "others win 46 % of games of best players"
        ),
        "marks": "on wager/low it is worth 0, under three too; the same value in all 45 positions of both",
        "called": (
            "on wager/low it is worth 0, under nobody too; the same value in all 21 positions of both; "
            "another length of 100 % of games of best players"
        ),
    }
    again = told["again"]
    assert again is not None
    effect = again.effect
    assert effect is not None
    assert (effect.by, effect.class_, effect.instance) == (BEST, "sampled", "low")
    assert [row.changes for row in told.values() if row is not None] == [True, False, False]


def test_what_the_memory_of_the_machine_has_cut_short_is_told_so_and_not_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whichever of the two readings it is; an instance that is too large is, with its reason."""
    mode = ruleset().modes["wager"]
    system = build(mode, mode.full, ruleset="wager")
    box = Box("wager", mode, mode.full, system, LOOPS)
    decls = {decl.name: decl for decl in rulings_of(mode)}
    run: Any = SimpleNamespace(
        box=lambda name: box, options=SimpleNamespace(readings={}), say=lambda *said: None
    )

    def rows(short: tuple[str, ...]) -> list[Any]:
        reasons = iter(short)

        def cut(box: Box, aims: Any, readings: Any, **more: Any) -> Any:
            found = solve(box, aims, readings)
            found.exploration.reason, found.exploration.complete = next(reasons), False
            found.complete = False
            return found

        monkeypatch.setattr(best_play_boxes, "solve", cut)
        boxes = best_play_boxes.SolvedBoxes(run, SETTINGS)
        missing: Any = [SimpleNamespace(name="high")]
        return list(boxes._found(mode.full, decls, missing))

    for reasons in (("refused", "max_states"), ("refused", "refused")):
        (row,) = rows(reasons)
        assert isinstance(row, Unfinished)
        assert row.answer.readings[0]["why"] == "the memory that the system gives"
    (row,) = rows(("max_states", "refused"))
    assert isinstance(row, Unfinished)
    (row,) = rows(("max_states", "max_states"))
    assert [one["why"] for one in row.readings] == ["its budget of 87 states"]
    monkeypatch.setattr(best_play_boxes, "solve", solve)

    def refused(box: Box, readings: Any, start: Any, most: Any, *more: Any) -> Any:
        found = explored(box, readings, start, 5, *more)
        found.reason = "refused"
        return found

    explored = solver._explored
    monkeypatch.setattr(solver, "_explored", refused)
    boxes = best_play_boxes.SolvedBoxes(run, SETTINGS)
    asked: Any = [SimpleNamespace(name="high")]
    (row,) = boxes._found(mode.full, decls, asked)
    assert isinstance(row, Unfinished)
    assert row.answer.readings[0]["why"] == (
        "the system gave no more memory before an end was found that anything could be worth; "
        "free memory, or take a smaller instance"
    )


def test_a_book_keeps_it_and_games_played_anew_find_it_again(
    found: dict[str, Finding], tmp_path: Path
) -> None:
    file = tmp_path / entries.FILE
    entries.write(found.values(), ruleset(), file)
    again = entries.read(file, ruleset())
    assert [row.best_plays for row in again] == [row.best_plays for row in found.values()]
    bare = [replace(row, best_plays=()) for row in again]
    assert [row.best_play for row in bare] == [None] * 3
    anew = followed(ruleset(), bare, settings=SETTINGS)
    assert [row.best_plays for row in anew] == [row.best_plays for row in found.values()]


def test_values_deals_positions_and_games_in_words_and_cells() -> None:
    row = BestPlayRow("high", 1_000, 3, [GONE, {"against": "six", "why": "bounds"}], 0.0)
    (one,) = row.told("wager", "full")
    assert one.text == (
        "on wager/full it is worth 1/2 = 0.5, under five 1/3 = 0.3333; another value after 25 % of deals; "
        "another value in 11 of 87 positions; others win 8 % of games of best players"
    )
    assert best_cells(one) == (
        "wager/full", "five", "1/2 = 0.5", "1/3 = 0.3333", "25 %", "11 of 87", "winner 8.5% (6.9-10)",
    )  # fmt: skip
    data = one.as_json()
    assert (data["class"], data["value"], data["other"], data["deals"]) == (
        "exhausted", "1/2", "1/3", {"common": "1", "differ": "1/4"},
    )  # fmt: skip
    assert data["effect"]["by"] == "best players"
    (bare,) = replace(row, readings=[{**GONE, "deals": None, "classes": None}]).told("wager", "full")
    assert (bare.dealt, bare.effect, best_cells(bare)[4:]) == (None, None, ("", "11 of 87", ""))
    same = replace(one, other=one.value, differ=0, changed=Fraction(0))
    assert greatest([same, one]) is one
    assert greatest([]) is None


def test_numbers_are_never_rounded_to_what_they_are_not() -> None:
    shares = (
        Fraction(0),
        Fraction(1, 10**6),
        Fraction(1, 300),
        Fraction(1, 2),
        Fraction(9_999, 10_000),
        Fraction(1),
    )
    assert [percent_of(share) for share in shares] == [
        "0 %",
        "0.0001 %",
        "0.3 %",
        "50 %",
        "over 99.9 %",
        "100 %",
    ]
    assert [number(Fraction(n, d)) for n, d in ((3, 1), (1, 3), (123_456, 1_234_567))] == [
        "3",
        "1/3 = 0.3333",
        "about 0.1",
    ]


def test_the_table_and_the_sheet_tell_it(
    found: dict[str, Finding], capsys: pytest.CaptureFixture[str]
) -> None:
    report(Screen(quiet=True), ruleset(), list(found.values()))
    told = capsys.readouterr().out
    assert "Best play, on small boxes that are solved under both readings\n" in told
    assert (
        "worth the same in each position that both readings reach, and ends alike: called, marks"
        in " ".join(told.split())
    )
    assert best_words(found["marks"]) == (
        "on wager/low it is worth 0, under three too; the same value in all 45 positions of both"
    )
    assert best_words(None) == best_words(replace(found["marks"], best_plays=())) == ""


def test_only_small_instances_on_which_the_readings_part_are_solved(found: dict[str, Finding]) -> None:
    mode = ruleset().modes["wager"]
    assert [solvable(Instance("a", "-", states=n)) for n in (0, 80_000, 80_001)] == [True, True, False]
    assert not solvable(mode.full)
    play = found["called"].play
    assert play is not None
    assert (
        where_they_part(mode, [play])
        == mode.all_instances()[0 if mode.all_instances()[0].name == "low" else 1]
    )
    assert where_they_part(mode, [replace(play, instance="full")]) is None
    assert where_they_part(mode, [replace(play, beside="again=twice")]) is None
