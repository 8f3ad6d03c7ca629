"""A store of verdicts as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.words import count

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen


def stored(screen: Screen, folder: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Print the stored verdicts as a table."""
    if not rows:
        screen.text(f"Nothing is stored in {_printed(folder)}.")
        return
    columns = ("what", "kind", "mode", "on", "verdict", "class", "seconds", "made")
    screen.table(
        f"{count(len(rows), 'unit')} of evidence in {_printed(folder)}",
        columns,
        [
            (
                row["name"] or row["kind"],
                row["kind"],
                f"{row['ruleset']}/{row['mode']}",
                row["instance"],
                row["verdict"],
                row["class"],
                f"{row['seconds']:.2f}",
                row["made"],
            )
            for row in rows
        ],
    )


def verified(screen: Screen, folder: Path, whole: int, damaged: Sequence[tuple[Path, str]]) -> None:
    """Print how many files are whole, and which are damaged."""
    for path, fault in damaged:
        screen.text(f"{_printed(path)} is damaged: {fault}; set aside")
    screen.text(f"{count(whole, 'file')} whole, {len(damaged)} damaged in {_printed(folder)}")


def cleared(screen: Screen, folder: Path, removed: int) -> None:
    """Print how many files were removed."""
    screen.text(f"{count(removed, 'file')} removed from {_printed(folder)}")


def _printed(folder: Path) -> str:
    """A folder, relative to the current one if it lies below."""
    here = Path.cwd()
    return str(folder.relative_to(here)) if folder.is_relative_to(here) else str(folder)
