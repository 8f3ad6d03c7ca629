"""Whose project it is: loading a project runs its code, so that another user's is loaded only if the user says so.

A project is found in the current folder or one above it; there somebody else may have put it, as in a folder that
several share.  It is ours if its folder, its ``pyproject.toml`` and its folders of rules belong to this user.  So is
the project that the toolkit itself lies in: its code runs anyhow.  Others are trusted if the environment variable
``QUEENSBENCH_TRUST`` names them (paths as in ``PATH``, or ``*`` for all), or by ``queensbench --trust``.

What this cannot see: what the code does, and who else may write in a folder of ours.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from queensbench.errors import BadInput

VARIABLE = "QUEENSBENCH_TRUST"
ALL = "*"
FOLDERS = ("spec", "model", "properties")
TOOLKIT = Path(__file__).resolve().parent.parent


def require_trusted(root: Path) -> None:
    """Raise BadInput for a project of another user that nobody has said to trust."""
    if not hasattr(os, "geteuid") or root in (TOOLKIT.parent, TOOLKIT / "_bundled") or _named(root):
        return
    for path in _parts(root):
        try:
            owner = path.stat().st_uid
        except FileNotFoundError:
            continue
        except OSError as error:
            fault = (error.strerror or str(error)).lower()
            raise BadInput(f"cannot be read: {fault}", where=str(path), remedy="make it readable") from None
        if owner != os.geteuid():
            raise BadInput(
                "this project is another user's, and to load it is to run its code",
                where=str(path),
                remedy=f"look at it, then say `queensbench --trust COMMAND`, or name {root} in {VARIABLE}",
            )


def _named(root: Path) -> bool:
    """Whether the variable names the folder of a project."""
    names = [name for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    return ALL in names or any(Path(name).is_absolute() and Path(name).resolve() == root for name in names)


def _parts(root: Path) -> Iterator[Path]:
    """The folders and the file by which a project is one."""
    yield root
    yield root / "pyproject.toml"
    yield from (root / name for name in FOLDERS)


__all__ = ["ALL", "VARIABLE", "require_trusted"]
