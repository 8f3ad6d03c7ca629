"""Boards of seats: what hangs on hidden fields lies face down, and nothing of them shows through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

import queensbench as qb
from queensbench.errors import BadInput
from queensbench.language.drawings import Board, Cell, Group
from queensbench.rendering.boards import text
from queensbench.rendering.seat_boards import UNSEEN, Sight, fillings, seat_board

HANDS = Sight(true=[2, 1, 3], seen=[2, None, 3], least=[0, 0, 0], sizes=[4, 4, 4])


def rows(board: Board | None) -> list[str]:
    """A board as text."""
    assert board is not None
    return text(board)


def test_a_cell_that_hangs_on_something_hidden_lies_face_down() -> None:
    def draw(cells: Sequence[int]) -> Board:
        return Board(
            [[Group("hand", [str(cells[0]), Cell(str(cells[1]), down=True), f"{sum(cells)} in all"])]]
        )

    assert rows(seat_board(draw, HANDS)) == ["hand  2 (?) (?)"]


def test_a_group_whose_number_of_cells_is_hidden_is_one_cell() -> None:
    def draw(cells: Sequence[int]) -> Board:
        hands = [Group(f"hand {n}", ["card"] * count) for n, count in enumerate(cells)]
        return Board([hands], f"{cells[1]} cards are hidden")

    assert rows(seat_board(draw, HANDS)) == ["hand 0  card card   hand 1  (?)   hand 2  card card card"]


def test_groups_that_come_and_go_are_told_of_in_one_row() -> None:
    def draw(cells: Sequence[int]) -> Board:
        return Board([[Group(str(n), ["card"])] for n, count in enumerate(cells) if count])

    assert rows(seat_board(draw, HANDS)) == [
        "0                   card",
        "2                   card",
        "not seen from here  (?)",
    ]


def test_without_anything_hidden_the_board_is_the_true_one() -> None:
    asked = []

    def draw(cells: Sequence[int]) -> Board:
        asked.append(list(cells))
        return Board([[Group("", [str(cells[1])])]])

    assert rows(seat_board(draw, replace(HANDS, seen=HANDS.true))) == ["1"]
    assert asked == [[2, 1, 3]]


def test_a_drawing_that_takes_no_other_state_tells_nothing() -> None:
    def draw(cells: Sequence[int]) -> Board:
        if list(cells) != [2, 1, 3]:
            raise BadInput("no such state")
        return Board([[Group("", [str(cells[1])])]])

    assert seat_board(draw, HANDS) is None


@pytest.mark.parametrize(
    ("path", "instance", "hides"),
    [
        ("queen-is-dead/standard", "full", True),
        ("queen-of-scots/standard", "duel", True),
        ("queens-collection/cooperative", "full", True),
        ("queue4/standard", "six", False),
    ],
)
def test_the_board_of_a_seat_is_the_same_whatever_is_hidden_from_it(
    path: str, instance: str, hides: bool
) -> None:
    session = qb.load(path).session(instance)
    position, random = session.start(), Random(5)
    hidden = 0
    for _ in range(40):
        moves = position.moves() or tuple(one.move for one in position.outcomes())
        if not moves:
            break
        position = position.do(random.choice(moves))
        rules = session._rules
        for player in session.players:
            sight = rules.sight(position._state, player, ())
            board = rows(seat_board(rules.drawn, sight))
            assert board == rows(position.seat_board(player.name))
            hidden += sum(line.count(f"({UNSEEN.text})") for line in board)
            for cells in list(fillings(sight))[2:6:3]:
                assert rows(seat_board(rules.drawn, replace(sight, true=cells))) == board
    assert bool(hidden) is hides


def test_a_seat_that_is_none_is_refused() -> None:
    start = qb.load("queen-of-scots/standard").session("duel").start()
    with pytest.raises(BadInput, match="'NOBODY' is no player; choose of NORTH, EAST"):
        start.seat_board("NOBODY")
