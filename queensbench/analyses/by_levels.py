"""The results of an exploration by levels as data: what one in memory tells, and the properties of states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from queensbench.analyses import single_engine
from queensbench.engines.layers.layered_space import LayeredSpace
from queensbench.engines.runtime.box import Box
from queensbench.language.properties import PropertyDecl
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import properties_of, steps_of

JUDGED = ("always", "never", "reachable")
"""The kinds of properties that are judged in each state by itself."""


def exploration(box: Box, readings: Mapping[str, Any], found: LayeredSpace) -> dict[str, Any]:
    """The results of an exploration by levels, as data."""
    data = single_engine.exploration(box, readings, found)
    data["bytes_on_disk"] = found.disk
    data["digest"] = found.digest
    data["properties"] = properties(box, readings, found)
    data["not_asked"] = [
        decl.name
        for decl in (*properties_of(box.mode, box.instance), *steps_of(box.mode))
        if decl.kind not in JUDGED
    ]
    data["clauses"] = found.clauses
    return data


def properties(box: Box, readings: Mapping[str, Any], found: LayeredSpace) -> list[dict[str, Any]]:
    """The verdicts on the properties of states, each with a play to the first state that decides it.

    Raises InternalError where the interpreter does not judge that state so.
    """
    decls = {decl.name: decl for decl in properties_of(box.mode, box.instance)}
    rows = []
    for judge, failing in zip(box.system.judges, found.failing, strict=True):
        decl = decls.get(judge.name)
        if decl is None or decl.kind not in JUDGED:
            continue
        # A judge of a property that is `reachable` fails where the property's condition holds.
        met, unmet = ("holds", "fails") if decl.kind == "reachable" else ("fails", "holds")
        verdict = met if failing.count else unmet if found.complete else "unknown"
        shortest = None
        if failing.state is not None:
            shortest = single_engine.shortest(
                box,
                readings,
                found,
                failing.state,
                f"what native code saw of {decl.name}",
                _judged_as(decl, holds=decl.kind == "reachable"),
            )
        rows.append(
            {
                "name": judge.name,
                "kind": decl.kind,
                "verdict": verdict,
                "states": failing.count,
                "shortest": shortest,
            }
        )
    return rows


def _judged_as(decl: PropertyDecl, *, holds: bool) -> Callable[[Interpreter, Any], bool]:
    """Whether a property's predicate holds in a state, or does not."""
    return lambda interpreter, state: interpreter.judge(decl, state) is holds
