"""The sheet before print: which sentences of a rulebook to change first, where they stand, and what to print instead.

An entry is a ruling.  It says where the text is open, how often that comes up and what it decides, which properties
each reading keeps, and the sentence that would settle the text on a reading.  What entries are worth, and which need a
sentence, is said here alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from queensbench.analyses.errata_report import Kept
from queensbench.analyses.rulings.impact import RESULTS, Finding, ranked
from queensbench.analyses.verdicts.words import count
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import Ruleset
from queensbench.project.register.seeds import (
    Document,
    Manifest,
    Unit,
    UnitKind,
    check,
    find_documents,
    titles,
    unit_text,
)

RESULT = ("winner", "score", "ending")
"""The classes of effect that are of the result."""
TOP = 10
"""So many entries matter most, and stand on the first page."""


@dataclass(frozen=True)
class TextPlace:
    """Sentences under one heading of a document, by their number there; their texts, where the document is at hand."""

    document: str
    title: str
    printing: str
    heading: str
    numbers: tuple[int, ...]
    of: int
    units: tuple[str, ...]
    clauses: tuple[str, ...]
    texts: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The place in words: ``Queue 4, single sheet, Game End, sentences 2 and 3 of 5``."""
        *most, last = map(str, self.numbers)
        listed = f"{', '.join(most)} and {last}" if most else last
        parts = [self.title, self.printing, self.heading, f"sentence{'s' * bool(most)} {listed} of {self.of}"]
        return ", ".join(filter(None, parts))


@dataclass(frozen=True)
class Draft:
    """A reading with the sentence to print for it; ``kept``: which properties it keeps, None where nobody asked."""

    reading: str
    house: bool
    says: str
    sentence: str
    kept: Kept | None


@dataclass(frozen=True)
class Entry:
    """A ruling on the sheet.

    ``finding``: what is known of what its readings do; None where it was not judged.  ``decides``: some reading changes
    how a game ends, so that each reading needs a sentence.
    """

    decl: RulingDecl
    finding: Finding | None
    places: tuple[TextPlace, ...]
    drafts: tuple[Draft, ...]
    decides: bool

    @property
    def missing(self) -> tuple[str, ...]:
        """The readings without a sentence, where each needs one."""
        return tuple(one.reading for one in self.drafts if not one.sentence) if self.decides else ()


@dataclass(frozen=True)
class Sheet:
    """The entries of a ruleset by worth; ``documents``: whether sentences of the documents stand in it."""

    ruleset: Ruleset
    entries: tuple[Entry, ...]
    documents: bool = False

    @property
    def first(self) -> tuple[Entry, ...]:
        """The entries that matter most."""
        return self.entries[:TOP]

    @property
    def rest(self) -> tuple[Entry, ...]:
        """The others."""
        return self.entries[TOP:]

    @property
    def missing(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The rulings that decide games and have readings without a sentence, with these readings."""
        return tuple((one.decl.name, one.missing) for one in self.entries if one.missing)


# ------------------------------------------------------------------------------------------- what it is worth


def decides(one: Finding | None) -> bool:
    """Whether a ruling decides games: its readings give another result in some play, or did in some random game."""
    if one is None:
        return False
    shares = {} if one.effect is None else one.effect.shares
    return one.matters in RESULTS or any(share.count for name, share in shares.items() if name in RESULT)


def often_words(one: Finding | None) -> str:
    """How often a ruling comes up and what it does in the end, in a line."""
    if one is None:
        return "not judged"
    often = one.frequency
    if often is None or not often.games:
        return "no random game was followed to its end"
    return f"{often.effect.text} ({count(often.games, 'game')} of {often.effect.by} of {often.mode})"


def best_words(one: Finding | None) -> str:
    """The value of best play of a small box under both readings, in a line; empty where no exact value is known."""
    return "" if one is None or one.best_play is None else one.best_play.text


def by_worth(found: Iterable[Finding]) -> list[Finding]:
    """Findings by what it is worth to settle them, those that decide games first."""
    return sorted(ranked(found), key=lambda one: not decides(one))


# ------------------------------------------------------------------------------------------------- places


@dataclass
class Texts:
    """The sentences of documents that are at hand, by document and unit; ``notes``: what is not as it was."""

    by_unit: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, folder: Path | None, manifests: Iterable[Manifest]) -> Texts:
        """The sentences of the documents in a folder.  Raises BadInput if it is no folder, or the text is not UTF-8."""
        if folder is None:
            return cls()
        manifests = list(manifests)
        found = find_documents(folder, manifests)
        notes = [f"{one.key}: no such document in {folder}" for one in manifests if one.key not in found]
        texts = {}
        for key, document in found.items():
            texts[key] = _sentences(document)
            left = sum(unit.kind != UnitKind.NOISE for unit in document.manifest.units) - len(texts[key])
            if not document.exact:
                notes.append(f"{key}: another state of the document; sentences left out: {max(0, left)}")
        return cls(texts, tuple(notes))


def _sentences(document: Document) -> dict[str, str]:
    units = document.manifest.by_id
    if document.exact:
        return {name: unit_text(document.text, unit.fragments) for name, unit in units.items()}
    report = check(document.manifest, document.text)
    found = {name: unit_text(document.text, units[name].fragments) for name in report.unchanged}
    return {**found, **{one.id: unit_text(document.text, one.fragments) for one in report.moved}}


def places_of(ruleset: Ruleset, decl: RulingDecl, texts: Texts) -> tuple[TextPlace, ...]:
    """Where the text is open, document by document in the order of the text."""
    if ruleset.clauses is None:
        return ()
    named: dict[tuple[str, str], list[str]] = {}
    for name in decl.clauses:
        clause = ruleset.clauses.by_name.get(name)
        for document, cited in clause.units.items() if clause is not None else ():
            for one in cited:
                named.setdefault((document, one), []).append(name)
    found = []
    named_as = titles(ruleset.manifests[key] for key in ruleset.clauses.documents)
    for key in ruleset.clauses.documents:
        manifest = ruleset.manifests[key]
        groups: dict[tuple[str, str], list[Unit]] = {}
        for unit in manifest.units:
            if (key, unit.id) in named:
                groups.setdefault((unit.printing, unit.place), []).append(unit)
        for (printing, heading), units in groups.items():
            under = [
                unit.id
                for unit in manifest.units
                if (unit.printing, unit.place) == (printing, heading) and unit.kind != UnitKind.HEADING
            ]
            ids = tuple(unit.id for unit in units if unit.id in under)
            if not ids:
                continue
            known = texts.by_unit.get(key, {})
            found.append(
                TextPlace(
                    key,
                    named_as[key],
                    printing,
                    heading,
                    tuple(under.index(name) + 1 for name in ids),
                    len(under),
                    ids,
                    tuple(dict.fromkeys(clause for name in ids for clause in named[key, name])),
                    tuple(known.get(name, "") for name in ids) if known else (),
                )
            )
    return tuple(found)


# ------------------------------------------------------------------------------------------------- the sheet


def sheet(
    ruleset: Ruleset,
    found: Mapping[str, Finding],
    kept: Mapping[tuple[str, str], Kept],
    texts: Texts,
    modes: Sequence[str] = (),
) -> Sheet:
    """The sheet of a ruleset: its rulings that concern some of the modes (all when empty), by worth.

    ``found``: what is known of each ruling.  ``kept``: what readings do to the properties, by ruling and reading.
    """
    entries = []
    for name, decl in ruleset.rulings.items():
        finding = found.get(name)
        if modes and finding is not None and not set(modes) & set(finding.modes):
            continue
        if modes and finding is None and decl.modes and not set(modes) & set(decl.modes):
            continue
        drafts = tuple(
            Draft(
                member.name.lower(),
                member is decl.house,
                str(member.value),
                decl.errata.get(member, ""),
                kept.get((name, member.name.lower())),
            )
            for member in decl.readings
        )
        entries.append(Entry(decl, finding, places_of(ruleset, decl, texts), drafts, decides(finding)))
    known = [one.finding.ruling for one in entries if one.finding is not None]
    order = {one.ruling: place for place, one in enumerate(by_worth(found[name] for name in known))}
    entries.sort(key=lambda one: order.get(one.decl.name, len(order)))
    return Sheet(ruleset, tuple(entries), bool(texts.by_unit))


def judged_on(ruleset: Ruleset, found: Iterable[Finding]) -> dict[str, list[tuple[str, str]]]:
    """By mode, the rulings whose readings are to be judged, what is worth most first, each with an instance."""
    wanted: dict[str, list[tuple[str, str]]] = {}
    for one in by_worth(found):
        for place in (one.exercised or "", f"{one.mode}/{one.instance}"):
            mode, _, name = place.partition(",")[0].partition(" ")[0].partition("/")
            if mode in ruleset.modes and any(
                i.name == name and i.explore for i in ruleset.modes[mode].all_instances()
            ):
                wanted.setdefault(f"{ruleset.name}/{mode}", []).append((one.ruling, name))
                break
    return wanted
