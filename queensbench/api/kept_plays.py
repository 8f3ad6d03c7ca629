"""Plays that a project keeps: those of its book of rulings, and those that its store has of properties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from queensbench.analyses.traceability.passed import evidence
from queensbench.api.moves import Move
from queensbench.evidence.cache import play_of
from queensbench.evidence.keys import Sources
from queensbench.evidence.plays import Play as StoredSteps
from queensbench.language.modes import Mode
from queensbench.project import books
from queensbench.project.projects import Ruleset, rulings_of
from queensbench.rendering.book import entries

RULING, PROPERTY = "ruling", "property"


@dataclass(frozen=True)
class KeptPlay:
    """A play that a project keeps: of which ruling or property (``kind``, ``name``), on which instance, and its moves.

    ``readings``: the readings, by ruling, that are not the house's.  ``against``: of a ruling, the reading that is held
    against the house's.  ``shows``: what differs, or the verdict.  ``text``: the same in words.  ``current``: whether
    it is of today's rules, as far as that is known.

    >>> import queensbench as qb
    >>> plays = qb.load("queue4/standard").kept_plays()
    >>> [(one.against, one.moves[-1]) for one in plays if one.name == "stop_when"][0]
    ('until_placed', stop())
    """

    kind: str
    name: str
    against: str
    shows: str
    text: str
    instance: str
    readings: Mapping[str, str]
    moves: tuple[Move, ...]
    current: bool = True


def kept_plays(ruleset: Ruleset, mode: Mode, sources: Sources) -> list[KeptPlay]:
    """The plays that are kept about a mode: of rulings, as the book has them, and of properties.

    A play of an instance that no longer exists is left out.  Raises BadInput for a book that cannot be read.
    """
    path = books.findings_of(sources.root, ruleset)
    known = {one.name for one in mode.all_instances()}
    arise = {decl.name for decl in rulings_of(mode)}
    book = entries.read(path, ruleset) if path.exists() else ()
    of_rulings = _of_rulings(mode, [one for one in book if one.ruling in arise])
    found = [*of_rulings, *_of_properties(ruleset, mode, sources)]
    return [one for one in found if one.instance in known]


def _of_rulings(mode: Mode, findings: Any) -> Iterator[KeptPlay]:
    for finding in findings:
        told: list[Any] = []
        for one in (finding.play, finding.result_play, finding.at_full, *finding.depends):
            if one is None or one.mode != mode.name or any(one.same(other) for other in told):
                continue
            told.append(one)
            readings, moves = _told(mode, one.play)
            readings.pop(finding.ruling, None)
            yield KeptPlay(
                RULING, finding.ruling, one.against, one.kind, one.text, one.instance, readings, moves
            )


def _of_properties(ruleset: Ruleset, mode: Mode, sources: Sources) -> Iterator[KeptPlay]:
    """The shortest stored play of each property on each instance, of today's rules if there is one."""
    rows: dict[tuple[str, str], list[tuple[bool, int, Any, StoredSteps]]] = {}
    for name, verdicts in evidence([ruleset], sources)[ruleset.name].verdicts.items():
        for one in verdicts:
            data = one.play() if one.mode == mode.name and one.file is not None else None
            if data is None:
                continue
            try:
                play = play_of(data)
            except (LookupError, AttributeError, TypeError, ValueError):
                continue  # written by another version of the toolkit
            rows.setdefault((name, one.instance), []).append((not one.current, len(play.steps), one, play))
    for (name, instance), some in rows.items():
        older, _, verdict, play = min(some, key=lambda row: row[:2])
        readings, moves = _told(mode, play)
        yield KeptPlay(
            PROPERTY, name, "", verdict.verdict, verdict.ending, instance, readings, moves, not older
        )


def _told(mode: Mode, play: StoredSteps) -> tuple[dict[str, str], tuple[Move, ...]]:
    """The readings of a play that are not the house's, and its moves."""
    house = {decl.name: decl.house.name.lower() for decl in rulings_of(mode)}
    readings = {
        name: reading.lower()
        for name, reading in play.readings.items()
        if name in house and reading.lower() != house[name]
    }
    return readings, tuple(Move(step.name, dict(step.args)) for step in play.steps)


__all__ = ["PROPERTY", "RULING", "KeptPlay", "kept_plays"]
