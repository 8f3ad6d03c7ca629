"""An audit of several modes: what is asked of it, and how it is answered, mode by mode, up to the lock of verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from queensbench.analyses.audit import all_modes
from queensbench.analyses.audit.all_modes import Fault
from queensbench.analyses.audit.closing import Settled, Settling
from queensbench.analyses.audit.mode_report import ModeReport, exit_code
from queensbench.analyses.rulings import impact
from queensbench.analyses.verdicts.run import PROOF_TIME, SEED, Options
from queensbench.engines.runtime.clusters import Cluster, opened, require_address
from queensbench.errors import BadInput
from queensbench.evidence import cache, plays
from queensbench.evidence.cache import Evidence
from queensbench.evidence.keys import Sources
from queensbench.evidence.store import Store
from queensbench.language.modes import Mode
from queensbench.project import projects
from queensbench.project.projects import Project, Ruleset
from queensbench.project.register.entries import require_known
from queensbench.readers import temporary
from queensbench.rules.system import properties_of, steps_of

INTERRUPTED = 130


@dataclass(frozen=True)
class AuditRequest:
    """An audit as it is asked for, in the words of who asks; :meth:`Audit.opened` looks the names up.

    ``paths``: rulesets and modes (none: all).  ``instances``, ``properties``: only these.  ``readings``: texts
    ``ruling=reading``.  ``games``: random games of each full box (None: 20,000, or 1,000 where only rulings are asked).
    ``budget``: the most states of one exploration.  ``rulings``: True asks which rulings matter and nothing else,
    False only of properties, None of both.  ``rlimit``: z3's resource limit for one goal.  ``proof_time``: the most
    seconds that the proofs of one mode may take.  ``plays``: the folder that every play is stored in.  ``fresh``: take
    no stored verdict.  ``accept``, ``reason``: whether the lock of verdicts is written, and why.  ``confirm``: prove
    what audits leave to be proved apart, and nothing else.  ``store``: where verdicts are stored (None: as the project
    has it).  ``cluster``: the address of a cluster whose workers answer (empty: this machine alone does).
    ``files``: the files that reports for builds are written to.
    """

    paths: Sequence[str] = ()
    instances: Sequence[str] = ()
    properties: Sequence[str] = ()
    readings: Sequence[str] = ()
    games: int | None = None
    seed: int = SEED
    budget: int | None = None
    rulings: bool | None = None
    proofs: bool = True
    rlimit: int | None = None
    proof_time: float = PROOF_TIME
    plays: Path | None = None
    fresh: bool = False
    accept: bool = False
    reason: str = ""
    confirm: bool = False
    store: str | None = None
    cluster: str = ""
    files: Sequence[Path] = ()

    def require_consistent(self) -> None:
        """Raise BadInput for parts of the request that exclude each other."""
        if self.cluster:
            require_address(self.cluster)
        if self.accept and (self.rulings or self.readings):
            raise BadInput(
                "--accept writes what is shown of claims under the house readings",
                remedy="leave out --rulings and --reading",
            )
        if self.confirm and (self.rulings is not None or self.instances or not self.proofs):
            raise BadInput(
                "--confirm proves what audits leave out, and does nothing else",
                remedy="leave out --rulings, --instance and --no-proofs",
            )
        if self.rulings and self.files:
            raise BadInput(
                "--rulings judges no property, so that a build has nothing to fail by",
                remedy="leave out --junit and --sarif",
            )
        if self.rulings and (self.readings or self.properties or self.instances):
            raise BadInput(
                "--rulings asks of every instance, beside the house readings",
                remedy="leave out --reading, --property and --instance",
            )

    def require_writable(self) -> None:
        """Raise BadInput where a file or folder of the request cannot be written, or two reports name one file."""
        if self.plays is not None:
            plays.folder(self.plays)
        for path in self.files:
            plays.require_writable(path)
        if len({path.resolve() for path in self.files}) < len(self.files):
            raise BadInput("two reports in one file", where=str(self.files[0]), remedy="name a file for each")

    def options(
        self, readings: Mapping[str, Any], evidence: Evidence | None, progress: Callable[[str], None]
    ) -> Options:
        """How one mode is audited, under the readings that were chosen of it."""
        whole = self.rulings is None and not self.properties
        return Options(
            games=self.games or Options.games,
            seed=self.seed,
            budget=self.budget,
            rlimit=self.rlimit,
            proof_time=self.proof_time,
            proofs=self.proofs,
            rulings=whole,
            elsewhere=whole,
            studies=whole and not self.instances,
            progress=progress,
            properties=self.properties,
            instances=self.instances,
            readings=readings,
            evidence=evidence,
            confirm=self.confirm,
        )

    @property
    def settings(self) -> impact.ImpactSettings:
        """How rulings are judged where nothing else is asked."""
        return impact.ImpactSettings(
            games=self.games or impact.GAMES, seed=self.seed, budget=self.budget, rlimit=self.rlimit
        )


@dataclass
class Audit:
    """An audit that was asked for: its modes, and what has been found of them so far.

    ``refused``: rulesets that contradict their registers, with what is wrong.  ``unmodelled``: what was asked for and
    has no model.  ``chosen``: how each mode is audited.
    """

    request: AuditRequest
    project: Project
    sources: Sources | None
    selected: list[tuple[Ruleset, Mode]]
    unmodelled: list[str]
    refused: dict[Ruleset, str]
    evidence: Evidence | None
    settling: Settling
    chosen: list[Options]
    reports: list[ModeReport] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    cut: bool = False
    cluster: Cluster | None = None

    @classmethod
    def opened(
        cls,
        request: AuditRequest,
        project: Project,
        sources: Sources | None,
        *,
        progress: Callable[[str], None],
        warn: Callable[[str], None],
    ) -> Audit:
        """Look up what is asked for.  Raises BadInput before anything takes long.

        ``sources``: the project's files as they were before it was loaded (None: nobody knows, and nothing is stored).
        """
        selected = project.selected(request.paths)
        unmodelled = project.without_model(request.paths)
        refused = all_modes.checked(selected)
        modes = [mode for _, mode in selected]
        properties = {decl.name for mode in modes for decl in (*properties_of(mode), *steps_of(mode))}
        require_known("property", request.properties, sorted(properties))
        instances = {instance.name for mode in modes for instance in mode.all_instances()}
        require_known("instance", request.instances, sorted(instances))
        all_modes.require_asked(modes, request.properties, request.instances)
        readings = projects.readings_by_mode(modes, request.readings)
        request.require_writable()
        evidence = None
        if sources is not None:
            evidence = cache.opened(sources, chosen=request.store, fresh=request.fresh, warn=warn)
        settling = Settling.begun(project, request.paths, accept=request.accept, reason=request.reason)
        request.require_consistent()
        if request.confirm:
            selected = [one for one in selected if one[1].full.unproved]
        chosen = [
            replace(request.options(readings[mode], evidence, progress), root=project.root)
            for _, mode in selected
        ]
        return cls(request, project, sources, selected, unmodelled, refused, evidence, settling, chosen)

    @contextmanager
    def clustered(self, warn: Callable[[str], None]) -> Iterator[Evidence | None]:
        """Have the cluster of the request, if it names one, answer for the time of a ``with`` block; the store then.

        Where nothing is to be stored, answers of workers are kept for that time only.  Raises ClusterFault.
        """
        if not self.request.cluster:
            yield self.evidence
            return
        packages = [ruleset.package for ruleset, _ in self.selected]
        with (
            temporary.folder() as folder,
            opened(self.request.cluster, self.sources, packages, told=warn) as self.cluster,
        ):
            assert self.sources is not None
            evidence = self.evidence or Evidence(Store(folder), self.sources)
            self.chosen = [replace(one, cluster=self.cluster, evidence=evidence) for one in self.chosen]
            yield evidence
        self.cluster = None

    def run(self, done: Callable[[ModeReport | Fault], None], warn: Callable[[str], None]) -> None:
        """Audit the modes; ``done`` gets the report or the fault of each.  Ctrl-C keeps what is finished."""

        def took(found: ModeReport | Fault) -> None:
            if isinstance(found, Fault):
                self.faults.append(found)
            else:
                self.reports.append(found)
            done(found)

        place = None
        try:
            if (
                self.sources is not None and not self.sources.changed()
            ):  # else another process reads other rules
                place = (self.project.root, self.request.store, self.request.fresh)
            with self.clustered(warn):
                all_modes.audited(
                    self.selected,
                    self.chosen,
                    self.refused,
                    place=place,
                    cluster=self.cluster,
                    done=took,
                    warn=warn,
                )
        except KeyboardInterrupt:
            self.cut = True

    def settled(self) -> Settled:
        """Close the audit of all modes, or of those that were audited until Ctrl-C."""
        asked = zip(self.selected, self.chosen, strict=True)
        return self.settling.settled(asked, self.reports, self.evidence, cut=self.cut)

    def code(self, settled: Settled) -> int:
        """The exit code of the whole audit."""
        fault = max(all_modes.exit_code(self.faults), settled.fault)
        code = INTERRUPTED if self.cut else exit_code(self.reports, fault=fault)
        return settled.code if code in (0, 3) and settled.code else code

    def refresh_index(self) -> None:
        """Enter into the index of the store what this audit has stored."""
        if self.reports and self.evidence is not None and self.evidence.store.written:
            from queensbench.evidence import index

            index.refresh(self.evidence.store)
