"""Opaque rules asked under cubes of readings, by a loop of machine code that counts the rulings they read.

What it cannot see: whether a rule reads a cell that its text does not name; machine code and this module read the same
typed text.
"""

from __future__ import annotations

import ctypes
import time

import numpy as np
from numpy.typing import NDArray

from queensbench.engines.follow import kernels as k
from queensbench.engines.follow.answer_trees import Call, Leaf
from queensbench.engines.follow.reading_sets import Cube, ReadingSets
from queensbench.engines.runtime.calls import functions, renewed
from queensbench.engines.runtime.kernel_language import View
from queensbench.readers.native import oracle
from queensbench.readers.native.program import Env, Native
from queensbench.rules.typed import ir

MOST_ASKED = 50_000
"""A rule is asked under so many readings at most, for some tenths of a second; in long ones for a second or two."""
MOST_WORDS = 4_000_000
"""The room for its leaves."""


def numbers(*values: int) -> View:
    """A pointer to some numbers."""
    return View(np.array(values, np.int64))


class Opaque:
    """The opaque rules of a mode, asked in an environment whose ``numbers`` stand behind its counters.

    ``asked``: how often a rule was asked, in all.
    """

    def __init__(self, native: Native, env: Env, sets: ReadingSets) -> None:
        self.native, self.asked = native, 0
        self.system, self.sets, self.env = native.system, sets, env
        layout = native.layout
        behind = int(env.ctypes.data) + 8 * layout.env_size
        self.numbers = (ctypes.c_int64 * oracle.CELLS_AT).from_address(behind)
        self._cells_at = behind + 8 * oracle.CELLS_AT
        self._state = 4 * native.ncells
        self._reads: dict[int, NDArray[np.int64]] = {}
        self._decide = None
        if not native.address("qb_opaque"):
            return
        self._decide = functions(native, k.DECIDER)["decide"]
        self.numbers[oracle.ROOM_AT] = oracle.ROOM
        rulings = len(sets.names)
        self._told = k.ReadingCounts(
            *(View(env, at) for at in (layout.readings, layout.consults, layout.env_size))
        )
        self._way = k.Descent(*(View(np.zeros(rulings + 1, np.int64)) for _ in range(4)))
        self._words = np.zeros(MOST_WORDS, np.int64)
        self._count = numbers(0)

    def call(self) -> Call:
        """The opaque rule at which a run ended, as noted in the environment."""
        numbers = self.numbers
        number: int = numbers[oracle.RULE]
        cells = ctypes.string_at(self._cells_at, self._state)
        params = len(self.system.functions[number].params)
        args = tuple(numbers[oracle.ARGUMENTS : oracle.ARGUMENTS + params])
        if number not in self._reads:
            self._reads[number] = np.array(sorted(self._read(number)), np.int64)
        seen = np.frombuffer(cells, np.int32)[self._reads[number]].tobytes()
        return Call((number, args, seen), cells, numbers[oracle.ORDER])

    def _read(self, number: int) -> set[int]:
        """The cells that a rule may read, also through calls."""
        found: set[int] = set()
        edge, known = [number], {number}
        while edge:
            for stmt in self.system.functions[edge.pop()].body:
                for node in ir.walk(stmt):
                    if isinstance(node, ir.Read):
                        block = self.system.fields[node.field]
                        found.update(range(block.offset, block.offset + block.cells))
                    elif isinstance(node, ir.Call) and node.function not in known:
                        known.add(node.function)
                        edge.append(node.function)
        return found

    def decided(self, call: Call, cube: Cube) -> list[Leaf] | None:
        """What the readings of a cube answer to a rule, 1 or 0; None where these are too many to ask."""
        assert self._decide is not None
        number, args, _ = call.key
        sets = self.sets
        left = [(cube & field) >> at for field, at in zip(sets.fields, sets.offsets, strict=True)]
        self.numbers[oracle.ROOM_AT] = 0  # what it asks itself answers by itself
        self._count[0], begun = 0, time.thread_time()
        try:
            end = self._decide(
                k.OpaqueRule(
                    number, View(np.frombuffer(call.cells, np.int32)), View(self.env), numbers(*args, 0)
                ),
                k.Options(numbers(*left), numbers(*sets.example(cube))),
                self._told,
                self._way,
                k.Leaves(View(self._words), MOST_WORDS, self._count),
                MOST_ASKED,
            )
        finally:
            self.numbers[oracle.ROOM_AT] = oracle.ROOM
            self.asked += self._count[0]
        if renewed(self.native, time.thread_time() - begun):
            self._decide = functions(self.native, k.DECIDER)["decide"]
        return None if end < 0 else self._leaves(cube, end)

    def _leaves(self, cube: Cube, end: int) -> list[Leaf]:
        """The leaves that were written down."""
        words = self._words[:end].tolist()
        sets, found, at = self.sets, [], 0
        while at < end:
            answer, count = words[at : at + 2]
            part = cube
            for place in range(at + 2, at + 2 + 2 * count, 2):
                ruling, option = words[place : place + 2]
                part = part & ~sets.fields[ruling] | 1 << (sets.offsets[ruling] + option)
            found.append((part, answer))
            at += 2 + 2 * count
        return found


__all__ = ["Opaque"]
