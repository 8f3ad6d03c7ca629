"""Two documents of one rulebook as two whole readings: where they part first, and how often games end otherwise.

A ruling says which document supports which of its readings; a reading that names none is open to all.  The *whole
reading* of a document takes of each ruling the house reading, unless the document does not support that one: then the
first that it supports by name, or the first that is open to all.  So rulings on which two documents agree, and those
that both leave open, are read alike.

In each mode the two are held side by side in the states of small instances
(:mod:`queensbench.engines.compare.comparison`), and in random games of the box as sold with the same luck
(:mod:`queensbench.engines.coupled.playouts`).  What this cannot see: what comes after the first difference of a play,
but for what the random games show; and what small instances have not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.analyses.rulings.effects import Share
from queensbench.analyses.rulings.impact import GAMES, SEED
from queensbench.engines.boxes import boxed
from queensbench.engines.compare.comparison import compare
from queensbench.engines.compare.comparison_program import comparer_of
from queensbench.engines.compare.divergence import Parted, Parting
from queensbench.engines.compare.replay import Difference, Pair, strongest
from queensbench.engines.coupled import kernels as bits
from queensbench.engines.coupled.playouts import CHANGED, Luck
from queensbench.engines.explore.explorations import exploration_of
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.runtime.box import Box
from queensbench.errors import BadInput, InternalError
from queensbench.evidence.plays import Play
from queensbench.language.modes import Mode
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import Ruleset, did_you_mean, rulings_of

STATES = 300_000
"""The most states of an instance in which two readings are held side by side, the nearest first."""
RESULTS = ("winner", "ending", "scored")


@dataclass(frozen=True)
class Chosen:
    """The reading that a document chooses of a ruling.

    ``why``: ``house`` (it supports the house reading by name), ``open`` (the house reading is open to all),
    ``document`` (another reading, by name) or ``left`` (it speaks against the house's: another that is open to all; the
    house's where none is).  ``among``: all readings that the document allows.
    """

    reading: Any
    why: str
    among: tuple[Any, ...]


@dataclass(frozen=True)
class DifferingRuling:
    """A ruling that two documents read differently."""

    decl: RulingDecl
    one: Chosen
    two: Chosen


@dataclass(frozen=True)
class FirstParting:
    """Where two whole readings part first: the instance, the play, and in what.

    ``whole``: all positions there were compared.  ``by``: the rulings each of which alone, all others being read as in
    the first document, parts them there in the same way.
    """

    instance: str
    whole: bool
    kind: str
    text: str
    choices: int
    steps: int
    play: Play
    by: tuple[str, ...]


@dataclass
class Games:
    """Random games of the box as sold under one whole reading, and with the same luck under the other.

    ``parted``: how many had another step; ``changed``: of those that ended under both, how many had another end,
    winners or scores; ``winner``: how many of these had other winners.  ``stopped``: by the limit of steps under one of
    the two; ``broken``: the rules broke under the other.
    """

    of: int
    seed: int
    parted: int
    changed: int
    winner: int
    stopped: int
    broken: int

    @property
    def share(self) -> Share:
        """The share of games that end differently, of those that end under both documents."""
        return Share(self.changed, self.of - self.stopped - self.broken)


@dataclass
class Apart:
    """The findings of one mode.

    ``first``: the shortest play by which the two part in any way; ``result``: the shortest after which the result is
    another; None: not seen.  ``then``: the same as ``first`` once the rulings that showed it, and those before, are
    read alike.  ``looked``: by instance, positions looked at, and whether those were all.
    """

    ruleset: str
    mode: str
    documents: tuple[str, str]
    differing: list[DifferingRuling]
    first: FirstParting | None = None
    result: FirstParting | None = None
    then: list[FirstParting] = field(default_factory=list)
    looked: dict[str, tuple[int, bool]] = field(default_factory=dict)
    games: Games | None = None
    notes: list[str] = field(default_factory=list)


def named(ruleset: Ruleset, text: str) -> str:
    """The document, or its printing, that a key or the end of a key means.  Raises BadInput for none or several."""
    key, slash, printing = text.partition("/")
    known = sorted(
        {
            name.partition("/")[0]
            for decl in ruleset.rulings.values()
            for names in decl.documents.values()
            for name in names
        }
        | set(ruleset.clauses.documents if ruleset.clauses is not None else ())
    )
    found = [one for one in known if one == key or one.endswith(f".{key}")]
    if len(found) != 1:
        raise BadInput(f"no document of {ruleset.name} is called {key}", remedy=did_you_mean(key, known))
    return f"{found[0]}{slash}{printing}"


def chosen(decl: RulingDecl, document: str) -> Chosen:
    """The reading that a document chooses of a ruling."""

    def by_name(reading: Any) -> bool:
        names = decl.documents.get(reading, ())
        return any(
            name == document or name == document.partition("/")[0] or name.startswith(f"{document}/")
            for name in names
        )

    named_ = tuple(reading for reading in decl.readings if by_name(reading))
    open_ = tuple(reading for reading in decl.readings if not decl.documents.get(reading))
    if decl.house in named_:
        return Chosen(decl.house, "house", named_ + open_)
    if decl.house in open_:
        return Chosen(decl.house, "open", named_ + open_)
    if named_:
        return Chosen(named_[0], "document", named_ + open_)
    return Chosen(open_[0] if open_ else decl.house, "left", open_)


def differing(mode: Mode, documents: tuple[str, str]) -> list[DifferingRuling]:
    """The rulings of a mode that two documents read differently."""
    found = []
    for decl in rulings_of(mode):
        one, two = (chosen(decl, document) for document in documents)
        if one.reading is not two.reading:
            found.append(DifferingRuling(decl, one, two))
    return found


def whole(mode: Mode, document: str) -> dict[str, Any]:
    """The whole reading of a document: of each ruling its reading."""
    return {decl.name: chosen(decl, document).reading for decl in rulings_of(mode)}


def apart(
    ruleset: Ruleset,
    mode: Mode,
    documents: tuple[str, str],
    *,
    instances: Sequence[str] = (),
    states: int = STATES,
    games: int = GAMES,
    seed: int = SEED,
    progress: Callable[[str], None] = lambda text: None,
) -> Apart:
    """Hold two documents side by side in a mode.

    ``instances``: those on which plays are looked for (none: all made to be compared); unknown ones are passed over.
    """
    found = Apart(ruleset.name, mode.name, documents, differing(mode, documents))
    if not found.differing:
        return found
    readings = (whole(mode, documents[0]), whole(mode, documents[1]))
    boxes = [i for i in mode.all_instances() if i.explore and (i.name in instances or not instances)]
    seen: list[tuple[Box, Exploration]] = []
    for instance in [one for one in boxes if one.compare] or boxes:
        progress(f"{ruleset.name}/{mode.name} {instance.name}: exploring under {documents[0]}")
        box = boxed(ruleset, mode, instance)
        with box.told():
            most = min(states, instance.budget)
            explored = exploration_of(box, readings[0], max_states=most, judging=False)
        if explored.interrupted:
            raise KeyboardInterrupt
        seen.append((box, explored))
    found.first, found.result = _nearest(found, seen, readings, progress)
    theirs, last = dict(readings[1]), found.first
    while last is not None and last.by:
        theirs |= {name: readings[0][name] for name in last.by}
        last = _nearest(found, seen, (readings[0], theirs), progress)[0]
        found.then += [last] if last is not None else []
    if games:
        found.games = _played(found, ruleset, mode, readings, games, seed, progress)
    return found


def _nearest(
    found: Apart,
    seen: Sequence[tuple[Box, Exploration]],
    readings: tuple[Mapping[str, Any], Mapping[str, Any]],
    progress: Callable[[str], None],
) -> tuple[FirstParting | None, FirstParting | None]:
    """The shortest play on which two readings part in any way, and in the result, over all instances."""
    any_: FirstParting | None = None
    result: FirstParting | None = None
    for box, explored in seen:
        instance = box.instance.name
        progress(f"{found.ruleset}/{found.mode} {instance}: side by side")
        parting = compare(comparer_of(box), explored, [box.raw(readings[1])])[0]
        if instance not in found.looked:
            found.looked[instance] = (parting.states, parting.complete)
            if parting.error is not None:
                found.notes.append(
                    f"on {instance} the rules break under {found.documents[1]}: {parting.error}"
                )
            if parting.unsettled:
                found.notes.append(
                    f"on {instance} it is not known whether a play leads to a difference of "
                    f"{', '.join(parting.unsettled)}"
                )
        any_ = _shorter(any_, _first(found, box, readings, parting, tuple(parting.firsts)))
        result = _shorter(result, _first(found, box, readings, parting, RESULTS))
    return any_, result


def _first(
    found: Apart,
    box: Box,
    readings: tuple[Mapping[str, Any], Mapping[str, Any]],
    parting: Parting,
    classes: Sequence[str],
) -> FirstParting | None:
    """The shortest play of an instance to a difference of these classes, as the interpreter tells it."""
    firsts: list[Parted] = [one for name, one in parting.firsts.items() if name in classes]
    if not firsts:
        return None
    nearest = min(firsts, key=lambda one: (*box.coding.length(one.play), one.code < 0))
    steps, judged = box.steps(list(nearest.play)), nearest.code < 0
    ours = box.interpreter(readings[0])

    def told(theirs: Mapping[str, Any]) -> list[Difference]:
        return Pair(ours, box.interpreter(theirs), found.documents).along(steps, judged=judged)

    shown = strongest([one for one in told(readings[1]) if classes != RESULTS or one.kind in RESULTS])
    if shown is None:
        raise InternalError(
            "the interpreter does not see where native code saw two readings part",
            where=f"{found.ruleset}/{found.mode} {box.instance.name}",
            sent=f"Play: {' '.join(map(str, steps))}",
        )
    alone = [
        one.decl.name
        for one in found.differing
        if readings[1][one.decl.name] is not readings[0][one.decl.name]
        and any(
            seen.kind == shown.kind
            for seen in told({**readings[0], one.decl.name: readings[1][one.decl.name]})
        )
    ]
    play = box.play(list(nearest.play), readings[0], f"{' and '.join(found.documents)}: {shown.text}")
    whole_ = parting.complete
    return FirstParting(
        box.instance.name,
        whole_,
        shown.class_,
        shown.text,
        *box.coding.length(nearest.play),
        play,
        tuple(alone),
    )


def _shorter(one: FirstParting | None, two: FirstParting | None) -> FirstParting | None:
    """The shorter of two plays; the first of equals."""
    both = [play for play in (one, two) if play is not None]
    return min(both, key=lambda play: (play.choices, play.steps), default=None)


def _played(
    found: Apart,
    ruleset: Ruleset,
    mode: Mode,
    readings: tuple[Mapping[str, Any], ...],
    games: int,
    seed: int,
    progress: Callable[[str], None],
) -> Games:
    """Random games of the box as sold under both."""
    label = f"{ruleset.name}/{mode.name} {mode.full.name}"
    progress(f"{label}: compiling")
    box = boxed(ruleset, mode, mode.full)
    luck = Luck(box.system)
    with box.told():
        coupled = luck.run(
            box.raw(readings[0]),
            [box.raw(readings[1])],
            box.parameters(),
            games=games,
            seed=seed,
            progress=lambda done, _: progress(f"{label}: game {done:,} of {games:,}"),
        )
    if not coupled.complete:
        raise KeyboardInterrupt
    return Games(
        coupled.games,
        coupled.seed,
        coupled.count(0, bits.PARTED),
        coupled.count(0, CHANGED),
        coupled.count(0, bits.WINNER),
        coupled.count(0, bits.STOPPED),
        coupled.count(0, bits.FAULTED),
    )
