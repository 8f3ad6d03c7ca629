"""Where plays that tell readings apart come from: the rulings book, the comparison of states, and coupled random games.

A play is a list of codes, and says for which ruling it was made; what it shows is found out by playing it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.api.game import Game
from queensbench.conformance.ground import Ground
from queensbench.engines.compare.comparison import rulings_on
from queensbench.engines.compare.comparison_program import comparer_of
from queensbench.engines.compare.divergence import NOT_SEEN
from queensbench.engines.coupled.playouts import Luck
from queensbench.engines.explore.explorations import exploration_of
from queensbench.engines.follow.reading_sets import Cube
from queensbench.errors import BadInput, ModelError
from queensbench.files.reading import read_text
from queensbench.project import books

STATES = 60_000
"""The most states that are walked to find plays."""
GAMES = 400
"""The number of random games that are coupled to find plays."""


@dataclass(frozen=True)
class Telling:
    """A play that tells readings of a ruling apart under some readings of the others, by its codes."""

    ruling: str
    codes: tuple[int, ...]
    source: str


def stored(game: Game, ground: Ground) -> list[Telling]:
    """The plays that the rulings book of the project keeps for this mode and instance, shortest first."""
    found: dict[tuple[int, ...], Telling] = {}
    for finding in _findings(game):
        for play in _plays(finding):
            if (play.get("mode"), play.get("instance")) != (game.mode.name, ground.instance):
                continue
            codes = _codes(ground, (play.get("play") or {}).get("steps", ()))
            if codes:
                found.setdefault(codes, Telling(finding["ruling"], codes, "stored"))
    return sorted(found.values(), key=lambda one: len(one.codes))


def _findings(game: Game) -> list[dict[str, Any]]:
    """What the rulings book of the project keeps of the ruleset; nothing where no book can be read."""
    path = books.findings_of(game._project.root, game.ruleset)
    try:
        found = json.loads(read_text(path))["findings"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    if not isinstance(found, list):
        return []
    return [one for one in found if isinstance(one, dict) and isinstance(one.get("ruling"), str)]


def elsewhere(game: Game, ruling: str, instances: Sequence[str]) -> dict[str, Any] | None:
    """The shortest stored play that tells readings of a ruling apart, on none of these instances; None without one."""
    found = None
    for finding in _findings(game):
        if finding.get("ruling") != ruling:
            continue
        for play in _plays(finding):
            if play.get("mode") == game.mode.name and play.get("instance") not in instances:
                steps = play["play"]["steps"]
                if found is None or len(steps) < len(found["moves"]):
                    found = {"instance": play["instance"], "moves": [_step(*step) for step in steps]}
    return found


def _step(name: str, args: Any) -> str:
    inside = ", ".join(f"{key}={value[-1] if isinstance(value, list) else value}" for key, value in args)
    return f"{name}({inside})"


def _plays(value: Any) -> Iterator[dict[str, Any]]:
    """The plays that stand anywhere in a finding; none of them whose steps are no names with their arguments."""
    if isinstance(value, dict):
        steps = value["play"].get("steps") if isinstance(value.get("play"), dict) else None
        if isinstance(steps, list) and all(map(_is_step, steps)):
            yield value
        for inner in value.values():
            yield from _plays(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _plays(inner)


def _is_step(step: Any) -> bool:
    """Whether a stored step is a name, and pairs of an argument and its value."""
    match step:
        case [str(), list() as args]:
            return all(map(_is_argument, args))
        case _:
            return False


def _is_argument(pair: Any) -> bool:
    match pair:
        case [str(), value]:
            return not isinstance(value, list) or bool(value)
        case _:
            return False


def _codes(ground: Ground, steps: Iterable[Any]) -> tuple[int, ...]:
    """The codes of stored steps; none where a step is no longer one of the rules."""
    codes = []
    for name, args in steps:
        values = {key: value[-1] if isinstance(value, list) else value for key, value in args}
        try:
            codes.append(ground.rules.code(name, values))
        except (BadInput, TypeError):
            return ()
    return tuple(codes)


def _nobody(text: str) -> None:
    """Tell nobody."""


def compared(
    ground: Ground, base: Sequence[int], rulings: Sequence[str], say: Callable[[str], None] = _nobody
) -> tuple[list[Telling], dict[str, str]]:
    """Shortest plays that part the readings of some rulings from a base, on as many states as the bound allows.

    Also the rulings that part nowhere in the box beside the base, with that class.  Neither if the rules break; ``say``
    is told how.
    """
    if not rulings:
        return [], {}
    try:
        comparer = comparer_of(ground.box)
        exploration = exploration_of(
            ground.box, ground.readings(base), max_states=STATES, keep=False, judging=False
        )
        matters = rulings_on(comparer, exploration, list(rulings), max_states=STATES, threads=1)
    except (ModelError, BadInput) as error:
        say(f"{ground.instance}: the rules cannot be compared state by state: {error}")
        return [], {}
    found: dict[tuple[int, ...], Telling] = {}
    never = {
        one.ruling: f"exhausted ({ground.instance}, {one.states:,} states)"
        for one in matters
        if one.matters == NOT_SEEN
    }
    for one in matters:
        for parting in one.partings.values():
            for first in parting.firsts.values():
                found.setdefault(first.play, Telling(one.ruling, first.play, "compared"))
    return sorted(found.values(), key=lambda one: len(one.codes)), never


def parting(
    ground: Ground, left: Cube, explained: Sequence[Cube], say: Callable[[str], None] = _nobody
) -> list[Telling]:
    """Shortest plays on which a reading of ``left`` parts from one that is ``explained``, and differs in one ruling."""
    sets = ground.sets
    base = sets.example(left)
    names = [
        name
        for place, name in enumerate(sets.names)
        if any(
            option != base[place]
            and any(
                sets.meet(cube, sets.of([*base[:place], option, *base[place + 1 :]])) for cube in explained
            )
            for option in range(len(sets.options[place]))
        )
    ]
    return compared(ground, base, names, say)[0]


def coupled(
    ground: Ground,
    base: Sequence[int],
    rulings: Sequence[str],
    seed: int,
    say: Callable[[str], None] = _nobody,
) -> list[Telling]:
    """Random plays that part the readings of some rulings from a base, the shortest for each.

    None if the rules break; ``say`` is told how.  ``seed``: any whole number.
    """
    seed %= 1 << 63
    places = [ground.sets.names.index(name) for name in rulings]
    others = [
        (place, [*base[:place], option, *base[place + 1 :]])
        for place in places
        for option in range(len(ground.sets.options[place]))
        if option != base[place]
    ]
    if not others:
        return []
    if "luck" not in ground.box.made:
        ground.box.made["luck"] = Luck(ground.box.system, level=1, threads=1)
    luck: Luck = ground.box.made["luck"]
    parameters = ground.box.parameters()
    found = []
    try:
        games = luck.run(base, [other for _, other in others], parameters, games=GAMES, seed=seed)
        for number, (place, _) in enumerate(others):
            first = games.first(number)
            if first is None:
                continue
            game, steps, code = first
            codes, _ = luck.play(base, parameters, seed=seed, game=game)
            play = (*codes[:steps], *([code] if code >= 0 else codes[steps : steps + 1]))
            found.append(Telling(ground.sets.names[place], play, "coupled"))
    except (ModelError, BadInput) as error:
        say(f"{ground.instance}: the rules cannot be compared in random games: {error}")
        return []
    return sorted(found, key=lambda one: len(one.codes))
