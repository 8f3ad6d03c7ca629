"""Boards as text and as SVG, what has changed between two of them, and drawings that fail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from queensbench.errors import BadInput
from queensbench.language import Mode, Record, initial
from queensbench.language import drawings as drawings_module
from queensbench.language.drawings import Board, Cell, Group, counted, drawing, drawing_of
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.rendering.boards import board_of, changes, text
from queensbench.rendering.svg import WIDTH, svg
from tests.rendering import ferry


class Bare(Record):
    fine: bool


@initial()
def begin(s: Bare) -> None:
    s.fine = True


NAMES = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def declared() -> Iterator[None]:
    """Drawings that a test declares go with it."""
    before = list(drawings_module.declared)
    yield
    drawings_module.declared[:] = before


def states() -> tuple[Interpreter, list[Any]]:
    reader = Interpreter(ferry.mode)
    load = [Step("load", (("crates", 2),)), Step("load", (("crates", 1),)), Step("row", (("by", 2),))]
    return reader, reader.replay(load)


def test_a_board_as_text() -> None:
    reader, found = states()
    assert text(board_of(reader, found[2])) == [
        "ann <rows>",
        "river  >boat< 1 2 3 4",
        "ann    crate ×2   bob  (crate)",
    ]


def test_what_has_changed_stands_in_brackets() -> None:
    reader, found = states()
    before, after = board_of(reader, found[2]), board_of(reader, found[3])
    assert text(after, before) == [
        "ann <rows>",
        "* river  [0] 1 [>boat<] 3 4",
        "  ann    crate ×2     bob  (crate)",
    ]
    assert changes(before, after).cells == {(0, 0, 0), (0, 0, 2)}
    assert changes(before, before) == changes(None, after)


def test_cells_that_come_and_go_are_found_in_their_group() -> None:
    before = Board([[Group("hand", ["a", "b", "c"])]])
    after = Board([[Group("hand", ["a", "c"])], [Group("table", ["b"])]])
    found = changes(before, after)
    assert (set(found.cells), set(found.groups)) == ({(1, 0, 0)}, {(0, 0), (1, 0)})
    assert text(after, before) == ["* hand   a c", "* table  [b]"]


def test_long_rows_are_broken_at_the_same_columns() -> None:
    words = ["aa", "b", "cccc", "d"]
    board = Board([[Group("one", words, grid="g")], [Group("two", reversed(words), grid="g")]])
    assert text(board, width=14) == ["one  aa  b", "     cccc d", "two  d  cccc", "      b   aa"]
    assert text(board) == ["one  aa  b   cccc d", "two  d  cccc  b   aa"]


def test_equal_cells_are_drawn_as_one_with_their_number() -> None:
    assert counted("card", 0) is None
    assert counted("card", 1) == Cell("card")
    assert counted("card", 3, "red", down=True) == Cell("card ×3", "red", down=True)
    assert Group("none", [None, counted("card", 0)]).cells == ()


def test_a_picture_is_well_formed_and_the_same_each_time() -> None:
    reader, found = states()
    before, after = board_of(reader, found[2]), board_of(reader, found[3])
    picture = svg(after, before, title="after <step> 3 & more")
    assert picture == svg(after, before, title="after <step> 3 & more")
    root = ET.fromstring(picture)
    title, description = root.find(f"{NAMES}title"), root.find(f"{NAMES}desc")
    assert title is not None
    assert title.text == "after <step> 3 & more"
    assert description is not None
    assert description.text == "\n".join(text(after, before))
    assert [t.text for t in root.iter(f"{NAMES}text")] == [
        "ann <rows>", "river", "ann", "bob", "0", "1", "boat", "3", "4", "crate ×2", "crate",
    ]  # fmt: skip
    assert [p.get("class") for p in root.iter(f"{NAMES}path")] == [
        "bg",
        "c",
        "c blue k",
        "c yellow",
        "c yellow d",
        "n",
    ]
    assert not re.search(r"<script|href|url\(", picture)


def test_a_wide_picture_is_broken() -> None:
    board = Board([[Group("cards", [f"a long card {k}" for k in range(30)])]])
    root = ET.fromstring(svg(board, title="t"))
    assert int(root.get("width", "0")) <= WIDTH
    assert all(int(t.get("x", "0")) < WIDTH for t in root.iter(f"{NAMES}text"))


def test_an_unknown_colour_is_refused() -> None:
    with pytest.raises(BadInput) as met:
        Cell("a", "pink")
    assert (met.value.what, met.value.remedy) == (
        "no cell can be coloured 'pink'",
        "use red, orange, yellow, green, blue, purple, black, white, grey",
    )


@pytest.mark.usefixtures("declared")
def test_a_drawing_that_fails_is_one_line() -> None:
    def broken(s: Bare) -> Board:
        known: dict[str, Cell] = {}
        return Board([[Group("", [known["x"]])]])

    mode = Mode("bare", state=Bare)
    reader = Interpreter(mode)
    state = reader.start()
    assert text(board_of(reader, state)) == ["fine  yes"]  # no drawing: its fields
    drawing(broken)
    line = broken.__code__.co_firstlineno + 2
    with pytest.raises(BadInput) as met:
        board_of(reader, state)
    assert str(met.value) == f"{__file__}:{line}: the drawing of bare fails: KeyError: 'x'; mend it"

    def nothing(s: Bare) -> None: ...

    drawing(nothing)
    with pytest.raises(BadInput, match="the drawing of bare answers with NoneType"):
        board_of(reader, state)


@pytest.mark.usefixtures("declared")
def test_records_that_inherit_share_a_drawing() -> None:
    class Wide(ferry.State):
        width: bool

    assert drawing_of(Wide) is drawing_of(ferry.State)
    assert drawing_of(Record) is None


def test_a_drawing_is_of_a_record() -> None:
    def loose(s: int) -> Board:
        return Board()

    with pytest.raises(BadInput) as met:
        drawing(loose)
    assert met.value.what == "the drawing loose is of no record"
    with pytest.raises(BadInput, match="put on a function"):
        drawing(3)  # type: ignore[call-overload]
