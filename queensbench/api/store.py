"""The store of a game: where answers of engines are kept, and found again as long as what they rest on is the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from queensbench.evidence.cache import Evidence
from queensbench.project.projects import Ruleset

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

        require_agreement(found.data, self._evidence, self._rulesets)

    def __repr__(self) -> str:
        return f"<Store {self.folder or 'off'}>"


def evidence_of(store: Store | None) -> Evidence | None:
    """What analyses ask for stored answers; None for none."""
    return None if store is None else store._evidence
