"""The book that is kept: drawn anew, its pages are those that lie in the documentation, and every play still parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from queensbench.project import projects
from queensbench.rendering.book import entries
from queensbench.rendering.book.pages import write_book, write_front

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "docs/rulings"
PROJECT = projects.load(ROOT)


def files(place: Path) -> dict[str, str]:
    return {
        str(p.relative_to(place)): p.read_text(encoding="utf-8")
        for p in sorted(place.rglob("*"))
        if p.is_file() and p.name != "graph.svg"
    }


@pytest.mark.parametrize("name", PROJECT.rulesets)
def test_findings_are_stored_as_they_are_read(name: str, tmp_path: Path) -> None:
    ruleset = PROJECT.ruleset(name)
    path = BOOK / ruleset.package / entries.FILE
    found = entries.read(path, ruleset)
    assert len(found) > 20
    entries.write(found, ruleset, tmp_path / "again.json", graph=entries.read_graph(path, ruleset))
    assert (tmp_path / "again.json").read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_book_is_of_today(tmp_path: Path) -> None:
    """After a change of the rules: `queensbench rulings --book docs/rulings --redraw`, or without `--redraw`."""
    for ruleset in PROJECT.rulesets.values():
        path = BOOK / ruleset.package / entries.FILE
        graph = entries.read_graph(path, ruleset)
        write_book(ruleset, entries.read(path, ruleset), tmp_path, graph=("", graph))
    write_front(PROJECT, tmp_path)
    assert files(tmp_path) == files(BOOK)


def test_the_book_is_small() -> None:
    assert sum(p.stat().st_size for p in BOOK.rglob("*") if p.is_file()) < 6_000_000
