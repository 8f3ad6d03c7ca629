"""The judge of an instance: its properties under one reading, and the rulings on which each verdict rests.

The instance is exhausted.  Meanwhile compiled rules count the rulings that moves and automatic steps read, and the
clauses that they carry out.  What is not counted (the end, weights, the score, whose choice it is, properties)
counts as reading every ruling that it may read.  So a verdict about all states rests on no other ruling: under a
reading that agrees on these, the same code would run on the same values, from the start on.

A property that fails by one play rests on less: the interpreter replays that play and notes each ruling that it is
asked for, by the start, by every step that was carried out or refused on the way, by the tests whether the game is
over, and by the property at the end.

=================================== ==========================================================================
fails by                            what the failure rests on
=================================== ==========================================================================
a state (always, never)             the play to it, and the property there
too low or too high a score         the play to it, and the score there
a play that goes on (ends)          the play with its loop, if all players are against it and no luck is needed
a trap (ends, can_always,           the play into it, and the moves by which it is not left
can_reach)                          (:mod:`queensbench.engines.repair.traps`)
nothing of the kind                 the whole exploration
=================================== ==========================================================================

What this engine cannot see: that a ruling is read in vain.  Verdicts of an exploration that did not end are
unknown, unless one play decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from queensbench.engines.compare.comparison_program import readings_read
from queensbench.engines.explore.explorations import exploration_of
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.graphs.games import Game, game_of, judged
from queensbench.engines.graphs.questions import GraphAnswer, can_always, can_reach, ends
from queensbench.engines.repair.conflicts import Refutation, smaller
from queensbench.engines.repair.conflicts import consulted as consulted_by
from queensbench.engines.repair.traps import consulted, opposing, part, way_into
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Array
from queensbench.errors import BadInput, InternalError, ModelError
from queensbench.language.properties import PropertyDecl
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import PROBED

MOST_EDGES = 20_000_000


@dataclass(frozen=True)
class PropertyFinding:
    """The verdict on a property under one reading.

    ``holds``: None if it is not known.  ``rests``: names of rulings.  ``along``: the clauses carried out along the
    refuting play; None if no one play refutes.  ``steps``: the length of the play that decided it, or None.
    """

    holds: bool | None
    rests: frozenset[str]
    why: str = ""
    along: frozenset[str] | None = None
    steps: int | None = None


@dataclass(frozen=True)
class Judged:
    """The result of an exploration: states, clauses carried out, rulings consulted, and each property.

    ``fault``: why the rules break under the reading, if they do.  ``reason``: why the exploration ended early, as it
    says itself (:attr:`~queensbench.engines.explore.state_space.Exploration.reason`); empty if it did not.
    ``lasting``: the same exploration would end so again.
    """

    states: int
    complete: bool
    clauses: frozenset[str]
    consulted: frozenset[str]
    found: Mapping[str, PropertyFinding]
    fault: str = ""
    reason: str = ""
    lasting: bool = True


def counted(box: Box, found: Exploration) -> tuple[frozenset[str], frozenset[str]]:
    """The clauses carried out and the rulings consulted while an exploration was made."""
    native, system = box.native, box.system
    envs = [shard.env for shard in found._store.shards]
    clauses = sum(native.clause_counts(env) for env in envs)
    rulings = sum(native.ruling_counts(env) for env in envs)
    return (
        frozenset(system.clauses[n] for n in np.flatnonzero(clauses)),
        frozenset(system.rulings[n].name for n in np.flatnonzero(rulings)),
    )


READ: WeakKeyDictionary[Box, dict[int, frozenset[int]]] = WeakKeyDictionary()
"""The rulings that functions may read, by box."""


def may_read(box: Box, functions: Iterable[int | None]) -> frozenset[str]:
    """The rulings that functions of a system may read."""
    known = READ.setdefault(box, {})
    numbers: set[int] = set()
    for function in functions:
        if function is not None:
            if function not in known:
                known[function] = readings_read(box.system, function)
            numbers |= known[function]
    return frozenset(box.system.rulings[r].name for r in numbers)


class Judging:
    """The judgement of one instance under one reading.

    ``most``: the most states of an exploration.  ``states``: how many were stored so far, in all of them.
    ``plays``: gets the plays that refute, by property.  ``progress``: called while it explores and between
    properties; its exceptions end the judgement.
    """

    def __init__(
        self,
        box: Box,
        readings: Mapping[str, Any],
        *,
        most: int,
        plays: dict[str, list[Refutation]] | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.box = box
        self.plays = {} if plays is None else plays
        self.system = box.system
        self.readings = dict(readings)
        self.most = most
        self.progress = progress
        self.judges = {judge.name: j for j, judge in enumerate(box.system.judges)}
        self.all = frozenset(r.name for r in box.system.rulings)
        self.states = 0

    def run(self, decls: Sequence[PropertyDecl]) -> Judged:
        """Explore, and judge the properties."""
        try:
            found = exploration_of(
                self.box, self.readings, max_states=self.most, keep=False, progress=self.progress
            )
        except ModelError as error:
            why = f"the rules break under it: {error}"
            return Judged(
                0,
                False,
                frozenset(),
                frozenset(),
                {d.name: PropertyFinding(None, self.all, why) for d in decls},
                why,
            )
        if found.interrupted:
            raise KeyboardInterrupt
        self.states += found.states
        clauses, consulted = counted(self.box, found)
        weights = [t.weight for t in self.system.transitions]
        self.consulted = consulted | may_read(self.box, (self.system.over, *weights))
        game: Game | None = None
        rows = {}
        for decl in decls:
            if self.progress is not None:  # a play that refutes is replayed under many readings
                self.progress(found.states, 0)
            if decl.kind not in PROBED and decl.kind != "bounds" and game is None and found.complete:
                try:
                    game = game_of(found, max_edges=MOST_EDGES)
                except (BadInput, ModelError) as error:
                    rows[decl.name] = PropertyFinding(None, self.all, str(error))
                    continue
            rows[decl.name] = self.judge(decl, found, game)
        return Judged(
            found.states,
            found.complete,
            clauses,
            self.consulted,
            rows,
            reason=found.reason,
            lasting=found.lasting,
        )

    def judge(self, decl: PropertyDecl, found: Exploration, game: Game | None) -> PropertyFinding:
        """Judge one property."""
        if decl.kind in PROBED:
            return self.probed(decl, found)
        if not found.complete:
            return PropertyFinding(None, self.all, f"more than {found.states:,} states")
        if decl.kind == "bounds":
            return self.bounded(decl, found)
        assert game is not None
        return self.graphed(decl, found, game)

    # ------------------------------------------------------------------------------------- by kind

    def probed(self, decl: PropertyDecl, found: Exploration) -> PropertyFinding:
        """Judge a property of states, at every state."""
        number = self.judges[decl.name]
        rests = self.consulted | may_read(self.box, [self.system.judges[number].function])
        first = found.failing[number]
        met = first.state is not None
        if not met and not found.complete:
            return PropertyFinding(None, self.all, f"more than {found.states:,} states")
        if decl.kind == "reachable":
            return PropertyFinding(met, rests if found.complete else self.all)
        if not met:
            return PropertyFinding(True, rests)
        assert first.state is not None
        return self.refuted(decl, found.moves_to(first.state))

    def bounded(self, decl: PropertyDecl, found: Exploration) -> PropertyFinding:
        """Judge the least and the greatest final score."""
        rests = self.consulted | may_read(self.box, [self.system.score])
        if not found.scores:
            return PropertyFinding(None, self.all, "no end is reached")
        least = min(found.scores, key=lambda e: e.least)
        greatest = max(found.scores, key=lambda e: e.greatest)
        if decl.least is not None and least.least < decl.least:
            return self.refuted(decl, found.moves_to(least.least_state))
        if decl.greatest is not None and greatest.greatest > decl.greatest:
            return self.refuted(decl, found.moves_to(greatest.greatest_state))
        wrong = (decl.least is not None and least.least != decl.least) or (
            decl.greatest is not None and greatest.greatest != decl.greatest
        )
        return PropertyFinding(not wrong, rests)

    def graphed(self, decl: PropertyDecl, found: Exploration, game: Game) -> PropertyFinding:
        """Judge a property of plays, on the whole graph."""
        more = self.settings(decl)
        whole = self.consulted | more
        region: Array | None
        if decl.kind == "ends":
            outcome = ends(game, decl.against, sure=decl.sure)
            lasso = outcome.witness
            if outcome.holds is False and lasso is not None and "players" in decl.against:
                luck = any(code >= self.box.coding.chance_base for code in lasso.loop)
                if not luck or (decl.sure and "chance" in decl.against):
                    return self.refuted(decl, [*lasso.stem, *lasso.loop], begins=len(lasso.stem), more=more)
            region = outcome.trap if "players" in decl.against or decl.sure else None
        elif decl.kind == "can_always":
            outcome = can_always(game, decl.against)
            region = outcome.failing
        else:
            goal = ~judged(found, game, self.judges[decl.target])
            since = ~judged(found, game, self.judges[decl.since]) if decl.since else None
            outcome = can_reach(game, goal, decl.against, since=since)
            region = can_reach(game, goal, decl.against).failing
        if outcome.holds is None:
            return PropertyFinding(None, self.all, "the graph is not whole")
        if outcome.holds or region is None:
            return PropertyFinding(bool(outcome.holds), whole)
        return self.trapped(decl, found, game, region, outcome) or PropertyFinding(False, whole | more)

    def trapped(
        self, decl: PropertyDecl, found: Exploration, game: Game, region: Array, outcome: GraphAnswer
    ) -> PropertyFinding | None:
        """A failure by a play into a trap, from which the end can be kept away; None if there is none, or too large."""
        into: tuple[int, tuple[int, ...]] | None
        if decl.kind != "ends":
            into = way_into(game, outcome.failing)
        elif "players" not in decl.against:  # somebody may turn aside on the way: from the start alone
            into = way_into(game, region & np.isin(np.arange(game.states), game.starts))
        elif outcome.witness is not None and region[outcome.witness.entry]:
            into = (outcome.witness.entry, outcome.witness.stem)
        else:
            into = way_into(game, region)
        if into is None:
            return None
        theirs = opposing(game, decl.against, fair=decl.kind == "ends" and not decl.sure)
        kept = part(game, region, theirs, into[0])
        if kept is None:
            return None
        rests = consulted(self.box, found, game, kept, self.readings) | self.settings(decl)
        return self.refuted(decl, list(into[1]), more=rests, same=True)

    def settings(self, decl: PropertyDecl) -> frozenset[str]:
        """The rulings that the end, weights, targets and, if a player is named, deciders may read."""
        named = any(who not in ("players", "chance") for who in decl.against)
        asked = [self.system.judges[self.judges[name]].function for name in (decl.target, decl.since) if name]
        weights = [t.weight for t in self.system.transitions]
        deciders = [t.decider for t in self.system.transitions] if named else []
        return may_read(self.box, (self.system.over, *weights, *asked, *deciders))

    # -------------------------------------------------------------------------------------- plays

    def refuted(
        self,
        decl: PropertyDecl,
        codes: list[int],
        *,
        more: frozenset[str] = frozenset(),
        begins: int = 0,
        same: bool = False,
    ) -> PropertyFinding:
        """A failure by one play: the rulings that it consults, with ``more``, and the clauses that it carries out.

        ``begins``: of a play that goes on for ever, where its loop begins.  ``same``: states after the play
        refute, so it has to lead to the same state.  Raises InternalError if the interpreter does not see the failure.
        """
        reader = self.box.interpreter(self.readings)
        steps = self.box.steps(codes)
        silences = [(s.what, self.system.clauses[s.clause]) for s in self.system.silences]
        last: list[int] | None = None

        def refutes(reader: Interpreter, states: Sequence[Any]) -> bool:
            nonlocal last
            if decl.kind in PROBED:
                return not reader.judge(decl, states[-1])
            if decl.kind == "bounds":
                scores = reader.scores(states[-1]).values()
                low = decl.least is not None and any(score < decl.least for score in scores)
                return low or (decl.greatest is not None and any(score > decl.greatest for score in scores))
            cells = reader.cells(states[-1], silences)
            if same:
                last = cells if last is None else last
                return cells == last
            if begins == len(codes):  # nobody can move there, and it is no end
                return not reader.moves(states[-1]) and not reader.over(states[-1])
            return cells == reader.cells(states[begins], silences)

        mine = consulted_by(reader, steps, refutes)
        if mine is None:
            raise InternalError(
                f"the interpreter does not see what native code saw of {decl.name}",
                where=f"{self.system.ruleset}/{self.system.mode}",
                sent=f"Play: {' '.join(map(str, steps))}",
            )
        along = frozenset(reader.tally.clauses)
        self.plays.setdefault(decl.name, []).append(Refutation(self.readings, tuple(steps), refutes, more))
        rests = smaller(self.box, self.readings, steps, refutes, mine | more, more)
        return PropertyFinding(False, rests, along=along, steps=len(codes))
