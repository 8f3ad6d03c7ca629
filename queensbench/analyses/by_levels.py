"""The results of an exploration by levels as data: what one in memory tells, and verdicts on properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from queensbench.analyses import readings_by_levels, single_engine
from queensbench.analyses.verdicts.replayed_plays import disagreeing, replayed
from queensbench.analyses.verdicts.score_bounds import score_bounds
from queensbench.engines.layers.graph_questions import GraphQuestion, LevelAnswer, raw_against
from queensbench.engines.layers.layered_space import LayeredSpace
from queensbench.engines.layers.sites import judges_named, known_judges
from queensbench.engines.runtime.box import Box
from queensbench.language.properties import PropertyDecl
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import STEP, properties_of, steps_of
from queensbench.rules.transforms.previous_states import stepping_judges
from queensbench.rules.typed import ir

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
    data["properties"] = [
        *properties(box, readings, found),
        *_bounds(box, readings, found),
        *_step_properties(box, readings, found),
        *_graph_properties(box, readings, found),
    ]
    told = {row["name"] for row in data["properties"]}
    every = (*properties_of(box.mode, box.instance), *steps_of(box.mode, box.instance))
    data["not_asked"] = [decl.name for decl in every if decl.name not in told]
    data["graph_refused"] = found.unanswered
    judged = found.steps_judged
    data["steps_judged"] = 0 if judged is None or judged.failing is None else judged.pairs - 1
    data["rulings"] = readings_by_levels.rulings(box, readings, found)
    data["steps_refused"] = judged is not None and judged.failing is None
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


def _bounds(box: Box, readings: Mapping[str, Any], found: LayeredSpace) -> list[dict[str, Any]]:
    """The verdicts on least and greatest scores, each with a play to one of these.

    Raises InternalError where the interpreter counts another score there.
    """
    rows = []
    for decl in properties_of(box.mode, box.instance):
        if decl.kind != "bounds":
            continue
        row: dict[str, Any] = {"name": decl.name, "kind": decl.kind, "verdict": "unknown", "states": 0}
        row["shortest"] = None
        if found.complete and found.scores:
            bounds = score_bounds(decl, found.scores)
            row["verdict"] = "holds" if bounds.holds else "fails"
            row["scores"] = [bounds.least, bounds.greatest]
            row["shortest"] = single_engine.shortest(
                box, readings, found, bounds.state, f"that {decl.name} is so", _scored(bounds.shown)
            )
        rows.append(row)
    return rows


def _scored(score: int) -> Callable[[Interpreter, Any], bool]:
    """Whether somebody has that score at the end of a game."""
    return lambda interpreter, state: score in interpreter.scores(state).values()


def judges_of_steps(box: Box) -> str:
    """The name of the judges of the properties of steps, for tasks; empty where there is none.

    Raises ModelRefused for one that is outside the language.
    """
    system = _stepping(box)
    return "" if system is None else known_judges(system)


def _stepping(box: Box) -> ir.System | None:
    if "steps by levels" not in box.made:
        asked = steps_of(box.mode, box.instance)
        box.made["steps by levels"] = stepping_judges(box.mode, box.instance, box.ruleset) if asked else None
    found: ir.System | None = box.made["steps by levels"]
    return found


def _step_properties(box: Box, readings: Mapping[str, Any], found: LayeredSpace) -> list[dict[str, Any]]:
    """The verdicts on the properties of steps; none where they were not asked, or a judge has left its ranges.

    Raises InternalError where the interpreter does not judge the first step against one so.
    """
    judged, system = found.steps_judged, _stepping(box)
    if judged is None or judged.failing is None or system is None:
        return []
    decls = {decl.name: decl for decl in steps_of(box.mode, box.instance)}
    rows = []
    for number, (judge, failing) in enumerate(zip(system.judges, judged.failing, strict=True)):
        shortest = None
        if failing.state is not None:
            codes = found.moves_against(judges_named(known_judges(system)).code, number, failing.state)
            shortest = _step_against(box, readings, decls[judge.name], codes)
        rows.append(
            {
                "name": judge.name,
                "kind": STEP,
                "verdict": "fails" if failing.count else "holds" if found.complete else "unknown",
                "states": failing.count,
                "shortest": shortest,
            }
        )
    return rows


def _step_against(
    box: Box, readings: Mapping[str, Any], decl: PropertyDecl, codes: list[int]
) -> dict[str, Any]:
    """A play whose last step is against a property, as data."""
    play = box.play(codes, readings)
    interpreter = box.interpreter(readings)
    states = replayed(play, interpreter)
    if interpreter.judge_step(decl, states[-1], states[-2]):
        raise disagreeing(f"the interpreter does not see what native code saw of {decl.name}", play)
    choices, steps = box.coding.length(codes)
    return {"choices": choices, "steps": steps, "play": play.texts}


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
