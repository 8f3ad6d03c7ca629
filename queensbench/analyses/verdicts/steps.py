"""Properties of steps in an audit: exhausted where an instance is explored, sampled where it is played.

They are judged on a system whose states remember the state before
(:mod:`queensbench.rules.transforms.previous_states`); its plays are plays of the rules as they are, and a play against
a property is judged again by the interpreter.  Where an instance is played, a few games under each other reading of
each ruling are judged too, and what is not as expected there is told.
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
from queensbench.readers.native.layout import REFUSED
from queensbench.rules.typed import ir

if TYPE_CHECKING:
    from queensbench.engines.simulate.playouts import Playouts
    from queensbench.readers.native.program import Native


STEPS_ELSEWHERE = 500
"""About so many steps are judged under each other reading, in :data:`FULL_GAMES` games at the least."""


def steps(run: Run, instance: Instance) -> Iterator[PropertyRow]:
    """The rows of properties of steps.  Raises KeyboardInterrupt behind the rows found until then."""
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
        from queensbench.rules.transforms.previous_states import build_stepping

        run = self.run
        run.say("the state after each step beside the one before", self.instance.name)
        system = build_stepping(
            run.mode, self.instance, ruleset=run.ruleset.name, clauses=run.ruleset.clause_names
        )
        return replace(system, judges=tuple(judge for judge in system.judges if judge.name in self.asked))

    @cached_property
    def player(self) -> Native:
        """The rules, compiled for random games."""
        from queensbench.engines.runtime.compiling import compiled
        from queensbench.engines.simulate.kernels import PLAYER

        return compiled(self.system, PLAYER, counters=False, unused={"qb_decider", "qb_pack", "qb_unpack"})

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of the judges."""
        return {judge.name: number for number, judge in enumerate(self.system.judges)}

    def explored(
        self, missing: Sequence[Question[PropertyRow]]
    ) -> Iterator[PropertyRow | Unfinished[PropertyRow]]:
        """Every step between two states, as far as the budget goes."""
        from queensbench.engines.explore.explorer import explore
        from queensbench.engines.explore.kernels import EXPLORER
        from queensbench.engines.explore.state_table import ExploreSettings
        from queensbench.engines.runtime.compiling import compiled

        run, name = self.run, self.instance.name
        system = self.system
        begun = time.perf_counter()
        native = compiled(system, EXPLORER, counters=False, unused={"qb_decider"})
        box = run.box(name)
        with box.told():
            found = explore(
                native,
                system,
                ExploreSettings(
                    box.raw(run.options.readings),
                    box.parameters(),
                    max_states=run.options.budget or self.instance.budget,
                    progress=lambda states, level: run.say(f"{states:,} steps, level {level}", name),
                ),
            )
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
            yield unfinished_if(found.interrupted, row)
        if found.interrupted:
            raise KeyboardInterrupt

    def played(
        self, missing: Sequence[Question[PropertyRow]]
    ) -> Iterator[PropertyRow | Unfinished[PropertyRow]]:
        """The steps of random games: of the first of those in which states are judged."""
        run = self.run
        begun = time.perf_counter()
        box = run.box(self.instance.name)
        found = self.games(run, games_of(run, box, steps=True))
        seconds = time.perf_counter() - begun
        for question in missing if found.games else ():
            row = self._row(run, self.asked[question.name], found, seconds)
            yield unfinished_if(found.interrupted, row)
        if found.interrupted:
            raise KeyboardInterrupt

    def elsewhere(self) -> list[PropertyRow]:
        """The unexpected rows under all other readings.  Raises KeyboardInterrupt."""
        trial = self.games(self.run, FULL_GAMES)
        games = max(FULL_GAMES, STEPS_ELSEWHERE * FULL_GAMES // max(trial.steps, 1))
        rows = []
        for readings in others(self.run):
            rows += self._broken(self.run.under(readings), games)
        return rows

    def _broken(self, run: Run, games: int) -> list[PropertyRow]:
        """The unexpected rows under a run's readings.  Raises KeyboardInterrupt."""
        begun = time.perf_counter()
        found = self.games(run, games)
        if found.interrupted:
            raise KeyboardInterrupt
        readings = tuple(run.options.readings.values())
        rows = []
        for decl in self.asked.values():
            met = found.failing[self.numbers[decl.name]]
            if not met.count or met.state is None:
                continue
            if decl.expected(self.instance.name, readings).outcome != "fails":
                rows.append(self._row(run, decl, found, time.perf_counter() - begun))
        return [row for row in rows if row.state == "unexpected"]

    def games(self, run: Run, games: int) -> Playouts:
        """Random games under a run's readings, every step of which is judged."""
        from queensbench.engines.simulate.playouts import PlaySettings, playouts

        box = run.box(self.instance.name)
        with box.told():
            return playouts(
                self.player,
                self.system,
                PlaySettings(
                    box.raw(run.options.readings),
                    box.parameters(),
                    seed=run.options.seed,
                    max_steps=MAX_STEPS,
                ),
                games=games,
            )

    def _row(self, run: Run, decl: PropertyDecl, found: Playouts, seconds: float) -> PropertyRow:
        """The row of a property of steps after random games."""
        box = run.box(self.instance.name)
        met = found.failing[self.numbers[decl.name]]
        codes = None
        if met.count and met.state is not None:
            codes = self._cut(run, found.replay(met.state), self.numbers[decl.name])
        verdict, shown = ("holds", Class.SAMPLED) if codes is None else ("fails", Class.WITNESSED)
        size = f"{found.games:,} games, {found.steps:,} steps"
        return seen_row(run, box, decl, Seen(verdict, shown, "play", seconds, size, codes))

    def _cut(self, run: Run, codes: list[int], number: int) -> list[int]:
        """The play up to the first step that is not as a property says, by its judge's number.

        By machine code, which takes as many milliseconds as the interpreter takes seconds; that judges the last step
        of what is left when the row is made.
        """
        from queensbench.rules.transforms.previous_states import BEFORE

        box, native, half = self.run.box(self.instance.name), self.player, int(self.system.notes[BEFORE])
        env = native.new_env(box.raw(run.options.readings), box.parameters())
        status, cells = native.initial(env)
        if status > REFUSED:
            native.settle(cells, env)
        for done, code in enumerate(codes):
            status, after = native.apply(cells, env, code)
            if status > REFUSED:
                native.settle(after, env)
            after[half : 2 * half], after[2 * half] = cells[:half], 1
            if native.judges(after, env)[number] != 1:
                return codes[: done + 1]
            cells = after
        return codes
