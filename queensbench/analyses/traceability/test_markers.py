"""Which tests name which clauses by their marker, as their text says: no test is run for it."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from queensbench.files.reading import read_bytes
from queensbench.project.register.entries import did_you_mean

FOLDER = "tests"
SIGN = b"mark.clause("


def named(root: Path) -> dict[str, list[str]]:
    """By clause, as ``ruleset:clause``, where ``@pytest.mark.clause`` names it in the tests of a project.

    A place is ``file:line``.  A file that cannot be read, or is no Python, names none.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(_files(root / FOLDER)):
        with suppress(OSError, SyntaxError, ValueError):
            text = read_bytes(path)
            if SIGN in text:
                for clause, line in _marks(ast.parse(text)):
                    found.setdefault(clause, []).append(f"{path.relative_to(root).as_posix()}:{line}")
    return found


def _files(folder: Path) -> Iterator[Path]:
    """The files of tests, by the names that pytest looks for."""
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith("_test.py") or (name.startswith("test_") and name.endswith(".py")):
                yield Path(place, name)


def _marks(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The clauses that markers name, each with its line; a text that holds such a marker is none."""
    for node in (node for place in _places(tree.body) for node in ast.walk(place)):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="clause", value=ast.Attribute(attr="mark")), args=arguments
            ):
                for argument in arguments:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value, argument.lineno


def _places(body: Sequence[ast.stmt]) -> Iterator[ast.expr]:
    """Where markers stand: at functions and classes, and in what modules and classes assign."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from node.decorator_list
        if isinstance(node, ast.ClassDef):
            yield from _places(node.body)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            yield node.value


def unknown(clause: str, clauses: Mapping[str, set[str]]) -> str:
    """The fault in the name of a clause, with the nearest names; empty if a ruleset has it."""
    ruleset, _, short = clause.partition(":")
    if short in clauses.get(ruleset, ()):
        return ""
    known = sorted(clauses[ruleset]) if ruleset in clauses else sorted(clauses)
    near = did_you_mean(short if ruleset in clauses else ruleset, known)
    return f"names the clause {clause}, which does not exist; {near}"
