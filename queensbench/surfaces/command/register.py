"""The commands ``queensbench clauses`` and ``queensbench rulings``: what the texts say and what they leave open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from queensbench.errors import BadInput
from queensbench.language.rulings import FOUND, HOLES, RulingDecl
from queensbench.register.clauses import Clause, ClauseKind, Need
from queensbench.register.consistency import omissions, references, uncited
from queensbench.register.gaps import Gap

if TYPE_CHECKING:
    from queensbench.project.projects import Ruleset
    from queensbench.rendering.screen import Screen

Name = Annotated[str | None, typer.Argument(metavar="[RULESET]")]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object instead of tables")]
InMode = Annotated[str | None, typer.Option(metavar="MODE", help="only what concerns this mode")]
OfHole = Annotated[str | None, typer.Option(metavar="KIND", help=", ".join(HOLES))]


# ------------------------------------------------------------------------------------------------- clauses


def clauses(
    ruleset: Name = None,
    name: Annotated[str | None, typer.Argument(metavar="[CLAUSE]")] = None,
    kind: Annotated[str | None, typer.Option(help=", ".join(ClauseKind))] = None,
    need: Annotated[str | None, typer.Option(help=", ".join(Need))] = None,
    mode: InMode = None,
    variant: Annotated[str | None, typer.Option(help="only what belongs to this variant")] = None,
    document: Annotated[
        str | None, typer.Option(metavar="KEY[/PRINTING]", help="only what this document or printing states")
    ] = None,
    hole: OfHole = None,
    unsettled: Annotated[
        bool, typer.Option("--unsettled", help="only what a ruling or a gap doubts or settles")
    ] = False,
    differences: Annotated[
        bool, typer.Option("--differences", help="only where languages or printings differ, and how")
    ] = False,
    missing: Annotated[
        bool, typer.Option("--missing", help="only what is still to be written; exit code 1 if there is any")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the clauses: what the text says, in our words, and where it says so."""
    from queensbench.analyses.verdicts.words import count
    from queensbench.rendering.screen import Screen

    chosen = _chosen(ruleset)
    if missing:
        _missing(Screen(as_json=as_json), chosen, everything=ruleset is None)
    if ruleset is not None and chosen[0].clauses is None:
        raise BadInput(
            f"{chosen[0].name} has no register of clauses",
            remedy=f"write spec/{chosen[0].package}/clauses.toml",
        )
    _require("kind of clause", kind, ClauseKind)
    _require("need", need, Need)
    _require("kind of hole", hole, HOLES)
    _require("mode", mode, (m for r in chosen for m in r.mode_names))
    _require("variant", variant, (v for r in chosen if r.clauses is not None for v in r.clauses.variants))
    _require("document", document, _documents(chosen))
    found = []
    for r in chosen:
        doubts = _doubts(r)
        for clause in () if r.clauses is None else [r.clauses.get(name)] if name else r.clauses:
            open_ = doubts.get(clause.name, [])
            if (
                kind in (None, clause.kind)
                and (need is None or need in clause.needs)
                and (mode is None or (mode in r.mode_names and clause.concerns(mode)))
                and (variant is None or variant in clause.variants)
                and (document is None or _states(r, clause, document))
                and (hole is None or hole in {entry.hole for entry in open_})
                and (open_ or not unsettled)
                and (clause.difference or not differences)
            ):
                found.append((r, clause, [entry.name for entry in open_]))
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json({"clauses": [_clause_json(*entry) for entry in found]})
    elif name is not None:
        for entry in found:
            _clause_in_full(screen, *entry)
    elif differences:
        rows = [(c.name, r.name, c.text, c.difference, ", ".join(c.rulings)) for r, c, _ in found]
        columns = ("clause", "ruleset", "what it says, in our words", "how the texts differ", "settled by")
        screen.table(count(len(rows), "clause"), columns, rows)
    else:
        rows = [
            (c.name, r.name, c.kind, c.text, " ".join(f"{k}:{','.join(u)}" for k, u in c.units.items()))
            for r, c, _ in found
        ]
        columns = ("clause", "ruleset", "kind", "what it says, in our words", "where")
        screen.table(count(len(rows), "clause"), columns, rows)


def _missing(screen: Screen, chosen: Sequence[Ruleset], *, everything: bool) -> NoReturn:
    """What the registers leave out; of ``everything``, the documents that none of them cites as well."""
    from queensbench.analyses.verdicts.words import count

    lines = {ruleset.name: list(omissions(ruleset.book)) for ruleset in chosen}
    if everything and chosen:
        lines["seeds"] = list(uncited((r.book for r in chosen), chosen[0].manifests))
    if screen.as_json:
        screen.json({"missing": lines})
    else:
        for name, found in lines.items():
            screen.text(f"{name}: {count(len(found), 'thing')} to be written" if found else f"{name}: whole")
            for line in found:
                screen.text(line, 2)
    raise typer.Exit(1 if any(lines.values()) else 0)


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


def _clause_json(ruleset: Ruleset, clause: Clause, open_: Sequence[str]) -> dict[str, Any]:
    return {
        "ruleset": ruleset.name,
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
        "doubted_by": list(open_),
    }


def _clause_in_full(screen: Screen, ruleset: Ruleset, clause: Clause, open_: Sequence[str]) -> None:
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
    if open_:
        screen.text(f"open in it: {', '.join(open_)}", 2)
    screen.out.print()


# ------------------------------------------------------------------------------------------------- rulings


def rulings(
    ruleset: Name = None,
    name: Annotated[str | None, typer.Argument(metavar="[RULING]", help="a ruling or a gap")] = None,
    hole: OfHole = None,
    mode: InMode = None,
    document: Annotated[
        str | None,
        typer.Option(
            metavar="KEY[/PRINTING]",
            help="only where this document or printing supports a reading of its own",
        ),
    ] = None,
    clause: Annotated[str | None, typer.Option(help="only what doubts this clause")] = None,
    found: Annotated[str | None, typer.Option(metavar="HOW", help=", ".join(FOUND))] = None,
    gaps: Annotated[bool, typer.Option("--gaps/--no-gaps", help="show what no model can express")] = True,
    book: Annotated[
        Path | None, typer.Option(metavar="DIR", help="judge the rulings, and write a page for each here")
    ] = None,
    redraw: Annotated[
        bool, typer.Option("--redraw", help="with --book: judge nothing, draw what was judged anew")
    ] = False,
    judge: Annotated[
        bool, typer.Option("--judge", help="judge the ruling now, where the project has no book of it")
    ] = False,
    games: Annotated[int | None, typer.Option(min=1, help="random games of the full box")] = None,
    store: Annotated[
        str | None, typer.Option(metavar="DIR", help="where verdicts are stored; `off`: nowhere")
    ] = None,
    as_json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="no progress")] = False,
) -> None:
    """Show the rulings: what the text leaves open, how it can be read, and how it is read by default.

    Of one ruling also whether it matters and the shortest play that shows it, where the project has a book of rulings.
    """
    from queensbench.rendering.screen import Screen
    from queensbench.surfaces.command import book as command

    if book is not None or judge:
        command.require(name, book=book, judge=judge, as_json=as_json)
    elif redraw:
        raise BadInput("nothing is drawn anew", remedy="say where the book is: --book DIR")
    bench = command.Bench(Screen(quiet=quiet, as_json=as_json), store, games)
    chosen = _chosen(ruleset)
    if book is not None:
        command.write(bench, chosen if ruleset else [r for r in chosen if r.modes], book, redraw=redraw)
        return
    _require("kind of hole", hole, HOLES)
    _require("way of finding", found, FOUND)
    _require("mode", mode, (m for r in chosen for m in r.mode_names))
    _require("document", document, _documents(chosen))
    _require("clause", clause, (c.name for r in chosen for c in r.clauses or ()))

    def wanted(r: Ruleset, entry: RulingDecl | Gap) -> bool:
        documents = entry.documents.values() if isinstance(entry, RulingDecl) else ()
        return (
            hole in (None, entry.hole)
            and found in (None, entry.found)
            and (mode is None or (mode in r.mode_names and (not entry.modes or mode in entry.modes)))
            and (clause is None or clause in entry.clauses)
            and (
                document is None
                or any(document in (n, n.partition("/")[0]) for names in documents for n in names)
            )
        )

    known = {r.name: _entries(r, name, gaps=gaps) for r in chosen}
    listed = [(r, entry) for r in chosen for entry in known[r.name] if wanted(r, entry)]
    decls = [(r, entry) for r, entry in listed if isinstance(entry, RulingDecl)]
    missing = [(r, entry) for r, entry in listed if isinstance(entry, Gap)]
    screen = bench.screen
    judged = {r.name: command.classes(bench, r) for r in chosen}
    if as_json:
        screen.json(
            {
                "rulings": [
                    _ruling_json(*entry) | judged[entry[0].name].get(entry[1].name, {}) for entry in decls
                ],
                "gaps": [_gap_json(*entry) for entry in missing],
                "holes": _holes(decls, missing),
            }
        )
    elif name is not None:
        for r, decl in decls:
            _ruling_in_full(screen, r, decl)
            command.show_known(bench, r, decl, judge=judge)
        for r, gap in missing:
            _gap_in_full(screen, r, gap)
    else:
        _tables(screen, decls, missing, judged)


def _entries(ruleset: Ruleset, name: str | None, *, gaps: bool) -> list[RulingDecl | Gap]:
    """All rulings and gaps of a ruleset, or the one of this name.  Raises BadInput with the nearest names."""
    if name is None:
        return [*ruleset.rulings.values(), *(ruleset.gaps if gaps else ())]
    wanted = name.replace("-", "_")
    return [ruleset.gaps.by_name[wanted] if wanted in ruleset.gaps.by_name else ruleset.ruling(name)]


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


def _tables(
    screen: Screen,
    decls: Sequence[tuple[Ruleset, RulingDecl]],
    gaps: Sequence[tuple[Ruleset, Gap]],
    judged: Mapping[str, Mapping[str, Mapping[str, str]]],
) -> None:
    """``judged``: by ruleset and ruling what the project's book says of it."""
    from queensbench.analyses.verdicts.words import count

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


def _ruling_in_full(screen: Screen, ruleset: Ruleset, decl: RulingDecl) -> None:
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
    screen.text(f"why the house reading: {decl.why}", 2)
    screen.out.print()


def _gap_in_full(screen: Screen, ruleset: Ruleset, gap: Gap) -> None:
    screen.head(f"{ruleset.name}: {gap.name}")
    screen.text(gap.question)
    screen.text(_doubted(gap), 2)
    screen.text(f"why no model can express it: {gap.reason}", 2)
    screen.text(f"what is assumed: {gap.assumed}", 2)
    screen.out.print()


# ------------------------------------------------------------------------------------------------- choosing


def _chosen(name: str | None) -> list[Ruleset]:
    """The ruleset of this name, or all; each hangs together.  Raises BadInput."""
    from queensbench.project import projects

    chosen = projects.load().registers(name)
    lines = [line for ruleset in chosen for line in references(ruleset.book)]
    if lines:
        raise BadInput("\n".join(dict.fromkeys(lines)))
    return chosen


def _documents(chosen: Iterable[Ruleset]) -> Iterator[str]:
    """The documents that the clauses cite, and their printings."""
    for ruleset in chosen:
        for key in () if ruleset.clauses is None else ruleset.clauses.documents:
            yield key
            yield from (f"{key}/{printing}" for printing in ruleset.manifests[key].printings)


def _require(what: str, name: str | None, known: Iterable[str]) -> None:
    """Refuse a name that nothing has."""
    from queensbench.project.projects import did_you_mean

    names: Mapping[str, None] = dict.fromkeys(str(k) for k in known)
    if name is not None and name not in names:
        raise BadInput(f"no {what} is called {name}", remedy=did_you_mean(name, names))
