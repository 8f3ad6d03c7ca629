"""States as a script reads them: by field, with the members of the model's kinds, and never changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Final, NoReturn, Self

from queensbench.errors import BadInput
from queensbench.language.domains import Domain, RangeDomain
from queensbench.language.records import FieldDecl, SeqField, described, shown


class Hidden:
    """The value of a cell that a seat does not see; there is one, :data:`HIDDEN`.

    >>> import queensbench as qb
    >>> qb.HIDDEN
    HIDDEN
    """

    def __repr__(self) -> str:
        return "HIDDEN"

    def __reduce__(self) -> str:
        return "HIDDEN"


HIDDEN: Final = Hidden()


class Unchanging:
    """What never changes: it is its own copy.  It cannot be pickled, as it hangs together with the rules."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("positions and states cannot be pickled; keep what their `to_json()` gives")


@dataclass(frozen=True)
class FieldPlace:
    """The place of a field among the cells: ``offset`` of its first value, ``lengths`` of the lengths of sequences."""

    name: str
    index: tuple[Domain, ...]
    value: Domain
    limit: int
    offset: int
    lengths: int

    @property
    def count(self) -> int:
        """The number of values, or of sequences."""
        count = 1
        for domain in self.index:
            count *= domain.size
        return count

    def key_of(self, key: Any) -> int:
        """The row-major place of a key.  Raises KeyError."""
        keys = key if isinstance(key, tuple) else (key,)
        if len(keys) != len(self.index):
            raise KeyError(key)
        at = 0
        for domain, item in zip(self.index, keys, strict=True):
            place = domain.place(item)
            if place < 0:
                raise KeyError(key)
            at = at * domain.size + place
        return at

    def keys(self) -> Iterator[Any]:
        """The keys of a table, row-major; with one index its values, else tuples."""
        if len(self.index) == 1:
            yield from self.index[0].values()
        else:
            yield from product(*(domain.values() for domain in self.index))

    def item(self, cells: Sequence[int | None], at: int) -> Any:
        """The value at a place; of a sequence a tuple."""
        if not self.limit:
            return value_of(self.value, cells[self.offset + at])
        length = cells[self.lengths + at]
        if length is None:
            return HIDDEN
        first = self.offset + at * self.limit
        return tuple(value_of(self.value, raw) for raw in cells[first : first + length])

    def read(self, cells: Sequence[int | None]) -> Any:
        """The value of the whole field."""
        return FieldTable(self, cells) if self.index else self.item(cells, 0)

    @cached_property
    def plain_keys(self) -> list[Any]:
        """The keys of a table as JSON has them, row-major."""
        return [_plain(key) for key in self.keys()] if self.index else []

    @cached_property
    def _words(self) -> Mapping[int | None, Any] | None:
        """The values by raw cells as JSON has them, None of what is hidden; no table where a number is itself."""
        if isinstance(self.value, RangeDomain):
            return None
        return {None: None} | dict(enumerate(map(_plain, self.value.values())))

    def _told(self, cells: Sequence[int | None]) -> list[Any]:
        """The values of raw cells as JSON."""
        words = self._words
        return list(cells) if words is None else [words[raw] for raw in cells]

    def to_json(self, cells: Sequence[int | None]) -> Any:
        """The value of the whole field as JSON: a table as a list of ``[key, value]``; None for what is hidden."""
        if self.limit:
            items = [self._items(cells, at) for at in range(self.count)]
        else:
            items = self._told(cells[self.offset : self.offset + self.count])
        if not self.index:
            return items[0]
        keys = (list(key) if type(key) is list else key for key in self.plain_keys)
        return [[key, item] for key, item in zip(keys, items, strict=True)]

    def _items(self, cells: Sequence[int | None], at: int) -> list[Any] | None:
        """The sequence at a place as JSON."""
        length = cells[self.lengths + at]
        if length is None:
            return None
        first = self.offset + at * self.limit
        return self._told(cells[first : first + length])


def value_of(domain: Domain, raw: int | None) -> Any:
    """The value of a raw cell; :data:`HIDDEN` for None."""
    if raw is None:
        return HIDDEN
    return domain.values()[raw - getattr(domain, "lo", 0)]


def raw_of(domain: Domain, value: Any, what: str) -> int:
    """The raw value; a member of a kind may be given by its name.  Raises BadInput for a value outside the domain."""
    if isinstance(value, str):
        value = next((member for member in domain.values() if shown(member) == value), value)
    if not domain.holds(value):
        raise BadInput(f"{what} = {shown(value)} is outside {described(domain)}", remedy="give one of these")
    return int(domain.place(value)) + int(getattr(domain, "lo", 0))


def places_of(layout: Sequence[FieldDecl]) -> dict[str, FieldPlace]:
    """The places of the fields of a record by name, in order of declaration."""
    found: dict[str, FieldPlace] = {}
    at = 0
    for decl in layout:
        if isinstance(decl.value, SeqField):
            limit = max(decl.value.limit, 1)
            blank = FieldPlace(decl.name, decl.index, decl.value.value, limit, at, 0)
            place = FieldPlace(decl.name, decl.index, blank.value, limit, at, at + limit * blank.count)
            at = place.lengths + place.count
        else:
            place = FieldPlace(decl.name, decl.index, decl.value, 0, at, 0)
            at += place.count
        found[decl.name] = place
    return found


class FieldTable(Unchanging, Mapping[Any, Any]):
    """A table of a state: a mapping that cannot be changed.  Sequences in it are tuples.

    Keys are the values of the index, or tuples of them where a table has several.

    >>> import queensbench as qb
    >>> state = qb.load("queue4/standard").session("six").start().state
    >>> state.deck
    {1: 2, 2: 2, 3: 2}
    >>> state.deck[3], len(state.deck)
    (2, 3)
    """

    __slots__ = ("_cells", "_place")

    def __init__(self, place: FieldPlace, cells: Sequence[int | None]) -> None:
        self._place = place
        self._cells = cells

    def __getitem__(self, key: Any) -> Any:
        return self._place.item(self._cells, self._place.key_of(key))

    def __iter__(self) -> Iterator[Any]:
        return self._place.keys()

    def __len__(self) -> int:
        return self._place.count

    def __repr__(self) -> str:
        inside = ", ".join(f"{_key(key)}: {_text(value)}" for key, value in self.items())
        return f"{{{inside}}}"

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))


class StateView(Unchanging):
    """The fields of a state as attributes, read only: scalars, tables (:class:`FieldTable`), sequences as tuples.

    Values are the members of the model's own kinds.  In the view of a seat, what it does not see is
    :data:`HIDDEN`.  Iterating gives names and values, in order of declaration.

    >>> import queensbench as qb
    >>> state = qb.load("queue4/standard").session("six").start().state
    >>> state.phase.name, state.held
    ('AIM', 0)
    >>> [name for name, _ in state][:3]
    ['phase', 'ending', 'deck']
    """

    __slots__ = ("_cells", "_places")

    def __init__(self, places: Mapping[str, FieldPlace], cells: Sequence[int | None]) -> None:
        object.__setattr__(self, "_places", places)
        object.__setattr__(self, "_cells", cells)

    def __getattr__(self, name: str) -> Any:
        places: Mapping[str, FieldPlace] = object.__getattribute__(self, "_places")
        if name not in places:
            raise AttributeError(f"the state has no field {name}; it has {', '.join(places)}")
        return places[name].read(self._cells)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a state cannot be changed; `position.replace(field=value)` makes another one")

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        for name, place in self._places.items():
            yield name, place.read(self._cells)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._places]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StateView):
            return NotImplemented
        return list(self._cells) == list(other._cells) and self._places == other._places

    def __hash__(self) -> int:
        return hash(tuple(self._cells))

    def __repr__(self) -> str:
        return f"State({', '.join(f'{name}={_text(value)}' for name, value in self)})"

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON: members by name, tables as lists of ``[key, value]``, hidden values as None."""
        return {name: place.to_json(self._cells) for name, place in self._places.items()}


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))}{',' if len(value) == 1 else ''})"
    return shown(value)


def _key(key: Any) -> str:
    return f"({', '.join(map(shown, key))})" if isinstance(key, tuple) else shown(key)


def _plain(value: Any) -> Any:
    """A value or a key as JSON has it."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, (bool, int)) else shown(value)


def changed(places: Mapping[str, FieldPlace], cells: list[int], fields: Mapping[str, Any]) -> list[int]:
    """Cells with some fields set to other values.

    A scalar takes a value, a sequence a list, a table a mapping of the keys that change.  Raises BadInput for an
    unknown field or key, a value outside its range, and a sequence that is too long.
    """
    out = list(cells)
    for name, value in fields.items():
        place = places.get(name)
        if place is None:
            raise BadInput(f"the state has no field {name}", remedy=f"choose of {', '.join(places)}")
        if not place.index:
            _write(place, out, 0, value, name)
            continue
        if not isinstance(value, Mapping):
            raise BadInput(f"{name} is a table", remedy="give a mapping of the keys that change")
        for key, item in value.items():
            try:
                at = place.key_of(key)
            except (KeyError, TypeError):
                ranges = ", ".join(described(domain) for domain in place.index)
                raise BadInput(
                    f"{name}[{_key(key)}] is no cell", remedy=f"its keys are of {ranges}"
                ) from None
            _write(place, out, at, item, f"{name}[{_key(key)}]")
    return out


def _write(place: FieldPlace, out: list[int], at: int, value: Any, what: str) -> None:
    if not place.limit:
        out[place.offset + at] = raw_of(place.value, value, what)
        return
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise BadInput(f"{what} is a sequence", remedy="give a list of its values")
    if len(value) > place.limit:
        raise BadInput(f"{what} takes at most {place.limit} values, not {len(value)}", remedy="drop some")
    raws = [raw_of(place.value, item, f"{what}[{i}]") for i, item in enumerate(value)]
    blank = raw_of(place.value, place.value.values()[0], what)
    first = place.offset + at * place.limit
    out[first : first + place.limit] = raws + [blank] * (place.limit - len(raws))
    out[place.lengths + at] = len(raws)
