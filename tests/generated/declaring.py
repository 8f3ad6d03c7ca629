"""What stands on the table of a generated model: kinds, ranges, fields, lookups, rulings, parameters, sizes."""

from __future__ import annotations

from typing import Any

from tests.generated.draws import Draws
from tests.generated.focused import declare_lot, declare_path, declare_round, declare_stages, declare_twins
from tests.generated.values import (
    FieldOf,
    KindOf,
    LookupOf,
    ParameterOf,
    Range,
    RulingOf,
    Truth,
    Vocabulary,
    size,
)
from tests.generated.writing import PHASE, PLAYER


class Declaring:
    """Draws declarations."""

    def __init__(self, draws: Draws) -> None:
        self.draws = draws
        self.words = Vocabulary()
        self.chance = False
        self.clock = False
        self.staged = False
        self.twins = False
        self.late = False
        self.round = False
        self.lot = False

    def _declare(self) -> None:
        draws, words = self.draws, self.words
        words.kinds.append(PLAYER)
        if self.chance:
            words.kinds.append(PHASE)
        alike = draws.maybe(15, "symmetry") or self.late
        for name in ("Item", "Place")[: draws.number(0, 2) or int(alike)]:
            members = ("A", "B", "C")[: draws.number(2, 3)]
            words.kinds.append(KindOf(name, members, alike and name == "Item"))
        if draws.maybe(25):
            words.sizes.append(("width", draws.number(2, 3)))
        for number in range(draws.number(1, 3)):
            lo = draws.pick((0, 0, 1, -1, -2, -3))
            hi = lo + draws.number(1, 3)
            name, text = f"R{number}", f"{lo}, {hi}"
            if words.sizes and draws.maybe(30):
                hi = max(hi, words.sizes[0][1], lo + 1)
                text = f"{lo}, n.width + {hi - words.sizes[0][1]}"
            words.ranges.append(Range(name, lo, hi, text))
        if draws.maybe(1, "wide ranges"):
            words.ranges.append(Range("Wide", -2_000_000_000, 2_000_000_000, "-2_000_000_000, 2_000_000_000"))
        for number in range(draws.number(0, 2)):
            self._lookup(number)
        if draws.maybe(25, "lookup pairs"):
            self._pair()
        if draws.maybe(20, "parameters"):
            lo = draws.number(0, 2) - 1
            words.parameters.append(ParameterOf("cards", lo + 1, lo, lo + draws.number(1, 2)))
        for number in range(draws.weighed({"none": 6, "rulings": 4}) == "rulings" and draws.number(1, 2)):
            words.rulings.append(
                RulingOf(f"ruling_{number}", ("YES", "NO", "MAYBE")[: draws.pick((2, 2, 3))])
            )
        self._fields()
        if self.staged:
            declare_stages(draws, words)
        if self.twins:
            declare_twins(draws, words)
        if self.late:
            declare_path(draws, words)
        if self.round:
            declare_round(draws, words)
        if self.lot:
            declare_lot(draws, words)

    def _fields(self) -> None:
        draws, words = self.draws, self.words
        if self.chance:
            words.fields.append(FieldOf("phase", (), PHASE))
        if self.clock:
            most = draws.number(2, 5) if not draws.maybe(1, "late") else draws.number(14, 18)
            words.ranges.append(Range("Clock", 0, most, f"0, {most}"))
            words.fields.append(FieldOf("clock", (), words.ranges[-1]))
        if draws.maybe(70):
            words.fields.append(FieldOf("turn", (), PLAYER))
        types = [
            t for t in words.types() if t != PHASE and (isinstance(t, (Truth, KindOf)) or t.name != "Clock")
        ]
        keys: list[KindOf | Range] = [t for t in types if not isinstance(t, Truth) and size(t) <= 4]
        for number in range(
            draws.number(0, 1 + self.round) if self.late or self.round else draws.number(2, 4)
        ):
            name = f"f{number}"
            t = draws.pick(types)
            shape = draws.weighed({"scalar": 8, "table": 5, "sequence": 3, "table of sequences": 1})
            index: tuple[KindOf | Range, ...] = ()
            if "table" in shape and keys:
                index = tuple(draws.pick(keys) for _ in range(draws.pick((1, 1, 2))))
            bound = draws.number(1, 3) if "sequence" in shape else 0
            if bound and index:
                index = index[:1]
            extra = ""
            if draws.maybe(10):
                extra = draws.pick(("hidden()", "public()", *(["owner()"] if index[:1] == (PLAYER,) else [])))
            words.fields.append(FieldOf(name, index, t, bound, extra))

    def _lookup(self, number: int) -> None:
        draws, words = self.draws, self.words
        kinds = [kind for kind in words.kinds if not kind.alike]
        index: list[KindOf | tuple[int, int]] = []
        for _ in range(draws.pick((1, 1, 2))):
            lo = draws.number(0, 2) - 1
            options: list[KindOf | tuple[int, int]] = [*kinds, (lo, lo + draws.number(1, 3))]
            index.append(draws.pick(options))
        value = draws.pick([Truth(), (-2, 5), (0, 2), *kinds])
        self._entries(f"LOOK{number}", tuple(index), value, gaps=draws.risk(10))

    def _pair(self) -> None:
        """Two lookups of other lengths with mostly the same entries."""
        draws = self.draws
        most = draws.number(1, 2)
        values = [draws.number(0, 3) for _ in range(most + 1)]
        for name, more in (("SHORT", []), ("LONG", [values[-1]])):
            entries = tuple((str(k), str(v)) for k, v in enumerate([*values, *more]))
            bounds = (min(values), max(values))
            self.words.lookups.append(LookupOf(name, ((0, len(entries) - 1),), bounds, entries))

    def _entries(
        self, name: str, index: tuple[KindOf | tuple[int, int], ...], value: Any, *, gaps: bool
    ) -> None:
        draws = self.draws
        keys = LookupOf(name, index, value, ()).keys()
        gap = draws.number(0, len(keys) - 1) if gaps and len(keys) > 2 else -1
        entries: list[tuple[str, str]] = []
        numbers: list[int] = []
        for place, key in enumerate(keys):
            if isinstance(value, tuple):
                numbers.append(draws.number(*value))
                text = str(numbers[-1])
            elif isinstance(value, Truth):
                text = draws.pick(("True", "False"))
            else:
                text = f"{value.name}.{draws.pick(value.members)}"
            if place != gap:
                entries.append((key[0] if len(key) == 1 else f"({', '.join(key)})", text))
            elif isinstance(value, tuple):
                numbers.pop()
        if isinstance(value, tuple):
            value = (min(numbers), max(numbers))
        self.words.lookups.append(LookupOf(name, index, value, tuple(entries)))
