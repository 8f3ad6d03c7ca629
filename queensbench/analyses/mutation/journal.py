"""What became of mutants, kept as soon as it is known, so that a run that was interrupted goes on where it ended.

One file for each stage of a run (a box explored, a box played): a line of JSON for each mutant.  The file is named by
everything that the outcome depends on, so that what was found of other rules is never read.  A line that was not
finished is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from queensbench.engines.mutate.exhaustive import Trial


class Journal:
    """The trials of one stage, by mutant.  ``path``: None, if nothing is kept."""

    def __init__(self, path: Path | None, *, fresh: bool = False) -> None:
        self.path = path
        self.known: dict[str, Trial] = {}
        self._end = ""  # ends a line that was not finished
        if path is None:
            return
        if fresh:
            with suppress(OSError):
                path.unlink(missing_ok=True)
        try:
            text = path.read_text("utf-8")
        except OSError:
            return
        self._end = "" if text.endswith("\n") or not text else "\n"
        for line in text.splitlines():
            with suppress(ValueError, TypeError, KeyError):
                one = json.loads(line)
                self.known[one["mutant"]] = _trial(one)

    def get(self, name: str) -> Trial | None:
        """What is known of a mutant."""
        return self.known.get(name)

    def put(self, name: str, trial: Trial) -> None:
        """Keep what became of a mutant; where nothing can be written, it is kept for this run alone."""
        self.known[name] = trial
        if self.path is None:
            return
        line = {
            "mutant": name,
            "outcome": trial.outcome,
            "by": list(trial.by),
            "what": trial.what,
            "play": list(trial.play),
            "gained": trial.gained,
        }
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(self._end + json.dumps(line) + "\n")
            self._end = ""
        except OSError:
            self.path = None


def _trial(one: Mapping[str, Any]) -> Trial:
    return Trial(
        str(one["outcome"]), tuple(one["by"]), str(one["what"]), tuple(one["play"]), bool(one["gained"])
    )
