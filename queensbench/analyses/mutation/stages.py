"""The stages of a run of mutants and their benches; :mod:`queensbench.analyses.mutation.scoring` has their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.engines.mutate.exhaustive import FIRST, Codes, MutationBench, OthersBench, Trial
from queensbench.engines.mutate.sampled import PlayBench
from queensbench.engines.mutate.searching import SearchBench
from queensbench.engines.mutate.steps import StepsBench
from queensbench.errors import ProcessLost
from queensbench.language.modes import Instance, Mode
from queensbench.project.projects import Ruleset
from queensbench.rules.system import steps_of
from queensbench.rules.transforms.mutant_schemata import Mutated, build_mutated
from queensbench.rules.transforms.mutation_operators import Mutant

EXPLORE, PLAY, READINGS = "explore", "play", "readings"
PROOFS, SEARCH, OTHERS, ONWARDS = "proofs", "search", "others", "onwards"
TOGETHER, ONWARDS_TOGETHER, SEARCH_TOGETHER = "together", "onwards, together", "search, together"
"""The sorts of stages."""
PLAYED_ON = (ONWARDS, ONWARDS_TOGETHER)
"""The sorts of stages in which play goes on where the model's own words would end it."""
HOUSE_ONLY = (EXPLORE, PLAY, SEARCH)
"""The sorts of stages that ask nothing of other readings."""
STEPPING = (PLAY, READINGS, SEARCH, TOGETHER, SEARCH_TOGETHER, *PLAYED_ON)
"""The sorts of stages in which properties of steps are asked."""

Bench = MutationBench | OthersBench | PlayBench | StepsBench


@dataclass(frozen=True)
class Stage:
    """Mutants that are tried together: the sort of stage, their names, and which of their systems it is."""

    sort: str
    mutants: tuple[str, ...]
    part: int


Trials = Iterator[tuple[int, Trial | ProcessLost]]
"""Numbers of mutants, each with its trial."""


@dataclass(frozen=True)
class Settings:
    """How mutants are tried: of some clauses and rules only (empty: all), how many (0: all), and for how long.

    ``budget``: the most states of one exploration.  ``seconds``: of one ruleset (0: to the end).  ``instances``: only
    these are asked.  ``play``: boxes are not only explored but played, and steps held against proofs.
    ``proved``: the claims whose proofs are kept, each with whether under every reading.  ``processes``: how many try
    mutants at once.  ``journal``: where a stage keeps what it finds, by mode, instance and
    sort of stage; ``fresh``: what is kept there is not believed.  ``warn`` gets a line where some of it cannot be.
    ``elsewhere``: has other machines try mutants.
    """

    clauses: Sequence[str] = ()
    rules: Sequence[str] = ()
    instances: Sequence[str] = ()
    limit: int = 200
    seed: int = 1
    budget: int = 300_000
    seconds: float = 300.0
    play: bool = True
    processes: int = 1
    proved: Callable[[Mode, Instance], Mapping[str, bool]] = lambda mode, instance: {}
    journal: Callable[[Mode, Instance, str], Path | None] = lambda mode, instance, sort: None
    fresh: bool = False
    progress: Callable[[str], None] = lambda text: None
    warn: Callable[[str], None] = lambda text: None
    elsewhere: Callable[[Mode, Instance, Stage, Sequence[int]], Trials] | None = None


LABELS = {
    EXPLORE: "",
    PLAY: " (games)",
    READINGS: " (games, other readings)",
    ONWARDS: " (games, played on)",
    PROOFS: " (proofs)",
    SEARCH: " (search)",
    OTHERS: " (other readings)",
    TOGETHER: " (games, readings together)",
    ONWARDS_TOGETHER: " (games, readings together, played on)",
    SEARCH_TOGETHER: " (search, readings together)",
}


def systems_of(
    ruleset: Ruleset, mode: Mode, instance: Instance, sort: str, mutants: Sequence[Mutant]
) -> tuple[list[Mutated], dict[Mutant, str]]:
    """The systems that a stage runs with these mutants in them, and the mutants that the checker refuses."""
    steps = sort in STEPPING and bool(steps_of(mode, instance))
    names = ruleset.clause_names
    return build_mutated(mode, instance, mutants, ruleset.name, names, steps=steps, onwards=sort in PLAYED_ON)


def bench_of(
    mode: Mode, instance: Instance, sort: str, mutated: Mutated, settings: Settings
) -> tuple[Bench, Callable[[int], Trial], Callable[[int], bool], dict[str, Any]]:
    """The bench of a stage, how it tries a mutant, how it tells whether a mutant shows there, and the stage as data."""
    row: dict[str, Any] = {"instance": f"{mode.name} {instance.name}{LABELS[sort]}", "sort": sort}
    playing: dict[str, Any] = {"seed": settings.seed, "processes": settings.processes}
    playing["house_only"] = sort in HOUSE_ONLY
    if sort in (EXPLORE, OTHERS):
        threads = 2 if settings.processes < 2 else 1
        budget = settings.budget if sort == EXPLORE else min(settings.budget, FIRST)
        code = Codes(mutated, MutationBench.kernels, house_only=sort in HOUSE_ONLY)
        bench = MutationBench(mode, instance, mutated, budget=budget, threads=threads, code=code)
        row |= {"states": bench.states, "complete": bench.complete, "properties": len(bench.watching)}
        if sort == EXPLORE:
            return bench, bench.tried, bench.touched, row
        others = OthersBench(bench)
        asked = {"readings": len(others.benches), "left_out": others.left_out}
        return others, others.tried, others.touched, row | asked
    if sort == PROOFS:
        proofs = StepsBench(mode, instance, mutated, settings.proved(mode, instance))
        return (
            proofs,
            proofs.tried,
            proofs.touched,
            row | {"steps": proofs.steps, "properties": len(proofs.claims)},
        )
    if sort in (SEARCH, SEARCH_TOGETHER):
        searching = SearchBench(mode, instance, mutated, **playing)
        row |= {"games": searching.games, "readings": 1, "properties": len(searching.watching())}
        if sort == SEARCH:
            row |= {"not_as_expected": searching.failing}
            return searching, searching.searched, searching.touched, row
        row |= {"readings": len(searching.mixtures()), "left_out": searching.left_out}
        row |= {"not_as_expected": searching.failing}
        return searching, searching.searched_under_mixtures, searching.touched_by_mixtures, row
    played = PlayBench(mode, instance, mutated, **playing)
    row |= {"games": played.games, "readings": 1, "properties": len(played.watching())}
    row |= {"not_as_expected": played.failing}
    if sort == PLAY:
        return played, played.tried, played.touched, row
    if sort in (TOGETHER, ONWARDS_TOGETHER):
        asked = {"readings": len(played.mixtures()), "left_out": played.left_out}
        return played, played.under_mixtures, played.touched_by_mixtures, row | asked
    asked = {"readings": len(played.others()), "left_out": played.left_out}
    if sort == ONWARDS:
        return played, played.under_any, played.touched_by_any, row | asked
    return played, played.under_others, played.touched_by_others, row | asked
