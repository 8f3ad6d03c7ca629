"""Moves a second of an engine that is followed, in this process and over lines of JSON; all time of processors counts.

One is a simple engine of a simple game, the others are the example engines of whole rulebooks.
"""

from __future__ import annotations

import resource
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import queensbench as qb
from queensbench.conformance.conforming import claimed, mapped, opened_engine
from queensbench.conformance.engine import EngineFault
from queensbench.conformance.ground import Ground
from queensbench.conformance.knowledge import Knowledge
from queensbench.conformance.playing import Randomly, Table
from queensbench.engines.runtime import gc_policy
from tests.conformance.engine_mutants import ENGINES, EXAMPLES, made
from tests.conformance.measured.four_in_a_row import FourInARow
from tests.conformance.measured.journal import Journal
from tests.processes import ROOT

GAMES = 80
BATCH = 10
WARM = 30
"""So many games come first, and are not counted."""


def _object(folder: str) -> Callable[[], Any]:
    file, name, _, _ = EXAMPLES[folder]
    return made((ENGINES / folder / file).read_text(), name)


def _program(*words: str) -> Callable[[], list[str]]:
    return lambda: [shutil.which(words[0]) or words[0], *words[1:]]


ROWS: dict[str, tuple[str, str, str, Callable[[], Any]]] = {
    "four in a row, in process": ("connect-four", "full", "", lambda: FourInARow),
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
"""By name the mode, the instance, the mapping if there is one, and what makes the engine."""


@contextmanager
def game_of(mode: str) -> Iterator[qb.Game]:
    """A mode of this project, or a reference game, which is a project of its own here."""
    if "/" in mode:
        yield qb.load(mode)
        return
    with tempfile.TemporaryDirectory() as place:
        name = mode.replace("-", "_") + ".py"
        (Path(place) / "pyproject.toml").write_text("[tool.queensbench]\n", encoding="utf-8")
        (Path(place) / "model").mkdir()
        shutil.copyfile(ROOT / "tests" / "reference" / name, Path(place) / "model" / name)
        yield qb.load(mode, project=place)


def trial(name: str, games: int = GAMES) -> dict[str, Any]:
    """Random games of an engine whose readings are known: moves a second of processors, by batches of ten games.

    Python searches for cycles as seldom as it does in the command.  Of a program its own time counts as well, its
    start included.
    """
    gc_policy.seldom()
    with game_of(ROWS[name][0]) as game:
        return _measured(game, name, games)


def _measured(game: qb.Game, name: str, games: int) -> dict[str, Any]:
    _, instance, mapping, make = ROWS[name]
    ground = Ground(game, instance)
    known: dict[str, str] = {}
    if mapping:
        path = ENGINES / mapping
        mapper = mapped(path)
        assert mapper is not None
        ground.use(mapper(ground))
        tables = tomllib.loads((path.parent / "readings.toml").read_text(encoding="utf-8"))
        readings = tables["chosen"] | tables["house"] if "chosen" in tables else tables
        known = {ruling: reading for ruling, reading in readings.items() if ruling in game.rulings}
    sets = ground.sets
    options = {
        sets.names.index(ruling): sets.options[sets.names.index(ruling)].index(option)
        for ruling, option in claimed(game, known).items()
    }
    cubes = Knowledge(sets, sets.bound(options)).cubes
    batches: list[float] = []
    children = _seconds(resource.RUSAGE_CHILDREN)
    engine = opened_engine(make(), game.path, 60.0)
    moves = used = 0.0
    try:
        table = Table(engine, ground)
        for first in range(0, games + WARM, BATCH):
            before, done = _seconds(resource.RUSAGE_SELF), table.moves
            for seed in range(first, first + BATCH):
                table.play(Randomly(seed, curious=0), "random", seed=seed, cubes=cubes)
            spent = _seconds(resource.RUSAGE_SELF) - before
            if first >= WARM:
                batches.append((table.moves - done) / spent)
                moves, used = moves + table.moves - done, used + spent
        whole = table.moves
    finally:
        with suppress(EngineFault):
            engine.close()
    theirs = (_seconds(resource.RUSAGE_CHILDREN) - children) / whole
    return {
        "moves": int(moves),
        "best": round(1 / (1 / max(batches) + theirs)),
        "mean": round(1 / (used / moves + theirs)),
    }


def _seconds(of: int) -> float:
    used = resource.getrusage(of)
    return used.ru_utime + used.ru_stime


def run(journal: Journal, most: int, names: list[str]) -> None:
    """Measure each engine."""
    for name in names or ROWS:
        if ("speed", name) not in journal:
            print(name, journal.add("speed", name, **trial(name)), flush=True)


def summary(journal: Journal) -> str:
    """A line for each engine."""
    return "\n".join(
        f"{row['name']}: {row['best']:,} moves a second in the best {BATCH} games, {row['mean']:,} in all"
        for row in journal.of("speed")
    )
