"""The sources of a sheet before print: the book of rulings, the documents, and the search for errata."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from queensbench.analyses.errata import ErrataOptions
from queensbench.analyses.errata_report import ErrataReport, Kept
from queensbench.analyses.errata_sheet import Sheet, Texts, judged_on, sheet
from queensbench.analyses.rulings.impact import Finding
from queensbench.api.analysis_results import Errata, report_of
from queensbench.api.loading import loaded
from queensbench.api.store import Store, evidence_of
from queensbench.api.strength import search_errata
from queensbench.project.projects import Ruleset
from queensbench.rendering.book import entries
from queensbench.rendering.sheet.views import SheetWords, as_data, sheet_words

__all__ = ["BeforePrint", "SheetWords"]


class BeforePrint:
    """The sheets of some rulesets and modes of the project here.

    ``documents``: the folder of the documents whose sentences are to stand in them (None: none).  Raises BadInput for
    an unknown path, for a path that is no folder, and for a book that cannot be read.
    """

    def __init__(self, paths: Sequence[str], documents: Path | None = None) -> None:
        self.paths = tuple(paths)
        self.project = loaded(paths=paths)[0]
        self.modes: dict[Ruleset, list[str]] = {}
        for ruleset, mode in self.project.selected(paths):
            self.modes.setdefault(ruleset, []).append(mode.name)
        manifests = {
            key: one.manifests[key]
            for one in self.modes
            if one.clauses is not None
            for key in one.clauses.documents
        }
        self.texts = Texts.of(documents, manifests.values())

    @cached_property
    def found(self) -> Mapping[Ruleset, Mapping[str, Finding]]:
        """The findings about the rulings in the project's book; none for rulesets without a book."""
        return {one: entries.kept(self.project.root, one) for one in self.modes}

    @property
    def without_book(self) -> list[str]:
        """The rulesets that have rulings and no book of them."""
        return [one.name for one, found in self.found.items() if one.rulings and not found]

    @property
    def readings(self) -> dict[str, list[tuple[str, str]]]:
        """The rulings whose readings are to be judged, each with an instance, by ``ruleset/mode``."""
        wanted: dict[str, list[tuple[str, str]]] = {}
        for ruleset, found in self.found.items():
            wanted |= judged_on(ruleset, found.values())
        return wanted

    def search(
        self,
        *,
        size: int,
        count: int,
        states: int,
        budget: int,
        seconds: float,
        instances: Sequence[str],
        properties: Sequence[str],
        store: Store,
        progress: Callable[[str], None],
    ) -> Iterator[Errata]:
        """Search for errata, and judge the readings of what stands in the sheets; options as of `queensbench.errata`.

        With ``instances`` or ``properties`` given, it searches and judges no readings.
        """
        options = ErrataOptions(
            size=size,
            count=count,
            states=states,
            budget=budget,
            seconds=seconds,
            instances=instances,
            properties=properties,
            readings={} if instances or properties else self.readings,
            progress=progress,
            evidence=evidence_of(store),
        )
        return search_errata(self.paths, options)

    def sheets(self, errata: Iterable[Errata]) -> list[tuple[Sheet, list[ErrataReport]]]:
        """The sheets of the rulesets that have a book, each with what was found of its modes."""
        reports = [report_of(one) for one in errata]
        out = []
        for ruleset, found in self.found.items():
            mine = [one for one in reports if one.ruleset == ruleset.name]
            kept: dict[tuple[str, str], Kept] = {}
            for one in mine:
                kept |= one.kept
            whole = set(self.modes[ruleset]) == set(ruleset.modes)
            if found:
                out.append(
                    (sheet(ruleset, found, kept, self.texts, () if whole else self.modes[ruleset]), mine)
                )
        return out

    def data(self, sheets: Iterable[tuple[Sheet, list[ErrataReport]]]) -> list[dict[str, Any]]:
        """Sheets as data."""
        return [as_data(one, self.texts.notes) for one, _ in sheets]

    def words(self, sheets: Iterable[tuple[Sheet, list[ErrataReport]]]) -> list[SheetWords]:
        """Sheets in words, boards included."""
        return [sheet_words(one, reports, self.texts.notes) for one, reports in sheets]
