"""Plays that show where two readings part, confirmed by the interpreter and ready to be stored and replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from queensbench.engines.compare.replay import KINDS, Difference, Pair
from queensbench.engines.runtime.box import Box
from queensbench.evidence.cache import play_json
from queensbench.evidence.plays import Play, moments_until
from queensbench.project.projects import rulings_of
from queensbench.readers.interpreter import Step


def other_reading(box: Box, base: Mapping[str, Any], ruling: str, raw: int) -> dict[str, Any]:
    """The base's readings, but for one ruling, whose reading is given by its raw number."""
    name = next(one.readings[raw] for one in box.system.rulings if one.name == ruling)
    decl = next(one for one in rulings_of(box.mode) if one.name == ruling)
    return {**base, ruling: decl.readings[name]}


def replayable(
    box: Box, base: Mapping[str, Any], theirs: Mapping[str, Any], codes: Sequence[int], why: str
) -> Play:
    """The play of these codes under the base, or under ``theirs`` if its last move is possible only there."""
    play = box.play(list(codes), base, why)
    refused = moments_until(box.interpreter(base), play.steps)[1]
    return play if refused is None else box.play(list(codes), theirs, why)


class _Plain(Pair):
    """A pair that leaves out the probabilities of chance events, which take long to compare."""

    def chance(self, states: Sequence[Any], step: Step) -> list[Difference]:
        return []


def parting_play(
    box: Box,
    base: Mapping[str, Any],
    ruling: str,
    raw: int,
    codes: Sequence[int],
    *,
    judged: bool,
    wanted: str = "",
    beside: str = "",
) -> dict[str, Any] | None:
    """A play by which a base and another reading of a ruling part, as data; None if the interpreter sees none.

    ``judged``: the state after all codes is judged differently; otherwise the last move shows the difference.
    ``wanted``: the class to report if the play shows several (else the strongest).  The data: ``kind`` (a class, or
    ``fault``), ``text``, ``against``, ``choices``, ``steps``, ``beside``, and the ``play`` as JSON.
    """
    theirs = other_reading(box, base, ruling, raw)
    names = next(one.readings for one in box.system.rulings if one.name == ruling)
    number = [one.name for one in box.system.rulings].index(ruling)
    called = (names[box.raw(base)[number]].lower(), names[raw].lower())
    readers = box.interpreter(base), box.interpreter(theirs)
    steps = box.steps(list(codes))
    found = _Plain(*readers, called).along(steps, judged=judged)
    found = found or Pair(*readers, called).along(steps, judged=judged)
    if not found:
        return None
    best = min(found, key=lambda d: (d.class_ != wanted, KINDS.index(d.kind)))
    choices, length = box.coding.length(codes)
    return {
        "kind": best.class_,
        "text": best.text,
        "against": called[1],
        "choices": choices,
        "steps": length,
        "beside": beside,
        "play": play_json(replayable(box, base, theirs, codes, f"{ruling}: {best.text}")),
    }
