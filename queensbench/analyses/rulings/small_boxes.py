"""Each ruling of a mode: the strongest difference that another reading makes, over all instances."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from queensbench.analyses.rulings import impact
from queensbench.analyses.rulings.best_play_rows import best_play_question, solvable
from queensbench.analyses.rulings.best_play_values import BestPlay
from queensbench.analyses.rulings.coupled_rows import luck_question
from queensbench.analyses.rulings.effects import Effect, greatest
from queensbench.analyses.rulings.impact import ORDER, RESULTS, SEEN
from queensbench.analyses.rulings.ruling_rows import BesideRow, ComparisonRow, RulingRow
from queensbench.analyses.verdicts.rows import InstanceRow
from queensbench.analyses.verdicts.run import Run
from queensbench.analyses.verdicts.words import length_text
from queensbench.evidence.cache import all_cached
from queensbench.evidence.questions import (
    Question,
    Unfinished,
    answered_all,
    row_form,
    stored,
    unfinished_if,
)
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import rulings_of

if TYPE_CHECKING:
    from queensbench.engines.compare.comparison import Matters
    from queensbench.engines.runtime.box import Box
    from queensbench.evidence.plays import Play

BESIDE = 250_000
"""The most states of a box that are explored under another reading of another ruling."""


class SmallBoxes:
    """The findings about rulings in the states of a mode's small instances.

    ``partings``: by instance and ruling, what was compared.  ``rows``: one for each ruling, once :meth:`judge` was
    called; after Ctrl-C they tell what was seen until then, if anything was.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.partings: dict[str, dict[str, ComparisonRow]] = {}
        self.rows: list[RulingRow] = []
        self.played: InstanceRow | None = None

    def judge(self, played: InstanceRow | None) -> None:
        """For each ruling the strongest difference between the house reading and another, over all instances.

        ``played``: the results of random games of the box as sold.  Raises KeyboardInterrupt.
        """
        self.played = played
        run, chosen = self.run, self.run.options.instances
        decls = {decl.name: decl for decl in rulings_of(run.mode)}
        if not decls:
            return
        names = [
            i.name
            for i in run.mode.all_instances()
            if i.explore and (i.name in chosen or (i.compare and not chosen))
        ]
        try:
            for name, following in zip_longest(names, names[1:], fillvalue=""):
                self.compare(name, [ruling for ruling in decls if not self.settled(ruling)], following)
        except KeyboardInterrupt:
            seen = [name for name in names if self.partings.get(name)]
            self.rows += [self._row(decl, seen) for decl in decls.values() if seen]
            raise
        self.rows += [self._row(decl, names) for decl in decls.values()]
        self._beside_others(decls, names)

    def settled(self, ruling: str) -> bool:
        """Whether an instance has shown the strongest difference that there is, so that no other need be asked."""
        return any(ruling in rows and rows[ruling].matters == ORDER[0] for rows in self.partings.values())

    # ---------------------------------------------------------------------------------------- comparing

    def compare(self, name: str, rulings: Sequence[str], following: str = "") -> None:
        """Compare the readings of each ruling on an instance.  ``following``: the instance that is compared next.

        Raises KeyboardInterrupt after what was seen until then.
        """
        instance = self.run.instance(name)
        more = {"budget": self.run.options.budget or instance.budget}
        form = row_form(ComparisonRow)
        questions = [Question("comparison", ruling, form, instance, more, "system") for ruling in rulings]
        rows = self.partings[name] = {}
        for row in answered_all(questions, self.run.cache, partial(self._compared, name, following)):
            rows[row.ruling] = row

    def _compared(
        self, name: str, following: str, missing: Sequence[Question[ComparisonRow]]
    ) -> Iterator[ComparisonRow | Unfinished[ComparisonRow]]:
        from queensbench.engines.compare.comparison import rulings_on
        from queensbench.engines.compare.comparison_program import comparer_of
        from queensbench.engines.explore.explorations import exploration_of

        run = self.run
        box = run.box(name)
        if following:
            run.ahead(following, comparer_of)
        run.say("comparing readings", name)
        begun = time.perf_counter()
        found = exploration_of(box, run.options.readings, max_states=run.options.budget)
        parted = rulings_on(comparer_of(box), found, [question.name for question in missing])
        seconds = time.perf_counter() - begun
        interrupted = found.interrupted or any(one.interrupted for one in parted)
        rows = [comparison(run, box, one, seconds) for one in parted]
        for row in rows:
            yield unfinished_if(interrupted or not found.lasting, row)
        if interrupted:
            raise KeyboardInterrupt

    # --------------------------------------------------------------------------- beside other readings

    def _beside_others(self, decls: Mapping[str, RulingDecl], names: Sequence[str]) -> None:
        """Find where rulings that change nothing beside the house readings change something beside others.

        That is, beside another reading of a ruling that shares a clause with them; the first instance for each.
        Rulings that are asked beside the same reading share the explorations.
        """
        rows = {row.name: row for row in self.rows if row.matters == "not-seen"}
        found: dict[str, list[BesideRow]] = {name: [] for name in rows}
        for other, reading, asking in beside_which(self.run, decls.values(), [decls[name] for name in rows]):
            for name, one in self.beside(other, reading, asking, names).items():
                found[name].append(one)
        for row in rows.values():
            self._add_beside(row, found[row.name], names)

    def _add_beside(self, row: RulingRow, found: Sequence[BesideRow], names: Sequence[str]) -> None:
        row.elsewhere = tuple(
            {
                "beside": one.beside,
                "matters": one.matters,
                "instance": one.instance,
                "choices": one.choices,
                "steps": one.steps,
                "play": one.play.texts,
            }
            for one in found
            if one.play is not None
        )
        large = [name for name in names if self._states(name, row.name) > BESIDE]
        if found and large and not self.run.options.budget:
            row.detail += (
                f"; beside other readings the first {BESIDE:,} states of {', '.join(large)} were looked at"
            )
        row.cached = row.cached and all(one.cached for one in found)
        row.seconds += sum(one.seconds for one in found)

    def _states(self, name: str, ruling: str) -> int:
        """How many states of an instance were compared of a ruling."""
        found = self.partings[name].get(ruling)
        return found.states if found is not None else 0

    def beside(
        self, other: str, reading: Any, asking: Sequence[str], names: Sequence[str]
    ) -> dict[str, BesideRow]:
        """For each ruling the first instance on which it matters beside another reading of another ruling.

        Of a large box the first :data:`BESIDE` states, those with the shortest plays, are looked at, or as many as the
        budget of the audit allows.
        """
        most = self.run.options.budget
        boxes = [self.run.instance(name) for name in names]
        more = {
            "beside": [other, reading.name.lower()],
            "instances": [[instance.name, most or min(BESIDE, instance.budget)] for instance in boxes],
        }
        questions = [
            Question("beside", name, row_form(BesideRow), more=more, rests="mode") for name in asking
        ]
        find = partial(self._beside, other, reading, names)
        return dict(zip(asking, answered_all(questions, self.run.cache, find), strict=True))

    def _beside(
        self, other: str, reading: Any, names: Sequence[str], missing: Sequence[Question[BesideRow]]
    ) -> Iterator[BesideRow | Unfinished[BesideRow]]:
        run = self.run
        text = f"{other}={reading.name.lower()}"
        base = {**run.options.readings, other: reading}
        found: dict[str, BesideRow | Unfinished[BesideRow]] = {}
        short = False
        begun = time.perf_counter()
        for instance in names:
            left = [question.name for question in missing if question.name not in found]
            if not left:
                break
            run.say(f"{', '.join(left)} beside {text}", instance)
            compared, lasting = compared_beside(run, instance, base, left)
            short = short or not lasting
            for parted in compared:
                if parted.play is not None:
                    box = run.box(instance)
                    play = play_of_parting(box, base, parted)
                    seconds = time.perf_counter() - begun
                    row = BesideRow(
                        text, parted.matters, instance, *box.coding.length(parted.play), play, seconds
                    )
                    found[parted.ruling] = unfinished_if(short, row)
        seconds = time.perf_counter() - begun
        nowhere = BesideRow(text, "", "", None, None, None, seconds)
        for question in missing:
            yield found.get(question.name) or unfinished_if(short, nowhere)

    # --------------------------------------------------------------------------------------------- rows

    def _row(self, decl: RulingDecl, names: Sequence[str]) -> RulingRow:
        """One ruling's row."""
        rows = {name: self.partings[name][decl.name] for name in names if decl.name in self.partings[name]}
        row = RulingRow.of(decl, self.run.mode.name)
        row.detail = "no instance was explored"
        row.by_instance = {name: seen_text(found) for name, found in rows.items()}
        row.games = self._came_up(decl, names)
        row.effect = stored_effect(self.run, decl.name)
        row.best_plays = stored_best_plays(self.run, decl.name)
        if rows:
            row.instance, found = min(rows.items(), key=_strength)
            row.matters, row.against, row.play = impact.named(found.matters), found.against, found.play
            row.detail = f"{found.states:,} states, {found.consulted:,} that consult it"
            if found.play is not None:
                row.detail += f"; they part in a play of {length_text(found.choices or 0, found.steps or 0)}"
            row.seconds = sum(one.seconds for one in rows.values())
            row.cached = all_cached(rows.values())
        return row

    def _came_up(self, decl: RulingDecl, names: Sequence[str]) -> float | None:
        """The share of random games in which a ruling comes up; None where that is not counted."""
        played = self.played
        if played is None or played.rulings is None or not played.row["games"]:
            return None
        first = self.partings[names[0]].get(decl.name) if names else None
        return None if first is not None and first.uncounted else played.rulings[decl.name]


def _strength(one: tuple[str, ComparisonRow]) -> tuple[int, bool, int]:
    _, found = one
    return ORDER.index(impact.named(found.matters)), not found.consulted, found.choices or 0


def seen_text(found: ComparisonRow) -> str:
    """The difference that an instance shows for a ruling, in a word or two."""
    return found.matters if found.consulted or found.matters != "not-seen" else "not consulted"


def stored_effect(run: Run, ruling: str) -> Effect | None:
    """The weightiest effect of a ruling over all its other readings, if the store knows it."""
    row = stored(luck_question(run.mode.full, ruling, games=impact.GAMES, seed=impact.SEED), run.cache)
    if row is None:
        return None
    return greatest(one.effect for one in row.frequencies(run.mode.name, run.mode.full.name))


def stored_best_plays(run: Run, ruling: str) -> tuple[BestPlay, ...]:
    """The values of best play of a small instance under a ruling's other readings, if the store knows them."""
    for instance in filter(solvable, run.mode.all_instances()):
        row = stored(best_play_question(instance, ruling, impact.ImpactSettings()), run.cache)
        if row is not None:
            return row.told(run.mode.name, instance.name)
    return ()


def beside_which(
    run: Run, decls: Iterable[RulingDecl], asked: Sequence[RulingDecl]
) -> Iterator[tuple[str, Any, list[str]]]:
    """Each other reading of each ruling, with those asked about that share a clause with that ruling (maybe none)."""
    for other in decls:
        near = [one.name for one in asked if one.name != other.name and set(other.clauses) & set(one.clauses)]
        for reading in other.readings:
            if reading is not run.options.readings.get(other.name, other.house):
                yield other.name, reading, near


def compared_beside(
    run: Run, instance: str, base: Mapping[str, Any], rulings: Sequence[str]
) -> tuple[list[Matters], bool]:
    """Rulings compared beside other readings, in the first states of an instance; whether it would end so again.

    Raises KeyboardInterrupt.
    """
    from queensbench.engines.compare.comparison import rulings_on
    from queensbench.engines.compare.comparison_program import comparer_of
    from queensbench.engines.explore.explorations import exploration_of

    box = run.box(instance)
    most = run.options.budget or min(BESIDE, box.instance.budget)
    states = exploration_of(box, base, max_states=most, keep=False, judging=False)
    found = rulings_on(comparer_of(box), states, rulings)
    if states.interrupted or any(one.interrupted for one in found):
        raise KeyboardInterrupt
    return found, states.lasting


def play_of_parting(box: Box, base: Mapping[str, Any], found: Matters) -> Play | None:
    """The play on which two readings part, so that it can be replayed; None where none was found."""
    from queensbench.engines.compare.comparison_program import comparer_of
    from queensbench.engines.compare.divergent_plays import other_reading, replayable

    if found.play is None:
        return None
    number = comparer_of(box).number(found.ruling)
    raw = box.system.rulings[number].readings.index(found.pair[1])
    theirs = other_reading(box, base, found.ruling, raw)
    return replayable(box, base, theirs, found.play, f"{found.ruling}: the readings part here")


def comparison(run: Run, box: Box, found: Matters, seconds: float) -> ComparisonRow:
    """The engine's comparison of one ruling on one instance, with its play."""
    from queensbench.engines.compare.comparison_program import comparer_of

    comparer = comparer_of(box)
    choices, steps = (None, None) if found.play is None else box.coding.length(found.play)
    return ComparisonRow(
        found.ruling,
        found.matters,
        " or ".join(p.lower() for p in found.pair[1:]),
        choices,
        steps,
        found.consulted,
        found.states,
        play_of_parting(box, run.options.readings, found),
        comparer.uncounted(comparer.number(found.ruling)),
        seconds,
        tuple(firsts(run, box, found)),
    )


def firsts(run: Run, box: Box, found: Matters) -> Iterator[dict[str, Any]]:
    """The shortest play on which the readings part at all, the shortest on which the result does, and of the class."""
    from queensbench.engines.compare.comparison_program import comparer_of
    from queensbench.engines.compare.divergent_plays import parting_play

    number = comparer_of(box).number(found.ruling)
    chance = box.coding.chance_base
    met = sorted(
        (
            sum(code < chance for code in p.play),
            len(p.play),
            SEEN.index(name),
            parting.theirs[number],
            name,
            p,
        )
        for parting in found.partings.values()
        for name, p in parting.firsts.items()
        if name in SEEN
    )
    told: list[Any] = []
    for names in (SEEN, RESULTS, (found.matters,)):
        best = next((one for one in met if one[4] in names), None)
        if best is None or best in told:
            continue
        told.append(best)
        _, _, _, raw, name, parted = best
        shown = parting_play(
            box,
            run.options.readings,
            found.ruling,
            raw,
            parted.play,
            judged=parted.code < 0,
            wanted=name,
        )
        if shown is not None:
            yield shown
