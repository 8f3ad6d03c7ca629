"""Which clauses, rulings and gaps of the register are listed: those that a person has asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from queensbench.errors import SeveralFaults
from queensbench.language.rulings import FOUND, HOLES, RulingDecl
from queensbench.project import projects
from queensbench.project.projects import Ruleset
from queensbench.project.register.clauses import Clause, ClauseKind, Need
from queensbench.project.register.consistency import omissions, references, uncited
from queensbench.project.register.entries import require_known
from queensbench.project.register.gaps import Gap


@dataclass(frozen=True)
class Listed:
    """A clause that is listed: its ruleset, itself, and the names of the rulings and gaps that doubt it."""

    ruleset: Ruleset
    clause: Clause
    doubted_by: tuple[str, ...]


@dataclass(frozen=True)
class ClauseFilter:
    """Which clauses are wanted; None and False leave nothing out.

    ``hole``: only those that a ruling or a gap of this kind doubts.  ``unsettled``: only those that any doubts.
    ``differences``: only those whose languages or printings differ.
    """

    kind: str | None = None
    need: str | None = None
    mode: str | None = None
    variant: str | None = None
    document: str | None = None
    hole: str | None = None
    unsettled: bool = False
    differences: bool = False

    def require_known(self, chosen: Sequence[Ruleset]) -> None:
        """Raise BadInput for a name that nothing of these rulesets has."""
        _require("kind of clause", self.kind, ClauseKind)
        _require("need", self.need, Need)
        _require("kind of hole", self.hole, HOLES)
        _require("mode", self.mode, (m for r in chosen for m in r.mode_names))
        variants = (v for r in chosen if r.clauses is not None for v in r.clauses.variants)
        _require("variant", self.variant, variants)
        _require("document", self.document, _documents(chosen))

    def wants(self, ruleset: Ruleset, clause: Clause, doubts: Sequence[RulingDecl | Gap]) -> bool:
        """Whether a clause, with what doubts it, is wanted."""
        return bool(
            self.kind in (None, clause.kind)
            and (self.need is None or self.need in clause.needs)
            and (self.mode is None or (self.mode in ruleset.mode_names and clause.concerns(self.mode)))
            and (self.variant is None or self.variant in clause.variants)
            and (self.document is None or _states(ruleset, clause, self.document))
            and (self.hole is None or self.hole in {entry.hole for entry in doubts})
            and (doubts or not self.unsettled)
            and (clause.difference or not self.differences)
        )


@dataclass(frozen=True)
class RulingFilter:
    """Which rulings and gaps are wanted; None leaves nothing out.

    ``document``: only those of which this document or printing supports a reading of its own.  ``clause``: only those
    that doubt this clause.  ``found``: only those that were found this way.
    """

    hole: str | None = None
    mode: str | None = None
    document: str | None = None
    clause: str | None = None
    found: str | None = None

    def require_known(self, chosen: Sequence[Ruleset]) -> None:
        """Raise BadInput for a name that nothing of these rulesets has."""
        _require("kind of hole", self.hole, HOLES)
        _require("way of finding", self.found, FOUND)
        _require("mode", self.mode, (m for r in chosen for m in r.mode_names))
        _require("document", self.document, _documents(chosen))
        _require("clause", self.clause, (c.name for r in chosen for c in r.clauses or ()))

    def wants(self, ruleset: Ruleset, entry: RulingDecl | Gap) -> bool:
        """Whether a ruling or a gap is wanted."""
        documents = entry.documents.values() if isinstance(entry, RulingDecl) else ()
        mode, document = self.mode, self.document
        return (
            self.hole in (None, entry.hole)
            and self.found in (None, entry.found)
            and (mode is None or (mode in ruleset.mode_names and (not entry.modes or mode in entry.modes)))
            and (self.clause is None or self.clause in entry.clauses)
            and (
                document is None
                or any(document in (n, n.partition("/")[0]) for names in documents for n in names)
            )
        )


def clauses_of(chosen: Sequence[Ruleset], name: str | None, wanted: ClauseFilter) -> list[Listed]:
    """The clauses that are wanted, or of them the one of this name.  Raises BadInput with the nearest names."""
    found = []
    for ruleset in chosen:
        doubts = _doubts(ruleset)
        register = ruleset.clauses
        for clause in () if register is None else [register.get(name)] if name else register:
            entries = doubts.get(clause.name, [])
            if wanted.wants(ruleset, clause, entries):
                found.append(Listed(ruleset, clause, tuple(entry.name for entry in entries)))
    return found


def rulings_of(
    chosen: Sequence[Ruleset], name: str | None, wanted: RulingFilter, *, gaps: bool
) -> tuple[list[tuple[Ruleset, RulingDecl]], list[tuple[Ruleset, Gap]]]:
    """The rulings and gaps that are wanted, or of them the one of this name; ``gaps``: without a name, gaps too."""
    entries = [(ruleset, entry) for ruleset in chosen for entry in _entries(ruleset, name, gaps=gaps)]
    listed = [(ruleset, entry) for ruleset, entry in entries if wanted.wants(ruleset, entry)]
    return (
        [(ruleset, entry) for ruleset, entry in listed if isinstance(entry, RulingDecl)],
        [(ruleset, entry) for ruleset, entry in listed if isinstance(entry, Gap)],
    )


def missing(chosen: Sequence[Ruleset], *, everything: bool) -> dict[str, list[str]]:
    """By ruleset, lines about what its register leaves out.

    ``everything``: under ``seeds`` also the documents that none of the registers cites.
    """
    lines = {ruleset.name: list(omissions(ruleset.book)) for ruleset in chosen}
    if everything and chosen:
        lines["seeds"] = list(uncited((r.book for r in chosen), chosen[0].manifests))
    return lines


def _require(what: str, name: str | None, known: Iterable[str]) -> None:
    """Refuse a name that nothing has."""
    if name is not None:
        require_known(what, [name], list(dict.fromkeys(str(one) for one in known)))


def _doubts(ruleset: Ruleset) -> dict[str, list[RulingDecl | Gap]]:
    """By clause, the rulings and gaps that doubt it or that it names as settling what is open in it."""
    entries: dict[str, RulingDecl | Gap] = {**ruleset.rulings, **ruleset.gaps.by_name}
    named = {c.name: set(c.rulings) for c in ruleset.clauses or ()}
    found: dict[str, list[RulingDecl | Gap]] = {}
    for entry in entries.values():
        for clause, names in named.items():
            if clause in entry.clauses or entry.name in names:
                found.setdefault(clause, []).append(entry)
    return found


def _states(ruleset: Ruleset, clause: Clause, document: str) -> bool:
    """Whether a document, or one printing of it, states a clause."""
    key, _, printing = document.partition("/")
    units = (ruleset.manifests[key].by_id[unit] for unit in clause.units.get(key, ()))
    return any(not printing or unit.printing in ("", printing) for unit in units)


def _entries(ruleset: Ruleset, name: str | None, *, gaps: bool) -> list[RulingDecl | Gap]:
    """All rulings and gaps of a ruleset, or the one of this name.  Raises BadInput with the nearest names."""
    if name is None:
        return [*ruleset.rulings.values(), *(ruleset.gaps if gaps else ())]
    wanted = name.replace("-", "_")
    return [ruleset.gaps.by_name[wanted] if wanted in ruleset.gaps.by_name else ruleset.ruling(name)]


def chosen_registers(name: str | None) -> list[Ruleset]:
    """The ruleset of this name, or all.  Raises BadInput for an unknown one, and for wrong names in a register."""
    chosen = projects.load().registers(name)
    lines = [line for ruleset in chosen for line in references(ruleset.book)]
    if lines:
        raise SeveralFaults(lines)
    return chosen


def _documents(chosen: Iterable[Ruleset]) -> Iterator[str]:
    """The documents that the clauses cite, and their printings."""
    for ruleset in chosen:
        for key in () if ruleset.clauses is None else ruleset.clauses.documents:
            yield key
            yield from (f"{key}/{printing}" for printing in ruleset.manifests[key].printings)
