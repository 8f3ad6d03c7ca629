"""The pages of a report, written into a folder.

Everything that comes from a project is escaped by the templates; only boards and charts, which escape their own words,
are put in as they are.  File names are made here, of letters that every file system takes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from queensbench.analyses.report.collected import Facts, RulebookFacts
from queensbench.analyses.rulings.effects import Share
from queensbench.errors import BadInput
from queensbench.evidence.plays import folder, settle, write_atomic
from queensbench.files.reading import Irregular, read_text, require_unlinked
from queensbench.project import books
from queensbench.rendering import svg
from queensbench.rendering.book.state_graph import GraphPicture
from queensbench.rendering.book.words import capital, percent
from queensbench.rendering.names import headline
from queensbench.rendering.site import changes, front, games, properties, rulebook, rulings, tables
from queensbench.rendering.site.engine import EngineView, engine_view
from queensbench.rendering.site.properties import slug

HERE = Path(__file__).parent
SCRIPT, STYLE = "site.js", "style.css"
GRAPH = "graph.svg"
QUOTED = re.compile("`([^`]+)`")

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Wanted:
    """The settings of a site.

    ``graphs``: by ruleset the state graphs of small boxes (of one that is not named, the one of the book).
    ``engines``: saved reports on engines under test.  ``since``: the summary of an older site.
    ``quoting``: the sentences of documents are shown.
    """

    graphs: Mapping[str, Sequence[GraphPicture]] = field(default_factory=dict)
    engines: Sequence[Mapping[str, Any]] = ()
    since: Mapping[str, Any] | None = None
    quoting: bool = False


@dataclass(frozen=True)
class Written:
    """The site as written: pages and all files, with their size in bytes, and by ruleset its first page."""

    folder: Path
    pages: Sequence[str]
    files: Sequence[str]
    size: int
    fronts: Mapping[str, str]


@dataclass(frozen=True)
class GraphView:
    """A state graph on a page: its title, its file beside the page, and its caption."""

    title: str
    file: str
    caption: str


def environment() -> Environment:
    """The templates, which escape every text and refuse a name that is not there."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["percent"] = _percent
    made.filters["capital"] = capital
    made.filters["headline"] = headline
    made.filters["stopped"] = _stopped
    made.filters["prose"] = _prose
    made.filters["breakable"] = _breakable
    return made


def _percent(share: Share | None) -> str:
    return "" if share is None else percent(share)


def _stopped(text: str) -> str:
    """A text as a sentence, with one stop at its end."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _prose(text: str) -> Markup:
    """A text as its author wrote it, with what stands between backticks set as code."""
    return Markup(QUOTED.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - it was escaped before


def _breakable(name: str) -> Markup:
    """A name with dots, where a line may break after each dot."""
    return Markup("<wbr>").join(escape(part) for part in re.split(r"(?<=\.)", name) if part)


def style() -> str:
    """The style sheet of all pages, with that of boards."""
    return (HERE / STYLE).read_text(encoding="utf-8") + svg.sheet(".board")


def write_site(facts: Facts, into: Path, wanted: Wanted, progress: Progress = lambda _: None) -> Written:
    """Write the pages about some rulebooks into a folder: one that is empty, or has an older report, which is replaced.

    Raises BadInput for a folder with anything else in it, and for one that cannot be written to.
    """
    old = _require_ours(into)
    site = _Site(facts, wanted, progress)
    site.make()
    files = {**site.files, SCRIPT: (HERE / SCRIPT).read_text(encoding="utf-8"), STYLE: style()}
    stands = list(site.stands.values())
    files[changes.FILE] = (
        json.dumps(changes.summary(stands, [*files, changes.FILE]), indent=1, ensure_ascii=False) + "\n"
    )
    for name in files:
        _require_below(into, into / name)
    for name, text in files.items():
        path = into / name
        folder(path.parent)
        write_atomic(path, text, lasting=False)
    settle([into / name for name in files])
    for name in sorted(set(old) - set(files)):
        _remove(into, name)
    size = sum(len(text.encode()) for text in files.values())
    pages = [name for name in files if name.endswith(".html")]
    fronts = {name: f"{one.facts.ruleset.package}/index.html" for name, one in site.stands.items()}
    return Written(into, pages, list(files), size, fronts)


def _require_ours(into: Path) -> Sequence[str]:
    """The files of the site that is in a folder; none if it is empty or not there.  Raises BadInput otherwise."""
    if into.is_dir() and any(into.iterdir()):
        try:
            found: Sequence[str] = changes.read(into)["files"]
        except BadInput:
            raise BadInput(
                "holds other files than a report",
                where=str(into),
                remedy="name an empty folder, or that of a report",
            ) from None
        return found
    folder(into)
    return []


def _require_below(into: Path, path: Path) -> None:
    """Raise BadInput where a folder of a site is a link, for what lies there is not below the site."""
    try:
        require_unlinked(into, path)
    except Irregular as linked:
        raise BadInput(str(linked.strerror), where=str(linked.filename), remedy="remove it") from None


def _remove(into: Path, name: str) -> None:
    """Remove a file of an older site, and folders that are empty then; what is not below the folder stays."""
    path = into / name
    if ".." in Path(name).parts or Path(name).is_absolute() or path.is_symlink() or not path.is_file():
        return
    try:
        require_unlinked(into, path)
    except Irregular:
        return
    path.unlink()
    for parent in path.parents:
        if parent == into or any(parent.iterdir()):
            break
        parent.rmdir()


class _Site:
    """The pages while they are made, by file name."""

    def __init__(self, facts: Facts, wanted: Wanted, progress: Progress) -> None:
        self.facts = facts
        self.wanted = wanted
        self.progress = progress
        self.templates = environment()
        self.files: dict[str, str] = {}
        self.stands: dict[str, front.Stand] = {}
        self.engines = [engine_view(data, number) for number, data in enumerate(wanted.engines, 1)]

    def make(self) -> None:
        """Make all pages."""
        for one in self.facts.rulebooks:
            _Rulebook(self, one).make()
        changed = {name: self.changed(stand) for name, stand in self.stands.items()}
        for name, stand in self.stands.items():
            self.page(stand.facts, "changes.html", rows=changed[name], since=self.wanted.since is not None)
        self.add(
            "index.html",
            "index.html",
            root="",
            stands=list(self.stands.values()),
            lines={name: front.lines(stand) for name, stand in self.stands.items()},
            pictures={name: front.pictures(stand) for name, stand in self.stands.items()},
            changed={name: len(rows) for name, rows in changed.items()},
        )

    def changed(self, stand: front.Stand) -> list[changes.Changed]:
        """What a rulebook's pages say otherwise than the older site."""
        if self.wanted.since is None:
            return []
        now = changes.summary([stand], [])
        anchors = {view.name: view.anchor for view in stand.properties}
        return changes.changed(self.wanted.since, now, stand.facts.ruleset.name, anchors)

    def engines_of(self, facts: RulebookFacts) -> list[EngineView]:
        """The engines under test that were held against a mode of a rulebook."""
        return [one for one in self.engines if one.mode.partition("/")[0] == facts.ruleset.name]

    def page(self, facts: RulebookFacts, name: str, template: str = "", **more: Any) -> None:
        """Add a page of a rulebook; ``template``: that of its name if none is given."""
        up = "../" * name.count("/")
        self.add(
            f"{facts.ruleset.package}/{name}",
            template or name,
            root=f"{up}../",
            here=up,
            facts=facts,
            ruleset=facts.ruleset,
            engines=self.engines_of(facts),
            page=name,
            **more,
        )

    def add(self, name: str, template: str, **more: Any) -> None:
        """Add a page."""
        known = {"quoting": self.wanted.quoting, "missing": self.facts.missing}
        self.files[name] = self.templates.get_template(template).render(**known, **more)


class _Rulebook:
    """The pages of one rulebook."""

    def __init__(self, site: _Site, facts: RulebookFacts) -> None:
        self.site = site
        self.facts = facts
        found = rulings.findings(facts)
        clauses = rulebook.clause_views(facts)
        self.clauses = clauses
        self.stand = front.Stand(
            facts,
            rulings.views(facts, found),
            list(clauses.values()),
            rulebook.booklets(facts, clauses),
            properties.views(facts),
            games.modes(facts),
        )
        self.judged = bool(found)

    def make(self) -> None:
        """Make all but the page of what has changed, which needs all others."""
        stand, facts = self.stand, self.facts
        name = facts.ruleset.name
        self.site.stands[name] = stand
        self.page("index.html", "front.html", lines=front.lines(stand), pictures=front.pictures(stand),
                  classes=properties.tally(stand.properties), sheet=front.sheet(stand), judged=self.judged)  # fmt: skip
        self.make_rulings()
        self.page(
            "rulebook.html",
            booklets=stand.booklets,
            left=rulebook.left(self.clauses, stand.booklets),
            tally=rulebook.tally(self.clauses),
            property_anchors={view.name: view.anchor for view in stand.properties},
        )
        self.make_properties()
        self.page(
            "boxes.html",
            modes=stand.modes,
            studies=games.studies(facts),
            tables=tables.constant_tables(facts.ruleset),
            graphs=self.graphs(),
        )
        if self.site.engines_of(facts):
            self.page("engines.html")

    def make_rulings(self) -> None:
        """The list of rulings, and the page of each."""
        ruleset, views = self.facts.ruleset, self.stand.rulings
        self.page("rulings.html", rulings=views, classes=rulings.classes(), judged=self.judged)
        for number, view in enumerate(views):
            self.site.progress(f"{ruleset.name}: {view.name}")
            self.page(
                f"rulings/{view.name}.html",
                "ruling.html",
                view=view,
                told=rulings.told(ruleset, view),
                pictures=rulings.pictures(view.found.frequencies if view.found else ()),
                anchors={book.manifest.key: book.anchor for book in self.stand.booklets},
                before=views[number - 1].name if number else "",
                after=views[number + 1].name if number + 1 < len(views) else "",
            )

    def make_properties(self) -> None:
        """The list of properties, and a page for each play of one."""
        views = self.stand.properties
        self.page("properties.html", properties=views, classes=properties.tally(views))
        for view in views:
            if view.file:
                self.site.progress(f"{self.facts.ruleset.name}: {view.name}")
                played = properties.play_view(self.facts, view)
                self.page(f"properties/{view.file}", "play.html", view=view, play=played)

    def graphs(self) -> list[GraphView]:
        """The state graphs that are given, or that of the project's book of rulings; none if there is neither."""
        taken: set[str] = set()
        found = []
        for one in self.site.wanted.graphs.get(self.facts.ruleset.name, self.book_graph()):
            name = f"graphs/{slug(f'{one.mode}-{one.instance}' if one.instance else 'small', taken)}.svg"
            self.site.files[f"{self.facts.ruleset.package}/{name}"] = one.svg
            title = f"{one.mode}, {one.instance.replace('_', ' ')}" if one.instance else "A small box"
            found.append(GraphView(title, name, one.caption))
        return found

    def book_graph(self) -> list[GraphPicture]:
        """The state graph in the book; none without one."""
        place = books.folder_of(self.facts.root, self.facts.ruleset)
        try:
            picture = read_text(place / GRAPH)
        except (OSError, UnicodeError):
            return []
        from queensbench.rendering.book import entries

        return [GraphPicture("", "", picture, entries.read_graph(place / entries.FILE, self.facts.ruleset))]

    def page(self, name: str, template: str = "", **more: Any) -> None:
        """Add a page."""
        names = {view.name for view in self.stand.rulings}
        gaps = [gap.name for gap in self.facts.ruleset.gaps]
        self.site.page(
            self.facts, name, template, known=self.clauses, ruling_names=names, gap_names=gaps, **more
        )
