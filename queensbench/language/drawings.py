"""Drawings: pictures of states as they lie on the table, for storyboards and state graphs.

A drawing is an ordinary Python function, no rule: it gets a state, and answers with a :class:`Board`, rows of
labelled groups of cells.  It is never part of the model; its states are those of the interpreter::

    @drawing(setup=lambda s: s.phase == Phase.DEAL)
    def table(s: State) -> Board:
        hand = [counted(card.name, s.hand[card]) for card in Card]
        return Board([[Group("hand", hand), Group("pile", [Cell("", down=True)])]], f"{s.active.name}'s turn")

A page on which one can play asks a drawing what its cells stand for (:func:`stands_for`): who clicks
``Cell("5", stands=stands_for(spot=5))`` means the moves whose argument ``spot`` is 5.

A drawing serves every mode whose record is that of its argument, or derives from it (the nearest drawing
counts).  A mode without a drawing shows its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeVar, overload

from queensbench.errors import BadInput
from queensbench.language.records import Record
from queensbench.language.source import caller, hints_of

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white", "grey")
"""What a cell may be coloured with; colour never says anything that the text does not."""

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Stand:
    """Moves that something on the table stands for: those of a name (empty: any) that have all these arguments."""

    move: str
    args: tuple[tuple[str, Any], ...]

    def means(self, move: str, args: Mapping[str, Any]) -> bool:
        """Whether a move, given by its name and its arguments, is one of them."""
        return self.move in ("", move) and all(args.get(name) == value for name, value in self.args)


def stands_for(move: str = "", /, **args: Any) -> tuple[Stand, ...]:
    """The moves that a cell or a group stands for: of this name, or with these arguments, or both.

    To stand for more, add several: ``stands_for(low=k) + stands_for(spot=k)``.  Raises BadInput where neither is given.
    """
    if not move and not args:
        raise BadInput(
            "a cell that stands for every move stands for none",
            where=caller(),
            remedy="name a move or an argument",
        )
    return (Stand(move, tuple(args.items())),)


@dataclass(frozen=True)
class Cell:
    """A card, a tile, a number: its text, and how it lies.

    ``colour``: one of :data:`COLOURS` (empty: plain).  ``down``: it lies face down, and only those who know it see its
    text.  ``marked``: attention goes to it.  ``loose``: words without a frame.  ``stands``: the moves that it stands
    for.  Raises BadInput for an unknown colour.
    """

    text: str
    colour: str = ""
    down: bool = False
    marked: bool = False
    loose: bool = False
    stands: tuple[Stand, ...] = ()

    def __post_init__(self) -> None:
        if self.colour and self.colour not in COLOURS:
            raise BadInput(
                f"no cell can be coloured {self.colour!r}", where=caller(), remedy=f"use {', '.join(COLOURS)}"
            )


@dataclass(frozen=True)
class Group:
    """Cells side by side under a label; None among them is left out.

    ``grid``: groups with the same name here stand in columns, first cell below first cell.  ``stands``: the moves that
    the label stands for.
    """

    label: str
    cells: tuple[Cell, ...]
    grid: str = ""
    stands: tuple[Stand, ...] = ()

    def __init__(
        self,
        label: str,
        cells: Iterable[Cell | str | None] = (),
        *,
        grid: str = "",
        stands: tuple[Stand, ...] = (),
    ) -> None:
        kept = (cell if isinstance(cell, Cell) else Cell(cell) for cell in cells if cell is not None)
        object.__setattr__(self, "label", label)
        object.__setattr__(self, "cells", tuple(kept))
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "stands", stands)


@dataclass(frozen=True)
class Board:
    """A picture: rows of groups, and a line that says whose turn it is or which step is due."""

    rows: tuple[tuple[Group, ...], ...]
    caption: str = ""

    def __init__(self, rows: Iterable[Iterable[Group]] = (), caption: str = "") -> None:
        object.__setattr__(self, "rows", tuple(tuple(row) for row in rows))
        object.__setattr__(self, "caption", caption)


def counted(
    text: str, number: int, colour: str = "", *, down: bool = False, stands: tuple[Stand, ...] = ()
) -> Cell | None:
    """One cell for equal ones: ``cook ×3``; for one of them its text alone, for none of them None."""
    if number <= 0:
        return None
    return Cell(text if number == 1 else f"{text} ×{number}", colour, down=down, stands=stands)


@dataclass(frozen=True)
class Drawing:
    """A declared drawing: its record, its function, and (``setup``) a test of states in which the set-up goes on."""

    function: Callable[[Any], Board]
    state: type[Record]
    setup: Callable[[Any], bool] | None
    where: str


#: drawings declared in this process
declared: list[Drawing] = []


@overload
def drawing(function: F) -> F: ...


@overload
def drawing(*, setup: Callable[[Any], bool] | None = None) -> Callable[[F], F]: ...


def drawing(function: Any = None, *, setup: Callable[[Any], bool] | None = None) -> Any:
    """Declare how the states of a record are drawn: ``def table(s: State) -> Board``.

    ``setup`` tests whether the set-up goes on in a state: a storyboard sums those steps up in a line.
    Raises BadInput for a function that does not take one record alone, and for a second drawing from another file.
    """

    def declare(function: Any) -> Any:
        if not isinstance(function, FunctionType):
            raise BadInput(f"@drawing is put on a function, not on {function!r}", where=caller())
        code = function.__code__
        where = f"{code.co_filename}:{code.co_firstlineno}"
        try:
            hint = hints_of(function).get(code.co_varnames[0]) if code.co_argcount == 1 else None
        except NameError as unknown:
            raise BadInput(f"the drawing names what is not there: {unknown}", where=where) from None
        except Exception as wrong:  # noqa: BLE001 - whatever the author has written there
            raise BadInput(f"an annotation of the drawing cannot be read: {wrong}", where=where) from None
        if not (isinstance(hint, type) and issubclass(hint, Record)):
            raise BadInput(
                f"the drawing {function.__name__} is of no record",
                where=where,
                remedy="write `def table(s: State) -> Board`, where State is the record of a mode",
            )
        for other in declared:
            if other.state is hint and other.where.rpartition(":")[0] != code.co_filename:
                raise BadInput(
                    f"{hint.__name__} is drawn already at {other.where}",
                    where=where,
                    remedy="keep one of the two",
                )
        # a module that is loaded anew declares anew
        declared[:] = [other for other in declared if other.state is not hint]
        declared.append(Drawing(function, hint, setup, where))
        return function

    return declare if function is None else declare(function)


def drawing_of(state: type[Record]) -> Drawing | None:
    """The drawing of a record, or that of the nearest record from which it derives."""
    by_record = {one.state: one for one in declared}
    return next((by_record[base] for base in state.__mro__ if base in by_record), None)
