"""Boards as SVG: self-contained, without scripts, legible on light and dark pages, the same from run to run.

All words are escaped; a picture has a title and, as its description, the board as text for who cannot see it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape as escape_html

from queensbench.language.drawings import Board, Cell, Group
from queensbench.rendering.boards import Changes, changes, text, widths

escape = partial(escape_html, quote=False)
"""Words as SVG holds them between tags; what XML offers for it loads half of Python's network library."""

WIDTH = 880
"""The width at which a row of cells is broken, in user units (as a rule pixels)."""

CHARACTER, PADDING, HEIGHT, GAP = 7, 6, 20, 3
ROW, LABEL, MARGIN = HEIGHT + 6, 10, 8
LEAST = 24

LIGHT = {
    "text": "font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1b1f24",
    ".l": "fill:#57606a",
    ".m": "text-anchor:middle",
    ".bg": "fill:#fff",
    ".c": "fill:#fff;stroke:#8c959f",
    ".red": "fill:#ffc9c4",
    ".orange": "fill:#ffd8a8",
    ".yellow": "fill:#fff0a3",
    ".green": "fill:#b9ecc0",
    ".blue": "fill:#c3defa",
    ".purple": "fill:#e3d1fb",
    ".black": "fill:#cfd4da",
    ".white": "fill:#fff",
    ".grey": "fill:#e9ecef",
    ".d": "stroke-dasharray:3 2;fill-opacity:.45",
    ".k": "stroke:#1b1f24;stroke-width:2",
    ".n": "fill:none;stroke:#cf222e;stroke-width:2.5",
    ".t": "fill:#cf222e;font-weight:bold",
}
DARK = {
    "text": "fill:#e6edf3",
    ".l": "fill:#9da7b3",
    ".bg": "fill:#161b22",
    ".c": "fill:#21262d;stroke:#8b949e",
    ".red": "fill:#7d2b28",
    ".orange": "fill:#7a4a12",
    ".yellow": "fill:#6b5900",
    ".green": "fill:#1f5a2d",
    ".blue": "fill:#1c4a7d",
    ".purple": "fill:#523180",
    ".black": "fill:#0b0d10",
    ".white": "fill:#57606a",
    ".grey": "fill:#343b44",
    ".k": "stroke:#e6edf3",
    ".n": "stroke:#ff7b72",
    ".t": "fill:#ff7b72",
}
CLASS = re.compile(r'class="([^"]+)"')


def _style(lines: Sequence[str]) -> str:
    """The style rules that a picture uses, for light and dark pages."""
    used = {"text"} | {
        f".{name}" for line in lines for found in CLASS.findall(line) for name in found.split()
    }
    light, dark = (
        "".join(f"{name}{{{rule}}}" for name, rule in rules.items() if name in used)
        for rules in (LIGHT, DARK)
    )
    return f"<style>{light}@media(prefers-color-scheme:dark){{{dark}}}</style>"


@dataclass(frozen=True)
class _Placed:
    """A cell with its place: left, top, width; ``grid``: it stands in a column."""

    cell: Cell
    x: int
    y: int
    width: int
    new: bool
    grid: bool = False


def sheet(within: str) -> str:
    """The style of boards that stand within a page (:func:`inline`): a style sheet for what is in this selector."""

    def rules(of: Mapping[str, str]) -> str:
        return "".join(f"{within} {name}{{{rule}}}\n" for name, rule in of.items())

    return f"{rules(LIGHT)}@media(prefers-color-scheme:dark){{\n{rules(DARK)}}}\n"


def inline(board: Board, before: Board | None = None, *, title: str) -> str:
    """A board as a part of an HTML page that has the style of :func:`sheet`."""
    return _document(board, before, title, alone=False)


def svg(board: Board, before: Board | None = None, *, title: str) -> str:
    """A board as SVG, no wider than :data:`WIDTH` unless a cell or caption is; what is new since ``before`` is red."""
    return _document(board, before, title, alone=True)


def _document(board: Board, before: Board | None, title: str, *, alone: bool) -> str:
    changed = changes(before, board)
    labels, cells, width, height = _placed(board, changed)
    lines = [f'<path class="bg" d="M0 0h{width}v{height}H0z"/>']
    if board.caption:
        lines.append(f'<text class="l" x="{MARGIN}" y="{MARGIN + 12}">{escape(board.caption)}</text>')
    for words, x, y, new in labels:
        lines.append(f'<text class="{"t" if new else "l"}" x="{x}" y="{y + 14}">{escape(words)}</text>')
    lines += _boxes(cells)
    lines += [_words(one) for one in cells if one.cell.text]
    head = _head(width, height, title, "\n".join(text(board, before)), alone=alone)
    return "\n".join([*head, *([_style(lines)] if alone else []), *lines, "</svg>\n"])


def _head(width: int, height: int, title: str, description: str, *, alone: bool) -> Iterator[str]:
    space = 'xmlns="http://www.w3.org/2000/svg" ' if alone else ""
    yield f'<svg {space}width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">'
    yield f"<title>{escape(title)}</title>"
    yield f"<desc>{escape(description)}</desc>"


def _placed(
    board: Board, changed: Changes
) -> tuple[list[tuple[str, int, int, bool]], list[_Placed], int, int]:
    """Labels and cells with their places, and the size of the whole."""
    columns = widths(
        board, lambda r, g, c: _width(board.rows[r][g].cells[c], grid=bool(board.rows[r][g].grid))
    )
    first = max((_head_width(row[0]) for row in board.rows if row), default=0)
    labels: list[tuple[str, int, int, bool]] = []
    cells: list[_Placed] = []
    y = MARGIN + (ROW if board.caption else 0)
    widest = MARGIN + CHARACTER * len(board.caption)
    for r, row in enumerate(board.rows):
        x = MARGIN
        for g, group in enumerate(row):
            head = _head_width(group) if g else first
            whole = head + sum(columns[r, g]) + GAP * len(group.cells)
            if g and x + whole > WIDTH - MARGIN:
                x, y = MARGIN, y + ROW
            if group.label:
                labels.append((group.label, x, y, (r, g) in changed.groups))
            x += head
            left = x
            for c, (cell, width) in enumerate(zip(group.cells, columns[r, g], strict=True)):
                if x + width > WIDTH - MARGIN and x > left:
                    x, y = left, y + ROW
                cells.append(_Placed(cell, x, y, width, (r, g, c) in changed.cells, bool(group.grid)))
                x += width + GAP
                widest = max(widest, x)
            widest = max(widest, x)
            x += 2 * LABEL
        y += ROW
    return labels, cells, widest + MARGIN, y + MARGIN - (ROW - HEIGHT)


def _head_width(group: Group) -> int:
    return CHARACTER * len(group.label) + LABEL * bool(group.label)


def _width(cell: Cell, *, grid: bool) -> int:
    words = CHARACTER * len(cell.text)
    if cell.loose:
        return words + PADDING * grid
    return words + max(PADDING * 2, LEAST - words)


def _boxes(cells: Sequence[_Placed]) -> Iterator[str]:
    """The frames: those that look alike in one path."""
    paths: dict[str, list[str]] = {}
    for one in cells:
        if one.cell.loose:
            continue
        look = " ".join(filter(None, ("c", one.cell.colour, "d" * one.cell.down, "k" * one.cell.marked)))
        paths.setdefault(look, []).append(f"M{one.x} {one.y}h{one.width}v{HEIGHT}h-{one.width}z")
    for look, parts in paths.items():
        yield f'<path class="{look}" d="{"".join(parts)}"/>'
    new = [
        f"M{one.x - 1} {one.y - 1}h{one.width + 2}v{HEIGHT + 2}h-{one.width + 2}z"
        for one in cells
        if one.new and not one.cell.loose
    ]
    if new:
        yield f'<path class="n" d="{"".join(new)}"/>'


def _words(one: _Placed) -> str:
    if one.cell.loose and one.grid:
        look, x = "m t" if one.new else "m", one.x + one.width // 2
    elif one.cell.loose:
        look = "t" if one.new else ""
        x = one.x
    else:
        look, x = "m", one.x + one.width // 2
    class_ = f' class="{look}"' if look else ""
    return f'<text{class_} x="{x}" y="{one.y + 14}">{escape(one.cell.text)}</text>'
