"""Symmetry reduction of cases: of those that differ by a renaming which all rules respect, one stands for all.

If the rules of a game treat players alike up to who sits next to whom, and so do all claims, then a proof about a turn
of the first player, in all states, is one about the turns of the others: rename the state, and the lemmas, which are
asked of every player, say the same of it.  That rules and claims respect a renaming is shown of their text
(:mod:`queensbench.readers.symmetry.scalarsets`).  The start is not renamed: a goal from there is asked of each case.

Source: Ip and Dill, *Better verification through symmetry* (1996).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from queensbench.engines.prove.obligations import Case
from queensbench.readers.symmetry.scalarsets import Images, renamings
from queensbench.rules.typed import ir

Mirror = tuple[ir.KindType, Images]
"""A kind, and the image of each of its members."""


def mirrors(system: ir.System, scalars: Iterable[int], judges: Iterable[int]) -> list[Mirror]:
    """Find the renamings of the kinds of scalars that all transitions of a system and some judges respect."""
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
    """Rename a case."""
    kind, images = mirror
    # A member that the box leaves out has a number below 0, and no image.
    return tuple(
        (cell, images[raw] if raw >= 0 and system.cells[cell] == kind else raw) for cell, raw in case
    )


def standing(
    system: ir.System, cases: Sequence[Case], found: Sequence[Mirror]
) -> list[tuple[Case, tuple[Case, ...]]]:
    """Take the first case of each orbit of the renamings; return it with the other cases of its orbit."""
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
