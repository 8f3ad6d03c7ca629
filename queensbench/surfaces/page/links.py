"""Links: a play as data in an address, and the place that it is played at.

``game=queue4/standard&instance=six&r=stop_when=unseen&play=begin_queue:FIRST~reveal:1`` names a mode, an instance,
readings and the steps from the start.  A link holds names and numbers alone, each of which is looked up in
the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

import queensbench as qb
from queensbench.errors import BadInput
from queensbench.language.records import shown

MOST_STEPS = 2_000
"""The most steps of a play on the page."""
MOST_READINGS = 200
LONGEST_NAME = 200
MOVE = re.compile(r"(\w+)\((.*)\)")


@dataclass(frozen=True)
class Place:
    """A mode (``ruleset/mode``), an instance, and readings as texts ``ruling=reading``.

    ``against``: the readings in which a second board differs (empty: there is none).
    """

    path: str
    instance: str = "full"
    readings: tuple[str, ...] = ()
    against: tuple[str, ...] = ()

    @property
    def query(self) -> list[tuple[str, str]]:
        """The place as the parts of an address."""
        fixed = [("game", self.path), ("instance", self.instance)]
        return [*fixed, *(("r", one) for one in self.readings), *(("if", one) for one in self.against)]

    def link(self, moves: Iterable[qb.Move] = ()) -> str:
        """The address of a play at this place."""
        steps = "~".join(map(written, moves))
        return "/at?" + urlencode([*self.query, *([("play", steps)] if steps else [])], safe="/:~=")


def place_of(asked: Mapping[str, Sequence[str]]) -> Place:
    """The place that an address names.  Raises BadInput for too much of anything; names are not looked up here."""
    path, instance = one(asked, "game"), one(asked, "instance") or "full"
    readings, against = (tuple(text for text in asked.get(name, ()) if text) for name in ("r", "if"))
    if not path:
        raise BadInput("no game is named", where="game", remedy="choose one on the first page")
    for text in (path, instance, *readings, *against):
        if len(text) > LONGEST_NAME:
            raise BadInput(f"{cut(text)} is too long for a name", remedy="choose one on the first page")
    if len(readings) + len(against) > MOST_READINGS:
        raise BadInput(
            f"more than {MOST_READINGS} readings are named", where="r", remedy="name each ruling once"
        )
    return Place(path, instance, readings, against)


def one(asked: Mapping[str, Sequence[str]], name: str) -> str:
    """A part of an address that is named once; empty without it.  Raises BadInput where it is named again."""
    given = asked.get(name, ())
    if len(given) > 1:
        raise BadInput(f"{name} is given {len(given)} times", where=name, remedy="give it once")
    return given[0] if given else ""


def written(move: qb.Move) -> str:
    """A move in an address: its name and the values of its arguments, in their order."""
    return ":".join([move.name, *map(shown, move.args.values())])


def as_step(move: str) -> str:
    """A move that is written as ``name(argument=VALUE)`` as an address writes it; empty for anything else."""
    found = MOVE.fullmatch(move)
    if found is None:
        return ""
    values = [part.partition("=")[2].strip() for part in found[2].split(",")] if found[2] else []
    return ":".join([found[1], *values]) if all(values) else ""


def step_of(kinds: Mapping[str, qb.MoveKind], text: str) -> qb.Move:
    """The move that a text of an address names.  Raises BadInput for a name or a value that the rules do not have."""
    name, *values = text.split(":")
    if len(text) > LONGEST_NAME:
        raise BadInput(f"{cut(text)} is too long for a move", where="play", remedy="choose one of the page's")
    kind = kinds.get(name)
    if kind is None:
        raise BadInput(f"no move is called {cut(name)}", where="play", remedy="choose one of the page's")
    if len(values) != len(kind.arguments):
        wanted = ", ".join(kind.arguments) or "no arguments"
        raise BadInput(
            f"{name} takes {wanted}, not {len(values)} values", where="play", remedy="give each one value"
        )
    args: dict[str, Any] = {}
    for (argument, domain), value in zip(kind.arguments.items(), values, strict=True):
        known = {shown(member): member for member in domain.values()}
        if value not in known:
            raise BadInput(
                f"{argument} of {name} cannot be {cut(value)}",
                where="play",
                remedy="choose one of the page's",
            )
        args[argument] = known[value]
    return qb.Move(name, args)


def steps_of(kinds: Mapping[str, qb.MoveKind], text: str) -> list[qb.Move]:
    """The moves of a play in an address.  Raises BadInput."""
    texts = text.split("~") if text else []
    if len(texts) > MOST_STEPS:
        raise BadInput(
            f"a play of {len(texts):,} steps",
            where="play",
            remedy=f"the page takes {MOST_STEPS:,} at the most",
        )
    return [step_of(kinds, step) for step in texts]


def cut(text: str) -> str:
    """A text of a stranger, short enough for one line."""
    text = "".join(letter if letter.isprintable() else "?" for letter in text[:60])
    return f"{text}..." if len(text) == 60 else text or "nothing"


def quoted(text: str) -> str:
    """A text as one part of an address."""
    return quote(text, safe="")
