"""Conditions given as text, put to engines: a box that judges one more, and the first state where it holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import ExploreSettings
from queensbench.engines.runtime.box import Box
from queensbench.engines.search.targets import CONDITIONS, player_names, target_of
from queensbench.errors import BadInput
from queensbench.language.records import shown
from queensbench.readers.symmetry.groups import group
from queensbench.rules.conditions import conditioned

WORDS = re.compile(r"[\w.-]+( [\w-]+)?")
"""A text that was meant as a name rather than as an expression."""


def known(box: Box, text: str) -> bool:
    """Whether a text is a target without being a condition: a property, an end, a silence, or a player's win."""
    wins = [f"win {player}" for player in player_names(box.system)]
    return text in ("end", "silence", "deadlock", *wins, *(judge.name for judge in box.system.judges))


def asking(box: Box, text: str) -> Box:
    """A box whose system judges a condition as well; the box itself for a target that it knows.

    Raises BadInput for a condition outside the language.
    """
    if not isinstance(text, str):
        raise BadInput(f"{shown(text)} is no condition", remedy="write it as in `score >= 90`")
    if known(box, text):
        return box
    made: dict[str, Box] = box.made.setdefault("boxes by condition", {})
    if text not in made:
        try:
            system, decl = conditioned(box.ruleset, box.mode, box.instance, text)
        except BadInput:
            if WORDS.fullmatch(text):
                target_of(box, text)  # a name that is mistyped: the error says which there are
            raise
        made[text] = Box(box.ruleset, box.mode, box.instance, system, box.loops)
        made[text].made[CONDITIONS] = {text: decl}
    return made[text]


def first(
    box: Box, readings: Mapping[str, Any], text: str, found: Exploration, *, symmetric: bool = False
) -> tuple[int, ...] | None:
    """The codes of a shortest play to the first state of an exploration that a target holds in; None if none does.

    ``symmetric``: its states stand for their images.  A condition, or who has won, may hold in some of these alone, so
    each is looked at.  Raises BadInput where not all of a whole exploration can be looked at again, and
    KeyboardInterrupt.
    """
    if not known(box, text):
        asked = asking(box, text)
        again = _again(asked, readings, found, symmetric=symmetric)
        number = next(i for i, judge in enumerate(asked.system.judges) if judge.name == text)
        state = again.failing[number].state
        return None if state is None else tuple(again.moves_to(state))
    if symmetric and text.startswith("win "):
        found = _again(box, readings, found, symmetric=True)
    states = _states(box, text, found)
    if not states:
        return None
    nearest = min(states, key=lambda state: (found.choices(state), found.steps(state), state))
    return tuple(found.moves_to(nearest))


def _again(box: Box, readings: Mapping[str, Any], found: Exploration, *, symmetric: bool) -> Exploration:
    """The states of an exploration and, where these stand for their images, all images, explored for another box."""
    images = group(box.mode, box.instance).order if symmetric else 1
    settings = ExploreSettings(
        box.raw(readings), box.parameters(), max_states=found.states * images, expected=found.states
    )
    with box.told():
        again = explore(box.native, box.system, settings)
    if again.interrupted:
        raise KeyboardInterrupt
    if found.complete and not again.complete:
        raise BadInput(
            f"of the states found only {again.states:,} could be looked at again",
            where=f"{box.ruleset}/{box.mode.name} {box.instance.name}",
            remedy="free memory, or take a smaller instance",
        )
    return again


def _states(box: Box, text: str, found: Exploration) -> list[int]:
    """The first states that are known of a target."""
    if text == "end":
        seen = list(found.ends.values())
    elif text == "silence":
        seen = list(found.silences)
    elif text == "deadlock":
        seen = [found.deadlocks]
    elif text.startswith("win ") and text.removeprefix("win ") in player_names(box.system):
        player = player_names(box.system).index(text.removeprefix("win "))
        seen = [one for who, one in found.ends.items() if player in who]
    else:
        seen = [found.failing[[judge.name for judge in box.system.judges].index(text)]]
    return [one.state for one in seen if one.state is not None]
