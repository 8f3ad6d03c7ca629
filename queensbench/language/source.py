"""The author's source text: parsed files, and the text that stands at a place in them."""

from __future__ import annotations

import ast
import linecache
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import FrameType
from typing import Any, get_type_hints


def caller() -> str:
    """File and line of the innermost frame outside of the language and the standard library's plumbing."""
    frame = sys._getframe(1)
    while frame.f_back is not None and (
        frame.f_globals.get("__name__", "").startswith("queensbench.language")
        or frame.f_globals.get("__name__") in ("enum", "dataclasses")
    ):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def place_of(record: type, name: str = "") -> str:
    """File and line of a class, or of an annotation in it; its dotted name if there is no source text."""
    try:
        file = str(sys.modules[record.__module__].__file__)
        tree = parse(file)
    except (KeyError, OSError, AttributeError, SyntaxError):
        return f"{record.__module__}.{record.__name__}"
    best = f"{record.__module__}.{record.__name__}"
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == record.__name__:
            best = f"{file}:{node.lineno}"
            for part in node.body:
                if (
                    isinstance(part, ast.AnnAssign)
                    and isinstance(part.target, ast.Name)
                    and part.target.id == name
                ):
                    return f"{file}:{part.lineno}"
    return best


@lru_cache(maxsize=8192)
def _parse(file: str, text: str) -> ast.Module:
    return ast.parse(text, filename=file)


def parse(file: str) -> ast.Module:
    """The syntax tree of a file as it was loaded.  Raises OSError when the file cannot be read."""
    lines = linecache.getlines(file)
    if not lines:
        raise OSError(f"no source text: {file}")
    return _parse(file, "".join(lines))


@lru_cache(maxsize=8192)
def _functions(file: str, text: str) -> dict[str, list[ast.FunctionDef]]:
    found: dict[str, list[ast.FunctionDef]] = {}
    for node in ast.walk(_parse(file, text)):
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
    return found


def functions(file: str, name: str) -> list[ast.FunctionDef]:
    """The definitions of a name in a file as it was loaded, outer ones first.  Raises OSError as :func:`parse` does."""
    parse(file)
    return _functions(file, "".join(linecache.getlines(file))).get(name, [])


def answered_at(function: Callable[..., Any], args: Sequence[Any]) -> int:
    """The line of the ``return`` that answers a call.

    The call is made again to find it, so it must change nothing.  Without source text: the line of the first decorator.
    """
    code = function.__code__
    try:
        tree = parse(code.co_filename)
    except (OSError, SyntaxError):
        return code.co_firstlineno
    spans = {
        line: node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Return)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    last = code.co_firstlineno

    def inside(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal last
        if event == "line":  # behind the `return` of a `with` comes the line of the `with`
            last = spans.get(frame.f_lineno, last)
        return inside

    def entered(frame: FrameType, event: str, arg: object) -> Any:
        return inside if frame.f_code is code else None

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        function(*args)
    finally:
        sys.settrace(before)
    return last


def text_of(file: str, node: ast.AST) -> str:
    """The source text of a node on one line, white space collapsed, at most 80 characters; empty if there is none."""
    # As `ast.get_source_segment`, which would split the whole file anew for each node.
    places = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    first, begin, last, end = (getattr(node, place, None) for place in places)
    if first is None or begin is None or last is None or end is None:
        return ""
    lines = [line.encode() for line in linecache.getlines(file)[first - 1 : last]]
    if not lines:
        return ""
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][begin:]
    return short(b"".join(lines).decode())


def written(node: ast.AST) -> str:
    """The source of a node as Python writes it; dots where a number in it has too many digits for that."""
    try:
        return ast.unparse(node)
    except ValueError:
        return "..."


def hints_of(holder: Any, *, include_extras: bool = False) -> dict[str, Any]:
    """The annotations of a class or a function, as Python reads them.

    Python compiles each of them, and may warn of what stands there; whoever reads the types refuses it in words.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return get_type_hints(holder, include_extras=include_extras)


def short(text: str) -> str:
    """White space collapsed, and cut at 80 characters."""
    flat = " ".join(text.split())
    return flat if len(flat) <= 80 else flat[:77] + "..."


@lru_cache(maxsize=4096)
def line_text(file: str, line: int, call: str) -> str:
    """The text of the innermost call of a name that covers a line (``require(...)``), or else the line itself."""
    try:
        tree = parse(file)
    except (OSError, SyntaxError):
        return short(linecache.getline(file, line))
    best: ast.Call | None = None
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == call
            and node.lineno <= line <= (node.end_lineno or node.lineno)
        ):
            best = node
    return text_of(file, best) if best is not None else short(linecache.getline(file, line))
