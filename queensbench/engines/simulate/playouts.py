"""Random play of whole games, with their lengths, their ends, and how often each clause and ruling came up.

In every settled state one move is drawn, uniformly among the actions or by weight among the chance events,
until the game is over, silent or deadlocked, or a limit of steps is reached.  Sums are exact and do not
depend on threads.

What this engine cannot see: anything that uniform play meets rarely.  A count of 0 is no proof, and the shares are
those of players who choose at random.  Judges are evaluated in each state as often as games pass through it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import (
    Cells,
    First,
    Interrupts,
    NativeCode,
    ShardThreads,
    Shares,
    cells_vector,
    fault,
    functions,
    renewed,
)
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.simulate import kernels as loops
from queensbench.errors import BadInput
from queensbench.readers.native.layout import layout
from queensbench.rules.typed.ir import IntType, System
from queensbench.rules.typed.move_codes import Coding

MAX_STEPS = 10_000
BINS = 1 << 20
COLUMNS = 1 << 12
"""Scores are counted one by one where a score has at most so many values, else in columns of equal width."""
ROOM = 1 << 24
CHUNK_SECONDS = 0.02
TELLING = 0.2
"""The time that all games take is estimated after so many seconds; the first few games take longer."""


@dataclass(frozen=True)
class Scores:
    """A player's scores over the games that ended: sum, least and greatest, each with its first game."""

    sum: int
    least: int
    least_game: int
    greatest: int
    greatest_game: int


@dataclass(frozen=True)
class CameUp:
    """How often a clause or ruling came up, and in how many games."""

    times: int
    games: int


@dataclass(frozen=True)
class PlaySettings:
    """The settings of random games.

    Attributes:
        readings: the raw reading of each ruling; the house readings if None.
        parameters: the value of each parameter; the defaults if None.
        seed: 0 to ``2**63 - 1``; the same seed gives the same games.
        max_steps: a game is cut off after so many stored transitions (at least 1).
        check: whether judges are evaluated in every state that a game passes through.
        start: raw cells from which every game starts, settled first; the start of the rules if None.
    """

    readings: Sequence[int] | None = None
    parameters: Sequence[int] | None = None
    seed: int = 1
    max_steps: int = MAX_STEPS
    check: bool = True
    start: Cells | None = None


def score_columns(system: System) -> tuple[int, int, int]:
    """How scores are counted: the least one, the width of a column as a power of two, and the number of columns."""
    kind = None if system.score is None else system.functions[system.score].returns
    if not isinstance(kind, IntType):
        return 0, 0, 1
    values = kind.hi - kind.lo + 1
    shift = max(0, (values - 1).bit_length() - COLUMNS.bit_length() + 1)
    return kind.lo, shift, ((values - 1) >> shift) + 1


class _PlayThread:
    """The environment, the buffers and the sums of one thread."""

    def __init__(self, native: NativeCode, system: System, run: PlaySettings) -> None:
        self.sizes = k.constants(system)
        self.env = native.new_env(run.readings, run.parameters)
        self.block = np.zeros(loops.PLAY_BLOCK, np.int64)
        self.room = max(1, min(Coding(system).count, ROOM))
        self.moves = np.empty(self.room, np.int64)
        self.weights = np.empty(self.room, np.int64)
        self.ends = 1 + self.sizes["SILENCES"] + (1 << self.sizes["PLAYERS"]) + 1
        self.notes = np.zeros(self.ends * k.NOTE, np.int64)
        self.failing = np.zeros(max(1, self.sizes["JUDGES"]) * k.NOTE, np.int64)
        self.scores = np.tile(np.array([0, *[2**62] * k.EXTREME, 0], np.int64), max(1, self.sizes["SCORES"]))
        self.lengths = np.zeros(min(run.max_steps, BINS) + 1, np.int64)
        self.least, self.shift, columns = score_columns(system)
        self.points = np.zeros(max(1, self.sizes["SCORES"]) * columns, np.int64)
        self.first_counter = layout(system).clauses
        counters = self.sizes["CLAUSES"] + self.sizes["RULINGS"]
        self.before = np.zeros(counters + 1, np.int64)
        self.games = np.zeros(counters + 1, np.int64)
        self.done = 0
        self.start = np.zeros(len(system.cells), np.int32)
        if run.start is not None:
            self.start = cells_vector(system, run.start).copy()
        self.work = k.Workspace(View(self.block), View(self.env), View(self.moves), self.room)
        self.rules = loops.GameRules(int(run.start is None), run.seed, run.max_steps, int(run.check))
        self.sums = loops.GameSums(
            View(self.notes),
            View(self.failing),
            View(self.scores),
            View(self.lengths),
            len(self.lengths),
            View(self.points),
            columns,
            self.least,
            self.shift,
        )
        self.counters = loops.Counters(
            View(self.env, self.first_counter), View(self.before), View(self.games)
        )

    def play(self, call: Callable[..., int], begin: int, end: int) -> bool:
        """Play games; False after a fault, which is then in the block."""
        self.block[k.S_AT] = begin
        status = call(self.work, self.weights, self.start, self.rules, end, self.sums, self.counters)
        self.done += int(self.block[k.S_AT]) - begin
        return status == k.DONE


BY_HOUSE = PlaySettings()


class Playouts:
    """The sums over many games.

    Attributes:
        games: finished games; ``complete`` is False when Ctrl-C came before all of them (``interrupted``).
        steps: stored transitions of all games, chance events included; ``choices``: players' choices among
            them; ``options``: the moves that players chose among, summed over choices; ``widest``: the most
            at once.
        lengths: number of games by steps (the last entry is for all longer ones).
        ends: games by set of winners (raw players, ascending), each with its first, which is the shortest.
        deadlocks, silences, cut: games that ended so (``cut``: at the limit of steps), each with the
            shortest.
        failing: per judge, how many states passed through fail it, and the game that met one after the fewest steps.
        scores: per player, over the ended games; empty if there is none.
        points: per player, the ended games by score, as rows of the least and the greatest score of a column and the
            number of games; columns without games are left out.
        clauses, rulings: per clause and ruling, how often and in how many games it came up (all 0 if the
            native code was compiled without counters).
        seconds: wall time.
    """

    def __init__(
        self,
        native: NativeCode,
        system: System,
        run: PlaySettings,
        tables: Sequence[_PlayThread],
        wanted: int,
        seconds: float,
    ) -> None:
        self._native, self._run = native, run
        self.system = system
        self.seed = run.seed
        self.games = sum(t.done for t in tables)
        self.complete = self.games == wanted
        self.interrupted = not self.complete
        self.seconds = seconds
        self.steps = sum(int(t.block[loops.S_TOTAL]) for t in tables)
        self.choices = sum(int(t.block[loops.S_CHOICES]) for t in tables)
        self.options = sum(int(t.block[loops.S_OPTIONS]) for t in tables)
        self.widest = max(int(t.block[loops.S_WIDEST]) for t in tables)
        self.lengths = np.sum([t.lengths for t in tables], axis=0)
        sizes = tables[0].sizes
        notes = [t.notes for t in tables]
        self.deadlocks = First.of(notes, 0)
        self.silences = tuple(First.of(notes, 1 + j) for j in range(sizes["SILENCES"]))
        players = sizes["PLAYERS"]
        self.ends = {
            tuple(p for p in range(players) if who >> p & 1): first
            for who in range(1 << players)
            if (first := First.of(notes, 1 + sizes["SILENCES"] + who)).count
        }
        self.cut = First.of(notes, tables[0].ends - 1)
        self.failing = tuple(First.of([t.failing for t in tables], j) for j in range(sizes["JUDGES"]))
        self.scores = tuple(self._scores(tables, p) for p in range(sizes["SCORES"])) if self.ends else ()
        points = np.sum([t.points for t in tables], axis=0).reshape(max(1, sizes["SCORES"]), -1)
        least, wide = tables[0].least, 1 << tables[0].shift
        self.points = tuple(
            tuple(
                (least + c * wide, least + (c + 1) * wide - 1, int(row[c]))
                for c in np.flatnonzero(row).tolist()
            )
            for row in points[: len(self.scores)]
        )
        place = tables[0].first_counter
        end = place + sizes["CLAUSES"] + sizes["RULINGS"]
        counted = np.sum([t.env[place:end] for t in tables], axis=0)
        met = np.sum([t.games for t in tables], axis=0)
        came = [CameUp(int(n), int(g)) for n, g in zip(counted, met, strict=False)]
        self.clauses = tuple(came[: sizes["CLAUSES"]])
        self.rulings = tuple(came[sizes["CLAUSES"] :])

    @staticmethod
    def _scores(tables: Sequence[_PlayThread], player: int) -> Scores:
        rows = [t.scores.reshape(-1, loops.TALLY)[player] for t in tables]
        low = min(tuple(map(int, row[1:4])) for row in rows)
        high = min(tuple(map(int, row[4:7])) for row in rows)
        return Scores(
            sum(int(row[0]) + (int(row[7]) << 32) for row in rows), low[0], low[2], -high[0], high[2]
        )

    @property
    def shortest(self) -> int:
        """The fewest steps of a game."""
        return int(np.flatnonzero(self.lengths)[0]) if self.games else 0

    @property
    def longest(self) -> int:
        """The most steps of a game (at most the last entry of ``lengths``)."""
        return int(np.flatnonzero(self.lengths)[-1]) if self.games else 0

    def replay(self, game: int) -> list[int]:
        """The codes of a game, played again."""
        return self._replays.game(game)

    @cached_property
    def _replays(self) -> Replays:
        return Replays(self._native, self.system, self._run)


class Replays:
    """Single games of :func:`playouts` with the same settings, played again in the same room."""

    def __init__(self, native: NativeCode, system: System, run: PlaySettings) -> None:
        self.table = _PlayThread(native, system, run)
        self.start = self.table.start.copy()
        self.record = np.empty(run.max_steps, np.int64)
        self.call = functions(native, loops.PLAYER)["play_game"]

    def game(self, game: int) -> list[int]:
        """The codes of a game by its number; if it meets a fault, up to the fault."""
        steps, _ = self.played(game)
        found: list[int] = self.record[:steps].tolist()
        return found

    def played(self, game: int) -> tuple[int, int]:
        """Play a game: how many steps it has, whose codes ``record`` then holds, and how it ended."""
        table = self.table
        table.start[:] = self.start  # the game has left its last state there
        end = self.call(
            table.work,
            table.weights,
            table.start,
            table.rules._replace(check=0),
            game,
            table.failing,
            loops.PlayRecord(View(self.record), len(self.record)),
        )
        return int(table.block[loops.S_STEPS]), end


def replay_game(native: NativeCode, system: System, run: PlaySettings, game: int) -> list[int]:
    """The codes of one game of :func:`playouts` with the same settings; if it meets a fault, up to the fault."""
    return Replays(native, system, run).game(game)


def playouts(
    native: NativeCode,
    system: System,
    run: PlaySettings = BY_HOUSE,
    *,
    games: int,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Playouts:
    """Play games at random.

    Args:
        native: the rules compiled with :func:`queensbench.engines.runtime.kernels.add_kernels` and ``PLAYER``.
        system: the same rules.
        run: the settings of the games.
        games: how many; numbered from 0.
        threads: 1 or 2; the result does not depend on it.
        progress: called with the games begun and 0, at most five times a second.

    Raises:
        RangeViolation, ModelError: as in :func:`queensbench.engines.explore.explorer.explore`; of all faults in these
            games, the one in the first game, with its play.
        BadInput: an argument out of its bounds, or native code without the kernels.

    Ctrl-C ends the run within some hundredths of a second, unless one game takes longer; finished games count.
    """
    if games < 1 or run.max_steps < 1:
        raise BadInput(f"{games} games of at most {run.max_steps} steps", remedy="ask for at least 1 of each")
    if not 0 <= run.seed < 2**63:
        raise BadInput(f"a seed of {run.seed}", remedy="choose one from 0 to 2**63 - 1")
    begun = time.perf_counter()
    crew = _Crew(native, [_PlayThread(native, system, run) for _ in range(2 if threads > 1 else 1)])
    with Interrupts() as interrupts, ShardThreads(threads) as pair:
        crew.play(pair, Shares(games, interrupts, progress))
    if crew.faults:
        game, thread = min(crew.faults, key=lambda f: f[0])
        status, code = int(thread.block[k.S_STATUS]), int(thread.block[k.S_CODE])
        raise fault(system, Coding(system), status, replay_game(native, system, run, game), code)
    return Playouts(native, system, run, crew.threads, games, time.perf_counter() - begun)


class _Crew:
    """Threads that play games in spans of about :data:`CHUNK_SECONDS`."""

    def __init__(self, native: NativeCode, threads: Sequence[_PlayThread]) -> None:
        self.native = native
        self.threads = threads
        self.faults: list[tuple[int, _PlayThread]] = []
        self.call = functions(native, loops.PLAYER)["play_games"]

    def play(self, pair: ShardThreads, shares: Shares) -> None:
        """Play all games; after a fault none is begun."""
        pair.run([partial(self._work, thread, shares) for thread in self.threads])

    def _work(self, thread: _PlayThread, shares: Shares) -> None:
        size = 1
        mine, noted = time.thread_time(), 0.0
        while (span := shares.take(size)) is not None:
            first, end = span
            clock = time.perf_counter()
            if not thread.play(self.call, first, end):
                self.faults.append((int(thread.block[k.S_BAD]), thread))
                shares.failed = True
                return
            took = time.perf_counter() - clock
            spent = time.thread_time() - mine
            if thread is self.threads[0]:
                left = spent * (shares.games / end - 1) if spent > TELLING else 0.0
                begun = time.thread_time()
                self._renew(shares, spent - noted, left)
                mine += time.thread_time() - begun  # to make code is not to play
                shares.tell(first)
            noted = spent
            size = max(1, min(4 * size, int(size * CHUNK_SECONDS / max(took, 1e-6))))

    def _renew(self, shares: Shares, ran: float, left: float) -> None:
        """Tell the compiled rules how long each thread ran and is to run; they may be compiled anew."""
        number = len(self.threads)
        with shares.lock:  # whoever went on meanwhile would do so with the slow code
            if renewed(self.native, number * ran, number * left):
                self.call = functions(self.native, loops.PLAYER)["play_games"]


def playouts_of(
    box: Box,
    readings: Mapping[str, Any] | None = None,
    *,
    games: int,
    seed: int,
    max_steps: int,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Playouts:
    """Random playouts of a box under a reading; ``threads`` as in :func:`playouts`."""
    with box.told():
        run = PlaySettings(box.raw(readings), box.parameters(), seed, max_steps)
        return playouts(box.native, box.system, run, games=games, threads=threads, progress=progress)
