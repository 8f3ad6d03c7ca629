"""The command ``queensbench seeds diff``: what a new edition of a document changes, and what that touches."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queensbench.errors import BadInput
from queensbench.register.editions import UnitChange, document, editions
from queensbench.register.seeds import BINDING, Manifest, find_documents, load_manifest

if TYPE_CHECKING:
    from queensbench.analyses.traceability.report import Touched
    from queensbench.analyses.traceability.stored_plays import Replay

VARIABLE = "QUEENSBENCH_DOCUMENTS"


def diff(
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="a document of the project, or a manifest's file")
    ],
    new: Annotated[
        Path | None,
        typer.Argument(
            metavar="[NEW]", help="the new edition: its manifest, or its text", show_default=False
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="DIR", help="the folder with the new text, instead of NEW", show_default=False
        ),
    ] = None,
    plays: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="plays in ITF to look at, beside those of the store", show_default=False
        ),
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            "--store", metavar="DIR", help="where verdicts are stored; `off`: nowhere", show_default=False
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object instead of text")] = False,
) -> None:
    """Compare two editions of a document: unit by unit, then what rests on the units that differ."""
    from queensbench.rendering.screen import Screen

    before = _old(old)
    changes = _changes(before, new, folder)
    touched, replays = _touched(before, changes, plays, store)
    screen = Screen(as_json=as_json)
    if as_json:
        screen.json(_json(before, changes, touched, replays))
    else:
        _print(screen, before, changes, touched, replays)
    raise typer.Exit(1 if changes else 0)


def _old(name: str) -> Manifest:
    """The manifest of a document of the project, or in a file."""
    from queensbench.project.projects import find_root
    from queensbench.register.entries import did_you_mean
    from queensbench.register.seeds import Manifests

    if name.endswith(".toml"):
        return load_manifest(Path(name))
    known = Manifests(find_root() / "seeds")
    if name not in known:
        raise BadInput(f"no document is called {name}", remedy=did_you_mean(name, known))
    return known[name]


def _changes(old: Manifest, new: Path | None, folder: Path | None) -> list[UnitChange]:
    if new is not None and folder is not None:
        raise BadInput("both NEW and --from name a new edition", remedy="leave one out")
    if new is not None and new.suffix == ".toml":
        return editions(old, load_manifest(new))
    if new is not None:
        try:
            return document(old, new.read_bytes().decode())
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
    return document(old, found[old.key].text)


def _touched(
    old: Manifest, changes: Sequence[UnitChange], folder: Path | None, store: str | None
) -> tuple[Touched, list[Replay]]:
    """What rests on the units that are reworded or gone, in the project as it is; and its plays, replayed."""
    from queensbench.analyses.traceability import stored_partings, stored_plays
    from queensbench.analyses.traceability.report import Touched, examined, leaves
    from queensbench.evidence.store import Store, place
    from queensbench.register import lock as locks
    from queensbench.register.lock import Lock, Node

    report = examined(store=store)
    roots = {Node("unit", old.key, change.id) for change in changes if change.how in ("reworded", "removed")}
    other = {
        node: replace(facts, sum=locks.UNSEEN) if node in roots else facts
        for node, facts in report.new.nodes.items()
    }
    nodes = list(locks.suspects(Lock(other, dict(report.new.links)), report.new))
    touched = leaves(Node("unit", old.key, ""), nodes, report.traced, report.evidence) if nodes else Touched()
    clauses = {(node.scope, node.name) for node in nodes if node.kind == "clause"}
    doubted = {(node.scope, node.name) for node in nodes if node.kind == "ruling"}
    replays = [
        replay
        for name, known in report.evidence.items()
        for replay in stored_plays.of_store(
            report.traced[name].ruleset,
            [row for row in known.plays() if any((name, clause) in clauses for clause in row.through)],
        )
    ]
    found = place(report.root, store) if clauses else None
    if found is not None:
        replays += [
            replay
            for name in sorted({scope for scope, _ in clauses})
            for ruling, replay in stored_partings.of_rulings(report.traced[name].ruleset, Store(found))
            if (name, ruling) in doubted or any((name, clause) in clauses for clause in replay.through)
        ]
    if folder is not None:
        replays += [
            replay
            for replay in stored_plays.of_folder(report.project, folder)
            if any((replay.ruleset, clause) in clauses for clause in replay.through)
        ]
    return touched, replays


# ------------------------------------------------------------------------------------------------- printing


def _told(change: UnitChange) -> str:
    if change.span is not None:
        return f"[{change.span[0]}, {change.span[1]}]"
    now = f", now {change.now}" if change.now else ""
    return f"{change.id} ({change.kind}, {change.place}{now})"


def _print(
    screen: Any, old: Manifest, changes: Sequence[UnitChange], touched: Touched, replays: Sequence[Replay]
) -> None:
    from queensbench.analyses.verdicts.words import count
    from queensbench.rendering.traceability_tables import touched_lines

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
    if touched:
        screen.head("What rests on the units that are reworded or gone")
        touched_lines(screen, touched)
    elif any(change.how in ("reworded", "removed") for change in changes):
        screen.text("No clause cites a unit that is reworded or gone.")
    other = [replay for replay in replays if replay.differs]
    if replays:
        screen.text(f"{count(len(replays), 'play')} replayed: {len(other)} now differently")
    for replay in other:
        screen.text(f"{replay.name}: was {replay.was}; now {replay.now}", 2)


def _json(
    old: Manifest, changes: Sequence[UnitChange], touched: Touched, replays: Sequence[Replay]
) -> dict[str, Any]:
    from queensbench.analyses.traceability.report import touched_json

    return {
        "document": old.key,
        "changes": [
            {
                "how": change.how,
                "unit": change.id,
                "now": change.now or change.id,
                "kind": change.kind,
                "place": change.place,
                "span": None if change.span is None else list(change.span),
            }
            for change in changes
        ],
        "touched": touched_json(touched),
        "replayed": [
            {"play": replay.name, "was": replay.was, "now": replay.now, "differs": replay.differs}
            for replay in replays
        ],
    }
