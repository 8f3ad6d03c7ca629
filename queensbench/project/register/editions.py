"""Two editions of a document: its added, removed, reworded, moved and renumbered units.

The manifests hold no text, so a unit is recognised by its checksum alone.  Where several units of a passage were lost
and others stand in their place, those of the same number are taken for each other, then the rest in order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from queensbench.project.register.seeds import Manifest, Unit, check


@dataclass(frozen=True)
class UnitChange:
    """The change of a unit.

    ``id``: its number in the old edition (in the new one, if it was ``added``); ``now``: its number in the new one,
    where that differs.  ``span``: where added text stands that no manifest has numbered yet.
    """

    how: str
    id: str
    kind: str
    place: str
    now: str = ""
    span: tuple[int, int] | None = None


def editions(old: Manifest, new: Manifest) -> list[UnitChange]:
    """The changes from one manifest to another, in the order of the old one; what was added comes last.

    A unit has *moved* if it says the same in another place: under another heading or page, or in another order.
    """
    pairs = _same_text(old, new)
    taken = {unit.id for unit in pairs.values()}
    numbers = {unit.id: number for number, unit in enumerate(new.units)}
    order = [unit for unit in old.units if unit.id in pairs]
    steady = _steady([numbers[pairs[unit.id].id] for unit in order])
    in_order = {unit.id for unit, stays in zip(order, steady, strict=True) if stays}
    reworded = _reworded(old, new, pairs, taken)
    taken |= {unit.id for unit in reworded.values()}
    found = []
    for unit in old.units:
        if unit.id in reworded:
            found.append(_change("reworded", unit, reworded[unit.id]))
        elif unit.id not in pairs:
            found.append(_change("removed", unit, unit))
        elif unit.id not in in_order or unit.place != pairs[unit.id].place:
            found.append(_change("moved", unit, pairs[unit.id]))
        elif unit.id != pairs[unit.id].id:
            found.append(_change("renumbered", unit, pairs[unit.id]))
    return [*found, *(_change("added", unit, unit) for unit in new.units if unit.id not in taken)]


def document(old: Manifest, text: str) -> list[UnitChange]:
    """The changes from a manifest to the text of a new edition, in its order; added text comes last."""
    report = check(old, text)
    places = {unit.id: unit.fragments for unit in report.moved}
    order = [unit for unit in old.units if unit.id not in {*report.changed, *report.removed}]
    steady = _steady([places.get(unit.id, unit.fragments)[0][0] for unit in order])
    in_order = {unit.id for unit, stays in zip(order, steady, strict=True) if stays}
    found = []
    for unit in old.units:
        how = "reworded" if unit.id in report.changed else "removed" if unit.id in report.removed else "moved"
        if how != "moved" or unit.id not in in_order:
            found.append(_change(how, unit, unit))
    return [*found, *(UnitChange("added", "", "", "", span=span) for span in report.added)]


def _change(how: str, old: Unit, new: Unit) -> UnitChange:
    return UnitChange(how, old.id, old.kind.value, old.place, "" if new.id == old.id else new.id)


def _same_text(old: Manifest, new: Manifest) -> dict[str, Unit]:
    """The units of the new edition with the same text, by the number of the old unit.

    Of several that say the same: the one of the same number, else the one in the same order, else the first.
    """
    pairs = {
        unit.id: new.by_id[unit.id]
        for unit in old.units
        if unit.id in new.by_id and new.by_id[unit.id].sha256 == unit.sha256
    }
    before = [unit for unit in old.units if unit.id not in pairs]
    now = [unit for unit in new.units if unit.id not in pairs]
    runs = SequenceMatcher(None, [u.sha256 for u in before], [u.sha256 for u in now], autojunk=False)
    for first, second, length in runs.get_matching_blocks():
        pairs |= {before[first + at].id: now[second + at] for at in range(length)}
    taken = {unit.id for unit in pairs.values()}
    left: dict[str, list[Unit]] = {}
    for unit in now:
        if unit.id not in taken:
            left.setdefault(unit.sha256, []).append(unit)
    for unit in old.units:
        if unit.id not in pairs and left.get(unit.sha256):
            pairs[unit.id] = left[unit.sha256].pop(0)
    return pairs


def _reworded(old: Manifest, new: Manifest, pairs: dict[str, Unit], taken: Iterable[str]) -> dict[str, Unit]:
    """The lost units that others have replaced, between the same neighbours."""
    known = set(taken)
    numbers = {unit.id: number for number, unit in enumerate(new.units)}
    found: dict[str, Unit] = {}
    lost: list[Unit] = []
    before = -1
    for unit in [*old.units, None]:
        if unit is not None and unit.id not in pairs:
            lost.append(unit)
            continue
        if lost:
            after = len(new.units) if unit is None else numbers[pairs[unit.id].id]
            others = [other for other in new.units[before + 1 : after] if other.id not in known]
            found |= _paired(lost, others)
            lost = []
        if unit is not None:
            before = numbers[pairs[unit.id].id]
    return found


def _paired(lost: Sequence[Unit], others: Sequence[Unit]) -> dict[str, Unit]:
    by_id = {unit.id: unit for unit in others}
    found = {unit.id: by_id[unit.id] for unit in lost if unit.id in by_id}
    left = [unit for unit in others if unit.id not in found]
    rest = (unit for unit in lost if unit.id not in found)
    return found | {unit.id: other for unit, other in zip(rest, left, strict=False)}


def _steady(numbers: Sequence[int]) -> list[bool]:
    """Which of distinct numbers form a longest ascending subsequence (Schensted, 1961); all others have moved."""
    tails: list[int] = []
    lengths: list[int] = []
    for number in numbers:
        at = bisect_left(tails, number)
        tails[at : at + 1] = [number]
        lengths.append(at + 1)
    wanted = len(tails)
    found = [False] * len(numbers)
    last: int | None = None
    for at in range(len(numbers) - 1, -1, -1):
        if lengths[at] == wanted and (last is None or numbers[at] < last):
            found[at] = True
            last = numbers[at]
            wanted -= 1
    return found
