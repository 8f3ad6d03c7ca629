"""The command ``queensbench evidence``: what the store holds, whether it is whole, and how to empty it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Stored verdicts: list them, verify their files, remove them.",
)

AsJson = Annotated[bool, typer.Option("--json", help="one JSON object instead of tables")]
StorePlace = Annotated[
    str | None, typer.Option("--store", metavar="DIR", help="the store, if it is not the project's")
]


@app.callback()
def evidence() -> None:
    """List, verify or remove what audits have stored."""


def _store(chosen: str | None) -> Any:
    """The store of the project here, which need not be loaded for this.  Raises BadInput."""
    from queensbench.errors import BadInput
    from queensbench.evidence.store import OFF, VARIABLE, Store, place
    from queensbench.project.projects import find_root

    folder = place(find_root() if not chosen else Path(), chosen)
    if folder is None:
        raise BadInput(f"the store is {OFF}", where=VARIABLE, remedy="unset it, or name a folder by --store")
    return Store(folder)


def _printed(folder: Path) -> str:
    """A folder as a person here would write it."""
    here = Path.cwd()
    return str(folder.relative_to(here)) if folder.is_relative_to(here) else str(folder)


@app.command("list")
def list_(
    ruleset: Annotated[str, typer.Argument(metavar="[RULESET[/MODE]]", show_default=False)] = "",
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """List the stored verdicts, those of earlier rules and toolkits too."""
    import sqlite3

    from queensbench.analyses.verdicts.words import count
    from queensbench.evidence import index
    from queensbench.rendering.screen import Screen

    kept = _store(store)
    name, _, mode = ruleset.partition("/")
    try:
        rows = index.rows(kept, name, mode)
    except sqlite3.Error as error:  # not even in memory
        raise OSError(0, str(error), str(kept.folder)) from None
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json({"folder": str(kept.folder), "verdicts": rows})
        return
    if not rows:
        screen.text(f"Nothing is stored in {_printed(kept.folder)}.")
        return
    columns = ("what", "kind", "mode", "on", "verdict", "class", "seconds", "made")
    screen.table(
        f"{count(len(rows), 'unit')} of evidence in {_printed(kept.folder)}",
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


@app.command()
def verify(store: StorePlace = None, as_json: AsJson = False) -> None:
    """Read every file: what is damaged is named and set aside, and the exit code is 1."""
    from queensbench.analyses.verdicts.words import count
    from queensbench.rendering.screen import Screen

    kept = _store(store)
    whole, damaged = kept.verify()
    screen = Screen(as_json=as_json)
    if as_json:
        faults = [{"file": str(path), "fault": fault} for path, fault in damaged]
        screen.json({"folder": str(kept.folder), "whole": whole, "damaged": faults})
    else:
        for path, fault in damaged:
            screen.text(f"{_printed(path)} is damaged: {fault}; set aside")
        screen.text(f"{count(whole, 'file')} whole, {len(damaged)} damaged in {_printed(kept.folder)}")
    raise typer.Exit(1 if damaged else 0)


@app.command()
def clear(store: StorePlace = None, as_json: AsJson = False) -> None:
    """Remove all stored verdicts; the next audit computes them anew."""
    from queensbench.analyses.verdicts.words import count
    from queensbench.evidence import index
    from queensbench.rendering.screen import Screen

    kept = _store(store)
    removed = kept.clear()
    index.clear(kept)
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json({"folder": str(kept.folder), "removed": removed})
    else:
        screen.text(f"{count(removed, 'file')} removed from {_printed(kept.folder)}")
