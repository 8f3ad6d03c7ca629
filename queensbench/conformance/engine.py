"""Engines under test, as the rest of this layer sees them, whether they are programs or Python objects.

An :class:`Engine` answers requests with objects of JSON values; :mod:`queensbench.conformance.protocol` says which
requests and which answers there are.  All that can go wrong in between is an :class:`EngineFault`.
"""

from __future__ import annotations

import json
from typing import Any, Protocol

from queensbench.errors import BadInput

Answer = dict[str, Any]

MOST_TEXT = 200
"""The most characters of a request or of an answer in a message."""


class Engine(Protocol):
    """An engine under test.

    ``name`` and ``version``: what its ``hello`` said; ``can``: the optional requests that it answers.
    """

    name: str
    version: str
    can: frozenset[str]

    def ask(self, ask: str, /, **request: Any) -> Answer:
        """The answer to a request, checked.  Raises EngineFault; the engine answers nothing afterwards."""
        ...

    def close(self) -> None:
        """End it.  Its processes are gone afterwards.  May be called twice."""
        ...


class EngineFault(BadInput):
    """An engine that cannot be tested further: what it was asked, what it answered, and what is wrong with that.

    ``engine``: its name, or how it was started.  ``asked``: the request, None if there was none yet.  ``answered``:
    the answer, or the text of a line that is none; None if there was no answer.  ``said``: the last line that it wrote
    on its error stream.
    """

    def __init__(
        self,
        what: str,
        *,
        engine: str,
        asked: Answer | None = None,
        answered: Any = None,
        remedy: str = "",
        said: str = "",
    ) -> None:
        self.engine = engine
        self.asked = asked
        self.answered = answered
        self.said = said
        parts = [] if asked is None else [f"asked {text(asked)}, answered {_answer(answered)}"]
        told = ": ".join([*parts, what])
        if said:
            told += f" (its error stream ends with {text(said)})"
        super().__init__(told, where=f"engine {engine}", remedy=remedy)


def text(value: Any) -> str:
    """A value as JSON in one line, cut where it is long."""
    found = json.dumps(value, default=repr)
    return found if len(found) <= MOST_TEXT else f"{found[: MOST_TEXT - 3]}..."


def _answer(value: Any) -> str:
    return "nothing" if value is None else text(value)


class EngineAdapter:
    """The base of an engine that is a Python object: it answers each request by the method of that name.

    Override ``reset``, ``do`` and at least one of ``state`` and ``result``; of the others those that the engine can
    answer.  A method gets what the request has by name, as far as it names it; it returns the answer as a dict, or
    None for an empty one.  It may keep what it likes in ``self``.

    >>> import queensbench as qb
    >>> class Nim(qb.EngineAdapter):
    ...     def reset(self):
    ...         self.heap = 5
    ...     def do(self, moves):
    ...         if not 0 < moves[0]["args"]["count"] <= min(3, self.heap):
    ...             return {"refused": "too many"}
    ...         self.heap -= moves[0]["args"]["count"]
    ...     def state(self):
    ...         return {"state": {"heap": self.heap}}
    >>> nim = Nim()
    >>> nim.reset()
    >>> nim.do([{"seat": "ANN", "move": "take", "args": {"count": 4}}])
    {'refused': 'too many'}
    """

    name = ""
    """What the engine is called; the name of its class if it is empty."""
    version = ""
    """Its version, which stands in reports."""

    def reset(self, *args: Any, **request: Any) -> Answer | None:
        """Begin a game: ``instance`` (``name``, ``parameters``), ``seats``, ``seed``.  ``unsupported``: why not."""
        raise NotImplementedError

    def do(self, *args: Any, **request: Any) -> Answer | None:
        """Do ``moves``, one for each who is to move.  ``refused``: why not; ``drew``: chance that it settled itself."""
        raise NotImplementedError

    def to_move(self, *args: Any, **request: Any) -> Answer | None:
        """Say who is ``to_move``; nobody where chance decides or the game is over."""
        raise NotImplementedError

    def moves(self, *args: Any, **request: Any) -> Answer | None:
        """Say which ``moves`` are legal."""
        raise NotImplementedError

    def chance(self, *args: Any, **request: Any) -> Answer | None:
        """Take the ``outcome`` of chance; if it is None, draw one and say what it ``drew``, or None."""
        raise NotImplementedError

    def state(self, *args: Any, **request: Any) -> Answer | None:
        """Say the ``state`` as ``seat`` sees it, or all of it if that is None; any subset of the fields."""
        raise NotImplementedError

    def result(self, *args: Any, **request: Any) -> Answer | None:
        """Say whether the game is ``over``, and then ``winners`` and ``scores``."""
        raise NotImplementedError

    def set(self, *args: Any, **request: Any) -> Answer | None:
        """Set the position to a ``state``.  ``refused``: why not."""
        raise NotImplementedError

    def snapshot(self, *args: Any, **request: Any) -> Answer | None:
        """Give a ``snapshot`` of the position, any JSON value."""
        raise NotImplementedError

    def undo(self, *args: Any, **request: Any) -> Answer | None:
        """Go back to the position of a ``snapshot``."""
        raise NotImplementedError


__all__ = ["Answer", "Engine", "EngineAdapter", "EngineFault", "text"]
