"""Stored plays, replayed by the rules of today: how each ended, and how it ends now."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.analyses.traceability.passed import FoundVerdict
from queensbench.errors import BadInput, ModelError, Refused
from queensbench.evidence import plays
from queensbench.evidence.cache import play_of
from queensbench.project.projects import Project, Ruleset, mode_instance, readings_of
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import PROBED, STEP, properties_of, steps_of


@dataclass(frozen=True)
class Replay:
    """A stored play: whose it is, the clauses that it goes through, how it ended and how it ends today.

    ``now`` also says where the play of a verdict no longer shows that verdict.
    """

    name: str
    ruleset: str
    through: tuple[str, ...]
    was: str
    now: str

    @property
    def differs(self) -> bool:
        """Whether it ends in another way than when it was stored."""
        return self.was != self.now


def of_store(ruleset: Ruleset, rows: Iterable[FoundVerdict], *, judged: bool = False) -> Iterator[Replay]:
    """The plays of stored verdicts, each replayed; ``judged``: and asked whether it still shows its verdict."""
    for row in rows:
        play = row.play() if row.ending else None
        if play is None:
            continue
        name = f"{ruleset.name}: {row.name} on {row.mode}/{row.instance}"
        yield Replay(
            name, ruleset.name, row.through, row.ending, ending_now(ruleset, play, row.name if judged else "")
        )


def ending_now(ruleset: Ruleset, data: Any, claim: str = "") -> str:
    """How a stored play ends today, in words; and whether it does not show its ``claim``, the name of a property."""
    try:
        play = play_of(data)
        reader = _reader(ruleset, play.mode, play.instance, play.readings, play.parameters)
        states = [reader.start()]
        for number, step in enumerate(play.steps, 1):
            try:
                states.append(reader.apply(states[-1], step))
            except Refused as refused:
                return f"refused at step {number}, {step}: {refused}"
        end = plays.ending(reader, states[-1])
        return end if _shows(reader, claim, states) else f"{end}; it does not show {claim}"
    except (LookupError, AttributeError, TypeError, ValueError):
        return "cannot be read any more: its actions or arguments are gone"
    except (BadInput, ModelError) as fault:
        return f"cannot be played any more: {fault}"


def _shows(reader: Interpreter, claim: str, states: Sequence[Any]) -> bool:
    """Whether a play shows what its verdict says of a property of states or steps; others are not judged here."""
    decls = (*properties_of(reader.mode, reader.instance), *steps_of(reader.mode, reader.instance))
    decl = next((decl for decl in decls if decl.name == claim), None)
    if decl is None or decl.kind not in (*PROBED, STEP):
        return True
    if decl.kind == STEP:
        return len(states) > 1 and not reader.judge_step(decl, states[-1], states[-2])
    return reader.judge(decl, states[-1]) is (decl.kind == "reachable")


def _reader(ruleset: Ruleset, mode: str, instance: str, readings: Any, parameters: Any) -> Interpreter:
    found = ruleset.mode(mode)
    chosen = readings_of(found, [f"{name}={value}" for name, value in readings.items()], every=True)
    return Interpreter(found, mode_instance(found, instance), chosen, parameters)


def of_folder(project: Project, folder: Path) -> Iterator[Replay]:
    """The plays in a folder (ITF), each replayed.  Raises BadInput where the folder is none, or a file no play."""
    if not folder.is_dir():
        raise BadInput("no such folder", where=str(folder), remedy="name the folder that holds the plays")
    for path in sorted(folder.glob("*.json")):
        data = plays.read(path)
        meta = data["#meta"]
        through = sorted({clause for state in data["states"] for clause in state["#meta"].get("clauses", ())})
        if meta["ruleset"] not in project.rulesets:
            continue
        was, now = _of_file(project.ruleset(meta["ruleset"]), data, str(path))
        yield Replay(path.name, meta["ruleset"], tuple(map(str, through)), was, now)


def _of_file(ruleset: Ruleset, data: Any, where: str) -> tuple[str, str]:
    meta = data["#meta"]
    was = "as stored"
    try:
        reader = _reader(
            ruleset, meta["mode"], meta["instance"], meta.get("readings", {}), meta.get("parameters", {})
        )
        steps = plays.steps_in(data, reader, where)
        moments, refused = plays.moments_until(reader, steps)
    except (BadInput, ModelError) as fault:
        return was, f"cannot be played any more: {fault}"
    if refused is not None:
        return was, f"refused at step {len(moments)}, {steps[len(moments) - 1]}: {refused}"
    last = data["states"][-1]
    for decl in reader.layout:
        now = plays.itf_value(getattr(moments[-1].state, decl.name))
        if json.dumps(last.get(decl.name)) != json.dumps(now):
            return was, f"another state: {decl.name}; {plays.ending(reader, moments[-1].state)}"
    silence = reader.silence(moments[-1].state)
    told = None if silence is None else {"what": silence[0], "clause": silence[1]}
    if last["#meta"].get("silent") != told:
        return was, plays.ending(reader, moments[-1].state)
    return was, was
