"""Answers that other machines find: as they come back, and as they are kept here."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.evidence.cache import Evidence
from queensbench.evidence.keys import Key
from queensbench.evidence.store import Store


@dataclass(frozen=True)
class FoundAnswer:
    """An answer as it comes back: its key, its payload for the store, and itself, pickled."""

    key: str
    payload: Any
    answer: bytes


class Hearing:
    """The answers that a process has found since it was last asked for them."""

    def __init__(self) -> None:
        self._found: list[FoundAnswer] = []

    def heard(self, key: Key, payload: Any, answer: Any) -> None:
        """Take in an answer, as ``heard`` of :class:`~queensbench.evidence.cache.Evidence` gets it."""
        self._found.append(FoundAnswer(key.text, payload, pickle.dumps(answer)))

    def forget(self) -> None:
        """Drop what was found."""
        self._found.clear()

    def taken(self) -> list[FoundAnswer]:
        """All that was found, which is dropped here."""
        found = list(self._found)
        self._found.clear()
        return found


class Beside(Store):
    """The store of the process that asks: a worker reads from it, if it can see it, and never writes to it."""

    def put(self, key: Key, payload: Any, *, text: Callable[[], str] = str) -> bool:
        """Write nothing."""
        return False

    def set_aside(self, path: Path, text: bytes | None) -> Path | None:
        """Leave a damaged file to the process that asks."""
        return None


def keep(found: Sequence[FoundAnswer], package: str, evidence: Evidence) -> None:
    """Store answers about a ruleset's ``package`` as if they were found here, and have them at hand for this run."""
    store, sources = evidence.store, evidence.sources
    for one in found:
        key = Key.of(json.loads(one.key))
        if store.writable and evidence.settled():
            store.put(key, one.payload, text=lambda: sources.content(package))
        evidence.elsewhere[key.digest] = one.answer
