"""Findings of analyses other than audits, as values that never change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from queensbench.analyses.errata_report import ErrataReport
from queensbench.analyses.vacuity import Vacuous
from queensbench.api.results import Result, Table, Value


@dataclass(frozen=True)
class Advised:
    """One position of a play: what every option is worth, and by how much the one that was chosen is worse.

    ``step``: how many steps come before it.  ``decider``: whose choice it is ("" for chance).  ``played``: what was
    done.  ``value``: the worth of best play from there (None: the position was not met).  ``options``: the value by
    move.  ``lost``: None where nothing was chosen.

    >>> import queensbench as qb
    >>> play = qb.load("queue4/standard").session("six").play().do("begin_queue", queue="FIRST")
    >>> first = qb.advise(play.save("a.itf.json")).positions[0]
    >>> first.played, first.lost.least
    ('begin_queue(queue=FIRST)', Fraction(0, 1))
    """

    step: int
    decider: str
    played: str
    value: Value | None
    options: Mapping[str, Value]
    lost: Value | None


@dataclass(frozen=True, kw_only=True)
class Advice(Result):
    """How good the moves of a play were: an :class:`Advised` for each position.

    ``complete``: all states were found.

    >>> import queensbench as qb
    >>> play = qb.load("queue4/standard").session("six").play().do("stop")
    >>> found = qb.advise(play.save("b.itf.json"))
    >>> found.complete, found.positions[0].lost.least
    (True, Fraction(7621, 450))
    """

    complete: bool
    positions: tuple[Advised, ...]

    def rows(self) -> Table:
        """A row for each position."""
        columns = ("step", "decider", "played", "value", "lost")
        return columns, [(p.step, p.decider, p.played, _text(p.value), _text(p.lost)) for p in self.positions]


@dataclass(frozen=True, kw_only=True)
class Replay(Result):
    """A stored play, done again by the interpreter.

    ``agrees``: what happens now is what was stored; else ``fault`` says where they differ.  ``ending``: how it ends.

    >>> import queensbench as qb
    >>> play = qb.load("queue4/standard").session("six").play().do("stop")
    >>> found = qb.replay(play.save("c.itf.json"))
    >>> found.agrees, found.ending
    (True, 'The game is over: nobody won.')
    """

    agrees: bool
    fault: str
    ending: str

    def rows(self) -> Table:
        """A row for each step."""
        columns = ("step", "move", "who", "clauses")
        steps = self.data["steps"]
        return columns, [(s["step"], s["action"], s["decider"], ", ".join(s["clauses"])) for s in steps]


@dataclass(frozen=True, kw_only=True)
class Rests(Result):
    """The clauses that the proofs of claims need.

    ``needed``: at least one proof needs them; ``not_needed``: none does.  ``unproved``: claims without a proof, and
    ``not_traced``: those whose proof was not taken apart.

    >>> import queensbench as qb
    >>> found = qb.load("queue4/standard").session("six").rests("cards.conserved")
    >>> found.unproved, found.needed  # by itself, without the other claims, it has no proof
    (('cards.conserved',), ())
    """

    needed: tuple[str, ...]
    not_needed: tuple[str, ...]
    unproved: tuple[str, ...]
    not_traced: tuple[str, ...]

    def rows(self) -> Table:
        """A row for each clause."""
        rows: list[tuple[object, ...]] = [(name, "yes") for name in self.needed]
        return ("clause", "needed"), [*rows, *((name, "no") for name in self.not_needed)]


@dataclass(frozen=True, kw_only=True)
class IdleClauses(Result):
    """The clauses of a mode that never come into play.

    ``never``: under no reading that was looked at; ``house``: not under the house reading.  ``proved``: of ``never``,
    what is proved of the box as sold under every reading.

    >>> import queensbench as qb
    >>> found = next(qb.vacuous("queue4/standard", instances="six", games=5, proofs=False))
    >>> found.mode, set(found.never) <= set(found.house)
    ('queue4/standard', True)
    """

    never: tuple[str, ...]
    house: tuple[str, ...]
    proved: tuple[str, ...]
    _found: Vacuous = field(repr=False, compare=False)

    def rows(self) -> Table:
        """A row for each clause that is idle under the house reading."""
        return ("clause", "under any reading"), [
            (name, "idle" if name in self.never else "in play") for name in self.house
        ]


@dataclass(frozen=True, kw_only=True)
class Errata(Result):
    """The smallest changes of readings under which all properties of a mode hold that some reading saves.

    ``broken``: the properties that the house reading breaks, each ``saved``, ``unsavable``, ``undecided`` or ``open``.
    ``changes``: each a reading by ruling; empty where none is needed or found.  ``complete``: nothing was left open.

    >>> import queensbench as qb
    >>> found = next(qb.errata("queue4/standard", instances="six", properties="cards.conserved"))
    >>> found.broken, found.changes, found.complete
    ({}, (), True)
    """

    broken: Mapping[str, str]
    changes: tuple[Mapping[str, str], ...]
    complete: bool
    interrupted: bool
    _found: ErrataReport = field(repr=False, compare=False)

    def rows(self) -> Table:
        """A row for each change."""
        return ("erratum", "change"), [
            (number, ", ".join(f"{ruling}={reading}" for ruling, reading in change.items()))
            for number, change in enumerate(self.changes, 1)
        ]


@dataclass(frozen=True, kw_only=True)
class Mutants(Result):
    """Faults put into the rules of a ruleset, and what noticed them; ``mode``: the ruleset's name.

    ``score``: the least and the greatest share that is noticed, from 0 to 1, as undecided ones may go either way (None:
    nothing to count).  ``survivors``: the faults that nothing noticed, by their place and what was done.

    >>> import queensbench as qb
    >>> found = next(qb.mutate("queue4/standard", instances="six", limit=1, play=False, processes=1))
    >>> found.mode, found.interrupted
    ('queue4', False)
    """

    score: tuple[float, float] | None
    survivors: tuple[tuple[str, str], ...]
    interrupted: bool

    def rows(self) -> Table:
        """A row for each survivor."""
        return ("place", "what was done"), list(self.survivors)


def vacuous_of(found: IdleClauses) -> Vacuous:
    """The findings as rendering takes them."""
    return found._found


def report_of(found: Errata) -> ErrataReport:
    """The findings as rendering takes them."""
    return found._found


def _text(value: Value | None) -> Any:
    if value is None:
        return ""
    return value.least if value.exact else f"{value.least} to {value.greatest}"


@dataclass(frozen=True, kw_only=True)
class QuietChoices(Result):
    """The decisions of a ruleset that no sentence backs; ``mode`` is the name of the ruleset.

    ``unanswered``: the rule, the kind and the code of each that changes play if taken otherwise and has no answer,
    the most decisive first.  ``kinds``: by kind, how many have each verdict.  ``left``: what there was no time for.

    >>> import queensbench as qb
    >>> [found] = qb.quiet("queue4/standard", games=0, seconds=0)
    >>> found.kinds["clamp"]
    {'open': 3}
    """

    unanswered: tuple[tuple[str, str, str], ...]
    kinds: Mapping[str, Mapping[str, int]]
    left: tuple[str, ...]

    def rows(self) -> Table:
        """A row for each decision that is not answered."""
        return ("rule", "kind", "code"), [tuple(one) for one in self.unanswered]
