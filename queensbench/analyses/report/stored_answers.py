"""The answers of audits that a report shows and the matrix of clauses does not: instances, random games, studies.

They are read from the store as they are; no engine runs.  An answer is *current* if its key is of today's rules, as far
as an audit has noted what these are; another is shown with that said beside it, or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.analyses.traceability.passed import Today, stored_file
from queensbench.evidence import index
from queensbench.evidence.cache import reading_names
from queensbench.evidence.keys import Sources
from queensbench.evidence.store import Store, place
from queensbench.project.projects import Ruleset

KINDS = ("instance", "study")
MOST = 4
"""So many answers to one question are looked through for one of today's rules."""


@dataclass(frozen=True)
class StoredAnswer:
    """An answer of an audit under the house readings: of which mode, to what (an instance, a study), and when."""

    kind: str
    mode: str
    name: str
    made: str
    current: bool
    payload: Mapping[str, Any]


def stored_answers(
    rulesets: Iterable[Ruleset], sources: Sources, *, chosen: str | None = None
) -> dict[str, list[StoredAnswer]]:
    """By ruleset the newest answers, of today's rules where there are such; none where there is no store."""
    folder = place(sources.root, chosen)
    store = None if folder is None else Store(folder)
    rows: list[dict[str, Any]] = []
    if store is not None:
        with suppress(OSError):
            rows = [row for row in index.rows(store) if row["kind"] in KINDS]
    found = {}
    for ruleset in rulesets:
        mine = [row for row in rows if row["ruleset"] == ruleset.name and row["mode"] in ruleset.modes]
        found[ruleset.name] = [] if store is None else _answers(ruleset, mine, store, sources)
    return found


def _answers(
    ruleset: Ruleset, rows: Sequence[Mapping[str, Any]], store: Store, sources: Sources
) -> list[StoredAnswer]:
    today = Today(ruleset, sources, store)
    house = {name: reading_names(mode, {}) for name, mode in ruleset.modes.items()}
    groups: dict[tuple[str, str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        if json.loads(row["reading"] or "{}") == house[row["mode"]]:
            name = row["instance"] if row["kind"] == "instance" else row["name"]
            groups.setdefault((row["kind"], row["mode"], name), []).append(row)
    found = []
    for (kind, mode, name), some in groups.items():
        newest = sorted(some, key=lambda row: str(row["made"]), reverse=True)[:MOST]
        read = [answer for row in newest if (answer := _answer(kind, mode, name, row, store, today))]
        chosen = next((answer for answer in read if answer.current), read[0] if read else None)
        if chosen is not None:
            found.append(chosen)
    return found


def _answer(
    kind: str, mode: str, name: str, row: Mapping[str, Any], store: Store, today: Today
) -> StoredAnswer | None:
    """The answer in a file of the store; None if that is damaged or gone."""
    digest = str(row["digest"])
    stored = stored_file(Path(store.folder, digest[:2], f"{digest}.json"))
    if stored is None or not isinstance(stored.get("payload"), dict):
        return None
    current = today.holds(stored["key"], mode)
    return StoredAnswer(kind, mode, name, str(row["made"]), current, stored["payload"])
