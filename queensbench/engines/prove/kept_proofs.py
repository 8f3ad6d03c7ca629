"""Proofs that are kept from one run to the next, so that only goals are asked whose obligation has changed.

A proved goal is a formula without a model: from every typed state in which some lemmas hold, whatever the readings and
parameters, a transition leads to no state in which a conjunct fails, or comes to no site.  What this formula follows
from is its key: the typed rule with all that it calls, the case, the conjuncts, and what all rules share
(:mod:`queensbench.rules.typed.slices`); the readings, if they are fixed; and z3's limit.  To write the formula itself
takes about as long as z3 takes to refute it; its key is made without executing a rule.

Only proofs are kept, each with the digests of the lemmas that it needed.  A proof counts where these are lemmas again,
whatever other lemmas there are.  States that z3 has found, and goals that it has left open, are asked again.  Cases for
which others stand, and circles of claims that follow from each other, are looked at anew in each run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from queensbench.engines.prove.obligations import REFUSED_START, SORTS, Answer, Goal, Lemma, Order
from queensbench.rules.typed import ir
from queensbench.rules.typed.slices import Slices

SHORT = 32
"""So many hexadecimal digits name a goal or a lemma in a file: 128 bits."""


class Records(Protocol):
    """Where proofs are kept.  ``basis``: what all keys rest on besides."""

    @property
    def basis(self) -> str:
        """The digest of what makes proofs: the toolkit's part and z3."""

    @property
    def found(self) -> Mapping[str, Sequence[Any]]:
        """All records by key, each as it was kept."""

    def keep(self, new: Iterable[tuple[str, Any]]) -> None:
        """Keep records by key."""


@dataclass(frozen=True)
class KeptProof:
    """A proof as it is kept: the lemmas that it needed, the sort of its numbers, and whether no solver was needed."""

    used: tuple[str, ...]
    sort: str
    frame: bool

    def record(self) -> dict[str, Any]:
        """The proof as JSON."""
        return {"used": list(self.used), "sort": self.sort, "frame": self.frame}

    @classmethod
    def of(cls, record: Any) -> KeptProof | None:
        """The proof that a record describes; None if it describes none."""
        try:
            used, sort, frame = record["used"], record["sort"], record["frame"]
        except (LookupError, TypeError):
            return None
        texts = isinstance(used, list) and all(isinstance(one, str) for one in used)
        whole = texts and sort in ("", *SORTS) and isinstance(frame, bool)
        return cls(tuple(used), sort, frame) if whole else None


class KeptProofs:
    """The kept proofs of one system."""

    def __init__(self, system: ir.System, records: Records) -> None:
        self.system = system
        self.records = records
        self.slices = Slices(system)
        self.shared = self.slices.shared()
        self._lemmas: dict[Lemma, str] = {}
        self._sites: dict[int, dict[int, tuple[int, int]]] = {}
        self._of: tuple[Lemma, ...] = ()
        self._by: dict[str, list[Lemma]] = {}

    def get(self, goal: Goal, order: Order) -> Answer | None:
        """A kept proof of a goal from some of the lemmas of an order; one of free readings holds under fixed ones.

        A claim follows, in the same state, from other claims only: its own conjuncts do not count, but those of another
        claim that says the same do.
        """
        if goal.obligation.witnessed:
            return None
        own = set(goal.lemmas) if goal.obligation.entails else set()
        for readings in dict.fromkeys((order.readings, None)):
            for record in self.records.found.get(self.key(goal, readings, order.rlimit), ()):
                proof = KeptProof.of(record)
                if proof is None:
                    continue
                named = [self._named(one, order.lemmas, own) for one in proof.used]
                used = tuple(sorted(lemma for lemma in named if lemma is not None))
                if len(used) == len(named):
                    return Answer(goal, "proved", used, sort=proof.sort, frame=proof.frame)
        return None

    def _named(self, digest: str, lemmas: tuple[Lemma, ...], own: set[Lemma]) -> Lemma | None:
        """The lemma of a digest, if there is one that is not ``own``."""
        if lemmas is not self._of:
            self._of, self._by = lemmas, {}
            for lemma in lemmas:
                self._by.setdefault(self.lemma(lemma), []).append(lemma)
        return next((lemma for lemma in self._by.get(digest, ()) if lemma not in own), None)

    def keep(self, answers: Iterable[Answer], order: Order) -> None:
        """Keep those of the answers to an order that are proofs."""
        self.records.keep(
            (
                self.key(answer.goal, order.readings, order.rlimit),
                KeptProof(tuple(map(self.lemma, answer.used)), answer.sort, answer.frame).record(),
            )
            for answer in answers
            if answer.verdict == "proved" and not answer.goal.obligation.witnessed
        )

    def key(self, goal: Goal, readings: tuple[int, ...] | None, rlimit: int) -> str:
        """The key of a goal: what its formula follows from but for its lemmas, and z3's limit."""
        system, slices = self.system, self.slices
        numbers = [number for number in (*goal.path, goal.transition) if number >= 0]
        told = (
            self.records.basis,
            self.shared,
            goal.obligation.name,
            [self._transition(number) for number in numbers],
            slices.function(goal.function) if goal.function >= 0 else "",
            slices.function(system.initial) if goal.obligation.from_start else "",
            goal.case,
            goal.args,
            [self.lemma(lemma) for lemma in goal.lemmas],
            self._places(goal),
            readings,
            rlimit,
        )
        return hashlib.sha256(repr(told).encode()).hexdigest()[:SHORT]

    def lemma(self, lemma: Lemma) -> str:
        """The digest of a conjunct: of its judge's rule and the values of its arguments."""
        if lemma not in self._lemmas:
            told = (self.slices.function(self.system.judges[lemma[0]].function), lemma[1])
            self._lemmas[lemma] = hashlib.sha256(repr(told).encode()).hexdigest()[:SHORT]
        return self._lemmas[lemma]

    def _transition(self, number: int) -> tuple[str, str]:
        """The digests of a transition's rule and of its weight."""
        transition = self.system.transitions[number]
        weight = "" if transition.weight is None else self.slices.function(transition.weight)
        return self.slices.function(transition.function), weight

    def _places(self, goal: Goal) -> list[tuple[int, int]]:
        """The sites of a goal, by their places in the rule that comes to them."""
        if not goal.sites:
            return []
        root = (
            self.system.initial if goal.transition < 0 else self.system.transitions[goal.transition].function
        )
        root = goal.function if goal.function >= 0 else root
        if root not in self._sites:
            self._sites[root] = {REFUSED_START: (REFUSED_START, 0), **self.slices.sites(root)}
        return sorted(self._sites[root][site] for site in goal.sites)


__all__ = ["KeptProof", "KeptProofs", "Records"]
