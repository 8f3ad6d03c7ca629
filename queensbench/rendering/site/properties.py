"""The properties of a rulebook: what was shown of each and how, and the play that shows it where there is one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from queensbench.analyses.report.collected import RulebookFacts
from queensbench.analyses.traceability.passed import FoundVerdict
from queensbench.errors import BadInput, ModelError, QueensbenchError
from queensbench.evidence.cache import play_of
from queensbench.evidence.plays import Play, ending, moments
from queensbench.language.properties import Class, PropertyDecl
from queensbench.project.projects import mode_instance, readings_of
from queensbench.readers.interpreter import Interpreter
from queensbench.rendering.book import storyboards
from queensbench.rendering.book.words import capital, span_words
from queensbench.rendering.names import Names
from queensbench.rendering.site.rulebook import shown_words, tone_of
from queensbench.rendering.site.rulings import BoardPicture
from queensbench.rendering.svg import inline

WORDS: Mapping[str, tuple[str, str, str]] = {
    "proved": (
        "proved",
        "by induction, for every state of the box as sold",
        "Sees all states that the types allow. What is not proved may hold all the same.",
    ),
    "by construction": (
        "by construction",
        "the rules have no way to break it",
        "As sure as a proof, and says as little about whether the rule is a good one.",
    ),
    "exhausted": (
        "exhausted",
        "in every state of a small box that can be reached",
        "Says nothing of larger boxes: what needs more cards or seats than the small box has is not seen.",
    ),
    "witnessed": (
        "witnessed",
        "by a play that shows it",
        "Shows that it can happen, and not how often.",
    ),
    "bounded": (
        "bounded",
        "in every play up to some length",
        "Says nothing of longer plays.",
    ),
    "sampled": (
        "sampled",
        "in random games of the box as sold",
        "Players who choose at random seldom meet what needs a plan. No failure seen is no proof.",
    ),
    "refuted": (
        "refuted",
        "by a play that breaks it",
        "Where the author expects it, the play shows a ruling, a gap or a rule that allows it.",
    ),
    "unknown": ("unknown", "no engine has decided it", "Nothing is shown either way."),
    "not asked": ("not asked yet", "no lock and no store says anything of it", "An audit asks it."),
}
"""The classes: their word, how it is shown, and what that cannot see."""
ORDER = tuple(WORDS)
UNSAFE = re.compile(r"[^a-z0-9._-]+")


@dataclass(frozen=True)
class PropertyView:
    """A property: what is claimed and expected, the strongest class in which it is shown, and its verdicts.

    ``file``: the page of its play (empty: none is stored).  ``verdicts``: those of the store, newest first.
    """

    name: str
    anchor: str
    decl: PropertyDecl
    shown: str
    tone: str
    lock: str
    verdicts: Sequence[FoundVerdict]
    file: str

    @property
    def kind(self) -> str:
        """The kind of claim in words."""
        return self.decl.kind.replace("_", " ")


@dataclass(frozen=True)
class PlayView:
    """A play of a property, choice by choice; ``fault``: why it cannot be shown."""

    verdict: FoundVerdict
    steps: int
    before: str
    start: BoardPicture
    beats: Sequence[BoardPicture]
    ending: str
    readings: Mapping[str, str]
    fault: str = ""


def slug(name: str, taken: set[str]) -> str:
    """A name as a file or an anchor may have it, made different from those that are taken."""
    plain = UNSAFE.sub("-", name.lower()).strip("-.") or "one"
    found, number = plain, 2
    while found in taken:
        found, number = f"{plain}-{number}", number + 1
    taken.add(found)
    return found


def views(facts: RulebookFacts) -> list[PropertyView]:
    """The properties in order of declaration."""
    taken: set[str] = set()
    return [_view(facts, name, decl, slug(name, taken)) for name, decl in facts.declared.items()]


def _view(facts: RulebookFacts, name: str, decl: PropertyDecl, anchor: str) -> PropertyView:
    shown = facts.shown(name)
    verdicts = facts.verdicts(name)
    classes = {one.shown for one in shown.values() if one.verdict == "holds"}
    if any(one.verdict == "fails" for one in shown.values()):
        word = "refuted"
    elif any(classes):
        word = next(one.value for one in Class if one in classes)
    else:
        word = "unknown" if shown else "not asked"
    played = any(one.file is not None for one in verdicts)
    return PropertyView(
        name,
        anchor,
        decl,
        word,
        tone_of(shown.values()),
        shown_words(shown),
        verdicts,
        f"{anchor}.html" * played,
    )


def tally(found: Sequence[PropertyView]) -> list[tuple[str, str, str, str, int]]:
    """How many properties are of each class: its key, word, how it is shown, what that cannot see, the number."""
    number = Counter(one.shown for one in found)
    return [(key, *WORDS[key], number[key]) for key in ORDER if number[key]]


# ------------------------------------------------------------------------------------------------- plays


def play_view(facts: RulebookFacts, view: PropertyView) -> PlayView | None:
    """The shortest play of a property, of today's rules if there is one; None if its file is damaged by now."""
    stored = [
        (one, data) for one in view.verdicts if one.file is not None and (data := one.play()) is not None
    ]
    if not stored:
        return None
    verdict, data = min(stored, key=lambda row: (not row[0].current, len(row[1].get("steps", ()))))
    empty = BoardPicture("", None)
    try:
        return _played(facts, verdict, play_of(data))
    except (LookupError, AttributeError, TypeError, ValueError):
        fault = "its actions or arguments are not those of today's rules"
    except (BadInput, ModelError, QueensbenchError) as said:
        fault = str(said)
    return PlayView(verdict, 0, "", empty, (), "", {}, f"The stored play cannot be shown: {fault}")


def _played(facts: RulebookFacts, verdict: FoundVerdict, play: Play) -> PlayView:
    mode = facts.ruleset.mode(play.mode)
    instance = mode_instance(mode, play.instance)
    chosen = readings_of(mode, (f"{name}={reading}" for name, reading in play.readings.items()), every=True)
    reader = Interpreter(mode, instance, chosen, play.parameters)
    reached = moments(reader, play.steps)
    start, beats, told = storyboards._beats(reader, reached)
    pictures = [
        BoardPicture(
            capital(span_words(beat.first, beat.last)),
            None if beat.board == beat.before else _board(beat.board, beat.before, f"after step {beat.last}"),
            words=[f"{capital(words)}." for words in beat.words],
            clauses=beat.clauses,
        )
        for beat in beats
    ]
    first = BoardPicture("Where the telling begins", _board(start, None, "where the telling begins"))
    return PlayView(
        verdict,
        len(play.steps),
        told,
        first,
        pictures,
        Names(mode, instance)(ending(reader, reached[-1].state)),
        _others(chosen, mode),
    )


def _others(chosen: Mapping[str, object], mode: object) -> dict[str, str]:
    """The readings of a play that are not the house's."""
    from queensbench.language.modes import Mode
    from queensbench.project.projects import rulings_of

    assert isinstance(mode, Mode)
    house = {decl.name: decl.house for decl in rulings_of(mode)}
    return {
        name: str(getattr(one, "name", one)).lower()
        for name, one in chosen.items()
        if one is not house.get(name)
    }


def _board(board: object, before: object, title: str) -> Markup:
    return Markup(inline(board, before, title=title))  # type: ignore[arg-type]  # noqa: S704 - escaped there
