"""Differences between two versions of a project's rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.analyses.versions import project_versions
from queensbench.analyses.versions.mode_versions import SAME, VersionSettings
from queensbench.api.given import checked, names_of, texts_of
from queensbench.api.results import Result, Table
from queensbench.project import projects, revisions, several


def _quiet(text: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True, kw_only=True)
class VersionDifferences(Result):
    """Two versions of a project compared; :meth:`to_json` is what ``queensbench diff --json`` prints.

    ``verdicts``: by mode ``same``, ``parts``, ``not seen``, ``open``, ``unlike``, ``added`` or ``removed``.
    ``code``: the exit code of the command, 0 where every mode is the same, 1 where one is not, 130 after Ctrl-C.

    >>> import queensbench as qb
    >>> found = qb.diff(".", ".", "queue4/standard")
    >>> dict(found.verdicts), found.code
    ({'queue4/standard': 'same'}, 0)
    """

    verdicts: Mapping[str, str]
    code: int

    @property
    def same(self) -> bool:
        """Whether every mode was shown to be the same."""
        return (
            self.code == 0
            and bool(self.verdicts)
            and all(verdict == SAME for verdict in self.verdicts.values())
        )

    def rows(self) -> Table:
        """Each mode with its verdict and the shortest play."""
        return ("mode", "verdict", "shown by", "difference"), [
            (
                mode["mode"],
                mode["verdict"],
                mode["how"],
                mode["play"]["text"] if mode["play"] else mode["reason"],
            )
            for mode in self.data["modes"]
        ]


@checked()
def diff(
    old: str | Path,
    new: str | Path = ".",
    paths: str | Sequence[str] = (),
    *,
    instances: str | Sequence[str] = (),
    readings: Mapping[str, Any] | None = None,
    budget: int = 300_000,
    games: int = 20_000,
    seed: int = 20_190_101,
    progress: Callable[[str], None] = _quiet,
) -> VersionDifferences:
    """Compare two versions of a project: which modes changed in meaning, and not only in text.

    ``old``, ``new``: folders, or commits, branches or tags of the repository that the current project stands in.
    ``paths``: rulesets and modes (none: all).  ``instances``: only these boxes, and games of the full one.
    ``readings``: by ruling, for both versions.  ``budget``: the most states of a box; ``games``: random games of the
    full box, from ``seed`` on.  The code of both versions runs.  Raises BadInput for an unknown name, and for what is
    no version.

    >>> import queensbench as qb
    >>> qb.diff(".", ".", "queue4/standard").same
    True
    """
    settings = VersionSettings(budget, games, seed, names_of(instances), tuple(texts_of(readings)))
    with several.kept(), ExitStack() as opened:
        folders = [opened.enter_context(revisions.opened(str(name))) for name in (old, new)]
        loaded = [projects.load(folder) for folder in folders]
        found = project_versions.differences(
            loaded[0], loaded[1], (str(old), str(new)), names_of(paths), settings, progress
        )
    return VersionDifferences(
        mode=", ".join(mode.path for mode in found.modes),
        instance="",
        data=found.to_json(),
        verdicts={mode.path: mode.verdict for mode in found.modes},
        code=found.code,
    )
