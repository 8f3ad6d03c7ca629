"""Disagreements of two solvers, which the interpreter decides from the state that was found.

A solver that answers ``sat`` has values for the state before a step, the arguments, the readings and the parameters.
The interpreter shares no code with either encoding.  If it plays the step from a state in which every claim holds to
one in which the claim in question fails, the proof was wrong; if not, the second encoding or its solver is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.engines.confirm.deciding import GoalOutcome
from queensbench.engines.confirm.goals import HOUSE, SmtGoal
from queensbench.engines.confirm.smtlib import Text
from queensbench.engines.confirm.solvers import Way, solver
from queensbench.engines.runtime.box import Box
from queensbench.errors import QueensbenchError, RangeViolation, Refused
from queensbench.evidence.plays import board
from queensbench.language.context import bind
from queensbench.language.properties import PropertyDecl
from queensbench.language.records import shown
from queensbench.language.rules import Rule
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
    """The result of the step, or of the question, when the interpreter goes through it."""
    system, unit = box.system, outcome.unit
    claims = {d.name: d for d in properties_of(box.mode, box.instance)}
    hypotheses = [system.judges[judge] for judge, _ in goal.lemmas]
    asked = unit.number if unit.kind == "question" else -1
    against = _before(interpreter, state, [claims[j.name] for j in hypotheses if j.function != asked])
    if against:
        data["interpreter"] = against
        return against
    claim = system.judges[goal.claim].name if goal.claim >= 0 else ""
    try:
        if unit.kind == "transition":
            state = _stepped(system, interpreter, state, unit.number, values, data)
            data["after"] = board(interpreter, state)
        elif unit.kind == "question":
            data["answer"] = shown(_asked(system, interpreter, state, unit.number, claims, values))
    except RangeViolation as violation:
        data["interpreter"] = str(violation)
        return f"the interpreter leaves a range there, too ({violation})"
    except Refused as refused:
        data["interpreter"] = str(refused)
        return f"the interpreter refuses the step ({refused})"
    except QueensbenchError as error:
        return f"the interpreter cannot say what comes of it ({error})"
    if not claim:
        return "the interpreter leaves no range there"
    try:
        holds = interpreter.judge(claims[claim], state)
    except QueensbenchError as error:
        return f"the interpreter cannot say whether {claim} holds there ({error})"
    data["interpreter"] = holds
    return f"by the interpreter {claim} {'holds' if holds else 'fails'} there"


def _before(interpreter: Interpreter, state: Any, hypotheses: Sequence[PropertyDecl]) -> str:
    """Why nothing follows from a state: a claim that is a hypothesis does not hold in it; empty if all do."""
    unsaid = ""
    for decl in hypotheses:
        try:
            if not interpreter.judge(decl, state):
                return f"by the interpreter {decl.name} fails in the state before, where it is a hypothesis"
        except QueensbenchError as error:
            unsaid = f"the interpreter cannot say whether {decl.name} holds in the state before ({error})"
    return unsaid


def _stepped(
    system: ir.System,
    interpreter: Interpreter,
    state: Any,
    number: int,
    values: Mapping[str, int],
    data: dict[str, Any],
) -> Any:
    """The state after a transition.  Raises Refused, for an event of weight 0 as well, and RangeViolation."""
    transition = system.transitions[number]
    rule = interpreter.by_name[transition.name]
    if transition.kind == "automatic":
        data["step"] = transition.name
        if interpreter.silence(state) is not None or interpreter.over(state):
            raise Refused("the game has ended", clauses=(), file=rule.file, line=rule.line)
        with bind(interpreter.context):
            return interpreter._run(rule, state, ())
    params = system.functions[transition.function].params
    step = interpreter.step(transition.name, [values.get(f"a.{name}", t.lo) for name, t in params])
    data["step"] = str(step)
    after = interpreter.apply(state, step, settled=False)
    if interpreter.weight(state, step) == 0:
        raise Refused("its weight is 0", clauses=(), file=rule.file, line=rule.line)
    return after


def _asked(
    system: ir.System,
    interpreter: Interpreter,
    state: Any,
    number: int,
    claims: Mapping[str, PropertyDecl],
    values: Mapping[str, int],
) -> Any:
    """The answer to a question about a state, with the arguments found.  Raises RangeViolation."""
    rules = interpreter.rules
    asked: dict[int | None, Rule | None] = {
        judge.function: claims[judge.name].rule for judge in system.judges if judge.name in claims
    }
    for transition in system.transitions:
        one = interpreter.by_name[transition.name]
        asked |= {transition.weight: one.weight, transition.decider: one.decider or rules.decider}
    asked |= {system.over: rules.over, system.wins: rules.wins, system.score: rules.score}
    rule = asked[number]
    assert rule is not None
    with bind(interpreter.context):
        domains = [domain for _, domain in rule.domains(interpreter.context)]
    raw = [values.get(f"a.{name}", t.lo) for name, t in system.functions[number].params]
    given = [domain.values()[v - getattr(domain, "lo", 0)] for domain, v in zip(domains, raw, strict=True)]
    return interpreter._ask(rule, state, *given)
