"""Connect-4 as one writes it in an afternoon: a simple engine, to measure how quickly one is followed.

It speaks the words of the model of `tests/reference`, so that it needs no mapping.
"""

from __future__ import annotations

from typing import Any

SEATS = ("YELLOW", "RED")
WIDTH, HEIGHT = 7, 6


class FourInARow:
    """The engine, with the methods that the protocol knows."""

    name, version = "four in a row", "1"

    def reset(self) -> None:
        self.columns: list[list[int]] = [[] for _ in range(WIDTH)]
        self.turn = 0
        self.winner = -1

    def over(self) -> bool:
        return self.winner >= 0 or all(len(column) == HEIGHT for column in self.columns)

    def to_move(self) -> dict[str, Any]:
        return {"to_move": [] if self.over() else [SEATS[self.turn]]}

    def moves(self) -> dict[str, Any]:
        free = [at for at, column in enumerate(self.columns, 1) if len(column) < HEIGHT]
        return {"moves": [] if self.over() else [{"move": "drop", "args": {"column": at}} for at in free]}

    def do(self, moves: list[dict[str, Any]]) -> dict[str, Any] | None:
        at = moves[0]["args"]["column"] - 1
        column = self.columns[at]
        if self.over() or len(column) == HEIGHT:
            return {"refused": "no disc falls there"}
        column.append(self.turn)
        if any(self.line(at, len(column) - 1, *step) >= 4 for step in ((1, 0), (0, 1), (1, 1), (1, -1))):
            self.winner = self.turn
        self.turn = 1 - self.turn
        return None

    def line(self, x: int, y: int, dx: int, dy: int) -> int:
        count = 1
        for sign in (1, -1):
            at, row = x + sign * dx, y + sign * dy
            while 0 <= at < WIDTH and 0 <= row < len(self.columns[at]) and self.columns[at][row] == self.turn:
                count, at, row = count + 1, at + sign * dx, row + sign * dy
        return count

    def state(self) -> dict[str, Any]:
        place = [
            [[x, y], SEATS[column[y - 1]] if y <= len(column) else "FREE"]
            for x, column in enumerate(self.columns, 1)
            for y in range(1, HEIGHT + 1)
        ]
        return {"state": {"place": place, "turn": SEATS[self.turn]}}

    def result(self) -> dict[str, Any]:
        over = self.over()
        winners = [SEATS[self.winner]] if self.winner >= 0 else []
        return {"over": True, "winners": winners} if over else {"over": False}
