"""Source documents in tables and as text: their units, their manifests, the changes of a new edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.analyses.traceability.report import touched_json
from queensbench.analyses.verdicts.words import count
from queensbench.project.register.seeds import BINDING, Document, Manifest, Report, Span, UnitKind, unit_text
from queensbench.rendering.traceability_tables import touched_lines

if TYPE_CHECKING:
    from queensbench.analyses.traceability.editions import EditionImpact
    from queensbench.project.register.editions import UnitChange
    from queensbench.rendering.screen import Screen


EXCERPT = 100  # most characters of a stretch of text in a line


def documents(screen: Screen, chosen: Sequence[Manifest]) -> None:
    """Print documents as a table: title, language, length in characters, and how many units of each kind."""
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


def document_json(document: Document, report: Report, kinds: set[str] | None) -> dict[str, Any]:
    """The text of a document by unit, as the command prints it with ``--json``; ``kinds``: only units of these."""
    return {
        "key": document.manifest.key,
        "exact": report.exact,
        "units": _units(document, report, kinds),
        "in_no_unit": [
            {"fragment": list(span), "text": _text(document, [span])} for span in _loose(report, kinds)
        ],
    }


def document(screen: Screen, document: Document, report: Report, kinds: set[str] | None) -> None:
    """Print the text of a document by unit; ``kinds``: only units of these."""
    for row in _units(document, report, kinds):
        printing = f", {row['printing']}" if row["printing"] else ""
        said = row["text"] if row["text"] is not None else "(not found in this text)"
        screen.text(f"{row['id']} {row['kind']} ({row['place']}{printing}): {said}", hang=5)
    for span in _loose(report, kinds):
        screen.text(f"in no unit {list(span)}: {_text(document, [span])}", hang=5)


def _loose(report: Report, kinds: set[str] | None) -> list[Span]:
    """The stretches of text that stand in no unit; none where only units of some kinds are asked for."""
    return list(report.added) if kinds is None else []


def _kinds(manifest: Manifest) -> dict[str, int]:
    counted = Counter(unit.kind for unit in manifest.units)
    return {kind.value: counted[kind] for kind in UnitKind if counted[kind]}


def manifest_json(manifest: Manifest) -> dict[str, Any]:
    """The manifest of a document, as the command prints it with ``--json``."""
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


def report_json(report: Report) -> dict[str, Any]:
    """How a document differs from its manifest, as the command prints it with ``--json``."""
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


def report(screen: Screen, document: Document, report: Report) -> None:
    """Print how a document differs from its manifest."""
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


def _text(document: Document, fragments: Iterable[Span]) -> str:
    return unit_text(document.text, fragments)


def _units(document: Document, report: Report, kinds: set[str] | None) -> list[dict[str, Any]]:
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


def edition(screen: Screen, found: EditionImpact) -> None:
    """Print what a new edition changes, what rests on that, and the plays that now go otherwise."""
    old, changes = found.old, found.changes
    if not changes:
        screen.text(f"{old.key}: {count(len(old.units), 'unit')}, all the same")
        return
    how = Counter(change.how for change in changes)
    screen.head(f"{old.key}: {', '.join(f'{number} {what}' for what, number in how.items())}")
    for change in changes:
        screen.text(f"{change.how}: {_told(change)}", 2)
    binding = [c for c in changes if c.how == "added" and c.kind in {kind.value for kind in BINDING}]
    if binding:
        screen.text(
            f"{count(len(binding), 'unit')} to be stated by a clause: {', '.join(c.id for c in binding)}"
        )
    if found.touched:
        screen.head("What rests on the units that are reworded or gone")
        touched_lines(screen, found.touched)
    elif any(change.how in ("reworded", "removed") for change in changes):
        screen.text("No clause cites a unit that is reworded or gone.")
    other = [replay for replay in found.replays if replay.differs]
    if found.replays:
        screen.text(f"{count(len(found.replays), 'play')} replayed: {len(other)} now differently")
    for replay in other:
        screen.text(f"{replay.name}: was {replay.was}; now {replay.now}", 2)


def _told(change: UnitChange) -> str:
    """The place of a change: its stretch of the text, or its unit."""
    if change.span is not None:
        return f"[{change.span[0]}, {change.span[1]}]"
    now = f", now {change.now}" if change.now else ""
    return f"{change.id} ({change.kind}, {change.place}{now})"


def edition_json(found: EditionImpact) -> dict[str, Any]:
    """The changes of a new edition and their reach, as the command prints them with ``--json``."""
    return {
        "document": found.old.key,
        "changes": [
            {
                "how": change.how,
                "unit": change.id,
                "now": change.now or change.id,
                "kind": change.kind,
                "place": change.place,
                "span": None if change.span is None else list(change.span),
            }
            for change in found.changes
        ],
        "touched": touched_json(found.touched),
        "replayed": [
            {"play": replay.name, "was": replay.was, "now": replay.now, "differs": replay.differs}
            for replay in found.replays
        ],
    }
