"""What an older report tells is said to be mended only after its play was played again to the end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.conformance.earlier import played_again
from queensbench.conformance.ground import Ground
from queensbench.conformance.mapping import Functions, Mapper
from queensbench.conformance.playing import Table
from queensbench.conformance.python_host import InProcess
from queensbench.conformance.regression import code, compared, load
from queensbench.conformance.report import Conformance
from tests.conformance.model_engine import model_engine
from tests.conformance.test_conform import MODE, PLAYED, AllowsAll, MissesThrees, engine_of

FAULT = "fault six state held reveal"


def of(engine: Any, before: Path | None = None, games: int = 30) -> Conformance:
    """The report on an engine in the small box."""
    return qb.conform(
        MODE,
        engine,
        instance="six",
        against=before,
        games=games,
        seconds=600,
        deadline=300,
        tours=False,
    )


@pytest.fixture(scope="module")
def misses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved report on an engine with a fault."""
    return of(engine_of(MissesThrees)).save(tmp_path_factory.mktemp("reports") / "misses.json")


def test_a_mended_fault_is_told_without_a_random_game(misses: Path) -> None:
    before, now = load(misses), of(model_engine(MODE, PLAYED), misses, games=0)
    assert now.data["again"] == {FAULT: True}
    assert compared(before, now) == [{"change": "mended", "what": FAULT}]
    assert code(now, compared(before, now)) == 0


def test_a_fault_that_is_still_there_is_the_same_without_a_random_game(misses: Path) -> None:
    now = of(engine_of(MissesThrees), misses, games=0)
    assert now.data["again"] == {FAULT: False}
    assert compared(load(misses), now) == [{"change": "same", "what": "every finding"}]


FIRST = {"move": "begin_queue", "args": {"queue": "FIRST"}}


@pytest.mark.parametrize(
    ("play", "again"),
    [
        (None, {}),
        ([3], {FAULT: False}),
        ([FIRST, {"move": "reveal", "args": {"card": 99}}], {FAULT: False}),
        ([FIRST, FIRST], {FAULT: False}),
    ],
)
def test_what_was_not_played_again_to_the_end_is_not_mended(
    misses: Path, tmp_path: Path, play: Any, again: dict[str, bool]
) -> None:
    """Without a play, or with one that can't be done, nothing is known."""
    data = load(misses).data
    [difference] = data["differences"]
    older = replace(load(misses), data={**data, "differences": [{**difference, "play": play}]})
    now = of(model_engine(MODE, PLAYED), older.save(tmp_path / "older.json"), games=0)
    assert now.data["again"] == again
    assert compared(older, now) == [{"change": "not seen again", "what": FAULT}]


def test_without_the_older_report_nothing_is_mended(misses: Path) -> None:
    now = of(model_engine(MODE, PLAYED), games=0)
    assert compared(load(misses), now) == [{"change": "not seen again", "what": FAULT}]


def test_a_move_that_is_refused_now_is_mended(tmp_path: Path) -> None:
    before = of(engine_of(AllowsAll))
    now = of(model_engine(MODE, PLAYED), before.save(tmp_path / "before.json"), games=0)
    [difference] = before.differences
    assert difference["ask"] == "do"
    assert [row["change"] for row in compared(before, now)] == ["mended"]
    assert now.conforms


@pytest.mark.parametrize("chance", ["said", "hidden"])
def test_an_engine_that_draws_by_itself_is_asked_again_with_its_seed(tmp_path: Path, chance: str) -> None:
    base = model_engine(MODE, PLAYED, chance=chance)
    faulty = type("Own", (MissesThrees, type(base)), {})(MODE, PLAYED, chance, None)
    before = of(faulty)
    sound = of(model_engine(MODE, PLAYED, chance=chance), before.save(tmp_path / "before.json"), games=0)
    assert [row["change"] for row in compared(before, sound)] == ["mended"] * len(before.differences)
    again = of(faulty, tmp_path / "before.json", games=0)
    assert [row["change"] for row in compared(before, again)] == ["same"]


LEAK = {"instance": "six", "seat": "RED", "field": "stock", "key": "", "told": ["1", "2"]}
UNSTEADY = {"instance": "six", "source": "random", "seed": 1, "did": []}


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"leaks": [LEAK]}, "RED is told stock in six"),
        ({"unsteady": [UNSTEADY, UNSTEADY]}, "changes its mind in six"),
    ],
    ids=["leaks", "unsteady"],
)
def test_what_speaks_against_it_beside_differences_is_new_as_well(
    misses: Path, change: dict[str, Any], what: str
) -> None:
    before = load(misses)
    now = replace(before, data={**before.data, **change})
    assert compared(before, now) == [{"change": "new fault", "what": what}]
    assert code(now, compared(before, now)) == 1
    assert compared(now, now) == [{"change": "same", "what": "every finding"}]
    assert code(now, compared(now, now)) == 0


def test_what_was_not_played_at_all_fails(misses: Path) -> None:
    before = load(misses)
    coverage = {**before.data["coverage"], "plays": 0}
    now = replace(before, data={**before.data, "coverage": coverage, "differences": []})
    assert compared(before, now) == [{"change": "not seen again", "what": FAULT}]
    assert code(now, compared(before, now)) == 1


def test_what_chance_brought_is_read_as_chance_when_it_is_played_again() -> None:
    """A mapping may have a function for what chance brings; the one for the moves of players is not asked of it."""

    def events(event: Any, _: Any) -> None:
        assert event["move"] != "reveal"

    def chance(outcome: Any, _: Any) -> list[list[Any]]:
        return [[{"move": "reveal", "args": {"card": outcome["args"]["card"]}}]]

    rules = Ground(qb.load(MODE), "six")
    rules.use(Mapper(rules.vocabulary, functions=Functions(events=events, chance=chance)))
    with InProcess(model_engine(MODE), MODE) as engine:
        table = Table(engine, rules)
        record, following, whole = played_again(
            table, [FIRST, {"move": "reveal", "args": {"card": 2}}], 1, None
        )
    assert (record.ended, whole, following.path()) == ("stopped", True, record.codes)
    assert [str(rules.rules.move(code)) for code in record.codes] == [
        "begin_queue(queue=FIRST)",
        "reveal(card=2)",
    ]
    assert not rules.mapper.strangers
