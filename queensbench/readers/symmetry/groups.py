"""Declared symmetries as groups acting on states and moves, and the test that the rules respect them.

A :class:`Element` renames members of kinds and values of ranges: a cell indexed by what is renamed moves, a
value that is renamed changes, and so do the arguments of moves.  The group of a mode is closed under
composition of its generators.  :func:`check_equivariance` runs the rules themselves: the successors of a
renamed state must be the renamed successors, and so must moves, weights, deciders, winners, scores and
properties.  A move may have another name in the image, if it is of the same transition and does the same.

What the test cannot see: states that it is not given.  An exploration shows a symmetry of all that it has stored
(:mod:`queensbench.engines.explore.equivariance`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from queensbench.errors import BadInput, ModelError, RangeViolation, Refused
from queensbench.language.context import Context, bind, value_of
from queensbench.language.domains import BoolDomain, Domain, Kind, KindDomain, Range, RangeDomain, range_of
from queensbench.language.modes import Instance, Mode, Symmetry
from queensbench.language.properties import PropertyDecl
from queensbench.language.records import FieldDecl, SeqField, fields_of, shown
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.rules.instance_context import context_for
from queensbench.rules.mode_rules import rules_of
from queensbench.rules.system import PROBED, properties_of

MOST = 50_000  # elements of a group
EACH = 64  # groups up to this order are tested element by element, larger ones by their generators

#: raw images by kind or range, from the least raw value on; what is not listed stays
Renaming = dict[Any, tuple[int, ...]]


@dataclass(frozen=True)
class Element:
    """One symmetry of an instance.

    ``source``: for each cell (the silent one last) the cell whose value comes here.  ``values``: for each
    cell the images of the source cell's raw values from its least one on, or None where values stay.
    ``arguments``: the same for the arguments of each transition.
    """

    renaming: tuple[tuple[Any, tuple[int, ...]], ...]
    words: str
    source: tuple[int, ...]
    values: tuple[tuple[int, ...] | None, ...]
    least: tuple[int, ...]
    arguments: Mapping[str, tuple[tuple[int, ...] | None, ...]]

    @property
    def identity(self) -> bool:
        """Whether it leaves everything as it is."""
        return not self.renaming

    def cells(self, cells: Sequence[int]) -> list[int]:
        """The renamed state."""
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
    of more than 50,000 elements, and for values renamed inside a sequence, whose empty places have no name.
    """
    instance = instance or mode.full
    context = context_for(mode, instance)
    rules = rules_of(mode)
    with bind(context):
        layout = fields_of(mode.state, context)
        arguments = {r.name: rules.resolve(r).domains(context) for r in rules.transitions}
    known = _domains(layout, arguments.values())
    claimed = (one for one in mode.symmetries if one.claimed_on(instance))
    chosen = tuple(claimed if symmetries is None else symmetries)
    generators = [found for s in chosen for found in _generators(s, context, known)]
    for found in generators:
        _check_sequences(mode, found, layout)

    def element(renaming: Renaming) -> Element:
        return _element(renaming, layout, arguments, known)

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
    """Every kind and range that states and moves are made of."""
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
    """First one renaming, then the other."""
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


def _element(
    renaming: Renaming,
    layout: tuple[FieldDecl, ...],
    arguments: Mapping[str, tuple[tuple[str, Domain], ...]],
    known: Mapping[Any, Domain],
) -> Element:
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
        f"{_word(known[tag], raw + _least(known[tag]))} to {_word(known[tag], image)}"
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
        {name: tuple(moved.get(_tag(d)) for _, d in domains) for name, domains in arguments.items()},
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


def _word(domain: Domain, raw: int) -> str:
    return shown(domain.values()[raw - _least(domain)])


# --------------------------------------------------------------------------------------------- the test


@dataclass(frozen=True)
class Counterexample:
    """A state that the rules treat otherwise than its image: what was renamed, where, and what differs."""

    element: Element
    state: Any
    step: Step | None
    what: str

    def __str__(self) -> str:
        after = f", after {self.step}" if self.step is not None else ""
        return f"renaming {self.element.words}{after}: {self.what}"


def check_equivariance(
    mode: Mode,
    instance: Instance | None = None,
    *,
    states: Iterable[Any],
    readings: Mapping[str, Any] | None = None,
    symmetries: Iterable[Symmetry] | None = None,
) -> Counterexample | None:
    """The first state among ``states`` (records of the interpreter) that parts from its image, or None.

    Groups of up to 64 elements are tried whole, larger ones by their generators (which is as good, if all
    states are given).
    """
    found = group(mode, instance, symmetries)
    chosen = [e for e in (found.elements if found.order <= EACH else found.generators) if not e.identity]
    test = _Test(mode, instance or mode.full, readings)
    for state in states:
        for element in chosen:
            counterexample = test.compare(element, state)
            if counterexample is not None:
                return counterexample
    return None


def check_element(
    mode: Mode,
    instance: Instance,
    element: Element,
    state: Any,
    *,
    readings: Mapping[str, Any] | None = None,
) -> Counterexample | None:
    """What parts a state (a record of the interpreter) from its image under one element; None if nothing does."""
    return _Test(mode, instance, readings).compare(element, state)


def player_images(mode: Mode, instance: Instance, elements: Iterable[Element]) -> list[tuple[int, ...]]:
    """The raw images of the players under each element; none in a mode without players."""
    if mode.players is None:
        return [() for _ in elements]
    count = len(context_for(mode, instance).kept(mode.players))
    return [tuple(dict(element.renaming).get(mode.players, range(count))) for element in elements]


class _Test:
    """Compares states with their images in one interpreter."""

    def __init__(self, mode: Mode, instance: Instance, readings: Mapping[str, Any] | None) -> None:
        self.mode = mode
        self.interpreter = Interpreter(mode, instance, readings)
        self.players: Domain | None = None
        if mode.players is not None:
            self.players = KindDomain(mode.players, self.interpreter.context.kept(mode.players))
        self.properties: list[PropertyDecl] = [
            decl for decl in properties_of(mode, instance) if decl.kind in PROBED and decl.rule is not None
        ]

    def raw(self, state: Any) -> list[int]:
        silence = self.interpreter.silence(state)
        return self.interpreter.cells(state, [silence] if silence is not None else [])

    def image(self, element: Element, state: Any) -> Any:
        silence = self.interpreter.silence(state)
        return self.interpreter.state(
            element.cells(self.raw(state)), [silence] if silence is not None else []
        )

    def compare(self, element: Element, state: Any) -> Counterexample | None:
        it = self.interpreter
        image = self.image(element, state)
        if it.over(state) != it.over(image):
            yes, no = ("the state", "its image") if it.over(state) else ("its image", "the state")
            return Counterexample(element, state, None, f"{yes} has ended, {no} has not")
        for what, mine, yours in self.answers(element, state, image):
            if mine != yours:
                return Counterexample(element, state, None, f"{what} {_text(yours)}, not {_text(mine)}")
        steps, listed = it.moves(state), it.moves(image)
        moves = [element.step(step, it.domains[step.name]) for step in steps]
        possible, same = set(listed), set()
        parted: list[tuple[Step, Step, str]] = []
        for step, renamed in zip(steps, moves, strict=True):
            what = f"{renamed} should be possible in the image, and is not"
            if renamed in possible:
                what = self.after(element, state, image, step, renamed)
            if what:
                parted.append((step, renamed, what))
            else:
                same.add(renamed)
        others = Counter(self.effect(image, step) for step in listed if step not in same)
        for step, renamed, what in parted:
            effect = self.effect(state, step, element)
            if others[effect] == 0:
                return Counterexample(element, state, step if renamed in possible else None, what)
            others[effect] -= 1
        for step in listed:
            if step not in same and others[self.effect(image, step)] > 0:
                what = f"{step} is possible in the image, and should not be"
                return Counterexample(element, state, None, what)
        return None

    def effect(self, state: Any, step: Step, element: Element | None = None) -> tuple[Any, ...]:
        """What a step does, whatever its name: a choice without an order is listed in one order only."""
        new = self.outcome(state, step)
        if not isinstance(new, str):
            new = tuple(self.raw(new) if element is None else element.cells(self.raw(new)))
        return step.name, self.interpreter.weight(state, step), new

    def answers(self, element: Element, state: Any, image: Any) -> Iterator[tuple[str, Any, Any]]:
        """What rules say of the state, renamed, and of its image."""
        it, players = self.interpreter, self.players
        if players is not None and it.over(state):
            mine = {element.value(players, player) for player in it.winners(state)}
            yield "the image is won by", _ordered(mine, players), _ordered(set(it.winners(image)), players)
            scores = {
                None if p is None else element.value(players, p): n for p, n in it.scores(state).items()
            }
            for player, score in it.scores(image).items():
                yield (
                    f"in the image, {'the score' if player is None else shown(player)} is",
                    scores[player],
                    score,
                )
        if players is not None and not it.over(state):
            for rule in it.rules.transitions:
                who = it.decider(state, rule.name)
                if who is not None:
                    yield (
                        f"{rule.name} is decided by",
                        element.value(players, who),
                        it.decider(image, rule.name),
                    )
        for decl in self.properties:
            yield f"the property {decl.name} is", it.judge(decl, state), it.judge(decl, image)

    def after(self, element: Element, state: Any, image: Any, step: Step, renamed: Step) -> str:
        """How the successors differ (empty: they do not)."""
        it = self.interpreter
        if it.weight(state, step) != it.weight(image, renamed):
            return f"its weight is {it.weight(state, step)}, in the image {it.weight(image, renamed)}"
        one, two = self.outcome(state, step), self.outcome(image, renamed)
        if isinstance(one, str) or isinstance(two, str):
            word = one if isinstance(one, str) else two
            return "" if one == two else f"{word}, in one of both alone"
        if it.silence(one) != it.silence(two):
            return "the rules are silent in one of both alone"
        wanted, got = element.cells(self.raw(one)), self.raw(two)
        for cell, (mine, yours) in enumerate(zip(wanted, got, strict=True)):
            if mine != yours:
                name, domain = self.cell(cell)
                return f"{name} of the image is {_word(domain, yours)}, and should be {_word(domain, mine)}"
        return ""

    def outcome(self, state: Any, step: Step) -> Any:
        try:
            return self.interpreter.apply(state, step)
        except Refused:
            return "it is refused"
        except RangeViolation:
            return "it leaves a range"
        except ModelError:
            return "it never settles"

    def cell(self, cell: int) -> tuple[str, Domain]:
        """A cell as the author writes it, and the domain of its value."""
        at = 0
        for decl in self.interpreter.layout:
            keys = list(product(*(domain.values() for domain in decl.index)))
            named = [f"{decl.name}[{', '.join(shown(k) for k in key)}]" if key else decl.name for key in keys]
            if isinstance(decl.value, SeqField):
                limit = max(decl.value.limit, 1)
                if cell < at + limit * len(keys):
                    return f"{named[(cell - at) // limit]}[{(cell - at) % limit}]", decl.value.value
                at += limit * len(keys)
                if cell < at + len(keys):
                    length = RangeDomain(0, decl.value.limit, "", Range(0, decl.value.limit))
                    return f"len({named[cell - at]})", length
            elif cell < at + len(keys):
                return named[cell - at], decl.value
            at += len(keys)
        return "$silent", BoolDomain()


def _ordered(players: set[Any], domain: Domain) -> tuple[Any, ...]:
    return tuple(p for p in domain.values() if p in players)


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return " and ".join(shown(v) for v in value) or "nobody"
    return shown(value)
