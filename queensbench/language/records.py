"""The state of a game: records of scalars, tables and bounded sequences, and constant lookups.

A record's fields are its annotations::

    class State(Record):
        phase: Phase
        line: Annotated[Table[Player, Position, Character], owner(shown="face_up")]
        face_up: Table[Player, Position, bool]
        pile: Annotated[Seq[Card], Bound(52), hidden()]

A record may inherit another: it has its fields as well, and every rule written for the base serves it too.
Every cell starts at the first value of its domain.  Writing a value, or using an index, outside its range
raises :class:`~queensbench.errors.RangeViolation` with the place.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import product
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    TypeVar,
    TypeVarTuple,
    get_args,
    get_origin,
    overload,
)

from queensbench.errors import BadInput, RangeViolation
from queensbench.language.context import Context, bound, current
from queensbench.language.domains import BoolDomain, Bound, Domain, Kind, KindDomain, NoDomain, resolve
from queensbench.language.source import caller, hints_of, place_of
from queensbench.language.visibility import Visibility

Ix = TypeVarTuple("Ix")
V = TypeVar("V")
A = TypeVar("A", bound="Kind | int")
B = TypeVar("B", bound="Kind | int")
C = TypeVar("C", bound="Kind | int")
D = TypeVar("D", bound="Kind | int")


def shown(value: object) -> str:
    """A value as the author writes it."""
    if isinstance(value, Enum):
        return value.name
    try:
        return repr(value)
    except ValueError:  # of a number with thousands of digits Python makes no text
        return "a number that is too long to be written"


def described(domain: Domain) -> str:
    """A domain with its first and last value, for messages."""
    values = domain.values()
    span = f"{shown(values[0])} to {shown(values[-1])}"
    return f"{domain.name} ({span})" if domain.name else span


writes = [0]
"""How often any record was written to: whoever runs a rule can tell whether it changed anything."""


def _check_value(domain: Domain, value: object, what: str) -> None:
    writes[0] += 1
    if not domain.holds(value):
        raise RangeViolation(f"{what} = {shown(value)} is outside {described(domain)}", where=caller())


NOWHERE: Mapping[Any, int] = {}
"""No place of any key is known beforehand."""


def _offset(index: tuple[Domain, ...], key: Any, name: str) -> int:
    """The row-major place of a key; a key out of range is a :class:`RangeViolation`."""
    if len(index) == 1 and not isinstance(key, tuple) and (place := index[0].place(key)) >= 0:
        return place
    keys = key if isinstance(key, tuple) else (key,)
    if len(keys) != len(index):
        raise RangeViolation(f"{name} takes {len(index)} indices, not {len(keys)}", where=caller())
    offset = 0
    for domain, item in zip(index, keys, strict=True):
        place = domain.place(item)
        if place < 0:
            position = [d.place(k) < 0 for d, k in zip(index, keys, strict=True)].index(True) + 1
            raise RangeViolation(
                f"index {position} of {name} = {shown(item)} is outside {described(domain)}",
                where=caller(),
            )
        offset = offset * domain.size + place
    return offset


class Table(Generic[*Ix, V]):
    """A value for each combination of indices: ``Table[Player, Position, Character]``.

    The last argument is the value, the others are the indices (kinds or ranges, one to four).
    """

    __slots__ = ("_data", "_index", "_name", "_places", "_value")

    def __init__(
        self,
        index: tuple[Domain, ...],
        value: Any,
        name: str,
        data: list[Any],
        places: Mapping[Any, int] = NOWHERE,
    ) -> None:
        self._index = index
        self._value = value
        self._name = name
        self._data = data
        self._places = places

    @overload
    def __getitem__(self: Table[A, V], key: A) -> V: ...
    @overload
    def __getitem__(self: Table[A, B, V], key: tuple[A, B]) -> V: ...
    @overload
    def __getitem__(self: Table[A, B, C, V], key: tuple[A, B, C]) -> V: ...
    @overload
    def __getitem__(self: Table[A, B, C, D, V], key: tuple[A, B, C, D]) -> V: ...
    def __getitem__(self, key: Any) -> Any:
        return self._data[self._at(key)]

    def _at(self, key: Any) -> int:
        if self._places:
            try:
                return self._places[key]
            except (KeyError, TypeError):
                pass  # out of range, or of another form
        return _offset(self._index, key, self._name)

    @overload
    def __setitem__(self: Table[A, V], key: A, value: V) -> None: ...
    @overload
    def __setitem__(self: Table[A, B, V], key: tuple[A, B], value: V) -> None: ...
    @overload
    def __setitem__(self: Table[A, B, C, V], key: tuple[A, B, C], value: V) -> None: ...
    @overload
    def __setitem__(self: Table[A, B, C, D, V], key: tuple[A, B, C, D], value: V) -> None: ...
    def __setitem__(self, key: Any, value: Any) -> None:
        offset = self._at(key)
        if isinstance(self._value, SeqField):
            raise RangeViolation(f"{self._name} holds sequences, which are changed in place", where=caller())
        _check_value(self._value, value, self._name)
        self._data[offset] = value

    def items(self) -> Iterator[tuple[tuple[Any, ...], V]]:
        """Keys (always tuples) and values, row-major."""
        return zip(product(*(d.values() for d in self._index)), self._data, strict=True)

    def copy(self) -> Table[*Ix, V]:
        """A table of its own with equal cells."""
        sequences = isinstance(self._value, SeqField)
        data = [item.copy() for item in self._data] if sequences else self._data[:]
        return Table(self._index, self._value, self._name, data, self._places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._data == other._data

    __hash__ = None  # type: ignore[assignment]


class Seq(Generic[V]):
    """A sequence of bounded length: ``Annotated[Seq[Card], Bound(13)]``.

    Read ``s.queue[i]`` and ``len(s.queue)``; change it by ``append``, ``insert``, ``remove_at``, ``clear`` and
    ``s.queue[i] = card``.  An index runs from 0; one outside is a :class:`~queensbench.errors.RangeViolation`.
    """

    __slots__ = ("_data", "_limit", "_name", "_value")

    def __init__(self, value: Domain, limit: int, name: str, data: list[Any]) -> None:
        self._value = value
        self._limit = limit
        self._name = name
        self._data = data

    def _place(self, index: int, end: int) -> int:
        if not 0 <= index < end:
            raise RangeViolation(f"{self._name}[{index}] is outside 0 to {end - 1}", where=caller())
        return index

    def __getitem__(self, index: int) -> V:
        data = self._data
        item: V = data[index if 0 <= index < len(data) else self._place(index, len(data))]
        return item

    def __setitem__(self, index: int, value: V) -> None:
        self._place(index, len(self._data))
        _check_value(self._value, value, self._name)
        self._data[index] = value

    def __len__(self) -> int:
        return len(self._data)

    def append(self, value: V) -> None:
        """Add a value at the end.  Raises RangeViolation for a full sequence, and for a value outside the domain."""
        self.insert(len(self._data), value)

    def insert(self, index: int, value: V) -> None:
        """Put a value at ``index`` (0 to the length); those from there on move up.  Raises as :meth:`append` does."""
        self._place(index, len(self._data) + 1)
        if len(self._data) >= self._limit:
            raise RangeViolation(f"{self._name} is full ({self._limit})", where=caller())
        _check_value(self._value, value, self._name)
        self._data.insert(index, value)

    def remove_at(self, index: int) -> None:
        """Remove the value at ``index`` (from 0); those behind it move down.  Raises :class:`RangeViolation`."""
        writes[0] += 1
        del self._data[self._place(index, len(self._data))]

    def clear(self) -> None:
        """Remove all values."""
        writes[0] += 1
        self._data.clear()

    def copy(self) -> Seq[V]:
        """A sequence of its own with equal values."""
        return Seq(self._value, self._limit, self._name, list(self._data))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seq) and self._data == other._data

    __hash__ = None  # type: ignore[assignment]


class Lookup(Generic[*Ix, V]):
    """A constant table: ``INITIATIVE: Lookup[Character, int] = Lookup({Character.SNIPER: 1, ...})``.

    Keys are members of kinds, integers, or tuples of them.  A key that is not listed is a
    :class:`~queensbench.errors.RangeViolation` when it is looked up.
    """

    __slots__ = ("entries",)

    @overload
    def __init__(self: Lookup[A, V], entries: Mapping[A, V]) -> None: ...
    @overload
    def __init__(self: Lookup[A, B, V], entries: Mapping[tuple[A, B], V]) -> None: ...
    @overload
    def __init__(self: Lookup[A, B, C, V], entries: Mapping[tuple[A, B, C], V]) -> None: ...
    def __init__(self, entries: Mapping[Any, Any]) -> None:
        self.entries = dict(entries)
        if not self.entries:
            raise BadInput("a lookup without entries", where=caller(), remedy="list at least one entry")

    @overload
    def __getitem__(self: Lookup[A, V], key: A) -> V: ...
    @overload
    def __getitem__(self: Lookup[A, B, V], key: tuple[A, B]) -> V: ...
    @overload
    def __getitem__(self: Lookup[A, B, C, V], key: tuple[A, B, C]) -> V: ...
    def __getitem__(self, key: Any) -> Any:
        context = current()
        parts = key if isinstance(key, tuple) else (key,)
        kinds = [part for part in parts if isinstance(part, Kind)]
        if (
            context is not None and any(context.place(part) < 0 for part in kinds)
        ) or key not in self.entries:
            raise RangeViolation(
                f"the lookup has no entry for {', '.join(shown(part) for part in parts)}", where=caller()
            )
        return self.entries[key]


# --------------------------------------------------------------------------------------------- layouts


@dataclass(frozen=True)
class SeqField:
    """The values of a sequence: their domain and its greatest length."""

    value: Domain
    limit: int

    @property
    def name(self) -> str:
        """The name in messages."""
        return f"Seq[{self.value.name}]"


@dataclass(frozen=True)
class FieldDecl:
    """A field of a record under an instance: its indices (none for a scalar), its value, who sees it."""

    name: str
    index: tuple[Domain, ...]
    value: Domain | SeqField
    visibility: Visibility
    owner: type

    @cached_property
    def places(self) -> Mapping[Any, int]:
        """The place of each key, where all indices are kinds whose members equal nothing but themselves."""
        own: Any = object.__eq__
        if not all(isinstance(domain, KindDomain) and domain.kind.__eq__ is own for domain in self.index):
            return NOWHERE
        values = [domain.values() for domain in self.index]
        keys = values[0] if len(values) == 1 else product(*values)
        return {key: at for at, key in enumerate(keys)}


def _strip(annotation: Any) -> tuple[Any, list[Any]]:
    """An annotation without its extras, and the extras.  Ranges stay: they are part of the type."""
    if get_origin(annotation) is Annotated and get_args(annotation)[0] is not int:
        base, *extras = get_args(annotation)
        return base, extras
    if get_origin(annotation) is Annotated:
        base, *extras = get_args(annotation)
        keep = [e for e in extras if not isinstance(e, Visibility)]
        rest = [e for e in extras if isinstance(e, Visibility)]
        return (Annotated[(base, *keep)] if keep else base), rest
    return annotation, []


def _field_value(annotation: Any, context: Context, module: str) -> Domain | SeqField:
    base, extras = _strip(annotation)
    if get_origin(base) is Seq:
        limit = next((e for e in extras if isinstance(e, Bound)), None)
        if limit is None:
            raise NoDomain("a sequence needs a bound: `Annotated[Seq[Card], Bound(13)]`")
        return SeqField(resolve(get_args(base)[0], context, module), limit.under(context))
    return resolve(annotation, context, module)


def fields_of(record: type[Record], context: Context) -> tuple[FieldDecl, ...]:
    """The fields of a record under a context, those of its bases first.

    Raises :class:`BadInput`, which names the field, for an annotation that is no domain, a name or a visibility that
    does not fit, and a default.
    """
    known: tuple[FieldDecl, ...] | None = context.layouts.get(record)
    if known is not None:
        return known
    try:
        hints = hints_of(record, include_extras=True)
    except Exception as wrong:  # noqa: BLE001 - whatever the author has written there
        fault, remedy = "cannot be read", "write it as in `Seq[Card]` or `Table[Seat, Card]`"
        if isinstance(wrong, NameError):
            fault, remedy = "is not known", "import it, or define it above the record"
        raise BadInput(f"a field's type {fault}: {wrong}", where=place_of(record), remedy=remedy) from None
    found: list[FieldDecl] = []
    for base in reversed(record.__mro__):
        if not issubclass(base, Record) or base is Record:
            continue
        for name in inspect.get_annotations(base):
            _check_name(base, name, found)
            found.append(_field(base, name, hints[name], context))
    for decl in found:
        _check_visibility(decl, {f.name: f for f in found})
    result = tuple(found)
    context.layouts[record] = result
    return result


def _check_name(base: type[Record], name: str, before: Sequence[FieldDecl]) -> None:
    """Check that a field has a name of its own and no default.  Raises BadInput."""
    if any(f.name == name for f in before):
        raise BadInput(
            f"the field {name} is declared twice",
            where=place_of(base, name),
            remedy="a record has the fields of its bases already; choose another name",
        )
    if name.startswith("_") or hasattr(Record, name):
        raise BadInput(
            f"a field cannot be called {name}",
            where=place_of(base, name),
            remedy="choose another name",
        )
    if name in vars(base):
        raise BadInput(
            f"the field {name} has a default, which a blank state does not",
            where=place_of(base, name),
            remedy="drop it, and give the value in the @initial rule",
        )


def _field(base: type[Record], name: str, hint: Any, context: Context) -> FieldDecl:
    """A field of a record, from its annotation."""
    annotation, extras = _strip(hint)
    visibility = next((e for e in extras if isinstance(e, Visibility)), Visibility("public"))
    index: tuple[Domain, ...] = ()
    try:
        if get_origin(annotation) is Table:
            *keys, value = get_args(annotation)
            index = _indices(keys, context, base.__module__)
            cell = _field_value(value, context, base.__module__)
        else:
            cell = _field_value(hint, context, base.__module__)
    except NoDomain as no:
        raise BadInput(
            f"the field {name} has no finite type",
            where=place_of(base, name),
            remedy=str(no),
        ) from None
    return FieldDecl(name, index, cell, visibility, base)


def _indices(keys: Sequence[Any], context: Context, module: str) -> tuple[Domain, ...]:
    """The domains that a table is indexed by: kinds and ranges.  Raises NoDomain."""
    if not keys:
        raise NoDomain("a table has indices and a value: `Table[Player, Count]`")
    index = tuple(resolve(key, context, module) for key in keys)
    if any(not hasattr(d, "kind") and not hasattr(d, "tag") for d in index):
        raise NoDomain("a table is indexed by kinds and ranges")
    return index


def _check_visibility(decl: FieldDecl, fields: Mapping[str, FieldDecl]) -> None:
    """Check that an owned cell has a kind as first index, a shown one a Boolean field of the same indices."""
    who, other = decl.visibility.who, decl.visibility.shown
    if who in ("owner", "partners") and not (decl.index and isinstance(decl.index[0], KindDomain)):
        raise BadInput(
            f"{decl.name} is its {who.removesuffix('s')}'s to see, but no player is its first index",
            where=place_of(decl.owner, decl.name),
            remedy="index it by the players first, or call it hidden() or public()",
        )
    if other and (
        other not in fields
        or fields[other].index != decl.index
        or not isinstance(fields[other].value, BoolDomain)
    ):
        raise BadInput(
            f"{decl.name} is shown by {other}, which is no field of truth values with the same indices",
            where=place_of(decl.owner, decl.name),
            remedy=f"declare `{other}: Table[..., bool]` with the indices of {decl.name}",
        )


def _blank(value: Domain | SeqField, name: str) -> Any:
    if isinstance(value, SeqField):
        return Seq(value.value, value.limit, name, [])
    return value.values()[0]


class Record:
    """Base of a ruleset's states.  Made blank under the bound context; fields are its annotations."""

    def __init__(self) -> None:
        context = bound()
        for f in fields_of(type(self), context):
            if f.index:
                count = 1
                for domain in f.index:
                    count *= len(domain.values())
                cells = [_blank(f.value, f.name) for _ in range(count)]
                self.__dict__[f.name] = Table(f.index, f.value, f.name, cells, f.places)
            else:
                self.__dict__[f.name] = _blank(f.value, f.name)
        self.__dict__["_silence"] = None
        self.__dict__["_decls"] = {f.name: f for f in fields_of(type(self), context)}

    # A type checker that saw this would take every attribute for one that can be assigned.
    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None:
            decl: FieldDecl | None = self.__dict__["_decls"].get(name)
            if decl is None or decl.index or isinstance(decl.value, SeqField):
                raise RangeViolation(
                    f"{type(self).__name__} has no field {name} that can be assigned", where=caller()
                )
            _check_value(decl.value, value, name)
            self.__dict__[name] = value

    def copy(self) -> Any:
        """A state of its own with equal cells."""
        other = object.__new__(type(self))
        cells = other.__dict__
        for name, value in self.__dict__.items():
            cells[name] = value.copy() if isinstance(value, (Table, Seq)) else value
        return other

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(value == other.__dict__[name] for name, value in self.__dict__.items() if name != "_decls")

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        """Names and values of the fields, in order of declaration."""
        for name in self.__dict__["_decls"]:
            yield name, self.__dict__[name]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self)})"
