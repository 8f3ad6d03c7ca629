"""Large boxes by levels in files: ``python -m benchmarks.beyond BOX --scratch DIR [--memory SIZE] [--workers N]``.

With ``--beside ROUNDS`` it is measured beside the explorer in memory, SPIN and C, each on one processor.

The scratch folder holds what was found.  Given once more, the command goes on where it ended, and the seconds that it
tells are those since.  It ends with 1 where another number of states was found than is known of the box.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.memory import peak
from benchmarks.peers import contestants
from benchmarks.peers.games import Box, connect_four, hanoi, sliding_puzzle
from benchmarks.peers.measuring import exploring
from benchmarks.peers.probe import session
from queensbench.engines.layers.graph_questions import GraphQuestion
from queensbench.engines.layers.layered_space import explored_by_levels
from queensbench.engines.layers.settings import LayerSettings, Told
from queensbench.engines.layers.sites import known
from queensbench.engines.runtime.memory import parse_size

BOXES: dict[str, Box] = {
    "connect-4x5": connect_four(4, 5, 1_706_255),
    "connect-4x6": connect_four(4, 6, 15_835_683),
    "connect-4x7": connect_four(4, 7, 135_385_909),
    "connect-5x5": connect_four(5, 5, 69_763_700),
    "connect-5x6": connect_four(5, 6, 1_044_334_437),
    **{f"hanoi-{discs}": hanoi(discs) for discs in range(10, 17)},
    "puzzle-3x3": sliding_puzzle(3, 3),
    "puzzle-2x5": sliding_puzzle(2, 5),
    "puzzle-3x4": sliding_puzzle(3, 4),
}
"""The states of Connect-4 are those that Tromp has published; of the others there is a closed form."""
QUESTIONS = (
    GraphQuestion("can_always"),
    GraphQuestion("can_always", ("players",)),
    GraphQuestion("ends", ("players",)),
)
"""Whether an end can be reached from everywhere, whoever plays against it, and whether play must end."""
LOOK = 0.5
"""Seconds between two looks at the disk."""


@contextmanager
def watched(folder: Path, most: list[int]) -> Iterator[None]:
    """Note the most bytes that a folder holds."""
    ended = threading.Event()

    def look() -> None:
        while not ended.wait(LOOK):
            held = 0
            for path in folder.glob("*"):
                try:
                    held += path.stat().st_size
                except OSError:  # removed meanwhile
                    continue
            most[0] = max(most[0], held)

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def explored(box: Box, settings: LayerSettings) -> dict[str, object]:
    """Explore a box, or go on; what was found, and what it took."""
    made = session(box.game, list(box.numbers))
    assert known(made).native.words > 0
    most = [0]
    cpu, clock = time.process_time(), time.perf_counter()
    with watched(settings.scratch, most):
        found = explored_by_levels(made, None, settings)
    return {
        "box": box.name,
        "complete": found.complete,
        "states": found.states,
        "known": box.states,
        "transitions": found.transitions,
        "levels": found.steps_most + 1,
        "digest": found.digest,
        "processor_seconds": round(time.process_time() - cpu, 2),
        "seconds": round(time.perf_counter() - clock, 2),
        "questions": [answer.holds for answer in found.graph_answers or ()],
        "peak_memory": peak(),
        "bytes_kept": found.disk,
        "peak_disk": most[0],
        "workers": settings.workers,
        "memory": settings.memory,
    }


def beside(box: Box, rounds: int) -> None:
    """Print the processor seconds of all who explore large boxes, and how many times ours by levels they are."""
    who = [one for one in contestants.EXPLORERS if not one.missing() and one.most is None]
    with tempfile.TemporaryDirectory() as folder:
        everybody = [contestants.BY_LEVELS, *who]
        found = exploring(box, everybody, rounds, Path(folder), growing=False)
    ours = found.used[contestants.BY_LEVELS.name].ratio
    print(f"{found.name}: {found.states:,} states, {found.transitions:,} moves, depth {found.depth}")
    for name, used in found.used.items():
        print(f"{name:24} {used.seconds:8.3f} s {used.ratio / ours:6.2f} x {used.peak / 2**20:8.1f} MiB")


def main(argv: Sequence[str] | None = None) -> int:
    """Explore one of the boxes, and print a line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.beyond", description=__doc__)
    parser.add_argument("box", choices=BOXES)
    parser.add_argument("--scratch", type=Path, help="the folder for the levels")
    parser.add_argument("--memory", default="2G")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--budget", type=int, help="most states to find")
    parser.add_argument("--beside", type=int, metavar="ROUNDS", help="measure it beside others")
    parser.add_argument("--graph", action="store_true", help="ask whether play can end, and must")
    options = parser.parse_args(argv)
    if options.beside:
        beside(BOXES[options.box], options.beside)
        return 0
    if options.scratch is None:
        parser.error("levels need a folder: --scratch DIR")

    def tell(so_far: Told) -> None:
        print(f"{so_far.states:,} states, {so_far.seconds:.0f} s", file=sys.stderr, flush=True)

    settings = LayerSettings(
        options.scratch.absolute(),
        memory=parse_size(options.memory),
        workers=options.workers,
        resume=(options.scratch / "exploration.json").exists(),
        max_states=options.budget,
        progress=tell,
        questions=QUESTIONS if options.graph else (),
    )
    box = BOXES[options.box]
    data = explored(box, settings)
    print(json.dumps(data, indent=2))
    return int(bool(data["complete"]) and data["states"] != box.states)


if __name__ == "__main__":
    sys.exit(main())
