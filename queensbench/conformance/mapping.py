"""Between the words of an engine and those of a mode: names, members, seats, and events that are several moves.

Without a mapping the words are the same.  A table in TOML says what differs; functions in Python say what a table
cannot (:mod:`queensbench.conformance.mapping_files` reads both).  What an engine says is never refused: a move or
a value that the mode does not have is passed on, stands for nothing there, and so shows as a difference.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.api.state import FieldPlace
from queensbench.conformance.templates import Variable, template
from queensbench.conformance.vocabulary import Pattern, Vocabulary, holds, key_of, same
from queensbench.errors import BadInput
from queensbench.language.domains import Domain, KindDomain, RangeDomain
from queensbench.project.register.entries import nearest

Event = Mapping[str, Any]
"""What an engine calls a move: ``{"move": name, "args": {...}}``."""
Sequences = list[list[Pattern]]
"""What an event may stand for: alternatives, each a sequence of moves of the model."""


@dataclass(frozen=True)
class Tables:
    """A mapping in tables, checked against the mode; each maps the engine's words to the model's.

    ``args``: by the engine's move; ``members``: by the model's kind; ``numbers``: what is added to the engine's number,
    by ``move.argument`` of the model; ``events``: what an event may stand for, where arguments of templates may be
    a :class:`Variable`; ``ignored``: fields of the engine that are not compared; ``silent`` moves of the model may
    happen without an event, at most ``most`` in a row.
    """

    moves: Mapping[str, str] = field(default_factory=dict)
    args: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    members: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()
    seats: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    events: Mapping[str, Sequences] = field(default_factory=dict)
    silent: tuple[str, ...] = ()
    most: int = 0


@dataclass(frozen=True)
class Functions:
    """The functions of a mapping in Python; None where its tables say it.

    Each is called with model words or the engine's as its comment says, and what it returns is checked by its caller.
    """

    events: Callable[[Event, Any], Any] | None = (
        None  # an event and a position: sequences of moves of the model
    )
    engine: Callable[[Any], Any] | None = (
        None  # a sequence of moves of the model: the event that stands for it
    )
    moves: Callable[[Any], Any] | None = None  # a position: the events that may be legal there
    state: Callable[[Any], Any] | None = None  # a state of the engine: fields of the model
    chance: Callable[[Event, Any], Any] | None = None  # as `events`, of what chance brought


class Mapper:
    """A mapping of one engine onto one mode.  ``Mapper(vocabulary)`` is the identity.

    ``where``: the file that it was read from.  ``strangers``: how often the engine named a move that the mode does not
    have, by name.  ``silent``, ``most``: moves of the model that may happen without an event, and how many in a row.
    ``longest``: the most moves that a player's event stands for; None if only a function knows.  What a function
    ``chance`` makes of an outcome is not counted.  ``positional``: whether what an event stands for may depend on the
    position.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        tables: Tables | None = None,
        functions: Functions | None = None,
        where: str = "",
    ) -> None:
        self.vocabulary = vocabulary
        self.tables = tables = tables or Tables()
        self.functions = functions = functions or Functions()
        self.where = where
        self.strangers: Counter[str] = Counter()
        self.silent, self.most = tables.silent, tables.most
        self.positional = functions.events is not None or functions.chance is not None
        lengths = [len(one) for several in tables.events.values() for one in several]
        self.longest = None if functions.events is not None else max([1, *lengths])
        self._seat_back = _reversed(tables.seats)
        self._move_back = _reversed(tables.moves)
        self._members = self._all_members()
        self._member_back = {kind: _reversed(table) for kind, table in self._members.items()}
        self._fields = {place.name: _Field(self, place) for place in vocabulary.fields.values()}

    # ------------------------------------------------------------------------------------------- seats

    def seat(self, seat: str) -> str:
        """The player that an engine's seat is."""
        return self.tables.seats.get(seat, seat)

    def engine_seat(self, player: str) -> str:
        """The engine's seat of a player."""
        return self._seat_back.get(player, player)

    # ------------------------------------------------------------------------------------------- moves

    def to_model(self, event: Event, position: Any = None) -> Sequences:
        """The moves that an event of the engine may stand for; none if the mode has no such move.

        ``position``: the position before the event, for functions of the mapping.
        """
        return self._stands_for(self.functions.events, event, position)

    def chance_to_model(self, outcome: Event, position: Any = None) -> Sequences:
        """The outcomes that an outcome of the engine's chance may stand for."""
        return self._stands_for(self.functions.chance or self.functions.events, outcome, position)

    def to_engine(self, moves: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Event | None:
        """The event that stands for a move of the model, or for a sequence of them; None if there is none."""
        given = [moves] if isinstance(moves, Mapping) else list(moves)
        if self.functions.engine is not None:
            found = self._called(self.functions.engine, given if len(given) != 1 else given[0])
            if found is not None:
                return _event(found, self.where)
        for name, several in self.tables.events.items():
            for templates in several:
                if (args := self._bound(name, templates, given)) is not None:
                    return {"move": name, "args": args}
        if len(given) != 1 or self._only_in_events(given[0]["move"]):
            return None
        return self._plain_event(given[0])

    def candidates(self, position: Any) -> list[Event] | None:
        """The events that may be legal in a position, if a function says so; else None."""
        if self.functions.moves is None:
            return None
        found = self._called(self.functions.moves, position)
        return [_event(one, self.where) for one in self._list(found, "moves")]

    def _stands_for(
        self, function: Callable[[Event, Any], Any] | None, event: Event, position: Any
    ) -> Sequences:
        if function is not None:
            found = self._called(function, event, position)
            if found is not None:
                return [
                    [self._pattern(one) for one in self._list(several, function.__name__)]
                    for several in self._list(found, function.__name__)
                ]
        name, args = event["move"], event.get("args", {})
        if name in self.tables.events:
            return [[self._filled(one, args) for one in several] for several in self.tables.events[name]]
        own = self.tables.moves.get(name, name)
        if own not in self.vocabulary.moves:
            self.strangers[name] += 1
            return []
        domains, names = self.vocabulary.moves[own], self.tables.args.get(name, {})
        given = {names.get(key, key): value for key, value in args.items()}
        return [
            [
                Pattern(
                    own,
                    {
                        key: self.value(domains[key], value, f"{own}.{key}") if key in domains else value
                        for key, value in given.items()
                    },
                )
            ]
        ]

    def _filled(self, template: Pattern, args: Mapping[str, Any]) -> Pattern:
        """A move of a template, with the arguments of an event; what the event does not say is open."""
        domains, found = self.vocabulary.moves[template.move], {}
        for key, value in template.args.items():
            if not isinstance(value, Variable):
                found[key] = value
            elif value in args:
                found[key] = self.value(domains[key], args[value], f"{template.move}.{key}")
        return Pattern(template.move, found)

    def _bound(
        self, event: str, templates: Sequence[Pattern], given: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any] | None:
        """The arguments with which an event stands for moves; None if it does not."""
        if len(templates) != len(given):
            return None
        bound: dict[str, Any] = {}
        for pattern, move in zip(templates, given, strict=True):
            if pattern.move != move["move"]:
                return None
            domains = self.vocabulary.moves[pattern.move]
            for key, value in pattern.args.items():
                own = move["args"][key]
                if not isinstance(value, Variable):
                    if not same(value, own):
                        return None
                    continue
                theirs = self.engine_value(domains[key], own, f"{pattern.move}.{key}")
                if not same(bound.setdefault(str(value), theirs), theirs):
                    return None
        return bound

    def _only_in_events(self, name: str) -> bool:
        """Whether a move of the model happens silently, or only as a part of events."""
        if name in self.silent:
            return True
        inside = any(
            one.move == name for several in self.tables.events.values() for seq in several for one in seq
        )
        return inside and name not in self._move_back

    def _plain_event(self, move: Mapping[str, Any]) -> Event:
        name, domains = move["move"], self.vocabulary.moves[move["move"]]
        theirs = self._move_back.get(name, name)
        names = _reversed(self.tables.args.get(theirs, {}))
        return {
            "move": theirs,
            "args": {
                names.get(key, key): self.engine_value(domains[key], value, f"{name}.{key}")
                for key, value in move["args"].items()
            },
        }

    def _pattern(self, move: Any) -> Pattern:
        """A move that a function gives, as text or as an object.  Raises BadInput."""
        if isinstance(move, Pattern):
            return move
        if isinstance(move, str):
            return template(move, self.vocabulary, self.where or "mapping")
        found = _event(move, self.where)
        return Pattern(found["move"], found["args"])

    # ------------------------------------------------------------------------------------------ values

    def value(self, domain: Domain, value: Any, place: str = "") -> Any:
        """The model's value for an engine's, of a domain; what has none is passed on."""
        if isinstance(domain, KindDomain):
            table = self._members.get(domain.name)
            if not table:
                return value
            return table.get(value if isinstance(value, str) else json.dumps(value), value)
        if isinstance(domain, RangeDomain) and type(value) is int:
            return value + self.tables.numbers.get(place, 0)
        return value

    def engine_value(self, domain: Domain, value: Any, place: str = "") -> Any:
        """The engine's value for the model's."""
        if isinstance(domain, KindDomain):
            return self._member_back.get(domain.name, {}).get(value, value)
        if isinstance(domain, RangeDomain) and type(value) is int:
            return value - self.tables.numbers.get(place, 0)
        return value

    def _all_members(self) -> Mapping[str, Mapping[str, str]]:
        """The members of kinds; seats are members of the kind of the players."""
        tables = dict(self.tables.members)
        if self.tables.seats:
            for kind, members in self.vocabulary.kinds.items():
                if members == self.vocabulary.seats:
                    tables.setdefault(kind, self.tables.seats)
        return tables

    # ----------------------------------------------------------------------------------------- states

    def fields(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the model that a state of the engine tells; None is not known, unless ``null`` is mapped.

        Tables come as pairs of a key and a value.  Raises BadInput for a field that the mode does not have.
        """
        if self.functions.state is not None:
            found = self._called(self.functions.state, state)
            if not isinstance(found, dict):
                raise BadInput(
                    "its function `state` gave no dict", where=self.where, remedy="return fields by name"
                )
            for name in found:
                self._require_field(name, "its function `state` gave the field")
            return {name: self._fields[name].translated(value, plain=True) for name, value in found.items()}
        told = {}
        for name, value in state.items():
            if name in self.tables.ignored:
                continue
            own = self.tables.fields.get(name, name)
            self._require_field(own, "the engine's state has the field")
            told[own] = self._fields[own].translated(value)
        return told

    def _require_field(self, name: str, what: str) -> None:
        if name not in self._fields:
            raise BadInput(
                f"{what} {name!r}, and {self.vocabulary.mode} has no such field",
                where=self.where or "mapping",
                remedy=f"{nearest(name, self._fields)}, map it in [fields], or name it in [ignored]",
            )

    # ------------------------------------------------------------------------------------- functions

    def _called(self, function: Callable[..., Any], *given: Any) -> Any:
        """What a function of the mapping returns.  Raises BadInput for whatever it raises."""
        try:
            return function(*given)
        except BadInput:
            raise
        except Exception as error:
            name = getattr(function, "__name__", "a function")
            raise BadInput(
                f"its function `{name}` raised {type(error).__name__}: {error}",
                where=self.where or "mapping",
                remedy="mend it",
            ) from error

    def _list(self, found: Any, name: str) -> Sequence[Any]:
        if not isinstance(found, list | tuple):
            raise BadInput(
                f"its function `{name}` gave {found!r}",
                where=self.where or "mapping",
                remedy="return a list of sequences of moves"
                if name != "moves"
                else "return a list of events",
            )
        return found


class _Field:
    """How one field is translated."""

    def __init__(self, mapper: Mapper, place: FieldPlace) -> None:
        self.mapper, self.place = mapper, place
        self.keys = list(map(_key, place.keys())) if place.index else []
        self.texts = {json.dumps(key) if not isinstance(key, str) else key: key for key in self.keys}
        self._known: set[Any] = set()

    def translated(self, value: Any, *, plain: bool = False) -> Any:
        """The value of the whole field.  ``plain``: it is in the model's words; only its form is made regular."""
        place = self.place
        if value is None and not self._named_null(plain):
            return None
        if not place.index:
            return self._item(value, plain)
        if self._is_pairs(value):
            if plain:
                return value
            pairs = value
        elif plain and isinstance(value, dict):
            texts = self.texts
            return [[texts[key] if key in texts else key_of(key), item] for key, item in value.items()]
        elif (pairs := self._pairs(value)) is None:
            return value
        return [[self._key(key, plain), self._item(item, plain)] for key, item in pairs]

    def _is_pairs(self, value: Any) -> bool:
        """Whether a table comes as pairs of a key and a value."""
        if not isinstance(value, list):
            return False
        if len(value) == len(self.keys) and {*map(type, value)} == {list}:
            try:
                if [key for key, _ in value] == self.keys:
                    return True
            except ValueError:
                return False
        known = self._known
        for one in value:
            if not isinstance(one, list) or len(one) != 2:
                return False
            key = one[0]
            if (type(key) is not str or key not in known) and not self._known_key(key):
                return False
        return True

    def _pairs(self, value: Any) -> list[tuple[Any, Any]] | None:
        """The cells of a table that is no list of pairs: an object, or values in the order of the keys."""
        place = self.place
        if isinstance(value, dict):
            return [(key_of(self.texts.get(key, key)), item) for key, item in value.items()]
        if not isinstance(value, list):
            return None
        flat = value
        for _ in place.index[1:]:
            if not all(isinstance(one, list) for one in flat):
                break
            flat = [item for one in flat for item in one]
        return list(zip(self.keys, flat, strict=True)) if len(flat) == len(self.keys) else None

    def _known_key(self, key: Any) -> bool:
        """As :meth:`_is_key`; a key of texts that is one is looked at once."""
        known = tuple(key) if isinstance(key, list) else key
        try:
            if known in self._known:
                return True
        except TypeError:  # a key that holds lists is none
            return False
        found = self._is_key(key)
        if found and all(isinstance(part, str) for part in (known if isinstance(key, list) else [key])):
            self._known.add(known)
        return found

    def _is_key(self, key: Any) -> bool:
        parts = key if isinstance(key, list) and len(self.place.index) > 1 else [key]
        return len(parts) == len(self.place.index) and all(
            holds(domain, self.mapper.value(domain, part)) or holds(domain, part)
            for domain, part in zip(self.place.index, parts, strict=True)
        )

    def _key(self, key: Any, plain: bool) -> Any:
        if plain or not isinstance(key, list):
            return key if plain else self._value(self.place.index[0], key)
        if len(key) != len(self.place.index):
            return key
        return [self._value(domain, part) for domain, part in zip(self.place.index, key, strict=True)]

    def _value(self, domain: Domain, value: Any) -> Any:
        """A member by its name; a name that is the model's own stays."""
        found = self.mapper.value(domain, value)
        return value if not holds(domain, found) and holds(domain, value) else found

    def _item(self, value: Any, plain: bool) -> Any:
        if plain:
            return value
        if not self.place.limit:
            return self.mapper.value(self.place.value, value, self.place.name)
        if not isinstance(value, list):
            return value
        return [self.mapper.value(self.place.value, one, self.place.name) for one in value]

    def _named_null(self, plain: bool) -> bool:
        """Whether null is a name of the engine for a member, and this field holds one."""
        domain = self.place.value
        if plain or self.place.index or self.place.limit or not isinstance(domain, KindDomain):
            return False
        return "null" in self.mapper._members.get(domain.name, {})


def _event(found: Any, where: str) -> dict[str, Any]:
    """An event that a function gives.  Raises BadInput."""
    args = found.get("args", {}) if isinstance(found, dict | Mapping) else None
    if args is None or not isinstance(found.get("move"), str) or not isinstance(args, dict | Mapping):
        raise BadInput(
            f"a function gave {found!r} for a move",
            where=where or "mapping",
            remedy='give {"move": name, "args": {...}}',
        )
    return {"move": found["move"], "args": dict(args)}


def _key(key: Any) -> Any:
    """A key of a table as JSON has it."""
    parts = [getattr(part, "name", part) for part in (key if isinstance(key, tuple) else (key,))]
    return parts if len(parts) > 1 else parts[0]


def _reversed(table: Mapping[str, str]) -> dict[str, str]:
    """The first of the engine's words for each of the model's."""
    found: dict[str, str] = {}
    for theirs, own in table.items():
        found.setdefault(own, theirs)
    return found


__all__ = ["Event", "Functions", "Mapper", "Sequences", "Tables"]
