"""Properties of steps in an audit: exhausted where an instance is explored, sampled where it is played.

They are judged on a system whose states remember the state before
(:mod:`queensbench.rules.transforms.previous_states`).  Its judges are asked of the steps between the states that were
explored, or of random games (:mod:`queensbench.engines.steps.judging`).  The system itself is explored only where the
states were not exhausted, or a judge leaves its ranges.  A play against a property is judged again by the interpreter.
Where an instance is played, a few games under each other reading of each ruling are judged too, and what is not as
expected there is told.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from queensbench.analyses.verdicts.other_readings import FULL_GAMES, others
from queensbench.analyses.verdicts.property_rows import Seen, seen_row
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.run import MAX_STEPS, Run
from queensbench.analyses.verdicts.sampled import games_of
from queensbench.evidence.questions import (
    Question,
    Unfinished,
    answered,
    answered_all,
    rows_form,
    unfinished_if,
)
from queensbench.language.modes import Instance
from queensbench.language.properties import Class, PropertyDecl
from queensbench.rules.typed import ir

if TYPE_CHECKING:
    from queensbench.engines.explore.state_space import Exploration
    from queensbench.engines.steps.judging import JudgedGames, JudgedPairs, StepCode, StepGames


STEPS_ELSEWHERE = 500
"""About so many steps are judged under each other reading, in :data:`FULL_GAMES` games at the least."""


def steps(run: Run, instance: Instance) -> Iterator[PropertyRow]:
    """The rows of properties of steps.  Raises KeyboardInterrupt after the rows found until then."""
    asked = run.wanted_steps(instance.name)
    judge = StepJudge(run, instance, asked)
    find = judge.explored if instance.explore else judge.played
    yield from answered_all(run.properties(instance, asked), run.cache, find)
    if not asked or instance.explore or not run.options.elsewhere:
        return
    more = {
        "games": FULL_GAMES,
        "steps": STEPS_ELSEWHERE,
        "seed": run.options.seed,
        "max_steps": MAX_STEPS,
        "asked": [decl.name for decl in asked],
    }
    beside = Question("steps elsewhere", instance.name, rows_form(PropertyRow), instance, more, "steps")
    yield from answered(beside, run.cache, judge.elsewhere)


class StepJudge:
    """The properties of steps of an instance, on its rules with the state before each beside it."""

    def __init__(self, run: Run, instance: Instance, asked: Sequence[PropertyDecl]) -> None:
        self.run = run
        self.instance = instance
        self.asked = {decl.name: decl for decl in asked}

    @cached_property
    def system(self) -> ir.System:
        """The rules, each state with the one before; what is said of states is judged on the ordinary rules."""
        from queensbench.evidence.stepping_systems import stepping_system

        run = self.run
        run.say("the state after each step beside the one before", self.instance.name)
        system = stepping_system(run.ruleset, run.mode, self.instance)
        return replace(system, judges=tuple(judge for judge in system.judges if judge.name in self.asked))

    @cached_property
    def code(self) -> StepCode:
        """The judges in machine code."""
        from queensbench.engines.steps.judging import StepCode

        return StepCode(self.system)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of the judges."""
        return {judge.name: number for number, judge in enumerate(self.system.judges)}

    def explored(
        self, missing: Sequence[Question[PropertyRow]]
    ) -> Iterator[PropertyRow | Unfinished[PropertyRow]]:
        """Judge every step between two states, as far as the budget goes."""
        from queensbench.engines.steps.judging import play_against

        run, box = self.run, self.run.box(self.instance.name)
        begun = time.perf_counter()
        try:
            judged = self._pairs()
            seconds = time.perf_counter() - begun
        except KeyboardInterrupt:
            for question in missing:
                seen = Seen("unknown", None, "explore", time.perf_counter() - begun, "interrupted")
                yield unfinished_if(True, seen_row(run, box, self.asked[question.name], seen))
            raise
        if judged is None:
            yield from self._pairs_explored(missing)
            return
        found, pairs = judged
        for question in missing:
            number = self.numbers[question.name]
            first = pairs.failing[number]
            detail = f"{pairs.pairs:,} pairs of states"
            seen = Seen("holds", Class.EXHAUSTED, "explore", seconds, detail)
            if first.state is not None:
                codes = play_against(box.native, found, self.code, number, first.state)
                detail += f"; {first.count:,} against it, first after {len(codes)} steps"
                seen = Seen("fails", Class.EXHAUSTED, "explore", seconds, detail, codes)
            yield seen_row(run, box, self.asked[question.name], seen)

    def _pairs(self) -> tuple[Exploration, JudgedPairs] | None:
        """All states, and what the steps between them come to.

        None where the budget has no room for them, or a judge leaves its ranges.  Raises KeyboardInterrupt.
        """
        from queensbench.engines.explore.explorations import exploration_of
        from queensbench.engines.steps.judging import pairs_of

        run, name = self.run, self.instance.name
        found = exploration_of(
            run.box(name), run.options.readings, max_states=run.options.budget, judging=False
        )
        if found.interrupted:
            raise KeyboardInterrupt
        if not found.complete:
            return None
        pairs = pairs_of(
            found, self.code, progress=lambda steps, level: run.say(f"{steps:,} steps judged", name)
        )
        most = run.options.budget or self.instance.budget
        return (found, pairs) if pairs is not None and pairs.pairs <= most else None

    def _pairs_explored(
        self, missing: Sequence[Question[PropertyRow]]
    ) -> Iterator[PropertyRow | Unfinished[PropertyRow]]:
        """The same of the system over two states, which tells the first step against each property."""
        run, box = self.run, self.run.box(self.instance.name)
        begun = time.perf_counter()
        found = self.space()
        seconds = time.perf_counter() - begun
        size = f"{found.states:,} pairs of states" + ("" if found.complete else ", and more than the budget")
        for question in missing:
            first = found.failing[self.numbers[question.name]]
            if first.state is not None:
                codes = found.moves_to(first.state)
                detail = f"{size}; {first.count:,} against it, first after {len(codes)} steps"
                seen = Seen("fails", Class.EXHAUSTED, "explore", seconds, detail, codes)
            elif found.complete:
                seen = Seen("holds", Class.EXHAUSTED, "explore", seconds, size)
            else:
                seen = Seen("unknown", None, "explore", seconds, size)
            row = seen_row(run, box, self.asked[question.name], seen)
            yield unfinished_if(not found.lasting, row)
        if found.interrupted:
            raise KeyboardInterrupt

    def space(self) -> Exploration:
        """The system over two states, explored as far as the budget goes."""
        from queensbench.engines.explore.explorer import explore
        from queensbench.engines.explore.kernels import EXPLORER
        from queensbench.engines.explore.state_table import ExploreSettings
        from queensbench.engines.runtime.compiling import compiled

        run, name = self.run, self.instance.name
        native = compiled(self.system, EXPLORER, counters=False, unused={"qb_decider"})
        box = run.box(name)
        with box.told():
            return explore(
                native,
                self.system,
                ExploreSettings(
                    box.raw(run.options.readings),
                    box.parameters(),
                    max_states=run.options.budget or self.instance.budget,
                    progress=lambda states, level: run.say(f"{states:,} steps, level {level}", name),
                ),
            )

    def played(
        self, missing: Sequence[Question[PropertyRow]]
    ) -> Iterator[PropertyRow | Unfinished[PropertyRow]]:
        """Judge the steps of random games: of the first of those in which states are judged."""
        run = self.run
        begun = time.perf_counter()
        box = run.box(self.instance.name)
        played = self.games(run)
        with box.told():
            found = played.play(games_of(run, box, steps=True))
        seconds = time.perf_counter() - begun
        for question in missing if found.games else ():
            row = self._row(run, self.asked[question.name], (played, found), seconds)
            yield unfinished_if(found.interrupted, row)
        if found.interrupted:
            raise KeyboardInterrupt

    def elsewhere(self) -> list[PropertyRow]:
        """The unexpected rows under all other readings.  Raises KeyboardInterrupt."""
        with self.run.box(self.instance.name).told():
            trial = self.games(self.run).play(FULL_GAMES)
        games = max(FULL_GAMES, STEPS_ELSEWHERE * FULL_GAMES // max(trial.steps, 1))
        rows = []
        for readings in others(self.run):
            rows += self._broken(self.run.under(readings), games)
        return rows

    def _broken(self, run: Run, games: int) -> list[PropertyRow]:
        """The unexpected rows under a run's readings.  Raises KeyboardInterrupt."""
        begun = time.perf_counter()
        played = self.games(run)
        with run.box(self.instance.name).told():
            found = played.play(games)
        if found.interrupted:
            raise KeyboardInterrupt
        readings = tuple(run.options.readings.values())
        rows = []
        for decl in self.asked.values():
            met = found.failing[self.numbers[decl.name]]
            if not met.count or met.state is None:
                continue
            if decl.expected(self.instance.name, readings).outcome != "fails":
                rows.append(self._row(run, decl, (played, found), time.perf_counter() - begun))
        return [row for row in rows if row.state == "unexpected"]

    def games(self, run: Run) -> StepGames:
        """Random games under a run's readings, every step of which is judged."""
        from queensbench.engines.simulate.playouts import PlaySettings
        from queensbench.engines.steps.judging import StepGames

        box = run.box(self.instance.name)
        settings = PlaySettings(
            box.raw(run.options.readings), box.parameters(), seed=run.options.seed, max_steps=MAX_STEPS
        )
        return StepGames(box.native, box.system, self.code, settings)

    def _row(
        self, run: Run, decl: PropertyDecl, games: tuple[StepGames, JudgedGames], seconds: float
    ) -> PropertyRow:
        """The row of a property of steps after random games."""
        played, found = games
        number = self.numbers[decl.name]
        met = found.failing[number]
        codes = None
        if met.count and met.state is not None:
            codes = played.cut(played.replay(met.state), number)
        verdict: str = "holds" if codes is None else "fails"
        shown: Class | None = Class.SAMPLED if codes is None else Class.WITNESSED
        size = f"{found.games:,} games, {found.steps:,} steps"
        if found.interrupted and codes is None:  # the games that were not played may show otherwise
            verdict, shown, size = "unknown", None, f"{size}; interrupted"
        return seen_row(
            run, run.box(self.instance.name), decl, Seen(verdict, shown, "play", seconds, size, codes)
        )
