"""The JSON Schema of the lines between Queensbench and an engine under test, from the table of requests."""

from __future__ import annotations

import json
from typing import Any

from queensbench.conformance import protocol
from queensbench.conformance.protocol import ASKS, OPTIONAL, PROTOCOL, Ask, Kind
from queensbench.rendering.schemata import NAME, TEXT, TEXTS, Schema, nullable, record, ref, several

WHOLE: Schema = {"type": "integer"}
KINDS: dict[str, Schema] = {
    protocol.TEXT.called: TEXT,
    protocol.NUMBER.called: WHOLE,
    protocol.TRUTH.called: {"type": "boolean"},
    protocol.NAMES.called: TEXTS,
    protocol.SEAT.called: nullable(TEXT),
    protocol.MOVE.called: ref("move"),
    protocol.MOVES.called: several(ref("move")),
    protocol.DRAWN.called: nullable(ref("move")),
    protocol.FIELDS.called: {"type": "object"},
    protocol.SCORES.called: {"type": "object", "additionalProperties": WHOLE},
    protocol.BOX.called: record(
        {"name": NAME, "parameters": {"type": "object", "additionalProperties": WHOLE}}
    ),
    protocol.CHOSEN.called: several(
        record({"seat": nullable(TEXT), "move": NAME, "args": {"type": "object"}})
    ),
    protocol.ANY.called: {},
}
"""The schema of each kind of value, by what the kind is called."""
MOVE = record({"move": TEXT, "args": {"type": "object"}}, optional=("args",))
FAULT = "error"


def _kind(kind: Kind) -> Schema:
    return KINDS[kind.called]


def _request(name: str, ask: Ask) -> Schema:
    held = {key: _kind(kind) for key, kind in ask.request.items()}
    if name == "hello":
        held["protocol"] = {"const": PROTOCOL}
    return record({"id": WHOLE, "ask": {"const": name}, **held}, description=ask.about)


def _answers(name: str, ask: Ask) -> list[Schema]:
    """What may answer a request: what it asks for, or why not."""
    held = {key: _kind(kind) for key, kind in ask.answer.items()}
    if name == "hello":
        held |= {"protocol": {"const": PROTOCOL}, "can": several({"enum": list(OPTIONAL)})}
    optional = tuple(key for key in held if key not in ask.required)
    found = [record({"id": WHOLE, **held}, optional=optional)]
    if ask.instead:
        found.append(record({"id": WHOLE, ask.instead: TEXT}))
    return found


def schema() -> Schema:
    """The whole schema: ``request`` and the answer to each request, ``answer to NAME``, among its definitions."""
    answers: dict[str, Any] = {
        f"answer to {name}": {"anyOf": [*_answers(name, ask), ref(FAULT)]} for name, ask in ASKS.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Lines between Queensbench and an engine under test",
        "description": "The engine reads a request from each line of its input, and writes an answer on one line.",
        "anyOf": [ref("request"), *(ref(name) for name in answers)],
        "$defs": {
            "request": {"oneOf": [_request(name, ask) for name, ask in ASKS.items()]},
            **answers,
            FAULT: record(
                {"id": WHOLE, FAULT: TEXT},
                description="The engine cannot answer any more; the test ends with this text.",
            ),
            "move": MOVE,
        },
    }


def text() -> str:
    """The schema as it is printed."""
    return json.dumps(schema(), indent=2) + "\n"
