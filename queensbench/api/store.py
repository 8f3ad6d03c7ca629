"""The store of a game: where answers of engines are kept, and found again as long as what they rest on is the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from queensbench.evidence import cache
from queensbench.evidence.cache import Evidence
from queensbench.evidence.keys import Sources


class Store:
    """Where the answers of engines are kept: the same store that audits and the command use.

    Made by :meth:`Game.store`; a question that may take long takes it as ``store``.  Without one nothing is kept and
    nothing is taken from anywhere.  ``folder``: where it is (None: switched off, so that nothing is kept).

    >>> import queensbench as qb
    >>> qb.load("queue4/standard").store("off")
    <Store off>
    """

    def __init__(self, evidence: Evidence | None) -> None:
        self._evidence = evidence

    @property
    def folder(self) -> Path | None:
        """The folder of the store."""
        return None if self._evidence is None else self._evidence.store.folder

    def __repr__(self) -> str:
        return f"<Store {self.folder or 'off'}>"


def opened(sources: Sources, place: str | None, *, fresh: bool, warn: Callable[[str], None]) -> Store:
    """The store of a project, at a place or where it has its own."""
    return Store(cache.opened(sources, chosen=place, fresh=fresh, warn=warn))


def evidence_of(store: Store | None) -> Evidence | None:
    """What analyses ask for stored answers; None for none."""
    return None if store is None else store._evidence
