"""What a verdict rests on, as a key: everything that could change the verdict changes the key.

The rules are keyed by their source text, so that a stored verdict is found without reading the rules into any
engine.  A ruleset's text is all files under ``spec/<ruleset>``, ``model/<ruleset>`` and
``properties/<ruleset>``, of every ruleset or shared module that one of them names or that names one of them
(rules and properties written elsewhere can be about this ruleset's record), and what they import from
elsewhere.  That is coarse: a comment that changes is another key.  A module that imports by a computed name
makes the key cover all of the project.

What the key does not cover: files that an author's module opens outside of these folders, the environment, the
clock.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PACKAGES = ("spec", "model", "properties")
LIBRARIES = ("hypothesis", "llvmlite", "networkx", "numpy", "z3-solver")
TOOLKIT = Path(__file__).resolve().parents[1]
COMPUTED = re.compile(r"\b(?:importlib|__import__|pkgutil|runpy|exec|eval)\b|\bsys\.modules\b")
SHARED = "__init__"
HOLDING = ("body", "orelse", "finalbody", "handlers", "cases")
"""The parts of a statement that hold statements: only there can be an import."""


def canonical(value: Any) -> str:
    """The one JSON text of a key: sorted, without spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True)
class Key:
    """A key as JSON text, and its digest: the name of the verdict's file."""

    text: str
    digest: str

    @classmethod
    def of(cls, parts: Mapping[str, Any]) -> Key:
        """The key of these parts."""
        text = canonical(parts)
        return cls(text, hashlib.sha256(text.encode()).hexdigest())

    @cached_property
    def parts(self) -> Mapping[str, Any]:
        """The parts as they are stored; tuples have become lists, as in JSON."""
        found: dict[str, Any] = json.loads(self.text)
        return found


# ------------------------------------------------------------------------------------------------- files


def _files(folder: Path) -> Iterator[Path]:
    """The files below a folder that may matter: not what Python or an editor keeps there."""
    return map(Path, _names(folder))


def _names(folder: Path) -> Iterator[str]:
    """The names of these files, which are looked through often."""
    seen: set[str] = set()
    for place, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(place)
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(name for name in folders if name != "__pycache__" and not name.startswith("."))
        for name in sorted(names):
            if not name.startswith(".") and not name.endswith((".pyc", ".pyo", "~")):
                yield os.path.join(place, name)  # noqa: PTH118 - in a sixth of the time


def _toolkit_names() -> list[str]:
    bundled = str(TOOLKIT / "_bundled") + os.sep
    return [name for name in _names(TOOLKIT) if name.endswith(".py") and not name.startswith(bundled)]


def _digest(files: Iterable[tuple[str, Path]]) -> str:
    """One digest of files by name and content."""
    whole = hashlib.sha256()
    for name, path in sorted(files):
        whole.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def toolkit() -> str:
    """The digest of the toolkit's own source."""
    files = map(Path, _toolkit_names())
    return _digest((path.relative_to(TOOLKIT).as_posix(), path) for path in files)


@cache
def versions() -> dict[str, str]:
    """The versions of Python and of the libraries that verdicts come from."""
    found = {"python": f"{platform.python_implementation()} {platform.python_version()}"}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "none"
    return found


# ----------------------------------------------------------------------------------------------- sources


class Sources:
    """The text that the verdicts of one run rest on.  Make it *before* the project is loaded.

    What was read at one time and what is hashed at another must be the same: :meth:`changed` tells whether
    any file of the project or of the toolkit has been touched in between.
    """

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._stamp = self._stamped()
        self._contents: dict[str, str] = {}

    def _stamped(self) -> frozenset[tuple[str, int, int, int]]:
        found = set()
        names = [name for top in PACKAGES for name in _names(self.root / top)]
        for name in (*names, *_toolkit_names()):
            try:
                status = os.stat(name)  # noqa: PTH116 - in half the time
            except OSError:
                continue
            found.add((name, status.st_mtime_ns, status.st_size, status.st_ino))
        return frozenset(found)

    def changed(self) -> bool:
        """Whether a file has been added, removed or written since this was made."""
        return self._stamped() != self._stamp

    @cached_property
    def toolkit(self) -> str:
        """The digest of the toolkit's own source."""
        return toolkit()

    def content(self, package: str) -> str:
        """The digest of all text that a ruleset is made of."""
        if package not in self._contents:
            units = self._units
            chosen = _joined(package, units, self._words)
            files = [path for unit in sorted(chosen) for path in units[unit]]
            named = [(path.relative_to(self.root).as_posix(), path) for path in files]
            outside = self._outside(path for path in files if path.suffix == ".py")
            whole = _digest(named) + "".join(f"\n{name} {state}" for name, state in sorted(outside.items()))
            self._contents[package] = hashlib.sha256(whole.encode()).hexdigest()
        return self._contents[package]

    @cached_property
    def _units(self) -> dict[str, list[Path]]:
        """The files of the project by ruleset or shared module; what stands beside them is everybody's."""
        found: dict[str, list[Path]] = {SHARED: []}
        for top in PACKAGES:
            for path in _files(self.root / top):
                first = path.relative_to(self.root / top).parts[0]
                name = first.removesuffix(".py")
                unit = name if name.isidentifier() else SHARED
                found.setdefault(unit, []).append(path)
        return found

    @cached_property
    def _words(self) -> dict[str, set[str]] | None:
        """The words of each unit's code; None if one of them imports by a computed name."""
        words: dict[str, set[str]] = {}
        for unit, files in self._units.items():
            text = "\n".join(path.read_text("utf-8", "replace") for path in files if path.suffix == ".py")
            if COMPUTED.search(text):
                return None
            words[unit] = set(re.findall(r"\w+", text))
        return words

    def _outside(self, files: Iterable[Path]) -> dict[str, str]:
        """What the modules import besides the project, the toolkit and the standard library: which state of it."""
        pending = list(files)
        known: set[Path] = set()
        found: dict[str, str] = {}
        while pending:
            path = pending.pop()
            if path in known:
                continue
            known.add(path)
            for name in _imported(path):
                if name in found or name in PACKAGES or name == "queensbench":
                    continue
                if name in sys.stdlib_module_names:
                    continue
                found[name], more = self._state(name)
                pending += more
        return found

    def _state(self, name: str) -> tuple[str, list[Path]]:
        """The state of a module at the top: its version, or its text, whose imports count too."""
        files = _module_files(name)
        if not any(self.root in path.parents and "site-packages" not in path.parts for path in files):
            try:
                return metadata.version(name), []
            except metadata.PackageNotFoundError:
                for other in metadata.packages_distributions().get(name, []):
                    return f"{other} {metadata.version(other)}", []
        return _digest((str(path), path) for path in files), [path for path in files if path.suffix == ".py"]


def _module_files(name: str) -> list[Path]:
    """The files of a module at the top, as far as it has any."""
    module = sys.modules.get(name)
    try:
        spec = getattr(module, "__spec__", None) or find_spec(name)
    except (ImportError, ValueError):
        return []
    if spec is None:
        return []
    if spec.submodule_search_locations:
        return [path for place in spec.submodule_search_locations for path in _files(Path(place))]
    return [Path(spec.origin)] if spec.origin and Path(spec.origin).is_file() else []


#: what files import, by the checksum of their text: whoever asks often may keep it from one run to the next
imports: dict[str, list[str]] = {}


def _imported(path: Path) -> list[str]:
    """The modules at the top that a file imports."""
    text = path.read_bytes()
    digest = hashlib.sha256(text).hexdigest()
    if digest not in imports:
        imports[digest] = sorted(_names_imported(text))
    return imports[digest]


def _names_imported(text: bytes) -> set[str]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return set()  # a file that no module imports
    names: set[str] = set()
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names.add(node.module.partition(".")[0])
        for part in HOLDING:
            todo += getattr(node, part, ())
    return names


def _joined(package: str, units: Mapping[str, list[Path]], words: Mapping[str, set[str]] | None) -> set[str]:
    """The units that are joined to a ruleset by naming each other, through any number of them."""
    if words is None:
        return set(units)
    found = {package, SHARED} & set(units)
    while True:
        more = {
            unit
            for unit in units
            if unit not in found
            and any(unit in words[one] or (one in words[unit] and one != SHARED) for one in found)
        }
        if not more:
            return found
        found |= more
