"""A sheet before print in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen
    from queensbench.rendering.sheet.views import EntryWords, Picture, SheetWords, Telling


def show(screen: Screen, sheet: SheetWords) -> None:
    """Print the entries that matter most in full, and the others as a table."""
    screen.head(sheet.title)
    screen.text(sheet.lead)
    for note in sheet.notes:
        screen.text(note)
    screen.out.print()
    for entry in sheet.first:
        _entry(screen, entry)
    if sheet.rest:
        columns = ("", "ruling", "where", "how often", "sentences")
        rows = [
            (
                str(one.number),
                one.ruling,
                one.places[0].words if one.places else "nowhere",
                one.often,
                f"{sum(bool(d.sentence) for d in one.drafts)} of {len(one.drafts)}",
            )
            for one in sheet.rest
        ]
        screen.table("The others", columns, rows)
    if sheet.missing:
        screen.head("Without a sentence to print, though they give another result in some play")
        screen.text("; ".join(sheet.missing), 2, hang=0)
        screen.out.print()


def _entry(screen: Screen, entry: EntryWords) -> None:
    screen.head(f"{entry.number}. {entry.ruling}: {entry.question}")
    screen.text(entry.often, 3)
    if entry.best:
        screen.text(f"best play: {entry.best}", 3)
    for place in entry.places:
        screen.text(f"{place.words} ({', '.join(place.clauses)})", 3)
        for text in place.texts:
            screen.text(f"“{text}”" if text else "(not in this state of the document)", 6)
    if entry.telling is not None:
        _telling(screen, entry.telling)
    else:
        screen.text(entry.note, 3)
    for draft in entry.drafts:
        screen.text(f"{draft.reading}: {draft.says} {draft.kept}", 3)
        if draft.sentence:
            screen.text(f"to print: {draft.sentence}", 6)
        elif entry.decides:
            screen.text("to print: no sentence yet", 6)
    screen.out.print()


def _telling(screen: Screen, told: Telling) -> None:
    screen.text(f"{told.where}.", 3)
    for line in told.before:
        screen.text(line, 6)
    _board(screen, told.position)
    screen.text(told.fork, 3)
    for branch in told.branches:
        screen.text(f"{branch.words}.", 3)
        if branch.picture is not None:
            _board(screen, branch.picture)


def _board(screen: Screen, picture: Picture) -> None:
    for line in picture.lines:
        screen.out.print(f"      {line}", soft_wrap=True)
