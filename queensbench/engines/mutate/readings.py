"""The readings under which mutants are asked: one that is not the house's at a time, and several together."""

from __future__ import annotations

from itertools import combinations
from random import Random

from queensbench.language.modes import Mode
from queensbench.project.projects import rulings_of
from queensbench.rules.typed import ir

MIXED = 20
"""So many mixtures are drawn, of which the one is kept that has most pairs which are in no other."""


def other_readings(mode: Mode, system: ir.System) -> list[tuple[str, list[int]]]:
    """Every reading that differs from the house's in one ruling: its name, and the raw readings without the selector's.

    A ruling that cannot arise in the mode is read as the house reads it: nobody would play the mode otherwise, and an
    author who says what to expect under a reading means the modes in which the ruling can arise.
    """
    house = [ruling.house for ruling in system.rulings[:-1]]
    arising = {decl.name for decl in rulings_of(mode)}
    found = []
    for place, ruling in enumerate(system.rulings[:-1]):
        if ruling.name in arising:
            for raw, name in enumerate(ruling.readings):
                if raw != ruling.house:
                    chosen = [*house[:place], raw, *house[place + 1 :]]
                    found.append((f"{ruling.name}={name.lower()}", chosen))
    return found


def readings_together(mode: Mode, system: ir.System, seed: int = 1) -> list[tuple[str, list[int]]]:
    """Mixtures of readings such that any two other readings, of two rulings, stand in one of them together.

    As :func:`other_readings` has them.  In each mixture about half the rulings are read as the house reads them, so
    that few keep others from mattering.  None where fewer than two rulings can arise.
    """
    house = [ruling.house for ruling in system.rulings[:-1]]
    others: dict[int, list[int]] = {}
    for _, chosen in other_readings(mode, system):
        place = next(at for at, raw in enumerate(chosen) if raw != house[at])
        others.setdefault(place, []).append(chosen[place])
    open_ = {
        ((p, a), (q, b))
        for p, mine in others.items()
        for q, theirs in others.items()
        if p < q
        for a in mine
        for b in theirs
    }
    random = Random(seed)
    found: list[tuple[str, list[int]]] = []
    while open_:
        drawn = [_mixture(others, random) for _ in range(MIXED)]
        drawn.append(dict(min(open_)))  # so that each round closes a pair
        best = max(drawn, key=lambda mixture: len(open_ & set(combinations(sorted(mixture.items()), 2))))
        open_ -= set(combinations(sorted(best.items()), 2))
        names = (system.rulings[place] for place in sorted(best))
        name = ", ".join(
            f"{one.name}={one.readings[raw].lower()}"
            for one, (_, raw) in zip(names, sorted(best.items()), strict=True)
        )
        found.append((name, [best.get(place, raw) for place, raw in enumerate(house)]))
    return found


def _mixture(others: dict[int, list[int]], random: Random) -> dict[int, int]:
    """Another reading for each ruling, by its place, or for half of them none."""
    return {place: random.choice(raws) for place, raws in others.items() if random.random() < 0.5}
