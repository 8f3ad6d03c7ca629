"""The words of a mode at an instance: moves with their arguments, fields, seats and kinds, all by name.

Mappings translate between these and the words of an engine, skeletons of adapters are filled with them, and values go
over the line in the form that stands here: members of kinds by name, numbers and truth values as they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from queensbench.api.session import Session
from queensbench.api.state import FieldPlace
from queensbench.language.domains import Domain, KindDomain
from queensbench.language.records import shown


@dataclass(frozen=True)
class Vocabulary:
    """``moves``: the arguments of each action and chance event, with their domains; ``chance``: which are of chance.

    ``fields``: of the state; ``seats``: the players; ``kinds``: the members of each kind that any of them uses, by the
    kind's name; ``everybody``: also those members of a kind that the instance leaves out, since one mapping is read at
    every instance of its mode.
    """

    mode: str
    instance: str
    moves: Mapping[str, Mapping[str, Domain]]
    chance: frozenset[str]
    fields: Mapping[str, FieldPlace]
    seats: tuple[str, ...]
    kinds: Mapping[str, tuple[str, ...]]
    everybody: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def all_seats(self) -> tuple[str, ...]:
        """The players, also those who do not play at the instance."""
        for name, members in self.kinds.items():
            if members == self.seats:
                return self.everybody.get(name, members)
        return self.seats

    @classmethod
    def of(cls, session: Session) -> Vocabulary:
        """The words of a session's mode at its instance."""
        rules = session._rules
        moves = {name: dict(rules.interpreter.domains[name]) for name in rules.named}
        fields = dict(rules.places)
        domains = [domain for args in moves.values() for domain in args.values()]
        domains += [domain for place in fields.values() for domain in (*place.index, place.value)]
        seats = tuple(player.name for player in rules.players)
        kinds = {one.name: values_of(one) for one in domains if isinstance(one, KindDomain)}
        everybody = {
            one.name: tuple(shown(member) for member in one.kind)
            for one in domains
            if isinstance(one, KindDomain)
        }
        if (players := rules.box.mode.players) is not None:
            kinds.setdefault(players.__name__, seats)
            everybody.setdefault(players.__name__, tuple(shown(member) for member in players))
        chance = frozenset(name for name in moves if rules.interpreter.by_name[name].kind == "chance")
        return cls(session.path, session.instance.name, moves, chance, fields, seats, kinds, everybody)


@dataclass(frozen=True)
class Pattern:
    """A move of the model, of whose arguments some may be open.  Values are as in JSON.

    >>> from queensbench.conformance.vocabulary import Pattern
    >>> Pattern("place", {"column": 3}).fits({"move": "place", "args": {"column": 3, "colour": "RED"}})
    True
    """

    move: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def fits(self, move: Mapping[str, Any]) -> bool:
        """Whether a move of the model is one that this stands for."""
        given = move.get("args", {})
        return move["move"] == self.move and all(
            key in given and same(given[key], value) for key, value in self.args.items()
        )

    def __str__(self) -> str:
        return f"{self.move}({', '.join(f'{name}={value}' for name, value in self.args.items())})"


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal: true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def values_of(domain: Domain) -> tuple[Any, ...]:
    """The values of a domain, as JSON has them."""
    if isinstance(domain, KindDomain):
        return tuple(shown(member) for member in domain.values())
    return tuple(domain.values())


def holds(domain: Domain, value: Any) -> bool:
    """Whether a JSON value is one of a domain."""
    if isinstance(domain, KindDomain):
        return isinstance(value, str) and any(shown(member) == value for member in domain.values())
    return domain.holds(value)


def key_of(key: Any) -> Any:
    """The key of a cell, where a table is an object: one of several parts is written as a list in JSON."""
    if isinstance(key, str) and key.startswith("["):
        try:
            found = json.loads(key)
        except (ValueError, RecursionError):
            return key
        return found if isinstance(found, list) else key
    return key


def example(domain: Domain) -> Any:
    """A value of a domain, as JSON has it."""
    return values_of(domain)[0]


__all__ = ["Pattern", "Vocabulary", "example", "holds", "key_of", "same", "values_of"]
