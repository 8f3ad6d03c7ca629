"""The rulings of a rulebook as a report shows them: one list, and a page for each with its storyboards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from queensbench.analyses.errata_sheet import TextPlace, Texts, by_worth, often_words, places_of
from queensbench.analyses.report.collected import RulebookFacts
from queensbench.analyses.rulings.effects import Share
from queensbench.analyses.rulings.impact import ORDER, Finding, Frequency, Matters
from queensbench.analyses.verdicts.words import length_text
from queensbench.errors import BadInput
from queensbench.language.drawings import Board
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import Ruleset, mode_instance
from queensbench.rendering.book import entries
from queensbench.rendering.book.storyboards import Story, story
from queensbench.rendering.book.words import (
    SAYS,
    capital,
    frequency_words,
    joined,
    percent,
    plays_of,
    span_words,
    verdict_words,
)
from queensbench.rendering.site.charts import Bar, bars
from queensbench.rendering.svg import inline

NOT_JUDGED = "not judged"


@dataclass(frozen=True)
class BoardPicture:
    """A board, with what it shows; no picture where nothing has changed since the one before."""

    title: str
    svg: Markup | None
    tone: str = ""
    words: Sequence[str] = ()
    clauses: Sequence[str] = ()


@dataclass(frozen=True)
class Told:
    """A play on which readings part, for a page: where, what led there, each choice, and both outcomes side by side."""

    title: str
    where: str
    beside: Sequence[str]
    before: str
    start: BoardPicture
    beats: Sequence[BoardPicture]
    fork: str
    clauses: Sequence[str]
    outcomes: Sequence[BoardPicture]
    fault: str = ""


@dataclass(frozen=True)
class Reading:
    """A reading of a ruling, with what speaks for it and the sentence that would settle the text on it."""

    name: str
    says: str
    house: bool
    why: str
    speaks: Sequence[str]
    documents: Sequence[str]
    sentence: str


@dataclass(frozen=True)
class RulingView:
    """A ruling as a report lists it.

    ``place``: its number by worth, from 1 on.  ``matters``: its class (``not judged`` without a finding).  ``came_up``,
    ``decides``, ``changes``: of random games of the box as sold the shares in which it comes up, in which another
    reading changes who wins, and in which it changes the result at all (None: none were played).  ``standing``: the
    places of the booklet that are in doubt.
    """

    decl: RulingDecl
    place: int
    found: Finding | None
    matters: str
    says: str
    came_up: Share | None
    decides: Share | None
    changes: Share | None
    often: str
    readings: Sequence[Reading]
    standing: Sequence[TextPlace]
    rows: Sequence[tuple[str, str]]
    modes: Sequence[str]

    @property
    def name(self) -> str:
        """Its name, which is its anchor for ever."""
        return self.decl.name

    @property
    def sentences(self) -> list[Reading]:
        """The readings with a sentence to print."""
        return [one for one in self.readings if one.sentence]


def findings(facts: RulebookFacts) -> dict[str, Finding]:
    """The findings of the project's book about each ruling; none where there is no book."""
    return entries.kept(facts.root, facts.ruleset)


def views(facts: RulebookFacts, known: Mapping[str, Finding]) -> list[RulingView]:
    """The rulings, what matters most first; those that nobody has judged come last."""
    decls = facts.ruleset.rulings
    order = [one.ruling for one in by_worth(known.values()) if one.ruling in decls]
    order += [name for name in decls if name not in known]
    return [_view(facts, decls[name], known.get(name), place) for place, name in enumerate(order, 1)]


def shares(found: Finding | None) -> tuple[Share | None, Share | None, Share | None]:
    """How often a ruling comes up, and how often another reading changes who wins, and the result at all."""
    often = None if found is None else found.frequency
    if often is None or not often.games:
        return None, None, None
    return often.came_up, often.changed_winner, often.changed_result


def _view(facts: RulebookFacts, decl: RulingDecl, found: Finding | None, place: int) -> RulingView:
    came_up, decides, changes = shares(found)
    return RulingView(
        decl,
        place,
        found,
        NOT_JUDGED if found is None else found.matters,
        "" if found is None else capital(verdict_words(found)),
        came_up,
        decides,
        changes,
        "" if found is None else capital(frequency_words(found.frequency)),
        [_reading(decl, member) for member in decl.readings],
        places_of(facts.ruleset, decl, Texts(facts.texts)),
        [] if found is None else _rows(found),
        list(decl.modes) or list(facts.ruleset.modes),
    )


def _reading(decl: RulingDecl, member: object) -> Reading:
    found = next(one for one in decl.readings if one is member)
    return Reading(
        found.name.lower(),
        str(found.value),
        found is decl.house,
        decl.reasons.get(found, ""),
        decl.speaks.get(found, ()),
        decl.documents.get(found, ()),
        decl.errata.get(found, ""),
    )


def _rows(found: Finding) -> list[tuple[str, str]]:
    rows = [] if found.best_play is None else [("best play", found.best_play.text)]
    if len(found.modes) > 1:
        rows.append(("by mode", ", ".join(f"{mode} {matters}" for mode, matters in found.modes.items())))
    if found.exercised:
        rows.append(("both branches run on", found.exercised))
    if found.at_full is not None and (found.play is None or not found.play.full):
        length = length_text(found.at_full.choices, found.at_full.steps)
        rows.append(("in the box as sold", f"{found.at_full.kind} is seen in a play of {length}"))
    if found.detail and found.play is None:
        rows.append(("how it was found", found.detail))
    return rows


# --------------------------------------------------------------------------------------------- its own page


EFFECTS = {
    "winner": "who wins",
    "score": "score",
    "ending": "ending",
    "length": "length",
    "course": "course only",
}
"""The words of the classes of effect beside a bar."""


def pictures(found: Sequence[Frequency]) -> list[tuple[str, Markup]]:
    """The effect of each other reading in random games: how often it comes up, and its results in these games.

    Each reading has a chart of its own.  The mode stands before the label of a bar where several were played.
    """
    against: dict[str, list[Frequency]] = {}
    for one in found:
        if one.games:
            against.setdefault(one.against, []).append(one)
    return [(reading, _chart(played)) for reading, played in against.items()]


def _chart(played: Sequence[Frequency]) -> Markup:
    rows = [row for one in played for row in _bars(one, f"{one.mode}: " if len(played) > 1 else "")]
    return bars(rows, "Shares of random games, with 95 % intervals", unit=" %", most=100)


def _bars(one: Frequency, mode: str) -> list[Bar]:
    found = [] if one.came_up is None else [_share(f"{mode}comes up", one.came_up, "came-up")]
    if not one.classes:
        return [*found, _share(f"{mode}result", one.changed_result, "decides")]
    told = [(name, share) for name, share in one.effect.shares.items() if share.count]
    return found + [_share(f"{mode}{EFFECTS[name]}", share, f"effect-{name}") for name, share in told]


def _share(label: str, share: Share, tone: str) -> Bar:
    return Bar(label, 100 * share.share, (100 * share.low, 100 * share.high), tone)


def told(ruleset: Ruleset, view: RulingView) -> list[Told]:
    """The storyboards of a ruling; one that no longer holds says so in place of its boards."""
    if view.found is None:
        return []
    found = []
    for title, shown in plays_of(view.found):
        mode = ruleset.mode(shown.mode)
        instance = mode_instance(mode, shown.instance)
        box = "the box as sold" if shown.full else f"instance {shown.instance}"
        about = f" ({instance.why})" if instance.why and not shown.full else ""
        try:
            one = story(mode, instance, view.decl, shown.play, shown.against)
        except BadInput as fault:
            empty = BoardPicture("", None)
            found.append(
                Told(capital(title), f"Mode {shown.mode}, {box}.", (), "", empty, (), "", (), (), str(fault))
            )
            continue
        kept = "" if shown.shortest else " No shorter one was looked for."
        where = f"Mode {shown.mode}, {box}{about}: {length_text(one.choices, one.steps)}.{kept}"
        found.append(_told(capital(title), where, one))
    return found


def _told(title: str, where: str, found: Story) -> Told:
    beats = [
        BoardPicture(
            capital(span_words(beat.first, beat.last)),
            _board(beat.board, beat.before, f"after {span_words(beat.last, beat.last)}"),
            words=[f"{capital(words)}." for words in beat.words],
            clauses=beat.clauses,
        )
        for beat in found.beats
    ]
    outcomes = [
        BoardPicture(
            joined(one.readings),
            None
            if one.board is None
            else _board(one.board, found.position, f"under {joined(one.readings)}", always=True),
            "house" if one.house else "other",
            [f"{capital(words)}." for words in one.words],
            one.clauses,
        )
        for one in found.outcomes
    ]
    start = BoardPicture("Where the telling begins", _board(found.start, None, "where the telling begins"))
    fork = f"Step {found.number}: {found.fork}" if found.fork else ""
    return Told(title, where, found.beside, found.told, start, beats, fork, found.clauses, outcomes)


def _board(board: Board, before: Board | None, title: str, *, always: bool = False) -> Markup | None:
    """A board; None where it is as it was before, unless it is shown ``always``."""
    if before is not None and board == before and not always:
        return None
    return Markup(inline(board, before, title=title))  # noqa: S704 - all words of it are escaped there


def classes() -> list[tuple[str, str]]:
    """The classes with their meaning, the strongest first."""
    named: Sequence[Matters] = ORDER
    return [(name, SAYS[name]) for name in named]


def worth(view: RulingView) -> str:
    """The worth of a ruling in a line: how often it comes up and decides."""
    parts = []
    if view.found is not None and view.found.frequency is not None and view.found.frequency.classes:
        return often_words(view.found)
    if view.came_up is not None:
        parts.append(f"comes up in {percent(view.came_up)}")
    if view.changes is not None:
        parts.append(f"changes the result in {percent(view.changes)}")
    return "; ".join(parts)
