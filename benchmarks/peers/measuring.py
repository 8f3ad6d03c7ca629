"""Counts held against each other, then rounds in which every contestant runs once.

Only the seconds of one round are divided by each other, and what is told is the median of the rounds: a machine that
is busy for a while slows all contestants of a round.  Each round begins with another contestant.
"""

from __future__ import annotations

import platform
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from statistics import median

from benchmarks.figures import machine
from benchmarks.peers import contestants, games
from benchmarks.peers.contestants import OURS, Explorer, Found, Made, Player, output
from benchmarks.peers.games import Box, Counts, Played, Random
from benchmarks.peers.results import Explored, Game, Results, Speed, Used


class Unequal(Exception):
    """Two programs have not found the same, so that their times are those of different games."""


@dataclass(frozen=True)
class Amount:
    """How much is measured: rounds, the boxes, and how many games the slowest player plays in a round."""

    rounds: int
    boxes: tuple[Box, ...]
    growing: tuple[Box, ...]
    played: tuple[Random, ...]
    games: int


FULL = Amount(5, games.EXPLORED, games.GROWING, games.PLAYED, 1_000)
QUICK = Amount(1, games.SMALL[:-1], games.GROWING[:2], games.PLAYED, 40)

STRAY = 5.0
"""Mean lengths of random games may differ by so many standard errors."""


def compared(box: Box, found: Mapping[str, Counts], deep: Sequence[str] = ()) -> Counts:
    """The counts of a box, which all have found alike; those of ``deep`` may have another depth.

    Raises:
        Unequal: somebody has found something else, or not as many states as are known of the box.
    """
    told = ", ".join(
        f"{name}: {counts.states:,} states, {counts.transitions:,} moves, depth {counts.depth}"
        for name, counts in found.items()
    )
    compare = {counts for name, counts in found.items() if name not in deep}
    if len(compare) != 1 or {counts[:2] for counts in found.values()} != {counts[:2] for counts in compare}:
        raise Unequal(f"{box.name} is not explored alike: {told}")
    (counts,) = compare
    if counts.states != box.states:
        raise Unequal(f"{box.name} has {box.states:,} states: {told}")
    return counts


def alike(name: str, found: Mapping[str, Played]) -> None:
    """Random games of all players have the same mean length, as far as chance lets them.

    Raises:
        Unequal: two means are further apart than chance explains.
    """
    for (one, first), (two, second) in combinations(found.items(), 2):
        if abs(first.mean - second.mean) > STRAY * (first.variance + second.variance) ** 0.5:
            raise Unequal(
                f"{name} is not played alike: a random game has {first.mean:.4f} moves by {one}, "
                f"{second.mean:.4f} by {two}"
            )


def _rounds(made: Mapping[str, Made], number: int) -> dict[str, list[Found]]:
    found: dict[str, list[Found]] = {name: [] for name in made}
    names = list(made)
    for turn in range(number):
        at = turn % len(names)
        for name in (*names[at:], *names[:at]):
            found[name].append(made[name].run())
    return found


def _ratio(times: Sequence[float], ours: Sequence[float]) -> float:
    return median(one / other for one, other in zip(times, ours, strict=True))


def exploring(box: Box, who: Sequence[Explorer], rounds: int, folder: Path, *, growing: bool) -> Explored:
    """One box by all that take it: counts first, then rounds."""
    takers = [one for one in who if one.takes(box)]
    made = {one.name: one.make(box, folder) for one in takers}
    first = {name: one.run() for name, one in made.items()}
    deep = [one.name for one in takers if one.deep]
    counts = compared(box, {name: one.counts for name, one in first.items()}, deep)
    found = _rounds(made, rounds)
    ours = [one.seconds for one in found[OURS]]
    used = {}
    for name, runs in found.items():
        within = [one.ready for one in runs if one.ready is not None]
        used[name] = Used(
            ready=median(within) if within else made[name].seconds or 0.0,
            seconds=median(one.seconds for one in runs),
            peak=round(median(one.peak for one in runs)),
            ratio=_ratio([one.seconds for one in runs], ours),
        )
    return Explored(box.name, *counts, growing=growing, used=used)


def playing(game: Random, who: Sequence[Player], amount: Amount, folder: Path) -> Game:
    """One game by all that play it: counts first, then rounds."""
    _same_game(game, who, folder)
    made = {one.name: one.make(game, folder, amount.games * one.rate) for one in who}
    found = _rounds({name: one for name, one in made.items() if one is not None}, amount.rounds)
    alike(game.name, {name: runs[0].played for name, runs in found.items()})
    ours = [one.played.steps / one.seconds for one in found[OURS]]
    speeds = {}
    for name, runs in found.items():
        rates = [one.played.steps / one.seconds for one in runs]
        speeds[name] = Speed(median(rates), runs[0].played.mean, _ratio(rates, ours))
    return Game(game.name, speeds)


def _same_game(game: Random, who: Sequence[Player], folder: Path) -> None:
    """Check that OpenSpiel's game has the positions and moves of ours, at a small box; of Kuhn poker the histories."""
    if contestants.no_openspiel():
        return
    if game.like is not None:
        ours = contestants.probe("queensbench", "explore", game.like.game, *game.like.numbers)
        theirs = contestants.openspiel_explorer(game.like, folder).run()
        compared(game.like, {OURS: ours.counts, "OpenSpiel": theirs.counts})
        return
    for name, label in (("queensbench", game.game), ("openspiel", game.openspiel)):
        found = contestants.probe(name, "histories", label).found
        if found != games.HISTORIES:
            raise Unequal(f"{game.name} has the histories {games.HISTORIES}; {name}: {found}")


def programs() -> dict[str, str]:
    """The versions of what runs beside us."""
    found = {"Python": platform.python_version()}
    compiler = contestants.compiler()
    if compiler is not None:
        found["C compiler"] = output([compiler, "--version"], Path.cwd()).splitlines()[0]
    if shutil.which("spin"):
        found["SPIN"] = output(["spin", "-V"], Path.cwd()).strip().removeprefix("Spin Version ")
    if not contestants.no_openspiel():
        from importlib.metadata import version

        found["OpenSpiel"] = version("open_spiel")
    return found


def missing(part: str) -> dict[str, str]:
    """Who of a part cannot run here, and why."""
    who: Sequence[Explorer | Player] = contestants.EXPLORERS if part == "explore" else contestants.PLAYERS
    return {one.name: why for one in who if (why := one.missing())}


PARTS = ("explore", "play")


def measure(amount: Amount, part: str, progress: Callable[[str], None], *, quick: bool) -> Results:
    """One of :data:`PARTS`.

    Raises:
        Unequal: two programs have not found the same; nothing is told then.
        Failed: a program of a peer has failed.
    """
    empty = Results(machine(), programs(), amount.rounds, quick, missing(part))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if part == "play":
            return replace(empty, played=tuple(_played(amount, folder, progress)))
        return replace(empty, explored=tuple(_explored(amount, folder, progress)))


def _explored(amount: Amount, folder: Path, progress: Callable[[str], None]) -> Iterator[Explored]:
    who = [one for one in contestants.EXPLORERS if not one.missing()]
    for box in (*amount.boxes, *amount.growing):
        progress(box.name)
        yield exploring(box, who, amount.rounds, folder, growing=box in amount.growing)


def _played(amount: Amount, folder: Path, progress: Callable[[str], None]) -> Iterator[Game]:
    who = [one for one in contestants.PLAYERS if not one.missing()]
    for game in amount.played:
        progress(f"{game.name}, at random")
        yield playing(game, who, amount, folder)
