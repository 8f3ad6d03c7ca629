"""The pages of a rulings book: one for each ruling with its storyboards, and an index for each ruleset.

Pages are Markdown for MyST, with the boards as SVG beside them.  Nothing in them depends on when, where or how fast
they were written: a ruling that has not changed has the same page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from queensbench.analyses.rulings.effects import Effect
from queensbench.analyses.rulings.effects import percent as short
from queensbench.analyses.rulings.impact import ORDER, Finding, Shown, counts, ranked
from queensbench.analyses.verdicts.words import length_text
from queensbench.errors import BadInput
from queensbench.evidence.plays import folder, write_atomic
from queensbench.files.reading import is_link, read_text
from queensbench.language.drawings import Board
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import Project, Ruleset, mode_instance
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
from queensbench.rendering.svg import svg

MARK = "<!-- Written by `queensbench rulings --book`; what is edited here is lost. -->"
GRAPH = "graph.svg"
KINDS = ("play", "result", "class")
PICTURE = re.compile(r"(play|result|class)-\d+\.svg")

Progress = Callable[[str], None]


def escaped(text: str) -> str:
    """Words as Markdown, with all markup escaped."""
    return re.sub(r"([\\`*_\[\]<>|$])", r"\\\1", " ".join(text.split()))


@dataclass
class Page:
    """A page while it is written: its lines, and its pictures by file name."""

    name: str
    lines: list[str] = field(default_factory=list)
    pictures: dict[str, str] = field(default_factory=dict)

    def add(self, *lines: str) -> None:
        """Add a paragraph."""
        self.lines += [*lines, ""]

    def text(self) -> str:
        """The page as it is stored."""
        return "\n".join(self.lines).rstrip() + "\n"

    def picture(self, kind: str, board: Board, before: Board | None, title: str) -> None:
        """Add a board, unless nothing has changed on it since the one before."""
        if before is not None and board == before:
            self.add("(The board stays as it is.)")
            return
        name = f"{kind}-{len(self.pictures)}.svg"
        self.pictures[name] = svg(board, before, title=f"{self.name}: {title}")
        self.add(f"![{escaped(title)}]({self.name}/{name})")


# ----------------------------------------------------------------------------------------------- a ruling


def ruling_page(ruleset: Ruleset, decl: RulingDecl, found: Finding | None) -> Page:
    """The page of one ruling, with its storyboards."""
    page = Page(decl.name)
    page.add(
        "---", "orphan: true", "---"
    )  # found by the index: hundreds of pages are too many for a side bar
    page.add(MARK)
    page.add(f"# {escaped(decl.name)}")
    page.add(f"[{escaped(ruleset.title)}](index.md)")
    page.add(f"**{escaped(decl.question)}**")
    page.add(*_summary(decl, found))
    page.add("## The readings")
    page.add(*_readings(decl))
    page.add(f"Why *{escaped(decl.house.name.lower())}* is the house reading: {escaped(decl.why)}")
    if decl.clauses:
        page.add("## The clauses in doubt")
        page.add(*(_clause(ruleset, name) for name in decl.clauses))
    if found is None:
        return page
    for kind, (title, shown) in zip(KINDS, plays_of(found), strict=False):
        page.add(f"## {capital(title)}")
        _storyboard(page, ruleset, decl, shown, kind)
    _elsewhere(page, found)
    return page


def _summary(decl: RulingDecl, found: Finding | None) -> list[str]:
    rows = []
    if found is None:
        rows.append(("class", "not judged"))
    else:
        rows.append(("class", escaped(verdict_words(found))))
        often = frequency_words(found.frequency)
        if often:
            rows.append(("how often", escaped(often)))
        if found.best_play is not None:
            rows.append(("best play", escaped(found.best_play.text)))
        if len(found.modes) > 1:
            rows.append(("by mode", escaped(", ".join(f"{mode} {m}" for mode, m in found.modes.items()))))
        if found.exercised:
            rows.append(("both branches run on", escaped(found.exercised)))
        if found.at_full is not None and (found.play is None or not found.play.full):
            length = length_text(found.at_full.choices, found.at_full.steps)
            rows.append(
                ("in the box as sold", f"{escaped(found.at_full.kind)} is seen in a play of {length}")
            )
        if found.detail and found.play is None:
            rows.append(("how it was found", escaped(found.detail)))
    rows.append(("hole", f"{escaped(decl.hole)}, found by {escaped(decl.found)}"))
    return [f"| {rows[0][0]} | {rows[0][1]} |", "| --- | --- |", *(f"| {a} | {b} |" for a, b in rows[1:])]


def _readings(decl: RulingDecl) -> list[str]:
    lines = []
    for member in decl.readings:
        mark = " (house)" if member is decl.house else ""
        lines.append(f"- **{escaped(member.name.lower())}**{mark}: {escaped(str(member.value))}")
        if member in decl.reasons:
            lines.append(f"  {escaped(decl.reasons[member])}")
        if decl.speaks.get(member):
            lines.append(f"  Speaks for it: {', '.join(f'`{name}`' for name in decl.speaks[member])}.")
        if decl.documents.get(member):
            lines.append(f"  Supported by {', '.join(f'`{name}`' for name in decl.documents[member])}.")
        if member in decl.errata:
            lines.append(f"  To print for it: {escaped(decl.errata[member])}")
    return lines


def _clause(ruleset: Ruleset, name: str) -> str:
    text = ruleset.clauses.by_name[name].text if ruleset.clauses is not None else ""
    return f"- `{name}`{': ' if text else ''}{escaped(text)}"


def _named(clauses: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in clauses)


def _storyboard(page: Page, ruleset: Ruleset, decl: RulingDecl, shown: Shown, kind: str) -> None:
    mode = ruleset.mode(shown.mode)
    instance = mode_instance(mode, shown.instance)
    found = story(mode, instance, decl, shown.play, shown.against)
    page.add(_where(shown, instance.why, found))
    if found.told:
        page.add(f"Before: {escaped(found.told)}.")
    page.picture(kind, found.start, None, "where the telling begins")
    for beat in found.beats:
        page.add(
            f"**{capital(span_words(beat.first, beat.last))}.** {escaped('. '.join(map(capital, beat.words)))}."
        )
        if beat.clauses:
            page.add(f"Clauses: {_named(beat.clauses)}.")
        page.picture(kind, beat.board, beat.before, f"after {span_words(beat.last, beat.last)}")
    _fork(page, found, kind)


def _where(shown: Shown, why: str, found: Story) -> str:
    box = "the box as sold" if shown.full else f"instance *{escaped(shown.instance)}*"
    kept = "" if shown.shortest else " No shorter one was looked for."
    beside = "" if not found.beside else f" Beside {_named(found.beside)}."
    about = f" ({escaped(why)})" if why and not shown.full else ""
    return f"Mode *{escaped(shown.mode)}*, {box}{about}: {length_text(found.choices, found.steps)}.{kept}{beside}"


def _fork(page: Page, found: Story, kind: str) -> None:
    if found.fork:
        page.add(f"**Step {found.number}: here the readings part.** {escaped(capital(found.fork))}.")
    else:
        page.add("**The readings make another start.**")
    if found.clauses:
        page.add(f"Clauses under every reading: {_named(found.clauses)}.")
    for one in found.outcomes:
        names = joined([f"*{escaped(name)}*" for name in one.readings])
        house = " (house)" if one.house and len(one.readings) == 1 else ""
        said = f": {escaped('; '.join(one.words))}" if one.words else ""
        only = f" Clauses here: {_named(one.clauses)}." if one.clauses else ""
        page.add(f"Under {names}{house}{said}.{only}")
        if one.board is not None:
            page.picture(kind, one.board, found.position, f"under {joined(one.readings)}")


def _elsewhere(page: Page, found: Finding) -> None:
    if found.depends:
        page.add("## Beside other readings")
        page.add(
            *(
                f"- beside `{one.beside}` *{escaped(one.kind)}* is seen in {escaped(one.mode)}/{escaped(one.instance)}"
                f" after {length_text(one.choices, one.steps)}"
                for one in found.depends
            )
        )
    if found.interactions.found:
        page.add("## Interactions")
        page.add(
            *(
                f"- with `{one.other}={one.reading}`: {escaped(one.effect)} (alone {escaped(one.alone)}, "
                f"beside it {escaped(one.beside)}; {escaped(one.mode)}/{escaped(one.instance)}, {escaped(one.how)})"
                for one in found.interactions.found
            )
        )
    if found.interactions.tried or found.interactions.not_tried:
        tried = len(found.interactions.tried)
        page.add(
            f"Readings of other rulings that were tried beside it: {tried:,}; not tried: "
            f"{found.interactions.not_tried:,}."
        )
    if found.where:
        page.add("## What was looked at")
        page.add("| instance | what was seen |", "| --- | --- |", *_seen(found))


def _seen(found: Finding) -> list[str]:
    return [f"| {escaped(place)} | {escaped(said)} |" for place, said in found.where.items()]


# ---------------------------------------------------------------------------------------------- indexes


def index_page(ruleset: Ruleset, found: Sequence[Finding], graph: str = "") -> str:
    """The index of a ruleset: its rulings by class and frequency, then its gaps."""
    page = Page("index")
    page.add(MARK)
    page.add(f"# {escaped(ruleset.title)}")
    asked = any(one.frequency is not None for one in found)
    left = (
        ""
        if asked
        else " For this book nothing was asked of the box as sold: no random games, no proofs of *never*."
    )
    page.add(f"{_counted(found)} How classes are meant: [](../index.md).{left}")
    page.add(
        "| ruling | comes up | decides | otherwise changes | first difference | question |",
        "| --- | ---: | ---: | --- | --- | --- |",
    )
    page.lines.pop()
    for one in ranked(found):
        page.lines.append(
            f"| [{escaped(one.ruling)}]({one.ruling}.md) | {' | '.join(_shares(one.effect))} | {one.matters} "
            f"| {escaped(one.question)} |"
        )
    judged = {one.ruling for one in found}
    page.lines += [
        f"| [{escaped(name)}]({name}.md) | | | | not judged | {escaped(decl.question)} |"
        for name, decl in ruleset.rulings.items()
        if name not in judged
    ]
    page.add("")
    if len(ruleset.gaps):
        page.add("## What no model can express")
        page.add(
            *(
                f"- **{escaped(gap.name)}**: {escaped(gap.question)} {escaped(gap.assumed)}"
                for gap in ruleset.gaps
            )
        )
    if graph:
        page.add("## A small box as a graph")
        page.add(escaped(graph))
        page.add(f"![The states of a small box of {escaped(ruleset.name)}]({GRAPH})")
    return page.text()


def _shares(effect: Effect | None) -> tuple[str, str, str]:
    """How often a ruling comes up, the share of these games that it decides, and the other classes of effect."""
    if effect is None:
        return "", "", ""
    came = f"{'parts ' * effect.parted}{percent(effect.comes_up)}"
    if not effect.comes_up.count:
        return came, "", ""
    left = [
        f"{name} {short(share)}" for name, share in effect.shares.items() if name != "winner" and share.count
    ]
    return came, percent(effect.decides), ", ".join(left)


def _counted(found: Iterable[Finding]) -> str:
    total = counts(found)
    listed = ", ".join(f"{total[name]} {name}" for name in ORDER if total[name])
    return f"{sum(total.values())} rulings: {listed}."


def front_page(books: Sequence[tuple[Ruleset, Sequence[Finding]]]) -> str:
    """The index of all rulesets that have a book."""
    page = Page("index")
    page.add(MARK)
    page.add("# The rulings book")
    page.add(
        "What the texts leave open, how each can be read, whether it matters, how often, and the shortest play that "
        "shows it. [](../guide/rulings-book.md) says how to read and to write these pages."
    )
    page.add(
        "| rulebook | " + " | ".join(ORDER) + " |",
        "| --- |" + " ---: |" * len(ORDER),
        *(_tallied(ruleset, found) for ruleset, found in books),
    )
    page.add("The classes, the strongest first:")
    page.add(*(f"- *{name}*: {SAYS[name]}" for name in ORDER))
    page.add("```{toctree}", ":hidden:", *(f"{ruleset.package}/index" for ruleset, _ in books), "```")
    return page.text()


def _tallied(ruleset: Ruleset, found: Sequence[Finding]) -> str:
    total = counts(found)
    cells = " | ".join(str(total[name] or "") for name in ORDER)
    return f"| [{escaped(ruleset.title)}]({ruleset.package}/index.md) | {cells} |"


# ---------------------------------------------------------------------------------------------- writing


def write_book(
    ruleset: Ruleset,
    found: Sequence[Finding],
    into: Path,
    *,
    graph: tuple[str, str] = ("", ""),
    progress: Progress = lambda _: None,
) -> int:
    """Write the pages of one ruleset below a folder, and its findings; pages of rulings that are gone are removed.

    ``graph``: the picture of its state graph (empty: the one that lies there stays) and its caption.

    Returns the number of pages.  Raises BadInput for a play that no longer shows its finding, before anything is
    written, and for a folder that cannot be written to.
    """
    known = entries.by_name(found)
    pages = []
    for name, decl in ruleset.rulings.items():
        progress(f"{ruleset.name}: {name}")
        pages.append(ruling_page(ruleset, decl, known.get(name)))
    place = into / ruleset.package
    folder(place)
    entries.write(found, ruleset, place / entries.FILE, graph=graph[1])
    if graph[0]:
        _put(place / GRAPH, graph[0])
    for page in pages:
        _put(place / f"{page.name}.md", page.text())
        for name, picture in page.pictures.items():
            _put(place / page.name / name, picture)
    _put(place / "index.md", index_page(ruleset, found, graph[1]))
    _clear(place, {page.name: set(page.pictures) for page in pages})
    return len(pages)


def _put(path: Path, text: str) -> None:
    """Write a file unless it is the same already."""
    try:
        if read_text(path) == text:
            return
    except (OSError, UnicodeError):
        pass
    write_atomic(path, text)


def _clear(place: Path, kept: dict[str, set[str]]) -> None:
    """Remove pages and pictures of an earlier book that this one does not have."""
    for path in place.glob("*.md"):
        if path.stem not in {*kept, "index"} and MARK in read_text(path)[:200]:
            path.unlink()
    for path in place.glob("*/*.svg"):
        old = path.name not in kept.get(path.parent.name, set()) and PICTURE.fullmatch(path.name)
        if old and not is_link(path.parent):
            path.unlink()
            if not any(path.parent.iterdir()):
                path.parent.rmdir()


def write_front(project: Project, into: Path) -> None:
    """Write the index of all rulesets of a project that have a book below a folder.  Raises BadInput if none has."""
    books = []
    for ruleset in project.rulesets.values():
        path = into / ruleset.package / entries.FILE
        if path.exists():
            books.append((ruleset, entries.read(path, ruleset)))
    if not books:
        raise BadInput(
            "there is no book yet", where=str(into), remedy="write one with `queensbench rulings --book DIR`"
        )
    _put(into / "index.md", front_page(books))
