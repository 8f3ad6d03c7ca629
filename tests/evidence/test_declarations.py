"""What is declared beside the rules: what two declarations that look alike do not share."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any

from queensbench.evidence.declarations import declarations
from queensbench.language import Mode, Range, Record, Symmetry, Table, action, initial, require
from queensbench.rules.system import build

Row = Annotated[int, Range(1, 2)]
Column = Annotated[int, Range(1, 2)]


class Board(Record):
    row: Table[Row, bool]
    column: Table[Column, bool]


@initial()
def begin(s: Board) -> None:
    s.row[1] = False


@action()
def mark(s: Board, row: Row) -> None:
    require(not s.row[row])
    s.row[row] = True


def digest(*symmetries: Symmetry) -> str:
    mode = Mode("plain", state=Board, symmetries=symmetries, module=__name__)
    ruleset: Any = SimpleNamespace(gaps=())
    return declarations(ruleset, mode, mode.full, build(mode, mode.full))


def test_a_symmetry_of_a_range_is_none_of_another_range_of_equal_bounds() -> None:
    digests = [
        digest(),
        digest(Symmetry("alike", ({Row: [2, 1]},))),
        digest(Symmetry("alike", ({Column: [2, 1]},))),
        digest(Symmetry("alike", ({Row: [2, 1]}, {Column: [2, 1]}))),
        digest(Symmetry("alike", ({Column: [2, 1]}, {Row: [2, 1]}))),
    ]
    assert len(set(digests)) == 5
    assert digest(Symmetry("alike", ({Column: [2, 1]},))) == digests[2]
