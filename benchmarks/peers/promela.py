"""The games in Promela, the language of SPIN: one process, one ``d_step`` for each move, so that states are positions.

What depends on the size of a game is written out, line by line: no variable but those of the position is in a state,
and SPIN compiles plain expressions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

PROCESS = """\
active proctype game() {{
end:
    do
{options}
    od
}}
"""


def _process(options: Sequence[str]) -> str:
    return PROCESS.format(options="\n".join(f"    :: d_step {{ {option} }}" for option in options))


def _lines(places: Sequence[Sequence[int]], array: str) -> str:
    """The condition that the side whose turn it is holds all places of some line."""
    if not places:
        return "false"
    return " ||\n    ".join("(" + " && ".join(f"{array}[{p}] == turn" for p in line) + ")" for line in places)


def tic_tac_toe() -> str:
    """Nine spots in reading order; Cross is 1 and begins."""
    rows = [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(3)]
    columns = [(i, i + 3, i + 6) for i in range(3)]
    won = _lines([*rows, *columns, (0, 4, 8), (2, 4, 6)], "mark")
    full = " && ".join(f"mark[{i}] != 0" for i in range(9))
    moves = [
        f"!over && mark[{i}] == 0 -> mark[{i}] = turn; over = WON || FULL; turn = 3 - turn" for i in range(9)
    ]
    head = "byte mark[9];\nbyte turn = 1;\nbool over;\n"
    return f"{head}\n{_define('WON', won)}{_define('FULL', full)}\n{_process(moves)}"


def _define(name: str, text: str) -> str:
    return f"#define {name} ({text})\n".replace("\n    ", " \\\n    ")


def fours(width: int, height: int) -> Iterator[tuple[int, ...]]:
    """The lines of four of a grid, as places counted from the lowest row."""
    for x in range(width):
        for y in range(height):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if x + 3 * dx < width and 0 <= y + 3 * dy < height:
                    yield tuple((y + k * dy) * width + x + k * dx for k in range(4))


def connect_four(width: int, height: int) -> str:
    """A place is free at 0, and a disc has the number of its side; place 0 is the left one of the lowest row."""
    won = _lines(list(fours(width, height)), "cell")
    top = (height - 1) * width
    full = " && ".join(f"cell[{top + x}] != 0" for x in range(width))
    moves = []
    for x in range(width):
        here = range(x, width * height, width)
        falls = "".join(f":: cell[{i}] == 0 -> cell[{i}] = turn " for i in here[:1])
        falls += "".join(
            f":: cell[{i}] == 0 && cell[{j}] != 0 -> cell[{i}] = turn " for j, i in pairwise(here)
        )
        moves.append(f"!over && cell[{here[-1]}] == 0 -> if {falls}fi; over = WON || FULL; turn = 3 - turn")
    head = f"byte cell[{width * height}];\nbyte turn = 1;\nbool over;\n"
    return f"{head}\n{_define('WON', won)}{_define('FULL', full)}\n{_process(moves)}"


def hanoi(discs: int) -> str:
    """A peg is a set of discs, a bit for each; its lowest bit is the smallest disc, which lies on top."""
    every = 2**discs - 1
    moves = []
    for a in range(3):
        for b in range(3):
            if a != b:
                top = f"(peg{a} & -peg{a})"
                fits = f"(peg{b} == 0 || {top} < (peg{b} & -peg{b}))"
                guard = f"peg2 != {every} && peg{a} != 0 && {fits}"
                moves.append(f"{guard} -> peg{b} = peg{b} | {top}; peg{a} = peg{a} & (peg{a} - 1)")
    return f"int peg0 = {every};\nint peg1;\nint peg2;\n\n{_process(moves)}"


def sliding_puzzle(rows: int, columns: int) -> str:
    """The tiles by place, in reading order; 0 is the gap."""
    places = rows * columns
    moves = []
    for gap in range(places):
        for tile in range(places):
            if abs(gap // columns - tile // columns) + abs(gap % columns - tile % columns) == 1:
                moves.append(f"tile{gap} == 0 -> tile{gap} = tile{tile}; tile{tile} = 0")
    head = "".join(f"byte tile{i} = {(i + 1) % places};\n" for i in range(places))
    return f"{head}\n{_process(moves)}"
