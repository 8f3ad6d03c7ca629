"""Several projects in one process: which one's modules Python finds under ``spec``, ``model`` and ``properties``.

All projects have their folders imported under these three names.  One of them is *active*: its modules stand in
``sys.modules``, and its folder is the first that Python looks in.  The others are laid aside with their modules; what
their rules, properties and studies have declared stays known, under names that no module has.
"""

from __future__ import annotations

import importlib
import importlib.util
import linecache
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from queensbench.language import counts, properties, rules, studies
from queensbench.project.importing import PACKAGES

_REGISTRIES: tuple[dict[str, Any], ...] = (
    rules.registry,
    properties.declared,
    studies.declared,
    counts.declared,
)  # fmt: skip
MARK = " of project "
"""Stands in the names under which modules that are laid aside keep what they have declared."""
_numbers = count(1)


def own(name: str) -> bool:
    """Whether a module is one of a project's."""
    return name.partition(".")[0] in PACKAGES


class Imported:
    """The modules of one project, in their place or laid aside.

    ``begun``: the time, as of :func:`time.time`, before the first of them was imported.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.begun = time.time()
        self._modules: dict[str, ModuleType] = {}
        self._mark = f"{MARK}{next(_numbers)}"

    def lay_aside(self) -> None:
        """Take the modules of the project out of their place."""
        self._modules = {name: module for name, module in sys.modules.items() if own(name)}
        for name in self._modules:
            del sys.modules[name]
        for registry in _REGISTRIES:
            for name in [name for name in registry if own(name) and MARK not in name]:
                registry[name + self._mark] = registry.pop(name)
        with suppress(ValueError):
            sys.path.remove(str(self.root))

    def put_back(self) -> None:
        """Put the modules of the project into their place, from which others have been laid aside."""
        sys.modules.update(self._modules)
        for registry in _REGISTRIES:
            for name in [name for name in registry if name.endswith(self._mark)]:
                registry[name.removesuffix(self._mark)] = registry.pop(name)
        if sys.path[:1] != [str(self.root)]:
            sys.path.insert(0, str(self.root))


_active: list[Imported] = []


def activate(project: Imported | None) -> None:
    """Lay the modules of the active project aside, and put those of this one in their place; None: no others."""
    if _active and _active[0] is project:
        return
    if _active:
        _active.pop().lay_aside()
    if project is not None:
        project.put_back()
        _active.append(project)


def activated(project: Imported) -> None:
    """Note that the modules of a project stand in their place, having just been imported."""
    _active[:] = [project]


@contextmanager
def kept() -> Iterator[None]:
    """Make the project that is active now active again after a ``with`` block."""
    before = _active[0] if _active else None
    try:
        yield
    finally:
        activate(before)


@contextmanager
def in_place_of_another(root: Path) -> Iterator[None]:
    """Import a project in a ``with`` block; where that fails, nothing of it stays.

    The project that was active before, if any, is then active again.
    """
    before = _active[0] if _active else None
    activate(None)
    known = sys.path.count(str(root))
    try:
        with _whole():
            yield
    except BaseException:
        _active.clear()
        if sys.path.count(str(root)) > known:
            sys.path.remove(str(root))
        activate(before)
        raise


@contextmanager
def extending(project: Imported) -> Iterator[None]:
    """Import more of a loaded project in a ``with`` block; where that fails, nothing of what was added stays.

    The project that was active before is active again.
    """
    before = _active[0] if _active else None
    activate(project)
    importlib.invalidate_caches()
    try:
        with _whole():
            yield
    finally:
        activate(before)


@contextmanager
def _whole() -> Iterator[None]:
    """Forget the modules of projects that a ``with`` block has imported, and what they have declared, if it fails."""
    modules = set(sys.modules)
    entries = [set(registry) for registry in _REGISTRIES]
    try:
        yield
    except BaseException:
        for name in [name for name in sys.modules if own(name) and name not in modules]:
            del sys.modules[name]
        for registry, known in zip(_REGISTRIES, entries, strict=True):
            for name in [name for name in registry if name not in known]:
                del registry[name]
        raise


def forget_text(files: Iterable[Path]) -> None:
    """Have files read anew when they are next imported: Python may not see an edit of less than a second ago."""
    for file in files:
        with suppress(OSError, NotImplementedError):
            Path(importlib.util.cache_from_source(str(file))).unlink(missing_ok=True)
        linecache.checkcache(str(file))
