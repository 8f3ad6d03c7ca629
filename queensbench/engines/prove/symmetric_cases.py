"""Cases of a transition that differ by a renaming which all rules respect: one of them stands for the others.

If the rules of a game treat players alike up to who sits next to whom, and so do all claims, then what a turn of the
first player shows of all states it shows of the turns of the others: rename the state, and the lemmas, which are asked
of every player, say the same of it.  That rules and claims respect a renaming is shown of their text
(:mod:`queensbench.readers.symmetry.scalarsets`).  The start is not renamed: what is asked from there is asked of each
case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from queensbench.engines.prove.obligations import Case
from queensbench.readers.symmetry.scalarsets import Images, renamings
from queensbench.rules.typed import ir

Mirror = tuple[ir.KindType, Images]
"""A kind, and the image of each of its members."""


def mirrors(system: ir.System, scalars: Iterable[int], judges: Iterable[int]) -> list[Mirror]:
    """The renamings of kinds of some scalars that all transitions of a system and some judges respect."""
    functions = {transition.function for transition in system.transitions}
    functions |= {t.weight for t in system.transitions if t.weight is not None}
    functions |= {system.judges[judge].function for judge in judges}
    if system.over is not None:
        functions.add(system.over)
    kinds = dict.fromkeys(system.cells[cell] for cell in sorted(set(scalars)))
    return [
        (kind, images)
        for kind in kinds
        if isinstance(kind, ir.KindType)
        for images in renamings(system, kind, functions)
    ]


def image(system: ir.System, case: Case, mirror: Mirror) -> Case:
    """A case, renamed."""
    kind, images = mirror
    # A member that the box leaves out has a number below 0, and no image.
    return tuple(
        (cell, images[raw] if raw >= 0 and system.cells[cell] == kind else raw) for cell, raw in case
    )


def standing(
    system: ir.System, cases: Sequence[Case], found: Sequence[Mirror]
) -> list[tuple[Case, tuple[Case, ...]]]:
    """The cases that stand for all, each the first of those that renamings make of it, which are named with it."""
    left = list(cases)
    out = []
    while left:
        group = {left[0]}
        todo = [left[0]]
        while todo:
            one = todo.pop()
            new = {image(system, one, mirror) for mirror in found} - group
            group |= new
            todo += sorted(new)
        out.append((left[0], tuple(case for case in left[1:] if case in group)))
        left = [case for case in left if case not in group]
    return out


__all__ = ["Mirror", "image", "mirrors", "standing"]
