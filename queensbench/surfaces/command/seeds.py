"""The command ``queensbench seeds``: the source documents, held against their manifests and shown to their owner."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queensbench.errors import BadInput
from queensbench.register.seeds import (
    Document,
    Manifest,
    Manifests,
    Report,
    Span,
    UnitKind,
    check,
    find_documents,
    unit_text,
)
from queensbench.surfaces.command.seeds_diff import diff

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

VARIABLE = "QUEENSBENCH_DOCUMENTS"
EXCERPT = 100  # most characters of a stretch of text in a line

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
    from queensbench.project.projects import did_you_mean

    for key in keys:
        if key not in manifests:
            raise BadInput(f"no document is called {key}", remedy=did_you_mean(key, manifests))
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
    from queensbench.analyses.verdicts.words import count
    from queensbench.rendering.screen import Screen

    chosen = _chosen(_manifests(), ())
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json({"documents": [_listed(manifest) for manifest in chosen]})
        return
    rows = []
    for manifest in chosen:
        kinds = ", ".join(f"{kind} {number}" for kind, number in _kinds(manifest).items())
        printings = f"; printings: {', '.join(manifest.printings)}" if manifest.printings else ""
        rows.append(
            (
                manifest.key,
                f"{manifest.title} ({manifest.publisher})",
                manifest.language,
                f"{manifest.length:,}",
                f"{len(manifest.units):,}: {kinds}{printings}",
            )
        )
    columns = ("document", "title", "language", "characters", "units")
    screen.table(count(len(rows), "document"), columns, rows)


def _kinds(manifest: Manifest) -> dict[str, int]:
    counted = Counter(unit.kind for unit in manifest.units)
    return {kind.value: counted[kind] for kind in UnitKind if counted[kind]}


def _listed(manifest: Manifest) -> dict[str, Any]:
    return {
        "key": manifest.key,
        "title": manifest.title,
        "publisher": manifest.publisher,
        "edition": manifest.edition,
        "language": manifest.language,
        "characters": manifest.length,
        "sha256": manifest.sha256,
        "file": manifest.file,
        "printings": list(manifest.printings),
        "units": len(manifest.units),
        "kinds": _kinds(manifest),
    }


# --------------------------------------------------------------------------------------------------- check


@app.command("check")
def check_(
    keys: Annotated[list[str] | None, typer.Argument(metavar="[KEY]...", show_default=False)] = None,
    folder: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Hold documents against their manifests: what is added, removed, changed, only moved, or in no unit."""
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
                "documents": [_report_json(report) for report in reports.values()],
            }
        )
    else:
        for key, report in reports.items():
            _print_report(screen, documents[key], report)
        for manifest in missing:
            screen.text(f"{manifest.key}: not in this folder; it is usually called {manifest.file}")
    raise typer.Exit(0 if clean else 1)


def _report_json(report: Report) -> dict[str, Any]:
    return {
        "key": report.key,
        "clean": report.clean,
        "exact": report.exact,
        "unchanged": len(report.unchanged),
        "moved": [
            {"id": unit.id, "fragments": [list(span) for span in unit.fragments]} for unit in report.moved
        ],
        "changed": list(report.changed),
        "removed": list(report.removed),
        "added": [list(span) for span in report.added],
        "uncovered": report.uncovered,
    }


def _print_report(screen: Screen, document: Document, report: Report) -> None:
    from queensbench.analyses.verdicts.words import count

    manifest = document.manifest
    units = count(len(manifest.units), "unit")
    same = "byte for byte the same text" if report.exact else "another text"
    if report.clean:
        screen.text(f"{report.key}: {units}, all where the manifest says; {same}")
        return
    screen.text(f"{report.key}: {same}; {len(report.unchanged):,} of {units} where the manifest says")
    for what, ids in (("changed", report.changed), ("removed", report.removed)):
        for id_ in ids:
            unit = manifest.by_id[id_]
            screen.text(f"{what}: {id_} ({unit.kind}, {unit.place})", 2)
    if report.moved:
        moved = _runs(manifest, [unit.id for unit in report.moved])
        screen.text(f"only moved: {count(len(report.moved), 'unit')}: {moved}", 2)
    for start, end in report.added:
        what = "in no unit" if report.exact else "added"
        screen.text(f"{what}: [{start}, {end}] {_excerpt(document.text[start:end])}", 2)
    if report.uncovered:
        screen.text(f"{count(report.uncovered, 'character')} of this text in no unit of the manifest", 2)


def _runs(manifest: Manifest, ids: Iterable[str]) -> str:
    """Units by their ids, with those that follow each other in the manifest as ``first to last``."""
    numbers = {unit.id: number for number, unit in enumerate(manifest.units)}
    runs: list[list[str]] = []
    for id_ in ids:
        if runs and numbers[id_] == numbers[runs[-1][-1]] + 1:
            runs[-1].append(id_)
        else:
            runs.append([id_])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def _excerpt(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= EXCERPT else f"{flat[:EXCERPT].rstrip()} ..."


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
    from queensbench.rendering.screen import Screen

    chosen = _chosen(_manifests(), [key])
    kinds = _wanted(kind)
    [document] = _found(folder, chosen).values()
    report = check(document.manifest, document.text)
    rows = _shown(document, report, kinds)
    screen = Screen(as_json=as_json)
    loose = list(report.added) if kinds is None else []
    if as_json:
        added = [{"fragment": list(span), "text": _text(document, [span])} for span in loose]
        screen.json({"key": key, "exact": report.exact, "units": rows, "in_no_unit": added})
        return
    for row in rows:
        printing = f", {row['printing']}" if row["printing"] else ""
        said = row["text"] if row["text"] is not None else "(not found in this text)"
        screen.text(f"{row['id']} {row['kind']} ({row['place']}{printing}): {said}", hang=5)
    for span in loose:
        screen.text(f"in no unit {list(span)}: {_text(document, [span])}", hang=5)


def _wanted(kinds: str | None) -> set[str] | None:
    """The kinds of a list with commas.  Raises BadInput with the nearest kinds."""
    from queensbench.project.projects import did_you_mean

    if kinds is None:
        return None
    wanted = [kind.strip() for kind in kinds.split(",")]
    for kind in wanted:
        if kind not in {member.value for member in UnitKind}:
            raise BadInput(f"no kind of unit is called {kind}", remedy=did_you_mean(kind, UnitKind))
    return set(wanted)


def _text(document: Document, fragments: Iterable[Span]) -> str:
    return unit_text(document.text, fragments)


def _shown(document: Document, report: Report, kinds: set[str] | None) -> list[dict[str, Any]]:
    """The units of these kinds with their text, which is None for one that the text does not hold."""
    manifest = document.manifest
    places: Mapping[str, Sequence[Span]] = {
        **{id_: manifest.by_id[id_].fragments for id_ in report.unchanged},
        **{unit.id: unit.fragments for unit in report.moved},
    }
    return [
        {
            "id": unit.id,
            "kind": unit.kind.value,
            "place": unit.place,
            "printing": unit.printing,
            "text": _text(document, places[unit.id]) if unit.id in places else None,
        }
        for unit in manifest.units
        if kinds is None or unit.kind in kinds
    ]


# ---------------------------------------------------------------------------------------------------- diff


app.command("diff")(diff)
