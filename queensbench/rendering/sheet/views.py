"""The text of a sheet before print: the same for the terminal, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.analyses.errata_report import ErrataReport, Kept
from queensbench.analyses.errata_sheet import Entry, Sheet, TextPlace, best_words, often_words
from queensbench.analyses.verdicts.words import count, length_text
from queensbench.engines.repair.hitting_sets import CorrectionSet
from queensbench.errors import BadInput
from queensbench.language.drawings import Board
from queensbench.project.projects import Ruleset, mode_instance
from queensbench.rendering.boards import text
from queensbench.rendering.book.storyboards import Story, story
from queensbench.rendering.book.words import capital, joined, plays_of
from queensbench.rendering.svg import svg

OTHERS = "This sheet holds sentences of the documents, which are other people's text: do not pass it on."
WIDTH = 88
"""Characters in a line of a board in text."""


@dataclass(frozen=True)
class Picture:
    """A board, and the one before it: what has changed since then is marked."""

    title: str
    board: Board
    before: Board | None = None

    @property
    def lines(self) -> list[str]:
        """The board as text."""
        return text(self.board, self.before, width=WIDTH)

    @property
    def svg(self) -> str:
        """The board as a picture."""
        return svg(self.board, self.before, title=self.title)


@dataclass(frozen=True)
class Branch:
    """The consequence of some readings, in words and on the board; without a picture where nothing happens."""

    words: str
    picture: Picture | None


@dataclass(frozen=True)
class Telling:
    """A play on which two readers part: where, the steps before, the board, the step, what each does then."""

    where: str
    before: tuple[str, ...]
    position: Picture
    fork: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class DraftWords:
    """A reading: its name, what it says, the properties that it keeps, and the sentence to print (empty: none yet)."""

    reading: str
    says: str
    kept: str
    sentence: str


@dataclass(frozen=True)
class EntryWords:
    """An entry of a sheet in words.

    ``best``: what best play of a small box is worth; empty where nothing exact is known.  ``telling``: None where no
    play is known, and ``note`` then says why.
    """

    number: int
    ruling: str
    question: str
    often: str
    best: str
    places: tuple[TextPlace, ...]
    telling: Telling | None
    note: str
    drafts: tuple[DraftWords, ...]
    decides: bool


@dataclass(frozen=True)
class SheetWords:
    """A sheet in words: its title, the entries that matter most, the others, and what is missing.

    ``mends``: per mode, what mends the properties that the house reading breaks.  ``notes``: what the reader must know.
    """

    title: str
    lead: str
    first: tuple[EntryWords, ...]
    rest: tuple[EntryWords, ...]
    missing: tuple[str, ...]
    mends: tuple[str, ...]
    notes: tuple[str, ...]


def kept_words(one: Kept | None, *, house: bool) -> str:
    """Which properties a reading keeps, in a sentence."""
    if one is None:
        return "Its properties were not asked."
    if one.why:
        return f"Its properties were not judged on {one.instance}: {one.why}."
    asked = f"{one.asked:,} {'property' if one.asked == 1 else 'properties'}"
    box = f"{one.instance} ({count(one.states, 'state')}, exhausted)"
    if house:
        return f"It keeps {asked} on {box}."
    parts = [f"breaks {', '.join(one.broken)}"] if one.broken else []
    if one.undecided:
        parts.append(f"leaves {', '.join(one.undecided)} undecided")
    if parts:
        return f"It {' and '.join(parts)} on {box}."
    return f"It keeps the {asked} that the house reading keeps on {box}."


def telling_of(ruleset: Ruleset, entry: Entry) -> tuple[Telling | None, str]:
    """The shortest play on which the readings of an entry part, or why none is told."""
    if entry.finding is None:
        return None, "It was not judged, so that no play is known."
    known = plays_of(entry.finding)
    if not known:
        return (
            None,
            f"No play is known on which the readings part: {entry.finding.detail or entry.finding.matters}.",
        )
    title, shown = known[0]
    mode = ruleset.mode(shown.mode)
    try:
        found = story(mode, mode_instance(mode, shown.instance), entry.decl, shown.play, shown.against)
    except BadInput as stale:
        return None, f"The stored play is one of older rules: {stale.what}."
    box = "the box as sold" if shown.full else f"instance {shown.instance}"
    beside = f", beside {', '.join(found.beside)}" if found.beside else ""
    where = f"{capital(title)}: {shown.mode}, {box}, {length_text(found.choices, found.steps)}{beside}"
    before = (found.told, *(". ".join(beat.words) for beat in found.beats))
    fork = f"Step {found.number}: {found.fork}" if found.fork else "The readings make another start."
    picture = Picture(f"{entry.decl.name}: where the readings part", found.position)
    return Telling(where, tuple(filter(None, before)), picture, fork, tuple(_branches(entry, found))), ""


def _branches(entry: Entry, found: Story) -> list[Branch]:
    branches = []
    for one in found.outcomes:
        names = joined(one.readings)
        house = " (house)" if one.house and len(one.readings) == 1 else ""
        same = one.board is not None and one.board == found.position
        said = "; ".join((*one.words, *(["the board stays as it is"] if same else [])))
        picture = None
        if one.board is not None and not same:
            picture = Picture(f"{entry.decl.name}: under {names}", one.board, found.position)
        branches.append(Branch(f"Under {names}{house}{': ' * bool(said)}{said}", picture))
    return branches


def entry_words(ruleset: Ruleset, number: int, entry: Entry, *, told: bool) -> EntryWords:
    """An entry in words; ``told``: with the play on which its readings part."""
    telling, note = telling_of(ruleset, entry) if told else (None, "")
    return EntryWords(
        number,
        entry.decl.name,
        entry.decl.question,
        often_words(entry.finding),
        best_words(entry.finding),
        entry.places,
        telling,
        note,
        tuple(
            DraftWords(
                f"{one.reading}{' (house)' * one.house}",
                one.says,
                kept_words(one.kept, house=one.house),
                one.sentence,
            )
            for one in entry.drafts
        ),
        entry.decides,
    )


def sheet_words(sheet: Sheet, reports: Sequence[ErrataReport] = (), notes: Sequence[str] = ()) -> SheetWords:
    """A sheet in words, with what mends the properties that the house reading breaks."""
    entries = sheet.entries
    deciding = sum(one.decides for one in entries)
    lead = (
        f"{count(len(entries), 'ruling')}; the readings of {deciding} give another result in some play. "
        "Those that change most random games come first."
    )
    most = len(sheet.first)
    return SheetWords(
        f"{sheet.ruleset.title}: before print",
        lead,
        tuple(entry_words(sheet.ruleset, n, one, told=True) for n, one in enumerate(sheet.first, 1)),
        tuple(entry_words(sheet.ruleset, n, one, told=False) for n, one in enumerate(sheet.rest, most + 1)),
        tuple(f"{ruling}: {', '.join(readings)}" for ruling, readings in sheet.missing),
        tuple(_mended(one) for one in reports if one.ruleset == sheet.ruleset.name),
        (*([OTHERS] if sheet.documents else []), *notes),
    )


def _way(found: ErrataReport, change: CorrectionSet) -> str:
    """The first way in which the rulings of a set can be read, so that a property holds."""
    pairs = zip(change.rulings, change.readings[0], strict=True)
    return " with ".join(f"{found.rulings[r]}={found.members[r][v]}" for r, v in pairs)


def _mended(found: ErrataReport) -> str:
    """What mends the properties of a mode that the house reading breaks, in a line."""
    if not found.instances:
        return f"{found.mode}: nothing was asked"
    boxes = ", ".join(found.instances)
    if not found.broken:
        return f"{found.mode}: the house reading keeps all {len(found.goals)} properties on {boxes}"
    told = []
    for one in found.broken:
        ways = [_way(found, change) for change in one.alone.changes]
        words = {"unsavable": "no reading mends it", "saved": f"mended by {' or '.join(ways)}"}
        told.append(f"{one.name} ({words.get(one.state, 'open')})")
    return f"{found.mode}: on {boxes} the house reading breaks {'; '.join(told)}"


# ---------------------------------------------------------------------------------------------------- as data


def as_data(sheet: Sheet, notes: Sequence[str] = ()) -> dict[str, Any]:
    """A sheet as the command prints it with ``--json``: all entries, without boards."""
    return {
        "ruleset": sheet.ruleset.name,
        "documents": sheet.documents,
        "notes": list(notes),
        "missing": [{"ruling": ruling, "readings": list(readings)} for ruling, readings in sheet.missing],
        "entries": [_entry(number, one) for number, one in enumerate(sheet.entries, 1)],
    }


def _entry(number: int, one: Entry) -> dict[str, Any]:
    shown = one.finding.told[0] if one.finding is not None and one.finding.told else None
    return {
        "number": number,
        "ruling": one.decl.name,
        "question": one.decl.question,
        "often": often_words(one.finding),
        "best_play": [] if one.finding is None else [best.as_json() for best in one.finding.best_plays],
        "decides": one.decides,
        "places": [
            {
                "document": place.document,
                "printing": place.printing,
                "heading": place.heading,
                "sentences": list(place.numbers),
                "of": place.of,
                "units": list(place.units),
                "clauses": list(place.clauses),
                "texts": list(place.texts),
            }
            for place in one.places
        ],
        "play": None if shown is None else shown.as_json(),
        "readings": [
            {
                "reading": draft.reading,
                "house": draft.house,
                "says": draft.says,
                "sentence": draft.sentence,
                "kept": None
                if draft.kept is None
                else {
                    "instance": draft.kept.instance,
                    "states": draft.kept.states,
                    "asked": draft.kept.asked,
                    "broken": list(draft.kept.broken),
                    "undecided": list(draft.kept.undecided),
                    "not_judged": draft.kept.why,
                },
            }
            for draft in one.drafts
        ],
    }
