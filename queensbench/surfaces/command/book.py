"""The book of ``queensbench rulings``: written as pages, or shown for one ruling in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from queensbench.api import findings
from queensbench.api.findings import Finding
from queensbench.api.loading import Loaded, loaded
from queensbench.api.store import store_at
from queensbench.errors import BadInput
from queensbench.language.rulings import RulingDecl
from queensbench.project.checking import check
from queensbench.project.projects import Project, Ruleset
from queensbench.rendering.book import entries, terminal

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen


@dataclass
class RulingsBook:
    """The book of rulings of the project here, read or written by a command.

    ``screen``: where the command prints.  ``store``: where verdicts are stored (None: as the project has it).
    ``games``: random games of each full box (None: as many as by default).

    Make it before the project is loaded by other means: verdicts are keyed by the sources as they are then.
    """

    screen: Screen
    store: str | None = None
    games: int | None = None
    loaded: Loaded = field(default_factory=loaded)

    @property
    def project(self) -> Project:
        """The project."""
        return self.loaded[0]

    def judged(self, ruleset: Ruleset, *names: str) -> list[Finding]:
        """The findings of a ruleset, from the store or found now."""
        screen = self.screen
        kept = store_at(*self.loaded, self.store, fresh=False, warn=screen.warn)
        try:
            return findings.judged(ruleset, names, games=self.games, store=kept, progress=screen.progress)
        finally:
            screen.done()

    def followed(self, ruleset: Ruleset, found: Sequence[Finding]) -> list[Finding]:
        """Findings of a ruleset with the random games of today, from the store or played now."""
        screen = self.screen
        kept = store_at(*self.loaded, self.store, fresh=False, warn=screen.warn)
        try:
            return findings.followed(ruleset, found, games=self.games, store=kept, progress=screen.progress)
        finally:
            screen.done()

    def known(self, ruleset: Ruleset) -> dict[str, Finding]:
        """The findings that the project's book has of a ruleset; none if there is no book."""
        return entries.kept(self.project.root, ruleset)

    def classes(self, ruleset: Ruleset) -> dict[str, dict[str, str]]:
        """The class of each ruling and how that was shown, as the project's book says."""
        return {name: {"matters": one.matters, "class": one.how} for name, one in self.known(ruleset).items()}

    def write(
        self, rulesets: Sequence[Ruleset], into: Path, *, redraw: bool, games_only: bool = False
    ) -> None:
        """Judge the rulings of some rulesets, or take what the book says of them (``redraw``), and write its pages.

        ``games_only``: of what the book says only the random games are played anew.
        """
        from queensbench.rendering.book.pages import write_book, write_front
        from queensbench.rendering.book.state_graph import small_graph

        screen = self.screen
        written: list[Path] = []
        with screen.working({"rulesets": written}):
            for ruleset in rulesets:
                if not ruleset.modes:
                    raise BadInput(
                        f"{ruleset.name} has no model yet", remedy=f"write model/{ruleset.package}/"
                    )
                kept_file = into / ruleset.package / entries.FILE
                if redraw or games_only:
                    found, graph = (
                        entries.read(kept_file, ruleset),
                        ("", entries.read_graph(kept_file, ruleset)),
                    )
                    if games_only:
                        check(ruleset)
                        found = self.followed(ruleset, found)
                else:
                    check(ruleset)
                    found = self.judged(ruleset)
                    graph = small_graph(ruleset, screen.progress)
                pages = write_book(ruleset, found, into, graph=graph, progress=screen.progress)
                screen.done()
                screen.text(
                    f"{into / ruleset.package}: {pages} page{'s' * (pages != 1)}, {len(found)} judged"
                )
                written.append(into / ruleset.package)
            write_front(self.project, into)

    def show_known(self, ruleset: Ruleset, decl: RulingDecl, *, judge: bool) -> None:
        """Print what the book says of a ruling, or what is found now (``judge``); nothing where there is neither."""
        found = self.known(ruleset).get(decl.name)
        if found is None and judge:
            with self.screen.working():
                check(ruleset)
                found = next(iter(self.judged(ruleset, decl.name)), None)
        if found is not None:
            terminal.show(self.screen, ruleset, decl, found)


def require(name: str | None, *, book: Path | None, judge: bool, as_json: bool) -> None:
    """Refuse options that do not go together.  Raises BadInput."""
    if book is not None and name is not None:
        raise BadInput("a book is of all rulings of a ruleset", remedy=f"leave {name} out, or --book")
    if book is not None and (judge or as_json):
        raise BadInput("--book takes neither --judge nor --json", remedy="leave one out")
    if judge and (name is None or as_json):
        raise BadInput("--judge shows one ruling, in words", remedy="name a ruling, and leave --json out")
