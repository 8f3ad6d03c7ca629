"""The marks by which differences of one likely cause are taken for one."""

from __future__ import annotations

from typing import Any

from queensbench.conformance.found import Difference
from queensbench.conformance.ground import Ground

MOVED = ("do", "refused", "chance", "unlucky", "drawn")


def is_allowed(ground: Ground, difference: Difference) -> bool:
    """Whether the last move of a play is one that the rules allow where it was done."""
    code = difference.record.codes[-1]
    return any(
        type(codes) is tuple and code in codes
        for state, cube, _ in difference.following.before
        for _, codes in ground.steps.moves(state, cube)
    )


def signature(ground: Ground, difference: Difference) -> tuple[Any, ...]:
    """The marks that differences of one likely cause share: kind, instance, message, move before it, field."""
    following, transcript = difference.following, difference.record.transcript
    said = transcript[following.dead] if following.dead >= 0 else transcript[-1]
    moved = next((one for one in reversed(transcript[: following.dead + 1]) if one.what in MOVED), None)
    name = ""
    if moved is not None:
        events = moved.value if isinstance(moved.value, list) else [moved.value]
        name = next((one["move"] if isinstance(one, dict) else "chance" for one in events), "")
    which = ""
    if said.what == "state" and following.before.cubes:
        which = ground.agrees(next(iter(following.before.cubes)), ground.told(said.value))
    return difference.kind, difference.record.instance, said.what, name, which


__all__ = ["MOVED", "is_allowed", "signature"]
