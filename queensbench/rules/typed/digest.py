"""The digest of a system: one name for all that the typed form says, and for nothing else.

Two systems have one digest if and only if they are equal but for where their text stands: files and lines of
functions, obligations, guards and silences are left out, and so is what transforms note for engines.  The digest
depends on neither the process nor the seed of hashes, nor on which equal nodes are one object.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from queensbench.rules.typed import ir

PLACES = frozenset({"file", "line"})
"""Where a text stands, in functions, obligations, guards and silences."""
NOTES = "notes"
"""What transforms have noted on a system for the engines."""

KNOWN = "_digest"
"""The attribute of a system, which is no field of it, that holds its digest once it is known."""

Token = int
Node = tuple[Any, ...]


def digest(system: ir.System) -> str:
    """The digest of a system, as 64 hexadecimal digits.

    It is worked out once: no field that it covers is written after a system was made.
    """
    known = vars(system).get(KNOWN)
    if known is None:
        known = digest_of(system)
        note(system, known)
    return str(known)


def note(system: ir.System, known: str) -> None:
    """Note the digest of a system that somebody has worked out before; a copy with other fields does not have it."""
    vars(system)[KNOWN] = known


def places(system: ir.System) -> str:
    """The digest of what :func:`digest` leaves out of a system: the files and lines of all its texts, in order."""
    named: tuple[tuple[Any, ...], ...] = (system.functions, system.sites, system.guards, system.silences)
    return digest_of(tuple((one.file, one.line) for ones in named for one in ones))


def digest_of(*values: object) -> str:
    """The digest of parts of systems: of nodes, texts, numbers, ranges, and tuples and dicts of them.

    Raises TypeError for anything else, since it would have no one text.
    """
    return _Interned().digest(values)


class _Interned:
    """Numbers for values, equal values having equal numbers; what is numbered is hashed once, in this order.

    A node is told by the numbers of its parts.  So a part that stands in many places counts once, whether it is one
    object there or several equal ones.
    """

    def __init__(self) -> None:
        self._tokens: dict[Node, Token] = {}
        self._objects: dict[
            int, tuple[Any, Token]
        ] = {}  # the object is held, so that its number stays its own
        self._hash = hashlib.sha256()

    def digest(self, value: object) -> str:
        """The digest of a value."""
        self._token(value)
        return self._hash.hexdigest()

    def _token(self, value: Any) -> Token:
        known = self._objects.get(id(value))
        if known is not None:
            return known[1]
        node = self._node(value)
        token = self._tokens.get(node)
        if token is None:
            token = self._tokens[node] = len(self._tokens)
            self._hash.update(f"{node!r}\n".encode())
        self._objects[id(value)] = value, token
        return token

    def _node(self, value: Any) -> Node:
        """What a value is: its sort, with its text or the numbers of its parts."""
        sort = type(value)
        if sort in (int, str, bool, float) or value is None:
            return (sort.__name__, repr(value))
        if sort is tuple:
            return ("tuple", *map(self._token, value))
        if sort is range:
            return ("range", value.start, value.stop, value.step)
        if is_dataclass(sort):
            return (sort.__qualname__, *(self._token(getattr(value, name)) for name in _told(sort)))
        if sort is dict:
            return ("dict", *(self._token(part) for pair in self._sorted(value.items()) for part in pair))
        raise TypeError(f"{sort.__qualname__} has no digest")

    @staticmethod
    def _sorted(pairs: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """The items of a dict in an order that does not depend on how it was made."""
        return sorted(pairs, key=lambda pair: repr(pair[0]))


@cache
def _told(sort: Any) -> tuple[str, ...]:
    """The fields of a sort of node that a digest covers."""
    left_out = PLACES | {NOTES} if sort is ir.System else PLACES
    return tuple(one.name for one in fields(sort) if one.name not in left_out)
