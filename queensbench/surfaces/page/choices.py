"""The choices in a position, ordered as a person looks for them: by action, then by argument; and on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import queensbench as qb
from queensbench.language.domains import words_in
from queensbench.language.drawings import Board, Stand
from queensbench.language.records import shown
from queensbench.rendering.boards import changes, widths
from queensbench.surfaces.page.links import written

WIDEST = 40
"""The widest cell that the style sheet knows a width for, in letters."""


Kinds = Mapping[str, qb.MoveKind]
"""The kinds of moves of a game at an instance, by name."""


def words(value: Any, domain: Any = None) -> str:
    """A value as a person says it, by its label where it has one; a name as words."""
    if isinstance(value, Enum) or domain is not None:
        return words_in(domain, value)
    return (value if isinstance(value, str) else shown(value)).replace("_", " ").lower()


@dataclass(frozen=True)
class Choice:
    """A move or an outcome of chance.  ``text``: without its heading; ``wire``: as an address writes it.

    ``whole``: the move in words, with its name and the values of its arguments; ``head``: its first argument in words.
    ``odds``: the probability of an outcome ("" of a move); ``note``: anything else that is known of it.
    """

    move: qb.Move
    text: str
    wire: str
    whole: str
    head: str
    odds: str = ""
    note: str = ""


@dataclass(frozen=True)
class Cluster:
    """Choices with the same first argument, which is their ``head`` ("" where it heads nothing)."""

    head: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class ActionChoices:
    """The choices of an action or a chance event: its ``name`` in words, its ``arguments``, and clusters."""

    name: str
    arguments: str
    clusters: tuple[Cluster, ...]


def headed(text: str) -> str:
    """A text as it begins a sentence."""
    return text[:1].upper() + text[1:]


def values_of(move: qb.Move, kinds: Kinds) -> list[tuple[str, str]]:
    """The arguments of a move and their values, in words."""
    of = kinds[move.name].arguments if move.name in kinds else {}
    return [(words(name), words(value, of.get(name))) for name, value in move.args.items()]


def in_words(move: qb.Move, kinds: Kinds) -> str:
    """A move in words: ``swap neighbours: low 5``."""
    told = ", ".join(f"{name} {value}" for name, value in values_of(move, kinds))
    return f"{words(move.name)}{f': {told}' if told else ''}"


def choices_of(position: qb.Position, notes: Mapping[str, str], kinds: Kinds) -> list[Choice]:
    """All that is possible in a position; ``notes``: what is known of moves, by their texts."""
    found = []
    for move in position.moves():
        found.append(_choice(move, "", notes, kinds))
    for outcome in position.outcomes():
        found.append(_choice(outcome.move, str(outcome.probability), notes, kinds))
    return found


def _choice(move: qb.Move, odds: str, notes: Mapping[str, str], kinds: Kinds) -> Choice:
    pairs = values_of(move, kinds)
    values = [value for _, value in pairs]
    last = ", ".join(values[1:]) if len(values) > 1 else ", ".join(values) or words(move.name)
    head = " ".join(pairs[0]) if len(pairs) > 1 else ""
    return Choice(move, last, written(move), in_words(move, kinds), head, odds, notes.get(str(move), ""))


def grouped(choices: Sequence[Choice]) -> list[ActionChoices]:
    """Choices by action, and within it by the first argument where there are several arguments.

    Those without arguments stand first, together and without a name.
    """
    by_action: dict[str, dict[str, list[Choice]]] = {}
    alone = tuple(choice for choice in choices if not choice.move.args)
    first = [ActionChoices("", "", (Cluster("", alone),))] if alone else []
    for choice in choices:
        if not choice.move.args:
            continue
        by_action.setdefault(choice.move.name, {}).setdefault(choice.head, []).append(choice)
    return first + [
        ActionChoices(
            words(name),
            ", ".join(words(argument) for argument in next(iter(clusters.values()))[0].move.args),
            tuple(Cluster(head, tuple(found)) for head, found in clusters.items()),
        )
        for name, clusters in by_action.items()
    ]


# --------------------------------------------------------------------------------------------- boards


@dataclass(frozen=True)
class Spot:
    """A cell or a label of a board as the page shows it.

    ``classes``: for the style sheet.  ``choices``: what it stands for now; ``key``: its place, by which an address asks
    for them; ``stands``: all that it may stand for.
    """

    text: str
    classes: str
    key: str = ""
    choices: tuple[Choice, ...] = ()
    stands: tuple[Stand, ...] = ()


@dataclass(frozen=True)
class Shelf:
    """A group of a board: its label and cells; ``changed`` since the board before; ``grid``: in columns."""

    label: Spot
    cells: tuple[Spot, ...]
    changed: bool
    grid: bool


@dataclass(frozen=True)
class Drawn:
    """A board as the page shows it: its rows, its caption, and everything in it that stands for moves.

    ``spots``: what can be chosen now, by place.  ``idle``: what stands for moves none of which can be made now.
    """

    rows: tuple[tuple[Shelf, ...], ...]
    caption: str
    spots: Mapping[str, Spot]
    idle: Mapping[str, Spot]


def drawn(board: Board, before: Board | None = None, choices: Sequence[Choice] = ()) -> Drawn:
    """A board with what has changed since the one before, and what its cells stand for among these choices."""
    changed = changes(before, board)
    columns = widths(board, lambda r, g, c: len(board.rows[r][g].cells[c].text))
    spots: dict[str, Spot] = {}
    idle: dict[str, Spot] = {}

    def spot(text: str, classes: list[str], stands: Sequence[Stand], key: str) -> Spot:
        meant = tuple(
            one for one in choices if any(stand.means(one.move.name, one.move.args) for stand in stands)
        )
        made = Spot(text, " ".join(filter(None, classes)), key, meant, tuple(stands))
        if stands:
            (spots if meant else idle)[key] = made
        return made

    heads = max((len(row[0].label) for row in board.rows if row), default=0)
    rows = []
    for r, row in enumerate(board.rows):
        shelves = []
        for g, group in enumerate(row):
            cells = []
            for c, cell in enumerate(group.cells):
                look = [
                    "loose" if cell.loose else "cell",
                    cell.colour and f"is-{cell.colour}",
                    "down" * cell.down,
                    "marked" * cell.marked,
                    "new" * ((r, g, c) in changed.cells),
                ]
                if group.grid:
                    look.append(f"w{min(WIDEST, columns[r, g][c])}")
                cells.append(spot(cell.text, look, cell.stands, f"{r}.{g}.{c}"))
            look = ["label", f"w{min(WIDEST, heads)}" if heads and not g else ""]
            label = spot(group.label, look, group.stands, f"{r}.{g}")
            shelves.append(Shelf(label, tuple(cells), (r, g) in changed.groups, bool(group.grid)))
        rows.append(tuple(shelves))
    return Drawn(tuple(rows), board.caption, spots, idle)
