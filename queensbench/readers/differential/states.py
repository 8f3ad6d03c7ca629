"""States for the comparison of readers, drawn so that every action comes up, under drawn readings.

Random games seldom reach rare actions, so native playouts prefer the transitions that were enabled least, and a
state is kept under each transition that is enabled there.  Around these *reachable* states lie *near* ones (a few
cells changed), and all cells are drawn for *arbitrary* ones, which no play need reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from queensbench.errors import ModelError
from queensbench.readers.native.program import Native
from queensbench.rules.typed.ir import System, size
from queensbench.rules.typed.move_codes import Coding

ENDED = -1
"""The key of states in which nothing is enabled."""

KEPT = 400
"""States kept for a transition."""


@dataclass(frozen=True)
class World:
    """The inputs of the rules beside the state: the raw reading of each ruling, the value of each parameter."""

    readings: tuple[int, ...]
    parameters: tuple[int, ...]


@dataclass(frozen=True)
class Spot:
    """A state to compare at: its origin (such as ``reachable``, ``near``, ``arbitrary``), its cells, its world."""

    origin: str
    cells: tuple[int, ...]
    world: World


def worlds(system: System, count: int, random: Random) -> list[World]:
    """The house readings, and ``count - 1`` worlds in which the readings of a ruling come up about equally often.

    One world alone for a system without rulings and parameters.
    """
    columns = []
    for ruling in system.rulings:
        column = [k % len(ruling.readings) for k in range(count - 1)]
        random.shuffle(column)
        columns.append([ruling.house, *column])
    for p in system.parameters:
        drawn = [random.choice((p.default, p.lo, p.hi, random.randint(p.lo, p.hi))) for _ in range(count - 1)]
        columns.append([p.default, *drawn])
    rulings = len(system.rulings)
    rows = list(zip(*columns, strict=True)) if columns else [()]
    return [World(tuple(row[:rulings]), tuple(row[rulings:])) for row in rows]


def normal(system: System, cells: list[int]) -> list[int]:
    """The cells with everything blank beyond the length of a sequence, as every reader keeps them."""
    blocks = {block.name: block for block in system.fields}
    for block in system.fields:
        length = blocks.get(f"{block.name}.len")
        if length is None:
            continue
        places = size(block.index[-1])
        for row in range(length.cells):
            for place in range(cells[length.offset + row], places):
                cells[block.offset + row * places + place] = block.value.lo
    return cells


class States:
    """Draws states of a system, under each of the given worlds."""

    def __init__(self, system: System, native: Native, given: Sequence[World], random: Random) -> None:
        self.system = system
        self.native = native
        self.worlds = given
        self.random = random
        self.coding = Coding(system)
        self.kept: dict[int, list[Spot]] = {ENDED: [], **{t: [] for t in self.coding.order}}
        self.met: dict[int, int] = dict.fromkeys(self.kept, 0)
        self.spots: set[Spot] = set()
        self._turn = 0

    def world(self) -> World:
        """The next world, each in turn."""
        self._turn += 1
        return self.worlds[self._turn % len(self.worlds)]

    # ---------------------------------------------------------------------------------------- reachable

    def play(self, games: int, steps: int) -> None:
        """Play games of at most so many steps, and keep states by the transitions enabled in them."""
        for _ in range(games):
            self._game(self.world(), steps)

    def _game(self, world: World, steps: int) -> None:
        native = self.native
        env = native.new_env(world.readings, world.parameters)
        status, cells = native.initial(env)
        if status < 0 or native.settle(cells, env) < 0:
            return
        for _ in range(steps):
            spot = Spot("reachable", tuple(cells.tolist()), world)
            try:
                codes = native.moves(cells, env)
            except ModelError:
                self._keep(ENDED, spot)
                return
            enabled: dict[int, list[int]] = {}
            for code in codes:
                enabled.setdefault(self.coding.decode(code).transition, []).append(code)
            if spot not in self.spots:
                self.spots.add(spot)
                for transition in enabled or {ENDED: []}:
                    self._keep(transition, spot)
            if not enabled:
                return
            weights = [1 / (1 + self.met[t]) for t in enabled]
            chosen = self.random.choices(list(enabled), weights)[0]
            status, cells = native.apply(cells, env, self.random.choice(enabled[chosen]))
            if status < 0 or native.settle(cells, env) < 0:
                return

    def _keep(self, transition: int, spot: Spot) -> None:
        """Keep a spot in a sample of all spots met (reservoir sampling; Vitter, 1985)."""
        self.met[transition] += 1
        sample = self.kept[transition]
        if len(sample) < KEPT:
            sample.append(spot)
        elif (place := self.random.randrange(self.met[transition])) < KEPT:
            sample[place] = spot

    # -------------------------------------------------------------------------------------------- drawn

    def reachable(self, transition: int) -> Spot | None:
        """A state in which a transition is enabled (for ENDED, none is); None if no game has met one."""
        sample = self.kept[transition]
        return self.random.choice(sample) if sample else None

    def near(self, spot: Spot) -> Spot:
        """A state with one to four cells drawn anew, half the time under the next world."""
        cells = list(spot.cells)
        for _ in range(self.random.randint(1, 4)):
            cell = self.random.randrange(len(cells) - 1) if len(cells) > 1 else 0
            t = self.system.cells[cell]
            cells[cell] = self.random.randint(t.lo, t.hi)
        world = self.world() if self.random.random() < 0.5 else spot.world
        return Spot("near", tuple(self._silenced(cells)), world)

    def arbitrary(self) -> Spot:
        """A state of cells drawn one by one."""
        cells = [self.random.randint(t.lo, t.hi) for t in self.system.cells]
        return Spot("arbitrary", tuple(self._silenced(cells)), self.world())

    def _silenced(self, cells: list[int]) -> list[int]:
        """In normal form, and silent once in fifty times."""
        cells[-1] = 0
        if self.system.silences and self.random.random() < 0.02:
            cells[-1] = self.random.randint(1, len(self.system.silences))
        return normal(self.system, cells)

    def codes(self, spot: Spot) -> list[int] | None:
        """The codes that native code lists as enabled, or None if it faults."""
        env = self.native.new_env(spot.world.readings, spot.world.parameters)
        try:
            return self.native.moves(np.array(spot.cells, np.int32), env)
        except ModelError:
            return None
