"""Sheets before print as Markdown, and as one page of HTML that needs nothing else and runs no script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from queensbench.evidence.plays import require_writable, write_atomic
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


@dataclass(frozen=True)
class Files:
    """The files that sheets are written to, None for none.  Raises BadInput for one that cannot be written."""

    markdown: Path | None
    html: Path | None

    def __post_init__(self) -> None:
        for file in filter(None, (self.markdown, self.html)):
            require_writable(file)

    @property
    def wanted(self) -> bool:
        """Whether there is any."""
        return self.markdown is not None or self.html is not None

    def write(self, sheets: Sequence[SheetWords]) -> None:
        """Write the files."""
        for file, text in ((self.markdown, markdown), (self.html, html)):
            if file is not None:
                write_atomic(file, text(sheets))


def markdown(sheets: Sequence[SheetWords]) -> str:
    """Sheets as Markdown; boards stand in it as text."""
    text = _environment().get_template("sheet.md").render(sheets=sheets)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def html(sheets: Sequence[SheetWords]) -> str:
    """Sheets as one page of HTML."""
    return _environment().get_template("sheet.html").render(sheets=sheets)
