"""Leaks: values that an engine tells a seat which must not see them.

Where the rules hide a value from a seat and the engine tells one there, the told value is noted beside the true one.
The place leaks if what is told there is always true, of two different values: then two histories that look alike to the
seat get different answers.  An engine that tells every seat the whole state says nothing of seats, and is not judged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from queensbench.api.state import FieldPlace
from queensbench.conformance.engine import Engine
from queensbench.conformance.ground import Ground
from queensbench.conformance.vocabulary import key_of
from queensbench.engines.follow.steps import State

Place = tuple[str, str, str]
"""A seat, a field, and the key of a cell in it as JSON."""


@dataclass
class SeatWatch:
    """The record of what seats were told.  ``asked``: how often; ``apart``: whether one was told other than all."""

    asked: int = 0
    apart: bool = False
    told: dict[Place, set[tuple[str, str]]] = field(default_factory=dict)

    def look(self, engine: Engine, ground: Ground, state: State, whole: Mapping[str, Any]) -> None:
        """Ask what each seat sees, in a position whose state is known."""
        rules = ground.rules
        for player, seat in enumerate(ground.seats):
            answer = engine.ask("state", seat=ground.engine_seat(player))["state"]
            self.asked += 1
            self.apart = self.apart or answer != whole
            seen = rules.views.view(rules.cells(state), player)
            if None not in seen:
                continue
            for name, value in ground.told(answer).items():
                place = rules.places.get(name)
                if value is not None and place is not None and _hides(place, seen):
                    own, true = place.to_json(seen), ground.word(state, name)
                    self._note((seat, name), own, value, true, bool(place.index))

    def _note(self, place: tuple[str, str], seen: Any, told: Any, true: Any, table: bool) -> None:
        """Note what is told where nothing is seen; of a ``table`` cell by cell."""
        if not table:
            if seen is None:
                self._told((*place, ""), told, true)
            return
        theirs = _cells(told, [key for key, _ in seen])
        for (key, value), (_, truth) in zip(seen, true, strict=True):
            if value is None and theirs.get(text := _text(key)) is not None:
                self._told((*place, text), theirs[text], truth)

    def _told(self, place: Place, told: Any, true: Any) -> None:
        self.told.setdefault(place, set()).add((json.dumps(told), json.dumps(true)))

    def leaks(self) -> list[dict[str, Any]]:
        """The leaks: the seat, the field, the cell, and true values that were told."""
        found = []
        for (seat, name, key), pairs in sorted(self.told.items()):
            true = sorted({truth for _, truth in pairs})
            if self.apart and len(true) > 1 and all(told == truth for told, truth in pairs):
                found.append({"seat": seat, "field": name, "key": key, "told": true[:4]})
        return found


def _hides(place: FieldPlace, seen: Sequence[int | None]) -> bool:
    """Whether a seat does not see all of a field."""
    values = seen[place.offset : place.offset + place.count * max(place.limit, 1)]
    return None in values or (place.limit > 0 and None in seen[place.lengths : place.lengths + place.count])


def _cells(told: Any, keys: Sequence[Any]) -> dict[str, Any]:
    """The cells that a table is told to have, by their keys as JSON: of pairs, or of an object by its keys."""
    if isinstance(told, dict):
        texts: dict[Any, str] = {key if isinstance(key, str) else _text(key): _text(key) for key in keys}
        return {texts.get(key) or _text(key_of(key)): value for key, value in told.items()}
    pairs = told if isinstance(told, list) else []
    return {_text(one[0]): one[1] for one in pairs if isinstance(one, list) and len(one) == 2}


def _text(key: Any) -> str:
    """A key as JSON."""
    return _text_of_name(key) if type(key) is str else json.dumps(key)


_text_of_name = lru_cache(10_000)(json.dumps)
