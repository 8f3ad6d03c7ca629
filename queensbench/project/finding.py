"""Where projects are: the nearest folder with the table that marks one, else the project that is bundled."""

from __future__ import annotations

from pathlib import Path

from queensbench.errors import BadInput
from queensbench.project.register.entries import read_toml


def find_root(start: Path | None = None) -> Path:
    """The nearest folder upwards from ``start`` (the current one) that is a project, else the bundled one.

    Raises BadInput for a ``pyproject.toml`` on the way that cannot be read, and where nothing is bundled.
    """
    try:
        folder = (start or Path.cwd()).resolve()
    except OSError:
        raise BadInput("the current folder is gone", remedy="change to one that exists") from None
    for candidate in (folder, *folder.parents):
        if _marked(candidate):
            return candidate
    package = Path(__file__).resolve().parent.parent
    for candidate in (package / "_bundled", package.parent):
        if _marked(candidate):
            return candidate
    raise BadInput(
        "neither this folder nor one above it is a project, and none is bundled",
        where=str(folder),
        remedy="make one with `queensbench new DIR`",
    )


def require_own(root: Path) -> Path:
    """A project's folder; raises BadInput for the project that is installed with the toolkit, which stays as it is."""
    if root == Path(__file__).resolve().parent.parent / "_bundled":
        raise BadInput(
            "the lock of the rulebooks that are installed with the command stays as it is",
            where=str(root),
            remedy="change to the folder of a project; `queensbench new DIR` makes one",
        )
    return root


def _marked(folder: Path) -> bool:
    """Whether a folder has a pyproject.toml with the table that marks a project."""
    path = folder / "pyproject.toml"
    found = read_toml(path)
    if found is None:
        return False
    tools = found[1].get("tool")
    if not isinstance(tools, dict) or "queensbench" not in tools:
        return False
    if not isinstance(tools["queensbench"], dict):
        raise BadInput("tool.queensbench is no table", where=str(path), remedy="write [tool.queensbench]")
    return True
