"""A store of verdicts as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.words import count
from queensbench.evidence.index import NAME
from queensbench.files.keyed_sums import Whose

if TYPE_CHECKING:
    from queensbench.analyses.traceability.stored_plays import Replay
    from queensbench.evidence.store import Verified
    from queensbench.rendering.screen import Screen


STRANGE = (Whose.OTHER, Whose.NOBODY)
"""Whose files are not believed, though they are whole."""


def stored(screen: Screen, folder: Path, rows: Sequence[Mapping[str, Any]], unlisted: int) -> None:
    """Print the stored verdicts as a table; ``unlisted``: how many files there are besides."""
    if unlisted:
        screen.text(
            f"{count(unlisted, 'file')} of another key or version in {_printed(folder)}: not believed, and not listed"
        )
    elif not rows:
        screen.text(f"Nothing is stored in {_printed(folder)}.")
    if not rows:
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


def verified(screen: Screen, folder: Path, found: Verified, index: str) -> None:
    """Print how many files are whole, and whose, and which are damaged; ``index``: the fault of the index, if any."""
    for path, fault in found.damaged:
        screen.text(f"{_printed(path)} is damaged: {fault}; set aside")
    if index:
        screen.text(f"{_printed(folder / NAME)} is damaged: {index}; made anew")
    strange = [f"{found.by[by]} of {by.value}" for by in STRANGE if found.by[by]]
    more = f" ({', '.join(strange)}: not believed)" if strange else ""
    whole = found.by.total()
    screen.text(f"{count(whole, 'file')} whole{more}, {len(found.damaged)} damaged in {_printed(folder)}")


def replayed(screen: Screen, replays: Sequence[Replay]) -> None:
    """Print how many stored plays go as they were stored, and each that does not."""
    others = [one for one in replays if one.differs]
    for one in others:
        screen.text(f"{one.name}: the stored play ended otherwise: {one.was}; now: {one.now}")
    screen.text(f"{count(len(replays), 'play')} of today's rules replayed, {len(others)} otherwise")


def verified_data(
    folder: Path, found: Verified, index: str, replays: Sequence[Replay] | None
) -> dict[str, Any]:
    """The check of a store, as data; ``replays``: None if nothing was replayed."""
    faults = [{"file": str(path), "fault": fault} for path, fault in found.damaged]
    whose = {by.value: found.by[by] for by in (Whose.OWN, *STRANGE)}
    whole = found.by.total()
    data = {"folder": str(folder), "whole": whole, "of": whose, "damaged": faults, "index": index}
    if replays is not None:
        data["plays"] = [
            {"name": one.name, "was": one.was, "now": one.now, "same": not one.differs} for one in replays
        ]
    return data


def cleared(screen: Screen, folder: Path, removed: int) -> None:
    """Print how many files were removed."""
    screen.text(f"{count(removed, 'file')} removed from {_printed(folder)}")


def _printed(folder: Path) -> str:
    """A folder, relative to the current one if it lies below."""
    here = Path.cwd()
    return str(folder.relative_to(here)) if folder.is_relative_to(here) else str(folder)
