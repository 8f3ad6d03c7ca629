"""Observations: the cells of a state that the declared visibility shows to a player, None for all others.

Two states that look alike to the player who is to choose belong to one *information set*: whatever the player
does in one of them has to be done in the other.

What this file cannot see: what players remember.  A view is of one state, so it is all that a player knows only
where the record keeps what was seen before.  Who is whose partner is said by the caller; a sequence that is not
seen does not show its length either.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from queensbench.language.modes import Mode
from queensbench.rules.guard_visibility import visibilities
from queensbench.rules.typed import ir

View = tuple[int | None, ...]
"""A raw value for each cell that is seen, None for each that is not."""


@dataclass(frozen=True)
class _Sight:
    """Who sees a cell: its ``owner`` (a raw player), partners, and all where the cell ``shown`` is true."""

    owner: int | None
    partners: bool
    shown: int | None


class Views:
    """The observations of the players of a mode, at the instance of a system."""

    def __init__(self, system: ir.System, mode: Mode) -> None:
        self.system = system
        self.hidden: dict[int, _Sight] = {}
        players = "" if mode.players is None else mode.players.__name__
        blocks = {block.name: block for block in system.fields}
        seen_by = visibilities(mode)
        for block in system.fields:
            visibility = seen_by.get(block.name.removesuffix(".len"))
            if visibility is None or visibility.who == "public":
                continue
            first = block.index[0] if block.index else None
            owned = visibility.who != "hidden" and isinstance(first, ir.KindType) and first.name == players
            shown = blocks.get(visibility.shown)
            for i in range(block.cells):
                owner = i // (block.cells // ir.size(first)) if owned and first is not None else None
                flag = None if shown is None else shown.offset + i // (block.cells // shown.cells)
                self.hidden[block.offset + i] = _Sight(owner, visibility.who == "partners", flag)

    def view(self, cells: Sequence[int], player: int, partners: Collection[int] = ()) -> View:
        """The observation that a player makes of a state.

        ``cells``: raw values, as many as the system has cells.  ``player``, ``partners``: raw players, that is
        their places among those that the instance keeps.
        """
        out: list[int | None] = [int(value) for value in cells]
        for at, sight in self.hidden.items():
            if sight.owner is not None and (
                sight.owner == player or (sight.partners and sight.owner in partners)
            ):
                continue
            if sight.shown is None or not cells[sight.shown]:
                out[at] = None
        return tuple(out)
