"""Declared symmetries as groups acting on states and moves.

An :class:`Element` renames members of kinds and values of ranges: a cell indexed by what is renamed moves, a
value that is renamed changes, and so do the arguments of moves.  The group of a mode is closed under
composition of its generators.  :mod:`queensbench.readers.symmetry.equivariance` tests that the rules respect it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from queensbench.errors import BadInput
from queensbench.language.context import Context, bind, value_of
from queensbench.language.domains import Domain, Kind, KindDomain, Range, RangeDomain, range_of
from queensbench.language.modes import Instance, Mode, Symmetry
from queensbench.language.records import FieldDecl, SeqField, fields_of, shown
from queensbench.readers.interpreter import Step
from queensbench.rules.instance_context import context_for
from queensbench.rules.mode_rules import rules_of

MOST = 50_000  # elements of a group

#: raw images by kind or range, from the least raw value on; what is not listed stays
Renaming = dict[Any, tuple[int, ...]]


@dataclass(frozen=True)
class Element:
    """One symmetry of an instance.

    ``source``: for each cell (the silent one last) the cell whose value comes here.  ``values``: for each
    cell the images of the source cell's raw values from its least one (``least``) on, or None where values stay.
    ``words``: what is renamed, for messages.
    """

    renaming: tuple[tuple[Any, tuple[int, ...]], ...]
    words: str
    source: tuple[int, ...]
    values: tuple[tuple[int, ...] | None, ...]
    least: tuple[int, ...]

    @property
    def identity(self) -> bool:
        """Whether the element renames nothing."""
        return not self.renaming

    def cells(self, cells: Sequence[int]) -> list[int]:
        """The cells of the renamed state."""
        out = []
        for place, images, least in zip(self.source, self.values, self.least, strict=True):
            raw = cells[place]
            out.append(raw if images is None else images[raw - least])
        return out

    def value(self, domain: Domain, value: Any) -> Any:
        """The renamed value of a domain."""
        images = dict(self.renaming).get(_tag(domain))
        return value if images is None else domain.values()[images[domain.place(value)] - _least(domain)]

    def step(self, step: Step, domains: Sequence[tuple[str, Domain]]) -> Step:
        """The renamed move."""
        given = dict(step.args)
        return Step(step.name, tuple((name, self.value(domain, given[name])) for name, domain in domains))


@dataclass(frozen=True)
class Group:
    """The symmetries of a mode at an instance: all elements, the identity first, and the generators."""

    elements: tuple[Element, ...]
    generators: tuple[Element, ...]

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.elements)

    def tables(self) -> list[tuple[Sequence[int], Sequence[Sequence[int] | None]]]:
        """All elements but the identity, as the explorer takes them."""
        return [(e.source, e.values) for e in self.elements if not e.identity]


def group(
    mode: Mode, instance: Instance | None = None, symmetries: Iterable[Symmetry] | None = None
) -> Group:
    """The group that symmetries of a mode (all that are claimed there, unless some are given) generate at an instance.

    A generator that does not map the instance onto itself, because it names members that are left out or
    values beyond a size, is not a symmetry there and is passed over.  Raises :class:`BadInput` for a group
    of more than 50,000 elements, and where the first value of what a sequence holds, which stands in its empty
    places, gets another name.
    """
    instance = instance or mode.full
    context = context_for(mode, instance)
    rules = rules_of(mode)
    with bind(context):
        layout = fields_of(mode.state, context)
        arguments = [rules.resolve(rule).domains(context) for rule in rules.transitions]
    known = _domains(layout, arguments)
    claimed = (one for one in mode.symmetries if one.claimed_on(instance))
    chosen = tuple(claimed if symmetries is None else symmetries)
    generators = [found for s in chosen for found in _generators(s, context, known)]
    for found in generators:
        _check_sequences(mode, found, layout)

    def element(renaming: Renaming) -> Element:
        return _element(renaming, layout, known)

    identity = element({})
    members: dict[tuple[tuple[Any, tuple[int, ...]], ...], Element] = {identity.renaming: identity}
    frontier: list[Renaming] = [{}]
    while frontier:
        reached: list[Renaming] = []
        for old in frontier:
            for generator in generators:
                new = element(_compose(generator, old, known))
                if new.renaming not in members:
                    members[new.renaming] = new
                    reached.append(dict(new.renaming))
        if len(members) > MOST:
            raise BadInput(
                f"the symmetries of mode {mode.name} have more than {MOST:,} elements",
                where=mode.place,
                remedy="declare fewer of them, or make the instance smaller",
            )
        frontier = reached
    return Group(tuple(members.values()), tuple(element(g) for g in generators))


# ------------------------------------------------------------------------------------------ making elements


def _tag(domain: Domain) -> Any:
    if isinstance(domain, KindDomain):
        return domain.kind
    return domain.tag if isinstance(domain, RangeDomain) else None


def _least(domain: Domain) -> int:
    return domain.lo if isinstance(domain, RangeDomain) else 0


def _domains(
    layout: tuple[FieldDecl, ...], arguments: Iterable[tuple[tuple[str, Domain], ...]]
) -> dict[Any, Domain]:
    """All kinds and ranges of the cells and of the arguments of moves."""
    found: dict[Any, Domain] = {}
    for decl in layout:
        value = decl.value.value if isinstance(decl.value, SeqField) else decl.value
        for domain in (*decl.index, value):
            found.setdefault(_tag(domain), domain)
    for domains in arguments:
        for _, domain in domains:
            found.setdefault(_tag(domain), domain)
    found.pop(None, None)
    return found


def _generators(symmetry: Symmetry, context: Context, known: Mapping[Any, Domain]) -> Iterator[Renaming]:
    for declared in symmetry.generators:
        renaming: Renaming = {}
        for domain, images in declared.items():
            found = _images(domain, images, context)
            if found is None:
                break
            renaming[domain if isinstance(domain, (type, Range)) else range_of(domain)] = found
        else:
            yield renaming
    for kind in symmetry.full:
        count = len(context.kept(kind))
        if count > 1:
            yield {kind: (1, 0, *range(2, count))}
        if count > 2:
            yield {kind: (*range(1, count), 0)}


def _images(domain: Any, images: Sequence[Any], context: Context) -> tuple[int, ...] | None:
    """The raw images of a declared permutation, or None if it does not map the instance onto itself."""
    if isinstance(domain, type) and issubclass(domain, Kind):
        kept = context.kept(domain)
        image_of = dict(zip(domain.__members__.values(), images, strict=True))
        if any(image_of[member] not in kept for member in kept):
            return None
        return tuple(context.place(image_of[member]) for member in kept)
    found = domain if isinstance(domain, Range) else range_of(domain)
    assert found is not None
    values = range(value_of(found.lo, context), value_of(found.hi, context) + 1)
    return tuple(images) if len(images) == len(values) and sorted(images) == list(values) else None


def _compose(after: Renaming, before: Renaming, known: Mapping[Any, Domain]) -> Renaming:
    """The composition of two renamings: first ``before``, then ``after``."""
    out: Renaming = {}
    for tag in {*after, *before}:
        least = _least(known[tag]) if tag in known else 0
        one, two = before.get(tag), after.get(tag)
        if one is None or two is None:
            both = two if one is None else one
            assert both is not None
            out[tag] = both
        else:
            out[tag] = tuple(two[raw - least] for raw in one)
    return out


def _check_sequences(mode: Mode, renaming: Renaming, layout: tuple[FieldDecl, ...]) -> None:
    for decl in layout:
        if isinstance(decl.value, SeqField):
            images = renaming.get(_tag(decl.value.value))
            if images is not None and images[0] != _least(decl.value.value):
                raise BadInput(
                    f"a symmetry renames {decl.value.value.name}, which the sequence {decl.name} holds",
                    where=mode.place,
                    remedy="leave its first value in place, or keep the cards in a Table",
                )


def _element(renaming: Renaming, layout: tuple[FieldDecl, ...], known: Mapping[Any, Domain]) -> Element:
    moved = {
        tag: images
        for tag, images in renaming.items()
        if tag in known and images != tuple(range(_least(known[tag]), _least(known[tag]) + len(images)))
    }
    source: list[int] = []
    values: list[tuple[int, ...] | None] = []
    least: list[int] = []
    for decl in layout:
        if isinstance(decl.value, SeqField):
            value = decl.value.value
            limit = max(decl.value.limit, 1)
            _block(source, values, least, moved, decl.index, limit, moved.get(_tag(value)), _least(value))
            _block(source, values, least, moved, decl.index, 1, None, 0)
        else:
            images = moved.get(_tag(decl.value))
            _block(source, values, least, moved, decl.index, 1, images, _least(decl.value))
    source.append(len(source))
    values.append(None)
    least.append(0)
    order = sorted(moved, key=lambda tag: list(known).index(tag))
    words = ", ".join(
        f"{word_of(known[tag], raw + _least(known[tag]))} to {word_of(known[tag], image)}"
        for tag in order
        for raw, image in enumerate(moved[tag])
        if raw + _least(known[tag]) != image
    )
    return Element(
        tuple((tag, moved[tag]) for tag in order),
        words or "nothing",
        tuple(source),
        tuple(values),
        tuple(least),
    )


def _block(
    source: list[int],
    values: list[tuple[int, ...] | None],
    least: list[int],
    moved: Renaming,
    index: tuple[Domain, ...],
    width: int,
    images: tuple[int, ...] | None,
    lowest: int,
) -> None:
    """Add a block of cells: the cell at renamed indices takes the value at the indices."""
    base = len(source)
    sizes = [domain.size for domain in index]
    from_place = [0] * prod(sizes)
    for key in product(*(range(size) for size in sizes)):
        here = there = 0
        for domain, size, place in zip(index, sizes, key, strict=True):
            permuted = moved.get(_tag(domain))
            here = here * size + place
            there = there * size + (place if permuted is None else permuted[place] - _least(domain))
        from_place[there] = here
    for place in from_place:
        source.extend(base + place * width + k for k in range(width))
    values.extend([images] * (len(from_place) * width))
    least.extend([lowest] * (len(from_place) * width))


def word_of(domain: Domain, raw: int) -> str:
    """A raw value of a domain, as an author writes it."""
    return shown(domain.values()[raw - _least(domain)])


def player_images(mode: Mode, instance: Instance, elements: Iterable[Element]) -> list[tuple[int, ...]]:
    """The raw images of the players under each element; none in a mode without players."""
    if mode.players is None:
        return [() for _ in elements]
    count = len(context_for(mode, instance).kept(mode.players))
    return [tuple(dict(element.renaming).get(mode.players, range(count))) for element in elements]
