"""The results of engines, in the words of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.engines.runtime import ctrl_c
from queensbench.errors import MOST_MOVES
from queensbench.language.modes import Mode
from queensbench.rules.typed.ir import System, clauses_within

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box

HOUSE = "house"
"""What the readings are called where every ruling is read as the house reads it."""


def reading_text(mode: Mode, readings: Mapping[str, Any]) -> str:
    """A reading as text: ``house``, or the rulings in which it differs."""
    declared = mode.rulings.declared() if mode.rulings is not None else ()
    other = [
        f"{d.name}={readings[d.name].name.lower()}"
        for d in declared
        if readings.get(d.name, d.house) is not d.house
    ]
    return ", ".join(other) or HOUSE


def surprise(row: PropertyRow, *, shown: bool = False) -> str:
    """How a verdict differs from what its author expects, without what was seen.

    ``shown``: with the class of the verdict.
    """
    verdict = f"{row.verdict} ({row.shown})" if shown else row.verdict
    if row.unmet:
        what = "the play has nothing to do with it" if row.play is not None else "no play meets it"
        return f"{verdict}, but {', '.join(row.unmet)} is blamed, and {what}"
    return f"{verdict}, expected {row.expected}"


def open_text(row: PropertyRow) -> str:
    """The words for a verdict that is open or shown too weakly, with what was expected of it."""
    if row.verdict != "unknown":
        return f"{row.verdict}, but only {row.shown}, expected at least {row.at_least}"
    return "unknown, as expected" if row.state == "ok" else f"unknown, expected {row.expected}"


def fault(row: PropertyRow) -> str:
    """The line that an assertion prints of a property that is not as its author expects; "" if it is.

    The line names the property, the instance, the reading if it is not the house's, the verdict with its class, what
    was expected, what was seen, and the play that shows it, if there is one (of a long one only its length).
    """
    if row.state == "ok":
        return ""
    found = surprise(row, shown=True) if row.state == "unexpected" else open_text(row)
    reading = "" if row.proof is not None or row.reading == HOUSE else f" under {row.reading}"
    play = row.play.texts if row.play is not None else []
    moves = " ".join(play) if len(play) <= MOST_MOVES else f"of {len(play):,} moves"
    shown = f"; play {moves}" if play else ""
    return f"{row.name} on {row.instance}{reading}: {found}; {row.detail}{shown}"


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
        "refused": "the memory that the system gives",
        "max_steps": "a play of more than 65,535 steps",
        "symmetry": "a symmetry that was not shown of every state",
        "interrupted": ctrl_c.name(),
    }.get(reason, reason)


def early_text(reason: str, states: int) -> str:
    """What is said of an instance whose exploration ended early, after so many states."""
    if reason == "max_states":
        return f"more than {states:,} states"
    return f"stopped by {reason_text(reason, states)}"


def carried_out(system: System) -> frozenset[str]:
    """The clauses that the start, the transitions and all that these call carry out; predicates do not count."""
    found = clauses_within(system, system.initial, *(t.function for t in system.transitions))
    return frozenset(system.clauses[number] for number in found)


def length_text(choices: int, steps: int) -> str:
    """The length of a play, its last move counted: ``3 choices, 1 step``; chance events are steps, and no choices."""
    return f"{count(choices, 'choice')}, {count(steps, 'step')}"


def count(number: int, word: str) -> str:
    """A number with its noun: ``1 state``, ``2,000 states``."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"
