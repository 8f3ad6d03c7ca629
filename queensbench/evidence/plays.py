"""Plays: sequences of actions from the start, stored as ITF, the JSON traces that other tools read.

A play names its ruleset, mode, instance, readings and parameters, so that it can be replayed by the interpreter
on its own.  Each state of the trace holds every field; its ``#meta`` holds the action that led there, the action's
arguments, who chose, the clauses that were carried out and the rulings that were consulted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput, ModelError, Refused
from queensbench.files import writing
from queensbench.files.reading import read_text
from queensbench.language.context import bind
from queensbench.language.domains import Kind, label_in
from queensbench.language.records import FieldDecl, Seq, SeqField, Table, shown
from queensbench.readers.interpreter import Interpreter, Step, Tally
from queensbench.rules.typed.move_codes import Coding

FORMAT = "queensbench play 1"


@dataclass(frozen=True)
class Play:
    """A play: its mode and instance, its steps, and the claim that it shows (``why``)."""

    ruleset: str
    mode: str
    instance: str
    steps: tuple[Step, ...]
    readings: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, int] = field(default_factory=dict)
    why: str = ""

    @property
    def texts(self) -> list[str]:
        """The steps as the author writes them."""
        return [str(step) for step in self.steps]


@dataclass(frozen=True)
class Moment:
    """A state of a replayed play: the step that led there (None at the start), its decider, its clauses and rulings.

    ``clauses``: those that the step carried out; ``rulings``: those that it consulted, all by name.
    """

    state: Any
    step: Step | None
    decider: Any
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]


def steps_of(interpreter: Interpreter, coding: Coding, codes: Sequence[int]) -> tuple[Step, ...]:
    """The steps that native codes stand for."""
    out = []
    for code in codes:
        move = coding.decode(int(code))
        out.append(interpreter.step(coding.system.transitions[move.transition].name, move.args))
    return tuple(out)


def moments(interpreter: Interpreter, steps: Sequence[Step]) -> list[Moment]:
    """Replay steps: the start, and the moment after each.

    Raises Refused if the rules do not allow a step, and ModelError if they break in one.
    """
    found, refused = moments_until(interpreter, steps)
    if refused is not None:
        raise refused
    return found


def moments_until(interpreter: Interpreter, steps: Sequence[Step]) -> tuple[list[Moment], Refused | None]:
    """Replay steps as far as the rules allow them: the moments, and the error of the first refused step, or None.

    Raises ModelError if the rules break in a step.
    """
    found, fault = moments_to_fault(interpreter, steps)
    if isinstance(fault, ModelError):
        raise fault
    return found, fault


def moments_to_fault(
    interpreter: Interpreter, steps: Sequence[Step]
) -> tuple[list[Moment], Refused | ModelError | None]:
    """Replay steps up to the first that the rules do not allow, or in which they break: the moments, and that error."""
    state = interpreter.start()
    found = [Moment(state, None, None, (), ())]
    for step in steps:
        decider = interpreter.decider(state, step.name) if step.name in interpreter.by_name else None
        interpreter.tally = Tally()
        try:
            state = interpreter.apply(state, step)
        except (Refused, ModelError) as fault:
            return found, fault
        tally = interpreter.tally
        found.append(Moment(state, step, decider, tuple(tally.clauses), tuple(tally.rulings)))
    return found, None


GOES_ON = "goes on"


def ending(interpreter: Interpreter, state: Any) -> str:
    """How a play ends in this state, in words: silent, won by whom with which scores, or not at all."""
    silence = interpreter.silence(state)
    if silence is not None:
        return f"silent: {silence[0]} ({silence[1]})"
    if not interpreter.over(state):
        return GOES_ON
    won = " and ".join(shown(player) for player in interpreter.winners(state)) or "nobody"
    scores = interpreter.scores(state)
    told = (
        f"{shown(player)} {score}" if player is not None else str(score) for player, score in scores.items()
    )
    return f"won by {won}" + (f", score {', '.join(told)}" if scores else "")


def board(interpreter: Interpreter, state: Any) -> str:
    """The picture of a state as its mode draws it; its fields, one a line, for a mode that draws none."""
    if interpreter.mode.draw is not None:
        with bind(interpreter.context):
            return interpreter.mode.draw(state)
    return "\n".join(f"{decl.name}: {_words(decl, getattr(state, decl.name))}" for decl in interpreter.layout)


def _words(decl: FieldDecl, value: Any) -> str:
    domain = decl.value.value if isinstance(decl.value, SeqField) else decl.value
    if isinstance(value, Table):
        cells = ((", ".join(map(_named, decl.index, key)), _words(decl, cell)) for key, cell in value.items())
        return "; ".join(f"{key} = {cell}" for key, cell in cells)
    if isinstance(value, Seq):
        return ", ".join(_named(domain, value[i]) for i in range(len(value))) or "empty"
    return _named(domain, value)


def _named(domain: object, value: Any) -> str:
    """A value by its label, or as the author writes it where it has none."""
    return label_in(domain, value) or shown(value)


def itf_value(value: Any) -> Any:
    """A value of a state or of an argument, as ITF has it."""
    if isinstance(value, Kind):
        return value.name
    if isinstance(value, Table):
        return {"#map": [[_key(k), itf_value(v)] for k, v in value.items()]}
    if isinstance(value, Seq):
        return [itf_value(value[i]) for i in range(len(value))]
    return value


def _key(key: Any) -> Any:
    if isinstance(key, tuple):
        return itf_value(key[0]) if len(key) == 1 else {"#tup": [itf_value(k) for k in key]}
    return itf_value(key)


def to_itf(play: Play, interpreter: Interpreter) -> dict[str, Any]:
    """The trace of a play, replayed by the interpreter.  Raises as :func:`moments`."""
    states: list[dict[str, Any]] = []
    names = [decl.name for decl in interpreter.layout]
    for index, moment in enumerate(moments(interpreter, play.steps)):
        meta: dict[str, Any] = {"index": index}
        if moment.step is not None:
            meta |= {
                "action": moment.step.name,
                "arguments": {k: itf_value(v) for k, v in moment.step.args},
                "decider": itf_value(moment.decider),
                "clauses": list(moment.clauses),
                "rulings": list(moment.rulings),
            }
        silence = interpreter.silence(moment.state)
        if silence is not None:
            meta["silent"] = {"what": silence[0], "clause": silence[1]}
        state = {name: itf_value(getattr(moment.state, name)) for name in names}
        states.append({"#meta": meta, **state})
    meta = {
        "format": FORMAT,
        "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
        "ruleset": play.ruleset,
        "mode": play.mode,
        "instance": play.instance,
        "readings": dict(play.readings),
        "parameters": dict(play.parameters),
        "description": play.why,
    }
    return {"#meta": meta, "vars": names, "states": states}


def folder(path: Path) -> None:
    """Make a folder that plays can be stored in.  Raises BadInput where that cannot be."""
    try:
        writing.make_folder(path)
    except OSError as error:
        raise _unwritable(path, error) from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise _unwritable(path, OSError("permission denied"))


def _unwritable(path: Path, error: OSError) -> BadInput:
    reason = (error.strerror or str(error)).lower()
    return BadInput(f"cannot be written: {reason}", where=str(path), remedy="free space or choose another")


def _require_name(path: Path) -> None:
    """Check that a file can have this name.  Raises BadInput."""
    try:
        named = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        named = False
    if not named:
        raise BadInput("is no name of a file", where=repr(str(path)), remedy="choose another")


def require_writable(path: Path) -> None:
    """Check that :func:`write_atomic` can write a file there; makes its folder.  Raises BadInput where it cannot be."""
    if path.is_dir():
        raise BadInput("this is a folder", where=str(path), remedy="name a file")
    folder(path.parent)


def write_atomic(path: Path, text: str, *, lasting: bool = True) -> None:
    """Write a file whole or not at all.  A full disk or a missing right is one BadInput line.

    ``lasting``: whether it outlasts a power cut from here on; for many files, :func:`settle` sees to that in the end.
    """
    _require_name(path)
    try:
        writing.replace(path, text.encode(), rights=writing.PUBLIC, lasting=lasting)
    except OSError as error:
        raise _unwritable(path, error) from None


def settle(paths: Sequence[Path]) -> None:
    """Have files that were written just now outlast a power cut.  A disk that cannot is one BadInput line."""
    try:
        writing.settle(paths)
    except OSError as error:
        raise _unwritable(paths[0].parent, error) from None


def save(play: Play, interpreter: Interpreter, path: Path) -> None:
    """Store a play as ITF.  Raises as :func:`to_itf` and :func:`write_atomic`."""
    write_atomic(path, json.dumps(to_itf(play, interpreter), indent=1) + "\n")


def read(path: Path) -> dict[str, Any]:
    """The trace in a file.  Raises BadInput for a file that is no play of this format."""
    try:
        data = json.loads(read_text(path))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(f"cannot be read: {reason}", where=str(path), remedy="name a play in ITF") from None
    except (ValueError, RecursionError):
        raise BadInput("is no JSON", where=str(path), remedy="name a play in ITF") from None
    return checked(data, str(path))


def checked(data: Any, where: str) -> dict[str, Any]:
    """A trace, as it was read from ``where``.  Raises BadInput if it is no play of this format."""
    meta = data.get("#meta") if isinstance(data, dict) else None
    states = data.get("states") if isinstance(data, dict) else None
    if not isinstance(meta, dict) or meta.get("format") != FORMAT or not isinstance(states, list):
        raise BadInput(
            "is no play of this toolkit", where=where, remedy=f'its #meta needs "format": "{FORMAT}"'
        )
    for key in ("ruleset", "mode", "instance"):
        if not isinstance(meta.get(key), str):
            raise BadInput(f"does not say its {key}", where=where, remedy=f"add {key} to its #meta")
    for key, kind in (("readings", str), ("parameters", int)):
        given = meta.get(key, {})
        if not isinstance(given, dict) or not all(type(value) is kind for value in given.values()):
            raise BadInput(f"its {key} cannot be read", where=where, remedy="record the play anew")
    if not isinstance(meta.get("description", ""), str):
        raise BadInput("its description is no text", where=where, remedy="record the play anew")
    if not states:
        raise BadInput("has no state", where=where, remedy="record the play anew")
    for index, state in enumerate(states):
        inner = state.get("#meta") if isinstance(state, dict) else None
        if not isinstance(inner, dict) or (index and not isinstance(inner.get("action"), str)):
            raise BadInput(f"state {index} has no action", where=where, remedy="record the play anew")
        if not isinstance(inner.get("arguments", {}), dict):
            raise BadInput(
                f"the arguments of step {index} cannot be read",
                where=where,
                remedy="record the play anew",
            )
    found: dict[str, Any] = data
    return found


def steps_in(data: Mapping[str, Any], interpreter: Interpreter, where: str) -> tuple[Step, ...]:
    """The steps of a stored trace, their arguments read in the interpreter's domains.  Raises BadInput."""
    steps = []
    for index, state in enumerate(data["states"][1:], 1):
        meta = state["#meta"]
        name, given = meta["action"], meta.get("arguments", {})
        domains = interpreter.domains.get(name)
        if domains is None or interpreter.by_name[name].kind == "automatic":
            raise BadInput(
                f"step {index}: no action is called {name}", where=where, remedy="record the play anew"
            )
        args = []
        for argument, domain in domains:
            known = {json.dumps(itf_value(v)): v for v in domain.values()}
            text = json.dumps(given.get(argument))
            if text not in known:
                raise BadInput(
                    f"step {index}: {argument} of {name} is {text}, which is no value of {domain.name or 'its range'}",
                    where=where,
                    remedy="record the play anew",
                )
            args.append((argument, known[text]))
        if surplus := given.keys() - {argument for argument, _ in domains}:
            raise BadInput(
                f"step {index}: {name} has no argument {min(surplus)}",
                where=where,
                remedy="record the play anew",
            )
        steps.append(Step(name, tuple(args)))
    return tuple(steps)


def steps_written(text: str, interpreter: Interpreter, where: str) -> tuple[Step, ...]:
    """The steps of a play that is written as text: ``take 2; wait``.  ``where``: what messages call the play.

    Raises BadInput for a name, a value or a number of values that the rules do not have.
    """
    steps = []
    for index, words in enumerate((part.split() for part in text.split(";") if part.strip()), 1):
        name, *values = words
        domains = interpreter.domains.get(name)
        if domains is None or interpreter.by_name[name].kind == "automatic":
            raise BadInput(f"step {index}: no action is called {name}", where=where, remedy="mend the play")
        if len(values) != len(domains):
            wanted = ", ".join(argument for argument, _ in domains) or "no arguments"
            fault = f"step {index}: {name} takes {wanted}, not {len(values)} values"
            raise BadInput(fault, where=where, remedy="mend the play")
        args = []
        for (argument, domain), value in zip(domains, values, strict=True):
            known = {shown(member): member for member in domain.values()}
            if value not in known:
                fault = f"step {index}: {argument} of {name} cannot be {value}"
                raise BadInput(fault, where=where, remedy="mend the play")
            args.append((argument, known[value]))
        steps.append(Step(name, tuple(args)))
    return tuple(steps)


def differs(
    data: Mapping[str, Any], found: Sequence[Moment], interpreter: Interpreter
) -> tuple[int, str] | None:
    """The number of the first stored state that the rules now make otherwise, and the field; None if all agree.

    ``found``: the moments of its steps, no more than the trace has states.
    """
    for index, moment in enumerate(found):
        stored = data["states"][index]
        for decl in interpreter.layout:
            # as text, where true is not 1
            if json.dumps(stored.get(decl.name)) != json.dumps(itf_value(getattr(moment.state, decl.name))):
                return index, decl.name
    return None
