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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from queensbench.analyses.rulings.invariants import Known
from queensbench.analyses.rulings.undecided import known
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.analyses.verdicts.words import carried_out, early_text
from queensbench.engines.boxes import boxed
from queensbench.engines.prove.unreachable_clauses import Idle
from queensbench.engines.repair.judge import Judging, may_read
from queensbench.engines.runtime.box import Box
from queensbench.engines.simulate.playouts import playouts_of
from queensbench.errors import ModelError
from queensbench.evidence.cache import Evidence
from queensbench.evidence.questions import (
    Question,
    Unfinished,
    answered,
    answered_all,
    row_form,
    unfinished_if,
)
from queensbench.language.modes import Instance, Mode
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import Ruleset, rulings_of

STATES = 300_000
GAMES = 200
SEED = 20_190_101
MOST_STEPS = 2_000
PROOF_SECONDS = 60.0
"""After so many seconds z3 is asked no more about a mode."""


@dataclass(frozen=True)
class ReadingChange:
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
    readings; ``lemmas``: how many proved claims z3 could use; ``asked``: how often z3 was asked (None: not at all).
    """

    ruleset: str
    mode: str
    instances: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    changes: list[ReadingChange] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    readings: int = 0
    games: int = 0
    seconds: float = 0.0
    proved_never: tuple[str, ...] = ()
    proved_house: tuple[str, ...] = ()
    lemmas: int = 0
    asked: int | None = None


@dataclass(frozen=True)
class _House:
    """What comes into play under the house reading.

    ``states``: of each instance that was exhausted; ``carried`` and ``consulted``: by instance the clauses carried out
    and the rulings consulted; ``played``: the clauses that random games of the box as sold carry out; ``clauses``: all
    that a step can carry out.
    """

    states: dict[str, int]
    left_out: dict[str, str]
    carried: dict[str, Sequence[str]]
    consulted: dict[str, Sequence[str]]
    played: tuple[str, ...]
    clauses: tuple[str, ...]
    cached: bool = False


@dataclass(frozen=True)
class _Other:
    """The clauses that come into play under another reading of one ruling; ``fault``: why not all are known."""

    clauses: tuple[str, ...]
    fault: str
    cached: bool = False


@dataclass(frozen=True)
class _Proved:
    """What z3 has shown to stay idle in the box as sold; ``changes``: for each change in turn."""

    never: tuple[str, ...]
    house: tuple[str, ...]
    changes: Sequence[Sequence[str]]
    asked: int
    cached: bool = False


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
    ``evidence``: where answers are stored, and where an audit has stored the claims that it has proved.
    """
    begun = time.perf_counter()
    asking = _Asking(
        Run(ruleset, mode, Options(evidence=evidence)), tuple(instances), states, games, progress
    )
    found = Vacuous(ruleset.name, mode.name, games=games)
    seen = asking.house()
    found.instances, found.left_out, found.clauses = dict(seen.states), dict(seen.left_out), seen.clauses
    house = frozenset[str]().union(seen.played, *seen.carried.values())
    met = house
    others = asking.others(seen)
    for decl in rulings_of(mode):
        changes = []
        for member in _other_members(decl):
            found.readings += 1
            other = next(others)
            mine = frozenset(other.clauses)
            met |= mine
            wakes, idle = tuple(sorted(mine - house)), () if other.fault else tuple(sorted(house - mine))
            if wakes or idle or other.fault:
                changes.append(ReadingChange(decl.name, member.name.lower(), wakes, idle, other.fault))
        found.changes += changes
        if not changes:
            found.same.append(decl.name)
    found.house = tuple(clause for clause in found.clauses if clause not in house)
    found.never = tuple(clause for clause in found.clauses if clause not in met)
    if proofs:
        progress(f"{asking.label}: what can never come into play")
        asking.prove(found)
    found.seconds = time.perf_counter() - begun
    return found


def _other_members(decl: RulingDecl) -> list[Any]:
    return [member for member in decl.readings if member is not decl.house]


@dataclass(frozen=True)
class _Asking:
    """The questions about one mode, answered from the store or by the engines.

    ``short``: those whose answers the machine's memory has cut short; what follows from these is not stored either.
    """

    run: Run
    instances: tuple[str, ...]
    states: int
    games: int
    progress: Callable[[str], None]
    short: set[str] = field(default_factory=set)

    @property
    def label(self) -> str:
        """The mode as progress names it."""
        return f"{self.run.ruleset.name}/{self.run.mode.name}"

    @property
    def _more(self) -> dict[str, Any]:
        """What the answers depend on."""
        return {"instances": sorted(self.instances), "states": self.states, "games": self.games, "seed": SEED}

    def _box(self, instance: Instance) -> Box:
        return boxed(self.run.ruleset, self.run.mode, instance)

    def house(self) -> _House:
        """What comes into play under the house reading."""
        asked = Question("vacuous", "house", row_form(_House), self.run.mode.full, self._more)
        return answered(asked, self.run.cache, self._find_house)

    def _find_house(self) -> _House | Unfinished[_House]:
        counts: dict[str, int] = {}
        left_out: dict[str, str] = {}
        carried: dict[str, Sequence[str]] = {}
        consulted: dict[str, Sequence[str]] = {}
        full = self._box(self.run.mode.full)
        clauses = set(carried_out(full.system))
        for instance in self.run.mode.all_instances():
            if not instance.explore or (self.instances and instance.name not in self.instances):
                continue
            self.progress(f"{self.label} {instance.name}: the house reading")
            box = self._box(instance)
            judged = Judging(box, {}, most=self.states).run(())
            if not judged.complete:
                left_out[instance.name] = judged.fault or early_text(judged.reason, judged.states)
                if not judged.lasting:
                    self.short.add("house")
                continue
            judges = may_read(box, (box.system.score, box.system.wins))
            counts[instance.name] = judged.states
            carried[instance.name] = sorted(judged.clauses)
            consulted[instance.name] = sorted(judged.consulted | judges)
            clauses |= carried_out(box.system)
        played = tuple(sorted(_met(full, {}, self.games)))
        row = _House(counts, left_out, carried, consulted, played, tuple(sorted(clauses)))
        return unfinished_if("house" in self.short, row)

    def others(self, house: _House) -> Iterator[_Other]:
        """What comes into play under each other reading of each ruling, one changed at a time."""
        mode = self.run.mode
        readings = {
            f"{decl.name}={one.name.lower()}": (decl.name, one)
            for decl in rulings_of(mode)
            for one in _other_members(decl)
        }
        asked = [Question("vacuous", name, row_form(_Other), mode.full, self._more) for name in readings]

        def find(missing: Sequence[Question[_Other]]) -> Iterator[_Other | Unfinished[_Other]]:
            instances = {instance.name: instance for instance in mode.all_instances()}
            boxes = {name: self._box(instances[name]) for name in house.states}
            full = self._box(mode.full)
            for question in missing:
                self.progress(f"{self.label}: {question.name}")
                row = self._find_other(boxes, full, house, *readings[question.name])
                yield unfinished_if(bool(self.short & {"house", question.name}), row)

        return answered_all(asked, self.run.cache, find)

    def _find_other(
        self, boxes: Mapping[str, Box], full: Box, house: _House, ruling: str, reading: Any
    ) -> _Other:
        """The clauses that come into play on any box under another reading, and why that is not known, if it is not."""
        readings = {ruling: reading}
        most = 4 * self.states
        mine: set[str] = set()
        fault = ""
        for name, box in boxes.items():
            if ruling not in house.consulted[name]:
                mine.update(house.carried[name])
                continue
            judged = Judging(box, readings, most=most).run(())
            mine |= judged.clauses
            if not judged.complete:
                fault = fault or judged.fault or f"{early_text(judged.reason, judged.states)} on {name}"
                if not judged.lasting:
                    self.short.add(f"{ruling}={reading.name.lower()}")
        try:
            mine |= _met(full, readings, self.games)
        except ModelError as error:
            fault = fault or f"the rules break under it: {error}"
        return _Other(tuple(sorted(mine)), fault)

    def prove(self, found: Vacuous) -> None:
        """Ask z3 whether the idle clauses can come into play in the box as sold, and note what it says."""
        proved = known(self.run) or Known()
        more = {**self._more, "every": sorted(proved.every), "base": sorted(proved.base)}
        asked = Question("vacuous", "proofs", row_form(_Proved), self.run.mode.full, more)
        [shown] = answered_all([asked], self.run.cache, lambda _: iter([self._find_proofs(found, proved)]))
        found.lemmas = len(proved.every) + len(proved.base)
        found.proved_never, found.proved_house, found.asked = shown.never, shown.house, shown.asked
        found.changes = [
            replace(change, proved=tuple(idle))
            for change, idle in zip(found.changes, shown.changes, strict=True)
        ]

    def _find_proofs(self, found: Vacuous, proved: Known) -> _Proved | Unfinished[_Proved]:
        """What z3 shows; unfinished, and so not stored, where something was cut short."""
        full = self._box(self.run.mode.full)
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
            progress=lambda text: self.progress(f"{self.label}: {text}"),
        )

        def shown(clauses: Sequence[str], readings: Mapping[int, int] | None) -> tuple[str, ...]:
            """Those of the clauses that are never carried out; one that the box as sold lacks is one of them."""
            return tuple(c for c in clauses if c not in numbers or idle.shown(numbers[c], readings))

        house = {number: ruling.house for number, ruling in enumerate(system.rulings)}
        rulings = {ruling.name: number for number, ruling in enumerate(system.rulings)}
        never = shown(found.never, None)
        rest = [clause for clause in found.house if clause not in never]
        sure = {*never, *shown(rest, house)}
        changes = []
        for change in found.changes:
            number = rulings[change.ruling]
            members = [name.lower() for name in system.rulings[number].readings]
            changes.append(shown(change.idle, {**house, number: members.index(change.reading)}))
        row = _Proved(never, tuple(c for c in found.house if c in sure), changes, idle.asked)
        return unfinished_if(idle.late or bool(self.short), row)


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
