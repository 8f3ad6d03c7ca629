"""Projects: where the rulebooks are, and loading them.

A project is a folder whose ``pyproject.toml`` has a table ``[tool.queensbench]``, with the folders
``spec/``, ``model/``, ``properties/`` and ``seeds/`` beside it.  Each ``model/<package>/`` (or
``model/<package>.py``) is a ruleset, named as the package with hyphens; modules that begin with an underscore
are shared and are none.

The folders are imported as the top-level packages ``spec``, ``model`` and ``properties``, so that a process
holds one project only.  What goes wrong in an author's module while it is imported is the author's to mend:
it comes out as one :class:`~queensbench.errors.BadInput` with the author's own file and line, never as a
traceback.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import re
import sys
import tomllib
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from queensbench.errors import BadInput, ModelRefused, QueensbenchError
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl, declared
from queensbench.language.rulings import RulingDecl
from queensbench.language.source import parse
from queensbench.readers import ir
from queensbench.readers.system import build, properties_of
from queensbench.register.clauses import Clauses, load_clauses
from queensbench.register.seeds import load_manifests

PACKAGES = ("spec", "model", "properties")
GAP = "gap:"

T = TypeVar("T")


# ------------------------------------------------------------------------------------------ what is loaded


@dataclass(eq=False)
class Ruleset:
    """One rulebook's modes, clauses and properties.

    ``package``: its name in ``model``; ``title``: the first line of that package's docstring; ``clauses``:
    its register (None: it has no ``spec/<package>/clauses.toml``, and clause names are not checked).
    """

    name: str
    package: str
    title: str
    modes: Mapping[str, Mode]
    clauses: Clauses | None
    properties: tuple[PropertyDecl, ...]
    systems: dict[tuple[int, int], tuple[Mode, Instance, ir.System]] = field(default_factory=dict, repr=False)

    @property
    def clause_names(self) -> set[str] | None:
        """The names that the register knows, or None without a register."""
        return None if self.clauses is None else set(self.clauses.by_name)

    @property
    def rulings(self) -> Mapping[str, RulingDecl]:
        """The rulings of all modes by name, in order of declaration."""
        return {decl.name: decl for mode in self.modes.values() for decl in _declared(mode)}

    def mode(self, name: str | None = None) -> Mode:
        """The mode of this name; without a name, the only one.  Raises BadInput with the nearest names."""
        if name is None:
            if len(self.modes) > 1:
                choices = " or ".join(f"{self.name}/{mode}" for mode in self.modes)
                raise BadInput(f"{self.name} has {len(self.modes)} modes", remedy=f"write {choices}")
            return next(iter(self.modes.values()))
        return _named(name, self.modes, f"{self.name} has no mode")

    def ruling(self, name: str) -> RulingDecl:
        """The ruling of this name, with hyphens or underscores.  Raises BadInput with the nearest names."""
        return _named(name.replace("-", "_"), self.rulings, f"{self.name} has no ruling")

    def property(self, name: str) -> PropertyDecl:
        """The first property of this name.  Raises BadInput with the nearest names."""
        known = {decl.name: decl for decl in reversed(self.properties)}
        return _named(name, known, f"{self.name} has no property")


@dataclass(frozen=True, eq=False)
class Project:
    """A loaded project: its folder and its rulesets by name, in alphabetical order."""

    root: Path
    rulesets: Mapping[str, Ruleset]

    def ruleset(self, name: str) -> Ruleset:
        """The ruleset of this name.  Raises BadInput with the nearest names."""
        return _named(name, self.rulesets, "no ruleset is called")

    def mode(self, path: str) -> tuple[Ruleset, Mode]:
        """The mode at ``ruleset/mode``, or at ``ruleset`` when that has one mode.  Raises BadInput."""
        name, slash, mode = path.partition("/")
        ruleset = self.ruleset(name)
        return ruleset, ruleset.mode(mode if slash else None)

    def selected(self, paths: Sequence[str] = ()) -> list[tuple[Ruleset, Mode]]:
        """The modes at these paths, each once; a ruleset means all its modes, no path all there are."""
        found: dict[Mode, Ruleset] = {}
        for path in paths or self.rulesets:
            ruleset = self.ruleset(path.partition("/")[0])
            chosen = [self.mode(path)[1]] if "/" in path else list(ruleset.modes.values())
            found.update(dict.fromkeys(chosen, ruleset))
        return [(ruleset, mode) for mode, ruleset in found.items()]


# --------------------------------------------------------------------------------------------- looking up


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A remedy for an unknown name: the nearest known ones, or all of them when none is near."""
    names = list(known)
    close = get_close_matches(name, names, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"choose of {', '.join(names)}" if names else "there is none"


def _named(name: str, known: Mapping[str, T], fault: str) -> T:
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


def readings_of(mode: Mode, choices: Iterable[str]) -> dict[str, Any]:
    """The readings that ``ruling=reading`` texts choose, by ruling, as members.

    Hyphens and underscores, capitals and small letters are the same.  Raises BadInput with the nearest names.
    """
    known = {decl.name: decl for decl in rulings_of(mode)}
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


# ----------------------------------------------------------------------------------------------- finding


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
    package = Path(__file__).resolve().parent
    for candidate in (package / "_bundled", package.parent):
        if _marked(candidate):
            return candidate
    raise BadInput(
        "neither this folder nor one above it is a project, and none is bundled",
        where=str(folder),
        remedy="make one with `queensbench new DIR`",
    )


def _marked(folder: Path) -> bool:
    """Whether a folder has a pyproject.toml with the table that marks a project."""
    path = folder / "pyproject.toml"
    try:
        settings = tomllib.loads(path.read_bytes().decode())
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise BadInput(
            f"cannot be read: {reason}", where=str(path), remedy="make it a readable file"
        ) from None
    except UnicodeDecodeError as error:
        raise BadInput(
            f"not UTF-8 at byte {error.start}", where=str(path), remedy="save it as UTF-8"
        ) from None
    except tomllib.TOMLDecodeError as error:
        fault = str(error)
        raise BadInput(
            f"not TOML: {fault[0].lower()}{fault[1:]}", where=str(path), remedy="mend it"
        ) from None
    tools = settings.get("tool")
    if not isinstance(tools, dict) or "queensbench" not in tools:
        return False
    if not isinstance(tools["queensbench"], dict):
        raise BadInput("tool.queensbench is no table", where=str(path), remedy="write [tool.queensbench]")
    return True


# ----------------------------------------------------------------------------------------------- loading

_loaded: list[Project] = []


def load(root: Path | None = None) -> Project:
    """Import a project (the one that :func:`find_root` finds) with its rulesets; a second call is free.

    Raises BadInput when another project, or a foreign module called ``spec``, ``model`` or ``properties``,
    is loaded in this process, when a module of the author's fails, and for a register that is in error.
    """
    root = (root or find_root()).resolve()
    if _loaded:
        if _loaded[0].root == root:
            return _loaded[0]
        raise BadInput(
            f"the project {_loaded[0].root} is loaded already",
            where=str(root),
            remedy="load one project per process",
        )
    if not (root / "model").is_dir():
        raise BadInput("the project has no folder model", where=str(root), remedy="write the rules in model/")
    folders = tuple(name for name in PACKAGES if (root / name).is_dir())
    for name in folders:
        if name in sys.modules:
            _require_own(sys.modules[name], name, root)
    if sys.path[:1] != [str(root)]:
        sys.path.insert(0, str(root))
    importlib.invalidate_caches()
    found = {name: _packages(root / name) for name in folders}
    for package, path in found.get("properties", {}).items():
        if package not in found["model"]:
            raise BadInput(
                f"there is no ruleset model/{package} that these properties could be about",
                where=str(path),
                remedy=did_you_mean(package, found["model"]),
            )
    for name in PACKAGES:
        top = _top(name, root)
        if name in folders:
            _require_own(top, name, root)
    rulesets: dict[str, Ruleset] = {}
    for package in found["model"]:
        for name in folders:
            for module, path in _modules(name, package, found[name].get(package)):
                _imported(module, path, root)
        ruleset = _ruleset(package, found["model"][package], root)
        rulesets[ruleset.name] = ruleset
    project = Project(root, rulesets)
    _loaded.append(project)
    return project


def _top(name: str, root: Path) -> ModuleType:
    """Import one of the packages at the top of a project.

    Without an ``__init__.py`` it is made here: Python would prefer a like-named package that is installed,
    and would import from that one what this project does not have.
    """
    file = root / name / "__init__.py"
    if name not in sys.modules and not file.exists():
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(root / name)]
        sys.modules[name] = module_from_spec(spec)
    return _imported(name, file, root)


def _require_own(module: ModuleType, name: str, root: Path) -> None:
    """Refuse a ``spec``, ``model`` or ``properties`` that is not this project's."""
    places = [Path(place) for place in getattr(module, "__path__", ())]
    if (root / name).resolve() not in [place.resolve() for place in places]:
        place = places[0] if places else Path(getattr(module, "__file__", None) or "this process")
        raise BadInput(
            f"a foreign module {name} is loaded, from {place}",
            where=str(root / name),
            remedy="load one project per process",
        )


def _packages(folder: Path) -> dict[str, Path]:
    """The packages and modules of a folder by name, each with its folder or file."""
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


def _modules(top: str, package: str, path: Path | None) -> Iterator[tuple[str, Path]]:
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


def _imported(name: str, path: Path, root: Path) -> ModuleType:
    """Import a module of the author's: what it prints goes to stderr, what it raises becomes BadInput."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return importlib.import_module(name)
    except ModelRefused:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever an author's module does is one line
        raise _fault(error, path, root) from None


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


def _ruleset(package: str, path: Path, root: Path) -> Ruleset:
    """Register the ruleset of a package whose modules are imported."""
    top = f"model.{package}"
    name = package.replace("_", "-")
    modes: dict[str, Mode] = {}
    for module, file in _modules("model", package, path):
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
    register = root / "spec" / package / "clauses.toml"
    clauses = load_clauses(register, load_manifests(root / "seeds")) if register.exists() else None
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
    )


def _below(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


# ---------------------------------------------------------------------------------------------- checking


def check(ruleset: Ruleset) -> None:
    """Hold rulings and properties against the register, the modes and each other.

    Raises one BadInput with a line for each name that does not exist: clauses of rulings, of readings'
    ``speaks`` and of properties, modes of rulings, instances of properties, and what expectations blame (a
    ruling, a clause, or ``gap: what is missing``).
    """
    lines = [*_ruling_faults(ruleset), *_property_faults(ruleset)]
    if lines:
        raise BadInput("\n".join(dict.fromkeys(lines)))


def _ruling_faults(ruleset: Ruleset) -> Iterator[str]:
    for mode in ruleset.modes.values():
        for decl in _declared(mode):
            where = f"{_ruling_place(mode, decl)}: ruling {decl.name}"
            for clause in decl.clauses:
                yield from _unknown(clause, ruleset.clause_names, f"{where} doubts the clause")
            for reading, clauses in decl.speaks.items():
                if not isinstance(reading, decl.readings):
                    yield f"{where}: {reading!r} is not one of its readings; use {decl.readings.__name__}"
                for clause in clauses:
                    yield from _unknown(clause, ruleset.clause_names, f"{where} lets speak the clause")
            for name in decl.modes:
                yield from _unknown(name, ruleset.modes, f"{where} arises in the mode")


def _property_faults(ruleset: Ruleset) -> Iterator[str]:
    for decl in ruleset.properties:
        where = f"{_property_place(decl)}: property {decl.name}"
        for clause in decl.clauses:
            yield from _unknown(clause, ruleset.clause_names, f"{where} rests on the clause")
        asked = [mode for mode in ruleset.modes.values() if issubclass(mode.state, decl.state)]
        if not asked:
            yield f"{where} is asked of no mode; name the record of a mode or a base of one"
            continue
        instances = {instance.name for mode in asked for instance in mode.all_instances()}
        for name in (*decl.instances, *(name for name, _ in decl.on)):
            yield from _unknown(name, instances, f"{where} is asked on the instance")
        for expectation in (decl.expect, *(expectation for _, expectation in decl.on)):
            for name in expectation.blame:
                if name.startswith(GAP) or (ruleset.clauses is None and "." in name):
                    continue
                known = [*ruleset.rulings, *(ruleset.clause_names or ())]
                yield from _unknown(
                    name, known, f"{where} blames the ruling or clause", f' or write "{GAP} ..."'
                )


def _unknown(name: str, known: Iterable[str] | None, fault: str, more: str = "") -> Iterator[str]:
    if known is not None:
        names = sorted(known)
        if name not in names:
            yield f"{fault} {name}, which does not exist; {did_you_mean(name, names)}{more}"


def _ruling_place(mode: Mode, decl: RulingDecl) -> str:
    """File and line of a ruling's declaration."""
    owner = next(base for base in type(mode.rulings).__mro__ if decl.name in vars(base))
    return _place(
        owner.__module__,
        lambda node: isinstance(node, ast.AnnAssign | ast.Assign) and decl.name in _targets(node),
    )


def _targets(node: ast.AnnAssign | ast.Assign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _property_place(decl: PropertyDecl) -> str:
    """File and line of a property's declaration."""
    if decl.rule is not None:
        return f"{decl.rule.file}:{decl.rule.line}"
    return _place(
        decl.module,
        lambda node: (
            isinstance(node, ast.Call)
            and any(isinstance(arg, ast.Constant) and arg.value == decl.name for arg in node.args[:1])
        ),
    )


def _place(module: str, wanted: Callable[[ast.AST], bool]) -> str:
    """File and line of the first node of a module that is wanted; failing that, the file or the module."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return module
    try:
        return next(f"{file}:{getattr(node, 'lineno', 1)}" for node in ast.walk(parse(file)) if wanted(node))
    except (OSError, StopIteration):
        return str(file)
