"""A file of JSON objects, one a line, to which a run adds what it finds, so that it goes on where it was cut short.

A line that was not finished is passed over, and ended before the next is written.  Where nothing can be written, the
run goes on and keeps nothing more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from queensbench.evidence.plays import write_atomic


class JsonLines:
    """The lines of one file.  ``path``: None, if nothing is kept.  ``fresh``: what was kept is removed."""

    def __init__(self, path: Path | None, *, fresh: bool = False) -> None:
        self.path = path
        self._end = ""  # ends a line that was not finished
        if path is not None and fresh:
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def read(self) -> list[dict[str, Any]]:
        """The lines that are whole; none of a file that is not there or is no text."""
        if self.path is None:
            return []
        try:
            text = self.path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return []
        self._end = "" if text.endswith("\n") or not text else "\n"
        found = []
        for line in text.splitlines():
            with suppress(ValueError):
                one = json.loads(line)
                if isinstance(one, dict):
                    found.append(one)
        return found

    def append(self, line: Mapping[str, Any]) -> None:
        """Write one line more, at once."""
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(self._end + json.dumps(line) + "\n")
            self._end = ""
        except OSError:
            self.path = None

    def replace(self, lines: Iterable[Mapping[str, Any]]) -> None:
        """Write these lines in place of all others, whole or not at all."""
        if self.path is None:
            return
        with suppress(OSError):
            write_atomic(self.path, "".join(f"{json.dumps(line)}\n" for line in lines))
            self._end = ""
