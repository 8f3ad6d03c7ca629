"""New projects: a folder with one small invented rulebook that can be audited at once.

The files stand in ``queensbench/project/template/``, each with ``.txt`` after its name, so that no tool takes them
for code of the toolkit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from queensbench.errors import BadInput
from queensbench.files import writing

TEMPLATE = Path(__file__).resolve().parent / "template"


def create(path: Path) -> list[Path]:
    """Write a new project into a folder that does not exist or is empty; the files written, in order.

    Raises BadInput for a folder that holds something, and where it cannot be written; nothing is left then.
    """
    return written(path, _files())


def written(path: Path, files: Iterable[tuple[Path, bytes]]) -> list[Path]:
    """Write files, by their path in a folder that does not exist or is empty; their paths, in order.

    Raises BadInput for a folder that holds something, and where it cannot be written; nothing is left then.
    """
    try:
        if path.is_dir() and any(path.iterdir()):
            raise BadInput("the folder is not empty", where=str(path), remedy="name a new folder")
        if path.exists() and not path.is_dir():
            raise BadInput("this is a file", where=str(path), remedy="name a new folder")
    except OSError as error:
        raise _unwritable(error, path) from None
    done: list[Path] = []
    made: list[Path] = []
    try:
        for name, content in files:
            target = path / name
            for folder in reversed((target.parent, *target.parent.parents)):
                if not folder.exists():
                    folder.mkdir()
                    made.append(folder)
            done.append(target)
            writing.create(target, content, rights=writing.PUBLIC)
    except OSError as error:
        with suppress(OSError):
            for file in done:
                file.unlink(missing_ok=True)
            for folder in reversed(made):
                folder.rmdir()
        raise _unwritable(error, path) from None
    return done


def _unwritable(error: OSError, path: Path) -> BadInput:
    reason = (error.strerror or "the system refuses").lower()
    return BadInput(f"cannot be written: {reason}", where=str(path), remedy="name a folder that can be")


def _files() -> Iterator[tuple[Path, bytes]]:
    """The files of a new project, by their path in it, in the order of their names."""
    for file in sorted(TEMPLATE.rglob("*.txt")):
        name = file.relative_to(TEMPLATE).with_suffix("")
        yield (Path(".gitignore") if name == Path("gitignore") else name), file.read_bytes()
