"""Clauses, rulings and gaps of the register: as data, in tables, and one of them in full."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.words import count
from queensbench.language.rulings import HOLES, RulingDecl
from queensbench.project.register.gaps import Gap

if TYPE_CHECKING:
    from queensbench.analyses.register_listing import Listed
    from queensbench.project.projects import Ruleset
    from queensbench.rendering.screen import Screen


def missing(screen: Screen, lines: Mapping[str, Sequence[str]]) -> None:
    """Print what registers leave out, by ruleset."""
    if screen.as_json:
        screen.json({"missing": lines})
        return
    for name, found in lines.items():
        screen.text(f"{name}: {count(len(found), 'thing')} to be written" if found else f"{name}: whole")
        for line in found:
            screen.text(line, 2)


def clauses(screen: Screen, found: Sequence[Listed]) -> None:
    """Print clauses as a table: what each says, and where the documents say it."""
    rows = []
    for one in found:
        clause = one.clause
        where = " ".join(f"{key}:{','.join(units)}" for key, units in clause.units.items())
        rows.append((clause.name, one.ruleset.name, clause.kind, clause.text, where))
    columns = ("clause", "ruleset", "kind", "what it says, in our words", "where")
    screen.table(count(len(rows), "clause"), columns, rows)


def differences(screen: Screen, found: Sequence[Listed]) -> None:
    """Print clauses as a table: how the texts of each differ."""
    rows = []
    for one in found:
        clause = one.clause
        settled = ", ".join(clause.rulings)
        rows.append((clause.name, one.ruleset.name, clause.text, clause.difference, settled))
    columns = ("clause", "ruleset", "what it says, in our words", "how the texts differ", "settled by")
    screen.table(count(len(rows), "clause"), columns, rows)


def rulings_json(
    decls: Sequence[tuple[Ruleset, RulingDecl]],
    gaps: Sequence[tuple[Ruleset, Gap]],
    judged: Mapping[str, Mapping[str, Mapping[str, str]]],
) -> dict[str, Any]:
    """Rulings and gaps as the command prints them with ``--json``; ``judged``: as :func:`rulings` takes it."""
    return {
        "rulings": [
            {**_ruling_json(ruleset, decl), **judged[ruleset.name].get(decl.name, {})}
            for ruleset, decl in decls
        ],
        "gaps": [_gap_json(ruleset, gap) for ruleset, gap in gaps],
        "holes": _holes(decls, gaps),
    }


def clause_json(one: Listed) -> dict[str, Any]:
    """A clause as the command prints it with ``--json``."""
    clause = one.clause
    return {
        "ruleset": one.ruleset.name,
        "name": clause.name,
        "kind": clause.kind,
        "text": clause.text,
        "units": {key: list(units) for key, units in clause.units.items()},
        "needs": list(clause.needs),
        "links": [{"type": link.kind, "to": link.to} for link in clause.links],
        "modes": list(clause.modes),
        "variants": list(clause.variants),
        "difference": clause.difference,
        "rulings": list(clause.rulings),
        "doubted_by": list(one.doubted_by),
    }


def clause_in_full(screen: Screen, one: Listed) -> None:
    """Print all that the register says of a clause."""
    ruleset, clause = one.ruleset, one.clause
    screen.head(f"{ruleset.name}: {clause.name}")
    screen.text(clause.text)
    needs = f"; needs {', '.join(clause.needs)}" if clause.needs else ""
    screen.text(f"{clause.kind}{needs}", 2)
    for what, names in (("modes", clause.modes), ("variants", clause.variants)):
        if names:
            screen.text(f"{what}: {', '.join(names)}", 2)
    for key, ids in clause.units.items():
        for id_ in ids:
            unit = ruleset.manifests[key].by_id[id_]
            printing = f", {unit.printing}" if unit.printing else ""
            screen.text(f"stated by {key}: {id_} ({unit.kind}, {unit.place}{printing})", 2)
    for link in clause.links:
        screen.text(f"{link.kind} {link.to}", 2)
    if clause.difference:
        screen.text(f"the texts differ: {clause.difference}", 2)
    if one.doubted_by:
        screen.text(f"open in it: {', '.join(one.doubted_by)}", 2)
    screen.out.print()


def _holes(
    decls: Iterable[tuple[Ruleset, RulingDecl]], gaps: Iterable[tuple[Ruleset, Gap]]
) -> dict[str, dict[str, dict[str, int]]]:
    """By ruleset and kind of hole, how many rulings and how many gaps."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for what, entries in (("rulings", decls), ("gaps", gaps)):
        for ruleset, entry in entries:
            row = found.setdefault(ruleset.name, {hole: {"rulings": 0, "gaps": 0} for hole in HOLES})
            row[entry.hole][what] += 1
    return {
        name: {hole: row for hole, row in rows.items() if any(row.values())} for name, rows in found.items()
    }


def rulings(
    screen: Screen,
    decls: Sequence[tuple[Ruleset, RulingDecl]],
    gaps: Sequence[tuple[Ruleset, Gap]],
    judged: Mapping[str, Mapping[str, Mapping[str, str]]],
) -> None:
    """Print rulings and gaps; ``judged``: by ruleset and ruling what the project's book says of it."""
    rows: list[tuple[str, ...]] = [
        (d.name, r.name, d.hole, d.question, d.house.name.lower(), str(len(d.readings))) for r, d in decls
    ]
    columns: tuple[str, ...] = ("ruling", "ruleset", "hole", "question", "house reading", "readings")
    if any(judged.values()):
        found = [judged[r.name].get(d.name, {}).get("matters", "") for r, d in decls]
        rows = [(*row, matters) for row, matters in zip(rows, found, strict=True)]
        columns = (*columns, "matters")
    screen.table(count(len(rows), "ruling"), columns, rows)
    if gaps:
        columns = ("gap", "ruleset", "hole", "question", "what is assumed")
        screen.table(
            f"{count(len(gaps), 'gap')}, which no model can express",
            columns,
            [(g.name, r.name, g.hole, g.question, g.assumed) for r, g in gaps],
        )
    for name, holes in _holes(decls, gaps).items():
        parts = []
        for what in ("rulings", "gaps"):
            counted = [f"{hole} {row[what]}" for hole, row in holes.items() if row[what]]
            if counted:
                parts.append(f"{what} by hole: {', '.join(counted)}")
        screen.text(f"{name}: {'; '.join(parts)}")


def _ruling_json(ruleset: Ruleset, decl: RulingDecl) -> dict[str, Any]:
    return {
        "ruleset": ruleset.name,
        "name": decl.name,
        "question": decl.question,
        "hole": decl.hole,
        "found": decl.found,
        "clauses": list(decl.clauses),
        "modes": list(decl.modes),
        "house": decl.house.name.lower(),
        "why": decl.why,
        "readings": [
            {
                "name": member.name.lower(),
                "says": member.value,
                "reason": decl.reasons.get(member, ""),
                "speaks": list(decl.speaks.get(member, ())),
                "documents": list(decl.documents.get(member, ())),
                "errata": decl.errata.get(member, ""),
            }
            for member in decl.readings
        ],
    }


def _gap_json(ruleset: Ruleset, gap: Gap) -> dict[str, Any]:
    return {
        "ruleset": ruleset.name,
        "name": gap.name,
        "question": gap.question,
        "hole": gap.hole,
        "found": gap.found,
        "clauses": list(gap.clauses),
        "modes": list(gap.modes),
        "reason": gap.reason,
        "assumed": gap.assumed,
    }


def _doubted(entry: RulingDecl | Gap) -> str:
    doubt = f"; clauses in doubt: {', '.join(entry.clauses)}" if entry.clauses else ""
    modes = f"; modes: {', '.join(entry.modes)}" if entry.modes else ""
    return f"hole: {entry.hole}; found by {entry.found}{doubt}{modes}"


def ruling_in_full(screen: Screen, ruleset: Ruleset, decl: RulingDecl) -> None:
    """Print all that the register says of a ruling."""
    screen.head(f"{ruleset.name}: {decl.name}")
    screen.text(decl.question)
    screen.text(_doubted(decl), 2)
    for member in decl.readings:
        mark = " (house)" if member is decl.house else ""
        screen.text(f"{member.name.lower()}{mark}: {member.value}", 2)
        if member in decl.reasons:
            screen.text(decl.reasons[member], 6)
        if decl.speaks.get(member):
            screen.text(f"speaks for it: {', '.join(decl.speaks[member])}", 6)
        if decl.documents.get(member):
            screen.text(f"supported by: {', '.join(decl.documents[member])}", 6)
        if member in decl.errata:
            screen.text(f"to print for it: {decl.errata[member]}", 6)
    screen.text(f"why the house reading: {decl.why}", 2)
    screen.out.print()


def gap_in_full(screen: Screen, ruleset: Ruleset, gap: Gap) -> None:
    """Print all that the register says of a gap."""
    screen.head(f"{ruleset.name}: {gap.name}")
    screen.text(gap.question)
    screen.text(_doubted(gap), 2)
    screen.text(f"why no model can express it: {gap.reason}", 2)
    screen.text(f"what is assumed: {gap.assumed}", 2)
    screen.out.print()
