"""Pieces of JSON Schema, with which the lines that programs exchange are described."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

TRUE: Schema = {"const": True}
TEXT: Schema = {"type": "string"}
NAME: Schema = {"type": "string", "minLength": 1}
COUNT: Schema = {"type": "integer", "minimum": 0}
TEXTS: Schema = {"type": "array", "items": TEXT}
SCALAR: Schema = {"type": ["string", "boolean", "integer"]}
ARGS: Schema = {"type": "object", "additionalProperties": SCALAR}
ID: Schema = {"type": ["string", "integer"]}


def ref(name: str) -> Schema:
    """A reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def record(properties: Schema, *, optional: tuple[str, ...] = (), **more: Any) -> Schema:
    """An object of these properties and no others, all of them required but for those that are optional."""
    required = [name for name in properties if name not in optional]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
        **more,
    }


def several(item: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": item}


def nullable(schema: Schema) -> Schema:
    """Null, or what another schema says."""
    return {"anyOf": [{"type": "null"}, schema]}
