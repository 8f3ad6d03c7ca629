"""The author's source text: parsed files, and the text of a place in them."""

from __future__ import annotations

import ast
import linecache
from functools import lru_cache


@lru_cache(maxsize=512)
def _parse(file: str, text: str) -> ast.Module:
    return ast.parse(text, filename=file)


def parse(file: str) -> ast.Module:
    """The syntax tree of a file as it was loaded.  Raises OSError when the file cannot be read."""
    lines = linecache.getlines(file)
    if not lines:
        raise OSError(f"no source text: {file}")
    return _parse(file, "".join(lines))


def text_of(file: str, node: ast.AST) -> str:
    """The source text of a node on one line, with white space collapsed, at most 80 characters."""
    segment = ast.get_source_segment("".join(linecache.getlines(file)), node) or ""
    return short(segment)


def short(text: str) -> str:
    """White space collapsed, and cut at 80 characters."""
    flat = " ".join(text.split())
    return flat if len(flat) <= 80 else flat[:77] + "..."


@lru_cache(maxsize=4096)
def line_text(file: str, line: int, call: str) -> str:
    """The text of the call of a name that covers a line (``require(...)``), or the line itself."""
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
