"""The games that are explored and played, at which sizes, and how many states of them are published."""

from __future__ import annotations

from typing import NamedTuple


class Counts(NamedTuple):
    """What every explorer has to find alike: states, moves in them, and the greatest number of moves to a state."""

    states: int
    transitions: int
    depth: int


class Played(NamedTuple):
    """Random games: how many, the moves in all, and the sum of the squares of their lengths."""

    games: int
    steps: int
    squares: int

    @property
    def mean(self) -> float:
        """The mean length of a game."""
        return self.steps / self.games

    @property
    def variance(self) -> float:
        """The variance of that mean."""
        return max(0.0, self.squares / self.games - self.mean**2) / self.games


class Box(NamedTuple):
    """A game at a size.

    ``states``: how many there are.  ``longest``: no play without a repeated state has more moves.
    """

    game: str
    sizes: tuple[tuple[str, int], ...]
    name: str
    states: int
    longest: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """The values of the sizes, in order."""
        return tuple(value for _, value in self.sizes)


def tic_tac_toe() -> Box:
    """The one size; 5,478 states are published by OpenSpiel."""
    return Box("tic_tac_toe", (), "tic-tac-toe", 5_478, 9)


def connect_four(width: int, height: int, states: int) -> Box:
    """A grid; Tromp has published the states of 3 x 3 and 4 x 3, and all programs have to agree on the others."""
    sizes = (("width", width), ("height", height))
    return Box("connect_four", sizes, f"Connect-4, {width} x {height}", states, width * height)


def hanoi(discs: int) -> Box:
    """The towers; each disc lies on one of three pegs."""
    return Box("hanoi", (("discs", discs),), f"Towers of Hanoi, {discs} discs", 3**discs, 3**discs)


def sliding_puzzle(rows: int, columns: int) -> Box:
    """The puzzle; half of all orders of the tiles can be reached (of 3 x 3: OEIS A089473)."""
    states = 1
    for number in range(3, rows * columns + 1):
        states *= number
    name = f"{rows * columns - 1}-puzzle"
    return Box("sliding_puzzle", (("rows", rows), ("columns", columns)), name, states, states)


GROWING = (
    connect_four(3, 3, 869),
    connect_four(4, 3, 12_031),
    connect_four(4, 4, 161_029),
    connect_four(4, 5, 1_706_255),
    connect_four(4, 6, 15_835_683),
)
"""One game, four columns wide from the second on: from a thousand states to sixteen million."""

EXPLORED = (tic_tac_toe(), hanoi(9), sliding_puzzle(3, 3))
"""The other boxes; among them deep ones, whose levels are small."""

SMALL = (tic_tac_toe(), hanoi(3), sliding_puzzle(2, 3), connect_four(3, 3, 869))
"""Boxes so small that the programs are held against each other in a moment."""


class Random(NamedTuple):
    """A game that is played at random: ``like`` is a small box of the same rules whose counts are compared, if any.

    ``openspiel``: what OpenSpiel calls it.
    """

    game: str
    sizes: tuple[tuple[str, int], ...]
    name: str
    openspiel: str
    like: Box | None


PLAYED = (
    Random("tic_tac_toe", (), "tic-tac-toe", "tic_tac_toe", tic_tac_toe()),
    Random(
        "connect_four",
        (("width", 7), ("height", 6)),
        "Connect-4, 7 x 6",
        "connect_four",
        connect_four(4, 3, 12_031),
    ),
    Random("kuhn_poker", (), "Kuhn poker", "kuhn_poker", None),
)

HISTORIES = {"chance": 4, "choice": 24, "over": 30}
"""The histories of Kuhn poker by kind, as published by OpenSpiel; here no two of them come to the same state."""


def openspiel(box: Box) -> str | None:
    """What OpenSpiel calls a box; None if it has no such game."""
    if box.game == "tic_tac_toe":
        return "tic_tac_toe"
    if box.game == "connect_four":
        width, height = box.numbers
        return f"connect_four(rows={height},columns={width})"
    return None
