"""Disagreements of two solvers, which the interpreter decides from the state that was found.

A solver that answers ``sat`` has values for the state before a step, the arguments, the readings and the parameters.
The interpreter shares no code with either encoding.  If it plays the step from a state in which every claim holds to
one in which the claim in question fails, the proof was wrong; if not, the second encoding or its solver is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from queensbench.engines.confirm.deciding import GoalOutcome
from queensbench.engines.confirm.goals import HOUSE, SmtGoal
from queensbench.engines.confirm.smtlib import Text
from queensbench.engines.confirm.solvers import Way, solver
from queensbench.engines.runtime.box import Box
from queensbench.errors import QueensbenchError, RangeViolation, Refused
from queensbench.evidence.plays import board
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import properties_of
from queensbench.rules.typed import ir

SECONDS = 600.0
"""The seconds for finding the values once more: of the processor with bitwuzla, by the clock with cvc5."""


@dataclass(frozen=True)
class Dispute:
    """A decided disagreement.  ``said``: the decision in one line.  ``data``: everything; ``text``: for people."""

    said: str
    data: dict[str, Any] = field(default_factory=dict)
    text: str = ""


def dispute(box: Box, goal: SmtGoal, outcome: GoalOutcome) -> Dispute:
    """The interpreter's decision about the values that refute a goal."""
    if outcome.verdict != "sat":
        return Dispute("no state was found in which it is possible")
    text = Text()
    found = solver(Way(outcome.by), text, goal.assertions).decide(goal.assertions, SECONDS, model=True)
    if found.verdict != "sat":
        return Dispute(f"asked again it answers {found.verdict}")
    system = box.system
    values = found.values
    data: dict[str, Any] = {"goal": goal.name, "values": values}
    if outcome.unit.path or outcome.unit.kind not in ("transition", "state", "question"):
        return Dispute("its values are not replayed", data, "")
    readings = {
        r.name: r.readings[r.house if outcome.unit.scope == HOUSE else values.get(f"r.{r.name}", 0)]
        for r in system.rulings
    }
    parameters = {p.name: values.get(f"p.{p.name}", p.lo) for p in system.parameters}
    interpreter = Interpreter(box.mode, box.instance, readings, parameters)
    silences = [(s.what, system.clauses[s.clause]) for s in system.silences]
    state = interpreter.state(before(system, values), silences)
    shown = board(interpreter, state)
    data |= {"readings": readings, "parameters": parameters, "board": shown}
    said = _replayed(box, interpreter, state, goal, outcome, values, data)
    words = [f"{name}: {data[name]}" for name in ("readings", "parameters", "step") if name in data]
    return Dispute(said, data, "\n".join([said, *words, shown]))


def before(system: ir.System, values: Mapping[str, int]) -> list[int]:
    """The raw cells of the state before; cells that no condition mentions have their least value."""
    return [
        values.get(f"s.{block.name}[{i}]" if block.index else f"s.{block.name}", block.value.lo)
        for block in system.fields
        for i in range(block.cells)
    ]


def _replayed(
    box: Box,
    interpreter: Interpreter,
    state: Any,
    goal: SmtGoal,
    outcome: GoalOutcome,
    values: Mapping[str, int],
    data: dict[str, Any],
) -> str:
    """The result of the step when the interpreter plays it."""
    system, unit = box.system, outcome.unit
    claims = {d.name: d for d in properties_of(box.mode, box.instance)}
    claim = system.judges[goal.claim].name if goal.claim >= 0 else ""
    if unit.kind == "transition":
        transition = system.transitions[unit.number]
        params = system.functions[transition.function].params
        raw = [values.get(f"a.{name}", t.lo) for name, t in params]
        try:
            if transition.kind == "automatic":
                data["step"] = transition.name
                state = interpreter._run(interpreter.by_name[transition.name], state, ())
            else:
                step = interpreter.step(transition.name, raw)
                data["step"] = str(step)
                state = interpreter.apply(state, step, settled=False)
        except RangeViolation as violation:
            data["interpreter"] = str(violation)
            return f"the interpreter leaves a range there, too ({violation})"
        except Refused as refused:
            data["interpreter"] = str(refused)
            return f"the interpreter refuses the step ({refused})"
        data["after"] = board(interpreter, state)
    if not claim:
        return "the interpreter leaves no range there"
    try:
        holds = interpreter.judge(claims[claim], state)
    except QueensbenchError as error:
        return f"the interpreter cannot say whether {claim} holds there ({error})"
    data["interpreter"] = holds
    return f"by the interpreter {claim} {'holds' if holds else 'fails'} there"
