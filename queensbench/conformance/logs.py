"""Logs of games: what an engine did and said, written down by itself, as lines of JSON.

A file holds games one after the other.  A game begins with a head, ``{"log": 1, "mode": "ruleset/mode"}``; it may
also have ``name`` and ``version`` of the engine, ``instance`` and ``seats`` as in ``reset``.  Then each line has its
number in the game, ``n`` from 1, and says one thing that happened, if any, and what held afterwards:

- ``do``: the moves that were done, with their seats; ``drew``: chance that the engine settled meanwhile;
- ``chance``: what chance brought; null if it is not told.  A game with such a line has one for each event of chance;
- ``refused``: moves that were not allowed, as in ``do``;
- ``state`` as ``seat`` saw it (all of it without one), ``to_move``, ``moves``, ``result`` (an object): as in answers.

The last line of a game has ``end``: true.  So a log that was cut, or whose lines have changed places, is not taken for
one that is whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from queensbench.conformance import protocol
from queensbench.conformance.engine import text
from queensbench.conformance.protocol import LONGEST, Kind, Malformed, parsed
from queensbench.errors import BadInput
from queensbench.files.reading import opened
from queensbench.project.register.entries import nearest

VERSION = 1
"""The version of the format: it rises when a line changes its meaning."""
RESULT = Kind("an object with `over`, `winners`, `scores`", {"over": True, "winners": ["RED"]})
HEAD: Mapping[str, Kind] = {
    "log": protocol.NUMBER,
    "mode": protocol.TEXT,
    "name": protocol.TEXT,
    "version": protocol.TEXT,
    "instance": protocol.BOX,
    "seats": protocol.NAMES,
}
LINE: Mapping[str, Kind] = {
    "n": protocol.NUMBER,
    "do": protocol.CHOSEN,
    "drew": protocol.MOVES,
    "chance": protocol.DRAWN,
    "refused": protocol.CHOSEN,
    "seat": protocol.SEAT,
    "state": protocol.FIELDS,
    "to_move": protocol.NAMES,
    "moves": protocol.MOVES,
    "result": RESULT,
    "end": protocol.TRUTH,
}
HAPPENS = ("do", "chance", "refused")
"""What happens: one of these in a line."""


@dataclass(frozen=True)
class LogLine:
    """One line of a game.  ``what`` happened: ``do``, ``chance``, ``refused``, or nothing if it is empty.

    ``value``: the moves, or the outcome of chance (None: not told); ``drew``: what chance brought meanwhile, None if
    nothing is told.  ``says``: what held afterwards, by the names of requests, and ``seat`` to whom.
    """

    line: int
    what: str
    value: Any
    drew: list[Any] | None
    says: Mapping[str, Any]
    seat: str | None


@dataclass
class LoggedGame:
    """A game of a log: its file, the ``line`` of its head, the head, and its lines."""

    path: Path
    line: int
    head: Mapping[str, Any]
    records: list[LogLine] = field(default_factory=list)


def read(path: Path, mode: str) -> Iterator[LoggedGame]:
    """The games of a file, one by one, all of this mode.  Raises BadInput with the line."""
    try:
        with opened(path) as file:
            yield from _games(file, path, mode)
    except OSError as error:
        raise BadInput(
            f"cannot be read: {(error.strerror or 'unreadable').lower()}",
            where=str(path),
            remedy="name a file that can be read",
        ) from None


def _games(file: BinaryIO, path: Path, mode: str) -> Iterator[LoggedGame]:
    game: LoggedGame | None = None
    shared: dict[str, Any] = {}
    number = games = 0
    while data := file.readline(LONGEST + 1):
        number += 1
        if not data.strip():
            continue
        where = f"{path}:{number}"
        found = _object(data, where)
        if game is None:
            game = LoggedGame(path, number, _head(found, where, mode))
            games += 1
        elif (record := _record(found, where, game, number)) is not None:
            _share(record.says.get("state"), shared)
            game.records.append(record)
        if found.get("end"):
            yield game
            game = None
    if game is not None:
        raise BadInput(
            f"the game of line {game.line} has no end: the log was cut",
            where=f"{path}:{number}",
            remedy='take that game out, or end it with {"n": ..., "end": true} if it is whole',
        )
    if not games:
        raise BadInput("no game stands in it", where=str(path), remedy="name a log of games")


def _share(state: dict[str, Any] | None, known: dict[str, Any]) -> None:
    """Have the fields that are as they were last be the same objects: a long game then takes less memory."""
    for name, value in (state or {}).items():
        before = known.get(name)
        if before is not None and before == value and type(before) is type(value):
            state[name] = before  # type: ignore[index]
        else:
            known[name] = value


def _object(data: bytes, where: str) -> dict[str, Any]:
    if len(data) > LONGEST:
        raise BadInput(f"the line has more than {LONGEST:,} bytes", where=where, remedy="write less")
    try:
        return parsed(data)
    except Malformed as error:
        remedy = "write one JSON object a line"
        raise BadInput(error.what.replace("that is", "the line is"), where=where, remedy=remedy) from None


def _head(found: dict[str, Any], where: str, mode: str) -> dict[str, Any]:
    """The head of a game, checked."""
    if "log" not in found:
        what = "a game begins without its head"
        if "n" in found:
            what += f", with line {text(found['n'])} of one: lines are missing or have changed places"
        raise BadInput(what, where=where, remedy=f'begin it with {{"log": {VERSION}, "mode": "{mode}"}}')
    _require(found, HEAD, where, ("log", "mode"))
    if found["log"] != VERSION:
        raise BadInput(
            f"the log is of version {found['log']}, and this reads version {VERSION}",
            where=where,
            remedy="write it in that version",
        )
    if found["mode"] != mode:
        raise BadInput(f"the game is one of {found['mode']}", where=where, remedy=f"give logs of {mode}")
    return found


def _record(found: dict[str, Any], where: str, game: LoggedGame, number: int) -> LogLine | None:
    """A line of a game, checked; None for one that only ends it."""
    expected = len(game.records) + 1
    if "log" in found:
        raise BadInput(
            f"a game begins before that of line {game.line} has its end: the log was cut",
            where=where,
            remedy='end each game with {"n": ..., "end": true}',
        )
    _require(found, LINE, where, ("n",))
    if found["n"] != expected:
        raise BadInput(
            f"line {found['n']} of its game stands where line {expected} belongs: lines are missing or have "
            "changed places",
            where=where,
            remedy="give the log as it was written",
        )
    happened = [key for key in HAPPENS if key in found]
    if len(happened) > 1:
        raise BadInput(f"{' and '.join(happened)} in one line", where=where, remedy="write a line for each")
    if "drew" in found and happened != ["do"]:
        raise BadInput("`drew` stands without `do`", where=where, remedy="write `chance`")
    if "result" in found:
        _require(found["result"], protocol.ASKS["result"].answer, where, ())
    what = happened[0] if happened else ""
    if found.get("refused") == []:
        raise BadInput(
            "`refused` names no move", where=where, remedy="write what was refused, or no such line"
        )
    says = {key: found[key] for key in protocol.OBSERVATIONS if key in found}
    if not what and not says:
        if not found.get("end"):
            raise BadInput("the line says nothing", where=where, remedy=f"write one of {', '.join(LINE)}")
        return None
    return LogLine(number, what, found.get(what), found.get("drew"), says, found.get("seat"))


def _require(
    found: Mapping[str, Any], kinds: Mapping[str, Kind], where: str, needed: tuple[str, ...]
) -> None:
    """Check the keys of a line, and what they hold.  Raises BadInput."""
    for key, value in found.items():
        if key not in kinds:
            raise BadInput(f"no line has {key!r} here", where=where, remedy=nearest(key, kinds))
        if what := protocol.wrong(kinds[key], value):
            example = text(kinds[key].example)
            raise BadInput(
                f"`{key}` is {what}", where=where, remedy=f"write {kinds[key].called}, such as {example}"
            )
    for key in needed:
        if key not in found:
            raise BadInput(f"`{key}` is missing", where=where, remedy=f"write {kinds[key].called}")


__all__ = ["VERSION", "LogLine", "LoggedGame", "read"]
