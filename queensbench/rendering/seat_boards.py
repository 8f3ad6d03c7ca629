"""The board as a seat sees it: what depends on something that is hidden from the seat lies face down.

A drawing is a function of a whole state, and knows nothing of seats.  So the state is drawn several times, its hidden
cells filled in different ways; what all these boards say alike, the true one among them, is shown.  What is shown is
therefore true, and no filling that was tried makes it otherwise; but a drawing that tells something hidden only under a
filling that was not tried would tell it here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from queensbench.errors import QueensbenchError
from queensbench.language.drawings import Board, Cell, Group

UNSEEN = Cell("?", down=True)
"""What stands for a card or a number that the seat does not see."""
DRAWN_AT_RANDOM = 3
"""The fillings that are drawn at random, always from the same seed."""


@dataclass(frozen=True)
class Sight:
    """The view of a seat on a state.

    ``true``: the raw cells.  ``seen``: the same, None for each that is hidden.  ``least`` and ``sizes``: by cell the
    least raw value that it may have, and how many there are.
    """

    true: Sequence[int]
    seen: Sequence[int | None]
    least: Sequence[int]
    sizes: Sequence[int]

    @property
    def hidden(self) -> list[int]:
        """The places of the hidden cells."""
        return [at for at, raw in enumerate(self.seen) if raw is None]


def fillings(sight: Sight) -> Iterator[list[int]]:
    """States that look alike to the seat, as raw cells; the same from run to run."""
    hidden = sight.hidden
    random = Random(0)

    def filled(value: Callable[[int, int], int]) -> list[int]:
        cells = list(sight.true)
        for number, at in enumerate(hidden):
            cells[at] = sight.least[at] + value(number, at) % sight.sizes[at]
        return cells

    yield filled(lambda number, at: 0)
    yield filled(lambda number, at: sight.sizes[at] - 1)
    yield filled(lambda number, at: number)
    yield filled(lambda number, at: sight.true[at] - sight.least[at] + 1)
    for _ in range(DRAWN_AT_RANDOM):
        yield filled(lambda number, at: random.randrange(sight.sizes[at]))


def seat_board(draw: Callable[[Sequence[int]], Board], sight: Sight) -> Board | None:
    """The board that a seat sees; None where the drawing takes fewer than two fillings, so that nothing can be said.

    ``draw``: the board of raw cells.  Raises BadInput where the true state cannot be drawn.
    """
    true = draw(sight.true)
    if not sight.hidden:
        return true
    others = []
    for cells in fillings(sight):
        try:
            others.append(draw(cells))
        except QueensbenchError:  # no state that the author has thought of: a drawing need not take it
            continue
    if len(others) < 2:
        return None
    return _common(true, others)


def _common(true: Board, others: Sequence[Board]) -> Board:
    """What all boards say alike."""
    shape = [len(row) for row in true.rows]
    caption = true.caption if all(one.caption == true.caption for one in others) else ""
    if all([len(row) for row in one.rows] == shape for one in others):
        rows = [
            [_group(group, [one.rows[r][g] for one in others]) for g, group in enumerate(row)]
            for r, row in enumerate(true.rows)
        ]
        return Board(rows, caption)
    known = [_labelled(one) for one in others]
    kept = []
    for row in true.rows:
        same = [group for group in row if all(_only(one, group.label) is not None for one in known)]
        found = [_group(group, [one[group.label][0] for one in known]) for group in same]
        kept += [found] if found else []
    left = sum(map(len, true.rows)) - sum(map(len, kept))
    if left:
        kept.append([Group("not seen from here", [UNSEEN])])
    return Board(kept, caption)


def _labelled(board: Board) -> dict[str, list[Group]]:
    found: dict[str, list[Group]] = {}
    for row in board.rows:
        for group in row:
            found.setdefault(group.label, []).append(group)
    return found


def _only(groups: dict[str, list[Group]], label: str) -> Group | None:
    """The group of a label, if one alone has it."""
    found = groups.get(label, [])
    return found[0] if len(found) == 1 else None


def _group(true: Group, others: Sequence[Group]) -> Group:
    """A group with what all boards have alike in it; one unseen cell where the number of cells differs."""
    label = true.label if all(one.label == true.label for one in others) else "?"
    stands = true.stands if all(one.stands == true.stands for one in others) else ()
    if any(len(one.cells) != len(true.cells) for one in others):
        return Group(label, [UNSEEN], grid="", stands=stands)
    cells = [
        cell if all(one.cells[c] == cell for one in others) else replace(UNSEEN, loose=cell.loose)
        for c, cell in enumerate(true.cells)
    ]
    return Group(label, cells, grid=true.grid, stands=stands)
