"""Projects: where the rulebooks are, and loading them.

A project is a folder whose ``pyproject.toml`` has a table ``[tool.queensbench]``, with the folders
``spec/``, ``model/``, ``properties/`` and ``seeds/`` beside it.  Each ``model/<package>/`` (or
``model/<package>.py``) is a ruleset, named as the package with hyphens; modules that begin with an underscore
are shared, and are no rulesets.

The folders are imported as the top-level packages ``spec``, ``model`` and ``properties``.  A process may hold several
projects, of which one is active (:mod:`queensbench.project.several`).  What goes wrong in an author's module while it
is imported is the author's to mend: it comes out as one :class:`~queensbench.errors.BadInput` with the author's own
file and line, never as a traceback.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from queensbench.errors import BadInput
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl, declared
from queensbench.language.rulings import RulingDecl, Rulings
from queensbench.project import importing, several
from queensbench.project.finding import find_root as find_root  # noqa: PLC0414 - others take it from here
from queensbench.project.finding import require_own as require_own  # noqa: PLC0414 - and this
from queensbench.project.register.clauses import Clauses, load_clauses
from queensbench.project.register.consistency import Book
from queensbench.project.register.entries import did_you_mean as did_you_mean  # noqa: PLC0414 - others take it from here
from queensbench.project.register.gaps import Gaps, load_gaps
from queensbench.project.register.seeds import Manifest, Manifests
from queensbench.project.settings import limits_of
from queensbench.project.trust import require_trusted
from queensbench.rules.system import build, properties_of
from queensbench.rules.typed import ir

REGISTER = ("clauses.toml", "rulings.py", "gaps.toml")
GAP = "gap:"

T = TypeVar("T")


# ------------------------------------------------------------------------------------------ what is loaded


@dataclass(eq=False)
class Ruleset:
    """One rulebook's modes, clauses, rulings, gaps and properties.

    ``package``: its name in ``model`` and ``spec``; ``title``: the first line of the model's docstring, or the
    title of its document; ``modes``: those of its model (empty: nobody has written one yet); ``clauses``: its
    register (None: it has no ``spec/<package>/clauses.toml``, and clause names are not checked); ``books``:
    the rulings that ``spec/<package>`` declares; ``manifests``: those of the project's documents.
    """

    name: str
    package: str
    title: str
    modes: Mapping[str, Mode]
    clauses: Clauses | None
    properties: tuple[PropertyDecl, ...]
    gaps: Gaps
    books: tuple[type[Rulings], ...]
    manifests: Mapping[str, Manifest]
    systems: dict[tuple[object, ...], tuple[Mode, Instance, ir.System]] = field(
        default_factory=dict, repr=False
    )

    @property
    def clause_names(self) -> set[str] | None:
        """The names that the register knows, or None without a register."""
        return None if self.clauses is None else set(self.clauses.by_name)

    @property
    def rulings(self) -> Mapping[str, RulingDecl]:
        """The rulings of the register and of all modes by name, in order of declaration."""
        return {decl.name: decl for decl in self.book.rulings}

    @property
    def book(self) -> Book:
        """The register of the ruleset, for checks of its consistency."""
        used = (type(mode.rulings) for mode in self.modes.values() if mode.rulings is not None)
        rulings = tuple(decl for book in dict.fromkeys((*self.books, *used)) for decl in book.declared())
        known = self.mode_names if self.clauses is not None or self.modes else None
        return Book(self.clauses, rulings, self.gaps, self.manifests, known)

    @property
    def mode_names(self) -> tuple[str, ...]:
        """The modes that the register knows; those of the model where it has no table of them."""
        return _mode_names(self.clauses, self.modes)

    def mode(self, name: str | None = None) -> Mode:
        """The mode of this name; without a name, the only one.  Raises BadInput, with what could be meant."""
        if name is None:
            if not self.modes:
                raise _without_model(self.name)
            if len(self.modes) > 1:
                choices = " or ".join(f"{self.name}/{mode}" for mode in self.modes)
                raise BadInput(f"{self.name} has {len(self.modes)} modes", remedy=f"write {choices}")
            return next(iter(self.modes.values()))
        if name not in self.modes and name in self.mode_names:
            raise BadInput(f"{self.name}/{name} has no model yet", remedy=f"write it in model/{self.package}")
        return _named(name, self.modes, f"{self.name} has no mode")

    def ruling(self, name: str) -> RulingDecl:
        """The ruling of this name, with hyphens or underscores.  Raises BadInput with the nearest names."""
        return _named(name.replace("-", "_"), self.rulings, f"{self.name} has no ruling")


@dataclass(frozen=True, eq=False)
class Project:
    """A loaded project: its folder and its rulesets by name, in alphabetical order.

    ``rulesets``: each is imported when it is asked for.  ``unmodelled``: the rulesets of which there are clauses or
    rulings and no model yet; each is read when it is asked for.  ``modules``: its modules, which stand in their place
    while it is active.
    """

    root: Path
    rulesets: Rulesets
    unmodelled: Mapping[str, Ruleset]
    modules: several.Imported

    def ruleset(self, name: str) -> Ruleset:
        """The ruleset of this name.  Raises BadInput with the nearest names, or for one without a model."""
        if name.replace("_", "-") in self.unmodelled:
            raise _without_model(name.replace("_", "-"))
        return _named(name, self.rulesets, "no ruleset is called")

    def registers(self, name: str | None = None) -> list[Ruleset]:
        """The ruleset of this name, or all, those without a model too.  Raises BadInput."""
        known = sorted((*self.rulesets, *self.unmodelled))
        if name is not None:
            known = [_named(name, {known_: known_ for known_ in known}, "no ruleset is called")]
        return [self.rulesets.get(known_) or self.unmodelled[known_] for known_ in known]

    def without_model(self, paths: Sequence[str] = ()) -> list[str]:
        """The modes without a model in these rulesets; without paths, all such, behind the rulesets without a model.

        A path to a mode is passed over.  Raises BadInput for a ruleset that is unknown or has no model.
        """
        asked = [self.ruleset(path).name for path in paths if "/" not in path]
        names = asked if paths else sorted(self.rulesets)
        modes = [
            f"{name}/{mode}"
            for name in dict.fromkeys(names)
            for mode in self.rulesets[name].mode_names
            if mode not in self.rulesets[name].modes
        ]
        return [*(() if paths else self.unmodelled), *modes]

    def mode(self, path: str) -> tuple[Ruleset, Mode]:
        """The mode at ``ruleset/mode``, or at ``ruleset`` when that has one mode.  Raises BadInput."""
        name, slash, mode = path.partition("/")
        ruleset = self.ruleset(name)
        return ruleset, ruleset.mode(mode if slash else None)

    def selected(self, paths: Sequence[str] = ()) -> list[tuple[Ruleset, Mode]]:
        """The modes at these paths, each once; a ruleset means all its modes, no path all modes.  Raises BadInput."""
        if not self.rulesets and self.unmodelled:
            raise BadInput(
                "no ruleset has a model yet", where=str(self.root), remedy="write the rules in model/"
            )
        found: dict[Mode, Ruleset] = {}
        for path in paths or self.rulesets:
            ruleset = self.ruleset(path.partition("/")[0])
            chosen = [self.mode(path)[1]] if "/" in path else list(ruleset.modes.values())
            found.update(dict.fromkeys(chosen, ruleset))
        return [(ruleset, mode) for mode, ruleset in found.items()]


# --------------------------------------------------------------------------------------------- looking up


def _without_model(name: str) -> BadInput:
    """The error of who asks for the model of a ruleset that has none."""
    package = name.replace("-", "_")
    return BadInput(
        f"{name} has no model yet",
        remedy=f"write model/{package}/, or see `queensbench clauses {name}`",
    )


def _named(name: str, known: Mapping[str, T], fault: str) -> T:
    if name not in known and name.replace("_", "-") in known:  # as its file is called
        name = name.replace("_", "-")
    if name not in known:
        raise BadInput(f"{fault} {name}", remedy=did_you_mean(name, known))
    return known[name]


def _declared(mode: Mode) -> tuple[RulingDecl, ...]:
    return mode.rulings.declared() if mode.rulings is not None else ()


def mode_instance(mode: Mode, name: str) -> Instance:
    """The instance of a mode.  Raises BadInput with the nearest names."""
    known = {instance.name: instance for instance in mode.all_instances()}
    return _named(name, known, f"mode {mode.name} has no instance")


def property_of(mode: Mode, name: str, instance: Instance | None = None) -> PropertyDecl:
    """The property that is asked of a mode (on an instance).  Raises BadInput with the nearest names."""
    known = {decl.name: decl for decl in properties_of(mode, instance)}
    on = f" on instance {instance.name}" if instance is not None else ""
    return _named(name, known, f"mode {mode.name} has{on} no property")


def rulings_of(mode: Mode) -> tuple[RulingDecl, ...]:
    """The rulings that can arise in a mode, in order of declaration."""
    return tuple(decl for decl in _declared(mode) if not decl.modes or mode.name in decl.modes)


def readings_of(mode: Mode, choices: Iterable[str], *, every: bool = False) -> dict[str, Any]:
    """The readings that ``ruling=reading`` texts choose, by ruling, as members.

    Hyphens and underscores, capitals and small letters are the same.  ``every``: rulings that cannot arise in
    the mode may be named too, as stored plays do.  Raises BadInput with the nearest names.
    """
    known = {decl.name: decl for decl in (_declared(mode) if every else rulings_of(mode))}
    chosen: dict[str, Any] = {}
    for choice in choices:
        name, equals, reading = choice.partition("=")
        if not equals:
            raise BadInput(f"`{choice}` chooses no reading", remedy="write ruling=reading")
        ruling = _named(name.strip().lower().replace("-", "_"), known, f"mode {mode.name} has no ruling")
        members = {member.lower(): value for member, value in ruling.readings.__members__.items()}
        wanted = reading.strip().lower().replace("-", "_")
        chosen[ruling.name] = _named(wanted, members, f"ruling {ruling.name} has no reading")
    return chosen


def readings_by_mode(modes: Sequence[Any], choices: Sequence[str]) -> dict[Any, dict[str, Any]]:
    """The chosen readings by mode.  Raises BadInput for a ruling or a reading that none of the modes knows."""
    found: dict[Any, dict[str, Any]] = {mode: {} for mode in modes}
    for choice in choices:
        faults: list[BadInput] = []
        for mode in modes:
            try:
                found[mode] |= readings_of(mode, [choice])
            except BadInput as fault:
                faults.append(fault)
        if len(faults) == len(modes):
            # a mode that knows the ruling says which readings it has; else any will do
            name = choice.partition("=")[0].strip().lower().replace("-", "_")
            knowing = (
                fault
                for mode, fault in zip(modes, faults, strict=True)
                if name in {decl.name for decl in rulings_of(mode)}
            )
            raise next(knowing, faults[0])
    return found


def system(ruleset: Ruleset, mode: Mode, instance: Instance) -> ir.System:
    """The checked and lowered mode at an instance, built once; unknown clause names are findings.

    Raises ModelRefused with every finding, or BadInput.
    """
    key = (id(mode), id(instance))
    if key not in ruleset.systems:
        made = build(mode, instance, ruleset=ruleset.name, clauses=ruleset.clause_names)
        # Mode and instance are kept, so that their ids stay theirs.
        ruleset.systems[key] = (mode, instance, made)
    return ruleset.systems[key][2]


# ----------------------------------------------------------------------------------------------- loading

_loaded: dict[Path, Project] = {}


def load(root: Path | None = None, *, reload: bool = False, only: Iterable[str] | None = None) -> Project:
    """Import a project (the one that :func:`find_root` finds) with its rulesets; a second call is free.

    It is active from then on (:func:`activate`).  ``reload``: import it anew, if it has been loaded before; what was
    made of it then stays as it was.  ``only``: import just these rulesets now (None: all), as far as there are such;
    the others are imported when somebody asks for them.  Raises BadInput when a foreign module called ``spec``,
    ``model`` or ``properties`` is loaded in this process, when a module of the author's fails, for a register that
    is in error, and for a project of another user that nobody has said to trust.
    """
    root = (root or find_root()).resolve()
    known = _loaded.get(root)
    if known is not None and not reload:
        activate(known)
        known.rulesets.require(only)
        return known
    require_trusted(root)
    importing.require_files(root)
    if known is not None:
        several.forget_text(path for name in importing.PACKAGES for path in (root / name).rglob("*.py"))
    with several.in_place_of_another(root):
        found = _imported(root)
        several.activated(found.modules)
        found.rulesets.require(only)
        _loaded[root] = found
    return found


def is_loaded(root: Path) -> bool:
    """Whether the project of a folder has been imported, so that :func:`load` imports at most further rulesets."""
    return root.resolve() in _loaded


def activate(project: Project) -> None:
    """Have Python find the modules of a project that is loaded, in place of another's."""
    several.activate(project.modules)


def _imported(root: Path) -> Project:
    """Import a project, but for its rulesets."""
    modules = several.Imported(root)
    unmodelled = _Unmodelled(root)
    if not (root / "model").is_dir() and not unmodelled:
        raise BadInput("the project has no folder model", where=str(root), remedy="write the rules in model/")
    folders = tuple(name for name in importing.PACKAGES if (root / name).is_dir())
    for name in folders:
        if name in sys.modules:
            importing.require_own(sys.modules[name], name, root)
    if sys.path[:1] != [str(root)]:
        sys.path.insert(0, str(root))
    importlib.invalidate_caches()
    found = {name: importing.packages(root / name) for name in folders}
    models = found.get("model", {})
    for package, path in found.get("properties", {}).items():
        if package not in models:
            raise BadInput(
                f"there is no ruleset model/{package} that these properties could be about",
                where=str(path),
                remedy=did_you_mean(package, models),
            )
    for name in importing.PACKAGES:
        top = importing.top(name, root)
        if name in folders:
            importing.require_own(top, name, root)
    return Project(root, Rulesets(root, found, modules), unmodelled, modules)


class Rulesets(Mapping[str, Ruleset]):
    """The rulesets of a project by name, in alphabetical order; each is imported when it is first asked for.

    ``found``: the packages of each of the folders that are there, with their places.  ``modules``: those of the
    project, in whose place a ruleset is imported.
    """

    def __init__(
        self, root: Path, found: Mapping[str, Mapping[str, Path]], modules: several.Imported
    ) -> None:
        self.root = root
        self.found = found
        self.modules = modules
        self.manifests = Manifests(root / "seeds")
        self.packages = {package.replace("_", "-"): package for package in found.get("model", {})}
        self._known: dict[str, Ruleset] = {}

    def require(self, only: Iterable[str] | None) -> None:
        """Import all, or those of these names that there are.  Raises BadInput and ModelRefused, as :func:`load`."""
        wanted = self.packages if only is None else {name.replace("_", "-") for name in only}
        for name in self.packages:
            if name in wanted:
                self[name]

    def __getitem__(self, name: str) -> Ruleset:
        if name not in self._known:
            package = self.packages[name]
            with several.extending(self.modules):
                for top in self.found:
                    for module, path in importing.modules(top, package, self.found[top].get(package)):
                        importing.imported(module, path, self.root)
                place = self.found["model"][package]
                self._known[name] = _ruleset(package, place, self.root, self.manifests)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.packages)

    def __len__(self) -> int:
        return len(self.packages)

    def __contains__(self, name: object) -> bool:
        return name in self.packages


class _Unmodelled(Mapping[str, Ruleset]):
    """The rulesets that only ``spec/`` knows: folders of it with clauses or rulings, and no model.

    Each is read when it is asked for, so that a register under way does not disturb other rulesets.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.manifests = Manifests(root / "seeds")
        folders = sorted(path for path in (root / "spec").glob("*/") if not path.name.startswith(("_", ".")))
        self.folders = {
            path.name.replace("_", "-"): path
            for path in folders
            if any((path / name).exists() for name in REGISTER)
            and not (root / "model" / path.name).is_dir()
            and not (root / "model" / f"{path.name}.py").exists()
        }
        self._read: dict[str, Ruleset] = {}

    def __getitem__(self, name: str) -> Ruleset:
        if name not in self._read:
            path = self.folders[name]
            for module, file in importing.modules(
                "spec", path.name, path if any(path.rglob("*.py")) else None
            ):
                importing.imported(module, file, self.root)
            clauses, gaps, books = _register(path.name, self.root, self.manifests, {})
            title = self.manifests[clauses.documents[0]].title if clauses and clauses.documents else name
            self._read[name] = Ruleset(name, path.name, title, {}, clauses, (), gaps, books, self.manifests)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.folders)

    def __len__(self) -> int:
        return len(self.folders)

    def __contains__(self, name: object) -> bool:
        return name in self.folders


def _mode_names(clauses: Clauses | None, modes: Iterable[str]) -> tuple[str, ...]:
    return tuple(clauses.modes) if clauses is not None and clauses.modes else tuple(modes)


def _register(
    package: str, root: Path, manifests: Mapping[str, Manifest], modes: Iterable[str]
) -> tuple[Clauses | None, Gaps, tuple[type[Rulings], ...]]:
    """The register in ``spec/<package>``: its clauses, its gaps, and the rulings that its modules declare."""
    folder = root / "spec" / package
    path = folder / "clauses.toml"
    clauses = load_clauses(path, manifests) if path.exists() else None
    gaps = load_gaps(
        folder / "gaps.toml", None if clauses is None else clauses.by_name, _mode_names(clauses, modes)
    )
    found = dict.fromkeys(
        value
        for name, module in list(sys.modules.items())
        if _below(name, f"spec.{package}")
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Rulings) and value.__module__ == name
    )
    # A class that puts parts together stands for them: its order is the order of the book.
    books = tuple(book for book in found if not any(book in other.__mro__[1:] for other in found))
    return clauses, gaps, books


def _ruleset(package: str, path: Path, root: Path, manifests: Mapping[str, Manifest]) -> Ruleset:
    """The ruleset of a package whose modules are imported.  Raises BadInput for no mode, or two of one name."""
    top = f"model.{package}"
    name = package.replace("_", "-")
    modes: dict[str, Mode] = {}
    for module, file in importing.modules("model", package, path):
        for value in list(vars(sys.modules[module]).values()):
            if not isinstance(value, Mode) or (
                _below(value.module, "model") and not _below(value.module, top)
            ):
                continue  # a mode that this ruleset borrows from another is the other's
            if modes.setdefault(value.name, value) is not value:
                raise BadInput(f"two modes are called {value.name}", where=str(file), remedy="rename one")
    if not modes:
        raise BadInput(
            "no mode is defined here",
            where=str(path),
            remedy='write `mode = Mode("name", state=...)`, or call a shared module `_name`',
        )
    limits = limits_of(root)
    for mode in modes.values():
        mode.limit(limits)
    clauses, gaps, books = _register(package, root, manifests, modes)
    doc = (sys.modules[top].__doc__ or "").strip()
    return Ruleset(
        name,
        package,
        doc.splitlines()[0].rstrip(".") if doc else name,
        modes,
        clauses,
        tuple(
            decl
            for module, decls in list(declared.items())
            if _below(module, f"properties.{package}") or _below(module, top)
            for decl in decls
        ),
        gaps,
        books,
        manifests,
    )


def _below(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
