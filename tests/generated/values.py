"""Types and declarations of a generated model: kinds, ranges, fields, lookups, rulings, parameters, helpers."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from tests.generated.tree import Node, Stmt

BIG = 1_000_000
"""Numbers of an expression stay below this, unless they are meant to be large."""

HUGE = 1 << 59
"""Beyond this the language refuses arithmetic at load; numbers that are meant to be large stay below."""


@dataclass(frozen=True)
class Truth:
    """Truth values."""


@dataclass(frozen=True)
class KindOf:
    """A kind with its members.  ``alike``: its members are not named in rules, so that they may be permuted."""

    name: str
    members: tuple[str, ...]
    alike: bool = False


@dataclass(frozen=True)
class Range:
    """A range with its name, its bounds at full size, and how the bounds are written."""

    name: str
    lo: int
    hi: int
    text: str

    @property
    def size(self) -> int:
        """How many values it has."""
        return self.hi - self.lo + 1


Type = Truth | KindOf | Range


def size(t: Type) -> int:
    """How many values a type has."""
    return 2 if isinstance(t, Truth) else len(t.members) if isinstance(t, KindOf) else t.size


def written(t: Type) -> str:
    """A type as an annotation."""
    return "bool" if isinstance(t, Truth) else t.name


@dataclass(frozen=True)
class Value:
    """An expression with its type; numbers have the interval that the checker gives them, and their range if any.

    ``whole``: evaluating it can leave no range and calls no rule, as a ``default=`` must.
    """

    node: Node
    type: Truth | KindOf | None
    lo: int = 0
    hi: int = 1
    tag: Range | None = None


@dataclass(frozen=True)
class FieldOf:
    """A field of the record; ``bound`` is the greatest length of a sequence (0: it is none).

    ``extra``: who sees it; ``inline``: whether the range of its values has no name.
    """

    name: str
    index: tuple[KindOf | Range, ...]
    value: Type
    bound: int = 0
    extra: str = ""
    inline: bool = False

    @property
    def cells(self) -> int:
        """How many values it holds."""
        total = max(1, self.bound)
        for t in self.index:
            total *= size(t)
        return total

    def annotation(self) -> str:
        """The annotation in the record."""
        text = written(self.value)
        if self.inline and isinstance(self.value, Range):
            text = f"Annotated[int, Range({self.value.text})]"
        if self.bound:
            text = f"Annotated[Seq[{text}], Bound({self.bound})]"
        if self.index:
            text = f"Table[{', '.join(written(t) for t in self.index)}, {text}]"
        return f"Annotated[{text}, {self.extra}]" if self.extra else text


@dataclass(frozen=True)
class LookupOf:
    """A constant table: the types of its keys, and an entry for each combination listed."""

    name: str
    index: tuple[KindOf | tuple[int, int], ...]
    value: Truth | KindOf | tuple[int, int]
    entries: tuple[tuple[str, str], ...]

    def keys(self) -> list[tuple[str, ...]]:
        """All combinations of keys, as written."""
        columns = [
            [f"{t.name}.{m}" for m in t.members]
            if isinstance(t, KindOf)
            else [str(k) for k in range(t[0], t[1] + 1)]
            for t in self.index
        ]
        return list(product(*columns))


@dataclass(frozen=True)
class RulingOf:
    """A ruling: its name and its readings, the first being the house's."""

    name: str
    readings: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The name of its enum."""
        return self.name.capitalize() + "Reading"


@dataclass(frozen=True)
class ParameterOf:
    """A parameter: its default and its bounds."""

    name: str
    default: int
    lo: int
    hi: int


@dataclass(frozen=True)
class RuleOf:
    """A rule as written: decorator, name, arguments, what it answers, its body.

    ``result``: the type of its answer, an interval where it answers a number without a range, None where it acts.
    """

    decorator: str
    name: str
    state: bool
    args: tuple[tuple[str, Type], ...]
    result: Truth | KindOf | Range | tuple[int, int] | None
    body: tuple[Stmt, ...]
    record: str = "State"


@dataclass
class Vocabulary:
    """The names that the rules of a model may use."""

    kinds: list[KindOf] = field(default_factory=list)
    ranges: list[Range] = field(default_factory=list)
    fields: list[FieldOf] = field(default_factory=list)
    lookups: list[LookupOf] = field(default_factory=list)
    rulings: list[RulingOf] = field(default_factory=list)
    parameters: list[ParameterOf] = field(default_factory=list)
    sizes: list[tuple[str, int]] = field(default_factory=list)
    helpers: list[RuleOf] = field(default_factory=list)
    clauses: tuple[str, ...] = ("turn.first", "turn.second", "box.rest", "end.early")

    def types(self) -> list[Type]:
        """All types of which a field can be."""
        return [*self.kinds, *self.ranges, Truth()]
