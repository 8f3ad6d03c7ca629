"""Modes, instances and symmetries of a ruleset: the systems that are played, their sizes, their equal states.

A mode is one transition system.  Its rules are all those decorated in the ruleset's modules whose state is
the mode's record or a base of it, less those in ``without`` and those that another rule replaces.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.errors import BadInput
from queensbench.language.context import Parameters, Sizes
from queensbench.language.domains import Kind, Range, is_symbolic, range_of
from queensbench.language.given import (
    are_texts,
    is_class,
    is_name,
    is_sort,
    is_text,
    maps,
    require,
    several,
    shown,
)
from queensbench.language.limits import LIMITS, Limits
from queensbench.language.records import Record
from queensbench.language.rules import Rule
from queensbench.language.rulings import Rulings
from queensbench.language.source import caller

MOST = 1 << 60
"""Numbers of an instance lie within it on either side, as those that rules compute."""


def _called(domain: Any) -> str:
    """The name that messages give to a permuted kind or range."""
    if isinstance(domain, type):
        return domain.__name__
    found = domain if isinstance(domain, Range) else range_of(domain)
    return f"the range {found.lo} to {found.hi}" if found is not None else repr(domain)


def _permuted(domain: type[Kind] | Range, images: object) -> bool:
    """Whether images are those of a permutation; bounds that depend on sizes are taken from the images."""
    if not isinstance(images, Sequence):
        return False
    if not isinstance(domain, Range):
        members = domain.__members__.values()
        return len(images) == len(members) and all(member in images for member in members)
    if not images or any(type(number) is not int for number in images):
        return False
    lo, hi = (
        found(images) if is_symbolic(bound) else bound
        for bound, found in ((domain.lo, min), (domain.hi, max))
    )
    return len(images) == hi - lo + 1 and sorted(images) == list(range(lo, hi + 1))


def _module() -> str:
    """The module in which a mode is made."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("queensbench.language"):
        frame = frame.f_back
    return str(frame.f_globals.get("__name__", ""))


def _require_texts(of: str, place: str, name: object, **others: object) -> None:
    """Check that a name can be read, on one line, and that what else is said is text.  Raises BadInput."""
    if not is_name(name):
        raise BadInput(
            f"{shown(name)} is no name for this {of}",
            where=place,
            remedy="give a text of letters, on one line",
        )
    for what, given in others.items():
        if not isinstance(given, str):
            raise BadInput(
                f"{of} {name}: {what} = {shown(given)} is no text", where=place, remedy="say it in words"
            )


@dataclass(frozen=True)
class Instance:
    """The sizes of one box.

    ``sizes``: those that differ from the box as sold.  ``keep``: for a kind, the members kept.
    ``parameters``: values that differ from the defaults.  ``explore``: small enough to be exhausted;
    ``budget``: the most states that its exploration may store.  ``compare``: an audit compares readings on it
    (which takes longer than all else: a few small boxes in which every ruling arises will do).  ``unproved``: of
    the box as sold, why an audit leaves the proof of its claims to the command that does nothing else.  ``states``:
    about how many states it has under the house readings (0: not known).  By this the explorer decides how much to
    spend on making its code; nothing else depends on it.
    """

    name: str
    why: str = ""
    sizes: Mapping[str, int] = field(default_factory=dict)
    keep: Mapping[type[Kind], Sequence[Kind]] = field(default_factory=dict)
    parameters: Mapping[str, int] = field(default_factory=dict)
    explore: bool = True
    budget: int = 20_000_000
    compare: bool = True
    unproved: str = ""
    states: int = 0
    place: str = field(default_factory=caller, compare=False, repr=False)

    def __post_init__(self) -> None:
        _require_texts("instance", self.place, self.name, why=self.why, unproved=self.unproved)
        for what, given in (("sizes", self.sizes), ("parameters", self.parameters), ("keep", self.keep)):
            if not isinstance(given, Mapping):
                raise BadInput(
                    f"instance {self.name}: {what}={shown(given)} is no dict",
                    where=self.place,
                    remedy=f"write `{what}={{...}}`",
                )
        of = f"instance {self.name}"
        by_name = maps(is_text, lambda _: True)
        require(of, '{"one": 5}', by_name, self.place, sizes=self.sizes, parameters=self.parameters)
        require(of, "True", is_sort(bool), self.place, explore=self.explore, compare=self.compare)
        own = (("budget", self.budget), ("states", self.states))
        for name, number in (*self.sizes.items(), *self.parameters.items(), *own):
            if isinstance(number, bool) or not isinstance(number, int):
                raise BadInput(
                    f"instance {self.name}: {name} = {shown(number)} is no whole number",
                    where=self.place,
                    remedy="give an int",
                )
            if abs(number) > MOST:
                raise BadInput(
                    f"instance {self.name}: {name} is a number beyond 2**60",
                    where=self.place,
                    remedy=f"keep numbers within {MOST:,}",
                )
        given_of: Mapping[Any, Any] = self.keep
        for kind, kept in given_of.items():
            if not (isinstance(kind, type) and issubclass(kind, Kind)) or not isinstance(kept, (tuple, list)):
                named = getattr(kind, "__name__", repr(kind))
                raise BadInput(
                    f"instance {self.name}: keep={{{named}: {kept!r}}} does not give the members of a kind",
                    where=self.place,
                    remedy="write `keep={Color: (Color.RED, Color.BLUE)}`",
                )


@dataclass(frozen=True)
class Symmetry:
    """A symmetry of states: ``generators`` permute the members of a kind or the values of a range.

    A generator maps a kind (or an ``Annotated`` range) to the list of images of its members, in order.
    ``full``: kinds of which every permutation of their members is meant.  ``instances``: the names of those on which
    it is claimed (empty: all).  The claim, tested by the toolkit, is that moves and successors of a permuted state are
    the permuted moves and successors.  Raises BadInput for images that are no permutation.
    """

    name: str
    generators: tuple[Mapping[Any, Sequence[Any]], ...] = ()
    full: tuple[type[Kind], ...] = ()
    why: str = ""
    instances: tuple[str, ...] = ()

    def claimed_on(self, instance: Instance) -> bool:
        """Whether the symmetry is claimed on an instance."""
        return not self.instances or instance.name in self.instances

    def __post_init__(self) -> None:
        _require_texts("symmetry", caller(), self.name, why=self.why)
        of = f"symmetry {self.name}"
        require(of, '("one",)', are_texts, instances=self.instances)
        require(of, "(Color,)", several(is_class(Kind)), full=self.full)
        require(of, "({Color: (Color.RED, ...)},)", several(is_sort(Mapping)), generators=self.generators)
        for generator in self.generators:
            for domain, images in generator.items():
                found: type[Kind] | Range | None = domain if isinstance(domain, Range) else range_of(domain)
                if found is None and isinstance(domain, type) and issubclass(domain, Kind):
                    found = domain
                if found is None:
                    raise BadInput(
                        f"symmetry {self.name}: `{domain!r}` is neither a kind nor a range",
                        where=caller(),
                        remedy="give a Kind or an alias `Annotated[int, Range(lo, hi)]`",
                    )
                if not _permuted(found, images):
                    raise BadInput(
                        f"symmetry {self.name}: the images of {_called(domain)} are no permutation",
                        where=caller(),
                        remedy="list each value exactly once",
                    )


@dataclass(frozen=True, eq=False)
class Mode:
    """One transition system of a ruleset: ``Mode("solo", state=Solo, rulings=r, ...)``.

    ``rulings``, ``sizes``, ``parameters``: the objects that the rules read.  ``players``: the kind of those who
    win and decide (None: nobody does).  ``instances``: those beside ``full``, the box as sold, which every mode
    has.  ``without``: rules that it leaves out.  ``draw``: a function of a state that gives its picture as text.
    ``limits`` are those of the project (:meth:`limit`).
    """

    name: str
    state: type[Record]
    rulings: Rulings | None = None
    sizes: Sizes | None = None
    parameters: Parameters | None = None
    players: type[Kind] | None = None
    instances: tuple[Instance, ...] = ()
    symmetries: tuple[Symmetry, ...] = ()
    without: tuple[Callable[..., Any], ...] = ()
    full: Instance = Instance("full", "the box as sold", explore=False)
    draw: Callable[[Any], str] | None = None
    why: str = ""
    module: str = field(default_factory=_module)
    place: str = field(default_factory=caller, repr=False)
    limits: Limits = field(default=LIMITS, init=False, repr=False)

    def __post_init__(self) -> None:
        """Check that each part is of its sort.  Raises BadInput."""
        _require_texts("mode", self.place, self.name, why=self.why)
        given_draw: Any = self.draw
        if given_draw is not None and not callable(given_draw):
            self._refuse("draw", given_draw, "give a function of a state")
        several: tuple[tuple[str, Any, type], ...] = (
            ("instances", self.instances, Instance),
            ("symmetries", self.symmetries, Symmetry),
            ("without", self.without, object),
        )
        for what, given, sort in several:
            if not isinstance(given, (tuple, list)) or not all(isinstance(one, sort) for one in given):
                self._refuse(what, given, f"write `{what}=(...,)`, with a comma after each")
        one: tuple[tuple[str, Any, type], ...] = (
            ("rulings", self.rulings, Rulings),
            ("sizes", self.sizes, Sizes),
            ("parameters", self.parameters, Parameters),
            ("full", self.full, Instance),
        )
        for what, given, sort in one:
            if given is not None and not isinstance(given, sort):
                self._refuse(what, given, f"give an object of a class derived from {sort.__name__}")
        classes: tuple[tuple[str, Any, type], ...] = (
            ("state", self.state, Record),
            ("players", self.players, Kind),
        )
        for what, given, base in classes:
            missing = given is None and what != "state"
            if not missing and not (isinstance(given, type) and issubclass(given, base)):
                self._refuse(what, given, f"give a class derived from {base.__name__}")

        known = [one.name for one in self.all_instances()]
        for symmetry in self.symmetries:
            for name in symmetry.instances:
                if name not in known:
                    raise BadInput(
                        f"mode {self.name} has no instance {name}, of which the symmetry {symmetry.name} is claimed",
                        where=self.place,
                        remedy=f"choose of {', '.join(known)}",
                    )

    def _refuse(self, what: str, given: Any, remedy: str) -> None:
        text = f"{given!r}" if isinstance(given, (int, str)) else f"{type(given).__name__}"
        raise BadInput(f"mode {self.name}: {what} cannot be {text}", where=self.place, remedy=remedy)

    def limit(self, limits: Limits) -> None:
        """Set the limits beyond which the mode is refused when it is built."""
        object.__setattr__(self, "limits", limits)

    def all_instances(self) -> tuple[Instance, ...]:
        """All instances of the mode, the full box first."""
        return (self.full, *self.instances)

    def excluded(self) -> tuple[Rule, ...]:
        """The rules that the mode leaves out."""
        return tuple(r for r in self.without if isinstance(r, Rule))
