"""A covering suite: plays as files, which a team replays in any language without this toolkit.

For the house's readings there are plays that carry out every clause and reach every kind of end that random games do.
For each other reading of a ruling there are the plays that tell it from the house's, done under both.  A play stands
as ITF and as plain JSON, with the legal moves and the state at each step.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queensbench.api.game import Game
from queensbench.api.moves import Move, Outcome
from queensbench.api.play import Play
from queensbench.api.position import Position
from queensbench.api.session import Session
from queensbench.conformance import sources
from queensbench.conformance.ground import Ground
from queensbench.errors import Refused
from queensbench.evidence.plays import folder, write_atomic

FORMAT = "queensbench suite 1"
MOST_MOVES = 400


@dataclass
class Suite:
    """The suite as written: ``files`` below the folder, clauses covered and those that are not, ends, rulings told."""

    files: list[str] = field(default_factory=list)
    clauses: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    ends: set[str] = field(default_factory=set)
    rulings: set[str] = field(default_factory=set)

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "files": self.files,
            "clauses": sorted(self.clauses),
            "missing": sorted(self.missing),
            "ends": sorted(self.ends),
            "rulings": sorted(self.rulings),
        }


def write(game: Game, instance: str, out: Path, *, games: int = 200, seed: int = 1) -> Suite:
    """Write the suite of a mode at an instance.  Raises BadInput where that cannot be done."""
    folder(out)
    suite = Suite()
    house = game.session(instance)
    for number, play in enumerate(_covering(house, suite, games, seed), 1):
        _save(out, f"house/{number:03}", play, {}, suite)
    ground = Ground(game, instance)
    names = [name for name in ground.sets.names if name in game.rulings]
    base = ground.sets.house
    tellings, _ = sources.compared(ground, base, names)
    tellings += sources.stored(game, ground)
    tellings += sources.coupled(ground, base, names, seed)
    told: set[tuple[str, str]] = set()
    for telling in sorted(tellings, key=lambda one: len(one.codes)):
        _told(game, ground, house, telling, told, out, suite)
    suite.missing = set(game.clauses) - suite.clauses
    index = {"format": FORMAT, "mode": game.path, "instance": instance, **suite.to_json()}
    write_atomic(out / "suite.json", json.dumps(index, indent=1) + "\n")
    return suite


def _covering(session: Session, suite: Suite, games: int, seed: int) -> Iterator[Play]:
    """Random games that carry out a clause or come to an end that those before did not."""
    rng = random.Random(seed)
    for _ in range(games):
        play = session.play()
        position = play.position
        while len(play) < MOST_MOVES:
            moves: list[Move | Outcome] = [*position.moves(), *position.outcomes()]
            if not moves:
                break
            play.do(rng.choice(moves))
            position = play.position
        clauses, end = set(play.clauses), _end(position)
        if clauses - suite.clauses or end not in suite.ends:
            suite.clauses |= clauses
            suite.ends.add(end)
            yield play


def _end(position: Position) -> str:
    if position.silence is not None:
        return f"silent: {position.silence[0]}"
    if not position.over:
        return "goes on" if position.moves() or position.outcomes() else "nobody can move"
    return "won by " + (" and ".join(player.name for player in position.winners) or "nobody")


def _told(
    game: Game,
    ground: Ground,
    house: Session,
    telling: sources.Telling,
    told: set[tuple[str, str]],
    out: Path,
    suite: Suite,
) -> None:
    """Write the play of each reading of a ruling that codes tell from the house's, if there is none yet."""
    decl = game.rulings.get(telling.ruling)
    if decl is None:
        return
    mine = _replayed(house, ground, telling.codes)
    for reading in decl.readings:
        name = telling.ruling, reading.name.lower()
        if reading is decl.house or name in told:
            continue
        other = game.session(ground.instance, readings={telling.ruling: reading})
        play = _replayed(other, ground, telling.codes)
        if _trace(play) == _trace(mine):
            continue
        told.add(name)
        suite.rulings.add(telling.ruling)
        place = f"{telling.ruling}/{reading.name.lower()}"
        _save(out, f"{place}/reading", play, {telling.ruling: reading.name.lower()}, suite)
        _save(out, f"{place}/house", mine, {}, suite)
        suite.clauses |= set(play.clauses) | set(mine.clauses)


def _replayed(session: Session, ground: Ground, codes: tuple[int, ...]) -> Play:
    """A play along codes, as far as the rules of a session allow them."""
    play = session.play()
    for code in codes:
        try:
            play.do(ground.rules.move(code))
        except Refused:
            break
    return play


def _trace(play: Play) -> list[Any]:
    return [position.to_json() for position in play]


def _save(out: Path, name: str, play: Play, readings: Mapping[str, str], suite: Suite) -> None:
    """Write a play as ITF and as plain JSON."""
    play.save(out / f"{name}.itf.json", why=f"suite {name}")
    steps = []
    for position in play:
        step = position.to_json()
        step["move"] = None if position.move is None else position.move.to_json()
        steps.append(step)
    head: dict[str, Any] = {"format": FORMAT, "readings": dict(readings), "steps": steps}
    write_atomic(out / f"{name}.json", json.dumps(head, indent=1) + "\n")
    suite.files += [f"{name}.itf.json", f"{name}.json"]
