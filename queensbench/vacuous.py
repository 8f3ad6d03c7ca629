"""Vacuous clauses, reading by reading: which sentences never come into play, and which do under one reading only.

A clause comes into play where a step carries it out.  The house reading is looked at, and each other reading of each
ruling, one changed at a time: all positions of small instances are exhausted, and random games of the box as sold are
played.  In a small instance where the house never consults a ruling, another reading of it changes nothing; that is
not looked at again.

What this cannot see: clauses that only predicates name (the end, the score, properties), for nothing counts those;
two rulings changed at once; and what neither the small instances have nor random games meet.  That a clause was not
met is no proof for the box as sold.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.auditing.words import carried_out
from queensbench.engines.errata_judge import Judging, may_read
from queensbench.engines.workshop import Workshop
from queensbench.errors import ModelError
from queensbench.language.modes import Instance, Mode
from queensbench.project import Ruleset, rulings_of, system

STATES = 300_000
GAMES = 200
SEED = 20_190_101
MOST_STEPS = 2_000


@dataclass(frozen=True)
class Change:
    """What another reading of one ruling brings into play, and what it leaves idle, against the house reading.

    ``fault``: the rules break under it, or an instance has too many states; then ``idle`` is not told.
    """

    ruling: str
    reading: str
    wakes: tuple[str, ...]
    idle: tuple[str, ...]
    fault: str = ""


@dataclass
class Vacuous:
    """What was found of a mode.

    ``instances``: those exhausted, with the states under the house reading; ``clauses``: all that a step can carry
    out; ``never``: of them, those that come into play under no reading looked at; ``house``: those that do not under
    the house reading; ``same``: rulings whose other readings bring nothing into play and leave nothing idle.
    """

    ruleset: str
    mode: str
    instances: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    changes: list[Change] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    readings: int = 0
    games: int = 0
    seconds: float = 0.0


@dataclass
class _Box:
    """An instance: what comes into play there under the house, and the rulings that it consults."""

    instance: Instance
    workshop: Workshop
    clauses: frozenset[str]
    consulted: frozenset[str]


def vacuous(
    ruleset: Ruleset,
    mode: Mode,
    *,
    instances: Sequence[str] = (),
    states: int = STATES,
    games: int = GAMES,
    progress: Callable[[str], None] = lambda text: None,
) -> Vacuous:
    """Which clauses of a mode come into play under which reading.

    ``instances``: only these (all that can be exhausted, when empty).  ``states``: instances with more are left out.
    ``games``: random games of the box as sold, for each reading (0: none).
    """
    begun = time.perf_counter()
    found = Vacuous(ruleset.name, mode.name)
    label = f"{ruleset.name}/{mode.name}"
    boxes = []
    for instance in mode.all_instances():
        if instance.explore and (not instances or instance.name in instances):
            progress(f"{label} {instance.name}: the house reading")
            box = _house(ruleset, mode, instance, states)
            if isinstance(box, str):
                found.left_out[instance.name] = box
            else:
                boxes.append(box[0])
                found.instances[instance.name] = box[1]
    full = Workshop(ruleset.name, mode, mode.full, system(ruleset, mode, mode.full))
    found.clauses = tuple(
        sorted(carried_out(full.system).union(*(carried_out(b.workshop.system) for b in boxes)))
    )
    found.games = games
    by_box = {box.instance.name: box.clauses for box in boxes}
    house = frozenset[str]().union(*by_box.values()) | _met(full, {}, games)
    met = house
    for decl in rulings_of(mode):
        changes = []
        for member in decl.readings:
            if member is decl.house:
                continue
            progress(f"{label}: {decl.name}={member.name.lower()}")
            readings = {decl.name: member}
            found.readings += 1
            mine, fault = _under(boxes, readings, decl.name, states)
            try:
                mine |= _met(full, readings, games)
            except ModelError as error:
                fault = fault or f"the rules break under it: {error}"
            met |= mine
            wakes, idle = tuple(sorted(mine - house)), () if fault else tuple(sorted(house - mine))
            if wakes or idle or fault:
                changes.append(Change(decl.name, member.name.lower(), wakes, idle, fault))
        found.changes += changes
        if not changes:
            found.same.append(decl.name)
    found.house = tuple(clause for clause in found.clauses if clause not in house)
    found.never = tuple(clause for clause in found.clauses if clause not in met)
    found.seconds = time.perf_counter() - begun
    return found


def _house(ruleset: Ruleset, mode: Mode, instance: Instance, states: int) -> tuple[_Box, int] | str:
    """An instance under the house reading, with its states; or why it is left out."""
    workshop = Workshop(ruleset.name, mode, instance, system(ruleset, mode, instance))
    judged = Judging(workshop, {}, most=states).run(())
    if not judged.complete:
        return judged.fault or f"more than {states:,} states"
    judges = may_read(workshop, (workshop.system.score, workshop.system.wins))
    return _Box(instance, workshop, judged.clauses, judged.consulted | judges), judged.states


def _under(
    boxes: Sequence[_Box], readings: Mapping[str, Any], ruling: str, states: int
) -> tuple[frozenset[str], str]:
    """What comes into play on the instances under a reading; and what kept it from being told, if anything did."""
    mine: frozenset[str] = frozenset()
    fault = ""
    for box in boxes:
        if ruling not in box.consulted:
            mine |= box.clauses
            continue
        judged = Judging(box.workshop, readings, most=4 * states).run(())
        mine |= judged.clauses
        if not judged.complete:
            fault = fault or judged.fault or f"more than {4 * states:,} states on {box.instance.name}"
    return mine, fault


def _met(full: Workshop, readings: Mapping[str, Any], games: int) -> frozenset[str]:
    """The clauses that random games of the box as sold carry out."""
    if not games:
        return frozenset()
    played = full.played(readings, games=games, seed=SEED, max_steps=MOST_STEPS)
    if played.interrupted:
        raise KeyboardInterrupt
    return frozenset(
        clause for clause, came in zip(full.system.clauses, played.clauses, strict=True) if came.games
    )
