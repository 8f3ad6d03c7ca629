"""The command ``queensbench evidence``: what the store holds, whether it is whole, and how to empty it."""

from __future__ import annotations

import os
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
    if folder is None and OFF in (chosen, os.environ.get(VARIABLE)):
        raise BadInput(f"the store is {OFF}", where=VARIABLE, remedy="unset it, or name a folder by --store")
    if folder is None:
        raise BadInput("there is no folder of your own to store in", remedy="name one by --store")
    if folder.exists() and not folder.is_dir():
        raise BadInput("is no folder", where=str(folder), remedy="name the folder of a store")
    return Store(folder)


@app.command("list")
def list_(
    ruleset: Annotated[str, typer.Argument(metavar="[RULESET[/MODE]]", show_default=False)] = "",
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """List the stored verdicts, those of earlier rules and toolkits too."""
    from queensbench.evidence import index
    from queensbench.rendering import evidence_tables
    from queensbench.rendering.screen import Screen

    kept = _store(store)
    name, _, mode = ruleset.partition("/")
    rows = index.rows(kept, name, mode)
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json({"folder": str(kept.folder), "verdicts": rows, "unlisted": index.unlisted(kept)})
    else:
        evidence_tables.stored(screen, kept.folder, rows, index.unlisted(kept))


@app.command()
def verify(
    store: StorePlace = None,
    replay: Annotated[
        bool,
        typer.Option("--replay", help="replay the plays of today's rules too, which runs the project's code"),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Read every file: tell whose it is; what is damaged is named and set aside, and the exit code is 1."""
    from queensbench.evidence import index
    from queensbench.rendering import evidence_tables
    from queensbench.rendering.screen import Screen

    kept = _store(store)
    found = kept.verify()
    fault = index.verify(kept)
    replays = None
    if replay:
        from queensbench.api.stored_plays import replayed_verdicts

        replays = replayed_verdicts(store)
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json(evidence_tables.verified_data(kept.folder, found, fault, replays))
    else:
        evidence_tables.verified(screen, kept.folder, found, fault)
        if replays is not None:
            evidence_tables.replayed(screen, replays)
    raise typer.Exit(1 if found.damaged or fault or any(one.differs for one in replays or ()) else 0)


@app.command()
def clear(store: StorePlace = None, as_json: AsJson = False) -> None:
    """Remove all stored verdicts; the next audit computes them anew."""
    from queensbench.evidence import index
    from queensbench.rendering import evidence_tables
    from queensbench.rendering.screen import Screen

    kept = _store(store)
    removed = kept.clear()
    index.clear(kept)
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json({"folder": str(kept.folder), "removed": removed})
    else:
        evidence_tables.cleared(screen, kept.folder, removed)
