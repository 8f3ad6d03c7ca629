"""The results of engines, in the words of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.language.modes import Mode
from queensbench.rules.typed.ir import System, clauses_within

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box


def reading_text(mode: Mode, readings: Mapping[str, Any]) -> str:
    """A reading as text: ``house``, or the rulings in which it differs."""
    declared = mode.rulings.declared() if mode.rulings is not None else ()
    other = [
        f"{d.name}={readings[d.name].name.lower()}"
        for d in declared
        if readings.get(d.name, d.house) is not d.house
    ]
    return ", ".join(other) or "house"


def surprise(row: PropertyRow) -> str:
    """How a verdict differs from what its author expects, without what was seen."""
    if row.unmet:
        what = "the play has nothing to do with it" if row.play is not None else "no play meets it"
        return f"{row.verdict}, but {', '.join(row.unmet)} is blamed, and {what}"
    return f"{row.verdict}, expected {row.expected}"


def open_text(row: PropertyRow) -> str:
    """What was expected of a verdict that is open or shown too weakly."""
    if row.verdict != "unknown":
        return f"{row.verdict}, but only {row.shown}, expected at least {row.at_least}"
    return "unknown, as expected" if row.state == "ok" else f"unknown, expected {row.expected}"


def ends_text(box: Box, who: Sequence[int]) -> str:
    """The winners of an end in words."""
    kind = box.mode.players
    if kind is None or not who:
        return "nobody"
    kept = box.interpreter().context.kept(kind)
    return " and ".join(kept[p].name for p in who)


def reason_text(reason: str, states: int) -> str:
    """Why an exploration ended early, in words."""
    return {
        "max_states": f"its budget of {states:,} states",
        "max_bytes": "its budget of memory",
        "max_steps": "a play of more than 65,535 steps",
        "symmetry": "a symmetry that was not shown of every state",
        "interrupted": "Ctrl-C",
    }.get(reason, reason)


def carried_out(system: System) -> frozenset[str]:
    """The clauses that a transition, or what it calls, carries out (what only predicates name is not met)."""
    found = clauses_within(system, system.initial, *(t.function for t in system.transitions))
    return frozenset(system.clauses[number] for number in found)


def count(number: int, word: str) -> str:
    """A number with its noun: ``1 state``, ``2,000 states``."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"
