"""Keys of verdicts, and the text that the rules are made of.

What a verdict rests on stands in its key as a digest (:mod:`queensbench.evidence.subjects`).  This module finds the
text from which that digest follows, so that it need be made only once.  A ruleset's text is all files under
``spec/<ruleset>``, ``model/<ruleset>`` and ``properties/<ruleset>``; those of every ruleset or shared module that one
of them names or that names one of them (rules and properties written elsewhere can be about this ruleset's record);
and what they import from elsewhere.  Of modules beside these folders, and wherever else no package manager has put
them, the text counts, whatever their names; of installed packages the version; of the standard library Python's.  A
module that imports by a computed name makes all modules of the project count.  Where a module opens files, each file
of the project whose name stands in the module's text counts too.

What is not covered: files whose names are computed, or that are no part of the project, the environment, the clock.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
import re
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput
from queensbench.evidence.source_forms import OPENS, form, looks_at_text
from queensbench.files.reading import Irregular, read_bytes

PACKAGES = ("spec", "model", "properties")
LIBRARIES = ("hypothesis", "llvmlite", "networkx", "numpy", "z3-solver")
TOOLKIT = Path(__file__).resolve().parents[1]
COMPUTED = re.compile(r"\b(?:importlib|__import__|pkgutil|runpy|exec|eval)\b|\bsys\.modules\b")
OTHERS = frozenset({"site-packages", "dist-packages", "node_modules"})
"""Folders that hold nothing of the project's own."""
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
    """The files below a folder that may matter, without those that Python or an editor keeps there."""
    return map(Path, _names(folder))


def _names(folder: Path) -> Iterator[str]:
    """Their paths as texts, which takes a sixth of the time; a folder that links reach again is entered once."""
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


def toolkit_names() -> list[str]:
    """The paths of the toolkit's own modules."""
    bundled = str(TOOLKIT / "_bundled") + os.sep
    return [name for name in _names(TOOLKIT) if name.endswith(".py") and not name.startswith(bundled)]


def _digest(files: Iterable[tuple[str, Path]], read: Callable[[Path], bytes]) -> str:
    """One digest of files by name and content."""
    return digest_of_texts((name, read(path)) for name, path in files)


def digest_of_texts(texts: Iterable[tuple[str, bytes]]) -> str:
    """One digest of texts by name and content."""
    whole = hashlib.sha256()
    for name, text in sorted(texts):
        whole.update(f"{name}\0{hashlib.sha256(text).hexdigest()}\n".encode())
    return whole.hexdigest()


def toolkit_texts() -> dict[str, bytes]:
    """The toolkit's own source: of each file its text, by its name there with slashes."""
    paths = map(Path, toolkit_names())
    return {path.relative_to(TOOLKIT).as_posix(): read_bytes(path) for path in paths}


@cache
def versions() -> dict[str, str]:
    """The versions of Python and of the libraries that verdicts come from."""
    from importlib import metadata  # here, because few commands ask, and it takes ten milliseconds

    found = {"python": f"{platform.python_implementation()} {platform.python_version()}"}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "none"
    return found


# ----------------------------------------------------------------------------------------------- sources


@dataclass(frozen=True)
class Gathered:
    """The files that make a ruleset: those of its folders, the versions of packages, other files that it reads."""

    files: list[Path]
    versions: Mapping[str, str]
    own: set[Path]

    @property
    def modules(self) -> list[Path]:
        """The modules among the files."""
        return [path for path in (*self.files, *self.own) if path.suffix == ".py"]

    def digest(self, sources: Sources, read: Callable[[Path], bytes]) -> str:
        """One digest of all of it; ``read`` gives the bytes that a file counts by."""
        whole = _digest(((sources.name(path), path) for path in self.files), read)
        whole += "".join(f"\n{name} {state}" for name, state in sorted(self.versions.items()))
        whole += "\n" + _digest(((sources.name(path), path) for path in self.own), read)
        return hashlib.sha256(whole.encode()).hexdigest()


class Sources:
    """The text that the verdicts of one run rest on.  Make it *before* the project is loaded.

    What was read at one time and what is hashed at another must be the same: :meth:`changed` tells whether
    any file of the project or of the toolkit has been touched in between.
    """

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._stamp = self._stamped()
        self._made = time.time_ns()
        self._beside: dict[Path, tuple[int, int, int] | None] = {}
        self._contents: dict[str, str] = {}
        self._all: dict[str, Gathered] = {}

    def _stamped(self) -> frozenset[tuple[str, int, int, int]]:
        found = set()
        names = [name for top in PACKAGES for name in _names(self.root / top)]
        for name in (*names, *toolkit_names()):
            try:
                status = os.stat(name)  # noqa: PTH116 - in half the time
            except OSError:
                continue
            found.add((name, status.st_mtime_ns, status.st_size, status.st_ino))
        return frozenset(found)

    def changed(self) -> bool:
        """Whether a file has been added, removed or written since this was made."""
        for path, known in self._beside.items():
            now = _status(path)
            if now != known or (now is not None and now[0] > self._made):
                return True
        return self._stamped() != self._stamp

    @cached_property
    def toolkit(self) -> str:
        """The digest of the toolkit's own source."""
        return digest_of_texts(self.toolkit_texts.items())

    @cached_property
    def toolkit_texts(self) -> dict[str, bytes]:
        """The toolkit's own source by file."""
        return toolkit_texts()

    def content(self, package: str) -> str:
        """The digest of all text that a ruleset is made of."""
        if package not in self._contents:
            self._contents[package] = self._gathered(package).digest(self, _bytes)
        return self._contents[package]

    def code(self, package: str) -> str:
        """The digest of all that a ruleset is made of, of modules without comments and docstrings.

        Where one of the modules may look at their text, it is the digest of that.
        """
        gathered = self._gathered(package)
        if any(looks_at_text(_text(path)) for path in gathered.modules):
            return self.content(package)
        return gathered.digest(self, _form)

    def of_toolkit(self, package: str) -> frozenset[str]:
        """The modules of the toolkit that a ruleset's own modules import, by dotted name.

        Where one of these imports by a computed name, the toolkit's own name stands for any module.
        """
        modules = self._gathered(package).modules
        if any(COMPUTED.search(_text(path)) for path in modules):
            return frozenset({TOOLKIT.name})
        names = {name for path in modules for name in _imported(path)}
        return frozenset(name for name in names if name.partition(".")[0] == TOOLKIT.name)

    def _gathered(self, package: str) -> Gathered:
        """All that a ruleset is made of."""
        if package not in self._all:
            units = self._units
            chosen = _joined(package, units, self._words)
            files = [path for unit in sorted(chosen) for path in units[unit]]
            modules = [path for path in files if path.suffix == ".py"]
            outside, own = self._outside(modules)
            if self._words is None or any(COMPUTED.search(_text(path)) for path in own):
                own |= set(self._all_modules)
            own |= self._opened([*modules, *own])
            own -= set(files)
            self._beside |= {path: _status(path) for path in own}
            self._all[package] = Gathered(files, outside, own)
        return self._all[package]

    @cached_property
    def _units(self) -> dict[str, list[Path]]:
        """The files of the project by ruleset or shared module; all others belong to every ruleset."""
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
            text = "\n".join(_text(path) for path in files if path.suffix == ".py")
            if COMPUTED.search(text):
                return None
            words[unit] = set(re.findall(r"\w+", text))
        return words

    def name(self, path: Path) -> str:
        """The name of a file in keys, by which a project that is moved keeps its verdicts."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)

    def _outside(self, files: Iterable[Path]) -> tuple[dict[str, str], set[Path]]:
        """The imports of modules besides ``PACKAGES`` and the toolkit: versions of packages, and files by their text.

        The imports of those files count as well.
        """
        pending = list(files)
        known: set[Path] = set()
        versions_: dict[str, str] = {}
        own: set[Path] = set()
        seen = {*PACKAGES, "queensbench"}
        while pending:
            path = pending.pop()
            if path in known:
                continue
            known.add(path)
            for name in {name.partition(".")[0] for name in _imported(path)}:
                if name not in seen:
                    seen.add(name)
                    state, more = self._state(name)
                    if state:
                        versions_[name] = state
                    own |= more
                    pending += [file for file in more if file.suffix == ".py"]
        return versions_, own

    def _state(self, name: str) -> tuple[str, set[Path]]:
        """A module at the top: its version if a package manager has put it there, and the files that count.

        What the project itself has under this name counts in any case: which of two modules of one name is imported
        depends on what was loaded before.
        """
        from importlib import metadata

        own = {path for path in self._at_root(name) if path.suffix not in (".pyc", ".pyo")}
        files = set(_module_files(name)) - own
        if not files or all(_of_python(path) for path in files):
            return "", own
        if all(OTHERS & set(path.parts) for path in files):
            try:
                return metadata.version(name), own
            except metadata.PackageNotFoundError:
                for other in metadata.packages_distributions().get(name, []):
                    return f"{other} {metadata.version(other)}", own
        return "", own | files

    def _at_root(self, name: str) -> list[Path]:
        """The files of a module or package of this name beside the folders of rules."""
        found = [path for path in self.root.glob(f"{name}.*") if path.is_file()]
        package = self.root / name
        return found + (list(_files(package)) if package.is_dir() and package != TOOLKIT else [])

    @cached_property
    def _everything(self) -> list[Path]:
        """All files of the project, except those of environments, of other packages and of the toolkit."""
        found: list[Path] = []
        for place, folders, names in os.walk(self.root):
            if "pyvenv.cfg" in names or place == str(TOOLKIT):
                folders.clear()
                continue
            folders[:] = [
                f for f in folders if f not in OTHERS and f != "__pycache__" and not f.startswith(".")
            ]
            found += [
                Path(place, n) for n in names if not n.startswith(".") and not n.endswith((".pyc", "~"))
            ]
        return sorted(found)

    @cached_property
    def _all_modules(self) -> list[Path]:
        return [path for path in self._everything if path.suffix == ".py"]

    def _opened(self, modules: Iterable[Path]) -> set[Path]:
        """The files of the project that modules which open files name."""
        texts = [text for text in map(_text, (p for p in modules if p.suffix == ".py")) if OPENS.search(text)]
        if not texts:
            return set()
        words = set().union(*(set(re.findall(r"[\w-]+(?:\.[\w-]+)+", text)) for text in texts))
        return {path for path in self._everything if path.suffix != ".py" and path.name in words}


@cache
def _library() -> tuple[Path, ...]:
    """The folders of Python's own modules."""
    places = (sysconfig.get_path(name) for name in ("stdlib", "platstdlib"))
    return tuple({Path(place).resolve() for place in places if place})


def _of_python(path: Path) -> bool:
    """Whether a file is one of Python's own modules, which its version stands for."""
    path = path.resolve()
    return not OTHERS & set(path.parts) and any(path.is_relative_to(place) for place in _library())


def _form(path: Path) -> bytes:
    """The bytes that a file counts by where only what Python runs counts."""
    text = _bytes(path)
    return form(text) if path.suffix == ".py" else text


def _text(path: Path) -> str:
    return _bytes(path).decode("utf-8", "replace")


def _bytes(path: Path) -> bytes:
    """The bytes of a file.  Raises BadInput for what stands in a file's place and is no file."""
    try:
        return read_bytes(path)
    except Irregular as error:
        fault = str(error.strerror).lower()
        raise BadInput(
            f"cannot be read: {fault}", where=str(path), remedy="make it a readable file, or take it away"
        ) from None


def _status(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


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
    """The modules that a file imports, by dotted name; what it imports from a module may be a module, too."""
    text = _bytes(path)
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
            names |= {alias.name for alias in node.names}
            names |= {
                a.name.partition(".")[0] for a in node.names if a.asname is None
            }  # which is what is bound
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
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
