"""Who explores and who plays: what of it is missing on this machine, how it is made, and how it is run."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from benchmarks.peers import games, openspiel, promela
from benchmarks.peers.games import Box, Counts, Played, Random

ROOT = Path(__file__).resolve().parents[2]
C = Path(__file__).resolve().parent / "c"
COMPILERS = ("cc", "gcc", "clang")

PROMELA: dict[str, Callable[..., str]] = {
    "tic_tac_toe": promela.tic_tac_toe,
    "connect_four": promela.connect_four,
    "hanoi": promela.hanoi,
    "sliding_puzzle": promela.sliding_puzzle,
}


class Failed(Exception):
    """A program of a peer has not run to its end, or has said something else than was asked."""


class Found(NamedTuple):
    """What one run has found and used: processor seconds, and its greatest resident size in bytes.

    ``ready``: seconds before the work could begin, where the same process spends them.
    """

    found: dict[str, int]
    seconds: float
    peak: int
    ready: float | None = None

    @property
    def counts(self) -> Counts:
        """What an explorer has counted."""
        return Counts(**self.found)

    @property
    def played(self) -> Played:
        """What a player has counted."""
        return Played(**self.found)


Run = Callable[[], Found]


class Made(NamedTuple):
    """A program ready to run; ``seconds``: the processor seconds of generating and compiling it, if any."""

    run: Run
    seconds: float | None = None


@dataclass(frozen=True)
class Explorer:
    """Who explores boxes.

    ``most``: larger boxes are left out.  ``deep``: its depth is that of another search, and not compared.
    ``missing``: says why it cannot run here, or "".
    """

    name: str
    make: Callable[[Box, Path], Made]
    missing: Callable[[], str]
    most: int | None = None
    deep: bool = False

    def takes(self, box: Box) -> bool:
        """Whether it explores this box."""
        return self.most is None or box.states <= self.most


@dataclass(frozen=True)
class Player:
    """Who plays at random: ``rate`` is how many games it plays in a round, for each of the slowest player's."""

    name: str
    make: Callable[[Random, Path, int], Made | None]
    missing: Callable[[], str]
    rate: int


# ------------------------------------------------------------------------------------------------ programs


def compiler() -> str | None:
    """A C compiler, by its path."""
    return next((path for name in COMPILERS if (path := shutil.which(name))), None)


def no_compiler() -> str:
    """Why C cannot be compiled here."""
    return "" if compiler() else f"no C compiler here ({', '.join(COMPILERS)})"


def no_spin() -> str:
    """Why SPIN cannot run here."""
    return no_compiler() or ("" if shutil.which("spin") else "no `spin` here")


def no_openspiel() -> str:
    """Why OpenSpiel cannot run here."""
    return "" if openspiel.available() else "OpenSpiel is not installed (the wheel `open_spiel`)"


def here() -> str:
    """What needs nothing but Python is always here."""
    return ""


def output(command: Sequence[str], folder: Path, **variables: str) -> str:
    """What a program prints; Failed is raised unless it ends with 0.  ``variables`` are set in its environment."""
    env = {**os.environ, **variables}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-5:])
        raise Failed(f"{Path(command[0]).name} has ended with exit code {done.returncode}:\n{said}")
    return done.stdout


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _numbers(text: str) -> dict[str, str]:
    """The lines of one word and one number."""
    return dict(re.findall(r"^([a-z]+) ([0-9.]+)$", text, re.MULTILINE))


def _used(said: dict[str, str]) -> tuple[float, int]:
    return float(said["seconds"]), int(said["peak"])


def _sizes(sizes: tuple[tuple[str, int], ...]) -> list[str]:
    return [f"-D{name.upper()}={value}" for name, value in sizes]


def _compiled(game: str, sizes: tuple[tuple[str, int], ...], source: str, folder: Path) -> tuple[Path, float]:
    """A program of ours in C, and the seconds of compiling it."""
    found = compiler()
    assert found is not None
    program = folder / "-".join([Path(source).stem, game, *(str(value) for _, value in sizes)])
    before = _children()
    words = [f'-DGAME="{game}.h"', *_sizes(sizes), f"-I{C}", str(C / source), str(C / "report.c")]
    output([found, "-O2", *words, "-o", str(program)], folder)
    return program, _children() - before


def c_explorer(box: Box, folder: Path) -> Made:
    """The explorer in C, for one box."""
    program, seconds = _compiled(box.game, box.sizes, "explore.c", folder)

    def run() -> Found:
        said = _numbers(output([str(program)], folder))
        return Found({name: int(said[name]) for name in Counts._fields}, *_used(said))

    return Made(run, seconds)


def c_player(game: Random, folder: Path, number: int) -> Made | None:
    """The player in C, for one game and number of games; None for a game that is not written in C."""
    if not (C / f"{game.game}.h").is_file():
        return None
    program, seconds = _compiled(game.game, game.sizes, "play.c", folder)

    def run() -> Found:
        said = _numbers(output([str(program), str(number), "20190101"], folder))
        return Found({name: int(said[name]) for name in Played._fields}, *_used(said))

    return Made(run, seconds)


SAID = re.compile(
    r"depth reached (?P<depth>\d+), errors: 0\b.*?"
    r"(?P<states>\d+) states, stored.*?(?P<transitions>\d+) transitions \(=",
    re.DOTALL,
)


def spin(box: Box, folder: Path, *, breadth: bool) -> Made:
    """SPIN for one box: every state is kept whole, and nothing is left out by its reductions.

    Its table has as many places as the box has states, rounded up to a power of two.  It counts the beginning
    as a transition.
    """
    found = compiler()
    assert found is not None
    place = folder / f"spin-{'breadth' if breadth else 'depth'}-{box.game}-{'-'.join(map(str, box.numbers))}"
    place.mkdir()
    (place / "game.pml").write_text(PROMELA[box.game](*box.numbers), encoding="utf-8")
    before = _children()
    output(["spin", "-a", "game.pml"], place)
    options = ["-DSAFETY", "-DNOREDUCE", "-DMEMLIM=8192", *(["-DBFS"] if breadth else [])]
    output([found, "-O2", "-w", *options, "pan.c", str(C / "report.c"), "-o", "pan"], place)
    seconds = _children() - before
    words = [f"-w{max(10, box.states.bit_length())}", *([] if breadth else [f"-m{box.longest + 10}"])]

    def run() -> Found:
        text = output([str(place / "pan"), *words], place)
        said = SAID.search(text)
        if said is None or "max search depth too small" in text:
            raise Failed(f"SPIN has not explored {box.name}:\n{text}")
        states, moves, depth = (int(said[name]) for name in Counts._fields)
        return Found(Counts(states, moves - 1, depth)._asdict(), *_used(_numbers(text)))

    return Made(run, seconds)


def probe(who: str, task: str, game: str, *numbers: int) -> Found:
    """A run in a Python of its own; machine code that an earlier run may have kept is not used."""
    words = [who, task, game, *(str(number) for number in numbers)]
    data = json.loads(
        output([sys.executable, "-m", "benchmarks.peers.probe", *words], ROOT, QUEENSBENCH_CODE="off")
    )
    return Found(data["found"], data["seconds"], data["peak"], data["ready"])


def _probed(who: str) -> Callable[[Box, Path], Made]:
    return lambda box, folder: Made(lambda: probe(who, "explore", box.game, *box.numbers))


def openspiel_explorer(box: Box, folder: Path) -> Made:
    """OpenSpiel, for a box that it has."""
    name = games.openspiel(box)
    assert name is not None
    return Made(lambda: probe("openspiel", "explore", name))


SEED = 7


def _player(who: str) -> Callable[[Random, Path, int], Made | None]:
    def make(game: Random, folder: Path, number: int) -> Made | None:
        if who == "plain" and game.like is None:
            return None
        numbers = [value for _, value in game.sizes]
        return Made(lambda: probe(who, "play", game.game, *numbers, number, SEED))

    return make


def _openspiel_player(task: str) -> Callable[[Random, Path, int], Made | None]:
    return lambda game, folder, number: Made(lambda: probe("openspiel", task, game.openspiel, number, SEED))


OURS = "Queensbench"
BREADTH, DEPTH = "SPIN", "SPIN, depth first"

EXPLORERS = (
    Explorer(OURS, _probed("queensbench"), here),
    Explorer(BREADTH, lambda box, folder: spin(box, folder, breadth=True), no_spin),
    Explorer(DEPTH, lambda box, folder: spin(box, folder, breadth=False), no_spin, deep=True),
    Explorer("C", c_explorer, no_compiler),
    Explorer("plain Python", _probed("plain"), here, most=1_000_000),
)

BY_LEVELS = Explorer("Queensbench, by levels", _probed("levels"), here)
"""By levels in files; :mod:`benchmarks.beyond` measures it beside the others."""

PLAYERS = (
    Player(OURS, _player("queensbench"), here, 200),
    Player("C", c_player, no_compiler, 200),
    Player("OpenSpiel, its players", _openspiel_player("play"), no_openspiel, 10),
    Player("OpenSpiel, from Python", _openspiel_player("stepped"), no_openspiel, 5),
    Player("plain Python", _player("plain"), here, 1),
)
