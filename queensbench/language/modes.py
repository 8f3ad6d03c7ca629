"""Modes, instances, symmetries: what of a ruleset is played, how large, and what is alike.

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
from queensbench.language.domains import Kind, Range, range_of
from queensbench.language.records import Record
from queensbench.language.rules import Rule
from queensbench.language.rulings import Rulings
from queensbench.language.source import caller


def _called(domain: Any) -> str:
    """How a message calls what a symmetry permutes."""
    if isinstance(domain, type):
        return domain.__name__
    found = domain if isinstance(domain, Range) else range_of(domain)
    return f"the range {found.lo} to {found.hi}" if found is not None else repr(domain)


def _module() -> str:
    """The module in which a mode is made."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("queensbench.language"):
        frame = frame.f_back
    return str(frame.f_globals.get("__name__", ""))


@dataclass(frozen=True)
class Instance:
    """The sizes of one box.

    ``sizes``: those that differ from the box as sold.  ``keep``: for a kind, the members kept.
    ``parameters``: values that differ from the defaults.  ``explore``: small enough to be exhausted;
    ``budget``: the most states that its exploration may store.  ``compare``: an audit compares readings on it
    (which takes longer than all else: a few small boxes in which every ruling arises will do).  ``unproved``: of
    the box as sold, why an audit leaves the proof of its claims to the command that does nothing else.  ``states``:
    about how many it has under the house readings, if that is known (0: it is not); by that the explorer knows how
    much to spend on making its code, and nothing else depends on it.
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


@dataclass(frozen=True)
class Symmetry:
    """States that are alike: ``generators`` permute the members of a kind or the values of a range.

    A generator maps a kind (or an ``Annotated`` range) to the list of images of its members, in order.
    With ``full`` kinds every permutation of their members is meant.  The claim, tested by the toolkit, is
    that moves and successors of a permuted state are the permuted moves and successors.
    """

    name: str
    generators: tuple[Mapping[Any, Sequence[Any]], ...] = ()
    full: tuple[type[Kind], ...] = ()
    why: str = ""

    def __post_init__(self) -> None:
        for generator in self.generators:
            for domain, images in generator.items():
                values: Sequence[Any]
                if isinstance(domain, type) and issubclass(domain, Kind):
                    values = tuple(domain.__members__.values())
                elif range_of(domain) is not None or isinstance(domain, Range):
                    values = sorted(images)
                else:
                    raise BadInput(
                        f"symmetry {self.name}: `{domain!r}` is neither a kind nor a range",
                        where=caller(),
                        remedy="give a Kind or an alias `Annotated[int, Range(lo, hi)]`",
                    )
                if len(set(images)) != len(images) or set(images) != set(values):
                    raise BadInput(
                        f"symmetry {self.name}: the images of {_called(domain)} are no permutation",
                        where=caller(),
                        remedy="list each value exactly once",
                    )


@dataclass(frozen=True, eq=False)
class Mode:
    """One transition system of a ruleset: ``Mode("solo", state=Solo, rulings=r, ...)``.

    ``rulings``, ``sizes``, ``parameters``: the objects that the rules read.  ``players``: the kind of whom
    wins and decides (None: nobody does).  ``instances``: beside ``full``, the box as sold, which every mode
    has. ``draw``: a function of a state that gives its picture as text.
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

    def all_instances(self) -> tuple[Instance, ...]:
        """The full box first."""
        return (self.full, *self.instances)

    def excluded(self) -> tuple[Rule, ...]:
        """The rules that the mode does without."""
        return tuple(r for r in self.without if isinstance(r, Rule))
