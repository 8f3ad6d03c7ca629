"""Differences in words and data: what the rules expect, what the engine did or said, and where that points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from queensbench.conformance.following import Following, Pairs, Said, unrolled
from queensbench.conformance.ground import Ground
from queensbench.conformance.told import as_told
from queensbench.engines.follow.reading_sets import Cube
from queensbench.engines.follow.steps import State
from queensbench.evidence.plays import board

MOST_VALUES = 6
"""The most values that are told of those that the rules expect."""
MOST_WAYS = 200
"""The most pairs of a state and readings whose way is looked at."""

FAULT = "fault of the engine"
LACKING = "a fault of the engine, or a reading that the register lacks"
ADAPTER = "adapter or mapping"
SEVERAL = "no one reading"


def described(
    ground: Ground, kind: str, transcript: Sequence[Said], following: Following, matched: bool
) -> dict[str, Any]:
    """A difference as JSON.  ``transcript``: up to the message after which no reading was left.

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
        "told": _told(ground, transcript[: at + 1], path),
        "points": "",
    }
    if first is not None:
        _placed(ground, found, first, path, said)
    found["points"] = _points(ground, kind, found, said, matched)
    return found


def _told(ground: Ground, transcript: Sequence[Said], path: list[int]) -> list[dict[str, Any]]:
    """The states that the engine has told on a play: the number of steps before each, and the fields by name.

    A state is left out where it is not certain how many steps of the play come before it.
    """
    following = Following(ground)
    found: list[dict[str, Any]] = []
    for said in transcript:
        if said.what == "state":
            before = [unrolled(way) for _, _, way in islice(following.pairs, MOST_WAYS)]
            steps = {len(way) for way in before if way == path[: len(way)]}
            if len(steps) == 1:
                found.append({"steps": steps.pop(), "fields": dict(ground.told(said.value))})
        following.hear(said)
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
        theirs = as_told(position, ground.told(said.value))
        if theirs is not None:  # else what the engine says is no state of the mode: the field alone is told
            found["boards"]["engine"] = board(rules.interpreter, rules.record(theirs._state))


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
    """Where a difference points to: a hint, never a verdict."""
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


__all__ = ["ADAPTER", "FAULT", "LACKING", "SEVERAL", "described"]
