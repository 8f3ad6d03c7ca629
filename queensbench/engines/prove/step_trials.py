"""Tests of proved claims on single steps, by machine code: a check that shares nothing with the solver's side.

A proof by induction says: from every typed state in which all lemmas hold, under every reading and parameter that it is
about, each step leads to a state in which the claim holds, and leaves no range.  So it is wrong if one such step does
otherwise, whether any play leads there or not.  Steps are made, and claims judged, by the native reader alone; no term
of the symbolic reader is looked at.

Where states come from: random games from the start; these states changed at a few places, as long as all claims hold
(units moved, places exchanged, a field taken from another state, anything anywhere); and states that the solver itself
gave as examples of the hypothesis, and states around them.  Each game has readings and parameters of its own.

What it cannot see: a step that none of these states makes; a fault that native code shares with the symbolic reader;
within the automatic steps after a move, the states between; a claim shown by deeper induction, except where as many
steps have been made before.  That nothing is found is no proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from queensbench.engines.prove import step_kernels as loops
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, ShardThreads, functions
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import InternalError, QueensbenchError
from queensbench.evidence.plays import board
from queensbench.rules.typed import ir

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box

STEPS = 100_000
"""The least number of steps on which a mode's proved claims are tried."""

SEED = 20_190_101
LENGTHS = (40, 400, 4_000)
"""The most steps of games, one after the other: short ones change their readings more often."""
AROUND = 8
"""Steps from a state that the solver gave."""

TRIES, FEW = 2, 1
"""Changed states for each state of a game: TRIES, but FEW where the claims hold in fewer than one in RARE of these."""
RARE, TELLING = 30, 2_000
"""That claims hold so rarely is concluded from TELLING changed states at the least."""

STREAMS = 2
"""So many streams of games are played side by side, each in a thread, with an equal share of the steps."""

GAMES = 20_000
"""The most games: a mode whose games end at once has no more to show."""
ROOM = 1 << 20


@dataclass(frozen=True)
class Model:
    """A state that the solver gave, in which all claims shown by the same attempt hold, and the judges of these."""

    cells: tuple[int, ...]
    readings: tuple[int, ...]
    parameters: tuple[int, ...]
    judges: tuple[int, ...]


@dataclass(frozen=True)
class TriedClaims:
    """The claims that were shown together.

    ``depths``: by judge the greatest k of its induction, 0 of one that is true by construction.  ``readings``: those
    under which they were (None: all).  ``ranges``: whether it was shown, too, that no range is left.
    """

    depths: Mapping[int, int]
    readings: tuple[int, ...] | None
    ranges: bool


@dataclass
class Tried:
    """The number of steps that were tried without a contradiction: from ``games`` and from ``changed`` states.

    ``models``: states that the solver gave.  ``met``: the different readings and parameters.
    """

    games: int = 0
    changed: int = 0
    models: int = 0
    met: set[tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=set)

    @property
    def steps(self) -> int:
        """The number of all steps."""
        return self.games + self.changed

    @property
    def worlds(self) -> int:
        """The number of different readings and parameters."""
        return len(self.met)

    def add(self, other: Tried) -> None:
        """Add what was tried elsewhere."""
        self.games += other.games
        self.changed += other.changed
        self.models += other.models
        self.met |= other.met

    def row(self) -> dict[str, int]:
        """The row of the report."""
        return {
            "steps": self.steps,
            "from_games": self.games,
            "from_changed": self.changed,
            "solver_states": self.models,
            "worlds": self.worlds,
        }


def try_steps(
    box: Box,
    claims: Iterable[TriedClaims],
    models: Sequence[Model] = (),
    *,
    steps: int = STEPS,
    seed: int = SEED,
    progress: Callable[[str], None] = lambda text: None,
) -> Tried:
    """Try proved claims on at least ``steps`` steps (fewer if :data:`GAMES` games have fewer).

    The same arguments make the same steps.  Raises InternalError for a step that contradicts a proof.
    """
    wanted = [claimed for claimed in claims if claimed.depths]
    found, halted = Tried(), list[int]()
    with ShardThreads(STREAMS) as threads:
        for number, claimed in enumerate(wanted):
            left = max(0, -(-steps * (number + 1) // len(wanted)) - found.steps)
            streams = [_Trial(box, claimed, stream, halted) for stream in range(STREAMS)]

            def told(so_far: int = found.steps, streams: Sequence[_Trial] = streams) -> None:
                done = so_far + sum(one.tried.steps for one in streams)
                progress(f"trying what was proved: {done:,} steps")

            tasks = [
                partial(one.run, models, -(-left // STREAMS), seed + number, told if one.first else None)
                for one in streams
            ]
            threads.run(tasks)
            for one in streams:
                found.add(one.tried)
    return found


class _Trial:
    """One stream of the trial of claims that were shown together; it ends as soon as ``halted`` is not empty."""

    def __init__(self, box: Box, claimed: TriedClaims, stream: int, halted: list[int]) -> None:
        self.box, self.claimed, self.stream, self.halted = box, claimed, stream, halted
        self.tried = Tried()
        self.system = system = box.system
        self.native = box.native
        self.call = functions(self.native, loops.STEPPER)["step_game"]
        self.block = np.zeros(loops.STEPS_BLOCK, np.int64)
        depths = [claimed.depths.get(judge, loops.NOT_CLAIMED) for judge in range(len(system.judges))]
        self.wanted = np.array([*depths, 0], np.int64)
        self.most = max(1, *claimed.depths.values())
        self.room = max(1, min(box.coding.count, ROOM))
        self.typed = typed_cells(system)
        self.state = np.zeros(len(system.cells), np.int32)
        # Many games take but a few steps: what does not change is made once for all of them.
        self.env = self.native.new_env()
        self.work = k.Workspace(
            View(self.block), View(self.env), View(np.empty(self.room, np.int64)), self.room
        )
        self.judged = loops.ClaimsTried(View(self.wanted), self.most, int(claimed.ranges), View(self.state))

    @property
    def first(self) -> bool:
        """Whether it is the first stream, which runs in the thread that began the trial."""
        return not self.stream

    def run(
        self, models: Sequence[Model], share: int, seed: int, told: Callable[[], None] | None = None
    ) -> None:
        """Play until so many steps have been made in this stream.

        Ctrl-C, and whatever else ``told`` raises, ends the other as well.  A contradiction does not: which one is told
        would depend on which stream is quicker.
        """
        try:
            self._play(models, share, seed, told or (lambda: None))
        except InternalError:
            raise
        except BaseException:
            self.halted.append(self.stream)
            raise

    def _play(self, models: Sequence[Model], share: int, seed: int, told: Callable[[], None]) -> None:
        random = Random(STREAMS * seed + self.stream)
        cells = np.zeros(len(self.system.cells), np.int32)
        numbers = range(self.stream, GAMES, STREAMS)
        for number, model in enumerate(self._models(models[self.stream :: STREAMS])):
            cells[:] = model.cells
            game = GAMES + STREAMS * number + self.stream
            self._game(model.readings, model.parameters, seed, game, AROUND, cells)
            self.tried.models += 1
        for game in numbers:
            if self.tried.steps >= share or self.halted:
                return
            readings, parameters = self._world(random, game)
            self._game(readings, parameters, seed, game, LENGTHS[game % len(LENGTHS)], None)
            told()

    def _models(self, models: Sequence[Model]) -> list[Model]:
        """The solver's states under the readings in question.

        Raises InternalError if a claim fails in one; and, where it was shown that no range is left, if one is left in
        asking for a claim of the solver, and all other claims hold.
        """
        mine = [m for m in models if self.claimed.readings in (None, m.readings)]
        for model in mine:
            cells = np.array(model.cells, np.int32)
            verdicts = self.native.judges(cells, self.native.new_env(model.readings, model.parameters))
            given = [judge for judge in model.judges if judge in self.claimed.depths]
            fails = next((judge for judge in given if verdicts[judge] == 0), None)
            leaves = next((judge for judge in given if verdicts[judge] < 0), None)
            others = all(verdicts[j] == 1 for j in self.claimed.depths if j not in given)
            what = ""
            if fails is not None:
                what = (
                    f"{self._name(fails)} does not hold in a state that the solver gave as one where it does"
                )
            elif leaves is not None and self.claimed.ranges and others:
                where = f" in a state where the solver says that {self._name(leaves)} holds"
                what = self._left(verdicts[leaves], where)
            if what:
                self.state[:] = cells
                raise self._contradiction(model.readings, model.parameters, what, "")
        return mine

    def _world(self, random: Random, game: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The readings and parameters of a game: drawn, but those of the first are the house's and the defaults."""
        system = self.system
        readings = self.claimed.readings
        if readings is None:
            readings = tuple(
                r.house if not game else random.randrange(len(r.readings)) for r in system.rulings
            )
        parameters = tuple(
            p.default if not game or random.random() < 0.5 else random.randint(p.lo, p.hi)
            for p in system.parameters
        )
        return readings, parameters

    def _game(
        self,
        readings: tuple[int, ...],
        parameters: tuple[int, ...],
        seed: int,
        game: int,
        longest: int,
        start: Array | None,
    ) -> None:
        block, tried = self.block, self.tried
        self.native.set_env(self.env, readings, parameters)
        tried.met.add((readings, parameters))
        rare = RARE * block[loops.S_KEPT] < block[loops.S_TRIED] and block[loops.S_TRIED] >= TELLING
        before = int(block[loops.S_FROM_GAMES]), int(block[loops.S_FROM_NEAR])
        status = self.call(
            self.work,
            self.judged.found if start is None else start,
            loops.StepGame(int(start is None), seed, game, longest, FEW if rare else TRIES),
            self.judged,
            self.typed,
        )
        if status != k.DONE:
            raise self._found(readings, parameters)
        tried.games += int(block[loops.S_FROM_GAMES]) - before[0]
        tried.changed += int(block[loops.S_FROM_NEAR]) - before[1]

    # ------------------------------------------------------------------------------------- contradictions

    def _found(self, readings: tuple[int, ...], parameters: tuple[int, ...]) -> InternalError:
        """The contradiction that the loop has left in its block."""
        what, which, move = (int(self.block[place]) for place in (loops.S_WHAT, loops.S_WHICH, loops.S_MOVE))
        if move >= 0:
            step = self.box.coding.label(self.box.coding.decode(move))
            by = f"after {step}"
        else:
            step, by = "", "after the automatic steps" if move == loops.SETTLED else "in a state"
        if what == loops.CLAIM:
            return self._contradiction(readings, parameters, f"{self._name(which)} does not hold {by}", step)
        return self._contradiction(readings, parameters, self._left(which, f" {by}"), step)

    def _left(self, status: int, by: str) -> str:
        """A status of a range that is left, in words."""
        site = self.system.sites[-1 - status]
        return f"a range is left{by}: `{site.text}`, {site.what}"

    def _name(self, judge: int) -> str:
        return self.system.judges[judge].name

    def _contradiction(
        self, readings: tuple[int, ...], parameters: tuple[int, ...], what: str, step: str
    ) -> InternalError:
        """A contradiction with the state before it, its readings and parameters, and the claims."""
        system = self.system
        cells = [int(raw) for raw in self.state]
        chosen = {r.name: r.readings[raw].lower() for r, raw in zip(system.rulings, readings, strict=True)}
        values = {p.name: raw for p, raw in zip(system.parameters, parameters, strict=True)}
        claims = ", ".join(
            f"{self._name(judge)} (depth {depth})" for judge, depth in sorted(self.claimed.depths.items())
        )
        told = [
            f"mode: {system.ruleset}/{system.mode} {system.instance}",
            f"what contradicts the proofs: {what}",
            f"step: {step or 'none'}",
            f"readings: {chosen}",
            f"parameters: {values}",
            f"cells before: {cells}",
            f"board before:\n{self._board(cells)}",
            f"claimed, of {'every reading' if self.claimed.readings is None else 'these readings'}: {claims}",
        ]
        return InternalError(
            f"a step contradicts a proof of {system.ruleset}/{system.mode}: {what}, from a state where all that was "
            "proved holds",
            sent="\n".join(told),
        )

    def _board(self, cells: list[int]) -> str:
        try:
            interpreter = self.box.interpreter()
            silences = [(s.what, self.system.clauses[s.clause]) for s in self.system.silences]
            return board(interpreter, interpreter.state(cells, silences))
        except QueensbenchError as error:  # the cells say it as well
            return str(error)


def typed_cells(system: ir.System) -> loops.TypedCells:
    """The values that states of a system may hold, as the loop takes them; its pool is empty."""
    blocks, sequences = _blocks(system), _sequences(system)
    return loops.TypedCells(
        View(np.array([t.lo for t in system.cells], np.int32)),
        View(np.array([t.hi for t in system.cells], np.int32)),
        View(blocks),
        len(blocks) // 2,
        View(sequences),
        len(sequences) // loops.SEQUENCE,
        View(np.zeros(loops.POOL * len(system.cells), np.int32)),
    )


def _blocks(system: ir.System) -> Array:
    """The first cell of each field, and the number of its cells."""
    found: list[int] = []
    for block in system.fields:
        if block.offset < system.silent_cell and not block.name.startswith("$"):
            found += [block.offset, block.cells]
    return np.array(found, np.int64)


def _sequences(system: ir.System) -> Array:
    """Four numbers for each sequence: its first place, its places, the cell of its length, the blank item."""
    numbers = {block.name: block for block in system.fields}
    found: list[int] = []
    for block in system.fields:
        length = numbers.get(f"{block.name}.len")
        if length is None:
            continue
        places = ir.size(block.index[-1])
        for row in range(length.cells):
            found += [block.offset + row * places, places, length.offset + row, block.value.lo]
    return np.array(found, np.int64)


__all__ = ["STEPS", "Model", "Tried", "TriedClaims", "try_steps"]
