"""The outcomes of mutants, kept as soon as they are known, so that an interrupted run goes on where it ended.

One file for each stage of a run (a box explored, a box played), with a line for each mutant.  The file is named by
everything that the outcome depends on, and each line repeats that name under its keyed sum: a line that was brought
from the file of another stage is none of this one's, and its mutant is tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from queensbench.engines.mutate.exhaustive import Trial
from queensbench.evidence.json_lines import JsonLines


class Journal:
    """The trials of one stage by mutant.  ``path``: None if nothing is kept; ``warn``: told of entries it rejects."""

    def __init__(
        self, path: Path | None, *, fresh: bool = False, warn: Callable[[str], None] = lambda text: None
    ) -> None:
        self.file = JsonLines(path, fresh=fresh, warn=warn)
        self.stage = "" if path is None else path.stem
        self.known: dict[str, Trial] = {}
        for one in self.file.read():
            with suppress(ValueError, TypeError, KeyError):
                if one["stage"] == self.stage:
                    self.known[one["mutant"]] = _trial(one)

    def get(self, name: str) -> Trial | None:
        """The known trial of a mutant."""
        return self.known.get(name)

    def put(self, name: str, trial: Trial) -> None:
        """Keep the outcome of a mutant; where nothing can be written, it is kept for this run alone."""
        self.known[name] = trial
        self.file.append(
            {
                "stage": self.stage,
                "mutant": name,
                "outcome": trial.outcome,
                "by": list(trial.by),
                "what": trial.what,
                "play": list(trial.play),
                "gained": trial.gained,
            }
        )


def _trial(one: Mapping[str, Any]) -> Trial:
    return Trial(
        str(one["outcome"]), tuple(one["by"]), str(one["what"]), tuple(one["play"]), bool(one["gained"])
    )
