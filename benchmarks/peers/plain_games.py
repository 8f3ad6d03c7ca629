"""The games in plain Python, as one would write them without a toolkit: tuples, a set, and no compiled code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from benchmarks.peers.games import Counts, Played
from benchmarks.peers.promela import fours


class Game(NamedTuple):
    """A game by its first state, the moves of a state (none when it is over), and the state after a move."""

    start: Any
    moves: Callable[[Any], Sequence[Any]]
    make: Callable[[Any, Any], Any]


def tic_tac_toe() -> Game:
    """A state: the nine spots, whose turn it is, whether it is over."""
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def moves(state: Any) -> list[int]:
        cells, _, over = state
        return [] if over else [spot for spot in range(9) if not cells[spot]]

    def make(state: Any, spot: int) -> Any:
        cells, turn, _ = state
        cells = (*cells[:spot], turn, *cells[spot + 1 :])
        won = any(cells[a] == cells[b] == cells[c] == turn for a, b, c in rows)
        return cells, 3 - turn, won or all(cells)

    return Game(((0,) * 9, 1, False), moves, make)


def connect_four(width: int, height: int) -> Game:
    """A state: the places from the lowest row, whose turn it is, whether it is over."""
    through: dict[int, list[tuple[int, ...]]] = {i: [] for i in range(width * height)}
    for line in fours(width, height):
        for place in line:
            through[place].append(line)
    top = (height - 1) * width

    def moves(state: Any) -> list[int]:
        cells, _, over = state
        return [] if over else [x for x in range(width) if not cells[top + x]]

    def make(state: Any, x: int) -> Any:
        cells, turn, _ = state
        while cells[x]:
            x += width
        cells = (*cells[:x], turn, *cells[x + 1 :])
        won = any(cells[a] == cells[b] == cells[c] == cells[d] == turn for a, b, c, d in through[x])
        return cells, 3 - turn, won or all(cells[top:])

    return Game(((0,) * (width * height), 1, False), moves, make)


def hanoi(discs: int) -> Game:
    """A state: the peg of each disc, the smallest first; a move: a disc and its new peg."""
    done = (2,) * discs

    def moves(state: Any) -> list[tuple[int, int]]:
        if state == done:
            return []
        tops = [state.index(peg) if peg in state else discs for peg in range(3)]
        return [(tops[a], b) for a, b in product(range(3), repeat=2) if tops[a] < tops[b]]

    def make(state: Any, move: tuple[int, int]) -> Any:
        disc, peg = move
        return (*state[:disc], peg, *state[disc + 1 :])

    return Game((0,) * discs, moves, make)


def sliding_puzzle(rows: int, columns: int) -> Game:
    """A state: the tiles in reading order; 0 is the gap."""
    places = list(product(range(rows), range(columns)))
    beside = [[j for j, (y, x) in enumerate(places) if abs(r - y) + abs(c - x) == 1] for r, c in places]

    def moves(state: Any) -> list[int]:
        return beside[state.index(0)]

    def make(state: Any, place: int) -> Any:
        tiles = list(state)
        tiles[state.index(0)], tiles[place] = tiles[place], 0
        return tuple(tiles)

    return Game((*range(1, rows * columns), 0), moves, make)


GAMES: dict[str, Callable[..., Game]] = {
    "tic_tac_toe": tic_tac_toe,
    "connect_four": connect_four,
    "hanoi": hanoi,
    "sliding_puzzle": sliding_puzzle,
}


def explore(game: Game) -> Counts:
    """All states, breadth first."""
    known, level, transitions, depth = {game.start}, [game.start], 0, 0
    while True:
        fresh = []
        for state in level:
            for move in game.moves(state):
                transitions += 1
                after = game.make(state, move)
                if after not in known:
                    known.add(after)
                    fresh.append(after)
        if not fresh:
            return Counts(len(known), transitions, depth)
        level, depth = fresh, depth + 1


def play(game: Game, games: int, seed: int) -> Played:
    """Random games, each move drawn uniformly."""
    random = Random(seed)
    steps = squares = 0
    for _ in range(games):
        state, length = game.start, 0
        while moves := game.moves(state):
            state, length = game.make(state, random.choice(moves)), length + 1
        steps += length
        squares += length * length
    return Played(games, steps, squares)
