"""Versions of a project: a folder, or a commit of the repository that a project stands in.

A commit is written out into a folder of its own, which is removed afterwards; the project's own files stay as they are.
Loading a version runs its code.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from queensbench.errors import BadInput
from queensbench.project.finding import find_root
from queensbench.project.trust import require_trusted
from queensbench.readers import temporary


@contextmanager
def opened(name: str) -> Iterator[Path]:
    """The folder of a version for a ``with`` block: an existing folder, or a commit, branch or tag of git.

    Raises BadInput for anything else, for a version that holds no project, and for a commit of a project of another
    user that nobody has said to trust: what is written out of it would be ours.
    """
    folder = Path(name)
    if folder.is_dir():
        yield _project(folder.resolve(), name)
        return
    root = find_root()
    require_trusted(root)
    with temporary.folder() as made:
        _written(root, name, made)
        yield _project(made.resolve(), name)


def _project(folder: Path, name: str) -> Path:
    if not (folder / "pyproject.toml").is_file() or not (folder / "model").is_dir():
        raise BadInput(
            f"{name} holds no project",
            remedy="name a folder, or a commit, with a pyproject.toml and a folder model",
        )
    return folder


def _written(root: Path, name: str, to: Path) -> None:
    """Write the files of a commit, as far as they stand below the project's folder."""
    if name.startswith("-"):
        raise BadInput(f"{name} is no version", remedy="name a folder, or a commit of git")
    known = ["rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"]
    try:
        found = subprocess.run(["git", "-C", str(root), *known], capture_output=True, check=False)
        if b"safe.directory" in found.stderr:
            raise BadInput(
                "git reads no repository of another user",
                where=str(root),
                remedy="look at it, then name it to git as a safe.directory",
            )
        if found.returncode:
            raise BadInput(
                f"{name} is neither a folder nor a commit of the repository of {root.name}",
                remedy="name a folder, a commit, a branch or a tag",
            )
        commit = found.stdout.decode().strip()
        packed = subprocess.run(
            ["git", "-C", str(root), "archive", "--format=tar", commit, "."], capture_output=True, check=False
        )
    except FileNotFoundError:
        raise BadInput(f"{name} is no folder, and git is not there", remedy="name a folder") from None
    if packed.returncode:
        raise BadInput(f"git cannot write out {name}", remedy="name a folder that holds this version")
    try:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            _unpacked(archive, to)
    except tarfile.TarError as error:
        raise BadInput(
            f"{name} cannot be written out: {error}", remedy="name a folder that holds this version"
        ) from None


def _unpacked(archive: tarfile.TarFile, to: Path) -> None:
    """Write files and folders, and the links among them; no links where Python cannot tell that they stay inside."""
    if hasattr(tarfile, "data_filter"):  # Python 3.11.4
        archive.extractall(to, filter="data")
    else:
        archive.extractall(to, [one for one in archive if one.isreg() or one.isdir()])  # noqa: S202 - git wrote it
