"""Moves a second of an engine that is followed, in this process and over lines of JSON; all time of processors counts."""

from __future__ import annotations

import resource
import shutil
import sys
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import queensbench as qb
from queensbench.conformance.conforming import claimed, mapped, opened_engine
from queensbench.conformance.engine import EngineFault
from queensbench.conformance.ground import Ground
from queensbench.conformance.knowledge import Knowledge
from queensbench.conformance.playing import Randomly, Table
from tests.conformance.engine_mutants import ENGINES, EXAMPLES, made
from tests.conformance.measured.journal import Journal

GAMES = 60
"""Games of a measurement, after a third as many that are not counted."""


def _object(folder: str) -> Callable[[], Any]:
    file, name, _, _ = EXAMPLES[folder]
    return made((ENGINES / folder / file).read_text(), name)


def _program(*words: str) -> Callable[[], list[str]]:
    return lambda: [shutil.which(words[0]) or words[0], *words[1:]]


ROWS: dict[str, tuple[str, str, str, Callable[[], Any]]] = {
    "pawn boxes, in process": (
        "queens-collection/competitive",
        "duel",
        "queens-collection/mapping.py",
        lambda: _object("queens-collection"),
    ),
    "pawn boxes, lines": (
        "queens-collection/competitive",
        "duel",
        "queens-collection/mapping.py",
        _program(sys.executable, str(ENGINES / "queens-collection" / "pawn_boxes.py")),
    ),
    "crown cards, in process": (
        "queen-of-scots/standard",
        "duel",
        "queen-of-scots/mapping.py",
        lambda: _object("queen-of-scots"),
    ),
    "crown cards, lines": (
        "queen-of-scots/standard",
        "duel",
        "queen-of-scots/mapping.py",
        _program(sys.executable, str(ENGINES / "queen-of-scots" / "crown_cards.py")),
    ),
    "queue of four in JavaScript, lines": (
        "queue4/standard",
        "full",
        "queue4/mapping.toml",
        _program("node", str(ENGINES / "queue4" / "main.mjs")),
    ),
}
"""By name the mode, the instance, the mapping, and what makes the engine."""


def trial(name: str, games: int = GAMES) -> dict[str, Any]:
    """Random games of an engine whose readings are known.

    ``own``: seconds of this process for a move, of which the in-process engine is a part.
    """
    mode, instance, mapping, make = ROWS[name]
    game = qb.load(mode)
    path = ENGINES / mapping
    tables = tomllib.loads((path.parent / "readings.toml").read_text(encoding="utf-8"))
    readings = tables["chosen"] | tables["house"] if "chosen" in tables else tables
    readings = {ruling: reading for ruling, reading in readings.items() if ruling in game.rulings}
    used, moves, plays = 0.0, 0, 0
    own = resource.getrusage(resource.RUSAGE_SELF)
    for counted in (False, True):
        engine = opened_engine(make(), mode, 60.0)
        before = _seconds()
        try:
            ground = Ground(game, instance)
            mapper = mapped(path)
            if mapper is not None:
                ground.use(mapper(ground))
            sets = ground.sets
            options = {
                sets.names.index(ruling): sets.options[sets.names.index(ruling)].index(option)
                for ruling, option in claimed(game, readings).items()
            }
            knowledge = Knowledge(sets, sets.bound(options))
            table = Table(engine, ground)
            own = resource.getrusage(resource.RUSAGE_SELF)
            before = own.ru_utime + own.ru_stime
            for seed in range(games if counted else games // 3):
                table.play(Randomly(seed, curious=0), "random", seed=seed, cubes=knowledge.cubes)
                plays += counted
        finally:
            with suppress(EngineFault):
                engine.close()
        after = resource.getrusage(resource.RUSAGE_SELF)
        if counted:
            used, moves = after.ru_utime + after.ru_stime - before, table.moves
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"plays": plays, "moves": moves, "own_seconds": round(used, 3), "children": round(children.ru_utime + children.ru_stime, 3)}


def _seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
