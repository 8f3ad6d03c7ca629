"""Trials of mutants by the workers of a cluster: each makes the same bench of the same rules, and tries by number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from queensbench.analyses.mutation.stages import Settings, Stage, bench_of, systems_of
from queensbench.engines.mutate.exhaustive import Trial
from queensbench.engines.runtime.clusters import Cluster
from queensbench.engines.runtime.pool import Answering
from queensbench.errors import BadInput, ProcessLost
from queensbench.project.projects import load, mode_instance, system
from queensbench.rules.transforms.mutant_schemata import every
from queensbench.rules.typed.digest import digest

WAIT = 1.0
"""After so many seconds without an answer, workers that have joined meanwhile get mutants as well."""


@dataclass(frozen=True)
class TrialBench:
    """All that a worker needs to make the bench of a stage: names and limits.

    ``proved``: the claims whose proofs are kept, each with whether it is proved under every reading.  ``rules``: the
    digest of the system that is mutated; the numbers of its mutants and parts mean others in other rules.
    """

    root: str
    ruleset: str
    mode: str
    instance: str
    stage: Stage
    proved: Mapping[str, bool]
    seed: int
    budget: int
    rules: str


def trying(of: TrialBench) -> Answering:
    """The function that tries mutants by their numbers in a process of a worker.

    Raises BadInput where the rules there are others.
    """
    ruleset = load(Path(of.root), only=()).ruleset(of.ruleset)
    mode = ruleset.mode(of.mode)
    instance, stage = mode_instance(mode, of.instance), of.stage
    if digest(system(ruleset, mode, instance)) != of.rules:
        raise BadInput(
            "the rules here are others than those whose mutants are tried",
            where=f"{of.ruleset}/{of.mode} {of.instance}",
            remedy="use the same version of rules and toolkit everywhere",
        )
    named = {m.name: m for m in every(mode, instance, ruleset.name, ruleset.clause_names)}
    mutants = [named[name] for name in stage.mutants]
    systems, _ = systems_of(ruleset, mode, instance, stage.sort, mutants)
    settings = Settings(seed=of.seed, budget=of.budget, processes=2, proved=lambda mode, instance: of.proved)
    trial = bench_of(mode, instance, stage.sort, systems[stage.part], settings)[1]
    return lambda number, tell: trial(number)


def tried(
    numbers: Sequence[int], of: TrialBench, cluster: Cluster
) -> Iterator[tuple[int, Trial | ProcessLost]]:
    """Each number with its trial, in no order; with the error if processes were lost while trying it."""
    left = list(reversed(numbers))
    with cluster.pool(trying, of, called="a process that tries mutants") as pool:
        while left or pool.asked:
            for place in pool.idle(max(cluster.room(), len(pool.asked))):
                if left:
                    pool.submit(place, left.pop())
            for said in pool.results(WAIT):
                if said.last:
                    lost = isinstance(said.value, ProcessLost)
                    yield said.question, said.value if lost else said.answer()
