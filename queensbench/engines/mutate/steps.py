"""Mutants and proofs: whether the proved claims of the model could still be proved by induction with a fault in it.

A proof by induction says that from every typed state in which all claims hold each step leads to one in which they hold
again.  Steps of that sort are made with a mutant in force, as :mod:`queensbench.engines.prove.step_trials` makes them
without: from states of games, and from these changed at a few places, as long as all proved claims hold in them, under
random readings.  Where a claim fails after two steps in a row from such states, no induction of depth 1 or 2 with any
of these claims as lemmas can show it any more: its proof is *lost*, and an audit that keeps ``verdicts.lock`` fails.

What this engine cannot see: a proof that is lost by a step that was not made; one that would be found again by deeper
induction, or by a claim that nobody has written.  It says nothing of whether a play leads there.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import numpy as np

from queensbench.engines.mutate.exhaustive import NOTICED, SAME, Codes, Trial
from queensbench.engines.prove import step_kernels as loops
from queensbench.engines.prove.step_trials import LENGTHS, ROOM, SEED, TRIES, typed_cells
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, functions, renewed
from queensbench.engines.runtime.kernel_language import View
from queensbench.language.modes import Instance, Mode
from queensbench.readers.native.program import Native
from queensbench.rules.transforms.mutant_schemata import Mutated
from queensbench.rules.typed.move_codes import Coding

STEPS = 60_000
"""The steps that are made of the unchanged model; mutants repeat those of the same games."""
GAMES = 2_000
DEPTH = 2
"""The greatest depth of the inductions considered (``queensbench prove --depth``)."""


@dataclass(frozen=True)
class _Game:
    """A game of steps: its number, readings, parameters, most steps, and the selectors that show in it."""

    number: int
    readings: tuple[int, ...]
    parameters: tuple[int, ...]
    longest: int
    marks: Array


class StepsBench:
    """The mutants of one box, ready to be tried on steps like those of its proofs.

    Args:
        mode, instance: what is proved of.
        mutated: its system, with the mutants in it.
        proved: the claims that are proved: True if under every reading; others (False) are not asked for.
        steps: how many steps are made of the model.
    """

    def __init__(
        self,
        mode: Mode,
        instance: Instance,
        mutated: Mutated,
        proved: Mapping[str, bool],
        *,
        steps: int = STEPS,
    ) -> None:
        self.mode, self.instance, self.mutated = mode, instance, mutated
        self.system = mutated.system
        self.codes = Codes(mutated, loops.STEPPER)
        coding = Coding(self.system)
        self._room = max(1, min(coding.count, ROOM))
        self._moves = np.empty(self._room, np.int64)
        every = [proved.get(judge.name, False) for judge in self.system.judges]
        #: by judge the depth to which its claim is asked
        self.wanted = np.array([DEPTH if one else loops.NOT_CLAIMED for one in every] + [0], np.int64)
        self.games: list[_Game] = []
        self.steps = 0
        if any(every):
            self._play(steps)

    def _play(self, steps: int) -> None:
        """The games of the unchanged model; a claim that it refutes itself is not asked for."""
        random = Random(SEED)
        system = self.system
        while self.steps < steps and len(self.games) < GAMES:
            number = len(self.games)
            readings = tuple(
                random.randrange(len(r.readings)) if number else r.house for r in system.rulings[:-1]
            )
            parameters = tuple(
                p.default if not number or random.random() < 0.5 else random.randint(p.lo, p.hi)
                for p in system.parameters
            )
            longest = LENGTHS[number % len(LENGTHS)]
            marks = np.zeros(len(self.mutated.mutants) + 1, np.uint8)
            game = _Game(number, readings, parameters, longest, marks)
            block = self._run(0, game, self.codes.noting)
            if int(block[loops.S_WHAT]) == loops.CLAIM:  # all games anew: they are about fewer claims now
                self.wanted[int(block[loops.S_WHICH])] = loops.NOT_CLAIMED
                self.games, self.steps, random = [], 0, Random(SEED)
                continue
            self.games.append(game)
            self.steps += int(block[loops.S_FROM_GAMES] + block[loops.S_FROM_NEAR])

    @property
    def claims(self) -> list[str]:
        """The claims whose proofs are asked for."""
        named = zip(self.system.judges, self.wanted[:-1].tolist(), strict=True)
        return [judge.name for judge, depth in named if depth != loops.NOT_CLAIMED]

    def touched(self, number: int) -> bool:
        """Whether a mutant shows in some step."""
        return any(game.marks[number] for game in self.games)

    def tried(self, number: int) -> Trial:
        """Put the ``number``-th mutant into force, and repeat the steps of the model's games in which it shows."""
        for game in self.games:
            if not game.marks[number]:
                continue
            block = self._run(number, game, self.codes.running)
            if int(block[loops.S_WHAT]) == loops.CLAIM:
                name = self.system.judges[int(block[loops.S_WHICH])].name
                return Trial(NOTICED, (name,), f"its proof is lost: {self._step(int(block[loops.S_MOVE]))}")
        return Trial(SAME, (), f"{self.steps:,} steps that proofs are about")

    def _step(self, move: int) -> str:
        if move < 0:
            return "it fails after automatic steps from a state where all that is proved holds"
        coding = Coding(self.system)
        return (
            f"it fails after {coding.label(coding.decode(move))} from a state where all that is proved holds"
        )

    def _run(self, number: int, game: _Game, native: Native) -> Array:
        """Make the steps of one game; returns its block of numbers."""
        block = np.zeros(loops.STEPS_BLOCK, np.int64)
        begun = time.thread_time()
        env = native.new_env(self.mutated.readings(game.readings, number), game.parameters)
        state = np.zeros(len(self.system.cells), np.int32)
        status = functions(native, loops.STEPPER)["step_game"](
            k.Workspace(View(block), View(env), View(self._moves), self._room),
            state,
            loops.StepGame(1, SEED, game.number, game.longest, TRIES),
            loops.ClaimsTried(View(self.wanted), DEPTH, 0, View(state)),
            typed_cells(self.system),
        )
        renewed(native, time.thread_time() - begun)
        if number == 0:
            np.not_equal(native.asked_for(env), 0, out=game.marks, casting="unsafe")
        assert (status == k.DONE) == (int(block[loops.S_WHAT]) == 0)
        return block


__all__ = ["StepsBench"]
