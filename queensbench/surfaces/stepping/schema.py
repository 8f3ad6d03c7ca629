"""The JSON Schema of the lines that ``queensbench step`` reads and writes."""

from __future__ import annotations

import json

from queensbench.rendering.schemata import (
    ARGS,
    COUNT,
    ID,
    NAME,
    TEXT,
    TEXTS,
    TRUE,
    Schema,
    nullable,
    record,
    ref,
    several,
)
from queensbench.surfaces.stepping.exchange import PROTOCOL

MOVE = record({"move": TEXT, "args": ARGS})
GIVEN: Schema = {
    "anyOf": [NAME, {"type": "object", "properties": {"move": NAME, "args": ARGS}, "required": ["move"]}]
}
"""A move in a request: its name, or an object as an answer has it."""
VERBS: dict[str, tuple[str, Schema, Schema]] = {
    "do": ("Do a move, or let chance come out so.", GIVEN, {"args": ARGS}),
    "moves": ("The moves that players may choose from.", TRUE, {}),
    "outcomes": ("The outcomes of chance, with weights and probabilities.", TRUE, {}),
    "deciders": ("The players whose choice it is.", TRUE, {}),
    "state": ("All fields of the position.", TRUE, {}),
    "view": ("The fields as a player sees them: null where it does not.", TEXT, {"partners": TEXTS}),
    "position": ("State, deciders, moves, outcomes and result at once.", TRUE, {}),
    "why_not": (
        "The requirement that stands against a move; null if it is possible. Arguments may be left out.",
        GIVEN,
        {"args": ARGS},
    ),
    "undo": ("Take back so many steps.", COUNT, {}),
    "start": ("Begin the play anew.", TRUE, {}),
    "fork": ("Make a play of its own, with the steps of this one.", TRUE, {}),
    "drop": ("Forget a play that was forked.", TRUE, {}),
    "set": (
        "Begin the play anew at its position with other values of fields; a table takes pairs of key and value.",
        {"type": "object"},
        {},
    ),
    "save": ("Store the play as ITF in a file.", NAME, {"why": TEXT}),
    "load": ("Put a stored play in the place of this one.", NAME, {}),
}
"""Of each verb what it does, its value, and what may stand beside it."""
SILENT = nullable(record({"what": TEXT, "clause": TEXT}))
SCORES = several(
    {"type": "array", "prefixItems": [{"type": ["string", "null"]}, {"type": "integer"}], "items": False}
)
NOW: Schema = {
    "play": COUNT,
    "steps": COUNT,
    "clauses": TEXTS,
    "over": {"type": "boolean"},
    "silent": SILENT,
    "winners": TEXTS,
    "scores": SCORES,
}
"""Where a play stands; winners and scores only where it is over."""
ENDED = ("winners", "scores")
STATE: Schema = {"type": "object"}
OUTCOME = record({**MOVE["properties"], "weight": COUNT, "probability": TEXT})
POSITION = record(
    {
        "state": STATE,
        "deciders": TEXTS,
        "moves": several(ref("move")),
        "outcomes": several(ref("outcome")),
        "over": {"type": "boolean"},
        "silent": SILENT,
        "winners": TEXTS,
        "scores": SCORES,
    }
)
REFUSAL = record({"text": TEXT, "clauses": TEXTS, "file": TEXT, "line": {"type": "integer"}})
DOMAIN: Schema = {
    "anyOf": [
        record({"lo": {"type": "integer"}, "hi": {"type": "integer"}}),
        record({"values": several({"type": ["string", "boolean"]})}),
    ]
}
ARGUMENT: Schema = {
    "anyOf": [record({"name": TEXT, **one["properties"]}) for one in DOMAIN["anyOf"]],
}
HELLO = record(
    {
        "queensbench": TEXT,
        "protocol": {"const": PROTOCOL},
        "mode": TEXT,
        "instance": TEXT,
        "readings": {"type": "object", "additionalProperties": TEXT},
        "players": TEXTS,
        "moves": several(
            record({"move": TEXT, "chance": {"type": "boolean"}, "args": several(ref("argument"))})
        ),
        "fields": several(
            record(
                {
                    "name": TEXT,
                    "index": several(ref("domain")),
                    "value": ref("domain"),
                    "limit": nullable(COUNT),
                }
            )
        ),
        **NOW,
    },
    optional=ENDED,
    description="The first line. The limit of a field is the greatest length of its sequences.",
)
KINDS = ("bad-input", "refused", "model-error", "internal-error")
ERROR = record(
    {
        "kind": {"enum": list(KINDS)},
        "what": TEXT,
        "where": TEXT,
        "remedy": TEXT,
        "clauses": TEXTS,
    },
    optional=("clauses",),
    description="What is wrong, where, and what to do; clauses of a move that the rules refuse.",
)
RESULTS: dict[str, Schema] = {
    "now": NOW,
    "moves": {"moves": several(ref("move"))},
    "outcomes": {"outcomes": several(ref("outcome"))},
    "deciders": {"deciders": TEXTS},
    "state": {"state": STATE},
    "view": {"view": STATE},
    "position": {"position": ref("position")},
    "why_not": {"why_not": nullable(ref("refusal"))},
    "drop": {"dropped": COUNT},
    "save": {"saved": TEXT},
}
"""What an answer holds beside ``ok``; that of a verb which is not named says where its play stands."""


def schema() -> Schema:
    """The whole schema: ``hello``, ``request`` and ``answer`` among its definitions."""
    requests = [
        record(
            {verb: value, **beside, "play": COUNT, "id": ID},
            optional=(*beside, "play", "id"),
            description=about,
        )
        for verb, (about, value, beside) in VERBS.items()
    ]
    answers = [
        record({"id": ID, "ok": TRUE, **result}, optional=("id", *ENDED)) for result in RESULTS.values()
    ]
    failed = record({"id": ID, "ok": {"const": False}, "error": ref("error")}, optional=("id",))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Lines of `queensbench step`",
        "description": "The program that steps reads a hello, then writes requests and reads an answer to each.",
        "anyOf": [ref("hello"), ref("request"), ref("answer")],
        "$defs": {
            "hello": HELLO,
            "request": {"oneOf": requests},
            "answer": {"oneOf": [*answers, failed]},
            "error": ERROR,
            "position": POSITION,
            "move": MOVE,
            "outcome": OUTCOME,
            "refusal": REFUSAL,
            "argument": ARGUMENT,
            "domain": DOMAIN,
        },
    }


def text() -> str:
    """The schema as it is printed."""
    return json.dumps(schema(), indent=2) + "\n"
