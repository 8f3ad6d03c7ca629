"""A report of a project as a folder of pages: what `queensbench report` writes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses.report.collected import Facts, collected
from queensbench.api.given import checked, names_of
from queensbench.api.loading import loaded
from queensbench.api.results import Result, Table
from queensbench.errors import BadInput
from queensbench.project.projects import Ruleset
from queensbench.rendering.site import changes
from queensbench.rendering.site.pages import Wanted, Written, write_site

if TYPE_CHECKING:
    from queensbench.rendering.book.state_graph import GraphPicture


def _quiet(text: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True, kw_only=True)
class Report(Result):
    """A report that was written: its folder, its pages, and the size of all its files in bytes.

    >>> import tempfile, queensbench as qb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = qb.report("queen-is-dead", out=folder)
    >>> found.pages[-1], found.size < 50_000_000
    ('index.html', True)
    """

    folder: Path
    pages: tuple[str, ...]
    size: int
    seconds: float

    def rows(self) -> Table:
        """The pages."""
        return ("page",), [(name,) for name in self.pages]


@checked()
def report(
    paths: str | Sequence[str] = (),
    *,
    out: str | Path,
    project: str | Path | None = None,
    documents: str | Path | None = None,
    conformance: Sequence[str | Path] = (),
    since: str | Path | None = None,
    ask: bool = False,
    store: str | Path | None = None,
    progress: Callable[[str], None] = _quiet,
) -> Report:
    """Write a report of some rulesets (none: of all of a project) into a folder, as ``queensbench report`` does.

    Nothing is asked anew: what was never asked stands there with the command that asks it.  ``out``: a folder that is
    empty or has an older report, which is replaced.  ``documents``: a folder with the source documents, whose sentences
    are then quoted.  ``conformance``: files with saved reports on engines under test.  ``since``: the folder of an
    older report to compare with.  ``ask``: audit first, and explore the small boxes for their graphs.  ``store``: where
    answers are taken from (None: as the project has it).

    Raises BadInput for an unknown ruleset, a register in error, and a folder that has other files.

    >>> import tempfile, queensbench as qb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     qb.report("queen-is-dead", out=folder).pages[-1]
    'index.html'
    """
    begun = time.perf_counter()
    into, place = Path(out), None if store is None else str(store)
    names = _rulesets(names_of(paths))
    older = None if since is None else changes.read(Path(since))
    engines = _engines(conformance)
    found = loaded(project, names)[0]
    for name in names:
        found.registers(name)
    if ask:
        _asked(found.root, names, place, progress)
    facts = collected(
        found.root, names, store=place, documents=None if documents is None else Path(documents)
    )
    graphs = {one.ruleset.name: _graphs(one.ruleset, progress) for one in facts.rulebooks} if ask else {}
    wanted = Wanted(graphs, engines, older, documents is not None)
    written = write_site(facts, into, wanted, progress)
    return _report(facts, wanted, written, time.perf_counter() - begun)


def _report(facts: Facts, wanted: Wanted, written: Written, seconds: float) -> Report:
    """What was written, as a result."""
    data = {
        "folder": str(written.folder),
        "rulebooks": dict(written.fronts),
        "pages": list(written.pages),
        "files": len(written.files),
        "bytes": written.size,
        "quoting": wanted.quoting,
        "documents_missing": list(facts.missing),
        "seconds": round(seconds, 3),
    }
    return Report(
        mode=", ".join(written.fronts),
        instance="",
        data=data,
        folder=written.folder,
        pages=tuple(written.pages),
        size=written.size,
        seconds=seconds,
    )


def _rulesets(paths: Sequence[str]) -> tuple[str, ...]:
    """The rulesets of paths.  Raises BadInput for a mode: a report is of whole rulebooks."""
    for path in paths:
        if "/" in path:
            raise BadInput(f"{path} is a mode", remedy=f"name the rulebook: {path.partition('/')[0]}")
    return tuple(dict.fromkeys(paths))


def _engines(given: Sequence[str | Path]) -> list[Mapping[str, Any]]:
    """Saved reports on engines, as data; the layer that makes them stands above this one.  Raises BadInput."""
    from queensbench.rendering.site.engine import read

    return [read(Path(one)) for one in given]


def _asked(root: Path, names: Sequence[str], store: str | None, progress: Callable[[str], None]) -> None:
    """Audit what the report is about; what is found goes into the store."""
    from queensbench.api.auditing import Auditing, AuditRequest

    asked = Auditing(AuditRequest(paths=names, store=store), project=root, progress=progress)
    asked.audited(lambda mode: None)
    asked.refresh_index()


def _graphs(ruleset: Ruleset, progress: Callable[[str], None]) -> list[GraphPicture]:
    """The state graphs of the small boxes."""
    from queensbench.rendering.book.state_graph import small_graphs

    return list(small_graphs(ruleset, progress))
