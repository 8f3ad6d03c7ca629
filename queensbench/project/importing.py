"""Importing an author's modules: the packages of a project, and what goes wrong in them as one line.

The folders ``spec``, ``model`` and ``properties`` of a project are imported under these names.  What an
author's module raises comes out as one :class:`~queensbench.errors.BadInput` with the author's own file and
line, never as a traceback.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import sys
import traceback
import warnings
from collections.abc import Iterator
from difflib import get_close_matches
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import TextIO

from queensbench.errors import BadInput, ModelRefused, QueensbenchError
from queensbench.files.reading import Irregular, require_regular
from queensbench.project.register.entries import did_you_mean

PACKAGES = ("spec", "model", "properties")


def top(name: str, root: Path) -> ModuleType:
    """Import one of the packages at the top of a project.  Raises BadInput, as :func:`imported`.

    Where it has no ``__init__.py``, the package is made here: Python would prefer an installed one of its name,
    and would import from that one what this project does not have.
    """
    file = root / name / "__init__.py"
    if name not in sys.modules and not file.exists():
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(root / name)]
        sys.modules[name] = module_from_spec(spec)
    return imported(name, file, root)


def require_own(module: ModuleType, name: str, root: Path) -> None:
    """Raise BadInput for a loaded ``spec``, ``model`` or ``properties`` that is not this project's."""
    places = [Path(place) for place in getattr(module, "__path__", ())]
    if (root / name).resolve() not in [place.resolve() for place in places]:
        place = places[0] if places else Path(getattr(module, "__file__", None) or "this process")
        raise BadInput(
            f"a foreign module {name} is loaded, from {place}",
            where=str(root / name),
            remedy="load the project in a process without it",
        )


def require_files(root: Path) -> None:
    """Raise BadInput for a module of a project that is no file: Python would wait for a pipe for ever."""
    todo = [str(root / name) for name in PACKAGES]
    while todo:
        with contextlib.suppress(OSError), os.scandir(todo.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    todo.append(entry.path)
                elif entry.name.endswith(".py") and not entry.is_file():
                    _require_file(entry.path)


def _require_file(path: str) -> None:
    """Raise BadInput for a pipe, a socket or a device; a link to nothing is an editor's mark, and no module."""
    with contextlib.suppress(FileNotFoundError):
        try:
            require_regular(Path(path).stat().st_mode, path)
        except Irregular as error:
            fault = str(error.strerror).lower()
            raise BadInput(f"cannot be read: {fault}", where=path, remedy="make it a readable file") from None


def packages(folder: Path) -> dict[str, Path]:
    """The packages and modules of a folder by name, each with its folder or file; none that begins with ``_`` or ``.``.

    Raises BadInput for a name that is no identifier in lower case, and for a package and a module of one name.
    """
    found: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith(("_", ".")):
            continue
        if path.is_dir():
            if not any(path.rglob("*.py")):
                continue
        elif path.suffix != ".py":
            continue
        name = path.stem if path.is_file() else path.name
        if not name.isidentifier() or name != name.lower():
            better = re.sub(r"\W+", "_", name).strip("_").lower()
            raise BadInput(
                f"`{name}` cannot be a package's name",
                where=str(path),
                remedy=f"call it {better or 'otherwise'}",
            )
        if name in found:
            raise BadInput(
                f"{found[name].name} has the same name", where=str(path), remedy="keep one of the two"
            )
        found[name] = path
    return found


def modules(top: str, package: str, path: Path | None) -> Iterator[tuple[str, Path]]:
    """The modules of a package, itself first, with their files."""
    if path is None:
        return
    if path.is_file():
        yield f"{top}.{package}", path
        return
    yield f"{top}.{package}", path / "__init__.py"
    for file in sorted(path.rglob("*.py")):
        parts = file.relative_to(path).with_suffix("").parts
        if parts[-1] == "__main__" or not all(part.isidentifier() for part in parts):
            continue
        if parts[-1] == "__init__":
            parts = parts[:-1]
        if parts:
            yield ".".join((top, package, *parts)), file


def imported(name: str, path: Path, root: Path) -> ModuleType:
    """Import a module of the author's, which lies at ``path``.

    What it prints goes to stderr, what it raises becomes BadInput (ModelRefused stays), and a warning is one line.
    """
    try:
        with contextlib.redirect_stdout(sys.stderr), warnings.catch_warnings():
            warnings.showwarning = _warned
            return importlib.import_module(name)
    except ModelRefused:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever an author's module does is one line
        raise _fault(error, path, root) from None


def _warned(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning of Python's in one line, with its place."""
    sys.stderr.write(f"queensbench: {filename}:{lineno}: {category.__name__}: {_flat(message)}\n")


def _fault(error: BaseException, path: Path, root: Path) -> BadInput:
    """What an author's module raised, as one line with the innermost place of the author's own."""
    where = str(path)
    for frame, line in traceback.walk_tb(error.__traceback__):
        file = Path(frame.f_code.co_filename)
        if any(file.is_relative_to(root / name) for name in PACKAGES):
            where = f"{file}:{line}"
    match error:
        case BadInput():
            return error if error.where else BadInput(error.what, where=where, remedy=error.remedy)
        case QueensbenchError():
            return BadInput(_flat(error), where=where, remedy="mend this line")
        case SyntaxError():
            if error.filename and error.lineno:
                where = f"{error.filename}:{error.lineno}"
            return BadInput(f"not Python: {_flat(error.msg)}", where=where, remedy="mend this line")
        case ModuleNotFoundError(name=str(name)):
            own = name.partition(".")[0] in PACKAGES
            remedy = "create it, or import another" if own else "install it, or do without"
            return BadInput(f"no module is called {name}", where=where, remedy=remedy)
        case ImportError(name=str(name)) if match := re.match(r"cannot import name '(\w+)'", str(error)):
            names = vars(sys.modules.get(name, sys))
            known = names.get("__all__") or [other for other in names if not other.startswith("_")]
            near = did_you_mean(match[1], known) if get_close_matches(match[1], known) else ""
            remedy = near or "import a name that it has"
            return BadInput(f"{name} has no {match[1]}", where=where, remedy=remedy)
    return BadInput(f"{type(error).__name__}: {_flat(error)}", where=where, remedy="mend this line")


def _flat(text: object) -> str:
    return " ".join(str(text).split()) or "no more is said"
