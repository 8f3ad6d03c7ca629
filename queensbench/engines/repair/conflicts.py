"""Smaller conflicts: a play that refutes under one reading often refutes under others, too.

A ruling can be left out of a conflict if the same play refutes under every reading of it, the others of the conflict
staying as they are.  The play is replayed under each, by the interpreter, and rulings that it consults only then join
the conflict.  Rulings are left out one after the other, each time for all readings of those left out already together;
that is tried for no more than :data:`MOST` readings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.engines.runtime.box import Box
from queensbench.errors import ModelError, Refused
from queensbench.readers.interpreter import Interpreter, Step

MOST = 64
"""The most readings under which one play is replayed."""

Refutes = Callable[[Interpreter, Sequence[Any]], bool]
"""Whether a play refutes, from an interpreter and the states of the play."""


@dataclass(frozen=True)
class Refutation:
    """A play that refutes a property under some readings; ``keep``: rulings that it also rests on."""

    readings: Mapping[str, Any]
    steps: tuple[Step, ...]
    refutes: Refutes
    keep: frozenset[str]


class Recorder(dict[str, Any]):
    """Readings that note the rulings that were asked for."""

    def __init__(self, readings: Mapping[str, Any]) -> None:
        super().__init__(readings)
        self.asked: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        """Look a reading up, and note its ruling."""
        self.asked.add(name)
        return super().get(name, default)


def consulted(reader: Interpreter, steps: Sequence[Step], refutes: Refutes) -> frozenset[str] | None:
    """The rulings that a play and its judgement consult; None if it does not refute, or cannot be played."""
    noted = Recorder(reader.context.readings)
    reader.context.readings = noted
    try:
        states = reader.replay(steps)
        return frozenset(noted.asked) if refutes(reader, states) else None
    except (Refused, ModelError):
        return None


def smaller(
    box: Box,
    readings: Mapping[str, Any],
    steps: Sequence[Step],
    refutes: Refutes,
    rests: frozenset[str],
    keep: Iterable[str] = (),
) -> frozenset[str]:
    """Leave rulings out of a conflict, as long as the play refutes under every reading of those left out.

    Args:
        box: the instance.
        readings: those under which the play refutes, by ruling; the house's for those left out.
        steps: the play.
        refutes: whether the play refutes under another reading, too.
        rests: the rulings on which the refutation rests.
        keep: those of them that must stay.
    """
    decls = {d.name: d for d in box.mode.rulings.declared()} if box.mode.rulings is not None else {}
    now = {name: readings.get(name, decl.house) for name, decl in decls.items()}
    dropped: list[dict[str, Any]] = [{}]
    for name in sorted(rests - frozenset(keep)):
        others = [member for member in decls[name].readings if member is not now[name]]
        if len(dropped) * (1 + len(others)) > MOST:
            continue
        more = [{**one, name: member} for one in dropped for member in others]
        found: list[frozenset[str]] = []
        for one in more:
            mine = consulted(box.interpreter({**now, **one}), steps, refutes)
            if mine is None:
                break
            found.append(mine)
        else:
            dropped += more
            gone = frozenset(dropped[-1])
            rests = rests.union(*found) - gone
    return rests


def again(box: Box, play: Refutation, readings: Mapping[str, Any]) -> frozenset[str] | None:
    """The conflict of a known play under other readings; None if the play does not refute under them."""
    if any(readings.get(name) is not play.readings.get(name) for name in play.keep):
        return None
    mine = consulted(box.interpreter(readings), play.steps, play.refutes)
    if mine is None:
        return None
    return smaller(box, readings, play.steps, play.refutes, mine | play.keep, play.keep)
