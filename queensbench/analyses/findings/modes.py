"""The rulings of one mode: comparisons on small instances, games of the box as sold, proofs, interactions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from queensbench.analyses.rulings.best_play_rows import where_they_part
from queensbench.analyses.rulings.coupled_games import FullGames
from queensbench.analyses.rulings.coupled_rows import done_question
from queensbench.analyses.rulings.effects import greatest
from queensbench.analyses.rulings.full_size import RulingDisagreement
from queensbench.analyses.rulings.impact import (
    ORDER,
    RESULTS,
    SEEN,
    ImpactSettings,
    Interactions,
    Matters,
    Shown,
    named,
)
from queensbench.analyses.rulings.interactions import Pairs, tried
from queensbench.analyses.rulings.ruling_rows import NEVER, BesideRow, BoxRow, ComparisonRow, RulingRow
from queensbench.analyses.rulings.small_boxes import SmallBoxes, beside_which, seen_text
from queensbench.analyses.strategies.best_play_boxes import SolvedBoxes
from queensbench.analyses.verdicts.run import Run
from queensbench.errors import ModelError
from queensbench.evidence.cache import play_of
from queensbench.evidence.questions import keep
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import rulings_of

ASKED_ELSEWHERE = "not asked, since it matters in another mode"
SMALL = 20_000
"""States up to which an instance is explored once more under other readings of other rulings."""
LARGE = 100_000
"""The same for the smallest instance, where all have more than :data:`SMALL`."""


def shortest(plays: Iterable[Shown]) -> Shown | None:
    """The play with the fewest choices, then steps; of several, one that is certainly shortest."""
    return min(plays, key=lambda one: (one.choices, one.steps, not one.shortest), default=None)


class ModeFindings:
    """The findings of one mode: :meth:`look` and :meth:`ask` the engines, then :meth:`of` gives those of a ruling.

    ``elsewhere``: the rulings that matter in another mode of the ruleset, whose class is known by that.
    """

    def __init__(self, run: Run, settings: ImpactSettings) -> None:
        self.run = run
        self.settings = settings
        self.full = run.mode.full
        wanted = settings.rulings
        self.decls = {d.name: d for d in rulings_of(run.mode) if not wanted or d.name in wanted}
        self.games = FullGames(run, settings)
        self.small_boxes = SmallBoxes(run)
        self.solved = SolvedBoxes(run, settings)
        self.open: dict[str, BoxRow] = {}
        self.pairs = Pairs()
        self.beside: dict[str, list[BesideRow]] = {}
        self.names: list[str] = []
        self.elsewhere: frozenset[str] = frozenset()

    def look(self) -> frozenset[str]:
        """Play and compare; return the rulings that are seen to matter.

        Raises KeyboardInterrupt; what is finished is stored.
        """
        if not self.decls:
            return frozenset()
        if self.settings.frequency:
            self.games.find(list(self.decls))
        self.compare()
        if self.settings.best_play:
            found = {name: where_they_part(self.run.mode, self.plays(name)) for name in self.decls}
            where = {name: instance for name, instance in found.items() if instance is not None}
            self.solved.find(list(self.decls.values()), where)
        return frozenset(name for name in self.decls if self.plays(name))

    def ask(self, elsewhere: frozenset[str] = frozenset()) -> None:
        """Ask about the rulings that are seen to matter neither here nor elsewhere, and about pairs of rulings."""
        self.elsewhere = elsewhere
        if not self.decls:
            return
        unseen = [name for name in self.decls if name not in elsewhere and not self.plays(name)]
        if unseen and self.settings.frequency:
            from queensbench.analyses.rulings.undecided import asked

            self.open = asked(self.games, unseen)
        if self.settings.interactions and self.settings.frequency:
            self.look_beside([name for name in unseen if not self.plays(name)])
            if set(self.decls) == {d.name for d in rulings_of(self.run.mode)}:
                self.pairs = tried(self.games)
        self.agree()
        if not self.settings.rulings:
            keep(done_question(self.run.mode, self.settings), self.run.cache, True)

    def forget(self) -> None:
        """Drop explored states, which take most memory; they are explored again when they are needed."""
        from queensbench.engines.explore.explorations import forget

        for box in self.run.boxes.values():
            forget(box)

    # ---------------------------------------------------------------------------------- the small boxes

    def compare(self) -> None:
        """Compare readings in the states of the small instances."""
        names = [i.name for i in self.run.mode.all_instances() if i.explore and i.compare]
        for name, following in zip(names, [*names[1:], ""], strict=True):
            left = [ruling for ruling in self.decls if not self.small_boxes.settled(ruling)]
            if not left:
                return
            self.names.append(name)
            self.small_boxes.compare(name, left, following)

    def small(self, ruling: str) -> dict[str, ComparisonRow]:
        """The comparisons of a ruling on small instances, by instance."""
        found = {name: self.small_boxes.partings.get(name, {}).get(ruling) for name in self.names}
        return {name: row for name, row in found.items() if row is not None}

    def look_beside(self, unseen: Sequence[str]) -> None:
        """Compare rulings without a difference beside other readings of rulings that share a clause with them."""
        compared = {name: self.small_boxes.partings.get(name, {}).values() for name in self.names}
        sizes = {name: max((row.states for row in rows), default=0) for name, rows in compared.items()}
        boxes = [name for name, states in sizes.items() if states <= SMALL]
        if not boxes:  # then the smallest, if it is not too large
            boxes = sorted((name for name in sizes if sizes[name] <= LARGE), key=sizes.__getitem__)[:1]
        if not boxes or not unseen:
            return
        asked = [self.decls[name] for name in unseen]
        for other, reading, asking in beside_which(self.run, rulings_of(self.run.mode), asked):
            try:
                found = self.small_boxes.beside(other, reading, asking, boxes)
            except ModelError:  # the rules break beside this reading
                continue
            for name, row in found.items():
                self.beside.setdefault(name, []).append(row)

    # ------------------------------------------------------------------------------------------- plays

    def plays(self, ruling: str) -> list[Shown]:
        """The plays that show that a ruling matters beside the house readings."""
        found = [
            self.shown(one, name, shortest=True)
            for name, row in self.small(ruling).items()
            for one in row.firsts
            if one["kind"] in SEEN
        ]
        if ruling in self.games.rows:
            firsts = self.games.rows[ruling].firsts
            found += [self.shown(one, self.full.name) for one in firsts if one["kind"] in SEEN]
        row = self.open.get(ruling)
        if row is not None and row.witness is not None and row.witness.kind != "fault":
            seen = row.witness
            kind = seen.kind if seen.kind in RESULTS else "legal"
            found.append(
                Shown(
                    kind,
                    self.run.mode.name,
                    seen.instance,
                    True,
                    seen.against,
                    seen.choices,
                    seen.steps,
                    seen.play,
                    False,
                    "",
                    seen.text,
                )
            )
        return found

    def shown(self, one: Mapping[str, Any], instance: str, *, shortest: bool = False) -> Shown:
        """A play as it is shown."""
        return Shown(
            str(one["kind"]),
            self.run.mode.name,
            instance,
            instance == self.full.name,
            str(one["against"]),
            int(one["choices"]),
            int(one["steps"]),
            play_of(one["play"]),
            shortest,
            str(one["beside"]),
            str(one["text"]),
        )

    def depends(self, ruling: str) -> list[Shown]:
        """Plays that show a difference beside other readings of other rulings, one for each."""
        found = [
            Shown(
                row.matters,
                self.run.mode.name,
                row.instance,
                row.instance == self.full.name,
                "",
                row.choices or 0,
                row.steps or 0,
                row.play,
                True,
                row.beside,
                "",
            )
            for row in self.beside.get(ruling, ())
            if row.play is not None
        ]
        told = {one.beside for one in found}
        for one in self.pairs.firsts.get(ruling, ()):
            if one["kind"] in SEEN and one["beside"] not in told:
                found.append(self.shown(one, self.full.name))
                told.add(str(one["beside"]))
        return found

    def agree(self) -> None:
        """Check that no play contradicts a proof that a ruling never matters.  Raises RulingDisagreement."""
        for name, row in self.open.items():
            if row.matters == NEVER and row.others == "every reading":
                for one in self.depends(name):
                    if one.full:
                        said = (
                            f"z3 says that it never matters in {self.full.name}, whatever the other rulings"
                        )
                        steps = " ".join(one.play.texts) or "the start"
                        raise RulingDisagreement(
                            self.run,
                            name,
                            said,
                            f"beside {one.beside} {one.kind} is seen there after {steps}",
                        )

    # ----------------------------------------------------------------------------------------- verdicts

    def of(self, decl: RulingDecl) -> RulingRow | None:
        """The row of a ruling; None if nothing was found."""
        small = self.small(decl.name)
        games = self.games.rows.get(decl.name)
        box = self.open.get(decl.name)
        if not (small or games or box):
            return None
        mode = self.run.mode.name
        often = () if games is None else games.frequencies(mode, self.full.name)
        row = replace(
            RulingRow.of(decl, mode),
            box=box,
            plays=self.plays(decl.name),
            depends=self.depends(decl.name),
            exercised=self.exercised(decl.name),
            frequencies=often,
            effect=greatest(one.effect for one in often),
            best_plays=self.solved.of(decl.name),
            interactions=Interactions(
                tuple(self.pairs.found.get(decl.name, ())), self.pairs.not_tried.get(decl.name, 0)
            ),
            by_instance={f"{mode}/{name}": seen_text(one) for name, one in small.items()},
        )
        asked = [*small.values(), *(one for one in (games, box) if one is not None)]
        row.seconds = sum(one.seconds for one in asked) + self.pairs.seconds.get(decl.name, 0.0)
        row.cached = self.pairs.cached and all(
            one.cached for one in (*asked, *self.beside.get(decl.name, ()))
        )
        self.judge(row, small)
        return row

    def judge(self, row: RulingRow, small: Mapping[str, ComparisonRow]) -> None:
        """Put into the row of a ruling how it matters in this mode, and the class in which that is known."""
        kinds = [one.kind for one in row.plays] + [r.matters for r in small.values() if r.matters in SEEN]
        whole = small.get(self.full.name)
        if kinds:
            self.seen(row, small, min(map(named, kinds), key=ORDER.index))
        elif whole is not None and whole.matters == "not-seen":
            row.matters, row.how, row.instance, row.full = "never", "exhausted", self.full.name, True
            row.detail = f"every one of {whole.states:,} states was compared"
        elif row.box is not None and row.box.matters == NEVER:
            row.matters, row.instance, row.full = "never", self.full.name, True
            row.how = "proved" if row.box.how == "proved" else "by construction"
            every = row.box.others == "every reading"
            others = "whatever the other rulings" if every else "beside these readings"
            alike = f"the same in every position, {others}"
            row.detail = alike if row.box.places else "no rule of this mode reads it"
        else:
            self.unseen(row, small)

    def seen(self, row: RulingRow, small: Mapping[str, ComparisonRow], best: Matters) -> None:
        """Note a difference of the strongest class: as a play shows it or, without such a play, a comparison."""
        row.matters, row.how = best, "witnessed"
        play = shortest(one for one in row.plays if one.kind == best)
        if play is not None:
            row.instance, row.full, row.against, row.detail = (
                play.instance,
                play.full,
                play.against,
                play.text,
            )
            return
        row.instance, compared = next((n, r) for n, r in small.items() if r.matters == best)
        row.full, row.against = row.instance == self.full.name, compared.against
        row.detail = "the readings part"

    def unseen(self, row: RulingRow, small: Mapping[str, ComparisonRow]) -> None:
        """Note that no difference was found anywhere, and that none is shown to be impossible."""
        row.detail = ASKED_ELSEWHERE if row.name in self.elsewhere else _open(row.box)
        compared = {n: r for n, r in small.items() if r.matters == "not-seen" and r.consulted}
        if compared:
            row.matters, row.how = "not-seen", "exhausted"
            row.instance = max(compared, key=lambda n: compared[n].states)
            states = compared[row.instance].states
            row.detail = (
                f"every one of {states:,} states of {row.instance} was compared; at full size: {row.detail}"
            )

    def exercised(self, ruling: str) -> str | None:
        """An instance on which both branches run: a state is reached in which a rule reads the ruling."""
        for name, row in self.small(ruling).items():
            if row.consulted and not row.uncounted:
                return f"{self.run.mode.name}/{name}"
        games = self.games.rows.get(ruling)
        if games is not None and any((one["came"] or 0) or one["parted"] for one in games.readings):
            return f"{self.run.mode.name}/{self.full.name}"
        parted = [one for one in self.plays(ruling) if one.kind in SEEN]
        return f"{self.run.mode.name}/{parted[0].instance}" if parted else None


def _open(row: BoxRow | None) -> str:
    """A line on what is left open at full size."""
    if row is None:
        return "not asked"
    if row.candidate is None:
        return f"nothing seen in {row.games:,} games"
    text = str(row.candidate["text"])
    where = "a position that may be unreachable: " if row.candidate["board"] else ""
    return f"nothing seen in {row.games:,} games; {where}{text}"
