"""The requests that an engine under test is asked, its answers, and the lines of JSON between them, version 1.

Here stands once what a request holds and what its answer may hold; checks of answers, the lines and their JSON Schema
follow from it.  Values are JSON values: members of kinds by name, tables as lists of ``[key, value]``, sequences as
lists, as ``queensbench step`` writes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from queensbench.conformance.engine import MOST_TEXT, Answer
from queensbench.project.register.entries import nearest

PROTOCOL = 1
"""The version of the exchange: it rises when a request or an answer changes its meaning."""
LONGEST = 4_000_000
"""The most bytes of an answer."""


class Malformed(Exception):
    """An answer that does not fit: ``what`` is wrong, and the ``remedy``.  ``answered``: what messages show of it."""

    def __init__(self, what: str, remedy: str = "", answered: Any = None) -> None:
        self.what = what
        self.remedy = remedy
        self.answered = answered
        super().__init__(what)


@dataclass(frozen=True)
class Kind:
    """A kind of value: ``called`` so in messages, with an ``example``."""

    called: str
    example: Any


TEXT = Kind("a text", "")
NUMBER = Kind("a whole number", 1)
TRUTH = Kind("true or false", True)
NAMES = Kind("a list of texts", ["RED"])
SEAT = Kind("a seat or null", None)
MOVE = Kind("a move", {"move": "place", "args": {"column": 1}})
MOVES = Kind("a list of moves", [{"move": "place", "args": {"column": 1}}])
DRAWN = Kind("a move or null", None)
FIELDS = Kind("an object of fields", {"turn": "RED"})
SCORES = Kind("an object of whole numbers by seat", {"RED": 3})
BOX = Kind("the name and the parameters of an instance", {"name": "full", "parameters": {}})
CHOSEN = Kind("a list of moves with their seats", [{"seat": "RED", "move": "place", "args": {"column": 1}}])
ANY = Kind("any JSON value", None)


@dataclass(frozen=True)
class Ask:
    """A request: what it is ``about`` and holds (``request``), what its ``answer`` may hold, and must (``required``).

    ``optional``: an engine need not answer it.  ``instead``: what an answer may hold in place of all the rest.
    """

    about: str
    request: Mapping[str, Kind] = field(default_factory=dict)
    answer: Mapping[str, Kind] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    instead: str = ""
    optional: bool = False

    def known(self) -> list[str]:
        """The keys that an answer may have."""
        return [*self.answer, *([self.instead] if self.instead else []), "error"]


ASKS: Mapping[str, Ask] = {
    "hello": Ask(
        "The first request: who it is, and which of the optional requests it can answer.",
        {"protocol": NUMBER, "mode": TEXT},
        {"name": TEXT, "version": TEXT, "protocol": NUMBER, "can": NAMES},
        required=("name", "version", "protocol", "can"),
    ),
    "reset": Ask(
        "Begin a game.",
        {"instance": BOX, "seats": NAMES, "seed": NUMBER},
        instead="unsupported",
    ),
    "to_move": Ask(
        "Whose choice it is: nobody's where chance decides or the game is over.",
        answer={"to_move": NAMES},
        required=("to_move",),
        optional=True,
    ),
    "moves": Ask("The legal moves.", answer={"moves": MOVES}, required=("moves",), optional=True),
    "do": Ask(
        "Do these moves, one for each who is to move. The answer may say what chance brought meanwhile.",
        {"moves": CHOSEN},
        {"drew": MOVES},
        instead="refused",
    ),
    "chance": Ask(
        "Let chance come out so; with null: draw, and say what was drawn, or null if it is not to be told.",
        {"outcome": DRAWN},
        {"drew": DRAWN},
        instead="refused",
        optional=True,
    ),
    "state": Ask(
        "The fields as a seat sees them, or all of them: any subset, null for what is not known.",
        {"seat": SEAT},
        {"state": FIELDS},
        required=("state",),
        optional=True,
    ),
    "result": Ask(
        "Whether the game is over, who has won, and the scores.",
        answer={"over": TRUTH, "winners": NAMES, "scores": SCORES},
        optional=True,
    ),
    "set": Ask("Set the position.", {"state": FIELDS}, instead="refused", optional=True),
    "snapshot": Ask(
        "Something by which this position can be come back to.",
        answer={"snapshot": ANY},
        required=("snapshot",),
        optional=True,
    ),
    "undo": Ask("Come back to the position of a snapshot.", {"snapshot": ANY}, optional=True),
    "quit": Ask("End."),
}
"""The requests by name."""
OPTIONAL = tuple(name for name, ask in ASKS.items() if ask.optional)
"""The requests that an engine need not answer; of ``state`` and ``result`` it must answer one."""
OBSERVATIONS = ("to_move", "moves", "state", "result")
"""The requests that change nothing: asked twice in one position they have one answer."""


# -------------------------------------------------------------------------------------------- lines


def line(number: int, ask: str, request: Mapping[str, Any]) -> bytes:
    """The line of a request."""
    return json.dumps({"id": number, "ask": ask, **request}).encode() + b"\n"


def parsed(data: bytes) -> Answer:
    """The object on a line.  Raises Malformed for anything else."""
    remedy = "answer by one JSON object in one line; what is for people belongs on the error stream"
    shown = data[:MOST_TEXT].decode(errors="replace")
    try:
        found = json.loads(data.decode(), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise Malformed("that is no UTF-8", remedy, shown) from None
    except (ValueError, RecursionError):
        raise Malformed("that is no JSON", remedy, shown) from None
    if not isinstance(found, dict):
        raise Malformed("that is no JSON object", remedy, shown)
    return found


def _no_number(text: str) -> Any:
    raise ValueError(text)


# ------------------------------------------------------------------------------------------- answers


def check(ask: str, answer: Answer) -> Answer:
    """An answer without its ``id``, if it is one to this request.  Raises Malformed."""
    said = ASKS[ask]
    found = {key: value for key, value in answer.items() if key != "id"} if "id" in answer else answer
    for key in ("error", said.instead):
        if key and key in found:
            if not isinstance(found[key], str):
                raise Malformed(f"`{key}` is no text", "say why")
            if key == "error":
                raise Malformed("it reports an error", "mend the engine or its adapter")
            if len(found) > 1:
                raise Malformed(f"beside `{key}` stands something else", "leave it out")
            return found
    for key, value in found.items():
        if key not in said.answer:
            raise Malformed(f"the answer to `{ask}` has no `{key}`", nearest(key, said.known()))
        if what := wrong(said.answer[key], value):
            kind = said.answer[key]
            raise Malformed(f"`{key}` is {what}", f"give {kind.called}, such as {json.dumps(kind.example)}")
    for key in said.required:
        if key not in found:
            raise Malformed(f"the answer to `{ask}` lacks `{key}`", f"give {said.answer[key].called}")
    return found


def check_hello(answer: Answer) -> Answer:
    """An answer to ``hello``, checked, and so are the names in its ``can``.  Raises Malformed."""
    found = check("hello", answer)
    if found["protocol"] != PROTOCOL:
        raise Malformed(
            f"it speaks protocol {found['protocol']}, and this is protocol {PROTOCOL}",
            f"answer by protocol {PROTOCOL}, which `queensbench conform --schema` prints",
        )
    for name in found["can"]:
        if name not in OPTIONAL:
            raise Malformed(f"`can` names {name}, which is no optional request", nearest(name, OPTIONAL))
    if not {"state", "result"} & {*found["can"]}:
        raise Malformed("it can say neither `state` nor `result`", "answer one of them, and name it in `can`")
    return found


def wrong(kind: Kind, value: Any) -> str:
    """What is wrong with a value that should be of this kind; empty if nothing is."""
    if kind is ANY:
        return ""
    if kind.called in _TYPES:
        return "" if type(value) is _TYPES[kind.called] else _not(kind)
    if kind is NAMES:
        right = isinstance(value, list) and all(isinstance(one, str) for one in value)
        if right and len(set(value)) < len(value):
            return "a list with repeats"
        return "" if right else _not(kind)
    if kind is MOVE or kind is DRAWN:
        return "" if (value is None and kind is DRAWN) or _is_move(value) else _not(kind)
    if kind is MOVES or kind is CHOSEN:
        fits = _is_move if kind is MOVES else _is_chosen
        return "" if isinstance(value, list) and all(map(fits, value)) else _not(kind)
    if kind is SEAT:
        return "" if value is None or isinstance(value, str) else _not(kind)
    if kind is SCORES:
        right = isinstance(value, dict) and all(type(one) is int for one in value.values())
        return "" if right else _not(kind)
    return "" if isinstance(value, dict) else _not(kind)


_TYPES = {TEXT.called: str, TRUTH.called: bool, NUMBER.called: int}


def _not(kind: Kind) -> str:
    return "not " + kind.called


def _is_move(value: Any) -> bool:
    """Whether a value is a move: a name, and arguments by name if it has any."""
    if not isinstance(value, dict) or not isinstance(value.get("move"), str):
        return False
    rest = len(value) - 1 - ("args" in value)
    return rest == 0 and isinstance(value.get("args", {}), dict)


def _is_chosen(value: Any) -> bool:
    """Whether a value is a move with its seat, which may be null or missing where nobody chooses."""
    if not isinstance(value, dict) or not isinstance(value.get("seat"), str | None):
        return False
    return _is_move({key: one for key, one in value.items() if key != "seat"})


__all__ = ["ASKS", "LONGEST", "OBSERVATIONS", "OPTIONAL", "PROTOCOL", "Malformed", "check", "check_hello"]
