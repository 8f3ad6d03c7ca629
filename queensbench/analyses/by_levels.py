"""The results of an exploration by levels as data: what one in memory tells, and verdicts on properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from queensbench.analyses import single_engine
from queensbench.analyses.verdicts.replayed_plays import disagreeing, replayed
from queensbench.engines.layers.graph_questions import GraphQuestion, LevelAnswer, raw_against
from queensbench.engines.layers.layered_space import LayeredSpace
from queensbench.engines.runtime.box import Box
from queensbench.language.properties import PropertyDecl
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import properties_of, steps_of

JUDGED = ("always", "never", "reachable")
"""The kinds of properties that are judged in each state by itself."""
BY_GRAPH = ("can_always", "can_reach", "ends")
"""The kinds that need the graph of states."""


def questions(box: Box) -> tuple[GraphQuestion, ...]:
    """What the properties of a box ask of its graph, in their order.  Raises BadInput for a player that is unknown."""
    names = [judge.name for judge in box.system.judges]
    asked = []
    for decl in _by_graph(box):
        against = raw_against(box.system, tuple(decl.against))
        target = names.index(decl.target) if decl.target else -1
        since = names.index(decl.since) if decl.since else -1
        asked.append(GraphQuestion(decl.kind, against, bool(decl.sure), target, since))
    return tuple(asked)


def _by_graph(box: Box) -> list[PropertyDecl]:
    return [decl for decl in properties_of(box.mode, box.instance) if decl.kind in BY_GRAPH]


def exploration(box: Box, readings: Mapping[str, Any], found: LayeredSpace) -> dict[str, Any]:
    """The results of an exploration by levels, as data."""
    data = single_engine.exploration(box, readings, found)
    data["bytes_on_disk"] = found.disk
    data["digest"] = found.digest
    data["properties"] = [*properties(box, readings, found), *_graph_properties(box, readings, found)]
    told = {row["name"] for row in data["properties"]}
    every = (*properties_of(box.mode, box.instance), *steps_of(box.mode))
    data["not_asked"] = [decl.name for decl in every if decl.name not in told]
    data["graph_refused"] = found.unanswered
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


def _graph_properties(box: Box, readings: Mapping[str, Any], found: LayeredSpace) -> list[dict[str, Any]]:
    """The verdicts on the properties that need the graph; none where it was not asked.

    Raises InternalError where the interpreter refuses a play, or the play does not come round.
    """
    answers = found.graph_answers
    if answers is None:
        return []
    rows = []
    for decl, answer in zip(_by_graph(box), answers, strict=True):
        shortest = None
        if answer.holds:
            pass
        elif decl.kind == "ends":
            shortest = _round(box, readings, found, answer)
        elif answer.first is not None:
            shortest = single_engine.shortest(
                box,
                readings,
                found,
                answer.first,
                f"that {decl.name} fails there",
                lambda interpreter, state: True,
            )
        rows.append(
            {
                "name": decl.name,
                "kind": decl.kind,
                "verdict": "holds" if answer.holds else "fails",
                "states": answer.failing,
                "shortest": shortest,
            }
        )
    return rows


def _round(
    box: Box, readings: Mapping[str, Any], found: LayeredSpace, answer: LevelAnswer
) -> dict[str, Any] | None:
    """A play that shows why play need not end, as data; None where none was found that is short enough to tell."""
    if not answer.way:
        return None
    codes = found.way(answer.way)
    play = box.play(codes, readings)
    states = replayed(play, box.interpreter(readings))
    if answer.entry >= 0 and states[answer.entry] != states[-1]:
        raise disagreeing("the interpreter does not come round where native code does", play)
    loop = len(codes) - answer.entry if answer.entry >= 0 else 0
    choices, steps = box.coding.length(codes)
    return {"choices": choices, "steps": steps, "play": play.texts, "loop": loop}


def _judged_as(decl: PropertyDecl, *, holds: bool) -> Callable[[Interpreter, Any], bool]:
    """Whether a property's predicate holds in a state, or does not."""
    return lambda interpreter, state: interpreter.judge(decl, state) is holds
