"""The states of a play, listed at once by machine code.

What this cannot see: why a move is refused; the interpreter says that.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, NativeCode, fault, functions
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.simulate.playouts import PlaySettings, Replays
from queensbench.engines.steps import kernels as loops
from queensbench.readers.native.layout import REFUSED
from queensbench.rules.typed.ir import System
from queensbench.rules.typed.move_codes import Coding

ROOM = 512
"""So many steps are written at once."""


class Followed:
    """Plays of a system under a reading, by machine code with the loops of all engines."""

    def __init__(self, native: NativeCode, system: System, run: PlaySettings) -> None:
        self.system = system
        self.replays = Replays(native, system, run)
        self.start = functions(native, (k.start_state,))["start_state"]
        self.follow = functions(native, loops.STEPS)["follow_steps"]
        self.cells = np.empty(ROOM * 2 * len(system.cells), np.int32)
        self.keys = np.empty(2 * ROOM, np.int64)
        self.rows = loops.StepRows(View(self.cells), View(self.keys), ROOM)

    def game(self, number: int) -> list[int]:
        """The codes of a random game."""
        return self.replays.game(number)

    def states(self, codes: Sequence[int]) -> Array:
        """The settled states of a play, the start first: a row of cells for each.

        Raises RangeViolation or ModelError with the play up to the move that meets a fault.
        """
        width, count = len(self.system.cells), len(codes)
        work, block = self.replays.table.work, self.replays.table.block
        found = np.zeros((count + 1, width), np.int32)
        here = found[0].copy()
        status = self.start(here, work.env, 1)
        if status <= REFUSED:
            raise fault(self.system, Coding(self.system), status, ())
        found[0] = here
        moves = np.array(codes, np.int64)
        for first in range(0, count, ROOM):
            end = min(count, first + ROOM)
            if self.follow(work, here, moves, first, end, 0, self.rows) != k.DONE:
                at = int(block[k.S_BAD])
                raise fault(self.system, Coding(self.system), int(block[k.S_STATUS]), codes[:at], codes[at])
            rows = self.cells.reshape(ROOM, 2 * width)[: end - first]
            found[first + 1 : end + 1, :-1] = rows[:, : width - 1]
            found[first + 1 : end + 1, -1] = rows[:, -1]
        return found


__all__ = ["Followed"]
