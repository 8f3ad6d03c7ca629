"""The common part of all engines under test, however they are reached: checks of answers, and of their constancy."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, NoReturn, Self

from queensbench.conformance.engine import Answer, Engine, EngineFault
from queensbench.conformance.protocol import OBSERVATIONS, PROTOCOL, Malformed, check, check_hello

AGAIN = 50
"""One of so many observations is asked twice, the first one among them."""
MOST_SNAPSHOTS = 256
"""The answers in the positions of this many snapshots, the latest ones, are remembered."""

Seen = dict[str, Answer]


class Host(Engine):
    """An engine under test.  ``label``: what it is called until it has said its name.

    In one position the same question has the same answer: what was answered is remembered until the position changes,
    some questions are asked twice, and a position that is come back to is compared as well.
    """

    def __init__(self, label: str) -> None:
        self.label = label
        self.name = label
        self.version = ""
        self.can: frozenset[str] = frozenset()
        self.failed: EngineFault | None = None
        self.observed = 0
        self._seen: Seen = {}
        self._snapshots: dict[str, Seen] = {}

    @abstractmethod
    def exchange(self, ask: str, request: Mapping[str, Any]) -> Answer:
        """The object with which the engine answers.  Raises EngineFault, Malformed."""

    @abstractmethod
    def close(self) -> None:
        """End it.  Its processes are gone afterwards.  May be called twice."""

    def said(self) -> str:
        """The last line on its error stream, if it has one."""
        return ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def greet(self, mode: str) -> None:
        """Ask for its name, its version and what it can.  Raises EngineFault."""
        found = self._checked("hello", {"protocol": PROTOCOL, "mode": mode})
        self.name, self.version, self.can = found["name"], found["version"], frozenset(found["can"])

    def ask(self, ask: str, /, **request: Any) -> Answer:
        """The answer to a request, checked.  Raises EngineFault; the engine is closed then."""
        if self.failed is not None:
            raise self.failed
        if ask in OBSERVATIONS:
            return self._observed(ask, request)
        found = self._checked(ask, request)
        if ask == "snapshot":
            self._snapshots[json.dumps(found["snapshot"])] = self._seen
            while len(self._snapshots) > MOST_SNAPSHOTS:
                del self._snapshots[next(iter(self._snapshots))]
        elif ask == "undo":
            self._seen = self._snapshots.get(json.dumps(request["snapshot"]), {})
        elif ask != "quit":  # whether a refusal leaves the position as it was is a question about the rules
            self._seen = {}
        if ask == "reset":
            self._snapshots.clear()
        return found

    def fail(
        self, what: str, asked: Answer | None = None, answered: Any = None, remedy: str = ""
    ) -> NoReturn:
        """Close the engine and say what was wrong.  Raises EngineFault."""
        told = (
            isinstance(answered, dict) and "error" in answered
        )  # what its error stream says is no more than that
        said = "" if told else self.said()
        self.failed = fault = EngineFault(
            what, engine=self.label, asked=asked, answered=answered, remedy=remedy, said=said
        )
        self.close()  # it has failed by now: nobody waits for it to end by itself
        raise fault

    def _checked(self, ask: str, request: Mapping[str, Any]) -> Answer:
        answer: Any = None
        try:
            answer = self.exchange(ask, request)
            return check_hello(answer) if ask == "hello" else check(ask, answer)
        except Malformed as error:
            told = _untagged(answer) if error.answered is None else error.answered
            self.fail(error.what, {"ask": ask, **request}, told, error.remedy)

    def _observed(self, ask: str, request: Mapping[str, Any]) -> Answer:
        """The answer to an observation, which is held against one that was given in the same position."""
        key = f"{ask} {request['seat']}" if "seat" in request else ask
        found = self._checked(ask, request)
        before = self._seen.get(key)
        if before is None:
            before = self._seen[key] = found
            self.observed += 1
            if self.observed % AGAIN == 1:
                found = self._checked(ask, request)
        if found != before and _unordered(found) != _unordered(before):
            self.fail(
                f"in the same position it has answered {json.dumps(_first_difference(before, found))} before",
                {"ask": ask, **request},
                _first_difference(found, before),
                "answer the same question in the same position alike",
            )
        return found


def _untagged(answer: Any) -> Any:
    """An answer as it is shown: without its number."""
    return {k: v for k, v in answer.items() if k != "id"} if isinstance(answer, dict) else answer


def _unordered(answer: Answer) -> Any:
    """An answer in a form in which lists of moves and of seats have no order."""
    return {
        key: sorted(map(json.dumps, value)) if isinstance(value, list) else value
        for key, value in answer.items()
    }


def _first_difference(one: Answer, other: Answer) -> Answer:
    """That part of an answer in which it differs from another: the first field of a state, the first other key."""
    for key, value in one.items():
        if key not in other or other[key] != value:
            if key == "state" and isinstance(other.get(key), dict):
                return {key: _first_difference(value, other[key])}
            return {key: value}
    return {}


__all__ = ["Host"]
