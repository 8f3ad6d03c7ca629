"""Sets of readings as numbers: for every ruling the options that are left.

A *cube* is the set of all readings that take, of each ruling, one of the options left to it there.  It is one integer:
a field of bits for each ruling, a bit for each option, and a guard bit above each field, which is 0.  Sets that are no
cube are lists of cubes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from queensbench.rules.typed import ir

Cube = int
MOST_EXAMPLES = 100_000
"""The most cubes of which an example is kept."""


class ReadingSets:
    """The cubes of a system's rulings.

    ``full``: all readings.  ``names``, ``options``, ``house``: of each ruling, by its place.
    """

    def __init__(self, system: ir.System) -> None:
        self.names = [ruling.name for ruling in system.rulings]
        self.options = [tuple(ruling.readings) for ruling in system.rulings]
        self.house = [ruling.house for ruling in system.rulings]
        self.ranges = [range(len(options)) for options in self.options]
        self.offsets: list[int] = []
        self.fields: list[int] = []
        at = 0
        guards = full = 0
        for options in self.options:
            self.offsets.append(at)
            self.fields.append(((1 << len(options)) - 1) << at)
            guards |= 1 << (at + len(options))
            full |= self.fields[-1]
            at += len(options) + 1
        self.full: Cube = full
        self._guards = guards
        self._examples: dict[Cube, tuple[int, ...]] = {}
        self._vectors: dict[Cube, bytes] = {}

    def meet(self, one: Cube, two: Cube) -> Cube:
        """The readings in both cubes; 0 if there are none."""
        both = one & two
        return both if (both + self.full) & self._guards == self._guards else 0

    def options_in(self, cube: Cube, ruling: int) -> list[int]:
        """The options of a ruling that are left in a cube."""
        bits = (cube & self.fields[ruling]) >> self.offsets[ruling]
        return [option for option in range(len(self.options[ruling])) if bits >> option & 1]

    def is_open(self, cube: Cube, ruling: int) -> bool:
        """Whether a cube leaves more than one option of a ruling."""
        bits = cube & self.fields[ruling]
        return bits & (bits - 1) != 0

    def one(self, ruling: int, option: int) -> Cube:
        """All readings with an option of a ruling."""
        return self.full & ~self.fields[ruling] | 1 << (self.offsets[ruling] + option)

    def bound(self, chosen: Mapping[int, int]) -> Cube:
        """All readings with these options, by ruling."""
        cube = self.full
        for ruling, option in chosen.items():
            cube &= self.one(ruling, option)
        return cube

    def of(self, readings: Sequence[int]) -> Cube:
        """The cube of one reading alone, raw."""
        return self.bound(dict(enumerate(readings)))

    def example(self, cube: Cube) -> tuple[int, ...]:
        """One reading of a cube, raw: the house's options where they are left."""
        found = self._examples.get(cube)
        if found is None:
            if len(self._examples) >= MOST_EXAMPLES:
                self._examples.clear()
                self._vectors.clear()
            found = self._examples[cube] = tuple(self._chosen(cube))
        return found

    def _chosen(self, cube: Cube) -> list[int]:
        chosen = []
        for ruling, house in enumerate(self.house):
            bits = (cube & self.fields[ruling]) >> self.offsets[ruling]
            chosen.append(house if bits >> house & 1 else (bits & -bits).bit_length() - 1)
        return chosen

    def vector(self, cube: Cube) -> bytes:
        """The reading of :meth:`example` as native code takes it, 64 bits a ruling."""
        found = self._vectors.get(cube)
        if found is None:
            found = b"".join(option.to_bytes(8, "little") for option in self.example(cube))
            self._vectors[cube] = found
        return found

    def bound_in(self, cube: Cube) -> Iterator[int]:
        """The rulings of which a cube leaves out an option."""
        for ruling, field in enumerate(self.fields):
            if cube & field != field:
                yield ruling

    def without(self, cube: Cube, other: Cube) -> list[Cube]:
        """The difference of two cubes, as cubes that do not overlap."""
        if not self.meet(cube, other):
            return [cube]
        found = []
        for ruling in self.bound_in(other):
            field = self.fields[ruling]
            rest = cube & field & ~other
            if rest:
                found.append(cube & ~field | rest)
                cube = cube & ~field | cube & field & other
        return found

    def without_all(self, cubes: Iterable[Cube], others: Sequence[Cube]) -> list[Cube]:
        """The difference of two sets of cubes."""
        left = list(cubes)
        for other in others:
            left = [rest for cube in left for rest in self.without(cube, other)]
        return left

    @staticmethod
    def joined(cubes: Iterable[Cube]) -> Cube:
        """The smallest cube that holds these; no readings at all, if there are none."""
        whole = 0
        for cube in cubes:
            whole |= cube
        return whole

    def both(self, one: Sequence[Cube], two: Sequence[Cube]) -> list[Cube]:
        """The readings in both of two lists of cubes."""
        return [met for a in one for b in two if (met := self.meet(a, b))]

    def merged(self, cubes: Sequence[Cube]) -> list[Cube]:
        """The same readings in fewer cubes where two differ in one ruling alone."""
        if len(cubes) < 2:
            return list(cubes)
        found = set(cubes)
        differing = 0
        for cube in found:
            differing |= cube ^ cubes[0]
        for field in self.fields:
            if len(found) == 1:
                break
            if not differing & field:
                continue
            groups: dict[int, int] = {}
            for cube in found:
                rest = cube & ~field
                groups[rest] = groups.get(rest, 0) | cube & field
            found = {rest | bits for rest, bits in groups.items()}
        return sorted(found)
