"""A ruling of the book in the terminal: its class, its frequency and its storyboards, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from queensbench.analyses.rulings.impact import Finding, Shown
from queensbench.analyses.verdicts.words import length_text
from queensbench.language.drawings import Board
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import Ruleset, mode_instance
from queensbench.rendering.boards import text
from queensbench.rendering.book.storyboards import Story, story
from queensbench.rendering.book.words import (
    capital,
    frequency_words,
    joined,
    plays_of,
    span_words,
    verdict_words,
)

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen


def show(screen: Screen, ruleset: Ruleset, decl: RulingDecl, found: Finding) -> None:
    """Print the findings about a ruling, and its storyboards."""
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
        f"{capital(title)}: {shown.mode}, {shown.instance}, {length_text(found.choices, found.steps)}{beside}"
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
