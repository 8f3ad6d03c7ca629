"""Lets a Python engine answer `queensbench conform`, as a program: a line of JSON in, a line of JSON out.

End the program with ``serve(MyEngine())``.  The engine has a method for each request that it can answer: `reset` and
`do`, at least one of `state` and `result`, and whichever it likes of the others below.  A method gets what the request
has by name, as far as it names it, and returns the answer as a dict, or None for an empty one.  This file needs nothing
but Python 3.8: copy it beside the engine.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

PROTOCOL = 1
OPTIONAL = ("to_move", "moves", "chance", "state", "result", "set", "snapshot", "undo")


def method_of(engine: Any, ask: str) -> Callable[..., Any] | None:
    """The engine's own method for a request; None if it has none."""
    method = getattr(engine, ask, None)
    inherited = getattr(method, "__qualname__", "").startswith("EngineAdapter.")
    return None if inherited or not callable(method) else method


def taken(method: Callable[..., Any], request: dict[str, Any]) -> dict[str, Any]:
    """The arguments that a method takes from a request."""
    params = inspect.signature(method).parameters.values()
    names = {one.name for one in params}
    every = any(one.kind is one.VAR_KEYWORD for one in params)
    return {key: value for key, value in request.items() if every or key in names}


def answer_to(engine: Any, ask: str, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request."""
    if ask == "hello":
        return {
            "name": getattr(engine, "name", "") or type(engine).__name__,
            "version": getattr(engine, "version", ""),
            "protocol": PROTOCOL,
            "can": [name for name in OPTIONAL if method_of(engine, name)],
        }
    if ask == "quit":
        return {}
    method = method_of(engine, ask)
    if method is None:
        return {"error": f"{type(engine).__name__} has no method {ask}"}
    return method(**(taken(method, request) if request else {})) or {}


def serve(engine: Any) -> None:
    """Answer requests until the input ends, or `quit` comes.  What is printed goes to the error stream."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    for line in sys.stdin.buffer:
        request = json.loads(line)
        number, ask = request.pop("id"), request.pop("ask")
        try:
            text = json.dumps({"id": number, **answer_to(engine, ask, request)}, allow_nan=False)
        except Exception as error:  # noqa: BLE001 - the engine's own: it is said, and the next request may work
            traceback.print_exc()
            text = json.dumps({"id": number, "error": f"{type(error).__name__}: {error}"})
        out.write(text + "\n")
        out.flush()
        if ask == "quit":
            return
