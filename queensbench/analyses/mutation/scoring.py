"""The run of ``queensbench mutate``: faults are put into a ruleset's clauses, and its properties notice them or not.

A mutant is a place in the text and the change made there; rules that several modes share are mutated once, and noticed
as soon as one mode's instance notices.  A run goes through *stages*, each with the mutants that nothing has noticed
yet: the box as sold played by random games; the smallest box of each mode explored; the other boxes played, and
explored, the smaller first; the box as sold played under every other reading, and played on where the model's own words
would end it; the steps that proofs are about; a search from where games part; the smallest boxes explored under every
other reading; the box as sold played under readings together, played on there, and searched there.  Some stages ask
properties of what only the model's own words have noticed, too.  It ends when all are done or the time is over; what
was not tried is counted as such.  The outcome of each stage is kept at once
(:mod:`queensbench.analyses.mutation.journal`).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from queensbench.analyses.mutation.journal import Journal
from queensbench.analyses.mutation.stages import (
    EXPLORE,
    LABELS,
    ONWARDS,
    ONWARDS_TOGETHER,
    OTHERS,
    PLAY,
    PLAYED_ON,
    PROOFS,
    READINGS,
    SEARCH,
    SEARCH_TOGETHER,
    TOGETHER,
    Settings,
    Stage,
    bench_of,
    systems_of,
)
from queensbench.analyses.mutation.test_runs import Key, Tests, key
from queensbench.engines.mutate.exhaustive import (
    ALIKE,
    CONTRADICTION,
    DEAD_END,
    DIFFERENT,
    LOADING,
    NOTICED,
    OF_THE_MODEL,
    OPEN,
    RANGE,
    SAME,
    SILENCE,
    UNDECIDED,
    Trial,
)
from queensbench.engines.mutate.forked import answered
from queensbench.errors import BadInput, ProcessLost
from queensbench.language.modes import Instance, Mode
from queensbench.project.projects import Ruleset, did_you_mean, rulings_of, system
from queensbench.rules.system import state_bits, steps_of
from queensbench.rules.transforms.mutant_schemata import every
from queensbench.rules.transforms.mutation_operators import Mutant

SURVIVED, UNTRIED = "survived", "not tried"
OUTCOMES = (NOTICED, SURVIVED, SAME, UNDECIDED, UNTRIED)
UNNOTICED = (SURVIVED, UNDECIDED)
TESTS = "tests"
GOING_ON = (PLAY, READINGS, PROOFS)
"""The sorts of stages in which properties are asked of what the model's own words have noticed.

They are also asked where the smallest box of a mode is explored; of dead ends and silences, where any box is.
"""
NO_CLAUSE = "(no clause of its own)"
OPTIMISED = 100
"""From so many mutants on that show in games, the code that runs them is optimised before they are shared out."""
PROPERTIES = "properties"


@dataclass
class Row:
    """A mutant and its outcome.

    ``by``, ``what``: who noticed first, and what; a property takes precedence over everything else that noticed.
    ``where``: the mode and the instance of that outcome.  ``tried``: the instances on which it ran.  ``play``,
    ``gained``: as in a :class:`~queensbench.engines.mutate.exhaustive.Trial`.  ``tests``: how many tests go
    through its place (None: not asked); ``test``: the one that notices what no property has noticed; ``cut``:
    time ended its tests.  ``onwards``: what became of it where faults are played on.
    """

    mutant: Mutant
    chosen: bool = False
    outcome: str = UNTRIED
    by: tuple[str, ...] = ()
    what: str = ""
    where: str = ""
    tried: list[str] = field(default_factory=list)
    play: tuple[str, ...] = ()
    gained: bool = True
    tests: int | None = None
    test: str = ""
    cut: bool = False
    onwards: set[str] = field(default_factory=set)

    @property
    def end(self) -> str:
        """The final outcome, by properties and tests."""
        return NOTICED if self.test else self.outcome

    @property
    def noticed_by(self) -> str:
        """Who noticed: ``properties``, one of ``OF_THE_MODEL``, ``tests``, or nobody (empty)."""
        if self.outcome == NOTICED:
            return next((name for name in self.by if name in OF_THE_MODEL), PROPERTIES)
        return TESTS if self.test else ""

    @property
    def nothing_else(self) -> bool:
        """Whether only a range or a contradiction notices, and played on every game was that of the model."""
        return self.noticed_by in (RANGE, CONTRADICTION) and self.onwards == {SAME}

    def note(self, trial: Trial, where: str, sort: str = "") -> None:
        """Keep the trial of an instance, in a sort of stage, if it says more than the trials before."""
        self.tried.append(where)
        if sort in PLAYED_ON:
            self.onwards.add(trial.outcome)
        rank = {NOTICED: 4, SURVIVED: 3, UNDECIDED: 2, SAME: 1, UNTRIED: 0}
        said = {DIFFERENT: SURVIVED, OPEN: UNDECIDED, ALIKE: SAME}.get(trial.outcome, trial.outcome)
        stronger = trial.by_property and self.noticed_by != PROPERTIES
        if rank[said] > rank[self.outcome] or stronger:
            self.outcome, self.by, self.what, self.where = said, trial.by, trial.what, where
            self.play, self.gained = trial.play, trial.gained


@dataclass
class MutationReport:
    """The findings of a ruleset."""

    ruleset: str
    rows: list[Row]
    instances: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0
    out_of_time: bool = False
    interrupted: bool = False
    tests: Tests | None = None

    def count(self, outcome: str, rows: Iterable[Row] | None = None) -> int:
        """The number of mutants with that outcome."""
        return sum(row.end == outcome for row in (self.rows if rows is None else rows))

    def unnoticed(self) -> list[Row]:
        """The mutants that were drawn and that nothing has noticed so far: survivors first."""
        rank = {outcome: place for place, outcome in enumerate((SURVIVED, UNDECIDED, SAME, UNTRIED))}
        left = [row for row in self.rows if row.chosen and row.end != NOTICED]
        return sorted(left, key=lambda row: rank[row.outcome])

    def hear(self, rows: Sequence[Row], tests: Tests) -> None:
        """Keep the outcomes of tests for some mutants."""
        self.tests = tests
        for row, one in zip(rows, tests.found, strict=True):
            row.tests, row.test, row.cut = one.tests, one.by or "", one.left

    def noticed_by(self) -> dict[str, int]:
        """How many mutants properties noticed; of the rest the model itself; of the rest tests."""
        said = [row.noticed_by for row in self.rows]
        return {name: said.count(name) for name in (PROPERTIES, *OF_THE_MODEL, TESTS)}

    def score(self, *besides: str) -> tuple[float, float] | None:
        """The bounds of the score: the share noticed if all undecided mutants survive, and if all are noticed.

        ``besides``: who else than properties counts, of ``OF_THE_MODEL`` and ``tests``.  A mutant
        that only others have noticed counts as a survivor.  None if nothing was
        noticed, survived or was left undecided.
        """
        told = self.noticed_by()
        alive, open_ = self.count(SURVIVED), self.count(UNDECIDED)
        changing = sum(told.values()) + alive
        killed = told[PROPERTIES] + sum(told[name] for name in besides)
        if not changing + open_:
            return None
        return killed / (changing + open_), (killed + open_) / (changing + open_)


def mutate(ruleset: Ruleset, modes: Sequence[Mode], settings: Settings) -> MutationReport:
    """Try the mutants of a ruleset's modes.  Raises BadInput for a clause or a rule of which there is none.

    Ctrl-C keeps what was found.
    """
    begun = time.monotonic()
    runs, rows = _places(ruleset, modes, settings)
    report = MutationReport(ruleset.name, list(rows.values()))
    try:
        for mode, instance, sort in _stages(runs, settings):
            wanted = _wanted(sort, smallest=runs[mode][:1] == [instance])
            _run(ruleset, mode, instance, sort, rows, wanted, report, settings, begun)
    except KeyboardInterrupt:
        report.interrupted = True
    report.seconds = time.monotonic() - begun
    return report


def require_named(ruleset: Ruleset, modes: Sequence[Mode], settings: Settings) -> None:
    """Raise BadInput for a clause or a rule of the settings of which these modes have no mutant."""
    _places(ruleset, modes, settings)


def _stages(
    runs: Mapping[Mode, Sequence[Instance]], settings: Settings
) -> Iterator[tuple[Mode, Instance, str]]:
    """The stages in their order, the cheap ones first.

    A box that is explored is played only for the sake of properties of steps.
    """
    for mode in runs if settings.play else ():
        if _asked(mode.full, settings) and (steps_of(mode, mode.full) or not mode.full.explore):
            yield mode, mode.full, PLAY
    for turn in range(max((len(instances) for instances in runs.values()), default=0) or 1):
        for mode, instances in runs.items():
            if turn < len(instances):
                yield mode, instances[turn], EXPLORE
        for mode in runs if settings.play and not turn else ():
            for instance in mode.all_instances():
                if instance is not mode.full and _asked(instance, settings):
                    if steps_of(mode, instance) or not instance.explore:
                        yield mode, instance, PLAY
    for mode in runs if settings.play else ():
        if mode.rulings is not None and _asked(mode.full, settings):
            yield mode, mode.full, READINGS
    for sort in (ONWARDS, PROOFS):
        for mode in runs if settings.play else ():
            if _asked(mode.full, settings):
                yield mode, mode.full, sort
    for mode in runs if settings.play else ():
        if _asked(mode.full, settings) and not mode.full.explore:
            yield mode, mode.full, SEARCH
    for mode, instances in runs.items():
        if mode.rulings is not None and instances:
            yield mode, instances[0], OTHERS
    for mode in runs if settings.play else ():  # what single readings do not show, or do not tell
        if len(rulings_of(mode)) > 1 and _asked(mode.full, settings):
            yield mode, mode.full, TOGETHER
            yield mode, mode.full, ONWARDS_TOGETHER
            if not mode.full.explore:
                yield mode, mode.full, SEARCH_TOGETHER


def _wanted(sort: str, *, smallest: bool) -> Callable[[Row], bool]:
    """The drawn mutants that a stage tries."""
    if sort == SEARCH:  # only what goes otherwise
        return lambda row: row.outcome == SURVIVED
    if sort == SEARCH_TOGETHER:
        return lambda row: row.outcome == SURVIVED or row.noticed_by in (DEAD_END, SILENCE)
    if sort in PLAYED_ON:
        return lambda row: row.noticed_by in (RANGE, CONTRADICTION)
    if sort in GOING_ON or (sort == EXPLORE and smallest):
        return lambda row: row.noticed_by not in (PROPERTIES, LOADING)
    if sort == EXPLORE:  # whole graphs, of which properties ask whether the end stays in reach
        return lambda row: row.outcome != NOTICED or row.noticed_by in (DEAD_END, SILENCE)
    return lambda row: row.outcome != NOTICED


def _asked(instance: Instance, settings: Settings) -> bool:
    return not settings.instances or instance.name in settings.instances


def _places(
    ruleset: Ruleset, modes: Sequence[Mode], settings: Settings
) -> tuple[dict[Mode, list[Instance]], dict[Key, Row]]:
    """The instances of each mode, and the mutants of all, of which some are chosen."""
    runs: dict[Mode, list[Instance]] = {}
    rows: dict[Key, Row] = {}
    known: set[str] = set()
    rules: set[str] = set()
    for mode in modes:
        asked = [i for i in mode.all_instances() if i.explore and _asked(i, settings)]
        runs[mode] = (
            sorted(asked, key=lambda i: state_bits(system(ruleset, mode, i))) if len(asked) > 1 else asked
        )
        settings.progress(f"{ruleset.name}/{mode.name}: reading the rules")
        for mutant in every(mode, mode.full, ruleset.name, ruleset.clause_names):
            known.update(mutant.clauses)
            rules.add(mutant.rule)
            of_clause = not settings.clauses or set(mutant.clauses) & set(settings.clauses)
            if of_clause and (not settings.rules or mutant.rule in settings.rules):
                rows.setdefault(key(mutant), Row(mutant))
    for rule in settings.rules:
        if rule not in rules:
            fault = f"no rule of {ruleset.name} with a mutant is called {rule}"
            raise BadInput(fault, remedy=did_you_mean(rule, sorted(rules)))
    for clause in settings.clauses:
        if clause not in known:
            names = sorted(ruleset.clause_names or known)
            if clause in names:
                raise BadInput(
                    f"no rule of {ruleset.name} carries out {clause}", remedy="name another clause"
                )
            raise BadInput(f"no clause is called {clause}", remedy=did_you_mean(clause, names))
    for row in _spread(list(rows.values()), settings.limit, settings.seed):
        row.chosen = True
    return runs, rows


def _spread(rows: list[Row], limit: int, seed: int) -> list[Row]:
    """So many mutants drawn by the seed, evenly from all clauses."""
    if not limit or len(rows) <= limit:
        return rows
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(row.mutant.clauses or ("", row.mutant.rule), []).append(row)
    draw = random.Random(seed)
    for group in groups.values():
        draw.shuffle(group)
    order = list(groups.values())
    draw.shuffle(order)
    found: list[Row] = []
    while len(found) < limit:
        for group in order:
            if group and len(found) < limit:
                found.append(group.pop())
    return found


def _run(
    ruleset: Ruleset,
    mode: Mode,
    instance: Instance,
    sort: str,
    rows: dict[Key, Row],
    wanted: Callable[[Row], bool],
    report: MutationReport,
    settings: Settings,
    begun: float,
) -> None:
    """Try in one stage the mutants that are ``wanted`` there."""
    label = f"{mode.name} {instance.name}" + LABELS[sort]
    title = f"{ruleset.name}/{label}"

    def late() -> bool:
        over = 0 < settings.seconds < time.monotonic() - begun
        report.out_of_time = report.out_of_time or over
        return report.out_of_time

    if late():
        return
    settings.progress(f"{title}: reading the rules")
    mine = {key(m): m for m in every(mode, instance, ruleset.name, ruleset.clause_names)}
    left = [m for name, m in mine.items() if name in rows and rows[name].chosen and wanted(rows[name])]
    journal = Journal(settings.journal(mode, instance, sort), fresh=settings.fresh, warn=settings.warn)
    known = [(m, trial) for m in left if (trial := journal.get(m.name)) is not None]
    for mutant, trial in known:
        rows[key(mutant)].note(trial, label, sort)
    told = {m.name for m, _ in known}
    left = [m for m in left if m.name not in told]
    if known and not left:
        report.instances.append({"instance": label, "sort": sort, "mutants": len(known), "kept": len(known)})
    if not left:
        return
    if sort == PROOFS and not any(settings.proved(mode, instance).values()):
        return
    systems, refused = systems_of(ruleset, mode, instance, sort, left)
    for mutant, why in refused.items():
        rows[key(mutant)].note(Trial(NOTICED, (LOADING,), why), label)
    for part, mutated in enumerate(systems):
        settings.progress(f"{title}: compiling {len(mutated.mutants):,} mutants")
        bench, trial_of, touched, row = bench_of(mode, instance, sort, mutated, settings)
        kept = 0 if part else len(known)
        report.instances.append(row | {"mutants": len(mutated.mutants) + kept, "kept": kept})
        order = [number for number, m in enumerate(mutated.mutants, 1) if m not in refused]
        random.Random(settings.seed).shuffle(order)  # where the time ends says nothing about the rules
        showing = [number for number in order if touched(number)]
        hidden = sorted(set(order) - set(showing))
        if showing and settings.elsewhere is None:
            settings.progress(f"{title}: compiling {len(showing):,} of {len(order):,} mutants, which show")
            running = bench.codes.running  # before there are several processes
            if sort not in (EXPLORE, OTHERS) and settings.processes > 1 and len(showing) >= OPTIMISED:
                running.optimise()  # once, and not in each of them
        since = time.monotonic()
        shown = answered(showing, trial_of, settings.processes)
        if settings.elsewhere is not None and showing:
            stage = Stage(sort, tuple(m.name for m in left), part)
            shown = settings.elsewhere(mode, instance, stage, showing)
        trials = chain(answered(hidden, trial_of, 1), shown)
        for done, (number, found) in enumerate(trials, 1):
            mutant = mutated.mutants[number - 1]
            if isinstance(found, ProcessLost):  # of this machine: another run tries it again
                rows[key(mutant)].note(Trial(UNDECIDED, (), str(found)), label)
            else:
                if found.lasting:  # else another run may see more
                    journal.put(mutant.name, found)
                rows[key(mutant)].note(found, label, sort)
            if late():
                return
            ahead = (time.monotonic() - since) * (len(order) - done) / done
            settings.progress(f"{title}: {done:,} of {len(order):,} mutants, about {_minutes(ahead)} to go")


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
