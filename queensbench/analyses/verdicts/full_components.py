"""Whether the pieces of the box as sold suffice: what random games show to run out, and what is proved never to.

The components are those of :mod:`queensbench.analyses.verdicts.table_and_play`.  One that random games have seen run
out has a play, which need not be the shortest.  Of each other one the prover is asked whether any step takes its last
(:mod:`queensbench.engines.prove.kept_claims`), with the claims that this audit has proved as lemmas.  What it shows is
tried on single steps in machine code before anything is said.  To what is still open a beam looks for a play, which
keeps the states that are nearest (:mod:`queensbench.engines.search.beam`).  A component that holds nothing in random
games is left out, as on small boxes.

What this cannot see: what neither random games nor beams meet, and no proof excludes; then the answer is left open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.proved import NICE, Proofs
from queensbench.analyses.verdicts.run import MAX_STEPS, Run
from queensbench.analyses.verdicts.table_and_play import pools, row_of
from queensbench.evidence.questions import DATA, Question, answered
from queensbench.language.properties import Class

if TYPE_CHECKING:
    from queensbench.engines.prove.kept_claims import KeptVerdict, Stock
    from queensbench.engines.runtime.box import Box
    from queensbench.engines.steps.following import Followed

STEPS = 20_000
"""About so many steps of random games are looked at; the last game is played to its end."""
GAMES = 2_000
EVERY = 50
"""Of so many states of these games, one is kept for the trial of what is proved."""
RLIMIT = 400_000
"""z3's budget for one goal: with the lemmas at hand, what is proved is proved quickly."""
WIDTH = 64
"""So many states a beam keeps."""
LISTED = 12_000
"""Of so many states at the most a beam lists the moves, for one component."""
CHOICES = 300


def components(run: Run, proofs: Proofs) -> dict[str, Any]:
    """What the box as sold shows of its components, as data: ``rows``, ``games`` and ``steps`` that were looked at.

    Raises InternalError where a step contradicts a proof.
    """
    known = proofs.known()
    more = {
        "games": GAMES,
        "steps": STEPS,
        "seed": run.options.seed,
        "rlimit": RLIMIT,
        "beam": [WIDTH, LISTED, CHOICES],
        "known": None if known is None else [list(group) for group in known],
    }
    asked = Question("components", proofs.full.name, DATA, proofs.full, more, "system")
    return answered(asked, run.cache, lambda: _Looking(run, known).found())


def _in_one_cell(numbers: Sequence[int]) -> int:
    """The more, the fewer there are, and the more of them lie in one cell."""
    return 3 * max(numbers) - 2 * sum(numbers)


@dataclass
class _Seen:
    """What plays have shown of one stock.

    ``held``: whether it held anything.  ``codes``: the fewest moves to where it ran out; ``guided``: found by a beam.
    ``lacks`` and ``near``: how much it lacked where it lacked least without having run out, and the moves to there.
    ``verdict``: the prover's, if it was asked.
    """

    stock: Stock
    held: bool = False
    codes: Sequence[int] | None = None
    guided: bool = False
    lacks: int | None = None
    near: Sequence[int] = ()
    verdict: KeptVerdict | None = None

    def lacking(self, cells: Any) -> int:
        """How far the stock of a state is from having run out, or from being full."""
        held: int = sum(cells[self.stock.cells.start : self.stock.cells.stop].tolist())
        return abs(held - self.stock.total)

    def look(self, states: Any, codes: Sequence[int], *, guided: bool = False) -> None:
        """Look at the states of a play, a row for each, the start first."""
        cells = self.stock.cells
        lacks = abs(states[:, cells.start : cells.stop].sum(axis=1) - self.stock.total).tolist()
        self.held |= any(lack != self.stock.total for lack in lacks)
        out = next((at for at, (one, two) in enumerate(pairwise(lacks), 1) if one and not two), None)
        if out is not None and (self.codes is None or out < len(self.codes)):
            self.codes, self.guided = codes[:out], guided
        least = min(filter(None, lacks), default=None)
        if least is not None and (self.lacks is None or least < self.lacks):
            self.lacks, self.near = least, codes[: lacks.index(least)]


@dataclass
class _Looking:
    """The components of one mode's box as sold.  ``known``: the claims proved of it, None where they are not."""

    run: Run
    known: tuple[Sequence[str], Sequence[str]] | None
    states: list[tuple[int, ...]] = field(default_factory=list)
    games: int = 0
    steps: int = 0

    @property
    def box(self) -> Box:
        return self.run.box(self.run.mode.full.name)

    def found(self) -> dict[str, Any]:
        """Play, prove, and make rows."""
        from queensbench.engines.prove.kept_claims import Stock

        self.run.say("components", self.run.mode.full.name)
        seen = [_Seen(Stock(p.name, p.what, p.cells, p.total)) for p in pools(self.box.system)]
        self.play(seen)
        asked = [one for one in seen if one.held and one.codes is None]
        for one, verdict in zip(asked, self.proved([one.stock for one in asked]), strict=False):
            one.verdict = verdict
        self.guide([one for one in asked if one.verdict is None or one.verdict.verdict != "proved"])
        rows = [self.row(one) for one in seen if one.held]
        return {"rows": rows, "games": self.games, "steps": self.steps}

    def play(self, seen: Sequence[_Seen]) -> None:
        """Look at the stocks in random games, and keep some states."""
        while self.games < GAMES and self.steps < STEPS:
            codes = self.followed.game(self.games)
            states = self.followed.states(codes)
            for one in seen:
                one.look(states, codes)
            self.states += map(tuple, states[-self.steps % EVERY :: EVERY].tolist())
            self.games += 1
            self.steps += len(codes)

    @cached_property
    def followed(self) -> Followed:
        """Plays of the box, and their states."""
        from queensbench.engines.simulate.playouts import PlaySettings
        from queensbench.engines.steps.following import Followed

        box, options = self.box, self.run.options
        settings = PlaySettings(box.raw(options.readings), box.parameters(), options.seed, MAX_STEPS)
        return Followed(box.native, box.system, settings)

    def proved(self, stocks: Sequence[Stock]) -> list[KeptVerdict]:
        """What the prover says of stocks, tried on steps; nothing where the claims of the box are not proved."""
        from queensbench.engines.prove.kept_claims import kept
        from queensbench.engines.prove.worker_pool import Share

        if self.known is None or not stocks:
            return []
        names = [judge.name for judge in self.box.system.judges]
        given = [names.index(name) for group in self.known for name in group]
        free = self.run.options.free
        found = kept(
            self.box.system,
            stocks,
            given=given,
            readings=self.box.raw(self.run.options.readings),
            rlimit=RLIMIT,
            share=Share(free, NICE if free is None else 0),
            progress=lambda text: self.run.say(f"components, {text}", self.run.mode.full.name),
        )
        self.tried([one.stock for one in found if one.verdict == "proved"], given)
        return found

    def tried(self, stocks: Sequence[Stock], given: Sequence[int]) -> None:
        """Try what was proved on single steps.  Raises InternalError where a step contradicts it."""
        from queensbench.engines.prove.induction import MOST_DEPTH
        from queensbench.engines.prove.kept_claims import claiming
        from queensbench.engines.prove.step_trials import Model, TriedClaims, try_steps

        if not stocks:
            return
        box, readings = self.box, tuple(self.box.raw(self.run.options.readings))
        asked = replace(box, system=claiming(box.system, stocks), alike=None, made={})
        first = len(box.system.judges)
        depths = dict.fromkeys(given, MOST_DEPTH) | {first + place: 1 for place in range(len(stocks))}
        models = [Model(cells, readings, tuple(box.parameters()), ()) for cells in self.states]
        try_steps(asked, [TriedClaims(depths, readings, ranges=False)], models, steps=0)

    def guide(self, seen: Sequence[_Seen]) -> None:
        """Look for plays to what is open.  Of one field nothing is tried behind a cell that is not reached."""
        missed = set()
        for one in seen:
            field = (one.stock.name.partition("[")[0], one.stock.what)
            if one.codes is not None or field in missed:
                continue
            self.run.say(f"components, {one.stock.name} {one.stock.what}", self.run.mode.full.name)
            codes = self.guided(one)
            if codes is None:
                missed.add(field)
                continue
            states = self.followed.states(codes)
            for other in seen:
                other.look(states, codes, guided=True)

    def guided(self, one: _Seen) -> Sequence[int] | None:
        """The moves that a beam finds to where a stock has run out, from where it first is something else.

        The beam keeps what lacks least; and if that leads nowhere, what lies in one cell rather than in others, for
        rules may take away all of one sort at once.
        """
        from queensbench.engines.search.beam import Beam

        cells = slice(one.stock.cells.start, one.stock.cells.stop)
        nearness: list[Callable[[Any], int]] = [lambda state: -one.lacking(state)]
        if len(one.stock.cells) > 1:
            nearness.append(lambda state: _in_one_cell(state[cells].tolist()))
        after = () if one.lacking(self.followed.states([])[0]) else one.near
        options = self.run.options
        for counted in nearness:
            beam = Beam(
                self.box,
                lambda state: one.lacking(state) == 0,
                counted,
                options.readings,
                WIDTH,
                options.seed,
            )
            codes = beam.run(CHOICES, states=LISTED, after=after)
            if codes is not None:
                return codes
        return None

    def row(self, one: _Seen) -> dict[str, Any]:
        """The row of a stock that held something."""
        row = row_of(self.box, one.stock.name, one.stock.what, one.codes)
        if one.codes is not None:
            return {**row, "shortest": False, "guided": one.guided}
        if one.verdict is not None and one.verdict.verdict == "proved":
            names = [self.box.system.judges[judge].name for judge in one.verdict.lemmas]
            return {**row, "class": Class.PROVED.value, "lemmas": names}
        known = (
            "its claims are not proved in this audit"
            if one.verdict is None
            else f"not shown of {one.verdict.at}"
        )
        return {**row, "verdict": "unknown", "class": "unknown", "why": known}
