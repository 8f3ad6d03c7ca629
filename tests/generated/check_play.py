"""Judges that are asked again only where a cell that they read has changed say what all judges say in each state.

In random games, and from any state of a walk to any other: the judges asked from scratch are the reference, which
the other checks hold against the interpreter.
"""

from __future__ import annotations

import ctypes
from random import Random

import numpy as np

from queensbench.engines.runtime.calls import First
from queensbench.engines.simulate.playouts import PlaySettings, playouts
from queensbench.errors import ModelError
from queensbench.readers.differential.states import World
from queensbench.readers.native.layout import REFUSED
from tests.generated.opened import Opened, Tally

GAMES, STEPS, PAIRS = 20, 40, 60


def check_play(found: Opened, tally: Tally, world: World, most: int) -> None:
    """Compare the failures that games count with the judges of their states, and one state's judges with another's."""
    _games(found, tally, world)
    _pairs(found, tally, world, most)


def _games(found: Opened, tally: Tally, world: World) -> None:
    native = found.searching
    run = PlaySettings(world.readings, world.parameters, seed=11, max_steps=STEPS)
    try:
        played = playouts(native, found.system, run, games=GAMES, threads=1)
    except ModelError:
        tally.counts["play: faults of models"] += 1
        return
    env = native.new_env(world.readings, world.parameters)
    against: list[list[tuple[int, int]]] = [[] for _ in found.system.judges]
    for game in range(GAMES):
        status, cells = native.initial(env)
        codes = played.replay(game)
        for steps, code in enumerate([*codes, None]):
            if status > REFUSED:
                native.settle(cells, env)
            for number, answer in enumerate(native.judges(cells, env)):
                tally.counts["play: judged"] += 1
                if answer == 0:
                    against[number].append((steps, game))
            if code is not None:
                status, cells = native.apply(cells, env, code)
    for judge, mine, said in zip(found.system.judges, against, played.failing, strict=True):
        first = First(len(mine), min(mine)[1] if mine else None)
        tally.same("play: failures", said, first, judge.name)


def _pairs(found: Opened, tally: Tally, world: World, most: int) -> None:
    native = found.searching
    keys = list(found.walked(world, most).states)
    if not keys or not found.system.judges:
        return
    integer = ctypes.c_int64
    changed = ctypes.CFUNCTYPE(integer, *[integer] * 2)(native.address("qb_changed"))
    rejudges = ctypes.CFUNCTYPE(integer, *[integer] * 5)(native.address("qb_rejudges"))
    env = native.new_env(world.readings, world.parameters)
    random = Random(3)
    before = np.array(random.choice(keys), np.int32)
    out = np.array(native.judges(before, env), np.int64)
    failing = int((out != 1).sum())
    for _ in range(PAIRS):
        after = np.array(random.choice(keys), np.int32)
        groups = changed(before.ctypes.data, after.ctypes.data)
        failing = rejudges(after.ctypes.data, env.ctypes.data, out.ctypes.data, groups, failing)
        wanted = native.judges(after, env)
        tally.same("play: judged again", (out.tolist(), failing), (wanted, sum(a != 1 for a in wanted)))
        before = after
