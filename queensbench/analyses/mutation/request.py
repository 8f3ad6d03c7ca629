"""The request of ``queensbench mutate``, and its answer ruleset by ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from queensbench.analyses.mutation import cluster_trials, score_data, scoring, test_runs
from queensbench.analyses.mutation.scoring import MutationReport
from queensbench.analyses.mutation.stages import PROOFS, Settings, Stage, Trials
from queensbench.engines.runtime.clusters import Cluster, opened, require_address
from queensbench.errors import BadInput
from queensbench.evidence import verdicts_lock
from queensbench.evidence.cache import Evidence, VerdictCache
from queensbench.evidence.keys import Sources
from queensbench.evidence.store import MUTANTS
from queensbench.evidence.verdicts_lock import VerdictsLock
from queensbench.language.modes import Instance, Mode
from queensbench.project import projects
from queensbench.project.projects import Project, Ruleset
from queensbench.project.register.entries import require_known
from queensbench.project.register.survivors import NAME, Fault, load_survivors
from queensbench.rules.typed.digest import digest


@dataclass(frozen=True)
class MutationRequest:
    """A request as the user has written it; :meth:`Mutation.opened` looks names up.

    ``paths``: rulesets and modes (none: all).  ``clauses``, ``rules``, ``instances``: only these.  ``limit``: the most
    mutants of a ruleset, drawn by ``seed``; ``seconds``: the most for a ruleset (0: no bound, for either);
    ``to_the_end``: neither bound holds, except ``seconds`` for tests.  ``budget``: the most states of one exploration.
    ``tests``: patterns of the tests that are run with the mutants that no property notices.  ``play``: boxes are not
    only explored but played, and steps are held against proofs.  ``processes``: how many try mutants at once.
    ``fresh``: use nothing that is stored.  ``cluster``: the address of a cluster whose workers try mutants (empty:
    this machine alone does).
    """

    paths: Sequence[str] = ()
    clauses: Sequence[str] = ()
    rules: Sequence[str] = ()
    instances: Sequence[str] = ()
    limit: int = Settings.limit
    seed: int = Settings.seed
    seconds: float = Settings.seconds
    to_the_end: bool = False
    budget: int = Settings.budget
    tests: Sequence[str] = ()
    play: bool = True
    processes: int = 2
    fresh: bool = False
    cluster: str = ""


@dataclass(frozen=True)
class Mutation:
    """The modes whose mutants were asked for, and the store of their findings.

    ``lock``: what is proved (None: there is no lock).  ``reasons``: by ruleset, why survivors may survive.
    """

    request: MutationRequest
    project: Project
    selected: Sequence[tuple[Ruleset, Mode]]
    evidence: Evidence | None
    lock: VerdictsLock | None
    reasons: Mapping[str, Mapping[Fault, str]]
    sources: Sources | None = None

    @classmethod
    def opened(
        cls,
        request: MutationRequest,
        project: Project,
        evidence: Evidence | None,
        sources: Sources | None = None,
    ) -> Mutation:
        """Look up the names of a request.  Raises BadInput before anything takes long."""
        selected = project.selected(request.paths)
        instances = {instance.name for _, mode in selected for instance in mode.all_instances()}
        require_known("instance", request.instances, sorted(instances))
        for pattern in request.tests:
            if not any(test_runs.files(project.root, [pattern], ruleset.package) for ruleset, _ in selected):
                raise BadInput(f"no test is called {pattern}", remedy="name files below the project's folder")
        reasons = load_survivors(project.root / NAME, project.rulesets)
        lock = verdicts_lock.read(project.root / verdicts_lock.NAME)
        if request.cluster:
            require_address(request.cluster)
        return cls(request, project, selected, evidence, lock, reasons, sources)

    def found(self, progress: Callable[[str], None]) -> Iterator[dict[str, Any]]:
        """Try the mutants: the findings of each ruleset, as data; an interrupted ruleset is the last.

        Raises ClusterFault, and BadInput for a clause or a rule that a ruleset does not have, before any is tried.
        """
        if len(self._modes) > 1 and (self.request.clauses or self.request.rules):
            for ruleset, modes in self._modes.items():
                scoring.require_named(ruleset, modes, self._settings(ruleset, progress))
        if not self.request.cluster:
            yield from self._found(progress, None)
            return
        packages = [ruleset.package for ruleset, _ in self.selected]
        with opened(self.request.cluster, self.sources, packages) as cluster:
            yield from self._found(progress, cluster)

    @property
    def _modes(self) -> dict[Ruleset, list[Mode]]:
        """The selected modes of each ruleset."""
        found: dict[Ruleset, list[Mode]] = {}
        for ruleset, mode in self.selected:
            found.setdefault(ruleset, []).append(mode)
        return found

    def _found(self, progress: Callable[[str], None], cluster: Cluster | None) -> Iterator[dict[str, Any]]:
        for ruleset, modes in self._modes.items():
            settings = self._settings(ruleset, progress)
            if cluster is not None:
                settings = replace(settings, elsewhere=partial(self._elsewhere, ruleset, cluster))
            report = scoring.mutate(ruleset, modes, settings)
            if self.request.tests and not report.interrupted:
                self._test(report, ruleset, modes, progress)
            yield score_data.data(report, self.reasons[ruleset.name])
            if report.interrupted:
                return

    def require_asked(self, found: Sequence[Mapping[str, Any]]) -> None:
        """Raise BadInput where no mutant was asked of anything, though there was time."""
        if not any(data["instances"] or data["out_of_time"] or data["interrupted"] for data in found):
            raise BadInput(
                f"no mutant is asked of {' or '.join(self.request.instances or ['anything'])}",
                remedy="name an instance that is explored"
                + ("" if self.request.play else ", or leave out --no-play"),
            )

    def _settings(self, ruleset: Ruleset, progress: Callable[[str], None]) -> Settings:
        request = self.request
        return Settings(
            clauses=request.clauses,
            rules=request.rules,
            instances=request.instances,
            limit=0 if request.to_the_end else request.limit,
            seed=request.seed,
            budget=request.budget,
            seconds=0 if request.to_the_end else request.seconds,
            play=request.play,
            processes=request.processes,
            proved=partial(self._proved, ruleset),
            journal=partial(self._journal, ruleset),
            fresh=request.fresh,
            progress=progress,
            warn=(lambda text: None) if self.evidence is None else self.evidence.store.warn,
        )

    def _elsewhere(
        self,
        ruleset: Ruleset,
        cluster: Cluster,
        mode: Mode,
        instance: Instance,
        stage: Stage,
        numbers: Sequence[int],
    ) -> Trials:
        """Have the workers of a cluster try mutants."""
        root, request = str(self.project.root), self.request
        proved = self._proved(ruleset, mode, instance)
        names = ruleset.name, mode.name, instance.name
        rules = digest(projects.system(ruleset, mode, instance))
        bench = cluster_trials.TrialBench(root, *names, stage, proved, request.seed, request.budget, rules)
        return cluster_trials.tried(numbers, bench, cluster)

    def _journal(self, ruleset: Ruleset, mode: Mode, instance: Instance, sort: str) -> Path | None:
        """The stored file of a stage's findings, named by everything that they depend on; None without a store."""
        found = VerdictCache(self.evidence, ruleset, mode, {})
        if found.evidence is None:
            return None
        facts: dict[str, Any] = {"seed": self.request.seed, "budget": self.request.budget}
        if sort == PROOFS:
            facts["proved"] = sorted(self._proved(ruleset, mode, instance).items())
        key = found.key("mutants", sort, instance, rests="text", **facts)
        return found.evidence.store.folder / MUTANTS / f"{key.digest}.jsonl"

    def _proved(self, ruleset: Ruleset, mode: Mode, instance: Instance) -> dict[str, bool]:
        """The claims that ``verdicts.lock`` calls proved, each with whether it is so under every reading."""
        found: dict[str, bool] = {}
        for claim, instances in self.lock.shown.items() if self.lock is not None else ():
            shown = instances.get(instance.name)
            if claim.mode == f"{ruleset.name}/{mode.name}" and shown is not None and shown.by_proof:
                found[claim.name] = shown.every
        return found

    def _test(
        self, report: MutationReport, ruleset: Ruleset, modes: Sequence[Mode], progress: Callable[[str], None]
    ) -> None:
        """Run the tests with the mutants that no property notices."""
        rows, root = report.unnoticed(), self.project.root
        paths = test_runs.files(root, self.request.tests, ruleset.package)
        if not rows or not paths:
            return
        progress(f"{ruleset.name}: tests with {len(rows):,} mutants")
        names, mutants = [mode.name for mode in modes], [row.mutant for row in rows]
        seconds = self.request.seconds
        try:
            report.hear(
                rows, test_runs.noticed_by(root, ruleset.name, names, mutants, paths, seconds=seconds)
            )
        except KeyboardInterrupt:
            report.interrupted = True
