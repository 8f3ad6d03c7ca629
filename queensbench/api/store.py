"""The store of a game: where answers of engines are kept, and found again as long as what they rest on is the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from queensbench.api.loading import loaded
from queensbench.errors import BadInput
from queensbench.evidence import cache
from queensbench.evidence.cache import Evidence
from queensbench.evidence.keys import Sources
from queensbench.language.records import shown
from queensbench.project.projects import Project, Ruleset

if TYPE_CHECKING:
    from queensbench.api.results import Verdicts


class Store:
    """Where the answers of engines are kept: the same store that audits and the command use.

    Made by :meth:`Game.store`; a question that may take long takes it as ``store``.  Without one nothing is kept and
    nothing is taken from anywhere.  ``folder``: where it is (None: switched off, so that nothing is kept).

    >>> import queensbench as qb
    >>> qb.load("queue4/standard").store("off")
    <Store off>
    """

    def __init__(self, evidence: Evidence | None, rulesets: Mapping[str, Ruleset]) -> None:
        self._evidence = evidence
        self._rulesets = rulesets

    @property
    def folder(self) -> Path | None:
        """The folder of the store."""
        return None if self._evidence is None else self._evidence.store.folder

    @property
    def fresh(self) -> bool:
        """Whether no stored answer is taken."""
        return self._evidence is not None and self._evidence.store.fresh

    def require_agreement(self, found: Verdicts) -> None:
        """Raise InternalError where a proof of :meth:`Session.prove` contradicts a verdict that is stored."""
        from queensbench.analyses.single_proofs import require_agreement
        from queensbench.api.results import Verdicts

        given: object = found
        if not isinstance(given, Verdicts):
            raise BadInput(f"{shown(given)} are no verdicts", remedy="give what `Session.prove` has found")
        require_agreement(found.data, self._evidence, self._rulesets)

    def __repr__(self) -> str:
        return f"<Store {self.folder or 'off'}>"


def store_at(
    project: Project,
    sources: Sources | None,
    place: str | Path | None,
    *,
    fresh: bool,
    warn: Callable[[str], None],
) -> Store:
    """See :meth:`Game.store`; ``sources``: the project's files as they were before it was loaded, if that is known."""
    if sources is None:
        warn("the project was not loaded by `queensbench.load`: no answer is stored")
        return Store(None, project.rulesets)
    chosen = None if place is None else str(place)
    return Store(cache.opened(sources, chosen=chosen, fresh=fresh, warn=warn), project.rulesets)


def opened_store(
    place: str | None, paths: Sequence[str] = (), *, fresh: bool = False, warn: Callable[[str], None]
) -> Store:
    """The store that a command names, of the project here; ``paths``: what it asks about (none: all)."""
    return store_at(*loaded(paths=paths), place, fresh=fresh, warn=warn)


def evidence_of(store: Store | None) -> Evidence | None:
    """The stored answers as analyses take them; None for none.  Raises BadInput if it is no store."""
    return None if store is None else _known(store)._evidence


def where(store: Store | None) -> tuple[str, bool]:
    """The folder of a store as options name it, and whether it is fresh.  Raises BadInput if it is no store."""
    if store is None or _known(store).folder is None:
        return "off", False
    return str(store.folder), store.fresh


def warns(store: Store | None) -> Callable[[str], None]:
    """The function that gets a line where an answer cannot be kept or read.  Raises BadInput if it is no store."""
    evidence = evidence_of(store)
    return _quiet if evidence is None else evidence.store.warn


def _quiet(text: str) -> None:
    """Tell nobody."""


def _known(store: Store) -> Store:
    given: object = store
    if not isinstance(given, Store):
        raise BadInput(f"{shown(given)} is no store", remedy="give what `Game.store` has opened")
    return store
