"""The search for quiet choices: every decision of a ruleset's rules, tried otherwise, and what is left to be answered.

A decision of which a clause speaks is settled (:mod:`queensbench.analyses.quiet.backing`).  Of the others each flip
is compared with what is written on the boxes whose readings are compared, the small ones first, and in random games
of the box as sold, until it parts.  What was seen never makes a stronger claim than that: ``same`` says on which
boxes every state was compared, and that games were only seen.

What this cannot see: two decisions taken otherwise at once; other readings than those given; boxes beyond the budget.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queensbench.analyses.quiet.backing import backing
from queensbench.analyses.quiet.pairs import PAIR, pair_rows
from queensbench.analyses.quiet.register_words import word_rows
from queensbench.analyses.quiet.rows import (
    BREAKS,
    OPEN,
    PARTS,
    SAME,
    SETTLED,
    STRENGTH,
    VERDICTS,
    QuietReport,
    QuietRow,
)
from queensbench.analyses.quiet.supplies import COMPONENT, supply_rows
from queensbench.analyses.quiet.trying import REFUSED, FlipBench, Trials
from queensbench.analyses.umpire import umpired
from queensbench.engines.compare.divergence import NOT_SEEN, UNDECIDED
from queensbench.engines.compare.effect_orders import TimeOver
from queensbench.evidence.cache import Evidence, VerdictCache
from queensbench.language.modes import Instance, Mode
from queensbench.project.projects import Ruleset
from queensbench.project.register.entries import require_known
from queensbench.project.register.quiet_answers import NAME, Asked, QuietAnswers, load_answers
from queensbench.rules.transforms.flipped_rules import choices_in
from queensbench.rules.transforms.quiet_choices import Flip, QuietChoice

SECONDS, BUDGET, GAMES = 300.0, 100_000, 200
TRIED = frozenset({"order", COMPONENT, PAIR})
"""Kinds of decisions that are not read off the rules, but found as they are tried."""


@dataclass(frozen=True)
class QuietSettings:
    """Settings of a search: ``instances`` (none: all that are compared and within the budget), bounds, whom to tell."""

    instances: Sequence[str] = ()
    budget: int = BUDGET
    games: int = GAMES
    seconds: float = SECONDS
    evidence: Evidence | None = None
    progress: Callable[[str], None] = lambda _: None


@dataclass
class FlipStanding:
    """The findings about one flip: the strongest class, where, and on what it rests that it changes nothing."""

    flip: Flip
    matters: str = ""
    where: str = ""
    play: Sequence[str] | None = None
    why: str = ""
    games: int = 0
    parted: int = 0
    decided: int = 0
    broken: int = 0
    unsettled: str = ""
    exhausted: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    @property
    def parts(self) -> bool:
        """Whether play goes otherwise somewhere."""
        return self.matters in STRENGTH or self.parted > self.broken

    def note_box(self, where: str, found: Mapping[str, Any], *, complete: bool, states: int) -> None:
        """Keep what was found on a box."""
        matters = found["matters"]
        if matters in STRENGTH:
            self.matters, self.where, self.play = matters, where, found["play"]
        elif matters == NOT_SEEN:
            self.exhausted.append(f"{where} ({states:,} states)")
        elif matters == UNDECIDED and not found["why"]:
            if complete:  # it was met, and whether one play in common leads there is not known
                self.unsettled = where
            else:
                self.seen.append(f"the first {states:,} states of {where}")
        elif not self.matters:
            self.matters = REFUSED if matters == REFUSED else BREAKS
            self.where, self.why = where, found["why"]

    def note_games(self, where: str, found: Mapping[str, Any], games: int) -> None:
        """Keep what was found in games."""
        if "parted" not in found:
            return
        self.games += games
        self.broken += found["broken"]
        self.parted += found["parted"]
        self.decided += found["winner"]
        self.seen.append(f"{games:,} games of {where}")
        if not self.play and found["parted"] > found["broken"]:
            self.where, self.play = f"{where}, in games", found["play"]


def quiet_choices(ruleset: Ruleset, modes: Sequence[Mode], settings: QuietSettings) -> QuietReport:
    """The quiet choices of some modes of a ruleset, with their answers.

    Where all modes are asked for, an answer to what nobody asks is bad input.  Raises BadInput for a file of answers
    that is not in order, and KeyboardInterrupt; :func:`require_instances` checks the names of instances.
    """
    begun = time.monotonic()
    report = QuietReport(ruleset.name, tuple(mode.name for mode in modes))
    answers = answers_of(ruleset)
    search = _Search(ruleset, modes, settings, begun + settings.seconds, report)
    words = word_rows(ruleset, modes)
    every = len(modes) == len(ruleset.modes)
    if every:  # told before anything is tried
        answers.require_asked({*search.choices, *(row.key for row in words)}, search.fields, TRIED)
    rows = search.rows() + words
    report.rows = rows
    if every and not report.left and settings.games and not settings.instances:
        answers.require_asked({row.key for row in rows}, search.fields)
    for row in rows:
        row.answer = _answer(row, answers)
    report.seconds = time.monotonic() - begun
    return report


def answers_of(ruleset: Ruleset) -> QuietAnswers:
    """The answers in ``spec/<package>/quiet.toml``.  Raises BadInput."""
    known = {
        "ruling": set(ruleset.rulings),
        "gap": set(ruleset.gaps.by_name),
        "clause": ruleset.clause_names or set(),
    }
    return load_answers(ruleset.gaps.path.with_name(NAME), known)


def _answer(row: QuietRow, answers: QuietAnswers) -> tuple[str, str] | None:
    found = answers.by_question.get(row.key)
    if found is None and row.fields and all(name in answers.by_field for name in row.fields):
        found = answers.by_field[min(row.fields)]
    return None if found is None else (found.sort, found.said)


def require_instances(modes: Sequence[Mode], names: Sequence[str]) -> None:
    """Raise BadInput for an instance that no mode explores."""
    require_known(
        "explored instance", names, sorted({i.name for m in modes for i in m.all_instances() if i.explore})
    )


class _Search:
    def __init__(
        self,
        ruleset: Ruleset,
        modes: Sequence[Mode],
        settings: QuietSettings,
        ends: float,
        report: QuietReport,
    ) -> None:
        self.ruleset, self.modes, self.settings, self.report = ruleset, modes, settings, report
        self.trials = Trials(settings.budget, settings.games, ends, {}, settings.progress)
        register = ruleset.clauses
        self.texts = {} if register is None else {one.name: one.text for one in register.all}
        self.choices: dict[Asked, QuietChoice] = {}
        self.in_modes: dict[Asked, list[str]] = {}
        self.standing: dict[str, FlipStanding] = {}
        self.settled: dict[Asked, tuple[str, str]] = {}
        self.fields: set[str] = set()
        self.orders: dict[Asked, QuietRow] = {}
        self.supplies: dict[Asked, QuietRow] = {}
        self.pairs: dict[Asked, QuietRow] = {}
        self.flips = {mode: self.read(mode) for mode in modes}
        self.fields |= {name for mode in modes for name in mode.state.__annotations__}

    def rows(self) -> list[QuietRow]:
        """All rows but those of words, in the order of the rules.  Raises KeyboardInterrupt."""
        for mode, flips in self.flips.items():
            self.try_mode(mode, flips)
        found = [self.row(choice) for choice in self.choices.values()]
        others = (self.orders, self.supplies, self.pairs)
        return found + [row for known in others for row in known.values()]

    # ------------------------------------------------------------------------------------- reading

    def read(self, mode: Mode) -> list[Flip]:
        """The flips of a mode's decisions that no clause settles."""
        self.settings.progress(f"{self.ruleset.name}/{mode.name}: reading the rules")
        flips: list[Flip] = []
        for choice in choices_in(mode, mode.full, self.ruleset.name, self.ruleset.clause_names):
            key = choice.key
            self.choices.setdefault(key, choice)
            self.in_modes.setdefault(key, []).append(mode.name)
            self.fields |= choice.fields
            clause, word = self.backed(choice)
            if clause:
                self.settled[key] = clause, word
            else:
                flips += self.asked(choice)
        for flip in flips:
            self.standing.setdefault(flip.name, FlipStanding(flip))
        return flips

    def backed(self, choice: QuietChoice) -> tuple[str, str]:
        """The clause that speaks of a decision and its word; wherever the rule is called, some clause has to."""
        found = [
            backing(choice.kind, choice.words, (*choice.within, *choice.clauses, *around), self.texts)
            for around in choice.around or ((),)
        ]
        return found[0] if all(clause for clause, _ in found) else ("", "")

    @staticmethod
    def asked(choice: QuietChoice) -> tuple[Flip, ...]:
        """The flips that are asked: what a clause carries out where a condition holds is not left out for a trial."""
        if choice.within and choice.kind in ("other-side", "early-return"):
            return tuple(flip for flip in choice.flips if flip.what != "never")
        return choice.flips

    # ------------------------------------------------------------------------------------- trying

    def try_mode(self, mode: Mode, flips: Sequence[Flip]) -> None:
        """Try a mode's flips that have not parted so far, as far as the time goes."""
        bench = FlipBench(self.ruleset, mode, VerdictCache(self.settings.evidence, self.ruleset, mode, {}))
        label = f"{self.ruleset.name}/{mode.name}"
        left = [flip for flip in flips if not self.standing[flip.name].parts]
        boxes = self.boxes(mode)
        if left and boxes:
            self.on_box(bench, boxes[0], left)
        if left and self.settings.games:
            self.timed(f"{label} (games)", lambda: self.in_games(bench, left))
        for instance in boxes[1:]:
            left = [flip for flip in flips if not self.standing[flip.name].parts]
            if left:
                self.on_box(bench, instance, left)
        for instance in boxes[:1]:
            self.timed(f"{label} {instance.name} (orders)", lambda: self.try_orders(mode, boxes[0]))
        self.timed(
            f"{label} (components)", lambda: self.merge(self.supplies, supply_rows(bench, self.trials))
        )
        self.timed(f"{label} (pairs)", lambda: self.merge(self.pairs, pair_rows(bench, self.trials)))

    def timed(self, what: str, act: Callable[[], None]) -> None:
        """Do something if there is time for it; note what is left otherwise."""
        try:
            act()
        except TimeOver:
            self.report.left.append(what)

    def boxes(self, mode: Mode) -> list[Instance]:
        """The boxes to compare on, the small ones first; unless they are named, those within the budget."""
        names = self.settings.instances
        found = [i for i in mode.all_instances() if i.explore and (i.name in names if names else i.compare)]
        if not names:
            found = [i for i in found if i.states <= self.settings.budget]
        return sorted(found, key=lambda i: i.states)

    def on_box(self, bench: FlipBench, instance: Instance, flips: Sequence[Flip]) -> None:
        """Compare flips on one box."""
        where = f"{bench.mode.name} {instance.name}"

        def act() -> None:
            found = bench.on_box(instance, flips, self.trials)
            for flip in flips:
                if flip.name in found["flips"]:
                    self.standing[flip.name].note_box(
                        where, found["flips"][flip.name], complete=found["complete"], states=found["states"]
                    )

        self.timed(f"{self.ruleset.name}/{where}", act)

    def in_games(self, bench: FlipBench, flips: Sequence[Flip]) -> None:
        """Play games with flips."""
        found = bench.in_games(flips, self.trials)
        for flip in flips:
            self.standing[flip.name].note_games(
                f"{bench.mode.name} {bench.mode.full.name}", found["flips"].get(flip.name, {}), found["games"]
            )

    def try_orders(self, mode: Mode, instance: Instance) -> None:
        """Turn loops and automatic rules round on the smallest box."""
        self.trials.tick(f"{self.ruleset.name}/{mode.name}: orders of effects")
        data = umpired(
            self.ruleset,
            mode,
            readings={},
            instances=[instance.name],
            budget=self.settings.budget,
            seconds=max(0.0, self.trials.ends - time.monotonic()),
            evidence=self.settings.evidence,
            progress=self.settings.progress,
        )
        if data["left"]:
            raise TimeOver
        complete = data["instances"][0]["complete"]
        rows = [self.order_row(mode, instance, one, complete=complete) for one in data["orders"]]
        self.merge(self.orders, rows)

    @staticmethod
    def merge(known: dict[Asked, QuietRow], rows: Iterable[QuietRow]) -> None:
        """Keep of each question in several modes the row that says most of the model's freedom."""
        for row in rows:
            before = known.setdefault(row.key, row)
            if before is row:
                continue
            modes = (*before.modes, *row.modes)
            if VERDICTS.index(row.verdict) > VERDICTS.index(before.verdict):
                known[row.key] = row
            known[row.key].modes = modes

    def order_row(
        self, mode: Mode, instance: Instance, one: Mapping[str, Any], *, complete: bool
    ) -> QuietRow:
        """The row of an order of effects."""
        where = f"{mode.name} {instance.name}"
        place = Path(one["place"]).name
        text = "the values of the loop, backwards" if one["kind"] == "loop" else "the second rule first"
        row = QuietRow(
            one["rule"],
            "order",
            text,
            one["number"] + 1,
            place,
            tuple(one["clauses"]),
            (mode.name,),
            frozenset(),
        )
        words = [word for name in one["rule"].replace(",", "").split() for word in name.split("_")]
        clause, word = backing("order", words, one["clauses"], self.texts)
        row.where = where
        if one["matters"] == "not-seen":
            row.verdict = SAME
            row.shown = f"no difference: exhausted on {where}"
        elif clause:
            row.verdict, row.shown = SETTLED, f"{clause} speaks of it: {word}"
        elif one["matters"] == "fault":
            row.verdict, row.shown = BREAKS, one["why"]
        elif one["matters"] == UNDECIDED or not complete:
            row.verdict, row.shown = OPEN, f"seen on a part of {where} only"
        if row.verdict == OPEN and one["matters"] in STRENGTH:
            row.verdict = PARTS
        if row.verdict == PARTS:
            row.matters, row.play, row.shown = one["matters"], one["play"], f"parts on {where}"
        return row

    # --------------------------------------------------------------------------------------- rows

    def row(self, choice: QuietChoice) -> QuietRow:
        """The row of a decision."""
        row = QuietRow(
            choice.rule,
            choice.kind,
            choice.text,
            choice.number,
            f"{Path(choice.file).name}:{choice.line}",
            tuple(dict.fromkeys((*choice.within, *choice.clauses))),
            tuple(self.in_modes[choice.key]),
            choice.fields,
        )
        if choice.key in self.settled:
            clause, word = self.settled[choice.key]
            row.verdict, row.shown = SETTLED, f"{clause} speaks of it: {word}"
            return row
        flips = [self.standing[flip.name] for flip in self.asked(choice)]
        if not flips:
            row.verdict, row.shown = SETTLED, f"{choice.within[0]} is what it carries out"
            return row
        judge(row, flips)
        return row


def judge(row: QuietRow, flips: Sequence[FlipStanding]) -> None:
    """Set the verdict of a decision by its flips."""
    parting = [one for one in flips if one.parts]
    if parting:
        best = min(parting, key=_rank)
        row.verdict = PARTS
        row.matters, row.flip, row.where, row.play = best.matters, best.flip.what, best.where, best.play
        row.games, row.parted, row.decided = best.games, best.parted, best.decided
        row.shown = f"parts on {best.where}"
        return
    tried = [one for one in flips if one.exhausted or one.seen or one.matters or one.unsettled]
    if len(tried) < len(flips):
        row.verdict, row.shown = OPEN, "not tried"
        return
    refused = [one for one in flips if one.matters == REFUSED]
    if refused:
        row.verdict, row.shown = OPEN, f"not tried: {refused[0].why}"
        return
    unsettled = [one for one in flips if one.unsettled]
    if unsettled:
        row.verdict, row.shown = OPEN, f"whether play comes there on {unsettled[0].unsettled} is not known"
        return
    broken = [one for one in flips if one.matters == BREAKS or one.broken]
    if broken:
        row.verdict = BREAKS
        row.shown = broken[0].why or f"breaks in {broken[0].broken} of {broken[0].games:,} games"
        return
    row.verdict, row.shown = SAME, _same(flips)


def _same(flips: Sequence[FlipStanding]) -> str:
    """On what it rests that no flip of a decision changes anything; of several flips, what all have."""
    exhausted = [one for one in flips[0].exhausted if all(one in other.exhausted for other in flips)]
    seen = [one for one in flips[0].seen if all(one in other.seen for other in flips)]
    parts = []
    if exhausted:
        parts.append(f"exhausted on {_list(exhausted)}")
    if seen:
        parts.append(f"seen only in {_list(seen)}")
    return "no difference: " + "; ".join(parts)


def _list(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _rank(one: FlipStanding) -> tuple[Any, ...]:
    strength = STRENGTH.index(one.matters) if one.matters in STRENGTH else len(STRENGTH)
    share = (-one.decided / one.games, -one.parted / one.games) if one.games else (0.0, 0.0)
    return strength, share, len(one.play or ())
