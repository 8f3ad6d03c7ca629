"""The text of a module as Python runs it: without comments, docstrings and lines.

Two texts of one form do the same, unless the project looks at its own text (:data:`LOOKS`); then all of that counts.
"""

from __future__ import annotations

import ast
import re

LOOKS = re.compile(
    r"\b(?:inspect|linecache|traceback|tokenize|ast|warnings|logging)\b"
    r"|\b(?:__doc__|getdoc|_getframe|currentframe|__code__|__traceback__|lineno|f_lineno|co_\w+|tb_\w+)\b"
)
"""Text that may ask for docstrings, for lines of files, or for the text itself."""
STUDIES = re.compile(r"\bstudy\b")
LINES = re.compile(r"\.line\b(?!\[)")
"""Where there are studies, a rule may be asked for its line.  (Where a file is told as well, the answer shows that.)"""


def looks_at_text(text: str) -> bool:
    """Whether a module may look at the text of modules, so that comments, docstrings and lines count."""
    return bool(LOOKS.search(text)) or (bool(STUDIES.search(text)) and bool(LINES.search(text)))


def form(text: bytes) -> bytes:
    """The form of a module; its text if it is none of Python's."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return text
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
            node.body = [one for one in body if not _said(one)] or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.dump(tree).encode()


def _said(node: ast.stmt) -> bool:
    """Whether a statement is a text alone: a docstring, or what is said of a name."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
