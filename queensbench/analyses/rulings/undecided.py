"""Rulings of which no play shows a difference: z3 and more games are asked whether they matter in the box as sold.

What is *never* is proved, of the box as sold.  What z3 leaves open, and no further game shows, stays open.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from queensbench.analyses.rulings.coupled_games import FullGames
from queensbench.analyses.rulings.full_size import ALLOWANCE, RLIMIT
from queensbench.analyses.rulings.invariants import Known
from queensbench.analyses.rulings.proof_or_play import Comparing, Limits
from queensbench.analyses.rulings.ruling_rows import BOX_ROW, NEVER, BoxRow, Witness
from queensbench.analyses.verdicts.proved import Proofs
from queensbench.analyses.verdicts.run import Run
from queensbench.engines.compare.divergent_plays import other_reading, replayable
from queensbench.engines.distinguish.distinguishability import PlaceAnswer, places
from queensbench.engines.distinguish.games import MetDifference
from queensbench.engines.runtime.box import Box
from queensbench.evidence.questions import Question, answered_all, stored
from queensbench.language.modes import Instance

LARGEST = 400
"""The greatest size of a place that z3 is asked about where nothing is proved (:meth:`Distinguisher.size`)."""
MORE = 5
"""So many times as many games, in all, for a ruling that z3 leaves open."""


class Open(Comparing):
    """Comparing at full size, by games with the same luck; small boxes have a comparison of their own."""

    def __init__(self, games: FullGames, known: Known | None, progress: Callable[[str], None]) -> None:
        run = games.run
        super().__init__(
            run.box(games.full.name),
            run.options.readings,
            known=known,
            limits=Limits(
                games=games.settings.games,
                seed=games.settings.seed,
                rlimit=run.options.rlimit
                or (RLIMIT if known is None or known.every or known.base else RLIMIT // 2),
                allowance=None if run.options.rlimit else ALLOWANCE,
                elsewhere=False,
            ),
            progress=progress,
        )
        self.played = games

    def walk(
        self, names: Sequence[str], base: Mapping[str, Any], games: Sequence[int]
    ) -> dict[str, list[tuple[int, dict[str, MetDifference]]]]:
        """Play random games under the base; for each other reading, keep the shortest in which the readings part."""
        pairs = [(name, raw) for name in names for raw in self.others(self.number(name))]
        found = self.played.played(pairs, max(games, default=0) + 1)
        out: dict[str, list[tuple[int, dict[str, MetDifference]]]] = {name: [] for name in names}
        chance = self.box.coding.chance_base
        for place, (name, raw) in enumerate(pairs):
            met: dict[str, MetDifference] = {}
            first = found.first(place)
            if first is not None:
                game, steps, code = first
                codes, _ = self.played.luck.play(
                    self.raw, self.box.parameters(), seed=self.limits.seed, game=game
                )
                play = (*codes[:steps], code) if code >= 0 else tuple(codes[:steps])
                choices = sum(1 for one in play if one < chance)
                met["parted"] = MetDifference("parted", play, code, choices, len(play), game)
            out[name].append((raw, met))
        return out

    def confirmed(
        self,
        number: int,
        other: int,
        met: MetDifference,
        box: Box,
        base: Mapping[str, Any],
        beside: str = "",
    ) -> Iterator[Witness]:
        """Witnesses as in :class:`Comparing`, with plays under readings that allow their last move."""
        theirs = other_reading(box, base, self.system.rulings[number].name, other)
        for seen in super().confirmed(number, other, met, box, base, beside):
            yield replace(seen, play=replayable(box, base, theirs, met.play, seen.play.why))

    def asked(self, row: BoxRow, number: int) -> list[tuple[int, PlaceAnswer]]:
        """Ask z3, and return the places that may differ.  Where nothing is proved of the box, small places come first.

        The first that is not shown to be the same ends the search, as others cannot help; too large ones are not asked.
        """
        if self.known is None or self.known.every or self.known.base:
            return super().asked(row, number)
        self.progress(f"{row.ruling}: asking z3")
        by_types = True
        for place in sorted(places(self.system, number), key=self.differ.size):
            for other in self.others(number):
                answer = PlaceAnswer(place, "unknown")
                if self.differ.size(place) <= LARGEST:
                    answer = self.differ.place(number, other, place, ("types", "settled"))
                self.noted(row, other, answer)
                if answer.verdict != "same":
                    return [(other, answer)]
                by_types = by_types and answer.hypothesis == "types"
        row.matters, row.others = NEVER, "base"
        row.how = "by construction" if by_types else "proved"
        return []

    def searched(self, row: BoxRow, number: int) -> None:
        """Play further games."""
        row.games = self.limits.games * MORE
        seen = self.walk([row.ruling], self.base, range(row.games))[row.ruling]
        self.witnessed(row, number, seen, self.box, self.base)

    def exhausted(self, row: BoxRow, number: int, instance: Instance) -> bool:
        """Do nothing: small instances have been compared already."""
        return False


def known(run: Run) -> Known | None:
    """The claims proved of the full box, from the store; None if they must still be proved where they are needed."""
    proofs = Proofs(run)
    full = run.mode.full
    if full.unproved or not proofs.lemmas:
        return Known()
    whole, claims = proofs.questions()
    if stored(whole, run.cache) is None or any(stored(claim, run.cache) is None for claim in claims):
        return None
    proofs.begin()
    found = proofs.known()
    return Known() if found is None else Known(*found)


def asked(games: FullGames, names: Sequence[str]) -> dict[str, BoxRow]:
    """Ask z3 and further games about rulings without a play that shows a difference."""
    run, settings = games.run, games.settings
    more = {**Proofs(run).share, "games": settings.games, "seed": settings.seed, "more": MORE}

    def find(missing: Sequence[Question[BoxRow]]) -> Iterator[BoxRow]:
        comparing = Open(games, known(run), games.said)
        for question in missing:
            begun = time.perf_counter()
            row = comparing.row(question.name, [])
            row.seconds = time.perf_counter() - begun
            yield row

    questions = [Question("open", name, BOX_ROW, games.full, more, "mode") for name in names]
    return dict(zip(names, answered_all(questions, run.cache, find), strict=True))
