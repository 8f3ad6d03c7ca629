"""Loading a project for a script: what was imported here is noted, so that answers about it can be stored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from queensbench.evidence.keys import Sources
from queensbench.project import projects
from queensbench.project.projects import Project

Loaded = tuple[Project, Sources | None]
"""A project, and its files as they were before it was imported; None if somebody else has imported it."""


def sources_of(project: Project) -> Sources | None:
    """The files of a project as they were before it was imported; None if somebody else has imported it."""
    return _imported.get(project)


_imported: dict[Project, Sources] = {}
"""The files of the projects that were imported here, as they were before that: what stored answers rest on."""


def loaded(project: str | Path | None = None, paths: Sequence[str] = (), *, reload: bool = False) -> Loaded:
    """Load a project: that of a folder (None: the one that is found from here).  Raises BadInput where there is none.

    ``paths``: rulesets and modes; only the rules of their rulesets are imported now (none: of all).
    """
    root = (projects.find_root() if project is None else Path(project)).resolve()
    sources = Sources(root) if reload or not projects.is_loaded(root) else None
    only = [path.partition("/")[0] for path in paths] or None
    found = projects.load(root, reload=reload, only=only)
    if sources is not None:
        _imported[found] = sources
    return found, _imported.get(found)
