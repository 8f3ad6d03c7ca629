"""Loading a project for a script: what was imported here is noted, so that answers about it can be stored."""

from __future__ import annotations

from pathlib import Path

from queensbench.errors import BadInput
from queensbench.evidence.keys import Sources
from queensbench.language.records import shown
from queensbench.project import projects
from queensbench.project.projects import Project

_imported: dict[Project, Sources] = {}
"""The files of the projects that were imported here, as they were before that: what stored answers rest on."""


def loaded(project: str | Path | None = None, *, reload: bool = False) -> tuple[Project, Sources | None]:
    """A project, and its files as they were before it was imported; None if somebody else has imported it.

    ``project``: its folder (None: that of the project here).  Raises BadInput for what is no folder.
    """
    if not isinstance(project, str | Path | None):
        raise BadInput(f"{shown(project)} is no folder", remedy="give the path of a project")
    if "\0" in str(project):
        raise BadInput(f"no folder is called {str(project)!r}", remedy="give the path of a project")
    root = (projects.find_root() if project is None else Path(project)).resolve()
    sources = Sources(root) if reload or not projects.is_loaded(root) else None
    found = projects.load(root, reload=reload)
    if sources is not None:
        _imported[found] = sources
    return found, _imported.get(found)
