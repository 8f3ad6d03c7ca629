"""Which rulings matter on a box whose states stand in files: each other reading is compared in every state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from queensbench.analyses.verdicts.replayed_plays import disagreeing
from queensbench.engines.compare.divergence import NOT_SEEN, STRENGTH, UNDECIDED
from queensbench.engines.compare.divergent_plays import parting_play
from queensbench.engines.layers.layered_space import LayeredSpace
from queensbench.engines.layers.level_readings import LevelParting
from queensbench.engines.runtime.box import Box
from queensbench.evidence.cache import play_of
from queensbench.project.projects import rulings_of

Other = tuple[str, int, tuple[int, ...]]
"""A ruling, the number of one of its readings, and all readings with that one in its place."""


def others(box: Box, readings: Mapping[str, Any]) -> tuple[Other, ...]:
    """Every reading that differs from the given ones in one ruling that can arise in the mode, in their order."""
    ours = tuple(box.raw(readings))
    arising = {decl.name for decl in rulings_of(box.mode)}
    return tuple(
        (ruling.name, raw, (*ours[:place], raw, *ours[place + 1 :]))
        for place, ruling in enumerate(box.system.rulings)
        if ruling.name in arising
        for raw in range(len(ruling.readings))
        if raw != ours[place]
    )


def rulings(box: Box, readings: Mapping[str, Any], found: LayeredSpace) -> list[dict[str, Any]]:
    """A row for each ruling: the strongest difference that the interpreter confirms, with its play; none if not asked.

    ``verdict`` is ``winner``, ``ending``, ``scored`` or ``legal``; ``not-seen`` if the readings part in no state of
    all; else ``undecided``.  Raises InternalError where the interpreter sees no difference in the first state that has
    one.
    """
    partings = found.partings
    if partings is None:
        return []
    by_ruling: dict[str, list[dict[str, Any]]] = {}
    for (name, raw, _), parting in zip(others(box, readings), partings, strict=True):
        by_ruling.setdefault(name, []).append(_compared(box, readings, (name, raw), found, parting))
    ranks = (*STRENGTH, UNDECIDED, NOT_SEEN)
    rows = []
    for name, told in by_ruling.items():
        best = min(
            told, key=lambda row: (ranks.index(row["verdict"]), row["choices"] or 0, row["steps"] or 0)
        )
        rows.append({"name": name, **best, "compared": max(row["compared"] for row in told)})
    return rows


def _compared(
    box: Box, readings: Mapping[str, Any], asked: tuple[str, int], found: LayeredSpace, parting: LevelParting
) -> dict[str, Any]:
    """One other reading of a ruling, as data."""
    name, raw = asked
    against = next(one.readings[raw] for one in box.system.rulings if one.name == name).lower()
    row: dict[str, Any] = {"against": against, "compared": parting.compared, "text": ""}
    shown = _shown(box, readings, asked, found, parting)
    if shown is None or shown["kind"] not in STRENGTH:
        broken = "fault" in parting.firsts or shown is not None
        if parting.parted and not broken:
            least = min((first.state for first in parting.firsts.values()), default=0)
            play = box.play(found.moves_to(least), readings)
            raise disagreeing(f"the interpreter does not see that {name}={against} differs", play)
        verdict = NOT_SEEN if found.complete and not parting.parted else UNDECIDED
        text = "the rules break under the other reading" if broken else ""
        return row | {"verdict": verdict, "text": text, "choices": None, "steps": None, "play": None}
    told = {"verdict": shown["kind"], "text": shown["text"], "play": play_of(shown["play"]).texts}
    return row | told | {"choices": shown["choices"], "steps": shown["steps"]}


def _shown(
    box: Box, readings: Mapping[str, Any], asked: tuple[str, int], found: LayeredSpace, parting: LevelParting
) -> dict[str, Any] | None:
    """The play of the strongest class that one play reaches under both readings; None where there is none."""
    name, raw = asked
    if not parting.start:
        return parting_play(box, readings, name, raw, [], judged=True)
    best: dict[str, Any] | None = None
    for class_, first in parting.firsts.items():
        codes = found.moves_to(first.state)
        judged = first.code < 0
        wanted = class_ if class_ in STRENGTH else "legal"
        shown = parting_play(
            box, readings, name, raw, codes if judged else [*codes, first.code], judged=judged, wanted=wanted
        )
        if shown is not None and shown["kind"] == wanted and wanted in STRENGTH:
            return shown
        best = best or shown
    return best
