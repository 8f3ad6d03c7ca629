"""The rules of an instance, compiled so that a walk over states can compare readings.

Compiled rules count the rulings that they read when they list, make and settle moves.  They do not count rulings read
by the functions for deciders, the end, winners and scores; the form of the rules shows which rulings such a function
may read at all (:func:`readings_read`).

What this module cannot see: a ruling that is read in vain.  A function that may read a ruling need not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from queensbench.engines.compare import kernels as c
from queensbench.engines.compare import state_kernels as apart
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Array, functions, renewed
from queensbench.engines.runtime.compiling import compiled
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput
from queensbench.readers.native.program import Native
from queensbench.rules.typed import ir
from queensbench.rules.typed.move_codes import Coding


def readings_read(system: ir.System, number: int) -> frozenset[int]:
    """The rulings that a function, or anything that it calls, may read."""
    return frozenset(
        part.ruling
        for reached in ir.reached(system, number)
        for statement in system.functions[reached].body
        for part in ir.walk(statement)
        if isinstance(part, ir.Reading)
    )


def known(system: ir.System, ruling: int) -> int:
    """The flags of a ruling that follow from the rules alone: where it is read, and whether that is counted."""

    def reads(numbers: Sequence[int | None]) -> bool:
        return any(n is not None and ruling in readings_read(system, n) for n in numbers)

    flags = 0
    if reads((system.over, system.wins, system.score)):
        flags |= apart.ALWAYS | apart.JUDGED
    if reads([t.decider for t in system.transitions]):
        flags |= apart.ALWAYS | apart.DECIDED
    if reads([t.weight for t in system.transitions]):
        flags |= apart.WEIGHED
    return flags


def rulings_between(ours: Sequence[int], theirs: Sequence[int]) -> list[int]:
    """The rulings in which two choices of raw readings differ."""
    return [r for r, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b]


def other_readings(
    native: Native, envs: Sequence[Array], differing: Sequence[Sequence[int]], flags: Sequence[int]
) -> apart.OtherReadings:
    """The record of other readings: a copy of each one's environment, its rulings and its flags."""
    stacked = np.concatenate(envs) if envs else np.zeros(1, np.int64)
    watched = np.array([r for rulings in differing for r in rulings] or [0], np.int64)
    watches = np.array([0, *np.cumsum([len(rulings) for rulings in differing])], np.int64)
    known_ = np.array(flags or [0], np.int64)
    return apart.OtherReadings(
        View(stacked),
        native.env_size,
        len(envs),
        View(watched),
        View(watches),
        View(known_),
        native.layout.consults,
    )


class Comparer:
    """The rules of one instance with the loops that compare readings; it serves all readings.

    ``native``: code of ``system`` with counters.  ``loops``: the kernels that are asked of it.
    """

    def __init__(
        self, system: ir.System, native: Native, loops: Sequence[Callable[..., int]] = c.COMPARER
    ) -> None:
        self.system = system
        self.native = native
        self.coding = Coding(system)
        self._loops = loops
        self._called: tuple[int, dict[str, Callable[..., int]]] | None = None
        self._flags = [known(system, r) for r in range(len(system.rulings))]

    @property
    def call(self) -> dict[str, Callable[..., int]]:
        """The loops by name, of the code as it is now: others may have had it made anew."""
        if self._called is None or self._called[0] != self.native.level:
            self._called = self.native.level, functions(self.native, self._loops)
        return self._called[1]

    def ran(self, seconds: float, left: float) -> None:
        """Note how long loops ran, and how long they would go on: compiling faster code may pay."""
        renewed(self.native, seconds, left)

    def flags(self, rulings: Sequence[int]) -> int:
        """The flags of a difference in several rulings."""
        flags = 0
        for ruling in rulings:
            flags |= self._flags[ruling]
        return flags

    def uncounted(self, ruling: int) -> bool:
        """Whether a ruling is read where nothing counts it, and so is compared in every state."""
        return bool(self._flags[ruling] & apart.ALWAYS)

    def number(self, ruling: str) -> int:
        """The number of a ruling; raises BadInput if there is none of that name."""
        names = [r.name for r in self.system.rulings]
        if ruling not in names:
            raise BadInput(f"no ruling is called {ruling}", remedy=f"choose of {', '.join(names) or 'none'}")
        return names.index(ruling)


def compile_comparer(system: ir.System) -> Comparer:
    """Compile the rules of an instance for comparing alone, without what judges properties."""
    return Comparer(system, compiled(replace(system, judges=()), c.COMPARER))


def comparer_of(box: Box) -> Comparer:
    """The rules of a box for comparing readings, once: its own code, if that holds these loops."""
    if "comparer" not in box.made:
        whole = any(loop in box.loops for loop in c.COMPARER)
        box.made["comparer"] = Comparer(box.system, box.native) if whole else compile_comparer(box.system)
    found: Comparer = box.made["comparer"]
    return found
