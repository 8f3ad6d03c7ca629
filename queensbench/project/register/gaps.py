"""Gaps: holes of the texts that no model can express, each with the reason and the assumption made instead.

``spec/<package>/gaps.toml`` holds one table per gap.  What a model can express is a ruling, whose readings
are compared; a gap has none, and so no engine ever judges it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput
from queensbench.language.rulings import FOUND, HOLES
from queensbench.project.register.entries import Entries, names, nearest

NAME = re.compile(r"[a-z]+(_[a-z]+)*")


@dataclass(frozen=True)
class Gap:
    """A question that no model answers.

    ``clauses``: those in doubt.  ``hole``: as of a ruling.  ``reason``: why no transition system can express
    it; ``assumed``: the assumption that models make instead.  ``modes``: those in which it arises (empty: all).
    ``found``: ``reading`` or ``encoding``, as of a ruling.
    """

    name: str
    question: str
    clauses: tuple[str, ...]
    hole: str
    reason: str
    assumed: str
    modes: tuple[str, ...] = ()
    found: str = "reading"


@dataclass(frozen=True)
class Gaps:
    """The gaps of one ruleset in the order of its file; ``places``: file and line of each, as messages name it."""

    path: Path
    all: tuple[Gap, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def by_name(self) -> Mapping[str, Gap]:
        """The gaps by their names."""
        return {gap.name: gap for gap in self.all}

    def __iter__(self) -> Iterator[Gap]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)


GAP: Mapping[str, type] = {
    "name": str,
    "question": str,
    "clauses": list,
    "hole": str,
    "reason": str,
    "assumed": str,
    "modes": list,
}
LATER: Mapping[str, type] = {"found": str}


def load_gaps(path: Path, clauses: Iterable[str] | None, modes: Iterable[str]) -> Gaps:
    """Read ``spec/<package>/gaps.toml``; ``clauses`` and ``modes`` are the names that the ruleset knows.

    Without a register of clauses (None) their names are not checked.  A file that is not there holds no gap.

    Raises BadInput, in one line that names the file, the gap and the remedy, for a file that is no TOML,
    unknown, missing or mistyped fields, a name that is ill-formed or used twice, no clause in doubt, and an
    unknown clause, hole, mode or way of finding.
    """
    if not path.exists():
        return Gaps(path)
    entries = Entries(path, "gap", "name")
    entries.fields({})
    known, played = None if clauses is None else tuple(clauses), tuple(modes)
    found: dict[str, Gap] = {}
    places: dict[str, str] = {}
    for index in range(len(entries.tables)):
        where = entries.where(index)
        gap = _gap(entries.fields(GAP, index, optional=LATER), where, known, played)
        if gap.name in found:
            raise BadInput("this name is used twice", where=where, remedy="give each gap a name of its own")
        found[gap.name], places[gap.name] = gap, where
    return Gaps(path, tuple(found.values()), places)


def _gap(
    fields: Mapping[str, Any], where: str, clauses: tuple[str, ...] | None, modes: tuple[str, ...]
) -> Gap:
    if not NAME.fullmatch(fields["name"]):
        raise BadInput(
            f"name {fields['name']!r} is ill-formed",
            where=where,
            remedy="write lower-case words joined by underscores, like team_talk",
        )
    if not fields["clauses"]:
        raise BadInput("doubts no clause", where=where, remedy='add clauses = ["..."]')
    if fields["hole"] not in HOLES:
        raise BadInput(f"unknown hole {fields['hole']!r}", where=where, remedy=nearest(fields["hole"], HOLES))
    found = fields["found"] or "reading"
    if found not in FOUND:
        raise BadInput(f"unknown way of finding {found!r}", where=where, remedy=nearest(found, FOUND))
    return Gap(
        name=fields["name"],
        question=fields["question"],
        clauses=names(fields["clauses"], clauses, "clause", where),
        hole=fields["hole"],
        reason=fields["reason"],
        assumed=fields["assumed"],
        modes=names(fields["modes"], modes, "mode", where),
        found=found,
    )
