"""Exhausts an instance, and judges every property by its states and their graph.

Engines are imported where they are used: what is found in the store needs none.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.property_rows import Seen, seen_row
from queensbench.analyses.verdicts.rows import InstanceRow, PropertyRow
from queensbench.analyses.verdicts.run import Run
from queensbench.analyses.verdicts.score_bounds import score_bounds
from queensbench.analyses.verdicts.words import ends_text, length_text, reason_text
from queensbench.evidence.questions import Question, answered_all, stored, unfinished_if
from queensbench.language.modes import Instance
from queensbench.language.properties import Class, PropertyDecl
from queensbench.rules.system import PROBED

if TYPE_CHECKING:
    from queensbench.engines.explore.state_space import Exploration
    from queensbench.engines.graphs.games import Game
    from queensbench.engines.graphs.questions import GraphAnswer
    from queensbench.engines.runtime.box import Box

EDGES = 40_000_000


def is_stored(run: Run, instance: Instance) -> bool:
    """Whether the results of exploring an instance are stored."""
    return stored(run.whole(instance), run.cache) is not None


def explored(run: Run, name: str) -> Iterator[InstanceRow | PropertyRow]:
    """The results of exploring an instance: the instance's own row, then a row for each property."""
    instance = run.instance(name)
    asked = run.wanted(name)
    questions: list[Question[Any]] = [*run.properties(instance, asked)]
    return answered_all(questions, run.cache, partial(_found, run, asked), whole=run.whole(instance))


def _found(run: Run, asked: Sequence[PropertyDecl], missing: Sequence[Question[Any]]) -> Iterator[Any]:
    """Explore, and yield the rows of the instance and of the properties whose answers are missing."""
    from queensbench.engines.explore.explorations import exploration_of

    name = missing[0].name
    box = run.box(name)
    run.say("exploring", name)
    begun = time.perf_counter()
    found = exploration_of(
        box,
        run.options.readings,
        max_states=run.options.budget,
        progress=lambda states, level: run.say(f"{states:,} states, level {level}", name),
    )
    judge = Exhausted(run, box, found, time.perf_counter() - begun)
    yield unfinished_if(not found.lasting, judge.summary())
    left = {question.name for question in missing[1:]}
    for decl in asked:
        if decl.name in left:
            yield unfinished_if(not found.lasting, seen_row(run, box, decl, judge.seen(decl)))
    if found.interrupted:
        raise KeyboardInterrupt


class Exhausted:
    """The properties of an instance, judged by its states and, where only that can tell, by their graph."""

    def __init__(self, run: Run, box: Box, found: Exploration, seconds: float) -> None:
        self.run = run
        self.box = box
        self.found = found
        self.seconds = seconds
        self.size = f"{found.states:,} states"
        if not found.complete:
            self.size += f", stopped by {reason_text(found.reason, found.states)}"

    @cached_property
    def game(self) -> Game:
        """The graph of the states."""
        from queensbench.engines.graphs.games import game_of

        return game_of(self.found, max_edges=EDGES)

    def summary(self) -> InstanceRow:
        """The row of the instance."""
        found = self.found
        ends = {ends_text(self.box, who): first.count for who, first in found.ends.items()}
        return InstanceRow(
            {
                "instance": self.box.instance.name,
                "engine": "explore",
                "complete": found.complete,
                "reason": reason_text(found.reason, found.states),
                "states": found.states,
                "transitions": found.transitions,
                "choices": found.levels,
                "steps": found.steps_most,
                "ends": ends,
                "silent": sum(first.count for first in found.silences),
                "deadlocks": found.deadlocks.count,
                "table_and_play": self.table_and_play(),
                "seconds": round(self.seconds, 3),
            },
            self.seconds,
            clauses={name: times for name, times in found.clauses.items() if times},
        )

    def table_and_play(self) -> dict[str, Any]:
        """What the instance shows of components and of play, or why it was not asked."""
        from queensbench.analyses.verdicts.table_and_play import TableAndPlay, left_out

        why = left_out(self.found)
        rows = [] if why else TableAndPlay(self.box, self.found, self.game).rows()
        return {"rows": rows, "left_out": why}

    def seen(self, decl: PropertyDecl) -> Seen:
        """Judge a property by the states, or by their graph."""
        if decl.kind in PROBED:
            return self._probed(decl)
        if decl.kind == "bounds":
            return self._bounds(decl)
        if not self.found.complete:
            return self._by_states("unknown", None)
        if self.found.transitions > EDGES:
            text = f"{self.found.transitions:,} transitions, more than {EDGES:,}"
            return Seen("unknown", None, "explore", self.seconds, text)
        text = f"graph of {self.found.transitions:,} transitions, {decl.name}"
        self.run.say(text, self.box.instance.name)
        return self._by_graph(decl)

    def _by_states(self, verdict: str, shown: Class | None, more: str = "", **parts: Any) -> Seen:
        return Seen(verdict, shown, "explore", self.seconds, self.size + more, **parts)

    def _probed(self, decl: PropertyDecl) -> Seen:
        """A predicate, judged at every state."""
        found = self.found
        first = found.failing[_number(self.box, decl)]
        codes = found.moves_to(first.state) if first.state is not None else None
        if decl.kind == "reachable":
            if codes is not None:
                choices = found.choices(first.state or 0)
                more = f"; first after {length_text(choices, len(codes))}"
                return self._by_states("holds", Class.WITNESSED, more, codes=codes)
            if found.complete:
                met = [name for name, times in found.clauses.items() if times]
                return self._by_states("fails", Class.EXHAUSTED, met=met)
        elif codes is not None:
            more = f"; {first.count:,} against it, first after {len(codes)} steps"
            return self._by_states("fails", Class.EXHAUSTED, more, codes=codes)
        elif found.complete:
            return self._by_states("holds", Class.EXHAUSTED)
        return self._by_states("unknown", None)

    def _bounds(self, decl: PropertyDecl) -> Seen:
        """The least and the greatest final score, each reached by a play."""
        found = self.found
        if not found.complete or not found.scores:
            return self._by_states("unknown", None)
        bounds = score_bounds(decl, found.scores)
        return self._by_states(
            "holds" if bounds.holds else "fails",
            Class.EXHAUSTED,
            f"; scores {bounds.least} to {bounds.greatest}",
            codes=found.moves_to(bounds.state),
        )

    def _by_graph(self, decl: PropertyDecl) -> Seen:
        """Judge a property that needs the whole graph."""
        from queensbench.engines.graphs.questions import can_always, ends

        game = self.game
        begun = time.perf_counter()
        codes: list[int] | None = None
        loop = 0
        if decl.kind == "can_always":
            outcome = can_always(game, decl.against)
            what = "from which no end can be reached"
            if outcome.play is not None:
                codes = list(outcome.play)
        elif decl.kind == "can_reach":
            outcome, what = reach(self.box, decl, self.found, game)
            if outcome.play is not None:
                codes = list(outcome.play)
        else:
            outcome = ends(game, decl.against, sure=decl.sure)
            what = "from which play can be kept going"
            lasso = outcome.witness
            if lasso is not None:
                codes = [*lasso.stem, *lasso.loop]
                loop = len(lasso.loop)
                what += f"; {len(lasso.stem)} steps to a loop of {len(lasso.loop)}"
        failing = int(outcome.failing.sum())
        return Seen(
            "unknown" if outcome.holds is None else "holds" if outcome.holds else "fails",
            None if outcome.holds is None else Class.EXHAUSTED,
            "graph",
            time.perf_counter() - begun,
            f"{self.found.states:,} states; {failing:,} {what}",
            codes if outcome.holds is False else None,
            loop=loop,
        )


def reach(box: Box, decl: PropertyDecl, found: Exploration, game: Game) -> tuple[GraphAnswer, str]:
    """Judge a ``can_reach``; also a text on the states from which its target cannot be reached."""
    from queensbench.engines.graphs.games import judged
    from queensbench.engines.graphs.questions import can_reach

    names = [judge.name for judge in box.system.judges]
    # The states that a property means are those where its judge fails: a ``reachable`` is judged by its opposite.
    goal = ~judged(found, game, names.index(decl.target))
    since = ~judged(found, game, names.index(decl.since)) if decl.since else None
    outcome = can_reach(game, goal, decl.against, since=since)
    asked = game.states if since is None else int(since.sum())
    what = f"of {asked:,} from which {decl.target} cannot be reached"
    if outcome.play is not None:
        going_on = int((outcome.failing & ~game.ends()).sum())
        choices, steps = box.coding.length(outcome.play)
        what += f", {going_on:,} of them before an end"
        what += f"; first after {length_text(choices, steps)}"
    return outcome, what


def _number(box: Box, decl: PropertyDecl) -> int:
    return [judge.name for judge in box.system.judges].index(decl.name)
