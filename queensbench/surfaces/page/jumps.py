"""Plays to jump to: what the project's book shows of each ruling, and its store of each property."""

from __future__ import annotations

from dataclasses import dataclass

import queensbench as qb
from queensbench.rendering.names import Names
from queensbench.surfaces.page.desk import Desk
from queensbench.surfaces.page.jobs import Progress
from queensbench.surfaces.page.links import MOST_STEPS, Place

SECONDS = 60.0
"""The most seconds that reading the plays may take."""


@dataclass(frozen=True)
class Jump:
    """A play to jump to: of which ruling or property, what it shows, where, and its address.

    ``about``: the question of a ruling, the claim of a property.  ``older``: it is of earlier rules.
    """

    name: str
    about: str
    against: str
    shows: str
    text: str
    instance: str
    steps: int
    link: str
    older: bool


@dataclass(frozen=True)
class Jumps:
    """The plays to jump to, by ruling and by property."""

    rulings: dict[str, list[Jump]]
    properties: dict[str, list[Jump]]


def jumps_of(desk: Desk, game: qb.Game) -> tuple[Jumps, str]:
    """The plays of a mode, and why there are none where the book cannot be read.  Raises Wait while they are read."""

    def work(progress: Progress) -> Jumps:
        progress("reading the book of rulings and the store")
        return _jumps(game)

    job = desk.waited(("plays", game.path), f"plays of {game.path}", work, seconds=SECONDS)
    return (Jumps({}, {}), job.failed) if job.failed else (job.result, "")


def _jumps(game: qb.Game) -> Jumps:
    found = Jumps({}, {})
    for one in game.kept_plays():
        if len(one.moves) > MOST_STEPS:
            continue
        readings = tuple(f"{name}={reading}" for name, reading in one.readings.items())
        ruling = game.rulings.get(one.name) if one.kind == "ruling" else None
        place = Place(game.path, one.instance, readings, (f"{one.name}={one.against}",) if ruling else ())
        link = place.link(one.moves) + ("&parts=1" if ruling else "")
        decl = None if ruling else game.properties.get(one.name)
        about = ruling.question if ruling else decl.expect.why if decl else ""
        by_name = found.rulings if ruling else found.properties
        by_name.setdefault(one.name, []).append(
            Jump(
                one.name,
                about,
                one.against,
                one.shows,
                Names(game.mode, game.instances[one.instance])(one.text),
                one.instance,
                len(one.moves),
                link,
                not one.current,
            )
        )
    return found
