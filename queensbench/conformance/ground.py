"""The rules of a mode at an instance as engines under test meet them: codes of moves, values of fields, seats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from queensbench.api.game import Game
from queensbench.api.in_force import InForce
from queensbench.api.position import Position
from queensbench.api.session import Session
from queensbench.conformance.mapping import Mapper
from queensbench.conformance.vocabulary import Pattern, Vocabulary, holds, key_of, values_of
from queensbench.engines.follow.reading_sets import Cube, ReadingSets
from queensbench.engines.follow.steps import State, Steps

Move = dict[str, Any]

MANY = 8
"""This many states or more are compared with what an engine tells part by part; fewer one by one."""


class Ground:
    """A mode at an instance, with the mapping of an engine.

    ``steps``: its rules under readings known in part.  ``seats``: the names of the players.
    """

    def __init__(self, game: Game, instance: str, mapper: Mapper | None = None) -> None:
        self.game = game
        self.session: Session = game.session(instance)
        self.rules: InForce = self.session._rules
        self.box = self.rules.box
        self.instance = instance
        self.steps = Steps(self.box)
        self.sets: ReadingSets = self.steps.sets
        self.vocabulary = Vocabulary.of(self.session)
        self.mapper = Mapper(self.vocabulary)
        self.plain = True
        self.seats = self.vocabulary.seats
        self.coding = self.box.coding
        self.chances = self.coding.chance_base
        self.silent: frozenset[int] = frozenset()
        self._events: dict[int, dict[str, Any] | None] = {}
        if mapper is not None:
            self.use(mapper)
        self._fields = {
            name: (
                place,
                slice(4 * place.offset, 4 * (place.offset + place.count * max(place.limit, 1))),
                slice(4 * place.lengths, 4 * (place.lengths + (place.count if place.limit else 0))),
            )
            for name, place in self.rules.places.items()
        }
        self._words: dict[str, dict[bytes, Any]] = {name: {} for name in self._fields}
        self._cells: dict[str, dict[bytes, dict[Any, Any]]] = {name: {} for name in self._fields}
        self._codes: dict[Any, tuple[int, ...]] = {}
        self._moves: dict[int, Move] = {}
        self._in_force: dict[tuple[int, ...], InForce] = {}

    def use(self, mapper: Mapper) -> None:
        """Take a mapping in place of the identity."""
        self.mapper, self.plain = mapper, False
        self._events.clear()
        self.silent = frozenset(self.rules.named[name] for name in mapper.silent)

    @property
    def tellable(self) -> bool:
        """Whether plays of the rules can be told to the engine move by move."""
        return self.plain or (self.mapper.longest == 1 and not self.silent)

    # ------------------------------------------------------------------------------------------- moves

    def move(self, code: int) -> Move:
        """The move of a code, as JSON."""
        found = self._moves.get(code)
        if found is None:
            found = self._moves[code] = self.rules.move(code).to_json()
        return found

    def shown(self, code: int) -> str:
        """The move of a code in words."""
        return str(self.rules.move(code))

    def transition(self, code: int) -> int:
        """The transition of a code."""
        return self.steps.transition(code)

    def silent_code(self, code: int) -> bool:
        """Whether a move happens without an event of the engine."""
        return bool(self.silent) and self.transition(code) in self.silent

    def codes(self, pattern: Pattern) -> tuple[int, ...]:
        """The codes that a pattern stands for; none for a move or a value that the mode does not have."""
        key = (
            pattern.move,
            tuple(
                (name, value, type(value)) if isinstance(value, (str, int)) else (name, str(value), None)
                for name, value in pattern.args.items()
            ),
        )
        found = self._codes.get(key)
        if found is None:
            found = self._codes[key] = self._coded(pattern)
        return found

    def _coded(self, pattern: Pattern) -> tuple[int, ...]:
        domains = self.vocabulary.moves.get(pattern.move)
        if domains is None or any(name not in domains for name in pattern.args):
            return ()
        values: list[Sequence[Any]] = []
        for name, domain in domains.items():
            if name not in pattern.args:
                values.append(values_of(domain))
            elif holds(domain, pattern.args[name]):
                values.append((pattern.args[name],))
            else:
                return ()
        return tuple(
            sorted(
                self.rules.code(pattern.move, dict(zip(domains, one, strict=True)))
                for one in product(*values)
            )
        )

    def alternatives(self, event: Mapping[str, Any], chance: bool, position: Any) -> list[list[Pattern]]:
        """The moves that an event of the engine may stand for."""
        if self.plain:
            return [[Pattern(event["move"], event.get("args", {}))]]
        if chance:
            return self.mapper.chance_to_model(event, position)
        return self.mapper.to_model(event, position)

    def event(self, code: int) -> dict[str, Any] | None:
        """The engine's name for a move; None if it has none for this move alone."""
        if self.plain:
            return self.move(code)
        if code in self._events:
            known = self._events[code]
            return known and dict(known)
        found = self.mapper.to_engine(self.move(code))
        word = None if found is None else dict(found)
        if self.mapper.functions.engine is None:
            self._events[code] = word and dict(word)
        return word

    # ------------------------------------------------------------------------------------------- states

    def told(self, state: Mapping[str, Any]) -> Mapping[str, Any]:
        """The fields of the mode that a state of the engine tells."""
        return state if self.plain else self.mapper.fields(state)

    def word(self, state: State, name: str) -> Any:
        """The value of a field, as JSON."""
        place, values, lengths = self._fields[name]
        key = state[values] + state[lengths] if place.limit else state[values]
        known = self._words[name]
        found = known.get(key)
        if found is None:
            if len(known) > 50_000:
                known.clear()
            found = known[key] = place.to_json(self.rules.cells(state))
        return found

    def agrees(self, state: State, told: Mapping[str, Any]) -> str:
        """The first field of the engine's state that differs in a state of the rules; empty if there is none."""
        for name, value in told.items():
            if value is None:
                continue
            if name not in self._fields:
                return name
            own = self.word(state, name)
            if own == value:
                continue
            table = bool(self._fields[name][0].index)
            if not (self._told_of(state, name, value) if table else _same(own, value)):
                return name
        return ""

    def _told_of(self, state: State, name: str, told: Any) -> bool:
        """Whether a table is as told, as far as that is told: in any order, values that are not known left out."""
        _, values, lengths = self._fields[name]
        key, known = state[values] + state[lengths], self._cells[name]
        try:
            cells = known.get(key)
            if cells is None:
                if len(known) > 50_000:
                    known.clear()
                cells = known[key] = {_key(at): value for at, value in self.word(state, name)}
            pairs = told.items() if isinstance(told, dict) else told
            return all(value is None or _same(cells[_key(at)], value) for at, value in pairs)
        except (TypeError, ValueError, KeyError):
            return False

    def agreeing(self, states: Iterable[State], told: Mapping[str, Any]) -> list[State]:
        """The states in which nothing differs from the engine's.

        Of many states each part that is told is looked at once, however many states share it.
        """
        left = list(states)
        if len(left) < MANY:
            return [state for state in left if not self.agrees(state, told)]
        for name, value in told.items():
            if value is None:
                continue
            if name not in self._fields:
                return []
            parts = self._told_parts(name, value)
            right: dict[bytes, bool] = {}
            kept = []
            for state in left:
                key = b"".join([state[part] for part in parts])
                same = right.get(key)
                if same is None:
                    same = right[key] = not self.agrees(state, {name: value})
                if same:
                    kept.append(state)
            left = kept
        return left

    def _told_parts(self, name: str, value: Any) -> list[slice]:
        """The bytes of a state that decide whether a field is as it is told."""
        place, values, lengths = self._fields[name]
        if place.limit or not place.index:
            return [values, lengths]
        try:
            pairs = value.items() if isinstance(value, dict) else value
            hidden = {_key(key) for key, item in pairs if item is None}
        except (TypeError, ValueError):
            return [values]
        return [
            slice(values.start + 4 * at, values.start + 4 * at + 4)
            for at, key in enumerate(place.plain_keys)
            if _key(key) not in hidden
        ]

    def state(self, state: State) -> dict[str, Any]:
        """All fields of a state, as JSON."""
        return {name: self.word(state, name) for name in self._fields}

    def position(self, state: State, cube: Cube) -> Position:
        """A state under one of the readings of a cube."""
        chosen = self.sets.example(cube)
        found = self._in_force.get(chosen)
        if found is None:
            if len(self._in_force) > 64:
                self._in_force.clear()
            found = self._in_force[chosen] = InForce(self.box, self.readings(chosen))
        return Position(found, state)

    def readings(self, chosen: Sequence[int]) -> dict[str, Any]:
        """Readings given raw, as members by ruling."""
        decls = self.game.rulings
        return {
            name: decls[name].readings[self.sets.options[place][chosen[place]]]
            for place, name in enumerate(self.sets.names)
            if name in decls
        }

    def seat(self, seat: str) -> int:
        """The raw player of an engine's seat, or -1."""
        own = seat if self.plain else self.mapper.seat(seat)
        return self.seats.index(own) if own in self.seats else -1

    def engine_seat(self, player: int) -> str:
        """The engine's name of a raw player."""
        own = self.seats[player]
        return own if self.plain else self.mapper.engine_seat(own)


def _same(own: Any, told: Any) -> bool:
    """Whether a value is as told; of a sequence, items that are not known are left out."""
    if isinstance(own, list):
        if not isinstance(told, list) or len(own) != len(told):
            return False
        return all(theirs is None or mine == theirs for mine, theirs in zip(own, told, strict=True))
    return bool(own == told)


def _key(key: Any) -> Any:
    if type(key) is str and key[:1] != "[":
        return key
    key = key_of(key)
    if isinstance(key, list):
        return tuple(key)
    return json.dumps(key) if isinstance(key, bool) else str(key)
