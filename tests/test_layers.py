"""The order of the package's layers, and the sizes of what stands in them.

A layer imports only those before it, and nothing imports in a circle.  ``tests/sizes.txt`` lists what is larger than
the limits here, each with its reason; a line that is no longer needed fails.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "queensbench"
LAYERS = (
    "errors", "files", "language", "rules", "readers", "project", "evidence",
    "engines", "analyses", "rendering", "api", "conformance", "surfaces", "__main__",
)  # fmt: skip
REGISTER = f"{PACKAGE}.project.register"
"""A part of a layer that imports what stands below the readers, and none of these."""
TOP = 15
"""The most entries at the top of the package."""
PARAMETERS, LINES, LEVELS, MODULE_LINES = 8, 60, 4, 500
"""The most parameters, lines and levels of nesting of a function, and the most lines of a module."""
OPTIONS = ("language", "api", "surfaces.command")
"""Where the parameters that a call must name are options of an author, a script or a command, and do not count."""
NESTING = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.Match)


def modules() -> dict[str, Path]:
    """The package's modules by name; what a project is made from, and what a wheel bundles, are none."""
    found = {}
    for path in (ROOT / PACKAGE).rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if not {"template", "_bundled"} & set(parts):
            found[".".join(part for part in parts if part != "__init__")] = path
    return found


def imports(name: str, path: Path) -> Iterator[str]:
    """The modules that one imports, inside functions and for types too; a package stands for its header."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, node.module or ""]).rstrip(".") if node.level else str(node.module)
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in KNOWN else base


def levels(node: ast.AST) -> int:
    """The levels of nesting in a function; an ``elif`` is none of its own, nor is what a function inside holds."""
    deepest = 0
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            chained = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
            deepest = max(deepest, levels(child) + (isinstance(child, NESTING) and not chained))
    return deepest


def functions(node: ast.AST, name: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions below a node, by the name they have from there."""
    for child in ast.iter_child_nodes(node):
        below = f"{name}.{child.name}" if isinstance(child, (ast.FunctionDef, ast.ClassDef)) else name
        if isinstance(child, ast.FunctionDef):
            yield below, child
        yield from functions(child, below)


def too_large(name: str, path: Path) -> Iterator[str]:
    """What a module has that is over the limits; kernels, whose functions LLVM compiles, are measured only as modules."""
    if path.read_text(encoding="utf-8").count("\n") > MODULE_LINES:
        yield f"{name} lines"
    if path.stem.endswith("kernels"):
        return
    for own, function in functions(tree(f"{PACKAGE}.{name}"), name):
        given = function.args
        count = len(given.posonlyargs + given.args)
        count += 0 if name.startswith(OPTIONS) else len(given.kwonlyargs)
        over = {
            "parameters": count > PARAMETERS,
            "lines": function.end_lineno is not None and function.end_lineno - function.lineno >= LINES,
            "levels": levels(function) > LEVELS,
        }
        yield from (f"{own} {what}" for what, large in over.items() if large)


KNOWN = modules()


@cache
def tree(name: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(KNOWN[name].read_text(encoding="utf-8"))


@cache
def graph() -> dict[str, set[str]]:
    """What each module imports of the others."""
    return {name: set(imports(name, path)) & set(KNOWN) - {name} for name, path in KNOWN.items()}


def layer(name: str) -> str:
    """The layer of a module: the second part of its name."""
    return name.split(".")[1]


def room(name: str) -> str:
    """The package that holds a module, up to two levels below the whole."""
    parts = name.split(".")
    return ".".join(parts[: 3 if len(parts) > 3 or KNOWN[name].name == "__init__.py" else 2])


def circle(graph: dict[str, set[str]]) -> list[str]:
    """A circle of a graph; empty if it has none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_every_module_stands_in_a_layer() -> None:
    assert {name for name in KNOWN if name != PACKAGE and layer(name) not in LAYERS} == set()
    top = [
        path
        for path in (ROOT / PACKAGE).iterdir()
        if not path.name.startswith(("__pycache__", "_bundled")) and path.suffix in ("", ".py")
    ]
    assert len(top) <= TOP


def test_a_layer_imports_only_those_before_it() -> None:
    wrong = [
        f"{one} imports {other}"
        for one, others in graph().items()
        for other in others
        if PACKAGE not in (one, other) and LAYERS.index(layer(one)) < LAYERS.index(layer(other))
    ]
    assert wrong == []


def test_the_register_knows_no_reader_and_nothing_of_a_project_that_is_loaded() -> None:
    inside = {name for name in KNOWN if name == REGISTER or name.startswith(f"{REGISTER}.")}
    assert len(inside) > 10
    found = {other for one in inside for other in graph()[one]} - inside
    assert {layer(name) for name in found} == {"errors", "files", "language"}


def test_no_module_imports_in_a_circle() -> None:
    assert circle(graph()) == []


def test_no_package_imports_in_a_circle() -> None:
    rooms: dict[str, set[str]] = {}
    for one, others in graph().items():
        rooms.setdefault(room(one), set()).update(room(other) for other in others if room(other) != room(one))
    assert circle(rooms) == []


def test_what_is_over_a_limit_stands_in_the_list_with_a_reason() -> None:
    """So does each name that several classes of a layer have."""
    lines = (ROOT / "tests/sizes.txt").read_text(encoding="utf-8").splitlines()
    listed = dict(line.split(": ", 1) for line in lines)
    inside = {name.removeprefix(f"{PACKAGE}."): path for name, path in KNOWN.items() if name != PACKAGE}
    found = {fault for name, path in inside.items() for fault in too_large(name, path)}
    classes = Counter(
        f"{name.split('.')[0]}.{node.name} name"
        for name in inside
        for node in ast.walk(tree(f"{PACKAGE}.{name}"))
        if isinstance(node, ast.ClassDef)
    )
    found |= {name for name, count in classes.items() if count > 1}
    assert sorted(found - set(listed)) == []
    assert sorted(set(listed) - found) == []


def test_what_an_author_imports_loads_no_engine() -> None:
    """Nor anything else above the language."""
    code = "import sys, queensbench.language; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {layer(name) for name in loaded if name.startswith(f"{PACKAGE}.")} == {"errors", "language"}
    assert not loaded & {"z3", "llvmlite", "numpy", "networkx", "hypothesis", "typer", "rich"}


def test_help_loads_no_engine() -> None:
    """Help is quick: nothing is loaded that a command needs only when it runs."""
    code = (
        "import sys; from queensbench.surfaces.command.app import main; main(['--help']); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {"z3", "llvmlite", "numpy", "networkx", "hypothesis"}
    engines = {name for name in loaded if name.startswith(f"{PACKAGE}.engines.")}
    assert engines <= {
        f"{PACKAGE}.engines.runtime{part}" for part in ("", ".gc_policy", ".ctrl_c", ".limits", ".memory")
    }


OFFERED = ("", ".language", ".errors")
"""What the docs, the template and the rulebooks import: the public API, the language with its parts, and the errors."""


def offered(module: str) -> bool:
    """Whether a module of the package is one that anybody may import."""
    return any(
        module == PACKAGE + part or (part and module.startswith(f"{PACKAGE}{part}.")) for part in OFFERED
    )


def imported_by(text: str) -> set[str]:
    """The package's modules that a file of Python imports; ``from queensbench import name`` is the package itself."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
            found |= {
                f"{PACKAGE}.{alias.name}" if f"{PACKAGE}.{alias.name}" in KNOWN else PACKAGE
                for alias in node.names
            }
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return {name for name in found if name.partition(".")[0] == PACKAGE}


def test_rulebooks_and_the_template_import_what_is_offered() -> None:
    files = [path for top in ("spec", "model", "properties") for path in (ROOT / top).rglob("*.py")]
    files += (ROOT / PACKAGE / "project" / "template").rglob("*.py.txt")
    assert len(files) > 100
    wrong = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in imported_by(path.read_text(encoding="utf-8"))
        if not offered(name)
    }
    assert sorted(wrong) == []


def test_the_docs_import_what_is_offered() -> None:
    said = re.compile(r"^(?:>>> )?[ ]*(?:from|import) (queensbench[\w.]*)(?: import (\w+))?", re.MULTILINE)
    pages = [*(ROOT / "docs" / "guide").glob("*.md"), ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    found = {
        (page.name, f"{module}.{name}" if f"{module}.{name}" in KNOWN else module)
        for page in pages
        for module, name in said.findall(page.read_text(encoding="utf-8"))
    }
    assert len(found) > 5
    assert sorted((page, module) for page, module in found if not offered(module)) == []


BELOW = ("errors", "api", "conformance", "rendering", "surfaces")
"""What a command may import: whatever it asks of engines and analyses it asks through the public API.

Engines under test stand above the API and ask through it as well.
"""
BOUNDS = f"{PACKAGE}.engines.runtime.limits"
"""Numbers, which help tells: no engine."""
NO_ENGINE = {
    "app": (
        "the process itself: Ctrl-C, garbage, whose project may run, what was left, and the file of an internal error",
        {
            "engines.runtime.ctrl_c",
            "engines.runtime.gc_policy",
            "engines.runtime.memory",
            "evidence.internal_errors",
            "project.trust",
            "readers.temporary",
        },
    ),
    "book": (
        "the rulings of registers, whose findings it has from the API",
        {"language.rulings", "project.checking", "project.projects"},
    ),
    "check": ("the small checker, which shares nothing with engines", {"evidence.checker"}),
    "clauses": ("texts", {"analyses.register_listing", "project.register.clauses"}),
    "conform": ("a check that a file can be written", {"evidence.plays"}),
    "documents": ("texts", {"analyses.documents", "project.checking", "project.projects"}),
    "evidence": ("files of the store", {"evidence.index", "evidence.store", "project.projects"}),
    "new": ("files of a new project", {"project.creating"}),
    "options": (
        "words, a check of names, and the limit of memory",
        {"engines.runtime.memory", "language.rulings", "project.register.entries"},
    ),
    "printing": (
        "the browser that prints: it ends with the command, and has a folder of its own; the pages, and the one it prints",
        {"engines.runtime.leash", "files.reading", "files.writing", "readers.temporary"},
    ),
    "rulings": ("texts", {"analyses.register_listing", "language.rulings"}),
    "seeds": ("texts", {"project.projects", "project.register.entries", "project.register.seeds"}),
    "seeds_diff": (
        "texts",
        {
            "analyses.traceability.editions",
            "files.reading",
            "project.projects",
            "project.register.editions",
            "project.register.entries",
            "project.register.seeds",
        },
    ),
    "serve": ("the file that is kept of an internal error", {"evidence.internal_errors"}),
    "step": (
        "where the schema is, and the file that is kept of an internal error",
        {"evidence.internal_errors", "project.projects"},
    ),
    "suite": ("which projects there are", {"project.projects"}),
    "trace": (
        "traceability: files, and what tests have noted",
        {
            "analyses.traceability.clauses_lock",
            "analyses.traceability.matrix",
            "analyses.traceability.report",
            "project.projects",
            "project.register.entries",
        },
    ),
}
"""The commands whose question is about texts, clauses, traceability or files: why, and what they import besides."""


def test_commands_have_no_way_to_engines_but_the_api() -> None:
    prefix = f"{PACKAGE}.surfaces.command"
    commands = {name.removeprefix(f"{prefix}."): name for name in graph() if name.startswith(f"{prefix}.")}
    assert len(commands) > 25
    assert set(NO_ENGINE) <= set(commands)
    for command, module in commands.items():
        found = {other for other in graph()[module] if other not in (PACKAGE, BOUNDS)}
        besides = {other.removeprefix(f"{PACKAGE}.") for other in found if layer(other) not in BELOW}
        assert besides == NO_ENGINE.get(command, ("", set()))[1], command
