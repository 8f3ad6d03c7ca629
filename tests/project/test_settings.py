"""The limits that a project sets: what is refused beyond them, and what is no limit."""

from __future__ import annotations

from pathlib import Path

import pytest

import queensbench as qb
from queensbench.errors import BadInput, ModelRefused
from queensbench.language.limits import LIMITS, Limits
from queensbench.project.settings import limits_of
from tests.processes import MARK, write

MODEL = '''"""Grid: many cells, moves, cases, turns and entries."""

from typing import Annotated

from queensbench.language import *

Row = Annotated[int, Range(0, 19)]
Column = Annotated[int, Range(0, 29)]
FAR = Lookup({0: 1, 39: 2})


class State(Record):
    seen: Table[Row, Column, bool]
    row: Row


@initial()
def begin(s: State) -> None:
    s.row = 0


@action()
def see(s: State, row: Row, column: Column) -> None:
    require(not s.seen[row, column])
    s.seen[row, column] = True


@action()
def sweep(s: State) -> None:
    for row in range(20):
        for column in range(30):
            require(s.seen[row, column])
    s.row = FAR[39]


@always("few", holds("So."))
def few(s: State, row: Row, column: Column) -> bool:
    return not s.seen[row, column] or s.row < 19


mode = Mode("only", state=State)
'''


def refusal(root: Path) -> list[str]:
    """The lines about the model of a project."""
    with pytest.raises((BadInput, ModelRefused)) as caught:
        qb.load("grid", project=root).session("full")
    return [line.partition("/model/")[2] or line for line in str(caught.value).splitlines()]


def project(folder: Path, limits: str) -> Path:
    return write(
        folder, {"pyproject.toml": f"{MARK}\n[tool.queensbench.limits]\n{limits}\n", "model/grid.py": MODEL}
    )


@pytest.mark.parametrize(
    ("limits", "lines"),
    [
        (
            "cells = 600",
            [
                (
                    "grid.py:14: the field row has 1 cell, 601 with the fields before it, and a state at most 600; index it by smaller ranges, give a "
                    "sequence a smaller bound, or raise cells in [tool.queensbench.limits] of pyproject.toml"
                )
            ],
        ),
        (
            "cells = 599",
            [
                (
                    "grid.py:13: the field seen has 600 cells (20 * 30), and a state at most 599; index it by smaller "
                    "ranges, give a sequence a smaller bound, or raise cells in [tool.queensbench.limits] of pyproject.toml"
                )
            ],
        ),
        (
            "moves = 600",
            [
                (
                    "grid.py:23: `def see` takes 600 combinations of values (20 * 30), and all moves together 601; at most "
                    "are 600; give it smaller ranges, let several moves choose one value each, or raise moves in "
                    "[tool.queensbench.limits] of pyproject.toml"
                )
            ],
        ),
        (
            "turns = 599\ncases = 10",
            [
                (
                    "grid.py:31: `range(30)` a loop of 600 turns (20 * 30), with those around it; at most are 599; loop over "
                    "smaller ranges, or raise turns in [tool.queensbench.limits] of pyproject.toml"
                ),
                (
                    "grid.py:37: `def few` is asked for 600 combinations of values (20 * 30); at most are 10; give it "
                    "smaller ranges, or raise cases in [tool.queensbench.limits] of pyproject.toml"
                ),
            ],
        ),
        (
            "entries = 39",
            [
                (
                    "grid.py:33: `FAR[39]` a lookup spans 40 keys; at most are 39; number the keys from 0 or 1 on, without "
                    "gaps, or raise entries in [tool.queensbench.limits] of pyproject.toml"
                )
            ],
        ),
    ],
)
def test_the_product_and_the_key_are_named(tmp_path: Path, limits: str, lines: list[str]) -> None:
    assert refusal(project(tmp_path, limits)) == lines


def test_within_its_limits_a_model_is_built(tmp_path: Path) -> None:
    root = project(tmp_path, "cells = 602\nmoves = 601\ncases = 600\nturns = 600\nentries = 40")
    assert len(qb.load("grid", project=root).session("full").position().moves()) == 600


def test_a_limit_may_be_raised(tmp_path: Path) -> None:
    model = MODEL.replace("Range(0, 29)", "Range(0, 299_999)").replace(
        "for column in range(30)", "for column in range(3)"
    )
    model = model.replace("Table[Row, Column, bool]", "Table[Row, Row, bool]").replace(
        "s.seen[row, column]", "s.seen[row, column % 20]"
    )
    root = project(tmp_path, "moves = 6_000_001\ncases = 65_536")
    (root / "model" / "grid.py").write_text(model, encoding="utf-8")
    assert [line.partition("; at most")[0] for line in refusal(root)] == [
        "grid.py:37: `def few` is asked for 6,000,000 combinations of values (20 * 300,000)"
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("limits = 3", "tool.queensbench.limits is no table; write [tool.queensbench.limits]"),
        ("limit = {}", "tool.queensbench has an unknown key 'limit'; use limits"),
        (
            "limits.cell = 3",
            "tool.queensbench.limits has an unknown key 'cell'; use cells",
        ),
        (
            "limits.cells = 0",
            "tool.queensbench.limits: cells = 0 is no limit; write a whole number from 1 to 1_048_576",
        ),
        (
            "limits.moves = 67_108_865",
            "tool.queensbench.limits: moves = 67108865 is no limit; write a whole number from 1 to 67_108_864",
        ),
        (
            "limits.turns = true",
            "tool.queensbench.limits: turns = True is no limit; write a whole number from 1 to 16_777_216",
        ),
        (
            f"limits.cases = '{'x' * 50}'",
            f"tool.queensbench.limits: cases = '{'x' * 36}... is no limit; write a whole number from 1 to 1_048_576",
        ),
        (f"limits.cases = 0x{'f' * 5000}", "a number has too many digits; write a smaller one"),
    ],
)
def test_what_is_no_limit_is_one_line(tmp_path: Path, text: str, fault: str) -> None:
    root = write(tmp_path, {"pyproject.toml": f"{MARK}\n{text}\n", "model/grid.py": MODEL})
    with pytest.raises(BadInput) as caught:
        qb.load("grid", project=root)
    assert str(caught.value) == f"{root / 'pyproject.toml'}: {fault}"


def test_each_project_has_its_own(tmp_path: Path) -> None:
    roots = [
        write(tmp_path / name, {"pyproject.toml": f"{MARK}\n{text}"})
        for name, text in (("a", ""), ("b", "limits.turns = 7"))
    ]
    assert [limits_of(root) for root in roots] == [LIMITS, Limits(turns=7)]
    assert limits_of(tmp_path) == LIMITS
