"""Rulings: decisions that the text leaves open, each with all its readings.

A reading is a member of an enum, whose value is what that reading says in one sentence::

    class EqualInitiative(Reading):
        NEITHER = "Neither character acts."
        BOTH = "Both act, in an order that cannot matter."

    class QueenRulings(Rulings):
        equal_initiative: EqualInitiative = ruling(
            EqualInitiative.NEITHER,
            question="Two face-up characters show the same number: who acts?",
            clauses=("activate.tie",),
            hole="two-way",
            why="...",
        )

    r = QueenRulings()

In a rule, ``r.equal_initiative`` is the reading under which the rule is being read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from queensbench.errors import BadInput
from queensbench.language.context import bound
from queensbench.language.given import are_texts, in_a_tuple, is_sort, is_text, maps, optional, require, shown
from queensbench.language.source import caller


class Reading(Enum):
    """Base of the readings of one ruling; the value of a member is a sentence with what that reading says."""


HOLES = (
    "silent",
    "two-way",
    "contradictory",
    "translation",
    "layout",
    "missing component",
    "impossible instruction",
)

FOUND = ("reading", "encoding")

E = TypeVar("E", bound=Reading)


@dataclass(frozen=True)
class RulingDecl:
    """A declared ruling.

    ``reasons``: for a reading, its reasoning; ``speaks``: the clauses that speak for it; ``documents``: the
    documents (``key``) or printings (``key/printing``) that support it, where they differ; ``errata``: the
    sentence to print that would settle the text on it, in the project's own words.  ``hole``: what
    kind of hole of the text it fills (one of :data:`HOLES`).  ``found``: ``reading`` (by reading alone) or
    ``encoding`` (what encoding revealed).  ``modes``: the modes in which it can arise (empty: all).
    ``where``: file and line.
    """

    name: str
    readings: type[Reading]
    house: Reading
    question: str
    clauses: tuple[str, ...]
    hole: str
    why: str
    reasons: Mapping[Reading, str]
    speaks: Mapping[Reading, tuple[str, ...]]
    found: str
    modes: tuple[str, ...]
    documents: Mapping[Reading, tuple[str, ...]]
    errata: Mapping[Reading, str]
    where: str


class _Ruling:
    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        context = bound()
        context.trace.rulings[self.name] = context.trace.rulings.get(self.name, 0) + 1
        return context.readings.get(self.name, self.fields["house"])

    def declared(self) -> RulingDecl:
        house = self.fields["house"]
        return RulingDecl(name=self.name, readings=type(house), **self.fields)


def _check(house: object, clauses: object, modes: object, texts: Mapping[str, object]) -> None:
    """Check that a reading, names and texts are given.  Raises BadInput."""
    if not isinstance(house, Reading):
        raise BadInput(
            f"a ruling whose house reading is {shown(house)}",
            where=caller(),
            remedy="write a member of a class derived from Reading",
        )
    of = f"the ruling of {type(house).__name__}"
    for option, text in texts.items():
        require(of, '"..."', is_text, **{option: text})
    require(of, '("one",)', are_texts, clauses=clauses, modes=modes)
    _check_readings(type(house))


def _check_readings(kind: type[Reading]) -> None:
    """Check that there are two readings at least, and that each says something else.  Raises BadInput."""
    if len(kind) != len(kind.__members__):
        raise BadInput(
            f"two readings of {kind.__name__} say the same sentence",
            where=caller(),
            remedy="give each its own",
        )
    if len(kind) < 2:
        raise BadInput(
            f"a ruling needs at least two readings, {kind.__name__} has one",
            where=caller(),
            remedy="add the other reading",
        )


def ruling(
    house: E,
    *,
    question: str,
    clauses: tuple[str, ...],
    hole: str,
    why: str,
    reasons: Mapping[E, str] | None = None,
    speaks: Mapping[E, tuple[str, ...]] | None = None,
    documents: Mapping[E, tuple[str, ...]] | None = None,
    errata: Mapping[E, str] | None = None,
    found: str = "reading",
    modes: tuple[str, ...] = (),
) -> E:
    """Declare a ruling; ``house`` is the reading that the text supports best, ``why`` says why.

    ``clauses`` are the clauses in doubt; the other arguments are described at :class:`RulingDecl`.  Raises
    :class:`BadInput` for arguments of another sort, an unknown kind of hole or way of finding, a ruling with a single
    reading, or two readings with the same sentence.
    """
    _check(house, clauses, modes, {"question": question, "why": why, "hole": hole, "found": found})
    kind = type(house)
    to_texts, to_names = (
        optional(maps(is_sort(Reading), is_text)),
        optional(maps(is_sort(Reading), are_texts)),
    )
    of, sample = f"the ruling of {kind.__name__}", f"{kind.__name__}.{house.name}"
    require(of, f'{{{sample}: "..."}}', to_texts, reasons=reasons, errata=errata)
    require(of, f'{{{sample}: ("one",)}}', to_names, speaks=speaks, documents=documents)
    if hole not in HOLES:
        raise BadInput(
            f"`{hole}` is no kind of hole", where=caller(), remedy=f"use one of: {', '.join(HOLES)}"
        )
    if found not in FOUND:
        raise BadInput(f"`{found}` is no way of finding", where=caller(), remedy="use reading or encoding")
    return _Ruling(  # type: ignore[return-value]
        {
            "house": house,
            "question": question,
            "clauses": in_a_tuple(clauses),
            "hole": hole,
            "why": why,
            "reasons": dict(reasons or {}),
            "speaks": {one: in_a_tuple(names) for one, names in (speaks or {}).items()},
            "found": found,
            "modes": in_a_tuple(modes),
            "documents": {one: in_a_tuple(names) for one, names in (documents or {}).items()},
            "errata": dict(errata or {}),
            "where": caller(),
        }
    )


class Rulings:
    """Base of a ruleset's rulings; one instance of the subclass is what rules read."""

    @classmethod
    def declared(cls) -> tuple[RulingDecl, ...]:
        """The rulings that the class and its bases declare, in order."""
        found: dict[str, RulingDecl] = {}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                if isinstance(value, _Ruling):
                    found[name] = value.declared()
        return tuple(found.values())
