"""What cells of a drawing stand for."""

from __future__ import annotations

import pytest

from queensbench.errors import BadInput
from queensbench.language.drawings import Cell, Group, counted, stands_for


def test_a_cell_stands_for_moves_by_name_or_arguments() -> None:
    (draw,) = stands_for("draw")
    assert draw.means("draw", {"card": 3})
    assert not draw.means("lay", {})
    (place,) = stands_for(queue=1, gap=0)
    assert place.means("add", {"queue": 1, "gap": 0})
    assert place.means("put", {"queue": 1, "gap": 0, "face": True})
    assert not place.means("begin", {"queue": 1})
    assert not place.means("add", {"queue": 1, "gap": 2})
    (both,) = stands_for("add", gap=0)
    assert both.means("add", {"gap": 0})
    assert not both.means("put", {"gap": 0})


def test_cells_groups_and_equal_ones_keep_it() -> None:
    several = stands_for(low=2) + stands_for(spot=2)
    assert Cell("2", stands=several).stands == several
    assert Group("line", ["2"], stands=several).stands == several
    found = counted("cook", 3, stands=several)
    assert found is not None
    assert found.stands == several
    assert Cell("2").stands == ()


def test_a_cell_that_stands_for_every_move_is_refused() -> None:
    with pytest.raises(BadInput) as told:
        stands_for()
    assert str(told.value).endswith(
        "test_stands.py:37: a cell that stands for every move stands for none; name a move or an argument"
    )
