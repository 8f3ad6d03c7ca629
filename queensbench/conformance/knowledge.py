"""The readings that plays show an engine to keep, if it keeps any: conjoined, by cubes and by z3.

A play says of some readings that they are not the engine's.  What a play says is kept in two forms: the readings that
it excludes alone, and those of the readings left before it that it excludes; both are facts about that play alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import z3

from queensbench.engines.follow.reading_sets import Cube, ReadingSets
from queensbench.engines.runtime.asking import Asking

MOST_CUBES = 4_000
"""More cubes than this are no longer conjoined: a play that would need them is left out."""
SMALL = 3
"""Sets of fewer plays than this are tried one by one before z3 is asked for others."""
MOST_TRIED = 4_000


@dataclass(frozen=True)
class Fact:
    """A play, and the readings that it leaves: ``alone``, and ``gone``, what it took of what was left before."""

    play: int
    alone: tuple[Cube, ...]
    gone: tuple[Cube, ...]


class Knowledge:
    """The readings that no play excludes: ``cubes``, joined.

    ``claimed``: the readings that the engine claims to keep (all, if it claims nothing).
    """

    def __init__(self, sets: ReadingSets, claimed: Cube | None = None) -> None:
        self.sets = sets
        self.claimed = sets.full if claimed is None else claimed
        self.cubes: list[Cube] = [self.claimed]
        self.facts: list[Fact] = []
        self._made: tuple[Cube, int] | None = None
        self._solving: tuple[Any, dict[Any, int]]
        self._options = [
            [z3.Bool(f"{name}={option}") for option in options]
            for name, options in zip(sets.names, sets.options, strict=True)
        ]

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

    def learn(self, play: int, left: Sequence[Cube], alone: Sequence[Cube]) -> bool:
        """Take in a play.  False if that needs too many cubes, or leaves nothing; then it is not taken in."""
        gone = self.gone(left)
        cubes = self.sets.merged(self.sets.both(self.cubes, left))
        cubes = self._disjoint(cubes)
        if not cubes or len(cubes) > MOST_CUBES:
            return False
        self.facts.append(Fact(play, tuple(alone), tuple(gone)))
        self.cubes = cubes
        return True

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

    def _solver(self, claimed: Cube) -> tuple[Any, dict[Any, int]]:
        """A solver that knows these claims, and each fact under a mark of its own; made once for all that is asked."""
        key = (claimed, len(self.facts))
        if key != self._made:
            self._made, self._solving = key, self._told(claimed)
        return self._solving

    def _told(self, claimed: Cube) -> tuple[Any, dict[Any, int]]:
        solver = Asking()
        for options in self._options:
            solver.add(z3.PbEq([(one, 1) for one in options], 1))
        solver.add(self._term(claimed))
        marks: dict[Any, int] = {}
        for fact in self.facts:
            mark = z3.Bool(f"play!{fact.play}")
            marks[mark] = fact.play
            solver.add(z3.Implies(mark, z3.Or([self._term(cube) for cube in fact.alone])))
            for cube in fact.gone:
                solver.add(z3.Implies(mark, z3.Not(self._term(cube))))
        return solver, marks

    def _term(self, cube: Cube) -> Any:
        parts = [
            z3.Or([self._options[ruling][option] for option in self.sets.options_in(cube, ruling)])
            for ruling in self.sets.bound_in(cube)
        ]
        return z3.And(parts) if parts else z3.BoolVal(True)

    def excluding(self, ruling: int, option: int) -> tuple[int, ...]:
        """The fewest plays found that together exclude an option; empty if they do not.

        An option that the engine does not claim is excluded by plays too, or not at all: a claim shows nothing.  One
        play is sought first, then two, then any set that none can be taken from.
        """
        cube = self.sets.one(ruling, option)
        claimed = self.claimed if self.sets.meet(cube, self.claimed) else self.sets.full
        for size in range(1, SMALL):
            if len(self.facts) ** size > MOST_TRIED:
                break
            for facts in combinations(self.facts, size):
                if not self._left(cube, facts, claimed):
                    return tuple(fact.play for fact in facts)
        return self._core(claimed, self._options[ruling][option])

    def _left(self, cube: Cube, facts: Sequence[Fact], claimed: Cube) -> list[Cube]:
        """The readings of a cube that claims and some plays leave."""
        cubes = [met] if (met := self.sets.meet(cube, claimed)) else []
        for fact in facts:
            cubes = self.sets.both(cubes, fact.alone)
            cubes = self.sets.without_all(cubes, fact.gone)
            if not cubes or len(cubes) > MOST_CUBES:
                break
        return cubes

    def _core(self, claimed: Cube, term: Any) -> tuple[int, ...]:
        """The plays of an unsatisfiable core beside a term, from which none can be taken; empty if z3 finds no core."""
        solver, marks = self._solver(claimed)
        solver.push()
        try:
            solver.add(term)
            if solver.check(*marks) != z3.unsat:
                return ()
            core = list(solver.unsat_core())
            for mark in list(core):
                rest = [one for one in core if not one.eq(mark)]
                if solver.check(*rest) == z3.unsat:
                    core = rest
        finally:
            solver.pop()
        named = {str(mark): play for mark, play in marks.items()}
        return tuple(sorted(named[str(mark)] for mark in core))

    def against(self, alone: Sequence[Cube]) -> tuple[int, ...]:
        """The fewest plays found that contradict one that leaves these readings; none if the claims do."""
        for size in range(SMALL):
            if len(self.facts) ** size > MOST_TRIED:
                break
            for facts in combinations(self.facts, size):
                cubes = [cube for one in alone for cube in self._left(one, facts, self.claimed)]
                if not cubes:
                    return tuple(fact.play for fact in facts)
        return self._core(self.claimed, z3.Or([self._term(cube) for cube in alone]))

    def binds(self, play: int, ruling: int) -> bool:
        """Whether a play binds a ruling: in a cube that it excluded, or in one that it leaves, of those left now."""
        field = self.sets.fields[ruling]
        for fact in self.facts:
            if fact.play == play:
                met = [cube for cube in fact.alone if any(self.sets.meet(cube, own) for own in self.cubes)]
                return any(cube & field != field for cube in (*met, *fact.gone))
        return False
