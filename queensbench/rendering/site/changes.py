"""Changes since an older report: each site has a small summary, and two of them are compared."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput
from queensbench.files.reading import read_text
from queensbench.rendering.site.front import Stand

FORMAT = "queensbench report 1"
FILE = "summary.json"
KINDS = {"clauses": "clause", "rulings": "ruling", "properties": "property"}
PAGES = {"clauses": "rulebook.html#{}", "rulings": "rulings.html#{}", "properties": "properties.html#{}"}


@dataclass(frozen=True)
class Changed:
    """A difference between a report and an older one: empty texts stand for what is not there."""

    kind: str
    name: str
    before: str
    now: str
    page: str


def summary(stands: Sequence[Stand], files: Sequence[str]) -> dict[str, Any]:
    """The summary of a site: by rulebook what is said of each clause, ruling and property; and its files."""
    return {
        "format": FORMAT,
        "rulebooks": {stand.facts.ruleset.name: _of(stand) for stand in stands},
        "files": sorted(files),
    }


def _of(stand: Stand) -> dict[str, dict[str, str]]:
    return {
        "clauses": {view.name: view.state for view in stand.clauses},
        "rulings": {view.name: view.matters for view in stand.rulings},
        "properties": {view.name: view.lock for view in stand.properties},
    }


def read(folder: Path) -> dict[str, Any]:
    """The summary of a site in a folder.  Raises BadInput where there is none."""
    path = folder / FILE
    try:
        data = json.loads(read_text(path))
    except OSError:
        raise BadInput(
            "no report is here", where=str(folder), remedy="name the folder of an older one"
        ) from None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT or not _whole(data):
        raise BadInput("is no summary of a report", where=str(path), remedy="write that report anew")
    return data


def _whole(data: Mapping[str, Any]) -> bool:
    """Whether a summary has the parts that are read."""
    books, files = data.get("rulebooks"), data.get("files")
    return (
        isinstance(books, dict)
        and isinstance(files, list)
        and all(isinstance(one, str) for one in files)
        and all(
            isinstance(book, dict)
            and all(isinstance(book.get(kind), dict) for kind in KINDS)
            and all(isinstance(text, str) for kind in KINDS for text in book[kind].values())
            for book in books.values()
        )
    )


def changed(
    before: Mapping[str, Any], now: Mapping[str, Any], ruleset: str, anchors: Mapping[str, str]
) -> list[Changed]:
    """The changes of a rulebook, clauses first.

    ``anchors``: of properties whose anchor is not their name.
    """
    older = before["rulebooks"].get(ruleset)
    newer = now["rulebooks"][ruleset]
    if older is None:
        return []
    found = []
    for kind, word in KINDS.items():
        for name in dict.fromkeys((*newer[kind], *older[kind])):
            was, is_ = older[kind].get(name, ""), newer[kind].get(name, "")
            if was != is_:
                anchor = anchors.get(name, name) if kind == "properties" else name
                found.append(Changed(word, name, was, is_, PAGES[kind].format(anchor) if is_ else ""))
    return found
