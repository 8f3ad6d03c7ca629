"""The screen of a command: tables on standard output, progress on the error stream of a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from textwrap import wrap
from types import MappingProxyType
from typing import Any

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from queensbench.engines.runtime.ctrl_c import Heard, insisting
from queensbench.errors import in_json, visible


def _visible(part: Any) -> Any:
    """A text of one style, or a part of another kind, as it may go to a terminal."""
    if isinstance(part, str):
        return visible(part)
    if isinstance(part, Text) and visible(part.plain) != part.plain:
        return Text(visible(part.plain), style=part.style)
    return part


class _Out(Console):
    """A console without markup and without coloured numbers; a closed pipe ends the command quietly."""

    def __init__(self, *, stderr: bool = False, width: int | None = None) -> None:
        super().__init__(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)

    def print(self, *objects: Any, **options: Any) -> None:
        """Print texts, in which characters that would steer a terminal are shown."""
        super().print(*map(_visible, objects), **options)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


RIGHT = ("states", "seconds", "choices", "steps", "games", "times", "readings", "characters")

FLOOR = 20  # no column is made narrower than this while its table can be laid out otherwise


class Screen:
    """The screen of a command: tables on standard output, progress on the error stream of a terminal."""

    def __init__(self, *, quiet: bool = False, as_json: bool = False) -> None:
        self.as_json = as_json
        columns = os.environ.get("COLUMNS", "")
        width = None if sys.stdout.isatty() else 140
        if columns.isdecimal() and int(columns):
            width = max(40, int(columns))
        self.out = _Out(width=width)
        self.err = _Out(stderr=True)
        self.live = not quiet and not as_json and sys.stderr.isatty()
        self.status: Any = None
        self.heard = Heard()
        self._named: Callable[[str], str] = str

    @contextmanager
    def named(self, names: Callable[[str], str]) -> Iterator[None]:
        """Put labels into all that is printed in the ``with`` block (:mod:`queensbench.rendering.names`)."""
        before, self._named = self._named, names
        try:
            yield
        finally:
            self._named = before

    def progress(self, text: str) -> None:
        """Show one line that changes while something takes long."""
        self.heard.ask()
        if not self.live:
            return
        text = visible(text)
        if self.status is None:
            self.status = self.err.status(Text(text))
            self.status.start()
        self.status.update(Text(text))

    def warn(self, text: str) -> None:
        """Write one line to the error stream; the command goes on."""
        self.done()
        with suppress(OSError):
            sys.stderr.write(f"queensbench: {visible(text)}\n")
            sys.stderr.flush()

    def done(self) -> None:
        """Take the progress line away."""
        if self.status is not None:
            self.status.stop()
            self.status = None

    @contextmanager
    def working(self, finished: Mapping[str, Sequence[Any]] = MappingProxyType({})) -> Iterator[None]:
        """Remove progress after the ``with`` block; Ctrl-C in it ends with 130, and says so.

        ``finished``: by their keys in the JSON object, lists of what has been found by then.  With ``--json`` they are
        printed; otherwise the command has printed them.  After SIGTERM and SIGHUP it puts their exit code in its place.
        """
        try:
            yield
        except KeyboardInterrupt:
            self.done()
            if self.as_json:
                self.json({**finished, "interrupted": True})
            elif any(finished.values()):
                self.interrupted()
            else:
                self.warn("interrupted before anything was found")
            raise typer.Exit(130) from None
        finally:
            self.done()

    @contextmanager
    def insisting(self) -> Iterator[None]:
        """Hold Ctrl-C back in the ``with`` block, where Python could lose it, and raise it at the next progress."""
        with insisting() as self.heard:
            yield

    def json(self, data: Any) -> None:
        """Print one JSON object."""
        sys.stdout.write(in_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n")

    def answer(self, data: Any) -> None:
        """Print one JSON object, if it was asked for."""
        if self.as_json:
            self.json(data)

    def text(self, text: str, indent: int = 0, *, hang: int = 2) -> None:
        """Print a paragraph, broken at the width; ``hang``: how much further its later lines go in."""
        for line in _wrapped(self._named(text), self.out.width - indent, hang):
            self.out.print(Text(" " * indent + line), soft_wrap=True)

    def line(self, text: str) -> None:
        """Print one line as it is, whatever its length: a path that is broken cannot be copied."""
        self.out.print(Text(text), soft_wrap=True)

    def head(self, text: str) -> None:
        """Print a heading."""
        for line in _wrapped(self._named(text), self.out.width, 2):
            self.out.print(Text(line, style="bold"), soft_wrap=True)

    def interrupted(self) -> None:
        """Print the last line after Ctrl-C."""
        self.head("Interrupted: what was finished stands above.")

    def table(self, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table.

        The first column is never broken: where it would leave too little room it stands on a line of its
        own, above the rest of its row.  An empty cell of it means the same as above.
        """
        if title:
            self.head(title)
        rows = [[visible(self._named(cell)) for cell in row] for row in rows]
        width = self.out.width
        lines = _table(columns, rows, width)
        if lines is None:
            below = _table(columns[1:], [row[1:] for row in rows], width - 2, force=True) or []
            lines = [[(columns[0], True)], *([("  " + text, bold) for text, bold in below[0]],)]
            for row, part in zip(rows, below[1:], strict=True):
                lines.append([(row[0], False)] * bool(row[0]) + [("  " + text, False) for text, _ in part])
        shown = [(text.rstrip(), bold) for block in lines for text, bold in block]
        for bold, some in groupby(shown, key=lambda line: line[1]):  # each print asks what the screen is like
            text = "\n".join(line for line, _ in some)
            self.out.print(Text(text, style="bold" if bold else ""), soft_wrap=True)
        self.out.print()


def _wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    lines: list[str] = []
    for part in visible(text).split("\n"):
        lines += wrap(part, width, subsequent_indent=" " * hang, break_on_hyphens=False) or [""]
    return lines


def _table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], width: int, *, force: bool = False
) -> list[list[tuple[str, bool]]] | None:
    """The lines of a table, those of a row together, each with whether it is bold; None if too wide."""
    cells = [list(columns), *(list(row) for row in rows)]
    widths = [max(1, *(cell_len(row[i]) for row in cells)) for i in range(len(columns))]
    words = [
        max(len(word) for row in cells for word in (row[i].split() or [""])) for i in range(len(columns))
    ]
    floors = [
        min(w, max(min(FLOOR, word), 1 if force else FLOOR)) for w, word in zip(widths, words, strict=True)
    ]
    if not force:
        floors[0] = widths[0]
    while sum(widths) + 2 * (len(widths) - 1) > width:
        spare = [(w, i) for i, w in enumerate(widths) if w > floors[i]]
        if not spare:
            if not force:
                return None
            break
        widths[max(spare)[1]] -= 1
    found = []
    for number, row in enumerate(cells):
        parts = [_wrapped(cell, w) for cell, w in zip(row, widths, strict=True)]
        block = []
        for at in range(max(map(len, parts))):
            line = ""
            for i, part in enumerate(parts):
                text = part[at] if at < len(part) else ""
                gap = " " * (widths[i] - cell_len(text))
                line += ("  " if i else "") + (gap + text if columns[i] in RIGHT else text + gap)
            block.append((line, number == 0))
        found.append(block)
    return found
