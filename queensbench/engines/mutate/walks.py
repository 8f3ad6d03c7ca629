"""The steps of the model's games, of which a mutant is asked only those in which it shows.

A mutant that shows in a game shows in few of its states: in one of seventy, for half the mutants of a large ruleset.
As long as its step from each of these is the model's, its game is the model's, and need not be played: what judges say
of the state, the moves and whose choice they are, the state after the move, and the end are all compared.

What this cannot see is what :mod:`queensbench.readers.native.noted` cannot: it takes from there where a mutant shows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from queensbench.engines.mutate.exhaustive import Codes
from queensbench.engines.mutate.walk_kernels import DIGESTS, WALKER, PartedAt, StepsAsked, StepsKept
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, Interrupts, fault, functions, renewed
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.simulate import kernels as loops
from queensbench.rules.transforms.mutant_schemata import Mutated
from queensbench.rules.typed.move_codes import Coding

WALKS = 1 << 30
"""The most bytes of the steps of games that a bench keeps."""


@dataclass(frozen=True)
class GameWalk:
    """The steps of a game: a packed state in each row of ``words``, and the digests of the step from each.

    ``shown``: the steps in which mutants show, as :class:`~queensbench.engines.mutate.walk_kernels.StepsAsked` has
    them, mutant by mutant; those of number ``n`` are ``begins[n]`` to ``begins[n + 1]``.
    """

    words: Array
    told: Array
    shown: Array
    begins: Array

    @property
    def size(self) -> int:
        """Its bytes."""
        return int(self.words.nbytes + self.told.nbytes + self.shown.nbytes + self.begins.nbytes)


class Walks:
    """The steps of some games of the model under one reading.

    Args:
        codes: the machine code of the system with its mutants, with :data:`WALKER`.
        mutated: that system.
        rules: how its games are played.
        room: for the codes of moves, and for their weights.
    """

    def __init__(
        self, codes: Codes, mutated: Mutated, rules: loops.GameRules, room: tuple[Array, Array]
    ) -> None:
        self.codes, self.mutated, self.rules = codes, mutated, rules
        self._moves, self._weights = room
        self.coding = Coding(mutated.system)
        self._games: dict[int, GameWalk] = {}
        self._calls: tuple[Any, dict[str, Callable[..., int]]] = (None, {})
        self._block = np.zeros(loops.PLAY_BLOCK, np.int64)

    def keep(self, chosen: Sequence[int], games: Array, room: int) -> None:
        """Keep the steps of these games, one after the other, as long as they have room (in bytes)."""
        native = self.codes.noting
        env = native.new_env(
            self.mutated.readings(chosen, 0), [p.default for p in self.mutated.system.parameters]
        )
        asked = native.asked_for(env)
        words = k.constants(self.mutated.system)["WORDS"]
        longest = self.rules.longest + 1
        kept = np.zeros((longest, words), np.int64)
        told = np.zeros((longest, DIGESTS), np.int64)
        marks = np.zeros((longest, len(asked)), np.uint8)
        into = StepsKept(View(kept), View(told), View(asked), len(asked), View(marks))
        for game in games.tolist():
            if room <= 0:
                return
            if self._call("told_walk", native, env, game, into) == k.FAULT:
                continue
            steps = int(self._block[loops.S_STEPS]) + 1
            numbers, shown = np.nonzero(marks[:steps].T)
            begins = np.searchsorted(numbers, np.arange(len(asked) + 1)).astype(np.uint32)
            listed = (shown * 4 + marks[shown, numbers]).astype(np.uint32)
            walk = GameWalk(kept[:steps].copy(), told[:steps].copy(), listed, begins)
            self._games[game] = walk
            room -= walk.size

    def steps(self, game: int) -> int:
        """The number of steps of a game that is kept."""
        return len(self._games[game].told) - 1

    def keeps(self, game: int) -> bool:
        """Whether the steps of a game are kept."""
        return game in self._games

    def alike(self, chosen: Sequence[int], number: int, game: int) -> bool:
        """Whether all steps of a mutant's game are the model's; False, too, where the model's are not kept."""
        walk = self._games.get(game)
        if walk is None:
            return False
        asked, env = self._asked(walk, chosen, number)
        return not asked.number or self._call("told_alike", self.codes.running, env, game, asked) == 1

    def parting(self, chosen: Sequence[int], number: int, game: int) -> tuple[Array, Array] | None:
        """Where a mutant's game, whose model's steps are kept, parts from it: its state there and the model's.

        None if it does not.  Raises ModelError if the mutant's start cannot be built.
        """
        asked, env = self._asked(self._games[game], chosen, number)
        width = len(self.mutated.system.cells)
        mine, own = np.zeros(width, np.int32), np.zeros(width, np.int32)
        place = PartedAt(View(mine), View(own))
        said = self._call("told_parting", self.codes.running, env, game, asked, place)
        if said == k.FAULT:
            raise fault(self.mutated.system, self.coding, int(self._block[k.S_STATUS]), (), -1)
        return (mine, own) if said else None

    def _asked(self, walk: GameWalk, chosen: Sequence[int], number: int) -> tuple[StepsAsked, Array]:
        """The steps in which a mutant shows, and the environment in which it is in force."""
        shown = walk.shown[walk.begins[number] : walk.begins[number + 1]]
        env = self.codes.running.new_env(
            self.mutated.readings(chosen, number), [p.default for p in self.mutated.system.parameters]
        )
        return StepsAsked(View(walk.words), View(walk.told), View(shown), len(shown)), env

    def _call(self, kernel: str, native: Any, env: Array, game: int, *data: Any) -> int:
        """The answer of a kernel of a game; machine code that has run for long is made anew."""
        if self._calls[0] is not native:
            self._calls = native, functions(native, WALKER)
        work = k.Workspace(View(self._block), View(env), View(self._moves), len(self._moves))
        with Interrupts() as interrupts:
            begun = time.thread_time()
            said = self._calls[1][kernel](work, self._weights, self.rules, game, *data)
            if renewed(native, time.thread_time() - begun):
                self._calls = native, functions(native, WALKER)
            if interrupts.raised:
                raise KeyboardInterrupt
        return said


__all__ = ["WALKS", "Walks"]
