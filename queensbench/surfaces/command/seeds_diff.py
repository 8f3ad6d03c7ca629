"""The command ``queensbench seeds diff``: what a new edition of a document changes, and what that touches."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.files.reading import read_bytes
from queensbench.project.register import editions as changes_of
from queensbench.project.register.editions import UnitChange
from queensbench.project.register.seeds import Manifest, find_documents, load_manifest
from queensbench.surfaces.command.options import StorePlace

VARIABLE = "QUEENSBENCH_DOCUMENTS"


Old = Annotated[str, typer.Argument(metavar="OLD", help="a document of the project, or a manifest's file")]
New = Annotated[
    Path | None,
    typer.Argument(metavar="[NEW]", help="the new edition: its manifest, or its text", show_default=False),
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="DIR", help="the folder with the new text, instead of NEW", show_default=False
    ),
]
Plays = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="plays in ITF to look at, beside those of the store", show_default=False
    ),
]


def diff(
    old: Old,
    new: New = None,
    *,
    folder: Folder = None,
    plays: Plays = None,
    store: StorePlace = None,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object instead of text")] = False,
) -> None:
    """Compare two editions of a document: unit by unit, then what rests on the units that differ."""
    from queensbench.analyses.traceability import editions
    from queensbench.rendering import seed_tables
    from queensbench.rendering.screen import Screen

    before = _old(old)
    changes = _changes(before, new, folder)
    found = editions.impact(before, changes, plays, store)
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json(seed_tables.edition_json(found))
    else:
        seed_tables.edition(screen, found)
    raise typer.Exit(1 if changes else 0)


def _old(name: str) -> Manifest:
    """The manifest of a document of the project, or in a file."""
    from queensbench.project.projects import find_root
    from queensbench.project.register.entries import require_known
    from queensbench.project.register.seeds import Manifests

    if name.endswith(".toml"):
        return load_manifest(Path(name))
    known = Manifests(find_root() / "seeds")
    require_known("document", [name], list(known))
    return known[name]


def _changes(old: Manifest, new: Path | None, folder: Path | None) -> list[UnitChange]:
    """The changes to the edition that is named: a manifest, a text, or a folder with the text.  Raises BadInput."""
    if new is not None and folder is not None:
        raise BadInput("both NEW and --from name a new edition", remedy="leave one out")
    if new is not None and new.suffix == ".toml":
        return changes_of.editions(old, load_manifest(new))
    if new is not None:
        try:
            return changes_of.document(old, read_bytes(new).decode())
        except UnicodeDecodeError as error:
            fault = f"not UTF-8 at byte {error.start}"
            raise BadInput(fault, where=str(new), remedy="save the document as UTF-8") from None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise BadInput(
                f"cannot be read: {reason}", where=str(new), remedy="name a manifest or a text"
            ) from None
    place = folder or Path(os.environ.get(VARIABLE, ""))
    if not str(place).strip("."):
        raise BadInput("nothing says which edition is the new one", remedy="name NEW, or write --from DIR")
    found = find_documents(place, [old])
    if old.key not in found:
        raise BadInput(
            f"there is no document {old.key}", where=str(place), remedy=f"put it there as {old.file}"
        )
    return changes_of.document(old, found[old.key].text)
