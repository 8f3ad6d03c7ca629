"""The views of a position that the pages show, as data for the templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import queensbench as qb
from queensbench.errors import BadInput
from queensbench.language.drawings import Board
from queensbench.rendering.boards import changes
from queensbench.surfaces.page.choices import choices_of, drawn, grouped, headed, in_words, words
from queensbench.surfaces.page.links import cut
from queensbench.surfaces.page.tables import Node, Table
from queensbench.surfaces.page.whys import clause_text, moves_told, why_asked, whys_of

MOST_SHOWN = 400
"""The most positions of a history that are listed."""


def status(position: qb.Position) -> str:
    """The state of play in a position, in a sentence."""
    silence = position.silence
    if silence is not None:
        return f"The text is silent here: {silence[0]} (nearest clause {silence[1]})."
    if position.over:
        won = " and ".join(words(player) for player in position.winners) or "nobody"
        scores = ", ".join(
            f"{words(player)} {score}" if player is not None else str(score)
            for player, score in position.scores.items()
        )
        return f"Over: won by {won}{f'; score {scores}' if scores else ''}."
    moves = position.moves()
    if moves:
        who = " and ".join(words(player) for player in position.deciders)
        count = f"{len(moves):,} move{'s' * (len(moves) != 1)}"
        return f"{headed(who)} chooses: {count}." if who else f"{count}."
    outcomes = len(position.outcomes())
    if outcomes:
        return f"Chance decides: {outcomes:,} outcome{'s' * (outcomes != 1)}."
    return "Nothing can be done, and this is no end."


def readings_told(game: qb.Game, session: qb.Session) -> list[tuple[str, str, str]]:
    """The readings that are not the house's: ruling, reading, and what it says."""
    found = []
    for name, member in session.readings.items():
        decl = game.rulings.get(name)
        if decl is not None and member is not decl.house:
            found.append((name, member.name.lower(), str(member.value)))
    return found


def table_data(
    game: qb.Game, table: Table, node: Node, asked: Mapping[str, str], values: Mapping[str, str]
) -> dict[str, Any]:
    """The page of a position.

    ``asked``: what its address asks besides: about, why and its arguments, cell, seat, with.  ``values``: what moves
    are worth.
    """
    position = node.position
    notes = _notes(node)
    for move, value in values.items():
        notes[move] = ", ".join(filter(None, (notes.get(move, ""), value)))
    choices = choices_of(position, notes, table.session.move_kinds)
    before = node.parent.position.board() if node.parent is not None else None
    board = position.board()
    picture = drawn(board, before, choices)
    about = picture.spots.get(asked.get("about", ""))
    idle = picture.idle.get(asked.get("cell", ""))
    listed = choices if about is None else list(about.choices)
    return {
        "game": game,
        "table": table,
        "node": node,
        "status": status(position),
        "board": picture,
        "moved": "" if node.move is None else in_words(node.move, table.session.move_kinds),
        "before": before is not None,
        "about": about,
        "actions": grouped(listed),
        "chance": bool(position.outcomes()),
        "listed": len(listed),
        "clauses": [(name, clause_text(game, name)) for name in position.clauses],
        "link": table.place.link(node.moves),
        "history": history(table, node),
        "changed": readings_told(game, table.session),
        "compared": _compared(table, node, asked.get("with", ""), board),
        "second": _second(game, node, table, board),
        "why": why_asked(game, table, node, asked),
        "idle": idle,
        "cell_whys": [] if idle is None else whys_of(game, table, node, idle.stands),
        "asked": asked,
        "moves": moves_told(table, asked.get("why", "")),
        "seat": _seat(table, position, asked.get("seat", "")),
        "players": [(player.name, words(player)) for player in table.session.players],
    }


# ---------------------------------------------------------------------------------------- two readings


def _notes(node: Node) -> dict[str, str]:
    """Of each move that only the first reading allows, that this is so."""
    if node.other is None or node.parted:
        return {}
    other = {str(move) for move in _possible(node.other)}
    return {str(move): "only here" for move in _possible(node.position) if str(move) not in other}


def _possible(position: qb.Position) -> list[qb.Move]:
    return [*position.moves(), *(outcome.move for outcome in position.outcomes())]


def _second(game: qb.Game, node: Node, table: Table, board: Board) -> dict[str, Any] | None:
    """The board under the second reading, with what is otherwise there; None without one."""
    if table.second is None or node.other is None:
        return None
    there = node.other.board()
    same = node.other.state.to_json() == node.position.state.to_json()
    here = {str(move) for move in _possible(node.position)}
    only = [] if node.parted else [m for m in _possible(node.other) if str(m) not in here]
    return {
        "readings": readings_told(game, table.second),
        "board": drawn(there, None if node.parted else board),
        "status": status(node.other),
        "parted": node.parted,
        "same": same and not node.parted,
        "hidden": not same and not changes(board, there).groups and board.caption == there.caption,
        "only": [in_words(move, table.second.move_kinds) for move in only],
    }


def _compared(table: Table, node: Node, number: str, board: Board) -> dict[str, Any] | None:
    """Another position of the history, with what is otherwise there; None where nobody asks.  Raises BadInput."""
    if not number:
        return None
    if not number.isascii() or not number.isdigit() or len(number) > 6:
        raise BadInput(f"the table has no position {cut(number)}", remedy="choose one of the history")
    other = table.node(int(number))
    return {
        "node": other,
        "board": drawn(other.position.board(), board),
        "status": status(other.position),
        "same": other.position == node.position,
    }


# --------------------------------------------------------------------------------------- history, seats


def history(table: Table, node: Node) -> dict[str, Any]:
    """The tree as lines: each position with its indentation, and whether it lies on the way to this one."""
    way = {one.number for one in node.line()}
    kinds = table.session.move_kinds
    rows = [
        {
            "node": one,
            "deep": min(forks, 8),
            "here": one is node,
            "way": one.number in way,
            "words": "start" if one.move is None else in_words(one.move, kinds),
        }
        for forks, one in table.flat()
    ]
    if len(rows) > MOST_SHOWN:
        at = next(place for place, row in enumerate(rows) if row["here"])
        first = max(0, min(at - MOST_SHOWN // 2, len(rows) - MOST_SHOWN))
        return {"rows": rows[first : first + MOST_SHOWN], "left": len(rows) - MOST_SHOWN}
    return {"rows": rows, "left": 0}


def _seat(table: Table, position: qb.Position, name: str) -> dict[str, Any] | None:
    """What a seat sees: its board (None: the drawing cannot tell), and the fields; None where nobody asks.

    Raises BadInput for one who is no player.
    """
    if not name:
        return None
    rows = []
    told = next((words(player) for player in table.session.players if player.name == name), words(name))
    for field, value in position.view(name):
        if isinstance(value, qb.FieldTable):
            cells = [(_key(key), _seen(item)) for key, item in value.items()]
        else:
            cells = [("", _seen(value))]
        rows.append({"name": words(field), "cells": cells, "none": all(text is None for _, text in cells)})
    board = position.seat_board(name)
    return {"name": told, "rows": rows, "board": None if board is None else drawn(board)}


def _key(key: Any) -> str:
    return ", ".join(map(words, key)) if isinstance(key, tuple) else words(key)


def _seen(value: Any) -> str | None:
    """A value as text; None for what is hidden."""
    if value is qb.HIDDEN:
        return None
    if isinstance(value, tuple):
        parts = [_seen(one) for one in value]
        return ", ".join("hidden" if part is None else part for part in parts) or "empty"
    return words(value)
