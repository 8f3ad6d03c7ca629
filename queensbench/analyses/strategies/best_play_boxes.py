"""Small instances solved under the readings of each ruling: values of best play, and games of best players.

The store holds a row for each ruling.

What this cannot see: modes of three and more players who each have a result of their own, since there is no one player
to solve them for.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from queensbench.analyses.rulings.best_play_rows import MOST_STATES, BestPlayRow, best_play_question
from queensbench.analyses.rulings.best_play_values import BestPlay
from queensbench.analyses.rulings.impact import ImpactSettings
from queensbench.analyses.verdicts.run import Run
from queensbench.analyses.verdicts.words import reason_text
from queensbench.engines.runtime.box import Box
from queensbench.engines.solve.best_players import best_games
from queensbench.engines.solve.objectives import Aim, aims_of
from queensbench.engines.solve.solver import CutShort, Solved, solve
from queensbench.engines.solve.two_readings import held_together
from queensbench.errors import QueensbenchError
from queensbench.evidence.questions import Question, Unfinished, answered_all, unfinished_if
from queensbench.language.modes import Instance
from queensbench.language.rulings import RulingDecl


class SolvedBoxes:
    """Best play of a mode's small instances under the readings of a run, and under each other reading of a ruling."""

    def __init__(self, run: Run, settings: ImpactSettings) -> None:
        self.run = run
        self.settings = settings
        self.rows: dict[str, tuple[Instance, BestPlayRow]] = {}

    def find(self, decls: Sequence[RulingDecl], where: Mapping[str, Instance]) -> None:
        """Solve for the rulings, as far as their rows are not stored.  Raises KeyboardInterrupt.

        ``where``: by ruling the instance on which its readings part; a ruling without one is left out.
        """
        boxes = {instance.name: instance for instance in where.values()}
        for instance in boxes.values():
            mine = {one.name: one for one in decls if one.name in where and where[one.name] == instance}
            questions = [best_play_question(instance, name, self.settings) for name in mine]
            for row in answered_all(questions, self.run.cache, partial(self._found, instance, mine)):
                self.rows[row.ruling] = (instance, row)

    def of(self, ruling: str) -> tuple[BestPlay, ...]:
        """The exact values known for a ruling."""
        if ruling not in self.rows:
            return ()
        instance, row = self.rows[ruling]
        return row.told(self.run.mode.name, instance.name)

    def _found(
        self, instance: Instance, decls: Mapping[str, RulingDecl], missing: Sequence[Question[BestPlayRow]]
    ) -> Iterator[BestPlayRow | Unfinished[BestPlayRow]]:
        box = self.run.box(instance.name)
        house: tuple[Solved | str, bool] | None = None
        for question in missing:
            begun = time.perf_counter()
            if house is None:
                house = self._solved(box, {}, "the house readings")
            decl = decls[question.name]
            base = self.run.options.readings.get(decl.name, decl.house)
            held = [self._held(box, house, decl.name, one) for one in decl.readings if one is not base]
            rows = [row for row, _ in held]
            seconds = time.perf_counter() - begun
            row = BestPlayRow(decl.name, self.settings.games, self.settings.seed, rows, seconds)
            yield unfinished_if(not all(lasting for _, lasting in held), row)

    def _solved(self, box: Box, other: Mapping[str, Any], said: str) -> tuple[Solved | str, bool]:
        """The instance solved, or why it cannot be; also whether that would be so again, whatever memory there is."""
        self.run.say(f"best play under {said}", box.instance.name)
        try:
            aims: list[Aim] = aims_of(box.system)[:1]
            readings = {**self.run.options.readings, **other}
            found = solve(box, aims, readings, max_states=MOST_STATES)
            return found, found.exploration.lasting
        except QueensbenchError as fault:  # the rules break, or nobody wins or scores
            return str(fault).splitlines()[0], not isinstance(fault, CutShort)

    def _held(
        self, box: Box, solved: tuple[Solved | str, bool], name: str, reading: Any
    ) -> tuple[dict[str, Any], bool]:
        """What best play is worth under the house reading and under another one, and whether that would be so again."""
        house, lasting = solved
        against = reading.name.lower()
        row: dict[str, Any] = {"against": against, "why": "", "classes": None}
        if isinstance(house, str):
            return {**row, "why": house}, lasting
        other, too = self._solved(box, {name: reading}, f"{name}={against}")
        lasting = lasting and too
        if isinstance(other, str):
            return {**row, "why": other}, lasting
        found = held_together(house, other)
        if found is None:
            cut = next((one.exploration for one in (house, other) if not one.complete), None)
            return {**row, "why": "bounds" if cut is None else reason_text(cut.reason, cut.states)}, lasting
        games = best_games(house, other, games=self.settings.games, seed=self.settings.seed)
        told = {
            "aim": house.answers[0].aim.text,
            "states": house.exploration.states,
            "value": str(found.first),
            "other": str(found.second),
            "positions": {"common": found.common, "differ": found.differ},
            "deals": None
            if found.deals is None
            else {"common": str(found.dealt), "differ": str(found.changed)},
            "parted": 0 if games is None else games.parted,
            "classes": None if games is None else dict(games.classes),
            "cut": 0 if games is None else games.cut,
        }
        return {**row, **told}, lasting
