"""The findings about an engine under test: its board beside ours, step by step, and where to go on from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import queensbench as qb
from queensbench.conformance.told import as_told
from queensbench.errors import BadInput
from queensbench.surfaces.page.choices import Drawn, Kinds, drawn, in_words
from queensbench.surfaces.page.desk import Desk
from queensbench.surfaces.page.links import MOST_STEPS, Place, as_step, cut, step_of
from queensbench.surfaces.page.views import status

SHOWN = 200
"""The most findings that are shown."""
SAME, OTHER, UNASKED, NONE = "same", "other", "unasked", "none"
"""What is known of the engine's board: it is ours, it is another, nobody asked for it, or it is no state."""


@dataclass(frozen=True)
class EngineFinding:
    """A difference of an engine: what was asked, expected and told; both boards as text; the play, and its address.

    ``moves``: as the report has them; ``said``: the same in words.  ``place``: where the play is, under the readings
    that the engine keeps; None where the page does not serve it.
    """

    kind: str
    points: str
    asked: str
    expected: str
    got: str
    requirement: str
    clauses: tuple[str, ...]
    ours: str
    theirs: str
    moves: tuple[str, ...]
    said: tuple[str, ...]
    told: Mapping[int, Mapping[str, Any]]
    place: Place | None
    link: str


@dataclass(frozen=True)
class BothBoards:
    """A step of a play as the rules have it and as the engine tells it (``theirs`` is None where that is not known)."""

    step: int
    move: str
    status: str
    ours: Drawn
    known: str
    theirs: Drawn | None


class Sayings:
    """Moves of reports in words, by instance; those of modes that the page does not serve stay as they are."""

    def __init__(self, game: qb.Game | None) -> None:
        self.game = game
        self._kinds: dict[str, Kinds] = {}
        self._known: dict[tuple[str, str], str] = {}

    def of(self, instance: str, move: str) -> str:
        """A move that is written as ``name(argument=VALUE)``, in words; as it is where the rules do not have it."""
        key = instance, move
        if key not in self._known:
            self._known[key] = self._said(instance, move)
        return self._known[key]

    def _said(self, instance: str, move: str) -> str:
        if self.game is None or instance not in self.game.instances:
            return move
        if instance not in self._kinds:
            self._kinds[instance] = self.game.move_kinds(instance)
        kinds = self._kinds[instance]
        try:
            return in_words(step_of(kinds, as_step(move)), kinds)
        except BadInput:
            return move


def engine_data(report: Mapping[str, Any], games: Mapping[str, qb.Game]) -> dict[str, Any]:
    """A saved report on an engine, as the page shows it."""
    found = list(report.get("differences") or ())
    name = str((report.get("engine") or {}).get("name", "the engine"))
    sayings = Sayings(games.get(str(report.get("mode", ""))))
    return {
        "engine": name,
        "mode": str(report.get("mode", "")),
        "readings": _readings(report),
        "findings": [_finding(report, games, one, sayings) for one in found[:SHOWN]],
        "left": max(0, len(found) - SHOWN),
    }


def _readings(report: Mapping[str, Any]) -> tuple[str, ...]:
    """The readings that the engine keeps and the house does not."""
    return tuple(
        f"{row.get('ruling')}={row.get('reading')}"
        for row in report.get("rulings") or ()
        if row.get("verdict") == "plays" and row.get("reading") != row.get("house")
    )


def _finding(
    report: Mapping[str, Any], games: Mapping[str, qb.Game], one: Mapping[str, Any], sayings: Sayings
) -> EngineFinding:
    boards = one.get("boards") or {}
    moves = tuple(str(move) for move in one.get("moves") or ())
    path, instance = str(report.get("mode", "")), str(one.get("instance", ""))
    place, link = None, ""
    if path in games and instance in games[path].instances and len(moves) <= MOST_STEPS:
        steps = [as_step(move) for move in moves]
        if all(steps):
            known = games[path].rulings
            kept = tuple(text for text in _readings(report) if text.partition("=")[0] in known)
            place = Place(path, instance, kept)
            link = place.link() + (f"&play={'~'.join(steps)}" if steps else "")
    return EngineFinding(
        str(one.get("kind", "")),
        str(one.get("points", "")),
        f"{one.get('ask', '')} {one.get('field', '')}".strip(),
        "; ".join(json.dumps(value) for value in one.get("expected") or ()),
        json.dumps(one.get("got")),
        str(one.get("requirement", "")),
        tuple(map(str, one.get("clauses") or ())),
        str(boards.get("rules", "")),
        str(boards.get("engine", "")),
        moves,
        tuple(sayings.of(instance, move) for move in moves),
        {int(row.get("steps") or 0): row.get("fields") or {} for row in one.get("told") or ()},
        place,
        link,
    )


def finding_of(report: Mapping[str, Any], games: Mapping[str, qb.Game], number: int) -> EngineFinding:
    """The finding of this number, from 1.  Raises BadInput where there is none that the page can play."""
    found = list(report.get("differences") or ())[:SHOWN]
    if not 1 <= number <= len(found):
        raise BadInput(
            f"the report has no finding {number}", where="engine", remedy=f"choose one of its {len(found)}"
        )
    sayings = Sayings(games.get(str(report.get("mode", ""))))
    one = _finding(report, games, found[number - 1], sayings)
    if one.place is None:
        raise BadInput(
            f"finding {number} is of a box that is not served here", where="engine", remedy="serve its mode"
        )
    return one


def step_asked(text: str, found: EngineFinding) -> int:
    """The step that an address asks for; the last one without it.  Raises BadInput."""
    if not text:
        return len(found.moves)
    if not text.isascii() or not text.isdigit() or len(text) > 6 or int(text) > len(found.moves):
        raise BadInput(
            f"the play has no step {cut(text)}", where="step", remedy=f"it has 0 to {len(found.moves)}"
        )
    return int(text)


def both_boards(desk: Desk, found: EngineFinding, step: int) -> BothBoards:
    """A step of a finding's play with both boards.  Raises Wait until its box is ready, and BadInput."""
    assert found.place is not None
    session = desk.session(found.place, found.place.readings)
    position, before = session.start(), None
    for text in found.moves[:step]:
        before, position = position, position.do(step_of(session.move_kinds, as_step(text)))
    move = found.said[step - 1] if step else ""
    board = position.board()
    ours = drawn(board, None if before is None else before.board())
    if step not in found.told:
        return BothBoards(step, move, status(position), ours, UNASKED, None)
    theirs = as_told(position, found.told[step])
    if theirs is None:
        return BothBoards(step, move, status(position), ours, NONE, None)
    known = SAME if theirs.state == position.state else OTHER
    return BothBoards(step, move, status(position), ours, known, drawn(theirs.board(), board))
