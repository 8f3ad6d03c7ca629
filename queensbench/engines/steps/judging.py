"""Judges every step between the states of an exploration, and every step of random games.

A step property is a judge of the system over two states
(:mod:`queensbench.rules.transforms.previous_states`).  Here that system is neither explored nor played: the steps are
those of the ordinary one, written down as its states, and only its judges are compiled.

Of the steps of an exploration against a property the first is one behind which the fewest choices, and of these the
fewest steps, lie: the play to the state before it is a shortest one, and all moves of a state are choices, or none is.

What this engine cannot see: all first steps against a property but one.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import SMALL, Shard
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import (
    Array,
    First,
    Interrupts,
    NativeCode,
    ShardThreads,
    Ticker,
    fault,
    functions,
    renewed,
)
from queensbench.engines.runtime.compiling import compiled
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.simulate.playouts import PlaySettings, Replays
from queensbench.engines.steps import kernels as loops
from queensbench.readers.native.layout import REFUSED
from queensbench.readers.native.program import Native
from queensbench.rules.typed.ir import System
from queensbench.rules.typed.move_codes import Coding

UNUSED = frozenset(
    f"qb_{name}"
    for name in (
        *("over", "initial", "settle", "moves", "weight", "decider", "apply"),
        *("pack", "unpack", "wins", "score"),
    )
)
"""The entry functions of a system over two states that no judge needs."""

ROOM = 128
"""This many steps are written before they are judged: few enough to stay in the processor's cache."""
LOOKING = 0.2
"""Seconds of play between two looks at the clock."""
Named = tuple[Sequence[int] | None, Sequence[int] | None]
"""Readings and parameters as native code takes them."""
PIECE = 1 << 13
"""This many states of a shard are looked at between two looks at the clock."""


class StepCode:
    """The judges of a system over two states in machine code."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.native: Native = compiled(system, (loops.judge_steps,), counters=False, unused=UNUSED)
        self.call = functions(self.native, (loops.judge_steps,))["judge_steps"]

    def ran(self, seconds: float, left: float | None = None) -> None:
        """Note how long the judges ran; they may be compiled anew."""
        if renewed(self.native, seconds, left):
            self.call = functions(self.native, (loops.judge_steps,))["judge_steps"]

    def notes(self) -> Array:
        """Room for the failures of each judge."""
        return np.zeros(max(1, len(self.system.judges)) * k.NOTE, np.int64)


class _Rows:
    """Room for steps, and what judges them under a reading."""

    def __init__(self, code: StepCode, env: Array, room: int, notes: Array | None = None) -> None:
        self.code, self.env, self.room = code, env, room
        self.cells = np.empty(room * len(code.system.cells), np.int32)
        self.keys = np.empty(2 * room, np.int64)
        self.rows = loops.StepRows(View(self.cells), View(self.keys), room)
        self.notes = code.notes() if notes is None else notes
        self.seconds = 0.0

    def judge(self, count: int) -> int:
        """How many of the first rows some judge is against; below 0 a violation."""
        begun = time.thread_time()
        wrong = self.code.call(self.env, self.rows, count, self.notes)
        self.seconds += time.thread_time() - begun
        return wrong


# ------------------------------------------------------------------------------------------ exploration


class StepListing:
    """The steps from states while they are listed and judged under a reading.

    ``native``: the rules that list them, with room for ``moves`` of a state of ``width`` words.  ``code``: what judges
    them.  ``faulty``: a judge has left its ranges.
    """

    def __init__(self, native: NativeCode, width: int, moves: int, code: StepCode, named: Named) -> None:
        self.code, self.named, self.width = code, named, width
        self.block = np.zeros(k.BLOCK, np.int64)
        self.moves = np.empty(max(1, moves), np.int64)
        self.work = k.Workspace(
            View(self.block), View(native.new_env(*named)), View(self.moves), len(self.moves)
        )
        self.faulty = False
        self.listing = 0.0
        self.judging = 0.0
        self._widen(_Rows(code, code.native.new_env(*named), ROOM))

    def _widen(self, rows: _Rows) -> None:
        """Take more room, for a state with more steps than there was room for."""
        self.rows = rows
        bits = (2 * rows.room - 1).bit_length()
        self.known = loops.Successors(
            View(np.empty(rows.room * self.width, np.int64)), View(np.zeros(1 << bits, np.int64)), bits
        )

    @property
    def at(self) -> int:
        """The state that comes next."""
        return int(self.block[k.S_AT])

    @property
    def count(self) -> int:
        """The steps so far: of each state as many as it leads to others."""
        return int(self.block[k.S_COUNT])

    def restart(self) -> None:
        """Begin with the first of other states."""
        self.block[k.S_AT] = 0

    def go_on(self, call: Callable[..., int], *where: Any) -> None:
        """List by a kernel the steps that there is room for, and judge them."""
        begun = time.thread_time()
        status = call(self.work, *where, self.rows.rows, self.known)
        self.listing += time.thread_time() - begun
        count = int(self.block[k.S_OUT])
        if status == k.FULL and not count:
            self.judging += self.rows.seconds
            room = min(4 * self.rows.room, len(self.moves))
            self._widen(_Rows(self.code, self.code.native.new_env(*self.named), room, self.rows.notes))
            return
        self.faulty = status not in (k.DONE, k.FULL) or self.rows.judge(count) < 0
        self.block[k.S_OUT] = 0

    def spent(self) -> tuple[float, float]:
        """The seconds that listing and judging have taken since this was last asked."""
        found = self.listing, self.judging + self.rows.seconds
        self.listing = self.judging = self.rows.seconds = 0.0
        return found


class _ShardSteps(StepListing):
    """The steps from the states of one shard."""

    def __init__(self, found: Exploration, shard: Shard, code: StepCode) -> None:
        store = found._store
        named = store.run.readings, store.run.parameters
        super().__init__(store.native, store.width, found.coding.count, code, named)
        self.shard = shard
        self.levels = [*found._bounds[shard.number].tolist(), shard.count]

    @property
    def left(self) -> bool:
        """Whether there are states left, and no judge has left its ranges."""
        return not self.faulty and self.at < self.shard.count

    def run(self, call: Callable[..., int]) -> None:
        """List and judge the steps of the next states."""
        end = min(self.shard.count, self.at + PIECE)
        while not self.faulty and self.at < end:
            choices = bisect_right(self.levels, self.at, hi=len(self.levels) - 1) - 1
            stop = min(end, self.levels[choices + 1])
            self.go_on(call, self.shard.states, stop, choices)


@dataclass(frozen=True)
class JudgedPairs:
    """The states of a system over two states: how many there are, and of each judge how many fail it.

    The first of these are told by the ids of the states before the step.
    """

    pairs: int
    failing: tuple[First, ...]


def pairs_of(
    found: Exploration,
    code: StepCode,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> JudgedPairs | None:
    """Judge every step between two states; None where a judge leaves its ranges.

    ``found`` is complete, and no states were merged in it.  Raises KeyboardInterrupt.
    """
    store = found._store
    assert found.complete
    assert store.run.symmetry is None
    shards = [_ShardSteps(found, shard, code) for shard in store.shards]
    listing = functions(store.native, loops.STEPS)["list_steps"]
    ticker, total = Ticker(progress), [0.0, 0.0]
    with Interrupts() as interrupts, ShardThreads(threads) as pair:
        while any(shard.left for shard in shards) and not any(shard.faulty for shard in shards):
            pair.run([partial(shard.run, listing) for shard in shards], large=found.states > SMALL)
            if interrupts.raised:
                raise KeyboardInterrupt
            done = sum(shard.at for shard in shards)
            more = found.states / max(done, 1) - 1
            spent = [sum(one) for one in zip(*(shard.spent() for shard in shards), strict=True)]
            total = [before + now for before, now in zip(total, spent, strict=True)]
            if renewed(store.native, spent[0], total[0] * more):
                listing = functions(store.native, loops.STEPS)["list_steps"]
            code.ran(spent[1], total[1] * more)
            ticker(sum(shard.count for shard in shards), 0)
    if any(shard.faulty for shard in shards):
        return None
    pairs = 1 + sum(shard.count for shard in shards)
    notes = [shard.rows.notes for shard in shards]
    return JudgedPairs(pairs, tuple(First.of(notes, judge) for judge in range(len(code.system.judges))))


def play_against(native: Native, found: Exploration, code: StepCode, judge: int, state: int) -> list[int]:
    """The codes of a shortest play to a state, and the first move from there that a judge, by its number, is against.

    ``native``: the code with which the states were found.  Raises LookupError where there is no such move.
    """
    run = found._store.run
    named = run.readings, run.parameters
    return [*found.moves_to(state), move_against(native, named, code, judge, found.cells(state))]


def move_against(native: Native, named: Named, code: StepCode, judge: int, before: Array) -> int:
    """The code of the first move from a state that a judge, by its number, is against.

    ``before``: the cells of the state.  Raises LookupError where there is no such move.
    """
    env, other = (one.new_env(*named) for one in (native, code.native))
    for move in native.moves(before, env):
        status, after = native.apply(before, env, move)
        if status > REFUSED:
            native.settle(after, env)
        pair = np.concatenate([after[:-1], before[:-1], [1], after[-1:]]).astype(np.int32)
        if code.native.judges(pair, other)[judge] == 0:
            return move
    raise LookupError(judge)


# ------------------------------------------------------------------------------------------------ games


@dataclass(frozen=True)
class JudgedGames:
    """Random games whose every step was judged.

    ``failing``: per judge, how many steps fail it, and the game that met one after the fewest steps.
    """

    games: int
    steps: int
    failing: tuple[First, ...]
    interrupted: bool


class StepGames:
    """Random games of the ordinary rules under a reading, and their steps.

    ``native``: the rules with the loops of all engines, of ``system``; ``code``: the judges of steps.
    """

    def __init__(self, native: NativeCode, system: System, code: StepCode, run: PlaySettings) -> None:
        self.native, self.system, self.run = native, system, run
        self.replays = Replays(native, system, run)
        self.rows = _Rows(code, code.native.new_env(run.readings, run.parameters), ROOM)
        self.start = functions(native, (k.start_state,))["start_state"]
        self.follow = functions(native, loops.STEPS)["follow_steps"]

    def play(self, games: int) -> JudgedGames:
        """Play games and judge their steps.

        Raises what :func:`queensbench.engines.simulate.playouts.playouts` raises, of the first game that meets a fault.
        Ctrl-C ends the run between two games.
        """
        steps = done = 0
        noted = (0.0, 0.0)
        begun = time.thread_time()
        with Interrupts() as interrupts:
            while done < games and not interrupts.raised:
                steps += self._played(done)
                done += 1
                spent = (time.thread_time() - begun - self.rows.seconds, self.rows.seconds)
                if sum(spent) - sum(noted) > LOOKING:
                    clock = time.thread_time()
                    self._renew(noted, spent, games / done - 1)
                    begun += time.thread_time() - clock  # to make code is not to play
                    noted = spent
        notes = [self.rows.notes]
        failing = tuple(First.of(notes, judge) for judge in range(len(self.rows.code.system.judges)))
        return JudgedGames(done, steps, failing, done < games)

    def replay(self, game: int) -> list[int]:
        """The codes of a game, played again."""
        return self.replays.game(game)

    def cut(self, codes: Sequence[int], number: int) -> list[int]:
        """The play up to its first step against a judge, by its number; all of it if there is none."""
        rows = self.rows
        kept, rows.notes = rows.notes, rows.code.notes()
        try:
            self._judged(np.array(codes, np.int64), len(codes), 0)
            first = rows.notes[number * k.NOTE : (number + 1) * k.NOTE]
        finally:
            rows.notes = kept
        return list(codes[: int(first[1])] if first[0] else codes)

    def _renew(self, noted: tuple[float, float], spent: tuple[float, float], more: float) -> None:
        """Tell the code for how many seconds games were played and judged; it may be made anew.

        ``noted``: those that were told before; ``spent``: all of them; ``more``: what share of these is left.
        """
        self.rows.code.ran(spent[1] - noted[1], spent[1] * more)
        if not renewed(self.native, spent[0] - noted[0], spent[0] * more):
            return
        self.replays = Replays(self.native, self.system, self.run)
        self.start = functions(self.native, (k.start_state,))["start_state"]
        self.follow = functions(self.native, loops.STEPS)["follow_steps"]

    def _played(self, game: int) -> int:
        """Play and judge a game; its steps."""
        count, end = self.replays.played(game)
        codes = self.replays.record
        status = self._judged(codes, count, game)
        if status < 0:
            raise fault(self.rows.code.system, Coding(self.system), status, codes[:count].tolist())
        if end == k.FAULT:
            block = self.replays.table.block
            raise fault(
                self.system,
                Coding(self.system),
                int(block[k.S_STATUS]),
                codes[:count].tolist(),
                int(block[k.S_CODE]),
            )
        return count

    def _judged(self, codes: Array, count: int, game: int) -> int:
        """Judge the steps of a play; a violation below 0."""
        work: Any = self.replays.table.work
        cells = np.zeros(len(self.system.cells), np.int32)
        if count:
            self.start(cells, work.env, 1)
        for first in range(0, count, ROOM):
            end = min(count, first + ROOM)
            status = self.follow(work, cells, codes, first, end, game, self.rows.rows)
            assert status == k.DONE, status
            wrong = self.rows.judge(end - first)
            if wrong < 0:
                return wrong
        return 0


__all__ = [
    "JudgedGames",
    "JudgedPairs",
    "StepCode",
    "StepGames",
    "StepListing",
    "move_against",
    "pairs_of",
    "play_against",
]
