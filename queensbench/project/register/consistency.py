"""The consistency of a ruleset's register: clauses, rulings, gaps and the manifests of its documents.

``references``
    names that do not exist or mean two things: nothing can be shown or judged with them;
``omissions``
    what is still to be written before the register is whole;
``quotations``
    texts of ours that repeat a document's words.

Each yields one line per fault: the place, the fault, the remedy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from queensbench.language.rulings import RulingDecl
from queensbench.project.register.clauses import Clauses, unstated
from queensbench.project.register.entries import did_you_mean
from queensbench.project.register.gaps import Gaps
from queensbench.project.register.seeds import Manifest, echoes


@dataclass(frozen=True)
class Book:
    """The register of one ruleset.

    ``rulings``: all that are declared, so that a name can come twice.  ``clauses`` is None for a ruleset
    without a register, whose clause names are not checked; ``modes``, the names of its modes, is None where
    there is neither a register nor a model, and is not checked either.
    """

    clauses: Clauses | None
    rulings: tuple[RulingDecl, ...]
    gaps: Gaps
    manifests: Mapping[str, Manifest]
    modes: tuple[str, ...] | None


def unknown(name: str, known: Iterable[str] | None, fault: str, more: str = "") -> Iterator[str]:
    """A line for a name that is not among the known ones (None: nobody knows them)."""
    if known is not None:
        names = sorted(known)
        if name not in names:
            yield f"{fault} {name}, which does not exist; {did_you_mean(name, names)}{more}"


# ---- names


def references(book: Book) -> Iterator[str]:
    """Names that do not exist, and names that stand for two things."""
    yield from _rulings(book)
    rulings = {decl.name for decl in book.rulings}
    for gap in book.gaps:
        if gap.name in rulings:
            yield f"{book.gaps.places[gap.name]}: a ruling has this name; give the gap a name of its own"
    for clause in book.clauses or ():
        where = f"{book.clauses.places[clause.name]}" if book.clauses else ""
        for name in clause.rulings:
            yield from unknown(
                name, rulings | set(book.gaps.by_name), f"{where}: is settled by the ruling or gap"
            )


def _rulings(book: Book) -> Iterator[str]:
    clauses = None if book.clauses is None else book.clauses.by_name
    seen: dict[str, RulingDecl] = {}
    for decl in book.rulings:
        where = f"{decl.where}: ruling {decl.name}"
        if seen.setdefault(decl.name, decl).readings is not decl.readings:
            yield f"{where} is declared at {seen[decl.name].where} too; give it a name of its own"
        for name in decl.clauses:
            yield from unknown(name, clauses, f"{where} doubts the clause")
        for field in (decl.reasons, decl.speaks, decl.documents, decl.errata):
            for reading in field:
                if not isinstance(reading, decl.readings):
                    yield f"{where}: {reading!r} is not one of its readings; use {decl.readings.__name__}"
        for names in decl.speaks.values():
            for name in names:
                yield from unknown(name, clauses, f"{where} lets speak the clause")
        for names in decl.documents.values():
            for name in names:
                yield from _document(name, book.manifests, where)
        for name in decl.modes:
            yield from unknown(name, book.modes, f"{where} arises in the mode")


def _document(name: str, manifests: Mapping[str, Manifest], where: str) -> Iterator[str]:
    key, slash, printing = name.partition("/")
    yield from unknown(key, manifests, f"{where} rests on the document")
    if slash and key in manifests:
        yield from unknown(printing, manifests[key].printings, f"{where} rests on {key} in the printing")


# ---- what is missing


def omissions(book: Book) -> Iterator[str]:
    """What is missing of documents (units in no clause, printings without units), of rulings and of differences.

    Of rulings: clauses in doubt, a reason for each reading, and documents for a hole of translation.  Of differences:
    who says what.  Only the documents that some clause cites are looked at.
    """
    if book.clauses is None:
        path = book.gaps.path.with_name("clauses.toml")
        yield f"{path}: is not there; write down every rule of the documents, one to a clause"
    for key in book.clauses.documents if book.clauses else ():
        manifest = book.manifests[key]
        for printing in manifest.printings:
            if all(unit.printing != printing for unit in manifest.units):
                yield f"{key}: the printing {printing!r} has no unit; name it in its units, or take it out"
        assert book.clauses is not None
        for unit in unstated(book.clauses, manifest):
            place = f"{unit.place}, {unit.printing}" if unit.printing else unit.place
            yield f"{key}: unit {unit.id} ({unit.kind}, {place}) is in no clause; cite it, or change its kind"
    for decl in book.rulings:
        where = f"{decl.where}: ruling {decl.name}"
        if not decl.clauses:
            yield f"{where} doubts no clause; name those in doubt"
        for reading in decl.readings:
            if not decl.reasons.get(reading):
                yield f"{where} gives no reason for {reading.name}; say in `reasons` what speaks for it"
        if decl.hole == "translation" and not decl.documents:
            yield f"{where} fills a hole of translation; say in `documents` which language says what"
    yield from _differences(book)


def uncited(books: Iterable[Book], manifests: Iterable[str]) -> Iterator[str]:
    """The documents of a project that no clause of any ruleset cites."""
    cited = {key for book in books if book.clauses is not None for key in book.clauses.documents}
    for key in manifests:
        if key not in cited:
            yield f"{key}: no clause of any ruleset cites it; write its clauses, or take its manifest out"


def _differences(book: Book) -> Iterator[str]:
    sided = {decl.name for decl in book.rulings if decl.documents} | set(book.gaps.by_name)
    for clause in book.clauses or ():
        if clause.difference and not sided.intersection(clause.rulings) and book.clauses:
            where = book.clauses.places[clause.name]
            named = " or ".join(clause.rulings)
            yield f"{where}: differs, and no ruling says where; say in `documents` of {named} who says what"


# ---- borrowed words


def ours(book: Book) -> Iterator[tuple[str, str]]:
    """Every text of the book that is in our words, with its place."""
    for clause in book.clauses or ():
        where = f"clause {clause.name}"
        yield where, clause.text
        yield where, clause.difference
    if book.clauses is not None:
        for what, named in (("mode", book.clauses.modes), ("variant", book.clauses.variants)):
            for name, text in named.items():
                yield f"{what} {name}", text
    for decl in book.rulings:
        where = f"ruling {decl.name}"
        yield where, decl.question
        yield where, decl.why
        for reading in decl.readings:
            yield f"{where}, {reading.name}", str(reading.value)
            yield f"{where}, {reading.name}", decl.reasons.get(reading, "")
            yield f"{where}, {reading.name}", decl.errata.get(reading, "")
    for gap in book.gaps:
        for text in (gap.question, gap.reason, gap.assumed):
            yield f"gap {gap.name}", text


def quotations(book: Book, documents: Mapping[str, str], run: int = 9) -> Iterator[str]:
    """Every text of ours that shares ``run`` words in a row with a document; ``documents``: their texts by key."""
    for where, text in ours(book):
        for key, theirs in documents.items():
            for words in echoes(text, theirs, run):
                yield f"{where}: {words!r} stands in {key}; say it in other words"
