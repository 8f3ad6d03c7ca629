"""What a difference is, in words and data: what the rules expect, what the engine did or said, where that points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from queensbench.api.state import FieldPlace
from queensbench.conformance.following import Following, Pairs, Said
from queensbench.conformance.ground import Ground
from queensbench.engines.follow.reading_sets import Cube
from queensbench.engines.follow.steps import NO, State
from queensbench.errors import QueensbenchError
from queensbench.evidence.plays import board
from queensbench.language.records import shown

MOST_VALUES = 6
"""So many values that the rules expect are told."""

FAULT = "fault of the engine"
LACKING = "a fault of the engine, or a reading that the register lacks"
ADAPTER = "adapter or mapping"
SEVERAL = "no one reading"


def described(
    ground: Ground, kind: str, transcript: Sequence[Said], following: Following, matched: bool
) -> dict[str, Any]:
    """A difference as JSON.  ``transcript``: up to what nothing was left of; ``following``: as it was then.

    ``matched``: whether the engine has played some other play as the rules do.
    """
    at = following.dead if following.dead >= 0 else len(transcript) - 1
    said = transcript[at]
    before = following.before
    expected, field = _expected(ground, said, before)
    path = following.path()
    first = next(iter(before), None)
    found: dict[str, Any] = {
        "kind": kind,
        "instance": ground.instance,
        "ask": said.what,
        "field": field,
        "expected": expected,
        "got": _got(said, field, ground),
        "moves": [ground.shown(code) for code in path],
        "steps": len(path),
        "after": "",
        "clauses": [],
        "rulings": [],
        "requirement": "",
        "boards": {},
        "points": "",
    }
    if first is not None:
        _placed(ground, found, first, path, said)
    found["points"] = _points(ground, kind, found, said, matched)
    return found


def _placed(
    ground: Ground, found: dict[str, Any], first: tuple[State, Cube, Any], path: list[int], said: Said
) -> None:
    """Where it happened: the clauses that the last move carried out, the rulings that were bound, both boards."""
    state, cube, _ = first
    readings = ground.sets.example(cube)
    if path:
        found["after"] = ground.shown(path[-1])
        whole = ground.steps.clauses_counted(path, readings)
        less = ground.steps.clauses_counted(path[:-1], readings)
        found["clauses"] = [name for name, count in whole.items() if count > less.get(name, 0)]
    if said.what == "do":
        _asked(ground, found, state, cube, said)
    found["rulings"] = sorted(
        {ground.sets.names[ruling] for ruling in ground.sets.bound_in(cube)} & set(ground.game.rulings)
    )
    position = ground.position(state, cube)
    rules = position._rules
    found["boards"]["rules"] = board(rules.interpreter, rules.record(state))
    if said.what == "state":
        told = {name: value for name, value in ground.told(said.value).items() if value is not None}
        try:
            fields = {name: _value(rules.places[name], value) for name, value in told.items()}
            theirs = rules.replaced(state, fields)
            found["boards"]["engine"] = board(rules.interpreter, rules.record(theirs))
        except (QueensbenchError, LookupError, TypeError, ValueError, StopIteration):
            pass  # what the engine says is no state of the mode: the field alone is told


def _value(place: FieldPlace, value: Any) -> Any:
    """A field as ``Position.replace`` takes it; what is not known in a table stays as it is."""
    if not place.index:
        return value
    cells: dict[Any, Any] = {}
    for key, item in value.items() if isinstance(value, dict) else value:
        parts = key if isinstance(key, list) else [key]
        members = tuple(
            next(one for one in domain.values() if shown(one) == part or one == part)
            for domain, part in zip(place.index, parts, strict=True)
        )
        if item is not None:
            cells[members if len(members) > 1 else members[0]] = item
    return cells


def _asked(ground: Ground, found: dict[str, Any], state: State, cube: Cube, said: Said) -> None:
    """The requirement that stands against a move that the engine did."""
    position = ground.position(state, cube)
    for event in said.value:
        for sequence in ground.alternatives(event, False, position):
            for pattern in sequence[:1]:
                codes = ground.codes(pattern)
                if not codes:
                    continue
                refusal = position.why_not(ground.rules.move(codes[0]))
                if refusal is not None:
                    found["requirement"] = refusal.text
                    found["clauses"] = list(refusal.clauses) or found["clauses"]
                    return


def _got(said: Said, field: str, ground: Ground) -> Any:
    if said.what == "state":
        return ground.told(said.value).get(field)
    return said.value


def _expected(ground: Ground, said: Said, before: Pairs) -> tuple[list[Any], str]:
    """What the rules expect, under the readings that were left; of a state also the field."""
    if said.what == "state":
        told = ground.told(said.value)
        fields = Counter(ground.agrees(state, told) for state in before.cubes)
        field = fields.most_common(1)[0][0] if fields else ""
        values: list[Any] = []
        for state in before.cubes:
            value = ground.word(state, field) if field in ground.rules.places else None
            if value not in values:
                values.append(value)
        return values[:MOST_VALUES], field
    values = []
    for state, cube, _ in before:
        value = _answer(ground, said, state, cube)
        if value not in values:
            values.append(value)
        if len(values) == MOST_VALUES:
            break
    return values, ""


def _answer(ground: Ground, said: Said, state: State, cube: Cube) -> Any:
    """What the rules answer in a state under a reading of a cube, as JSON."""
    position = ground.position(state, cube)
    if said.what == "to_move":
        return [player.name for player in position.deciders]
    if said.what == "result":
        scores = [[None if p is None else p.name, score] for p, score in position.scores.items()]
        return {"over": position.over, "winners": [p.name for p in position.winners], "scores": scores}
    if said.what == "do":
        return "refused"
    if said.what in ("refused", "unlucky"):
        return "allowed"
    if said.what in ("chance", "drawn"):
        return [str(outcome.move) for outcome in position.outcomes()]
    return [move.to_json() for move in position.moves()]


def _points(ground: Ground, kind: str, found: Mapping[str, Any], said: Said, matched: bool) -> str:
    """Where a difference points to; never more than that it does."""
    if kind == "contradiction":
        return SEVERAL
    named = [one["move"] for one in said.value] if said.what in ("do", "moves") else []
    if not matched or any(name in ground.mapper.strangers for name in named):
        return ADAPTER
    if found["rulings"] and _open_here(ground, found):
        return LACKING
    return FAULT


def _open_here(ground: Ground, found: Mapping[str, Any]) -> bool:
    """Whether a ruling is about a clause that was carried out where the difference is."""
    carried = set(found["clauses"])
    return any(carried & set(decl.clauses) for decl in ground.game.rulings.values())


__all__ = ["ADAPTER", "FAULT", "LACKING", "NO", "SEVERAL", "described"]
