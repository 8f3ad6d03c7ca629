"""The command ``queensbench seeds``: the source documents, held against their manifests and shown to their owner."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.project.register.entries import require_known
from queensbench.project.register.seeds import (
    Document,
    Manifest,
    Manifests,
    Report,
    UnitKind,
    check,
    find_documents,
)
from queensbench.surfaces.command.seeds_diff import VARIABLE, diff

app = typer.Typer(
    rich_markup_mode=None,
    help="Source documents: list them, hold them against their manifests, show them, compare two editions.",
)

AsJson = Annotated[bool, typer.Option("--json", help="one JSON object instead of text")]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="DIR", help=f"the folder with the documents; else {VARIABLE}", show_default=False
    ),
]


@app.callback(invoke_without_command=True)
def seeds(context: typer.Context) -> None:
    """List the documents, unless told otherwise."""
    if context.invoked_subcommand is None:
        list_()


def _manifests() -> Manifests:
    """The manifests of the project here, which need not be loaded for this."""
    from queensbench.project.projects import find_root

    return Manifests(find_root() / "seeds")


def _chosen(manifests: Manifests, keys: Sequence[str]) -> list[Manifest]:
    """The manifests of these keys, each once, or all.  Raises BadInput with the nearest keys."""
    require_known("document", keys, list(manifests))
    return [manifests[key] for key in dict.fromkeys(keys or manifests)]


def _found(folder: Path | None, manifests: Sequence[Manifest]) -> dict[str, Document]:
    """The documents of these manifests in a folder; without one, in that of the environment."""
    named = os.environ.get(VARIABLE, "")
    if folder is None and not named:
        raise BadInput(
            "no folder of documents is named", remedy=f"write --from DIR, or set the variable {VARIABLE}"
        )
    place = folder or Path(named)
    documents = find_documents(place, manifests)
    if manifests and not documents:
        names = " or ".join(manifest.file for manifest in manifests)
        raise BadInput(
            f"holds none of {', '.join(manifest.key for manifest in manifests)}",
            where=str(place),
            remedy=f"name the folder that has {names}",
        )
    return documents


# ---------------------------------------------------------------------------------------------------- list


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the documents: title, language, length, and how many units of each kind."""
    from queensbench.rendering import seed_tables
    from queensbench.rendering.screen import Screen

    chosen = _chosen(_manifests(), ())
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json({"documents": [seed_tables.manifest_json(manifest) for manifest in chosen]})
        return
    seed_tables.documents(screen, chosen)


# --------------------------------------------------------------------------------------------------- check


@app.command("check")
def check_(
    keys: Annotated[list[str] | None, typer.Argument(metavar="[KEY]...", show_default=False)] = None,
    folder: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Hold documents against their manifests: what is added, removed, changed, only moved, or in no unit."""
    from queensbench.rendering import seed_tables
    from queensbench.rendering.screen import Screen

    chosen = _chosen(_manifests(), keys or ())
    documents = _found(folder, chosen)
    missing = [manifest for manifest in chosen if manifest.key not in documents]
    if keys and missing:
        raise BadInput(
            f"there is no document {missing[0].key}",
            where=str(folder or os.environ.get(VARIABLE)),
            remedy=f"put it there as {missing[0].file}",
        )
    screen = Screen(as_json=as_json)
    reports: dict[str, Report] = {}
    for key, document in documents.items():
        screen.progress(f"checking {key}")
        reports[key] = check(document.manifest, document.text)
    screen.done()
    clean = not missing and all(report.clean for report in reports.values())
    if as_json:
        screen.json(
            {
                "clean": clean,
                "missing": [manifest.key for manifest in missing],
                "documents": [seed_tables.report_json(report) for report in reports.values()],
            }
        )
    else:
        for key, report in reports.items():
            seed_tables.report(screen, documents[key], report)
        for manifest in missing:
            screen.text(f"{manifest.key}: not in this folder; it is usually called {manifest.file}")
    raise typer.Exit(0 if clean else 1)


# ---------------------------------------------------------------------------------------------------- show


@app.command()
def show(
    key: Annotated[str, typer.Argument(metavar="KEY")],
    folder: Folder = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND[,KIND]...", help="only units of these kinds")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a document that you own, unit by unit: id, kind, place, text."""
    from queensbench.rendering import seed_tables
    from queensbench.rendering.screen import Screen

    chosen = _chosen(_manifests(), [key])
    kinds = _wanted(kind)
    [document] = _found(folder, chosen).values()
    report = check(document.manifest, document.text)
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json(seed_tables.document_json(document, report, kinds))
    else:
        seed_tables.document(screen, document, report, kinds)


def _wanted(kinds: str | None) -> set[str] | None:
    """The kinds of a list with commas.  Raises BadInput with the nearest kinds."""
    if kinds is None:
        return None
    wanted = [kind.strip() for kind in kinds.split(",")]
    require_known("kind of unit", wanted, [member.value for member in UnitKind])
    return set(wanted)


# ---------------------------------------------------------------------------------------------------- diff


app.command("diff")(diff)
