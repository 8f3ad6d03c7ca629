"""Mutants at full size, by all moves from where games with them part from games without.

Random games come to a position with a fault and take one move of it.  A search takes each.  It begins where games of
:mod:`queensbench.engines.mutate.sampled` part, breadth first, and asks all properties of states and steps on the way.

What this engine cannot see: what shows in no game, and what lies further from where games part than the search goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import ExploreSettings
from queensbench.engines.mutate.exhaustive import (
    DEAD_END,
    DIFFERENT,
    NOTICED,
    SAME,
    SILENCE,
    STUCK,
    Trial,
    stated,
)
from queensbench.engines.mutate.sampled import BESIDE, MIXED_WIDER, MOST, WIDER, PlayBench, stronger
from queensbench.engines.runtime.calls import Array
from queensbench.errors import ModelError

SEARCHED, STARTS = 50_000, 20
"""The most states of a search from where games part, and the most states from which it starts."""
MIXED_SEARCHED, MIXED_LEAST = 100_000, 4_000
"""The states of all searches under several other readings together, and the fewest of each."""


class SearchBench(PlayBench):
    """The mutants of one box, ready to be searched; see :class:`~queensbench.engines.mutate.sampled.PlayBench`."""

    kernels = (*PlayBench.kernels, *EXPLORER)
    _short = False

    def searched(self, number: int) -> Trial:
        """Search by all moves from where games with the ``number``-th mutant part from those without.

        Breadth first, from up to ``STARTS`` states, one of each game, until ``SEARCHED`` states are found.
        """
        games = np.flatnonzero(self._base(self.house).marks[:, number])[: MOST // 2]
        return self._searched(number, self.house, games, SEARCHED)

    def searched_under_mixtures(self, number: int) -> Trial:
        """Search as :meth:`searched` does, under each of the readings together in which games part.

        The states of all these searches are some ``MIXED_SEARCHED``.  It ends as soon as a property notices.
        """
        asked = []
        for name, chosen in self.mixtures():
            base, walks = self._base(chosen, BESIDE), self._walked(chosen)
            games = np.flatnonzero(base.marks[: BESIDE * self.games, number])
            other = [game for game in games.tolist() if not walks.alike(chosen, number, game)]
            if other:
                asked.append((name, chosen, np.array(other, np.int64)))
        best = Trial(SAME, (), f"games part under none of {len(self.mixtures()):,} mixtures of readings")
        lasting = True
        for name, chosen, games in asked:
            trial = self._searched(number, chosen, games, max(MIXED_LEAST, MIXED_SEARCHED // len(asked)))
            lasting = lasting and trial.lasting
            best = stronger(best, trial, name)
            if trial.by_property:
                return best
        return replace(best, lasting=lasting)

    def _searched(self, number: int, chosen: Sequence[int], games: Array, most: int) -> Trial:
        """A search of so many states from where the first of these games part."""
        base = self._base(chosen, WIDER if chosen == self.house else MIXED_WIDER)
        self._short = False
        try:
            starts, own = self._partings(number, chosen, games)
            if not starts:
                return Trial(SAME, (), f"{len(games):,} games")
            found = self._explored(number, chosen, starts, most)
        except ModelError as error:
            return stated(error)
        by = [
            d.name
            for d in base.watching
            if found.failing[self.numbers[d.name]].count and not base.games.met[self.numbers[d.name], 0]
        ]
        if by:  # not what the model itself does not keep a few moves from there
            model = self._explored(0, chosen, own, most)
            by = [name for name in by if not model.failing[self.numbers[name]].count]
        what = f"{found.states:,} states searched, from where {len(starts):,} games part"
        if by:
            return Trial(NOTICED, tuple(by), what)
        trial = self._standstill(found, chosen, starts, most) or Trial(DIFFERENT, (), what)
        return replace(trial, lasting=not self._short or trial.outcome == NOTICED)

    def _standstill(
        self, found: Exploration, chosen: Sequence[int], starts: list[Array], most: int
    ) -> Trial | None:
        """A silence or a dead end in a search that the model reaches neither in games nor in the same search."""
        met = self._base(chosen, BESIDE).games.ends[:, 0]
        for place, silence in enumerate(self.system.silences):
            if found.silences[place].count and not met[1 + place]:
                model = self._explored(0, chosen, starts, most)
                if model.lasting and not model.silences[place].count:
                    return Trial(NOTICED, (SILENCE,), silence.what)
        if found.deadlocks.count and not met[0]:
            model = self._explored(0, chosen, starts, most)
            if model.lasting and not model.deadlocks.count:
                return Trial(NOTICED, (DEAD_END,), STUCK)
        return None

    def _partings(self, number: int, chosen: Sequence[int], games: Array) -> tuple[list[Array], list[Array]]:
        """The states of up to ``STARTS`` games of a mutant from which on they have other digests than the model's.

        Beside each the state that the model's game has there.
        """
        found: list[Array] = []
        own: list[Array] = []
        walks = self._walked(chosen)
        for game in games.tolist():
            if walks.keeps(game):
                parted = walks.parting(chosen, number, game)
                if parted is not None:
                    found.append(parted[0])
                    own.append(parted[1])
                if len(found) == STARTS:
                    break
                continue
            mine, theirs = self._trail(number, chosen, game), self._trail(0, chosen, game)
            together = min(len(mine[0]), len(theirs[0]))
            other = np.flatnonzero(mine[1][:together] != theirs[1][:together])
            if not len(other) and len(mine[0]) == len(theirs[0]):
                continue
            place = other[0] if len(other) else together - 1
            found.append(mine[0][place])
            own.append(theirs[0][place])
            if len(found) == STARTS:
                break
        return found, own

    def _explored(self, number: int, chosen: Sequence[int], starts: list[Array], most: int) -> Exploration:
        found = explore(
            self.codes.running,
            self.system,
            ExploreSettings(
                self.mutated.readings(chosen, number),
                [p.default for p in self.system.parameters],
                start=starts,
                max_states=most,
            ),
            threads=1,
        )
        if found.interrupted:
            raise KeyboardInterrupt
        self._short = self._short or not found.lasting
        return found


__all__ = ["SearchBench"]
