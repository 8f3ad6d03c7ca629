"""Why a move is not allowed: one that somebody names, or those that a cell of the board stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import queensbench as qb
from queensbench.errors import BadInput
from queensbench.language.drawings import Stand
from queensbench.language.records import shown
from queensbench.surfaces.page.choices import Kinds, in_words, words
from queensbench.surfaces.page.links import cut
from queensbench.surfaces.page.tables import Node, Table

MOST_TRIED = 2_500
"""The most combinations of arguments that are tried while somebody waits for the page."""
MOST_MOVES = 8
"""The most moves of a cell that are answered for."""


@dataclass(frozen=True)
class Why:
    """Why a move is not allowed: the requirement, its clauses in our words, and where it stands.

    ``possible``: it is allowed (``exact``: as it was asked; else with some values of what was left out).  ``open``: too
    many values are left open to say.
    """

    asked: str
    possible: bool = False
    exact: bool = True
    open: str = ""
    text: str = ""
    clauses: tuple[tuple[str, str], ...] = ()
    place: str = ""


def clause_text(game: qb.Game, name: str) -> str:
    """The text of a clause, in the project's words; empty where the register does not have it."""
    clause = game.clauses.get(name)
    return "" if clause is None else clause.text


def moves_told(table: Table, asked: str) -> list[dict[str, Any]]:
    """The moves that the page can be asked about; of the one that is asked also the values of its arguments."""
    found = []
    for name, kind in table.session.move_kinds.items():
        arguments = [
            (argument, words(argument), [(shown(v), words(v, domain)) for v in domain.values()])
            for argument, domain in (kind.arguments.items() if name == asked else ())
        ]
        found.append({"name": name, "words": words(name), "arguments": arguments})
    return found


def why_asked(game: qb.Game, table: Table, node: Node, asked: Mapping[str, str]) -> Why | None:
    """The answer to a question why a move is not allowed; None where nothing is asked.  Raises BadInput."""
    name = asked.get("why", "")
    if not name:
        return None
    kinds = table.session.move_kinds
    if name not in kinds:
        raise BadInput(f"no move is called {cut(name)}", where="why", remedy="choose one of the page's")
    args: dict[str, Any] = {}
    left = []
    for argument, domain in kinds[name].arguments.items():
        value = asked.get(f"a.{argument}", "")
        known = {shown(member): member for member in domain.values()}
        if not value:
            left.append(domain.size)
        elif value in known:
            args[argument] = known[value]
        else:
            raise BadInput(
                f"{argument} of {name} cannot be {cut(value)}", where="why", remedy="choose one of the page's"
            )
    return _answered(game, node, kinds, qb.Move(name, args), MOST_TRIED)


def whys_of(game: qb.Game, table: Table, node: Node, stands: Sequence[Stand]) -> list[Why]:
    """Why nothing that a cell stands for can be done now: an answer for each of its moves, the nearest first.

    The nearest leaves fewest arguments open.  Chance events and automatic steps are nobody's to choose.
    """
    kinds = table.session.move_kinds
    asked: dict[qb.Move, int] = {}
    for name, kind in kinds.items():
        if kind.by_chance:
            continue
        domains = kind.arguments
        for stand in stands:
            args = dict(stand.args)
            fits = all(key in domains and domains[key].holds(value) for key, value in args.items())
            if stand.move in ("", name) and fits:
                asked[qb.Move(name, args)] = prod(
                    domain.size for key, domain in domains.items() if key not in args
                )
    found = []
    left = MOST_TRIED
    for move, ways in sorted(asked.items(), key=lambda row: row[1])[:MOST_MOVES]:
        found.append(_answered(game, node, kinds, move, left))
        left -= ways if ways <= left else 0
    return found


def _answered(game: qb.Game, node: Node, kinds: Kinds, move: qb.Move, most: int) -> Why:
    """What stands against a move, if ``most`` tries suffice to tell; else what is left open."""
    of = kinds[move.name].arguments
    left = [(argument, domain.size) for argument, domain in of.items() if argument not in move.args]
    told = in_words(move, kinds)
    if prod(size for _, size in left) > most:
        return Why(told, open=", ".join(words(argument) for argument, _ in left))
    refusal = node.position.why_not(move)
    if refusal is None:
        return Why(told, possible=True, exact=not left)
    clauses = tuple((clause, clause_text(game, clause)) for clause in refusal.clauses)
    data = refusal.to_json()
    return Why(told, text=refusal.text, clauses=clauses, place=f"{data['file']}, line {data['line']}")
