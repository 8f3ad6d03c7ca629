"""The claims proved of a mode, as questions about rulings give them to z3; proves them where no audit has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from queensbench.analyses.verdicts.proofs import DONE, EVERY, HOUSE, tried_on
from queensbench.engines.distinguish.distinguishability import Invariants
from queensbench.engines.prove.induction import RLIMIT, Proof, Workers, prove
from queensbench.engines.prove.planning import conjuncts
from queensbench.engines.runtime.box import Box
from queensbench.errors import BadInput
from queensbench.rules.system import provable


@dataclass(frozen=True)
class Known:
    """The claims proved of a mode on an instance, by the names of properties.

    ``every``: under every reading; ``base``: under the base readings.  Every range obligation has to be shown
    as well.
    """

    every: tuple[str, ...] = ()
    base: tuple[str, ...] = ()

    def conjuncts(self, box: Box) -> Invariants:
        """The known claims as formulas for z3.  Raises BadInput for a property that the system does not judge."""
        names = [judge.name for judge in box.system.judges]
        for name in (*self.every, *self.base):
            if name not in names:
                raise BadInput(f"no property is called {name}", remedy="name always or never properties")
        numbers = [[names.index(name) for name in group] for group in (self.every, self.base)]
        return Invariants(*(tuple(conjuncts(box.system, group)) for group in numbers))


def invariants(
    box: Box,
    readings: Mapping[str, Any] | None = None,
    *,
    rlimit: int = RLIMIT,
    progress: Callable[[str], None] = lambda text: None,
) -> Known:
    """Prove the always and never properties: under every reading, and the rest under the readings given.

    Raises InternalError where a step contradicts a proof.
    """
    system = box.system
    claims = provable(box.mode, box.instance)
    judges = [i for i, judge in enumerate(system.judges) if judge.name in claims]
    if not judges:
        return Known()

    def told(what: str) -> Callable[[int, int], None]:
        return lambda done, of: progress(f"proving invariants, {what}: {done:,} of {of:,} goals")

    attempts: list[tuple[str, Proof]] = []
    with Workers(system) as workers:
        free = prove(system, judges, rlimit=rlimit, workers=workers, progress=told("every reading"))
        attempts.append((EVERY, free))
        every = [claim.judge for claim in free.claims if claim.verdict in DONE]
        rest = [j for j in judges if j not in every]
        base: list[int] = []
        if rest and system.rulings:
            found = prove(
                system,
                rest if free.whole else judges,
                readings=tuple(box.raw(readings)),
                rlimit=rlimit,
                given=every if free.whole else [],
                workers=workers,
                progress=told("these readings"),
            )
            attempts.append((HOUSE, found))
            base = [
                claim.judge for claim in found.claims if claim.verdict in DONE and claim.judge not in every
            ]
    tried_on(box, attempts, tuple(box.raw(readings)), progress=progress)
    return Known(*(tuple(system.judges[j].name for j in group) for group in (every, base)))
