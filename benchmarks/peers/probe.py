"""Measurements in a Python of their own: ``python -m benchmarks.peers.probe WHO TASK GAME NUMBERS...``.

A probe prints one line of JSON: what was found; ``ready``, the processor seconds from the start of the process
until the work could begin; ``seconds``, those of the work; ``peak``, the process's greatest resident size in bytes.
"""

from __future__ import annotations

import importlib
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.memory import peak
from benchmarks.peers import openspiel, plain_games
from benchmarks.peers.games import Counts, Played

MOST_STATES = 100_000_000
MAX_STEPS = 10_000

Work = Callable[[], dict[str, Any]]


def session(game: str, numbers: list[int]) -> Any:
    """The engines for a reference game: at sizes, in the order in which they are declared, or in full."""
    from queensbench.engines.boxes import LOOPS
    from queensbench.engines.runtime.box import Box
    from queensbench.language import Instance
    from queensbench.rules.system import build

    mode = importlib.import_module(f"tests.reference.{game}").mode
    names = [size.name for size in mode.sizes.declared()] if numbers else []
    at = Instance("peers", "", sizes=dict(zip(names, numbers, strict=True))) if numbers else mode.full
    return Box("reference", mode, at, build(mode, at), LOOPS)


def _queensbench(task: str, game: str, numbers: list[int]) -> Work:
    if task == "play":
        *numbers, games, seed = numbers
    from queensbench.engines.explore.explorations import exploration_of
    from queensbench.engines.simulate.playouts import playouts_of

    made = session(game, numbers)
    assert made.native.words > 0

    def explore() -> dict[str, Any]:
        found = exploration_of(made, max_states=MOST_STATES)
        assert found.complete
        return Counts(found.states, found.transitions, found.levels)._asdict()

    def play() -> dict[str, Any]:
        found = playouts_of(made, games=games, seed=seed, max_steps=MAX_STEPS)
        assert found.complete
        assert not found.cut.count
        squares = sum(int(count) * length**2 for length, count in enumerate(found.lengths.tolist()))
        return Played(games, found.steps, squares)._asdict()

    def histories() -> dict[str, Any]:
        found = exploration_of(made)
        return dict(Counter(found.kind(state) for state in found.ids().tolist()))

    if task == "play":
        play()  # code that runs long is made anew in the first games
    return {"explore": explore, "play": play, "histories": histories}[task]


def _levels(_: str, game: str, numbers: list[int]) -> Work:
    """The same by levels in files, by one thread."""
    from queensbench.engines.layers import run_kernels, set_kernels
    from queensbench.engines.layers.layered_space import explored_by_levels
    from queensbench.engines.layers.settings import LayerSettings
    from queensbench.engines.layers.sites import known

    made = session(game, numbers)
    words = known(made).native.words
    assert run_kernels.library(words)
    assert set_kernels.library(words)

    def explore() -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            found = explored_by_levels(made, None, LayerSettings(Path(folder), workers=1))
        assert found.complete
        return Counts(found.states, found.transitions, found.levels)._asdict()

    return explore


def _plain(task: str, game: str, numbers: list[int]) -> Work:
    if task == "play":
        *numbers, games, seed = numbers
        made = plain_games.GAMES[game](*numbers)
        return lambda: plain_games.play(made, games, seed)._asdict()
    made = plain_games.GAMES[game](*numbers)
    return lambda: plain_games.explore(made)._asdict()


def _openspiel(task: str, game: str, numbers: list[int]) -> Work:
    importlib.import_module("pyspiel")
    if task == "explore":
        return lambda: openspiel.explore(game)._asdict()
    if task == "histories":
        return lambda: openspiel.histories(game)
    way = openspiel.stepped if task == "stepped" else openspiel.play
    return lambda: way(game, numbers[0], numbers[1])._asdict()


WHO: dict[str, Callable[[str, str, list[int]], Work]] = {
    "queensbench": _queensbench,
    "levels": _levels,
    "plain": _plain,
    "openspiel": _openspiel,
}


def main(words: list[str]) -> None:
    """Carry out one probe and print its line."""
    who, task, game, *numbers = words
    work = WHO[who](task, game, [int(number) for number in numbers])
    ready = time.process_time()
    found = work()
    seconds = time.process_time() - ready
    print(json.dumps({"found": found, "ready": ready, "seconds": seconds, "peak": peak()}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
