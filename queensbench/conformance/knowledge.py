"""The readings that plays show an engine to keep, if it keeps any: conjoined, by cubes and by z3.

A play says of some readings that they are not the engine's.  What a play says is kept in two forms: those of the
readings left before it that it excludes, and, once it was followed alone, all that it leaves; both are facts about that
play alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from queensbench.conformance.reasons import Fact, Reasons
from queensbench.engines.follow.reading_sets import Cube, ReadingSets

MOST_CUBES = 4_000
"""More cubes than this are no longer conjoined: a play that would need them is left out."""


class Knowledge:
    """The readings that no play excludes: ``cubes``, joined.

    ``claimed``: the readings that the engine claims to keep (all, if it claims nothing).
    """

    def __init__(self, sets: ReadingSets, claimed: Cube | None = None) -> None:
        self.sets = sets
        self.claimed = sets.full if claimed is None else claimed
        self.cubes: list[Cube] = [self.claimed]
        self.facts: list[Fact] = []
        self._made: dict[Cube, Reasons] = {}

    def outline(self, most: int) -> list[Cube]:
        """The readings that no play excludes; where these are more than ``most`` cubes, the one that holds them all."""
        if len(self.cubes) <= most:
            return self.cubes
        return [self.sets.joined(self.cubes)]

    def meets(self, left: Sequence[Cube]) -> bool:
        """Whether a play that leaves these readings leaves any that no other play excludes."""
        return any(self.sets.meet(cube, other) for cube in left for other in self.cubes)

    # ------------------------------------------------------------------------------------- learning

    def gone(self, left: Sequence[Cube]) -> list[Cube]:
        """The readings that a play excludes of those that remained; ``left``: those that it leaves."""
        if list(left) == self.cubes:
            return []
        return self.sets.without_all(self.cubes, left)

    def learn(self, play: int, left: Sequence[Cube]) -> bool:
        """Take in a play.  False if that needs too many cubes, or leaves nothing; then it is not taken in."""
        gone = self.gone(left)
        cubes = self.sets.merged(self.sets.both(self.cubes, left))
        cubes = self._disjoint(cubes)
        if not cubes or len(cubes) > MOST_CUBES:
            return False
        lost = self.sets.joined(self.cubes) & ~self.sets.joined(cubes)
        last = [(r, o) for r in range(len(self.sets.names)) for o in self.sets.options_in(lost, r)]
        self.facts.append(Fact(play, (self.sets.full,), tuple(gone), tuple(last)))
        self.cubes = cubes
        self._made.clear()
        return True

    def leaves_alone(self, play: int, alone: Sequence[Cube]) -> None:
        """Take in which readings a play leaves alone, whatever others exclude."""
        self.facts = [replace(fact, alone=tuple(alone)) if fact.play == play else fact for fact in self.facts]
        self._made.clear()

    def _disjoint(self, cubes: Sequence[Cube]) -> list[Cube]:
        """The same readings in cubes of which none holds another one."""
        found: list[Cube] = []
        for cube in sorted(set(cubes), key=lambda c: -c.bit_count()):
            if not any(cube & ~other == 0 for other in found):
                found.append(cube)
        return sorted(found)

    def options_left(self, ruling: int) -> list[int]:
        """The options of a ruling that some reading left has."""
        return self.sets.options_in(self.sets.joined(self.cubes), ruling)

    # ------------------------------------------------------------------------------------- asking

    def _reasons(self, claimed: Cube) -> Reasons:
        """What the facts show beside these claims; made once for all that is asked."""
        if claimed not in self._made:
            self._made[claimed] = Reasons(self.sets, self.facts, claimed)
        return self._made[claimed]

    def excluding(self, ruling: int, option: int) -> tuple[int, ...]:
        """The fewest plays that together exclude an option; empty if they do not.

        An option that the engine does not claim is excluded by plays too, or not at all: a claim shows nothing.
        """
        cube = self.sets.one(ruling, option)
        claimed = self.claimed if self.sets.meet(cube, self.claimed) else self.sets.full
        return self._reasons(claimed).fewest([cube])

    def against(self, alone: Sequence[Cube]) -> tuple[int, ...]:
        """The fewest plays that contradict one that leaves these readings; none if the claims do."""
        return self._reasons(self.claimed).fewest(alone)

    def binds(self, play: int, ruling: int) -> bool:
        """Whether a play binds a ruling: in a cube that it excluded, or in one that it leaves, of those left now."""
        field = self.sets.fields[ruling]
        for fact in self.facts:
            if fact.play == play:
                met = [cube for cube in fact.alone if any(self.sets.meet(cube, own) for own in self.cubes)]
                return any(cube & field != field for cube in (*met, *fact.gone))
        return False
