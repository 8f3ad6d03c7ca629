"""A checker for as much of JSON Schema as this project writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
KNOWN = {
    *("$ref", "$defs", "$schema", "title", "description", "anyOf", "oneOf", "const", "enum", "type", "minimum"),
    *("minLength", "properties", "required", "additionalProperties", "items", "prefixItems"),
}  # fmt: skip


def is_a(value: Any, name: str) -> bool:
    """Whether a value has a type: true is no integer."""
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def same(value: Any, other: Any) -> bool:
    return json.dumps(value) == json.dumps(other)


def faults(value: Any, schema: Any, whole: Any, at: str = "$") -> Iterator[str]:
    """What is wrong with a value, by its place; nothing if it is valid."""
    if schema is False:
        yield f"{at}: nothing may stand here"
        return
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        yield from faults(value, whole["$defs"][name], whole, at)
    for key in ("anyOf", "oneOf"):
        if key in schema:
            valid = [one for one in schema[key] if not list(faults(value, one, whole, at))]
            if not valid or (key == "oneOf" and len(valid) > 1):
                yield f"{at}: {len(valid)} of {key} fit {json.dumps(value)}"
    if "const" in schema and not same(value, schema["const"]):
        yield f"{at}: is not {schema['const']}"
    if "enum" in schema and not any(same(value, one) for one in schema["enum"]):
        yield f"{at}: is none of {schema['enum']}"
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(is_a(value, name) for name in names):
            yield f"{at}: is no {' or '.join(names)}"
    if "minimum" in schema and is_a(value, "integer") and value < schema["minimum"]:
        yield f"{at}: is less than {schema['minimum']}"
    if "minLength" in schema and isinstance(value, str) and len(value) < schema["minLength"]:
        yield f"{at}: is too short"
    if isinstance(value, dict):
        yield from _object(value, schema, whole, at)
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        for number, item in enumerate(value):
            rest = schema.get("items", {})
            yield from faults(item, first[number] if number < len(first) else rest, whole, f"{at}[{number}]")


def _object(value: dict[str, Any], schema: Any, whole: Any, at: str) -> Iterator[str]:
    properties = schema.get("properties", {})
    yield from (f"{at}: has no {name}" for name in schema.get("required", []) if name not in value)
    for name, item in value.items():
        below = properties.get(name, schema.get("additionalProperties", {}))
        yield from faults(item, below, whole, f"{at}.{name}")
