"""States as boards, the changes between two of them, and boards as text."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from queensbench.errors import BadInput, QueensbenchError
from queensbench.evidence import plays
from queensbench.language.context import Trace, bind
from queensbench.language.drawings import Board, Cell, Drawing, Group, drawing_of
from queensbench.readers.interpreter import Interpreter
from queensbench.rendering.default_drawing import default_board

WIDTH = 100
"""Characters in a line of a board in text."""


def board_of(interpreter: Interpreter, state: Any) -> Board:
    """The picture of a state: the drawing of its record, or else the text that the mode has of it, or its fields.

    Raises BadInput (one line with the author's place) where the drawing fails or answers with no board.
    """
    declared = drawing_of(interpreter.mode.state)
    if declared is None:
        if interpreter.mode.draw is None:
            return default_board(interpreter.layout, state)
        lines = plays.board(interpreter, state).splitlines()
        return Board([[Group("", [Cell(line, loose=True)])] for line in lines])
    found = _drawn(interpreter, declared, declared.function, state)
    if not isinstance(found, Board):
        raise BadInput(
            f"the drawing of {interpreter.mode.name} answers with {type(found).__name__}",
            where=declared.where,
            remedy="return a Board",
        )
    return found


def in_setup(interpreter: Interpreter, state: Any) -> bool:
    """Whether the set-up is still going on, as the drawing says; False if it does not."""
    declared = drawing_of(interpreter.mode.state)
    if declared is None or declared.setup is None:
        return False
    return bool(_drawn(interpreter, declared, declared.setup, state))


def _drawn(interpreter: Interpreter, declared: Drawing, function: Any, state: Any) -> Any:
    with bind(interpreter.context):
        interpreter.context.trace = Trace()
        try:
            return function(state)
        except BadInput:
            raise
        except Exception as error:  # noqa: BLE001 - whatever an author's drawing does is one line
            file, _, line = declared.where.rpartition(":")
            for frame, number in traceback.walk_tb(error.__traceback__):
                if frame.f_code.co_filename == file:
                    line = str(number)
            said = str(error) if isinstance(error, QueensbenchError) else f"{type(error).__name__}: {error}"
            raise BadInput(
                f"the drawing of {interpreter.mode.name} fails: {said}",
                where=f"{file}:{line}",
                remedy="mend it",
            ) from None


# ---------------------------------------------------------------------------------------------- changes


@dataclass(frozen=True)
class Changes:
    """The changes of a board since the one before.

    ``cells``: by row, group and place.  ``groups``: by row and group, where anything came, changed or went.
    """

    cells: frozenset[tuple[int, int, int]] = frozenset()
    groups: frozenset[tuple[int, int]] = frozenset()


def changes(before: Board | None, after: Board) -> Changes:
    """The changes in ``after``; groups are matched by their labels.  None of them without a board before."""
    if before is None:
        return Changes()
    known = {key: group for _, _, key, group in _keyed(before)}
    cells: set[tuple[int, int, int]] = set()
    groups: set[tuple[int, int]] = set()
    for row, place, key, group in _keyed(after):
        old = known.get(key)
        new, gone = _altered(() if old is None else old.cells, group.cells)
        cells |= {(row, place, at) for at in new}
        if new or gone:
            groups.add((row, place))
    return Changes(frozenset(cells), frozenset(groups))


def _keyed(board: Board) -> list[tuple[int, int, tuple[str, int], Group]]:
    """The groups with row and place, and a key: the label, and the group's number among those of this label."""
    seen: dict[str, int] = {}
    found = []
    for row, groups in enumerate(board.rows):
        for place, group in enumerate(groups):
            number = seen.get(group.label, 0)
            seen[group.label] = number + 1
            found.append((row, place, (group.label, number), group))
    return found


def _altered(before: Sequence[Cell], after: Sequence[Cell]) -> tuple[list[int], bool]:
    """The places of new and changed cells, and whether a cell has gone."""
    old, new = ([(c.text, c.colour, c.down) for c in cells] for cells in (before, after))
    if len(old) == len(new):
        return [at for at, (a, b) in enumerate(zip(old, new, strict=True)) if a != b], False
    found: list[int] = []
    gone = False
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != "equal":
            found += range(c, d)
            gone = gone or b > a
    return found, gone


# ------------------------------------------------------------------------------------------------- text


def widths(board: Board, wide: Callable[[int, int, int], int]) -> dict[tuple[int, int], list[int]]:
    """The widths of the cells of each group (by row and place); groups of one grid share them.

    ``wide``: the width of the cell of a row, group and place by itself.
    """
    found: dict[tuple[int, int], list[int]] = {}
    grids: dict[str, list[int]] = {}
    for r, row in enumerate(board.rows):
        for g, group in enumerate(row):
            own = [wide(r, g, c) for c in range(len(group.cells))]
            if group.grid:
                shared = grids.setdefault(group.grid, [])
                shared += [0] * (len(own) - len(shared))
                shared[: len(own)] = map(max, own, shared)
            found[r, g] = own
    for r, row in enumerate(board.rows):
        for g, group in enumerate(row):
            if group.grid:
                found[r, g] = grids[group.grid][: len(group.cells)]
    return found


def text(board: Board, before: Board | None = None, *, width: int = WIDTH) -> list[str]:
    """A board as lines of at most ``width`` characters (a single cell may be longer).

    Cells in brackets and groups with a star have changed since the board before; ``(x)`` lies face down, ``>x<`` is
    marked.
    """
    changed = changes(before, board)
    worded = [
        [
            [
                _cell(cell, changed=(r, g, c) in changed.cells and bool(group.label or not cell.loose))
                for c, cell in enumerate(group.cells)
            ]
            for g, group in enumerate(row)
        ]
        for r, row in enumerate(board.rows)
    ]
    star = before is not None
    columns = widths(board, lambda r, g, c: len(worded[r][g][c]))
    head = max((len(row[0].label) for row in board.rows if row), default=0)
    lines = [board.caption] if board.caption else []
    for r, row in enumerate(board.rows):
        parts = []
        for g, group in enumerate(row):
            label = ("* " if (r, g) in changed.groups else "  ") * star + group.label
            padded = [c.center(w) for c, w in zip(worded[r][g], columns[r, g], strict=True)]
            parts.append((label if g else label.ljust(head + 2 * star), padded))
        lines += _lines(parts, width)
    return [line.rstrip() for line in lines]


def _cell(cell: Cell, *, changed: bool) -> str:
    words = f"({cell.text})" if cell.down else cell.text
    if cell.marked:
        words = f">{words}<"
    return f"[{words}]" if changed else words


def _lines(parts: Sequence[tuple[str, Sequence[str]]], width: int) -> list[str]:
    """One row of groups: on one line if it fits, else a line (or more) for each group."""
    whole = "   ".join("  ".join([label] * bool(label) + [" ".join(cells)]) for label, cells in parts)
    if len(whole) <= width:
        return [whole]
    lines = []
    for label, cells in parts:
        head = f"{label}  " if label else ""
        line = head
        for cell in cells:
            if len(line) + len(cell) > width and line != head:
                lines.append(line)
                line = " " * len(head)
            line += f"{cell} "
        lines.append(line)
    return lines
