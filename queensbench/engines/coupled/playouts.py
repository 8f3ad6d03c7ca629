"""Random games under several readings with common random numbers: how often a ruling comes up and changes the result.

A game is played at random under one reading.  From the first step that differs under a second reading on, the game is
also played under that one.  The k-th draw of each chance rule, and the k-th choice of each player, use the same random
number r (from 0 up to 1) in both games: of n moves it picks number ``floor(r * n)``, of chance events one by weight.
If chance events of several rules are possible at once, the first of these rules draws; a choice in which several
players may move has random numbers of its own.  A draw counts even if only one move is possible.

So the results differ only because the readings do.  What this engine cannot see: the play of people who know the
rules, for all choose at random; and anything that random play does not meet.  A share of 0 is no proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from queensbench.engines.compare import state_kernels as apart
from queensbench.engines.compare.comparison_program import known, other_readings, rulings_between
from queensbench.engines.coupled import kernels as loops
from queensbench.engines.coupled.random_streams import LUCK_BLOCK, RESULT, S_STEPS, LuckyGame, Sources
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, Interrupts, ShardThreads, Shares, fault, functions
from queensbench.engines.runtime.compiling import compiled
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.runtime.limits import MAX_STEPS
from queensbench.engines.simulate.kernels import PlayRecord
from queensbench.engines.simulate.playouts import PlaySettings
from queensbench.errors import BadInput
from queensbench.rules.typed import ir
from queensbench.rules.typed.move_codes import Coding

CHUNK = 16
FIRST_CAP = 256
CHANGED = loops.ENDING | loops.WINNER | loops.SCORED
CLASS_BITS = (
    ("winner", loops.WINNER),
    ("score", loops.SCORED),
    ("ending", loops.ENDING),
    ("length", loops.LENGTH),
    ("course", loops.PARTED),
)
"""The classes of effect, the strongest first, and the bit of each."""


@dataclass(frozen=True)
class Coupled:
    """The results of games under one reading, and of the same games under others with the same random numbers.

    ``outcomes``: by game and other reading, bits of :mod:`~queensbench.engines.coupled.kernels`.  ``places``: the
    first difference, as choices << 16 | steps, or -1; ``codes``: the move that shows it, or -1.  ``results``: by game,
    our result and then that of each other reading, each as its kind of end, silence, winners (bits) and scores.
    ``games``: how many were finished; ``complete`` is False after Ctrl-C.
    """

    seed: int
    games: int
    complete: bool
    outcomes: Array
    places: Array
    codes: Array
    results: Array

    def came(self, number: int) -> int:
        """The number of games in which a ruling of the difference was consulted."""
        return self.count(number, loops.CAME_UP)

    def count(self, number: int, bits: int) -> int:
        """The number of games that have one of these bits for another reading."""
        return int(np.count_nonzero(self.outcomes[:, number] & bits))

    def classes(self, number: int) -> dict[str, int]:
        """For another reading, the number of games by their effect: each followed game that differs, in one class.

        In this order, by the first that fits: ``winner``, ``score``, ``ending``, ``length``, and ``course``, where only
        the way to the same end differs.  A game that was cut off, or in which the rules break, is in none.
        """
        bits = self.outcomes[:, number]
        left = (bits & loops.PARTED != 0) & (bits & (loops.STOPPED | loops.FAULTED) == 0)
        found = {}
        for name, bit in CLASS_BITS:
            mine = left & (bits & bit != 0)
            left &= ~mine
            found[name] = int(np.count_nonzero(mine))
        return found

    def first(self, number: int, *, judged: bool = False) -> tuple[int, int, int] | None:
        """The game that differs under another reading after the fewest choices, then steps: its number, steps and code.

        ``judged``: only games whose difference the state itself shows, by another end or result, or another start.
        """
        places = self.places[:, number]
        met = np.flatnonzero((places >= 0) & (self.codes[:, number] < 0) if judged else places >= 0)
        if not met.size:
            return None
        game = int(met[np.argmin(places[met])])
        return game, int(places[game]) & 0xFFFF, int(self.codes[game, number])


class Luck:
    """The rules of an instance, compiled for games under several readings with common random numbers.

    Games are played on 1 or 2 ``threads``; results do not depend on it.
    """

    def __init__(self, system: ir.System, *, level: int = 2, threads: int = 2) -> None:
        self.system = system
        self.threads = threads
        self.coding = Coding(system)
        bare = replace(system, judges=())
        self.native = compiled(bare, loops.LUCK, level=level, quick=False)
        self.call = functions(self.native, loops.LUCK)
        self.groups = np.zeros(max(1, self.coding.count), np.int32)
        for base, number in zip(self.coding.bases, self.coding.order, strict=True):
            self.groups[base:] = number
        deciders = {t.decider for t in system.transitions if t.decider is not None}
        answers = [t for d in deciders if (t := system.functions[d].returns) is not None]
        self.people = len(system.transitions) + 1
        self.several = self.people + max((t.hi for t in answers), default=-1) + 1
        self.sources = self.several + 1
        self.width = RESULT + k.constants(system)["SCORES"]

    def flags(self, rulings: Sequence[int]) -> int:
        """The flags of a difference in some rulings, as the rules alone give them."""
        found = 0
        for ruling in rulings:
            found |= known(self.system, ruling)
        return found

    def counted(self, ruling: int) -> bool:
        """Whether a counter notes every place where a ruling is read."""
        return not known(self.system, ruling) & apart.ALWAYS

    def play(
        self,
        readings: Sequence[int],
        parameters: Sequence[int] | None = None,
        *,
        seed: int,
        game: int,
        max_steps: int = MAX_STEPS,
    ) -> tuple[list[int], list[int]]:
        """One game alone: its codes and its result.  Raises RangeViolation or ModelError where the rules break."""
        return self.played(PlaySettings(readings, parameters, seed, max_steps), game)

    def played(self, ours: PlaySettings, game: int) -> tuple[list[int], list[int]]:
        """Play one game with the settings of :meth:`run`: its codes and its result."""
        table = _CoupledThread(self, ours, ())
        record = np.zeros(ours.max_steps + 1, np.int64)
        status = k.NARROW
        while status == k.NARROW:
            table.widen()
            status = self.call["play_lucky"](
                table.work,
                LuckyGame(ours.seed, game, ours.max_steps),
                table.counts,
                table.sources,
                table.result,
                PlayRecord(View(record), len(record)),
            )
        codes = [int(code) for code in record[: int(table.block[S_STEPS])]]
        if status == k.FAULT:
            raise fault(
                self.system, self.coding, int(table.block[k.S_STATUS]), codes, int(table.block[k.S_CODE])
            )
        return codes, [int(n) for n in table.result]

    def run(
        self,
        ours: Sequence[int],
        others: Sequence[Sequence[int]],
        parameters: Sequence[int] | None = None,
        *,
        games: int,
        seed: int,
        max_steps: int = MAX_STEPS,
        progress: Callable[[int, int], None] | None = None,
    ) -> Coupled:
        """Play games under one reading, and with the same random numbers under others.

        Args:
            ours: the raw readings of all rulings.
            others: the same of each other reading.
            parameters: the value of each parameter; the defaults if None.
            games: how many, numbered from 0; at least 1.
            seed: 0 to ``2**63 - 1``; the same seed gives the same games.
            max_steps: a game is stopped after so many steps; 1 to 65,535.
            progress: called with the games begun and 0, at most five times a second.

        Raises:
            RangeViolation, ModelError: the rules break under our reading.  A break under another reading is an outcome.
            BadInput: an argument out of its bounds.

        Ctrl-C ends the run after the games that were begun; all finished ones without a gap count.
        """
        if games < 1 or not 1 <= max_steps < 1 << 16 or not 0 <= seed < 1 << 63:
            raise BadInput(
                f"{games} games of at most {max_steps} steps with seed {seed}",
                remedy="at least 1 game, 1 to 65,535 steps, a seed of 0 to 2**63 - 1",
            )
        settings = PlaySettings(ours, parameters, seed, max_steps)
        number = len(others)
        shape = (games, number)
        found = Coupled(
            seed,
            games,
            True,
            np.zeros(shape, np.int64),
            np.full(shape, -1, np.int64),
            np.full(shape, -1, np.int64),
            np.zeros((games, number + 1, self.width), np.int64),
        )
        crew = [_CoupledThread(self, settings, others) for _ in range(self.threads)]
        done = _shared(crew, found, progress)
        if done == games:
            return found
        arrays = (found.outcomes, found.places, found.codes, found.results)
        return Coupled(seed, done, False, *(array[:done] for array in arrays))


def _shared(
    threads: Sequence[_CoupledThread], found: Coupled, progress: Callable[[int, int], None] | None
) -> int:
    """Share the games out among threads; returns the number of games finished without a gap."""
    faults: list[tuple[int, _CoupledThread]] = []
    with Interrupts() as interrupts, ShardThreads(len(threads)) as pair:
        shares = Shares(found.games, interrupts, progress)

        def play(thread: _CoupledThread) -> None:
            while (span := shares.take(CHUNK)) is not None:
                if not thread.couple(found, *span):
                    faults.append((int(thread.block[k.S_BAD]), thread))
                    shares.failed = True
                    return
                if thread is threads[0]:
                    shares.tell(span[0])

        pair.run([partial(play, thread) for thread in threads])
    if faults:
        game, thread = min(faults, key=lambda one: one[0])
        luck = thread.luck
        luck.played(thread.ours, game)
        raise fault(luck.system, luck.coding, int(thread.block[k.S_STATUS]), ())
    return shares.following


class _CoupledThread:
    """The environments, the buffers and the block of one thread."""

    def __init__(self, luck: Luck, ours: PlaySettings, others: Sequence[Sequence[int]]) -> None:
        self.luck, self.ours = luck, ours
        assert ours.readings is not None
        new, parameters, chosen = luck.native.new_env, ours.parameters, ours.readings
        self.env = new(chosen, parameters)
        envs = [new(readings, parameters) for readings in others]
        differing = [rulings_between(chosen, theirs) for theirs in others]
        flags = [luck.flags(rulings) for rulings in differing]
        self.others = other_readings(luck.native, envs, differing, flags)
        number = max(1, len(envs))
        self.block = np.zeros(LUCK_BLOCK, np.int64)
        self.counts = np.zeros(luck.sources, np.int64)
        self.result = np.zeros(luck.width, np.int64)
        self.forks = np.zeros(number * luck.native.ncells, np.int32)
        self.draws = np.zeros(number * luck.sources, np.int64)
        self.most = max(1, luck.coding.count)
        self.cap = 0
        self.widen()

    def widen(self) -> None:
        """Make room for four times as many moves and weights as before."""
        luck = self.luck
        self.cap = min(self.most, 4 * self.cap or FIRST_CAP)
        moves, theirs, weights = (View(np.empty(self.cap, np.int64)) for _ in range(3))
        self.work = k.Workspace(View(self.block), View(self.env), moves, self.cap)
        self.sources = Sources(View(luck.groups), luck.people, luck.several, luck.sources, weights)
        self.room = loops.CoupledRoom(View(self.counts), theirs)

    def couple(self, found: Coupled, first: int, end: int) -> bool:
        """Play games; False after a fault, which is then in the block."""
        for game in range(first, end):
            status = k.NARROW
            while status == k.NARROW:
                status = self.game(found, game)
                if status == k.NARROW:
                    self.widen()
            if status != k.DONE:
                return False
        return True

    def game(self, found: Coupled, game: int) -> int:
        """Play one game; returns the status of the kernel, NARROW if there was too little room for moves."""
        luck = self.luck
        tables = (found.outcomes, found.places, found.codes)
        forks = loops.Forks(View(self.forks), View(self.draws), *(View(table[game]) for table in tables))
        return luck.call["couple_game"](
            self.work,
            LuckyGame(found.seed, game, self.ours.max_steps),
            self.others,
            self.sources,
            self.room,
            forks,
            found.results[game],
        )


__all__ = ["CHANGED", "Coupled", "Luck"]
