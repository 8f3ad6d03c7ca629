"""What was measured already: a line of JSON for each trial, so that a run that was ended goes on where it was.

A trial is known by its part and its name.  Its line also says which code it was measured with; a trial of other code
is measured anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.processes import ROOT

CODE = ("queensbench", "model", "spec", "examples/engines", "tests/conformance")
"""The folders whose code a measurement rests on."""


def digest() -> str:
    """A digest of the code that is measured, and of what measures it."""
    whole = hashlib.sha256()
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".mjs", ".toml"):
                whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


class Journal:
    """The trials of one file, by part and name.  ``any_code``: those of other code count as well."""

    def __init__(self, path: Path | None, *, any_code: bool = False) -> None:
        self.path, self.code = path, digest()
        self.rows: dict[tuple[str, str], dict[str, Any]] = {}
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
        for line in lines:
            try:
                row = json.loads(line)
            except ValueError:
                continue  # the run was ended while it wrote
            if any_code or row["code"] == self.code:
                self.rows[row["part"], row["name"]] = row

    def __contains__(self, trial: tuple[str, str]) -> bool:
        return trial in self.rows

    def add(self, part: str, name: str, **what: Any) -> dict[str, Any]:
        """Keep a trial."""
        row = {"part": part, "name": name, "code": self.code, **what}
        self.rows[part, name] = row
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        return row

    def of(self, part: str) -> Iterator[dict[str, Any]]:
        """The trials of a part, as they were done."""
        return (row for (own, _), row in self.rows.items() if own == part)
