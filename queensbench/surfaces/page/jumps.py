"""Plays to jump to: what the project's book shows of each ruling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import queensbench as qb
from queensbench.errors import BadInput
from queensbench.rendering.book import entries
from queensbench.surfaces.page.links import MOST_STEPS, Place

BOOK = ("docs", "rulings")
"""Where a project's book is, below its folder."""


@dataclass(frozen=True)
class Jump:
    """A play to jump to: the ruling, the other reading, what differs, and the address."""

    ruling: str
    question: str
    against: str
    kind: str
    text: str
    instance: str
    steps: int
    link: str


def jumps_of(game: qb.Game) -> list[Jump]:
    """The plays of the book on the rulings of a mode; none where there is no book.  Raises BadInput for a broken one."""
    path = game._project.root.joinpath(*BOOK, game.ruleset.package, entries.FILE)
    if not path.exists():
        return []
    found = []
    for finding in entries.read(path, game.ruleset):
        shown: list[Any] = [finding.play, finding.result_play, finding.at_full, *finding.depends]
        seen = set()
        for one in shown:
            if one is None or one.mode != game.mode.name or one.instance not in game.instances:
                continue
            jump = _jump(game, finding.ruling, one)
            if jump is not None and jump.link not in seen:
                seen.add(jump.link)
                found.append(jump)
    return found


def _jump(game: qb.Game, ruling: str, one: Any) -> Jump | None:
    decl = game.rulings.get(ruling)
    play = one.play
    if decl is None or len(play.steps) > MOST_STEPS:
        return None
    house = {name: known.house.name.lower() for name, known in game.rulings.items()}
    others = tuple(
        f"{name}={reading.lower()}"
        for name, reading in play.readings.items()
        if name in house and reading.lower() != house[name] and name != ruling
    )
    place = Place(game.path, one.instance, others, (f"{ruling}={one.against}",))
    moves = [qb.Move(step.name, dict(step.args)) for step in play.steps]
    return Jump(
        ruling, decl.question, one.against, one.kind, one.text, one.instance, len(moves), place.link(moves)
    )


def by_ruling(jumps: Sequence[Jump]) -> dict[str, list[Jump]]:
    """Jumps by their rulings, in order."""
    found: dict[str, list[Jump]] = {}
    for jump in jumps:
        found.setdefault(jump.ruling, []).append(jump)
    return found


def jumps_or_none(game: qb.Game) -> dict[str, list[Jump]]:
    """Jumps by their rulings; none where the book cannot be read, which the command that writes it tells."""
    try:
        return by_ruling(jumps_of(game))
    except BadInput:
        return {}
