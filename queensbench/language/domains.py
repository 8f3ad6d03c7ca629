"""Kinds and ranges: the finite sets that every value of a rule comes from."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, EnumMeta
from functools import cached_property
from typing import Annotated, Any, get_args, get_origin

from queensbench.errors import BadInput
from queensbench.language.context import WORD, Context, SizeExpr, bind, current, value_of
from queensbench.language.labels import RangeLabels, label_kind, label_of, labels_of_range, plain
from queensbench.language.source import caller


class KindMeta(EnumMeta):
    """The class of kinds: a loop over a kind runs over the members that the instance keeps."""

    def __init__(cls, name: str, bases: Any, namespace: Any, **options: Any) -> None:
        super().__init__(name, bases, namespace, **options)
        members: dict[str, Any] = dict(cls.__members__)
        for label, member in members.items():
            if member.name != label:
                raise BadInput(
                    f"{name}.{label} is the same member as {name}.{member.name}",
                    where=caller(),
                    remedy="give each member a value of its own, or `auto()`",
                )
        if options.get("label") is not None:
            label_kind(cls, options["label"], caller())

    def __iter__(cls: type[Any]) -> Iterator[Any]:
        context = current()
        return iter(context.kept(cls) if context is not None else tuple(cls.__members__.values()))

    def __len__(cls) -> int:
        context = current()
        return len(context.kept(cls) if context is not None else cls.__members__)


class Kind(Enum, metaclass=KindMeta):
    """Base of the kinds of a ruleset: ``class Player(Kind): WHITE = auto(); BLACK = auto()``.

    Members of a kind are compared by ``==`` and ``!=`` with members of the same kind, and index tables.  They
    are no numbers: order and value belong in a :class:`~queensbench.language.Lookup`.  ``label``: the names of members
    as a person says them, by name (:mod:`queensbench.language.labels`).
    """

    def __init_subclass__(cls, *, label: Mapping[str, str] | None = None) -> None:
        super().__init_subclass__()

    __hash__ = object.__hash__  # members are unique objects; Enum's own hash is slow


def _whole(number: object) -> None:
    if isinstance(number, bool) or not isinstance(number, (int, SizeExpr)):
        raise BadInput(
            f"`{number!r}` is no whole number",
            where=caller(),
            remedy="give an int or a size such as `n.faces`",
        )


class Range:
    """The integers ``lo`` to ``hi``, both included, in ``Annotated[int, Range(lo, hi)]``.

    A bound may be a size.  Two ranges are the same only if they are the same object, so a table indexed by
    rows is not indexed by a column of equal bounds.  ``label``: the names of numbers as a person says them, those of
    some by number, or a function that gives one for each and may read sizes.  Raises BadInput for an empty range, and
    for the label of a number outside it.
    """

    def __init__(self, lo: int, hi: int, *, label: RangeLabels | None = None) -> None:
        _whole(lo)
        _whole(hi)
        if not is_symbolic(lo) and not is_symbolic(hi) and lo > hi:
            raise BadInput(
                f"the range {lo} to {hi} is empty", where=caller(), remedy="give the lower bound first"
            )
        self.lo = lo
        self.hi = hi
        self.label = label
        self.where = "" if label is None else caller()
        if label is not None and not callable(label) and not isinstance(label, Mapping):
            raise BadInput(
                "the labels of a range are no mapping and no function",
                where=caller(),
                remedy='give label={1: "Ace"}, or a function of the number',
            )
        for number in label if isinstance(label, Mapping) else ():
            low, high = (None if is_symbolic(bound) else bound for bound in (lo, hi))
            if (
                type(number) is not int
                or (low is not None and number < low)
                or (high is not None and number > high)
            ):
                raise BadInput(
                    f"{number!r} is not in the range {lo} to {hi}, so that it cannot be labelled",
                    where=caller(),
                    remedy="label numbers of the range",
                )

    def __repr__(self) -> str:
        return f"Range({self.lo}, {self.hi})"


class Bound:
    """The greatest length of a sequence, in ``Annotated[Seq[Card], Bound(13)]``: a number from 0 on, or a size."""

    def __init__(self, length: int) -> None:
        _whole(length)
        if not is_symbolic(length) and length < 0:
            raise BadInput(
                f"a sequence of at most {length} values", where=caller(), remedy="give a bound from 0 on"
            )
        self.length = length

    def under(self, context: Context) -> int:
        """The number under a context.  Raises :class:`NoDomain` for one below 0."""
        most = value_of(self.length, context)
        if most < 0:
            raise NoDomain(
                f"the sequence holds at most {self.length} values, which is {most} in this instance"
            )
        return most


def span(domain: object) -> range:
    """The values of a range in ascending order, for a loop.  Raises BadInput for what is no range.

    ``for k in span(Position)``, where ``Position = Annotated[int, Range(1, 6)]`` stands in the module.
    """
    found = range_of(domain)
    if found is None:
        raise BadInput(
            f"`{domain!r}` is no range", remedy="give an alias such as `Annotated[int, Range(1, 6)]`"
        )
    context = current() or Context()
    return range(value_of(found.lo, context), value_of(found.hi, context) + 1)


def range_of(domain: object) -> Range | None:
    """The :class:`Range` of an annotated alias, or None."""
    if get_origin(domain) is Annotated:
        for extra in get_args(domain)[1:]:
            if isinstance(extra, Range):
                return extra
    return None


# --------------------------------------------------------------------------------------- resolved domains


@dataclass(frozen=True)
class BoolDomain:
    """Truth values."""

    name: str = "bool"
    size: int = 2

    def values(self) -> tuple[bool, ...]:
        """False and true."""
        return (False, True)

    def place(self, value: object) -> int:
        """The place of a value, from 0 on; -1 for a value outside the domain."""
        return int(value) if isinstance(value, bool) else -1

    def holds(self, value: object) -> bool:
        """Whether a value is one of this domain."""
        return isinstance(value, bool)


@dataclass(frozen=True)
class RangeDomain:
    """A range under an instance.  ``tag`` is the :class:`Range` object: what makes it the same range."""

    lo: int
    hi: int
    name: str
    tag: Range
    context: Context | None = field(default=None, compare=False, repr=False)
    """What labels are read under; None where the range has none."""
    size: int = field(init=False, compare=False, repr=False)
    """The number of values."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", self.hi - self.lo + 1)

    def values(self) -> range:
        """All values in ascending order, as a ``range``."""
        return range(self.lo, self.hi + 1)

    @cached_property
    def labels(self) -> Mapping[int, str]:
        """The declared labels by number.  Raises BadInput as :func:`labels_of_range` does."""
        if self.tag.label is None or self.context is None:
            return {}
        with bind(self.context):
            return labels_of_range(self.tag.label, self.values(), self.name, self.tag.where)

    def require_labels(self) -> None:
        """Check the labels now, and not when one is printed.  Raises BadInput as :attr:`labels` does."""
        if self.tag.label is not None:
            _ = self.labels

    def place(self, value: object) -> int:
        """The place of a value, from 0 on; -1 for a value outside the domain."""
        if type(value) is int:  # nearly always: other classes of integers take longer
            return value - self.lo if self.lo <= value <= self.hi else -1
        return value - self.lo if self.holds(value) else -1  # type: ignore[operator]

    def holds(self, value: object) -> bool:
        """Whether a value is one of this domain."""
        if type(value) is int:
            return self.lo <= value <= self.hi
        return isinstance(value, int) and not isinstance(value, bool) and self.lo <= value <= self.hi


@dataclass(frozen=True)
class KindDomain:
    """A kind under an instance: the members that it keeps."""

    kind: type[Any]
    members: tuple[Any, ...]
    places: dict[Any, int] = field(default_factory=dict, compare=False, repr=False)
    size: int = field(init=False, compare=False, repr=False)
    """The number of values."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.members))
        self.places.update((member, i) for i, member in enumerate(self.members))

    @property
    def name(self) -> str:
        """The name of the kind."""
        return str(self.kind.__name__)

    def place(self, value: object) -> int:
        """The place of a value, from 0 on; -1 for a value outside the domain."""
        return self.places.get(value, -1) if type(value) is self.kind else -1

    def values(self) -> tuple[Any, ...]:
        """The members that the instance keeps, in the order of their definition."""
        return self.members

    def holds(self, value: object) -> bool:
        """Whether a value is one of this domain."""
        return type(value) is self.kind and value in self.places


Domain = BoolDomain | RangeDomain | KindDomain


def label_in(domain: object, value: Any) -> str | None:
    """The declared label of a value of a domain; None if it has none."""
    if isinstance(value, Kind):
        return label_of(value)
    return (
        domain.labels.get(value) if isinstance(domain, RangeDomain) and domain.tag.label is not None else None
    )


def words_in(domain: object, value: Any) -> str:
    """A value of a domain as a person says it: its label, ``yes`` and ``no``, or its name in small letters."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    found = label_in(domain, value)
    if found is not None:
        return found
    return plain(value.name) if isinstance(value, Enum) else str(value)


def named(value: Any, domain: object = None) -> str:
    """A value as a person says it, for drawings: ``named(s.active)``, ``named(s.held, Card)``.

    A number goes by the label of its range, an alias such as ``Card = Annotated[int, Range(1, 13, label=...)]``.
    """
    found = range_of(domain)
    context = current()
    if found is None or found.label is None or context is None:
        return words_in(None, value)
    return words_in(context.ranges.setdefault(id(found), resolve(domain, context, "")), value)


class NoDomain(Exception):
    """An annotation that names no finite set of values; the text says why."""


def resolve(annotation: Any, context: Context, module: str) -> Domain:
    """The domain that an annotation names under a context.  Raises :class:`NoDomain`."""
    if annotation is bool:
        return BoolDomain()
    if annotation is int:
        raise NoDomain("a number needs a range: `Annotated[int, Range(lo, hi)]`")
    found = range_of(annotation)
    if found is not None:
        lo, hi = value_of(found.lo, context), value_of(found.hi, context)
        if lo > hi:
            raise NoDomain(f"the range {found.lo} to {found.hi} is empty ({lo} to {hi}) in this instance")
        if lo < -WORD or hi >= WORD:
            raise NoDomain(f"the range {lo} to {hi} does not fit into 32 bits")
        return RangeDomain(lo, hi, _alias(found, module), found, None if found.label is None else context)
    if get_origin(annotation) is Annotated:
        return resolve(get_args(annotation)[0], context, module)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        if not isinstance(annotation, KindMeta) and not is_reading(annotation):
            raise NoDomain(f"{annotation.__name__} is a plain Enum: derive it from queensbench.language.Kind")
        members = context.kept(annotation)
        if not members:
            raise NoDomain(f"the kind {annotation.__name__} has no member in this instance")
        return KindDomain(annotation, members)
    raise NoDomain("a value is a kind, a `bool` or an `Annotated[int, Range(lo, hi)]`")


def is_reading(kind: type) -> bool:
    """Whether an enum is the readings of a ruling (whose base is defined above this module)."""
    return any(
        b.__module__ == "queensbench.language.rulings" and b.__name__ == "Reading" for b in kind.__mro__
    )


_aliases: dict[int, tuple[Range, str]] = {}


def _alias(found: Range, module: str) -> str:
    """The name under which a module knows a range (for messages); empty if it has none there."""
    known = _aliases.get(id(found))
    if known is not None and known[0] is found:
        return known[1]
    names = vars(sys.modules[module]) if module in sys.modules else {}
    for name, value in names.items():
        if range_of(value) is found:
            _aliases[id(found)] = (found, name)
            return name
    return ""


def is_symbolic(value: object) -> bool:
    """Whether a value is a size expression (it has no number outside of an instance)."""
    return isinstance(value, SizeExpr)
