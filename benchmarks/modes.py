"""Random games of every mode at full size: steps for each second of processor time, as `queensbench play` counts steps.

Clauses and rulings are counted, and every property of states is judged in every state that a game passes through.  The
code is of LLVM's second level, and made before.  A run is one thread's; `play` uses two.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from queensbench.engines.boxes import LOOPS
from queensbench.engines.runtime.compiling import compiled
from queensbench.engines.simulate.playouts import PlaySettings, playouts
from queensbench.project import projects
from queensbench.readers.native.code_cache import FULL
from queensbench.readers.native.program import Native
from queensbench.rules.typed.ir import System

GAMES = 50
"""So many games are played first, and tell how long one is."""


@dataclass(frozen=True)
class Rate:
    """The rate of a mode: steps for each processor second, judged and not, with its cells and judges."""

    path: str
    judged: float
    unjudged: float
    cells: int
    judges: int


def rates(steps: int, runs: int, seed: int) -> Iterator[Rate]:
    """Measure every mode by ``runs`` runs of about so many steps."""
    for ruleset, mode in projects.load().selected():
        system = projects.system(ruleset, mode, mode.full)
        native = compiled(system, LOOPS, level=FULL, quick=False)
        tried = playouts(native, system, PlaySettings(seed=seed), games=GAMES, threads=1)
        games = max(1, steps * GAMES // max(1, tried.steps))
        judged, unjudged = (
            median(_rate(native, system, PlaySettings(seed=seed, check=check), games) for _ in range(runs))
            for check in (True, False)
        )
        yield Rate(f"{ruleset.name}/{mode.name}", judged, unjudged, len(system.cells), len(system.judges))


def _rate(native: Native, system: System, run: PlaySettings, games: int) -> float:
    begun = time.process_time()
    played = playouts(native, system, run, games=games, threads=1)
    return played.steps / (time.process_time() - begun)
