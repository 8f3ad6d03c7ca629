"""Sheets before print as Markdown, and as one page of HTML that needs nothing else and runs no script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from queensbench.rendering.sheet.views import Picture, SheetWords

TEMPLATES = Path(__file__).parent / "templates"
MARKED = re.compile(r"([\\`*_\[\]<>|#$])")


@cache
def _environment() -> Environment:
    """The templates: what ends in ``.html`` escapes all that is put into it."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["plain"] = lambda text: MARKED.sub(r"\\\1", " ".join(str(text).split()))
    made.filters["picture"] = _svg
    return made


def _svg(picture: Picture) -> Markup:
    """A board as a picture of its own: its words are escaped where it is drawn."""
    return Markup(picture.svg)  # noqa: S704


def markdown(sheets: Sequence[SheetWords]) -> str:
    """Sheets as Markdown; boards stand in it as text."""
    text = _environment().get_template("sheet.md").render(sheets=sheets)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def html(sheets: Sequence[SheetWords]) -> str:
    """Sheets as one page of HTML."""
    return _environment().get_template("sheet.html").render(sheets=sheets)
