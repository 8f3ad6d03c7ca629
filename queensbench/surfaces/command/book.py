"""What ``queensbench rulings`` does with a book: writes one, and shows a ruling's storyboard in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from queensbench.analyses.rulings.impact import GAMES, Finding, Settings, Shown
from queensbench.errors import BadInput
from queensbench.evidence import cache
from queensbench.evidence.keys import Sources
from queensbench.language.drawings import Board
from queensbench.language.rulings import RulingDecl
from queensbench.project.checking import check
from queensbench.project.projects import Project, Ruleset, find_root, load, mode_instance
from queensbench.rendering.boards import text
from queensbench.rendering.book import entries
from queensbench.rendering.book.storyboards import Story, story
from queensbench.rendering.book.words import (
    capital,
    frequency_words,
    joined,
    length_words,
    plays_of,
    span_words,
    verdict_words,
)

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

PLACE = "docs/rulings"
"""Where a project's book is, below its folder."""


@dataclass
class Bench:
    """What a command works with: where it prints, where verdicts are stored, how many games are played.

    Make it before the project is loaded: what is stored is keyed by the sources as they are now.
    """

    screen: Screen
    store: str | None = None
    games: int | None = None
    sources: Sources = field(default_factory=lambda: Sources(find_root()))

    @property
    def project(self) -> Project:
        """The project, loaded once."""
        return load(self.sources.root)

    def judged(self, ruleset: Ruleset, *names: str) -> list[Finding]:
        """The findings of a ruleset, from the store or found now."""
        from queensbench.analyses.rulings.findings import findings

        settings = Settings(rulings=names, games=self.games or GAMES)
        evidence = cache.opened(self.sources, chosen=self.store, fresh=False, warn=self.screen.warn)
        try:
            return findings(ruleset, evidence=evidence, progress=self.screen.progress, settings=settings)
        finally:
            self.screen.done()


def require(name: str | None, *, book: Path | None, judge: bool, as_json: bool) -> None:
    """Refuse options that do not go together.  Raises BadInput."""
    if book is not None and name is not None:
        raise BadInput("a book is of all rulings of a ruleset", remedy=f"leave {name} out, or --book")
    if book is not None and (judge or as_json):
        raise BadInput("--book takes neither --judge nor --json", remedy="leave one out")
    if judge and (name is None or as_json):
        raise BadInput("--judge shows one ruling, in words", remedy="name a ruling, and leave --json out")


def known(bench: Bench, ruleset: Ruleset) -> dict[str, Finding]:
    """What the project's book says of the rulings of a ruleset; nothing if it has no book."""
    path = bench.project.root / PLACE / ruleset.package / entries.FILE
    return entries.by_name(entries.read(path, ruleset)) if path.exists() else {}


def classes(bench: Bench, ruleset: Ruleset) -> dict[str, dict[str, str]]:
    """The class of each ruling and how that was shown, as the project's book says."""
    return {name: {"matters": one.matters, "class": one.how} for name, one in known(bench, ruleset).items()}


def write(bench: Bench, rulesets: Sequence[Ruleset], into: Path, *, redraw: bool) -> None:
    """Judge the rulings of some rulesets, or take what the book says of them (``redraw``), and write its pages."""
    from queensbench.rendering.book.pages import write_book, write_front
    from queensbench.rendering.book.state_graph import small_graph

    screen = bench.screen
    with screen.working():
        for ruleset in rulesets:
            if not ruleset.modes:
                raise BadInput(f"{ruleset.name} has no model yet", remedy=f"write model/{ruleset.package}/")
            kept_file = into / ruleset.package / entries.FILE
            if redraw:
                found, graph = entries.read(kept_file, ruleset), ("", entries.read_graph(kept_file, ruleset))
            else:
                check(ruleset)
                found = bench.judged(ruleset)
                graph = small_graph(ruleset, screen.progress)
            pages = write_book(ruleset, found, into, graph=graph, progress=screen.progress)
            screen.done()
            screen.text(f"{into / ruleset.package}: {pages} page{'s' * (pages != 1)}, {len(found)} judged")
        write_front(bench.project, into)


def show_known(bench: Bench, ruleset: Ruleset, decl: RulingDecl, *, judge: bool) -> None:
    """What the project's book says of a ruling, or what is found now (``judge``); nothing where there is neither."""
    found = known(bench, ruleset).get(decl.name)
    if found is None and judge:
        with bench.screen.working():
            check(ruleset)
            found = next(iter(bench.judged(ruleset, decl.name)), None)
    if found is not None:
        show(bench.screen, ruleset, decl, found)


def show(screen: Screen, ruleset: Ruleset, decl: RulingDecl, found: Finding) -> None:
    """What is known of a ruling, and its storyboards, below what its register says."""
    screen.text(verdict_words(found), 2)
    often = frequency_words(found.frequency)
    if often:
        screen.text(often, 2)
    if len(found.modes) > 1:
        screen.text(f"by mode: {', '.join(f'{mode} {matters}' for mode, matters in found.modes.items())}", 2)
    screen.out.print()
    for title, shown in plays_of(found):
        _storyboard(screen, ruleset, decl, shown, title)


def _storyboard(screen: Screen, ruleset: Ruleset, decl: RulingDecl, shown: Shown, title: str) -> None:
    mode = ruleset.mode(shown.mode)
    found = story(mode, mode_instance(mode, shown.instance), decl, shown.play, shown.against)
    beside = f", beside {', '.join(found.beside)}" if found.beside else ""
    screen.head(
        f"{capital(title)}: {shown.mode}, {shown.instance}, {length_words(found.choices, found.steps)}{beside}"
    )
    if found.told:
        screen.text(f"before: {found.told}", 2)
    _board(screen, found.start, None)
    for beat in found.beats:
        screen.text(f"{span_words(beat.first, beat.last)}: {'. '.join(beat.words)}", 2)
        if beat.clauses:
            screen.text(f"clauses: {', '.join(beat.clauses)}", 4)
        _board(screen, beat.board, beat.before)
    _fork(screen, found)
    screen.out.print()


def _fork(screen: Screen, found: Story) -> None:
    if found.fork:
        screen.head(f"  step {found.number}, where the readings part: {found.fork}")
    else:
        screen.head("  the readings make another start")
    if found.clauses:
        screen.text(f"clauses under every reading: {', '.join(found.clauses)}", 4)
    for one in found.outcomes:
        house = " (house)" if one.house and len(one.readings) == 1 else ""
        said = f": {'; '.join(one.words)}" if one.words else ""
        screen.text(f"under {joined(one.readings)}{house}{said}", 2)
        if one.clauses:
            screen.text(f"clauses here: {', '.join(one.clauses)}", 4)
        if one.board is not None:
            _board(screen, one.board, found.position)


def _board(screen: Screen, board: Board, before: Board | None) -> None:
    if before is not None and board == before:
        screen.text("(the board stays as it is)", 6)
        return
    for line in text(board, before, width=max(20, screen.out.width - 6)):
        screen.out.print(f"      {line}", soft_wrap=True)
