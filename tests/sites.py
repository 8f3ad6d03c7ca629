"""A small project with a report, for the tests of pages: the one that `queensbench new` makes, with texts that mean harm.

Its properties and rulings are judged first, so that all kinds of pages are there.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from queensbench.project.creating import create
from tests.surfaces.projects import Done, run_all

SCRIPT = '<script>alert("pwned")</script>'
QUESTION = f"What does a snail do when the die shows more {SCRIPT} than is left?"
STUDY = """

@study("snail.dice", Race, "Which snail throws what?", grid=("snail", "die", "moves"))
def dice(bench: Bench) -> Study:
    rows = [(snail, str(die), "far" if die > 3 else "near") for snail in ("green", "red") for die in range(1, 7)]
    return Study(("snail", "die", "moves"), rows, findings=["The die has six sides."])
"""
CHANGED = {
    "model/snail_race.py": [
        ("Snail Race: two snails, one die, and a track.", "Snail Race </title><img src=x onerror=alert(1)>"),
        ('"small enough to look at every state"', '"small enough for {{ 7 * 7 }} and <svg onload=alert(2)>"'),
    ],
    "spec/snail_race/rulings.py": [
        (
            "What does a snail do when the die shows more than the spaces that are left?",
            QUESTION.replace('"', "'"),
        ),
        (
            "        speaks={",
            '        errata={PastTheEnd.STOPS: "A snail that rolls <more> than is left stops & wins."},\n        speaks={',
        ),
    ],
    "spec/snail_race/clauses.toml": [
        ("Green takes the first turn.", "Green takes the first turn </article><b onclick=alert(3)>."),
    ],
    "properties/snail_race.py": [
        ("Both snails may rest for ever.", "Both may rest </td><script src=x></script>."),
        (
            "ends, fails, holds, never\n",
            "ends, fails, holds, never\nfrom queensbench.language.studies import Bench, Study, study\n",
        ),
        (
            '    against=("players",),\n    module=__name__,\n)\n',
            f'    against=("players",),\n    module=__name__,\n)\n{STUDY}',
        ),
    ],
}
COMMANDS = (
    ("audit", "--quiet", "--games", "300", "--accept", "--reason", "first"),
    ("rulings", "--book", "docs/rulings", "--games", "100", "--quiet"),
    ("report", "--out", "site", "--quiet"),
    ("report", "--out", "quoted", "--documents", "documents", "--quiet"),
)
VOID = {"meta", "link", "img", "input", "br", "hr", "wbr"}
CLOSED = {"path", "rect", "text"}


def project(folder: Path) -> list[Done]:
    """Make the project in a folder, and its reports in ``site`` and ``quoted``; what the commands have said."""
    create(folder)
    for name, pairs in CHANGED.items():
        path = folder / name
        text = path.read_text(encoding="utf-8")
        for before, after in pairs:
            assert before in text, (name, before)
            text = text.replace(before, after)
        path.write_text(text, encoding="utf-8")
    return run_all(folder, COMMANDS, QUEENSBENCH_STORE=str(folder / "store"))


@dataclass
class _Reader(HTMLParser):
    """Reads a page, and notes what is wrong with it."""

    name: str
    open: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    scripts: list[str | None] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if len(given) < len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        self.faults += [f"<{tag}> has {name}" for name in given if name.startswith("on") or name == "style"]
        if given.get("id") is not None:
            self.ids.append(str(given["id"]))
        self.links += [str(given[name]) for name in ("href", "src") if given.get(name) is not None]
        if tag == "script":
            self.scripts.append(given.get("src"))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing, line {self.getpos()[0]}")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@dataclass(frozen=True)
class Page:
    """A page of a report: its text, and what is read from it."""

    name: str
    source: str

    @cached_property
    def read(self) -> _Reader:
        """The page as a browser reads it."""
        found = _Reader(self.name)
        found.feed(self.source)
        found.close()
        found.faults += [f"<{tag}> is never closed" for tag in found.open]
        found.faults += [f"two have the id {one}" for one in set(found.ids) if found.ids.count(one) > 1]
        return found

    @cached_property
    def text(self) -> str:
        """The words of the page, one space between any two."""
        return " ".join(" ".join(self.read.words).split())


@dataclass(frozen=True)
class Site:
    """A report in a folder."""

    folder: Path

    @cached_property
    def pages(self) -> dict[str, Page]:
        """Its pages by name."""
        names = sorted(self.folder.rglob("*.html"), key=lambda path: path.as_posix())
        return {
            name: Page(name, path.read_text(encoding="utf-8"))
            for path in names
            if (name := path.relative_to(self.folder).as_posix())
        }

    @cached_property
    def summary(self) -> dict[str, object]:
        """Its summary."""
        found: dict[str, object] = json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))
        return found

    def faults(self) -> list[str]:
        """What is wrong with the report: pages that are not well-formed, links that lead nowhere, addresses outside."""
        found = []
        for name, page in self.pages.items():
            found += [f"{name}: {fault}" for fault in page.read.faults]
            found += [f"{name}: a script of its own" for src in page.read.scripts if src is None]
            found += [
                f"{name}: {link} leads nowhere" for link in page.read.links if not self.leads(name, link)
            ]
        for path in self.folder.rglob("*"):
            if path.is_file():
                text = path.read_text(encoding="utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
                outside = re.search(r"https?:|//[a-z]+\.[a-z]", text)
                found += [f"{path.name}: an address outside: {outside[0]}"] if outside else []
        return found

    def leads(self, name: str, link: str) -> bool:
        """Whether a link of a page leads to a file of the report, and its anchor to a place there."""
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            return False
        target = (self.folder / name).parent / unquote(parts.path) if parts.path else self.folder / name
        if not target.is_file():
            return False
        anchor = unquote(parts.fragment)
        where = target.resolve().relative_to(self.folder.resolve()).as_posix()
        return not anchor or anchor in self.pages[where].read.ids
