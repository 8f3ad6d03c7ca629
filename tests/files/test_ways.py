"""All of the package reads and writes in one way: nobody else opens a file to write, or reads without looking first."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WRITERS = {
    "write_text",
    "write_bytes",
    "mkstemp",
    "NamedTemporaryFile",
    "rename",
    "symlink_to",
    "hardlink_to",
}
READERS = {"read_text", "read_bytes"}
OURS = {
    "surfaces/pytest/mutation.py": "files between two processes of one run, in a folder that is removed",
    "analyses/mutation/test_runs.py": "the same",
    "engines/confirm/questions.py": "the same",
    "engines/confirm/record.py": "the toolkit's own modules",
    "engines/runtime/compiling.py": "the same",
    "engines/runtime/pool.py": "the same",
    "conformance/adapters/adapter.py": "the standard output of an adapter",
    "conformance/skeleton.py": "the toolkit's own modules",
    "project/creating.py": "the same",
    "rendering/site/pages.py": "the same",
    "engines/layers/runs.py": "runs of states, which a level names when they are whole, with their checksums",
    "engines/layers/linking.py": "moves between states, in files of this run, with their checksums",
    "engines/runtime/memory.py": "what the system says of its processes",
    "readers/temporary.py": "the same",
    "__main__.py": "the standard streams of the process",
    "analyses/confirmation.py": "files of this run, in a folder that is removed",
}
"""Modules that read what nobody else can have put there, and why."""


def calls(path: Path) -> list[str]:
    """The calls of a module that read or write a file, by the method."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if isinstance(node.func, ast.Attribute) and name in WRITERS | READERS:
            found.append(name)
        texts = [
            one.value
            for one in [*node.args, *(k.value for k in node.keywords)]
            if isinstance(one, ast.Constant)
        ]
        if name in ("open", "fdopen") and any(
            isinstance(t, str) and set(t) & set("wax") and len(t) < 4 for t in texts
        ):
            found.append(f"{name} to write")
    return found


def test_files_are_read_and_written_in_one_way() -> None:
    others = {}
    for path in (ROOT / "queensbench").rglob("*.py"):
        name = path.relative_to(ROOT / "queensbench").as_posix()
        if not name.startswith(("files/", "_bundled/")) and (found := calls(path)):
            others[name] = found
    assert sorted(others) == sorted(OURS)
    writing = {name: set(found) - READERS for name, found in others.items() if set(found) - READERS}
    assert writing == {
        "surfaces/pytest/mutation.py": {"write_text", "fdopen to write"},
        "analyses/mutation/test_runs.py": {"write_text"},
        "conformance/adapters/adapter.py": {"fdopen to write"},
        "engines/layers/linking.py": {"open to write"},
        "engines/layers/runs.py": {"open to write"},
        "__main__.py": {"fdopen to write"},
    }
