"""Differences of readings in random games: witnesses at full size, where no exploration ends.

Games are played at random under one reading and walked once more beside other readings.  A difference that is
met lies on a play that both readings share up to there, so that it is a witness; of each class the one with
the fewest choices, then steps, of all games is kept.  It need not be the shortest that there is.

What this engine cannot see: anything that random play does not meet.  Nothing found is no proof of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from queensbench.engines.compare import state_kernels as apart
from queensbench.engines.compare.common_plays import Buffers
from queensbench.engines.compare.comparison_program import (
    Comparer,
    other_readings,
    rulings_between,
)
from queensbench.engines.distinguish.kernels import LOOPS, MET, part_game
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Array, fault
from queensbench.engines.runtime.compiling import compiled
from queensbench.engines.simulate.playouts import Playouts

PLACES = {
    "winner": apart.WINNER,
    "ending": apart.ENDING,
    "scored": apart.SCORED,
    "legal": apart.LEGAL,
    "decider": apart.DECIDER,
    "fault": apart.FAULTED,
}


@dataclass(frozen=True)
class MetDifference:
    """A difference along a game: its class, and the codes that lead there, the move that shows it last.

    ``code``: that move, or -1 where the state itself is judged differently.  ``choices``, ``steps``: of
    ``play``.
    """

    name: str
    play: tuple[int, ...]
    code: int
    choices: int
    steps: int
    game: int

    @property
    def key(self) -> tuple[int, int, int]:
        """The sort key: the first of several has the fewest choices, then steps."""
        return self.choices, self.steps, self.game


@dataclass
class WalkedGames:
    """The first difference of each class for each other reading, and the number of games walked."""

    firsts: list[dict[str, MetDifference]] = field(default_factory=list)
    games: int = 0


def games_comparer(box: Box) -> Comparer:
    """The rules of a box for comparing along games: its own code, if that holds these loops.  It is optimised."""
    if part_game in box.loops:
        box.native.optimise()
        return Comparer(box.system, box.native, LOOPS)
    return Comparer(box.system, compiled(replace(box.system, judges=()), LOOPS, quick=False), LOOPS)


class Walker:
    """Walks games of one reading (``ours``, raw) beside others."""

    def __init__(
        self,
        comparer: Comparer,
        ours: Sequence[int],
        others: Sequence[Sequence[int]],
        parameters: Sequence[int],
    ) -> None:
        self.comparer = comparer
        new = comparer.native.new_env
        self.env = new(ours, parameters)
        envs = [new(readings, parameters) for readings in others]
        differing = [rulings_between(ours, theirs) for theirs in others]
        self.number = len(envs)
        flags = [comparer.flags(rulings) for rulings in differing]
        self.others = other_readings(comparer.native, envs, differing, flags)
        self.buffers = Buffers(comparer)
        self.start = np.zeros(comparer.native.ncells, np.int32)
        status = comparer.call["start_state"](self.start, self.env, 1)
        if status <= 0:
            raise fault(comparer.system, comparer.coding, status, ())
        self.common = np.array([int(self._begins(env)) for env in envs] or [0], np.int64)
        """1 for each other reading that has the same start."""

    def _begins(self, env: Array) -> bool:
        cells = np.zeros_like(self.start)
        status = self.comparer.call["start_state"](cells, env, 1)
        return status > 0 and bool(np.array_equal(cells, self.start))

    def game(self, codes: Sequence[int], wanted: Array) -> Array:
        """By other reading and class the first state of a game where they part, and the move (int64; -1: none)."""
        given = np.array(codes or [0], np.int64)
        while True:
            block = np.zeros(k.BLOCK, np.int64)
            firsts = np.full((max(1, self.number), apart.CLASSES, MET), -1, np.int64)
            together = np.ascontiguousarray(wanted, np.int64).copy()
            status = self.comparer.call["part_game"](
                self.buffers.work(block, self.env),
                self.start.copy(),
                given,
                len(codes),
                self.others,
                together,
                self.buffers.comparing,
                firsts,
            )
            if status == k.DONE:
                return firsts
            if status == k.FAULT:
                at = int(block[k.S_BAD])
                raise fault(
                    self.comparer.system,
                    self.comparer.coding,
                    int(block[k.S_STATUS]),
                    codes[:at],
                    int(block[k.S_CODE]),
                )
            self.buffers.widen()

    def walk(
        self,
        played: Playouts,
        games: Sequence[int],
        wanted: Sequence[bool] | None = None,
        walked: WalkedGames | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> WalkedGames:
        """Walk games of playouts beside the other readings wanted; add to the games walked before."""
        found = walked or WalkedGames([{} for _ in range(self.number)])
        chosen = self.common if wanted is None else self.common * np.array(wanted, np.int64)
        names = {place: name for name, place in PLACES.items()}
        chance = self.comparer.coding.chance_base
        for done, game in enumerate(games):
            codes = played.replay(game)
            firsts = self.game(codes, chosen)
            for number, place in np.argwhere(firsts[:, :, 0] >= 0).tolist():
                at, code = (int(n) for n in firsts[number, place])
                play = (*codes[:at], code) if code >= 0 else tuple(codes[:at])
                choices = sum(1 for move in play if move < chance)
                met = MetDifference(names[place], play, code, choices, len(play), game)
                known: Mapping[str, MetDifference] = found.firsts[number]
                if met.name not in known or met.key < known[met.name].key:
                    found.firsts[number][met.name] = met
            found.games += 1
            if progress is not None and done % 64 == 0:
                progress(done, len(games))
        return found


__all__ = ["PLACES", "MetDifference", "WalkedGames", "Walker", "games_comparer"]
