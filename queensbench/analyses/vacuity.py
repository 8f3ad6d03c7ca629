"""Vacuous clauses, reading by reading: which sentences never come into play, and which do under one reading only.

A clause comes into play where a step carries it out.  The house reading is looked at, and each other reading of each
ruling, one changed at a time: all positions of small instances are exhausted, and random games of the box as sold are
played.  In a small instance where the house never consults a ruling, another reading of it changes nothing; that is
not looked at again.

Where that leaves a clause idle, z3 is asked of the box as sold (:mod:`queensbench.engines.prove.unreachable_clauses`):
whether a step can enter its block from any state in which the claims hold that an audit has proved.  Where none can,
the clause is *proved* to be idle there.

What this cannot see: clauses that only predicates name (the end, the score, properties), for nothing counts those;
two rulings changed at once; and what neither the small instances have nor random games meet.  That a clause was not
met is no proof for the box as sold; one that is not proved idle may be so all the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from queensbench.analyses.rulings.invariants import Known
from queensbench.analyses.rulings.undecided import known
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.analyses.verdicts.words import carried_out
from queensbench.engines.boxes import boxed
from queensbench.engines.prove.unreachable_clauses import Idle
from queensbench.engines.repair.judge import Judging, may_read
from queensbench.engines.runtime.box import Box
from queensbench.engines.simulate.playouts import playouts_of
from queensbench.errors import ModelError
from queensbench.evidence.cache import Evidence
from queensbench.language.modes import Instance, Mode
from queensbench.project.projects import Ruleset, rulings_of

STATES = 300_000
GAMES = 200
SEED = 20_190_101
MOST_STEPS = 2_000
PROOF_SECONDS = 60.0
"""After so many seconds z3 is asked no more about a mode."""


@dataclass(frozen=True)
class Change:
    """The clauses that another reading of one ruling brings into play or leaves idle, against the house reading.

    ``fault``: the rules break under it, or an instance has too many states; then ``idle`` is not told.  ``proved``: of
    what is idle, that which is proved to be so in the box as sold.
    """

    ruling: str
    reading: str
    wakes: tuple[str, ...]
    idle: tuple[str, ...]
    fault: str = ""
    proved: tuple[str, ...] = ()


@dataclass
class Vacuous:
    """The findings of one mode.

    ``instances``: those exhausted, with the states under the house reading; ``clauses``: all that a step can carry
    out; ``never``: of them, those that come into play under no reading looked at; ``house``: those that do not under
    the house reading; ``same``: rulings whose other readings bring nothing into play and leave nothing idle.
    ``proved_never``, ``proved_house``: of these, what is proved of the box as sold, the first of every combination of
    readings; ``lemmas``: how many claims that could rest on; ``asked``: how often z3 was asked (None: not at all).
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
    proved_never: tuple[str, ...] = ()
    proved_house: tuple[str, ...] = ()
    lemmas: int = 0
    asked: int | None = None


@dataclass
class _Box:
    """An instance, the clauses that come into play there under the house reading, and the rulings that it consults."""

    instance: Instance
    box: Box
    clauses: frozenset[str]
    consulted: frozenset[str]


def vacuous(
    ruleset: Ruleset,
    mode: Mode,
    *,
    instances: Sequence[str] = (),
    states: int = STATES,
    games: int = GAMES,
    proofs: bool = True,
    evidence: Evidence | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> Vacuous:
    """Which clauses of a mode come into play under which reading.

    ``instances``: only these (all that can be exhausted, when empty).  ``states``: instances with more are left out.
    ``games``: random games of the box as sold, for each reading (0: none).  ``proofs``: ask z3 of it what stays idle;
    ``evidence``: where an audit has stored the claims that it has proved.
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
    full = boxed(ruleset, mode, mode.full)
    found.clauses = tuple(sorted(carried_out(full.system).union(*(carried_out(b.box.system) for b in boxes))))
    found.games = games
    house = frozenset[str]().union(*(box.clauses for box in boxes)) | _met(full, {}, games)
    met = house
    for decl in rulings_of(mode):
        changes = []
        for member in decl.readings:
            if member is decl.house:
                continue
            progress(f"{label}: {decl.name}={member.name.lower()}")
            found.readings += 1
            mine, fault = _brought(boxes, full, decl.name, member, states=states, games=games)
            met |= mine
            wakes, idle = tuple(sorted(mine - house)), () if fault else tuple(sorted(house - mine))
            if wakes or idle or fault:
                changes.append(Change(decl.name, member.name.lower(), wakes, idle, fault))
        found.changes += changes
        if not changes:
            found.same.append(decl.name)
    found.house = tuple(clause for clause in found.clauses if clause not in house)
    found.never = tuple(clause for clause in found.clauses if clause not in met)
    if proofs:
        progress(f"{label}: what can never come into play")
        _prove(found, full, _known(ruleset, mode, evidence), progress)
    found.seconds = time.perf_counter() - begun
    return found


def _brought(
    boxes: Sequence[_Box], full: Box, ruling: str, reading: Any, *, states: int, games: int
) -> tuple[frozenset[str], str]:
    """The clauses that come into play on any box under another reading; and why that is not known, if it is not."""
    readings = {ruling: reading}
    mine, fault = _under(boxes, readings, ruling, states)
    try:
        mine |= _met(full, readings, games)
    except ModelError as error:
        fault = fault or f"the rules break under it: {error}"
    return mine, fault


def _known(ruleset: Ruleset, mode: Mode, evidence: Evidence | None) -> Known:
    """The claims that an audit has proved of the box as sold; none where its proofs are not stored."""
    return known(Run(ruleset, mode, Options(evidence=evidence))) or Known()


def _prove(found: Vacuous, full: Box, proved: Known, progress: Callable[[str], None]) -> None:
    """Ask z3 whether the idle clauses can come into play in the box as sold."""
    system = full.system
    numbers = {clause: number for number, clause in enumerate(system.clauses)}
    open_ = {*found.house, *(clause for change in found.changes for clause in change.idle)}
    given = proved.conjuncts(full)
    idle = Idle(
        system,
        [numbers[clause] for clause in open_ if clause in numbers],
        lemmas=given.every,
        house=given.base,
        seconds=PROOF_SECONDS,
        progress=lambda text: progress(f"{found.ruleset}/{found.mode}: {text}"),
    )

    def shown(clauses: Sequence[str], readings: Mapping[int, int] | None) -> tuple[str, ...]:
        """The clauses among these that are never carried out; a clause that the box as sold lacks is one of them."""
        return tuple(c for c in clauses if c not in numbers or idle.shown(numbers[c], readings))

    house = {number: ruling.house for number, ruling in enumerate(system.rulings)}
    rulings = {ruling.name: number for number, ruling in enumerate(system.rulings)}
    found.lemmas = len(proved.every) + len(proved.base)
    found.proved_never = shown(found.never, None)
    rest = [clause for clause in found.house if clause not in found.proved_never]
    sure = {*found.proved_never, *shown(rest, house)}
    found.proved_house = tuple(clause for clause in found.house if clause in sure)
    for place, change in enumerate(found.changes):
        number = rulings[change.ruling]
        members = [name.lower() for name in system.rulings[number].readings]
        readings = {**house, number: members.index(change.reading)}
        found.changes[place] = replace(change, proved=shown(change.idle, readings))
    found.asked = idle.asked


def _house(ruleset: Ruleset, mode: Mode, instance: Instance, states: int) -> tuple[_Box, int] | str:
    """An instance under the house reading, with its states; or why it is left out."""
    box = boxed(ruleset, mode, instance)
    judged = Judging(box, {}, most=states).run(())
    if not judged.complete:
        return judged.fault or f"more than {states:,} states"
    judges = may_read(box, (box.system.score, box.system.wins))
    return _Box(instance, box, judged.clauses, judged.consulted | judges), judged.states


def _under(
    boxes: Sequence[_Box], readings: Mapping[str, Any], ruling: str, states: int
) -> tuple[frozenset[str], str]:
    """The clauses that come into play on the instances under a reading; and why that is not known, if it is not."""
    mine: frozenset[str] = frozenset()
    fault = ""
    for box in boxes:
        if ruling not in box.consulted:
            mine |= box.clauses
            continue
        judged = Judging(box.box, readings, most=4 * states).run(())
        mine |= judged.clauses
        if not judged.complete:
            fault = fault or judged.fault or f"more than {4 * states:,} states on {box.instance.name}"
    return mine, fault


def _met(full: Box, readings: Mapping[str, Any], games: int) -> frozenset[str]:
    """The clauses that random games of the box as sold carry out."""
    if not games:
        return frozenset()
    played = playouts_of(full, readings, games=games, seed=SEED, max_steps=MOST_STEPS)
    if played.interrupted:
        raise KeyboardInterrupt
    return frozenset(
        clause for clause, came in zip(full.system.clauses, played.clauses, strict=True) if came.games
    )
