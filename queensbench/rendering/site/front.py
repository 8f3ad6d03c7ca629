"""The first page of a rulebook: how it stands in ten lines and three pictures, and the sheet before print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from queensbench.analyses.errata_sheet import TOP, Entry, Texts
from queensbench.analyses.errata_sheet import sheet as whole_sheet
from queensbench.analyses.report.collected import RulebookFacts
from queensbench.analyses.rulings.impact import ORDER, SEEN
from queensbench.rendering.book.words import joined
from queensbench.rendering.site.charts import Bar, bars
from queensbench.rendering.site.games import ModeView
from queensbench.rendering.site.properties import WORDS, PropertyView
from queensbench.rendering.site.rulebook import TONES, Booklet, ClauseView
from queensbench.rendering.site.rulings import NOT_JUDGED, RulingView, worth

PICTURED = 8
"""The most rulings that are drawn on the first page."""


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: ``1 box``, ``3 boxes``; ``many``: the plural that is not made with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


@dataclass(frozen=True)
class Line:
    """A line of the first page: what it is about, what it says, and the page that says more."""

    about: str
    says: str
    page: str = ""


@dataclass(frozen=True)
class Stand:
    """All that is shown of a rulebook, from which its first page is made."""

    facts: RulebookFacts
    rulings: Sequence[RulingView]
    clauses: Sequence[ClauseView]
    booklets: Sequence[Booklet]
    properties: Sequence[PropertyView]
    modes: Sequence[ModeView]


def lines(stand: Stand) -> list[Line]:
    """How a rulebook stands, in ten lines."""
    return [
        _modes(stand),
        _documents(stand),
        _clauses(stand),
        _properties(stand),
        _proofs(stand),
        _rulings(stand),
        _most(stand),
        _sentences(stand),
        _gaps(stand),
        _asked(stand),
    ]


def _modes(stand: Stand) -> Line:
    names = [view.mode.name for view in stand.modes]
    boxes = sum(len(view.boxes) for view in stand.modes)
    if not names:
        return Line("modes", "No model is written yet.")
    told = joined(names) if len(names) < 5 else f"{', '.join(names[:4])} and {len(names) - 4} more"
    return Line(
        "modes", f"{count(len(names), 'mode')}: {told}; {count(boxes, 'box', 'boxes')} in all.", "boxes.html"
    )


def _documents(stand: Stand) -> Line:
    units = sum(len(book.manifest.units) for book in stand.booklets)
    cited = sum(book.cited for book in stand.booklets)
    if not stand.booklets:
        return Line("text", "No register says which sentences it is made from.")
    what = count(len(stand.booklets), "document")
    return Line(
        "text",
        f"{what} with {units:,} sentences and headings; clauses state {cited:,} of them.",
        "rulebook.html",
    )


def _clauses(stand: Stand) -> Line:
    number = Counter(view.tone for view in stand.clauses)
    told = ", ".join(f"{number[tone]} {TONES[tone][0]}" for tone in TONES if number[tone])
    return Line(
        "clauses", f"{count(len(stand.clauses), 'clause')}: {told or 'no register'}.", "rulebook.html"
    )


def _properties(stand: Stand) -> Line:
    number = Counter(view.shown for view in stand.properties)
    told = ", ".join(f"{number[key]} {WORDS[key][0]}" for key in WORDS if number[key])
    head = count(len(stand.properties), "property", "properties")
    return Line("properties", f"{head}: {told}." if told else f"{head}.", "properties.html")


def _proofs(stand: Stand) -> Line:
    """What is shown of the box as sold itself."""
    proved = sampled = 0
    for view in stand.properties:
        full = [
            shown
            for (mode, instance), shown in stand.facts.shown(view.name).items()
            if mode in stand.facts.ruleset.modes and instance == stand.facts.ruleset.modes[mode].full.name
        ]
        proved += any(one.by_proof for one in full)
        sampled += any(one.verdict == "holds" and not one.by_proof for one in full)
    if not proved and not sampled:
        return Line("box as sold", "Nothing has been shown of it yet.", "properties.html")
    text = f"Proved of it: {count(proved, 'property', 'properties')}; held or seen in plays of it: {sampled}."
    return Line("box as sold", text, "properties.html")


def _rulings(stand: Stand) -> Line:
    number = Counter(view.matters for view in stand.rulings)
    told = ", ".join(f"{number[name]} {name}" for name in (*ORDER, NOT_JUDGED) if number[name])
    return Line("open questions", f"{count(len(stand.rulings), 'ruling')}: {told or 'none'}.", "rulings.html")


def _most(stand: Stand) -> Line:
    first = next((view for view in stand.rulings if view.matters in SEEN), None)
    if first is None:
        return Line("matters most", "No ruling has been seen to matter.", "rulings.html")
    told = worth(first)
    return Line(
        "matters most", f"{first.decl.question}{f' It {told}.' if told else ''}", f"rulings/{first.name}.html"
    )


def _sentences(stand: Stand) -> Line:
    entries = _entries(stand)
    deciding = [one for one in entries if one.decides]
    ready = sum(not one.missing for one in deciding)
    text = f"{count(len(deciding), 'ruling')} can change how a game ends; {ready} have a sentence for each reading."
    return Line("before print", text, "#sheet")


def _entries(stand: Stand) -> Sequence[Entry]:
    """The sheet before print, without what only a search says."""
    found = {view.name: view.found for view in stand.rulings if view.found is not None}
    return whole_sheet(stand.facts.ruleset, found, {}, Texts(stand.facts.texts)).entries


def _gaps(stand: Stand) -> Line:
    number = len(stand.facts.ruleset.gaps)
    text = (
        f"{count(number, 'gap')} of the text that no model can express."
        if number
        else "No gap is registered."
    )
    return Line("gaps", text, "rulings.html#gaps")


def _asked(stand: Stand) -> Line:
    boxes = [box for view in stand.modes for box in view.boxes]
    known = [box for box in boxes if box.answer is not None]
    older = sum(not box.answer.current for box in known if box.answer is not None)
    text = f"The store has answers about {len(known)} of {count(len(boxes), 'box', 'boxes')}"
    return Line(
        "asked here", f"{text}{f', {older} of them of earlier rules' if older else ''}.", "boxes.html"
    )


# ----------------------------------------------------------------------------------------------- pictures


def pictures(stand: Stand) -> list[tuple[str, str, Markup]]:
    """Three pictures, each with its title and a line about it; one that would be empty is left out."""
    shown = Counter(view.shown for view in stand.properties)
    tones = Counter(view.tone for view in stand.clauses)
    judged = [view for view in stand.rulings if view.decides is not None][:PICTURED]
    claims = [Bar(WORDS[key][0], shown[key], None, key.replace(" ", "-")) for key in WORDS if shown[key]]
    states = [Bar(TONES[tone][0], tones[tone], None, tone) for tone in TONES if tones[tone]]
    rulings = [
        Bar(
            view.name,
            100 * view.decides.share,
            (100 * view.decides.low, 100 * view.decides.high),
            "decides",
        )
        for view in judged
        if view.decides is not None
    ]
    found = [
        (
            "What is shown of the properties",
            "The strongest class of each.",
            bars(claims, "Properties by class"),
        ),
        ("How far the clauses have come", "Each counted once.", bars(states, "Clauses by state")),
        (
            "Rulings that matter most",
            "In how many random games another reading changes who wins, with 95 % intervals.",
            bars(rulings, "Rulings by changed results", unit=" %", most=100),
        ),
    ]
    return [one for one in found if one[2]]


# ------------------------------------------------------------------------------------------ before print


@dataclass(frozen=True)
class SheetRow:
    """A place of the text to mend before print: the ruling, what it is worth, and the sentences that would settle it.

    ``missing``: the readings that need a sentence and have none.
    """

    view: RulingView
    worth: str
    sentences: Sequence[tuple[str, str, bool]]
    missing: Sequence[str]


def sheet(stand: Stand) -> list[SheetRow]:
    """The rulings to settle before print, what matters most first: those that a play shows to matter."""
    views = {view.name: view for view in stand.rulings}
    seen = [one for one in _entries(stand) if one.decides or views[one.decl.name].matters in SEEN]
    return [
        SheetRow(
            views[one.decl.name],
            worth(views[one.decl.name]),
            [(draft.reading, draft.sentence, draft.house) for draft in one.drafts if draft.sentence],
            one.missing,
        )
        for one in seen[:TOP]
    ]
