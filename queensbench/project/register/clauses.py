"""Clauses: the rules of a ruleset in our own words, each with the units of the documents that state it.

``spec/<package>/clauses.toml`` holds one table per clause. A clause has a permanent name, dotted and in
lower case (``activate.tie``); it holds no number, because numbers of pages and sections change between
printings. A name that goes out of use is listed under ``retired`` and never comes back, so that old
verdicts cannot come to speak of another rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput
from queensbench.project.register.entries import Entries, names, nearest, one_of
from queensbench.project.register.seeds import BINDING, Manifest, Unit

WORD = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)*")
NAME = re.compile(r"[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)+")


class ClauseKind(StrEnum):
    """The kinds of clauses: a rule, the meaning of a word, a printed example, a remark without force."""

    NORMATIVE = "normative"
    DEFINITION = "definition"
    EXAMPLE = "example"
    INFORMATIVE = "informative"


class Need(StrEnum):
    """The evidence that a clause needs: a rule of the model, a property, a golden play."""

    MODEL = "model"
    PROPERTY = "property"
    EXAMPLE = "example"


class LinkKind(StrEnum):
    """The kinds of links from one clause to another."""

    OVERRIDES = "overrides"
    INTERPRETS = "interprets"
    CONTRADICTS = "contradicts"
    DEPENDS_ON = "depends-on"


@dataclass(frozen=True)
class ClauseLink:
    """A link from the clause that holds it to the clause named ``to``."""

    kind: LinkKind
    to: str


@dataclass(frozen=True)
class Clause:
    """One rule: ``units`` gives, by the key of a document, the ids of the units that state it.

    ``modes``: those of which it is a rule (empty: all).  ``variants``: those to which it belongs (empty: it
    holds with and without any).  ``difference``: how languages or printings differ here.  ``rulings``: the
    rulings or gaps that settle what is open in it.
    """

    name: str
    kind: ClauseKind
    text: str
    units: Mapping[str, tuple[str, ...]]
    needs: tuple[Need, ...]
    links: tuple[ClauseLink, ...]
    modes: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    difference: str = ""
    rulings: tuple[str, ...] = ()

    def concerns(self, mode: str) -> bool:
        """Whether the clause is a rule of this mode; a clause that names no mode is a rule of all."""
        return not self.modes or mode in self.modes


@dataclass(frozen=True)
class Clauses:
    """The clauses of one ruleset in the order of its file, and the names that it has retired.

    ``modes`` and ``variants``: those of the texts, each with its meaning in our words.  ``places``:
    file and line of each clause, as messages name them.
    """

    path: Path
    all: tuple[Clause, ...]
    retired: tuple[str, ...]
    modes: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def by_name(self) -> Mapping[str, Clause]:
        """The clauses by their names."""
        return {clause.name: clause for clause in self.all}

    @cached_property
    def documents(self) -> tuple[str, ...]:
        """The keys of the documents that the clauses cite, in the order of their first citation."""
        return tuple(dict.fromkeys(key for clause in self.all for key in clause.units))

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    def get(self, name: str) -> Clause:
        """The clause of this name.  Raises BadInput, with the nearest names, if there is none."""
        if name not in self.by_name:
            retired = "was retired" if name in self.retired else "is unknown"
            raise BadInput(
                f"clause {name!r} {retired}", where=str(self.path), remedy=nearest(name, self.by_name)
            )
        return self.by_name[name]


def unstated(clauses: Clauses, manifest: Manifest) -> tuple[Unit, ...]:
    """The units of a document whose kind is in ``BINDING`` and that no clause cites."""
    cited = {unit for clause in clauses for unit in clause.units.get(manifest.key, ())}
    return tuple(unit for unit in manifest.of_kind(*BINDING) if unit.id not in cited)


# ---- loading

CLAUSE: Mapping[str, type] = {
    "name": str,
    "kind": str,
    "text": str,
    "units": dict,
    "needs": list,
    "links": list,
    "modes": list,
    "variants": list,
    "rulings": list,
}
LATER: Mapping[str, type] = {"difference": str}
HEAD: Mapping[str, type] = {"retired": list, "modes": dict, "variants": dict}


def load_clauses(path: Path, manifests: Mapping[str, Manifest]) -> Clauses:
    """Read ``spec/<package>/clauses.toml``; ``manifests`` gives the manifest of each document by its key.

    Raises BadInput, in one line that names the file, the clause and the remedy, for a file that is no
    TOML, unknown, missing or mistyped fields, a name that is ill-formed, holds a digit, is used twice or
    was retired, an unknown kind, need, link, target, mode or variant, an unknown document or unit, a clause that
    cites no unit, a difference that no ruling settles, and overrides that form a circle.  Whether the rulings exist is
    asked where they are known: see :mod:`queensbench.project.register.consistency`.
    """
    entries = Entries(path, "clause", "name")
    head = entries.fields({}, optional=HEAD)
    retired = _retired(head["retired"], entries.where())
    modes, variants = (_named(head[f"{what}s"], what, entries.where()) for what in ("mode", "variant"))
    clauses: list[Clause] = []
    places: dict[str, str] = {}
    for index in range(len(entries.tables)):
        where = entries.where(index)
        clause = _clause(entries.fields(CLAUSE, index, optional=LATER), where, manifests, modes, variants)
        if clause.name in places:
            raise BadInput(
                "this name is used twice", where=where, remedy="give each clause a name of its own"
            )
        if clause.name in retired:
            raise BadInput(
                "this name was retired",
                where=where,
                remedy="find another name: a retired one never comes back",
            )
        places[clause.name] = where
        clauses.append(clause)
    for clause in clauses:
        for link in clause.links:
            if link.to == clause.name:
                raise BadInput(
                    f"{link.kind} itself", where=places[clause.name], remedy="link to another clause"
                )
            if link.to not in places:
                raise BadInput(
                    f"{link.kind} {link.to!r}, which is no clause",
                    where=places[clause.name],
                    remedy=nearest(link.to, places),
                )
    _require_no_circle(clauses, places)
    return Clauses(path, tuple(clauses), retired, modes, variants, places)


def _retired(value: list[Any], where: str) -> tuple[str, ...]:
    for number, name in enumerate(value):
        _require_name(name, where)
        if name in value[:number]:
            raise BadInput(f"{name!r} is retired twice", where=where, remedy="name it once")
    return tuple(value)


def _named(value: Mapping[str, Any], what: str, where: str) -> dict[str, str]:
    """The table of modes or of variants: names that a command can take, each with its meaning."""
    for name, text in value.items():
        if not WORD.fullmatch(name):
            raise BadInput(
                f"{what} {name!r} is ill-formed",
                where=where,
                remedy="write lower-case words, joined by hyphens or underscores",
            )
        if not isinstance(text, str) or not text.strip():
            raise BadInput(
                f"{what} {name} = {text!r} says nothing", where=where, remedy="say in a string what it is"
            )
    return dict(value)


def _require_name(name: Any, where: str) -> None:
    if not isinstance(name, str):
        raise BadInput(f"{name!r} is no name", where=where, remedy="write a string")
    if re.search(r"\d", name):
        raise BadInput(
            f"name {name!r} holds a digit",
            where=where,
            remedy="use letters only: numbers change between printings",
        )
    if not NAME.fullmatch(name):
        raise BadInput(
            f"name {name!r} is ill-formed",
            where=where,
            remedy="write lower-case words with dots, like activate.tie",
        )


def _clause(
    fields: Mapping[str, Any],
    where: str,
    manifests: Mapping[str, Manifest],
    modes: Mapping[str, str],
    variants: Mapping[str, str],
) -> Clause:
    _require_name(fields["name"], where)
    needs = tuple(Need(one_of(Need, need, "need", where)) for need in fields["needs"])
    clause = Clause(
        name=fields["name"],
        kind=ClauseKind(one_of(ClauseKind, fields["kind"], "kind", where)),
        text=fields["text"],
        units=dict(_units(fields["units"], where, manifests)),
        needs=needs,
        links=tuple(_links(fields["links"], where)),
        modes=names(fields["modes"], modes, "mode", where),
        variants=names(fields["variants"], variants, "variant", where),
        difference=fields["difference"],
        rulings=names(fields["rulings"], None, "ruling", where),
    )
    if clause.difference and not clause.rulings:
        raise BadInput(
            "tells of a difference that no ruling settles", where=where, remedy='add rulings = ["..."]'
        )
    return clause


def _units(
    value: Mapping[str, Any], where: str, manifests: Mapping[str, Manifest]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not any(value.values()):
        raise BadInput(
            "cites no unit", where=where, remedy='write units = { "key of the document" = ["id"] }'
        )
    for key, ids in value.items():
        if key not in manifests:
            raise BadInput(f"cites an unknown document {key!r}", where=where, remedy=nearest(key, manifests))
        if not isinstance(ids, list):
            raise BadInput(f"{ids!r} is no list of units", where=where, remedy='write ["id", ...]')
        for id_ in ids:
            if id_ not in manifests[key].by_id:
                raise BadInput(
                    f"cites {id_!r}, which is no unit of {key}",
                    where=where,
                    remedy=f"see seeds/{key}.toml for its units",
                )
        yield key, tuple(ids)


def _links(value: list[Any], where: str) -> Iterator[ClauseLink]:
    for link in value:
        match link:
            case {"type": kind, "to": str(to), **rest} if not rest:
                yield ClauseLink(LinkKind(one_of(LinkKind, kind, "link", where)), to)
            case _:
                raise BadInput(
                    f"{link!r} is no link",
                    where=where,
                    remedy='write { type = "depends-on", to = "other.clause" }',
                )


def _require_no_circle(clauses: list[Clause], places: Mapping[str, str]) -> None:
    """Refuse clauses that override each other in a circle, since none of them could ever prevail."""
    overrides = {
        clause.name: [link.to for link in clause.links if link.kind is LinkKind.OVERRIDES]
        for clause in clauses
    }
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            circle = " -> ".join((*path[path.index(name) :], name))
            raise BadInput(
                f"overrides form a circle: {circle}", where=places[name], remedy="take one of these links out"
            )
        if name not in done:
            for other in overrides[name]:
                visit(other, (*path, name))
            done.add(name)

    for name in overrides:
        visit(name, ())
