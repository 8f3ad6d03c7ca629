"""The order of the package's layers: a layer imports only those before it, and nothing imports in a circle."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "queensbench"
LAYERS = (
    "errors", "language", "rules", "readers", "register", "project", "evidence",
    "engines", "analyses", "conformance", "api", "rendering", "surfaces", "__main__",
)  # fmt: skip
APART = {("readers", "register"), ("register", "readers")}
"""Layers side by side: neither imports the other."""


def modules() -> dict[str, Path]:
    """The package's modules by name; what a project is made from, and what a wheel bundles, are none."""
    found = {}
    for path in (ROOT / PACKAGE).rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if not {"template", "_bundled"} & set(parts):
            found[".".join(part for part in parts if part != "__init__")] = path
    return found


def imports(name: str, path: Path, known: set[str]) -> Iterator[str]:
    """The modules that one imports, inside functions and for types too; a package stands for its header."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, node.module or ""]).rstrip(".") if node.level else str(node.module)
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base


KNOWN = modules()
GRAPH = {name: set(imports(name, path, set(KNOWN))) & set(KNOWN) - {name} for name, path in KNOWN.items()}


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
        path for path in (ROOT / PACKAGE).iterdir() if not path.name.startswith(("__pycache__", "_bundled"))
    ]
    assert len(top) <= 15


def test_a_layer_imports_only_those_before_it() -> None:
    wrong = [
        f"{one} imports {other}"
        for one, others in GRAPH.items()
        for other in others
        if PACKAGE not in (one, other)
        and (LAYERS.index(layer(one)) < LAYERS.index(layer(other)) or (layer(one), layer(other)) in APART)
    ]
    assert wrong == []


def test_no_module_imports_in_a_circle() -> None:
    assert circle(GRAPH) == []


def test_no_package_imports_in_a_circle() -> None:
    rooms: dict[str, set[str]] = {}
    for one, others in GRAPH.items():
        rooms.setdefault(room(one), set()).update(room(other) for other in others if room(other) != room(one))
    assert circle(rooms) == []


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
        f"{PACKAGE}.engines.runtime{part}" for part in ("", ".gc_policy", ".ctrl_c", ".limits")
    }
