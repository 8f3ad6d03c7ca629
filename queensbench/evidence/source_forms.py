"""The text of a module without comments, docstrings and numbers of lines.

Two texts of one form do the same and are quoted alike, unless the project looks at its own text (:data:`LOOKS`); then
all of it counts.  A comment behind a string on one line counts, too: to tell it from the string would take longer than
it is worth.
"""

from __future__ import annotations

import ast
import re

OPENS = re.compile(
    r"\b(?:open|read_text|read_bytes|loadtxt|genfromtxt|get_data|files)\(|\b(?:tomllib|csv|json|sqlite3)\b"
)
"""Text that may open a file, a module of the project among them."""
LOOKS = re.compile(
    r"\b(?:inspect|linecache|traceback|tokenize|ast|warnings|logging)\b"
    r"|\b(?:__doc__|__file__|getdoc|_getframe|currentframe|__code__|__traceback__|lineno|f_lineno|co_\w+|tb_\w+)\b"
)
"""Text that may ask for docstrings, for lines of files, or for the text itself."""
STUDIES = re.compile(r"\bstudy\b")
ENDS = re.compile(r"\r\n|\r|\n")
"""What ends a line for Python; ``str.splitlines`` knows more ends, and would number the lines otherwise."""
LINES = re.compile(r"\.line\b(?!\[)")
"""Text that may ask a rule for its line, as a study can.  (An answer that names the file too shows that by itself.)"""


def looks_at_text(text: str) -> bool:
    """Whether a module may look at the text of modules, so that comments, docstrings and lines count."""
    return bool(LOOKS.search(text) or OPENS.search(text)) or (
        bool(STUDIES.search(text)) and bool(LINES.search(text))
    )


def form(text: bytes) -> bytes:
    """The form of a module: what Python runs, and the lines that messages quote; its text if it is none of Python's."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return text
    left_out: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
            for one in filter(_said, body):
                left_out.update(range(one.lineno, (one.end_lineno or one.lineno) + 1))
            node.body = [one for one in body if not _said(one)] or [ast.Pass()]  # type: ignore[attr-defined]
    lines = ENDS.split(text.decode("utf-8", "replace"))
    quoted = (_without_comment(line) for number, line in enumerate(lines, 1) if number not in left_out)
    return "\n".join([ast.dump(tree), *filter(None, quoted)]).encode()


def _said(node: ast.stmt) -> bool:
    """Whether a statement is a text alone: a docstring, or what is said of a name."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _without_comment(line: str) -> str:
    """A line with its white space collapsed, without a comment; one that may stand in a string is left."""
    code, _, _ = line.partition("#")
    return " ".join((line if "'" in code or '"' in code else code).split())
